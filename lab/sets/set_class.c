#include "lab/sets/set_class.h"

#include <math.h>

#include "engine/search/ranked_play.h"
#include "lab/data/position_kind.h"

const char *const set_kind_names[SET_KINDS + 1] = {
    "plays", "cubes", "back-games", "reference-plays", "reference-cubes", NULL,
};

/* ---- scores ---------------------------------------------------------------------- */

/* Whether turning the cube, though allowed, would mean nothing at this score. */
static bool is_cube_of_use(const struct match_state *ms)
{
    return match_state_may_double(ms) && match_state_my_away(ms) > ms->cube;
}

/* A score of a match to 3 to 11 points, each as likely. The cube is centred in three of
 * five, else of the player on roll: at 2, rarely at 4. */
static void draw_score(struct rng *rng, struct match_state *ms)
{
    static const int cubes[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 4};
    do {
        const int length = 3 + 2 * (int)rng_below(rng, 5);
        const int mine = (int)rng_below(rng, (uint32_t)length);
        const int theirs = (int)rng_below(rng, (uint32_t)length);
        *ms = match_state_match(length, mine, theirs, false);
        ms->cube = cubes[rng_below(rng, sizeof cubes / sizeof cubes[0])];
        ms->owner = ms->cube > 1 ? CUBE_MINE : CUBE_CENTRED;
    } while (!is_cube_of_use(ms) || match_state_fault(ms) != NULL);
}

static bool is_free_redouble(const struct match_state *ms)
{
    return match_state_my_away(ms) <= 2 * ms->cube &&
           match_state_their_away(ms) > 2 * ms->cube;
}

static void draw_free_redouble(struct rng *rng, struct match_state *ms)
{
    do {
        draw_score(rng, ms);
    } while (!is_free_redouble(ms));
}

static void draw_other_score(struct rng *rng, struct match_state *ms)
{
    do {
        draw_score(rng, ms);
    } while (is_free_redouble(ms));
}

static void draw_owned(struct rng *rng, struct match_state *ms)
{
    (void)rng;
    *ms = match_state_money();
    ms->cube = 2;
    ms->owner = CUBE_MINE;
}

/* A match to `most`, in which one side has `less` points to go and the other `most`. */
static void draw_away(struct rng *rng, struct match_state *ms, int less, int most)
{
    const bool is_mine = rng_below(rng, 2) == 0;
    *ms = match_state_match(most, is_mine ? most - less : 0, is_mine ? 0 : most - less,
                            false);
}

static void draw_2a_3a(struct rng *rng, struct match_state *ms)
{
    draw_away(rng, ms, 2, 3);
}

static void draw_3a_3a(struct rng *rng, struct match_state *ms)
{
    draw_away(rng, ms, 3, 3);
}

static void draw_4a_4a(struct rng *rng, struct match_state *ms)
{
    draw_away(rng, ms, 4, 4);
}

/* A gammon wins the match for one side alone, with the cube at 1. */
static void draw_gammon_score(struct rng *rng, struct match_state *ms)
{
    draw_away(rng, ms, 2, 4 + (int)rng_below(rng, 6));
}

/* ---- plays ----------------------------------------------------------------------- */

static const float close_play = 0.05F;
static const float play_difference = 0.001F; /* less is none */

static bool is_play_close(const struct set_evaluator *evaluator,
                          const struct decision_context *at)
{
    const struct strength strength = strength_default();
    struct ranked_play ranked[8];
    int count =
        engine_rank_plays(evaluator->eng, evaluator->scratch, &strength, &at->pos,
                          &at->ms, at->roll, ranked, sizeof ranked / sizeof ranked[0]);
    int close = 0;
    while (close < count && ranked[close].ply == ranked[0].ply &&
           ranked[close].equity >= ranked[0].equity - close_play) {
        close++;
    }
    return close > 1 && ranked[close - 1].equity < ranked[0].equity - play_difference;
}

/* ---- cube actions ---------------------------------------------------------------- */

static const float close_cube = 0.1F;
static const float far_double = 0.2F; /* no question of doubling */
static const float screen = 0.15F;    /* by which 0-ply may be wrong */
static const float least_chance = 0.1F;
static const float most_chance = 0.95F;

/* Decides at `ply`, whether close or not; at 0 in a hundredth of the time of a search. */
static struct cube_decision cube_at_ply(const struct set_evaluator *evaluator,
                                        const struct decision_context *at, int ply)
{
    struct strength strength = strength_default();
    struct cube_decision decision;
    strength.cube_ply = ply;
    strength.is_bare_at_0_ply = true;
    strength.filter.cube_threshold = 0.0F;
    engine_cube_decision(evaluator->eng, evaluator->scratch, &strength, &at->pos,
                         &at->ms, &decision);
    return decision;
}

static bool is_close(const struct cube_decision *d, float more)
{
    const float behind = d->no_double - cube_decision_doubled(d);
    const float answers = fabsf(d->double_take - d->double_pass);
    return d->outputs.win > least_chance && d->outputs.win < most_chance &&
           (fabsf(behind) <= close_cube + more ||
            (answers <= close_cube + more && behind <= far_double + more));
}

static bool may_be_close(const struct set_evaluator *evaluator,
                         const struct decision_context *at)
{
    const struct cube_decision decision = cube_at_ply(evaluator, at, 0);
    return is_close(&decision, screen);
}

static bool is_cube_close(const struct set_evaluator *evaluator,
                          const struct decision_context *at)
{
    const struct cube_decision decision = cube_at_ply(evaluator, at, 2);
    return is_close(&decision, 0.0F);
}

/* ---- back games ------------------------------------------------------------------ */

static bool is_mine(const struct set_evaluator *evaluator,
                    const struct decision_context *at)
{
    (void)evaluator;
    return position_kind_plays_back_game(&at->pos.mine);
}

static bool is_theirs(const struct set_evaluator *evaluator,
                      const struct decision_context *at)
{
    (void)evaluator;
    return position_kind_plays_back_game(&at->pos.theirs);
}

/* ---- the tables ------------------------------------------------------------------ */

/* clang-format off */
static const struct set_recipe recipes[SET_KINDS] = {
    [SET_PLAYS] = {
        .has_rolls = true,
        .classes = 6,
        .class = {
            {"any", 5, .is_opening = true},
            {"back game", 1, .kinds = POSITION_KIND_BACK_GAME},
            {"three back", 1, .kinds = POSITION_KIND_MEN_BACK},
            {"containment", 1, .kinds = POSITION_KIND_CONTAINMENT},
            {"prime against prime", 1, .kinds = POSITION_KIND_PRIME_V_PRIME},
            {"bearing off", 1, .kinds = POSITION_KIND_BEARING_OFF},
        },
        .starts = {.share = {[START_STRAY] = .1, [START_BACK_GAME] = .1,
                             [START_CHECKERS_BACK] = .15, [START_CONTAINMENT] = .1,
                             [START_BEARING_OFF] = .1}},
        .is_selected = is_play_close,
    },
    [SET_CUBES] = {
        .classes = 4,
        .class = {
            {"money", 4, .is_eligible = may_be_close},
            {"money, owned", 2, .draw_state = draw_owned, .is_eligible = may_be_close},
            {"score", 9, .draw_state = draw_other_score, .is_eligible = may_be_close},
            {"free redouble", 3, .draw_state = draw_free_redouble,
             .is_eligible = may_be_close},
        },
        .starts = {.share = {[START_STRAY] = .1, [START_BACK_GAME] = .05,
                             [START_CHECKERS_BACK] = .1, [START_CONTAINMENT] = .1}},
        .is_selected = is_cube_close,
    },
    [SET_REFERENCE_PLAYS] = {
        .has_rolls = true,
        .classes = 8,
        .class = {
            {"any", 8, .is_opening = true},
            {"holding", 3, .kinds = POSITION_KIND_HOLDING},
            {"mutual holding", 2, .kinds = POSITION_KIND_MUTUAL_HOLDING},
            {"back game", 2, .kinds = POSITION_KIND_BACK_GAME},
            {"three back", 1, .kinds = POSITION_KIND_MEN_BACK},
            {"containment", 1, .kinds = POSITION_KIND_CONTAINMENT},
            {"prime against prime", 2, .kinds = POSITION_KIND_PRIME_V_PRIME},
            {"bearing off", 1, .kinds = POSITION_KIND_BEARING_OFF},
        },
        .starts = {.share = {[START_BACK_GAME] = .05, [START_CHECKERS_BACK] = .05,
                             [START_CONTAINMENT] = .05, [START_BEARING_OFF] = .05}},
        .players = 4,
        .noise = {0.0F, 0.0F, 0.03F, 0.08F},
        .is_selected = is_play_close,
    },
    [SET_REFERENCE_CUBES] = {
        .classes = 6,
        .class = {
            {"money", 5, .is_eligible = may_be_close},
            {"money, owned", 3, .draw_state = draw_owned, .is_eligible = may_be_close},
            {"2a-3a", 4, .draw_state = draw_2a_3a, .is_eligible = may_be_close},
            {"3a-3a", 2, .draw_state = draw_3a_3a, .is_eligible = may_be_close},
            {"4a-4a", 2, .draw_state = draw_4a_4a, .is_eligible = may_be_close},
            {"gammons of one side", 4, .draw_state = draw_gammon_score,
             .is_eligible = may_be_close},
        },
        .starts = {.share = {[START_BACK_GAME] = .05, [START_CHECKERS_BACK] = .05}},
        .players = 4,
        .noise = {0.0F, 0.0F, 0.03F, 0.08F},
        .is_selected = is_cube_close,
    },
    [SET_BACK_GAMES] = {
        .classes = 2,
        .class = {
            {"of the player on roll", 1, .kinds = POSITION_KIND_BACK_GAME,
             .is_eligible = is_mine},
            {"of the other player", 1, .kinds = POSITION_KIND_BACK_GAME,
             .is_eligible = is_theirs},
        },
        .starts = {.share = {[START_STRAY] = .1, [START_BACK_GAME] = .5,
                             [START_CHECKERS_BACK] = .2}},
    },
};
/* clang-format on */

const struct set_recipe *set_recipe(enum set_kind kind)
{
    return &recipes[kind];
}

bool set_class_has(const struct set_class *class, const struct set_evaluator *evaluator,
                   const struct decision_context *at, bool is_opening)
{
    return (is_opening || !class->is_opening) &&
           (class->kinds == 0 || position_kind_is(&at->pos, class->kinds)) &&
           (class->is_eligible == NULL || class->is_eligible(evaluator, at));
}
