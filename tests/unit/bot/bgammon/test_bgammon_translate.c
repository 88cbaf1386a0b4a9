/* Boards of bgammon.org as positions, and plays as hops, by the referee. */
#include <stdlib.h>
#include <string.h>

#include "bot/bgammon/bgammon_translate.h"
#include "bot/bgammon/bgammon_translate_internal.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "fibs/bgammon/command.h"
#include "reference/rules.h"
#include "tests/unit/test_case.h"

/* A board in the middle of a 5-point match, as `colour` sees it, who is on roll. */
static struct bgammon_board board_of(const struct reference_board *from, int colour,
                                     int first, int second)
{
    struct bgammon_board board = {
        .players = {{.name = "BOT_a", .number = 1}, {.name = "ann", .number = 2}},
        .turn = 1,
        .roll = {first, second},
        .points = 5,
        .cube = 1,
    };
    for (int point = 1; point <= 24; point++) {
        int seen = colour == REFERENCE_O ? point : 25 - point;
        board.slots[seen] = from->point[point] * colour;
    }
    board.slots[BGAMMON_OFF] = reference_off(from, colour);
    board.slots[BGAMMON_THEIR_OFF] = -reference_off(from, -colour);
    board.slots[BGAMMON_BAR] = reference_on_bar(from, colour);
    board.slots[BGAMMON_THEIR_BAR] = -reference_on_bar(from, -colour);
    return board;
}

static void start_board(struct bgammon_board *board)
{
    struct reference_board start;
    reference_start(&start);
    *board = board_of(&start, REFERENCE_O, 0, 0);
}

TEST(the_start_is_the_start)
{
    struct bgammon_board board;
    struct decision_context at;
    struct position start;
    struct error err;
    start_board(&board);
    position_start(&start);
    assert_true(bgammon_decision_context(&board, &at, &err));
    assert_true(position_equal(&at.pos, &start));
    assert_int_equal(at.ms.length, 5);
}

TEST(score_cube_crawford_and_dice_are_told)
{
    struct bgammon_board board;
    struct game_board read = {.is_owner_told = false};
    start_board(&board);
    board.players[0].points = 4;
    board.players[1].points = 2;
    board.crawford = 1;
    board.roll[0] = 3;
    board.roll[1] = 6;
    bgammon_translate_board(&board, &read);
    assert_null(read.fault);
    assert_true(read.is_owner_told);
    assert_true(read.they_move_upwards);
    assert_int_equal(read.view.ms.my_score, 4);
    assert_int_equal(read.view.ms.their_score, 2);
    assert_true(read.view.ms.is_crawford);
    assert_true(read.is_owner_told);
    assert_true(read.they_move_upwards);
    assert_true(read.view.ms.pays_by_board);
    assert_int_equal(read.view.roll.high, 6);
    assert_int_equal(read.view.roll.low, 3);
    assert_int_equal(read.view.turn, TURN_MINE);
    board.crawford = 2;
    board.cube = 2;
    board.cube_owner = 2;
    board.turn = 2;
    bgammon_translate_board(&board, &read);
    assert_false(read.view.ms.is_crawford);
    assert_int_equal(read.view.ms.owner, CUBE_THEIRS);
    assert_int_equal(read.view.ms.cube, 2);
    assert_int_equal(read.view.turn, TURN_THEIRS);
    board.turn = 0;
    bgammon_translate_board(&board, &read);
    assert_int_equal(read.view.turn, TURN_NOBODY);
    assert_int_equal(read.view.roll.high, 0);
    board.turn = 1;
    board.roll[1] = 0; /* half a roll is none */
    bgammon_translate_board(&board, &read);
    assert_int_equal(read.view.roll.high, 0);
    board.winner = 1;
    board.players[0].points = board.points + 2; /* points are not cut */
    bgammon_translate_board(&board, &read);
    assert_int_equal(read.view.turn, TURN_NOBODY);
    assert_null(read.fault);
}

TEST(an_offered_double_is_the_others_decision)
{
    struct bgammon_board board;
    struct decision_context at;
    struct error err;
    start_board(&board);
    board.turn = 2;
    board.is_double_offered = true;
    board.players[0].points = 3;
    assert_true(bgammon_decision_context(&board, &at, &err));
    assert_true(at.is_doubled && at.is_opponent_on_roll);
    assert_int_equal(at.ms.my_score, 3); /* we answer */
    assert_int_equal(at.ms.cube, 1);
    board.turn = 1;
    assert_true(bgammon_decision_context(&board, &at, &err));
    assert_int_equal(at.ms.my_score, 0); /* they do */
}

static void expect_no_decision(const struct bgammon_board *board, const char *why)
{
    struct decision_context at;
    struct error err = {.text = ""};
    assert_false(bgammon_decision_context(board, &at, &err));
    assert_non_null(strstr(err.text, why));
}

TEST(what_is_no_decision_says_why)
{
    struct bgammon_board good, board;
    start_board(&good);
    board = good;
    for (board.variant = 1; board.variant <= 2; board.variant++) {
        expect_no_decision(&board, "not backgammon");
    }
    board = good;
    board.slots[24] = 1;
    expect_no_decision(&board, "15 checkers");
    board = good;
    board.points = 100;
    expect_no_decision(&board, "match length");
    board = good;
    board.turn = 0;
    expect_no_decision(&board, "nobody's");
    board = good;
    board.winner = 1;
    expect_no_decision(&board, "nobody's");
    board = good;
    board.moves.count = 1;
    expect_no_decision(&board, "part of the play");
}

/* ---- by the referee -------------------------------------------------------------- */

static struct reference_judgement judge(struct reference_generator *referee,
                                        const struct reference_board *board, int colour,
                                        const struct roll *roll,
                                        const struct bgammon_hop *hops, int count)
{
    struct reference_hop translated[CHECKER_MOVES_MAX];
    for (int i = 0; i < count; i++) {
        int from = hops[i].from == BGAMMON_BAR ? 25 : hops[i].from, to = hops[i].to;
        translated[i].from = (signed char)(colour == REFERENCE_O ? from : 25 - from);
        translated[i].to = (signed char)(colour == REFERENCE_O ? to : 25 - to);
    }
    return reference_judge(referee, board, colour, roll->high, roll->low, translated,
                           count);
}

/* Every play of the engine is a legal command that leads to the engine's position. */
static void check_plays(struct reference_generator *referee, struct play_list *list,
                        const struct reference_board *board, int colour,
                        const struct decision_context *at)
{
    movegen_plays(&at->pos, at->roll, list);
    assert_int_equal(
        list->count,
        reference_plays(referee, board, colour, at->roll.high, at->roll.low)->count);
    for (int i = 0; i < list->count; i++) {
        struct bgammon_hop hops[CHECKER_MOVES_MAX];
        struct bgammon_command command;
        struct game_board after;
        int count = bgammon_translate_play(&list->plays[i], hops);
        if (count == 0) {
            continue;
        }
        assert_true(bgammon_command_move(&command, hops, count));
        const struct reference_judgement judgement =
            judge(referee, board, colour, &at->roll, hops, count);
        assert_int_equal(judgement.verdict, REFERENCE_LEGAL);
        const struct bgammon_board seen = board_of(&judgement.after, colour, 0, 0);
        bgammon_translate_board(&seen, &after);
        assert_true(position_equal(&after.view.pos, &list->after[i]));
    }
}

TEST(boards_and_plays_agree_with_the_referee)
{
    enum { TURNS = 400 };
    struct reference_generator *referee = reference_generator_new();
    struct play_list *list = aligned_alloc(alignof(struct play_list), sizeof *list);
    struct reference_board board;
    struct rng rng;
    assert_true(referee != NULL && list != NULL);
    rng_seed(&rng, 29, 0);
    reference_start(&board);
    for (int turn = 0; turn < TURNS; turn++) {
        int colour = turn % 2 == 0 ? REFERENCE_O : REFERENCE_X;
        int first = 1 + (int)rng_below(&rng, 6), second = 1 + (int)rng_below(&rng, 6);
        struct decision_context at;
        struct error err;
        const struct bgammon_board seen = board_of(&board, colour, first, second);
        assert_true(bgammon_decision_context(&seen, &at, &err));
        check_plays(referee, list, &board, colour, &at);
        const struct reference_plays *plays =
            reference_plays(referee, &board, colour, first, second);
        board = plays->plays[rng_below(&rng, (uint32_t)plays->count)].after;
        if (reference_result(&board) != 0) {
            reference_start(&board);
        }
    }
    free(list);
    reference_generator_free(referee);
}

TEST_MAIN(NULL, NULL)
