#include "bot/service/account.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "bot/base/schedule.h"
#include "bot/config/path_options.h"
#include "bot/config/strength_config.h"
#include "bot/net/timer.h"
#include "bot/player/talk.h"
#include "bot/review/assistant.h"
#include "bot/service/account_internal.h"

enum { OWNER_SECRET_MIN = 8 };

static void set_minute(struct account *account)
{
    const struct config *config = account->setup.config;
    bool has_hours =
        config->hours.active[0] != '\0' || config->hours.maintenance[0] != '\0';
    int minute = schedule_minute(time(NULL));
    player_set_minute(account->player, minute);
    if (minute != account->minute && has_hours) {
        trace_input(account->trace, clock_ms(), "minute %d", minute);
    }
    account->minute = minute;
}

static void on_account_timer(void *context)
{
    struct account *account = context;
    int64_t now_ms = clock_ms();
    if (!account->is_started && now_ms >= account->start_ms) {
        account->is_started = true;
        account->client->calls->start(account->client);
    }
    set_minute(account);
    if (now_ms >= player_deadline(account->player)) {
        trace_input(account->trace, now_ms, "clock player");
    }
    player_tick(account->player, now_ms);
    account_pump(account);
}

/* ---- making and freeing ---------------------------------------------------------- */

static bool open_trace(struct account *account, struct error *err)
{
    const struct config *config = account->setup.config;
    if (config->log.trace[0] == '\0') {
        return true;
    }
    const struct trace_setup setup = {.path = config->log.trace,
                                      .account = config->account.name,
                                      .limit =
                                          path_option_bytes(config->log.trace_size),
                                      .files = config->log.trace_files,
                                      .has_inputs = true,
                                      .hides_addresses = config->play.observe};
    account->trace = trace_open(&setup, err);
    return account->trace != NULL;
}

bool account_read_owner_secret(const char *path, char secret[TALK_SECRET_MAX],
                               struct error *err)
{
    bool is_good = secret_read_line(secret, TALK_SECRET_MAX, "owner secret", path, err);
    if (is_good &&
        (strlen(secret) < OWNER_SECRET_MIN || strpbrk(secret, " \t") != NULL)) {
        is_good =
            error_set(err, "expected a secret of %d to %d characters without blanks",
                      OWNER_SECRET_MIN, TALK_SECRET_MAX - 1);
    }
    return is_good;
}

/* Without the secret the bot plays, but takes no owner commands. */
static void open_owner(struct account *account)
{
    const struct config *config = account->setup.config;
    char secret[TALK_SECRET_MAX];
    struct error err = {0};
    if (config->owner.name[0] == '\0') {
        return;
    }
    if (!account_read_owner_secret(config->owner.secret_file, secret, &err)) {
        account_log(account, LOG_ERROR, "owner commands are off: %s", err.text);
    } else {
        player_set_owner_secret(account->player, secret);
        account->client->calls->hide(account->client, secret);
    }
    secret_wipe(secret, sizeof secret);
}

/* Daily limits, pauses and what is set aside survive a restart; without a history they start from zero. */
static void load_from_history(struct account *account)
{
    const struct config *config = account->setup.config;
    char site[CONFIG_TEXT_MAX];
    struct error err = {0};
    config_site(config, site);
    if (account->setup.services->history != NULL &&
        !recent_opponents_load(player_recent_opponents(account->player),
                               config->history.file, config->account.name, site,
                               clock_ms(), (int64_t)time(NULL), &err)) {
        account_log(account, LOG_WARNING, "cannot read recent opponents: %s", err.text);
    }
    if (account->setup.services->history != NULL &&
        !guardian_load(player_guardian(account->player), config->history.file,
                       config->account.name, site,
                       config->server.protocol == CONFIG_PROTOCOL_FIBS, &err)) {
        account_log(account, LOG_WARNING, "cannot read saved matches: %s", err.text);
    }
}

/* What the player knows before it is on line. */
static void trace_beginning(const struct account *account)
{
    static const char *const kinds[] = {[RECENT_OPPONENT_BEGUN] = "begun",
                                        [RECENT_OPPONENT_ENDED] = "ended",
                                        [RECENT_OPPONENT_DECLINED] = "declined"};
    int64_t now_ms = clock_ms();
    const struct recent_opponents *recent = player_recent_opponents(account->player);
    trace_input(account->trace, now_ms, "seed %llu",
                (unsigned long long)account->strength.noise_seed);
    for (int i = 0; i < recent->count; i++) {
        const struct recent_opponent *row = &recent->rows[i];
        trace_input(account->trace, now_ms, "recent %s %lld %s", kinds[row->kind],
                    (long long)(now_ms - row->at_ms), row->name);
    }
}

static bool open_parts(struct account *account, struct error *err)
{
    const struct account_services *services = account->setup.services;
    const struct recorder_outlets outlets = {services->log, services->history,
                                             services->notify, services->status,
                                             services->program};
    if (!strength_from_config(account->setup.config, &account->strength, err)) {
        return false;
    }
    if (account->strength.noise_seed == 0) {
        /* so that the errors differ from run to run and between accounts */
        account->strength.noise_seed =
            (uint64_t)time(NULL) ^ (uint64_t)(uintptr_t)account << 20;
    }
    account->player = player_new(account->setup.config);
    account->recorder = recorder_new(account->setup.config, &outlets);
    account->timer = timer_new(services->base, on_account_timer, account);
    if (account->player == NULL || account->recorder == NULL ||
        account->timer == NULL) {
        error_no_memory(err);
        return false;
    }
    if (!open_trace(account, err) || !account_open_client(account, err)) {
        return false;
    }
    if (services->guest != NULL && !services->guest->is_listener) {
        player_take_orders(account->player);
        trace_input(account->trace, clock_ms(), "orders");
    }
    open_owner(account);
    load_from_history(account);
    player_set_access(account->player, services->access);
    trace_beginning(account);
    set_minute(account);
    return true;
}

struct account *account_new(const struct account_setup *setup, struct error *err)
{
    struct account *account = error_allocate(sizeof *account, err);
    if (account == NULL) {
        return NULL;
    }
    account->setup = *setup;
    account->start_ms = INT64_MAX;
    if (!open_parts(account, err)) {
        account_free(account);
        return NULL;
    }
    return account;
}

void account_free(struct account *account)
{
    if (account == NULL) {
        return;
    }
    assistant_forget(account->setup.services->assistant, account);
    if (account->client != NULL) {
        account->client->calls->free(account->client);
    }
    recorder_free(account->recorder);
    player_free(account->player);
    trace_close(account->trace);
    timer_free(account->timer);
    free(account);
}

void account_start(struct account *account, int delay_ms)
{
    account->start_ms = clock_ms() + delay_ms;
    account_set_timer(account);
}

void account_stop(struct account *account, enum config_on_stop how)
{
    static const char *const words[] = {[CONFIG_ON_STOP_FINISH] = "finish",
                                        [CONFIG_ON_STOP_GAME] = "game",
                                        [CONFIG_ON_STOP_LEAVE] = "leave"};
    if (account->is_over) {
        return;
    }
    account->is_stopping = true;
    if (!account->is_started) {
        account->start_ms = INT64_MAX;
        account_end(account, false);
    } else if (!account->is_online) {
        account_log_out(account);
    } else {
        trace_input(account->trace, clock_ms(), "stop %s", words[how]);
        player_stop(account->player, clock_ms(), how);
    }
    account_pump(account);
}

void account_order(struct account *account, const struct order_to_play *order)
{
    trace_input(account->trace, clock_ms(), "order %s %d%s%s%s",
                order->opponent[0] != '\0' ? order->opponent : "-", order->length,
                order->invites ? " invites" : "", order->is_saved ? " saved" : "",
                order->is_new ? " anew" : "");
    player_order(account->player, clock_ms(), order);
    account_pump(account);
}

bool account_send(struct account *account, const struct game_order *order)
{
    return account->is_online && account->client->calls->send(account->client, order);
}

void account_tell_state(struct account *account)
{
    char text[ACCOUNT_STATUS_SIZE];
    account_describe(account, text);
    account_log(account, LOG_INFO, "state: %s", text);
}

void account_reopen(struct account *account)
{
    struct strength strength;
    struct error err = {0};
    if (strength_from_config(account->setup.config, &strength, &err)) {
        if (strength.noise_seed == 0) {
            strength.noise_seed = account->strength.noise_seed;
        }
        account->strength = strength;
        trace_input(account->trace, clock_ms(), "reloaded");
    } else {
        account_log(account, LOG_ERROR, "%s", err.text);
    }
    recorder_reopen(account->recorder);
}

void account_check(struct account *account)
{
    recorder_check(account->recorder);
}

bool account_is_online(const struct account *account)
{
    return account->is_online;
}

bool account_is_playing(const struct account *account)
{
    return player_opponent(account->player)[0] != '\0';
}
