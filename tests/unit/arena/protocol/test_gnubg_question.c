/* Questions of GNU Backgammon 1.07.001 to an external player, as it sent them. The
 * position is the opening after the positive side has made its 5 point. */

#include "engine/board/decision_context.h"
#include "tests/unit/test_case.h"

#include "arena/protocol/gnubg.h"

#define POINTS "0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
#define REST   "1:-1:0:25:0:0:0:0:0:0:"

struct row {
    const char *description;
    const char *line;
    int length, mine, theirs, cube;
    enum cube_owner owner;
    bool is_crawford, is_doubled, is_opponent_on_roll;
    int high, low, resigned;
    int five_point; /* of mine */
};

static const struct row rows[] = {
    {"player 1 has rolled at 5 to 2",
     "board:gnubg:root:7:2:5:" POINTS ":1:3:1:3:1:1:1:1:0:" REST "0:1", 7, 5, 2, 1,
     CUBE_CENTRED, false, false, false, 3, 1, 0, 2},
    {"player 0 has rolled at 2 to 5",
     "board:gnubg:root:7:2:5:" POINTS ":-1:3:1:3:1:1:1:1:0:" REST "0:1", 7, 2, 5, 1,
     CUBE_CENTRED, false, false, false, 3, 1, 0, 0},
    {"player 1 owns the cube, before the roll",
     "board:gnubg:root:9:2:5:" POINTS ":1:0:0:0:0:2:1:0:0:" REST "0:1", 9, 5, 2, 2,
     CUBE_MINE, false, false, false, 0, 0, 0, 2},
    {"player 0 owns the cube, before the roll",
     "board:gnubg:root:9:2:5:" POINTS ":-1:0:0:0:0:2:0:1:0:" REST "0:1", 9, 2, 5, 2,
     CUBE_MINE, false, false, false, 0, 0, 0, 0},
    {"player 1 has doubled: scores are the other way round",
     "board:root:gnubg:7:5:2:" POINTS ":1:0:0:0:0:1:1:1:1:" REST "0:1", 7, 2, 5, 1,
     CUBE_CENTRED, false, true, true, 0, 0, 0, 0},
    {"player 1 has redoubled",
     "board:root:gnubg:9:5:2:" POINTS ":1:0:0:0:0:2:1:0:1:" REST "0:1", 9, 2, 5, 2,
     CUBE_THEIRS, false, true, true, 0, 0, 0, 0},
    {"a double, with dice of another roll",
     "board:root:gnubg:7:5:2:" POINTS ":1:3:1:3:1:1:1:1:1:" REST "0:1", 7, 2, 5, 1,
     CUBE_CENTRED, false, true, true, 0, 0, 0, 0},
    {"the Crawford game",
     "board:gnubg:root:7:2:6:" POINTS ":-1:3:4:3:4:1:1:1:0:" REST "0:0", 7, 2, 6, 1,
     CUBE_CENTRED, true, false, false, 4, 3, 0, 0},
    {"the Crawford game, the other way round",
     "board:gnubg:root:7:6:2:" POINTS ":-1:3:4:3:4:1:1:1:0:" REST "0:0", 7, 6, 2, 1,
     CUBE_CENTRED, true, false, false, 4, 3, 0, 0},
    {"each player's dice",
     "board:gnubg:root:7:2:5:" POINTS ":-1:6:5:4:3:1:1:1:0:" REST "0:1", 7, 2, 5, 1,
     CUBE_CENTRED, false, false, false, 4, 3, 0, 0},
    {"dice in the other place",
     "board:gnubg:root:7:2:5:" POINTS ":1:0:0:4:3:1:1:1:0:" REST "0:1", 7, 5, 2, 1,
     CUBE_CENTRED, false, false, false, 4, 3, 0, 2},
    {"after it", "board:gnubg:root:7:2:6:" POINTS ":-1:0:0:0:0:1:1:1:0:" REST "1:1", 7,
     2, 6, 1, CUBE_CENTRED, false, false, false, 0, 0, 0, 0},
    {"money play", "board:gnubg:root:0:0:0:" POINTS ":-1:5:5:5:5:1:1:1:0:" REST "0:1",
     0, 0, 0, 1, CUBE_CENTRED, false, false, false, 5, 5, 0, 0},
    {"a resignation, which gnubg does not ask about",
     "board:gnubg:root:7:2:5:" POINTS ":1:0:0:0:0:1:1:1:0:" REST "0:1 resignation 3", 7,
     2, 5, 1, CUBE_CENTRED, false, false, true, 0, 0, 3, 0},
};

TEST(questions_of_gnubg_are_read)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        struct decision_context at;
        struct error err = {0};
        if (!gnubg_question_read(row->line, &at, &err)) {
            fail_msg("%s: %s", row->description, err.text);
        }
        bool is_same =
            at.ms.length == row->length && at.ms.my_score == row->mine &&
            at.ms.their_score == row->theirs && at.ms.cube == row->cube &&
            at.ms.owner == row->owner && at.ms.is_crawford == row->is_crawford &&
            at.is_doubled == row->is_doubled &&
            at.is_opponent_on_roll == row->is_opponent_on_roll &&
            at.roll.high == row->high && at.roll.low == row->low &&
            at.resigned == row->resigned && at.pos.mine.at[5] == row->five_point;
        if (!is_same) {
            fail_msg("%s: read otherwise", row->description);
        }
    }
}

TEST(bar_is_that_of_the_points)
{
    static const char line[] =
        "board:gnubg:root:7:2:5:-1:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-2:0:-5:0:0:0:0:1:"
        "1:-1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    struct decision_context at;
    struct error err;
    assert_true(gnubg_question_read(line, &at, &err));
    assert_int_equal(at.pos.mine.at[POINT_BAR], 1);
    assert_int_equal(at.pos.theirs.at[POINT_BAR], 1);
    assert_int_equal(at.pos.mine.at[17 - 9], 2); /* its 8 point, field 6 + 17 */
}

TEST(checkers_that_are_missing_are_off)
{
    static const char line[] =
        "board:gnubg:root:7:2:5:0:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:-2:0:"
        "1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    struct decision_context at;
    struct error err;
    assert_true(gnubg_question_read(line, &at, &err));
    assert_int_equal(at.pos.mine.at[POINT_OFF], 12);
    assert_int_equal(at.pos.theirs.at[POINT_OFF], 11);
    assert_int_equal(at.pos.theirs.at[1], 2);
}

TEST(what_is_no_question_is_refused_with_a_reason)
{
    static const char *const lines[] = {
        "",
        "hello",
        "board:",
        "board:a:b:7",
        "board:a::7:0:0:" POINTS ":1:3:1:3:1:1:1:1:0:" REST "0:1",
        "board:a:b:7:0:0:" POINTS ":0:3:1:3:1:1:1:1:0:" REST "0:1",
        "board:a:b:7:0:0:" POINTS ":1:7:1:3:1:1:1:1:0:" REST "0:1",
        "board:a:b:7:0:0:" POINTS ":1:3:1:3:1:3:1:1:0:" REST "0:1",
        "board:a:b:7:9:0:" POINTS ":1:3:1:3:1:1:1:1:0:" REST "0:1",
        "board:a:b:7:0:0:" POINTS ":1:3:1:3:1:1:1:1:0:-1:1:0:25:0:0:0:0:0:0:0:1",
        "board:a:b:7:0:0:" POINTS ":1:3:1:3:1:1:1:1:0:" REST "0:1 resignation 4",
        "board:a:b:7:0:0:" POINTS ":1:3:1:3:1:1:1:1:0:" REST "0:1 horse on",
        "board:a:b:7:0:0:" POINTS ":1:3:1:3:1:1:1:1:0:" REST "0:1 jacobyrule",
        "board:a:b:7:0:0:" POINTS ":1:3:1:3:1:1:1:1:0:" REST "0:1:2",
        "board:a:b:7:0:0:" POINTS ":1:0:0:0:0:1:1:1:1:" REST "0:1 resignation 1",
        "board:a:b:7:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:3:0"
        ":1:3:1:3:1:1:1:1:0:" REST "0:1",
        "board:a:b:7:0:0:3:-2:0:0:0:2:4:0:2:0:0:0:-5:0:0:0:0:-3:0:-5:0:0:0:0:2:0"
        ":1:3:1:3:1:1:1:1:0:" REST "0:1",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct decision_context at;
        struct error err = {0};
        if (gnubg_question_read(lines[i], &at, &err) || err.text[0] == '\0') {
            fail_msg("row %zu was read, or refused without a reason", i);
        }
    }
}

TEST(rules_of_money_play_may_be_told)
{
    struct decision_context at;
    struct error err;
    assert_true(gnubg_question_read("board:a:b:9999:0:0:" POINTS
                                    ":1:3:1:3:1:1:1:1:0:" REST
                                    "0:1 jacobyrule on beavers on crawfordrule off",
                                    &at, &err));
    assert_true(at.ms.has_jacoby && at.ms.has_beavers && at.ms.length == 0);
}

/* A match has no Jacoby rule, and without the Crawford rule no Crawford game. */
TEST(rules_of_a_match_may_be_told)
{
    struct decision_context at;
    struct error err;
    assert_true(gnubg_question_read("board:a:b:7:2:6:" POINTS ":1:3:1:3:1:1:1:1:0:" REST
                                    "0:0 jacobyrule on beavers on crawfordrule off",
                                    &at, &err));
    assert_false(at.ms.has_jacoby || at.ms.has_beavers || at.ms.is_crawford);
}

TEST_MAIN(NULL, NULL)
