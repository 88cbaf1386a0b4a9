#ifndef BOT_NET_BELL_H
#define BOT_NET_BELL_H
/* A bell that other threads ring when they have something for the thread of the loop. */

struct event_base;

struct bell;

/* Called on the loop's thread, once or more after a ring: rings that come while the loop
 * is busy may be answered together. It may free the bell. */
typedef void bell_callback(void *context);

/* NULL with errno. */
struct bell *bell_new(struct event_base *base, bell_callback *callback, void *context);

/* No thread may ring it any more. `bell` may be NULL. */
void bell_free(struct bell *bell);

/* On any thread; never waits and never fails. */
void bell_ring(struct bell *bell);

#endif
