/* The external player of GNU Backgammon: its lines, and the program run in the
 * background, played here by this program itself (main with -t, as gnubg is called). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "arena/child/gnubg_peer.h"
#include "arena/child/gnubg_peer_internal.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/xgid.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

/* ---- questions ------------------------------------------------------------------- */

/* Lines that version 1.07.001 was seen to answer as their claims say. */
static const struct {
    const char *claim;
    const char *xgid;
    const char *line;
} questions[] = {
    {"money, 3-1 to play", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
     "board:You:Opp:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
     "1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0 jacobyrule off\n"},
    {"scores are exchanged", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:0:7:10",
     "board:You:Opp:7:2:4:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:"
     "0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0\n"},
    {"but not to answer a double",
     "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:4:2:0:7:10",
     "board:You:Opp:7:4:2:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:"
     "0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:0\n"},
    {"post-Crawford, cube of mine, bar and off",
     "XGID=aA----DbB-a-dC--ac--cB---A:1:1:1:62:5:6:0:7:10",
     "board:You:Opp:7:6:5:-1:1:0:0:0:0:4:-2:2:0:-1:0:-4:3:0:0:-1:-3:0:0:-3:2:0:0:0:1:"
     "1:6:2:0:0:2:1:0:0:1:-1:0:25:2:0:1:1:0:0:1:0\n"},
    {"Crawford", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:1:7:10",
     "board:You:Opp:7:2:6:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:"
     "0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0\n"},
};

TEST(contexts_become_the_lines_that_gnubg_understands)
{
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        char line[GNUBG_LINE_MAX];
        struct error err = {0};
        struct decision_context at = context(questions[i].xgid);
        assert_true(gnubg_line_write(&at, line, &err));
        if (strcmp(line, questions[i].line) != 0) {
            fail_msg("%s:\n%s", questions[i].claim, line);
        }
    }
}

TEST(resignation_follows_the_board_of_the_resigner)
{
    char line[GNUBG_LINE_MAX];
    struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    at.is_opponent_on_roll = true;
    assert_false(gnubg_line_write(&at, line, NULL));
    at.resigned = 2;
    assert_true(gnubg_line_write(&at, line, NULL));
    assert_non_null(strstr(line, " resignation 2\n"));
    assert_non_null(strstr(line, ":2:0:-1:0:0:0:0:1:"));
}

TEST(board_too_long_for_gnubg_is_refused)
{
    char line[GNUBG_LINE_MAX];
    struct error err = {0};
    struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
    assert_true(gnubg_line_write_evaluation(&at.pos, 2, line, &err));
    assert_non_null(strstr(line, " plies 2 cube off prune\n"));
    assert_true(strlen(line) < GNUBG_LINE_MAX);
}

/* ---- answers --------------------------------------------------------------------- */

TEST(plays_are_found_among_the_legal_ones)
{
    static struct play_list list;
    struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
    int found = gnubg_reply_play("8/5 6/5 ", &at.pos, at.roll, &list, NULL);
    assert_true(found >= 0);
    assert_int_equal(list.after[found].mine.at[5], 2);
    struct error err = {0};
    assert_int_equal(gnubg_reply_play("8/5 6/4", &at.pos, at.roll, &list, &err), -1);
    assert_true(err.text[0] != '\0');
    assert_int_equal(gnubg_reply_play("", &at.pos, at.roll, &list, &err), -1);
}

TEST(words_answer_their_own_question_only)
{
    static const struct decision_context to_double = {.is_doubled = false},
                                         to_take = {.is_doubled = true},
                                         to_accept = {.resigned = 1};
    bool is_yes = false;
    assert_true(gnubg_reply_yes("double", &to_double, &is_yes, NULL) && is_yes);
    assert_true(gnubg_reply_yes("roll", &to_double, &is_yes, NULL) && !is_yes);
    assert_true(gnubg_reply_yes("take", &to_take, &is_yes, NULL) && is_yes);
    assert_true(gnubg_reply_yes("beaver", &to_take, &is_yes, NULL) && is_yes);
    assert_true(gnubg_reply_yes("drop\r", &to_take, &is_yes, NULL) && !is_yes);
    assert_true(gnubg_reply_yes("reject", &to_accept, &is_yes, NULL) && !is_yes);
    assert_true(gnubg_reply_yes("accept", &to_accept, &is_yes, NULL) && is_yes);
    struct error err;
    assert_false(gnubg_reply_yes("take", &to_double, &is_yes, &err));
    assert_non_null(strstr(err.text, "\"take\""));
    assert_false(gnubg_reply_yes("", &to_take, &is_yes, &err));
    assert_false(gnubg_reply_yes("Error: no", &to_accept, &is_yes, &err));
}

TEST(five_probabilities_are_read)
{
    struct outputs out;
    assert_true(gnubg_reply_outputs("0.521514 0.153921 0.007563 0.129847 0.007546 "
                                    "0.067119",
                                    &out, NULL));
    assert_true(out.win > 0.5215F && out.win < 0.5216F);
    assert_true(out.lose_gammon > 0.1298F && out.lose_gammon < 0.1299F);
    assert_false(gnubg_reply_outputs("0.5 0.1 0.0 0.1", &out, NULL));
    assert_false(gnubg_reply_outputs("0.5 1.1 0.0 0.1 0", &out, NULL));
    assert_false(gnubg_reply_outputs("nan 0 0 0 0", &out, NULL));
}

/* ---- a program that behaves well or badly ---------------------------------------- */

/* What the program does when asked, told by the environment. */
static const char mode_name[] = "FAKE_GNUBG";

static void say(int peer, const char *text)
{
    (void)!write(peer, text, strlen(text));
}

static void serve(int peer, const char *mode)
{
    char line[1024];
    ssize_t size;
    while ((size = read(peer, line, sizeof line - 1)) > 0) {
        line[size] = '\0';
        if (strcmp(mode, "in pieces") == 0) {
            say(peer, "8/5 ");
            (void)usleep(20000);
            say(peer, "6/5 \n");
        } else if (strcmp(mode, "chatty") == 0) {
            say(peer, "8/5 6/5\nroll\n");
        } else if (strcmp(mode, "endless") == 0) {
            for (int i = 0; i < 200; i++) {
                say(peer, "abcdefghij");
            }
        } else if (strcmp(mode, "gone") == 0) {
            _exit(0);
        } else if (strncmp(line, "evaluation ", strlen("evaluation ")) == 0) {
            say(peer, "0.6 0.2 0.01 0.1 0.02 0.31\n");
        } else if (strcmp(mode, "good") == 0) {
            say(peer, strstr(line, ":3:1:0:0:") != NULL ? "8/5 6/5 \n" : "roll\n");
        }
    }
}

/* The path behind "external " in the commands. */
static void read_commands(const char *path, char *socket_path, size_t size)
{
    char line[256];
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "external ", 9) == 0) {
            (void)snprintf(socket_path, size, "%.100s", line + 9);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

static int play_gnubg(const char *commands)
{
    const char *mode = getenv(mode_name);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    read_commands(commands, address.sun_path, sizeof address.sun_path);
    if (mode == NULL || strcmp(mode, "ends") == 0) {
        return 1;
    }
    if (strcmp(mode, "stubborn") == 0) {
        (void)signal(SIGTERM, SIG_IGN);
    }
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 1) != 0) {
        return 1;
    }
    for (;;) {
        int peer = accept(listener, NULL, NULL);
        serve(peer, mode);
        (void)close(peer);
    }
}

static struct gnubg_peer *open_fake(const char *mode, struct error *err)
{
    const struct gnubg_options options = {
        .program = "/proc/self/exe", .timeout_s = strcmp(mode, "silent") == 0 ? 1 : 60};
    (void)setenv(mode_name, mode, 1);
    return gnubg_open(&options, err);
}

static struct decision_context opening(void)
{
    return context("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
}

static bool is_running(int process)
{
    return kill(process, 0) == 0 || errno != ESRCH;
}

TEST(peer_is_asked_and_ended)
{
    static struct play_list list;
    struct error err = {0};
    struct decision_context at = opening();
    struct gnubg_peer *peer = open_fake("good", &err);
    assert_string_equal(err.text, "");
    assert_non_null(peer);
    assert_true(gnubg_play(peer, &at, &list, &err) >= 0);
    at.roll = (struct roll){0, 0};
    bool is_yes = true;
    assert_true(gnubg_agrees(peer, &at, &is_yes, &err) && !is_yes);
    struct outputs out; /* it values whoever is on roll, the other than has moved */
    assert_true(gnubg_value(peer, &at.pos, 0, &out, &err));
    assert_true(out.win > 0.399F && out.win < 0.401F);
    assert_true(out.win_gammon == 0.1F && out.lose_gammon == 0.2F);
    assert_true(out.win_backgammon == 0.02F && out.lose_backgammon == 0.01F);
    assert_true(gnubg_seconds(peer) >= 0.0);
    int process = gnubg_process(peer);
    assert_true(is_running(process));
    gnubg_close(peer);
    assert_false(is_running(process));
}

TEST(answer_in_pieces_is_one_answer)
{
    static struct play_list list;
    struct error err = {0};
    struct decision_context at = opening();
    struct gnubg_peer *peer = open_fake("in pieces", &err);
    assert_non_null(peer);
    assert_true(gnubg_play(peer, &at, &list, &err) >= 0);
    gnubg_close(peer);
}

static const struct {
    const char *mode;
    const char *error;
} faults[] = {
    {"silent", "not answered for 1 s"},
    {"chatty", "more than one answer"},
    {"endless", "more than 511 bytes"},
    {"gone", "has ended"},
};

TEST(misbehaving_peer_is_an_error_and_leaves_nothing_behind)
{
    static struct play_list list;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct error err = {0};
        struct decision_context at = opening();
        struct gnubg_peer *peer = open_fake(faults[i].mode, &err);
        assert_non_null(peer);
        int process = gnubg_process(peer);
        assert_int_equal(gnubg_play(peer, &at, &list, &err), -1);
        assert_holds(err.text, faults[i].error);
        gnubg_close(peer);
        assert_false(is_running(process));
    }
}

TEST(peer_that_ignores_the_end_is_killed)
{
    struct error err = {0};
    struct gnubg_peer *peer = open_fake("stubborn", &err);
    assert_non_null(peer);
    int process = gnubg_process(peer);
    gnubg_close(peer);
    assert_false(is_running(process));
}

TEST(program_that_ends_at_once_is_told)
{
    struct error err = {0};
    assert_null(open_fake("ends", &err));
    assert_non_null(strstr(err.text, "has ended: exit status"));
}

TEST(missing_program_is_told)
{
    struct error err = {0};
    const struct gnubg_options options = {.program = "/nowhere/gnubg"};
    assert_null(gnubg_open(&options, &err));
    assert_non_null(strstr(err.text, "not installed"));
}

int main(int argc, char **argv)
{
    if (argc == 8 && strcmp(argv[1], "-t") == 0) {
        return play_gnubg(argv[7]);
    }
    return test_cases_run(NULL, NULL);
}
