/* What a seat hears between matches: who is there, what is saved, invitations. */
#include <string.h>

#include "base/text.h"
#include "bot/seat/state/seat_internal.h"
#include "engine/board/points.h"

static void on_standing(struct seat *seat, const struct game_event *event)
{
    const struct standing *standing = &event->who.standing;
    bool is_mine = event->is_mine || event->type == EVENT_OWN_STANDING;
    struct seat_player *player = is_mine ? &seat->view.me : &seat->view.opponent;
    player->rating = standing->rating;
    player->experience = standing->experience;
    seat->view.is_opponent_there |= !is_mine;
}

static void on_login(struct seat *seat, const struct game_event *event)
{
    seat->view.is_opponent_there |= !event->is_mine;
}

static void on_logout(struct seat *seat, const struct game_event *event)
{
    if (!event->is_mine) {
        seat_lose_opponent(seat);
    }
}

/* Lines of all opponents follow. */
static void on_saved_list(struct seat *seat, const struct game_event *event)
{
    enum { LINES_MS = 300 };
    (void)event;
    if (!seat->knows_saved) {
        seat->wait_until_ms = seat->now_ms + LINES_MS;
    }
}

static void on_saved_row(struct seat *seat, const struct game_event *event)
{
    seat->view.has_saved = true;
    seat->view.saved_length = event->length == POINTS_UNLIMITED ? 0 : event->length;
    seat_know_saved(seat);
}

static void on_no_saved(struct seat *seat, const struct game_event *event)
{
    (void)event;
    seat->view.has_saved = false;
    seat_know_saved(seat);
    seat->invited =
        seat->invited == SEAT_INVITES_SAVED ? SEAT_INVITES_NONE : seat->invited;
}

/* ---- invitations ----------------------------------------------------------------- */

/* The bot answers an invitation to a saved match with one of its own. */
static void on_invited(struct seat *seat, const struct game_event *event)
{
    struct game_order order = {.type = ORDER_JOIN};
    bool is_wanted = !seat->has_left || seat->invited != SEAT_INVITES_NONE;
    memcpy(order.name, event->name, sizeof order.name);
    if (is_wanted && !seat->is_playing) {
        seat_send(seat, &order);
    }
}

static void on_not_invited(struct seat *seat, const struct game_event *event)
{
    enum { PAUSE_MS = 3000 };
    if (seat->invited != SEAT_INVITES_NONE) {
        seat_quote(seat, event);
        seat->invited = SEAT_INVITES_NONE;
        seat->wait_until_ms = seat->now_ms + PAUSE_MS;
    }
}

/* A bot that has just logged in takes invitations a moment later. */
static void on_refusing(struct seat *seat, const struct game_event *event)
{
    enum { AGAIN_MS = 1000, REFUSALS_MAX = 10 };
    if (seat->invited != SEAT_INVITES_NONE && seat->refusals++ < REFUSALS_MAX) {
        seat->is_refused = true;
        seat->wait_until_ms = seat->now_ms + AGAIN_MS;
    } else {
        on_not_invited(seat, event);
    }
}

/* ---- talk ------------------------------------------------------------------------ */

static void on_tell(struct seat *seat, const struct game_event *event)
{
    if (!event->is_mine) {
        struct seat_event *said = seat_add_event(seat, SEAT_EVENT_SAYS, false);
        FORMAT_TEXT(said->text, "%.199s", event->text);
        seat_level_hear(seat, said->text);
    }
}

const struct seat_reaction seat_lobby_reactions[] = {
    {EVENT_OWN_STANDING, SEAT_STAYS, on_standing},
    {EVENT_WHO, SEAT_STAYS, on_standing},
    {EVENT_LOGIN, SEAT_STAYS, on_login},
    {EVENT_LOGOUT, SEAT_STAYS, on_logout},
    {EVENT_SAVED_LIST, SEAT_STAYS, on_saved_list},
    {EVENT_SAVED_ROW, SEAT_STAYS, on_saved_row},
    {EVENT_SAVED_NONE, SEAT_STAYS, on_no_saved},
    {EVENT_SAVED_MISSING, SEAT_STAYS, on_no_saved},
    {EVENT_SAVED_CORRUPT, SEAT_STAYS, on_no_saved},
    {EVENT_INVITED, SEAT_STAYS, on_invited},
    {EVENT_NOBODY, SEAT_STAYS, on_not_invited},
    {EVENT_USER_REFUSES, SEAT_STAYS, on_refusing},
    {EVENT_USER_PLAYS, SEAT_STAYS, on_not_invited},
    {EVENT_NOT_EXPERIENCED, SEAT_STAYS, on_not_invited},
    {EVENT_INVITE_OPEN, SEAT_STAYS, on_not_invited},
    {EVENT_TELL, SEAT_STAYS, on_tell},
    {EVENT_KIBITZ, SEAT_STAYS, on_tell},
    {EVENT_NONE, SEAT_STAYS, NULL},
};
