/* What a UBGI controller asks, and how it reads what an engine says. */
#include <string.h>

#include "arena/protocol/ubgi.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/test_case.h"

#define OPENING "XGID=-b----E-C---eE---c-e----B-:"

/* ---- questions ------------------------------------------------------------------- */

TEST(questions_are_written_in_the_words_of_the_draft)
{
    static const struct {
        enum ubgi_draft draft;
        const char *xgid;
        bool is_cubeful;
        const char *text;
    } rows[] = {
        {UBGI_0_2, OPENING "0:0:1:31:0:0:0:0:10", false,
         "position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo chequer\n"},
        {UBGI_0_2, OPENING "0:0:1:31:4:2:0:7:10", true,
         "position xgid " OPENING "0:0:1:31:4:2:0:7:10\ndice 3 1\ngo chequer\n"},
        {UBGI_0_2, OPENING "1:1:1:00:4:2:0:7:10", true,
         "position xgid " OPENING "1:1:1:00:4:2:0:7:10\ngo cube\n"},
        {UBGI_0_2, OPENING "0:0:-1:D:4:2:0:7:10", true,
         "position xgid " OPENING "0:0:-1:D:4:2:0:7:10\ngo cube\n"},
        {UBGI_0_1, OPENING "0:0:1:31:0:0:0:0:10", false,
         "position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer\n"},
        {UBGI_0_1, OPENING "1:-1:1:31:4:6:0:7:10", true,
         "newsession type match length 7 jacoby off crawford off\nsetscore 4 6\n"
         "setcube value 2 owner p1\nsetturn p0\nposition gnubgid 4HPwATDgc/ABMA\n"
         "dice 3 1\ngo role chequer\n"},
        {UBGI_0_1, OPENING "0:0:1:00:0:0:1:0:10", true,
         "newsession type money jacoby on crawford on\nsetscore 0 0\n"
         "setcube value 1 owner center\nsetturn p0\nposition gnubgid 4HPwATDgc/ABMA\n"
         "go role cube\n"},
        {UBGI_0_1, OPENING "0:0:-1:D:4:2:0:7:10", true,
         "position xgid " OPENING "0:0:-1:D:4:2:0:7:10\ngo role cube\n"},
        {UBGI_0_01, OPENING "0:0:1:31:0:0:0:0:10", true,
         OPENING "0:0:1:31:0:0:0:0:10\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[UBGI_QUESTION_SIZE];
        struct decision_context at = context(rows[i].xgid);
        ubgi_write_question(rows[i].draft, &at, rows[i].is_cubeful, text);
        assert_string_equal(text, rows[i].text);
    }
}

/* ---- answers --------------------------------------------------------------------- */

TEST(lines_of_engines_are_told_apart)
{
    static const struct {
        const char *line;
        bool is_bare_asked;
        enum ubgi_answer_kind kind;
        const char *value;
    } rows[] = {
        {"id name GNU Backgammon", false, UBGI_SAYS_NAME, "GNU Backgammon"},
        {"id version 1.08\r", false, UBGI_SAYS_VERSION, "1.08"},
        {"id author us", false, UBGI_SAYS_OTHER, "author us"},
        {"proto 0.2", false, UBGI_SAYS_PROTO, "0.2"},
        {"ubgiok", false, UBGI_SAYS_UBGIOK, ""},
        {"readyok", true, UBGI_SAYS_READYOK, ""},
        {"bestmove 8/5 6/5", false, UBGI_SAYS_MOVE, "8/5 6/5"},
        {"bestmove", false, UBGI_SAYS_MOVE, ""},
        {"bestmoveid 4HPwATDgc/ABMA", false, UBGI_SAYS_OTHER,
         "bestmoveid 4HPwATDgc/ABMA"},
        {"bestcube nodouble", false, UBGI_SAYS_CUBE, "nodouble"},
        {"error unsupported go cube", false, UBGI_SAYS_ERROR, "unsupported go cube"},
        {"sorry", true, UBGI_SAYS_ERROR, ""},
        {"info role chequer pv 8/5", true, UBGI_SAYS_OTHER, "role chequer pv 8/5"},
        {"8/5 6/5", true, UBGI_SAYS_MOVE, "8/5 6/5"},
        {"", true, UBGI_SAYS_MOVE, ""},
        {"8/5 6/5", false, UBGI_SAYS_OTHER, "8/5 6/5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ubgi_answer answer;
        ubgi_answer_read(rows[i].line, rows[i].is_bare_asked, &answer);
        if (answer.kind != rows[i].kind) {
            fail_msg("\"%s\": %d", rows[i].line, (int)answer.kind);
        }
        assert_string_equal(answer.value, rows[i].value);
    }
}

/* What `text` makes of the opening, 6-4 or 2-2, must be the position of `play`. */
TEST(plays_are_found_by_the_position_they_lead_to)
{
    static struct play_list list;
    static const struct {
        int high, low;
        const char *text;
        const char *same;
    } rows[] = {
        {6, 4, "24/18 18/14", "24/14"}, /* each hop on its own */
        {6, 4, "24/20 20/14", "24/14"}, /* in the other order */
        {6, 4, "18/14 24/18", "24/14"}, /* listed the other way round */
        {6, 4, "24/14", "24/18 18/14"}, /* merged */
        {6, 4, "8-2 6-2", "8/2 6/2"},   /* forms of 0.01 */
        {6, 4, "8 2 6 2", "8/2 6/2"},
        {2, 2, "6/4 13/11 6/4 13/11", "13/11(2) 6/4(2)"},
        {2, 2, "13/11 11/9 9/7 7/5", "13/5"},
    };
    struct position pos;
    position_start(&pos);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err = {0};
        struct roll roll = roll_of_dice(rows[i].high, rows[i].low);
        int found = ubgi_find_play(rows[i].text, &pos, roll, &list, &err);
        int same = ubgi_find_play(rows[i].same, &pos, roll, &list, &err);
        if (found < 0 || found != same) {
            fail_msg("\"%s\": %d, %d: %s", rows[i].text, found, same, err.text);
        }
    }
}

TEST(dance_is_pass_or_nothing_and_only_where_it_must_be)
{
    static struct play_list list;
    struct error err = {0};
    struct position pos;
    const struct decision_context closed =
        context("XGID=-CCCCB------------cbbbbbbA:0:0:1:66:0:0:0:0:10");
    assert_int_equal(ubgi_find_play("pass", &closed.pos, closed.roll, &list, &err), 0);
    assert_int_equal(ubgi_find_play("", &closed.pos, closed.roll, &list, &err), 0);
    assert_int_equal(ubgi_find_play("6/off", &closed.pos, closed.roll, &list, &err),
                     -1);
    position_start(&pos);
    assert_int_equal(ubgi_find_play("pass", &pos, (struct roll){3, 1}, &list, &err),
                     -1);
    assert_int_equal(ubgi_find_play("", &pos, (struct roll){3, 1}, &list, &err), -1);
    assert_non_null(strstr(err.text, "can be played"));
}

TEST(illegal_and_senseless_plays_are_refused)
{
    static struct play_list list;
    static const char *const texts[] = {
        "8/5",       "8/5 6/4", "8/5 6/5 6/5", "0/3",
        "25/22 6/5", "8/5 6/x", "8/5 6/5 x",   "8/5 6/5 24/23 24/23 24/23",
        "5",         "////",    "8/-5"};
    struct position pos;
    position_start(&pos);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct error err = {0};
        int found = ubgi_find_play(texts[i], &pos, (struct roll){3, 1}, &list, &err);
        if (found != -1 || err.text[0] == '\0') {
            fail_msg("\"%s\": %d", texts[i], found);
        }
    }
}

TEST(cube_actions_answer_their_own_question_only)
{
    bool is_yes = false;
    struct error err = {0};
    assert_true(ubgi_read_action("double", false, &is_yes, &err) && is_yes);
    assert_true(ubgi_read_action("nodouble", false, &is_yes, &err) && !is_yes);
    assert_true(ubgi_read_action("roll", false, &is_yes, &err) && !is_yes);
    assert_true(ubgi_read_action("take", true, &is_yes, &err) && is_yes);
    assert_true(ubgi_read_action("drop", true, &is_yes, &err) && !is_yes);
    assert_false(ubgi_read_action("take", false, &is_yes, &err));
    assert_false(ubgi_read_action("double", true, &is_yes, &err));
    assert_false(ubgi_read_action("", false, &is_yes, &err));
    assert_non_null(strstr(err.text, "double or nodouble"));
}

TEST_MAIN(NULL, NULL)
