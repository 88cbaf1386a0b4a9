#ifndef BOT_SERVICE_THINKER_H
#define BOT_SERVICE_THINKER_H
/*
 * Threads that think, so that the loop never does: one pool for all accounts. Requests
 * wait in a queue; a worker takes one after the other and hands it to the engine, with
 * a crew (engine/search/crew.h) of its own to help it with each; answers come back on the
 * loop's thread through a pipe. Everything here is called on the loop's thread.
 */

#include <stdbool.h>

#include "base/error.h"
#include "bot/player/decision.h"
#include "engine/engine.h"

struct event_base;
struct thinker;

typedef void thinker_callback(void *context, const struct decision_answer *answer);

enum { THINKER_WORKERS_MAX = 64, THINKER_REQUESTS_MAX = 192 };

/* Starts `workers` workers with `threads` threads each over `eng`, which must outlive
 * them: so many requests are thought about at the same time. NULL with `err`. */
struct thinker *thinker_new(struct event_base *base, const struct engine *eng,
                            int workers, int threads, struct error *err);

/* Stops what is being thought about, joins the threads; no callback comes any more. */
void thinker_free(struct thinker *thinker);

/* `callback` gets the answer on the loop's thread, unless it is cancelled before. False
 * when the queue is full. `strength` is copied; crew and stop in it are the thinker's.
 * Numbers of requests with the same context must differ. */
bool thinker_ask(struct thinker *thinker, const struct strength *strength,
                 const struct decision_request *request, thinker_callback *callback,
                 void *context);

/* Requests that wait or are thought about. */
long thinker_waiting(struct thinker *thinker);

/* No answer will come for this request any more. */
void thinker_cancel(struct thinker *thinker, const void *context, uint64_t number);

#endif
