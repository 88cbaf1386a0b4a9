/* Carries out what the player puts out; holds what all files of an account use. */
#include <stdio.h>
#include <time.h>

#include <event2/event.h>

#include "bot/review/assistant.h"
#include "bot/service/account_internal.h"
#include "bot/service/worker_pool.h"

enum { GOODBYE_MS = 3000 }; /* for queued commands, before we log out */

const char *account_name(const struct account *account)
{
    return account->setup.config->account.name;
}

struct log *account_log(const struct account *account)
{
    return account->setup.services->log;
}

const char *account_log_name(struct account *account)
{
    const char *opponent =
        account->player == NULL ? "" : player_opponent(account->player);
    (void)snprintf(account->who, sizeof account->who, "%s%s%s", account_name(account),
                   *opponent == '\0' ? "" : "/", opponent);
    return account->who;
}

void account_log_out(struct account *account)
{
    account->is_leaving = false;
    fibs_client_stop(account->client);
}

void account_end(struct account *account, bool has_failed)
{
    if (!account->is_over) {
        account->is_over = true;
        account->has_failed = has_failed;
        account->setup.on_over(account->setup.owner, account);
    }
}

/* ---- outputs of the player ------------------------------------------------------- */

static void log_note(struct account *account, const struct assistant_answer *answer)
{
    if (answer->note[0] != '\0') {
        log_event(account_log(account), answer->is_error ? LOG_WARNING : LOG_INFO,
                  account_log_name(account), "%s", answer->note);
    }
}

static void on_study(void *context, const struct assistant_answer *answer)
{
    log_note(context, answer);
}

/* For replays, which have no history. */
static void trace_answer(const struct account *account, const char *kind,
                         const struct assistant_answer *answer, const char *text)
{
    char line[REPORT_LINE_SIZE + FIBS_NAME_MAX + 16];
    (void)snprintf(line, sizeof line, "%s %s %s", kind, answer->user, text);
    trace_write(account->trace, fibs_client_now_ms(), '=', line);
}

static void on_answer(void *context, const struct decision_answer *answer)
{
    struct account *account = context;
    player_answer(account->player, fibs_client_now_ms(), answer);
    account_pump(account);
}

static void on_assistant(void *context, const struct assistant_answer *answer)
{
    struct account *account = context;
    int64_t now_ms = fibs_client_now_ms();
    log_note(account, answer);
    if (answer->what == ASK_LEVEL) {
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

static void ask(struct account *account, enum player_question what, const char *user)
{
    if (!assistant_ask(account->setup.services->assistant, account->setup.config, what,
                       user, on_assistant, account)) {
        log_event(account_log(account), LOG_WARNING, account_log_name(account),
                  "too many questions are queued: one about %s is dropped", user);
    }
}

/* Only writes the analysis file; no user is told. */
static void study_match(struct account *account, const struct match_event *event)
{
    const struct config *config = account->setup.config;
    if (event->type == MATCH_END && event->is_finished && config->record.matches &&
        config->record.analysis == RECORD_ANALYSIS_ALL) {
        (void)assistant_ask(account->setup.services->assistant, config, ASK_ANALYSIS,
                            event->opponent, on_study, account);
    }
}

static void carry_out(struct account *account, struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        if (!fibs_client_send(account->client, &output->command)) {
            log_event(account_log(account), LOG_WARNING, account_log_name(account),
                      "cannot send the command \"%s\"",
                      fibs_command_name(output->command.id));
        }
        break;
    case PLAYER_FORGET:
        fibs_client_forget_game_commands(account->client);
        break;
    case PLAYER_READY:
        fibs_client_set_ready(account->client, output->is_ready);
        break;
    case PLAYER_THINK:
        if (!worker_pool_ask(account->setup.services->pool, &account->strength,
                             &output->request, on_answer, account)) {
            log_event(account_log(account), LOG_ERROR, account_log_name(account),
                      "too many decisions are queued: one is dropped");
        }
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
    case PLAYER_LEVEL:
        recorder_take(account->recorder, output);
        if (output->type == PLAYER_MATCH) {
            study_match(account, &output->event);
        }
        break;
    case PLAYER_ASK:
        ask(account, output->ask.what, output->ask.name);
        break;
    case PLAYER_LOG:
        fibs_client_mask(account->client,
                         output->log.text); /* it may quote the server */
        log_event(account_log(account), output->log.level, account_log_name(account),
                  "%s", output->log.text);
        if (output->log.level == LOG_ERROR) {
            recorder_error(account->recorder, output->log.text);
        }
        break;
    case PLAYER_DONE:
        account->is_leaving = true;
        account->leave_ms = fibs_client_now_ms() + GOODBYE_MS;
        break;
    }
}

void account_set_timer(struct account *account)
{
    int64_t now_ms = fibs_client_now_ms();
    int64_t at_ms = player_deadline(account->player);
    if (account->is_leaving && account->leave_ms < at_ms) {
        at_ms = account->leave_ms;
    }
    if (!account->is_started && account->start_ms < at_ms) {
        at_ms = account->start_ms;
    }
    if (at_ms == INT64_MAX) {
        (void)event_del(account->timer);
        return;
    }
    int64_t wait_ms = at_ms > now_ms ? at_ms - now_ms : 0;
    struct timeval wait = {.tv_sec = (time_t)(wait_ms / 1000),
                           .tv_usec = (suseconds_t)(wait_ms % 1000) * 1000};
    (void)event_add(account->timer, &wait);
}

void account_pump(struct account *account)
{
    struct player_output output;
    while (player_next_output(account->player, &output)) {
        carry_out(account, &output);
    }
    if (account->is_leaving && (fibs_client_queue_is_empty(account->client) ||
                                fibs_client_now_ms() >= account->leave_ms)) {
        account_log_out(account);
    }
    account_set_timer(account);
}
