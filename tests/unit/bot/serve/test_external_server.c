/* What the external player answers, a line for a line. Needs weights. */
#include <string.h>

#include "bot/serve/external_server_internal.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

#define OPENING "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
/* six of mine on my lowest points, eight of theirs on theirs */
#define AHEAD "0:2:2:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:-2:-2:-2:0"
/* the same from the other side: twelve of mine still to bear off, two of theirs */
#define BEHIND "0:2:2:2:2:2:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:0"
/* three of theirs on the bar before a closed board, the others far from home */
#define CLOSED_OUT "-3:2:2:2:2:2:2:3:0:0:0:0:-5:0:0:0:0:-3:0:-4:0:0:0:0:0:0"
/* fifteen of mine in the home board; theirs are off with their next roll */
#define LAST_ROLL "0:3:3:3:3:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:0"
#define TOO_FAR   "0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:15:0:0:0:0:-2:0:0"
#define BOARD_AT(SCORE, POINTS, DICE, DOUBLED, OFF)                                    \
    "board:You:opp_a:" SCORE ":" POINTS ":1:" DICE ":0:0:1:" DOUBLED ":1:-1:0:25:" OFF \
    ":0:0:0:0:0:0"
#define BOARD(POINTS, DICE, DOUBLED, OFF) BOARD_AT("5:0:0", POINTS, DICE, DOUBLED, OFF)

static struct external_server_options options;
static struct external_server *server;
static char answer[EXTERNAL_ANSWER_SIZE];

static int open_server(void **state)
{
    struct error err;
    if (open_engine(state) != 0) {
        return 1;
    }
    options.engine = eng;
    options.address = "127.0.0.1";
    options.strength = strength_default();
    options.has_jacoby = true;
    options.version = "1.2.3";
    server = external_server_open(&options, &err);
    return server == NULL;
}

static int close_server(void **state)
{
    external_server_close(server);
    return close_engine(state);
}

static const char *said(const char *line)
{
    assert_true(external_server_answer(server, line, answer));
    return answer;
}

TEST(a_roll_is_played)
{
    assert_string_equal(said(BOARD(OPENING, "3:1", "1:1:0", "0:0")), "8/5 6/5");
}

TEST(what_should_be_doubled_is_doubled)
{
    assert_string_equal(said(BOARD(OPENING, "0:0", "1:1:0", "0:0")), "roll");
    assert_string_equal(said(BOARD(AHEAD, "0:0", "1:1:0", "9:7")), "double");
    assert_string_equal(said(BOARD(BEHIND, "0:0", "1:1:0", "3:13")), "roll");
}

/* The board is the doubler's (arena/protocol/gnubg.h). */
TEST(what_can_be_taken_is_taken)
{
    assert_string_equal(said(BOARD(OPENING, "0:0", "1:1:1", "0:0")), "take");
    assert_string_equal(said(BOARD(AHEAD, "0:0", "1:1:1", "9:7")), "drop");
}

TEST(what_is_too_good_is_doubled_where_gammons_count_after_a_double_alone)
{
    assert_string_equal(said(BOARD_AT("0:0:0", CLOSED_OUT, "0:0", "1:1:0", "0:0")),
                        "double");
    assert_string_equal(said(BOARD_AT("9:0:0", CLOSED_OUT, "0:0", "1:1:0", "0:0")),
                        "roll");
}

/* Who resigns is on roll, and saves the gammon or does not. */
TEST(a_resignation_is_judged_before_the_roll_of_who_resigns)
{
    assert_string_equal(said(BOARD(LAST_ROLL, "0:0", "1:1:0", "0:13") " resignation 1"),
                        "accept");
    assert_string_equal(said(BOARD(TOO_FAR, "0:0", "1:1:0", "0:13") " resignation 1"),
                        "reject");
}

TEST(who_asks_for_the_version_hears_it)
{
    assert_string_equal(said("version"), "fibsbot 1.2.3");
}

TEST(exit_and_quit_end_it)
{
    (void)said("what is that");
    assert_int_equal(strncmp(answer, "Error", 5), 0);
    assert_false(external_server_answer(server, "exit", answer));
    assert_false(external_server_answer(server, "quit", answer));
}

TEST_MAIN(open_server, close_server)
