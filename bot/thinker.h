#ifndef BOT_THINKER_H
#define BOT_THINKER_H
/*
 * Threads that think, so that the loop never does. Requests wait in a queue; a worker
 * hands one after the other to the engine, with a crew (engine/crew.h) to help it with
 * each; answers come back on the loop's thread through a pipe. Everything here is
 * called on the loop's thread.
 */

#include <stdbool.h>

#include "bot/decision.h"
#include "engine/engine.h"
#include "engine/error.h"

struct event_base;
struct thinker;

typedef void thinker_callback(void *context, const struct decision_answer *answer);

/* Starts `threads` threads over `eng`, which must outlive them; together they think
 * about one request at a time. NULL with `err`. */
struct thinker *thinker_new(struct event_base *base, const struct engine *eng,
                            const struct strength *strength, int threads,
                            struct engine_error *err);

/* Stops what is being thought about, joins the threads; no callback comes any more. */
void thinker_free(struct thinker *thinker);

/* `callback` gets the answer on the loop's thread, unless it is cancelled before. False
 * when the queue is full. Request numbers must differ. */
bool thinker_ask(struct thinker *thinker, const struct decision_request *request,
                 thinker_callback *callback, void *context);

/* No answer will come for this request any more. */
void thinker_cancel(struct thinker *thinker, const void *context, uint64_t number);

#endif
