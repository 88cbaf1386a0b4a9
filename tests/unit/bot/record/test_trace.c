/* The trace file: what is written can be read again; what is no trace is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/record/trace.h"
#include "bot/record/trace_mask.h"
#include "tests/unit/test_case.h"

static FILE *text_file(const char *text)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    rewind(file);
    return file;
}

static struct trace *open_plain(const char *path, struct error *err)
{
    return trace_open(&(struct trace_setup){.path = path, .account = "our_bot"}, err);
}

TEST(others_cannot_read_it_whatever_the_umask)
{
    char path[64];
    struct error err;
    struct stat st;
    FORMAT_TEXT(path, "/tmp/fibsbot-trace-%ld", (long)getpid());
    mode_t mask = umask(0);
    struct trace *trace = open_plain(path, &err);
    (void)umask(mask);
    assert_non_null(trace);
    trace_close(trace);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    (void)unlink(path);
}

TEST(written_lines_are_read_again)
{
    char path[] = "/tmp/fibsbot-trace-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct error err;
    struct trace *trace = open_plain(path, &err);
    assert_non_null(trace);
    trace_write(trace, 5000, '=', "connected");
    trace_write(trace, 5010, 'S', "  leading blanks: and a colon");
    trace_write(trace, 5020, 'C', "roll");
    trace_write(trace, 5030, 'S', "");
    trace_close(trace);
    static const struct trace_line want[] = {
        {0, '=', "connected"},
        {10, 'S', "  leading blanks: and a colon"},
        {20, 'C', "roll"},
        {30, 'S', ""},
    };
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    struct trace_reader reader = {.file = file};
    struct trace_line line;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(trace_read(&reader, &line, &err), TRACE_LINE);
        assert_int_equal(line.at_ms, want[i].at_ms);
        assert_int_equal(line.kind, want[i].kind);
        assert_string_equal(line.text, want[i].text);
    }
    assert_int_equal(trace_read(&reader, &line, &err), TRACE_END);
    assert_string_equal(reader.account, "our_bot");
    (void)fclose(file);
    (void)unlink(path);
}

/* Files of a traced account in order, the newest first: PATH, PATH.1, ... */
static long size_of(const char *path, int number)
{
    char name[200];
    FORMAT_TEXT(name, number > 0 ? "%s.%d" : "%s", path, number);
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        return -1;
    }
    (void)fseek(file, 0, SEEK_END);
    long size = ftell(file);
    (void)fclose(file);
    return size;
}

TEST(a_large_trace_is_rotated_and_no_line_is_lost)
{
    enum { LIMIT = 2000, FILES = 2, LINES = 300 };
    char path[] = "/tmp/fibsbot-trace-XXXXXX", name[200];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct error err;
    struct trace *trace = trace_open(
        &(struct trace_setup){path, "our_bot", LIMIT, FILES, false, false}, &err);
    assert_non_null(trace);
    for (int i = 0; i < LINES; i++) {
        char text[40];
        FORMAT_TEXT(text, "line %d", i);
        trace_write(trace, 5000 + i, 'S', text);
    }
    trace_close(trace);
    assert_in_range(size_of(path, 0), 1, LIMIT + 40);
    assert_in_range(size_of(path, 1), LIMIT, LIMIT + 40);
    assert_in_range(size_of(path, 2), LIMIT, LIMIT + 40);
    assert_int_equal(size_of(path, 3), -1);
    /* the oldest of the three, the next, the newest: one unbroken count, one clock */
    int64_t at_ms = -1;
    for (int i = FILES; i >= 0; i--) {
        FORMAT_TEXT(name, i > 0 ? "%s.%d" : "%s", path, i);
        FILE *file = fopen(name, "r");
        struct trace_reader reader = {.file = file};
        struct trace_line line;
        assert_non_null(file);
        while (trace_read(&reader, &line, &err) == TRACE_LINE) {
            assert_true(at_ms < 0 || line.at_ms == at_ms + 1);
            at_ms = line.at_ms;
        }
        assert_string_equal(reader.account, "our_bot"); /* each can be replayed */
        (void)fclose(file);
        (void)unlink(name);
    }
    assert_int_equal(at_ms, LINES - 1);
}

TEST(lines_that_are_no_trace_are_refused_with_their_number)
{
    static const char *const rows[] = {
        "hello\n",  "12\n",   "12 X: a\n", "-1 S: a\n",
        "12 S a\n", "S: a\n", "1x S: a\n", "99999999999999999999 S: a\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[80];
        FORMAT_TEXT(text, "# a remark\n\n%s", rows[i]);
        FILE *file = text_file(text);
        struct trace_line line;
        struct error err = {0};
        struct trace_reader reader = {.file = file};
        assert_int_equal(trace_read(&reader, &line, &err), TRACE_BAD);
        assert_non_null(strstr(err.text, "line 3"));
        (void)fclose(file);
    }
}

TEST(overlong_line_is_refused)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    (void)fputs("1 S: ", file);
    for (int i = 0; i < 2 * TRACE_LINE_MAX; i++) {
        (void)fputc('x', file);
    }
    rewind(file);
    struct trace_reader reader = {.file = file};
    struct trace_line line;
    struct error err = {0};
    assert_int_equal(trace_read(&reader, &line, &err), TRACE_BAD);
    assert_non_null(strstr(err.text, "longer"));
    (void)fclose(file);
}

TEST(unwritable_file_is_an_error_with_its_name)
{
    struct error err = {0};
    assert_null(open_plain("/nonexistent/folder/trace", &err));
    assert_non_null(strstr(err.text, "/nonexistent/folder/trace"));
    trace_write(NULL, 0, 'S', "nothing happens");
}

TEST(a_trace_says_whether_it_has_all_inputs)
{
    FILE *file = text_file("# fibsbot trace, account a_bot\n0 = connected\n"
                           "# fibsbot trace, account b_bot\n# all inputs\n1 C: roll\n"
                           "# fibsbot trace, account c_bot\n2 C: roll\n");
    struct trace_reader reader = {.file = file};
    struct trace_line line;
    struct error err;
    static const bool want[] = {false, true, false};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(trace_read(&reader, &line, &err), TRACE_LINE);
        assert_int_equal(reader.has_inputs, want[i]);
    }
    assert_string_equal(reader.account, "c_bot");
    (void)fclose(file);
}

TEST(a_clock_that_begins_anew_tells_another_run_from_a_rotated_file)
{
    FILE *file = text_file("# fibsbot trace, account a_bot\n0 = connected\n0 S: hello\n"
                           "9 C: roll\n# fibsbot trace, account a_bot\n9 S: rotated\n"
                           "# fibsbot trace, account a_bot\n0 = connected\n");
    struct trace_reader reader = {.file = file};
    struct trace_line line;
    struct error err;
    static const bool begins[] = {true, false, false, false, true};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(trace_read(&reader, &line, &err), TRACE_LINE);
        assert_int_equal(reader.begins_run, begins[i]);
    }
    (void)fclose(file);
}

TEST(nothing_private_is_left_of_a_line)
{
    static const struct {
        char kind;
        const char *text, *masked;
    } rows[] = {
        /* clang-format off */
        {'S', "1 our_bot 1041253132 host-7.example.net", "1 our_bot 1041253132 192.0.2.1"},
        {'S', "5 opp_a our_bot - 1 0 1912.15 827 8 1040515752 pool.isp.example 3DFiBs a.b@mail.example", "5 opp_a our_bot - 1 0 1912.15 827 8 1040515752 192.0.2.1 3DFiBs user@example.org"},
        {'S', "5 opp_a - - 1 0 1912.15 827 8 1040515752 somewhere - -", "5 opp_a - - 1 0 1912.15 827 8 1040515752 192.0.2.1 - -"},
        {'S', "12 opp_a the secret is 4711", "12 opp_a ***"},
        {'S', "9 opp_a 1041253132 meet me at ten", "9 opp_a 1041253132 ***"},
        {'S', "16 opp_a my address is x@y.example", "16 opp_a ***"},
        {'S', "13 opp_a hello all at www.example.com", "13 opp_a hello all at 192.0.2.1"},
        {'S', "15 opp_a nice dice", "15 opp_a nice dice"},
        {'S', "  Last login:  Friday, January 10 12:12 EST from somewhere", "  Last login:  Friday, January 10 12:12 EST from 192.0.2.1"},
        {'S', "  Email address: me@home.example", "  Email address: user@example.org"},
        {'S', "Your email address is 'me@home.example'.", "Your email address is 'user@example.org'."},
        {'S', "** unheard of: 198.51.100.7, 2001:db8:0:1:2:3:4:5 and me@home.example.", "** unheard of: 192.0.2.1, 192.0.2.1 and user@example.org."},
        {'S', "You accept and win 2 points.Score is 1-0 in a 3 point match.", "You accept and win 2 points.Score is 1-0 in a 3 point match."},
        {'S', "opp_a accepts the double. The cube shows 2.12 opp_b psst", "opp_a accepts the double. The cube shows 2.12 opp_b ***"},
        {'S', "Thursday, January 02 01:27:27 MET   ( Thu Jan  2 00:27:27 2003 UTC )", "Thursday, January 02 01:27:27 MET   ( Thu Jan  2 00:27:27 2003 UTC )"},
        {'C', "tell opp_a the secret is 4711", "tell opp_a ***"},
        {'C', "message opp_a the secret is 4711", "message opp_a ***"},
        {'C', "say psst", "say ***"},
        {'C', "address me@home.example", "address user@example.org"},
        {'C', "move 12-18 17-18", "move 12-18 17-18"},
        {'C', "login fibsbot 1008 our_bot ***", "login fibsbot 1008 our_bot ***"},
        /* clang-format on */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct trace_mask mask = {.context = {0}};
        char masked[TRACE_LINE_MAX];
        trace_mask_line(&mask, rows[i].kind, rows[i].text, masked, sizeof masked);
        assert_string_equal(masked, rows[i].masked);
    }
}

/* Each known line is read as the same message, whatever was replaced in it. */
TEST(masked_lines_are_read_as_before)
{
    static const char *const samples[] = {
#define X(id, pattern, sample) sample,
#include "fibs/message_table.inc"
    };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct trace_mask mask = {.context = {.in_away_list = true}};
        struct fibs_message_context contexts[2] = {mask.context, mask.context};
        struct fibs_message before, after;
        char masked[TRACE_LINE_MAX];
        trace_mask_line(&mask, 'S', samples[i], masked, sizeof masked);
        fibs_message_read(&contexts[0], samples[i], &before);
        fibs_message_read(&contexts[1], masked, &after);
        if (before.id != after.id || before.text_count != after.text_count) {
            fail_msg("%s: %s became %s", fibs_message_name(before.id), samples[i],
                     masked);
        }
    }
}

TEST(a_trace_without_addresses_has_its_lines_masked)
{
    char path[] = "/tmp/fibsbot-trace-XXXXXX", text[2000] = "", masked[TRACE_LINE_MAX];
    static const char who[] =
        "5 opp_a - - 1 0 1650.00 100 3 1040515752 192.0.2.5 3DFiBs -";
    struct trace_mask mask = {.context = {0}};
    struct error err;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    const struct trace_setup setup = {
        .path = path, .account = "our_bot", .hides_addresses = true};
    struct trace *trace = trace_open(&setup, &err);
    assert_non_null(trace);
    trace_write(trace, 5000, 'S', who);
    /* cut off in the message of the day: the next line is none of it */
    trace_write(trace, 5001, 'S', "3");
    trace_write(trace, 5002, '=', "connected");
    trace_write(trace, 5003, 'S', "12 opp_a psst");
    trace_close(trace);
    trace_mask_line(&mask, 'S', who, masked, sizeof masked);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, masked));
    assert_null(strstr(text, "192.0.2.5"));
    assert_null(strstr(text, "psst"));
    (void)close(fd);
    (void)unlink(path);
}

TEST_MAIN(NULL, NULL)
