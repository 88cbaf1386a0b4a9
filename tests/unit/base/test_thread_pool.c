/* The team: every part is done once, whatever the number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/thread_pool.h"

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

static void check_parts(struct thread_pool *pool, int parts, int times)
{
    struct tally tally = {.parts = parts};
    for (int i = 0; i < times; i++) {
        thread_pool_run(pool, parts, count_part, &tally);
    }
    for (int part = 0; part < PARTS_MAX; part++) {
        assert_int_equal(tally.done[part], part < parts ? times : 0);
    }
}

static void every_part_is_done_once_each_time(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads++) {
        struct thread_pool *pool = thread_pool_new(threads);
        assert_non_null(pool);
        for (int parts = 1; parts <= PARTS_MAX; parts += 3) {
            check_parts(pool, parts, 20);
        }
        thread_pool_free(pool);
    }
}

static void no_pool_works_alone(void **state)
{
    (void)state;
    check_parts(NULL, 7, 3);
    thread_pool_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_done_once_each_time),
        cmocka_unit_test(no_pool_works_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
