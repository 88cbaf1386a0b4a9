/* What the server says to a seat between matches: who is there, what is saved,
 * invitations. */
#include "bot/seat/state/seat_internal.h"

/* Numbers: ready, away, experience, ... (message.h). */
static void on_who(struct seat *seat, const struct fibs_message *m)
{
    bool is_mine = seat_is_me(seat, m->names[0]);
    struct seat_player *player = is_mine ? &seat->view.me : &seat->view.opponent;
    if (!is_mine && !seat_is_opponent(seat, m)) {
        return;
    }
    player->rating = m->reals[0];
    player->experience = m->number_count > 2 ? (int)m->numbers[2] : 0;
    seat->view.is_opponent_there |= !is_mine;
}

static void on_login(struct seat *seat, const struct fibs_message *m)
{
    seat->view.is_opponent_there |= seat_is_opponent(seat, m);
}

static void on_logout(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        seat_lose_opponent(seat);
    }
}

/* Lines of all opponents follow. */
static void on_saved_header(struct seat *seat, const struct fibs_message *m)
{
    enum { LINES_MS = 300 };
    (void)m;
    if (!seat->knows_saved) {
        seat->wait_until_ms = seat->now_ms + LINES_MS;
    }
}

static void on_saved_row(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        int length = (int)m->numbers[0];
        seat->view.has_saved = true;
        seat->view.saved_length = length == FIBS_UNLIMITED ? 0 : length;
        seat_know_saved(seat);
    }
}

static void on_no_saved(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat->view.has_saved = false;
    seat_know_saved(seat);
    seat->invited =
        seat->invited == SEAT_INVITES_SAVED ? SEAT_INVITES_NONE : seat->invited;
}

/* ---- invitations ----------------------------------------------------------------- */

/* The bot answers an invitation to a saved match with one of its own. */
static void on_invited(struct seat *seat, const struct fibs_message *m)
{
    struct fibs_command command;
    bool is_wanted = !seat->has_left || seat->invited != SEAT_INVITES_NONE;
    if (seat_is_opponent(seat, m) && is_wanted && !seat->is_playing &&
        fibs_command_user(&command, FIBS_CMD_JOIN, seat->setup.opponent)) {
        seat_send(seat, &command);
    }
}

static void on_not_invited(struct seat *seat, const struct fibs_message *m)
{
    enum { PAUSE_MS = 3000 };
    if (seat->invited != SEAT_INVITES_NONE) {
        seat_quote(seat, m);
        seat->invited = SEAT_INVITES_NONE;
        seat->wait_until_ms = seat->now_ms + PAUSE_MS;
    }
}

/* A bot that has just logged in takes invitations a moment later. */
static void on_refusing(struct seat *seat, const struct fibs_message *m)
{
    enum { AGAIN_MS = 1000, REFUSALS_MAX = 10 };
    if (seat->invited != SEAT_INVITES_NONE && seat->refusals++ < REFUSALS_MAX) {
        seat->is_refused = true;
        seat->wait_until_ms = seat->now_ms + AGAIN_MS;
    } else {
        on_not_invited(seat, m);
    }
}

/* ---- talk ------------------------------------------------------------------------ */

static void on_says(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m) && m->text_count > 0) {
        struct seat_event *event = seat_add_event(seat, SEAT_EVENT_SAYS, false);
        (void)fibs_slice_copy(m->texts[0], event->text, sizeof event->text);
        seat_level_hear(seat, event->text);
    }
}

#define MSG(id) FIBS_MSG_##id
const struct seat_reaction seat_lobby_reactions[] = {
    {MSG(CLIP_WHO_INFO), on_who},
    {MSG(CLIP_LOGIN), on_login},
    {MSG(CLIP_LOGOUT), on_logout},
    {MSG(SAVED_HEADER), on_saved_header},
    {MSG(SAVED_ROW_OFFLINE), on_saved_row},
    {MSG(SAVED_ROW_ONE_STAR), on_saved_row},
    {MSG(SAVED_ROW_TWO_STARS), on_saved_row},
    {MSG(SAVED_NONE), on_no_saved},
    {MSG(NO_SAVED_MATCH), on_no_saved},
    {MSG(SAVED_CORRUPT), on_no_saved},
    {MSG(INVITE_N), on_invited},
    {MSG(INVITE_UNLIMITED), on_invited},
    {MSG(INVITE_RESUME), on_invited},
    {MSG(NO_ONE_CALLED), on_not_invited},
    {MSG(REFUSING_GAMES), on_refusing},
    {MSG(ALREADY_PLAYING_OTHER), on_not_invited},
    {MSG(NOT_EXPERIENCED), on_not_invited},
    {MSG(WAIT_LAST_INVITATION), on_not_invited},
    {MSG(CLIP_SAYS), on_says},
    {MSG(CLIP_KIBITZES), on_says},
    {.handle = NULL},
};
