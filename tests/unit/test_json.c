/* formats/json: trees come out as written, and every malformed text is refused with its offset. */
#include "formats/json.h"
#include "tests/unit/run_suite.h"

#include <stdlib.h>
#include <string.h>

static struct json *read(const char *text, struct fault *fault) {
  return json_read("t", text, strlen(text), fault);
}

START_TEST(reads_nested_values) {
  struct fault fault;
  struct json *v = read(" {\"a\": [1, -2.5e3, true, false, null, []], \"b\": {\"c\": "
                        "\"x\\n\\u00e4\\ud83d\\ude00\\\"\"}, \"d\":{}} ",
                        &fault);
  ck_assert_ptr_nonnull(v);
  const struct json *a = json_get(v, "a");
  ck_assert_int_eq(a->kind, JSON_ARRAY);
  ck_assert_str_eq(a->first->text, "1");
  ck_assert_str_eq(a->first->next->text, "-2.5e3");
  ck_assert_int_eq(a->first->next->next->kind, JSON_TRUE);
  ck_assert_str_eq(json_text(json_get(json_get(v, "b"), "c")), "x\n\xc3\xa4\xf0\x9f\x98\x80\"");
  ck_assert_int_eq(json_get(v, "d")->kind, JSON_OBJECT);
  ck_assert_ptr_null(json_get(json_get(v, "nothing"), "c"));
  json_free(v);
}
END_TEST

static const struct {
  const char *text, *message;
} refused[] = {
    {"", "t: byte 0: expected a value"},
    {"[1,]", "t: byte 3: expected a value"},
    {"[1 2]", "t: byte 3: expected ',' or ']'"},
    {"{\"a\" 1}", "t: byte 5: expected ':'"},
    {"{\"a\":1,\"a\":2}", "t: byte 10: expected keys that differ"},
    {"{a:1}", "t: byte 1: expected a key in quotes"},
    {"\"abc", "t: byte 4: expected a string character or a closing quote"},
    {"\"\\x\"", "t: byte 3: expected an escape sequence"},
    {"\"\\u12g4\"", "t: byte 5: expected four hexadecimal digits"},
    {"\"\\u0000\"", "t: byte 7: expected a character other than NUL"},
    {"\"\\ud800x\"", "t: byte 7: expected a low surrogate"},
    {"\"\\udc00\"", "t: byte 7: expected a high surrogate first"},
    {"01", "t: byte 2: expected a value"},
    {"1.", "t: byte 2: expected digits behind the decimal point"},
    {"1e", "t: byte 2: expected digits of the exponent"},
    {"1 2", "t: byte 2: expected the end"},
    {"{\"a\":1", "t: byte 6: expected ',' or '}'"},
};

START_TEST(refuses_malformed_text) {
  struct fault fault;
  ck_assert_ptr_null(read(refused[_i].text, &fault));
  ck_assert_str_eq(fault.text, refused[_i].message);
}
END_TEST

START_TEST(refuses_deep_nesting) {
  char text[200];
  memset(text, '[', 100);
  memset(text + 100, ']', 99);
  text[199] = 0;
  struct fault fault;
  ck_assert_ptr_null(read(text, &fault));
  ck_assert_ptr_nonnull(strstr(fault.text, "expected less nesting"));
}
END_TEST

START_TEST(what_is_written_is_read_back) {
  const char *nasty = "a\"b\\c\x01\x7f\n\xc3\xa4";
  char *buffer = NULL;
  size_t size;
  FILE *file = open_memstream(&buffer, &size);
  json_write_string(file, nasty);
  fclose(file);
  struct fault fault;
  struct json *v = read(buffer, &fault);
  ck_assert_str_eq(json_text(v), nasty);
  json_free(v);
  free(buffer);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("json");
  TCase *t = tcase_create("json");
  tcase_add_test(t, reads_nested_values);
  tcase_add_loop_test(t, refuses_malformed_text, 0, (int)(sizeof refused / sizeof *refused));
  tcase_add_test(t, refuses_deep_nesting);
  tcase_add_test(t, what_is_written_is_read_back);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
