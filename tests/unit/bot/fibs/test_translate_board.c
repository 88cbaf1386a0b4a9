/* FIBS board <-> position, plays -> hops. tests/data/turns_live_fibs.tsv are turns
 * played on fibs.com (source in the file). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/fibs/translate.h"
#include "engine/board/decision_context.h"
#include "engine/board/points.h"
#include "engine/board/position.h"
#include "tests/unit/test_case.h"

static const char turns_file[] = "tests/data/turns_live_fibs.tsv";
enum { LIVE_TURNS = 42 };

struct live_turn {
    char id[8];
    int before[FIBS_BOARD_POINTS], after[FIBS_BOARD_POINTS];
    int off_before, off_after;
    int dice[2];
    bool is_dance;
};

static struct play_list list;

static bool read_points(const char *text, int points[FIBS_BOARD_POINTS])
{
    char *end = NULL;
    for (int i = 0; i < FIBS_BOARD_POINTS; i++) {
        points[i] = (int)strtol(text, &end, 10);
        if (end == text || (*end != ':' && i < FIBS_BOARD_POINTS - 1)) {
            return false;
        }
        text = end + 1;
    }
    return true;
}

static bool read_turn(const char *line, struct live_turn *turn)
{
    char before[120], after[120];
    memset(turn, 0, sizeof *turn);
    if (sscanf(line, "%7s %119s %d %d-%d %119s %d", turn->id, before, &turn->off_before,
               &turn->dice[0], &turn->dice[1], after, &turn->off_after) != 7) {
        return false;
    }
    turn->is_dance = strcmp(after, "DANCE") == 0;
    return read_points(before, turn->before) &&
           read_points(turn->is_dance ? before : after, turn->after);
}

/* The player is O and moves 24 -> 1; his bar is index 25, the other's index 0. */
static struct fibs_board board_of(const int points[FIBS_BOARD_POINTS], int off)
{
    struct fibs_board board = {.player = {"You", "opp_a"},
                               .match_length = 5,
                               .turn = FIBS_O,
                               .cube = 1,
                               .may_double = {true, true},
                               .colour = FIBS_O,
                               .direction = -1,
                               .off = {off, 0}};
    int theirs = 0;
    for (int i = 0; i < FIBS_BOARD_POINTS; i++) {
        board.points[i] = points[i];
        theirs += points[i] < 0 ? -points[i] : 0;
    }
    board.on_bar[0] = points[25];
    board.on_bar[1] = -points[0];
    board.off[1] = CHECKERS - theirs;
    return board;
}

/* The same position with the other colour, the other direction, or both. */
static struct fibs_board seen_otherwise(const struct fibs_board *board, int colour,
                                        int direction)
{
    struct fibs_board other = *board;
    for (int i = 0; i < FIBS_BOARD_POINTS; i++) {
        int from = direction == board->direction ? i : FIBS_BOARD_POINTS - 1 - i;
        other.points[i] = board->points[from] * (colour == board->colour ? 1 : -1);
    }
    other.turn = board->turn * (colour == board->colour ? 1 : -1);
    other.colour = colour;
    other.direction = direction;
    return other;
}

/* Carries out hops on the bare numbers of the board line, knowing no engine. */
static void apply_hops(struct fibs_board *board, const struct fibs_hop *hops, int count)
{
    int me = board->colour;
    for (int i = 0; i < count; i++) {
        if (hops[i].from == FIBS_BAR) {
            assert_true(board->on_bar[0]-- > 0);
        } else {
            assert_int_equal(board->on_bar[0], 0);
            assert_true(board->points[hops[i].from] * me > 0);
            board->points[hops[i].from] -= me;
        }
        if (hops[i].to == FIBS_OFF) {
            board->off[0]++;
        } else if (board->points[hops[i].to] == -me) {
            board->points[hops[i].to] = me;
            board->on_bar[1]++;
        } else {
            assert_true(board->points[hops[i].to] * me >= 0);
            board->points[hops[i].to] += me;
        }
    }
}

static void check_same(const struct fibs_board *got, const struct fibs_board *want)
{
    for (int point = 1; point <= 24; point++) {
        assert_int_equal(got->points[point], want->points[point]);
    }
    assert_int_equal(got->on_bar[0], want->on_bar[0]);
    assert_int_equal(got->on_bar[1], want->on_bar[1]);
    assert_int_equal(got->off[0], want->off[0]);
    assert_int_equal(got->off[1], want->off[1]);
}

static void check_view(const struct fibs_board *board, struct board_view *view)
{
    struct game_board read;
    translate_board(board, &read);
    assert_null(read.fault);
    *view = read.view;
}

/* How often a hop of the command uses each die; a command is right when it uses the
 * dice and nothing else. */
static void check_dice(const struct live_turn *turn, const struct play *play)
{
    int high = turn->dice[0] > turn->dice[1] ? turn->dice[0] : turn->dice[1];
    for (int i = 0; i < play->count; i++) {
        int pips = play->moves[i].from - play->moves[i].to;
        bool is_a_die = pips == turn->dice[0] || pips == turn->dice[1];
        assert_true(is_a_die || (play->moves[i].to == POINT_OFF && pips < high));
    }
}

static void check_turn(const struct live_turn *turn, int colour, int direction)
{
    struct fibs_board before = board_of(turn->before, turn->off_before);
    struct fibs_board after = board_of(turn->after, turn->off_after);
    before = seen_otherwise(&before, colour, direction);
    after = seen_otherwise(&after, colour, direction);
    struct board_view view, wanted;
    check_view(&before, &view);
    check_view(&after, &wanted);
    movegen_plays(&view.pos, translate_roll(turn->dice[0], turn->dice[1]), &list);
    int found = -1;
    for (int i = 0; i < list.count; i++) {
        found = position_equal(&list.after[i], &wanted.pos) ? i : found;
    }
    if (found < 0) {
        fail_msg("%s: the play made on fibs.com is not among ours", turn->id);
    }
    assert_int_equal(list.plays[found].count == 0, turn->is_dance);
    check_dice(turn, &list.plays[found]);
    struct fibs_hop hops[CHECKER_MOVES_MAX];
    int count = translate_play(&list.plays[found], before.direction, hops);
    apply_hops(&before, hops, count);
    check_same(&before, &after);
}

TEST(live_turns_are_among_our_plays_and_our_commands_make_them)
{
    FILE *file = fopen(turns_file, "r");
    assert_non_null(file);
    char line[400];
    int turns = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        struct live_turn turn;
        if (line[0] == '#') {
            continue;
        }
        assert_true(read_turn(line, &turn));
        check_turn(&turn, FIBS_O, -1);
        check_turn(&turn, FIBS_O, 1);
        check_turn(&turn, FIBS_X, -1);
        check_turn(&turn, FIBS_X, 1);
        turns++;
    }
    (void)fclose(file);
    assert_int_equal(turns, LIVE_TURNS);
}

/* The start as fibs.com sends it. */
static const int start[FIBS_BOARD_POINTS] = {0, -2, 0, 0, 0,  0, 5,  0, 3, 0, 0, 0, -5,
                                             5, 0,  0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0};

TEST(start_is_the_start_in_all_colours_and_directions)
{
    struct position want;
    position_start(&want);
    struct fibs_board board = board_of(start, 0);
    for (int colour = FIBS_X; colour <= FIBS_O; colour += 2) {
        for (int direction = -1; direction <= 1; direction += 2) {
            struct fibs_board other = seen_otherwise(&board, colour, direction);
            struct board_view view;
            check_view(&other, &view);
            assert_true(position_equal(&view.pos, &want));
            assert_int_equal(view.turn, TURN_MINE);
        }
    }
}

TEST(hops_from_the_bar_and_off_follow_the_direction)
{
    struct fibs_board board = board_of(start, 0);
    struct play play = {.moves = {{25, 21}, {13, 11}, {6, 0}}, .count = 3};
    struct fibs_hop hops[CHECKER_MOVES_MAX];
    static const struct {
        int direction;
        struct fibs_hop hops[3];
    } rows[] = {
        {-1, {{FIBS_BAR, 21}, {13, 11}, {6, FIBS_OFF}}},
        {1, {{FIBS_BAR, 4}, {12, 14}, {19, FIBS_OFF}}},
    };
    for (size_t i = 0; i < 2; i++) {
        board.direction = rows[i].direction;
        assert_int_equal(translate_play(&play, board.direction, hops), 3);
        for (int hop = 0; hop < 3; hop++) {
            assert_int_equal(hops[hop].from, rows[i].hops[hop].from);
            assert_int_equal(hops[hop].to, rows[i].hops[hop].to);
        }
    }
}

TEST(turn_and_dice_are_those_of_the_player_on_roll)
{
    struct fibs_board board = board_of(start, 0);
    struct board_view view;
    board.dice[0][0] = 2;
    board.dice[0][1] = 6;
    check_view(&board, &view);
    assert_int_equal(view.turn, TURN_MINE);
    assert_int_equal(view.roll.high, 6);
    assert_int_equal(view.roll.low, 2);
    board.turn = FIBS_X; /* dice of ours are left from before: not his */
    check_view(&board, &view);
    assert_int_equal(view.turn, TURN_THEIRS);
    assert_int_equal(view.roll.high, 0);
    board.dice[1][0] = board.dice[1][1] = 4;
    check_view(&board, &view);
    assert_int_equal(view.roll.high, 4);
    board.turn = FIBS_NOBODY;
    check_view(&board, &view);
    assert_int_equal(view.turn, TURN_NOBODY);
    assert_int_equal(view.roll.high, 0);
}

TEST(cube_owner_follows_may_double)
{
    static const struct {
        int cube;
        bool may_double[2];
        enum cube_owner memory, want;
        bool is_pending;
    } rows[] = {
        {1, {true, true}, CUBE_CENTRED, CUBE_CENTRED, false},
        {1, {true, false}, CUBE_CENTRED, CUBE_CENTRED, false},
        {2, {true, true}, CUBE_MINE, CUBE_CENTRED, false}, /* opening doublets */
        {2, {true, false}, CUBE_THEIRS, CUBE_MINE, false},
        {4, {false, true}, CUBE_MINE, CUBE_THEIRS, false},
        {1, {false, false}, CUBE_CENTRED, CUBE_CENTRED, true},
        {2, {false, false}, CUBE_THEIRS, CUBE_THEIRS, true},
        {2, {false, false}, CUBE_MINE, CUBE_MINE, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fibs_board board = board_of(start, 0);
        struct game_memory memory = {.owner = rows[i].memory};
        struct game_board read;
        board.cube = rows[i].cube;
        board.may_double[0] = rows[i].may_double[0];
        board.may_double[1] = rows[i].may_double[1];
        translate_board(&board, &read);
        assert_null(read.fault);
        struct board_view view = game_board_recall(&read, &memory);
        assert_int_equal(view.ms.owner, rows[i].want);
        assert_int_equal(view.is_double_pending, rows[i].is_pending);
        assert_int_equal(view.ms.cube, rows[i].cube);
    }
    struct fibs_board board =
        board_of(start, 0); /* nothing is remembered of a redouble: */
    struct board_view view;
    board.cube = 2;
    board.may_double[0] = board.may_double[1] = false;
    board.turn = board.colour; /* we are to answer ... */
    check_view(&board, &view);
    assert_int_equal(view.ms.owner, CUBE_THEIRS); /* ... who had the cube */
    board.turn = -board.colour;
    check_view(&board, &view);
    assert_int_equal(view.ms.owner, CUBE_MINE);
}

/* What servers write that leave fields 38 and 39 as they are; at another time field 40 is old. */
TEST(field_40_tells_of_a_double_to_who_must_answer)
{
    struct fibs_board board = board_of(start, 0);
    struct board_view view;
    board.was_doubled = true;
    board.cube = 2;
    board.may_double[0] = false;
    board.turn = board.colour;
    check_view(&board, &view);
    assert_true(view.is_double_pending);
    assert_int_equal(view.ms.owner, CUBE_THEIRS);
    board.dice[0][0] = board.dice[0][1] = 3;
    check_view(&board, &view);
    assert_false(view.is_double_pending);
    board.dice[0][0] = board.dice[0][1] = 0;
    board.turn = -board.colour;
    check_view(&board, &view);
    assert_false(view.is_double_pending);
    assert_int_equal(view.ms.owner, CUBE_THEIRS);
}

TEST(crawford_comes_from_memory_first_and_the_hint_after)
{
    static const struct {
        int length, mine, theirs, hint;
        enum game_crawford memory;
        bool want;
    } rows[] = {
        {5, 4, 2, 0, GAME_CRAWFORD_UNKNOWN, true},
        {5, 4, 2, 1, GAME_CRAWFORD_UNKNOWN, false},
        {5, 4, 2, 1, GAME_CRAWFORD_NOW, true},
        {5, 4, 2, 1, GAME_CRAWFORD_AHEAD, true},
        {5, 4, 2, 0, GAME_CRAWFORD_OVER, false},
        {5, 2, 4, 0, GAME_CRAWFORD_AHEAD, true},
        {5, 4, 4, 0, GAME_CRAWFORD_UNKNOWN, false},
        {5, 3, 3, 0, GAME_CRAWFORD_AHEAD, false},
        {1, 0, 0, 0, GAME_CRAWFORD_UNKNOWN, false},
        {POINTS_UNLIMITED, 4, 2, 0, GAME_CRAWFORD_NOW, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fibs_board board = board_of(start, 0);
        struct game_memory memory = {.crawford = rows[i].memory};
        struct game_board read;
        board.match_length = rows[i].length;
        board.score[0] = rows[i].mine;
        board.score[1] = rows[i].theirs;
        board.did_crawford = rows[i].hint;
        translate_board(&board, &read);
        assert_null(read.fault);
        struct board_view view = game_board_recall(&read, &memory);
        assert_int_equal(view.ms.is_crawford, rows[i].want);
    }
}

TEST(unlimited_matches_are_money_games)
{
    struct fibs_board board = board_of(start, 0);
    struct board_view view;
    board.match_length = POINTS_UNLIMITED;
    board.score[0] = 120;
    check_view(&board, &view);
    assert_int_equal(view.ms.length, 0);
    assert_false(view.ms.has_jacoby);
    assert_int_equal(view.match_length, POINTS_UNLIMITED);
    board.match_length = MATCH_LENGTH_MAX + 1; /* no table reaches as far */
    check_view(&board, &view);
    assert_int_equal(view.match_length, POINTS_UNLIMITED);
    board.match_length = MATCH_LENGTH_MAX;
    board.score[0] = 0;
    check_view(&board, &view);
    assert_int_equal(view.ms.length, MATCH_LENGTH_MAX);
    assert_int_equal(view.match_length, MATCH_LENGTH_MAX);
}

TEST(impossible_boards_are_refused_with_the_reason)
{
    struct game_board read;
    struct fibs_board board = board_of(start, 0);
    board.points[6] = 4;
    translate_board(&board, &read);
    assert_non_null(strstr(read.fault, "checkers"));
    board = board_of(start, 0);
    board.cube = 3;
    translate_board(&board, &read);
    assert_non_null(strstr(read.fault, "cube"));
    board = board_of(start, 0);
    board.score[1] = 5;
    translate_board(&board, &read);
    assert_non_null(strstr(read.fault, "score"));
    board.turn = FIBS_NOBODY; /* after the match: a final score is right */
    translate_board(&board, &read);
    assert_null(read.fault);
}

TEST(contexts_are_seen_by_who_must_decide)
{
    struct fibs_board board = board_of(start, 0);
    struct decision_context at;
    board.points[6] = 4; /* one checker of ours is borne off: the sides differ */
    board.off[0] = 1;
    board.score[0] = 3;
    board.turn = FIBS_X;
    assert_true(translate_decision_context(&board, &at, NULL));
    assert_int_equal(at.pos.theirs.at[POINT_OFF], 1);
    assert_int_equal(at.ms.their_score, 3);
    board.turn = FIBS_O;
    board.may_double[0] = board.may_double[1] = false;
    assert_true(translate_decision_context(&board, &at, NULL));
    assert_int_equal(at.pos.mine.at[POINT_OFF], 1);
    assert_true(at.is_doubled);
    board.turn = FIBS_NOBODY;
    assert_false(translate_decision_context(&board, &at, NULL));
}

TEST(move_lists_are_read_from_the_mover_side)
{
    static const struct {
        const char *text;
        int direction, count;
        struct checker_move moves[4];
    } rows[] = {
        {"8-5 6-5", -1, 2, {{8, 5}, {6, 5}}},
        {"12-17 17-18", 1, 2, {{13, 8}, {8, 7}}},
        {"bar-20 13-7", -1, 2, {{25, 20}, {13, 7}}},
        {"bar-5", 1, 1, {{25, 20}}},
        {"6-off 5-home .", -1, 2, {{6, 0}, {5, 0}}},
        {"24-off", 1, 1, {{1, 0}}},
        {"", 0, 0, {{0, 0}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct play play;
        struct fibs_slice text = {rows[i].text, strlen(rows[i].text)};
        int direction;
        assert_true(translate_moves(text, &direction, &play));
        assert_int_equal(direction, rows[i].direction);
        assert_int_equal(play.count, rows[i].count);
        for (int hop = 0; hop < play.count; hop++) {
            assert_int_equal(play.moves[hop].from, rows[i].moves[hop].from);
            assert_int_equal(play.moves[hop].to, rows[i].moves[hop].to);
        }
    }
}

TEST(bad_move_lists_are_refused)
{
    static const char *const rows[] = {
        "8",   "8-",    "off-3", "8-bar",  "25-20",   "8-5-3",
        "x-y", "8 - 5", "0-3",   "100-97", "8-5 5-8", "8-5 8-5 8-5 8-5 8-5"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct play play;
        struct fibs_slice text = {rows[i], strlen(rows[i])};
        if (translate_moves(text, &(int){0}, &play)) {
            fail_msg("\"%s\" was taken", rows[i]);
        }
    }
}

TEST_MAIN(NULL, NULL)
