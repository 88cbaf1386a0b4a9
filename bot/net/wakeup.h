#pragma once
/* Wakes the event loop from other threads, through a pipe. */

struct event_base;

struct wakeup;

/* Called on the loop's thread after wakeup_signal(). Signals that arrive while the loop
 * is busy may share one call; one signal may also cause several. May free the wakeup. */
typedef void wakeup_callback(void *context);

/* Calls `callback` with `context` on the loop of `base`, which must outlive the wakeup.
 * NULL, with errno set, when there is no memory, pipe or event. */
struct wakeup *wakeup_new(struct event_base *base, wakeup_callback *callback,
                          void *context);

/* Frees it. No thread may signal it any more. `wakeup` may be NULL. */
void wakeup_free(struct wakeup *wakeup);

/* Wakes the loop. May be called on any thread; never blocks and never fails. */
void wakeup_signal(struct wakeup *wakeup);
