/* Doubles after which the taker redoubles for nothing: the doubled cube wins the match
 * for the doubler, who then has nothing more to win, while the taker needs more. Against
 * an enumeration of small bearoffs to their end, by match equities alone. */
#include <math.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/cube/met.h"
#include "engine/engine.h"
#include "engine/race/bearoff.h"
#include "tests/unit/test_case.h"

#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

/* ---- the enumeration ------------------------------------------------------------- */

enum {
    MOST_CHECKERS = 4,
    SIDES = 210,    /* arrangements of at most 4 checkers on 6 points */
    PLAYS_MOST = 64 /* of one roll there */
};

/* Values by position: the win chance of the side on roll with the cube at 4, and the
 * doubler's mwc with the cube at 2 before a roll of his and at the taker's turn. */
enum value { WINS, DOUBLER_ROLLS, TAKER_TURNS, VALUES };

struct table {
    double value[VALUES][SIDES][SIDES]; /* by side on roll, other side; < 0: unknown */
    double after_two;                   /* doubler's mwc when he loses two points, */
    double after_four;                  /* and four */
};

static struct table table;

static double value_of(enum value value, const struct position *pos);

/* Returns what a play of the side on roll is worth at `value`. */
static double value_after(enum value value, const struct position *after)
{
    bool is_won = position_game_result(after) != 0;
    struct position next = position_swap(after);
    switch (value) {
    case WINS:
        return is_won ? 1.0 : 1.0 - value_of(WINS, &next);
    case DOUBLER_ROLLS:
        return is_won ? 1.0 : value_of(TAKER_TURNS, &next);
    default:
        return is_won ? table.after_two : value_of(DOUBLER_ROLLS, &next);
    }
}

/* Returns the mean over the rolls; the taker plays for the least mwc of the doubler. */
static double mean_of_rolls(enum value value, const struct position *pos)
{
    static struct play_list list;
    struct position after[PLAYS_MOST];
    double mean = 0.0;
    for (int r = 0; r < ROLLS; r++) {
        movegen_plays(pos, roll_all[r].roll, &list);
        int count = list.count;
        assert_in_range(count, 1, PLAYS_MOST);
        for (int i = 0; i < count; i++) {
            after[i] = list.after[i];
        }
        double best = value_after(value, &after[0]);
        for (int i = 1; i < count; i++) {
            double play = value_after(value, &after[i]);
            best = value == TAKER_TURNS ? fmin(best, play) : fmax(best, play);
        }
        mean += best * roll_all[r].ways / 36.0;
    }
    return mean;
}

static double value_of(enum value value, const struct position *pos)
{
    double *known =
        &table.value[value][bearoff_index(&pos->mine)][bearoff_index(&pos->theirs)];
    if (*known < 0.0) {
        double rolls = mean_of_rolls(value, pos);
        if (value == TAKER_TURNS) {
            double wins = value_of(WINS, pos);
            double take = 1.0 - wins + wins * table.after_four;
            rolls = fmin(rolls, fmax(take, table.after_two));
        }
        *known = rolls;
    }
    return *known;
}

static void begin_table(const struct match_state *ms)
{
    struct match_state doubled = *ms;
    doubled.cube = 2;
    table.after_two = met_mwc_after(engine_met(eng), &doubled, -2);
    table.after_four = met_mwc_after(engine_met(eng), &doubled, -4);
    for (int i = 0; i < VALUES * SIDES * SIDES; i++) {
        (&table.value[0][0][0])[i] = -1.0;
    }
}

/* Returns the exact equity of double, take. */
static double exact_double_take(const struct position *pos,
                                const struct match_state *ms)
{
    double win = met_mwc_after(engine_met(eng), ms, 1);
    double lose = met_mwc_after(engine_met(eng), ms, -1);
    return (2.0 * value_of(DOUBLER_ROLLS, pos) - win - lose) / (win - lose);
}

/* ---- the tests ------------------------------------------------------------------- */

static const int takers_away[] = {3, 4, 5, 7};
enum { SCORES = sizeof takers_away / sizeof takers_away[0], ENDINGS = 150 };

static struct match_state score(int taker_away)
{
    return match_state_match(9, 7, 9 - taker_away, false);
}

static double double_take(const struct position *pos, const struct match_state *ms,
                          int ply)
{
    struct strength strength = strength_default();
    struct cube_decision decision;
    strength.cube_ply = ply;
    strength.is_bare_at_0_ply = true;      /* else it is answered at 2-ply here */
    strength.filter.cube_threshold = 0.0F; /* never 0-ply alone */
    engine_cube_decision(eng, scratch, &strength, pos, ms, &decision);
    return (double)decision.double_take;
}

static void put_checkers(struct rng *rng, struct side *side)
{
    int count = 1 + (int)rng_below(rng, MOST_CHECKERS);
    *side = (struct side){.at[POINT_OFF] = (uint8_t)(CHECKERS - count)};
    while (count-- > 0) {
        side->at[1 + rng_below(rng, 6)]++;
    }
}

/* Returns how much mwc one point of equity is. */
static double mwc_of_equity(const struct match_state *ms)
{
    return (met_mwc_after(engine_met(eng), ms, 1) -
            met_mwc_after(engine_met(eng), ms, -1)) /
           2.0;
}

/* Returns the root mean square error of random endings at `ply` in mwc, and the largest
 * error. */
static double error_at(int ply, double *largest)
{
    struct rng rng;
    double squares = 0.0;
    *largest = 0.0;
    rng_seed(&rng, 1, 1);
    for (int s = 0; s < SCORES; s++) {
        struct match_state ms = score(takers_away[s]);
        begin_table(&ms);
        for (int i = 0; i < ENDINGS; i++) {
            struct position pos;
            put_checkers(&rng, &pos.mine);
            put_checkers(&rng, &pos.theirs);
            double error = mwc_of_equity(&ms) *
                           (double_take(&pos, &ms, ply) - exact_double_take(&pos, &ms));
            squares += error * error;
            *largest = fmax(*largest, fabs(error));
        }
    }
    return sqrt(squares / (SCORES * ENDINGS));
}

/* .041 where the cube is live up to the cash point. */
TEST(small_bearoffs_are_nearly_right_at_0_ply)
{
    double largest;
    double error = error_at(0, &largest);
    print_message("RMSE %.4f, largest error %.4f\n", error, largest);
    assert_true(error < 0.02);
}

TEST(small_bearoffs_are_exact_at_2_ply)
{
    double largest;
    double error = error_at(2, &largest);
    print_message("RMSE %.6f, largest error %.6f\n", error, largest);
    assert_true(largest < 1e-4);
}

/* The taker is off with his next roll, if there is one, so his redouble wins him two
 * points by a pass and not the match. Two checkers on the ace point, first against 4
 * and 2: 23 of 36 rolls bear them off. */
TEST(last_rolls_are_exact_at_every_ply)
{
    static const int doublers[][6] = {{0, 1, 0, 1},
                                      {0, 0, 0, 0, 0, 1},
                                      {0, 0, 0, 0, 0, 2},
                                      {1, 0, 1, 0, 1},
                                      {0, 0, 4}};
    for (int s = 0; s < SCORES; s++) {
        struct match_state ms = score(takers_away[s]);
        begin_table(&ms);
        for (size_t i = 0; i < sizeof doublers / sizeof doublers[0]; i++) {
            struct position pos = ending(doublers[i], (const int[6]){2});
            double wanted = exact_double_take(&pos, &ms);
            for (int ply = 0; ply <= 2; ply++) {
                assert_float_equal(double_take(&pos, &ms, ply), wanted, 1e-3);
            }
        }
    }
}

/* 2-away against 3-away: .108 where the taker was thought to redouble in time. */
TEST(a_take_that_comes_too_late_to_redouble_is_none)
{
    struct decision_context at =
        context("XGID=-B-------------------a-a--:0:0:-1:00:2:3:0:5:10");
    for (int ply = 0; ply <= 2; ply++) {
        assert_float_equal(double_take(&at.pos, &at.ms, ply), 1.037, 1e-3);
    }
}

/* Returns the doubler's winning chance of the match for an equity on the cube of `ms`. */
static double mwc_of(const struct match_state *ms, double equity)
{
    double win = met_mwc_after(engine_met(eng), ms, ms->cube);
    double lose = met_mwc_after(engine_met(eng), ms, -ms->cube);
    return (win + lose + equity * (win - lose)) / 2.0;
}

/* The doubler, 2-away, plays on for the gammon that wins him the match, unless he has
 * doubled: after the take the value is that of the same roll with the cube turned. With
 * the plays of the undoubled cube it is higher by .08. (The nets are off here:
 * a rollout has double/take +.735 +- .010, 2-ply +.825.) */
TEST(a_taken_double_is_searched_with_plays_that_fit_it)
{
    struct cube_decision turned;
    struct strength strength = strength_default();
    struct decision_context at =
        context("XGID=-a--cCD-B---bE-A-aad-a--b-:0:0:1:00:3:2:0:5:10");
    struct decision_context doubled =
        context("XGID=-a--cCD-B---bE-A-aad-a--b-:1:-1:1:00:3:2:0:5:10");
    strength.cube_ply = 2;
    strength.filter.cube_threshold = 0.0F;
    engine_cube_decision(eng, scratch, &strength, &doubled.pos, &doubled.ms, &turned);
    assert_float_equal(mwc_of(&at.ms, double_take(&at.pos, &at.ms, 2)),
                       mwc_of(&doubled.ms, (double)turned.no_double), 0.005);
}

static int ply_of(const struct match_state *ms, float noise, bool is_bare)
{
    struct strength strength = strength_default();
    struct position pos;
    struct cube_decision decision;
    position_start(&pos);
    strength.cube_ply = 0;
    strength.cube_noise = noise;
    strength.is_bare_at_0_ply = is_bare;
    strength.filter.cube_threshold = 0.0F; /* the opening is clear at 0-ply */
    engine_cube_decision(eng, scratch, &strength, &pos, ms, &decision);
    return decision.ply;
}

/* Where the taker's redouble costs nothing 0-ply errs by .1; weak levels are to err. */
TEST(asked_at_0_ply_a_double_with_a_free_redouble_is_searched)
{
    struct match_state free = score(3);
    struct match_state costly = match_state_match(9, 6, 6, false);
    struct match_state money = match_state_money();
    assert_int_equal(ply_of(&free, 0.0F, false), 2);
    assert_int_equal(ply_of(&free, 0.1F, false), 0);
    assert_int_equal(ply_of(&free, 0.0F, true), 0);
    assert_int_equal(ply_of(&costly, 0.0F, false), 0);
    assert_int_equal(ply_of(&money, 0.0F, false), 0);
    free.owner = CUBE_THEIRS; /* nothing to decide */
    assert_int_equal(ply_of(&free, 0.0F, false), 0);
}

TEST_MAIN(open_engine, close_engine)
