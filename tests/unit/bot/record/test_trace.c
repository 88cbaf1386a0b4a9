/* The trace file: what is written can be read again; what is no trace is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/record/trace.h"

static FILE *text_file(const char *text)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    rewind(file);
    return file;
}

static void others_cannot_read_it_whatever_the_umask(void **state)
{
    (void)state;
    char path[64];
    struct error err;
    struct stat st;
    (void)snprintf(path, sizeof path, "/tmp/fibsbot-trace-%ld", (long)getpid());
    mode_t mask = umask(0);
    struct trace *trace = trace_open(path, "our_bot", 0, 0, &err);
    (void)umask(mask);
    assert_non_null(trace);
    trace_close(trace);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    (void)unlink(path);
}

static void written_lines_are_read_again(void **state)
{
    (void)state;
    char path[] = "/tmp/fibsbot-trace-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct error err;
    struct trace *trace = trace_open(path, "our_bot", 0, 0, &err);
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
    int number = 0;
    char account[FIBS_NAME_MAX] = "";
    struct trace_line line;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(trace_read(file, &number, account, &line, &err), TRACE_LINE);
        assert_int_equal(line.at_ms, want[i].at_ms);
        assert_int_equal(line.kind, want[i].kind);
        assert_string_equal(line.text, want[i].text);
    }
    assert_int_equal(trace_read(file, &number, account, &line, &err), TRACE_END);
    assert_string_equal(account, "our_bot");
    (void)fclose(file);
    (void)unlink(path);
}

/* Files of a traced account in order, the newest first: PATH, PATH.1, ... */
static long size_of(const char *path, int number)
{
    char name[200];
    (void)snprintf(name, sizeof name, number > 0 ? "%s.%d" : "%s", path, number);
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        return -1;
    }
    (void)fseek(file, 0, SEEK_END);
    long size = ftell(file);
    (void)fclose(file);
    return size;
}

static void a_large_trace_is_rotated_and_no_line_is_lost(void **state)
{
    (void)state;
    enum { LIMIT = 2000, FILES = 2, LINES = 300 };
    char path[] = "/tmp/fibsbot-trace-XXXXXX", name[200];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct error err;
    struct trace *trace = trace_open(path, "our_bot", LIMIT, FILES, &err);
    assert_non_null(trace);
    for (int i = 0; i < LINES; i++) {
        char text[40];
        (void)snprintf(text, sizeof text, "line %d", i);
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
        (void)snprintf(name, sizeof name, i > 0 ? "%s.%d" : "%s", path, i);
        FILE *file = fopen(name, "r");
        int number = 0;
        char account[FIBS_NAME_MAX] = "";
        struct trace_line line;
        assert_non_null(file);
        while (trace_read(file, &number, account, &line, &err) == TRACE_LINE) {
            assert_true(at_ms < 0 || line.at_ms == at_ms + 1);
            at_ms = line.at_ms;
        }
        assert_string_equal(account, "our_bot"); /* each can be replayed */
        (void)fclose(file);
        (void)unlink(name);
    }
    assert_int_equal(at_ms, LINES - 1);
}

static void lines_that_are_no_trace_are_refused_with_their_number(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "hello\n",  "12\n",   "12 X: a\n", "-1 S: a\n",
        "12 S a\n", "S: a\n", "1x S: a\n", "99999999999999999999 S: a\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[80], account[FIBS_NAME_MAX];
        (void)snprintf(text, sizeof text, "# a remark\n\n%s", rows[i]);
        FILE *file = text_file(text);
        struct trace_line line;
        struct error err = {{0}};
        int number = 0;
        assert_int_equal(trace_read(file, &number, account, &line, &err), TRACE_BAD);
        assert_non_null(strstr(err.text, "line 3"));
        (void)fclose(file);
    }
}

static void overlong_line_is_refused(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    (void)fputs("1 S: ", file);
    for (int i = 0; i < 2 * TRACE_LINE_MAX; i++) {
        (void)fputc('x', file);
    }
    rewind(file);
    char account[FIBS_NAME_MAX];
    struct trace_line line;
    struct error err = {{0}};
    int number = 0;
    assert_int_equal(trace_read(file, &number, account, &line, &err), TRACE_BAD);
    assert_non_null(strstr(err.text, "longer"));
    (void)fclose(file);
}

static void unwritable_file_is_an_error_with_its_name(void **state)
{
    (void)state;
    struct error err = {{0}};
    assert_null(trace_open("/nonexistent/folder/trace", "our_bot", 0, 0, &err));
    assert_non_null(strstr(err.text, "/nonexistent/folder/trace"));
    trace_write(NULL, 0, 'S', "nothing happens");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_cannot_read_it_whatever_the_umask),
        cmocka_unit_test(written_lines_are_read_again),
        cmocka_unit_test(a_large_trace_is_rotated_and_no_line_is_lost),
        cmocka_unit_test(lines_that_are_no_trace_are_refused_with_their_number),
        cmocka_unit_test(overlong_line_is_refused),
        cmocka_unit_test(unwritable_file_is_an_error_with_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
