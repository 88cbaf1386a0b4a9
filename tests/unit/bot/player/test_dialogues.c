/*
 * The dialogues of tests/data/dialogues again, through session and player, without
 * socket, clock or thread. What the record's client sent ("C:") our player must send
 * too; his decisions are scripted from the same lines. Remarks that begin with "#!"
 * tell where the replay starts and where our player differs:
 *
 *   #! start lobby              a fresh player, logged in
 *   #! start match OPP N        ... who plays an N point match with OPP
 *   #! start connect            ... who is about to log in
 *   #! set OPTION=VALUE         for the starts that follow
 *   #! line TEXT                one more line of the server
 *   #! also COMMAND             our player sends this here
 *   #! within N                the next command comes within N milliseconds
 *   #! skip N                   the next N lines are not for us
 *   #! stop                     the rest is not for us
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/fibs/translate.h"
#include "bot/player/core_internal.h"
#include "fibs/session.h"
#include "tests/unit/test_case.h"

enum { SENT_MAX = 64, LINE_SIZE = 1024, STEPS_MAX = 200 };

struct replay {
    struct config config;
    struct fibs_session *session;
    struct player *player;
    int64_t now_ms;
    bool is_online, is_loud;
    struct fibs_board board; /* the last one, for directions */
    struct fibs_translator translator;
    struct decision_request request;
    bool has_request;
    char sent[SENT_MAX][FIBS_COMMAND_MAX];
    int sent_count, sent_taken;
    const char *file;
    int line;
    int matched;    /* commands as in the record */
    int64_t due_ms; /* of the next command; 0: any time */
};

static struct replay r;

#define FAIL(...)                                                                      \
    do {                                                                               \
        print_error("%s:%d: ", r.file, r.line);                                        \
        fail_msg(__VA_ARGS__);                                                         \
    } while (0)

static void take_outputs(void);

/* ---- session events -------------------------------------------------------------- */

static void serve(const char *line);

static void keep_sent(const struct fibs_command *command)
{
    if (r.is_loud) {
        printf("%7lld C: %s\n", (long long)r.now_ms, command->text);
    }
    if (command->id == FIBS_CMD_TIME || command->id == FIBS_CMD_RAWWHO) {
        return; /* keep-alive */
    }
    if (r.sent_count == SENT_MAX) {
        FAIL("too many commands");
    }
    memcpy(r.sent[r.sent_count++], command->text, FIBS_COMMAND_MAX);
}

static void take_message(const struct fibs_message *message)
{
    if (message->id == FIBS_MSG_BOARD) {
        r.board = message->board;
    }
    struct game_event event;
    translate_event(&r.translator, message, &event);
    player_event(r.player, r.now_ms, &event);
    take_outputs();
}

static void take_state(const struct fibs_event *event)
{
    if (event->state == FIBS_READY && !r.is_online) {
        r.is_online = true;
        player_online(r.player, r.now_ms, fibs_session_account(r.session)->opponent);
        take_outputs();
    }
}

static void take_events(void)
{
    struct fibs_event event;
    while (fibs_session_next_event(r.session, &event)) {
        switch (event.type) {
        case FIBS_EVENT_CONNECT:
            fibs_session_connected(r.session, r.now_ms);
            break;
        case FIBS_EVENT_SEND_LOGIN:
            assert_true(fibs_command_login(&event.command, "our_client", "our_bot",
                                           "secret_pw"));
            keep_sent(&event.command);
            break;
        case FIBS_EVENT_SEND:
            keep_sent(&event.command);
            break;
        case FIBS_EVENT_STATE:
            take_state(&event);
            break;
        case FIBS_EVENT_MESSAGE:
            take_message(event.message);
            break;
        case FIBS_EVENT_CLOSE:
            FAIL("the session closed the connection: %s", event.text);
            break;
        case FIBS_EVENT_NOTICE:
        case FIBS_EVENT_TROUBLE:
        case FIBS_EVENT_NONE:
            break;
        }
    }
}

static void take_outputs(void)
{
    struct player_output output;
    struct fibs_command command;
    while (player_next_output(r.player, &output)) {
        switch (output.type) {
        case PLAYER_SEND:
            assert_true(translate_order(&r.translator, &output.order, &command));
            assert_true(fibs_session_send(r.session, r.now_ms, &command));
            break;
        case PLAYER_FORGET:
            fibs_session_forget_game_commands(r.session);
            break;
        case PLAYER_READY:
            fibs_session_set_ready(r.session, r.now_ms, output.is_ready);
            break;
        case PLAYER_THINK:
            r.request = output.request;
            r.has_request = true;
            break;
        case PLAYER_CANCEL:
            r.has_request = r.has_request && r.request.number != output.number;
            break;
        case PLAYER_LOG:
            if (r.is_loud) {
                printf("%7lld   # %s\n", (long long)r.now_ms, output.log.text);
            }
            break;
        case PLAYER_MATCH:
        case PLAYER_BOARD:
        case PLAYER_DECIDED:
        case PLAYER_STANDING:
        case PLAYER_SAVED:
        case PLAYER_REFUSAL:
        case PLAYER_STUCK:
        case PLAYER_ASK:
        case PLAYER_LEVEL:
        case PLAYER_NOTE:
        case PLAYER_DONE:
            break;
        }
    }
}

static void serve(const char *line)
{
    char copy[LINE_SIZE];
    COPY_TEXT(copy, line);
    if (r.is_loud) {
        printf("%7lld S: %s\n", (long long)r.now_ms, copy);
    }
    fibs_session_line(r.session, r.now_ms, copy);
    take_events();
    r.now_ms += 5;
}

/* On to the next moment at which session or player want to do something. */
static void step(void)
{
    int64_t session = fibs_session_deadline(r.session);
    int64_t player = player_deadline(r.player);
    int64_t next = session < player ? session : player;
    if (next == INT64_MAX) {
        FAIL("nothing will ever happen in state %s",
             player_states[r.player->state].name);
    }
    r.now_ms = next > r.now_ms ? next : r.now_ms;
    fibs_session_tick(r.session, r.now_ms);
    take_events();
    player_tick(r.player, r.now_ms);
    take_outputs();
    take_events();
}

/* ---- starting -------------------------------------------------------------------- */

static void close_replay(void)
{
    fibs_session_free(r.session);
    player_free(r.player);
    r.session = NULL;
    r.player = NULL;
}

static const char *next_sent(void)
{
    return r.sent_taken < r.sent_count ? r.sent[r.sent_taken] : NULL;
}

/* What the server says to the commands of a log-in, where the record does not tell. */
static bool answer_setting(const char *command)
{
    char line[LINE_SIZE], name[40], value[40];
    static const struct {
        const char *command, *answer;
    } rows[] = {
        {"toggle ready", "** You're now ready to invite or join someone."},
        {"toggle silent", "** You won't hear what other players shout."},
        {"toggle automove", "** Forced moves won't be done automatically."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(command, rows[i].command) == 0) {
            serve(rows[i].answer);
            return true;
        }
    }
    if (sscanf(command, "set %39s %39s", name, value) == 2) {
        FORMAT_TEXT(line, "Value of '%s' set to %s.", name, value);
        serve(line);
        return true;
    }
    return false;
}

static void finish_log_in(void)
{
    for (int i = 0; i < STEPS_MAX; i++) {
        const char *sent = next_sent();
        if (sent == NULL) {
            if (r.is_online && fibs_session_queue_is_empty(r.session)) {
                return;
            }
            step();
        } else {
            r.sent_taken++;
            if (strcmp(sent, "show saved") == 0) {
                serve("no saved games.");
            } else if (strncmp(sent, "login ", 6) == 0) {
                serve("1 our_bot 1699990000 192.0.2.10");
                serve("2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
                serve("3");
                serve("4");
                serve("5 our_bot - - 1 0 1650.00 400 3 1700000000 192.0.2.10 - -");
                serve("6");
            } else if (!answer_setting(sent)) {
                FAIL("unexpected at log-in: \"%s\"", sent);
            }
        }
    }
    FAIL("the log-in does not end");
}

static void open_session(void)
{
    struct fibs_session_config config;
    close_replay();
    fibs_session_config_default(&config);
    FORMAT_TEXT(config.name, "our_bot");
    FORMAT_TEXT(r.translator.name, "our_bot");
    FORMAT_TEXT(config.client, "our_client");
    r.session = fibs_session_new(&config);
    r.player = player_new(&r.config);
    assert_non_null(r.session);
    assert_non_null(r.player);
    r.is_online = r.has_request = false;
    r.sent_count = r.sent_taken = 0;
    fibs_session_start(r.session, r.now_ms);
    take_events();
}

static void start(const char *what)
{
    char opponent[40], line[LINE_SIZE];
    int length = 0;
    open_session();
    if (strcmp(what, "connect") == 0) {
        return;
    }
    serve("login:");
    finish_log_in();
    if (sscanf(what, "match %39s %d", opponent, &length) == 2) {
        FORMAT_TEXT(line, "** You are now playing a %d point match with %s", length,
                    opponent);
        serve(line);
    } else {
        assert_string_equal(what, "lobby");
    }
}

/* ---- commands of the record ------------------------------------------------------ */

/* The decision that leads to the recorded command; false: it does not come from one. */
static bool decide(const char *command)
{
    struct decision_answer answer = {.number = r.request.number,
                                     .kind = r.request.kind};
    if (strncmp(command, "resign ", 7) == 0) {
        answer.resign_games = command[7] == 'n' ? 1 : command[7] == 'g' ? 2 : 3;
    } else if (r.request.kind == DECISION_PLAY) {
        struct fibs_slice moves = {command + 5, strlen(command + 5)};
        if (strncmp(command, "move ", 5) != 0 ||
            !translate_moves(moves, &(int){0}, &answer.play)) {
            return false;
        }
    } else if (r.request.kind == DECISION_CUBE) {
        answer.is_double = strcmp(command, "double") == 0;
        if (!answer.is_double && strcmp(command, "roll") != 0) {
            return false;
        }
    } else {
        answer.is_accept = strcmp(command, "accept") == 0;
        if (!answer.is_accept && strcmp(command, "reject") != 0) {
            return false;
        }
    }
    r.has_request = false;
    player_answer(r.player, r.now_ms, &answer);
    take_outputs();
    take_events();
    return true;
}

static bool is_setting(const char *command)
{
    return strncmp(command, "set ", 4) == 0 || strncmp(command, "toggle ", 7) == 0;
}

static void expect(const char *command)
{
    for (int i = 0; i < STEPS_MAX; i++) {
        const char *sent = next_sent();
        if (sent != NULL && strcmp(sent, command) == 0) {
            r.sent_taken++;
            r.matched++;
            if (r.due_ms > 0 && r.now_ms > r.due_ms) {
                FAIL("\"%s\" came %d ms too late", command, (int)(r.now_ms - r.due_ms));
            }
            r.due_ms = 0;
            return;
        }
        if (sent != NULL) {
            r.sent_taken++;
            if (!is_setting(sent) || !answer_setting(sent)) {
                FAIL("expected \"%s\", got \"%s\"", command, sent);
            }
        } else if (!r.has_request || !decide(command)) {
            step();
        }
    }
    FAIL("expected \"%s\", got nothing in state %s", command,
         player_states[r.player->state].name);
}

static void expect_nothing(void)
{
    const char *sent = next_sent();
    if (sent != NULL) {
        FAIL("expected nothing more, got \"%s\"", sent);
    }
}

/* ---- files ----------------------------------------------------------------------- */

/* Server lines come here as the line reader would give them. */
static void serve_recorded(char *text)
{
    static const char *const marks[] = {" <no-newline>", "<BEL>", "<WONT-ECHO>"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        for (char *at = strstr(text, marks[i]); at != NULL;
             at = strstr(text, marks[i])) {
            char *rest = at + strlen(marks[i]);
            memmove(at, rest, strlen(rest) + 1);
        }
    }
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') {
        text[--length] = '\0';
    }
    serve(text);
}

static bool has_prefix(const char *text, const char *prefix, const char **rest)
{
    size_t length = strlen(prefix);
    *rest = text + length;
    return strncmp(text, prefix, length) == 0;
}

/* Carries out a "#!" remark; returns how many lines to skip, -1 to stop. */
static int direct(const char *text)
{
    const char *rest;
    if (has_prefix(text, "start ", &rest)) {
        if (r.player != NULL) {
            expect_nothing();
        }
        start(rest);
    } else if (has_prefix(text, "set ", &rest)) {
        struct config_faults faults = {0};
        if (!config_override(&r.config, rest, &faults)) {
            FAIL("%s", faults.text[0]);
        }
    } else if (has_prefix(text, "line ", &rest)) {
        serve(rest);
    } else if (has_prefix(text, "also ", &rest)) {
        expect(rest);
    } else if (has_prefix(text, "within ", &rest)) {
        r.due_ms = r.now_ms + atoi(rest);
    } else if (has_prefix(text, "skip ", &rest)) {
        return atoi(rest);
    } else if (strcmp(text, "stop") == 0) {
        return -1;
    } else {
        FAIL("unknown direction \"%s\"", text);
    }
    return 0;
}

static void replay_file(const char *name)
{
    char path[120], line[LINE_SIZE];
    FORMAT_TEXT(path, "tests/data/dialogues/%s.session", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int skip = 0;
    for (r.line = 1; skip >= 0 && fgets(line, sizeof line, file) != NULL; r.line++) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *rest;
        if (has_prefix(line, "#! ", &rest)) {
            skip = direct(rest);
        } else if (line[0] == '#') {
            continue;
        } else if (skip > 0) {
            skip--;
        } else if (r.player == NULL) {
            FAIL("no \"#! start\" before the first line");
        } else if (has_prefix(line, "C: ", &rest)) {
            expect(rest);
        } else if (has_prefix(line, "S:", &rest)) {
            serve_recorded(line + (line[2] == ' ' ? 3 : 2));
        }
    }
    (void)fclose(file);
    expect_nothing();
}

static void replay(const char *name, int commands)
{
    memset(&r, 0, sizeof r);
    r.file = name;
    r.now_ms = 1000;
    r.is_loud = getenv("LOUD") != NULL;
    config_default(&r.config);
    struct config_faults faults = {0};
    static const char *const quiet[] = {
        "account.name=our_bot", "talk.greeting=", "talk.goodbye=", "talk.refusal="};
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++) {
        assert_true(config_override(&r.config, quiet[i], &faults));
    }
    replay_file(name);
    assert_int_equal(r.matched, commands); /* as many as the file tells of */
    close_replay();
}

#define DIALOGUE(claim, file, commands)                                                \
    TEST(claim)                                                                        \
    {                                                                                  \
        replay(file, commands);                                                        \
    }

/* clang-format off */
DIALOGUE(log_in_sets_toggles_and_reads_saved_matches, "01_login", 6)
DIALOGUE(invited_first_moves_and_dances, "02_invited_first_moves", 11)
DIALOGUE(cube_both_ways, "03_cube", 8)
DIALOGUE(we_invite_until_somebody_joins, "04_we_invite", 6)
DIALOGUE(resignations_both_ways, "05_resign", 9)
DIALOGUE(drop_and_resume, "06_drop_and_resume", 8)
DIALOGUE(crawford_and_post_crawford, "07_crawford", 7)
DIALOGUE(match_end_and_ratings, "08_match_end_ratings", 5)
DIALOGUE(invitation_traps, "09_invitation_traps", 6)
DIALOGUE(glued_and_lost_lines, "10_glued_and_lost", 4)
DIALOGUE(double_while_thinking, "11_double_while_thinking", 9)
DIALOGUE(unlimited_match, "12_unlimited", 11)
DIALOGUE(clone_with_spellings_of_its_own, "13_clone_spellings", 8)
DIALOGUE(servers_that_leave_things_out_do_not_stall_us, "14_other_servers", 38)
DIALOGUE(server_without_a_command_board_does_not_stall_us, "15_no_board", 11)
DIALOGUE(saved_matches_that_do_not_go_on_are_set_aside, "16_saved_that_do_not_go_on", 17)
/* clang-format on */

TEST_MAIN(NULL, NULL)
