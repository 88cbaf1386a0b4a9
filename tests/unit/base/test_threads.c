/* Threads that share a job: each is called once, and the caller tells meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#include "base/threads.h"

struct tally {
    atomic_int calls[THREADS_MAX + 1];
    atomic_int told;
    atomic_int needed; /* times it has to be told before the threads end */
};

static void count_call(void *context, int n)
{
    struct tally *tally = context;
    const struct timespec moment = {.tv_nsec = 1000000};
    tally->calls[n]++;
    while (tally->told < tally->needed) {
        (void)nanosleep(&moment, NULL);
    }
}

static void count_tell(void *context)
{
    struct tally *tally = context;
    tally->told++;
}

static void every_thread_is_called_once(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 7, THREADS_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct tally tally = {.needed = 0};
        assert_int_equal(threads_run(counts[i], count_call, NULL, &tally), counts[i]);
        for (int n = 0; n <= THREADS_MAX; n++) {
            assert_int_equal(tally.calls[n], n < counts[i]);
        }
    }
}

static void the_caller_tells_until_all_have_ended(void **state)
{
    (void)state;
    struct tally tally = {.needed = 1};
    assert_int_equal(threads_run(3, count_call, count_tell, &tally), 3);
    assert_in_range(tally.told, 1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_is_called_once),
        cmocka_unit_test(the_caller_tells_until_all_have_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
