/* Resignations: offered only when nothing can change them, taken when they give enough.
 */
#include "engine/board/board_internal.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/resign.h"
#include "engine/board/rng.h"
#include "engine/level.h"
#include "tests/unit/engine/search_harness.h"

TEST(only_lost_games_are_resigned)
{
    static const struct {
        const char *description;
        struct position pos;
        struct match_state ms;
        int games;
    } rows[] = {
        {"five rolls left against one",
         {.mine = {{[0] = 1, [6] = 14}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1},
         1},
        {"five left against two on the ace, whom any roll bears off",
         {.mine = {{[0] = 10, [1] = 5}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1},
         1},
        {"double 6s would bring all home, and none off",
         {.mine = {{[6] = 11, [12] = 4}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1},
         2},
        {"eight left against the last checker on the ace",
         {.mine = {{[0] = 7, [1] = 8}}, .theirs = {{[0] = 14, [1] = 1}}},
         {.cube = 1},
         1},
        {"eight left against three, which one double may leave time for",
         {.mine = {{[0] = 7, [1] = 8}}, .theirs = {{[0] = 12, [1] = 3}}},
         {.cube = 2, .owner = CUBE_THEIRS},
         0},
        {"nine left against three, the gammon long saved",
         {.mine = {{[0] = 6, [1] = 9}}, .theirs = {{[0] = 12, [1] = 3}}},
         {.cube = 2, .owner = CUBE_THEIRS},
         1},
        {"all home, the gammon saved by any roll: not yet",
         {.mine = {{[1] = 15}}, .theirs = {{[0] = 14, [1] = 1}}},
         {.cube = 1},
         0},
        {"double 6s could still win",
         {.mine = {{[0] = 9, [6] = 6}}, .theirs = {{[0] = 11, [1] = 4}}},
         {.cube = 1},
         0},
        {"no checker off, but one may come off",
         {.mine = {{[6] = 15}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1},
         0},
        {"the gammon cannot be saved",
         {.mine = {{[6] = 10, [18] = 5}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1},
         2},
        {"a gammon, where a single game already loses the match",
         {.mine = {{[6] = 10, [18] = 5}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.length = 3, .their_score = 2, .cube = 1},
         1},
        {"a gammon that does not count: the Jacoby rule, and nobody has doubled",
         {.mine = {{[6] = 10, [18] = 5}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1, .has_jacoby = true},
         1},
        {"... and which counts once the cube was turned",
         {.mine = {{[6] = 10, [18] = 5}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 2, .owner = CUBE_MINE, .has_jacoby = true},
         2},
        {"a gammon that may yet be saved, where it does not count",
         {.mine = {{[6] = 15}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1, .has_jacoby = true},
         1},
        {"the backgammon cannot be saved",
         {.mine = {{[6] = 10, [23] = 5}}, .theirs = {{[0] = 14, [1] = 1}}},
         {.cube = 1},
         3},
        {"two back checkers may get out",
         {.mine = {{[6] = 13, [20] = 2}}, .theirs = {{[0] = 14, [1] = 1}}},
         {.cube = 1},
         0},
        {"... which is as good as a gammon where that ends the match",
         {.mine = {{[6] = 13, [20] = 2}}, .theirs = {{[0] = 14, [1] = 1}}},
         {.length = 3, .their_score = 1, .cube = 1},
         2},
        {"a backgammon that cannot be saved, where a gammon ends the match",
         {.mine = {{[6] = 10, [23] = 5}}, .theirs = {{[0] = 14, [1] = 1}}},
         {.length = 3, .their_score = 1, .cube = 1},
         2},
        {"at the price of the board, one that is lost anyway",
         {.mine = {{[0] = 1, [6] = 14}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 2, .owner = CUBE_MINE, .pays_by_board = true},
         1},
        {"a gammon, and the price is a gammon",
         {.mine = {{[6] = 11, [12] = 4}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.length = 5, .cube = 1, .pays_by_board = true},
         2},
        {"a backgammon, and the price is one",
         {.mine = {{[6] = 10, [23] = 5}}, .theirs = {{[0] = 14, [1] = 1}}},
         {.cube = 1, .pays_by_board = true},
         3},
        {"a single game loses the match, so that the price of two costs no more",
         {.mine = {{[6] = 15}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.length = 3, .their_score = 1, .cube = 2, .pays_by_board = true},
         2},
        {"a single game that may be two: the price of two is too much",
         {.mine = {{[6] = 15}}, .theirs = {{[0] = 13, [1] = 2}}},
         {.cube = 1, .has_jacoby = true, .pays_by_board = true},
         0},
        {"contact is never certain",
         {.mine = {{[6] = 13, [24] = 2}}, .theirs = {{[0] = 13, [2] = 2}}},
         {.cube = 1},
         0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].description);
        assert_null(position_fault(&rows[i].pos));
        assert_int_equal(resign_certain_loss(&rows[i].pos, &rows[i].ms), rows[i].games);
    }
}

/* Random race endings played out with random plays keep within the bounds. */
TEST(bounds_of_rolls_hold_for_any_play)
{
    static struct play_list list;
    struct rng rng;
    rng_seed(&rng, 16, 0);
    for (int game = 0; game < 3000; game++) {
        struct position pos = {.theirs = {{[0] = 14, [1] = 1}}};
        for (int i = 0; i < CHECKERS; i++) {
            pos.mine.at[rng_below(&rng, game % 2 == 0 ? 7 : 20)]++;
        }
        int most = resign_rolls_at_most(&pos.mine);
        int least = resign_rolls_at_least(&pos.mine);
        int rolls = 0;
        while (pos.mine.at[POINT_OFF] < CHECKERS) {
            struct roll roll = rng_roll(&rng);
            roll = game % 3 == 0 ? (struct roll){2, 1} : roll;
            movegen_plays(&pos, roll, &list);
            pos = list.after[rng_below(&rng, (uint32_t)list.count)];
            rolls++;
        }
        assert_true(least <= rolls && rolls <= most);
    }
}

static bool accepts(const struct position *pos, const struct match_state *ms, int games)
{
    struct strength strength = at_ply(0);
    return engine_accepts_resignation(eng, scratch, &strength, pos, ms, false,
                                      (struct roll){0, 0}, games);
}

TEST(a_resignation_is_worth_taking_when_it_gives_enough)
{
    struct position start;
    position_start(&start);
    assert_true(accepts(&start, &scores[0], 1));
    struct position off = {.mine = {{[0] = 14, [1] = 1}},
                           .theirs = {{[0] = 1, [6] = 14}}};
    assert_true(accepts(&off, &scores[0], 1)); /* no gammon any more */
    struct position gammon = {.mine = {{[0] = 14, [1] = 1}},
                              .theirs = {{[6] = 5, [12] = 10}}};
    const struct position last = {.mine = {{[0] = 14, [6] = 1}},
                                  .theirs = {{[1] = 15}}};
    for (int high = 2; high <= 6; high += 4) { /* a six wins the gammon now or never */
        assert_int_equal(engine_accepts_resignation(
                             eng, scratch,
                             &(struct strength){.filter = strength_default().filter},
                             &last, &scores[0], true, roll_of_dice(high, 1), 1),
                         high == 2);
    }
    struct position contact = {.mine = {{[13] = 15}}, .theirs = {{[13] = 15}}};
    assert_int_equal(resign_highest_win(&gammon), 2);
    assert_int_equal(resign_highest_win(&contact), 3); /* who is hit goes back */
    assert_false(engine_accepts_resignation(
        eng, scratch, &(struct strength){.filter = strength_default().filter}, &gammon,
        &scores[0], true, (struct roll){2, 1}, 1)); /* this play wins a gammon */
    assert_true(engine_accepts_resignation(
        eng, scratch, &(struct strength){.filter = strength_default().filter}, &gammon,
        &scores[0], true, (struct roll){2, 1}, 2));
    assert_true(engine_accepts_resignation(
        eng, scratch, &(struct strength){.filter = strength_default().filter}, &gammon,
        &scores[7], true, (struct roll){2, 1}, 1)); /* one point wins the match */
}

/* The race is won; what remains is the gammon, at these chances. A single game is
 * refused even for the least of them, except where gammons do not count. */
TEST(chances_of_a_gammon_are_worth_playing_for)
{
    static const struct {
        double least, most; /* its chance */
        struct position pos;
    } rows[] = {
        {.08,
         .11,
         {.mine = {{[0] = 6, [1] = 3, [2] = 3, [3] = 3}},
          .theirs = {{[4] = 5, [5] = 4, [6] = 3, [9] = 2, [12] = 1}}}},
        {.30,
         .37,
         {.mine = {{[0] = 6, [1] = 3, [2] = 3, [3] = 3}},
          .theirs = {{[4] = 2, [5] = 4, [6] = 5, [9] = 2, [12] = 2}}}},
    };
    struct match_state last_point = match_state_match(5, 4, 2, false);
    struct match_state jacoby = {.cube = 1, .has_jacoby = true};
    struct strength strength = at_ply(0);
    struct roll none = {0, 0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct position *pos = &rows[i].pos;
        struct cube_decision d;
        assert_null(position_fault(pos));
        engine_cube_decision(eng, scratch, &strength, pos, &scores[0], &d);
        assert_true((double)d.outputs.win_gammon > rows[i].least);
        assert_true((double)d.outputs.win_gammon < rows[i].most);
        assert_false(engine_accepts_resignation(eng, scratch, &strength, pos,
                                                &scores[0], true, none, 1));
        assert_false(engine_accepts_resignation(eng, scratch, &strength, pos,
                                                &scores[3], true, none, 1));
        assert_true(engine_accepts_resignation(eng, scratch, &strength, pos, &scores[0],
                                               true, none, 2));
        assert_true(engine_accepts_resignation(eng, scratch, &strength, pos,
                                               &last_point, true, none, 1));
        assert_true(engine_accepts_resignation(eng, scratch, &strength, pos, &jacoby,
                                               true, none, 1));
    }
}

/* The gammon is lost once in thousands of games: what a weak level misjudges in its
 * plays does not make it refuse. A gammon that is there it does not give away. */
TEST(weak_levels_answer_resignations_as_the_strong_do)
{
    static const struct position over = {
        .mine = {{[0] = 3, [1] = 4, [2] = 4, [3] = 4}},
        .theirs = {{[4] = 6, [5] = 5, [6] = 3, [8] = 1}}};
    static const struct position gammonish = {
        .mine = {{[0] = 10, [1] = 3, [2] = 2}},
        .theirs = {{[6] = 8, [12] = 5, [18] = 2}}};
    const struct roll rolls[] = {{3, 1}, {0, 0}};
    for (int i = 0; level_at(i) != NULL; i++) {
        struct strength strength = strength_default();
        assert_true(level_read(level_at(i)->name, &strength, NULL));
        for (int k = 0; k < 40; k++) {
            strength.noise_seed = (uint64_t)k;
            assert_true(engine_accepts_resignation(eng, scratch, &strength, &over,
                                                   &scores[0], true, rolls[k % 2], 1));
            assert_false(engine_accepts_resignation(eng, scratch, &strength, &gammonish,
                                                    &scores[0], true, rolls[k % 2], 1));
        }
    }
}

TEST_MAIN(open_engine, close_engine)
