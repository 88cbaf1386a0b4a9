/* What the server says to a seat of doubles and resignations. */
#include "bot/seat/state/seat_internal.h"

/* ---- cube ------------------------------------------------------------------------ */

static void on_their_double(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        seat->is_offered = true;
        seat->has_sent = false;
        seat_add_event(seat, SEAT_EVENT_DOUBLE, false)->points =
            2 * seat->view.board.ms.cube;
    }
}

static void on_my_double(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat->is_doubled = true;
    seat->has_sent = seat->is_prompted = false;
    seat_add_event(seat, SEAT_EVENT_DOUBLE, true)->points =
        2 * seat->view.board.ms.cube;
}

/* The roll of who doubled follows. */
static void seat_take_cube(struct seat *seat, bool is_mine)
{
    struct match_state *ms = &seat->view.board.ms;
    (void)seat_add_event(seat, SEAT_EVENT_TAKE, is_mine);
    seat->is_offered = seat->is_doubled = false;
    seat->has_sent = true;
    ms->cube *= 2;
    ms->owner = is_mine ? CUBE_MINE : CUBE_THEIRS;
}

static void on_their_take(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        seat_take_cube(seat, false);
    }
}

static void on_my_take(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat_take_cube(seat, true);
}

static void on_their_pass(struct seat *seat, const struct fibs_message *m)
{
    (void)seat_add_event(seat, SEAT_EVENT_PASS, false);
    seat_end_game(seat, true, m->numbers[0]);
}

static void on_my_pass(struct seat *seat, const struct fibs_message *m)
{
    (void)seat_add_event(seat, SEAT_EVENT_PASS, true);
    seat_end_game(seat, false, m->numbers[0]);
}

/* ---- resignations ---------------------------------------------------------------- */

static void on_their_resignation(struct seat *seat, const struct fibs_message *m)
{
    seat->points_theirs = (int)m->numbers[0];
    seat->has_sent = false;
    seat_add_event(seat, SEAT_EVENT_RESIGN, false)->points = seat->points_theirs;
}

static void on_my_resignation(struct seat *seat, const struct fibs_message *m)
{
    seat->points_ours = (int)m->numbers[0];
    seat->has_sent = false;
    seat_add_event(seat, SEAT_EVENT_RESIGN, true)->points = seat->points_ours;
}

/* The board says what is to be done now. */
static void seat_play_on(struct seat *seat, bool is_mine)
{
    (void)seat_add_event(seat, SEAT_EVENT_REJECT, is_mine);
    seat->points_ours = seat->points_theirs = 0;
    seat_ask_board(seat);
}

static void on_their_rejection(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat_play_on(seat, false);
}

static void on_my_rejection(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat_play_on(seat, true);
}

#define MSG(id) FIBS_MSG_##id
const struct seat_reaction seat_offer_reactions[] = {
    {MSG(OPP_DOUBLES), on_their_double},
    {MSG(OPP_DOUBLES_REDOUBLE), on_their_double},
    {MSG(OPP_REDOUBLES_MORE), on_their_double},
    {MSG(OPP_REDOUBLES_LAST), on_their_double},
    {MSG(YOU_DOUBLE), on_my_double},
    {MSG(YOU_DOUBLE_REDOUBLE), on_my_double},
    {MSG(OPP_ACCEPTS_DOUBLE), on_their_take},
    {MSG(OPP_ACCEPTS_REDOUBLE), on_their_take},
    {MSG(YOU_ACCEPT_DOUBLE), on_my_take},
    {MSG(YOU_ACCEPT_REDOUBLE), on_my_take},
    {MSG(OPP_GIVES_UP), on_their_pass},
    {MSG(YOU_GIVE_UP), on_my_pass},
    {MSG(RESIGN_OFFER), on_their_resignation},
    {MSG(YOU_RESIGN), on_my_resignation},
    {MSG(RESIGN_REJECTED), on_their_rejection},
    {MSG(YOU_REJECT_RESIGN), on_my_rejection},
    {.handle = NULL},
};
