#ifndef LAB_RACE_RACE_BENCHMARK_H
#define LAB_RACE_RACE_BENCHMARK_H
/*
 * Judges evaluators of races by exact one-sided values.
 *
 * The truth of a race within the points of a table (race_table.h) is the sum over the
 * exact waits of its sides. Of a side beyond them it is an average over trajectories
 * down to the table: the net's wait, corrected at each roll by what looking at the 21
 * rolls adds to it, which hardly varies; so a few trajectories are enough.
 *
 * Races come from games or are random (race_start_positions.h); those that the databases cover
 * are left out.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/race/race.h"
#include "lab/race/race_label.h"
#include "lab/race/race_start_positions.h"

enum { RACE_CONTENDERS_MAX = 4 };

/* Somebody who values races: out[i] belongs to after[i], mine having just moved. */
struct race_contender {
    const char *name;
    void (*evaluate)(void *context, const struct position *after, int count,
                     struct outputs *out);
    void *context;
};

struct race_error {
    double mean; /* of the absolute error */
    double bias; /* mean error */
    double rmse;
    double hundredth; /* one in a hundred is worse */
    double worst;
    struct position worst_position; /* mine has just moved */
};

/* Some of the positions, and the mean absolute error of the winning chance there. */
struct race_band {
    int positions;
    double mean;
};

/* Bands by the pip count of the side that has more pips, and by the point of the
 * rearmost checker of all: numbers below and up to these, the last one without end. */
enum { RACE_PIP_BANDS = 6, RACE_POINT_BANDS = 5 };
extern const int race_pip_bands[RACE_PIP_BANDS];     /* 39, 59, ... */
extern const int race_point_bands[RACE_POINT_BANDS]; /* 9, 11, ... */

/* Of one contender at positions. */
struct race_figures {
    int positions;
    struct race_band by_pips[RACE_PIP_BANDS];
    struct race_band by_point[RACE_POINT_BANDS];
    struct race_error win;    /* of the winning chance */
    struct race_error gammon; /* of gammons won less gammons lost */
    struct race_error equity; /* cubeless, for money */
};

/* Of one contender at checker plays. */
struct race_losses {
    int decisions;
    double mean; /* equity lost a decision */
    double hundredth;
    double worst;
    int wrong; /* decisions that lose more than .001 */
};

/* Which races. */
enum race_class {
    RACE_OF_GAMES,      /* from games, within the table */
    RACE_AT_RANDOM,     /* random ones, within the table */
    RACE_OF_GAMES_LONG, /* from games, at least one side beyond it */
    RACE_CLASSES
};
extern const char *const race_class_names[RACE_CLASSES];

struct race_judging {
    const struct race *race; /* whose net is corrected beyond the table */
    const struct race_table *table;
    struct chooser player; /* of the games */
    uint64_t seed;
    int positions;    /* of each class within the table */
    int long_ones;    /* positions beyond it */
    int trajectories; /* of each side there */
    int decisions;    /* checker plays, of games within the table */
    int contenders;
    struct race_contender contender[RACE_CONTENDERS_MAX];
    /* Called now and then with the part done, 0..1; false stops. May be NULL. */
    bool (*progress)(void *context, double done);
    void *context;
};

struct race_benchmark_figures {
    struct race_figures figures[RACE_CLASSES][RACE_CONTENDERS_MAX];
    struct race_losses losses[RACE_CONTENDERS_MAX];
};

/* False with `err` filled: no memory, or "stopped". */
bool race_benchmark(const struct race_judging *judging,
                    struct race_benchmark_figures *judgement, struct error *err);

#endif
