/* What the recorder says about the files that it writes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <event2/event.h>

#include "base/database.h"
#include "bot/fibs/translate.h"
#include "bot/history/history.h"
#include "bot/notify/notify.h"
#include "bot/notify/notify_queue.h"
#include "bot/service/recorder.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[64];
static struct config config;
static struct error err;

static void path_in_folder(const char *name, char path[100])
{
    (void)snprintf(path, 100, "%s/%s", folder, name);
}

static int make_folder(void **state)
{
    test_folder_make(folder, sizeof folder, "test_recorder");
    config_default(&config);
    FORMAT_TEXT(config.account.name, "our_bot");
    COPY_TEXT(config.record.folder, folder);
    return 0;
}

static int remove_folder(void **state)
{
    char command[100];
    FORMAT_TEXT(command, "rm -r %s", folder);
    return system(command);
}

#define CASE(claim) TEST_WITH(claim, make_folder, remove_folder)

static void take(struct recorder *recorder, struct match_event event)
{
    struct player_output output = {.type = PLAYER_MATCH};
    FORMAT_TEXT(event.opponent, "opp_a");
    event.length = 5;
    output.event = event;
    recorder_take(recorder, &output);
}

static void take_play(struct recorder *recorder, bool is_mine, const char *moves)
{
    struct match_event event = {
        .type = MATCH_PLAY, .is_mine = is_mine, .roll = roll_of_dice(3, 1)};
    struct fibs_slice slice = {moves, strlen(moves)};
    assert_true(translate_moves(slice, &(int){0}, &event.play));
    take(recorder, event);
}

static int count_lines_with(const char *path, const char *text)
{
    char line[400];
    int count = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        count += strstr(line, text) != NULL;
    }
    (void)fclose(file);
    return count;
}

static int64_t count_errors(const char *path)
{
    struct database *database = database_open(path, DATABASE_READ, &err);
    assert_non_null(database);
    struct database_rows *rows = database_query(
        database, &err, "SELECT count(*) FROM error WHERE text LIKE 'game 1:%'", "");
    assert_non_null(rows);
    assert_true(database_next(rows));
    int64_t count = database_int(rows, 0);
    assert_true(database_done(rows, &err));
    database_close(database);
    return count;
}

CASE(game_whose_turns_were_missed_is_told_once)
{
    char log_path[100], history_path[100];
    path_in_folder("log", log_path);
    path_in_folder("history.db", history_path);
    const struct recorder_outlets outlets = {
        .log = log_open(LOG_INFO, log_path, &err),
        .history = history_open(history_path, &err),
    };
    assert_non_null(outlets.log);
    assert_non_null(outlets.history);
    struct recorder *recorder = recorder_new(&config, &outlets);
    assert_non_null(recorder);
    take(recorder, (struct match_event){.type = MATCH_START});
    take(recorder, (struct match_event){.type = MATCH_GAME_START});
    take_play(recorder, true, "8-5 6-5");
    assert_int_equal(count_lines_with(log_path, "turns were missed"), 0);
    take_play(recorder, true, "13-10 6-5"); /* his turn between them is missing */
    take_play(recorder, false, "8-5 6-5");
    assert_int_equal(count_lines_with(log_path, "game 1: turns were missed"), 1);
    recorder_free(recorder);
    history_close(outlets.history);
    log_close(outlets.log);
    assert_int_equal(count_errors(history_path), 1);
}

/* A folder stands where the SGF is to be. */
/* It has an event for each turn otherwise, of which so many may wait for a full disk. */
CASE(the_history_gets_no_board_that_shows_nothing_new)
{
    char path[100];
    config.record.matches = false;
    path_in_folder("missing/history.db", path); /* so that all events wait */
    const struct recorder_outlets outlets = {.history = history_open_later(path, &err)};
    assert_non_null(outlets.history);
    struct recorder *recorder = recorder_new(&config, &outlets);
    assert_non_null(recorder);
    struct match_event board = {.type = MATCH_GAME_RESUME, .points = 1};
    take(recorder, (struct match_event){.type = MATCH_START});
    take(recorder, (struct match_event){.type = MATCH_GAME_START});
    for (int i = 0; i < 20; i++) {
        take(recorder, board);
        board.is_mine = !board.is_mine;
        take_play(recorder, board.is_mine, "8-5 6-5");
    }
    board.is_doubled = true;
    take(recorder, board);
    board.is_doubled = false;
    board.points = 2;
    take(recorder, board);
    recorder_free(recorder);
    assert_int_equal(history_close(outlets.history), 5);
}

CASE(a_match_that_ends_without_a_file_is_told_once)
{
    static const char told[] = "the match with opp_a has no match file";
    char log_path[100];
    path_in_folder("log", log_path);
    COPY_TEXT(config.record.folder, log_path);
    const struct recorder_outlets outlets = {.log = log_open(LOG_INFO, log_path, &err)};
    struct recorder *recorder = recorder_new(&config, &outlets);
    take(recorder, (struct match_event){.type = MATCH_START});
    take(recorder, (struct match_event){.type = MATCH_GAME_START});
    take_play(recorder, true, "8-5 6-5");
    assert_int_equal(count_lines_with(log_path, told), 0); /* it may still have one */
    take(recorder, (struct match_event){.type = MATCH_END, .is_finished = true});
    COPY_TEXT(config.record.folder, folder);
    take(recorder, (struct match_event){.type = MATCH_START});
    take(recorder, (struct match_event){.type = MATCH_END, .is_finished = true});
    recorder_free(recorder);
    log_close(outlets.log);
    assert_int_equal(count_lines_with(log_path, told), 1);
}

/* The folder is a file at first: until the last line, or until the second game. */
CASE(a_match_without_room_is_written_when_there_is_some)
{
    char matches[100], blocked[100];
    path_in_folder("matches", matches);
    path_in_folder("log", blocked);
    const struct recorder_outlets outlets = {.log = log_open(LOG_ERROR, blocked, &err)};
    struct recorder *recorder = recorder_new(&config, &outlets);
    for (int i = 0; i < 2; i++) {
        struct match_event won = {
            .type = MATCH_GAME_END, .is_mine = true, .points = 2, .my_score = 2};
        COPY_TEXT(config.record.folder, blocked);
        take(recorder, (struct match_event){.type = MATCH_START});
        take(recorder, (struct match_event){.type = MATCH_GAME_START});
        take_play(recorder, true, "8-5 6-5");
        for (int turn = 0; turn < 100; turn++) { /* dances */
            take_play(recorder, turn % 2 == 1, "");
        }
        take(recorder, won);
        if (i == 0) {
            COPY_TEXT(config.record.folder, matches);
        }
        take(recorder, (struct match_event){.type = MATCH_GAME_START, .my_score = 2});
        take_play(recorder, false, "8-5 6-5");
        COPY_TEXT(config.record.folder, matches);
        take(recorder, (struct match_event){.type = MATCH_END, .my_score = 2});
        const char *file = recorder_last_match(recorder);
        assert_string_not_equal(file, "");
        assert_int_equal(count_lines_with(file, "31: 8/5 6/5"), 2);
        assert_int_equal(count_lines_with(file, "50) 31:"), 1);
        assert_int_equal(count_lines_with(file, "Wins 2 points"), 1);
        assert_int_equal(count_lines_with(file, "Game 2"), 1);
        assert_int_equal(count_lines_with(file, "Incomplete"), 0);
    }
    recorder_free(recorder);
    log_close(outlets.log);
}

CASE(an_sgf_that_cannot_be_written_is_told)
{
    char log_path[100], text[2000];
    path_in_folder("log", log_path);
    config.record.sgf = true;
    const struct recorder_outlets outlets = {.log = log_open(LOG_INFO, log_path, &err)};
    struct recorder *recorder = recorder_new(&config, &outlets);
    take(recorder, (struct match_event){.type = MATCH_START});
    take(recorder, (struct match_event){.type = MATCH_GAME_START});
    take_play(recorder, true, "8-5 6-5");
    test_file_read(log_path, text, sizeof text);
    assert_null(strstr(text, "error"));
    char *path =
        strstr(text, "recording the match: ") + strlen("recording the match: ");
    char *end = strstr(path, ".mat\n");
    assert_non_null(end);
    memcpy(end, ".sgf", 5);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    take_play(recorder, false, "24-23 13-10");
    recorder_free(recorder);
    log_close(outlets.log);
    assert_int_equal(count_lines_with(log_path, " error "), 1);
    assert_int_equal(count_lines_with(log_path, ".sgf"), 1);
}

/* A match left at 0-0 waits in the folder; the next one with the same user, which the server
 * has not resumed, cannot be written at first. */
CASE(a_file_that_is_tried_again_is_not_that_of_an_older_match)
{
    char matches[100], file[100], older[200];
    path_in_folder("matches", matches);
    path_in_folder("file", file);
    config.record.sgf = false;
    COPY_TEXT(config.record.folder, matches);
    const struct recorder_outlets outlets = {.log = log_open(LOG_ERROR, file, &err)};
    struct recorder *recorder = recorder_new(&config, &outlets);
    take(recorder, (struct match_event){.type = MATCH_START});
    take(recorder, (struct match_event){.type = MATCH_GAME_START});
    take_play(recorder, true, "8-5 6-5");
    take(recorder, (struct match_event){.type = MATCH_END});
    COPY_TEXT(older, recorder_last_match(recorder));
    assert_string_not_equal(older, "");
    FORMAT_TEXT(config.record.folder, "%s/below", file);
    take(recorder, (struct match_event){.type = MATCH_START});
    take(recorder, (struct match_event){.type = MATCH_GAME_START});
    COPY_TEXT(config.record.folder, matches);
    take(recorder,
         (struct match_event){
             .type = MATCH_GAME_END, .is_mine = true, .points = 2, .my_score = 2});
    take(recorder, (struct match_event){.type = MATCH_GAME_START, .my_score = 2});
    take_play(recorder, true, "8-5 6-5");
    take(recorder, (struct match_event){.type = MATCH_END, .my_score = 2});
    assert_string_not_equal(recorder_last_match(recorder), older);
    assert_int_equal(count_lines_with(older, "Game 1"), 1);
    assert_int_equal(count_lines_with(older, "our_bot : 2"), 0);
    assert_int_equal(count_lines_with(recorder_last_match(recorder), "our_bot : 2"), 1);
    assert_int_equal(count_lines_with(recorder_last_match(recorder), "resumed"), 0);
    recorder_free(recorder);
    log_close(outlets.log);
}

/* What waits for the webhook after the recorder has taken the output; "": nothing. */
static const char *notified(const struct player_output *output)
{
    static struct notify_waiting waiting;
    char queue_path[100];
    path_in_folder("queue", queue_path);
    struct event_base *base = event_base_new();
    struct notify_config options = notify_config_default();
    options.url = "http://127.0.0.1:1/";
    options.queue = queue_path;
    const struct recorder_outlets outlets = {.notify =
                                                 notify_new(base, &options, &err)};
    assert_non_null(outlets.notify);
    struct recorder *recorder = recorder_new(&config, &outlets);
    recorder_take(recorder, output);
    recorder_free(recorder);
    notify_free(outlets.notify);
    event_base_free(base);
    struct notify_queue *queue = notify_queue_open(queue_path, &err);
    bool is_one = notify_queue_first(queue, &waiting);
    notify_queue_close(queue);
    return is_one ? waiting.body : "";
}

CASE(the_end_of_a_match_is_notified_with_what_the_rating_gained)
{
    struct player_output output = {.type = PLAYER_MATCH};
    output.event = (struct match_event){.type = MATCH_END,
                                        .opponent = "opp_a",
                                        .length = 5,
                                        .is_finished = true,
                                        .my_score = 5,
                                        .their_score = 2};
    output.event.ratings.before[0] = (struct standing){true, 1500.25, 100};
    output.event.ratings.after[0] = (struct standing){true, 1503.75, 105};
    output.event.ratings.before[1] = (struct standing){true, 1700.0, 100};
    output.event.ratings.after[1] = (struct standing){true, 1696.5, 105};
    const char *body = notified(&output);
    assert_non_null(strstr(body, "\"rating\":1503.75"));
    assert_non_null(strstr(body, "\"rating_change\":3.5"));
}

CASE(a_match_that_goes_on_is_notified_as_resumed)
{
    struct player_output output = {.type = PLAYER_MATCH};
    output.event = (struct match_event){
        .type = MATCH_RESUMED, .opponent = "opp_a", .length = 5, .is_resumed = true};
    const char *body = notified(&output);
    assert_non_null(strstr(body, "\"event\":\"start\""));
    assert_non_null(strstr(body, "resume"));
}

CASE(a_match_that_is_set_aside_is_notified)
{
    struct player_output output = {.type = PLAYER_STUCK};
    output.stuck = (struct player_stuck){
        .name = "opp_a", .length = 3, .their_score = 6, .failures = 1, .code = ""};
    assert_string_equal(notified(&output), ""); /* it may go on */
    output.stuck.code = "finished";
    const char *body = notified(&output);
    assert_non_null(strstr(body, "\"event\":\"stuck\""));
    assert_non_null(strstr(body, "our_bot sets the saved match with opp_a aside at 0:6 "
                                 "(3 points): finished"));
}

/* The server ends the connection in both cases, in the same words. */
CASE(a_connection_that_we_end_is_not_lost)
{
    char path[100];
    path_in_folder("history.db", path);
    const struct recorder_outlets outlets = {.history = history_open(path, &err)};
    assert_non_null(outlets.history);
    struct recorder *recorder = recorder_new(&config, &outlets);
    recorder_link(recorder, RECORDER_LINK_LOST, "the server closed the connection");
    recorder_link(recorder, RECORDER_LINK_CLOSED, "the server closed the connection");
    recorder_free(recorder);
    history_close(outlets.history);
    struct database *database = database_open(path, DATABASE_READ, &err);
    struct database_rows *rows = database_query(
        database, &err, "SELECT group_concat(reason, '; ') FROM connection", "");
    assert_true(database_next(rows));
    assert_string_equal(database_text(rows, 0),
                        "the server closed the connection; logged out");
    assert_true(database_done(rows, &err));
    database_close(database);
}

TEST_MAIN(NULL, NULL)
