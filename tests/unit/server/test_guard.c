/* The table of those who try passwords and make accounts. */
#include <stdint.h>

#include "server/guard.h"
#include "tests/unit/test_case.h"

static struct guard guard;

static int set_up(void **state)
{
    guard = (struct guard){.all.count = 0};
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, NULL)

CASE(delay_doubles_up_to_a_minute)
{
    static const int want_s[] = {0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60};
    for (size_t i = 0; i < sizeof want_s / sizeof want_s[0]; i++) {
        guard_note_wrong(&guard, "192.0.2.1", "anna", 1000, 5000);
        int64_t opens_at = guard_opens_at(&guard, "192.0.2.1", "anna");
        assert_int_equal(opens_at, want_s[i] == 0 ? 0 : 5000 + want_s[i] * 1000);
    }
    assert_int_equal(guard_opens_at(&guard, "192.0.2.2", "anna"), 0);
    assert_int_equal(guard_opens_at(&guard, "192.0.2.1", "bert"), 0);
}

CASE(silence_and_success_are_forgiven)
{
    for (int i = 0; i < 6; i++) {
        guard_note_wrong(&guard, "192.0.2.1", "anna", 1000, 0);
        guard_note_wrong(&guard, "192.0.2.1", "bert", 1000, 0);
    }
    guard_note_right(&guard, "192.0.2.1", "anna");
    assert_int_equal(guard_opens_at(&guard, "192.0.2.1", "anna"), 0);
    guard_note_wrong(&guard, "192.0.2.1", "bert", 1000, GUARD_FORGETS_MS + 1);
    assert_in_range(guard_opens_at(&guard, "192.0.2.1", "bert"), 0, GUARD_FORGETS_MS);
}

/* One who tries many names can push others out of the table, but no more than that. */
CASE(full_table_loses_the_stalest)
{
    for (int i = 0; i < 5; i++) {
        guard_note_wrong(&guard, "192.0.2.1", "anna", 1000, 1);
    }
    for (int i = 0; i < GUARD_ROWS; i++) {
        char name[20];
        FORMAT_TEXT(name, "n%d", i);
        guard_note_wrong(&guard, "192.0.2.1", name, 1000, i == 200 ? 2000 : 1000);
    }
    assert_int_equal(guard_opens_at(&guard, "192.0.2.1", "anna"), 0);
    for (int i = 0; i < 5; i++) {
        guard_note_wrong(&guard, "192.0.2.1", "n200", 1000, 3000);
    }
    assert_true(guard_opens_at(&guard, "192.0.2.1", "n200") > 0);
}

CASE(accounts_are_counted_by_the_hour)
{
    assert_true(guard_lets_in(&guard, "192.0.2.1", 1, 3, 10));
    assert_false(guard_lets_in(&guard, "192.0.2.1", 1, 3, 10));
    assert_true(guard_lets_in(&guard, "192.0.2.2", 1, 3, 10));
    assert_true(guard_lets_in(&guard, "127.0.0.1", 1, 3, 10));
    assert_false(guard_lets_in(&guard, "127.0.0.1", 1, 3, 10)); /* of all */
    assert_true(guard_lets_in(&guard, "127.0.0.1", 0, 0, 10));
    assert_true(guard_lets_in(&guard, "192.0.2.1", 1, 3, 10 + GUARD_HOUR_MS));
}

TEST_MAIN(NULL, NULL)
