/* The machine on one page: what each state is called, in the log and to an operator, what
 * entering it does, how long it may last and what happens then; and which message means
 * what in which state. A message without a row in a state is ignored there. */
#include <stdint.h>

#include "bot/player/board_internal.h"
#include "bot/player/commands_internal.h"
#include "bot/player/end_internal.h"
#include "bot/player/guard_internal.h"
#include "bot/player/invitations_internal.h"
#include "bot/player/invited_internal.h"
#include "bot/player/lobby_internal.h"
#include "bot/player/match_internal.h"
#include "bot/player/offer_internal.h"
#include "bot/player/transitions_internal.h"
#include "bot/player/turns_internal.h"

/* clang-format off */
const struct player_state_row player_states[PLAYER_STATES] = {
    /*                         name              words                        enter                 lasts            timeout                  playing  awaits    without progress
                                                                                                                                                       opponent  most, then */
    [PLAYER_OFFLINE]        = {"offline",        "",                           NULL,                 0,               NULL,                    false, false, 0, NULL},
    [PLAYER_LOBBY]          = {"lobby",          "waiting for an opponent; ",  player_lobby_enter,   LOBBY_MS,        player_lobby_timeout,    false, false, 0, NULL},
    [PLAYER_INVITED]        = {"invited",        "answering an invitation; ",  NULL,                 WARNING_WAIT_MS, player_invited_timeout,  false, false, 0, NULL},
    [PLAYER_ASKING]         = {"asking",         "looking up an opponent; ",   NULL,                 ANSWER_MS,       player_asking_timeout,   false, false, 0, NULL},
    [PLAYER_JOINING]        = {"joining",        "joining a match; ",          NULL,                 ANSWER_MS,       player_joining_timeout,  false, false, JOINING_MOST_MS, player_give_up_joining},
    [PLAYER_INVITING]       = {"inviting",       "inviting an opponent; ",     NULL,                 0,               player_inviting_timeout, false, false, 0, NULL},
    [PLAYER_STARTING]       = {"starting",       "",                           NULL,                 START_MS,        player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_WAITING]        = {"waiting",        "",                           NULL,                 IDLE_BOARD_MS,   player_game_timeout,     true,  true,  0, NULL},
    [PLAYER_ON_ROLL]        = {"on_roll",        "",                           NULL,                 ANSWER_MS,       player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_THINKING]       = {"thinking",       "",                           NULL,                 0,               player_thinking_timeout, true,  false, 0, NULL},
    [PLAYER_DANCING]        = {"dancing",        "",                           NULL,                 ANSWER_MS,       player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_ROLL_SENT]      = {"roll_sent",      "",                           NULL,                 ANSWER_MS,       player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_PLAY_SENT]      = {"play_sent",      "",                           NULL,                 ANSWER_MS,       player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_DOUBLE_SENT]    = {"double_sent",    "",                           NULL,                 ANSWER_MS,       player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_CUBE_OFFERED]   = {"cube_offered",   "",                           NULL,                 OFFER_MS,        player_game_timeout,     true,  true,  0, NULL},
    [PLAYER_ANSWER_SENT]    = {"answer_sent",    "",                           NULL,                 ANSWER_MS,       player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_RESIGN_SENT]    = {"resign_sent",    "",                           NULL,                 ANSWER_MS,       player_game_timeout,     true,  false, NO_PROGRESS_MS, player_no_progress},
    [PLAYER_RESIGN_OFFERED] = {"resign_offered", "",                           NULL,                 OFFER_MS,        player_game_timeout,     true,  true,  0, NULL},
    [PLAYER_BETWEEN_GAMES]  = {"between_games",  "",                           NULL,                 ANSWER_MS,       player_between_timeout,  true,  true,  0, NULL},
    [PLAYER_LEAVING]        = {"leaving",        "",                           player_leaving_enter, ANSWER_MS,       player_leaving_timeout,  true,  false, LEAVING_MOST_MS, player_give_up_leaving},
};
/* clang-format on */

const char *player_state_name(enum player_state state)
{
    return player_states[state].name;
}

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

/* A message, the states in which it matters, and what is done about it: by a handler that
 * reads the message, or by an action for which it is enough that it came. */
struct transition {
    enum fibs_message_id id;
    uint32_t states;
    player_handler *handle;
    player_action *act;
};

#define MSG(id) FIBS_MSG_##id
/* clang-format off */
static const struct transition transitions[] = {
    /* who is there */
    {MSG(CLIP_OWN_INFO),         ANY,           .handle = player_on_own_info},
    {MSG(CLIP_WHO_INFO),         ANY,           .handle = player_on_who},
    {MSG(CLIP_LOGOUT),           ANY,           .handle = player_on_logout},
    {MSG(CLIP_KIBITZES),         GAME,          .handle = player_on_kibitz},
    {MSG(CLIP_SAYS),             IN(ASKING),    .handle = player_on_asking_says},
    {MSG(CLIP_SAYS),             ONLINE,        .handle = player_on_says},

    /* invitations */
    {MSG(INVITE_N),              ANY & ~MATCH,  .handle = player_on_invitation},
    {MSG(INVITE_UNLIMITED),      ANY & ~MATCH,  .handle = player_on_invitation},
    {MSG(INVITE_RESUME),         ANY & ~MATCH,  .handle = player_on_invitation},
    {MSG(INVITE_WARNING),        ANY & ~MATCH,  .act = player_on_warning},
    {MSG(INVITE_WARNING_U),      ANY & ~MATCH,  .act = player_on_warning},
    {MSG(INVITED_N),             LOBBY,         .handle = player_on_invite_sent},
    {MSG(INVITED_UNLIMITED),     LOBBY,         .handle = player_on_invite_sent},
    {MSG(INVITED_RESUME),        LOBBY,         .handle = player_on_invite_sent},
    {MSG(NO_ONE_CALLED),         IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(NO_ONE_CALLED),         IN(ASKING),    .handle = player_on_asked_nobody},
    {MSG(SAVED_COUNT),           IN(ASKING),    .handle = player_on_saved_count},
    {MSG(SAVED_COUNT_NONE),      IN(ASKING),    .handle = player_on_saved_count},
    {MSG(AMBIGUOUS_NAME),        IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(REFUSING_GAMES),        IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(ALREADY_PLAYING_OTHER), IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(INVITE_BAD_LENGTH),     IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(NOT_EXPERIENCED),       IN(INVITING),  .handle = player_on_not_experienced},
    {MSG(TRY_LATER),             IN(INVITING),  .handle = player_on_invite_later},
    {MSG(TRY_LATER),             IN(JOINING),   .handle = player_on_join_later},
    {MSG(TRY_LATER),             OURS,          .handle = player_on_told_to_wait},
    {MSG(CANT_INVITE_SELF),      IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(WAIT_LAST_INVITATION),  IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(NO_NEW_GAMES),          IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(TOGGLE_READY_FIRST),    IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(CANT_PLAY_LENGTH),      IN(INVITING),  .handle = player_on_invite_refused},
    {MSG(SAVED_CORRUPT),         IN(INVITING) | IN(JOINING),         .handle = player_on_no_saved_match},
    {MSG(NO_SAVED_MATCH),        IN(INVITING) | IN(JOINING), .handle = player_on_no_saved_match},
    {MSG(YOU_ALREADY_PLAYING),   LOBBY,         .act = player_on_already_playing},
    {MSG(TWO_GAMES),             LOBBY,         .act = player_on_already_playing},
    {MSG(DIDNT_INVITE),          IN(JOINING),   .handle = player_on_join_refused},
    {MSG(REFUSING_GAMES),        IN(JOINING),   .handle = player_on_join_refused},
    {MSG(ALREADY_PLAYING_JOIN),  IN(JOINING),   .handle = player_on_join_refused},
    {MSG(ALREADY_PLAYING_OTHER), IN(JOINING),   .handle = player_on_join_refused},
    {MSG(CANT_FIND_PLAYER),      IN(JOINING),   .handle = player_on_join_refused},
    {MSG(NO_ONE_CALLED),         IN(JOINING),   .handle = player_on_join_refused},
    {MSG(JOIN_WHO),              IN(JOINING),   .handle = player_on_join_refused},
    {MSG(NO_NEW_GAMES),          IN(JOINING),   .handle = player_on_join_refused},
    {MSG(ERR_NOT_PLAYING),       IN(JOINING),   .handle = player_on_join_refused},

    /* a match starts or goes on */
    {MSG(JOINED_YOU_N),          ONLINE,        .handle = player_on_match_joined},
    {MSG(JOINED_YOU_UNLIMITED),  ONLINE,        .handle = player_on_match_joined},
    {MSG(NOW_PLAYING_N),         ONLINE,        .handle = player_on_match_joined},
    {MSG(NOW_PLAYING_UNLIMITED), ONLINE,        .handle = player_on_match_joined},
    {MSG(RESUME_JOINED),         ANY,           .handle = player_on_match_resumed},
    {MSG(RESUME_NOW_PLAYING),    ANY,           .handle = player_on_match_resumed},
    {MSG(RESUME_LENGTH),         IN(STARTING),  .handle = player_on_resume_length},
    {MSG(RESUME_UNLIMITED),      IN(STARTING),  .handle = player_on_resume_length},
    {MSG(RESUME_POINTS),         IN(STARTING),  .handle = player_on_resume_points},
    {MSG(GAME_START),            GAME,          .act = player_on_game_start},
    {MSG(OPENING_ROLL),          IN(STARTING),  .handle = player_on_opening_roll},
    {MSG(AUTO_CUBE),             IN(STARTING),  .handle = player_on_auto_cube},
    {MSG(FIRST_ME),              IN(STARTING),  .act = player_on_first_mover},
    {MSG(FIRST_OPP),             IN(STARTING),  .act = player_on_first_mover},
    {MSG(SAVED_HEADER),          ONLINE,        .act = player_on_saved_list},
    {MSG(SAVED_ROW_OFFLINE),     ONLINE,        .handle = player_on_saved_row},
    {MSG(SAVED_ROW_ONE_STAR),    ONLINE,        .handle = player_on_saved_row},
    {MSG(SAVED_ROW_TWO_STARS),   ONLINE,        .handle = player_on_saved_row},
    {MSG(SAVED_NONE),            ONLINE,        .act = player_on_saved_list},

    /* turns */
    {MSG(BOARD),                 ANY,           .handle = player_on_board},
    {MSG(BOARD_BAD),             GAME,          .handle = player_on_board_bad},
    {MSG(PROMPT_ROLL),           GAME,          .act = player_on_prompt},
    {MSG(YOU_ROLL),              GAME,          .handle = player_on_you_roll},
    {MSG(OPP_ROLLS),             GAME,          .handle = player_on_opponent_rolls},
    {MSG(PLEASE_MOVE),           GAME,          .act = player_on_please_move},
    {MSG(ONLY_MOVE),             GAME,          .handle = player_on_only_move},
    {MSG(BEARING_OFF),           GAME,          .act = player_on_bearing_off},
    {MSG(YOU_CANT_MOVE),         GAME,          .act = player_on_you_dance},
    {MSG(OPP_CANT_MOVE),         GAME,          .act = player_on_opponent_dances},
    {MSG(OPP_MOVES_EMPTY),       GAME,          .act = player_on_opponent_dances},
    {MSG(OPP_MOVES),             GAME,          .handle = player_on_opponent_moves},
    {MSG(MOVE_DONE),             IN(PLAY_SENT), .act = player_on_move_done},

    /* cube */
    {MSG(OPP_DOUBLES),           GAME,          .act = player_on_double_offer},
    {MSG(OPP_DOUBLES_REDOUBLE),  GAME,          .act = player_on_double_offer},
    {MSG(OPP_REDOUBLES_MORE),    GAME,          .handle = player_on_redouble_offer},
    {MSG(OPP_REDOUBLES_LAST),    GAME,          .handle = player_on_redouble_offer},
    {MSG(OPP_REDOUBLES_SHORT),   GAME,          .handle = player_on_redouble_offer},
    {MSG(YOU_DOUBLE),            GAME,          .act = player_on_double_sent},
    {MSG(YOU_DOUBLE_REDOUBLE),   GAME,          .act = player_on_double_sent},
    {MSG(OPP_ACCEPTS_DOUBLE),    GAME,          .act = player_on_opponent_takes},
    {MSG(OPP_ACCEPTS_REDOUBLE),  GAME,          .act = player_on_opponent_takes},
    {MSG(YOU_ACCEPT_DOUBLE),     GAME,          .act = player_on_you_take},
    {MSG(YOU_ACCEPT_REDOUBLE),   GAME,          .act = player_on_you_take},
    {MSG(OPP_GIVES_UP),          MATCH,         .handle = player_on_game_end},
    {MSG(YOU_GIVE_UP),           MATCH,         .handle = player_on_game_end},
    {MSG(ERR_NOT_RESPONDED),     GAME,          .act = player_on_not_responded},
    {MSG(ERR_NO_DOUBLE_RESIGN),  GAME,          .handle = player_on_no_offer},
    {MSG(CRAWFORD_NO),           GAME,          .handle = player_on_crawford},
    {MSG(ERR_NOT_TURN_DOUBLE),   GAME,          .handle = player_on_no_double},

    /* resignations */
    {MSG(RESIGN_OFFER),          GAME,          .handle = player_on_resign_offer},
    {MSG(ERR_WANTED_RESIGN),     GAME,          .handle = player_on_resign_open},
    {MSG(YOU_RESIGN),            GAME,          .act = player_on_resign_sent},
    {MSG(RESIGN_REJECTED),       GAME,          .act = player_on_resign_rejected},
    {MSG(YOU_REJECT_RESIGN),     GAME,          .act = player_on_you_reject},
    {MSG(RESIGN_ACCEPTED),       MATCH,         .handle = player_on_game_end},
    {MSG(YOU_ACCEPT_RESIGN),     MATCH,         .handle = player_on_game_end},
    {MSG(ERR_RESIGN_PENDING),    GAME,          .act = player_on_resign_pending},
    {MSG(ERR_ALREADY_DID),       IN(RESIGN_SENT), .act = player_on_resign_pending},

    /* refused plays, and commands at the wrong moment */
    {MSG(ERR_LEGAL_WORDS),       IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_MUST_GIVE),         IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_TOO_MANY),          IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_MOVE_FROM),         IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_MOVE_POINTS),       IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_MOVE_TO),           IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_BAR_FIRST),         IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_REMOVE_PIECE),      IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_MOVE_HOME),         IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_MOVE_N_HOME),       IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_ILLEGAL_UNKNOWN),   IN(PLAY_SENT), .handle = player_on_illegal_play},
    {MSG(ERR_DID_ROLL),          OURS,          .handle = player_resynchronise},
    {MSG(ERR_NOT_TURN_ROLL),     OURS,          .handle = player_resynchronise},
    {MSG(ERR_NOT_TURN_MOVE),     OURS,          .handle = player_resynchronise},
    {MSG(ERR_NOT_TURN),          OURS,          .handle = player_resynchronise},
    {MSG(ERR_ROLL_FIRST),        OURS,          .handle = player_resynchronise},
    {MSG(ERR_DOUBLE_AFTER_ROLL), OURS,          .handle = player_resynchronise},
    {MSG(ERR_WAIT_UNTIL_MOVED),  OURS,          .handle = player_resynchronise},
    {MSG(ERR_RESIGN_ARG),        OURS,          .handle = player_resynchronise},
    {MSG(ERR_GAME_OVER),         GAME,          .handle = player_resynchronise},
    {MSG(UNKNOWN_COMMAND),       GAME,          .handle = player_on_unknown_command},
    {MSG(NOT_IMPLEMENTED),       GAME,          .handle = player_on_unknown_command},
    {MSG(UNKNOWN_STARRED),       OURS,          .handle = player_resynchronise},

    /* ends */
    {MSG(YOU_WIN_GAME),          MATCH,         .handle = player_on_game_end},
    {MSG(OPP_WINS_GAME),         MATCH,         .handle = player_on_game_end},
    {MSG(SCORE_N),               MATCH,         .handle = player_on_score},
    {MSG(SCORE_UNLIMITED),       MATCH,         .handle = player_on_score},
    {MSG(JOIN_NEXT),             GAME,          .act = player_on_join_question},
    {MSG(RATING_EXP),            MATCH,         .handle = player_on_rating_experience},
    {MSG(RATING_CHANGE),         MATCH,         .handle = player_on_rating_change},
    {MSG(YOU_WIN_MATCH),         MATCH,         .handle = player_on_match_over},
    {MSG(WINS_MATCH),            MATCH,         .handle = player_on_match_over},
    {MSG(SAVED_YOU_LEFT),        MATCH,         .act = player_on_saved},
    {MSG(SAVED_OPP_LEFT),        MATCH,         .act = player_on_saved_on_purpose},
    {MSG(SAVED_OPP_TERMINATED),  MATCH,         .act = player_on_saved_on_purpose},
    {MSG(SAVED_LOGOUT),          MATCH,         .act = player_on_saved},
    {MSG(SAVED_DROP),            MATCH,         .act = player_on_saved},
    {MSG(SAVED_TIMEOUT),         MATCH,         .act = player_on_saved},
    {MSG(SAVED_NETERR),          MATCH,         .act = player_on_saved},
    {MSG(SAVED_OLD_CONN),        MATCH,         .act = player_on_saved},
    {MSG(SAVED_ADMIN),           MATCH,         .act = player_on_saved},
    {MSG(SAVED_OTHER),           MATCH,         .act = player_on_saved},
    {MSG(PANIC_SAVED),           MATCH,         .act = player_on_saved},
    {MSG(ERR_NOT_PLAYING),       MATCH,         .act = player_on_not_playing},
    {MSG(ERR_NOT_PLAYING_REJECT), MATCH,        .act = player_on_not_playing},
    {MSG(NO_ONE_TO_LEAVE),       MATCH,         .act = player_on_not_playing},
};
/* clang-format on */

bool player_handle_message(struct player *p, const struct fibs_message *m)
{
    for (size_t i = 0; i < sizeof transitions / sizeof transitions[0]; i++) {
        const struct transition *row = &transitions[i];
        if (row->id != m->id || (row->states & (1U << p->state)) == 0) {
            continue;
        }
        if (row->act != NULL) {
            row->act(p);
        } else {
            row->handle(p, m);
        }
        return true;
    }
    return false;
}
