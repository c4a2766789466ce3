/* Which questions there are, and turns of their searches. */
#include "checker/portfolio/response_parts.h"

enum { ROOT };

struct response {
  struct task task; /* that of the check, with another effort */
  struct effort share;
  struct iictl *ic;
  uint8_t *plain;
  struct question *questions; /* they do not move */
  size_t num_questions;
  enum engine decided;
};

/* What no initial state may satisfy: a part for each part of a conjunction. */
static void find_forbidden(const struct bounds *b, struct lits *forbidden) {
  struct lits todo = {0};
  lits_push(&todo, 2 * ROOT);
  while (todo.size) {
    part a = part_of(b, lits_pop(&todo));
    const struct core_node *node = &b->core->nodes[a >> 1];
    if (node->op == (a & 1 ? CORE_OR : CORE_AND)) {
      lits_push(&todo, 2 * node->right + (a & 1));
      lits_push(&todo, 2 * node->left + (a & 1));
    } else {
      lits_push(forbidden, a ^ 1);
    }
  }
  lits_free(&todo);
}

/* Then every part below the connectives is true or false, and who asks for a path is as good as who
 * forbids it: the path decides. */
static bool has_one_initial_state(const struct system *s) {
  for (size_t k = 0; k < s->num_states; k++)
    if (s->reset[k] == RESET_FREE) return false;
  return true;
}

static bool contains(const struct lits *parts, part a) {
  for (size_t k = 0; k < parts->size; k++)
    if (parts->at[k] == a) return true;
  return false;
}

/* EF EG p and its kin, below connectives. */
static void find_asked_for(const struct bounds *b, struct lits *parts) {
  struct lits todo = {0};
  if (has_one_initial_state(b->system)) lits_push(&todo, ROOT);
  while (todo.size) {
    uint32_t v = lits_pop(&todo);
    const struct core_node *node = &b->core->nodes[v];
    bool connective = node->op == CORE_NOT || node->op == CORE_AND || node->op == CORE_OR;
    if (connective) lits_push(&todo, node->left);
    if (connective && node->op != CORE_NOT) lits_push(&todo, node->right);
    if (!connective && !contains(parts, 2 * v)) lits_push(parts, 2 * v);
  }
  lits_free(&todo);
}

static void question_free(struct question *q) {
  fair_path_end(q->search);
  if (q->copy.system) extension_free(&q->copy);
  lits_free(&q->locations);
  lits_free(&q->nodes);
}

static void ask(struct response *r, struct question *q) {
  struct fair_path_options how = {.fair = r->task.options->ctl.fair,
                                  .open_lassos = LASSOS_OPEN_IN_SYSTEM};
  question_build(q, &r->ic->bounds);
  q->search = fair_path_new(&r->task, &how, q->copy.system);
  for (size_t k = 0; k < q->nodes.size; k++) r->ic->asked_elsewhere[q->nodes.at[k]] = 1;
}

static void find_questions(struct response *r) {
  enum { MOST_QUESTIONS = 64 };
  struct lits forbidden = {0};
  find_forbidden(&r->ic->bounds, &forbidden);
  find_asked_for(&r->ic->bounds, &forbidden);
  r->questions = memory_zeroed(forbidden.size, sizeof *r->questions);
  for (size_t k = 0; k < forbidden.size && r->num_questions < MOST_QUESTIONS; k++) {
    struct question *q = &r->questions[r->num_questions];
    q->plain = r->plain;
    if (question_read(q, &r->ic->bounds, forbidden.at[k])) {
      ask(r, q);
      r->num_questions++;
      continue;
    }
    question_free(q);
    *q = (struct question){0};
  }
  lits_free(&forbidden);
}

struct response *response_new(const struct task *task, struct iictl *ic) {
  const struct check_options *options = task->options;
  const struct core_formula *core = ic->bounds.core;
  bool listed = options->engines.family[FAMILY_CTL].size > 0 && !options->as_justice;
  if (listed || options->ctl.num_hints || core->num_paths > 0) return NULL;
  struct response *r = memory_zeroed(1, sizeof *r);
  r->task = *task;
  r->task.effort = &r->share;
  r->share = effort_of(task->effort, UINT64_MAX / 2);
  r->ic = ic;
  r->plain = parts_find_plain(core);
  find_questions(r);
  if (r->num_questions > 0) return r;
  response_free(r);
  return NULL;
}

void response_free(struct response *r) {
  if (!r) return;
  for (size_t k = 0; k < r->num_questions; k++) question_free(&r->questions[k]);
  free(r->questions);
  free(r->plain);
  free(r);
}

static size_t count_open(const struct response *r) {
  size_t n = 0;
  for (size_t k = 0; k < r->num_questions; k++) n += r->questions[k].search != NULL;
  return n;
}

bool response_over(const struct response *r) { return count_open(r) == 0; }
enum engine response_decided(const struct response *r) { return r->decided; }

static void add_statistics(const struct response *r, const struct fair_statistics *more) {
  struct fair_statistics *sum = r->ic->fair;
  if (!sum) return;
  sum->skeletons += more->skeletons;
  sum->walls += more->walls;
  sum->reach_queries += more->reach_queries;
  sum->sides += more->sides;
}

/* True: the bounds have changed. */
static bool take_answer(struct response *r, struct question *q, const struct fair_path *found) {
  if (found->answer == FAIR_UNKNOWN) return false;
  r->decided = found->statistics.decided;
  add_statistics(r, &found->statistics);
  if (found->answer == FAIR_NONE) {
    question_exclude(q, &r->ic->bounds, &found->block);
  } else {
    r->ic->one_witness = true; /* it decides everything */
    question_include(q, r->ic, &found->lasso);
  }
  return true;
}

static bool run_question(struct response *r, struct question *q, uint64_t ticks) {
  struct fair_path found;
  r->share = effort_of(r->share.outer, ticks);
  bool over = fair_path_run(q->search, &found);
  bool news = over && take_answer(r, q, &found);
  fair_path_free(&found);
  if (!over) return false;
  fair_path_end(q->search);
  q->search = NULL;
  return news;
}

bool response_run(struct response *r, uint64_t ticks) {
  size_t open = count_open(r);
  for (size_t k = 0; k < r->num_questions; k++) {
    struct question *q = &r->questions[k];
    if (q->search && run_question(r, q, ticks / open)) return true;
  }
  return false;
}

void response_concentrate(struct response *r, bool concentrate) {
  for (size_t k = 0; k < r->num_questions; k++)
    if (r->questions[k].search) fair_path_concentrate(r->questions[k].search, concentrate);
}
