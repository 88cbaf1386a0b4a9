/* The team: every part is done once, whatever the number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/team.h"

enum { PARTS_MAX = 40 };

struct tally {
    int parts;
    atomic_int done[PARTS_MAX];
};

static void count_part(void *context, int part, int parts)
{
    struct tally *tally = context;
    tally->done[part] += parts == tally->parts;
}

static void check_parts(struct team *team, int parts, int times)
{
    struct tally tally = {.parts = parts};
    for (int i = 0; i < times; i++) {
        team_run(team, parts, count_part, &tally);
    }
    for (int part = 0; part < PARTS_MAX; part++) {
        assert_int_equal(tally.done[part], part < parts ? times : 0);
    }
}

static void every_part_is_done_once_each_time(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads++) {
        struct team *team = team_new(threads);
        assert_non_null(team);
        for (int parts = 1; parts <= PARTS_MAX; parts += 3) {
            check_parts(team, parts, 20);
        }
        team_free(team);
    }
}

static void no_team_works_alone(void **state)
{
    (void)state;
    check_parts(NULL, 7, 3);
    team_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_done_once_each_time),
        cmocka_unit_test(no_team_works_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
