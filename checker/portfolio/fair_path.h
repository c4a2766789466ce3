/* Is there a fair path from the initial states of a system? All engines for fair cycles, those of
 * SAT and diagrams, in turns, in a system without equal states, and in the reduced system, where
 * there are such systems. */
#ifndef VOUCH_CHECKER_PORTFOLIO_FAIR_PATH_H
#define VOUCH_CHECKER_PORTFOLIO_FAIR_PATH_H

#include "checker/portfolio/decide.h"

/* May lassos be open, if others do not close (checker/system/open_lasso.h)? */
enum open_lassos {
  LASSOS_CLOSE,
  LASSOS_OPEN_IN_MODEL, /* as certificates of justice properties say it: the task's */
  LASSOS_OPEN_IN_SYSTEM /* as cubes of the system's states can say it */
};

struct fair_path_options {
  struct fair_options fair;
  bool diagrams;     /* may take part, if they are chosen */
  size_t large;      /* states beyond which diagrams get less of the work; 0: none are too many */
  bool short_turns;  /* turns end in the middle of what is being done, first ones soon: preparations
                        that take long in large systems are cut short */
  bool equal_states; /* are looked for first, and left out; with turns that are not short */
  enum open_lassos open_lassos;
};

struct fair_path {
  enum fair_answer answer; /* FAIR_UNKNOWN: the effort is over, or nobody could decide it */
  struct block block;      /* FAIR_NONE: its closed set contains the initial states */
  struct trace lasso;      /* FAIR_LASSO: from an initial state */
  struct fair_statistics statistics;
};

/* A search that goes on where its turn ended. The options are copied; task and system must stay. */
struct fair_path_search;
struct fair_path_search *fair_path_new(const struct task *task, const struct fair_path_options *how,
                                       struct system *system);
void fair_path_end(struct fair_path_search *search);
/* Until the task's effort is over, which is another one in each turn. True: more work does not
 * help, there may be an answer. */
bool fair_path_run(struct fair_path_search *search, struct fair_path *found);

/* For the turns that follow (checker/fair/fair.h): they may end before the effort does. */
void fair_path_concentrate(struct fair_path_search *search, bool concentrate);

/* All of it at once. */
void fair_path_find(const struct task *task, const struct fair_path_options *how,
                    struct system *system, struct fair_path *found);
void fair_path_free(struct fair_path *found);

#endif
