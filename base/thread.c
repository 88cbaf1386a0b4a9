#include "base/thread.h"

#include <errno.h>
#include <signal.h>

/* A thread inherits the signal mask of the one that creates it. */
bool thread_start(pthread_t *thread, void *(*body)(void *context), void *context)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int reason = pthread_create(thread, NULL, body, context);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason != 0 ? reason : errno;
    return reason == 0;
}
