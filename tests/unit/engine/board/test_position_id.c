/* GNU ids and XGIDs: known ones, round trips, refusals. */
#include <string.h>

#include "engine/board/board_internal.h"
#include "engine/board/decision_context.h"
#include "engine/board/position_id.h"
#include "engine/board/xgid.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/test_case.h"

enum { RANDOM_CASES = 200000 };

TEST(opening_has_the_known_ids)
{
    struct decision_context at = {.ms = match_state_money()};
    char id[POSITION_GNU_ID_SIZE];
    char xgid[XGID_SIZE];
    position_start(&at.pos);
    position_id_write_gnu(&at, id);
    assert_string_equal(id, "4HPwATDgc/ABMA:cAkAAAAAAAAE");
    xgid_write(&at, xgid);
    assert_string_equal(xgid, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
}

/* GNU Backgammon 1.07.001: `new match 5`, 3-1 played 8/5 6/5, then `double`. */
TEST(the_ids_of_a_played_opening_are_gnu_backgammons)
{
    struct decision_context opening = context("4HPwATDgc/ABMA:cImlAAAAAAAE");
    assert_int_equal(opening.ms.length, 5);
    assert_int_equal(opening.roll.high, 3);
    assert_int_equal(opening.roll.low, 1);
    assert_false(opening.is_opponent_on_roll);

    struct decision_context reply = context("sGfwATDgc/ABMA:MAGgAAAAAAAE");
    assert_int_equal(reply.pos.theirs.at[5], 2);
    assert_int_equal(reply.pos.mine.at[5], 0);
    assert_int_equal(reply.roll.high, 0);

    struct decision_context doubled = context("sGfwATDgc/ABMA:MBmgAAAAAAAE");
    assert_true(doubled.is_doubled);
    assert_true(doubled.is_opponent_on_roll);
    assert_int_equal(doubled.pos.mine.at[5], 2);
    assert_int_equal(doubled.ms.cube, 1);
    assert_int_equal(doubled.ms.owner, CUBE_CENTRED);
    char id[POSITION_GNU_ID_SIZE];
    position_id_write_gnu(&doubled, id);
    assert_string_equal(id, "sGfwATDgc/ABMA:MBmgAAAAAAAE");
}

/* The same states as GNU Backgammon 1.07.001 shows them after `set xgid`. */
TEST(xgids_and_gnu_ids_of_one_position_agree)
{
    static const struct {
        const char *xgid;
        const char *gnu_id;
    } cases[] = {
        {"XGID=-ABB-CB-----cB----dccBA-b-:0:0:-1:00:0:0:0:0:10",
         "bW7AAAvD3QMHAA:MAEAAAAAAAAE"},
        {"XGID=-ABB-CB-----cB----dccBA-b-:0:0:-1:00:0:0:1:0:10",
         "bW7AAAvD3QMHAA:MAEAAAAAAAAA"},
        {"XGID=-ABB-CB-----cB----dccBA-b-:0:0:1:31:4:2:1:5:10",
         "w90DBwBtbsAACw:8ImlACAAIAAE"},
        /* player 0 of the match id is player 2 of the XGID */
        {"XGID=aCDBB-BB-----a-----bbbbcb-:1:-1:-1:51:2:3:0:5:10",
         "9zYbAAC7bQMBQA:AYGmADAAEAAE"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:5:10",
         "4HPwATDgc/ABMA:cJGlAAAAAAAE"}, /* dice */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decision_context x = context(cases[i].xgid);
        struct decision_context gnu = context(cases[i].gnu_id);
        assert_true(decision_context_equal(&x, &gnu));
    }
}

/* Positions of a study of move filters; player 2 (small letters) is on roll. */
TEST(an_xgid_shows_player_1_whoever_is_on_roll)
{
    struct decision_context at =
        context("XGID=aCDBB-BB-----a-----bbbbcb-:1:-1:-1:51:2:3:0:5:10");
    assert_int_equal(at.pos.mine.at[POINT_BAR], 1); /* the small letters are mine */
    assert_int_equal(at.pos.mine.at[12], 1);
    assert_int_equal(at.pos.theirs.at[1], 3);
    assert_int_equal(at.pos.theirs.at[2], 4);
    assert_int_equal(at.ms.cube, 2);
    assert_int_equal(at.ms.owner, CUBE_MINE);
    assert_int_equal(at.ms.my_score, 3);
    assert_int_equal(at.ms.their_score, 2);
    assert_int_equal(at.roll.high, 5);
}

TEST(rules_of_an_unlimited_xgid_are_jacoby_and_beavers)
{
    static const struct {
        const char *xgid;
        bool has_jacoby, has_beavers, is_crawford;
    } cases[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", false, false, false},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10", true, false, false},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10", false, true, false},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10", true, true, false},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:0:1:5:10", false, false, true},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:0:0:5:10", false, false, false},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:0:2:5:10", false, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decision_context at = context(cases[i].xgid);
        assert_int_equal(at.ms.has_jacoby, cases[i].has_jacoby);
        assert_int_equal(at.ms.has_beavers, cases[i].has_beavers);
        assert_int_equal(at.ms.is_crawford, cases[i].is_crawford);
    }
}

/* The ids of the first two are in the documentation of ogxmparser and AnkiGammon. */
TEST(ogids_and_xgids_of_one_position_agree)
{
    static const struct {
        const char *ogid, *xgid;
    } cases[] = {
        {"11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0",
         "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:3:10"},
        {"cccccggggg:ddddiiiiii:N0N:63:W:IW:4:3:7:1:15",
         "XGID=------------eD--e-F-------:0:0:-1:63:3:4:0:7:10"},
        {"11ccccchhhjjjjj:66666888dddddoo:N0N::W",
         "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"},
        {"01ccccchhhjjjjj:66666888dddddop:B1T::B:IB:1:4:5C",
         "XGID=aa----E-C---eE---c-e----AA:1:1:1:00:4:1:1:5:10"},
        {"11:1:W2N:11:B", NULL},
        {"11:66:W2O:00:B", NULL},
        {"11:66:W2P:11:B", NULL},
        {"11:66:W2N:11", NULL},
        {"11:66:W2N:11:X", NULL},
        {"11:66:W2N:71:B", NULL},
        {"11ccccchhhjjjjj:66666888dddddoo:N0N:D:B", NULL}, /* D is an XGID's */
        {"11:66:W2N:11:B:IB:0:0:7L", NULL},
        {"11:66:W2N:11:B:IB:0:0:C", NULL},
        {"11:66:W2N:11:B:IB:0:0:0C", NULL}, /* money has no Crawford game */
        {"11:66:W2N:11:B:IB:0:0:0:0:10", NULL},
        {"11:66:W2N:11:B:IB:0:0:0:0:15:0", NULL},
        {"1111111111111111:66:N0N:11:B", NULL},
        {"11ccccchhhjjjjj:66666888ddddd1o:N0N:46:B", NULL}, /* both on a point */
        {":66:N0N:11:B", NULL}, /* White has borne off: the game is over */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decision_context at;
        struct error err;
        assert_int_equal(decision_context_read(cases[i].ogid, &at, &err),
                         cases[i].xgid != NULL);
        if (cases[i].xgid != NULL) {
            struct decision_context x = context(cases[i].xgid);
            assert_true(decision_context_equal(&at, &x));
        } else {
            assert_int_equal(err.kind, ERROR_MALFORMED);
        }
    }
}

TEST(a_doubled_xgid_is_for_the_other_player_to_answer)
{
    struct decision_context at =
        context("XGID=-ABB-CB-----cB----dccBA-b-:1:1:1:D:3:4:0:7:10");
    assert_true(at.is_doubled);
    assert_int_equal(at.pos.mine.at[1], 2); /* player 2 */
    assert_int_equal(at.ms.my_score, 4);
    assert_int_equal(at.ms.owner, CUBE_THEIRS);
    assert_null(decision_context_double_fault(&at)); /* it is the doubler's cube */
    at.has_no_cube = true;
    assert_non_null(decision_context_double_fault(&at));
    at = context("XGID=-ABB-CB-----cB----dccBA-b-:1:-1:1:D:3:4:0:7:10");
    assert_non_null(decision_context_double_fault(&at));
}

TEST(texts_without_match_are_money_not_rolled)
{
    struct decision_context at = context(" \t4HPwATDgc/ABMA\r\n");
    assert_int_equal(at.ms.length, 0);
    assert_int_equal(at.ms.cube, 1);
    assert_false(at.ms.has_jacoby);
    assert_int_equal(at.roll.high, 0);
    struct decision_context bare =
        context("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    assert_true(decision_context_equal(&at, &bare));
}

TEST(gnu_ids_survive_round_trips)
{
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < RANDOM_CASES; i++) {
        struct decision_context at = random_decision_context(&rng);
        struct decision_context back;
        char id[POSITION_GNU_ID_SIZE];
        at.ms.has_beavers = false; /* no room for it in a match id */
        at.ms.cube <<= rng_below(&rng, BOARD_CUBE_LOG_MAX - 5);
        position_id_write_gnu(&at, id);
        if (!decision_context_read(id, &back, NULL) ||
            !decision_context_equal(&at, &back)) {
            fail_msg("%s is not read as it was written", id);
        }
    }
}

TEST(xgids_survive_round_trips)
{
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int i = 0; i < RANDOM_CASES; i++) {
        struct decision_context at = random_decision_context(&rng);
        struct decision_context back;
        char id[XGID_SIZE];
        at.has_no_cube = rng_below(&rng, 2);
        if (at.resigned > 0) { /* no room for it in an XGID */
            at.resigned = 0;
            at.is_opponent_on_roll = false;
        }
        xgid_write(&at, id);
        if (!xgid_read(id, &back, NULL) || !decision_context_equal(&at, &back)) {
            fail_msg("%s is not read as it was written", id);
        }
    }
}

/* Unlimited matches end at no score. */
TEST(a_score_beyond_what_an_id_holds_is_written_as_its_largest)
{
    struct decision_context at = context("4HPwATDgc/ABMA");
    struct decision_context back;
    char xgid[XGID_SIZE], id[POSITION_GNU_ID_SIZE];
    at.ms.my_score = BOARD_SCORE_MAX + 1;
    at.ms.their_score = BOARD_SCORE_MAX + 1;
    xgid_write(&at, xgid);
    position_id_write_gnu(&at, id);
    assert_true(decision_context_read(xgid, &back, NULL));
    assert_int_equal(back.ms.my_score, BOARD_SCORE_MAX);
    assert_int_equal(back.ms.their_score, BOARD_SCORE_MAX);
    assert_true(decision_context_read(id, &back, NULL));
    assert_int_equal(back.ms.my_score, BOARD_SCORE_MAX);
}

#define X_START "-b----E-C---eE---c-e----B-"

TEST(bad_text_is_refused_with_the_reason)
{
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "expected a position id, POSITIONID:MATCHID, XGID or OGID, found nothing"},
        {"4HPwATDgc/ABM", "position id \"4HPwATDgc/ABM\": it is too short"},
        {"4HPwATDgc/ABMAA", "position id \"4HPwATDgc/ABMAA\": it is too long"},
        {"4HPwATDgc/ABM!",
         "position id \"4HPwATDgc/ABM!\": it has a character that is not base64"},
        {"4HPwATDgc/ABMB",
         "position id \"4HPwATDgc/ABMB\": its last character is wrong"},
        {"4HPwATDgc/ABM\x1b",
         "position id \"4HPwATDgc/ABM?\": it has a character that is not base64"},
        {"//////////////",
         "position id \"//////////////\": its last character is wrong"},
        {"////////////8A",
         "position id \"////////////8A\": a side has more than 15 checkers"},
        {"AAAAAAAAAAAAAA",
         "position id \"AAAAAAAAAAAAAA\": both sides have borne off all checkers"},
        {"AQAAAAAAAAAAAA", "position \"AQAAAAAAAAAAAA\": the game is over"},
        {"4HPwATDgc/ABMA:cAkAAAAAAAA", "match id \"cAkAAAAAAAA\": it is too short"},
        {"4HPwATDgc/ABMA:", "match id \"\": it is too short"},
        {"4HPwATDgc/ABMA:cAoAAAAAAAAA", "match id \"cAoAAAAAAAAA\": its game is over"},
        {"4HPwATDgc/ABMA:cAsAAAAAAAAA", /* resigned */
         "match id \"cAsAAAAAAAAA\": its game is over"},
        {"4HPwATDgc/ABMA:cAwAAAAAAAAA", /* dropped */
         "match id \"cAwAAAAAAAAA\": its game is over"},
        {"4HPwATDgc/ABMA:IAkAAAAAAAAA",
         "match id \"IAkAAAAAAAAA\": its cube owner is none of the players"},
        {"4HPwATDgc/ABMA:cIkDAAAAAAAA",
         "match id \"cIkDAAAAAAAA\": its dice are not 1 to 6 both, or 0 both"},
        {"4HPwATDgc/ABMA:cIkdAAAAAAAA", /* 3-7 */
         "match id \"cIkdAAAAAAAA\": its dice are not 1 to 6 both, or 0 both"},
        {"4HPwATDgc/ABMA:cIkBAAAAAAAA", /* 3-0 */
         "match id \"cIkBAAAAAAAA\": its dice are not 1 to 6 both, or 0 both"},
        {"4HPwATDgc/ABMA:cBkAAAAAAAAA", "match id \"cBkAAAAAAAAA\": its player on roll "
                                        "has doubled and has to answer it"},
        {"4HPwATDgc/ABMA:cAEAAAAAAAAA",
         "match id \"cAEAAAAAAAAA\": its player on roll does not have the turn"},
        {"4HPwATDgc/ABMA:cAkAwB8AAAAA",
         "match id \"cAkAwB8AAAAA\": the match length is not in 0..99"},
        {"4HPwATDgc/ABMA:cAmgAFAAAAAA",
         "match id \"cAmgAFAAAAAA\": a score has reached the match length"},
        {"XGID=", "XGID \"XGID=\": expected 26 board letters and nine fields "
                  "separated by colons"},
        {"XGID=" X_START ":0:0:1:00:0:0:0:0",
         "XGID \"XGID=" X_START ":0:0:1:00:0:0:0:0\": expected 26 board letters and "
         "nine fields separated by colons"},
        {"XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
         "XGID \"XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\": its board has "
         "a letter that cannot stand there"},
        {"XGID=-b----O-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
         "XGID \"XGID=-b----O-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\": a side has "
         "more than 15 checkers"},
        {"XGID=" X_START ":x:0:1:00:0:0:0:0:10",
         "XGID \"XGID=" X_START ":x:0:1:00:0:0:0:0:10\": its cube is \"x\", not 0..15"},
        {"XGID=" X_START ":0:2:1:00:0:0:0:0:10",
         "XGID \"XGID=" X_START
         ":0:2:1:00:0:0:0:0:10\": its cube owner is \"2\", not -1..1"},
        {"XGID=" X_START ":0:0:0:00:0:0:0:0:10",
         "XGID \"XGID=" X_START
         ":0:0:0:00:0:0:0:0:10\": its turn is \"0\", not -1 or 1"},
        {"XGID=" X_START ":0:0:1:07:0:0:0:0:10",
         "XGID \"XGID=" X_START ":0:0:1:07:0:0:0:0:10\": its dice are neither \"00\", "
         "\"D\" nor two digits 1 to 6"},
        {"XGID=" X_START ":0:0:1:B:0:0:0:0:10",
         "XGID \"XGID=" X_START ":0:0:1:B:0:0:0:0:10\": answers to beavers and "
         "raccoons are not supported"},
        {"XGID=" X_START ":0:0:1:00:0:0:1:5:10",
         "XGID \"XGID=" X_START ":0:0:1:00:0:0:1:5:10\": a Crawford game needs exactly "
         "one side one point away"},
        {"XGID=" X_START ":0:0:1:00:5:0:0:5:10",
         "XGID \"XGID=" X_START
         ":0:0:1:00:5:0:0:5:10\": a score has reached the match length"},
        {"XGID=" X_START ":0:0:1:00:0:0:0:100:10",
         "XGID \"XGID=" X_START
         ":0:0:1:00:0:0:0:100:10\": its match length is \"100\", not 0..99"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decision_context at = {.resigned = 7};
        struct error err = {0};
        assert_false(decision_context_read(cases[i].text, &at, &err));
        assert_string_equal(err.text, cases[i].message);
        assert_int_equal(at.resigned, 7);
    }
}

TEST(endless_text_is_refused)
{
    char text[5000];
    struct decision_context at;
    struct error err = {0};
    memset(text, 'A', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(decision_context_read(text, &at, &err));
    assert_string_equal(err.text,
                        "expected a position id, POSITIONID:MATCHID, XGID or OGID, "
                        "found a text that is too long");
}

TEST_MAIN(NULL, NULL)
