#include "bot/service/loop.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "base/clock.h"
#include "bot/base/paths.h"
#include "bot/config/strength_config.h"
#include "bot/net/timer.h"
#include "bot/notify/notify.h"
#include "bot/policy/access_feed.h"
#include "bot/review/assistant.h"
#include "bot/service/account.h"
#include "bot/service/account_lock.h"
#include "bot/service/health.h"
#include "bot/service/service.h"
#include "bot/service/stop_wait.h"
#include "bot/service/upkeep.h"
#include "bot/service/worker_pool.h"
#include "bot/status/status_http.h"

enum {
    SIGNALS = 4,
    SAME_STOP_MS = 1000,
    LEAVING_MS = 5000,   /* for what a stop makes the accounts do */
    FAREWELL_MS = 3000,  /* for queued notifications at the end */
    ANALYSIS_MS = 60000, /* for matches that are being analysed into files */
    BETWEEN_LOGINS_MS = 500,
    CHECK_MS = 30000 /* of files that could not be written */
};

struct loop {
    const struct loop_setup *setup;
    struct account_services services; /* owned but for log and history */
    struct event *signals[SIGNALS];
    struct timer *checks; /* of files */
    struct status_http *http;
    struct health *health;
    struct upkeep *upkeep;
    struct access access;
    struct access_feed *feed; /* NULL: none */
    int count, playing;       /* accounts; those that are not over */
    struct account *accounts[CONFIG_LOGINS_MAX];
    struct account_lock *locks[CONFIG_LOGINS_MAX];
    enum loop_end end;
    int stops;              /* signals so far */
    int64_t stopped_ms;     /* the last one */
    struct timer *patience; /* the time of a stop is over; NULL: it has no limit */
    int64_t started_ms;     /* by the clock that never jumps */
};

/* The program's own name in the log: that of its account, if it is the only one. */
static const char *own_name(const struct loop *loop)
{
    const struct loop_setup *setup = loop->setup;
    return setup->count == 1 ? setup->configs[0]->account.name : "";
}

/* Options that no account can set for itself are the same in all configurations. */
static const struct config *common(const struct loop *loop)
{
    return loop->setup->configs[0];
}

/* What somebody has to mend outweighs what passes. */
static void note_end(struct loop *loop, enum loop_end end)
{
    loop->end = end > loop->end ? end : loop->end;
}

static void note_fault(struct loop *loop, const struct error *err)
{
    note_end(loop, error_passes(err) ? LOOP_PASSES : LOOP_FAILED);
}

static void on_over(void *owner, bool has_failed)
{
    struct loop *loop = owner;
    note_end(loop, has_failed ? LOOP_FAILED : LOOP_DONE);
    if (--loop->playing == 0) {
        (void)event_base_loopexit(loop->services.base, NULL);
    }
}

static void log_error(const struct loop *loop, const struct error *err)
{
    log_event(loop->services.log, LOG_ERROR, own_name(loop), "%s", err->text);
}

/* On the status page: where the account plays, and how strong. */
static void show_strength(const struct account_services *services,
                          const struct config *config)
{
    char level[STATUS_LEVEL_SIZE], site[CONFIG_TEXT_MAX];
    config_site(config, site);
    strength_describe(config, level, sizeof level);
    status_add(services->status, config->account.name, site, level);
}

/* ---- signals --------------------------------------------------------------------- */

/* The time of a stop is over. */
static void on_patience_end(void *context);

static void stop_accounts(struct loop *loop, bool leaves)
{
    int64_t now_ms = clock_ms();
    if (loop->stops > 0 && now_ms - loop->stopped_ms < SAME_STOP_MS) {
        return;
    }
    loop->stopped_ms = now_ms;
    const struct stop_wait wait = stop_wait_of(++loop->stops + leaves, loop->accounts,
                                               loop->setup->configs, loop->count);
    log_event(loop->services.log, LOG_INFO, own_name(loop), "%s", wait.text);
    if (loop->patience == NULL && wait.seconds > 0) {
        loop->patience = timer_new(loop->services.base, on_patience_end, loop);
    }
    if (loop->patience != NULL) { /* the next stop follows by itself */
        (void)timer_start(loop->patience, LEAVING_MS + 1000 * (int64_t)wait.seconds);
    }
    service_tell(loop->services.service, SERVICE_STOPPING, "stopping");
    if (loop->stops > 2) {
        (void)event_base_loopbreak(loop->services.base);
        return;
    }
    if (loop->setup->guest != NULL && loop->setup->guest->stop != NULL) {
        loop->setup->guest->stop(loop->setup->guest->accounts.context);
    }
    for (int i = 0; i < loop->count; i++) {
        int how = loop->setup->configs[i]->play.on_stop;
        account_stop(loop->accounts[i], leaves || loop->stops > 1
                                            ? CONFIG_ON_STOP_LEAVE
                                            : (enum config_on_stop)how);
    }
}

static void on_patience_end(void *context)
{
    stop_accounts(context, false);
}

/* Reads the list of who may play; a list that cannot be read changes nothing. */
static void read_list(struct loop *loop)
{
    const char *path = common(loop)->accept.list_file;
    struct access_list *list = &loop->access.lists[ACCESS_FILE];
    struct error err = {0};
    if (path[0] == '\0') {
        return;
    }
    if (access_list_load(list, path, &err)) {
        log_event(loop->services.log, LOG_INFO, own_name(loop), "%d rule%s of %s",
                  list->count, list->count == 1 ? "" : "s", path);
    } else {
        log_error(loop, &err);
    }
}

static void reopen(struct loop *loop)
{
    struct error err = {0};
    service_reloading(loop->services.service);
    if (!log_reopen(loop->services.log, &err)) {
        log_error(loop, &err);
    }
    read_list(loop);
    access_feed_refresh(loop->feed);
    if (loop->setup->read_again != NULL) {
        loop->setup->read_again(loop->setup->context);
    }
    for (int i = 0; i < loop->count; i++) {
        account_reopen(loop->accounts[i]);
    }
    for (int i = 0; i < loop->setup->count; i++) {
        show_strength(&loop->services, loop->setup->configs[i]);
    }
    service_tell(loop->services.service, SERVICE_READY, NULL);
}

/* Logs at any log.level, since it was asked for. */
static void tell_state(struct loop *loop)
{
    struct log *log = loop->services.log;
    int64_t up_s = (clock_ms() - loop->started_ms) / 1000;
    const long queued = worker_pool_waiting(loop->services.pool);
    log_set_level(log, LOG_INFO);
    log_event(log, LOG_INFO, own_name(loop),
              "state: up for %lld h %02lld min, %d account%s, %ld decision%s queued",
              (long long)(up_s / 3600), (long long)(up_s / 60 % 60), loop->count,
              loop->count == 1 ? "" : "s", queued, queued == 1 ? "" : "s");
    for (int i = 0; i < loop->count; i++) {
        account_tell_state(loop->accounts[i]);
    }
    log_set_level(log, (enum log_level)common(loop)->log.level);
}

static void on_loop_signal(evutil_socket_t number, short what, void *arg)
{
    struct loop *loop = arg;
    (void)what;
    if (number == SIGHUP && !loop->setup->ends_with_terminal) {
        reopen(loop);
    } else if (number == SIGUSR1) {
        tell_state(loop);
    } else {
        stop_accounts(loop, number == SIGHUP);
    }
}

static bool watch_signals(struct loop *loop)
{
    static const int numbers[SIGNALS] = {SIGTERM, SIGINT, SIGUSR1, SIGHUP};
    (void)signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < SIGNALS; i++) {
        bool was_ignored =
            signal(numbers[i], SIG_IGN) == SIG_IGN; /* as after the loop */
        if (numbers[i] == SIGHUP && was_ignored && loop->setup->ends_with_terminal) {
            continue;
        }
        loop->signals[i] =
            evsignal_new(loop->services.base, numbers[i], on_loop_signal, loop);
        if (loop->signals[i] == NULL || evsignal_add(loop->signals[i], NULL) != 0) {
            return false;
        }
    }
    return true;
}

/* ---- what accounts share --------------------------------------------------------- */

static bool read_notify_secrets(const struct config *config, char url[SECRET_LINE_MAX],
                                char secret[SECRET_LINE_MAX], struct error *err)
{
    secret[0] = '\0';
    return secret_read_line(url, SECRET_LINE_MAX, "webhook address",
                            config->notify.url_file, err) &&
           (config->notify.secret_file[0] == '\0' ||
            secret_read_line(secret, SECRET_LINE_MAX, "webhook secret",
                             config->notify.secret_file, err));
}

/* The bot plays also when notifications cannot be set up. */
static void open_notify(struct loop *loop)
{
    const struct config *config = common(loop);
    char url[SECRET_LINE_MAX], secret[SECRET_LINE_MAX];
    struct error err = {0};
    if (config->notify.url_file[0] == '\0') {
        return;
    }
    struct notify_config notify = notify_config_default();
    notify.queue = config->notify.queue;
    notify.ca_file = config->server.ca_file;
    notify.shape = (enum notify_shape)config->notify.shape;
    notify.url = url;
    notify.secret = secret;
    notify.log = loop->services.log;
    notify.name = own_name(loop);
    if (notify_events_read(config->notify.events, &notify.events, &err) &&
        read_notify_secrets(config, url, secret, &err)) {
        loop->services.notify = notify_new(loop->services.base, &notify, &err);
    }
    secret_wipe(url, sizeof url);
    secret_wipe(secret, sizeof secret);
    if (loop->services.notify == NULL) {
        log_event(loop->services.log, LOG_ERROR, own_name(loop),
                  "notifications are off: %s", err.text);
    }
}

/* Without a state folder accept.list_url is not used: the list would last only as long
 * as the address answers. */
static void open_feed(struct loop *loop)
{
    const struct config *config = common(loop);
    char folder[PATHS_MAX];
    struct error err = {0};
    if (config->accept.list_url[0] == '\0') {
        return;
    }
    const struct access_feed_config feed = {
        .url = config->accept.list_url,
        .ca_file = config->server.ca_file,
        .folder = folder,
        .every_ms = config->accept.list_every * 1000,
        .log = loop->services.log,
        .name = own_name(loop),
    };
    if (paths_state_folder(config->account.state_folder, folder, &err)) {
        loop->feed = access_feed_new(loop->services.base, &feed,
                                     &loop->access.lists[ACCESS_URL], &err);
    }
    if (loop->feed == NULL) {
        log_event(loop->services.log, LOG_ERROR, own_name(loop),
                  "accept.list_url is not used: %s", err.text);
    }
}

/* The bot plays also when the service manager cannot be reached ... */
static void open_service(struct loop *loop)
{
    struct error err = {0};
    loop->services.service = service_new(loop->services.base, &err);
    if (err.text[0] != '\0') {
        log_event(loop->services.log, LOG_WARNING, own_name(loop), "%s", err.text);
    }
}

static void add_to_status(const struct account_services *services,
                          const struct config *config)
{
    const char *name = config->account.name;
    const char *records = config->record.matches ? config->record.folder : NULL;
    struct error err = {0};
    show_strength(services, config);
    if (account_guest_reports(services->guest, name)) {
        status_note_director(services->status, name);
    }
    if (services->history != NULL &&
        !status_load(services->status, name, config->history.file, records, &err)) {
        log_event(services->log, LOG_WARNING, name, "status page: %s", err.text);
    }
}

/* ... or the status page cannot be served. */
static void open_status(struct loop *loop)
{
    const struct loop_setup *setup = loop->setup;
    const struct config *config = common(loop);
    struct account_services *services = &loop->services;
    struct error err = {0};
    if (config->status.port == 0) {
        return;
    }
    services->status = status_new((int64_t)time(NULL));
    for (int i = 0; i < setup->count; i++) {
        add_to_status(services, setup->configs[i]);
    }
    const struct status_http_setup page = {.port = config->status.port,
                                           .offline_limit_s =
                                               config->status.offline_limit,
                                           .status = services->status,
                                           .log = services->log,
                                           .notify = services->notify,
                                           .version = setup->version};
    loop->http = status_http_new(services->base, &page, &err);
    if (loop->http == NULL) {
        log_error(loop, &err);
        return;
    }
    log_event(services->log, LOG_INFO, own_name(loop),
              "status page at http://127.0.0.1:%d/", status_http_port(loop->http));
}

static void on_check_time(void *context)
{
    struct loop *loop = context;
    char week[HISTORY_WEEK_SIZE];
    for (int i = 0; i < loop->count; i++) {
        account_check(loop->accounts[i]);
    }
    history_week(loop->services.history, week);
    status_set_week(loop->services.status, week);
    upkeep_tick(loop->upkeep, clock_ms(), loop->setup->configs, loop->setup->count);
}

static void ask_health(void *context, struct health_state *state)
{
    const struct loop *loop = context;
    state->accounts = loop->count;
    for (int i = 0; i < loop->count; i++) {
        state->online += account_is_online(loop->accounts[i]);
        state->playing += account_is_playing(loop->accounts[i]);
    }
}

static void open_health(struct loop *loop)
{
    const char *path = common(loop)->status.health_file;
    struct error err = {0};
    if (path[0] != '\0') {
        loop->health = health_new(loop->services.base, path, ask_health, loop, &err);
        if (loop->health == NULL) {
            log_error(loop, &err);
        }
    }
}

/* Decisions at the same time: at most one for each account and for each processor. */
static int pool_size(const struct loop *loop)
{
    const struct config *config = common(loop);
    if (config->strength.pool > 0) {
        return config->strength.pool;
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int size = (int)processors / config->strength.threads;
    size = size < loop->setup->count ? size : loop->setup->count;
    return size > 1 ? size : 1;
}

static bool open_services(struct loop *loop, struct error *err)
{
    struct account_services *services = &loop->services;
    services->base = event_base_new();
    loop->checks = services->base == NULL
                       ? NULL
                       : timer_every(services->base, CHECK_MS, on_check_time, loop);
    if (loop->checks == NULL || !watch_signals(loop)) {
        error_set(err, "cannot set up events and signals");
        return false;
    }
    services->guest = loop->setup->guest == NULL ? NULL : &loop->setup->guest->accounts;
    loop->upkeep = upkeep_new(services->log);
    open_service(loop);
    open_notify(loop);
    open_status(loop);
    read_list(loop);
    open_feed(loop);
    services->access = &loop->access;
    services->pool =
        worker_pool_new(services->base, loop->setup->engine, pool_size(loop),
                        common(loop)->strength.threads, err);
    services->assistant = assistant_new(services->base, loop->setup->engine,
                                        services->history, loop->setup->program, err);
    return services->pool != NULL && services->assistant != NULL;
}

/* ---- making and freeing ---------------------------------------------------------- */

static bool open_account(struct loop *loop, int number, struct error *err)
{
    const struct account_setup setup = {
        .config = loop->setup->configs[number],
        .secret = loop->setup->secret,
        .services = &loop->services,
        .on_over = on_over,
        .owner = loop,
    };
    struct account_lock *lock = account_lock(setup.config, err);
    if (lock == NULL) {
        return false;
    }
    struct account *account = account_new(&setup, err);
    if (account == NULL) {
        account_unlock(lock);
        return false;
    }
    loop->locks[loop->count] = lock;
    loop->accounts[loop->count++] = account;
    return true;
}

/* When one account cannot start, the others play. */
static bool open_accounts(struct loop *loop)
{
    for (int i = 0; i < loop->setup->count; i++) {
        struct error err = {0};
        if (!open_account(loop, i, &err)) {
            note_fault(loop, &err);
            log_event(loop->services.log, LOG_ERROR,
                      loop->setup->configs[i]->account.name, "%s", err.text);
        }
    }
    loop->playing = loop->count;
    return loop->count > 0;
}

static void close_loop(struct loop *loop)
{
    struct account_services *services = &loop->services;
    health_free(loop->health);
    upkeep_free(loop->upkeep);
    for (int i = 0; i < loop->count; i++) {
        account_free(loop->accounts[i]);
        account_unlock(loop->locks[i]);
    }
    access_feed_free(loop->feed);
    for (int i = 0; i < ACCESS_SOURCES; i++) {
        access_list_clear(&loop->access.lists[i]);
    }
    worker_pool_free(services->pool);
    assistant_free(services->assistant);
    status_http_free(loop->http);
    status_free(services->status);
    notify_free(services->notify);
    service_free(services->service);
    for (int i = 0; i < SIGNALS; i++) {
        if (loop->signals[i] != NULL) {
            event_free(loop->signals[i]);
        }
    }
    timer_free(loop->checks);
    timer_free(loop->patience);
    if (services->base != NULL) {
        event_base_free(services->base);
    }
}

/* ---- the guest ------------------------------------------------------------------- */

static struct account *account_of(const struct loop *loop, const char *name)
{
    for (int i = 0; i < loop->count; i++) {
        if (strcmp(loop->setup->configs[i]->account.name, name) == 0) {
            return loop->accounts[i];
        }
    }
    return NULL;
}

const struct account_services *loop_services(const struct loop *loop)
{
    return &loop->services;
}

void loop_order(struct loop *loop, const char *account,
                const struct order_to_play *order)
{
    struct account *found = account_of(loop, account);
    if (found != NULL) {
        account_order(found, order);
    }
}

bool loop_send(struct loop *loop, const char *account, const struct game_order *order)
{
    struct account *found = account_of(loop, account);
    return found != NULL && account_send(found, order);
}

void loop_finish(struct loop *loop, const struct error *why)
{
    if (why != NULL) {
        note_fault(loop, why);
    }
    for (int i = 0; i < loop->count; i++) {
        account_stop(loop->accounts[i],
                     why != NULL ? CONFIG_ON_STOP_LEAVE : CONFIG_ON_STOP_FINISH);
    }
}

static bool open_guest(struct loop *loop)
{
    const struct loop_guest *guest = loop->setup->guest;
    struct error err = {0};
    if (guest != NULL && guest->open != NULL &&
        !guest->open(guest->accounts.context, loop, &err)) {
        note_fault(loop, &err);
        log_error(loop, &err);
    }
    return loop->end == LOOP_DONE || guest == NULL;
}

static void play_accounts(struct loop *loop)
{
    service_tell(loop->services.service, SERVICE_READY, "connecting");
    open_health(loop);
    for (int i = 0; i < loop->count; i++) {
        account_start(loop->accounts[i], i * BETWEEN_LOGINS_MS);
    }
    (void)event_base_dispatch(loop->services.base);
    notify_drain(loop->services.notify, FAREWELL_MS);
    assistant_finish(loop->services.assistant, loop->stops == 0 ? ANALYSIS_MS : 0);
}

enum loop_end loop_run(const struct loop_setup *setup)
{
    struct loop loop = {.setup = setup,
                        .started_ms = clock_ms(),
                        .services = {.log = setup->log,
                                     .history = setup->history,
                                     .program = setup->program}};
    struct error err = {0};
    if (!open_services(&loop, &err)) {
        note_fault(&loop, &err);
        log_error(&loop, &err);
    } else if (open_accounts(&loop)) {
        if (open_guest(&loop)) {
            play_accounts(&loop);
        }
        if (setup->guest != NULL && setup->guest->close != NULL) {
            setup->guest->close(setup->guest->accounts.context);
        }
    }
    (void)alarm(LOOP_CLOSING_S);
    close_loop(&loop);
    return loop.end;
}

void loop_closed(void)
{
    (void)alarm(0);
}
