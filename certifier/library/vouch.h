/* libvouch: a model checker that proves what it says, as a C library.
 *
 *   vouch_error error;
 *   vouch_model *model = vouch_open_file("arbiter.aag", &error);
 *   long k = model ? vouch_add_formula(model, "AG(r1 -> AF g1)", &error) : -1;
 *   vouch_result *result = k >= 0 ? vouch_check(model, (size_t)k, NULL, NULL, &error) : NULL;
 *   if (!result) .. error.text ..
 *   if (vouch_result_verdict(result) == VOUCH_FAILS) .. vouch_result_text(result, ..) ..
 *   vouch_result_free(result);
 *   vouch_close(model);
 *
 * docs/library.md has a complete program.
 *
 * A verdict comes with a certificate. The certificate is what counts: hand it, with the model, to
 * the program vouch-validate, which shares no code with this library, and believe that.
 *
 * Processes. All that reads models and formulas, decides, proves and explains happens in a child
 * process that the call starts with fork() and waits for. So lack of memory, or a mistake in an
 * engine, costs one call, which says so, and never the program that made it; no call ends the
 * program, prints anything, changes signal handlers, or keeps files open. The child has none of the
 * program's descriptors, runs none of its exit handlers, and ends with the program. With a
 * certificate beyond 100 kB that carries no proofs, with "validate" "always" and for "proofs" of
 * hard obligations, it starts other programs: vouch-validate; kissat and drat-trim.
 *
 * Threads. There is no state but that of models and results. Calls with different models may run at
 * the same time. Calls that take a `const vouch_model *` may run at the same time with one model,
 * vouch_check among them; the others want it for themselves. (The child of a program with several
 * threads allocates memory, which the C library of GNU allows.)
 *
 * Ownership. Texts that are passed in are copied. Texts that are returned belong to the model or
 * result, end with a NUL, are UTF-8 or whatever bytes the model has for names, and live as long as
 * it does. Control characters in them are not escaped.
 *
 * This is version 0 of the interface: it may change as long as VOUCH_ABI is 0. */
#ifndef VOUCH_H
#define VOUCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define VOUCH_API __attribute__((visibility("default")))
#else
#define VOUCH_API
#endif

#define VOUCH_ABI 0

/* The version of the library, "MAJOR.MINOR.PATCH". */
VOUCH_API const char *vouch_version(void);

/* What went wrong: one sentence with file and line where there is one. Filled in when a call says
 * that it failed, and untouched otherwise. Every call takes NULL, too. */
typedef struct vouch_error {
  char text[1024];
} vouch_error;

/* --- models and properties ---------------------------------------------------------------------
 */

typedef struct vouch_model vouch_model;

/* An AIGER 1.9 model, ASCII or binary, perhaps packed with gzip. It is read now, completely; what
 * happens to the file afterwards does not matter. NULL: it is none, or cannot be read. */
VOUCH_API vouch_model *vouch_open_file(const char *path, vouch_error *error);
/* The same from memory, which is copied; `name` is what messages call it. */
VOUCH_API vouch_model *vouch_open_memory(const char *name, const void *bytes, size_t size,
                                         vouch_error *error);
VOUCH_API void vouch_close(vouch_model *model); /* NULL is allowed */

/* Adds a CTL, LTL or CTL* formula (docs/properties.md). Returns its number, -1: it is no formula of
 * this model. */
VOUCH_API long vouch_add_formula(vouch_model *model, const char *formula, vouch_error *error);
/* Adds all formulas of a property file. Returns the number of the first one; they are behind each
 * other. -1: none was added. */
VOUCH_API long vouch_add_file(vouch_model *model, const char *path, vouch_error *error);

/* Properties are numbered from 0: first the bad and justice properties of the model (its outputs if
 * it has neither), in the order of the file, then what was added. */
VOUCH_API size_t vouch_num_properties(const vouch_model *model);
/* "bad 0", "output 1", "justice 2", or the formula in canonical form: what vouch-validate takes for
 * --property or --formula. NULL: there is no such property. */
VOUCH_API const char *vouch_property(const vouch_model *model, size_t number);
/* A formula as its author wrote it; NULL: it is none. */
VOUCH_API const char *vouch_property_written(const vouch_model *model, size_t number);
/* Its name in the model or the property file; NULL: it has none. */
VOUCH_API const char *vouch_property_name(const vouch_model *model, size_t number);

typedef enum vouch_verdict { VOUCH_UNKNOWN, VOUCH_HOLDS, VOUCH_FAILS } vouch_verdict;
/* What #PASS or #FAIL of its file announce; VOUCH_UNKNOWN: nothing. */
VOUCH_API vouch_verdict vouch_property_expected(const vouch_model *model, size_t number);

/* Settings of all later checks, by name, as the options of `vouch check`:
 *
 *   timeout       seconds of wall-clock time per property, with a fraction; 0: no limit (default)
 *   memory        megabytes that a check may use; 0: no limit (default)
 *   proofs        yes: an LRAT proof of every obligation in the certificate; no (default)
 *   jobs          proofs made at a time, 1 to 64 (default: 1)
 *   validate      when vouch-validate must have accepted the certificate before there is a verdict:
 *                 auto (default: certificates without proofs of more than 100 kB), always, never
 *   validator     its path (default: beside the program, or in PATH)
 *   state-inputs  which inputs are part of the state for formulas: observed (default), all
 *   engine        names of engines, separated by commas
 *   set           NAME=VALUE for a constant of the engines; other constants keep their values
 *   seed          of everything random (default: 0)
 *
 * Returns 0; -1: there is no such setting, or no such value, and nothing has changed. */
VOUCH_API int vouch_set(vouch_model *model, const char *name, const char *value,
                        vouch_error *error);

/* --- checks ------------------------------------------------------------------------------------
 */

typedef struct vouch_result vouch_result;

/* Called several times a second in the thread that called vouch_check. `doing` is a word or two:
 * "checking", "proving"; `seconds` since the call. Not 0: the check is to end, promptly, and its
 * verdict is unknown. The function must not leave by longjmp or an exception. */
typedef int vouch_progress(void *context, size_t number, const char *doing, double seconds);

/* Decides property `number`, and certifies the verdict. `progress` may be NULL. NULL: there is no
 * such property, or no process could be started. Everything else that can happen is a result whose
 * verdict is unknown and whose reason says why. The same model, property and settings give the same
 * certificate, byte by byte. */
VOUCH_API vouch_result *vouch_check(const vouch_model *model, size_t number,
                                    vouch_progress *progress, void *context, vouch_error *error);
VOUCH_API void vouch_result_free(vouch_result *result); /* NULL is allowed */

/* VOUCH_HOLDS and VOUCH_FAILS only if there is a certificate that the validator's reader took. */
VOUCH_API vouch_verdict vouch_result_verdict(const vouch_result *result);
/* Why the verdict is unknown: "time is over", "interrupted", "out of memory", ..; "" otherwise. */
VOUCH_API const char *vouch_result_reason(const vouch_result *result);
/* 1: vouch-validate, in a process of its own, has accepted the certificate; 0: it was not asked. */
VOUCH_API int vouch_result_validated(const vouch_result *result);
/* Wall-clock time of the check. */
VOUCH_API double vouch_result_seconds(const vouch_result *result);

typedef enum vouch_text {
  VOUCH_CERTIFICATE, /* for vouch-validate; there is one of every verdict but unknown */
  VOUCH_WITNESS,     /* AIGER witness: of bad, output and justice properties that fail, unless a
                        loop that closes on all latches is too long */
  VOUCH_EXPLANATION, /* in words, for people: docs/explain.md. It retells the certificate and is no
                        evidence */
  VOUCH_STORY        /* the same as one JSON object: claims, paths step by step, invariant */
} vouch_text;
/* The text and, unless `size` is NULL, its length without the NUL behind it. NULL: there is none.
 */
VOUCH_API const char *vouch_result_text(const vouch_result *result, vouch_text which, size_t *size);

/* The runs that the verdict shows: of a property that fails the counterexample, of a branching one
 * every path; of a property that holds examples of what it says to exist. */
VOUCH_API size_t vouch_result_num_paths(const vouch_result *result);
/* Path 0 .. num_paths-1 as value change dump (IEEE 1364). NULL: there is none. */
VOUCH_API const char *vouch_result_vcd(const vouch_result *result, size_t path, size_t *size);

#ifdef __cplusplus
}
#endif

#endif
