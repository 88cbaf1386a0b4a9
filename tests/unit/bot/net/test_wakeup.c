/* Waking the loop from other threads. */
#include <pthread.h>
#include <stdbool.h>

#include <event2/event.h>

#include "bot/net/wakeup.h"
#include "tests/unit/test_case.h"

enum { RINGERS = 4, RINGS = 50000 }; /* far more than a pipe holds */

struct hearer {
    struct event_base *base;
    struct wakeup *wakeup;
    pthread_t thread;
    int heard;
    bool is_elsewhere; /* heard on another thread than the loop's */
};

static int open_hearer(void **state)
{
    static struct hearer hearer;
    hearer = (struct hearer){.base = event_base_new(), .thread = pthread_self()};
    assert_non_null(hearer.base);
    *state = &hearer;
    return 0;
}

static int close_hearer(void **state)
{
    struct hearer *hearer = *state;
    wakeup_free(hearer->wakeup);
    event_base_free(hearer->base);
    return 0;
}

static void hear(void *context)
{
    struct hearer *hearer = context;
    hearer->heard++;
    hearer->is_elsewhere |= !pthread_equal(pthread_self(), hearer->thread);
}

static void look(struct hearer *hearer)
{
    (void)event_base_loop(hearer->base, EVLOOP_NONBLOCK);
}

static void *ring_often(void *wakeup)
{
    for (int i = 0; i < RINGS; i++) {
        wakeup_signal(wakeup);
    }
    return NULL;
}

TEST_WITH(no_ring_is_lost_and_none_waits_for_the_loop, open_hearer, close_hearer)
{
    struct hearer *hearer = *state;
    pthread_t ringers[RINGERS];
    hearer->wakeup = wakeup_new(hearer->base, hear, hearer);
    assert_non_null(hearer->wakeup);
    look(hearer);
    assert_int_equal(hearer->heard, 0);
    for (int i = 0; i < RINGERS; i++) {
        assert_int_equal(pthread_create(&ringers[i], NULL, ring_often, hearer->wakeup),
                         0);
    }
    for (int i = 0; i < RINGERS; i++) {
        assert_int_equal(pthread_join(ringers[i], NULL), 0);
    }
    look(hearer);
    assert_int_equal(hearer->heard, 1);
    look(hearer);
    assert_int_equal(hearer->heard, 1);
    wakeup_signal(hearer->wakeup);
    look(hearer);
    assert_int_equal(hearer->heard, 2);
    assert_false(hearer->is_elsewhere);
}

static void hear_and_free(void *context)
{
    struct hearer *hearer = context;
    hear(hearer);
    wakeup_free(hearer->wakeup);
    hearer->wakeup = NULL;
}

TEST_WITH(who_hears_it_may_free_it, open_hearer, close_hearer)
{
    struct hearer *hearer = *state;
    hearer->wakeup = wakeup_new(hearer->base, hear_and_free, hearer);
    assert_non_null(hearer->wakeup);
    wakeup_signal(hearer->wakeup);
    wakeup_signal(hearer->wakeup);
    look(hearer);
    look(hearer);
    assert_int_equal(hearer->heard, 1);
}

TEST_MAIN(NULL, NULL)
