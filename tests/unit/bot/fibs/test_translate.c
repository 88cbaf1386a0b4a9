/* Lines of FIBS as events of a table of play, and orders as its commands. */
#include <string.h>

#include "bot/fibs/translate.h"
#include "engine/board/points.h"
#include "tests/unit/test_case.h"

#define START(turn, dice)                                                                 \
    "board:You:opp_a:5:1:2:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:" turn \
    ":" dice ":0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define OUR_BOARD   START("1", "3:1")
#define THEIR_BOARD START("-1", "0:0")

static struct fibs_translator translator;
static struct fibs_message_context context;
static struct game_event event;

static int begin(void **state)
{
    translator = (struct fibs_translator){.name = "our_bot"};
    memset(&context, 0, sizeof context);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, begin, NULL)

static void hear(const char *line)
{
    struct fibs_message message;
    fibs_message_read(&context, line, &message);
    translate_event(&translator, &message, &event);
}

CASE(lines_become_events)
{
    static const struct {
        const char *line;
        enum event_type type;
        const char *name;
        int length, points, mine, theirs;
    } rows[] = {
        {"opp_a wants to play a 5 point match with you.", EVENT_INVITED, "opp_a", 5, 5,
         0, 0},
        {"opp_a wants to play an unlimited match with you.", EVENT_INVITED, "opp_a",
         POINTS_UNLIMITED, 0, 0, 0},
        {"opp_a wants to resume a saved match with you.", EVENT_INVITED, "opp_a", 0, 0,
         0, 0},
        {"** Player opp_a has joined you for a 3 point match.", EVENT_MATCH_START,
         "opp_a", 3, 3, 0, 0},
        {"** Player opp_a has joined you for a 300 point match.", EVENT_MATCH_START,
         "opp_a", POINTS_UNLIMITED, 300, 0, 0},
        {"match length: 0", EVENT_MATCH_LENGTH, "", 0, 0, 0, 0},
        {"unlimited matchlength", EVENT_MATCH_LENGTH, "", POINTS_UNLIMITED, 0, 0, 0},
        {" *opp_a                   3                1 -  2", EVENT_SAVED_ROW, "opp_a",
         3, 3, 1, 2},
        {"opp_a has 12 saved games.", EVENT_SAVED_COUNT, "opp_a", 0, 12, 0, 0},
        {"opp_a has no saved games.", EVENT_SAVED_COUNT, "opp_a", 0, 0, 0, 0},
        {"opp_a gives up. You win 2 points.", EVENT_THEIR_PASS, "opp_a", 0, 2, 0, 0},
        {"score in 3 point match: our_bot-1 opp_a-2", EVENT_SCORE, "our_bot", 0, 3, 1,
         2},
        {"score in 3 point match: opp_a-2 our_bot-1", EVENT_SCORE, "opp_a", 0, 3, 1, 2},
        {"score in unlimited match: You-3 opp_a-5", EVENT_SCORE, "You", 0, 3, 3, 5},
        {"You win the 3 point match 4-1 .", EVENT_MATCH_WON, "", 0, 3, 4, 1},
        {"our_bot wins the 3 point match 4-1 .", EVENT_MATCH_WON, "our_bot", 0, 3, 4,
         1},
        {"opp_a wins the 3 point match 4-1 .", EVENT_MATCH_LOST, "opp_a", 0, 3, 1, 4},
        {"opp_a wins a 7 point match against bert  8-3 .", EVENT_REPORT_WIN, "opp_a", 7,
         7, 8, 3},
        {"opp_a and opp_b start an unlimited match.", EVENT_REPORT_START, "opp_a", 0, 0,
         0, 0},
        {"** You have just invited opp_a. Try again after 6 seconds.", EVENT_TRY_LATER,
         "", 0, 6, 0, 0},
        {"*** ATTENTION ! FIBS will restart in 10 minutes", EVENT_SERVER_ENDS, "", 0,
         600, 0, 0},
        {"** Something nobody has seen before", EVENT_UNKNOWN_REFUSAL, "", 0, 0, 0, 0},
        {"Something nobody has seen before", EVENT_UNKNOWN, "", 0, 0, 0, 0},
        {"", EVENT_NONE, "", 0, 0, 0, 0},
        {"Settings saved.", EVENT_NONE, "", 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        hear(rows[i].line);
        assert_int_equal(event.type, rows[i].type);
        assert_string_equal(event.name, rows[i].name);
        assert_string_equal(event.line, rows[i].line);
        assert_int_equal(event.length, rows[i].length);
        assert_int_equal(event.points, rows[i].points);
        assert_int_equal(event.score[0], rows[i].mine);
        assert_int_equal(event.score[1], rows[i].theirs);
    }
}

CASE(who_lines_tell_user_and_opponent)
{
    hear("5 opp_a our_bot - 1 0 1912.15 827 8 1040515752 192.0.2.5 3DFiBs -");
    assert_int_equal(event.type, EVENT_WHO);
    assert_string_equal(event.other, "our_bot");
    assert_true(event.who.is_ready && !event.who.is_away && !event.is_mine);
    assert_int_equal(event.who.idle_s, 8);
    assert_int_equal(event.who.standing.experience, 827);
    assert_string_equal(event.who.client, "3DFiBs");
    hear("5 our_bot - - 0 1 1500.00 0 0 0 192.0.2.5 - -");
    assert_true(event.is_mine && event.who.is_away && !event.who.is_ready);
    assert_string_equal(event.other, "");
}

CASE(code_of_a_refusal_is_the_kind_of_line)
{
    hear("** opp_a is refusing games.");
    assert_int_equal(event.type, EVENT_USER_REFUSES);
    assert_string_equal(event.code, "refusing_games");
}

CASE(boards_of_others_are_not_ours)
{
    hear(OUR_BOARD);
    assert_int_equal(event.type, EVENT_BOARD);
    assert_true(event.is_mine);
    assert_string_equal(event.name, "opp_a");
    assert_null(event.board.fault);
    assert_int_equal(event.board.view.turn, TURN_MINE);
    assert_int_equal(event.board.view.match_length, 5);
    char other[sizeof OUR_BOARD + 8];
    FORMAT_TEXT(other, "board:anna%s", &OUR_BOARD[strlen("board:You")]);
    hear(other);
    assert_int_equal(event.type, EVENT_BOARD);
    assert_false(event.is_mine);
    FORMAT_TEXT(other, "board:our_bot%s", &OUR_BOARD[strlen("board:You")]);
    hear(other);
    assert_true(event.is_mine);
}

/* The line has no name; before the first board of a game nothing tells. */
CASE(forced_play_belongs_to_who_moves_that_way)
{
    static const char forced[] = "The only possible move is 13-10 6-5 .";
    hear(forced);
    assert_false(event.has_play);
    hear(THEIR_BOARD); /* the last board may be older than the turn */
    hear(forced);
    assert_true(event.has_play && event.is_mine);
    assert_int_equal(event.play.moves[0].from, 13);
    hear(OUR_BOARD);
    hear("The only possible move is 12-15 19-20 .");
    assert_true(event.has_play && !event.is_mine);
    assert_int_equal(event.play.moves[0].from, 13);
    hear("Starting a new game with opp_a.");
    hear(forced);
    assert_false(event.has_play || event.is_mine);
    hear(OUR_BOARD);
    hear("** Player opp_b has joined you for a 3 point match.");
    hear(forced);
    assert_false(event.has_play || event.is_mine);
}

static void expect_command(const struct game_order *order, const char *text)
{
    struct fibs_command command;
    assert_int_equal(translate_order(&translator, order, &command), text[0] != '\0');
    assert_string_equal(command.text, text);
}

CASE(orders_become_commands)
{
    static const struct {
        struct game_order order;
        const char *text;
    } rows[] = {
        {{.type = ORDER_NONE}, ""},
        {{.type = ORDER_ROLL}, "roll"},
        {{.type = ORDER_DOUBLE}, "double"},
        {{.type = ORDER_TAKE}, "accept"},
        {{.type = ORDER_PASS}, "reject"},
        {{.type = ORDER_ACCEPT}, "accept"},
        {{.type = ORDER_REJECT}, "reject"},
        {{.type = ORDER_RESIGN, .games = 2}, "resign g"},
        {{.type = ORDER_NEXT_GAME}, "join"},
        {{.type = ORDER_LEAVE}, "leave"},
        {{.type = ORDER_INVITE, .name = "opp_a", .length = 5}, "invite opp_a 5"},
        {{.type = ORDER_INVITE, .name = "opp_a"}, "invite opp_a"},
        {{.type = ORDER_INVITE, .name = "opp_a", .length = POINTS_UNLIMITED},
         "invite opp_a unlimited"},
        {{.type = ORDER_INVITE, .name = "opp a", .length = 5}, ""},
        {{.type = ORDER_JOIN, .name = "opp_a"}, "join opp_a"},
        {{.type = ORDER_TELL, .name = "opp_a", .text = "hello"}, "tell opp_a hello"},
        {{.type = ORDER_TELL, .name = "opp_a", .text = ""}, ""},
        {{.type = ORDER_KIBITZ, .text = "hello"}, "kibitz hello"},
        {{.type = ORDER_BOARD}, "board"},
        {{.type = ORDER_WHO, .name = "opp_a"}, "rawwho opp_a"},
        {{.type = ORDER_SAVED}, "show saved"},
        {{.type = ORDER_SAVED_COUNT, .name = "opp_a"}, "show savedcount opp_a"},
        {{.type = ORDER_QUESTION, .text = "watch opp_a"}, "watch opp_a"},
        {{.type = ORDER_QUESTION, .text = "leave"}, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect_command(&rows[i].order, rows[i].text);
    }
}

CASE(plays_are_numbered_as_the_last_board_is)
{
    const struct game_order order = {.type = ORDER_PLAY,
                                     .play = {.count = 2, .moves = {{13, 10}, {6, 5}}}};
    expect_command(&order, ""); /* no board has come */
    hear(OUR_BOARD);
    expect_command(&order, "move 13-10 6-5");
    translator.direction = 1;
    expect_command(&order, "move 12-15 19-20");
    expect_command(&(struct game_order){.type = ORDER_PLAY}, ""); /* a dance */
}

TEST_MAIN(NULL, NULL)
