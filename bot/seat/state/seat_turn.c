/* What a seat hears of turns: boards, rolls, plays, offers, and what is refused. */
#include <stddef.h>

#include "bot/seat/state/seat_internal.h"

#include "engine/board/position.h"

/* ---- boards ---------------------------------------------------------------------- */

/* Hops are kept if the same dice are shown for the same position again. */
static void seat_begin_play(struct seat *seat)
{
    struct seat_view *view = &seat->view;
    const struct roll *roll = &view->hops.roll;
    bool is_same = roll->high == view->board.roll.high &&
                   roll->low == view->board.roll.low &&
                   position_equal(&view->hops.before, &view->board.pos) &&
                   view->phase == SEAT_TO_PLAY;
    if (!is_same) {
        hops_begin(&view->hops, &view->board.pos, view->board.roll, seat->list);
    }
}

/* What a board leads to, but for what it does not show: resignations, the end of a game,
 * and, unless it was asked for, whether we may roll yet. */
static enum seat_phase stage_of_board(const struct seat *seat,
                                      const struct board_view *board)
{
    bool is_mine = board->turn == TURN_MINE;
    bool may_roll = is_mine && board->roll.high == 0 &&
                    (seat->is_asked || seat->stage == SEAT_TO_ROLL);
    if (seat->stage == SEAT_BETWEEN || seat->resign_points != 0) {
        return seat->stage;
    }
    if (board->is_double_pending) {
        return is_mine ? SEAT_OFFERED : SEAT_DOUBLED;
    }
    return may_roll ? SEAT_TO_ROLL : SEAT_WAITING;
}

static void on_board(struct seat *seat, const struct game_event *event)
{
    const struct board_view board = game_board_recall(&event->board, &seat->memory);
    if (!seat->is_playing || !event->is_mine || event->board.fault != NULL) {
        return;
    }
    if (board.turn == TURN_NOBODY) {
        seat->stage = SEAT_BETWEEN;
        return;
    }
    seat->view.board = board;
    if (board.roll.high > 0) { /* the roll may have been before a resumption */
        seat->rolled = board.roll;
    }
    seat->view.has_board = true;
    seat->view.saved_length = board.ms.length;
    seat_find_game(seat);
    seat->stage = stage_of_board(seat, &board);
    seat->has_sent = seat->is_asked = false;
    if (!board.is_double_pending) {
        seat->memory.owner = board.ms.owner;
    }
    if (board.turn == TURN_MINE && board.roll.high != 0) {
        seat_begin_play(seat);
    }
}

/* ---- rolls and plays ------------------------------------------------------------- */

/* The board stays as it was, but for whose turn it is. */
static void seat_pass_turn(struct seat *seat, enum turn turn)
{
    seat->view.board.turn = turn;
    seat->view.board.roll = (struct roll){0, 0};
}

static void on_to_roll(struct seat *seat, const struct game_event *event)
{
    (void)event;
    seat_pass_turn(seat, TURN_MINE);
}

static void on_roll(struct seat *seat, const struct game_event *event)
{
    seat->rolled = event->roll;
    seat_add_event(seat, SEAT_EVENT_ROLL, event->type == EVENT_OUR_ROLL)->roll =
        event->roll;
}

static void on_dance(struct seat *seat, const struct game_event *event)
{
    bool is_mine = event->type == EVENT_OUR_DANCE;
    seat_add_event(seat, SEAT_EVENT_DANCE, is_mine)->roll = seat->rolled;
    seat_pass_turn(seat, is_mine ? TURN_THEIRS : TURN_MINE);
}

static void on_their_play(struct seat *seat, const struct game_event *event)
{
    if (!seat->view.has_board || !event->has_play) {
        return;
    }
    struct seat_event *play = seat_add_event(seat, SEAT_EVENT_PLAY, false);
    play->roll = seat->rolled;
    play->play = event->play;
    play->before = position_swap(&seat->view.board.pos);
    notation_write(&play->before, &play->play, play->text);
}

/* ---- offers ---------------------------------------------------------------------- */

static void on_double(struct seat *seat, const struct game_event *event)
{
    seat_add_event(seat, SEAT_EVENT_DOUBLE, event->type == EVENT_OUR_DOUBLE)->points =
        2 * seat->view.board.ms.cube;
}

/* They take our double and double at once. */
static void on_redouble(struct seat *seat, const struct game_event *event)
{
    (void)seat_add_event(seat, SEAT_EVENT_TAKE, false);
    seat->view.board.ms.cube *= 2;
    on_double(seat, event);
}

/* The roll of who doubled follows. */
static void on_take(struct seat *seat, const struct game_event *event)
{
    struct match_state *ms = &seat->view.board.ms;
    bool is_mine = event->type == EVENT_OUR_TAKE;
    (void)seat_add_event(seat, SEAT_EVENT_TAKE, is_mine);
    seat->has_sent = true;
    ms->cube *= 2;
    ms->owner = is_mine ? CUBE_MINE : CUBE_THEIRS;
}

static void on_pass(struct seat *seat, const struct game_event *event)
{
    bool is_mine = event->type == EVENT_OUR_PASS;
    (void)seat_add_event(seat, SEAT_EVENT_PASS, is_mine);
    seat_end_game(seat, !is_mine, event->points);
}

static void on_resign(struct seat *seat, const struct game_event *event)
{
    bool is_mine = event->type == EVENT_OUR_RESIGN;
    seat->resign_points = event->points;
    seat_add_event(seat, SEAT_EVENT_RESIGN, is_mine)->points = event->points;
}

/* The board says what is to be done now. */
static void on_reject(struct seat *seat, const struct game_event *event)
{
    (void)seat_add_event(seat, SEAT_EVENT_REJECT, event->type == EVENT_OUR_REJECT);
    seat->resign_points = 0;
    seat_ask_board(seat);
}

/* ---- what is refused ------------------------------------------------------------- */

/* The board says where we stand. */
static void on_refused(struct seat *seat, const struct game_event *event)
{
    if (seat->is_playing && seat->has_sent) {
        seat_quote(seat, event);
        seat->has_sent = false;
        seat_ask_board(seat);
    }
}

const struct seat_reaction seat_turn_reactions[] = {
    {EVENT_BOARD, SEAT_STAYS, on_board},
    {EVENT_TO_ROLL, SEAT_TO_ROLL, on_to_roll},
    {EVENT_OUR_ROLL, SEAT_WAITING, on_roll},
    {EVENT_THEIR_ROLL, SEAT_STAYS, on_roll},
    {EVENT_OUR_DANCE, SEAT_STAYS, on_dance},
    {EVENT_THEIR_DANCE, SEAT_STAYS, on_dance},
    {EVENT_THEIR_PLAY, SEAT_STAYS, on_their_play},

    {EVENT_OUR_DOUBLE, SEAT_DOUBLED, on_double},
    {EVENT_THEIR_DOUBLE, SEAT_OFFERED, on_double},
    {EVENT_THEIR_REDOUBLE, SEAT_OFFERED, on_redouble},
    {EVENT_OUR_TAKE, SEAT_WAITING, on_take},
    {EVENT_THEIR_TAKE, SEAT_WAITING, on_take},
    {EVENT_OUR_PASS, SEAT_WAITING, on_pass},
    {EVENT_THEIR_PASS, SEAT_WAITING, on_pass},
    {EVENT_OUR_RESIGN, SEAT_RESIGNED, on_resign},
    {EVENT_THEIR_RESIGN, SEAT_RESIGN_OFFERED, on_resign},
    {EVENT_OUR_REJECT, SEAT_WAITING, on_reject},
    {EVENT_THEIR_REJECT, SEAT_WAITING, on_reject},

    {EVENT_PLAY_REFUSED, SEAT_STAYS, on_refused},
    {EVENT_WRONG_MOMENT, SEAT_STAYS, on_refused},
    {EVENT_NO_DOUBLE, SEAT_STAYS, on_refused},
    {EVENT_CRAWFORD, SEAT_STAYS, on_refused},
    {EVENT_DOUBLE_OPEN, SEAT_STAYS, on_refused},
    {EVENT_RESIGN_OPEN, SEAT_STAYS, on_refused},
    {EVENT_RESIGN_PENDING, SEAT_STAYS, on_refused},
    {EVENT_DONE_ALREADY, SEAT_STAYS, on_refused},
    {EVENT_NO_OFFER, SEAT_STAYS, on_refused},
    {EVENT_NOT_PLAYING, SEAT_STAYS, on_refused},
    {EVENT_NONE, SEAT_STAYS, NULL},
};
