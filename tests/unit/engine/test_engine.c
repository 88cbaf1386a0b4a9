/* The engine with the shipped weights: exact endings, plays that everybody makes, and
 * the same bits whatever was thought before. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/level.h"
#include "engine/notation.h"
#include "engine/rng.h"

#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

static struct ranked_play ranked[64];

static struct cube_decision decide(const struct position *pos,
                                   const struct match_state *ms, int ply)
{
    struct strength strength = strength_default();
    struct cube_decision decision;
    strength.cube_ply = ply;
    engine_cube_decision(eng, scratch, &strength, pos, ms, &decision);
    return decision;
}

/* GNU Backgammon's two-sided database, money play: no double and double, take at the
 * current cube. */
static const struct {
    int mine[6];
    int theirs[6];
    enum cube_owner owner;
    double no_double, double_take;
    enum cube_action action;
} exact[] = {
    {{1}, {1}, CUBE_CENTRED, 1.0, 2.0, DOUBLE_PASS},
    {{0, 0, 0, 0, 0, 1}, {1}, CUBE_CENTRED, 0.5, 1.0, DOUBLE_TAKE},
    {{0, 0, 0, 0, 0, 1}, {1}, CUBE_MINE, 0.5, 1.0, DOUBLE_TAKE},
    {{0, 0, 0, 0, 0, 2}, {2}, CUBE_CENTRED, -0.77777, -1.55554, NO_DOUBLE},
    {{1, 1, 0, 0, 0, 1}, {2, 1, 1}, CUBE_CENTRED, 0.78598, 1.41558, DOUBLE_PASS},
    {{2, 2, 2}, {2, 2, 2}, CUBE_CENTRED, 0.82678, 1.22960, DOUBLE_PASS},
    {{0, 0, 0, 2, 2, 2}, {0, 0, 0, 2, 2, 2}, CUBE_CENTRED, 0.47741, 0.46366, NO_DOUBLE},
    {{0, 0, 0, 2, 2, 2}, {0, 0, 0, 2, 2, 2}, CUBE_MINE, 0.53698, 0.46366, NO_DOUBLE},
    {{1, 1, 1, 1, 1, 1},
     {1, 1, 1, 1, 1, 1},
     CUBE_CENTRED,
     0.60220,
     0.70219,
     DOUBLE_TAKE},
};

static void money_endings_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        struct match_state ms = match_state_money();
        struct position pos = ending(exact[i].mine, exact[i].theirs);
        ms.owner = exact[i].owner;
        ms.cube = ms.owner == CUBE_CENTRED ? 1 : 4;
        struct cube_decision d = decide(&pos, &ms, 2);
        assert_true(fabs((double)d.no_double - exact[i].no_double) < 1e-4);
        assert_true(fabs((double)d.double_take - exact[i].double_take) < 2e-4);
        assert_int_equal(d.action, exact[i].action);
    }
}

/* One checker on the six point against one on the ace: 27 of 36 rolls win, the rest
 * lose. At 2-away 2-away the take point is 32.3 %, so the opponent's 25 % are a pass;
 * at 4-away 2-away (his turn to redouble never comes) 18.6 %, a take. */
static void last_rolls_of_a_match_are_exact_at_2_ply(void **state)
{
    (void)state;
    struct position pos = ending((const int[6]){0, 0, 0, 0, 0, 1}, (const int[6]){1});
    struct match_state ms = match_state_match(2, 0, 0, false);
    struct cube_decision d = decide(&pos, &ms, 2);
    assert_int_equal(d.action, DOUBLE_PASS);
    assert_true(fabs((double)d.no_double - 0.5) < 1e-4);
    /* of the match: 75 % with the cube at 2, 67.736 % after a pass, 32.264 after a loss
     */
    double taken = (2 * 0.75 - 0.67736 - 0.32264) / (0.67736 - 0.32264);
    assert_true(fabs((double)d.double_take - taken) < 1e-3);
    ms = match_state_match(9, 5, 7, false);
    assert_int_equal(decide(&pos, &ms, 2).action, DOUBLE_TAKE);
    struct position opponent = position_swap(&pos);
    struct match_state theirs = match_state_match(2, 0, 0, false);
    struct strength strength = strength_default();
    assert_false(
        engine_takes_double(eng, scratch, &strength, &opponent, &theirs, NULL));
}

static void trailers_double_at_once_after_the_crawford_game(void **state)
{
    (void)state;
    struct position start;
    position_start(&start);
    struct match_state ms = match_state_match(5, 1, 4, false);
    for (int ply = 0; ply <= 2; ply += 2) {
        struct cube_decision d = decide(&start, &ms, ply);
        assert_true(d.is_allowed);
        assert_int_equal(d.action, d.double_take > 1.0F ? DOUBLE_PASS : DOUBLE_TAKE);
    }
    ms.is_crawford = true;
    assert_false(decide(&start, &ms, 0).is_allowed);
    struct match_state leader = match_state_match(5, 4, 1, false);
    assert_int_equal(decide(&start, &leader, 2).action, NO_DOUBLE);
}

/* Replies to which no rollout has ever found a rival. */
static void openings_are_played_as_everybody_plays_them(void **state)
{
    (void)state;
    static const struct {
        struct roll roll;
        const char *play;
    } openings[] = {
        {{3, 1}, "8/5 6/5"},
        {{4, 2}, "8/4 6/4"},
        {{6, 1}, "13/7 8/7"},
        {{5, 3}, "8/3 6/3"},
    };
    struct position start;
    position_start(&start);
    struct match_state ms = match_state_money();
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        struct strength strength = strength_default();
        char text[NOTATION_SIZE];
        assert_true(engine_rank_plays(eng, scratch, &strength, &start, &ms,
                                      openings[i].roll, ranked, 64) > 1);
        notation_write(&start, &ranked[0].play, text);
        assert_string_equal(text, openings[i].play);
    }
}

/* Equities of a few decisions, as bits. */
static void think(struct scratch *with, float *equities, int count)
{
    static struct play_list list;
    struct rng rng;
    struct position pos;
    rng_seed(&rng, 77, 0);
    position_start(&pos);
    for (int i = 0; i < count; i++) {
        struct match_state ms = match_state_match(7, i % 6, (i * 5) % 6, false);
        struct strength strength = strength_default();
        struct cube_decision cube;
        equities[3 * i + 2] = 0.0F;
        int plays = engine_rank_plays(eng, with, &strength, &pos, &ms, rng_roll(&rng),
                                      ranked, 64);
        equities[3 * i] = ranked[0].equity;
        equities[3 * i + 1] = ranked[plays - 1].equity;
        if (i % 3 == 0) {
            engine_cube_decision(eng, with, &strength, &pos, &ms, &cube);
            equities[3 * i + 2] = cube.double_take;
        }
        for (int turn = 0; turn < 6; turn++) {
            movegen_plays(&pos, rng_roll(&rng), &list);
            struct position after = list.after[rng_below(&rng, (uint32_t)list.count)];
            pos = position_swap(&after);
        }
    }
}

static void thoughts_do_not_depend_on_earlier_ones(void **state)
{
    (void)state;
    enum { COUNT = 8 };
    float used[3 * COUNT];
    float fresh[3 * COUNT];
    struct scratch *other = scratch_new(eng);
    assert_non_null(other);
    think(scratch, used, COUNT);
    think(other, fresh, COUNT);
    scratch_free(other);
    assert_memory_equal(used, fresh, sizeof used);
}

static void a_folder_without_weights_is_refused_with_its_name(void **state)
{
    (void)state;
    struct engine_error err;
    assert_null(engine_open("tests/data/no-such-folder", &err));
    assert_non_null(strstr(err.text, "no-such-folder"));
}

/* The opening 3-1 played 24/20: dropped by the filter, judged anew beside the best. */
static void a_play_that_was_made_is_judged_at_the_full_ply(void **state)
{
    (void)state;
    struct position pos;
    struct match_state money = match_state_money();
    struct strength strength = strength_default();
    position_start(&pos);
    strength.filter = *filter_find("gnubg-2003");
    int count = engine_rank_plays(eng, scratch, &strength, &pos, &money,
                                  (struct roll){3, 1}, ranked, 64);
    assert_int_equal(ranked[0].ply, 0); /* 8/5 6/5 alone is left */
    struct position best = ranked[0].after;
    struct position worst = ranked[count - 1].after;
    int at = engine_judge_play(eng, scratch, &strength, &money, &worst, ranked, count);
    assert_int_equal(at, 1);
    assert_int_equal(ranked[0].ply, 2);
    assert_int_equal(ranked[1].ply, 2);
    assert_true(position_equal(&ranked[0].after, &best));
    assert_true(position_equal(&ranked[1].after, &worst));
    assert_true(ranked[0].equity > ranked[1].equity);
    assert_int_equal(
        engine_judge_play(eng, scratch, &strength, &money, &best, ranked, count), 0);
    assert_int_equal(
        engine_judge_play(eng, scratch, &strength, &money, &pos, ranked, count), -1);
}

/* 6-1 with checkers on the six and the ace point: both go off, or one stays. The noise
 * of weak levels does not make them dawdle. */
static void any_level_bears_off_its_last_checkers(void **state)
{
    (void)state;
    const struct position pos = {.mine = {{[POINT_OFF] = 13, [1] = 1, [6] = 1}},
                                 .theirs = {{[POINT_OFF] = 1, [6] = 7, [8] = 7}}};
    for (int i = 0; level_at(i) != NULL; i++) {
        struct strength strength = strength_default();
        assert_true(level_read(level_at(i)->name, &strength, NULL));
        for (int seed = 0; seed < 50; seed++) {
            strength.noise_seed = (uint64_t)seed;
            int count = engine_rank_plays(eng, scratch, &strength, &pos,
                                          &(struct match_state){.cube = 1},
                                          (struct roll){6, 1}, ranked, 64);
            assert_true(count > 1);
            assert_int_equal(game_result(&ranked[0].after), 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_endings_are_exact),
        cmocka_unit_test(last_rolls_of_a_match_are_exact_at_2_ply),
        cmocka_unit_test(trailers_double_at_once_after_the_crawford_game),
        cmocka_unit_test(openings_are_played_as_everybody_plays_them),
        cmocka_unit_test(a_play_that_was_made_is_judged_at_the_full_ply),
        cmocka_unit_test(thoughts_do_not_depend_on_earlier_ones),
        cmocka_unit_test(a_folder_without_weights_is_refused_with_its_name),
        cmocka_unit_test(any_level_bears_off_its_last_checkers),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
