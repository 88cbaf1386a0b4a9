#pragma once
/*
 * Worker threads that run the engine, so that the loop never does: one pool for all
 * accounts. Requests wait in a queue. Each worker takes one at a time and passes it to
 * the engine, helped by search threads of its own (engine/search/search_threads.h).
 * Answers come back to the loop's thread through a wakeup (bot/net/wakeup.h). All
 * functions are called on the loop's thread.
 */

#include <stdbool.h>

#include "base/error.h"
#include "bot/player/decision.h"
#include "engine/engine.h"

struct event_base;
struct worker_pool;

typedef void worker_pool_callback(void *context, const struct decision_answer *answer);

enum { WORKER_POOL_THREADS_MAX = 64, WORKER_POOL_REQUESTS_MAX = 192 };

/* Starts `workers` workers, each with `threads` search threads, so that `workers`
 * requests run at the same time. `base` and `eng` must outlive the pool. NULL with
 * `err`. */
struct worker_pool *worker_pool_new(struct event_base *base, const struct engine *eng,
                                    int workers, int threads, struct error *err);

/* Stops running requests, joins the threads and frees the pool. No callback is called
 * any more. */
void worker_pool_free(struct worker_pool *pool);

/* Queues a request. `callback` gets the answer on the loop's thread, unless the request
 * is cancelled before. `strength` and `request` are copied; the worker sets the search
 * threads and the stop flag of its copy. Requests with the same context need different
 * numbers. False when the queue is full. */
bool worker_pool_ask(struct worker_pool *pool, const struct strength *strength,
                     const struct decision_request *request,
                     worker_pool_callback *callback, void *context);

/* Returns the number of requests that no thread has begun. */
long worker_pool_waiting(struct worker_pool *pool);

/* Cancels a request: its callback is not called. Does nothing if there is no such one. */
void worker_pool_cancel(struct worker_pool *pool, const void *context, uint64_t number);
