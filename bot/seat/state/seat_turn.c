/* What the server says to a seat of turns: boards, rolls, plays, and what it refuses. */
#include "bot/seat/state/seat_internal.h"

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

static void seat_take_board(struct seat *seat, const struct board_view *board)
{
    bool is_mine = board->turn == TURN_MINE;
    bool is_rolled = board->roll.high != 0;
    seat->has_sent = false;
    seat->is_prompted = is_mine && !is_rolled && (seat->is_asked || seat->is_prompted);
    seat->is_asked = false;
    seat->is_offered = board->is_double_pending && is_mine;
    seat->is_doubled = board->is_double_pending && !is_mine;
    if (!board->is_double_pending) {
        seat->memory.owner = board->ms.owner;
    }
    if (is_mine && is_rolled) {
        seat_begin_play(seat);
    }
}

static void on_board(struct seat *seat, const struct fibs_message *m)
{
    struct game_board read;
    translate_board(&m->board, &read);
    if (!seat->is_playing || read.fault != NULL ||
        !fibs_slice_is((struct fibs_slice){m->board.player[0], 3}, "You")) {
        return;
    }
    const struct board_view board = game_board_recall(&read, &seat->memory);
    if (board.turn == TURN_NOBODY) {
        seat->is_between = true;
        return;
    }
    seat->board = m->board;
    seat->view.board = board;
    seat->view.has_board = true;
    seat->view.saved_length = board.ms.length;
    seat_find_game(seat);
    seat_take_board(seat, &board);
}

/* It is our turn, in the position of the last board; the opponent could not move. */
static void seat_take_turn(struct seat *seat)
{
    seat->view.board.turn = TURN_MINE;
    seat->view.board.roll = (struct roll){0, 0};
}

static void on_prompt(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat_take_turn(seat);
    seat->has_sent = seat->is_offered = seat->is_doubled = false;
    seat->is_prompted = true;
}

static void on_my_roll(struct seat *seat, const struct fibs_message *m)
{
    seat->is_prompted = false;
    seat->rolled = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
    seat_add_event(seat, SEAT_EVENT_ROLL, true)->roll = seat->rolled;
}

static void on_their_roll(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        seat->rolled = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
        seat_add_event(seat, SEAT_EVENT_ROLL, false)->roll = seat->rolled;
    }
}

static void on_my_dance(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat_add_event(seat, SEAT_EVENT_DANCE, true)->roll = seat->rolled;
    seat->view.board.turn = TURN_THEIRS;
    seat->view.board.roll = (struct roll){0, 0};
}

static void on_their_dance(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        seat_add_event(seat, SEAT_EVENT_DANCE, false)->roll = seat->rolled;
        seat_take_turn(seat);
    }
}

static void on_their_play(struct seat *seat, const struct fibs_message *m)
{
    struct play play;
    if (!seat_is_opponent(seat, m) || !seat->view.has_board ||
        !translate_moves(m->texts[0], -seat->board.direction, &play)) {
        return;
    }
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_PLAY, false);
    event->roll = seat->rolled;
    event->play = play;
    event->before = position_swap(&seat->view.board.pos);
    notation_write(&event->before, &play, event->text);
}

/* A refused action: the board says where we stand. */
static void on_refused(struct seat *seat, const struct fibs_message *m)
{
    if (seat->is_playing && seat->has_sent) {
        seat_quote(seat, m);
        seat->has_sent = false;
        seat_ask_board(seat);
    }
}

#define MSG(id) FIBS_MSG_##id
const struct seat_reaction seat_turn_reactions[] = {
    {MSG(BOARD), on_board},
    {MSG(PROMPT_ROLL), on_prompt},
    {MSG(YOU_ROLL), on_my_roll},
    {MSG(OPP_ROLLS), on_their_roll},
    {MSG(YOU_CANT_MOVE), on_my_dance},
    {MSG(OPP_CANT_MOVE), on_their_dance},
    {MSG(OPP_MOVES), on_their_play},
    {MSG(ERR_DID_ROLL), on_refused},
    {MSG(ERR_NOT_TURN_ROLL), on_refused},
    {MSG(ERR_NOT_TURN_MOVE), on_refused},
    {MSG(ERR_NOT_TURN), on_refused},
    {MSG(ERR_NOT_TURN_DOUBLE), on_refused},
    {MSG(ERR_ROLL_FIRST), on_refused},
    {MSG(ERR_DOUBLE_AFTER_ROLL), on_refused},
    {MSG(ERR_WAIT_UNTIL_MOVED), on_refused},
    {MSG(ERR_MUST_GIVE), on_refused},
    {MSG(ERR_TOO_MANY), on_refused},
    {MSG(ERR_MOVE_FROM), on_refused},
    {MSG(ERR_MOVE_POINTS), on_refused},
    {MSG(ERR_MOVE_TO), on_refused},
    {MSG(ERR_BAR_FIRST), on_refused},
    {MSG(ERR_REMOVE_PIECE), on_refused},
    {MSG(ERR_MOVE_HOME), on_refused},
    {MSG(ERR_MOVE_N_HOME), on_refused},
    {MSG(ERR_NOT_RESPONDED), on_refused},
    {MSG(ERR_NO_DOUBLE_RESIGN), on_refused},
    {MSG(ERR_WANTED_RESIGN), on_refused},
    {MSG(ERR_RESIGN_PENDING), on_refused},
    {MSG(ERR_ALREADY_DID), on_refused},
    {MSG(CRAWFORD_NO), on_refused},
    {MSG(ERR_NOT_PLAYING), on_refused},
    {.handle = NULL},
};
