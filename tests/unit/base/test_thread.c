/* A thread beside a loop takes no signals, and the caller keeps its own. */
#include <signal.h>

#include "base/thread.h"
#include "tests/unit/test_case.h"

static void *note_mask(void *context)
{
    (void)pthread_sigmask(SIG_SETMASK, NULL, context);
    return NULL;
}

TEST(test_thread_blocks_signals_and_caller_does_not)
{
    sigset_t inside, before, after;
    pthread_t thread;
    assert_int_equal(sigemptyset(&before), 0);
    assert_int_equal(sigaddset(&before, SIGUSR2), 0);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &before, NULL), 0);
    assert_true(thread_start(&thread, note_mask, &inside));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &after), 0);
    assert_true(sigismember(&inside, SIGTERM));
    assert_true(sigismember(&inside, SIGALRM));
    assert_true(sigismember(&after, SIGUSR2));
    assert_false(sigismember(&after, SIGTERM));
}

TEST_MAIN(NULL, NULL)
