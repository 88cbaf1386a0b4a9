/* Failed writes: one line an hour, one when it is over. */

#include "bot/service/storage_faults.h"
#include "tests/unit/test_case.h"

TEST(a_full_disk_is_told_once_an_hour)
{
    struct storage_faults faults = {0};
    char text[STORAGE_TEXT_SIZE];
    int told = 0;
    for (int64_t second = 0; second < 3 * 3600; second++) {
        told += storage_faults_failed(&faults, STORAGE_MATCH, second * 1000, "no space",
                                      text);
    }
    assert_int_equal(told, 3);
    assert_string_equal(text,
                        "match file: still not written after 7201 attempts: no space");
}

TEST(each_kind_is_told_by_itself)
{
    struct storage_faults faults = {0};
    char text[STORAGE_TEXT_SIZE];
    for (int what = 0; what < STORAGE_COUNT; what++) {
        assert_true(
            storage_faults_failed(&faults, (enum storage)what, 0, "no space", text));
    }
    assert_string_equal(text, "history: not written, to be tried again: no space");
}

TEST(its_end_is_told_once_and_the_next_one_at_once)
{
    struct storage_faults faults = {0};
    char text[STORAGE_TEXT_SIZE];
    assert_false(storage_faults_worked(&faults, STORAGE_SGF, STORAGE_CALM_MS, text));
    for (int i = 0; i < 5; i++) {
        (void)storage_faults_failed(&faults, STORAGE_SGF, 0, "no space", text);
    }
    assert_true(storage_faults_worked(&faults, STORAGE_SGF, STORAGE_CALM_MS, text));
    assert_string_equal(text, "SGF file: written again, after 5 failures");
    assert_false(storage_faults_worked(&faults, STORAGE_SGF, STORAGE_CALM_MS, text));
    assert_true(storage_faults_failed(&faults, STORAGE_SGF, STORAGE_CALM_MS + 1,
                                      "no space", text));
    assert_true(
        storage_faults_worked(&faults, STORAGE_SGF, 2 * STORAGE_CALM_MS + 1, text));
    assert_string_equal(text, "SGF file: written again, after 1 failure");
}

TEST(a_disk_that_takes_every_other_write_is_told_once)
{
    struct storage_faults faults = {0};
    char text[STORAGE_TEXT_SIZE];
    int told = 0;
    for (int64_t ms = 0; ms < STORAGE_TOLD_MS; ms += 500) {
        told += storage_faults_failed(&faults, STORAGE_MATCH, ms, "no space", text);
        told += storage_faults_worked(&faults, STORAGE_MATCH, ms + 250, text);
    }
    assert_int_equal(told, 1);
}

TEST_MAIN(NULL, NULL)
