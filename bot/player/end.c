#include <math.h>
#include <string.h>

#include "base/text.h"
#include "bot/player/core_internal.h"
#include "engine/board/points.h"

/* ---- games ---------------------------------------------------------------------- */

/* Logs "game 1: won 2 points, 2-0 of 5", as people see scores; in a resumed match the number
 * is not known. */
static void log_game(struct player *p, bool is_mine, long points)
{
    const struct player_match *match = &p->match;
    char number[24] = "", won[POINTS_TEXT_SIZE], length[24] = "";
    if (!match->is_resumed) {
        FORMAT_TEXT(number, " %d", match->games);
    }
    if (match->length > 0 && match->length != POINTS_UNLIMITED) {
        FORMAT_TEXT(length, " of %d", match->length);
    }
    player_log(p, LOG_INFO, "game%s: %s %s, %d-%d%s", number, is_mine ? "won" : "lost",
               points_text((int)points, won), player_shown_score(p, true),
               player_shown_score(p, false), length);
}

static void close_game(struct player *p, bool is_mine, long points)
{
    if (p->game.is_over) {
        return; /* some servers say it twice */
    }
    p->game.is_over = true;
    p->game.is_won = is_mine;
    p->game.points = (int)points;
    p->game.offer = PLAYER_OFFER_NONE;
    p->match.rolled = (struct roll){0};
    int *score = is_mine ? &p->match.my_score : &p->match.their_score;
    *score += (int)points;
    p->match.games++;
    player_note_standings(p);
    player_record_simple(p, MATCH_GAME_END, is_mine, (int)points);
    log_game(p, is_mine, points);
    if (p->state != PLAYER_LEAVING) {
        player_enter(p, PLAYER_BETWEEN_GAMES, "the game is over");
    }
}

/* What a passed double costs: the cube before it, unless the server has counted. Some get
 * it wrong in words: BaldLies says "1 point" whatever the cube. */
static long passed_points(const struct player *p, const struct game_event *e)
{
    long told = e->points;
    if (e->is_counted) {
        return told;
    }
    if (p->game.offered_cube > 1) {
        return p->game.offered_cube / 2;
    }
    return p->seen.has_view && !p->game.is_new ? p->seen.view.ms.cube : told;
}

/* A game is won by one to three times the cube. Words that cannot be so leave the cube
 * out; an old board has a cube that divides the right one. */
static long won_points(const struct player *p, const struct game_event *e)
{
    long told = e->points;
    long cube = p->seen.has_view && !p->game.is_new ? p->seen.view.ms.cube : 1;
    bool lacks_cube = !e->is_counted && told % cube != 0 && told <= 3;
    return lacks_cube ? told * cube : told;
}

/* Who wins the game that a line ends, and how; the loser passes or resigns. */
static const struct game_end {
    enum event_type type;
    bool is_mine;
    enum match_event_type how; /* MATCH_GAME_END: it was played out */
    bool has_name;             /* of the opponent */
} game_ends[] = {
    {EVENT_GAME_WON, true, MATCH_GAME_END, false},
    {EVENT_GAME_LOST, false, MATCH_GAME_END, true},
    {EVENT_THEIR_PASS, true, MATCH_DROP, false},
    {EVENT_OUR_PASS, false, MATCH_DROP, false},
    {EVENT_OUR_ACCEPT, true, MATCH_RESIGN, false},
    {EVENT_THEIR_ACCEPT, false, MATCH_RESIGN, true},
};

void player_on_game_end(struct player *p, const struct game_event *e)
{
    const struct game_end *end = game_ends;
    while (end->type != e->type) {
        end++;
    }
    if (end->has_name && strcmp(e->name, p->match.opponent) != 0) {
        return;
    }
    long points = won_points(p, e);
    if (end->how == MATCH_DROP) {
        points = passed_points(p, e);
        player_record_simple(p, MATCH_DROP, !end->is_mine, 0);
    } else if (end->how == MATCH_RESIGN) {
        player_record_simple(p, MATCH_RESIGN, !end->is_mine,
                             end->is_mine ? p->game.offered_games
                                          : p->game.resigned_games);
    } else if (end->is_mine) {
        player_record_sent_play(p);
    }
    close_game(p, end->is_mine, points);
}

/* The server's score is the truth: the game that has just ended is recorded again as it
 * shows, if one side has won by it. */
static void correct_game(struct player *p, int mine, int theirs)
{
    struct player_game *game = &p->game;
    int my_gain = mine - p->match.my_score + (game->is_won ? game->points : 0);
    int their_gain = theirs - p->match.their_score + (game->is_won ? 0 : game->points);
    player_log(p, LOG_WARNING, "the server counts %d-%d, we count %d-%d", mine, theirs,
               p->match.my_score, p->match.their_score);
    p->match.my_score = mine;
    p->match.their_score = theirs;
    if (my_gain >= 0 && their_gain >= 0 && (my_gain > 0) != (their_gain > 0)) {
        game->is_won = my_gain > 0;
        game->points = my_gain + their_gain;
        player_record_simple(p, MATCH_GAME_CORRECTED, game->is_won, game->points);
    }
}

void player_on_score(struct player *p, const struct game_event *e)
{
    bool is_ours =
        p->match.my_score == e->score[0] && p->match.their_score == e->score[1];
    if (p->game.is_over && !is_ours) {
        correct_game(p, e->score[0], e->score[1]);
    }
    p->match.my_score = e->score[0];
    p->match.their_score = e->score[1];
}

/* ---- the next game -------------------------------------------------------------- */

static void join_next_game(struct player *p)
{
    p->game.joins++;
    player_send_plain(p, ORDER_NEXT_GAME);
    player_enter(p, PLAYER_BETWEEN_GAMES, "join sent");
}

/* An unlimited match never ends by itself. */
static bool ends_with_game(const struct player *p, enum config_on_stop how)
{
    return how != CONFIG_ON_STOP_FINISH || p->match.length == POINTS_UNLIMITED;
}

void player_on_join_question(struct player *p)
{
    p->game.has_join_question = true;
    if (p->is_stopping && ends_with_game(p, p->how_to_stop)) {
        player_leave_match(p, "asked to stop");
        return;
    }
    if (rules_hours(p->config, p->minute) != RULE_ACCEPT &&
        ends_with_game(p, (enum config_on_stop)p->config->hours.at_end)) {
        player_leave_match(p, "the hours are over");
        return;
    }
    join_next_game(p);
}

/* No line has come: the question or our join was lost, or the opponent is slow. */
void player_between_timeout(struct player *p)
{
    bool may_be_lost = p->game.joins < 2;
    bool is_due = p->game.has_join_question || p->game.joins > 0 ||
                  p->seen.view.turn == TURN_NOBODY ||
                  (p->game.is_over && !player_match_is_decided(p));
    if (may_be_lost && is_due) {
        join_next_game(p);
        return;
    }
    p->seen.is_asked = false;
    player_ask_board(p, "between games");
    player_wait(p, p->seen.asks > 1 ? PLAYER_OFFER_MS : PLAYER_ANSWER_MS);
}

/* ---- matches -------------------------------------------------------------------- */

void player_on_rating_change(struct player *p, const struct game_event *e)
{
    int side = e->is_mine ? 0 : 1;
    if (side == 0 || strcmp(e->name, p->match.opponent) == 0) {
        p->match.has_change[side] = true;
        p->match.change[side] = fabs(e->change);
    }
}

void player_on_rating_experience(struct player *p, const struct game_event *e)
{
    p->match.has_experience = true;
    memcpy(p->match.experience, e->experience, sizeof p->match.experience);
}

void player_on_match_over(struct player *p, const struct game_event *e)
{
    bool is_mine = e->type == EVENT_MATCH_WON;
    int mine = e->score[0], theirs = e->score[1];
    if (!is_mine && strcmp(e->name, p->match.opponent) != 0) {
        return; /* somebody else's match */
    }
    /* more points than the match needs are no fault of ours */
    bool is_short = is_mine ? mine < p->match.my_score : theirs < p->match.their_score;
    bool is_ours = mine == p->match.my_score && theirs == p->match.their_score;
    if (p->game.is_over && !is_ours && !is_short) {
        correct_game(p, mine, theirs);
    }
    p->match.my_score = mine;
    p->match.their_score = theirs;
    player_end_match(p, "the match is over");
}

/* ---- saved matches -------------------------------------------------------------- */

static void back_to_lobby(struct player *p, const char *why)
{
    if (player_match_is_decided(p)) {
        player_end_match(p, why); /* a server that does not say who has won */
        return;
    }
    player_suspend_match(p, why);
    player_enter(p, PLAYER_LOBBY, why);
    if (p->is_stopping) {
        player_wait(p, 0); /* nothing more is expected, as after a match that ended */
        return;
    }
    player_send_plain(p, ORDER_SAVED);
}

/* Whoever leaves on purpose, they or we, does not want to resume at once; who gives orders
 * decides when. */
static void pause_left(struct player *p)
{
    if (p->takes_orders) {
        return;
    }
    player_pause_user(&p->invite_pauses, p->match.opponent,
                      p->now_ms + (int64_t)p->config->invite.left_pause * 1000);
}

void player_on_saved(struct player *p)
{
    if (p->state == PLAYER_LEAVING) {
        pause_left(p);
    }
    back_to_lobby(p, p->match.is_unkept ? "we are out of it" : "the game was saved");
}

void player_on_saved_on_purpose(struct player *p)
{
    pause_left(p);
    back_to_lobby(p, "the opponent has left");
}

void player_on_not_playing(struct player *p)
{
    back_to_lobby(p, "the server says that we are not playing");
}

/* ---- leaving -------------------------------------------------------------------- */

void player_leaving_enter(struct player *p)
{
    player_forget(p);
    player_send_plain(p, ORDER_LEAVE);
}

/* Sends `leave` again, at growing intervals. If we are out already, the error line that
 * answers it says so. */
void player_leaving_timeout(struct player *p)
{
    player_send_plain(p, ORDER_LEAVE);
    player_wait(p, player_patience_ms(&p->seen));
    p->seen.asks++;
}

/* Should it go on, its next board says so. */
static void give_up_leaving(struct player *p)
{
    player_log(p, LOG_ERROR, "the server does not answer our leave of %s",
               p->match.opponent);
    back_to_lobby(p, "leave not answered");
}

void player_stop(struct player *p, int64_t now_ms, enum config_on_stop how)
{
    static const char *const words[] = {[CONFIG_ON_STOP_FINISH] = "finishing",
                                        [CONFIG_ON_STOP_GAME] = "finishing the game of",
                                        [CONFIG_ON_STOP_LEAVE] = "leaving"};
    int64_t patience_ms = (int64_t)p->config->play.stop_after * 1000;
    p->now_ms = now_ms;
    p->is_stopping = true;
    p->how_to_stop = how;
    p->stop_ms = patience_ms > 0 ? now_ms + patience_ms : INT64_MAX;
    player_set_ready(p, false);
    if (p->state == PLAYER_JOINING && how != CONFIG_ON_STOP_LEAVE) {
        player_log(p, LOG_INFO, "stopping: %s the match that %s begins", words[how],
                   p->invited.name);
        return; /* it has begun for the opponent; if not, the lobby is next */
    }
    if (!player_is_playing(p)) {
        player_enter(p, PLAYER_LOBBY, "asked to stop");
        player_lobby_timeout(p);
        return;
    }
    player_log(p, LOG_INFO, "stopping: %s the match with %s", words[how],
               p->match.opponent);
    if (how == CONFIG_ON_STOP_LEAVE && p->state != PLAYER_LEAVING) {
        player_leave_match(p, "asked to stop");
    }
}

/* ---- an idle opponent ----------------------------------------------------------- */

static int64_t opponent_deadline(const struct player *p)
{
    int seconds =
        p->has_asked_opponent ? p->config->play.leave_after : p->config->play.ask_after;
    return player_awaits_opponent(p) ? p->opponent_ms + (int64_t)seconds * 1000
                                     : INT64_MAX;
}

static void watch_opponent(struct player *p)
{
    if (p->now_ms < opponent_deadline(p)) {
        return;
    }
    if (p->has_asked_opponent) {
        player_give_up_match(
            p, "the opponent is idle",
            "I leave now; our match stays saved. Please invite me to resume it.");
        return;
    }
    p->has_asked_opponent = true;
    player_kibitz(p, p->state == PLAYER_RESIGN_OFFERED
                         ? "I want to resign: please type accept or reject."
                     : p->state == PLAYER_CUBE_OFFERED
                         ? "I have doubled: please type accept or reject."
                         : "Are you still there?");
}

/* ---- what lasts too long --------------------------------------------------------- */

static void give_up_turn(struct player *p)
{
    player_give_up_match(p, "the match does not go on", PLAYER_FAREWELL);
}

static int64_t progress_deadline(const struct player *p)
{
    return guardian_deadline(&p->guardian, p->states[p->state].limit);
}

static void watch_progress(struct player *p)
{
    static player_action *const give_up[] = {[GUARDIAN_JOIN] = player_give_up_joining,
                                             [GUARDIAN_TURN] = give_up_turn,
                                             [GUARDIAN_LEAVE] = give_up_leaving};
    if (p->now_ms >= progress_deadline(p)) {
        give_up[p->states[p->state].limit](p);
    }
}

/* Not while we think: the decision is made and sent first. */
static bool may_leave_now(const struct player *p)
{
    return player_is_playing(p) && p->state != PLAYER_THINKING &&
           p->state != PLAYER_LEAVING;
}

static int64_t stop_deadline(const struct player *p)
{
    int64_t stop_ms = p->is_stopping ? p->stop_ms : INT64_MAX;
    if (player_plays_without_order(p) && p->obey_ms < stop_ms) {
        stop_ms = p->obey_ms;
    }
    return may_leave_now(p) ? stop_ms : INT64_MAX;
}

/* In a match both the playing hours and the time allowed after a stop may end. */
static void watch_end(struct player *p)
{
    if (!may_leave_now(p)) {
        return;
    }
    if (player_plays_without_order(p)) {
        if (p->now_ms >= p->obey_ms) {
            player_leave_match(p, "ordered to play something else, or nothing");
        }
    } else if (p->now_ms >= stop_deadline(p)) {
        player_leave_match(p, "asked to stop, and the match does not end");
    } else if (p->config->hours.at_end == CONFIG_ON_STOP_LEAVE &&
               rules_hours(p->config, p->minute) != RULE_ACCEPT) {
        player_leave_match(p, "the hours are over");
    }
}

void player_watch(struct player *p)
{
    watch_opponent(p);
    watch_progress(p);
    watch_end(p);
}

int64_t player_watch_deadline(const struct player *p)
{
    const int64_t due_ms[] = {opponent_deadline(p), progress_deadline(p),
                              stop_deadline(p)};
    int64_t first_ms = due_ms[0] < due_ms[1] ? due_ms[0] : due_ms[1];
    return due_ms[2] < first_ms ? due_ms[2] : first_ms;
}
