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
#define BOARD(POINTS, DICE, DOUBLED, OFF)                                              \
    "board:You:opp_a:5:0:0:" POINTS ":1:" DICE ":0:0:1:" DOUBLED ":1:-1:0:25:" OFF     \
    ":0:0:0:0:0:0"

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

TEST(exit_ends_it)
{
    (void)said("what is that");
    assert_int_equal(strncmp(answer, "Error", 5), 0);
    assert_false(external_server_answer(server, "exit", answer));
}

TEST_MAIN(open_server, close_server)
