#ifndef BOT_NET_WAKEUP_H
#define BOT_NET_WAKEUP_H
/* A bell that other threads ring when they have something for the thread of the loop. */

struct event_base;

struct wakeup;

/* Called on the loop's thread, once or more after a ring: rings that come while the loop
 * is busy may be answered together. It may free the bell. */
typedef void wakeup_callback(void *context);

/* NULL with errno. */
struct wakeup *wakeup_new(struct event_base *base, wakeup_callback *callback,
                          void *context);

/* No thread may ring it any more. `bell` may be NULL. */
void wakeup_free(struct wakeup *wakeup);

/* On any thread; never waits and never fails. */
void wakeup_signal(struct wakeup *wakeup);

#endif
