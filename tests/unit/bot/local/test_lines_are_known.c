/* Every line that the server sends to a program is one that fibs/ knows, with and
 * without the faults and spellings of clones. */
#include <stdlib.h>
#include <string.h>

#include "fibs/line.h"
#include "fibs/message.h"
#include "server/fibsd_core.h"
#include "tests/fibsd/chancer.h"
#include "tests/unit/test_case.h"

/* Reads what the server sends as a client of fibs/ would. */
struct reader {
    struct fibs_line line;
    struct fibs_message_context context;
    int lines;
};

static void read_message(struct reader *reader, const char *text)
{
    struct fibs_message message;
    char rest[FIBS_LINE_MAX + 1];
    COPY_TEXT(rest, text);
    while (rest[0] != '\0') {
        fibs_message_read(&reader->context, rest, &message);
        reader->lines++;
        if (message.id == FIBS_MSG_UNKNOWN || message.id == FIBS_MSG_UNKNOWN_STARRED ||
            message.id == FIBS_MSG_BOARD_BAD) {
            fail_msg("unknown: %s", rest);
        }
        size_t length = message.rest.length;
        if (length > 0) {
            memmove(rest, message.rest.text, length);
        }
        rest[length] = '\0';
    }
}

/* Takes a copy of all that waits at a visitor through the reader. */
static void overhear(struct reader *reader, const struct visitor *visitor)
{
    size_t size;
    const char *bytes = fibsd_output(visitor->connection, &size);
    for (const char *line;
         (line = fibs_line_next(&reader->line, &bytes, &size)) != NULL;) {
        read_message(reader, line);
    }
}

static const char *const remarks[] = {
    "toggle",
    "toggle allowpip allowpip autoboard autoboard autodouble autodouble bell bell",
    "toggle crawford crawford double double greedy greedy moreboards moreboards",
    "toggle notify notify ratings ratings report report silent silent telnet wrap foo",
    "set",
    "set boardstyle",
    "set boardstyle 4",
    "set boardstyle 3",
    "set linelength 0",
    "set pagelength 1000",
    "set redoubles none",
    "set redoubles 3",
    "set redoubles x",
    "set sortwho name",
    "set sortwho x",
    "set timezone UTC",
    "set foo",
    "save",
    "address",
    "address x",
    "address x@example.org",
    "password x",
    "password x:y:y",
    "time",
    "version",
    "port",
    "show",
    "show foo",
    "show saved",
    "show savedcount",
    "show savedcount carl",
    "show games",
    "show watchers",
    "show max",
    "rawwho",
    "rawwho nobody",
    "who away",
    "who count",
    "whois",
    "whois nobody",
    "whois carl",
    "whois dora",
    "where carl",
    "ratings",
    "ratings from 20 to 15",
    "ratings to 200",
    "ratings from x",
    "last",
    "last x",
    "tell",
    "tell carl",
    "tell carl hello",
    "tell nobody hello",
    "say hello",
    "kibitz hello",
    "whisper hello",
    "shout hello",
    "message",
    "message dora hello",
    "message carl hello",
    "message nobody hello",
    "waitfor",
    "waitfor dora",
    "waitfor",
    "waitfor carl",
    "waitfor nobody",
    "gag",
    "gag carl",
    "gag carl",
    "gag nobody",
    "blind",
    "blind carl",
    "blind carl",
    "away out to lunch",
    "away",
    "time",
    "back",
    "back",
    "invite",
    "invite nobody 3",
    "invite dora 3",
    "invite carl x",
    "invite carl 0",
    "invite carl",
    "join",
    "join nobody",
    "join carl",
    "leave",
    "roll",
    "reject",
    "board",
    "pip",
    "oldboard",
    "oldboard carl",
    "oldmoves",
    "oldmoves carl",
    "look",
    "look carl",
    "look nobody",
    "watch",
    "watch nobody",
    "watch carl",
    "unwatch",
    "unwatch",
    "erase",
    "co",
    "name x",
    "fizzbuzz",
    "motd",
    "wave",
};

static const char *const moves[] = {
    "board",
    "pip",
    "roll",
    "move 1",
    "move 24-18",
    "move x",
    "move 24-18 13-11 1-2 3-4 5-6",
    "move 1-2 3-4",
    "move 13-2 13-2",
    "move 6-off 6-off",
    "move 1-25 1-25",
    "move 24-5 24-5",
    "off",
    "double",
    "redouble",
    "accept",
    "resign x",
    "resign n",
    "resign n",
    "roll",
    "reject",
    "oldmoves anna",
    "oldmoves bert",
    "show games",
    "show saved",
    "whois anna",
    "invite carl 3",
    "join carl",
    "watch carl",
};

struct house {
    struct fibsd *core;
    struct reference_generator *generator;
    struct chancer anna;
    struct chancer bert;
    struct visitor carl; /* watches, and talks */
    struct reader readers[3];
};

static void overhear_all(struct house *house)
{
    overhear(&house->readers[0], &house->anna.visitor);
    overhear(&house->readers[1], &house->bert.visitor);
    overhear(&house->readers[2], &house->carl);
}

static void enter(struct house *house, struct chancer *chancer, const char *name)
{
    chancer->generator = house->generator;
    assert_true(fibsd_add_account(house->core, name, "secret", 1500.0, 500));
    assert_true(chancer_login(chancer, house->core, name, "secret"));
    visitor_send(&chancer->visitor, "toggle ready automove ratings moves report");
    visitor_flush(&chancer->visitor);
}

/* A shout between the boards: the board's line end may be missing. */
static void shout(void *context, const struct fibsd_user *player)
{
    text_tell(player, "13 ghost Anybody for a 5 point match?");
}

static void open_house(struct house *house, const struct fibsd_faults *faults)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.faults = *faults;
    config.hooks.after_board = faults->is_glued ? shout : NULL;
    *house = (struct house){.core = fibsd_new(&config),
                            .generator = reference_generator_new(),
                            .anna = {.random = 5},
                            .bert = {.random = 6}};
    for (int i = 0; i < 3; i++) {
        fibs_line_init(&house->readers[i].line);
        house->readers[i].context.last_redoubles = -1;
    }
    assert_true(fibsd_add_account(house->core, "carl", "secret", 1500.0, 500));
    assert_true(fibsd_add_account(house->core, "dora", "secret", 1500.0, 500));
    assert_true(visitor_login(&house->carl, house->core, "carl", "secret"));
    visitor_send(&house->carl, "set boardstyle 3");
    enter(house, &house->anna, "anna");
    enter(house, &house->bert, "bert");
    visitor_flush(&house->carl);
}

static void close_house(struct house *house)
{
    fibsd_free(house->core);
    reference_generator_free(house->generator);
}

/* The line that the chancer will take next is read before. */
static bool act_and_overhear(struct chancer *chancer, struct reader *reader)
{
    size_t size;
    const char *bytes = fibsd_output(chancer->visitor.connection, &size);
    const char *end = size == 0 ? NULL : memchr(bytes, '\n', size);
    if (end == NULL) {
        return chancer_act(chancer);
    }
    size_t first = (size_t)(end - bytes) + 1;
    const char *line = fibs_line_next(&reader->line, &bytes, &first);
    if (line != NULL && line[0] != '\0') {
        read_message(reader, line);
    }
    return chancer_act(chancer);
}

static void play(struct house *house, const char *invitation)
{
    visitor_send(&house->anna.visitor, invitation);
    visitor_send(&house->bert.visitor, "join anna");
    visitor_send(&house->carl, "watch anna");
    for (bool is_moving = true; is_moving;) {
        is_moving = act_and_overhear(&house->anna, &house->readers[0]);
        is_moving = act_and_overhear(&house->bert, &house->readers[1]) || is_moving;
        overhear(&house->readers[2], &house->carl);
        visitor_flush(&house->carl);
    }
}

TEST(lines_of_matches_are_known)
{
    static const struct fibsd_faults faults[] = {
        {.is_lf_only = false},
        {.is_lf_only = true,
         .has_trailing_blanks = true,
         .has_board_after_dance = true},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct house house;
        open_house(&house, &faults[i]);
        play(&house, "invite bert 5");
        play(&house, "invite bert 1");
        play(&house, "invite bert 7");
        assert_true(house.readers[0].lines > 1000);
        assert_true(house.readers[2].lines > 1000);
        close_house(&house);
    }
}

static void say_all(struct house *house, const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        visitor_send(&house->anna.visitor, lines[i]);
        overhear_all(house);
        visitor_flush(&house->anna.visitor);
        visitor_flush(&house->bert.visitor);
        visitor_flush(&house->carl);
    }
}

TEST(answers_to_commands_are_known)
{
    static const struct fibsd_faults faults[] = {
        {.is_clone = false}, {.is_clone = true}, {.is_glued = true}};
    static const char *const begin[] = {"invite bert unlimited"};
    static const char *const end[] = {
        "leave", "show saved", "invite bert 3", "invite bert", "bye",
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct house house;
        open_house(&house, &faults[i]);
        say_all(&house, remarks, sizeof remarks / sizeof remarks[0]);
        visitor_send(&house.anna.visitor, "set redoubles 2");
        visitor_send(&house.bert.visitor, "set redoubles 5");
        say_all(&house, begin, 1);
        visitor_send(&house.bert.visitor, "join anna");
        say_all(&house, moves, sizeof moves / sizeof moves[0]);
        say_all(&house, remarks, sizeof remarks / sizeof remarks[0] - 1);
        say_all(&house, end, sizeof end / sizeof end[0]);
        close_house(&house);
    }
}

TEST_MAIN(NULL, NULL)
