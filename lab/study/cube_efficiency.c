#include "lab/study/cube_efficiency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/rng.h"
#include "engine/cube/params.h"
#include "lab/study/study_search.h"

/* Efficiencies that are tried: 0, .02, ... 1. */
enum { STEPS = 51, OWNERS = EFFICIENCY_OWNERS, PLIES = EFFICIENCY_PLIES };

/* Opens a study that needs the two-sided database. */
static bool open_endings(struct study_search *study, const char *dir, bool has_met,
                         struct error *err)
{
    bool is_open = study_search_open(study, dir, has_met, err);
    if (is_open && eval_bearoff(study->ev) == NULL) {
        return error_set(err, "the two-sided bearoff database is missing");
    }
    return is_open;
}

/* Returns 1 to `most` checkers anywhere on points 1..6. */
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

static struct position random_ending(struct rng *rng, int most)
{
    struct position pos = {.mine = random_side(rng, most)};
    pos.theirs = random_side(rng, most);
    return pos;
}

/* ---- money ----------------------------------------------------------------------- */

static double efficiency_of_step(int step)
{
    return (double)step / (STEPS - 1);
}

static double exact_value(const struct bearoff_equities *exact, enum cube_owner owner)
{
    return (double)(owner == CUBE_CENTRED ? exact->centred
                    : owner == CUBE_MINE  ? exact->mine
                                          : exact->theirs);
}

/* Sums of squared errors. */
struct errors {
    double of_step[PLIES][OWNERS][STEPS];
    double now[PLIES][OWNERS];
};

static double value_at(const struct study_search *study, const struct position *pos,
                       enum cube_owner owner, int ply, double efficiency)
{
    const struct search_efficiencies tried = {study_search_alike, &efficiency};
    struct match_state money = match_state_money();
    struct search search;
    struct node_value value;
    money.owner = owner;
    money.cube = owner == CUBE_CENTRED ? 1 : 2;
    study_search_begin(study, &search, false, &money);
    if (efficiency >= 0.0) {
        search.efficiencies = &tried;
    }
    (void)search_rolls(&search, pos, ply, &value);
    return value.values[0];
}

static void add_position(struct errors *errors, const struct study_search *study,
                         const struct position *pos,
                         const struct bearoff_equities *exact)
{
    for (int ply = 0; ply < PLIES; ply++) {
        for (enum cube_owner owner = CUBE_CENTRED; (int)owner < OWNERS; owner++) {
            double want = exact_value(exact, owner);
            double now = value_at(study, pos, owner, ply, -1.0) - want;
            errors->now[ply][owner] += now * now;
            for (int step = 0; step < STEPS; step++) {
                double error =
                    value_at(study, pos, owner, ply, efficiency_of_step(step)) - want;
                errors->of_step[ply][owner][step] += error * error;
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

bool cube_efficiency_fit(const char *dir, int positions, uint64_t seed,
                         struct cube_efficiency_fit fits[PLIES][OWNERS],
                         struct error *err)
{
    struct errors errors = {.now = {{0}}};
    struct study_search study;
    struct rng rng;
    bool is_good = open_endings(&study, dir, false, err);
    rng_seed(&rng, seed, 0);
    for (int n = 0; is_good && n < positions; n++) {
        struct position pos = random_ending(&rng, BEAROFF_TWO_SIDED_CHECKERS);
        struct bearoff_equities exact;
        is_good = bearoff_cubeful(eval_bearoff(study.ev), &pos, &exact);
        if (is_good) {
            add_position(&errors, &study, &pos, &exact);
        } else {
            error_set(err, "the two-sided bearoff database is missing");
        }
    }
    for (int ply = 0; ply < PLIES; ply++) {
        for (int owner = 0; owner < OWNERS; owner++) {
            fits[ply][owner] =
                best_fit(errors.of_step[ply][owner], errors.now[ply][owner], positions);
        }
    }
    study_search_close(&study);
    return is_good;
}

/* ---- matches --------------------------------------------------------------------- */

enum { MATCH_CHECKERS = 4, LENGTH = 9, AWAY_LEAST = 2, AWAYS = 7 };

static struct cube_decision decide_ending(const struct study_search *study,
                                          const struct position *pos,
                                          const struct match_state *ms,
                                          enum match_efficiencies efficiencies, int ply)
{
    struct search search;
    struct node_value value;
    struct cube_decision decision = {.ply = ply};
    study_search_begin(study, &search, efficiencies == EFFICIENCY_BY_DATABASE, ms);
    (void)search_rolls(&search, pos, ply, &value);
    cube_decide(&search.model, ms, value.values, &decision);
    return decision;
}

/* Returns what doubler and taker lose by `d` if `truth` is right. */
static double loss_of(const struct cube_decision *d, const struct cube_decision *truth)
{
    double doubled = (double)cube_decision_doubled(truth);
    double best = fmax((double)truth->no_double, doubled);
    bool is_take = d->double_take <= d->double_pass;
    double answered = (double)(is_take ? truth->double_take : truth->double_pass);
    if (!truth->is_allowed) {
        return 0.0;
    }
    double loss =
        best - (cube_decision_is_double(d) ? doubled : (double)truth->no_double);
    return best > (double)truth->no_double ? loss + answered - doubled : loss;
}

static void add_decision(struct match_fits *sums, const struct study_search *study,
                         const struct position *pos, const struct match_state *ms)
{
    const struct cube_decision truth =
        decide_ending(study, pos, ms, EFFICIENCY_BY_DATABASE, PLY_MAX);
    for (enum match_efficiencies e = 0; e < MATCH_EFFICIENCIES; e++) {
        for (int ply = 0; ply < PLIES; ply++) {
            struct match_fit *sum = &sums->of[e][ply][ms->owner];
            struct cube_decision d = decide_ending(study, pos, ms, e, ply);
            double error = (double)d.no_double - (double)truth.no_double;
            sum->error += error * error;
            sum->loss += loss_of(&d, &truth);
        }
    }
}

/* Adds a random ending at a random score with each owner of the cube. */
static void add_ending(struct match_fits *sums, const struct study_search *study,
                       struct rng *rng)
{
    struct position pos = random_ending(rng, MATCH_CHECKERS);
    int mine = LENGTH - AWAY_LEAST - (int)rng_below(rng, AWAYS);
    int theirs = LENGTH - AWAY_LEAST - (int)rng_below(rng, AWAYS);
    for (int owner = 0; owner < OWNERS; owner++) {
        struct match_state ms = match_state_match(LENGTH, mine, theirs, false);
        ms.owner = (enum cube_owner)owner;
        ms.cube = ms.owner == CUBE_CENTRED ? 1 : 2;
        add_decision(sums, study, &pos, &ms);
    }
}

bool cube_efficiency_match_fit(const char *dir, int positions, uint64_t seed,
                               struct match_fits *fits, struct error *err)
{
    struct study_search study;
    struct rng rng;
    bool is_good = open_endings(&study, dir, true, err);
    *fits = (struct match_fits){0};
    rng_seed(&rng, seed, 0);
    for (int n = 0; is_good && n < positions; n++) {
        add_ending(fits, &study, &rng);
    }
    struct match_fit *const all = &fits->of[0][0][0];
    for (size_t i = 0; i < sizeof *fits / sizeof *all; i++) {
        all[i].error = sqrt(all[i].error / positions);
        all[i].loss /= positions;
    }
    study_search_close(&study);
    return is_good;
}
