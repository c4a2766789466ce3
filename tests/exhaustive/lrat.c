/* The validator's LRAT checker on every text over a small alphabet, for small CNFs: built with the
 * sanitizers, it shows that none of them meets undefined behaviour; and what is accepted must be
 * unsatisfiable, by trying all assignments.
 *
 * A text is a sequence of words of the alphabet. Most need not be run: the checker reads from left
 * to right. When a byte of a text is the reason to reject it, the checker does the very same with
 * every text that begins so. */
#include "validator/kernel/lrat.h"

#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 32, MOST_VARIABLES = 2, LONGEST_WORD = 3 };

struct count {
  uint64_t run, accepted, begun; /* begun: texts that stand for all that begin so */
};

struct search {
  struct v_cnf cnf;
  const char *const *alphabet;
  size_t words; /* of a text, at most */
  size_t cnfs;
  bool verdicts;
  struct count count;
};

/* --- Small CNFs --- */
static bool falsified(const struct v_cnf *cnf, size_t clause, unsigned assignment) {
  for (uint32_t n = cnf->start.at[clause]; n < cnf->start.at[clause + 1]; n++) {
    uint32_t lit = cnf->literals.at[n];
    if ((assignment >> (lit / 2 - 1) & 1) != (lit & 1)) return false;
  }
  return true;
}

static bool satisfiable(const struct v_cnf *cnf) {
  for (unsigned assignment = 0; assignment < 1u << cnf->num_vars; assignment++) {
    size_t k = 0;
    while (k < v_cnf_clauses(cnf) && !falsified(cnf, k, assignment)) k++;
    if (k == v_cnf_clauses(cnf)) return true;
  }
  return false;
}

/* Literals as in DIMACS; 0 ends a clause, two of them the CNF. */
static struct v_cnf cnf_of(uint32_t variables, const int *literals) {
  struct v_cnf cnf = {.num_vars = variables};
  v_push(&cnf.start, 0);
  for (; *literals; literals++) {
    for (; *literals; literals++)
      v_push(&cnf.literals,
             *literals > 0 ? 2 * (uint32_t)*literals : 2 * (uint32_t) - *literals + 1);
    v_push(&cnf.start, (uint32_t)cnf.literals.size);
  }
  return cnf;
}

/* --- All texts --- */
/* In memory of its own, with one readable byte behind it, so that a look beyond is noticed. */
static bool judged(const struct v_cnf *cnf, const char *text, size_t size, size_t *position) {
  struct v_error error = {.text = ""};
  char *copy = v_need(NULL, size + 1, 1);
  memcpy(copy, text, size);
  copy[size] = '0';
  bool accepted = v_lrat_check(cnf, copy, size, 1, &error);
  free(copy);
  *position = size;
  if (!accepted && sscanf(error.text, "proof, line %*u, byte %zu:", position) != 1) abort();
  return accepted;
}

static void print_verdict(const char *text, size_t size, bool accepted) {
  printf("%d ", accepted);
  for (size_t k = 0; k < size; k++) printf("%02x", (unsigned char)text[k]);
  putchar('\n');
}

/* Is the rejection at this position the same whatever follows? Not at the end of the text; nor if
 * it ends with " d": only with something behind it the line is a deletion. */
static bool for_good(const char *text, size_t size, size_t position) {
  return position < size && !(size >= 2 && text[size - 2] == ' ' && text[size - 1] == 'd');
}

static void judge(struct search *s, char *text, size_t size, size_t words) {
  size_t position;
  bool accepted = judged(&s->cnf, text, size, &position);
  s->count.run++;
  s->count.accepted += accepted;
  if (s->verdicts) print_verdict(text, size, accepted);
  if (accepted && satisfiable(&s->cnf)) {
    fprintf(stderr, "accepted for a satisfiable CNF: %.*s\n", (int)size, text);
    exit(1);
  }
  if (words == s->words) return;
  if (!accepted && for_good(text, size, position)) {
    s->count.begun++;
    return;
  }
  for (const char *const *word = s->alphabet; *word; word++) {
    memcpy(text + size, *word, strlen(*word));
    judge(s, text, size + strlen(*word), words + 1);
  }
}

static void print_cnf(const struct v_cnf *cnf) {
  printf("cnf %u", cnf->num_vars);
  for (size_t k = 0; k < v_cnf_clauses(cnf); k++) {
    for (uint32_t n = cnf->start.at[k]; n < cnf->start.at[k + 1]; n++)
      printf(" %s%u", cnf->literals.at[n] & 1 ? "-" : "", cnf->literals.at[n] / 2);
    printf(" 0");
  }
  putchar('\n');
}

static void judge_all(struct search *s) {
  if (s->verdicts) print_cnf(&s->cnf);
  char text[MOST_WORDS * LONGEST_WORD];
  judge(s, text, 0, 0);
  v_cnf_free(&s->cnf);
  s->cnfs++;
}

/* --- The program --- */
static const char *const bytes[] = {"0", "1", "2", "3", "4", "-", " ", "d", "\n", "x", NULL};
static const char *const tokens[] = {" 0",  " 1", " -1", " 2", " -2", " 3", " 4",
                                     " -0", " 5", " d",  "3",  "4",   "\n", NULL};

static void some_cnfs(struct search *s) {
  static const int some[][10] = {{1, 0, -1, 0, 0},
                                 {1, 0, -1, 2, 0, -2, 0, 0},
                                 {1, 2, 0, -1, 0, -2, 0, 0},
                                 {1, 1, 0, -1, -1, 0, 0},
                                 {1, -1, 0, 2, 0, -2, 0, 0},
                                 {1, 2, 0, -1, 0, 0},
                                 {0}};
  for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
    s->cnf = cnf_of(MOST_VARIABLES, some[k]);
    judge_all(s);
  }
}

/* Every CNF of two clauses with one or two literals of two variables. */
static void all_cnfs(struct search *s) {
  static const int literal[] = {0, 1, -1, 2, -2};
  enum { LITERALS = sizeof literal / sizeof *literal, PAIRS = LITERALS * LITERALS };
  for (size_t k = 0; k < PAIRS * PAIRS; k++) {
    const int place[] = {literal[k % PAIRS / LITERALS], literal[k % LITERALS],
                         literal[k / PAIRS / LITERALS], literal[k / PAIRS % LITERALS]};
    if (place[0] == 0 || place[2] == 0) continue;
    int clauses[7] = {0};
    size_t size = 0;
    for (size_t n = 0; n < 4; n++) {
      if (place[n]) clauses[size++] = place[n];
      if (n % 2 == 1) size++; /* the 0 behind a clause */
    }
    s->cnf = cnf_of(MOST_VARIABLES, clauses);
    judge_all(s);
  }
}

static int usage(void) {
  fputs("usage: lrat bytes|tokens N some|all [--verdicts]\n"
        "Runs the LRAT checker on all texts of at most N bytes or tokens of an alphabet, for some\n"
        "CNFs or for all with two clauses of one or two literals over two variables.\n"
        "--verdicts prints each CNF, and each answer with its text in hexadecimal.\n",
        stderr);
  return 2;
}

int main(int argc, char **argv) {
  if (argc < 4 || argc > 5) return usage();
  struct search s = {.alphabet = strcmp(argv[1], "bytes") == 0 ? bytes : tokens,
                     .words = strtoul(argv[2], NULL, 10),
                     .verdicts = argc == 5 && strcmp(argv[4], "--verdicts") == 0};
  bool all = strcmp(argv[3], "all") == 0;
  if (s.words == 0 || s.words > MOST_WORDS || (argc == 5 && !s.verdicts)) return usage();
  if (all)
    all_cnfs(&s);
  else
    some_cnfs(&s);
  fprintf(s.verdicts ? stderr : stdout,
          "%zu CNFs, at most %zu %s: %llu texts run, %llu of them for all that begin so, "
          "%llu accepted\n",
          s.cnfs, s.words, argv[1], (unsigned long long)s.count.run,
          (unsigned long long)s.count.begun, (unsigned long long)s.count.accepted);
  return 0;
}
