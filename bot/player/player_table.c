/* Which message means what in which state: the heart of the player. A message without a
 * row in a state does not matter there. */
#include <stdint.h>

#include "bot/player/player_internal.h"

#define IN(state) (1U << PLAYER_##state)

enum {
    LOBBY = IN(LOBBY) | IN(INVITED) | IN(ASKING) | IN(JOINING) | IN(INVITING),
    ANY = (1U << PLAYER_STATES) - 1,
    ONLINE = ANY & ~IN(OFFLINE),
    MATCH = ONLINE & ~LOBBY, /* everything from the first to the last line */
    GAME = MATCH & ~(unsigned)IN(LEAVING), /* what a leaver need not look at */
    OURS = IN(ON_ROLL) | IN(THINKING) | IN(DANCING) | IN(ROLL_SENT) | IN(PLAY_SENT) |
           IN(DOUBLE_SENT) | IN(ANSWER_SENT) | IN(RESIGN_SENT) | IN(STARTING)
};

struct transition {
    enum fibs_message_id id;
    uint32_t states;
    player_handler *handle;
};

#define MSG(id) FIBS_MSG_##id
/* clang-format off */
static const struct transition transitions[] = {
    /* who is there */
    {MSG(CLIP_OWN_INFO),         ANY,           on_own_info},
    {MSG(CLIP_WHO_INFO),         ANY,           on_who},
    {MSG(CLIP_LOGIN),            ANY,           on_login},
    {MSG(CLIP_LOGOUT),           ANY,           on_logout},
    {MSG(CLIP_KIBITZES),         GAME,          on_kibitz},
    {MSG(CLIP_SAYS),             IN(ASKING),    on_asking_says},
    {MSG(CLIP_SAYS),             ONLINE,        on_says},

    /* invitations */
    {MSG(INVITE_N),              ANY & ~MATCH,  on_invitation},
    {MSG(INVITE_UNLIMITED),      ANY & ~MATCH,  on_invitation},
    {MSG(INVITE_RESUME),         ANY & ~MATCH,  on_invitation},
    {MSG(INVITE_WARNING),        ANY & ~MATCH,  on_warning},
    {MSG(INVITE_WARNING_U),      ANY & ~MATCH,  on_warning},
    {MSG(INVITED_N),             LOBBY,         on_invite_sent},
    {MSG(INVITED_UNLIMITED),     LOBBY,         on_invite_sent},
    {MSG(INVITED_RESUME),        LOBBY,         on_invite_sent},
    {MSG(NO_ONE_CALLED),         IN(INVITING),  on_invite_refused},
    {MSG(NO_ONE_CALLED),         IN(ASKING),    on_asked_nobody},
    {MSG(SAVED_COUNT),           IN(ASKING),    on_saved_count},
    {MSG(SAVED_COUNT_NONE),      IN(ASKING),    on_saved_count},
    {MSG(AMBIGUOUS_NAME),        IN(INVITING),  on_invite_refused},
    {MSG(REFUSING_GAMES),        IN(INVITING),  on_invite_refused},
    {MSG(ALREADY_PLAYING_OTHER), IN(INVITING),  on_invite_refused},
    {MSG(INVITE_BAD_LENGTH),     IN(INVITING),  on_invite_refused},
    {MSG(NOT_EXPERIENCED),       IN(INVITING),  on_invite_refused},
    {MSG(CANT_INVITE_SELF),      IN(INVITING),  on_invite_refused},
    {MSG(WAIT_LAST_INVITATION),  IN(INVITING),  on_invite_refused},
    {MSG(NO_NEW_GAMES),          IN(INVITING),  on_invite_refused},
    {MSG(TOGGLE_READY_FIRST),    IN(INVITING),  on_invite_refused},
    {MSG(CANT_PLAY_LENGTH),      IN(INVITING),  on_invite_refused},
    {MSG(SAVED_CORRUPT),         LOBBY,         on_no_saved_match},
    {MSG(NO_SAVED_MATCH),        IN(INVITING),  on_no_saved_match},
    {MSG(YOU_ALREADY_PLAYING),   LOBBY,         on_already_playing},
    {MSG(TWO_GAMES),             LOBBY,         on_already_playing},
    {MSG(DIDNT_INVITE),          IN(JOINING),   on_join_refused},
    {MSG(REFUSING_GAMES),        IN(JOINING),   on_join_refused},
    {MSG(ALREADY_PLAYING_JOIN),  IN(JOINING),   on_join_refused},
    {MSG(ALREADY_PLAYING_OTHER), IN(JOINING),   on_join_refused},
    {MSG(CANT_FIND_PLAYER),      IN(JOINING),   on_join_refused},
    {MSG(NO_ONE_CALLED),         IN(JOINING),   on_join_refused},
    {MSG(JOIN_WHO),              IN(JOINING),   on_join_refused},
    {MSG(ERR_NOT_PLAYING),       IN(JOINING),   on_join_refused},

    /* a match starts or goes on */
    {MSG(JOINED_YOU_N),          ONLINE,        on_match_joined},
    {MSG(JOINED_YOU_UNLIMITED),  ONLINE,        on_match_joined},
    {MSG(NOW_PLAYING_N),         ONLINE,        on_match_joined},
    {MSG(NOW_PLAYING_UNLIMITED), ONLINE,        on_match_joined},
    {MSG(RESUME_JOINED),         ONLINE,        on_match_resumed},
    {MSG(RESUME_NOW_PLAYING),    ONLINE,        on_match_resumed},
    {MSG(RESUME_LENGTH),         IN(STARTING),  on_resume_length},
    {MSG(RESUME_UNLIMITED),      IN(STARTING),  on_resume_length},
    {MSG(RESUME_POINTS),         IN(STARTING),  on_resume_points},
    {MSG(GAME_START),            GAME,          on_game_start},
    {MSG(OPENING_ROLL),          IN(STARTING),  on_opening_roll},
    {MSG(AUTO_CUBE),             IN(STARTING),  on_auto_cube},
    {MSG(FIRST_ME),              IN(STARTING),  on_first_mover},
    {MSG(FIRST_OPP),             IN(STARTING),  on_first_mover},
    {MSG(SAVED_HEADER),          ONLINE,        on_saved_header},
    {MSG(SAVED_ROW_OFFLINE),     ONLINE,        on_saved_row},
    {MSG(SAVED_ROW_ONE_STAR),    ONLINE,        on_saved_row},
    {MSG(SAVED_ROW_TWO_STARS),   ONLINE,        on_saved_row},
    {MSG(SAVED_NONE),            ONLINE,        on_saved_none},

    /* turns */
    {MSG(BOARD),                 ANY,           on_board},
    {MSG(BOARD_BAD),             GAME,          on_board_bad},
    {MSG(PROMPT_ROLL),           GAME,          on_prompt},
    {MSG(YOU_ROLL),              GAME,          on_you_roll},
    {MSG(OPP_ROLLS),             GAME,          on_opponent_rolls},
    {MSG(PLEASE_MOVE),           GAME,          on_please_move},
    {MSG(ONLY_MOVE),             GAME,          on_only_move},
    {MSG(BEARING_OFF),           GAME,          on_bearing_off},
    {MSG(YOU_CANT_MOVE),         GAME,          on_you_dance},
    {MSG(OPP_CANT_MOVE),         GAME,          on_opponent_dances},
    {MSG(OPP_MOVES_EMPTY),       GAME,          on_opponent_dances},
    {MSG(OPP_MOVES),             GAME,          on_opponent_moves},
    {MSG(MOVE_DONE),             IN(PLAY_SENT), on_move_done},

    /* cube */
    {MSG(OPP_DOUBLES),           GAME,          on_double_offer},
    {MSG(OPP_DOUBLES_REDOUBLE),  GAME,          on_double_offer},
    {MSG(OPP_REDOUBLES_MORE),    GAME,          on_redouble_offer},
    {MSG(OPP_REDOUBLES_LAST),    GAME,          on_redouble_offer},
    {MSG(OPP_REDOUBLES_SHORT),   GAME,          on_redouble_offer},
    {MSG(YOU_DOUBLE),            GAME,          on_double_sent},
    {MSG(YOU_DOUBLE_REDOUBLE),   GAME,          on_double_sent},
    {MSG(OPP_ACCEPTS_DOUBLE),    GAME,          on_opponent_takes},
    {MSG(OPP_ACCEPTS_REDOUBLE),  GAME,          on_opponent_takes},
    {MSG(YOU_ACCEPT_DOUBLE),     GAME,          on_you_take},
    {MSG(YOU_ACCEPT_REDOUBLE),   GAME,          on_you_take},
    {MSG(OPP_GIVES_UP),          MATCH,         on_opponent_passes},
    {MSG(YOU_GIVE_UP),           MATCH,         on_you_pass},
    {MSG(ERR_NOT_RESPONDED),     GAME,          on_not_responded},
    {MSG(ERR_NO_DOUBLE_RESIGN),  GAME,          on_no_offer},
    {MSG(CRAWFORD_NO),           GAME,          on_crawford},
    {MSG(ERR_NOT_TURN_DOUBLE),   GAME,          on_no_double},

    /* resignations */
    {MSG(RESIGN_OFFER),          GAME,          on_resign_offer},
    {MSG(ERR_WANTED_RESIGN),     GAME,          on_resign_open},
    {MSG(YOU_RESIGN),            GAME,          on_resign_sent},
    {MSG(RESIGN_REJECTED),       GAME,          on_resign_rejected},
    {MSG(YOU_REJECT_RESIGN),     GAME,          on_you_reject},
    {MSG(RESIGN_ACCEPTED),       MATCH,         on_resign_accepted},
    {MSG(YOU_ACCEPT_RESIGN),     MATCH,         on_you_accept_resign},
    {MSG(ERR_RESIGN_PENDING),    GAME,          on_resign_pending},
    {MSG(ERR_ALREADY_DID),       IN(RESIGN_SENT), on_resign_pending},

    /* refused plays, and commands at the wrong moment */
    {MSG(ERR_LEGAL_WORDS),       IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_MUST_GIVE),         IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_TOO_MANY),          IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_MOVE_FROM),         IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_MOVE_POINTS),       IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_MOVE_TO),           IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_BAR_FIRST),         IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_REMOVE_PIECE),      IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_MOVE_HOME),         IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_MOVE_N_HOME),       IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_ILLEGAL_UNKNOWN),   IN(PLAY_SENT), on_illegal_play},
    {MSG(ERR_DID_ROLL),          OURS,          on_game_error},
    {MSG(ERR_NOT_TURN_ROLL),     OURS,          on_game_error},
    {MSG(ERR_NOT_TURN_MOVE),     OURS,          on_game_error},
    {MSG(ERR_NOT_TURN),          OURS,          on_game_error},
    {MSG(ERR_ROLL_FIRST),        OURS,          on_game_error},
    {MSG(ERR_DOUBLE_AFTER_ROLL), OURS,          on_game_error},
    {MSG(ERR_WAIT_UNTIL_MOVED),  OURS,          on_game_error},
    {MSG(ERR_RESIGN_ARG),        OURS,          on_game_error},
    {MSG(ERR_GAME_OVER),         GAME,          on_game_error},
    {MSG(UNKNOWN_COMMAND),       OURS,          on_game_error},
    {MSG(NOT_IMPLEMENTED),       OURS,          on_game_error},
    {MSG(UNKNOWN_STARRED),       OURS,          on_game_error},

    /* ends */
    {MSG(YOU_WIN_GAME),          MATCH,         on_you_win_game},
    {MSG(OPP_WINS_GAME),         MATCH,         on_opponent_wins_game},
    {MSG(SCORE_N),               MATCH,         on_score},
    {MSG(SCORE_UNLIMITED),       MATCH,         on_score},
    {MSG(JOIN_NEXT),             GAME,          on_join_question},
    {MSG(RATING_EXP),            MATCH,         on_rating_experience},
    {MSG(RATING_CHANGE),         MATCH,         on_rating_change},
    {MSG(YOU_WIN_MATCH),         MATCH,         on_match_won},
    {MSG(WINS_MATCH),            MATCH,         on_match_over},
    {MSG(SAVED_YOU_LEFT),        MATCH,         on_saved},
    {MSG(SAVED_OPP_LEFT),        MATCH,         on_saved_on_purpose},
    {MSG(SAVED_OPP_TERMINATED),  MATCH,         on_saved_on_purpose},
    {MSG(SAVED_LOGOUT),          MATCH,         on_saved},
    {MSG(SAVED_DROP),            MATCH,         on_saved},
    {MSG(SAVED_TIMEOUT),         MATCH,         on_saved},
    {MSG(SAVED_NETERR),          MATCH,         on_saved},
    {MSG(SAVED_OLD_CONN),        MATCH,         on_saved},
    {MSG(SAVED_ADMIN),           MATCH,         on_saved},
    {MSG(SAVED_OTHER),           MATCH,         on_saved},
    {MSG(PANIC_SAVED),           MATCH,         on_saved},
    {MSG(ERR_NOT_PLAYING),       MATCH,         on_not_playing},
    {MSG(ERR_NOT_PLAYING_REJECT), MATCH,        on_not_playing},
    {MSG(NO_ONE_TO_LEAVE),       MATCH,         on_not_playing},
};
/* clang-format on */

player_handler *player_find_handler(enum player_state state, enum fibs_message_id id)
{
    for (size_t i = 0; i < sizeof transitions / sizeof transitions[0]; i++) {
        if (transitions[i].id == id && (transitions[i].states & (1U << state)) != 0) {
            return transitions[i].handle;
        }
    }
    return NULL;
}
