#pragma once
/*
 * Starts a thread beside a loop. The thread takes no signals: they are for the loop.
 */

#include <pthread.h>
#include <stdbool.h>

/* Returns false, with errno set, if the system has no room for a thread; `*thread` is then
 * undefined. The caller joins the thread with pthread_join(). */
bool thread_start(pthread_t *thread, void *(*body)(void *context), void *context);
