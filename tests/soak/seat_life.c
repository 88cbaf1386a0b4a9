/* The program of a seat starts and ends. */
#include "tests/soak/seat_internal.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/points.h"
#include "server/fibsd/crowd.h"

enum { UNLIMITED_POINTS = 30 };

static void set_invitations(struct seat *seat)
{
    struct stage *stage = seat->stage;
    struct config_name_list *names = &seat->config.invite.names;
    names->count = 0;
    for (int i = soak_below(stage, 6); i > 0 && !stage->is_ending; i--) {
        const char *name =
            stage->seats[soak_below(stage, stage->options.accounts)]->name;
        if (strcmp(name, seat->name) != 0 && !config_name_list_has(names, name)) {
            memcpy(names->names[names->count++], name, USER_NAME_SIZE);
        }
    }
    seat->config.invite.length =
        soak_below(stage, 16) == 0 ? POINTS_UNLIMITED : 1 + soak_below(stage, 15);
    seat->config.invite.idle = 1 + soak_below(stage, 30);
}

/* Unlimited matches have no end: one of so many points stays saved. */
static void block_opponents(struct seat *seat, int points)
{
    struct config_name_list *block = &seat->config.accept.block;
    block->count = 0;
    for (int i = 0; i < seat->stage->options.accounts; i++) {
        const char *other = seat->stage->seats[i]->name;
        if (stage_has_unlimited(seat->stage, seat->name, other, points)) {
            memcpy(block->names[block->count++], other, USER_NAME_SIZE);
        }
    }
}

static void set_options(struct seat *seat)
{
    struct config *config = &seat->config;
    config_default(config);
    memcpy(config->account.name, seat->name, sizeof config->account.name);
    (void)snprintf(config->server.host, sizeof config->server.host, "soak");
    for (int n = 1; n <= MATCH_LENGTH_MAX; n++) {
        config->accept.lengths.may_play[n] = true;
    }
    config->accept.unlimited = true;
    config->record.matches = seat->stage->options.has_record;
    (void)snprintf(config->record.folder, sizeof config->record.folder, "%s/matches",
                   seat->stage->options.folder);
    config->record.group = 1; /* a folder for each opponent */
    config->strength.play_ply = config->strength.cube_ply = 0;
    set_invitations(seat);
    block_opponents(seat, UNLIMITED_POINTS);
    if (seat->stage->is_ending) {
        seat_take_no_more(seat);
    }
}

void seat_take_no_more(struct seat *seat)
{
    seat->config.invite.names.count = 0;
    seat->config.accept.unlimited = false;
    memset(&seat->config.accept.lengths, 0, sizeof seat->config.accept.lengths);
    block_opponents(seat, 0);
}

static struct fibs_session *new_session(struct seat *seat)
{
    struct fibs_session_config session;
    fibs_session_config_default(&session);
    memcpy(session.name, seat->name, sizeof session.name);
    seat->translator = (struct fibs_translator){.has_board = false};
    memcpy(seat->translator.name, seat->name, sizeof seat->translator.name);
    (void)snprintf(session.client, sizeof session.client, "soak");
    session.acknowledge_ms = seat->config.connection.acknowledge;
    session.hears_reports = seat->stage->league != NULL;
    session.jitter_seed = soak_random(seat->stage);
    return fibs_session_new(&session);
}

void seat_start(struct seat *seat)
{
    struct stage *stage = seat->stage;
    set_options(seat);
    const struct recorder_outlets outlets = {.log = stage->log,
                                             .history = stage->history};
    seat->session = new_session(seat);
    seat->player = player_new(&seat->config);
    seat->recorder = recorder_new(&seat->config, &outlets);
    if (seat->session == NULL || seat->player == NULL || seat->recorder == NULL) {
        abort(); /* no memory */
    }
    for (int i = 0; i < THOUGHTS_MAX; i++) {
        seat->thoughts[i].due_ms = INT64_MAX;
    }
    seat->is_online = seat->is_leaving = false;
    seat->pause_ms = -1;
    if (stage->league != NULL) {
        league_enter(stage->league, seat);
    }
    fibs_session_start(seat->session, stage->now_ms);
    seat_settle(seat);
}

void seat_end(struct seat *seat, int64_t again_ms)
{
    seat_hang_up(seat);
    fibs_session_free(seat->session);
    player_free(seat->player);
    recorder_free(seat->recorder);
    seat->session = NULL;
    seat->player = NULL;
    seat->recorder = NULL;
    seat->is_online = false;
    seat->again_ms = again_ms;
}

void seat_stop(struct seat *seat, enum config_on_stop how, int64_t pause_ms)
{
    seat->pause_ms = pause_ms;
    if (!seat->is_online) {
        fibs_session_stop(seat->session, seat->stage->now_ms);
    } else {
        player_stop(seat->player, seat->stage->now_ms, how);
        seat_pump_player(seat);
    }
    seat_settle(seat);
}

void seat_flood(struct seat *seat, size_t bytes)
{
    if (seat->connection == NULL || !seat->is_online) {
        return;
    }
    crowd_write(seat->connection, bytes);
    size_t size;
    (void)fibsd_output(seat->connection, &size);
    seat->stage->figures.flood_bytes += (int64_t)size;
    seat->stage->figures.floods++;
    stage_collect(seat->stage);
}

struct seat *seat_new(struct stage *stage, const char *name)
{
    struct seat *seat = aligned_alloc(alignof(struct seat), sizeof *seat);
    if (seat == NULL) {
        return NULL;
    }
    memset(seat, 0, sizeof *seat);
    seat->stage = stage;
    (void)snprintf(seat->name, sizeof seat->name, "%s", name);
    lane_init(&seat->to_server);
    lane_init(&seat->to_bot);
    seat->connected_ms = seat->board_due_ms = INT64_MAX;
    if (stage->options.trace != NULL && strcmp(stage->options.trace, name) == 0) {
        char path[300];
        (void)snprintf(path, sizeof path, "%s/trace", stage->options.folder);
        seat->trace =
            trace_open(&(struct trace_setup){.path = path, .account = name}, NULL);
    }
    return seat;
}

void seat_leave(struct seat *seat)
{
    if (seat != NULL && seat->session != NULL) {
        seat_end(seat, INT64_MAX);
    }
}

void seat_free(struct seat *seat)
{
    if (seat != NULL) {
        lane_clear(&seat->to_server);
        lane_clear(&seat->to_bot);
        trace_close(seat->trace);
        free(seat);
    }
}
