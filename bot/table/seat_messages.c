/* What the server says: a row of the table for each message that matters. */
#include <stdio.h>
#include <string.h>

#include "bot/table/seat_internal.h"

typedef void handler(struct seat *seat, const struct fibs_message *m);

static bool seat_is_opponent(const struct seat *seat, const struct fibs_message *m)
{
    return m->name_count > 0 && fibs_slice_is(m->names[0], seat->setup.opponent);
}

static bool seat_is_me(const struct seat *seat, struct fibs_slice name)
{
    return fibs_slice_is(name, seat->setup.name) || fibs_slice_is(name, "You");
}

/* ---- who is there, what is saved ------------------------------------------------- */

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
    seat->view.is_opponent_there &= !seat_is_opponent(seat, m);
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
    seat->invited = seat->invited == SEAT_RESUME ? SEAT_NONE : seat->invited;
}

/* ---- invitations ----------------------------------------------------------------- */

/* The bot answers an invitation to a saved match with one of its own. */
static void on_invited(struct seat *seat, const struct fibs_message *m)
{
    struct fibs_command command;
    bool is_wanted = !seat->has_left || seat->invited != SEAT_NONE;
    if (seat_is_opponent(seat, m) && is_wanted && !seat->is_playing &&
        fibs_command_user(&command, FIBS_CMD_JOIN, seat->setup.opponent)) {
        seat_send(seat, &command);
    }
}

static void seat_quote(struct seat *seat, const struct fibs_message *m)
{
    const char *line = m->line.text;
    size_t skipped = m->line.length > 3 && strncmp(line, "** ", 3) == 0 ? 3 : 0;
    const struct fibs_slice rest = {line + skipped, m->line.length - skipped};
    (void)fibs_slice_copy(rest, seat->view.reason, sizeof seat->view.reason);
}

static void on_not_invited(struct seat *seat, const struct fibs_message *m)
{
    enum { PAUSE_MS = 3000 };
    if (seat->invited != SEAT_NONE) {
        seat_quote(seat, m);
        seat->invited = SEAT_NONE;
        seat->wait_until_ms = seat->now_ms + PAUSE_MS;
    }
}

/* A bot that has just logged in takes invitations a moment later. */
static void on_refusing(struct seat *seat, const struct fibs_message *m)
{
    enum { AGAIN_MS = 1000, REFUSALS_MAX = 10 };
    if (seat->invited != SEAT_NONE && seat->refusals++ < REFUSALS_MAX) {
        seat->is_refused = true;
        seat->wait_until_ms = seat->now_ms + AGAIN_MS;
    } else {
        on_not_invited(seat, m);
    }
}

/* ---- matches begin and end ------------------------------------------------------- */

static void seat_forget_game(struct seat *seat)
{
    seat->has_sent = seat->is_between = seat->is_prompted = false;
    seat->is_offered = seat->is_doubled = false;
    seat->points_ours = seat->points_theirs = 0;
}

static void seat_begin(struct seat *seat, bool is_resumed, int length)
{
    seat_forget_game(seat);
    seat->invited = SEAT_NONE;
    seat->is_playing = true;
    seat->is_over = seat->has_left = false;
    seat->view.has_saved = seat->view.has_board = false;
    seat->view.game = is_resumed ? 1 : 0;
    seat->view.rating_change = 0.0;
    memset(&seat->memory, 0, sizeof seat->memory);
    memset(&seat->view.board, 0, sizeof seat->view.board);
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_MATCH, false);
    event->is_resumed = is_resumed;
    event->points = length;
}

static void on_joined(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        seat_begin(seat, false, m->number_count > 0 ? (int)m->numbers[0] : 0);
    }
}

static void on_resumed(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m)) {
        seat_begin(seat, true, seat->view.saved_length);
        seat_ask_board(seat);
    }
}

static void on_saved(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    if (!seat->is_playing) {
        return;
    }
    seat_forget_game(seat);
    seat->is_playing = false;
    seat->view.has_saved = true;
    seat->view.saved_length = seat->view.board.ms.length;
    seat->wait_until_ms = seat->now_ms;
    (void)seat_add_event(seat, SEAT_EVENT_SAVED, false);
}

/* A match to 3 that ends with a cube of 4 is won 3-0, as players say it; FIBS counts the
 * points beyond the end, too. */
static int seat_score(const struct seat *seat, long points)
{
    int length = seat->view.board.ms.length;
    return length > 0 && points > length ? length : (int)points;
}

/* "You win the 3 point match 4-1": the winner's points first. */
static void seat_end_match(struct seat *seat, bool is_mine,
                           const struct fibs_message *m)
{
    seat_forget_game(seat);
    seat->is_playing = false;
    seat->is_over = true;
    seat->view.won[0] = seat_score(seat, m->numbers[is_mine ? 1 : 2]);
    seat->view.won[1] = seat_score(seat, m->numbers[is_mine ? 2 : 1]);
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_MATCH_END, is_mine);
    event->score[0] = seat->view.won[0];
    event->score[1] = seat->view.won[1];
}

static void on_match_won(struct seat *seat, const struct fibs_message *m)
{
    seat_end_match(seat, true, m);
}

static void on_match_lost(struct seat *seat, const struct fibs_message *m)
{
    seat_end_match(seat, seat_is_me(seat, m->names[0]), m);
}

static void on_rating(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_me(seat, m->names[0])) {
        seat->view.rating_change = m->reals[0];
    }
}

/* ---- games ----------------------------------------------------------------------- */

static void on_game_start(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat_forget_game(seat);
    seat->view.has_board = false;
    seat->view.game++;
    (void)seat_add_event(seat, SEAT_EVENT_GAME, false);
}

/* Equal dice are thrown again. */
static void on_opening(struct seat *seat, const struct fibs_message *m)
{
    int mine = (int)m->numbers[0], theirs = (int)m->numbers[1];
    if (mine != theirs) {
        seat->rolled = translate_roll(mine, theirs);
        seat_add_event(seat, SEAT_EVENT_OPENING, mine > theirs)->roll = seat->rolled;
    }
}

static void seat_end_game(struct seat *seat, bool is_mine, long points)
{
    seat_forget_game(seat);
    seat->has_sent = true; /* what follows is said by the server */
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_GAME_END, is_mine);
    event->points = (int)points;
    int *score = &event->score[is_mine ? 0 : 1];
    *score = seat_score(seat, *score + points);
}

static void on_game_won(struct seat *seat, const struct fibs_message *m)
{
    seat_end_game(seat, true, m->numbers[0]);
}

static void on_game_lost(struct seat *seat, const struct fibs_message *m)
{
    seat_end_game(seat, false, m->numbers[0]);
}

/* "score in 3 point match: our_bot-1 opp_a-0" */
static void on_score(struct seat *seat, const struct fibs_message *m)
{
    struct match_state *ms = &seat->view.board.ms;
    int mine = seat_is_me(seat, m->names[0]) ? 0 : 1;
    const long *points = &m->numbers[m->number_count - 2];
    ms->my_score = (int)points[mine];
    ms->their_score = (int)points[1 - mine];
}

static void on_between(struct seat *seat, const struct fibs_message *m)
{
    (void)m;
    seat_forget_game(seat);
    seat->is_between = true;
}

/* ---- turns ----------------------------------------------------------------------- */

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
    struct board_view board;
    if (!seat->is_playing ||
        !fibs_slice_is((struct fibs_slice){m->board.player[0], 3}, "You") ||
        !translate_board(&m->board, &seat->memory, &board, NULL)) {
        return;
    }
    if (board.turn == TURN_NOBODY) {
        seat->is_between = true;
        return;
    }
    seat->board = m->board;
    seat->view.board = board;
    seat->view.has_board = true;
    seat->view.saved_length = board.ms.length;
    seat_take_board(seat, &board);
}

/* It is our turn, in the position of the last board; he could not move. */
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

/* ---- the rest -------------------------------------------------------------------- */

static void on_says(struct seat *seat, const struct fibs_message *m)
{
    if (seat_is_opponent(seat, m) && m->text_count > 0) {
        struct seat_event *event = seat_add_event(seat, SEAT_EVENT_SAYS, false);
        (void)fibs_slice_copy(m->texts[0], event->text, sizeof event->text);
    }
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
static const struct {
    enum fibs_message_id id;
    handler *handle;
} rows[] = {
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
    {MSG(JOINED_YOU_N), on_joined},
    {MSG(JOINED_YOU_UNLIMITED), on_joined},
    {MSG(NOW_PLAYING_N), on_joined},
    {MSG(NOW_PLAYING_UNLIMITED), on_joined},
    {MSG(RESUME_JOINED), on_resumed},
    {MSG(RESUME_NOW_PLAYING), on_resumed},
    {MSG(SAVED_YOU_LEFT), on_saved},
    {MSG(SAVED_OPP_LEFT), on_saved},
    {MSG(SAVED_OPP_TERMINATED), on_saved},
    {MSG(SAVED_LOGOUT), on_saved},
    {MSG(SAVED_DROP), on_saved},
    {MSG(SAVED_TIMEOUT), on_saved},
    {MSG(SAVED_NETERR), on_saved},
    {MSG(SAVED_OLD_CONN), on_saved},
    {MSG(YOU_WIN_MATCH), on_match_won},
    {MSG(WINS_MATCH), on_match_lost},
    {MSG(RATING_CHANGE), on_rating},
    {MSG(GAME_START), on_game_start},
    {MSG(OPENING_ROLL), on_opening},
    {MSG(YOU_WIN_GAME), on_game_won},
    {MSG(OPP_WINS_GAME), on_game_lost},
    {MSG(SCORE_N), on_score},
    {MSG(SCORE_UNLIMITED), on_score},
    {MSG(JOIN_NEXT), on_between},
    {MSG(BOARD), on_board},
    {MSG(PROMPT_ROLL), on_prompt},
    {MSG(YOU_ROLL), on_my_roll},
    {MSG(OPP_ROLLS), on_their_roll},
    {MSG(YOU_CANT_MOVE), on_my_dance},
    {MSG(OPP_CANT_MOVE), on_their_dance},
    {MSG(OPP_MOVES), on_their_play},
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
    {MSG(RESIGN_ACCEPTED), on_game_lost},
    {MSG(YOU_ACCEPT_RESIGN), on_game_won},
    {MSG(RESIGN_REJECTED), on_their_rejection},
    {MSG(YOU_REJECT_RESIGN), on_my_rejection},
    {MSG(CLIP_SAYS), on_says},
    {MSG(CLIP_KIBITZES), on_says},
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
};

void seat_message(struct seat *seat, int64_t now_ms, const struct fibs_message *message)
{
    seat->now_ms = now_ms;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].id == message->id) {
            rows[i].handle(seat, message);
            seat_settle(seat);
            return;
        }
    }
}

static const char *const event_names[SEAT_EVENTS] = {
    [SEAT_EVENT_MATCH] = "match",         [SEAT_EVENT_GAME] = "game",
    [SEAT_EVENT_OPENING] = "opening",     [SEAT_EVENT_ROLL] = "roll",
    [SEAT_EVENT_PLAY] = "play",           [SEAT_EVENT_DANCE] = "dance",
    [SEAT_EVENT_DOUBLE] = "double",       [SEAT_EVENT_TAKE] = "take",
    [SEAT_EVENT_PASS] = "pass",           [SEAT_EVENT_RESIGN] = "resign",
    [SEAT_EVENT_REJECT] = "reject",       [SEAT_EVENT_GAME_END] = "game_end",
    [SEAT_EVENT_MATCH_END] = "match_end", [SEAT_EVENT_SAVED] = "saved",
    [SEAT_EVENT_SAYS] = "says",
};

const char *seat_event_name(enum seat_event_type type)
{
    return event_names[type];
}
