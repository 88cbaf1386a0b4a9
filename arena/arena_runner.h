#pragma once
/*
 * Runs a long match (arena_match.h): many pairs on several threads, and on several ranks
 * (ranks.h), with results saved as they come.
 * The result file is that of arena_results.h.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena/arena_match.h"
#include "arena/arena_results.h"
#include "arena/job/ranks.h"
#include "base/error.h"

enum {
    ARENA_RUNNER_THREADS_MAX = 64,
    ARENA_RUNNER_PAIRS_MAX = ARENA_RESULTS_PAIRS_MAX,
    ARENA_RUNNER_FAULTS_MAX = 3,
    ARENA_RUNNER_PLAYERS_MAX = 24 /* of all matches that are played together */
};

/* The progress, reported about once a second on the calling thread. */
struct arena_runner_progress {
    const struct arena_figures *figures; /* of each match */
    int series;                          /* how many these are */
    int64_t pairs;                       /* of all, with those read from files */
    int64_t pairs_wanted;
    double seconds;       /* since the start, of this run */
    int64_t pairs_of_run; /* without those read from the file */
    double seconds_left;  /* at this rate; 0 before the first of them has ended */
};

/* A player failed: the program has ended, is silent, or gave an answer that is none. */
struct arena_fault {
    int64_t pair;
    int player;
    int count; /* of that player's faults in this pair */
    bool is_forfeit;
    const char *reason;
};

struct arena_runner_options {
    struct arena_rules rules;
    const char *player[2]; /* specs (arena_player.h); with the cube both know it */
    enum luck_evaluation luck;
    const char *luck_weights; /* weights that measure luck, unless it is LUCK_NONE */
    int64_t dice_from;        /* as in struct arena_table */
    int64_t first, pairs;     /* pairs `first` to pairs - 1 are played; matches that are
                           * played together have the same `first` */
    int threads;
    const char *file; /* for results; NULL: none */
    bool is_resumed;  /* continue `file`; else it must not exist */
    const char *conditions;
    const atomic_bool *stop; /* when it becomes true, finish the current pairs */
    double minutes;          /* the same after this time; 0: no limit */
    void (*report)(void *context, const struct arena_runner_progress *progress);
    void *context;
    struct arena_watcher watcher; /* called on any thread, one call at a time */
    /* A player that fails is started again, and the pair is played again from its
     * beginning, with the same dice. With fault number ARENA_RUNNER_FAULTS_MAX of a player in a
     * pair it is forfeited. A player that cannot be started again is a fault, too. Otherwise the
     * first fault ends the run. */
    bool has_recovery;
    int forfeits_max; /* so many pairs in a row that a player forfeits end the run, with an
                       * error; 0: any number may */
    bool
        replays_forfeits; /* a continued `file` loses its forfeited pairs, which are played
                            * again */
    /* Called at each fault, one call at a time; may be NULL. */
    void (*tell_fault)(void *context, const struct arena_fault *fault);
    /* Called once, before anything is played, with the pairs of the file. With false and
     * `err` nothing is played. NULL: none. */
    bool (*begin)(void *context, const struct arena_pair *pairs, int64_t count,
                  struct error *err);
    /* Called with each pair that was played and its games, none if it is forfeited, before
     * it is written to the file; on any thread, one call at a time. With false and `err`
     * the run ends. NULL: none. */
    bool (*keep)(void *context, const struct arena_pair *pair,
                 const struct arena_games *games, struct error *err);
    /* Called for every pair in the order of the numbers, once it and all before it are
     * known, those of the file included; on any thread, one call at a time. It returns
     * false when no more pairs are wanted: the result ends with this one, whatever the
     * number of threads. Later pairs that were in progress are only written to the file.
     * NULL: all pairs are wanted. */
    bool (*wants_more)(void *context, const struct arena_pair *pair);
};

struct arena_runner_result {
    struct arena_pair *pairs; /* sorted by number */
    int64_t count;
    double seconds;
    int64_t pairs_of_run; /* played by this run, also those that do not count */
    struct arena_player_effort effort[2]; /* of this run */
    int64_t faults[2];                    /* of this run, by player */
    struct ranks_cost cost;               /* of units of other ranks, of all matches */
};

/* Plays the pairs first .. pairs-1 that are not in the file yet. On ranks other than rank 0
 * the result is empty. Sets `result`, also on
 * failure, to the pairs played so far; the caller frees it with arena_runner_free().
 * Returns false with `err` on failure. */
bool arena_runner_play(const struct arena_runner_options *options,
                       struct arena_runner_result *result, struct error *err);
/* Plays several matches together: their pairs take turns, each thread has one of every
 * player, and each match has a result file and a result of its own. Rules, luck, threads,
 * time limit, `stop` and `report` are those of the first. */
bool arena_runner_play_all(const struct arena_runner_options *options, int count,
                           struct arena_runner_result *results, struct error *err);

void arena_runner_free(struct arena_runner_result *result);
