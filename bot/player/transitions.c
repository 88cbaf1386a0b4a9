/* The machine on one page: what each state is called, in the log and to an operator, what
 * entering it does, how long it may last and what happens then; and which event means what
 * in which state. An event without a row in a state is ignored there. */
#include <stdint.h>

#include "bot/player/core_internal.h"

/* clang-format off */
const struct player_state_row player_states[PLAYER_STATES] = {
    /*                         name              words                        enter                 lasts                   timeout                  playing awaits  limit
                                                                                                                                                             opponent */
    [PLAYER_OFFLINE]        = {"offline",        "",                           NULL,                 0,                      NULL,                    false, false, GUARDIAN_NO_LIMIT},
    [PLAYER_LOBBY]          = {"lobby",          "waiting for an opponent; ",  player_lobby_enter,   PLAYER_LOBBY_MS,        player_lobby_timeout,    false, false, GUARDIAN_NO_LIMIT},
    [PLAYER_INVITED]        = {"invited",        "answering an invitation; ",  NULL,                 PLAYER_WARNING_WAIT_MS, player_invited_timeout,  false, false, GUARDIAN_NO_LIMIT},
    [PLAYER_ASKING]         = {"asking",         "looking up an opponent; ",   NULL,                 PLAYER_ANSWER_MS,       player_asking_timeout,   false, false, GUARDIAN_NO_LIMIT},
    [PLAYER_JOINING]        = {"joining",        "joining a match; ",          NULL,                 PLAYER_ANSWER_MS,       player_joining_timeout,  false, false, GUARDIAN_JOIN},
    [PLAYER_INVITING]       = {"inviting",       "inviting an opponent; ",     NULL,                 0,                      player_inviting_timeout, false, false, GUARDIAN_NO_LIMIT},
    [PLAYER_STARTING]       = {"starting",       "",                           NULL,                 PLAYER_START_MS,        player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_WAITING]        = {"waiting",        "",                           NULL,                 PLAYER_IDLE_BOARD_MS,   player_game_timeout,     true,  true,  GUARDIAN_NO_LIMIT},
    [PLAYER_ON_ROLL]        = {"on_roll",        "",                           NULL,                 PLAYER_ANSWER_MS,       player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_THINKING]       = {"thinking",       "",                           NULL,                 0,                      player_thinking_timeout, true,  false, GUARDIAN_NO_LIMIT},
    [PLAYER_DANCING]        = {"dancing",        "",                           NULL,                 PLAYER_ANSWER_MS,       player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_ROLL_SENT]      = {"roll_sent",      "",                           NULL,                 PLAYER_ANSWER_MS,       player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_PLAY_SENT]      = {"play_sent",      "",                           NULL,                 PLAYER_ANSWER_MS,       player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_DOUBLE_SENT]    = {"double_sent",    "",                           NULL,                 PLAYER_ANSWER_MS,       player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_CUBE_OFFERED]   = {"cube_offered",   "",                           NULL,                 PLAYER_OFFER_MS,        player_game_timeout,     true,  true,  GUARDIAN_NO_LIMIT},
    [PLAYER_ANSWER_SENT]    = {"answer_sent",    "",                           NULL,                 PLAYER_ANSWER_MS,       player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_RESIGN_SENT]    = {"resign_sent",    "",                           NULL,                 PLAYER_ANSWER_MS,       player_game_timeout,     true,  false, GUARDIAN_TURN},
    [PLAYER_RESIGN_OFFERED] = {"resign_offered", "",                           NULL,                 PLAYER_OFFER_MS,        player_game_timeout,     true,  true,  GUARDIAN_NO_LIMIT},
    [PLAYER_BETWEEN_GAMES]  = {"between_games",  "",                           NULL,                 PLAYER_ANSWER_MS,       player_between_timeout,  true,  true,  GUARDIAN_NO_LIMIT},
    [PLAYER_LEAVING]        = {"leaving",        "",                           player_leaving_enter, PLAYER_ANSWER_MS,       player_leaving_timeout,  true,  false, GUARDIAN_LEAVE},
};
/* clang-format on */

#define IN(state) (1U << PLAYER_##state)

enum {
    LOBBY = IN(LOBBY) | IN(INVITED) | IN(ASKING) | IN(JOINING) | IN(INVITING),
    ANY = (1U << PLAYER_STATES) - 1,
    ONLINE = ANY & ~IN(OFFLINE),
    MATCH = ONLINE & ~LOBBY,               /* from the first to the last line */
    GAME = MATCH & ~(unsigned)IN(LEAVING), /* not while leaving */
    OURS = IN(ON_ROLL) | IN(THINKING) | IN(DANCING) | IN(ROLL_SENT) | IN(PLAY_SENT) |
           IN(DOUBLE_SENT) | IN(ANSWER_SENT) | IN(RESIGN_SENT) | IN(STARTING)
};

/* An event, the states in which it matters, and what is done about it: by a handler that
 * reads the event, or by an action for which it is enough that it came. Where one state
 * always follows, the row enters it then: `next`, why, for how long at most (0: as the state
 * lasts), and whether the board is asked for. */
struct transition {
    enum event_type type;
    uint32_t states;
    player_handler *handle;
    player_action *act;
    enum player_state next; /* PLAYER_OFFLINE: the handler decides */
    const char *why;
    int wait_ms;
    bool asks_board;
};

#define ON(name)  EVENT_##name
#define TO(state) .next = PLAYER_##state
/* clang-format off */
static const struct transition transitions[] = {
    /* who is there */
    {ON(OWN_STANDING),       ANY,           .handle = player_on_own_info},
    {ON(WHO),                ANY,           .handle = player_on_who},
    {ON(LOGOUT),             ANY,           .handle = player_on_logout},
    {ON(SERVER_ENDS),        ONLINE,        .handle = player_on_server_ends},
    {ON(KIBITZ),             GAME,          .handle = player_on_kibitz},
    {ON(TELL),               IN(ASKING),    .handle = player_on_asking_says},
    {ON(TELL),               ONLINE,        .handle = player_on_says},

    /* invitations */
    {ON(INVITED),            ANY & ~MATCH,  .handle = player_on_invitation},
    {ON(WOULD_REPLACE),      ANY & ~MATCH,  .act = player_on_warning},
    {ON(INVITE_SENT),        LOBBY,         .handle = player_on_invite_sent},
    {ON(NOBODY),             IN(INVITING),  .handle = player_on_invite_refused},
    {ON(NOBODY),             IN(ASKING),    .handle = player_on_asked_nobody},
    {ON(NOBODY),             IN(JOINING),   .handle = player_on_join_refused, TO(LOBBY), "join refused"},
    {ON(SAVED_COUNT),        IN(ASKING),    .handle = player_on_saved_count},
    {ON(USER_REFUSES),       IN(INVITING),  .handle = player_on_invite_refused},
    {ON(USER_REFUSES),       IN(JOINING),   .handle = player_on_join_refused, TO(LOBBY), "join refused"},
    {ON(USER_PLAYS),         IN(INVITING),  .handle = player_on_invite_refused},
    {ON(USER_PLAYS),         IN(JOINING),   .handle = player_on_join_refused, TO(LOBBY), "join refused"},
    {ON(INVITE_REFUSED),     IN(INVITING),  .handle = player_on_invite_refused},
    {ON(INVITE_OPEN),        IN(INVITING),  .handle = player_on_invite_refused},
    {ON(NOT_READY),          IN(INVITING),  .handle = player_on_invite_refused},
    {ON(NOT_EXPERIENCED),    IN(INVITING),  .handle = player_on_not_experienced},
    {ON(NO_NEW_MATCHES),     IN(INVITING),  .handle = player_on_invite_refused},
    {ON(NO_NEW_MATCHES),     IN(JOINING),   .handle = player_on_join_refused, TO(LOBBY), "join refused"},
    {ON(TRY_LATER),          IN(INVITING),  .handle = player_on_invite_later},
    {ON(TRY_LATER),          IN(JOINING),   .handle = player_on_join_later},
    {ON(TRY_LATER),          OURS,          .handle = player_on_told_to_wait},
    {ON(SAVED_CORRUPT),      IN(INVITING) | IN(JOINING), .handle = player_on_no_saved_match},
    {ON(SAVED_MISSING),      IN(INVITING) | IN(JOINING), .handle = player_on_no_saved_match},
    {ON(PLAYING_ALREADY),    LOBBY,         .act = player_on_already_playing},
    {ON(JOIN_REFUSED),       IN(JOINING),   .handle = player_on_join_refused, TO(LOBBY), "join refused"},
    {ON(NOT_PLAYING),        IN(JOINING),   .handle = player_on_join_refused, TO(LOBBY), "join refused"},

    /* a match starts or goes on */
    {ON(MATCH_START),        IN(OFFLINE),   .handle = player_on_match_begun_unready},
    {ON(MATCH_START),        ONLINE,        .handle = player_on_match_joined},
    {ON(MATCH_RESUME),       ANY,           .handle = player_on_match_resumed},
    {ON(MATCH_LENGTH),       IN(STARTING),  .handle = player_on_resume_length},
    {ON(MATCH_POINTS),       IN(STARTING),  .handle = player_on_resume_points},
    {ON(GAME_START),         GAME,          .act = player_begin_game, TO(STARTING), "a game starts"},
    {ON(OPENING),            IN(STARTING),  .handle = player_on_opening_roll},
    {ON(CUBE_TURNED),        IN(STARTING),  .handle = player_on_auto_cube},
    {ON(FIRST_MOVER),        IN(STARTING),  .act = player_on_first_mover},
    {ON(SAVED_LIST),         ONLINE,        .act = player_on_saved_list},
    {ON(SAVED_ROW),          ONLINE,        .handle = player_on_saved_row},
    {ON(SAVED_NONE),         ONLINE,        .act = player_on_saved_none},

    /* turns */
    {ON(BOARD),              ANY,           .handle = player_on_board},
    {ON(BOARD_BAD),          GAME,          .handle = player_on_board_bad},
    {ON(TO_ROLL),            GAME,          .act = player_on_prompt},
    {ON(OUR_ROLL),           GAME,          .handle = player_on_you_roll, TO(ON_ROLL), "our dice are rolled", PLAYER_AUTO_ROLL_MS},
    {ON(THEIR_ROLL),         GAME,          .handle = player_on_opponent_rolls, TO(WAITING), "the opponent rolls"},
    {ON(TO_PLAY),            GAME,          .act = player_on_please_move},
    {ON(FORCED_PLAY),        GAME,          .handle = player_on_forced_play},
    {ON(BEARS_OFF),          GAME,          .act = player_on_bearing_off},
    {ON(OUR_DANCE),          GAME,          .act = player_on_you_dance, TO(WAITING), "we cannot move", PLAYER_ANSWER_MS},
    {ON(THEIR_DANCE),        GAME,          .act = player_on_opponent_dances, TO(ON_ROLL), "the opponent cannot move", PLAYER_DANCE_MS},
    {ON(THEIR_PLAY),         GAME,          .handle = player_on_opponent_moves},
    {ON(PLAY_TAKEN),         IN(PLAY_SENT), .act = player_on_move_done},
    {ON(THEY_ARE_AWAY),      OURS,          .act = player_outdate_board, TO(WAITING), "the opponent is away"},

    /* cube */
    {ON(THEIR_DOUBLE),       GAME,          .act = player_on_double_offer},
    {ON(THEIR_REDOUBLE),     GAME,          .handle = player_on_redouble_offer},
    {ON(OUR_DOUBLE),         GAME,          .act = player_on_double_sent, TO(CUBE_OFFERED), "we have doubled"},
    {ON(THEIR_TAKE),         GAME,          .act = player_on_opponent_takes, TO(ON_ROLL), "the opponent takes", PLAYER_AUTO_ROLL_MS},
    {ON(OUR_TAKE),           GAME,          .act = player_on_you_take, TO(WAITING), "we have taken", PLAYER_ANSWER_MS},
    {ON(THEIR_PASS),         MATCH,         .handle = player_on_game_end},
    {ON(OUR_PASS),           MATCH,         .handle = player_on_game_end},
    {ON(DOUBLE_OPEN),        GAME,          TO(CUBE_OFFERED), "our double is not answered yet"},
    {ON(NO_OFFER),           GAME,          .handle = player_on_no_offer},
    {ON(CRAWFORD),           GAME,          .handle = player_on_crawford},
    {ON(NO_DOUBLE),          GAME,          .handle = player_on_no_double},

    /* resignations */
    {ON(THEIR_RESIGN),       IN(OFFLINE),   .handle = player_on_resign_unready},
    {ON(THEIR_RESIGN),       GAME,          .handle = player_on_resign_offer},
    {ON(RESIGN_OPEN),        GAME,          .handle = player_on_resign_open},
    {ON(OUR_RESIGN),         GAME,          TO(RESIGN_OFFERED), "we want to resign"},
    {ON(THEIR_REJECT),       GAME,          .act = player_on_resign_rejected, TO(ON_ROLL), "our resignation is rejected", .asks_board = true},
    {ON(OUR_REJECT),         GAME,          .act = player_on_you_reject, TO(ON_ROLL), "we have rejected a resignation", .asks_board = true},
    {ON(THEIR_ACCEPT),       MATCH,         .handle = player_on_game_end},
    {ON(OUR_ACCEPT),         MATCH,         .handle = player_on_game_end},
    {ON(RESIGN_PENDING),     GAME,          .act = player_on_resign_pending, TO(RESIGN_OFFERED), "our resignation is not answered yet"},
    {ON(DONE_ALREADY),       IN(RESIGN_SENT), .act = player_on_resign_pending, TO(RESIGN_OFFERED), "our resignation is not answered yet"},

    /* refused plays, and orders at the wrong moment */
    {ON(PLAY_REFUSED),       IN(PLAY_SENT), .handle = player_on_illegal_play},
    {ON(WRONG_MOMENT),       OURS,          .handle = player_resynchronise},
    {ON(GAME_OVER_ALREADY),  GAME,          .handle = player_resynchronise},
    {ON(ORDER_UNKNOWN),      GAME,          .handle = player_on_unknown_order},
    {ON(UNKNOWN_REFUSAL),    OURS,          .handle = player_resynchronise},

    /* ends */
    {ON(GAME_WON),           MATCH,         .handle = player_on_game_end},
    {ON(GAME_LOST),          MATCH,         .handle = player_on_game_end},
    {ON(SCORE),              MATCH,         .handle = player_on_score},
    {ON(NEXT_GAME),          GAME,          .act = player_on_join_question},
    {ON(EXPERIENCE),         MATCH,         .handle = player_on_rating_experience},
    {ON(RATING),             MATCH,         .handle = player_on_rating_change},
    {ON(MATCH_WON),          MATCH,         .handle = player_on_match_over},
    {ON(MATCH_LOST),         MATCH,         .handle = player_on_match_over},
    {ON(MATCH_LEFT),         MATCH,         .act = player_on_saved_on_purpose},
    {ON(MATCH_SAVED),        MATCH,         .act = player_on_saved},
    {ON(NOT_PLAYING),        MATCH,         .act = player_on_not_playing},
    {ON(NOTHING_TO_LEAVE),   MATCH,         .act = player_on_not_playing},
};
/* clang-format on */

static void carry_out_row(struct player *p, const struct transition *row,
                          const struct game_event *e)
{
    if (row->act != NULL) {
        row->act(p);
    } else if (row->handle != NULL) {
        row->handle(p, e);
    }
    if (row->next == PLAYER_OFFLINE) {
        return;
    }
    player_enter(p, row->next, row->why);
    if (row->wait_ms > 0) {
        player_wait(p, row->wait_ms);
    }
    if (row->asks_board) {
        player_ask_board(p, row->why);
    }
}

bool player_handle_event(struct player *p, const struct game_event *e)
{
    for (size_t i = 0; i < sizeof transitions / sizeof transitions[0]; i++) {
        const struct transition *row = &transitions[i];
        if (row->type == e->type && (row->states & (1U << p->state)) != 0) {
            carry_out_row(p, row, e);
            return true;
        }
    }
    return false;
}
