/* The decisions file: one line of JSON each, with what it says. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "bot/record/decision_log.h"
#include "engine/board/position.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[64], path[100];

static int set_up(void **state)
{
    test_folder_make(folder, sizeof folder, "decisions");
    FORMAT_TEXT(path, "%s/decisions.jsonl", folder);
    return 0;
}

static int tear_down(void **state)
{
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static struct decision_request request_of(enum decision_kind kind)
{
    struct decision_request request = {.kind = kind,
                                       .ms = match_state_match(5, 2, 1, false),
                                       .may_double = true,
                                       .is_my_turn = true};
    position_start(&request.pos);
    if (kind == DECISION_PLAY) {
        request.roll = (struct roll){3, 1};
    }
    return request;
}

static const struct play make_five = {{{8, 5}, {6, 5}}, 2};

static json_t *write_and_read(const struct decision_request *request,
                              const struct decision_answer *answer)
{
    struct error err;
    struct decision_log *log = decision_log_open(path, 0, 0, &err);
    assert_non_null(log);
    assert_true(decision_log_write(log, "our_bot", "opp_a", request, answer));
    decision_log_close(log);
    char line[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) { /* the last one */
    }
    (void)fclose(file);
    assert_int_equal(line[strlen(line) - 1], '\n');
    json_t *json = json_loads(line, 0, NULL);
    assert_non_null(json);
    return json;
}

static const char *text_of(const json_t *json, const char *name)
{
    return json_string_value(json_object_get(json, name));
}

CASE(a_play_is_told_with_its_alternatives)
{
    const struct decision_request request = request_of(DECISION_PLAY);
    struct decision_answer answer = {.kind = DECISION_PLAY,
                                     .play = make_five,
                                     .equity = 0.159,
                                     .odds = {.5F, .25F, .125F, .0625F, .03125F},
                                     .choice_count = 2,
                                     .thinking_ms = 12};
    answer.choices[0] = (struct decision_choice){make_five, 0.159, 2};
    answer.choices[1] = (struct decision_choice){{{{24, 23}, {13, 10}}, 2}, -0.01, 0};
    json_t *json = write_and_read(&request, &answer);
    assert_string_equal(text_of(json, "kind"), "play");
    assert_string_equal(text_of(json, "choice"), "8/5 6/5");
    assert_string_equal(text_of(json, "dice"), "31");
    assert_string_equal(text_of(json, "position"),
                        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10");
    assert_string_equal(text_of(json, "opponent"), "opp_a");
    assert_int_equal(json_integer_value(json_object_get(json, "my_score")), 2);
    assert_int_equal(json_integer_value(json_object_get(json, "thinking_ms")), 12);
    static const char *const odds[] = {"win", "win_gammon", "win_backgammon",
                                       "lose_gammon", "lose_backgammon"};
    for (int i = 0; i < 5; i++) { /* each half the one before */
        assert_true(json_real_value(json_object_get(json, odds[i])) == .5 / (1 << i));
    }
    const json_t *list = json_object_get(json, "alternatives");
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(text_of(json_array_get(list, 1), "play"), "24/23 13/10");
    assert_null(json_object_get(json, "no_double"));
    json_decref(json);
}

CASE(other_decisions_are_told_in_a_word)
{
    static const struct {
        enum decision_kind kind;
        struct decision_answer answer;
        const char *choice;
        char dice[4]; /* of the XGID */
    } rows[] = {
        {DECISION_CUBE, {.is_double = true, .has_cube = true}, "double", "00"},
        {DECISION_CUBE, {.is_double = false}, "roll", "00"},
        {DECISION_TAKE, {.is_accept = true, .has_cube = true}, "take", "D"},
        {DECISION_TAKE, {.is_accept = false}, "pass", "D"},
        {DECISION_RESIGNATION, {.is_accept = true}, "accept", "00"},
        {DECISION_RESIGNATION, {.is_accept = false}, "reject", "00"},
        {DECISION_PLAY, {.resign_games = 2}, "resign 2", "31"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct decision_request request = request_of(rows[i].kind);
        char field[8];
        json_t *json = write_and_read(&request, &rows[i].answer);
        assert_string_equal(text_of(json, "choice"), rows[i].choice);
        FORMAT_TEXT(field, ":%s:", rows[i].dice);
        assert_non_null(strstr(text_of(json, "position"), field));
        assert_int_equal(json_object_get(json, "double_take") != NULL,
                         rows[i].answer.has_cube);
        json_decref(json);
    }
}

/* Of a program that was killed, or that met a full disk. */
CASE(half_a_line_at_the_end_stays_alone)
{
    const struct decision_request request = request_of(DECISION_TAKE);
    const struct decision_answer answer = {.kind = DECISION_TAKE, .is_accept = true};
    test_file_write(path, "{\"at\":\"2026-11-21T03:1");
    json_decref(write_and_read(&request, &answer));
    json_decref(write_and_read(&request, &answer));
    char text[4096];
    test_file_read(path, text, sizeof text);
    assert_null(strstr(text, "\n\n"));
}

CASE(lines_go_to_the_new_file_after_rotation)
{
    struct error err;
    char moved[120];
    const struct decision_request request = request_of(DECISION_CUBE);
    const struct decision_answer answer = {.kind = DECISION_CUBE};
    struct decision_log *log = decision_log_open(path, 0, 0, &err);
    FORMAT_TEXT(moved, "%s.1", path);
    assert_true(decision_log_write(log, "a", "b", &request, &answer));
    assert_int_equal(rename(path, moved), 0);
    assert_true(decision_log_reopen(log, &err));
    assert_true(decision_log_write(log, "a", "b", &request, &answer));
    assert_int_equal(access(path, R_OK), 0);
    decision_log_close(log);
    assert_null(decision_log_open("/nonexistent/decisions", 0, 0, &err));
    assert_true(decision_log_write(NULL, "a", "b", &request, &answer));
}

CASE(at_their_limit_decisions_go_on_in_a_new_file)
{
    char older[120];
    struct error err;
    const struct decision_request request = request_of(DECISION_CUBE);
    const struct decision_answer answer = {.kind = DECISION_CUBE};
    struct decision_log *log = decision_log_open(path, 100, 1, &err);
    assert_non_null(log);
    assert_true(decision_log_write(log, "our_bot", "opp_a", &request, &answer));
    assert_true(decision_log_write(log, "our_bot", "opp_b", &request, &answer));
    decision_log_close(log);
    FORMAT_TEXT(older, "%s.1", path);
    assert_int_equal(access(older, F_OK), 0);
    assert_int_equal(access(path, F_OK), 0);
    json_t *last = json_load_file(older, 0, NULL);
    assert_non_null(last); /* one line alone: each was moved at the limit */
    assert_string_equal(text_of(last, "opponent"), "opp_b");
    json_decref(last);
}

TEST_MAIN(NULL, NULL)
