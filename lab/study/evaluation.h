#pragma once
/*
 * `lab evaluate`: evaluators on sets of rolled-out decisions, and what is reported of them.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/player_spec.h"
#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/board/outputs.h"
#include "lab/sets/rollout_set.h"
#include "lab/study/benchmark.h"

/* ---- an evaluator (evaluation_source.c) ---------------------------------------- */

/*
 * The evaluator in a benchmark: gives cubeless money outputs of the candidates of one
 * decision. Described like a player (arena_player.h):
 *
 *   FILE.net           the net alone, 0-ply
 *   FOLDER             our engine: ply=N, net=small, and filter=NAME, without which all
 *                      candidates are evaluated at full ply; candidates=KEPT/WINDOW
 *                      and leaf-candidates=KEPT/WINDOW (strength.h). Or level=LEVEL
 *                      (level.h), which evaluates and plays as in a game, but with a
 *                      dead cube
 *   gnubg              GNU Backgammon: ply=N, prune=yes|no, program=PATH
 *
 * For one thread.
 */

struct evaluation_source;

struct evaluation_source *evaluation_source_open(const char *spec, struct error *err);
void evaluation_source_close(struct evaluation_source *source); /* may be NULL */

/* Evaluates `count` candidates, at most ROLLOUT_CANDIDATES_MAX (rollout_set.h): out[i] gets the
 * outputs of mine, who has just moved in after[i]. Returns the index of the one that it
 * would play: the best of those searched deepest. Returns -1 with `err` if the other
 * program fails. */
int evaluation_source_value(struct evaluation_source *source,
                            const struct position *after, int count,
                            struct outputs *out, struct error *err);

/* ---- a result as a line (evaluation_record.c) ---------------------------------- */

/*
 * An evaluator's result for one decision, as a line of a file (line_file.h), so that a
 * stopped benchmark continues with the missing decisions:
 *
 *     EVALUATOR NUMBER SECONDS CHOSEN CANDIDATES WIN GAMMON BACKGAMMON LOST-G LOST-BG ... .
 *
 * EVALUATOR is 16 hexadecimal digits; there are five numbers for each candidate.
 */

enum { EVALUATION_DECISIONS_MAX = 10000000 };

struct evaluation_record {
    uint64_t evaluator; /* digest of the evaluator: its name and its weights */
    int number;         /* of the decision, from 0 */
    double seconds;     /* of processor time */
    int chosen;         /* index of the candidate it would play */
    int count;          /* of candidates, 1.. */
    struct outputs value[ROLLOUT_CANDIDATES_MAX];
};

/* Reads a line without its end. Returns false if it is malformed. */
bool evaluation_record_read(const char *line, struct evaluation_record *record);

/* Writes a line that keeps all bits of the values. Returns false if writing failed. */
bool evaluation_record_write(FILE *file, const struct evaluation_record *record);

/* ---- an evaluator on all decisions (evaluation_run.c) -------------------------- */

/*
 * Runs one evaluator on the decisions of a rollout set: on several threads, each result
 * written to a file at once, until done or stopped by a signal or a time limit.
 */

enum { EVALUATION_THREADS_MAX = 64 };

/* How far a run is. */
struct evaluation_state {
    int done;          /* decisions that have a record */
    double per_second; /* in this run */
    const struct evaluation_record *records;
};

struct evaluation {
    const char *name; /* for errors */
    const char *spec; /* of evaluation_source_open() */
    uint64_t digest;  /* in its records, as evaluation_record.evaluator */
    const struct rollout_set *set;
    int threads;             /* 1 to EVALUATION_THREADS_MAX */
    FILE *file;              /* gets a line for each decision; NULL: none */
    const atomic_bool *stop; /* begin no other decision when it becomes true */
    double ends;             /* nor after this work_now(), but for the first one */
    void *context;

    /* Called several times a second from evaluation_run()'s thread, once a decision of
     * this run is done. */
    void (*report)(void *context, const struct evaluation_state *state);
};

/* Fills those of `records` (one for each decision of the set, in order) that have count
 * 0. Stopped, it leaves some of them so. False with `err`. */
bool evaluation_run(const struct evaluation *evaluation,
                    struct evaluation_record *records, struct error *err);

/* Figures of the records that are there. */
struct benchmark_sums evaluation_record(const struct rollout_set *set,
                                        const struct evaluation_record *records);

/* The values of a record for decision `n` beside the rollout's; returns the number of
 * candidates. */
int evaluation_candidates(const struct rollout_set *set, int n,
                          const struct evaluation_record *record,
                          struct rollout_candidate candidates[ROLLOUT_CANDIDATES_MAX]);

/* ---- reports (evaluation_report.c) ----------------------------------------------- */

/*
 * What `lab evaluate` reports of evaluators on a set of rolled-out decisions: Markdown tables,
 * of all and by class of position, or a line of JSON.
 */

/* An evaluator's results. */
struct evaluation_verdict {
    char name[PLAYER_NAME_SIZE]; /* as tables show it */
    double ms;                   /* a decision */
    bool shows_ms;               /* not if its time is another process's */
    double *losses;              /* by decision; the caller's */
    struct benchmark_sums all;
    struct benchmark_sums by_first; /* the first one's values being the truth */
    struct benchmark_sums by_class[BENCHMARK_CLASSES];
};

struct evaluation_report {
    const char *file;
    int decisions;
    int count;
    const struct evaluation_verdict *verdicts;
    const struct benchmark_sums *perfect; /* a perfect player's; NULL: not known */
};

void evaluation_report_print(const struct evaluation_report *report, FILE *out);
void evaluation_report_json(const struct evaluation_report *report, FILE *out);

/* ---- cube actions (evaluation_cubes.c) ------------------------------------------- */

/*
 * Runs evaluators on a set of cube actions (cube_set.h), and reports how good they are.
 */

struct evaluation_cubes {
    const char *file;
    const char *const *names; /* of the evaluators, as they were typed */
    const char *const *specs; /* the same with the folder of weights (named_player.h) */
    int count;
    int threads; /* 1 to EVALUATION_THREADS_MAX */
    bool is_json;
    const atomic_bool *stop; /* stop when it becomes true */
    void *context;

    /* Called as evaluator NAME begins. */
    void (*begin)(void *context, const char *name);
};

/* Runs the evaluators and writes the tables of those that have finished. Returns their
 * number: less than `count` when stopped, -1 with `err`. */
int evaluation_cubes(const struct evaluation_cubes *job, FILE *out, struct error *err);
