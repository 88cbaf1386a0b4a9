#ifndef LAB_RACE_RACE_BENCHMARK_H
#define LAB_RACE_RACE_BENCHMARK_H
/*
 * Measures evaluators of races against exact one-sided distributions.
 *
 * The true outputs of a race within the points of a table (race_table.h) are sums over
 * the exact distributions of its sides. For a side beyond the table, the distribution
 * is an average over trajectories down to the table: the net's distribution, corrected
 * at each roll by the difference that a lookahead over the 21 rolls makes. The
 * correction hardly varies, so a few trajectories suffice.
 *
 * Races come from games or are random (race_start_positions.h); those covered by the
 * databases are left out.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/race/race.h"
#include "lab/race/race_job.h"
#include "lab/race/race_label.h"
#include "lab/race/race_start_positions.h"

enum { RACE_EVALUATORS_MAX = 4 };

/* An evaluator of races: out[i] gets the outputs of mine, who has just moved in
 * after[i]. */
struct race_evaluator {
    const char *name;
    void (*evaluate)(void *context, const struct position *after, int count,
                     struct outputs *out);
    void *context;
};

struct race_error {
    double mean; /* of the absolute error */
    double bias; /* mean error */
    double rmse;
    double hundredth; /* 99th percentile of the absolute error */
    double worst;
    struct position worst_position; /* mine has just moved */
};

/* A band of positions, and the mean absolute error of the winning chance in it. */
struct race_band {
    int positions;
    double mean;
};

/* Upper bounds of the bands by the larger pip count, and by the point of the rearmost
 * checker of both sides; the last band has no bound. */
enum { RACE_PIP_BANDS = 6, RACE_POINT_BANDS = 5 };
extern const int race_pip_bands[RACE_PIP_BANDS];     /* 39, 59, ... */
extern const int race_point_bands[RACE_POINT_BANDS]; /* 9, 11, ... */

/* The errors of one evaluator at positions. */
struct race_figures {
    int positions;
    struct race_band by_pips[RACE_PIP_BANDS];
    struct race_band by_point[RACE_POINT_BANDS];
    struct race_error win;    /* of the winning chance */
    struct race_error gammon; /* of gammon wins less gammon losses */
    struct race_error equity; /* cubeless, for money */
};

/* The losses of one evaluator in checker plays. */
struct race_losses {
    int decisions;
    double mean; /* equity lost per decision */
    double hundredth;
    double worst;
    int wrong; /* decisions that lose more than .001 */
};

/* The classes of races. */
enum race_class {
    RACE_OF_GAMES,      /* from games, within the table */
    RACE_AT_RANDOM,     /* random, within the table */
    RACE_OF_GAMES_LONG, /* from games, at least one side beyond it */
    RACE_CLASSES
};
extern const char *const race_class_names[RACE_CLASSES];

struct race_benchmark_options {
    const struct race *race; /* its net is corrected beyond the table */
    const struct race_table *table;
    struct chooser player; /* plays the games */
    uint64_t seed;
    int positions;    /* of each class within the table */
    int long_ones;    /* positions beyond it */
    int trajectories; /* of each side there */
    int decisions;    /* number of checker plays, from games, within the table */
    int evaluators;
    struct race_evaluator evaluator[RACE_EVALUATORS_MAX];
    struct race_job job;
};

struct race_benchmark_figures {
    struct race_figures figures[RACE_CLASSES][RACE_EVALUATORS_MAX];
    struct race_losses losses[RACE_EVALUATORS_MAX];
};

/* Measures all evaluators. Returns false with `err` if memory is short, or "stopped". */
bool race_benchmark(const struct race_benchmark_options *options,
                    struct race_benchmark_figures *figures, struct error *err);

#endif
