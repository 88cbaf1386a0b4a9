#include "bot/player/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/base/schedule.h"
#include "bot/base/secret.h"
#include "bot/player/core_internal.h"
#include "engine/board/points.h"

struct player *player_new(const struct config *config)
{
    struct player *p = error_allocate(sizeof *p, NULL);
    if (p == NULL) {
        return NULL;
    }
    p->output.size = sizeof(struct player_output);
    p->config = config;
    p->states = player_states;
    memcpy(p->name, config->account.name, sizeof p->name);
    p->deadline_ms = INT64_MAX;
    p->hurried_ms = -PLAYER_HURRY_PAUSE_MS - 1; /* never; a clock may begin at 0 */
    p->match.length = PLAYER_LENGTH_ANY;
    p->minute = SCHEDULE_UNKNOWN;
    return p;
}

void player_free(struct player *player)
{
    if (player != NULL) {
        secret_wipe(player->owner_secret, sizeof player->owner_secret);
        output_queue_free(&player->output);
    }
    free(player);
}

void player_set_minute(struct player *player, int minute)
{
    player->minute = minute;
}

void player_set_access(struct player *player, const struct access *access)
{
    player->access = access;
}

struct recent_opponents *player_recent_opponents(struct player *player)
{
    return &player->recent_opponents;
}

struct guardian *player_guardian(struct player *player)
{
    return &player->guardian;
}

/* ---- orders --------------------------------------------------------------------- */

void player_take_orders(struct player *player)
{
    player->takes_orders = true;
}

/* An invitation of theirs or to them is open, or was just joined: they may have heard that
 * before we do. */
static bool is_about_to_play(const struct player *p)
{
    const char *name = p->state == PLAYER_INVITING ? p->inviting.name : p->invited.name;
    return p->state != PLAYER_LOBBY && player_is_ordered_opponent(p, name);
}

void player_order(struct player *player, int64_t now_ms,
                  const struct order_to_play *order)
{
    bool is_new = !order_is_same(&player->order, order);
    bool gives_up = order->is_new && !player->order.is_new;
    player->now_ms = now_ms;
    player->order = *order;
    if (!is_new || player->state == PLAYER_OFFLINE || player->state == PLAYER_LEAVING) {
        return;
    }
    if (player_is_playing(player)) {
        player->obey_ms = now_ms + PLAYER_ORDER_MS;
    } else if (gives_up || !is_about_to_play(player)) {
        player_enter(player, PLAYER_LOBBY, "ordered");
    }
}

/* ---- output and status ---------------------------------------------------------- */

bool player_next_output(struct player *player, struct player_output *output)
{
    return output_queue_pop(&player->output, output);
}

const char *player_opponent(const struct player *player)
{
    return player->match.is_on ? player->match.opponent : "";
}

void player_describe(const struct player *player, char *text, size_t size)
{
    const struct player_match *match = &player->match;
    const char *words = player->states[player->state].words;
    if (player->state == PLAYER_LOBBY && !player_takes_matches(player)) {
        words = player_server_ends(player)
                    ? "taking no new matches: the server goes down; "
                    : "taking no new matches; ";
    }
    char playing[160] = "", length[POINTS_TEXT_SIZE];
    if (match->is_on && match->length > 0 && match->length < POINTS_UNLIMITED) {
        FORMAT_TEXT(playing, "playing %s, %d-%d of %d; ", match->opponent,
                    player_shown_score(player, true), player_shown_score(player, false),
                    match->length);
    } else if (match->is_on) {
        FORMAT_TEXT(playing, "playing %s, %d-%d, %s; ", match->opponent,
                    match->my_score, match->their_score,
                    points_length_text(match->length, length));
    }
    (void)snprintf(text, size, "%s%d match%s finished", match->is_on ? playing : words,
                   player->finished, player->finished == 1 ? "" : "es");
}

/* ---- inputs --------------------------------------------------------------------- */

void player_online(struct player *p, int64_t now_ms, const char *opponent)
{
    p->now_ms = now_ms;
    p->is_ready = false;
    p->obey_ms =
        now_ms + PLAYER_ORDER_MS; /* the order to go on may not have come yet */
    if (p->seen_opponent[0] != '\0') {
        opponent = p->seen_opponent;
    }
    if (*opponent == '\0') {
        player_enter(p, PLAYER_LOBBY, "logged in");
        player_send_plain(p, ORDER_SAVED);
        return;
    }
    /* The server resumed a match by itself: it goes on if the board shows it. */
    player_begin_match(p, opponent, PLAYER_LENGTH_ANY, true);
    p->match.is_unkept = p->match.is_unkept || p->has_seen_unkept;
    if (p->state != PLAYER_LEAVING) {
        player_ask_board(p, "logged in, a match goes on");
    }
    if (p->seen_resignation > 0) {
        p->game.offered_points = p->seen_resignation;
        p->game.offer = PLAYER_OFFER_RESIGNATION;
        p->seen_resignation = 0;
    }
    p->seen_opponent[0] = '\0';
}

void player_offline(struct player *p, int64_t now_ms)
{
    p->now_ms = now_ms;
    player_lose_match(p, "connection lost");
    p->invited.name[0] = p->inviting.name[0] = p->seen_opponent[0] = '\0';
    p->unconfirmed.name[0] = '\0';
    p->has_seen_unkept = false;
    p->seen_resignation = 0;
    p->seen.unanswered = 0;
    guardian_lose_list(&p->guardian);
    p->has_own_who = false;
    p->longest = 0;
    p->waiting_count = 0;
    p->roster.count = 0;
    player_enter(p, PLAYER_OFFLINE, "connection lost");
}

void player_event(struct player *player, int64_t now_ms, const struct game_event *event)
{
    bool is_unknown =
        event->type == EVENT_UNKNOWN || event->type == EVENT_UNKNOWN_REFUSAL;
    player->now_ms = now_ms;
    if (!player_handle_event(player, event) && is_unknown) {
        player_note_unknown(player, event->line);
    }
}

void player_tick(struct player *player, int64_t now_ms)
{
    player->now_ms = now_ms;
    if (now_ms >= player->deadline_ms) {
        player->deadline_ms = INT64_MAX;
        if (player->states[player->state].timeout != NULL) {
            player->states[player->state].timeout(player);
        }
    }
    player_watch(player);
}

int64_t player_deadline(const struct player *player)
{
    int64_t watch_ms = player_watch_deadline(player);
    return watch_ms < player->deadline_ms ? watch_ms : player->deadline_ms;
}
