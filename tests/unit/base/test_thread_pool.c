/* The pool: every unit is done once, whatever the number of threads. */
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

#include "base/thread_pool.h"
#include "tests/unit/test_case.h"

enum { UNITS_MAX = 40, THREADS_MAX = 6 };

struct tally {
    atomic_int done[UNITS_MAX];
    atomic_int at_work[THREADS_MAX]; /* by thread: more than one at a time is a fault */
    atomic_int faults;
    atomic_int by_caller;
    atomic_int watched;
    int wait_ms; /* of each unit */
};

static void wait_ms(int ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    (void)nanosleep(&time, NULL);
}

static void count_unit(void *context, int64_t unit, int thread)
{
    struct tally *tally = context;
    tally->faults += tally->at_work[thread]++ != 0;
    tally->done[unit]++;
    tally->by_caller += thread == 0;
    if (tally->wait_ms > 0) {
        wait_ms(tally->wait_ms);
    }
    tally->at_work[thread]--;
}

static void assert_done(const struct tally *tally, int units, int times)
{
    for (int unit = 0; unit < UNITS_MAX; unit++) {
        assert_int_equal(tally->done[unit], unit < units ? times : 0);
    }
    assert_int_equal(tally->faults, 0);
}

static void check_units(struct thread_pool *pool, int units, int times)
{
    struct tally tally = {.wait_ms = 0};
    for (int i = 0; i < times; i++) {
        thread_pool_run(pool, units, count_unit, &tally);
    }
    assert_done(&tally, units, times);
}

TEST(every_part_is_done_once_each_time)
{
    for (int threads = 1; threads <= 5; threads++) {
        struct thread_pool *pool = thread_pool_new(threads);
        assert_non_null(pool);
        for (int units = 1; units <= UNITS_MAX; units += 3) {
            check_units(pool, units, 20);
        }
        check_units(pool, 0, 20);
        thread_pool_free(pool);
    }
}

TEST(no_pool_works_alone)
{
    check_units(NULL, 7, 3);
    thread_pool_free(NULL);
}

TEST(a_loop_in_two_halves_does_every_unit_once)
{
    for (int helpers = 0; helpers <= 5; helpers++) {
        struct thread_pool *pool = thread_pool_new(4);
        assert_non_null(pool);
        for (int i = 0; i < 50; i++) {
            struct tally tally = {.wait_ms = 0};
            thread_pool_begin(pool, UNITS_MAX, helpers, count_unit, &tally);
            thread_pool_finish(pool);
            assert_done(&tally, UNITS_MAX, 1);
            assert_int_equal(thread_pool_left(pool), 0);
        }
        thread_pool_free(pool);
    }
}

TEST(only_so_many_helpers_begin)
{
    struct thread_pool *pool = thread_pool_new(5);
    struct tally none = {.wait_ms = 0}, one = {.wait_ms = 20};
    assert_non_null(pool);
    thread_pool_begin(pool, 3, 0, count_unit, &none);
    wait_ms(50);
    assert_int_equal(thread_pool_left(pool), 3);
    assert_done(&none, 0, 0);
    thread_pool_finish(pool);
    assert_done(&none, 3, 1);
    thread_pool_begin(pool, 4, 1, count_unit, &one);
    for (int left; (left = (int)thread_pool_left(pool)) > 0;) {
        int done = 0;
        for (int unit = 0; unit < 4; unit++) {
            done += one.done[unit];
        }
        assert_true(left >= 4 - done - 1);
        assert_int_equal(
            one.at_work[0] + one.at_work[2] + one.at_work[3] + one.at_work[4], 0);
        wait_ms(1);
    }
    thread_pool_finish(pool);
    assert_done(&one, 4, 1);
    thread_pool_free(pool);
}

TEST(a_loop_that_is_not_finished_is_given_up)
{
    struct tally tally = {.wait_ms = 5};
    struct thread_pool *pool = thread_pool_new(3);
    int done = 0;
    assert_non_null(pool);
    thread_pool_begin(pool, UNITS_MAX, 1, count_unit, &tally);
    wait_ms(10);
    thread_pool_free(pool);
    for (int unit = 0; unit < UNITS_MAX; unit++) {
        assert_true(tally.done[unit] <= 1);
        done += tally.done[unit];
    }
    assert_true(done < UNITS_MAX);
    assert_int_equal(tally.at_work[1], 0);
}

static void count_watch(void *context)
{
    struct tally *tally = context;
    tally->watched++;
}

TEST(the_caller_tells_until_all_have_ended)
{
    struct tally tally = {.wait_ms = 300}, quick = {.wait_ms = 0};
    struct thread_pool *pool = thread_pool_new(3);
    assert_non_null(pool);
    thread_pool_watch(pool, 8, count_unit, count_watch, &tally);
    assert_done(&tally, 8, 1);
    assert_int_equal(tally.by_caller, 0);
    assert_true(tally.watched >= 1);
    thread_pool_watch(pool, UNITS_MAX, count_unit, count_watch, &quick);
    assert_done(&quick, UNITS_MAX, 1);
    thread_pool_free(pool);
}

TEST(without_a_second_thread_the_watcher_works)
{
    struct tally tally = {.wait_ms = 0};
    struct thread_pool *pool = thread_pool_new(1);
    thread_pool_watch(pool, 5, count_unit, count_watch, &tally);
    thread_pool_watch(NULL, 5, count_unit, count_watch, &tally);
    assert_done(&tally, 5, 2);
    assert_int_equal(tally.by_caller, 10);
    thread_pool_free(pool);
}

TEST_MAIN(NULL, NULL)
