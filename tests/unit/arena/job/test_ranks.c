/* Units on the threads of one program. tests/end_to_end/ranks.sh and ranks_end.sh have the
 * ranks of Open MPI. */
#define _GNU_SOURCE /* pthread_attr_setdefault_np() */
#include <stdint.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "arena/job/ranks.h"
#include "tests/unit/test_case.h"

enum { UNITS = 500, RESULT_MOST = 40 };

struct job {
    atomic_int begun[UNITS]; /* how often */
    int taken[UNITS];
    int64_t last; /* taken */
    bool is_wrong, is_mixed;
};

static size_t square_of_unit(void *context, int64_t unit, int thread, void *result)
{
    struct job *job = context;
    const size_t size = sizeof unit + (size_t)unit % (RESULT_MOST - sizeof unit);
    int64_t square = unit * unit;
    atomic_fetch_add(&job->begun[unit], 1);
    memset(result, (int)(unit % 100), size);
    memcpy(result, &square, sizeof square);
    return size;
}

static void take_square(void *context, int64_t unit, const void *result, size_t size)
{
    struct job *job = context;
    int64_t square;
    memcpy(&square, result, sizeof square);
    job->taken[unit]++;
    job->is_wrong |= square != unit * unit ||
                     size != sizeof unit + (size_t)unit % (RESULT_MOST - sizeof unit) ||
                     (size > sizeof square &&
                      ((const char *)result)[size - 1] != (char)(unit % 100));
    job->is_mixed |= unit < job->last;
    job->last = unit;
}

static bool unit_is_odd(void *context, int64_t unit)
{
    return unit % 2 != 0;
}

static const struct ranks_work work = {
    .result_max = RESULT_MOST, .work = square_of_unit, .take = take_square};

static struct ranks *open_job(struct job *job, const struct ranks_work *like,
                              int threads)
{
    struct ranks_work own = *like;
    memset(job, 0, sizeof *job);
    own.context = job;
    struct ranks *ranks = ranks_open(&own, threads, NULL);
    assert_non_null(ranks);
    return ranks;
}

TEST(each_unit_is_done_once_and_its_own_result_taken)
{
    static struct job job;
    for (int threads = 1; threads <= 8; threads *= 2) {
        struct ranks *ranks = open_job(&job, &work, threads);
        assert_true(ranks_run(ranks, 0, 100, NULL));
        assert_true(ranks_run(ranks, 100, UNITS - 100, NULL));
        for (int i = 0; i < UNITS; i++) {
            assert_int_equal(atomic_load(&job.begun[i]), 1);
            assert_int_equal(job.taken[i], 1);
        }
        assert_false(job.is_wrong);
        assert_true(threads > 1 || !job.is_mixed);
        assert_int_equal(ranks_cost(ranks).units, 0);
        ranks_close(ranks);
    }
}

TEST(only_wanted_units_are_done)
{
    static struct job job;
    struct ranks_work odd = work;
    odd.is_wanted = unit_is_odd;
    struct ranks *ranks = open_job(&job, &odd, 3);
    assert_true(ranks_run(ranks, 10, UNITS - 20, NULL));
    ranks_close(ranks);
    for (int i = 0; i < UNITS; i++) {
        int wanted = i >= 10 && i < UNITS - 10 && i % 2 != 0;
        assert_int_equal(atomic_load(&job.begun[i]), wanted);
        assert_int_equal(job.taken[i], wanted);
    }
}

static bool unit_is_asked_for(void *context, int64_t unit)
{
    ((struct job *)context)->last = unit;
    return true;
}

static bool ten_are_taken(void *context)
{
    int taken = 0;
    for (int i = 0; i < UNITS; i++) {
        taken += ((const struct job *)context)->taken[i];
    }
    return taken >= 10;
}

TEST(a_run_that_is_over_asks_for_no_other_unit)
{
    static struct job job;
    struct ranks_work over = work;
    over.is_wanted = unit_is_asked_for;
    over.is_over = ten_are_taken;
    struct ranks *ranks = open_job(&job, &over, 3);
    assert_true(ranks_run(ranks, 0, UNITS, NULL));
    ranks_close(ranks);
    assert_int_equal(job.taken[0], 1);
    assert_true(job.last < 13); /* three were begun before the tenth was taken */
}

TEST(threads_that_cannot_be_started_are_an_error_and_nothing_is_done)
{
    static struct job job;
    struct error err = {0};
    pthread_attr_t usual, huge;
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_init(&huge), 0);
    assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 47), 0);
    assert_int_equal(pthread_setattr_default_np(&huge), 0);
    struct ranks *ranks = open_job(&job, &work, 4);
    assert_false(ranks_run(ranks, 0, UNITS, &err));
    assert_non_null(strstr(err.text, "4 threads cannot be started: "));
    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    for (int i = 0; i < UNITS; i++) {
        assert_int_equal(atomic_load(&job.begun[i]), 0);
    }
    assert_true(ranks_run(ranks, 0, UNITS, &err)); /* with room again */
    assert_int_equal(job.taken[UNITS - 1], 1);
    ranks_close(ranks);
    (void)pthread_attr_destroy(&huge);
    (void)pthread_attr_destroy(&usual);
}

TEST(program_alone_is_the_first_of_one_rank)
{
    struct error err = {0};
    assert_int_equal(ranks_count(), 1);
    assert_true(ranks_is_first());
    assert_true(ranks_agree("weights", "any", &err));
    assert_int_equal(ranks_share(7), 7);
    assert_int_equal(ranks_end(3, 3), 3);
    assert_string_equal(ranks_name().text, "rank 0 of 1");
}

TEST_MAIN(NULL, NULL)
