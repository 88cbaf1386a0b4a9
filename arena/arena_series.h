#pragma once
/*
 * One of the matches that a runner plays together (arena_runner.h): which of its pairs are
 * done, with the file that they are in. Not for several threads at once.
 */

#include "arena/arena_runner.h"

struct arena_series {
    const struct arena_runner_options *options;
    int player[2];            /* by side: the runner's place of the player */
    struct arena_pair *pairs; /* in the order in which they ended */
    int64_t count;
    int64_t read;    /* of them from the file */
    int32_t *place;  /* by number: its index in `pairs` + 1; 0: not done */
    int64_t ordered; /* pairs 0 .. ordered-1 are done and were given to wants_more() */
    bool is_enough;  /* it has answered false: they are the result */
    FILE *file;
    bool is_broken; /* a pair was not kept or not written: nor is any later one */
    int64_t faults[2];
    int forfeits[2]; /* in a row, by player */
    struct arena_player_effort effort[2];
};

/* Makes a series of zeros ready for the pairs of `options`, which it keeps. False with
 * `err` without memory; arena_series_finish() in any case. */
bool arena_series_make(struct arena_series *series,
                       const struct arena_runner_options *options, struct error *err);

/* On rank 0: opens the file, reads its pairs and calls options->begin(). False with `err`. */
bool arena_series_open(struct arena_series *series, struct error *err);
bool arena_series_close(struct arena_series *series, struct error *err);

/* Whether pair `number` is still to be played. */
bool arena_series_wants(const struct arena_series *series, int64_t number);

/* Enters a pair that was played; arena_series_write() then hands it to options->keep() and
 * to the file. That fails, with `err`, also where a player has forfeited too many pairs in
 * a row. */
void arena_series_take(struct arena_series *series, const struct arena_pair *pair);
bool arena_series_write(struct arena_series *series, const struct arena_pair *pair,
                        const struct arena_games *games, struct error *err);

/* Hands the pairs over to the result, sorted. */
void arena_series_finish(struct arena_series *series,
                         struct arena_runner_result *result);
