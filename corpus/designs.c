#include "corpus/designs.h"

/* Two clients request a resource with r1 and r2; at equal rights they are granted it in turn.
 * Mistakes: client 1 keeps what it has instead of taking turns, and client 2 is granted whatever it
 * asks for. */
void arbiter(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  bit r1 = input(c, "r1"), r2 = input(c, "r2");
  bit g1 = latch(c, 0, "g1"), g2 = latch(c, 0, "g2");
  next(c, g1, and2(c, r1, or2(c, not1(r2), buggy ? g1 : g2)));
  next(c, g2, buggy ? r2 : and2(c, r2, or2(c, not1(r1), not1(g2))));
  bad(c, and2(c, g1, g2), "both_granted");
  bit starving1 = from_now_on(c, and2(c, r1, not1(g1)), "starving1");
  justice(c, &starving1, 1, "client1_starves");
  bit starving2 = from_now_on(c, and2(c, r2, not1(g2)), "starving2");
  justice(c, &starving2, 1, "client2_starves");
}

/* A decimal digit that counts when enabled, and is enabled again and again. Mistake: it wraps one
 * too late. */
void counter(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  bit enable = input(c, "enable");
  struct word count = word_latch(c, 4, 0, "count");
  struct word up = increment(c, &count), zero = constant(4, 0), nine = constant(4, 9);
  struct word wrapped = word_mux(c, equals(c, &count, buggy ? 10 : 9), &zero, &up);
  struct word value = word_mux(c, enable, &wrapped, &count);
  word_next(c, &count, &value);
  bad(c, less(c, &nine, &count), "no_digit");
  fairness(c, enable, "enabled");
  bit never_zero = from_now_on(c, not1(equals(c, &count, 0)), "never_zero");
  justice(c, &never_zero, 1, "zero_never_again");
}

/* A queue of depth four: two pointers and a fill count that must agree. The consumer pops again and
 * again. Mistake: a push is accepted when the queue is full. */
void fifo(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  bit push = input(c, "push"), pop = input(c, "pop");
  struct word head = word_latch(c, 2, 0, "head"), tail = word_latch(c, 2, 0, "tail"),
              fill = word_latch(c, 3, 0, "fill");
  bit empty = equals(c, &fill, 0), full = equals(c, &fill, 4);
  bit pushed = and2(c, push, buggy ? TRUE_BIT : not1(full)), popped = and2(c, pop, not1(empty));
  struct word head_up = increment(c, &head), tail_up = increment(c, &tail);
  struct word fill_up = increment(c, &fill), fill_down = decrement(c, &fill);
  struct word new_head = word_mux(c, popped, &head_up, &head),
              new_tail = word_mux(c, pushed, &tail_up, &tail);
  struct word grown = word_mux(c, and2(c, pushed, not1(popped)), &fill_up, &fill);
  struct word new_fill = word_mux(c, and2(c, popped, not1(pushed)), &fill_down, &grown);
  word_next(c, &head, &new_head);
  word_next(c, &tail, &new_tail);
  word_next(c, &fill, &new_fill);
  output(c, empty, "empty");
  output(c, full, "full");
  struct word four = constant(3, 4);
  bad(c, less(c, &four, &fill), "overflow");
  bad(c, and2(c, equal(c, &head, &tail), not1(or2(c, empty, full))), "pointers_disagree");
  fairness(c, pop, "pops");
  bit stuck = from_now_on(c, full, "full");
  justice(c, &stuck, 1, "full_for_ever");
}

/* Where a process of Peterson's algorithm is. */
enum { IDLE, FLAGGED, WAITING, CRITICAL };

/* Peterson's mutual exclusion for two processes; `who` is the process that moves. Process k: raise
 * the flag; give the other one the turn; wait until the other's flag is down or the turn is mine;
 * leave. Mistake: a process gives the turn to itself. */
void peterson(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  bit who = input(c, "who"), wish = input(c, "wish");
  struct word pc[2] = {word_latch(c, 2, 0, "pc0"), word_latch(c, 2, 0, "pc1")};
  bit turn = latch(c, 0, "turn");
  bit moves[2] = {not1(who), who}, critical[2], waiting[2], gives[2];
  for (unsigned k = 0; k < 2; k++) {
    bit idle = equals(c, &pc[k], IDLE), other_idle = equals(c, &pc[1 - k], IDLE),
        mine = k ? turn : not1(turn);
    waiting[k] = equals(c, &pc[k], WAITING);
    critical[k] = equals(c, &pc[k], CRITICAL);
    gives[k] = and2(c, moves[k], equals(c, &pc[k], FLAGGED));
    bit blocked =
        or2(c, and2(c, idle, not1(wish)), and2(c, waiting[k], not1(or2(c, other_idle, mine))));
    struct word onwards = increment(c, &pc[k]);
    struct word value = word_mux(c, and2(c, moves[k], not1(blocked)), &onwards, &pc[k]);
    word_next(c, &pc[k], &value);
    output(c, waiting[k], "waiting%u", k);
    output(c, critical[k], "critical%u", k);
  }
  bit to_one = buggy ? gives[1] : gives[0], to_zero = buggy ? gives[0] : gives[1];
  next(c, turn, and2(c, or2(c, turn, to_one), not1(to_zero)));
  bad(c, and2(c, critical[0], critical[1]), "both_critical");
  fairness(c, moves[0], "process0_moves");
  fairness(c, moves[1], "process1_moves");
  bit starving = from_now_on(c, waiting[0], "waiting0");
  justice(c, &starving, 1, "process0_starves");
}

/* Lights at a crossing: north-south is green until a car waits on the side road. Yellow lasts one
 * step, green at least until the timer has run down, but the side road gives way early when no car
 * is there. Mistake: the side road turns green while the other is still yellow. */
void traffic(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  bit car = input(c, "car");
  bit ns_green = latch(c, 1, "ns_green"), ns_yellow = latch(c, 0, "ns_yellow");
  bit ew_green = latch(c, 0, "ew_green"), ew_yellow = latch(c, 0, "ew_yellow");
  struct word timer = word_latch(c, 2, 0, "timer");
  bit over = equals(c, &timer, 3);
  bit ns_leaves = and2(c, ns_green, and2(c, car, over));
  bit ew_leaves = and2(c, ew_green, or2(c, not1(car), over));
  bit ew_starts = buggy ? ns_leaves : ns_yellow;
  next(c, ns_green, or2(c, and2(c, ns_green, not1(ns_leaves)), ew_yellow));
  next(c, ns_yellow, ns_leaves);
  next(c, ew_green, or2(c, and2(c, ew_green, not1(ew_leaves)), ew_starts));
  next(c, ew_yellow, ew_leaves);
  struct word zero = constant(2, 0), up = increment(c, &timer);
  struct word running = word_mux(c, over, &timer, &up);
  struct word value = word_mux(
      c, or2(c, or2(c, ns_leaves, ew_leaves), or2(c, ns_yellow, ew_yellow)), &zero, &running);
  word_next(c, &timer, &value);
  bad(c, and2(c, or2(c, ns_green, ns_yellow), or2(c, ew_green, ew_yellow)), "collision");
  bit waits = from_now_on(c, and2(c, car, not1(ew_green)), "car_waits");
  justice(c, &waits, 1, "car_waits_for_ever");
}

/* A receiver of a four-phase handshake, with the sender's good manners as constraints: a request
 * and its data stay until they are acknowledged, and a new one comes only after the acknowledgement
 * is gone. Mistake: nobody demands that the data stay. */
void handshake(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  bit request = input(c, "request"), ready = input(c, "ready");
  struct word data = word_input(c, 2, "data");
  bit acknowledge = latch(c, 0, "acknowledge"), requested = latch(c, 0, "requested");
  struct word before = word_latch(c, 2, UNINITIALISED, "before"),
              taken = word_latch(c, 2, UNINITIALISED, "taken");
  next(c, requested, request);
  word_next(c, &before, &data);
  bit accept = and2(c, request, and2(c, ready, not1(acknowledge)));
  next(c, acknowledge, or2(c, accept, and2(c, acknowledge, request)));
  struct word value = word_mux(c, accept, &data, &taken);
  word_next(c, &taken, &value);
  constraint(c, implies(c, and2(c, requested, not1(acknowledge)), request), "request_stays");
  constraint(c, implies(c, and2(c, acknowledge, not1(requested)), not1(request)), "request_waits");
  if (!buggy)
    constraint(c, implies(c, and2(c, requested, request), equal(c, &data, &before)), "data_stays");
  bad(c, and2(c, and2(c, acknowledge, request), not1(equal(c, &taken, &data))), "wrong_data");
  fairness(c, ready, "ready_again");
  bit hangs = from_now_on(c, and2(c, request, not1(acknowledge)), "hangs");
  justice(c, &hangs, 1, "request_hangs");
}

/* Three philosophers; `who` (0 to 2) may take a fork or lay both down. Philosopher k has forks k
 * and k+1; all take their own fork first, except the last one. Mistake: there is no exception, so
 * that all can starve with one fork in hand. */
void philosophers(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  enum { PEOPLE = 3 };
  struct word who = word_input(c, 2, "who");
  bit first[PEOPLE], eats[PEOPLE]; /* holds the first fork only; holds both */
  for (unsigned k = 0; k < PEOPLE; k++) {
    first[k] = latch(c, 0, "hungry%u", k);
    eats[k] = latch(c, 0, "eats%u", k);
  }
  for (unsigned k = 0; k < PEOPLE; k++) {
    unsigned right = (k + 1) % PEOPLE, left = (k + 2) % PEOPLE;
    /* Fork k lies between k and the left neighbour, fork k+1 between k and the right neighbour. */
    bool reversed = k == PEOPLE - 1 && !buggy;
    bit left_has_mine = eats[left];
    if (left == PEOPLE - 1 && !buggy) left_has_mine = or2(c, left_has_mine, first[left]);
    bit right_has_its = eats[right];
    if (!(right == PEOPLE - 1 && !buggy)) right_has_its = or2(c, right_has_its, first[right]);
    bit one = reversed ? right_has_its : left_has_mine,
        two = reversed ? left_has_mine : right_has_its;
    bit thinks = not1(or2(c, first[k], eats[k])), moves = equals(c, &who, k);
    bit takes_first = and2(c, and2(c, moves, thinks), not1(one));
    bit takes_second = and2(c, and2(c, moves, first[k]), not1(two));
    next(c, first[k], or2(c, takes_first, and2(c, first[k], not1(takes_second))));
    next(c, eats[k], or2(c, takes_second, and2(c, eats[k], not1(moves))));
    fairness(c, moves, k == 0 ? "moves0" : k == 1 ? "moves1" : "moves2");
  }
  bad(c, two_of(c, eats, PEOPLE), "neighbours_eat");
  bit nobody = from_now_on(c, not1(or_all(c, eats, PEOPLE)), "nobody_eats");
  justice(c, &nobody, 1, "nobody_eats_for_ever");
}

/* A Gray code counter: from one step to the next at most one wire changes. Mistake: it can skip a
 * value. */
void gray(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  enum { WIDTH = 4 };
  bit skip = input(c, "skip");
  struct word count = word_latch(c, WIDTH, 0, "count"), before = word_latch(c, WIDTH, 0, "before");
  struct word up = increment(c, &count), twice = increment(c, &up), code = {.width = WIDTH};
  for (unsigned k = 0; k < WIDTH; k++)
    code.at[k] = k + 1 < WIDTH ? xor2(c, count.at[k], count.at[k + 1]) : count.at[k];
  struct word value = word_mux(c, buggy ? skip : FALSE_BIT, &twice, &up);
  word_next(c, &count, &value);
  word_next(c, &before, &code);
  bit changes[WIDTH];
  for (unsigned k = 0; k < WIDTH; k++) {
    output(c, code.at[k], "gray[%u]", k);
    changes[k] = xor2(c, code.at[k], before.at[k]);
  }
  bad(c, two_of(c, changes, WIDTH), "two_wires_change");
}

/* A token goes round five stations, and nobody keeps it for ever. Mistake: station 2 can pass the
 * token on and keep it as well. */
void ring(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  enum { STATIONS = 5 };
  bit pass = input(c, "pass"), cheat = input(c, "cheat"), token[STATIONS];
  for (unsigned k = 0; k < STATIONS; k++) token[k] = latch(c, k == 0, "token%u", k);
  for (unsigned k = 0; k < STATIONS; k++) {
    bit keeps = and2(c, token[k], buggy && k == 2 ? or2(c, not1(pass), cheat) : not1(pass));
    next(c, token[k], or2(c, keeps, and2(c, token[(k + STATIONS - 1) % STATIONS], pass)));
  }
  bad(c, two_of(c, token, STATIONS), "two_tokens");
  bad(c, not1(or_all(c, token, STATIONS)), "no_token");
  fairness(c, pass, "passes");
  bit never = from_now_on(c, not1(token[3]), "never3");
  justice(c, &never, 1, "station3_starves");
}

/* Two registers without reset that are loaded with the same word. They agree once they were loaded,
 * which the constraint makes happen in the first step; before, anything goes. Mistake: one bit of
 * the second is wired wrongly. */
void twins(struct circuit *c, unsigned n, bool buggy) {
  (void)n;
  bit load = input(c, "load");
  struct word word = word_input(c, 3, "word");
  struct word one = word_latch(c, 3, UNINITIALISED, "one"),
              two = word_latch(c, 3, UNINITIALISED, "two");
  bit started = latch(c, 0, "started");
  next(c, started, TRUE_BIT);
  struct word other = word;
  if (buggy) other.at[2] = or2(c, word.at[2], and2(c, word.at[1], word.at[0]));
  struct word new_one = word_mux(c, load, &word, &one), new_two = word_mux(c, load, &other, &two);
  word_next(c, &one, &new_one);
  word_next(c, &two, &new_two);
  constraint(c, or2(c, started, load), "load_first");
  bit differ = not1(equal(c, &one, &two));
  bad(c, and2(c, started, differ), "differ_when_loaded");
  bad(c, differ, "differ");
}
