/* The trace file: what is written can be read again; what is no trace is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/trace.h"

static FILE *text_file(const char *text)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    rewind(file);
    return file;
}

static void written_lines_are_read_again(void **state)
{
    (void)state;
    char path[] = "/tmp/fibsbot-trace-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct engine_error err;
    struct trace *trace = trace_open(path, "our_bot", &err);
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
        struct engine_error err = {{0}};
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
    struct engine_error err = {{0}};
    int number = 0;
    assert_int_equal(trace_read(file, &number, account, &line, &err), TRACE_BAD);
    assert_non_null(strstr(err.text, "longer"));
    (void)fclose(file);
}

static void unwritable_file_is_an_error_with_its_name(void **state)
{
    (void)state;
    struct engine_error err = {{0}};
    assert_null(trace_open("/nonexistent/folder/trace", "our_bot", &err));
    assert_non_null(strstr(err.text, "/nonexistent/folder/trace"));
    trace_write(NULL, 0, 'S', "nothing happens");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_lines_are_read_again),
        cmocka_unit_test(lines_that_are_no_trace_are_refused_with_their_number),
        cmocka_unit_test(overlong_line_is_refused),
        cmocka_unit_test(unwritable_file_is_an_error_with_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
