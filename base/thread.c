#include "base/thread.h"

#include <signal.h>

/* A thread inherits the signal mask of the one that creates it. */
bool thread_start(pthread_t *thread, void *(*body)(void *context), void *context)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(thread, NULL, body, context) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}
