/* The log: form of a line, levels, foreign bytes, rotation. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/base/log_internal.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static struct fixture {
    char path[64];
    struct log *log;
} f;

static int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    struct error err;
    strcpy(f.path, "/tmp/fibsbot-log-XXXXXX");
    int fd = mkstemp(f.path);
    (void)close(fd);
    f.log = log_open(LOG_INFO, f.path, &err);
    return f.log == NULL;
}

static int tear_down(void **state)
{
    log_close(f.log);
    (void)unlink(f.path);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

CASE(line_has_time_level_account_and_event)
{
    char text[4096];
    regex_t form;
    log_event(f.log, LOG_INFO, "our_bot", "joined %s for %d points", "opp_a", 5);
    log_event(f.log, LOG_WARNING, "", "no account");
    test_file_read(f.path, text, sizeof text);
    const char *time = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z";
    char pattern[400];
    FORMAT_TEXT(pattern,
                "^%s info    our_bot  joined opp_a for 5 points\n%s warning no "
                "account\n$",
                time, time);
    assert_int_equal(regcomp(&form, pattern, REG_EXTENDED | REG_NOSUB), 0);
    assert_int_equal(regexec(&form, text, 0, NULL, 0), 0);
    regfree(&form);
}

CASE(lower_levels_are_dropped)
{
    char text[4096];
    log_event(f.log, LOG_DEBUG, "", "hidden");
    log_event(f.log, LOG_ERROR, "", "shown");
    test_file_read(f.path, text, sizeof text);
    assert_null(strstr(text, "hidden"));
    assert_non_null(strstr(text, "error   shown"));
    assert_true(log_wants(f.log, LOG_INFO));
    assert_false(log_wants(f.log, LOG_DEBUG));
    assert_false(log_wants(NULL, LOG_ERROR));
    log_event(NULL, LOG_ERROR, "", "nowhere");
}

CASE(foreign_bytes_cannot_fake_a_line)
{
    char text[4096];
    log_event(f.log, LOG_INFO, "a\nb", "says: %s", "x\r\n2026 error \x1b[2J\xff \\x41");
    test_file_read(f.path, text, sizeof text);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    assert_non_null(strstr(text, "a\\x0ab  says: x\\x0d\\x0a2026 error "
                                 "\\x1b[2J\\xff \\x5cx41\n"));
}

CASE(long_text_is_cut_with_dots)
{
    char text[4096], longer[3000], small[12];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    log_event(f.log, LOG_INFO, "", "%s", longer);
    test_file_read(f.path, text, sizeof text);
    assert_true(strlen(text) < 1500);
    assert_non_null(strstr(text, "x...\n"));
    assert_string_equal(log_escape("abcdefghijkl", small, sizeof small), "abcdefgh...");
    assert_string_equal(log_escape("abc\n", small, sizeof small), "abc\\x0a");
    assert_string_equal(log_escape("", small, sizeof small), "");
}

CASE(reopened_log_goes_on_in_a_new_file)
{
    char text[4096], moved[80];
    struct error err;
    FORMAT_TEXT(moved, "%s.1", f.path);
    log_event(f.log, LOG_INFO, "", "before");
    assert_int_equal(rename(f.path, moved), 0);
    assert_true(log_reopen(f.log, &err));
    log_event(f.log, LOG_INFO, "", "after");
    test_file_read(f.path, text, sizeof text);
    assert_null(strstr(text, "before"));
    assert_non_null(strstr(text, "after"));
    (void)unlink(moved);
}

CASE(json_has_account_match_and_text_on_one_line)
{
    char text[4096];
    log_set_format(f.log, LOG_JSON);
    log_event(f.log, LOG_INFO, "our_bot/opp_a", "won %d", 2);
    log_event(f.log, LOG_ERROR, "", "\"quoted\" \\ \n\x1b\xff");
    test_file_read(f.path, text, sizeof text);
    char *second = strchr(text, '\n') + 1;
    assert_non_null(strstr(text, "\"level\":\"info\",\"account\":\"our_bot\","
                                 "\"match\":\"opp_a\",\"text\":\"won 2\"}\n"));
    assert_non_null(strstr(second,
                           "\"level\":\"error\",\"account\":\"\",\"match\":\"\","
                           "\"text\":\"\\u0022quoted\\u0022 \\u005c "
                           "\\u000a\\u001b\\u00ff\"}\n"));
    assert_int_equal(strncmp(text, "{\"at\":\"20", 9), 0);
    assert_int_equal(strchr(second, '\n')[1], '\0');
}

static void keep_line(void *context, const char *line)
{
    char *kept = context;
    (void)snprintf(kept + strlen(kept), 4096 - strlen(kept), "%s|", line + 21);
}

CASE(the_tail_has_the_last_lines)
{
    char kept[4096] = "", want[40];
    log_event(f.log, LOG_INFO, "a/b", "one\n");
    log_event(f.log, LOG_DEBUG, "", "hidden");
    log_set_format(f.log, LOG_JSON);
    log_event(f.log, LOG_ERROR, "", "two");
    log_tail(f.log, keep_line, kept);
    assert_string_equal(kept, "info    a/b  one\\x0a|error   two|");
    for (int i = 0; i < LOG_TAIL_MAX; i++) {
        log_event(f.log, LOG_INFO, "", "%d", i);
    }
    kept[0] = '\0';
    log_tail(f.log, keep_line, kept);
    FORMAT_TEXT(want, "info    %d|", LOG_TAIL_MAX - 1);
    assert_int_equal(strncmp(kept, "info    0|info    1|", 20), 0);
    assert_string_equal(kept + strlen(kept) - strlen(want), want);
    log_tail(NULL, keep_line, kept);
}

CASE(unusable_file_is_told)
{
    struct error err;
    assert_null(log_open(LOG_INFO, "/nonexistent/log", &err));
    assert_string_equal(err.text,
                        "log file /nonexistent/log: No such file or directory");
}

CASE(a_log_at_its_limit_is_moved_and_goes_on)
{
    char text[4096], older[80];
    log_limit(f.log, 100, 1);
    log_event(f.log, LOG_INFO, "", "the first line");
    log_event(f.log, LOG_INFO, "", "%080d", 2);
    log_event(f.log, LOG_INFO, "", "the third line");
    test_file_read(f.path, text, sizeof text);
    assert_non_null(strstr(text, "the third line"));
    assert_null(strstr(text, "the first line"));
    FORMAT_TEXT(older, "%s.1", f.path);
    test_file_read(older, text, sizeof text);
    assert_non_null(strstr(text, "the first line"));
    assert_int_equal(unlink(older), 0);
}

TEST_MAIN(NULL, NULL)
