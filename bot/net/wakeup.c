#include "bot/net/wakeup.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include <event2/event.h>
#include <event2/util.h>

enum { READ_END, WRITE_END, ENDS };

struct wakeup {
    int pipe[ENDS]; /* one byte for each signal */
    struct event *readable;
    wakeup_callback *callback;
    void *context;
};

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
    const struct wakeup *wakeup = arg;
    char bytes[64];
    (void)what;
    while (read((int)fd, bytes, sizeof bytes) > 0) {
    }
    wakeup->callback(wakeup->context);
}

static bool open_pipe(struct wakeup *wakeup, struct event_base *base)
{
    if (pipe(wakeup->pipe) != 0) {
        return false;
    }
    for (int i = 0; i < ENDS; i++) {
        if (evutil_make_socket_nonblocking(wakeup->pipe[i]) != 0 ||
            evutil_make_socket_closeonexec(wakeup->pipe[i]) != 0) {
            return false;
        }
    }
    wakeup->readable = event_new(base, wakeup->pipe[READ_END], EV_READ | EV_PERSIST,
                                 on_readable, wakeup);
    return wakeup->readable != NULL && event_add(wakeup->readable, NULL) == 0;
}

struct wakeup *wakeup_new(struct event_base *base, wakeup_callback *callback,
                          void *context)
{
    struct wakeup *wakeup = malloc(sizeof *wakeup);
    if (wakeup == NULL) {
        return NULL;
    }
    *wakeup = (struct wakeup){{-1, -1}, NULL, callback, context};
    if (!open_pipe(wakeup, base)) {
        int reason = errno;
        wakeup_free(wakeup);
        errno = reason;
        return NULL;
    }
    return wakeup;
}

void wakeup_free(struct wakeup *wakeup)
{
    if (wakeup == NULL) {
        return;
    }
    if (wakeup->readable != NULL) {
        event_free(wakeup->readable);
    }
    for (int i = 0; i < ENDS; i++) {
        if (wakeup->pipe[i] >= 0) {
            (void)close(wakeup->pipe[i]);
        }
    }
    free(wakeup);
}

/* A full pipe wakes the loop as well: the byte may be dropped. */
void wakeup_signal(struct wakeup *wakeup)
{
    ssize_t wrote;
    do {
        wrote = write(wakeup->pipe[WRITE_END], "!", 1);
    } while (wrote < 0 && errno == EINTR);
}
