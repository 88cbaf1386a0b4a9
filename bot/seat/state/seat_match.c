/* What a seat hears of matches and games that begin and end. */
#include <string.h>

#include "bot/seat/state/seat_internal.h"
#include "engine/board/points.h"

/* What was open in a game: offers, an action without an answer. */
static void seat_forget_game(struct seat *seat)
{
    seat->stage = SEAT_WAITING;
    seat->has_sent = false;
    seat->resign_points = 0;
}

/* ---- matches --------------------------------------------------------------------- */

static void seat_begin(struct seat *seat, bool is_resumed, int length)
{
    seat_forget_game(seat);
    seat->invited = SEAT_INVITES_NONE;
    seat->is_playing = true;
    seat->is_over = seat->has_left = false;
    seat->view.has_saved = seat->view.has_board = false;
    seat->view.saved_length = length;
    seat->games_over = is_resumed ? SEAT_GAMES_UNKNOWN : 0;
    seat->view.game = 0;
    seat->view.rating_change = 0.0;
    memset(&seat->memory, 0, sizeof seat->memory);
    memset(&seat->view.board, 0, sizeof seat->view.board);
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_MATCH, false);
    event->is_resumed = is_resumed;
    event->points = length;
}

static void on_match_start(struct seat *seat, const struct game_event *event)
{
    seat_begin(seat, false, event->length == POINTS_UNLIMITED ? 0 : event->length);
}

static void on_match_resume(struct seat *seat, const struct game_event *event)
{
    (void)event;
    seat_begin(seat, true, seat->view.saved_length);
    seat_ask_board(seat);
}

/* At most what a board may have: a server can send any number. */
static int seat_points(int points)
{
    enum { POINTS_MAX = 999999 };
    return points < 0 ? 0 : points < POINTS_MAX ? points : POINTS_MAX;
}

/* Before the first board, if the match goes on with a new game. */
static void on_match_points(struct seat *seat, const struct game_event *event)
{
    struct match_state *ms = &seat->view.board.ms;
    *(event->is_mine ? &ms->my_score : &ms->their_score) = seat_points(event->points);
}

static void on_match_saved(struct seat *seat, const struct game_event *event)
{
    (void)event;
    if (!seat->is_playing) {
        return;
    }
    seat_forget_game(seat);
    seat->is_playing = false;
    seat->view.has_saved = true;
    /* else it is being given up, and the bot may have to say its level first */
    bool is_interrupted = seat->invited == SEAT_INVITES_NONE;
    seat->wait_until_ms = is_interrupted ? seat->now_ms : INT64_MAX;
    if (is_interrupted) {
        (void)seat_add_event(seat, SEAT_EVENT_SAVED, false);
    }
}

/* After a resumption the board shows the score, which shows the game: the first one, or
 * that in which this seat has left the match. */
void seat_find_game(struct seat *seat)
{
    struct seat_view *view = &seat->view;
    const struct match_state *ms = &view->board.ms;
    const struct seat_progress *last = &view->progress;
    if (seat->games_over == SEAT_GAMES_UNKNOWN && ms->length == last->length &&
        ms->my_score == last->score[0] && ms->their_score == last->score[1]) {
        seat->games_over = last->games;
    } else if (seat->games_over == SEAT_GAMES_UNKNOWN &&
               ms->my_score + ms->their_score == 0) {
        seat->games_over = 0;
    }
    view->game = seat->games_over + 1;
}

/* All points of the winner, as the server and all records of the match count. */
static void on_match_end(struct seat *seat, const struct game_event *event)
{
    struct match_state *ms = &seat->view.board.ms;
    seat_forget_game(seat);
    seat->is_playing = false;
    seat->is_over = true;
    struct seat_event *end =
        seat_add_event(seat, SEAT_EVENT_MATCH_END, event->type == EVENT_MATCH_WON);
    for (int side = 0; side < 2; side++) {
        seat->view.won[side] = end->score[side] = seat_points(event->score[side]);
    }
    ms->my_score = end->score[0]; /* no board comes any more */
    ms->their_score = end->score[1];
}

static void on_rating(struct seat *seat, const struct game_event *event)
{
    if (event->is_mine) {
        seat->view.rating_change = event->change;
    }
}

/* ---- games ----------------------------------------------------------------------- */

static void on_game_start(struct seat *seat, const struct game_event *event)
{
    (void)event;
    seat_forget_game(seat);
    seat->view.has_board = false;
    seat->view.game = seat->games_over + 1;
    (void)seat_add_event(seat, SEAT_EVENT_GAME, false);
}

/* Equal dice are thrown again. */
static void on_opening(struct seat *seat, const struct game_event *event)
{
    if (event->die[0] != event->die[1]) {
        seat->rolled = event->roll;
        seat_add_event(seat, SEAT_EVENT_OPENING, event->die[0] > event->die[1])->roll =
            event->roll;
    }
}

void seat_end_game(struct seat *seat, bool is_mine, int points)
{
    seat_forget_game(seat);
    seat->has_sent = true; /* what follows is said by the server */
    seat->games_over = seat->view.game == 0 ? SEAT_GAMES_UNKNOWN : seat->view.game;
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_GAME_END, is_mine);
    event->points = seat_points(points);
    event->score[is_mine ? 0 : 1] += event->points;
}

static void on_game_won(struct seat *seat, const struct game_event *event)
{
    seat_end_game(seat, true, event->points);
}

static void on_game_lost(struct seat *seat, const struct game_event *event)
{
    seat_end_game(seat, false, event->points);
}

static void on_score(struct seat *seat, const struct game_event *event)
{
    seat->view.board.ms.my_score = event->score[0];
    seat->view.board.ms.their_score = event->score[1];
}

const struct seat_reaction seat_match_reactions[] = {
    {EVENT_MATCH_START, SEAT_WAITING, on_match_start},
    {EVENT_MATCH_RESUME, SEAT_WAITING, on_match_resume},
    {EVENT_MATCH_POINTS, SEAT_STAYS, on_match_points},
    {EVENT_MATCH_SAVED, SEAT_WAITING, on_match_saved},
    {EVENT_MATCH_LEFT, SEAT_WAITING, on_match_saved},
    {EVENT_MATCH_WON, SEAT_WAITING, on_match_end},
    {EVENT_MATCH_LOST, SEAT_WAITING, on_match_end},
    {EVENT_RATING, SEAT_STAYS, on_rating},
    {EVENT_GAME_START, SEAT_WAITING, on_game_start},
    {EVENT_OPENING, SEAT_STAYS, on_opening},
    {EVENT_GAME_WON, SEAT_WAITING, on_game_won},
    {EVENT_GAME_LOST, SEAT_WAITING, on_game_lost},
    {EVENT_OUR_ACCEPT, SEAT_WAITING, on_game_won},
    {EVENT_THEIR_ACCEPT, SEAT_WAITING, on_game_lost},
    {EVENT_SCORE, SEAT_STAYS, on_score},
    {EVENT_NEXT_GAME, SEAT_BETWEEN, NULL},
    {EVENT_NONE, SEAT_STAYS, NULL},
};
