#include "corpus/designs.h"

/* An n-bit counter whose flag is raised when it has been all ones for the first time, and stays.
 * Can the flag be down for ever? (FAIR, section III-E.) Variant: the counter can be stopped. */
void once_around(struct circuit *c, unsigned n, bool buggy) {
  bit go = buggy ? input(c, "go") : TRUE_BIT;
  struct word count = word_latch(c, n, 0, "count");
  bit around = latch(c, 0, "around");
  struct word up = increment(c, &count), value = word_mux(c, go, &up, &count);
  word_next(c, &count, &value);
  next(c, around, or2(c, around, and_all(c, count.at, n)));
  bit never = not1(around);
  justice(c, &never, 1, "never_around");
}

/* An n-bit counter that can jump forward to any larger value, and stays at all ones. Can it be
 * below that for ever? Variant: it can also jump to the value it has. */
void jumping(struct circuit *c, unsigned n, bool buggy) {
  struct word to = word_input(c, n, "to"), count = word_latch(c, n, 0, "count");
  bit forward = buggy ? not1(less(c, &to, &count)) : less(c, &count, &to),
      top = and_all(c, count.at, n);
  struct word up = increment(c, &count), on = word_mux(c, forward, &to, &up),
              value = word_mux(c, top, &count, &on);
  word_next(c, &count, &value);
  bit below = not1(top);
  justice(c, &below, 1, "never_at_top");
}

/* A server that works until it is done, and a watchdog of n bits that counts steps and sets the
 * server free when it is at the end. Can the server be busy for ever? Mistake: nobody has armed the
 * watchdog, which counts all the same, so that a loop would have 2^n steps if the watchdog had to
 * come back. */
void watchdog(struct circuit *c, unsigned n, bool buggy) {
  bit start = input(c, "start"), done = input(c, "done"), arm = buggy ? input(c, "arm") : TRUE_BIT;
  bit busy = latch(c, 0, "busy"), armed = latch(c, !buggy, "armed");
  struct word steps = word_latch(c, n, 0, "steps"), up = increment(c, &steps);
  bit set_free = and2(c, armed, and_all(c, steps.at, n));
  word_next(c, &steps, &up);
  next(c, armed, or2(c, armed, arm));
  next(c, busy, and2(c, or2(c, start, busy), not1(or2(c, and2(c, done, busy), set_free))));
  bit stuck = from_now_on(c, busy, "busy");
  justice(c, &stuck, 1, "busy_for_ever");
}

/* A source with three items and a chain of n queues with room for three each; in every step at most
 * one item moves on by one place. Can items move for ever? Variant: the last queue feeds the first
 * one again. */
void bounded_queues(struct circuit *c, unsigned n, bool buggy) {
  enum { PLACES_MAX = 64 };
  bit moves[PLACES_MAX], pick[PLACES_MAX];
  struct word place[PLACES_MAX]; /* 0 is the source, counting what is taken from it */
  if (n + 1 > PLACES_MAX) n = PLACES_MAX - 1;
  char name[16];
  for (unsigned k = 0; k <= n; k++) {
    snprintf(name, sizeof name, "queue%u", k);
    place[k] = word_latch(c, 2, k == 0, k == 0 ? "source" : name);
    pick[k] = input(c, "move%u", k);
  }
  bit free_turn = TRUE_BIT; /* nobody with a smaller number moves */
  for (unsigned k = 0; k <= n; k++) {
    bit has = not1(equals(c, &place[k], 0));
    bit room = k < n   ? not1(equals(c, &place[k + 1], 3))
               : buggy ? not1(equals(c, &place[1], 3))
                       : TRUE_BIT;
    moves[k] = and2(c, and2(c, free_turn, pick[k]), and2(c, has, room));
    free_turn = and2(c, free_turn, not1(moves[k]));
  }
  for (unsigned k = 0; k <= n; k++) {
    bit arrives = k ? moves[k - 1] : FALSE_BIT;
    if (buggy && k == 1) arrives = or2(c, arrives, moves[n]);
    struct word up = increment(c, &place[k]), down = decrement(c, &place[k]);
    struct word less_one = word_mux(c, and2(c, moves[k], not1(arrives)), &down, &place[k]);
    struct word value = word_mux(c, and2(c, arrives, not1(moves[k])), &up, &less_one);
    word_next(c, &place[k], &value);
  }
  bit busy = not1(free_turn);
  justice(c, &busy, 1, "items_move_for_ever");
}

/* NIM with three heaps of any n-bit size: two players take turns to take something from one heap.
 * Can a game go on for ever? Variant: taking nothing is allowed. */
void nim(struct circuit *c, unsigned n, bool buggy) {
  enum { HEAPS = 3 };
  struct word choice = word_input(c, 2, "heap"), left = word_input(c, n, "left");
  bit turn = latch(c, 0, "turn"), legal[HEAPS];
  static const char *const names[HEAPS] = {"heap0", "heap1", "heap2"};
  for (unsigned k = 0; k < HEAPS; k++) {
    struct word heap = word_latch(c, n, UNINITIALISED, names[k]);
    bit takes = buggy ? not1(less(c, &heap, &left)) : less(c, &left, &heap);
    legal[k] = and2(c, equals(c, &choice, k), takes);
    struct word value = word_mux(c, legal[k], &left, &heap);
    word_next(c, &heap, &value);
  }
  next(c, turn, xor2(c, turn, or_all(c, legal, HEAPS)));
  bit turns[2] = {turn, not1(turn)};
  justice(c, turns, 2, "game_goes_on");
}

/* Lamport's bakery for two processes with n-bit tickets: choose (look at the other's ticket, then
 * take the next number), wait for one's turn, be served, leave. One chooses only while the number
 * fits. Variant: nobody waits for one who is still choosing, so that both can be served at once. */
void bakery(struct circuit *c, unsigned n, bool buggy) {
  enum { IDLE, CHOOSING, WAITING, SERVED };
  bit who = input(c, "who"), wish = input(c, "wish"), moves[2] = {not1(who), who};
  struct word pc[2], pick[2], ticket[2];
  static const char *const names[3][2] = {
      {"pc0", "pc1"}, {"pick0", "pick1"}, {"ticket0", "ticket1"}};
  for (unsigned k = 0; k < 2; k++) {
    pc[k] = word_latch(c, 2, 0, names[0][k]);
    pick[k] = word_latch(c, n, 0, names[1][k]);
    ticket[k] = word_latch(c, n, 0, names[2][k]);
  }
  bit served[2], waiting[2];
  struct word zero = constant(n, 0);
  for (unsigned k = 0; k < 2; k++) {
    const struct word *mine = &ticket[k], *other = &ticket[1 - k];
    bit idle = equals(c, &pc[k], IDLE), choosing = equals(c, &pc[k], CHOOSING);
    waiting[k] = equals(c, &pc[k], WAITING);
    served[k] = equals(c, &pc[k], SERVED);
    bit starts = and2(c, idle, and2(c, wish, not1(and_all(c, other->at, n))));
    bit first = k == 0 ? not1(less(c, other, mine)) : less(c, mine, other);
    bit enters = and2(c, waiting[k], or2(c, equals(c, other, 0), first));
    if (!buggy) enters = and2(c, enters, not1(equals(c, &pc[1 - k], CHOOSING)));
    bit goes = and2(c, moves[k], or2(c, or2(c, starts, choosing), or2(c, enters, served[k])));
    struct word onwards = increment(c, &pc[k]), after = word_mux(c, goes, &onwards, &pc[k]);
    struct word number = increment(c, other),
                new_pick = word_mux(c, and2(c, goes, idle), &number, &pick[k]);
    struct word taken = word_mux(c, choosing, &pick[k], mine),
                kept = word_mux(c, served[k], &zero, &taken);
    struct word new_ticket = word_mux(c, goes, &kept, mine);
    word_next(c, &pc[k], &after);
    word_next(c, &pick[k], &new_pick);
    word_next(c, &ticket[k], &new_ticket);
  }
  bad(c, and2(c, served[0], served[1]), "both_served");
  fairness(c, moves[0], "process0_moves");
  fairness(c, moves[1], "process1_moves");
  bit starving = from_now_on(c, waiting[0], "waiting0");
  justice(c, &starving, 1, "process0_starves");
}

/* A binary tree of arbiters over n clients (a power of two): a node with two requesting sides gives
 * the grant to the side that did not have it last. Can client 0 ask for ever in vain? Variant: the
 * root always prefers one side. */
void tree_arbiter(struct circuit *c, unsigned n, bool buggy) {
  enum { CLIENTS_MAX = 64 };
  bit request[2 * CLIENTS_MAX] = {0}, grant[2 * CLIENTS_MAX] = {0}, last[2 * CLIENTS_MAX] = {0};
  if (n > CLIENTS_MAX) n = CLIENTS_MAX;
  /* Node 1 is the root, the children of k are 2k and 2k+1, the clients are n .. 2n-1. */
  for (unsigned k = 0; k < n; k++) request[n + k] = input(c, "request%u", k);
  for (unsigned k = 1; k < n; k++) last[k] = latch(c, 0, "last%u", k);
  for (unsigned k = n - 1; k > 0; k--) request[k] = or2(c, request[2 * k], request[2 * k + 1]);
  grant[1] = request[1];
  for (unsigned k = 1; k < n; k++) {
    bit prefers_right = buggy && k == 1 ? TRUE_BIT : not1(last[k]);
    bit right = mux(c, prefers_right, request[2 * k + 1],
                    and2(c, request[2 * k + 1], not1(request[2 * k])));
    grant[2 * k] = and2(c, grant[k], not1(right));
    grant[2 * k + 1] = and2(c, grant[k], right);
    next(c, last[k], mux(c, grant[k], right, last[k]));
  }
  for (unsigned k = 0; k < n; k++) output(c, grant[n + k], "grant%u", k);
  bad(c, two_of(c, grant + n, n), "two_grants");
  bit starving = from_now_on(c, and2(c, request[n], not1(grant[n])), "starving0");
  justice(c, &starving, 1, "client0_starves");
}

/* McMillan's synchronous arbiter of n cells: a token goes round; a cell that still requests when
 * the token comes by again overrides the daisy chain of priorities. Variant: the token does not
 * move on. */
void synchronous_arbiter(struct circuit *c, unsigned n, bool buggy) {
  enum { CELLS_MAX = 64 };
  bit request[CELLS_MAX], token[CELLS_MAX], persistent[CELLS_MAX], acknowledge[CELLS_MAX];
  if (n > CELLS_MAX) n = CELLS_MAX;
  for (unsigned k = 0; k < n; k++) {
    request[k] = input(c, "request%u", k);
    token[k] = latch(c, k + 1 == n, "token%u", k);
    persistent[k] = latch(c, 0, "persistent%u", k);
  }
  bit override = FALSE_BIT;
  for (unsigned k = 0; k < n; k++) override = or2(c, override, and2(c, token[k], persistent[k]));
  bit grant = not1(override);
  for (unsigned k = n; k-- > 0;) { /* cell 0 is the last of the daisy chain */
    bit overrides = and2(c, token[k], persistent[k]);
    acknowledge[k] = and2(c, request[k], or2(c, overrides, grant));
    grant = and2(c, grant, not1(request[k]));
    next(c, token[k], buggy ? token[k] : token[(k + n - 1) % n]);
    next(c, persistent[k], and2(c, request[k], or2(c, persistent[k], token[k])));
    output(c, acknowledge[k], "acknowledge%u", k);
  }
  bad(c, two_of(c, acknowledge, n), "two_acknowledged");
  bit starving = from_now_on(c, and2(c, request[0], not1(acknowledge[0])), "starving0");
  justice(c, &starving, 1, "cell0_starves");
}

/* `queues` queues of n-bit length share one server that visits them in turn. Can an item wait in
 * queue 0 for ever? Variant: the server stays with a queue until it is empty, and new items keep
 * coming. */
static void polled_queues(struct circuit *c, unsigned queues, unsigned n, bool buggy) {
  enum { QUEUES_MAX = 4 };
  static const char *const names[QUEUES_MAX] = {"length0", "length1", "length2", "length3"};
  bit turn[QUEUES_MAX], stays = FALSE_BIT, waits0 = FALSE_BIT;
  for (unsigned k = 0; k < queues; k++) turn[k] = latch(c, k == 1, "turn%u", k);
  for (unsigned k = 0; k < queues; k++) {
    struct word length = word_latch(c, n, 0, names[k]);
    bit empty = equals(c, &length, 0),
        arrives = and2(c, input(c, "arrives%u", k), not1(and_all(c, length.at, n)));
    bit leaves = and2(c, turn[k], not1(empty));
    struct word up = increment(c, &length), down = decrement(c, &length);
    struct word shorter = word_mux(c, and2(c, leaves, not1(arrives)), &down, &length);
    struct word value = word_mux(c, and2(c, arrives, not1(leaves)), &up, &shorter);
    word_next(c, &length, &value);
    if (buggy) stays = or2(c, stays, leaves);
    if (k == 0) waits0 = and2(c, not1(empty), not1(turn[0]));
    output(c, empty, "empty%u", k);
  }
  for (unsigned k = 0; k < queues; k++)
    next(c, turn[k], mux(c, stays, turn[k], turn[(k + queues - 1) % queues]));
  bad(c, two_of(c, turn, queues), "two_turns");
  bit starving = from_now_on(c, waits0, "waits0");
  justice(c, &starving, 1, "queue0_starves");
}

void two_queues(struct circuit *c, unsigned n, bool buggy) { polled_queues(c, 2, n, buggy); }
void four_queues(struct circuit *c, unsigned n, bool buggy) { polled_queues(c, 4, n, buggy); }
