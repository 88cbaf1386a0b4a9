#include <stdlib.h>

#include "fibs/bgammon/event.h"
#include "tests/unit/fibs/bgammon/board_line.h"
#include "tests/unit/test_case.h"

static struct bgammon_event read_good(const char *line)
{
    struct bgammon_event event;
    struct error err = {.text = ""};
    if (!bgammon_event_read(line, &event, &err)) {
        fail_msg("%s: %s", line, err.text);
    }
    return event;
}

static void expect_error(const char *line, const char *text)
{
    struct bgammon_event event;
    struct error err = {.text = ""};
    assert_false(bgammon_event_read(line, &event, &err));
    assert_string_equal(err.text, text);
}

TEST(lines_before_the_log_in_are_texts)
{
    struct bgammon_event event = read_good("hello Welcome to bgammon.org!\x07");
    assert_int_equal(event.type, BGAMMON_TEXT);
    assert_string_equal(event.text, "hello Welcome to bgammon.org!?");
    assert_int_equal(read_good("").type, BGAMMON_TEXT);
}

TEST(every_type_is_known)
{
    static const struct {
        const char *line;
        enum bgammon_event_type type;
    } samples[] = {
        {"{\"Type\":\"welcome\",\"PlayerName\":\"BOT_a\",\"Clients\":3,\"Games\":1}",
         BGAMMON_WELCOME},
        {"{\"Type\":\"settings\",\"AutoPlay\":true}", BGAMMON_SETTINGS},
        {"{\"Type\":\"notice\",\"Message\":\"x\"}", BGAMMON_NOTICE},
        {"{\"Type\":\"ping\",\"Player\":\"\",\"Message\":\"1795450725\"}",
         BGAMMON_PING},
        {"{\"Type\":\"say\",\"Player\":\"ann\",\"Message\":\"hi\"}", BGAMMON_SAY},
        {"{\"Type\":\"list\",\"Games\":null}", BGAMMON_LIST},
        {"{\"Type\":\"joined\",\"GameID\":7,\"PlayerNumber\":2}", BGAMMON_JOINED},
        {"{\"Type\":\"left\",\"Player\":\"ann\"}", BGAMMON_LEFT},
        {"{\"Type\":\"rolled\",\"Roll1\":3,\"Roll2\":0,\"Roll3\":0,\"Selected\":0}",
         BGAMMON_ROLLED},
        {"{\"Type\":\"moved\",\"Moves\":[[27,1],[20,25]]}", BGAMMON_MOVED},
        {"{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":4,\"Rating\":0,\"Resigned\":\"\"}",
         BGAMMON_WIN},
        {"{\"Type\":\"failedcreate\",\"Reason\":\"x\"}", BGAMMON_FAILED_CREATE},
        {"{\"Type\":\"failedjoin\",\"Reason\":\"x\"}", BGAMMON_FAILED_JOIN},
        {"{\"Type\":\"failedleave\",\"Reason\":\"x\"}", BGAMMON_FAILED_LEAVE},
        {"{\"Type\":\"failedroll\",\"Reason\":\"x\"}", BGAMMON_FAILED_ROLL},
        {"{\"Type\":\"failedmove\",\"From\":8,\"To\":4,\"Reason\":\"x\"}",
         BGAMMON_FAILED_MOVE},
        {"{\"Type\":\"failedok\",\"Reason\":\"x\"}", BGAMMON_FAILED_OK},
        {"{\"Type\":\"history\",\"Matches\":null}", BGAMMON_HISTORY},
        {"{\"Type\":\"replay\",\"ID\":1,\"Content\":\"aGVsbG8=\"}", BGAMMON_REPLAY},
        {"{\"Type\":\"achievements\"}", BGAMMON_ACHIEVEMENTS},
        {"{\"Type\":\"weather\",\"Clouds\":[1,{\"a\":null}]}", BGAMMON_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        assert_int_equal(read_good(samples[i].line).type, samples[i].type);
    }
    assert_int_equal(read_good(BOARD_LINE(NULL)).type, BGAMMON_BOARD);
}

TEST(members_are_read)
{
    struct bgammon_event event = read_good(
        "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":4,\"Resigned\":\"BOT_a\"}");
    assert_string_equal(event.player, "ann");
    assert_int_equal(event.win.points, 4);
    assert_string_equal(event.win.resigned, "BOT_a");
    event =
        read_good("{\"Type\":\"moved\",\"Player\":\"ann\",\"Moves\":[[27,1],[20,25]]}");
    assert_int_equal(event.hops.count, 2);
    assert_int_equal(event.hops.hop[0].from, BGAMMON_THEIR_BAR);
    assert_int_equal(event.hops.hop[1].to, BGAMMON_THEIR_OFF);
    event = read_good(
        "{\"Type\":\"list\",\"Player\":\"\",\"Games\":[{\"ID\":12,\"Password\":"
        "true,\"Points\":5,\"Players\":1,\"Rating\":1500,\"Name\":\"(Tabula) "
        "come\",\"New\":[]},{\"ID\":13,\"Password\":false,\"Points\":3,\"Players\":2}]}");
    assert_int_equal(event.list.count, 2);
    assert_int_equal(event.list.games[1].players, 2);
    assert_int_equal(event.list.games[0].id, 12);
    assert_true(event.list.games[0].has_password);
    assert_string_equal(event.list.games[0].name, "(Tabula) come");
}

TEST(a_board_is_read_with_all_its_fields)
{
    struct bgammon_board board =
        read_good(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=6",
                             "Available=[[24,18],[26,20]]", "Moves=[[8,5]]",
                             "DoubleValue=4", "DoublePlayer=2", "Crawford=2",
                             "Points=7", "Started=9999999999999", "Forced=true"))
            .board;
    assert_true(board.started == INT64_C(9999999999999));
    assert_string_equal(board.players[0].name, "BOT_a");
    assert_string_equal(board.players[1].name, "ann");
    assert_int_equal(board.players[1].rating, 1612);
    assert_int_equal(board.players[1].inactive, 31);
    assert_int_equal(board.slots[24], 2);
    assert_int_equal(board.slots[1], -2);
    assert_int_equal(board.turn, 1);
    assert_int_equal(board.roll[0], 3);
    assert_int_equal(board.roll[1], 6);
    assert_int_equal(board.available.count, 2);
    assert_int_equal(board.available.hop[1].from, BGAMMON_BAR);
    assert_int_equal(board.moves.count, 1);
    assert_int_equal(board.cube, 4);
    assert_int_equal(board.cube_owner, 2);
    assert_int_equal(board.crawford, 2);
    assert_int_equal(board.points, 7);
    assert_true(board.is_forced);
    assert_false(board.is_double_offered);
}

/* Points are not cut at the length, and servers may say less. */
TEST(large_scores_and_missing_members_are_read)
{
    struct bgammon_board board =
        read_good(BOARD_LINE("Player2={\"Name\":\"ann\",\"Points\":318}")).board;
    assert_int_equal(board.players[1].points, 318);
    expect_error(BOARD_LINE("Player2={\"Name\":\"ann\",\"Points\":-1}"),
                 "board: Player2.Points: -1 is not in 0..1000");
    char line[BOARD_LINE_SIZE];
    (void)board_line(line, NULL);
    for (int i = 0; i < 3; i++) {
        static const char *const optional[] = {"\"Moves\"", "\"Forced\"",
                                               "\"Spectating\""};
        strstr(line, optional[i])[1] = 'x';
    }
    board = read_good(line).board;
    assert_int_equal(board.moves.count, 0);
    assert_false(board.is_forced || board.is_spectating);
}

TEST(what_is_out_of_range_is_an_error_that_names_the_field)
{
    expect_error(BOARD_LINE("Turn=3"), "board: Turn: 3 is not in 0..2");
    expect_error(BOARD_LINE("Roll1=7"), "board: Roll1: 7 is not in 0..6");
    expect_error(BOARD_LINE("Roll2=7"), "board: Roll2: 7 is not in 0..6");
    expect_error(BOARD_LINE("DoublePlayer=3"), "board: DoublePlayer: 3 is not in 0..2");
    expect_error(BOARD_LINE("Winner=3"), "board: Winner: 3 is not in 0..2");
    expect_error(BOARD_LINE("Moves=7"), "board: Moves: expected an array");
    expect_error(BOARD_LINE("Points=128"), "board: Points: 128 is not in 1..127");
    expect_error(BOARD_LINE("DoubleValue=128"),
                 "board: DoubleValue: 128 is not in 1..64");
    expect_error(BOARD_LINE("DoubleValue=3"), "board: DoubleValue: is no power of two");
    expect_error(BOARD_LINE("Winner=\"ann\""),
                 "board: Winner: expected a whole number");
    expect_error(BOARD_LINE("DoubleOffered=1"),
                 "board: DoubleOffered: expected true or false");
    expect_error(BOARD_LINE("Available=[[24]]"),
                 "board: Available: expected [FROM, TO]");
    expect_error(BOARD_LINE("Started=-1"),
                 "board: Started: -1 is not in 0..999999999999999");
    expect_error(BOARD_LINE("Player2={\"Name\":\"ann\"}"),
                 "board: Player2.Points: is missing");
    expect_error(BOARD_LINE("Player1=5"), "board: Player1.: expected an object");
    expect_error(BOARD_LINE("Rating=1e99"),
                 "board: Player1.Rating: is no number in its range");
    expect_error(BOARD_LINE("Rating=\"1500\""),
                 "board: Player1.Rating: is no number in its range");
    expect_error(BOARD_LINE("Moves=[[8,5,1]]"), "board: Moves: expected [FROM, TO]");
    expect_error(BOARD_LINE("Moves=[[8,28]]"), "board: Moves: 28 is not in 0..27");
}

/* What is renamed is not there. */
TEST(what_must_be_there_is_missed)
{
    static const struct {
        const char *line, *members[4];
    } rows[] = {
        {"{\"Type\":\"welcome\",\"PlayerName\":\"BOT_a\"}", {"PlayerName"}},
        {"{\"Type\":\"notice\",\"Message\":\"x\"}", {"Message"}},
        {"{\"Type\":\"joined\",\"GameID\":7,\"PlayerNumber\":1}",
         {"GameID", "PlayerNumber"}},
        {"{\"Type\":\"rolled\",\"Roll1\":3,\"Roll2\":0}", {"Roll1", "Roll2"}},
        {"{\"Type\":\"moved\",\"Moves\":[[8,5]]}", {"Moves"}},
        {"{\"Type\":\"win\",\"Points\":1}", {"Points"}},
        {"{\"Type\":\"list\",\"Games\":[{\"ID\":12,\"Password\":true,\"Points\":5,"
         "\"Players\":1}]}",
         {"ID", "Password", "Points", "Players"}},
        {NULL, {"Name", "Board", "Turn", "Roll1"}},
        {NULL, {"Roll2", "Winner", "Crawford", "DoubleValue"}},
        {NULL, {"Variant", "DoublePlayer", "DoubleOffered", "Available"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int k = 0; k < 4 && rows[i].members[k] != NULL; k++) {
            char line[BOARD_LINE_SIZE], key[40];
            COPY_TEXT(line, rows[i].line != NULL ? rows[i].line : BOARD_LINE(NULL));
            (void)read_good(line);
            FORMAT_TEXT(key, "\"%s\":", rows[i].members[k]);
            strstr(line, key)[1] = 'x';
            struct bgammon_event event;
            struct error err = {.text = ""};
            if (bgammon_event_read(line, &event, &err)) {
                fail_msg("read without %s", key);
            }
            assert_non_null(strstr(err.text, rows[i].members[k]));
        }
    }
}

TEST(a_board_has_28_slots_of_possible_counts)
{
    expect_error(BOARD_LINE("Board=[0,1]"), "board: Board: expected 28 numbers");
    expect_error(BOARD_LINE("Board=[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,"
                            "0,2,0,0,0,0]"),
                 "board: Board: expected 28 numbers");
    expect_error(
        BOARD_LINE("Board=[0,-16,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0,0,"
                   "0]"),
        "board: Board[1]: -16 is not in -15..15");
    expect_error(
        BOARD_LINE("Board=[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,1,0,"
                   "0]"),
        "board: Board[25]: 1 is not in -15..0");
    expect_error(
        BOARD_LINE("Board=[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0,-1,"
                   "0]"),
        "board: Board[26]: -1 is not in 0..15");
}

TEST(what_is_no_event_is_an_error)
{
    expect_error("{\"Player\":\"\"}", "Type: expected a text");
    expect_error("{\"Type\":\"ping\"}", "ping: Message: is missing");
    expect_error("{\"Type\":\"joined\",\"GameID\":1,\"PlayerNumber\":3}",
                 "joined: PlayerNumber: 3 is not in 1..2");
    expect_error("{\"Type\":\"list\",\"Games\":7}", "list: Games: expected an array");
    expect_error("{\"Type\":\"list\",\"Games\":[7]}",
                 "list: Games.: expected an object");
    struct bgammon_event event;
    struct error err;
    assert_false(bgammon_event_read("{\"Type\":\"ping\"", &event, &err));
    assert_false(bgammon_event_read(
        "{\"Type\":\"joined\",\"GameID\":99999999999999999999}", &event, &err));
}

TEST(lists_and_lines_have_limits)
{
    char hops[BOARD_LINE_SIZE] = "Available=[[6,5]";
    for (int i = 0; i < BGAMMON_HOPS_MAX; i++) {
        strcat(hops, ",[6,5]");
    }
    strcat(hops, "]");
    char line[BOARD_LINE_SIZE];
    FORMAT_TEXT(line, "{\"Type\":\"moved\",\"Moves\":%s}", strchr(hops, '=') + 1);
    expect_error(line, "moved: Moves: has too many hops");
    char *longest = malloc(BGAMMON_LINE_MAX + 2);
    assert_non_null(longest);
    memset(longest, ' ', BGAMMON_LINE_MAX + 1);
    longest[BGAMMON_LINE_MAX + 1] = '\0';
    expect_error(longest, "a line is longer than 65536 bytes");
    longest[BGAMMON_LINE_MAX] = '\0';
    assert_int_equal(read_good(longest).type, BGAMMON_TEXT);
    size_t used = strlen(strcpy(longest, "{\"Type\":\"list\",\"Games\":["));
    for (int i = 0; i <= BGAMMON_GAMES_MAX; i++) { /* one more: it is left out */
        used += (size_t)snprintf(longest + used, BGAMMON_LINE_MAX - used,
                                 "%s{\"ID\":%d,\"Password\":false,\"Points\":5,"
                                 "\"Players\":1}",
                                 i == 0 ? "" : ",", i);
    }
    strcpy(longest + used, "]}");
    struct bgammon_event list = read_good(longest);
    assert_int_equal(list.list.count, BGAMMON_GAMES_MAX);
    assert_int_equal(list.list.games[BGAMMON_GAMES_MAX - 1].id, BGAMMON_GAMES_MAX - 1);
    free(longest);
}

TEST(long_texts_are_cut_and_long_names_refused)
{
    char line[BGAMMON_TEXT_SIZE * 4], text[BGAMMON_TEXT_SIZE * 2 + 1];
    for (size_t i = 0; i < sizeof text - 1; i += 2) { /* letters of two bytes */
        memcpy(text + i, "\xc3\xa4", 2);
    }
    text[sizeof text - 1] = '\0';
    FORMAT_TEXT(line, "{\"Type\":\"notice\",\"Message\":\"%s\"}", text);
    struct bgammon_event event = read_good(line);
    assert_int_equal(strlen(event.text), BGAMMON_TEXT_SIZE - 2);
    FORMAT_TEXT(line, "{\"Type\":\"left\",\"Player\":\"%.80s\"}", text);
    expect_error(line, "left: Player: is too long");
    FORMAT_TEXT(line, "{\"Type\":\"left\",\"Player\":\"%.64s\"}", text);
    expect_error(line, "left: Player: is too long");
    FORMAT_TEXT(line, "{\"Type\":\"left\",\"Player\":\"%.62s\"}", text);
    assert_int_equal(strlen(read_good(line).player), 62);
    event =
        read_good("{\"Type\":\"say\",\"Player\":\"ann\",\"Message\":\"a\x7f\\u001b\"}");
    assert_string_equal(event.text, "a??");
}

TEST_MAIN(NULL, NULL)
