/* Files of results that work goes on with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/job/line_file.h"
#include "base/file.h"
#include "lab/study/evaluation.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char path[64];

static int new_path(void **state)
{
    FORMAT_TEXT(path, "/tmp/fibsbot-test-lines-XXXXXX");
    (void)close(mkstemp(path));
    return unlink(path);
}

static int remove_path(void **state)
{
    (void)unlink(path);
    return 0;
}

#define WITH_PATH(claim) TEST_WITH(claim, new_path, remove_path)

static void write_file(const char *text)
{
    test_file_write(path, text);
}

/* Lines of one digit; how many there were, and their sum. */
struct digits {
    int count;
    int sum;
};

static bool take_digit(void *context, const char *line)
{
    struct digits *digits = context;
    bool is_good = strlen(line) == 1 && line[0] >= '0' && line[0] <= '9';
    digits->count += is_good;
    digits->sum += is_good ? line[0] - '0' : 0;
    return is_good;
}

static FILE *open_digits(bool is_resumed, struct digits *digits, struct error *err)
{
    static const char *const former[] = {"of the first test", "of an older test", NULL};
    const struct line_file lines = {.path = path,
                                    .magic = "digits 1",
                                    .conditions = "of a test",
                                    .former = former,
                                    .expected = "a digit",
                                    .is_resumed = is_resumed,
                                    .take = take_digit,
                                    .context = digits};
    *digits = (struct digits){0, 0};
    return line_file_open(&lines, err);
}

WITH_PATH(file_goes_on_behind_its_last_whole_line)
{
    struct digits digits;
    FILE *file = open_digits(false, &digits, NULL);
    assert_non_null(file);
    fputs("1\n2\n3", file); /* the last one cut short */
    (void)fclose(file);
    file = open_digits(true, &digits, NULL);
    assert_non_null(file);
    assert_int_equal(digits.sum, 3);
    fputs("4\n", file);
    (void)fclose(file);
    file = open_digits(true, &digits, NULL);
    assert_non_null(file);
    assert_int_equal(digits.count, 3);
    assert_int_equal(digits.sum, 7);
    (void)fclose(file);
}

/* The memory of this program has nothing at its beginning: reading it is an error. */
TEST(what_cannot_be_read_is_not_cut_off)
{
    struct digits digits;
    struct error err = {0};
    strcpy(path, "/proc/self/mem");
    assert_null(open_digits(true, &digits, &err));
    assert_string_equal(err.text, "/proc/self/mem: Input/output error");
}

WITH_PATH(heading_that_was_cut_is_written_again)
{
    struct digits digits;
    write_file("digits 1 of");
    FILE *file = open_digits(true, &digits, NULL);
    assert_non_null(file);
    fputs("5\n", file);
    (void)fclose(file);
    file = open_digits(true, &digits, NULL);
    assert_non_null(file);
    assert_int_equal(digits.sum, 5);
    (void)fclose(file);
}

WITH_PATH(file_of_a_former_version_goes_on)
{
    struct digits digits = {.count = 0};
    struct error err = {0};
    write_file("digits 1 of an older test\n7\n");
    FILE *file = open_digits(true, &digits, &err);
    assert_string_equal(err.text, "");
    assert_non_null(file);
    (void)fclose(file);
    assert_int_equal(digits.count, 1);
}

WITH_PATH(two_programs_do_not_write_one_file)
{
    struct digits digits;
    struct error err = {0};
    char want[100];
    FILE *file = open_digits(false, &digits, NULL);
    assert_non_null(file);
    assert_null(open_digits(true, &digits, &err));
    FORMAT_TEXT(want, "%s: another program is writing it", path);
    assert_string_equal(err.text, want);
    (void)fclose(file);
    file = open_digits(true, &digits, &err); /* the first has ended */
    assert_non_null(file);
    assert_int_equal(unlink(path), 0); /* replaced between opening and locking */
    assert_false(file_lock(file, path, NULL));
    (void)fclose(file);
}

WITH_PATH(file_that_is_there_is_not_written_over)
{
    struct digits digits;
    struct error err = {0};
    write_file("digits 1 of a test\n7\n");
    assert_null(open_digits(false, &digits, &err));
    assert_non_null(strstr(err.text, path));
    assert_holds(err.text, "the file exists already (--resume continues it)");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/nowhere/at-all", path), 0); /* a link is there, too */
    assert_null(open_digits(false, &digits, &err));
    assert_holds(err.text, "the file exists already (--resume continues it)");
}

WITH_PATH(a_folder_is_not_said_to_be_a_file)
{
    struct digits digits;
    struct error err = {0};
    assert_int_equal(mkdir(path, 0700), 0);
    assert_null(open_digits(false, &digits, &err));
    assert_holds(err.text, ": Is a directory");
    assert_int_equal(err.kind, ERROR_UNREADABLE);
    assert_null(open_digits(true, &digits, &err));
    assert_holds(err.text, ": Is a directory");
    assert_int_equal(rmdir(path), 0);
}

static const struct {
    const char *description;
    const char *text;
    const char *want; /* in the error */
} refused[] = {
    {"another kind of file", "letters 1 of a test\n", "\"digits 1\""},
    {"another file of one line, not to be cut", "dear diary", "\"digits 1\""},
    {"a longer magic", "digits 12 of a test\n", "\"digits 1\""},
    {"other conditions", "digits 1 of a trial\n7\n", "\"test\", found \"trial\""},
    {"damage", "digits 1 of a test\n7\nx\n8\n", "line 3: expected a digit"},
};

WITH_PATH(what_does_not_fit_is_refused_with_its_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct digits digits;
        struct error err = {0};
        write_file(refused[i].text);
        if (open_digits(true, &digits, &err) != NULL ||
            strstr(err.text, refused[i].want) == NULL) {
            fail_msg("%s: \"%s\"", refused[i].description, err.text);
        }
    }
}

/* ---- records of judging ---- */

TEST(record_that_is_read_is_the_one_written)
{
    struct evaluation_record read;
    struct evaluation_record record = {
        .evaluator = 0x0123456789abcdef,
        .number = 774,
        .seconds = 0.25,
        .chosen = 0,
        .count = 2,
        .value = {{0.1F, 0.01F, 0.001F, 0.3F, 0.2F},
                  {1.0F / 3.0F, 0.0F, 0.0F, 0.7F, 1e-9F}}};
    FILE *file = printed_begin();
    assert_true(evaluation_record_write(file, &record));
    char *text = printed_end(file);
    text[strcspn(text, "\n")] = '\0';
    assert_true(evaluation_record_read(text, &read));
    assert_int_equal(read.evaluator, record.evaluator);
    assert_int_equal(read.number, 774);
    assert_int_equal(read.chosen, 0);
    assert_int_equal(read.count, 2);
    assert_memory_equal(read.value, record.value, 2 * sizeof read.value[0]);
}

static const char *const no_records[] = {
    "",
    "0123456789abcdef 5 0.1 0 1 .5 .1 0 .1 0",        /* cut */
    "0123456789abcdef 5 0.1 1 1 .5 .1 0 .1 0 .",      /* chosen beyond the last */
    "0123456789abcdef 5 0.1 0 17 .5 .1 0 .1 0 .",     /* too many candidates */
    "0123456789abcdef 5 0.1 0 1 .5 .1 0 .1 1.5 .",    /* no chance */
    "0123456789abcdef 5 0.1 0 1 .5 .1 0 .1 nan .",    /* no number */
    "0123456789abcde 5 0.1 0 1 .5 .1 0 .1 0 .",       /* short digest */
    "0123456789abcdef -1 0.1 0 1 .5 .1 0 .1 0 .",     /* no decision */
    "0123456789abcdef 5 0.1 0 1 .5 .1 0 .1 0 . more", /* longer */
};

TEST(what_is_no_record_is_refused)
{
    struct evaluation_record record;
    assert_true(
        evaluation_record_read("0123456789abcdef 5 0.1 0 1 .5 .1 0 .1 0 .", &record));
    for (size_t i = 0; i < sizeof no_records / sizeof no_records[0]; i++) {
        if (evaluation_record_read(no_records[i], &record)) {
            fail_msg("\"%s\" was taken", no_records[i]);
        }
    }
}

TEST_MAIN(NULL, NULL)
