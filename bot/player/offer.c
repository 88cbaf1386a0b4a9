#include "bot/player/core_internal.h"
#include "engine/board/position.h"

enum { CUBE_MAX = 1 << 20 }; /* the highest that the engine takes */

/* Each offer is answered once: the key covers position, cube and stake. */
static uint64_t offer_key(const struct player *p)
{
    const struct player_game *game = &p->game;
    uint64_t stake = game->offer == PLAYER_OFFER_DOUBLE
                         ? (uint64_t)game->offered_cube
                         : (uint64_t)game->offered_games + 7;
    return position_hash(&p->seen.view.pos) ^ (stake * 0x9E3779B97F4A7C15ULL);
}

/* ---- offers to us --------------------------------------------------------------- */

static void want_take(struct player *p)
{
    /* A double tells that this is not the Crawford game, whatever we thought. */
    p->seen.view.ms.is_crawford = false;
    struct decision_request request = {
        .kind = DECISION_TAKE,
        .pos = p->seen.view.pos,
        .ms = p->seen.view.ms,
    };
    /* The line names the cube offered; a redouble has turned it since the board. */
    if (p->game.offered_cube > 2 * request.ms.cube && request.ms.cube < CUBE_MAX) {
        request.ms.cube = p->game.offered_cube / 2;
        request.ms.owner = CUBE_THEIRS;
    }
    player_request_decision(p, &request, offer_key(p));
}

static void want_resignation(struct player *p)
{
    struct decision_request request = {
        .kind = DECISION_RESIGNATION,
        .pos = p->seen.view.pos,
        .ms = p->seen.view.ms,
        .roll = p->seen.view.roll,
        .is_my_turn = p->seen.view.turn == TURN_MINE,
        .games = p->game.offered_games,
    };
    player_request_decision(p, &request, offer_key(p));
}

static int games_of(const struct player *p, int points)
{
    int games = points / p->seen.view.ms.cube;
    return games < 1 ? 1 : games > 3 ? 3 : games;
}

/* What the line of the offer means with the cube of the board, which may come after it. */
static void weigh_offer(struct player *p)
{
    struct player_game *game = &p->game;
    const struct board_view *view = &p->seen.view;
    if (game->offer == PLAYER_OFFER_RESIGNATION) {
        game->offered_games = games_of(p, game->offered_points);
    } else if (game->offered_cube == 0) {
        game->offered_cube = 2 * view->ms.cube;
        if (!view->is_double_pending) { /* else the board has recorded it */
            player_record_simple(p, MATCH_DOUBLE, false, game->offered_cube);
        }
    }
}

void player_answer_offer(struct player *p)
{
    struct player_board *seen = &p->seen;
    bool is_known = !seen->is_stale || player_lacks_board(p);
    if (!seen->has_view || !is_known) {
        player_ask_board(p, "an offer is to be answered");
        return;
    }
    weigh_offer(p);
    if (player_has_answered(p, offer_key(p))) {
        return;
    }
    if (p->game.offer == PLAYER_OFFER_DOUBLE) {
        want_take(p);
    } else {
        want_resignation(p);
    }
}

static void open_offer(struct player *p, enum player_offer offer, const char *why)
{
    p->game.offer = offer;
    player_note_opponent(p);
    p->seen.acted_key = 0;
    p->seen.may_repeat = false;
    player_enter(p, PLAYER_ON_ROLL, why); /* a decision under way is void */
    player_answer_offer(p);
}

static int cube_now(const struct player *p)
{
    return p->seen.has_view && !p->game.is_new ? p->seen.view.ms.cube : 1;
}

void player_on_double_offer(struct player *p)
{
    player_record_sent_play(p);
    p->game.offered_cube = 2 * cube_now(p);
    if (p->match.memory.crawford == GAME_CRAWFORD_NOW) {
        p->match.memory.crawford = GAME_CRAWFORD_OVER;
    }
    if (p->seen.has_view || p->game.is_new) {
        player_record_simple(p, MATCH_DOUBLE, false, p->game.offered_cube);
    } else {
        p->game.offered_cube = 0; /* a resumed game: its first board shows the cube */
    }
    open_offer(p, PLAYER_OFFER_DOUBLE, "the opponent doubles");
}

/* An instant redouble (unlimited matches): they take and turn the cube again. */
void player_on_redouble_offer(struct player *p, const struct game_event *e)
{
    int cube = e->points;
    bool is_sane = cube >= 4 && cube <= CUBE_MAX && (cube & (cube - 1)) == 0;
    p->game.offered_cube = is_sane ? cube : 4 * cube_now(p);
    player_record_simple(p, MATCH_TAKE, false, 0);
    player_record_simple(p, MATCH_DOUBLE, false, p->game.offered_cube);
    open_offer(p, PLAYER_OFFER_DOUBLE, "the opponent redoubles");
}

void player_on_resign_offer(struct player *p, const struct game_event *e)
{
    p->game.offered_points = e->points;
    open_offer(p, PLAYER_OFFER_RESIGNATION, "the opponent wants to resign");
}

/* While our settings are made: the server does not repeat it. */
void player_on_resign_unready(struct player *p, const struct game_event *e)
{
    p->seen_resignation = e->points;
}

/* Only an error line told us of an open resignation. */
void player_on_resign_open(struct player *p, const struct game_event *e)
{
    if (p->game.offer == PLAYER_OFFER_RESIGNATION) {
        return; /* our answer is under way, or will be sent again */
    }
    player_log(p, LOG_INFO, "an offer is open: %s", e->line);
    p->game.offered_points = 1;
    open_offer(p, PLAYER_OFFER_RESIGNATION, "a resignation is open");
}

/* There is no offer, whatever the board said. */
void player_on_no_offer(struct player *p, const struct game_event *e)
{
    if (p->game.offer == PLAYER_OFFER_DOUBLE) {
        p->game.no_pending = true;
    }
    p->game.offer = PLAYER_OFFER_NONE;
    player_resynchronise(p, e);
}

/* The offer is answered, and who is on roll goes on. */
static void close_offer(struct player *p)
{
    p->game.offer = PLAYER_OFFER_NONE;
    player_outdate_board(p);
}

void player_on_you_take(struct player *p)
{
    player_record_simple(p, MATCH_TAKE, true, 0);
    close_offer(p);
}

void player_on_you_reject(struct player *p)
{
    close_offer(p);
}

/* ---- offers of ours ------------------------------------------------------------- */

void player_on_double_sent(struct player *p)
{
    p->game.offered_cube = 2 * cube_now(p);
    player_record_simple(p, MATCH_DOUBLE, true, p->game.offered_cube);
}

void player_on_opponent_takes(struct player *p)
{
    player_note_opponent(p);
    player_record_simple(p, MATCH_TAKE, false, 0);
    close_offer(p);
}

/* We may not double, whatever the board said: roll. */
void player_on_no_double(struct player *p, const struct game_event *e)
{
    p->game.no_double = true;
    if (p->state != PLAYER_DOUBLE_SENT) {
        player_resynchronise(p, e);
        return;
    }
    player_log(p, LOG_WARNING, "the server refused our double: %s", e->line);
    player_send_plain_action(p, ORDER_ROLL, PLAYER_ROLL_SENT, p->seen.key);
}

void player_on_crawford(struct player *p, const struct game_event *e)
{
    p->match.memory.crawford = GAME_CRAWFORD_NOW;
    player_on_no_double(p, e);
}

bool player_try_resign(struct player *p, const struct decision_answer *answer)
{
    const struct game_order order = {.type = ORDER_RESIGN,
                                     .games = answer->resign_games};
    if (answer->resign_games < 1 || !p->request.may_resign || p->game.has_resigned) {
        return false;
    }
    static const char *const games[] = {"", "a single game", "a gammon",
                                        "a backgammon"};
    player_log(p, LOG_INFO, "offering to resign %s", games[answer->resign_games]);
    p->game.has_resigned = true;
    player_send_action(p, &order, PLAYER_RESIGN_SENT, p->request_key);
    p->game.resigned_games = answer->resign_games;
    return true;
}

/* The server saves an open offer with the match and does not repeat it. */
void player_on_resign_pending(struct player *p)
{
    if (p->match.is_fresh && p->state != PLAYER_RESIGN_OFFERED) {
        player_kibitz(p, "I still want to resign: please type accept or reject.");
    }
}

void player_on_resign_rejected(struct player *p)
{
    player_note_opponent(p);
    close_offer(p);
}
