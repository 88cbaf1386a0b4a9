/* Threads that think: answers come on the loop, cancelled ones never. */
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "bot/service/worker_pool.h"
#include "engine/board/position.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

enum { REQUESTS = 20 };

struct desk {
    struct event_base *base;
    struct worker_pool *pool;
    struct strength strength;
    int answers, wanted;
    uint64_t seen;
};

static struct desk desk;

static void on_answer(void *context, const struct decision_answer *answer)
{
    struct desk *d = context;
    d->answers++;
    d->seen |= 1ULL << answer->number;
    if (d->answers == d->wanted) {
        (void)event_base_loopbreak(d->base);
    }
}

static int open_desk(void **state)
{
    struct error err;
    memset(&desk, 0, sizeof desk);
    desk.strength = strength_default();
    desk.strength.play_ply = desk.strength.cube_ply = 0;
    desk.base = event_base_new();
    desk.pool = worker_pool_new(desk.base, eng, 2, 2, &err);
    return desk.pool != NULL ? 0 : -1;
}

static int close_desk(void **state)
{
    worker_pool_free(desk.pool);
    event_base_free(desk.base);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, open_desk, close_desk)

static void ask(uint64_t number)
{
    struct decision_request request = {
        .number = number, .kind = DECISION_PLAY, .roll = {6, 1}, .is_my_turn = true};
    position_start(&request.pos);
    request.ms = match_state_money();
    assert_true(worker_pool_ask(desk.pool, &desk.strength, &request, on_answer, &desk));
}

/* Runs the loop until all wanted answers are there, a minute at most. */
static void run(int wanted)
{
    struct timeval limit = {.tv_sec = 60};
    desk.wanted = wanted;
    (void)event_base_loopexit(desk.base, &limit);
    (void)event_base_dispatch(desk.base);
}

CASE(every_request_is_answered_once)
{
    for (uint64_t i = 1; i <= REQUESTS; i++) {
        ask(i);
    }
    run(REQUESTS);
    assert_int_equal(desk.answers, REQUESTS);
    assert_true(desk.seen == ((1ULL << (REQUESTS + 1)) - 2));
}

CASE(cancelled_requests_are_not_answered)
{
    for (uint64_t i = 1; i <= REQUESTS; i++) {
        ask(i);
    }
    for (uint64_t i = 2; i <= REQUESTS; i++) {
        worker_pool_cancel(desk.pool, &desk, i);
    }
    ask(40);
    run(2);
    struct timeval moment = {.tv_usec = 50000};
    (void)event_base_loopexit(desk.base, &moment);
    (void)event_base_dispatch(desk.base);
    assert_int_equal(desk.answers, 2);
    assert_true(desk.seen == (1ULL << 1 | 1ULL << 40));
}

/* The loop does not run: nothing is delivered. */
CASE(a_request_that_a_thread_has_begun_is_queued_no_more)
{
    ask(1);
    for (int i = 0; i < 6000 && worker_pool_waiting(desk.pool) > 0; i++) {
        (void)usleep(10000);
    }
    assert_int_equal(worker_pool_waiting(desk.pool), 0);
    assert_int_equal(desk.answers, 0);
}

CASE(closing_with_work_left_is_clean)
{
    for (uint64_t i = 1; i <= REQUESTS; i++) {
        ask(i);
    }
    assert_int_equal(desk.answers, 0); /* none comes outside the loop */
}

TEST_MAIN(open_engine, close_engine)
