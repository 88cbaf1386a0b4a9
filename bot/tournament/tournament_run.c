#include "bot/tournament/tournament_run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "bot/net/timer.h"
#include "bot/notify/notify.h"
#include "bot/status/status.h"
#include "bot/status/status_tournament.h"
#include "bot/tournament/tournament_store.h"

enum {
    POLL_MS = 1000
}; /* for awards in the database, and the end of the registration */

struct tournament_run {
    struct tournament_run_options options;
    struct loop_guest guest;
    struct tournament_store *store;
    struct director *director;
    struct director_times *times; /* of all matches that there can be */
    struct status_tournament view;
    struct loop *loop; /* NULL: not open */
    struct timer *deadline, *poll;
    int64_t started_ms;
    int over_at_start;
    bool is_taking_outputs; /* an output may lead to an input */
    bool is_stopping;
    bool has_failed; /* the database: nothing is stored, said or ordered any more */
    bool is_over;
};

static const char *director_name(const struct tournament_run *run)
{
    return run->options.setup->options.name;
}

/* ---- what the director wants ----------------------------------------------------- */

static void show_progress(const struct tournament_run *run,
                          const struct director_output *output)
{
    const struct director_rows *rows = director_rows(run->director);
    struct tournament_progress progress = {
        .what = output->news.what,
        .text = output->news.text,
        .rows = rows,
        .match = output->news.match,
        .over = status_tournament_over(rows),
        .total = status_tournament_all(rows),
        .spent_s = (clock_ms() - run->started_ms) / 1000,
        .remaining_s = -1,
    };
    int done = progress.over - run->over_at_start;
    if (done > 0) {
        progress.remaining_s =
            progress.spent_s * (progress.total - progress.over) / done;
    }
    if (run->options.show_progress != NULL) {
        run->options.show_progress(run->options.context, &progress);
    }
}

static void set_first(int64_t *moment, bool is_so, int64_t now_s)
{
    if (is_so && *moment == 0) {
        *moment = now_s;
    }
}

static void note_times(struct tournament_run *run, const struct director_match *match,
                       int64_t now_s)
{
    struct director_times *times = &run->times[match->number];
    set_first(&times->drawn_s, true, now_s);
    set_first(&times->called_s, match->state != DIRECTOR_MATCH_DUE, now_s);
    set_first(&times->started_s, match->is_begun, now_s);
    set_first(&times->ended_s, director_match_is_over(match), now_s);
}

/* The accounts log out and the exit status shows it; what was stored stays true. */
static void fail_run(struct tournament_run *run, const struct error *err)
{
    log_event(run->options.log, LOG_ERROR, director_name(run),
              "the tournament stops: %s", err->text);
    run->has_failed = true;
    loop_finish(run->loop, err);
}

static void store_record(struct tournament_run *run,
                         const struct director_output *output)
{
    struct error err = {0};
    int64_t now_s = (int64_t)time(NULL);
    if (output->record.row == DIRECTOR_ROW_MATCH) {
        note_times(run, &output->record.match, now_s);
    }
    if (!tournament_store_put(run->store, output, now_s, &err)) {
        fail_run(run, &err);
    }
}

static void send_command(struct tournament_run *run,
                         const struct director_output *output)
{
    const struct game_order *order = &output->send;
    if (!loop_send(run->loop, director_name(run), order)) {
        log_event(run->options.log, LOG_WARNING, director_name(run), "cannot %s %s",
                  order->type == ORDER_TELL ? "talk to" : "ask about", order->name);
    }
}

static void tell_news(struct tournament_run *run, const struct director_output *output)
{
    static const enum notify_event events[] = {[DIRECTOR_NEWS_START] = NOTIFY_ROUND,
                                               [DIRECTOR_NEWS_ROUND] = NOTIFY_ROUND,
                                               [DIRECTOR_NEWS_RESULT] = NOTIFY_RESULT,
                                               [DIRECTOR_NEWS_END] = NOTIFY_FINISH};
    const struct notify_message message = {.event = events[output->news.what],
                                           .at_s = (int64_t)time(NULL),
                                           .account = run->options.setup->name,
                                           .opponent = "",
                                           .text = output->news.text};
    notify_send(loop_services(run->loop)->notify, &message);
    show_progress(run, output);
}

static void take_output(struct tournament_run *run,
                        const struct director_output *output)
{
    switch (output->type) {
    case DIRECTOR_RECORD:
        store_record(run, output);
        break;
    case DIRECTOR_ORDER:
        loop_order(run->loop, output->order.account, &output->order.play);
        break;
    case DIRECTOR_SEND:
        send_command(run, output);
        break;
    case DIRECTOR_NEWS:
        tell_news(run, output);
        break;
    case DIRECTOR_LOG:
        log_event(run->options.log, output->log.level, director_name(run), "%s",
                  output->log.text);
        break;
    case DIRECTOR_DONE:
        run->is_over = true;
        loop_finish(run->loop, NULL);
        break;
    }
}

/* An order may make an account say something that is an input again: its outputs queue up
 * after the ones that are being taken. */
static void take_outputs(struct tournament_run *run)
{
    struct director_output output;
    if (run->is_taking_outputs) {
        return;
    }
    run->is_taking_outputs = true;
    while (!run->has_failed && director_next_output(run->director, &output)) {
        take_output(run, &output);
    }
    run->is_taking_outputs = false;
    (void)timer_at(run->deadline, director_deadline(run->director));
}

/* ---- what the accounts hear ------------------------------------------------------ */

static bool is_listening(const struct tournament_run *run)
{
    return !run->has_failed && !run->is_over && !run->is_stopping;
}

static void hear_online(void *context, const char *account, bool is_online)
{
    struct tournament_run *run = context;
    int64_t now_ms = clock_ms();
    if (!is_listening(run)) {
        return;
    }
    if (strcmp(account, director_name(run)) != 0) {
        if (is_online) {
            director_account_online(run->director, now_ms, account);
        }
    } else if (is_online) {
        director_online(run->director, now_ms);
    } else {
        director_offline(run->director, now_ms);
    }
    take_outputs(run);
}

static void hear_event(void *context, const char *account,
                       const struct game_event *event)
{
    struct tournament_run *run = context;
    if (is_listening(run) && strcmp(account, director_name(run)) == 0) {
        director_hear(run->director, clock_ms(), event);
        take_outputs(run);
    }
}

/* After a stop only ends count: that our accounts leave is nobody's fault. */
static void hear_output(void *context, const char *account,
                        const struct player_output *output)
{
    struct tournament_run *run = context;
    int64_t now_ms = clock_ms();
    bool is_end = output->type == PLAYER_MATCH && output->event.type == MATCH_END &&
                  output->event.is_finished;
    if (run->has_failed || run->is_over || (run->is_stopping && !is_end)) {
        return;
    }
    if (output->type == PLAYER_MATCH) {
        director_match_event(run->director, now_ms, account, &output->event);
        take_outputs(run);
    } else if (output->type == PLAYER_SAVED) {
        director_saved(run->director, now_ms, account, output->saved.name);
        take_outputs(run);
    }
}

/* ---- the operator and the clock -------------------------------------------------- */

static void carry_out_award(struct tournament_run *run,
                            const struct tournament_award *award)
{
    struct error why = {0}, err = {0};
    bool is_done = director_award(run->director, clock_ms(), award->match,
                                  award->winner, award->by, award->why, &why);
    take_outputs(run);
    log_event(run->options.log, is_done ? LOG_INFO : LOG_WARNING, director_name(run),
              "award of match %d by %s: %s", award->match + 1, award->by,
              is_done ? "done" : why.text);
    if (!run->has_failed && !tournament_store_answer_award(
                                run->store, award->id, is_done ? "" : why.text, &err)) {
        fail_run(run, &err);
    }
}

static void look_for_award(struct tournament_run *run)
{
    struct tournament_award award;
    struct error err = {0};
    if (tournament_store_next_award(run->store, &award, &err)) {
        carry_out_award(run, &award);
    } else if (err.text[0] != '\0') {
        fail_run(run, &err);
    }
}

static void end_registration(struct tournament_run *run)
{
    const struct director_rows *rows = director_rows(run->director);
    int64_t until_s = run->options.setup->open_until_s;
    if (rows->whole.phase == DIRECTOR_OPEN && until_s != 0 &&
        (int64_t)time(NULL) >= until_s) {
        director_start(run->director, clock_ms());
        take_outputs(run);
    }
}

static void on_poll(void *context)
{
    struct tournament_run *run = context;
    if (is_listening(run)) {
        end_registration(run);
    }
    if (is_listening(run)) {
        look_for_award(run);
    }
}

static void on_deadline(void *context)
{
    struct tournament_run *run = context;
    if (is_listening(run)) {
        director_tick(run->director, clock_ms());
        take_outputs(run);
    }
}

/* ---- with the loop --------------------------------------------------------------- */

static bool open_tournament(void *context, struct loop *loop, struct error *err)
{
    struct tournament_run *run = context;
    run->loop = loop;
    run->deadline = timer_new(loop_services(loop)->base, on_deadline, run);
    run->poll = timer_every(loop_services(loop)->base, POLL_MS, on_poll, run);
    if (run->deadline == NULL || run->poll == NULL) {
        return error_no_memory(err);
    }
    if (loop_services(loop)->status != NULL) {
        loop_services(loop)->status->tournament = &run->view;
    }
    run->started_ms = clock_ms();
    run->over_at_start = status_tournament_over(director_rows(run->director));
    take_outputs(run);
    return true;
}

static void stop_run(void *context)
{
    struct tournament_run *run = context;
    if (is_listening(run)) {
        director_offline(run->director, clock_ms());
        take_outputs(run);
        (void)timer_at(run->deadline, INT64_MAX);
        run->is_stopping = true;
    }
}

static void close_tournament(void *context)
{
    struct tournament_run *run = context;
    timer_free(run->deadline);
    timer_free(run->poll);
    run->deadline = run->poll = NULL;
}

/* ---- life ------------------------------------------------------------------------ */

static bool load_director(struct tournament_run *run, struct error *err)
{
    const struct tournament_setup *setup = run->options.setup;
    struct tournament_saved saved;
    if (!tournament_store_load(run->store, &saved, err)) {
        return false;
    }
    if (saved.is_empty) {
        run->director =
            director_new(&setup->options, setup->entrants, setup->entrant_count, err);
    } else {
        run->director = director_restore(&setup->options, &saved.rows, err);
        memcpy(run->times, saved.times,
               (size_t)saved.rows.match_count * sizeof *run->times); /* checked */
        run->is_over = saved.rows.whole.phase == DIRECTOR_FINISHED;
    }
    tournament_saved_free(&saved);
    return run->director != NULL;
}

struct tournament_run *tournament_run_new(const struct tournament_run_options *options,
                                          struct error *err)
{
    struct tournament_run *run = calloc(1, sizeof *run);
    if (run != NULL) {
        run->times = calloc(DIRECTOR_MATCHES_MAX, sizeof *run->times);
    }
    if (run == NULL || run->times == NULL) {
        error_no_memory(err);
        tournament_run_free(run);
        return NULL;
    }
    run->options = *options;
    run->guest = (struct loop_guest){.accounts = {.context = run,
                                                  .reporter = director_name(run),
                                                  .online = hear_online,
                                                  .event = hear_event,
                                                  .output = hear_output},
                                     .open = open_tournament,
                                     .stop = stop_run,
                                     .close = close_tournament};
    run->store = tournament_store_open(options->setup->database, DATABASE_WRITE, err);
    if (run->store == NULL || !load_director(run, err)) {
        tournament_run_free(run);
        return NULL;
    }
    run->view = (struct status_tournament){.name = options->setup->name,
                                           .rows = director_rows(run->director),
                                           .times = run->times};
    return run;
}

void tournament_run_free(struct tournament_run *run)
{
    if (run == NULL) {
        return;
    }
    director_free(run->director);
    tournament_store_close(run->store);
    free(run->times);
    free(run);
}

const struct loop_guest *tournament_run_guest(const struct tournament_run *run)
{
    return &run->guest;
}

bool tournament_run_is_over(const struct tournament_run *run)
{
    return run->is_over;
}
