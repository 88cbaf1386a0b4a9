/* An engine that speaks UBGI as a player, and child processes under it (child.c): a good
 * one and all that a bad one can do. This program plays the engine itself (main with
 * --engine MODE). */
#include <stdio.h>
#include <string.h>

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "arena/child/child.h"
#include "arena/child/ubgi_peer.h"
#include "base/clock.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

/* ---- the clock ------------------------------------------------------------------- */

enum { SLOW_MS = 1000000 };

/* Of a test whose clock stands still unless the engine "slow" answers; 0: it goes. */
static volatile sig_atomic_t slow_ms;

static void on_slow(int number)
{
    (void)number;
    slow_ms += SLOW_MS;
}

/* In place of that of base/clock.c. */
int64_t clock_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return slow_ms > 0 ? slow_ms : (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the engine ------------------------------------------------------------------ */

static void say(const char *text)
{
    (void)!write(STDOUT_FILENO, text, strlen(text));
}

static void say_much(int times, const char *text)
{
    for (int i = 0; i < times; i++) {
        say(text);
    }
}

/* Answers the opening with 3-1 by what the mode says. */
static void answer_play(const char *mode)
{
    static const struct {
        const char *mode;
        const char *text;
    } answers[] = {
        {"good", "info depth 1\nbestmove 8/5 6/5\n"},
        {"illegal", "bestmove 8/3\n"},
        {"other", "bestcube double\n"},
        {"error", "error bad_state no\n"},
        {"binary", "bestmove \001\002\n"},
        {"blank", "bestmove\n"},
        {"silent", ""},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        if (strcmp(mode, answers[i].mode) == 0) {
            say(answers[i].text);
        }
    }
    if (strcmp(mode, "long") == 0) {
        say_much(20000, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    } else if (strcmp(mode, "flood") == 0) {
        say_much(100000, "info depth 1\n");
    } else if (strcmp(mode, "gone") == 0) {
        _exit(3);
    } else if (strcmp(mode, "killed") == 0) {
        (void)raise(SIGKILL);
    } else if (strcmp(mode, "closes") == 0) {
        (void)close(STDIN_FILENO);
        (void)close(STDOUT_FILENO);
        (void)sleep(1000);
    } else if (strcmp(mode, "busy") == 0) { /* thinks for 0.1 s, and then nonsense */
        for (clock_t begin = clock(); clock() - begin < CLOCKS_PER_SEC / 10;) {
        }
        say("bestmove 8/3\n");
    } else if (strcmp(mode, "slow") == 0) {
        (void)kill(getppid(), SIGUSR1);
        say("bestmove 8/5 6/5\n");
    }
}

/* "newgame": a play of its own where a game has just begun. */
static void answer_once_a_game(bool *is_new)
{
    say(*is_new ? "bestmove 8/5 6/5\n" : "bestmove 24/23 13/10\n");
    *is_new = false;
}

static int play_engine(const char *mode)
{
    char line[512];
    bool is_new = false;
    fprintf(stderr, "engine %s\n", mode);
    if (strcmp(mode, "mute") == 0) {
        (void)sleep(1000);
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strcmp(line, "ubgi\n") == 0) {
            say("id name fake\nid version \0013\nproto 0.2\nubgiok\n");
        } else if (strcmp(line, "isready\n") == 0) {
            say("readyok\n");
        } else if (strncmp(line, "set ", 4) == 0 && strcmp(line, "set a.b 1\n") != 0) {
            say("error unsupported\n");
        } else if (strcmp(line, "newgame\n") == 0) {
            is_new = true;
        } else if (strcmp(line, "go chequer\n") == 0 && strcmp(mode, "newgame") == 0) {
            answer_once_a_game(&is_new);
        } else if (strcmp(line, "go chequer\n") == 0) {
            answer_play(mode);
        } else if (strcmp(line, "go cube\n") == 0) {
            say(strcmp(mode, "cubeless") == 0 ? "error unsupported go cube\n"
                                              : "bestcube nodouble\n");
        }
    }
    return 0;
}

/* ---- tests ----------------------------------------------------------------------- */

static struct ubgi_options options_of(const char *mode)
{
    static char command[64];
    (void)snprintf(command, sizeof command, "/proc/self/exe --engine %s", mode);
    return (struct ubgi_options){
        .command = command, .settings = "", .errors = "", .timeout_ms = 20000};
}

static struct ubgi_peer *open_peer(const struct ubgi_options *options)
{
    struct error err = {0};
    struct ubgi_peer *peer = ubgi_peer_open(options, &err);
    assert_string_equal(err.text, "");
    return peer;
}

static struct decision_context opening(int high, int low)
{
    struct decision_context at = {.ms = match_state_money(),
                                  .roll = roll_of_dice(high, low)};
    position_start(&at.pos);
    return at;
}

static struct play_list list;

TEST(good_engine_is_asked)
{
    struct error err = {0};
    struct ubgi_options options = options_of("good");
    options.is_cubeful = true;
    options.settings = "a.b=1";
    struct ubgi_peer *peer = open_peer(&options);
    struct decision_context at = opening(3, 1);
    assert_string_equal(ubgi_peer_identity(peer), "fake ?3 (UBGI 0.2)");
    int found = ubgi_peer_play(peer, &at, &list, &err);
    assert_true(found >= 0);
    assert_int_equal(list.after[found].mine.at[5], 2);
    at.roll = (struct roll){0, 0};
    bool is_yes = true;
    assert_true(ubgi_peer_agrees(peer, &at, &is_yes, &err) && !is_yes);
    assert_true(ubgi_peer_seconds(peer) >= 0.0);
    ubgi_peer_close(peer);
}

TEST(every_fault_is_told_and_the_engine_is_started_anew)
{
    static const struct {
        const char *mode;
        const char *error;
        int timeout_ms;
    } rows[] = {
        {"illegal", "not a legal play", 20000},
        {"other", "which was not asked", 20000},
        {"error", "\"error bad_state no\"", 20000},
        {"binary", "expected checker moves", 20000},
        {"blank", "can be played", 20000},
        {"silent", "has not answered for 0.2 s", 200},
        {"long", "more than 1023 bytes", 20000},
        {"flood", "more than 10000 lines", 20000},
        {"gone", "the engine has ended: exit status 3", 20000},
        {"killed", "the engine has ended: signal 9, Killed", 20000},
        {"closes", "the engine has closed the line", 20000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ubgi_options options = options_of(rows[i].mode);
        options.timeout_ms = rows[i].timeout_ms;
        struct ubgi_peer *peer = open_peer(&options);
        struct decision_context at = opening(3, 1);
        for (int again = 0; again < 2; again++) {
            struct error err = {0};
            assert_int_equal(ubgi_peer_play(peer, &at, &list, &err), -1);
            assert_holds(err.text, rows[i].error);
        }
        ubgi_peer_close(peer);
    }
}

static int let_the_clock_go(void **state)
{
    slow_ms = 0;
    return 0;
}

TEST_WITH(time_of_a_game_runs_out_and_begins_anew, NULL, let_the_clock_go)
{
    struct error err = {0};
    struct ubgi_options options = options_of("slow");
    options.timeout_ms = 2 * SLOW_MS;
    options.game_ms = 2 * SLOW_MS - 1;
    slow_ms = 1; /* until the teardown */
    (void)signal(SIGUSR1, on_slow);
    struct ubgi_peer *peer = open_peer(&options);
    struct decision_context at = opening(3, 1);
    assert_true(ubgi_peer_play(peer, &at, &list, &err) >= 0);
    assert_int_equal(ubgi_peer_play(peer, &at, &list, &err), -1);
    assert_non_null(strstr(err.text, "its time for a game"));
    ubgi_peer_new_game(peer);
    assert_true(ubgi_peer_play(peer, &at, &list, &err) >= 0);
    ubgi_peer_close(peer);
}

TEST(a_new_game_is_told_once)
{
    struct ubgi_options options = options_of("newgame");
    struct ubgi_peer *peer = open_peer(&options);
    struct decision_context at = opening(3, 1);
    for (int i = 0; i < 4; i++) {
        struct error err = {0};
        int found = ubgi_peer_play(peer, &at, &list, &err);
        assert_true(found >= 0);
        assert_int_equal(list.after[found].mine.at[5] == 2, i % 2 == 0);
        if (i == 1) {
            ubgi_peer_new_game(peer);
        }
    }
    ubgi_peer_close(peer);
}

TEST(the_time_of_all_its_processes_is_counted)
{
    enum { PROCESSES = 4 };
    struct ubgi_options options = options_of("busy");
    struct ubgi_peer *peer = open_peer(&options);
    struct decision_context at = opening(3, 1);
    for (int i = 0; i < PROCESSES; i++) {
        struct error err = {0};
        assert_int_equal(ubgi_peer_play(peer, &at, &list, &err), -1);
    }
    assert_true(ubgi_peer_seconds(peer) >= 0.09 * PROCESSES);
    ubgi_peer_close(peer);
}

TEST(engine_that_cannot_be_used_is_not_opened)
{
    static const struct {
        const char *mode;
        const char *settings;
        const char *error;
    } rows[] = {
        {"mute", "", "has not answered"},
        {"cubeless", "", "does not know the cube"},
        {"good", "a.b=1,c=2", "\"error unsupported\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err = {0};
        struct ubgi_options options = options_of(rows[i].mode);
        options.settings = rows[i].settings;
        options.start_ms = i == 0 ? 200 : 0;
        options.is_cubeful = true;
        assert_null(ubgi_peer_open(&options, &err));
        assert_holds(err.text, rows[i].error);
    }
    struct error err = {0};
    struct ubgi_options options = options_of("good");
    options.command = "/nowhere/engine";
    assert_null(ubgi_peer_open(&options, &err));
    assert_non_null(strstr(err.text, "is not a program"));
    assert_false(ubgi_peer_is_installed("/nowhere/engine --ubgi"));
    assert_true(ubgi_peer_is_installed("sh -c true"));
}

TEST(standard_error_is_kept_in_a_file)
{
    char path[] = "/tmp/test-ubgi-XXXXXX";
    char line[64] = "";
    (void)close(mkstemp(path));
    struct ubgi_options options = options_of("good");
    options.errors = path;
    ubgi_peer_close(open_peer(&options));
    FILE *file = fopen(path, "r");
    (void)!fgets(line, sizeof line, file);
    (void)fclose(file);
    (void)unlink(path);
    assert_string_equal(line, "engine good\n");
}

/* ---- child processes ------------------------------------------------------------- */

TEST(child_that_does_not_read_is_given_up)
{
    static char text[1 << 20];
    struct error err = {0};
    const char *const arguments[] = {"sh", "-c", "sleep 1000 & wait", NULL};
    const struct child_options options = {
        .name = "it", .path = "/bin/sh", .arguments = arguments, .is_talked_to = true};
    const struct child_limit limit = {.timeout_ms = 200};
    memset(text, 'a', sizeof text - 1);
    struct child *child = child_start(&options, &err);
    assert_non_null(child);
    assert_false(child_send(child, text, &limit, &err));
    assert_non_null(strstr(err.text, "it has not answered"));
    int group = child_process(child);
    child_close(child);
    int64_t begin = clock_ms(); /* what it started is ended, too */
    while (kill(-group, 0) == 0 && clock_ms() < begin + 5000) {
        (void)usleep(1000);
    }
    assert_int_not_equal(kill(-group, 0), 0);
}

/* It comes some time after the start: the look that finds it is late, too. */
TEST(answer_that_is_there_counts_after_the_deadline)
{
    char line[64] = "";
    struct error err = {0};
    const char *const arguments[] = {"sh", "-c", "echo here; read line", NULL};
    const struct child_options options = {
        .name = "it", .path = "/bin/sh", .arguments = arguments, .is_talked_to = true};
    const struct child_limit limit = {.timeout_ms = 200};
    struct child *child = child_start(&options, &err);
    assert_non_null(child);
    const int64_t begin = clock_ms();
    bool is_there = false;
    while (!is_there && clock_ms() < begin + 5000) {
        is_there =
            child_receive(child, line, sizeof line, clock_ms() - 1, &limit, &err);
        (void)usleep(1000);
    }
    assert_string_equal(line, "here");
    assert_false(child_receive(child, line, sizeof line, clock_ms() - 1, &limit, &err));
    assert_non_null(strstr(err.text, "it has not answered"));
    child_close(child);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--engine") == 0) {
        return play_engine(argv[2]);
    }
    return test_cases_run(NULL, NULL);
}
