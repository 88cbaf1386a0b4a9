#ifndef BOT_SERVICE_WORKER_POOL_H
#define BOT_SERVICE_WORKER_POOL_H
/*
 * Threads that think, so that the loop never does: one pool for all accounts. Requests
 * wait in a queue; a worker takes one after the other and hands it to the engine, with
 * search threads (engine/search/search threads.h) of its own to help it with each; answers come back on the
 * loop's thread through a pipe. Everything here is called on the loop's thread.
 */

#include <stdbool.h>

#include "base/error.h"
#include "bot/exchange/decision.h"
#include "engine/engine.h"

struct event_base;
struct worker_pool;

typedef void worker_pool_callback(void *context, const struct decision_answer *answer);

enum { WORKER_POOL_THREADS_MAX = 64, WORKER_POOL_REQUESTS_MAX = 192 };

/* Starts `workers` workers with `threads` threads each over `eng`, which must outlive
 * them: so many requests are thought about at the same time. NULL with `err`. */
struct worker_pool *worker_pool_new(struct event_base *base, const struct engine *eng,
                                    int workers, int threads, struct error *err);

/* Stops what is being thought about, joins the threads; no callback comes any more. */
void worker_pool_free(struct worker_pool *pool);

/* `callback` gets the answer on the loop's thread, unless it is cancelled before. False
 * when the queue is full. `strength` is copied; search threads and stop in it are the worker's.
 * Numbers of requests with the same context must differ. */
bool worker_pool_ask(struct worker_pool *pool, const struct strength *strength,
                     const struct decision_request *request,
                     worker_pool_callback *callback, void *context);

/* Requests that wait or are thought about. */
long worker_pool_waiting(struct worker_pool *pool);

/* No answer will come for this request any more. */
void worker_pool_cancel(struct worker_pool *pool, const void *context, uint64_t number);

#endif
