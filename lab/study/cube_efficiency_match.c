#include "lab/study/cube_efficiency_match.h"

#include <math.h>

#include "engine/board/rng.h"
#include "engine/cube/met.h"
#include "engine/search/search.h"
#include "lab/study/cube_efficiency.h"

enum { OWNERS = 3, LENGTH = 9, AWAY_LEAST = 2, AWAYS = 7 };

struct court {
    struct evaluator *ev;
    struct met *met;
    struct scratch *scratch;
    struct strength strength;
    struct match_fits *sums;
};

static struct cube_decision decide(struct court *court, const struct position *pos,
                                   const struct match_state *ms,
                                   enum match_efficiencies efficiencies, int ply)
{
    struct search search;
    struct node_value value;
    struct cube_decision decision = {.ply = ply};
    search_begin(&search, court->ev,
                 efficiencies == EFFICIENCY_BY_DATABASE ? eval_bearoff(court->ev)
                                                        : NULL,
                 court->met, court->scratch, &court->strength, ms);
    (void)search_rolls(&search, pos, ply, &value);
    cube_decide(&search.model, ms, value.values, &decision);
    return decision;
}

/* Returns what doubler and taker lose by `d` if `truth` is right. */
static double loss_of(const struct cube_decision *d, const struct cube_decision *truth)
{
    double doubled = fmin((double)truth->double_take, (double)truth->double_pass);
    double best = fmax((double)truth->no_double, doubled);
    bool is_double = d->action == DOUBLE_TAKE || d->action == DOUBLE_PASS;
    bool is_take = d->double_take <= d->double_pass;
    double answered = (double)(is_take ? truth->double_take : truth->double_pass);
    if (!truth->is_allowed) {
        return 0.0;
    }
    double loss = best - (is_double ? doubled : (double)truth->no_double);
    return best > (double)truth->no_double ? loss + answered - doubled : loss;
}

static void add_decision(struct court *court, const struct position *pos,
                         const struct match_state *ms)
{
    const struct cube_decision truth =
        decide(court, pos, ms, EFFICIENCY_BY_DATABASE, PLY_MAX);
    for (int efficiencies = 0; efficiencies < MATCH_EFFICIENCIES; efficiencies++) {
        for (int ply = 0; ply < MATCH_PLIES; ply++) {
            struct match_fit *sum = &court->sums->of[efficiencies][ply][ms->owner];
            struct cube_decision d =
                decide(court, pos, ms, (enum match_efficiencies)efficiencies, ply);
            double error = (double)d.no_double - (double)truth.no_double;
            sum->error += error * error;
            sum->loss += loss_of(&d, &truth);
        }
    }
}

static void add_endings(struct court *court, int positions, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (int n = 0; n < positions; n++) {
        struct position pos = cube_efficiency_ending(&rng, MATCH_CHECKERS);
        int mine = LENGTH - AWAY_LEAST - (int)rng_below(&rng, AWAYS);
        int theirs = LENGTH - AWAY_LEAST - (int)rng_below(&rng, AWAYS);
        for (int owner = 0; owner < OWNERS; owner++) {
            struct match_state ms = match_state_match(LENGTH, mine, theirs, false);
            ms.owner = (enum cube_owner)owner;
            ms.cube = ms.owner == CUBE_CENTRED ? 1 : 2;
            add_decision(court, &pos, &ms);
        }
    }
}

static void take_means(struct match_fits *fits, int positions)
{
    for (int efficiencies = 0; efficiencies < MATCH_EFFICIENCIES; efficiencies++) {
        for (int ply = 0; ply < MATCH_PLIES; ply++) {
            for (int owner = 0; owner < OWNERS; owner++) {
                struct match_fit *fit = &fits->of[efficiencies][ply][owner];
                fit->error = sqrt(fit->error / positions);
                fit->loss /= positions;
            }
        }
    }
}

static bool open_court(struct court *court, const char *dir, struct error *err)
{
    court->strength = strength_default();
    court->ev = eval_open(dir, err);
    court->met = court->ev != NULL ? met_open_in(dir, err) : NULL;
    if (court->met == NULL) {
        return false;
    }
    court->scratch = search_scratch_new(court->ev);
    if (court->scratch == NULL || eval_bearoff(court->ev) == NULL) {
        error_set(err, court->scratch == NULL
                           ? "no memory"
                           : "the two-sided bearoff database is missing");
        return false;
    }
    return true;
}

bool cube_efficiency_match_fit(const char *dir, int positions, uint64_t seed,
                               struct match_fits *fits, struct error *err)
{
    struct court court = {.sums = fits};
    *fits = (struct match_fits){0};
    bool is_good = open_court(&court, dir, err);
    if (is_good) {
        add_endings(&court, positions, seed);
        take_means(fits, positions);
    }
    search_scratch_free(court.scratch);
    met_close(court.met);
    eval_close(court.ev);
    return is_good;
}
