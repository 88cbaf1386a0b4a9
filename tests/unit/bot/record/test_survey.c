/* What a trace tells of the server, from traces of a few lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/record/survey.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

/* The survey of traces of these texts. */
static struct survey *survey_of(const char *const *traces, int count)
{
    struct survey *survey = survey_new();
    assert_non_null(survey);
    for (int i = 0; i < count; i++) {
        char path[] = "/tmp/fibsbot-survey-XXXXXX";
        struct error err;
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, traces[i], strlen(traces[i])), strlen(traces[i]));
        (void)close(fd);
        assert_true(survey_read(survey, path, &err));
        (void)unlink(path);
    }
    return survey;
}

enum report { PLAIN, WITH_UNSEEN, ROWS };

static const char *report_of(const char *trace, enum report report)
{
    struct survey *survey = survey_of(&trace, 1);
    FILE *out = printed_begin();
    if (report == ROWS) {
        survey_print_rows(survey, out);
    } else {
        survey_print(survey, report == WITH_UNSEEN, out);
    }
    survey_free(survey);
    return printed_end(out);
}

#define OWN                                                                            \
    "2 our_bot 1 0 1 0 0 0 1 1 2396 0 1 0 1 3457.85 0 0 0 1 0 Australia/Melbourne\n"
#define BOARD                                                                          \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:" \
    "6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"

static const char session[] =
    "# fibsbot trace, account our_bot\n"
    "0 = connected\n"
    "0 S: A word before the log-in\n"
    "20 S: 1 our_bot 1041253132 192.0.2.7\n"
    "30 S: " OWN "30 S: 2 our_bot 0 1 0 0 0 0 1 1 2396 0 1 0 1 3457.85 0 0 0 1 0 X/Y\n"
    "40 S: 5 carl - - 1 0 1500.00 0 0 0 192.0.2.5\n"
    "50 S: carl dances on 3 tables.\n"
    "51 S: dora dances on 3 tables.\n"
    "52 S: carl dances on 44 tables.\n"
    "53 S: \n"
    "60 S: " BOARD "\n"
    "61 S: board:You:opp_a:3\n"
    "62 S: ** \t\xc3\xa9 ~ here\n"
    "100000 C: bye\n"
    "100010 S: A word after it\n"
    "119000 = connected\n"
    "119001 S: Another before the log-in\n"
    "119002 S: 1 our_bot 1041253132 192.0.2.8\n"
    "120000 S: That is new\n";

TEST(a_report_tells_what_came_and_what_is_unknown)
{
    const char *report = report_of(session, PLAIN);
    assert_int_equal(
        strncmp(report, "16 lines of the server in 2 min, 2 connections\n", 47), 0);
    assert_holds(report,
                 "Toggles as found: allowpip YES autoboard NO autodouble YES "
                 "automove NO away NO bell NO crawford YES double YES greedy NO "
                 "moreboards YES moves NO notify YES ratings NO ready NO "
                 "report YES silent NO\n");
    assert_holds(report, "Unknown lines: 5, of 4 shapes\n"
                         "     2  NAME dances on N tables.\n"
                         "        carl dances on 3 tables.\n"
                         "     1  dora dances on N tables.\n"
                         "        dora dances on 3 tables.\n"
                         "     1  ** \\xc3\\xa9 ~ here\n"
                         "        ** \\x09\\xc3\\xa9 ~ here\n"
                         "     1  That is new\n"
                         "        That is new\n"
                         "Boards that did not parse: 1 of 2\n"
                         "        field 3 (match length): expected a number and a "
                         "colon, found '3'\n"
                         "        board:You:opp_a:3\n");
}

TEST(one_of_a_thing_is_told_in_the_singular)
{
    const char *report = report_of("0 = connected\n1 S: 1 our_bot\n", PLAIN);
    assert_holds(report, "1 line of the server in 0 min, 1 connection\n"
                         "Answers: none was measured\n"
                         "Toggles as found: no line said them\n"
                         "Unknown lines: 0, of 0 shapes\n"
                         "Boards that did not parse: 0 of 0\n");
    report = report_of("0 S: That is new\n", PLAIN);
    assert_holds(report, "Unknown lines: 1, of 1 shape\n");
}

TEST(a_row_is_the_first_line_of_a_message_with_what_is_glued)
{
    assert_string_equal(
        report_of("1 S: You roll 3 and 1.\n2 S: You roll 6 and 5.\n"
                  "3 S: " BOARD "5 opp_b - - 0 0 1439.79 1262 410 1041251697 h - -\n"
                  "4 S: " BOARD "\n5 S: " BOARD "6\n6 S: board:You\n7 S: a \xe9 b\n",
                  ROWS),
        "clip_who_info\t-\t5 opp_b - - 0 0 1439.79 1262 410 1041251697 h - -\n"
        "clip_who_end\t-\t6\n"
        "board\tclip_who_info\t" BOARD "5 opp_b - - 0 0 1439.79 1262 410 1041251697 h "
        "- -\n"
        "you_roll\t-\tYou roll 3 and 1.\n"
        "unknown\t-\ta \\xe9 b\n");
}

TEST(answers_are_timed_from_their_command)
{
    static const struct {
        const char *trace, *words;
    } rows[] = {
        {"10 C: roll\n15 S: 13 opp_a hello\n17 S: You roll 3 and 1.\n"
         "20 S: You roll 3 and 2.\n",
         "Answers: 1 measured; ms: least 7, half within 7, 95 % within 7, most 7\n"},
        {"10 C: roll\n40 S: You roll 3 and 1.\n50 C: roll\n55 S: You roll 3 and 1.\n"
         "60 C: roll\n60 S: You roll 3 and 1.\n",
         "Answers: 3 measured; ms: least 0, half within 5, 95 % within 30, most 30\n"},
        {"10 C: roll\n20 = connected\n30 S: You roll 3 and 1.\n", "Answers: none"},
        {"10 C: roll\n20 = tick\n30 S: You roll 3 and 1.\n", "Answers: 1 measured"},
        {"10 C: roll\n3600009 S: You roll 3 and 1.\n", "Answers: 1 measured"},
        {"10 C: roll\n3600010 S: You roll 3 and 1.\n", "Answers: none"},
        {"10 C: roll\n9 S: You roll 3 and 1.\n", "Answers: none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_holds(report_of(rows[i].trace, PLAIN), rows[i].words);
    }
    /* 100 answers after 1 to 100 ms */
    char trace[8192] = "";
    for (int i = 0, at = 0; i < 100; i++, at += 200) {
        size_t length = strlen(trace);
        (void)snprintf(trace + length, sizeof trace - length,
                       "%d C: roll\n%d S: You roll 3 and 1.\n", at, at + 100 - i);
    }
    assert_holds(report_of(trace, PLAIN), "Answers: 100 measured; ms: least 1, half "
                                          "within 51, 95 % within 96, most 100\n");
}

TEST(messages_that_never_came_are_counted_and_listed)
{
    const char *report = report_of("1 S: You roll 3 and 1.\n2 S: what?\n", WITH_UNSEEN);
    const char *list = strstr(report, "Messages of the table that never came: ");
    int unseen = 0, all = 0, listed = 0;
    assert_non_null(list);
    assert_int_equal(sscanf(list, "%*[^:]: %d of %d", &unseen, &all), 2);
    assert_int_equal(unseen, all - 1);
    list = strchr(list, '\n');
    for (size_t word; list += strspn(list, " \n"), (word = strcspn(list, " \n")) > 0;
         list += word) {
        assert_false(word == 8 && strncmp(list, "you_roll", word) == 0);
        assert_false(word == 9 && strncmp(list, "board_bad", word) == 0);
        assert_false(word == 7 && strncmp(list, "unknown", word) == 0);
        listed++;
    }
    assert_int_equal(listed, unseen);
    assert_holds(report, "login_banner server_date ");
    assert_null(strstr(report_of("1 S: what?\n", PLAIN), "login_banner"));
}

TEST(further_shapes_and_boards_are_only_counted)
{
    enum { SHAPES = 503, BOARDS = 52 };
    char trace[32768] = "";
    for (int i = 0; i < SHAPES + BOARDS; i++) {
        size_t length = strlen(trace);
        (void)snprintf(trace + length, sizeof trace - length,
                       i < SHAPES ? "1 S: it is %c%c\n" : "1 S: board:%c%c\n",
                       'a' + i / 26, 'a' + i % 26);
    }
    const char *report = report_of(trace, PLAIN);
    assert_holds(report, "Unknown lines: 503, of 500 shapes\n");
    assert_holds(report, "     3  of further shapes\nBoards that did not parse: 52 of "
                         "52\n");
    int boards = 0;
    for (const char *at = report; (at = strstr(at, "        board:")) != NULL; at++) {
        boards++;
    }
    assert_int_equal(boards, 50);
}

/* The names of one place in the table: 'a' * 33 + 'b' is 'b' * 33 + 'A'. */
TEST(a_user_is_not_taken_for_another_of_his_place)
{
    static const char who[] = "1 S: 5 %s - - 1 0 1500.00 0 0 0 -\n";
    char trace[300000] = "1 S: 5 carlab - - 1 0 1500.00 0 0 0 -\n"
                         "2 S: carlbA is here\n3 S: carlab is here\n";
    const char *report = report_of(trace, PLAIN);
    assert_holds(report, "     1  carlbA is here\n");
    assert_holds(report, "     1  NAME is here\n");
    /* more than there is room for: the others stay unknown, and the search for one ends */
    size_t length = strlen(trace);
    for (int i = 0; i < 4200; i++) {
        char name[] = {'u', (char)('a' + i / 676), (char)('a' + i / 26 % 26),
                       (char)('a' + i % 26), '\0'};
        length += (size_t)snprintf(trace + length, sizeof trace - length, who, name);
    }
    (void)snprintf(trace + length, sizeof trace - length, "4 S: ugez is here\n");
    assert_holds(report_of(trace, PLAIN), "     1  ugez is here\n");
}

TEST(the_time_of_two_traces_adds_up)
{
    static const char *const traces[] = {"0 = connected\n120000 = tick\n",
                                         "0 = connected\n180000 = tick\n"};
    struct survey *survey = survey_of(traces, 2);
    FILE *out = printed_begin();
    survey_print(survey, false, out);
    assert_holds(printed_end(out), "0 lines of the server in 5 min, 2 connections\n");
    survey_free(survey);
}

TEST(a_trace_that_cannot_be_read_is_an_error_with_its_name)
{
    struct survey *survey = survey_new();
    struct error err = {0};
    assert_false(survey_read(survey, "/nonexistent/trace", &err));
    assert_string_equal(err.text, "/nonexistent/trace: No such file or directory");
    assert_false(survey_read(survey, "tests/unit/bot/record/test_survey.c", &err));
    assert_non_null(strstr(err.text, "test_survey.c: line 1: expected"));
    survey_free(survey);
}

TEST_MAIN(NULL, NULL)
