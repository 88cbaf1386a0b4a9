/* What the server says to a seat of matches and games that begin and end. */
#include <string.h>

#include "bot/seat/state/seat_internal.h"

/* What was open in a game: prompts, offers, an action without an answer. */
static void seat_forget_game(struct seat *seat)
{
    seat->has_sent = seat->is_between = seat->is_prompted = false;
    seat->is_offered = seat->is_doubled = false;
    seat->points_ours = seat->points_theirs = 0;
}

/* ---- matches --------------------------------------------------------------------- */

static void seat_begin(struct seat *seat, bool is_resumed, int length)
{
    seat_forget_game(seat);
    seat->invited = SEAT_INVITES_NONE;
    seat->is_playing = true;
    seat->is_over = seat->has_left = false;
    seat->view.has_saved = seat->view.has_board = false;
    seat->games_over = is_resumed ? SEAT_GAMES_UNKNOWN : 0;
    seat->view.game = 0;
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

/* At most what a board line may have: any number can stand in a line. */
static int seat_points(long points)
{
    enum { POINTS_MAX = 999999 };
    return points < 0 ? 0 : points < POINTS_MAX ? (int)points : POINTS_MAX;
}

/* "You win the 3 point match 4-1": the winner's points first, and all of them, as FIBS and
 * all records of the match count. */
static void seat_end_match(struct seat *seat, bool is_mine,
                           const struct fibs_message *m)
{
    seat_forget_game(seat);
    seat->is_playing = false;
    seat->is_over = true;
    seat->view.won[0] = seat_points(m->numbers[is_mine ? 1 : 2]);
    seat->view.won[1] = seat_points(m->numbers[is_mine ? 2 : 1]);
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_MATCH_END, is_mine);
    event->score[0] = seat->view.won[0];
    event->score[1] = seat->view.won[1];
    seat->view.board.ms.my_score = seat->view.won[0]; /* no board line comes any more */
    seat->view.board.ms.their_score = seat->view.won[1];
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
    seat->view.game = seat->games_over + 1;
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

void seat_end_game(struct seat *seat, bool is_mine, long points)
{
    seat_forget_game(seat);
    seat->has_sent = true; /* what follows is said by the server */
    seat->games_over = seat->view.game == 0 ? SEAT_GAMES_UNKNOWN : seat->view.game;
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_GAME_END, is_mine);
    event->points = seat_points(points);
    event->score[is_mine ? 0 : 1] += event->points;
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

#define MSG(id) FIBS_MSG_##id
const struct seat_reaction seat_match_reactions[] = {
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
    {MSG(RESIGN_ACCEPTED), on_game_lost},
    {MSG(YOU_ACCEPT_RESIGN), on_game_won},
    {.handle = NULL},
};
