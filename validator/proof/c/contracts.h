/* What WP is asked to prove of the functions that read a text, and told of v_expected
 * (docs/trust.md, "No undefined behaviour in the LRAT checker"). To a compiler all of it is
 * comment. */
#include "validator/kernel/text.h"

/*@
    // At most one byte behind the text is looked at; the number of the line cannot overflow.
    predicate text_ok{L}(struct v_text *t) =
      \valid(t) && \valid(t->error) &&
      \base_addr(t->start) == \base_addr(t->at) == \base_addr(t->end) &&
      t->start <= t->at <= t->end && \valid_read(t->start + (0 .. t->end - t->start)) &&
      t->line + (t->end - t->at) <= SIZE_MAX;
*/

/*@ requires text_ok(text);
    assigns *text->error;
    ensures \result == \false;
*/
bool v_expected(struct v_text *text, const char *expected);

/*@ requires text_ok(text) && \valid(value) && \separated(value, text);
    assigns text->at, *value, *text->error;
    ensures text_ok(text) && text->at >= \old(text->at);
    ensures \result != \false ==> *value <= max;
*/
bool v_number(struct v_text *text, uint32_t max, uint32_t *value);

/*@ requires text_ok(text) && \valid(value) && \separated(value, text);
    assigns text->at, *value, *text->error;
    ensures text_ok(text) && text->at >= \old(text->at);
    ensures \result != \false ==> *value <= max;
*/
bool v_blank_number(struct v_text *text, uint32_t max, uint32_t *value);

/*@ requires text_ok(text);
    assigns text->at, *text->error;
    ensures text_ok(text) && text->at >= \old(text->at);
*/
bool v_blank(struct v_text *text);

/*@ requires text_ok(text);
    assigns text->at, text->line, *text->error;
    ensures text_ok(text) && text->at >= \old(text->at);
*/
bool v_eol(struct v_text *text);

/*@ requires text_ok(text);
    assigns \nothing;
    ensures \result != \false ==> text->at < text->end;
*/
static inline bool v_at(const struct v_text *text, char c);
