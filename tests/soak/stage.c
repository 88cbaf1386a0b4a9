#include "tests/soak/stage_internal.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/splitmix.h"
#include "bot/base/paths.h"
#include "server/fibsd_state.h"
#include "tests/soak/seat.h"

enum {
    EPOCH_S = 1700000000,
    FLOOD_BYTES = 2 << 20,
    RESTART_NOTICE_S = 60,
    FLUSH_STEPS = 2000,
    FLUSH_MS = 60 * 1000,
    MEASURE_STEPS = 97,
    RUN_OUT_MS = 30 * MINUTE_MS
};

/* ---- the clock ------------------------------------------------------------------- */

/* The linker puts this in the place of time() (--wrap=time): history, match files and
 * recorder see simulated time. It is the one global here, since time() has no argument.
 */
static int64_t clock_s = EPOCH_S;
time_t __wrap_time(time_t *out);

time_t __wrap_time(time_t *out)
{
    if (out != NULL) {
        *out = (time_t)clock_s;
    }
    return (time_t)clock_s;
}

int64_t stage_wall_s(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec;
}

void soak_set_clock(int64_t now_s)
{
    clock_s = now_s;
}

/* ---- random numbers -------------------------------------------------------------- */

uint64_t soak_random(struct stage *stage)
{
    return splitmix_next(&stage->random);
}

int soak_below(struct stage *stage, int bound)
{
    return (int)(soak_random(stage) % (uint64_t)bound);
}

int64_t soak_around(struct stage *stage, int64_t mean_ms)
{
    double uniform = ((double)(soak_random(stage) >> 11) + 1.0) * 0x1p-53;
    return (int64_t)(-log(uniform) * (double)mean_ms);
}

/* ---- the server ------------------------------------------------------------------ */

static void on_result(void *context, const char *line)
{
    struct stage *stage = context;
    char winner[64], loser[64];
    int length = 0;
    (void)fprintf(stage->results, "%s\n", line);
    if (sscanf(line, "match %63s %63s %d", winner, loser, &length) == 3) {
        stage->figures.matches++;
        stage->figures.by_length[length >= 0 && length < SOAK_LENGTHS ? length : 0]++;
    } else if (sscanf(line, "game %63s %63s %*d %d", winner, loser, &length) == 3) {
        stage->figures.games++;
        stage->figures.unlimited_games += length == 0;
    }
}

static bool toss(struct stage *stage)
{
    return !stage->options.is_calm && soak_below(stage, 3) == 0;
}

/* Each life of the server has faults and spellings of its own. Invitations are never
 * swapped: whoever does that is blocked, and the match stays saved for ever. */
static void draw_faults(struct stage *stage)
{
    struct fault_plan *plan = &stage->fault_plan;
    stage->server_config.faults = (struct fibsd_faults){
        .is_glued = toss(stage),
        .is_lf_only = toss(stage),
        .has_trailing_blanks = toss(stage),
        .is_clone = toss(stage),
        .has_board_after_dance = toss(stage),
        .has_board_on_resume = toss(stage),
        .has_no_opening_board = toss(stage),
        .keeps_offers = toss(stage),
        .warns_first = toss(stage),
        .never_was_doubled = toss(stage),
        .names_winner = toss(stage),
        .is_departure_silent = toss(stage),
    };
    *plan = (struct fault_plan){.shout_flood = toss(stage) ? 2 : 0};
    fault_set_hooks(plan, &stage->server_config.hooks);
    if (stage->is_ending) {
        return;
    }
    plan->lose_command = toss(stage) ? 0.01 : 0.0;
    plan->drop = toss(stage) ? 0.002 : 0.0;
    if (toss(stage)) {
        plan->drop_at =
            (enum fibsd_phase)(1 + soak_below(stage, FIBSD_PHASE_COUNT - 1));
        plan->drop_times = 1 + soak_below(stage, 8);
    }
}

bool stage_start_server(struct stage *stage)
{
    fibsd_config_default(&stage->server_config);
    stage->server_config.seed = soak_random(stage);
    stage->server_config.password_cost = 1; /* its clock knows no hashes */
    stage->server_config.epoch_s = EPOCH_S;
    stage->server_config.on_result = on_result;
    stage->server_config.result_context = stage;
    draw_faults(stage);
    stage->core = fibsd_new(&stage->server_config);
    if (stage->core == NULL) {
        return false;
    }
    fibsd_tick(stage->core, stage->now_ms);
    bool is_good =
        stage->saved_state == NULL || fibsd_load(stage->core, stage->saved_state) == 0;
    for (int i = 0; i < stage->options.accounts && stage->saved_state == NULL; i++) {
        is_good = is_good &&
                  fibsd_add_account(stage->core, stage_names[i], "secret", 1500.0, 500);
    }
    free(stage->saved_state);
    stage->saved_state = NULL;
    stage->restart_at = stage->back_at = INT64_MAX;
    return is_good;
}

void stage_collect(struct stage *stage)
{
    bool is_changed = stage->core != NULL;
    while (is_changed) {
        is_changed = false;
        for (int i = 0; i < stage->options.accounts; i++) {
            is_changed = seat_collect(stage->seats[i]) || is_changed;
        }
    }
    for (int i = 0; i < stage->options.accounts && stage->core != NULL; i++) {
        seat_watch(stage->seats[i]);
    }
}

static void end_server(struct stage *stage)
{
    stage->saved_state = fibsd_save(stage->core);
    for (int i = 0; i < stage->options.accounts; i++) {
        seat_lose_server(stage->seats[i]);
    }
    fibsd_free(stage->core);
    stage->core = NULL;
    stage->restart_at = INT64_MAX;
    stage->back_at = stage->now_ms + 5000 + soak_around(stage, (int64_t)2 * MINUTE_MS);
}

/* ---- troubles -------------------------------------------------------------------- */

static void reopen_history(struct stage *stage)
{
    char path[300];
    struct error err = {0};
    history_close(stage->history);
    (void)snprintf(path, sizeof path, "%s/history.db", stage->options.folder);
    stage->history = history_open(path, &err);
    if (stage->history == NULL) {
        log_event(stage->log, LOG_ERROR, "", "%s", err.text);
    }
}

/* Of a tournament each foreign player has a program of his own. */
static bool is_of_program(const struct stage *stage, const struct seat *seat)
{
    return stage->league == NULL || !league_is_foreign(stage->league, seat);
}

static void restart_program(struct stage *stage)
{
    stage->figures.program_restarts++;
    int64_t again_ms = stage->now_ms + soak_around(stage, 10 * 1000);
    if (stage->league != NULL) {
        league_kill(stage->league);
    }
    for (int i = 0; i < stage->options.accounts; i++) {
        if (seat_is_running(stage->seats[i]) && is_of_program(stage, stage->seats[i])) {
            seat_end(stage->seats[i], again_ms);
        }
    }
    if (stage->league == NULL) {
        reopen_history(stage);
    }
}

static void trouble_bot(struct stage *stage)
{
    struct seat *seat = stage->seats[soak_below(stage, stage->options.accounts)];
    int64_t pause_ms = soak_around(stage, 30 * 1000);
    if (!seat_is_running(seat)) {
        return;
    }
    switch (soak_below(stage, 40)) {
    case 0:
        restart_program(stage);
        break;
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
        stage->figures.stops++;
        seat_stop(seat, CONFIG_ON_STOP_FINISH, pause_ms);
        break;
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
    case 17:
        stage->figures.stops++;
        seat_stop(seat, CONFIG_ON_STOP_LEAVE, pause_ms);
        break;
    default:
        stage->figures.kills++;
        seat_end(seat, stage->now_ms + pause_ms);
        break;
    }
}

/* In a tournament all accounts are those of one program, but for the foreign ones. */
static void trouble_league(struct stage *stage)
{
    struct seat *seat = stage->seats[soak_below(stage, stage->options.accounts)];
    if (soak_below(stage, 4) == 0) {
        restart_program(stage);
    } else if (seat_is_running(seat) && league_is_foreign(stage->league, seat)) {
        stage->figures.kills++;
        seat_end(seat, stage->now_ms + soak_around(stage, 30 * 1000));
    } else if (seat_is_running(seat)) {
        stage->figures.cuts++;
        seat_cut(seat);
    }
}

static void trouble_server(struct stage *stage)
{
    if (stage->core == NULL || stage->restart_at != INT64_MAX) {
        return;
    }
    if (soak_below(stage, 2) == 0) {
        stage->figures.server_crashes++;
        end_server(stage);
    } else {
        stage->figures.server_restarts++;
        fibsd_announce_restart(stage->core, RESTART_NOTICE_S);
        stage->restart_at = stage->now_ms + (int64_t)RESTART_NOTICE_S * 1000;
    }
}

static void carry_out_plans(struct stage *stage)
{
    if (stage->restart_at <= stage->now_ms && stage->core != NULL) {
        fibsd_announce_restart(stage->core, 0);
        stage_collect(stage);
        end_server(stage);
    }
    if (stage->back_at <= stage->now_ms && !stage_start_server(stage)) {
        log_event(stage->log, LOG_ERROR, "", "the server does not start again");
        stage->back_at = stage->now_ms + MINUTE_MS;
    }
}

static void make_trouble(struct stage *stage)
{
    if (stage->is_ending || stage->options.is_calm) {
        return;
    }
    if (stage->next_bot_trouble <= stage->now_ms) {
        stage->next_bot_trouble = stage->now_ms + soak_around(stage, BOT_TROUBLE_MS);
        if (stage->league != NULL) {
            trouble_league(stage);
        } else {
            trouble_bot(stage);
        }
    }
    if (stage->next_server_trouble <= stage->now_ms) {
        stage->next_server_trouble =
            stage->now_ms + soak_around(stage, SERVER_TROUBLE_MS);
        trouble_server(stage);
    }
    if (stage->next_flood <= stage->now_ms) {
        stage->next_flood = stage->now_ms + soak_around(stage, FLOOD_MS);
        seat_flood(stage->seats[soak_below(stage, stage->options.accounts)],
                   FLOOD_BYTES);
    }
}

/* ---- running --------------------------------------------------------------------- */

static int64_t next_moment(const struct stage *stage)
{
    int64_t due =
        stage->restart_at < stage->back_at ? stage->restart_at : stage->back_at;
    for (int i = 0; i < stage->options.accounts; i++) {
        int64_t seat = seat_due(stage->seats[i]);
        due = seat < due ? seat : due;
    }
    if (stage->league != NULL && league_due(stage->league) < due) {
        due = league_due(stage->league);
    }
    if (!stage->is_ending && !stage->options.is_calm) {
        int64_t troubles[] = {stage->next_bot_trouble, stage->next_server_trouble,
                              stage->next_flood};
        for (int i = 0; i < 3; i++) {
            due = troubles[i] < due ? troubles[i] : due;
        }
    }
    return due;
}

static void weigh(int64_t *least, const struct stage *stage)
{
    struct mallinfo2 info = mallinfo2();
    int64_t used = (int64_t)(info.uordblks + info.hblkhd); /* small pieces and large */
    for (const struct fibsd_match *m = stage->core == NULL ? NULL
                                                           : stage->core->matches;
         m != NULL; m = m->next) {
        used -= (int64_t)sizeof *m;
    }
    const struct fibsd_connection *c =
        stage->core == NULL ? NULL : stage->core->connections;
    for (; c != NULL; c = c->next) {
        used -= (int64_t)c->output.capacity; /* of a flood, until the line is closed */
    }
    *least = *least == 0 || used < *least ? used : *least;
}

/* Only while all bots run: one that is down has given its memory back. */
static void measure_memory(struct stage *stage)
{
    struct soak_figures *figures = &stage->figures;
    for (int i = 0; i < stage->options.accounts; i++) {
        if (!seat_is_running(stage->seats[i])) {
            return;
        }
    }
    int fifth = 5 * figures->matches / stage->options.matches;
    if (fifth == 1) {
        weigh(&figures->memory_early, stage);
    } else if (fifth == 4) {
        weigh(&figures->memory_late, stage);
    }
}

static void step(struct stage *stage)
{
    if (stage->steps % MEASURE_STEPS == 0) {
        measure_memory(stage);
    }
    if (++stage->steps % FLUSH_STEPS == 0) { /* it has little time, as time runs here */
        (void)history_flush(stage->history, FLUSH_MS);
    }
    int64_t due = next_moment(stage);
    stage->now_ms = due > stage->now_ms ? due : stage->now_ms;
    soak_set_clock(EPOCH_S + stage->now_ms / 1000);
    if (stage->core != NULL) {
        fibsd_tick(stage->core, stage->now_ms);
    }
    carry_out_plans(stage);
    make_trouble(stage);
    stage_collect(stage);
    for (int i = 0; i < stage->options.accounts; i++) {
        seat_step(stage->seats[i]);
    }
    if (stage->league != NULL) {
        league_step(stage->league);
        for (int i = 0; i < stage->options.accounts; i++) {
            seat_take_orders(stage->seats[i]);
        }
    }
    stage_collect(stage);
}

bool stage_has_unlimited(const struct stage *stage, const char *a, const char *b,
                         int points)
{
    for (const struct fibsd_match *m = stage->core == NULL ? NULL
                                                           : stage->core->matches;
         m != NULL; m = m->next) {
        const char *first = m->player[0]->name, *second = m->player[1]->name;
        if (m->length == FIBSD_UNLIMITED && m->score[0] + m->score[1] >= points &&
            ((strcmp(first, a) == 0 && strcmp(second, b) == 0) ||
             (strcmp(first, b) == 0 && strcmp(second, a) == 0))) {
            return true;
        }
    }
    return false;
}

int stage_unfinished(const struct stage *stage)
{
    int count = 0;
    for (const struct fibsd_match *m = stage->core == NULL ? NULL
                                                           : stage->core->matches;
         m != NULL; m = m->next) {
        count += m->length != FIBSD_UNLIMITED;
    }
    return count;
}

/* Nobody begins anything new; who plays an unlimited match leaves it after the game. */
static void begin_the_end(struct stage *stage)
{
    stage->is_ending = true;
    stage->fault_plan.lose_command = stage->fault_plan.drop = 0.0;
    stage->fault_plan.drop_at = FIBSD_PHASE_NONE;
    for (int i = 0; i < stage->options.accounts; i++) {
        seat_take_no_more(stage->seats[i]);
        if (seat_is_running(stage->seats[i])) {
            seat_stop(stage->seats[i], CONFIG_ON_STOP_FINISH, 1000);
        }
    }
}

/* All is played; the bots hear of it, also those who have to log in for that. */
static void run_out(struct stage *stage)
{
    int64_t until_ms = stage->now_ms + RUN_OUT_MS;
    while (stage->now_ms < until_ms) {
        step(stage);
    }
}

static bool is_enough(const struct stage *stage)
{
    return stage->league != NULL ? league_is_over(stage->league)
                                 : stage->figures.matches >= stage->options.matches;
}

bool stage_run(struct stage *stage)
{
    int64_t until_ms = stage->options.hours_max * 60 * MINUTE_MS;
    while (stage->now_ms < until_ms && stage_wall_s() < stage->options.seconds_max) {
        step(stage);
        if (!stage->is_ending && is_enough(stage)) {
            begin_the_end(stage);
        }
        if (stage->is_ending && stage->core != NULL && stage_unfinished(stage) == 0) {
            run_out(stage);
            return true;
        }
    }
    return false;
}
