#include "bot/local/local_server.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "server/fibsd.h"
#include "server/server.h"

/* After the start everything but `stop` belongs to the thread. */
struct local_server {
    struct fibsd *core;
    struct event_base *base;
    struct fibsd_server *listener;
    struct event *on_stop;
    int stop[2]; /* a pipe: the end of the thread */
    int port;
    bool is_started;
    pthread_t thread;
};

static void *serve(void *arg)
{
    struct local_server *server = arg;
    (void)event_base_dispatch(server->base);
    return NULL;
}

static void on_stop(evutil_socket_t fd, short what, void *arg)
{
    struct local_server *server = arg;
    (void)fd;
    (void)what;
    (void)event_base_loopexit(server->base, NULL);
}

/* Signals are for the bot's loop. */
static bool start_thread(struct local_server *server)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    server->is_started = pthread_create(&server->thread, NULL, serve, server) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return server->is_started;
}

/* Dice that nobody can foresee, as far as a server of this kind needs it. */
static uint64_t seed_now(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed) {
        seed = (uint64_t)time(NULL) * 0x9e3779b97f4a7c15U;
    }
    return seed;
}

static bool open_core(struct local_server *server)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.seed = seed_now();
    config.epoch_s = (int64_t)time(NULL);
    server->core = fibsd_new(&config);
    return server->core != NULL;
}

static bool add_bot(struct local_server *server,
                    const struct local_server_options *options, struct error *err)
{
    bool is_there =
        fibsd_has_account(server->core, options->bot)
            ? fibsd_set_password(server->core, options->bot, options->bot_password)
            : fibsd_add_account(server->core, options->bot, options->bot_password,
                                options->bot_rating, options->bot_experience);
    if (!is_there) {
        error_set(err, "\"%s\" cannot be a name: expected letters and _", options->bot);
    }
    return is_there;
}

static bool open_loop(struct local_server *server,
                      const struct local_server_options *options, struct error *err)
{
    const struct fibsd_server_options listen = {.address = "127.0.0.1",
                                                .port = options->port,
                                                .state_file = options->state_file};
    struct error why;
    server->base = event_base_new();
    if (server->base == NULL || pipe(server->stop) != 0) {
        error_set(err, "cannot make the loop of the local server: %s", strerror(errno));
        return false;
    }
    server->on_stop =
        event_new(server->base, server->stop[0], EV_READ, on_stop, server);
    if (server->on_stop == NULL || event_add(server->on_stop, NULL) != 0) {
        error_set(err, "cannot make an event of the local server");
        return false;
    }
    server->listener = server_new(server->base, server->core, &listen, &why);
    if (server->listener == NULL) {
        error_set(err, "local server: %.200s", why.text);
        return false;
    }
    server->port = server_port(server->listener);
    return true;
}

struct local_server *local_server_open(const struct local_server_options *options,
                                       struct error *err)
{
    struct local_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        error_set(err, "no memory for the local server");
        return NULL;
    }
    server->stop[0] = server->stop[1] = -1;
    (void)signal(SIGPIPE, SIG_IGN);
    if (!open_core(server)) {
        error_set(err, "no memory for the local server");
    } else if (open_loop(server, options, err) && add_bot(server, options, err)) {
        if (start_thread(server)) {
            return server;
        }
        error_set(err, "cannot start the thread of the local server");
    }
    local_server_close(server);
    return NULL;
}

void local_server_close(struct local_server *server)
{
    if (server == NULL) {
        return;
    }
    if (server->is_started) {
        (void)!write(server->stop[1], "!", 1);
        (void)pthread_join(server->thread, NULL);
    }
    server_free(server->listener);
    if (server->on_stop != NULL) {
        event_free(server->on_stop);
    }
    if (server->base != NULL) {
        event_base_free(server->base);
    }
    for (int i = 0; i < 2; i++) {
        if (server->stop[i] >= 0) {
            (void)close(server->stop[i]);
        }
    }
    fibsd_free(server->core);
    free(server);
}

int local_server_port(const struct local_server *server)
{
    return server->port;
}
