/* What a UBGI controller says, and what an engine answers, in all three drafts. */
#include <string.h>

#include "arena/protocol/ubgi_command.h"
#include "tests/unit/test_case.h"

/* ---- commands -------------------------------------------------------------------- */

TEST(every_command_of_the_drafts_is_read)
{
    static const struct {
        const char *line;
        enum ubgi_command_kind kind;
    } rows[] = {
        {"", UBGI_EMPTY},
        {"ubgi", UBGI_HELLO},
        {"isready", UBGI_IS_READY},
        {"quit\r", UBGI_QUIT},
        {"  stop ", UBGI_STOP},
        {"newgame", UBGI_NEW_GAME},
        {"newsession type money jacoby on", UBGI_NEW_SESSION},
        {"setscore 3 4", UBGI_SET_SCORE},
        {"setcube value 2 owner p1", UBGI_SET_CUBE},
        {"setturn p1", UBGI_SET_TURN},
        {"position gnubgid 4HPwATDgc/ABMA", UBGI_POSITION},
        {"dice 3 1", UBGI_DICE},
        {"go", UBGI_GO},
        {"go role cube depth 2", UBGI_GO},
        {"set engine.ply 2", UBGI_SET},
        {"get engine.ply", UBGI_GET},
        {"keys", UBGI_KEYS},
        {"setoption name Threads value 2", UBGI_SET_OPTION},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", UBGI_BARE_POSITION},
        {"board:You:Opp:5:0:0", UBGI_BARE_POSITION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ubgi_command command;
        struct error err = {0};
        if (ubgi_command_read(rows[i].line, &command, &err) != UBGI_NO_FAULT ||
            command.kind != rows[i].kind) {
            fail_msg("\"%s\": %s", rows[i].line, err.text);
        }
    }
}

static struct ubgi_command *read_good(const char *line)
{
    static struct ubgi_command command;
    struct error err = {0};
    if (ubgi_command_read(line, &command, &err) != UBGI_NO_FAULT) {
        fail_msg("\"%s\": %s", line, err.text);
    }
    return &command;
}

TEST(arguments_are_kept)
{
    struct ubgi_command *command =
        read_good("newsession type match length 7 crawford off");
    assert_int_equal(command->number[0], 7);
    assert_false(command->has_crawford);
    command = read_good("setcube value 4 owner center");
    assert_int_equal(command->number[0], 4);
    assert_int_equal(command->owner, -1);
    assert_int_equal(read_good("setcube value 2 owner p0")->owner, 0);
    assert_int_equal(read_good("setcube value 1048576 owner p0")->number[0], 1 << 20);
    assert_int_equal(read_good("newsession type match length 99")->number[0], 99);
    assert_int_equal(read_good("setscore 1 99")->number[1], 99);
    assert_int_equal(read_good("dice 1 6")->number[1], 6);
    assert_int_equal(read_good("setturn p1")->owner, 1);
    assert_true(read_good("newsession type match length 7")->has_crawford);
    command = read_good("go role turn movetime 250 depth 3");
    assert_int_equal(command->role, UBGI_TURN);
    assert_int_equal(command->limit.movetime_ms, 250);
    assert_int_equal(command->limit.depth, 3);
    command = read_good("go depth 1 cube");
    assert_int_equal(command->role, UBGI_CUBE);
    command = read_good("set engine.filter 8/.16, 4/.08");
    assert_string_equal(command->name, "engine.filter");
    assert_string_equal(command->value, "8/.16, 4/.08");
    command = read_good("position xgid XGID=-b:0");
    assert_string_equal(command->value, "XGID=-b:0");
    assert_int_equal(read_good("go")->role, UBGI_ANY);
}

TEST(wrong_lines_are_refused_with_their_fault)
{
    static const struct {
        const char *line;
        enum ubgi_fault fault;
    } rows[] = {
        {"hello", UBGI_BAD_COMMAND},
        {"UBGI", UBGI_BAD_COMMAND},
        {"quit now", UBGI_BAD_COMMAND},
        {"position", UBGI_BAD_COMMAND},
        {"position gnubgid", UBGI_BAD_COMMAND},
        {"position startpos", UBGI_BAD_COMMAND},
        {"position fen x", UBGI_UNSUPPORTED},
        {"dice", UBGI_BAD_COMMAND},
        {"dice 3", UBGI_BAD_COMMAND},
        {"dice 3 1 1", UBGI_BAD_COMMAND},
        {"dice 7 1", UBGI_BAD_VALUE},
        {"dice 3 x", UBGI_BAD_VALUE},
        {"dice 3 0", UBGI_BAD_VALUE},
        {"dice -1 3", UBGI_BAD_VALUE},
        {"setscore 1 100", UBGI_BAD_VALUE},
        {"setcube value 2", UBGI_BAD_COMMAND},
        {"setcube value 2 owner p2", UBGI_BAD_COMMAND},
        {"setcube value 3 owner center", UBGI_BAD_VALUE},
        {"setcube value 0 owner center", UBGI_BAD_VALUE},
        {"setcube value 2097152 owner center", UBGI_BAD_VALUE},
        {"setturn center", UBGI_BAD_COMMAND},
        {"newsession type match", UBGI_BAD_VALUE},
        {"newsession length 5", UBGI_BAD_VALUE},
        {"newsession type match length 0", UBGI_BAD_COMMAND},
        {"newsession type cash", UBGI_BAD_COMMAND},
        {"go role", UBGI_BAD_COMMAND},
        {"go sideways", UBGI_BAD_COMMAND},
        {"go depth 0", UBGI_BAD_VALUE},
        {"go movetime 99999999999", UBGI_BAD_VALUE},
        {"set engine.ply", UBGI_BAD_COMMAND},
        {"get", UBGI_BAD_COMMAND},
        {"setoption Threads 2", UBGI_BAD_COMMAND},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ubgi_command command;
        struct error err = {0};
        enum ubgi_fault fault = ubgi_command_read(rows[i].line, &command, &err);
        if (fault != rows[i].fault || err.text[0] == '\0') {
            fail_msg("\"%s\": fault %d, \"%s\"", rows[i].line, (int)fault, err.text);
        }
    }
}

TEST(line_too_long_is_refused)
{
    static char line[3 * UBGI_LINE_SIZE];
    struct ubgi_command command;
    struct error err = {0};
    memset(line, 'a', sizeof line - 1);
    assert_int_equal(ubgi_command_read(line, &command, &err), UBGI_BAD_COMMAND);
    assert_non_null(strstr(err.text, "1023 bytes"));
}

/* ---- decisions ------------------------------------------------------------------- */

static const struct play entering = {{{25, 22}, {6, 0}}, 2};

TEST(decisions_are_written_in_the_words_of_the_draft)
{
    const struct {
        enum ubgi_draft draft;
        struct ubgi_decision decision;
        const char *line;
    } rows[] = {
        {UBGI_0_2, {.role = UBGI_CHEQUER, .play = entering}, "bestmove bar/22 6/off"},
        {UBGI_0_2, {.role = UBGI_CHEQUER}, "bestmove pass"},
        {UBGI_0_1, {.role = UBGI_CHEQUER, .play = entering}, "bestmove bar/22 6/off"},
        {UBGI_0_01, {.role = UBGI_CHEQUER, .play = entering}, "bar/22 6/off"},
        {UBGI_0_01, {.role = UBGI_CHEQUER}, ""},
        {UBGI_0_2, {.role = UBGI_CUBE, .is_yes = true}, "bestcube double"},
        {UBGI_0_1, {.role = UBGI_CUBE}, "bestcube nodouble"},
        {UBGI_0_01, {.role = UBGI_CUBE, .is_yes = true}, "double"},
        {UBGI_0_01, {.role = UBGI_CUBE}, "roll"},
        {UBGI_0_2,
         {.role = UBGI_CUBE, .is_answer = true, .is_yes = true},
         "bestcube take"},
        {UBGI_0_2, {.role = UBGI_CUBE, .is_answer = true}, "bestcube drop"},
        {UBGI_0_01, {.role = UBGI_CUBE, .is_answer = true, .is_yes = true}, "take"},
        {UBGI_0_01, {.role = UBGI_CUBE, .is_answer = true}, "drop"},
        {UBGI_0_2,
         {.role = UBGI_TURN, .play = entering},
         "bestturn cube=nodouble move=bar/22 6/off"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[UBGI_LINE_SIZE];
        ubgi_write_decision(rows[i].draft, &rows[i].decision, line);
        assert_string_equal(line, rows[i].line);
    }
}

TEST(every_hop_is_written_on_its_own)
{
    const struct ubgi_decision decision = {
        .role = UBGI_CHEQUER,
        .play = {{{25, 24}, {24, 23}, {23, 22}, {22, 21}}, 4},
    };
    char line[UBGI_LINE_SIZE];
    ubgi_write_decision(UBGI_0_2, &decision, line);
    assert_string_equal(line, "bestmove bar/24 24/23 23/22 22/21");
}

TEST(errors_have_the_codes_of_the_draft)
{
    static const struct {
        enum ubgi_draft draft;
        enum ubgi_fault fault;
        const char *line;
    } rows[] = {
        {UBGI_0_2, UBGI_BAD_COMMAND, "error bad_command why"},
        {UBGI_0_2, UBGI_BAD_VALUE, "error bad_value why"},
        {UBGI_0_2, UBGI_BAD_STATE, "error bad_state why"},
        {UBGI_0_2, UBGI_UNSUPPORTED, "error unsupported why"},
        {UBGI_0_1, UBGI_BAD_COMMAND, "error unknown_command why"},
        {UBGI_0_1, UBGI_BAD_VALUE, "error bad_argument why"},
        {UBGI_0_1, UBGI_BAD_STATE, "error missing_context why"},
        {UBGI_0_1, UBGI_UNSUPPORTED, "error unsupported_feature why"},
        {UBGI_0_01, UBGI_BAD_STATE, "sorry"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[UBGI_LINE_SIZE];
        ubgi_write_error(rows[i].draft, rows[i].fault, "why", line);
        assert_string_equal(line, rows[i].line);
    }
}

TEST_MAIN(NULL, NULL)
