/* How counts and times of long runs are told, and that large files are read. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/tool/progress.h"
#include "tests/unit/test_case.h"

TEST(counts_are_told_in_thousands_and_millions)
{
    static const struct {
        double count;
        const char *said;
    } rows[] = {{17, "17"},       {9999, "9999"},    {10e3, "10 k"},
                {820e3, "820 k"}, {5.14e6, "5.1 M"}, {123e6, "123 M"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(progress_count(rows[i].count).text, rows[i].said);
    }
}

TEST(times_are_told_in_minutes_and_hours)
{
    static const struct {
        double minutes;
        const char *said;
    } rows[] = {{4.52, "4.5 min"},   {10, "10 min"},        {99.4, "99 min"},
                {100, "1 h 40 min"}, {200.9, "3 h 20 min"}, {-1, "?"},
                {(double)NAN, "?"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(progress_minutes(rows[i].minutes).text, rows[i].said);
    }
}

/* What is said of a new file of this size, the first of `count`. */
static void said_of_file(off_t size, int count, char said[200])
{
    char path[] = "/tmp/fibsbot-progress-XXXXXX";
    int file = mkstemp(path);
    int kept = dup(STDERR_FILENO);
    FILE *out = tmpfile();
    struct progress progress = {.is_quiet = false};
    assert_true(file >= 0 && kept >= 0 && out != NULL);
    assert_int_equal(ftruncate(file, size), 0);
    (void)dup2(fileno(out), STDERR_FILENO);
    progress_reading(&progress, path, 1, count);
    (void)dup2(kept, STDERR_FILENO);
    rewind(out);
    said[fread(said, 1, 199, out)] = '\0';
    assert_true(said[0] == '\0' || strstr(said, path) != NULL);
    (void)fclose(out);
    (void)close(kept);
    (void)close(file);
    (void)unlink(path);
}

TEST(a_large_file_is_named_at_once_a_small_one_is_not)
{
    char said[200];
    said_of_file(1000, 1, said);
    assert_string_equal(said, "");
    said_of_file(9 << 20, 1, said);
    assert_non_null(strstr(said, "reading /tmp/"));
    said_of_file(9 << 20, 3, said);
    assert_non_null(strstr(said, "reading file 1 of 3: /tmp/"));
}

TEST_MAIN(NULL, NULL)
