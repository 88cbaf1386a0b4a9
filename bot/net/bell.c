#include "bot/net/bell.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include <event2/event.h>
#include <event2/util.h>

enum { READ_END, WRITE_END, ENDS };

struct bell {
    int pipe[ENDS]; /* a byte for each ring */
    struct event *on_ring;
    bell_callback *callback;
    void *context;
};

static void on_ring(evutil_socket_t fd, short what, void *arg)
{
    const struct bell *bell = arg;
    char bytes[64];
    (void)what;
    while (read((int)fd, bytes, sizeof bytes) > 0) {
    }
    bell->callback(bell->context);
}

static bool open_pipe(struct bell *bell, struct event_base *base)
{
    if (pipe(bell->pipe) != 0) {
        return false;
    }
    for (int i = 0; i < ENDS; i++) {
        if (evutil_make_socket_nonblocking(bell->pipe[i]) != 0 ||
            evutil_make_socket_closeonexec(bell->pipe[i]) != 0) {
            return false;
        }
    }
    bell->on_ring =
        event_new(base, bell->pipe[READ_END], EV_READ | EV_PERSIST, on_ring, bell);
    return bell->on_ring != NULL && event_add(bell->on_ring, NULL) == 0;
}

struct bell *bell_new(struct event_base *base, bell_callback *callback, void *context)
{
    struct bell *bell = malloc(sizeof *bell);
    if (bell == NULL) {
        return NULL;
    }
    *bell = (struct bell){{-1, -1}, NULL, callback, context};
    if (!open_pipe(bell, base)) {
        int reason = errno;
        bell_free(bell);
        errno = reason;
        return NULL;
    }
    return bell;
}

void bell_free(struct bell *bell)
{
    if (bell == NULL) {
        return;
    }
    if (bell->on_ring != NULL) {
        event_free(bell->on_ring);
    }
    for (int i = 0; i < ENDS; i++) {
        if (bell->pipe[i] >= 0) {
            (void)close(bell->pipe[i]);
        }
    }
    free(bell);
}

/* A full pipe is as good as a byte more. */
void bell_ring(struct bell *bell)
{
    ssize_t wrote;
    do {
        wrote = write(bell->pipe[WRITE_END], "!", 1);
    } while (wrote < 0 && errno == EINTR);
}
