#include "lab/study/cube_efficiency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/rng.h"
#include "engine/cube/params.h"
#include "engine/search/search.h"

/* Efficiencies that are tried: 0, .02, ... 1. */
enum { STEPS = 51, OWNERS = 3 };

static double efficiency_of_step(int step)
{
    return (double)step / (STEPS - 1);
}

static struct side random_side(struct rng *rng, int most)
{
    struct side side = {{0}};
    int checkers = 1 + (int)rng_below(rng, (uint32_t)most);
    side.at[POINT_OFF] = (uint8_t)(CHECKERS - checkers);
    for (int i = 0; i < checkers; i++) {
        side.at[1 + rng_below(rng, BEAROFF_POINTS)]++;
    }
    return side;
}

struct position cube_efficiency_ending(struct rng *rng, int most)
{
    struct position pos = {.mine = random_side(rng, most)};
    pos.theirs = random_side(rng, most);
    return pos;
}

static double exact_value(const struct bearoff_equities *exact, enum cube_owner owner)
{
    return (double)(owner == CUBE_CENTRED ? exact->centred
                    : owner == CUBE_MINE  ? exact->mine
                                          : exact->theirs);
}

/* What the computation needs. */
struct fitting {
    struct evaluator *ev;
    struct scratch *scratch;
    struct strength strength;
    double squares[CUBE_EFFICIENCY_PLIES][OWNERS][STEPS];
    double now_squares[CUBE_EFFICIENCY_PLIES][OWNERS];
};

static double value_at(struct fitting *f, const struct position *pos,
                       enum cube_owner owner, int ply, double efficiency)
{
    struct match_state money = match_state_money();
    struct search search;
    struct node_value value;
    money.owner = owner;
    money.cube = owner == CUBE_CENTRED ? 1 : 2;
    search_begin(&search, f->ev, NULL, NULL, f->scratch, &f->strength, &money);
    search.efficiency = efficiency;
    (void)search_rolls(&search, pos, ply, &value);
    return value.values[0];
}

static void add_position(struct fitting *f, const struct position *pos,
                         const struct bearoff_equities *exact)
{
    for (int ply = 0; ply < CUBE_EFFICIENCY_PLIES; ply++) {
        for (int owner = 0; owner < OWNERS; owner++) {
            double want = exact_value(exact, (enum cube_owner)owner);
            double now = value_at(f, pos, (enum cube_owner)owner, ply, -1.0) - want;
            f->now_squares[ply][owner] += now * now;
            for (int step = 0; step < STEPS; step++) {
                double error = value_at(f, pos, (enum cube_owner)owner, ply,
                                        efficiency_of_step(step)) -
                               want;
                f->squares[ply][owner][step] += error * error;
            }
        }
    }
}

static struct cube_efficiency_fit best_fit(const double squares[STEPS],
                                           double now_squares, int positions)
{
    int best = 0;
    for (int step = 1; step < STEPS; step++) {
        best = squares[step] < squares[best] ? step : best;
    }
    return (struct cube_efficiency_fit){
        .efficiency = efficiency_of_step(best),
        .error = sqrt(squares[best] / positions),
        .error_now = sqrt(now_squares / positions),
        .error_dead = sqrt(squares[0] / positions),
    };
}

static bool fit_positions(struct fitting *f, int positions, uint64_t seed,
                          struct error *err)
{
    const struct bearoff *bearoff = eval_bearoff(f->ev);
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (int n = 0; n < positions; n++) {
        struct position pos = cube_efficiency_ending(&rng, BEAROFF_TWO_SIDED_CHECKERS);
        struct bearoff_equities exact;
        if (bearoff == NULL || !bearoff_cubeful(bearoff, &pos, &exact)) {
            error_set(err, "the two-sided bearoff database is missing");
            return false;
        }
        add_position(f, &pos, &exact);
    }
    return true;
}

bool cube_efficiency_fit(const char *dir, int positions, uint64_t seed,
                         struct cube_efficiency_fit fits[CUBE_EFFICIENCY_PLIES][3],
                         struct error *err)
{
    struct fitting *f = calloc(1, sizeof *f);
    bool is_good = false;
    if (f == NULL) {
        error_set(err, "no memory");
        return false;
    }
    f->strength = strength_default();
    f->ev = eval_open(dir, err);
    f->scratch = f->ev != NULL ? search_scratch_new(f->ev) : NULL;
    if (f->scratch != NULL && fit_positions(f, positions, seed, err)) {
        is_good = true;
        for (int ply = 0; ply < CUBE_EFFICIENCY_PLIES; ply++) {
            for (int owner = 0; owner < OWNERS; owner++) {
                fits[ply][owner] = best_fit(f->squares[ply][owner],
                                            f->now_squares[ply][owner], positions);
            }
        }
    }
    search_scratch_free(f->scratch);
    eval_close(f->ev);
    free(f);
    return is_good;
}
