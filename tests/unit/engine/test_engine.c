/* The engine with the shipped weights: exact endings, plays that everybody makes, and
 * the same bits whatever was thought before. */
#include <math.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/engine.h"
#include "engine/level.h"
#include "engine/search/search_scratch_internal.h"
#include "tests/unit/test_case.h"

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
    {{1}, {1}, CUBE_CENTRED, 1.0, 2.0, CUBE_DOUBLE_PASS},
    {{0, 0, 0, 0, 0, 1}, {1}, CUBE_CENTRED, 0.5, 1.0, CUBE_DOUBLE_TAKE},
    {{0, 0, 0, 0, 0, 1}, {1}, CUBE_MINE, 0.5, 1.0, CUBE_DOUBLE_TAKE},
    {{0, 0, 0, 0, 0, 2}, {2}, CUBE_CENTRED, -0.77777, -1.55554, CUBE_NO_DOUBLE},
    {{1, 1, 0, 0, 0, 1}, {2, 1, 1}, CUBE_CENTRED, 0.78598, 1.41558, CUBE_DOUBLE_PASS},
    {{2, 2, 2}, {2, 2, 2}, CUBE_CENTRED, 0.82678, 1.22960, CUBE_DOUBLE_PASS},
    {{0, 0, 0, 2, 2, 2},
     {0, 0, 0, 2, 2, 2},
     CUBE_CENTRED,
     0.47741,
     0.46366,
     CUBE_NO_DOUBLE},
    {{0, 0, 0, 2, 2, 2},
     {0, 0, 0, 2, 2, 2},
     CUBE_MINE,
     0.53698,
     0.46366,
     CUBE_NO_DOUBLE},
    {{1, 1, 1, 1, 1, 1},
     {1, 1, 1, 1, 1, 1},
     CUBE_CENTRED,
     0.60220,
     0.70219,
     CUBE_DOUBLE_TAKE},
};

TEST(money_endings_are_exact)
{
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
TEST(last_rolls_of_a_match_are_exact_at_2_ply)
{
    struct position pos = ending((const int[6]){0, 0, 0, 0, 0, 1}, (const int[6]){1});
    struct match_state ms = match_state_match(2, 0, 0, false);
    struct cube_decision d = decide(&pos, &ms, 2);
    assert_int_equal(d.action, CUBE_DOUBLE_PASS);
    assert_true(fabs((double)d.no_double - 0.5) < 1e-4);
    /* of the match: 75 % with the cube at 2, 67.736 % after a pass, 32.264 after a loss
     */
    double taken = (2 * 0.75 - 0.67736 - 0.32264) / (0.67736 - 0.32264);
    assert_true(fabs((double)d.double_take - taken) < 1e-3);
    ms = match_state_match(9, 5, 7, false);
    assert_int_equal(decide(&pos, &ms, 2).action, CUBE_DOUBLE_TAKE);
    struct position opponent = position_swap(&pos);
    struct match_state theirs = match_state_match(2, 0, 0, false);
    struct strength strength = strength_default();
    assert_false(
        engine_takes_double(eng, scratch, &strength, &opponent, &theirs, NULL));
}

/* After a double gammons count, so plays are the same with the Jacoby rule as without. */
TEST(the_jacoby_rule_changes_nothing_after_a_double)
{
    struct decision_context at =
        context("XGID=-a--cCD-B---bE-A-aad-a--b-:0:0:1:00:0:0:0:0:10");
    for (int ply = 0; ply <= 2; ply++) {
        struct match_state ms = at.ms;
        struct cube_decision plain = decide(&at.pos, &ms, ply);
        ms.has_jacoby = true;
        struct cube_decision jacoby = decide(&at.pos, &ms, ply);
        assert_true(jacoby.double_take == plain.double_take);
        assert_true(jacoby.no_double != plain.no_double);
    }
}

TEST(trailers_double_at_once_after_the_crawford_game)
{
    struct position start;
    position_start(&start);
    struct match_state ms = match_state_match(5, 1, 4, false);
    for (int ply = 0; ply <= 2; ply += 2) {
        struct cube_decision d = decide(&start, &ms, ply);
        assert_true(d.is_allowed);
        assert_int_equal(d.action,
                         d.double_take > 1.0F ? CUBE_DOUBLE_PASS : CUBE_DOUBLE_TAKE);
    }
    ms.is_crawford = true;
    assert_false(decide(&start, &ms, 0).is_allowed);
    struct match_state leader = match_state_match(5, 4, 1, false);
    assert_int_equal(decide(&start, &leader, 2).action, CUBE_NO_DOUBLE);
}

/* Replies to which no rollout has ever found a rival. */
TEST(openings_are_played_as_everybody_plays_them)
{
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
static void think(struct search_scratch *with, float *equities, int count)
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

TEST(thoughts_do_not_depend_on_earlier_ones)
{
    enum { COUNT = 8 };
    float used[3 * COUNT];
    float fresh[3 * COUNT];
    struct search_scratch *other = engine_scratch_new(eng);
    assert_non_null(other);
    think(scratch, used, COUNT);
    think(other, fresh, COUNT);
    engine_scratch_free(other);
    assert_memory_equal(used, fresh, sizeof used);
}

TEST(a_folder_without_weights_is_refused_with_its_name)
{
    struct error err;
    assert_null(engine_open("tests/data/no-such-folder", &err));
    assert_non_null(strstr(err.text, "no-such-folder"));
}

/* The opening 3-1 played 24/20: dropped by the filter, judged anew beside the best. */
TEST(a_play_that_was_made_is_judged_at_the_full_ply)
{
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
    int at =
        engine_evaluate_play(eng, scratch, &strength, &money, &worst, ranked, count);
    assert_int_equal(at, 1);
    assert_int_equal(ranked[0].ply, 2);
    assert_int_equal(ranked[1].ply, 2);
    assert_true(position_equal(&ranked[0].after, &best));
    assert_true(position_equal(&ranked[1].after, &worst));
    assert_true(ranked[0].equity > ranked[1].equity);
    assert_int_equal(
        engine_evaluate_play(eng, scratch, &strength, &money, &best, ranked, count), 0);
    assert_int_equal(
        engine_evaluate_play(eng, scratch, &strength, &money, &pos, ranked, count), -1);
}

/* 6-1 with checkers on the six and the ace point: both go off, or one stays. The noise
 * of weak levels does not make them dawdle. */
TEST(any_level_bears_off_its_last_checkers)
{
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
            assert_int_equal(position_game_result(&ranked[0].after), 1);
        }
    }
}

/* ---- the cube below a decision --------------------------------------------------- */

static struct search *begin(const struct strength *strength,
                            const struct match_state *ms)
{
    const struct evaluator *ev = engine_evaluator(eng);
    return search_begin(scratch, ev, eval_bearoff(ev), engine_met(eng), strength, ms);
}

/* Neither the database's cube for money nor a free double has any part in it. */
TEST(a_dead_cube_is_worth_what_the_outputs_say)
{
    const struct position pos =
        ending((const int[6]){2, 2, 2}, (const int[6]){2, 2, 2});
    const struct match_state rows[] = {
        match_state_money(), match_state_match(7, 2, 3, false),
        match_state_match(5, 1, 4, false), /* mine doubles for nothing */
        match_state_match(5, 4, 1, false), /* theirs */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int ply = 0; ply <= 2; ply += 2) {
            struct strength strength = strength_default();
            struct search_value value;
            struct search *search = begin(&strength, &rows[i]);
            search_kill_cube(search);
            assert_true(search_rolls(search, &pos, ply, &value));
            double want =
                (double)cube_weigh(&search->weights[CUBE_SIDE_MINE], &value.outputs);
            double have = cube_equity(&search->model, value.values[0]);
            assert_true(fabs(have - want) < 1e-4);
        }
    }
}

/* A gammon is all but won: not to double is as good as a pass only where that costs two
 * games, and there it is searched. */
TEST(a_cube_action_is_clear_by_the_price_of_the_pass)
{
    const struct position pos = {.mine = {{[0] = 10, [1] = 3, [2] = 2}},
                                 .theirs = {{[6] = 8, [12] = 5, [18] = 2}}};
    struct strength strength = strength_default();
    for (int pays_by_board = 0; pays_by_board <= 1; pays_by_board++) {
        struct match_state ms = {.cube = 1, .pays_by_board = pays_by_board};
        struct cube_decision d;
        engine_cube_decision(eng, scratch, &strength, &pos, &ms, &d);
        assert_int_equal(d.ply, pays_by_board ? 2 : 0);
    }
}

/* So far from its end a match is nearly money play, of which the database knows all. */
/* ... in every game, gammons counting with the Jacoby rule, too. */
TEST(without_a_cube_plays_are_worth_what_their_outputs_say)
{
    struct met *met = met_new_without_cube(NULL);
    const struct match_state games[] = {
        {.cube = 1},
        {.cube = 1, .has_jacoby = true},
        match_state_match(5, 2, 3, false),
        match_state_match(5, 4, 2, false),
    };
    for (int i = 0; i < 8; i++) {
        const struct match_state *ms = &games[i / 2];
        struct strength strength = strength_default();
        struct position pos;
        position_start(&pos);
        strength_play_cubeless(&strength);
        strength.play_ply = i % 2;
        int count = engine_rank_plays(eng, scratch, &strength, &pos, ms,
                                      (struct roll){3, 1}, ranked, 64);
        assert_true(count > 5);
        for (int k = 0; k < 5; k++) {
            double dead = cube_equity_dead(met, ms, &ranked[k].outputs);
            assert_true(fabs((double)ranked[k].equity - dead) < 1e-5);
        }
    }
    met_close(met);
}

TEST(endings_of_a_long_match_are_worth_nearly_those_of_money)
{
    static const struct {
        int mine[6], theirs[6];
    } rows[] = {
        {{2, 2, 2}, {2, 2, 2}},
        {{0, 0, 0, 2, 2, 2}, {0, 0, 0, 2, 2, 2}},
        {{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}},
        {{0, 0, 0, 2, 2, 2}, {0, 2, 2, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int owner = CUBE_CENTRED; owner <= CUBE_THEIRS; owner++) {
            struct position pos = ending(rows[i].mine, rows[i].theirs);
            struct match_state money = match_state_money();
            struct match_state match = match_state_match(25, 0, 0, false);
            money.owner = match.owner = (enum cube_owner)owner;
            struct cube_decision known = decide(&pos, &money, 0);
            struct cube_decision d = decide(&pos, &match, 0);
            assert_true(fabsf(d.no_double - known.no_double) < 0.005F);
        }
    }
}

/* In a race, too, the lives of its class hold. */
TEST(efficiencies_of_a_strength_are_those_of_contact_alone)
{
    const struct position race = {.mine = {{[4] = 5, [6] = 5, [9] = 5}},
                                  .theirs = {{[4] = 5, [6] = 5, [10] = 5}}};
    struct position start;
    position_start(&start);
    const struct match_state money = match_state_money();
    for (int is_race = 0; is_race <= 1; is_race++) {
        const struct position *pos = is_race ? &race : &start;
        struct strength strength = strength_default();
        struct cube_decision by_class, by_strength;
        strength.cube_ply = 0;
        engine_cube_decision(eng, scratch, &strength, pos, &money, &by_class);
        strength.efficiency_centred = strength.efficiency_owned = 0.05F;
        engine_cube_decision(eng, scratch, &strength, pos, &money, &by_strength);
        assert_int_equal(by_class.double_take == by_strength.double_take, is_race);
        assert_int_equal(by_class.no_double == by_strength.no_double, is_race);
    }
}

TEST(plays_are_valued_by_their_own_ply_after_a_deeper_cube)
{
    const struct match_state money = match_state_money();
    struct strength strength = strength_default();
    struct position start;
    struct search_value value;
    strength.play_ply = 0;
    position_start(&start);
    (void)search_plays(begin(&strength, &money), &start, (struct roll){3, 1});
    float want = search_ranked(scratch)[0].equity;
    struct search *search = begin(&strength, &money);
    assert_true(search_rolls(search, &start, 2, &value));
    (void)search_plays(search, &start, (struct roll){3, 1});
    assert_true(search_ranked(scratch)[0].equity == want);
}

/* ---- the nets -------------------------------------------------------------------- */

TEST(values_of_the_two_nets_are_kept_apart)
{
    const struct match_state money = match_state_money();
    struct search_scratch *fresh = engine_scratch_new(eng);
    struct strength strength = strength_default();
    struct position start;
    position_start(&start);
    assert_non_null(fresh);
    strength.play_ply = 1;
    (void)engine_rank_plays(eng, scratch, &strength, &start, &money,
                            (struct roll){3, 1}, ranked, 1);
    float by_big = ranked[0].equity;
    strength.uses_pruning_net = true;
    (void)engine_rank_plays(eng, scratch, &strength, &start, &money,
                            (struct roll){3, 1}, ranked, 1);
    float by_small = ranked[0].equity;
    (void)engine_rank_plays(eng, fresh, &strength, &start, &money, (struct roll){3, 1},
                            ranked, 1);
    assert_true(by_small == ranked[0].equity);
    assert_true(by_small != by_big);
    engine_scratch_free(fresh);
}

/* The small net, which knows nothing of races, leaves none of their plays out. */
TEST(races_are_not_sifted_by_the_small_net)
{
    const struct position race = {.mine = {{[4] = 5, [6] = 5, [9] = 3, [11] = 2}},
                                  .theirs = {{[4] = 5, [6] = 5, [10] = 5}}};
    const struct match_state money = match_state_money();
    struct strength strength = strength_default();
    strength.play_ply = 0;
    int count = engine_rank_plays(eng, scratch, &strength, &race, &money,
                                  (struct roll){3, 1}, ranked, 64);
    assert_true(count > 9); /* more than the filter lets through */
    for (int i = 0; i < count; i++) {
        assert_int_equal(ranked[i].ply, 0);
    }
}

/* The two sides' luck is uneven at an odd number. */
TEST(cube_actions_asked_at_an_odd_ply_are_answered_at_the_next_even_one)
{
    struct position pos;
    struct match_state ms = match_state_money();
    position_start(&pos);
    for (int ply = 0; ply <= 2; ply++) {
        struct strength strength = strength_default();
        struct cube_decision decision;
        strength.cube_ply = ply;
        strength.filter.cube_threshold = 0.0F; /* the opening is clear at 0-ply */
        engine_cube_decision(eng, scratch, &strength, &pos, &ms, &decision);
        assert_int_equal(decision.ply, ply == 0 ? 0 : 2);
    }
    assert_int_equal(strength_cube_ply(3), 4);
}

TEST_MAIN(open_engine, close_engine)
