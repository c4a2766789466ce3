/* The parent: starts children, listens to them, and delivers what they report. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "certifier/cli/worker_link.h"

#include "certifier/cli/program.h"
#include "certifier/process/temporary.h"
#include "checker/effort/effort.h"
#include "checker/system/lessons.h"
#include "formats/support/escape.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child at work. */
struct runner {
  pid_t pid; /* 0: this place is free */
  struct job job;
  struct link link;
  char *temporary; /* shared with the child; kept for the next one */
  bool crowded;    /* others were at work beside it */
  bool reported;
  double dismissed; /* when it was told to end because nobody needs it any more; 0: it was not */
  long oom_kills;   /* of the system, when it was started */
};

/* What has become of job k. */
struct fate {
  bool delivered, started, over, again; /* again: once more, when nobody else is at work */
  unsigned racers, alive;
  int claimed; /* the racer that may give a verdict; -1: none yet */
  bool has_report, is_lost, lost_to_memory, crowded_out;
  struct job_report report;
  struct pass pass; /* the second one, if there are two */
  char why[80];
};

struct crew {
  const struct jobs *jobs;
  struct runner *runners; /* jobs->width */
  unsigned running;
  struct fate *fates;
  bool first_pass;
  struct lesson_book book;
  size_t next;      /* the first job that this pass has not looked at */
  size_t delivered; /* jobs whose report was delivered: with any_order, their number */
  bool passed_on;   /* the signal, to those at work */
  bool over;        /* nothing more is wanted */
  bool failed;      /* no child could be started */
};

unsigned processors(void) {
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return count < 1 ? 1 : count > MOST_JOBS ? MOST_JOBS : (unsigned)count;
}

/* How many processes the kernel has killed for lack of memory; -1: it does not say. */
static long oom_kills(void) {
  char line[128];
  long count = -1;
  FILE *file = fopen("/proc/vmstat", "r");
  while (file && count < 0 && fgets(line, sizeof line, file))
    if (strncmp(line, "oom_kill ", 9) == 0) count = strtol(line + 9, NULL, 10);
  if (file) fclose(file);
  return count;
}

/* --- starting --------------------------------------------------------------------------------- */

/* The ends are closed in programs that the child starts, so that its end is seen. */
static bool open_pipe(int ends[2]) {
  if (pipe(ends) != 0) return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return true;
}

static void close_pipe(int ends[2]) {
  for (int k = 0; k < 2; k++) {
    if (ends[k] >= 0) close(ends[k]);
    ends[k] = -1;
  }
}

static void close_link(struct link *link) {
  close_pipe(link->messages);
  close_pipe(link->answers);
}

static bool open_link(struct link *link) {
  *link = (struct link){.messages = {-1, -1}, .answers = {-1, -1}};
  if (open_pipe(link->messages) && open_pipe(link->answers)) return true;
  close_link(link);
  return false;
}

static bool have_page(struct runner *r) {
  if (!r->temporary) {
    void *page =
        mmap(NULL, TEMPORARY_NAME, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return false;
    r->temporary = page;
  }
  r->temporary[0] = 0;
  return true;
}

/* In the child. The pipes of the others are none of its business. */
_Noreturn static void become_worker(struct crew *crew, struct runner *r, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  for (unsigned k = 0; k < crew->jobs->width; k++)
    if (crew->runners[k].pid > 0) close_link(&crew->runners[k].link);
  close(r->link.messages[0]);
  close(r->link.answers[1]);
  worker_main(crew->jobs, &r->job, r->temporary);
}

static struct runner *free_runner(struct crew *crew) {
  struct runner *r = crew->runners;
  while (r->pid) r++;
  return r;
}

static bool start(struct crew *crew, size_t k, unsigned racer, unsigned racers) {
  struct runner *r = free_runner(crew);
  pid_t parent = getpid();
  if (!have_page(r) || !open_link(&r->link)) return false;
  r->job = (struct job){.k = k, .racer = racer, .racers = racers, .link = &r->link};
  r->job.pass = crew->first_pass ? (struct pass){.first = true} : crew->fates[k].pass;
  r->reported = false;
  r->dismissed = 0;
  r->oom_kills = oom_kills();
  fflush(NULL);
  sigset_t before;
  hold_signals(&before);
  pid_t pid = fork();
  if (pid == 0) become_worker(crew, r, parent);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (pid < 0) {
    close_link(&r->link);
    return false;
  }
  r->pid = pid;
  close(r->link.messages[1]);
  r->link.messages[1] = -1;
  r->crowded = ++crew->running > 1;
  for (unsigned other = 0; r->crowded && other < crew->jobs->width; other++)
    crew->runners[other].crowded = true;
  return true;
}

/* --- ends ------------------------------------------------------------------------------------- */

/* Why the child ended early. memory_exhausted and the validator's library end with status 2, and
 * nothing else in a child does. */
static bool was_memory(int status, char *why, size_t size) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2) {
    snprintf(why, size, "out of memory");
    return true;
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    snprintf(why, size, "killed, as the system does when it is out of memory");
    return true;
  }
  if (WIFSIGNALED(status))
    snprintf(why, size, "internal error: signal %d", WTERMSIG(status));
  else
    snprintf(why, size, "internal error: exit status %d", WEXITSTATUS(status));
  return false;
}

/* Would there have been memory for it alone? Of those that are killed only if the kernel did it. */
static bool was_crowded_out(const struct crew *crew, const struct runner *r, int status) {
  if (!r->crowded || crew->over) return false;
  if (WIFEXITED(status)) return WEXITSTATUS(status) == 2 && crew->jobs->memory == 0;
  return r->oom_kills >= 0 && oom_kills() > r->oom_kills;
}

static void report_free(struct job_report *report) {
  free(report->text);
  free(report->aside);
  lits_free(&report->lessons);
}

/* The racer with the claim has reported, or nobody is at work on it any more. */
static void job_is_over(const struct jobs *jobs, const struct fate *fates, struct fate *fate) {
  bool claimed = fate->claimed >= 0;
  bool crashed = fate->is_lost && !fate->lost_to_memory;
  if (fate->has_report && (claimed || !crashed)) fate->is_lost = false;
  fate->again = fate->is_lost && !claimed && fate->crowded_out;
  fate->over = !fate->again && !(fate->has_report && fate->report.unfinished);
  if (jobs->live) live_end(jobs->live, (size_t)(fate - fates));
}

static void note_loss(struct crew *crew, const struct runner *r, int status) {
  struct fate *fate = &crew->fates[r->job.k];
  bool claimed_by_other = fate->claimed >= 0 && fate->claimed != (int)r->job.racer;
  if (claimed_by_other || fate->over) return;
  char why[sizeof fate->why];
  bool memory = was_memory(status, why, sizeof why);
  fate->crowded_out = fate->crowded_out || was_crowded_out(crew, r, status);
  if (fate->is_lost && memory) return; /* what is said is the worst */
  fate->is_lost = true;
  fate->lost_to_memory = memory;
  memcpy(fate->why, why, sizeof why);
}

/* The child is ending, or was killed. */
static void reap(struct crew *crew, struct runner *r) {
  int status = 0;
  pid_t pid = r->pid;
  struct fate *fate = &crew->fates[r->job.k];
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  close_link(&r->link);
  r->pid = 0;
  crew->running--;
  temporary_remove_at(r->temporary);
  if (!r->reported) {
    crew->jobs->clean(crew->jobs->context, r->job.k, (long)pid);
    note_loss(crew, r, status);
  }
  if (--fate->alive == 0 && !fate->over) job_is_over(crew->jobs, crew->fates, fate);
}

static void end_runner(struct crew *crew, struct runner *r) {
  kill(r->pid, SIGKILL);
  reap(crew, r);
}

/* It has nothing in its final place without a claim, and removes what it began; who does not react
 * is killed (end_the_slow). */
static void dismiss(struct runner *r) {
  if (r->dismissed > 0) return;
  r->dismissed = monotonic_seconds();
  kill(r->pid, SIGUSR1);
}

static void end_the_slow(struct crew *crew) {
  const double patience = second_signal() ? 0 : 1;
  for (unsigned k = 0; k < crew->jobs->width; k++) {
    struct runner *r = &crew->runners[k];
    if (r->pid && r->dismissed > 0 && monotonic_seconds() >= r->dismissed + patience)
      end_runner(crew, r);
  }
}

static void dismiss_all(struct crew *crew) {
  crew->over = true;
  for (unsigned k = 0; k < crew->jobs->width; k++)
    if (crew->runners[k].pid) dismiss(&crew->runners[k]);
}

static void dismiss_rivals(struct crew *crew, const struct runner *winner) {
  for (unsigned k = 0; k < crew->jobs->width; k++) {
    struct runner *r = &crew->runners[k];
    if (r->pid && r != winner && r->job.k == winner->job.k) dismiss(r);
  }
}

/* --- which jobs are at work --------------------------------------------------------------------
 */

/* How many racers job k gets: its share of the free places among the jobs that wait. */
static unsigned racers_for(const struct crew *crew, size_t k) {
  const struct jobs *jobs = crew->jobs;
  if (crew->first_pass) return 1;
  size_t share = (jobs->width - crew->running) / (jobs->count - k);
  unsigned most = jobs->racers ? jobs->racers(jobs->context, k) : 1;
  return share < 2 ? 1 : share < most ? (unsigned)share : most;
}

static void show_begin(const struct jobs *jobs, size_t k) {
  if (jobs->live && jobs->live->on) live_begin(jobs->live, k, jobs->what(jobs->context, k));
}

static void end_job(struct crew *crew, size_t k) {
  for (unsigned r = 0; r < crew->jobs->width; r++)
    if (crew->runners[r].pid && crew->runners[r].job.k == k) end_runner(crew, &crew->runners[r]);
}

/* Racers are useless without one of them: then there is no race. No child at all is a failure,
 * unless others will make room. */
static void start_job(struct crew *crew, size_t k, unsigned racers) {
  struct fate *fate = &crew->fates[k];
  report_free(&fate->report);
  *fate = (struct fate){.started = true, .racers = racers, .claimed = -1, .pass = fate->pass};
  while (fate->alive < racers && start(crew, k, fate->alive, racers)) fate->alive++;
  if (fate->alive == racers) {
    show_begin(crew->jobs, k);
    return;
  }
  end_job(crew, k);
  if (racers > 1) {
    start_job(crew, k, 1);
    return;
  }
  fate->started = false;
  crew->failed = crew->running == 0;
}

static void start_again(struct crew *crew) {
  for (size_t k = 0; k < crew->next && !crew->running && !crew->failed; k++)
    if (crew->fates[k].again) start_job(crew, k, 1);
}

static bool learns(const struct jobs *jobs, size_t k) {
  return jobs->learns && jobs->learns(jobs->context, k);
}

static bool has_first_pass(const struct jobs *jobs) {
  size_t learners = 0;
  for (size_t k = 0; k < jobs->count && learners < 2; k++) learners += learns(jobs, k);
  return learners == 2;
}

/* Nobody is at work: those that the first pass left open, and those that do not learn. */
static void start_second_pass(struct crew *crew) {
  const struct jobs *jobs = crew->jobs;
  for (size_t k = 0; k < jobs->count; k++) {
    const struct lits *lessons = &crew->fates[k].report.lessons;
    lesson_book_add(&crew->book, lessons->at, lessons->size, jobs->most_lessons);
  }
  for (size_t k = 0; k < jobs->count; k++) {
    struct fate *fate = &crew->fates[k];
    if (fate->has_report && fate->report.unfinished)
      fate->pass = (struct pass){.lessons = &crew->book.lessons,
                                 .seconds = fate->report.seconds,
                                 .ticks = fate->report.ticks};
  }
  crew->first_pass = false;
  crew->next = 0;
}

static bool is_in_pass(const struct crew *crew, size_t k) {
  return crew->first_pass ? learns(crew->jobs, k) : !crew->fates[k].over;
}

static void start_more(struct crew *crew) {
  while (crew->next < crew->jobs->count && crew->running < crew->jobs->width && !crew->failed) {
    if (is_in_pass(crew, crew->next)) {
      start_job(crew, crew->next, racers_for(crew, crew->next));
      if (!crew->fates[crew->next].started) return;
    }
    crew->next++;
  }
  if (!crew->running) start_again(crew);
}

static void start_next(struct crew *crew) {
  start_more(crew);
  if (crew->running || crew->failed || !crew->first_pass) return;
  start_second_pass(crew);
  start_more(crew);
}

/* --- messages --------------------------------------------------------------------------------- */

static void on_claim(struct crew *crew, struct runner *r) {
  struct fate *fate = &crew->fates[r->job.k];
  char answer = CLAIM_REFUSED;
  if (fate->claimed < 0 && r->dismissed <= 0) {
    fate->claimed = (int)r->job.racer;
    answer = CLAIM_GRANTED;
  }
  link_write(r->link.answers[1], &answer, 1);
  if (answer == CLAIM_GRANTED) dismiss_rivals(crew, r);
}

/* Is this report the one to deliver? */
static bool is_better(const struct fate *fate, const struct runner *r,
                      const struct job_report *report) {
  if (fate->claimed >= 0) return fate->claimed == (int)r->job.racer;
  return !fate->has_report || (report->serious && !fate->report.serious);
}

static void on_report(struct crew *crew, struct runner *r, struct job_report *report) {
  struct fate *fate = &crew->fates[r->job.k];
  r->reported = true;
  if (is_better(fate, r, report)) {
    struct job_report old = fate->report;
    fate->report = *report;
    fate->has_report = true;
    *report = old;
  }
  report_free(report);
  if (fate->claimed == (int)r->job.racer && !fate->over) job_is_over(crew->jobs, crew->fates, fate);
}

static char *read_text(int from, uint64_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  char *text = memory_alloc(size + 1, 1);
  text[size] = 0;
  if (link_read(from, text, size)) return text;
  free(text);
  return NULL;
}

static void show_progress(const struct jobs *jobs, size_t k, const char *bytes, size_t size) {
  struct progress progress;
  if (!jobs->live || size != sizeof progress) return;
  memcpy(&progress, bytes, size);
  progress.doing[sizeof progress.doing - 1] = 0;
  progress.engine[sizeof progress.engine - 1] = 0;
  live_tell(jobs->live, k, &progress);
}

static bool read_lessons(int from, uint64_t bytes, struct lits *lessons) {
  *lessons = (struct lits){0};
  size_t size = (size_t)bytes / sizeof *lessons->at;
  if (bytes > SIZE_MAX / 2) return false;
  if (size == 0) return true;
  lessons->at = memory_alloc(size, sizeof *lessons->at);
  lessons->size = lessons->capacity = size;
  return link_read(from, lessons->at, size * sizeof *lessons->at) &&
         lessons->at[size - 1] == LESSON_END;
}

/* False: the child has ended, or does not make sense. */
static bool take_message(struct crew *crew, struct runner *r) {
  struct header header;
  int from = r->link.messages[0];
  if (r->reported || !link_read(from, &header, sizeof header)) return false;
  struct job_report report = {.flags = header.flags,
                              .stop = header.stop,
                              .serious = header.serious,
                              .unfinished = header.unfinished,
                              .seconds = header.seconds,
                              .ticks = header.ticks,
                              .size = header.size,
                              .aside_size = header.aside_size};
  report.text = read_text(from, header.size);
  if (report.text) report.aside = read_text(from, header.aside_size);
  bool good = report.aside && read_lessons(from, header.lessons_size, &report.lessons);
  if (good && header.kind == MESSAGE_REPORT) {
    on_report(crew, r, &report);
    return true;
  }
  if (good && header.kind == MESSAGE_CLAIM) on_claim(crew, r);
  if (good && header.kind == MESSAGE_PROGRESS)
    show_progress(crew->jobs, r->job.k, report.text, header.size);
  report_free(&report);
  return good;
}

/* Waits for messages, or until it is time to look for signals. */
static void listen(struct crew *crew) {
  enum { MILLISECONDS = 100 };
  unsigned width = crew->jobs->width;
  struct pollfd *polls = memory_zeroed(width, sizeof *polls);
  for (unsigned k = 0; k < width; k++) {
    const struct runner *r = &crew->runners[k];
    polls[k] = (struct pollfd){.fd = r->pid ? r->link.messages[0] : -1, .events = POLLIN};
  }
  int ready = poll(polls, width, MILLISECONDS);
  for (unsigned k = 0; ready > 0 && k < width; k++) {
    struct runner *r = &crew->runners[k];
    /* A rival of one that was just heard may be gone. */
    if (!polls[k].revents || !r->pid || r->link.messages[0] != polls[k].fd) continue;
    if (!take_message(crew, r)) reap(crew, r);
  }
  free(polls);
}

/* --- delivery --------------------------------------------------------------------------------- */

static bool deliver(const struct jobs *jobs, size_t k, const struct fate *fate) {
  if (jobs->live) live_clear(jobs->live);
  if (fate->is_lost) return jobs->lost(jobs->context, k, fate->why, fate->lost_to_memory);
  fwrite(fate->report.aside, 1, fate->report.aside_size, stderr);
  fflush(stderr);
  return jobs->done(jobs->context, k, &fate->report) && !fate->report.stop;
}

static void deliver_any(struct crew *crew) {
  for (size_t k = 0; k < crew->jobs->count && !crew->over; k++) {
    struct fate *fate = &crew->fates[k];
    if (!fate->over || fate->delivered) continue;
    fate->delivered = true;
    crew->delivered++;
    crew->over = !deliver(crew->jobs, k, fate);
  }
}

static void deliver_all(struct crew *crew) {
  if (crew->jobs->any_order) {
    deliver_any(crew);
    return;
  }
  while (crew->delivered < crew->jobs->count && crew->fates[crew->delivered].over) {
    size_t k = crew->delivered++;
    if (deliver(crew->jobs, k, &crew->fates[k])) continue;
    crew->over = true;
    return;
  }
}

/* --- signals ---------------------------------------------------------------------------------- */

static void pass_on_signal(struct crew *crew) {
  for (unsigned k = 0; k < crew->jobs->width; k++)
    if (crew->runners[k].pid) kill(crew->runners[k].pid, SIGUSR1);
}

static void mind_signals(struct crew *crew) {
  if (second_signal()) {
    crew->over = true;
  } else if (interrupt_all_requested() && !crew->passed_on) {
    crew->passed_on = true; /* who is started from now on knows it already */
    pass_on_signal(crew);
  } else if (take_skip()) {
    pass_on_signal(crew);
    if (crew->jobs->skipped) crew->jobs->skipped(crew->jobs->context);
  }
}

static void crew_free(struct crew *crew) {
  for (unsigned k = 0; k < crew->jobs->width; k++)
    if (crew->runners[k].temporary) munmap(crew->runners[k].temporary, TEMPORARY_NAME);
  for (size_t k = 0; k < crew->jobs->count; k++) report_free(&crew->fates[k].report);
  lesson_book_free(&crew->book);
  free(crew->runners);
  free(crew->fates);
}

bool jobs_run(const struct jobs *jobs) {
  struct crew crew = {.jobs = jobs,
                      .runners = memory_zeroed(jobs->width, sizeof *crew.runners),
                      .fates = memory_zeroed(jobs->count, sizeof *crew.fates)};
  int error = 0;
  crew.first_pass = has_first_pass(jobs);
  defer_second_signal(true);
  while (!crew.over && !crew.failed && crew.delivered < jobs->count) {
    mind_signals(&crew);
    if (!crew.over) start_next(&crew);
    error = errno;
    if (!crew.over && crew.running) listen(&crew);
    end_the_slow(&crew);
    deliver_all(&crew);
    if (jobs->live) live_draw(jobs->live);
  }
  if (jobs->live) live_clear(jobs->live);
  dismiss_all(&crew);
  while (crew.running) {
    listen(&crew);
    end_the_slow(&crew);
  }
  crew_free(&crew);
  defer_second_signal(false);
  errno = error;
  return !crew.failed;
}
