#include "bot/local/local_server.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include <event2/event.h>

#include "base/thread.h"
#include "bot/net/wakeup.h"
#include "server/bgammon/bgammond.h"
#include "server/fibsd.h"
#include "server/server.h"

/* What a kill can cost of a match at home. */
enum { SAVE_EVERY_MS = 250 };

/* After the start everything but the wakeups and `rating` belongs to the thread. */
struct local_server {
    struct fibsd *core; /* one of two kinds, the other one NULL */
    struct bgammond *bgammon_core;
    struct server *listener;
    struct event_base *base;
    struct wakeup *wakeup;      /* ends the thread */
    struct wakeup *rate_wakeup; /* `rating` is to be set */
    atomic_int rating;
    const char *rated; /* the first account */
    bool is_started;
    pthread_t thread;
};

static void *serve_locally(void *arg)
{
    struct local_server *server = arg;
    (void)event_base_dispatch(server->base);
    return NULL;
}

static void stop_serving(void *context)
{
    struct local_server *server = context;
    (void)event_base_loopexit(server->base, NULL);
}

static void set_rating(void *context)
{
    struct local_server *server = context;
    if (server->core != NULL) {
        (void)fibsd_set_rating(server->core, server->rated,
                               atomic_load(&server->rating));
    }
}

/* Returns a seed of the dice that players cannot predict. */
static uint64_t seed_now(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed) {
        seed = (uint64_t)time(NULL) * 0x9e3779b97f4a7c15U;
    }
    return seed;
}

/* On the thread of the server; see server_save_result(). */
static void on_result(void *context, const char *line)
{
    struct local_server *server = context;
    (void)line;
    server_save_result(server->listener);
}

static bool open_bgammon_core(struct local_server *server, uint64_t seed)
{
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.seed = seed;
    config.epoch_s = (int64_t)time(NULL);
    server->bgammon_core = bgammond_new(&config);
    return server->bgammon_core != NULL;
}

static bool open_fibs_core(struct local_server *server, uint64_t seed)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.seed = seed;
    config.on_result = on_result;
    config.result_context = server;
    config.epoch_s = (int64_t)time(NULL);
    server->core = fibsd_new(&config);
    return server->core != NULL;
}

static bool open_core(struct local_server *server,
                      const struct local_server_options *options)
{
    uint64_t seed = options->seed != 0 ? options->seed : seed_now();
    return options->language == LOCAL_SERVER_BGAMMON ? open_bgammon_core(server, seed)
                                                     : open_fibs_core(server, seed);
}

static bool make_account(struct local_server *server,
                         const struct local_server_account *account)
{
    if (server->bgammon_core != NULL) {
        return bgammond_add_account(server->bgammon_core, account->name,
                                    account->password, account->rating);
    }
    return fibsd_has_account(server->core, account->name)
               ? fibsd_set_password(server->core, account->name, account->password)
               : fibsd_add_account(server->core, account->name, account->password,
                                   account->rating, account->experience);
}

static bool add_account(struct local_server *server,
                        const struct local_server_account *account, struct error *err)
{
    return make_account(server, account) ||
           error_set_kind(err, ERROR_REFUSED,
                          "\"%s\" cannot be a name: expected letters and _",
                          account->name);
}

static bool add_accounts(struct local_server *server,
                         const struct local_server_options *options, struct error *err)
{
    bool is_good = true;
    for (int i = 0; i < options->account_count && is_good; i++) {
        is_good = add_account(server, &options->accounts[i], err);
    }
    return is_good;
}

static bool open_loop(struct local_server *server,
                      const struct local_server_options *options, struct error *err)
{
    const struct server_options listen = {.address = "127.0.0.1",
                                          .port = options->port,
                                          .delay_ms = options->delay_ms,
                                          .state_file = options->state_file,
                                          .warn = options->warn,
                                          .save_every_ms = SAVE_EVERY_MS};
    const struct server_core core = server->core != NULL
                                        ? server_core_of_fibs(server->core)
                                        : bgammond_core(server->bgammon_core);
    struct error why;
    server->base = event_base_new();
    if (server->base != NULL) {
        server->wakeup = wakeup_new(server->base, stop_serving, server);
        server->rate_wakeup = wakeup_new(server->base, set_rating, server);
    }
    if (server->wakeup == NULL || server->rate_wakeup == NULL) {
        error_set_for(err, errno, "cannot make the loop of the local server: %s",
                      strerror(errno));
        return false;
    }
    server->listener = server_new(server->base, &core, &listen, &why);
    if (server->listener == NULL) {
        error_set_from(err, &why, "local server: %.200s", why.text);
        return false;
    }
    return true;
}

struct local_server *local_server_open(const struct local_server_options *options,
                                       struct error *err)
{
    struct local_server *server = error_allocate(sizeof *server, err);
    if (server == NULL) {
        return NULL;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    server->rated = options->account_count > 0 ? options->accounts[0].name : "";
    if (!open_core(server, options)) {
        error_no_memory(err);
    } else if (open_loop(server, options, err) && add_accounts(server, options, err)) {
        server->is_started = thread_start(&server->thread, serve_locally, server);
        if (server->is_started) {
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
        wakeup_signal(server->wakeup);
        (void)pthread_join(server->thread, NULL);
    }
    server_free(server->listener);
    wakeup_free(server->wakeup);
    wakeup_free(server->rate_wakeup);
    if (server->base != NULL) {
        event_base_free(server->base);
    }
    fibsd_free(server->core);
    bgammond_free(server->bgammon_core);
    free(server);
}

void local_server_rate(struct local_server *server, int rating)
{
    atomic_store(&server->rating, rating);
    wakeup_signal(server->rate_wakeup);
}

int local_server_port(const struct local_server *server)
{
    return server_port(server->listener); /* it never changes */
}
