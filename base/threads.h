#ifndef BASE_THREADS_H
#define BASE_THREADS_H
/*
 * Threads that share a job of minutes or hours, while the caller tells how it goes.
 */

enum { THREADS_MAX = 64 };

/* Calls work(context, n) for each n from 0 to count - 1, on a thread each, and
 * tell(context) on the caller's thread about once a second; returns when all calls of
 * `work` have.
 *
 *   count  1..THREADS_MAX
 *   tell   may be NULL; what it shares with `work` is for the caller to lock
 *
 * A thread that cannot be started is left out, so `work` should take what is next rather
 * than a share of its own. Returns how many were started. */
int threads_run(int count, void (*work)(void *context, int n),
                void (*tell)(void *context), void *context);

#endif
