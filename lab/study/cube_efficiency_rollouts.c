#include "lab/study/cube_efficiency_rollouts.h"

#include <math.h>
#include <stdlib.h>

#include "lab/study/self_match.h"
#include "lab/study/study_search.h"

/* Efficiencies that are tried: 0, .05, ... 1; the last column is that of params.h. */
enum { STEPS = 21, NOW = STEPS, COLUMNS };
static const double step_width = 1.0 / (STEPS - 1);

const char *cube_efficiency_class_name(enum efficiency_class class)
{
    static const char *const names[EFFICIENCY_CLASSES] = {"contact", "race",
                                                          "bearing off"};
    return names[class];
}

static enum efficiency_class ending_class(const struct position *pos)
{
    if (position_has_contact(pos)) {
        return EFFICIENCY_CONTACT;
    }
    return position_rearmost_checker(&pos->mine) <= 6 &&
                   position_rearmost_checker(&pos->theirs) <= 6
               ? EFFICIENCY_BEAROFF
               : EFFICIENCY_RACE;
}

/* ---- fitting --------------------------------------------------------------------- */

/* The value of the cube for each efficiency tried, less that by rollout. */
struct row {
    double error[COLUMNS];
};

static struct match_state owned_by(int owner)
{
    struct match_state money = match_state_money();
    money.owner = (enum cube_owner)owner;
    return money;
}

static double cube_worth(const struct study_search *study,
                         const struct efficiency_case *c, int ply, int owner,
                         const struct search_efficiencies *efficiencies)
{
    const struct match_state ms = owned_by(owner);
    struct search search;
    struct node_value value;
    study_search_begin(study, &search, true, &ms);
    search.efficiencies = efficiencies;
    if (ply == 0) {
        value.outputs = c->outputs;
        cube_values(&search.model, c->outputs,
                    efficiencies != NULL
                        ? efficiencies->of(efficiencies->context, &c->pos, SIDE_MINE,
                                           c->outputs)
                        : cube_efficiencies_at(&c->pos, 0, (double)c->outputs.win),
                    value.values);
    } else {
        (void)search_rolls(&search, &c->pos, ply, &value);
    }
    return value.values[0] - (double)equity_cubeless(value.outputs);
}

double cube_efficiency_error(const struct study_search *study,
                             const struct efficiency_case *c, int ply, int owner,
                             const struct search_efficiencies *efficiencies)
{
    double truth = c->equity[owner] - (double)equity_cubeless(c->outputs);
    return cube_worth(study, c, ply, owner, efficiencies) - truth;
}

static void fill_row(const struct study_search *study, const struct efficiency_case *c,
                     int ply, int owner, struct row *row)
{
    for (int step = 0; step < STEPS; step++) {
        const double efficiency = step * step_width;
        const struct search_efficiencies tried = {study_search_alike, &efficiency};
        row->error[step] = cube_efficiency_error(study, c, ply, owner, &tried);
    }
    row->error[NOW] = cube_efficiency_error(study, c, ply, owner, NULL);
}

static double squares_at(const struct row *rows, int count, int step)
{
    double squares = 0.0;
    for (int i = 0; i < count; i++) {
        squares += rows[i].error[step] * rows[i].error[step];
    }
    return squares;
}

/* Returns the minimum of a parabola through the best step and its neighbours, and its
 * standard error from the influence of each row. */
static struct efficiency_fit best_fit(const struct row *rows, int count)
{
    double squares[COLUMNS];
    int best = 1;
    for (int step = 0; step < COLUMNS; step++) {
        squares[step] = squares_at(rows, count, step);
    }
    for (int step = 2; step < STEPS - 1; step++) {
        best = squares[step] < squares[best] ? step : best;
    }
    double bend = squares[best - 1] - 2.0 * squares[best] + squares[best + 1];
    double shift =
        bend > 0.0 ? 0.5 * (squares[best - 1] - squares[best + 1]) / bend : 0.0;
    double pull = 0.0;
    double slopes = 0.0;
    for (int i = 0; i < count; i++) {
        const double *e = rows[i].error;
        double slope = (e[best + 1] - e[best - 1]) / (2.0 * step_width);
        pull += slope * slope * e[best] * e[best];
        slopes += slope * slope;
    }
    double n = count > 0 ? count : 1;
    return (struct efficiency_fit){
        .cases = count,
        .efficiency = fmin(fmax((best + shift) * step_width, 0.0), 1.0),
        .efficiency_error = slopes > 0.0 ? sqrt(pull) / slopes : 0.0,
        .error = sqrt(squares[best] / n),
        .error_now = sqrt(squares[NOW] / n),
    };
}

/* Fits all rows of one class and ply, one owner after the other. */
static void fit_class(const struct study_search *study,
                      const struct efficiency_case *cases, int count,
                      enum efficiency_class class, int ply, struct row *rows,
                      struct efficiency_fit fits[EFFICIENCY_OWNERS + 1])
{
    int used = 0;
    for (int owner = 0; owner < EFFICIENCY_OWNERS; owner++) {
        int first = used;
        for (int i = 0; i < count; i++) {
            if (cases[i].is_known[owner] && ending_class(&cases[i].pos) == class) {
                fill_row(study, &cases[i], ply, owner, &rows[used++]);
            }
        }
        fits[owner] = best_fit(rows + first, used - first);
    }
    fits[EFFICIENCY_OWNERS] = best_fit(rows, used);
}

bool cube_efficiency_fit_cases(const char *dir, const struct efficiency_case *cases,
                               int count, struct efficiency_fits *fits,
                               struct error *err)
{
    struct study_search study;
    struct row *rows = calloc((size_t)count * EFFICIENCY_OWNERS, sizeof *rows);
    bool is_good = study_search_open(&study, dir, false, err);
    if (is_good && rows == NULL) {
        error_no_memory(err);
        is_good = false;
    }
    for (int class = 0; is_good && class < EFFICIENCY_CLASSES; class ++) {
        for (int ply = 0; ply < EFFICIENCY_PLIES; ply++) {
            fit_class(&study, cases, count, (enum efficiency_class) class, ply, rows,
                      fits->of[class][ply]);
        }
    }
    study_search_close(&study);
    free(rows);
    return is_good;
}

/* ---- positions ------------------------------------------------------------------- */

static const double least_chance = 0.2;
static const double most_chance = 0.85;

struct sampler {
    struct study_search study;
    struct rng rng;
    int wanted[EFFICIENCY_CLASSES];
    struct position *out;
    int count;
};

enum { ONE_IN = 12 }; /* one position in this many is considered */

static void choose_sampled_play(void *context, const struct position *pos,
                                const struct match_state *ms, struct roll roll,
                                struct position *after)
{
    struct sampler *s = context;
    struct search search;
    study_search_begin(&s->study, &search, false, ms);
    (void)search_plays(&search, pos, roll);
    *after = s->study.scratch->ranked[0].after;
}

static bool is_taken(struct sampler *s, const struct position *pos,
                     const struct match_state *ms)
{
    const struct bearoff *bearoff = eval_bearoff(s->study.ev);
    struct search search;
    struct node_value value;
    if (rng_below(&s->rng, ONE_IN) != 0 || s->wanted[ending_class(pos)] == 0 ||
        (bearoff != NULL && bearoff_two_sided_covers(bearoff, pos))) {
        return false;
    }
    study_search_begin(&s->study, &search, false, ms);
    (void)search_rolls(&search, pos, 0, &value);
    return (double)value.outputs.win >= least_chance &&
           (double)value.outputs.win <= most_chance;
}

/* Takes the position before a roll if it is wanted; never doubles. */
static bool consider(void *context, const struct position *pos,
                     const struct match_state *ms)
{
    struct sampler *s = context;
    if (is_taken(s, pos, ms)) {
        s->wanted[ending_class(pos)]--;
        s->out[s->count++] = *pos;
    }
    return false;
}

bool cube_efficiency_sample(const char *dir, int count, uint64_t seed,
                            struct position *out, struct error *err)
{
    struct sampler sampler = {.wanted = {count - 2 * (count / 4), count / 4, count / 4},
                              .out = out};
    const struct self_player player = {
        .context = &sampler, .plays = choose_sampled_play, .doubles = consider};
    bool is_good = study_search_open(&sampler.study, dir, false, err);
    sampler.study.strength.play_ply = 0;
    for (uint64_t game = 0; is_good && sampler.count < count; game++) {
        struct rng dice;
        rng_seed(&dice, seed, 2 * game);
        rng_seed(&sampler.rng, seed, 2 * game + 1);
        self_match_play(&player, 0, &dice);
    }
    study_search_close(&sampler.study);
    return is_good;
}
