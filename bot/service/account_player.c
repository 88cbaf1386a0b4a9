/* Carries out what the player puts out, and says in words what the account does; holds
 * what all files of an account use. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "bot/net/timer.h"
#include "bot/review/assistant.h"
#include "bot/service/account_internal.h"
#include "bot/service/service.h"
#include "bot/service/worker_pool.h"

enum {
    GOODBYE_MS = 3000, /* for queued commands, before we log out */
    LOG_TEXT_SIZE = 1400
};

const char *account_name(const struct account *account)
{
    return account->setup.config->account.name;
}

void account_log(const struct account *account, enum log_level level,
                 const char *format, ...)
{
    char name[2 * USER_NAME_SIZE], text[LOG_TEXT_SIZE];
    const char *opponent =
        account->player == NULL ? "" : player_opponent(account->player);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    FORMAT_TEXT(name, "%s%s%s", account_name(account), *opponent == '\0' ? "" : "/",
                opponent);
    log_event(account->setup.services->log, level, name, "%s", text);
}

void account_log_out(struct account *account)
{
    account->is_leaving = false;
    trace_input(account->trace, clock_ms(), "log out");
    account->client->calls->stop(account->client);
}

void account_end(struct account *account, bool has_failed)
{
    if (!account->is_over) {
        account->is_over = true;
        account->setup.on_over(account->setup.owner, has_failed);
    }
}

/* ---- words for the operator ------------------------------------------------------ */

/* What the connection does, in words. Empty: the player's words say enough. */
static const struct {
    const char *words;
    enum { ALONE, AND_SERVER, AND_SECONDS } then;
} activities[CLIENT_STATES] = {
    /* clang-format off */
    [CLIENT_OFFLINE]      = {"not connected",               ALONE},
    [CLIENT_CONNECTING]   = {"connecting to ",              AND_SERVER},
    [CLIENT_CONNECTED]  = {"logging in to ",              AND_SERVER},
    [CLIENT_LOGGING_IN]   = {"logging in to ",              AND_SERVER},
    [CLIENT_WELCOMED]         = {"logging in to ",              AND_SERVER},
    [CLIENT_SETTINGS]     = {"changing settings on ",       AND_SERVER},
    [CLIENT_READY]        = {"",                            ALONE},
    [CLIENT_CLOSING]      = {"logging out",                 ALONE},
    [CLIENT_BACKOFF]      = {"reconnecting in ",            AND_SECONDS},
    [CLIENT_FAILED]       = {"gave up, see the log",        ALONE},
    /* clang-format on */
};

void account_describe_line(enum client_state state, const char *host, int port,
                           int64_t wait_ms, const char *playing,
                           char text[ACCOUNT_STATUS_SIZE])
{
    const char *words = activities[state].words;
    char object[CONFIG_TEXT_MAX + 16] = "";
    if (activities[state].then == AND_SERVER) {
        FORMAT_TEXT(object, "%s:%d", host, port);
    } else if (activities[state].then == AND_SECONDS) {
        FORMAT_TEXT(object, "%lld s", (long long)(wait_ms + 999) / 1000);
    }
    (void)snprintf(text, ACCOUNT_STATUS_SIZE, "%.40s%.100s%s%.100s", words, object,
                   *words == '\0' ? "" : "; ", playing);
}

void account_describe(const struct account *account, char text[ACCOUNT_STATUS_SIZE])
{
    const struct config *config = account->setup.config;
    int64_t wait_ms = account->client->calls->deadline(account->client) - clock_ms();
    char playing[120];
    player_describe(account->player, playing, sizeof playing);
    account_describe_line(account->client->calls->state(account->client),
                          config->server.host, config->server.port,
                          wait_ms > 0 ? wait_ms : 0, playing, text);
}

/* For `systemctl status`, which has one line for all accounts: the latest change. */
static void tell_manager(struct account *account)
{
    char status[ACCOUNT_STATUS_SIZE], text[ACCOUNT_STATUS_SIZE + USER_NAME_SIZE + 2];
    account_describe(account, status);
    if (strcmp(status, account->status) != 0) {
        memcpy(account->status, status, sizeof status);
        FORMAT_TEXT(text, "%s: %s", account_name(account), status);
        service_tell(account->setup.services->service, SERVICE_PLAYING, text);
    }
}

/* ---- outputs of the player ------------------------------------------------------- */

/* Answers that only the log gets. */
static void log_note(void *context, const struct assistant_answer *answer)
{
    if (answer->note[0] != '\0') {
        account_log(context, answer->is_error ? LOG_WARNING : LOG_INFO, "%s",
                    answer->note);
    }
}

/* For replays, which have no history. */
static void trace_answer(const struct account *account, const char *kind,
                         const struct assistant_answer *answer, const char *text)
{
    trace_input(account->trace, clock_ms(), "%s %s %s", kind, answer->user, text);
}

static void on_answer(void *context, const struct decision_answer *answer)
{
    struct account *account = context;
    trace_input(account->trace, clock_ms(), "answer %llu",
                (unsigned long long)answer->number);
    player_answer(account->player, clock_ms(), answer);
    account_pump(account);
}

static void on_assistant(void *context, const struct assistant_answer *answer)
{
    struct account *account = context;
    int64_t now_ms = clock_ms();
    log_note(account, answer);
    if (answer->what == PLAYER_QUESTION_LEVEL) {
        trace_answer(account, "level", answer, answer->level);
        player_recall_level(account->player, now_ms, answer->user, answer->level);
    }
    for (int i = 0; i < answer->count; i++) {
        bool is_last = i == answer->count - 1;
        trace_answer(account, is_last ? "last" : "more", answer, answer->lines[i]);
        player_report(account->player, now_ms, answer->user, answer->lines[i], is_last);
    }
    account_pump(account);
}

static void ask_assistant(struct account *account, enum player_question what,
                          const char *user, bool moves_up)
{
    if (!assistant_ask(account->setup.services->assistant, account->setup.config, what,
                       user, moves_up, on_assistant, account)) {
        account_log(account, LOG_WARNING,
                    "too many questions are queued: one about %s is dropped", user);
    }
}

/* Has the analysis file written; the log says where it is, or why there is none. */
static void study_match(struct account *account, const struct match_event *event)
{
    const struct config *config = account->setup.config;
    const char *record = recorder_last_match(account->recorder);
    bool is_wanted = event->type == MATCH_END && event->is_finished &&
                     config->record.matches &&
                     config->record.analysis == CONFIG_RECORD_ANALYSIS_ALL;
    if (is_wanted && record[0] == '\0') {
        account_log(account, LOG_WARNING,
                    "the match with %s is not analysed: it has no file",
                    event->opponent);
    } else if (is_wanted &&
               !assistant_study(account->setup.services->assistant, config, record,
                                event->opponent, log_note, account)) {
        account_log(account, LOG_WARNING,
                    "the match with %s is not analysed: too many wait for it (%s)",
                    event->opponent, record);
    }
}

static void ask_workers(struct account *account, const struct decision_request *request)
{
    if (!worker_pool_ask(account->setup.services->pool, &account->strength, request,
                         on_answer, account)) {
        account_log(account, LOG_ERROR,
                    "too many decisions are queued: one is dropped");
    }
}

static void log_output(struct account *account, enum log_level level, char *text)
{
    account->client->calls->mask(account->client, text); /* may quote the server */
    account_log(account, level, "%s", text);
    if (level == LOG_ERROR) {
        recorder_error(account->recorder, text);
    }
}

/* Whether the command may be sent: who only observes leaves a match that the server has
 * resumed, and says and plays nothing. */
static bool may_send(const struct account *account, enum order_type type)
{
    return !account->setup.config->play.observe || type == ORDER_LEAVE ||
           type == ORDER_BOARD || type == ORDER_SAVED;
}

static void send_order(struct account *account, const struct game_order *order)
{
    if (!may_send(account, order->type)) {
        account_log(account, LOG_INFO, "observing: not sent: %s",
                    order_name(order->type));
    } else if (!account->client->calls->send(account->client, order)) {
        account_log(account, LOG_WARNING, "cannot send the command \"%s\"",
                    order_name(order->type));
    }
}

static void perform_output(struct account *account, struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        send_order(account, &output->order);
        break;
    case PLAYER_FORGET:
        account->client->calls->forget(account->client);
        break;
    case PLAYER_READY:
        account->client->calls->set_ready(account->client, output->is_ready);
        break;
    case PLAYER_THINK:
        ask_workers(account, &output->request);
        break;
    case PLAYER_CANCEL:
        worker_pool_cancel(account->setup.services->pool, account, output->number);
        break;
    case PLAYER_DECIDED:
    case PLAYER_MATCH:
    case PLAYER_BOARD:
    case PLAYER_STANDING:
    case PLAYER_SAVED:
    case PLAYER_REFUSAL:
    case PLAYER_STUCK:
    case PLAYER_LEVEL:
    case PLAYER_NOTE:
        recorder_take(account->recorder, output);
        if (output->type == PLAYER_MATCH) {
            study_match(account, &output->event);
        }
        break;
    case PLAYER_ASK:
        ask_assistant(account, output->ask.what, output->ask.name,
                      output->ask.moves_up);
        break;
    case PLAYER_LOG:
        log_output(account, output->log.level, output->log.text);
        break;
    case PLAYER_DONE:
        account->is_leaving = true;
        account->leave_ms = clock_ms() + GOODBYE_MS;
        break;
    }
}

static void show_output(const struct account *account,
                        const struct player_output *output)
{
    const struct account_guest *guest = account->setup.services->guest;
    if (guest != NULL && guest->output != NULL) {
        guest->output(guest->context, account_name(account), output);
    }
}

void account_set_timer(struct account *account)
{
    int64_t at_ms = player_deadline(account->player);
    if (account->is_leaving && account->leave_ms < at_ms) {
        at_ms = account->leave_ms;
    }
    if (!account->is_started && account->start_ms < at_ms) {
        at_ms = account->start_ms;
    }
    (void)timer_at(account->timer, at_ms);
}

void account_pump(struct account *account)
{
    struct player_output output;
    while (player_next_output(account->player, &output)) {
        perform_output(account, &output);
        show_output(account, &output);
    }
    if (account->is_leaving && (account->client->calls->is_idle(account->client) ||
                                clock_ms() >= account->leave_ms)) {
        account_log_out(account);
    }
    tell_manager(account);
    account_set_timer(account);
}
