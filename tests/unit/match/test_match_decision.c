/* One decision alone: files of a position. */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "engine/board/xgid.h"
#include "match/match_decision.h"
#include "match/xg_archive.h"
#include "match/xg_fields.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

#define CORPUS "tests/fuzz/corpus/xg_read/"

enum { PATH_SIZE = 100, RECORDS = 8 };

static char folder[] = "/tmp/fibsbot-xgp-XXXXXX";
static char path[PATH_SIZE], late_path[PATH_SIZE], money_path[PATH_SIZE];

/* Crawford's game, and one after it. */
static const char late_match[] =
    " 3 point match\n"
    "\n Game 1\n anna : 0                             bert : 0\n"
    "  1)                                 31: 8/5 6/5\n"
    "  2)  Doubles => 2                    Takes\n"
    "  3) 31: 8/5 6/5                    \n"
    "                                      Wins 2 points\n"
    "\n Game 2\n anna : 0                             bert : 2\n"
    "  1) 31: 8/5 6/5                     64: 24/14\n"
    "      Wins 1 point\n"
    "\n Game 3\n anna : 1                             bert : 2\n"
    "  1) 31: 8/5 6/5                     64: 24/14\n"
    "  2)  Doubles => 2                    Takes\n"
    "  3) 52: 13/8 13/11                  63: ????\n";

/* The second game of money play has a score, too. */
static const char money[] =
    " 0 point match\n"
    "\n Game 1\n anna : 0                             bert : 0\n"
    "  1)                                 31: 8/5 6/5\n"
    "  2)  Doubles => 2                    Drops\n"
    "      Wins 1 point\n"
    "\n Game 2\n anna : 1                             bert : 0\n"
    "  1) 31: 8/5 6/5                     64: 24/14\n"
    "  2)  Doubles => 2                    Drops\n"
    "      Wins 1 point\n";

static bool write_text(const char *name, const char *text, char file[PATH_SIZE])
{
    (void)snprintf(file, PATH_SIZE, "%s/%s", folder, name);
    FILE *out = fopen(file, "w");
    bool is_good = out != NULL && fputs(text, out) >= 0;
    return out != NULL && fclose(out) == 0 && is_good;
}

static int set_up(void **state)
{
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    FORMAT_TEXT(path, "%s/one.xgp", folder);
    return write_text("late.mat", late_match, late_path) &&
                   write_text("money.mat", money, money_path)
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    return test_folder_remove(folder);
}

static const struct match_format *xgp(void)
{
    return match_format_find("xgp");
}

static struct match_turns *read_good(const char *file)
{
    struct error err = {0};
    struct match_turns *turns = match_turns_read(file, &err);
    assert_good(turns != NULL, &err);
    return turns;
}

/* ---- decisions of matches -------------------------------------------------------- */

static void assert_same_text(const char *text, const char *expected)
{
    if (expected == NULL) {
        assert_null(text);
    } else {
        assert_non_null(text);
        assert_string_equal(text, expected);
    }
}

static void assert_same_turn(const struct match_turn *turn,
                             const struct match_turn *expected)
{
    assert_int_equal(turn->type, expected->type);
    assert_int_equal(turn->side, expected->side);
    assert_true(position_equal(&turn->pos, &expected->pos));
    assert_memory_equal(&turn->ms, &expected->ms, sizeof turn->ms);
    assert_memory_equal(&turn->roll, &expected->roll, sizeof turn->roll);
    assert_int_equal(turn->play.count, expected->play.count);
    assert_memory_equal(turn->play.moves, expected->play.moves,
                        turn->play.count * sizeof turn->play.moves[0]);
    assert_int_equal(turn->is_unplayed, expected->is_unplayed);
    assert_int_equal(turn->stakes, expected->stakes);
    assert_same_text(turn->comment, expected->comment);
}

/* But the id of the match, which the file is not. */
static void assert_same_heading(const struct match_turns *one,
                                const struct match_turns *whole)
{
    assert_string_equal(one->heading.match_id, "");
    assert_string_equal(one->heading.incomplete, "");
    assert_int_equal(one->faults, 0);
    assert_int_equal(one->games, 1);
    assert_int_equal(one->heading.length, whole->heading.length);
    assert_string_equal(one->heading.my_name, whole->heading.my_name);
    assert_string_equal(one->heading.opponent, whole->heading.opponent);
    assert_string_equal(one->heading.date, whole->heading.date);
    assert_string_equal(one->heading.site, whole->heading.site);
    assert_string_equal(one->heading.elo[0], whole->heading.elo[0]);
}

static struct match_turns *write_and_read(const struct match_turns *whole,
                                          const struct match_turn *turn, bool is_cube)
{
    const struct match_decision_name name = {turn->game, turn->number, is_cube, false};
    struct error err = {0};
    assert_good(match_decision_write(whole, &name, "whole.xg", path, xgp(), &err),
                &err);
    struct match_turns *one = read_good(path);
    assert_same_heading(one, whole);
    assert_memory_equal(one->game[0].score, whole->game[turn->game - 1].score,
                        sizeof(int[2]));
    assert_int_equal(one->game[0].is_crawford, turn->ms.is_crawford);
    return one;
}

/* Returns how many turns the decision has: a double has its answers. */
static int assert_comes_back(const struct match_turns *whole, int at)
{
    const struct match_turn *turn = &whole->turns[at];
    bool is_cube = turn->type != RECORD_CELL_PLAY;
    struct match_turns *one = write_and_read(whole, turn, is_cube);
    int count = one->count;
    assert_true(count >= 1 && (is_cube || count == 1));
    for (int i = 0; i < count; i++) {
        assert_same_turn(&one->turns[i], &turn[i]);
    }
    match_turns_free(one);
    if (!is_cube && !turn->is_first && !turn->follows_double) {
        one = write_and_read(whole, turn, true);
        assert_true(one->is_to_roll && one->count == 0);
        assert_int_equal(one->next_turn.side, turn->side);
        assert_true(position_equal(&one->next_turn.pos, &turn->pos));
        assert_memory_equal(&one->next_turn.ms, &turn->ms, sizeof turn->ms);
        assert_same_text(one->next_turn.comment, turn->comment);
        match_turns_free(one);
    }
    return count;
}

/* Plays, doubles, beavers, a raccoon, comments, Crawford's game and the ones after it. */
TEST(each_decision_of_a_match_comes_back)
{
    const char *const files[] = {MATCH_FILES "xg.xg",
                                 MATCH_FILES "galaxy.txt",
                                 MATCH_FILES "gnubg.sgf",
                                 CORPUS "raccoon",
                                 CORPUS "comments",
                                 CORPUS "set_position",
                                 late_path,
                                 money_path};
    int types[RECORD_CELL_BEAVER + 1] = {0}, comments = 0, late = 0;
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        struct match_turns *whole = read_good(files[f]);
        strcpy(whole->heading.incomplete, "2"); /* a game that the file has not */
        for (int i = 0; i < whole->count; i++) {
            const struct match_turn *turn = &whole->turns[i];
            types[turn->type]++;
            comments += turn->comment != NULL;
            late += match_state_has_one_away(&turn->ms) && !turn->ms.is_crawford;
        }
        for (int i = 0; i < whole->count;) {
            i += assert_comes_back(whole, i);
        }
        match_turns_free(whole);
    }
    for (int i = 0; i <= RECORD_CELL_BEAVER; i++) {
        assert_true(types[i] > 0);
    }
    assert_true(comments > 1);
    assert_true(late > 0);
}

/* ---- positions ------------------------------------------------------------------- */

static const char *const ids[] = {
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:1:0:5:10", /* after Crawford */
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:4:1:0:5:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:1:1:5:10", /* Crawford */
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:4:0:5:10",
    "XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:0:0:3:0:10",
    "XGID=-BaB-BCa--A-----dbAdcB-A-A:1:1:1:00:0:0:2:0:10",
    "XGID=-BaB-BCa--A-----dbAdcB-A-A:0:0:-1:D:0:0:1:0:10",
    "XGID=-CDBBaBB------a----bbbbcb-:2:-1:-1:D:2:3:0:7:10",
    "XGID=bBBBBBB---------------bbbA:3:-1:1:00:0:13:0:25:10",
};

TEST(a_position_comes_back)
{
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct decision_context at, back;
        struct error err = {0};
        char expected[XGID_SIZE], id[XGID_SIZE];
        if (!xgid_read(ids[i], &at, &err) ||
            !match_decision_write_position(&at, path, xgp(), &err)) {
            fail_msg("%s: %s", ids[i], err.text);
        }
        assert_true(match_decision_read(path, &back));
        assert_int_equal(back.is_opponent_on_roll, at.is_opponent_on_roll);
        xgid_write(&at, expected);
        xgid_write(&back, id);
        assert_string_equal(id, expected);
        struct match_turns *turns = read_good(path);
        assert_int_equal(turns->faults, 0);
        assert_string_equal(turns->heading.my_name, "Player 1");
        match_turns_free(turns);
        at.has_no_cube = at.ms.cube == 1 && !at.is_doubled;
        assert_true(match_decision_write_position(&at, path, xgp(), &err));
        assert_true(match_decision_read(path, &back));
        assert_int_equal(back.has_no_cube, at.has_no_cube);
    }
}

TEST(what_is_decided_or_has_more_is_no_position)
{
    struct decision_context at;
    struct match_turns *whole = read_good(MATCH_FILES "xg.xg");
    assert_false(match_decision_read(MATCH_FILES "xg.xg", &at));
    assert_false(match_decision_read(MATCH_FILES "gnubg.sgf", &at));
    assert_false(match_decision_read(folder, &at));
    match_turns_free(write_and_read(whole, &whole->turns[3], false));
    assert_false(match_decision_read(path, &at)); /* the play was made */
    match_turns_free(write_and_read(whole, &whole->turns[3], true));
    assert_true(match_decision_read(path, &at));
    assert_int_equal(at.roll.high, 0);
    match_turns_free(whole);
}

/* ---- records --------------------------------------------------------------------- */

static int number_at(const unsigned char *record, int at)
{
    return (int)(int32_t)(uint32_t)bytes_get(record + at, 4);
}

static int read_records(const char *name, unsigned char records[][XG_RECORD_SIZE])
{
    struct xg_archive archive;
    struct xg_stream stream;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(xg_archive_check(file, NULL) && xg_archive_open(file, &archive, NULL) &&
                xg_stream_open(&stream, &archive, name));
    size_t size = xg_stream_read(&stream, records, RECORDS * XG_RECORD_SIZE);
    xg_stream_close(&stream);
    (void)fclose(file);
    return (int)(size / XG_RECORD_SIZE);
}

static void write_id(const char *id)
{
    struct decision_context at = context(id);
    assert_true(match_decision_write_position(&at, path, xgp(), NULL));
}

/* As eXtreme Gammon saves a position: the game begins there and goes on, no end follows;
 * beside a play that is not made its cube record is of no decision, and a cube action that
 * is not decided has -1. */
TEST(the_records_are_those_of_a_game_at_its_decision)
{
    static const unsigned char none[XG_MOVE_DIE_1 - XG_MOVE_HOPS];
    static const int types[] = {XG_TYPE_MATCH, XG_TYPE_GAME, XG_TYPE_CUBE,
                                XG_TYPE_MOVE};
    static unsigned char r[RECORDS][XG_RECORD_SIZE], ends[RECORDS][XG_RECORD_SIZE];
    write_id("XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:4:2:0:5:10");
    assert_int_equal(read_records("temp.xg", r), 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(r[i][XG_TYPE_AT], types[i]);
    }
    assert_int_equal(r[1][XG_GAME_CRAWFORD], 0);
    assert_int_equal(r[1][XG_GAME_IS_OPEN], 1);
    assert_int_equal(number_at(r[1], XG_GAME_SCORE_1), 4);
    assert_int_equal(r[1][XG_GAME_POSITION + 1], 3);
    assert_int_equal((signed char)r[1][XG_GAME_POSITION + 5], -1);
    assert_memory_equal(r[2] + XG_CUBE_POSITION, r[1] + XG_GAME_POSITION, 26);
    assert_int_equal(number_at(r[2], XG_CUBE_DOUBLED), -2);
    assert_memory_equal(r[2] + XG_CUBE_DICE, "\00262", 3);
    assert_memory_equal(r[3] + XG_MOVE_POSITION, r[1] + XG_GAME_POSITION, 26);
    assert_memory_equal(r[3] + XG_MOVE_AFTER, none, 26);
    assert_memory_equal(r[3] + XG_MOVE_ASKED_POSITION, r[1] + XG_GAME_POSITION, 26);
    assert_memory_equal(r[3] + XG_MOVE_HOPS, none, sizeof none);
    assert_int_equal(r[3][XG_MOVE_PLAYED], 0);
    assert_int_equal(number_at(r[3], XG_MOVE_CUBE), -1);
    assert_int_equal(number_at(r[3], XG_MOVE_ASKED_LEVEL), XG_CUBE_NOT_ANALYSED);
    assert_int_equal(number_at(r[3], XG_MOVE_ASKED_OWNER),
                     -1); /* the opponent has it */
    assert_int_equal(read_records("temp.xgi", ends), 2);
    assert_memory_equal(ends[0], r[0], XG_RECORD_SIZE);
    assert_memory_equal(ends[1], r[3], XG_RECORD_SIZE);

    write_id("XGID=-BaB-BCa--A-----dbAdcB-A-A:0:0:1:00:0:0:2:0:10");
    assert_int_equal(read_records("temp.xg", r), 3);
    assert_int_equal(r[2][XG_TYPE_AT], XG_TYPE_CUBE);
    assert_int_equal(number_at(r[2], XG_CUBE_DOUBLED), -1);
    assert_int_equal(number_at(r[2], XG_CUBE_ASKED_LEVEL), XG_CUBE_NOT_ANALYSED);
    assert_memory_equal(r[2] + XG_CUBE_DICE, "\00211", 3);
    write_id("XGID=-BaB-BCa--A-----dbAdcB-A-A:0:0:-1:D:0:0:2:0:10");
    assert_int_equal(read_records("temp.xg", r), 3);
    assert_int_equal(number_at(r[2], XG_CUBE_DOUBLED), 1);
    assert_int_equal(number_at(r[2], XG_CUBE_TAKEN), -1);
    assert_int_equal(number_at(r[2], XG_CUBE_WHO), -1);
}

/* ---- what cannot be written ------------------------------------------------------ */

TEST(a_whole_match_does_not_fit)
{
    struct error err = {0};
    (void)unlink(path);
    assert_false(match_format_convert(MATCH_FILES "xg.xg", path, xgp(), NULL, &err));
    assert_non_null(strstr(err.text, "holds one decision, this match has more"));
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST(what_does_not_fit_is_an_error)
{
    struct decision_context at = context(ids[0]);
    struct error err = {0};
    at.ms.cube = 2;
    assert_false(match_decision_write_position(&at, path, xgp(), &err));
    assert_non_null(strstr(err.text, "a centred cube of 2"));
    at.ms.cube = 1;
    at.resigned = 1;
    assert_false(match_decision_write_position(&at, path, xgp(), &err));
    assert_non_null(strstr(err.text, "resign"));

    struct match_turns *whole = read_good(MATCH_FILES "xg.xg");
    const struct match_decision_name none = {1, 999, false, false},
                                     first = {1, 1, true, false},
                                     answer = {1, 4, true, true};
    assert_false(match_decision_write(whole, &none, "in", path, xgp(), &err));
    assert_string_equal(err.text, "in: there is no turn 999 in game 1 of this match");
    assert_false(match_decision_write(whole, &first, "in", path, xgp(), &err));
    assert_non_null(strstr(err.text, "first turn"));
    assert_false(match_decision_write(whole, &answer, "in", path, xgp(), &err));
    assert_string_equal(err.text, "in: nobody doubled in turn 4 of game 1");

    /* who is at fault does not follow from what the files are called */
    const struct match_decision_name good = {1, 4, false, false};
    assert_false(match_decision_write(whole, &good, "in", "/dev/null", xgp(), &err));
    assert_string_equal(err.text, "/dev/null: cannot be written: not a regular file");
    match_turns_free(whole);
}

TEST(names_are_those_of_reports)
{
    static const char *const wrong[] = {"",    "4",          "4.x",  "0.1",
                                        "1.0", "4.18.dance", "4.18 "};
    static const char *const answers[] = {"1.2.take", "1.2.pass", "1.2.beaver",
                                          "1.2.raccoon", "1.2.redouble"};
    struct match_decision_name name;
    struct error err;
    assert_true(match_decision_name_read("4.18", &name, &err));
    assert_true(name.game == 4 && name.turn == 18 && !name.is_cube);
    assert_true(match_decision_name_read("#12.3.cube", &name, &err));
    assert_true(name.game == 12 && name.turn == 3 && name.is_cube);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        assert_true(match_decision_name_read(answers[i], &name, &err) && name.is_cube &&
                    name.is_answer);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(match_decision_name_read(wrong[i], &name, &err));
        assert_non_null(strstr(err.text, "expected GAME.TURN"));
    }
}

TEST_MAIN(set_up, tear_down)
