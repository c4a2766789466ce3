/* What leaves the program: code points, every class of bytes that is not UTF-8. */
#include "formats/support/escape.h"
#include "formats/support/vector.h"
#include "tests/unit/run_suite.h"

#include <jansson.h>

static char *written(void (*write)(FILE *, const char *), const char *text) {
  char *bytes;
  size_t size;
  FILE *file = open_memstream(&bytes, &size);
  write(file, text);
  ck_assert_int_eq(fclose(file), 0);
  return bytes;
}

static void expect(void (*write)(FILE *, const char *), const char *text, const char *wanted) {
  char *bytes = written(write, text);
  ck_assert_str_eq(bytes, wanted);
  free(bytes);
}

static size_t encode(uint32_t code, char text[5]) {
  size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t k = n; k-- > 1; code >>= 6) text[k] = (char)(0x80 | (code & 0x3f));
  text[0] = (char)(lead[n] | code);
  text[n] = 0;
  return n;
}

/* The definition once more, as a table. */
static bool raw_is_forbidden(uint32_t code) {
  static const uint32_t ranges[][2] = {{0x00, 0x1f},     {0x7f, 0x7f},     {0x80, 0x9f},
                                       {0x061c, 0x061c}, {0x200e, 0x200f}, {0x2028, 0x2029},
                                       {0x202a, 0x202e}, {0x2066, 0x2069}};
  for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
    if (code >= ranges[k][0] && code <= ranges[k][1]) return true;
  return false;
}

static void hexadecimal(const char *text, char *out) {
  for (; *text; text++) out += sprintf(out, "\\x%02x", (unsigned char)*text);
}

/* All code points where a boundary of the definition is near, and every 16th elsewhere. */
static uint32_t next_code(uint32_t code) {
  bool dense = code < 0x3000 || code >> 8 == 0xd7 || code >> 8 == 0xdf || code >> 8 == 0xe0 ||
               code >> 8 == 0xff || code >> 8 == 0x100 || code >> 8 == 0x10ff;
  return dense ? code + 1 : (code | 15) + 1;
}

static bool is_surrogate(uint32_t code) { return code >= 0xd800 && code <= 0xdfff; }

START_TEST(text_of_code_points) {
  for (uint32_t code = 1; code <= 0x10ffff; code = next_code(code)) {
    char text[5], wanted[32];
    uint32_t got;
    size_t n = encode(code, text);
    ck_assert_uint_eq(escape_character(text, &got), is_surrogate(code) ? 0 : n);
    if (raw_is_forbidden(code) || is_surrogate(code))
      hexadecimal(text, wanted);
    else
      strcpy(wanted, text);
    if (!is_surrogate(code)) ck_assert_uint_eq(got, code);
    expect(escape_text, text, wanted);
  }
}
END_TEST

START_TEST(json_of_code_points) {
  for (uint32_t code = 1; code <= 0x10ffff; code = next_code(code)) {
    char text[5];
    if (is_surrogate(code)) continue;
    encode(code, text);
    char *bytes = written(escape_json, text);
    uint32_t inside;
    for (const char *p = bytes; *p; p += escape_character(p, &inside)) {
      ck_assert_uint_ne(escape_character(p, &inside), 0);
      ck_assert(!raw_is_forbidden(inside));
    }
    json_t *value = json_loads(bytes, JSON_DECODE_ANY, NULL);
    ck_assert_ptr_nonnull(value);
    ck_assert_str_eq(json_string_value(value), text);
    json_decref(value);
    free(bytes);
  }
}
END_TEST

START_TEST(xml_of_code_points) {
  for (uint32_t code = 1; code <= 0x10ffff; code = next_code(code)) {
    char text[5], wanted[32];
    encode(code, text);
    if (strchr("&<>\"'", (int)code) && code < 0x80) continue;
    if (raw_is_forbidden(code) || is_surrogate(code) || code == 0xfffe || code == 0xffff)
      hexadecimal(text, wanted);
    else
      strcpy(wanted, text);
    expect(escape_xml, text, wanted);
  }
}
END_TEST

static const struct {
  const char *bytes, *text;
} not_utf8[] = {
    {"\xff", "\\xff"},
    {"\x80z", "\\x80z"},                          /* continuation without a start */
    {"a\xc3", "a\\xc3"},                          /* cut off */
    {"\xe2\x80", "\\xe2\\x80"},                   /* cut off */
    {"\xe2\x80z", "\\xe2\\x80z"},                 /* cut off by a letter */
    {"\xf0\x9f\x98", "\\xf0\\x9f\\x98"},          /* cut off */
    {"\xc0\xaf", "\\xc0\\xaf"},                   /* overlong */
    {"\xc1\xbf", "\\xc1\\xbf"},                   /* overlong */
    {"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf"},          /* overlong */
    {"\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf"}, /* overlong */
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* surrogate */
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* above U+10FFFF */
    {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"}, /* no such start */
    {"\xc3\xc3\xa4", "\\xc3\xc3\xa4"},            /* the character behind is kept */
    {"\xe2\xe2\x80\xa8", "\\xe2\\xe2\\x80\\xa8"}, /* U+2028 behind a stray byte */
    {"\x9b"
     "31m",
     "\\x9b"
     "31m"}, /* the C1 control sequence introducer, raw */
};

START_TEST(bytes_that_are_not_utf8) {
  for (size_t k = 0; k < sizeof not_utf8 / sizeof *not_utf8; k++) {
    expect(escape_text, not_utf8[k].bytes, not_utf8[k].text);
    expect(escape_xml, not_utf8[k].bytes, not_utf8[k].text);
    char *bytes = written(escape_json, not_utf8[k].bytes);
    json_t *value = json_loads(bytes, JSON_DECODE_ANY, NULL);
    char *wanted = escape_json_value(not_utf8[k].bytes);
    ck_assert_ptr_nonnull(value);
    ck_assert_str_eq(json_string_value(value), wanted);
    json_decref(value);
    free(bytes);
    free(wanted);
  }
}
END_TEST

START_TEST(examples) {
  expect(escape_text, "s REJECTED\rs ACCEPTED \033[2K\\ \"&",
         "s REJECTED\\x0ds ACCEPTED \\x1b[2K\\ \"&");
  expect(escape_text, "\xc2\x85\xe2\x80\xa8\xe2\x80\xae\x7f",
         "\\xc2\\x85\\xe2\\x80\\xa8\\xe2\\x80\\xae\\x7f");
  expect(escape_text, "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f");
  expect(escape_json, "a\"\\\n\t\x7f\xe2\x80\xa8\xff",
         "\"a\\\"\\\\\\u000a\\u0009\\u007f\\u2028\\\\xff\"");
  expect(escape_json, NULL, "null");
  expect(escape_xml, "<a b='\"'>&\n\xff", "&lt;a b=&apos;&quot;&apos;&gt;&amp;\\x0a\\xff");
  char *value = escape_json_value("\\xff\xff\n");
  ck_assert_str_eq(value, "\\xff\\xff\n");
  free(value);
  char *copy = escape_copy("a\n\xff");
  ck_assert_str_eq(copy, "a\\x0a\\xff");
  free(copy);
}
END_TEST

/* Arguments that only together form a character are escaped as what comes out. */
static void print_pieces(FILE *file, const char *text) {
  escape_print(file, "%s%s|", "\xe2\x80", "\xa8");
  escape_line(file, "%s: %d", text, 7);
}

START_TEST(formatted) { expect(print_pieces, "a\nb", "\\xe2\\x80\\xa8|a\\x0ab: 7\n"); }
END_TEST

int main(void) {
  Suite *suite = suite_create("escape");
  TCase *cases = tcase_create("escape");
  tcase_set_timeout(cases, 120);
  tcase_add_test(cases, text_of_code_points);
  tcase_add_test(cases, json_of_code_points);
  tcase_add_test(cases, xml_of_code_points);
  tcase_add_test(cases, bytes_that_are_not_utf8);
  tcase_add_test(cases, examples);
  tcase_add_test(cases, formatted);
  suite_add_tcase(suite, cases);
  return run_suite(suite);
}
