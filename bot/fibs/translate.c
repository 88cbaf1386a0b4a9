#include "bot/fibs/translate.h"

#include <string.h>

#include "base/text.h"
#include "engine/board/points.h"
#include "fibs/session.h"

_Static_assert((int)USER_NAME_SIZE == (int)FIBS_NAME_MAX, "names fit");
_Static_assert((int)POINTS_UNLIMITED == (int)FIBS_UNLIMITED, "lengths agree");

/* ---- parts of a message ----------------------------------------------------------- */

typedef void translate_part(const struct fibs_message *m, struct game_event *event);

/* 1 .. `most`, else unlimited. */
static void fill_length_up_to(const struct fibs_message *m, int most,
                              struct game_event *event)
{
    long length = m->numbers[0];
    event->length = length > 0 && length <= most ? (int)length : POINTS_UNLIMITED;
}

static void fill_invited_length(const struct fibs_message *m, struct game_event *event)
{
    fill_length_up_to(m, POINTS_UNLIMITED, event);
}

static void fill_start(const struct fibs_message *m, struct game_event *event)
{
    event->is_mine =
        m->id == FIBS_MSG_NOW_PLAYING_N || m->id == FIBS_MSG_NOW_PLAYING_UNLIMITED;
    fill_length_up_to(m, MATCH_LENGTH_MAX, event);
}

static void fill_match_length(const struct fibs_message *m, struct game_event *event)
{
    fill_length_up_to(m, MATCH_LENGTH_MAX, event);
    if (event->length == POINTS_UNLIMITED && m->id == FIBS_MSG_RESUME_LENGTH) {
        event->length = 0;
    }
}

static void fill_own_info(const struct fibs_message *m, struct game_event *event)
{
    enum { EXPERIENCE = 8 }; /* number of CLIP 2 */
    event->who.standing =
        (struct standing){m->number_count > EXPERIENCE && m->real_count > 0,
                          m->reals[0], (int)m->numbers[EXPERIENCE]};
}

static void fill_who(const struct fibs_message *m, struct game_event *event)
{
    event->who =
        (struct event_who){.is_ready = m->numbers[0] != 0,
                           .is_away = m->numbers[1] != 0,
                           .is_playing = event->other[0] != '\0',
                           .idle_s = (int)m->numbers[3],
                           .standing = {true, m->reals[0], (int)m->numbers[2]}};
    (void)fibs_slice_copy(m->texts[1], event->who.client, sizeof event->who.client);
}

static void fill_saved_row(const struct fibs_message *m, struct game_event *event)
{
    event->length = (int)m->numbers[0];
    event->score[0] = (int)m->numbers[1];
    event->score[1] = (int)m->numbers[2];
    event->is_ready = m->id == FIBS_MSG_SAVED_ROW_TWO_STARS;
}

/* "anna wins a 7 point match against bert  8-3 ."; an unlimited match has no length. */
static void fill_report(const struct fibs_message *m, struct game_event *event)
{
    event->length = m->number_count > 0 ? (int)m->numbers[0] : 0;
    event->score[0] = (int)m->numbers[1];
    event->score[1] = (int)m->numbers[2];
}

/* "score in 3 point match: our_bot-1 opp_a-0" */
static void fill_score(const struct fibs_message *m, struct game_event *event)
{
    int first = m->id == FIBS_MSG_SCORE_N ? 1 : 0;
    int mine = event->is_mine || strcmp(event->name, "You") == 0 ? 0 : 1;
    event->score[0] = (int)m->numbers[first + mine];
    event->score[1] = (int)m->numbers[first + 1 - mine];
}

/* "opp_a wins the 3 point match 3-0 .": the winner's points come first. */
static void fill_result(const struct fibs_message *m, struct game_event *event)
{
    bool is_mine = m->id == FIBS_MSG_YOU_WIN_MATCH || event->is_mine;
    event->type = is_mine ? EVENT_MATCH_WON : EVENT_MATCH_LOST;
    event->score[0] = (int)m->numbers[is_mine ? 1 : 2];
    event->score[1] = (int)m->numbers[is_mine ? 2 : 1];
}

/* "Experience: our_bot 2761 - opp_a 187" */
static void fill_experience(const struct fibs_message *m, struct game_event *event)
{
    int mine = event->is_mine ? 0 : 1;
    event->experience[0] = (int)m->numbers[mine];
    event->experience[1] = (int)m->numbers[1 - mine];
}

static void fill_rating(const struct fibs_message *m, struct game_event *event)
{
    event->change = m->reals[0];
}

static void fill_dice(const struct fibs_message *m, struct game_event *event)
{
    event->die[0] = (int)m->numbers[0];
    event->die[1] = (int)m->numbers[1];
    event->roll = translate_roll(event->die[0], event->die[1]);
}

static void fill_bad_board(const struct fibs_message *m, struct game_event *event)
{
    COPY_TEXT(event->text, m->board_error.text);
}

static void fill_unknown_command(const struct fibs_message *m, struct game_event *event)
{
    (void)m;
    event->order = strcmp(event->text, "board") == 0 ? ORDER_BOARD : ORDER_NONE;
}

static void fill_end(const struct fibs_message *m, struct game_event *event)
{
    event->points = (int)fibs_session_announced_s(m->line);
    event->type = event->points < 0 ? EVENT_NONE : event->type;
}

static void fill_unknown(const struct fibs_message *m, struct game_event *event)
{
    if (m->line.length == 0) {
        event->type = EVENT_NONE;
    }
}

/* ---- what needs the last board ----------------------------------------------------- */

/* The line of a forced play has no name: its direction tells whose it is. */
static void fill_moves(const struct fibs_translator *t, const struct fibs_message *m,
                       struct game_event *event)
{
    bool is_forced = event->type == EVENT_FORCED_PLAY;
    int direction;
    event->has_play = translate_moves(m->texts[0], &direction, &event->play) &&
                      (t->has_board || !is_forced);
    event->is_mine = is_forced && t->has_board && direction == t->direction;
}

static void fill_board(struct fibs_translator *t, const struct fibs_board *board,
                       struct game_event *event)
{
    event->is_mine =
        strcmp(board->player[0], "You") == 0 || strcmp(board->player[0], t->name) == 0;
    memcpy(event->name, board->player[1], sizeof event->name);
    translate_board(board, &event->board);
    if (event->is_mine && event->board.fault == NULL) {
        t->has_board = true;
        t->direction = board->direction;
    }
}

static void follow_match(struct fibs_translator *t, const struct fibs_message *m,
                         struct game_event *event)
{
    switch (event->type) {
    case EVENT_MATCH_START:
    case EVENT_MATCH_RESUME:
    case EVENT_GAME_START:
        t->has_board = false;
        break;
    case EVENT_BOARD:
        fill_board(t, &m->board, event);
        break;
    case EVENT_THEIR_PLAY:
    case EVENT_FORCED_PLAY:
        fill_moves(t, m, event);
        break;
    default:
        break;
    }
}

/* ---- messages --------------------------------------------------------------------- */

/* The event of each message; those without one do not matter at the table. Names, text and
 * the first number are always read, the rest by `fill`. */
static const struct {
    enum event_type type;
    translate_part *fill;
} translations[FIBS_MSG_COUNT] = {
#define MSG(id) [FIBS_MSG_##id]
    /* clang-format off */
    MSG(UNKNOWN)               = {EVENT_UNKNOWN, fill_unknown},
    MSG(UNKNOWN_STARRED)       = {EVENT_UNKNOWN_REFUSAL, NULL},

    MSG(CLIP_WELCOME)          = {EVENT_WELCOME, NULL},
    MSG(ALREADY_LOGGED_IN)     = {EVENT_TWICE, NULL},
    MSG(CLIP_OWN_INFO)         = {EVENT_OWN_STANDING, fill_own_info},
    MSG(CLIP_WHO_INFO)         = {EVENT_WHO, fill_who},
    MSG(CLIP_WHO_END)          = {EVENT_WHO_END, NULL},
    MSG(CLIP_LOGIN)            = {EVENT_LOGIN, NULL},
    MSG(CLIP_LOGOUT)           = {EVENT_LOGOUT, NULL},
    MSG(CLIP_SAYS)             = {EVENT_TELL, NULL},
    MSG(CLIP_KIBITZES)         = {EVENT_KIBITZ, NULL},
    MSG(CLIP_WHISPERS)         = {EVENT_WHISPER, NULL},
    MSG(CLIP_SHOUTS)           = {EVENT_SHOUT, NULL},
    MSG(RESTART)               = {EVENT_SERVER_ENDS, fill_end},
    MSG(SHUTDOWN)              = {EVENT_SERVER_ENDS, fill_end},
    MSG(WATCHED_GONE)          = {EVENT_WATCH_END, NULL},
    MSG(BANS_YOU)              = {EVENT_WATCH_END, NULL},
    MSG(WATCH_DENIED)          = {EVENT_WATCH_END, NULL},
    MSG(WATCH_BLOCKED)         = {EVENT_WATCH_END, NULL},
    MSG(REPORT_START)          = {EVENT_REPORT_START, fill_report},
    MSG(REPORT_RESUME)         = {EVENT_REPORT_RESUME, fill_report},
    MSG(REPORT_WIN)            = {EVENT_REPORT_WIN, fill_report},
    MSG(REPORT_LEFT)           = {EVENT_REPORT_LEFT, NULL},

    MSG(SAVED_HEADER)          = {EVENT_SAVED_LIST, NULL},
    MSG(SAVED_NONE)            = {EVENT_SAVED_NONE, NULL},
    MSG(SAVED_ROW_OFFLINE)     = {EVENT_SAVED_ROW, fill_saved_row},
    MSG(SAVED_ROW_ONE_STAR)    = {EVENT_SAVED_ROW, fill_saved_row},
    MSG(SAVED_ROW_TWO_STARS)   = {EVENT_SAVED_ROW, fill_saved_row},
    MSG(SAVED_COUNT)           = {EVENT_SAVED_COUNT, NULL},
    MSG(SAVED_COUNT_NONE)      = {EVENT_SAVED_COUNT, NULL},
    MSG(NO_SAVED_MATCH)        = {EVENT_SAVED_MISSING, NULL},
    MSG(SAVED_CORRUPT)         = {EVENT_SAVED_CORRUPT, NULL},

    MSG(INVITE_N)              = {EVENT_INVITED, fill_invited_length},
    MSG(INVITE_UNLIMITED)      = {EVENT_INVITED, fill_invited_length},
    MSG(INVITE_RESUME)         = {EVENT_INVITED, NULL},
    MSG(INVITE_WARNING)        = {EVENT_WOULD_REPLACE, NULL},
    MSG(INVITE_WARNING_U)      = {EVENT_WOULD_REPLACE, NULL},
    MSG(INVITED_N)             = {EVENT_INVITE_SENT, NULL},
    MSG(INVITED_UNLIMITED)     = {EVENT_INVITE_SENT, NULL},
    MSG(INVITED_RESUME)        = {EVENT_INVITE_SENT, NULL},
    MSG(NO_ONE_CALLED)         = {EVENT_NOBODY, NULL},
    MSG(REFUSING_GAMES)        = {EVENT_USER_REFUSES, NULL},
    MSG(ALREADY_PLAYING_OTHER) = {EVENT_USER_PLAYS, NULL},
    MSG(AMBIGUOUS_NAME)        = {EVENT_INVITE_REFUSED, NULL},
    MSG(INVITE_BAD_LENGTH)     = {EVENT_INVITE_REFUSED, NULL},
    MSG(CANT_INVITE_SELF)      = {EVENT_INVITE_REFUSED, NULL},
    MSG(CANT_PLAY_LENGTH)      = {EVENT_INVITE_REFUSED, NULL},
    MSG(WAIT_LAST_INVITATION)  = {EVENT_INVITE_OPEN, NULL},
    MSG(TOGGLE_READY_FIRST)    = {EVENT_NOT_READY, NULL},
    MSG(NOT_EXPERIENCED)       = {EVENT_NOT_EXPERIENCED, NULL},
    MSG(NO_NEW_GAMES)          = {EVENT_NO_NEW_MATCHES, NULL},
    MSG(TRY_LATER)             = {EVENT_TRY_LATER, NULL},
    MSG(DIDNT_INVITE)          = {EVENT_JOIN_REFUSED, NULL},
    MSG(ALREADY_PLAYING_JOIN)  = {EVENT_JOIN_REFUSED, NULL},
    MSG(CANT_FIND_PLAYER)      = {EVENT_JOIN_REFUSED, NULL},
    MSG(JOIN_WHO)              = {EVENT_JOIN_REFUSED, NULL},
    MSG(YOU_ALREADY_PLAYING)   = {EVENT_PLAYING_ALREADY, NULL},
    MSG(TWO_GAMES)             = {EVENT_PLAYING_ALREADY, NULL},

    MSG(JOINED_YOU_N)          = {EVENT_MATCH_START, fill_start},
    MSG(JOINED_YOU_UNLIMITED)  = {EVENT_MATCH_START, fill_start},
    MSG(NOW_PLAYING_N)         = {EVENT_MATCH_START, fill_start},
    MSG(NOW_PLAYING_UNLIMITED) = {EVENT_MATCH_START, fill_start},
    MSG(RESUME_JOINED)         = {EVENT_MATCH_RESUME, NULL},
    MSG(RESUME_NOW_PLAYING)    = {EVENT_MATCH_RESUME, NULL},
    MSG(RESUME_LENGTH)         = {EVENT_MATCH_LENGTH, fill_match_length},
    MSG(RESUME_UNLIMITED)      = {EVENT_MATCH_LENGTH, fill_match_length},
    MSG(RESUME_POINTS)         = {EVENT_MATCH_POINTS, NULL},
    MSG(GAME_START)            = {EVENT_GAME_START, NULL},
    MSG(OPENING_ROLL)          = {EVENT_OPENING, fill_dice},
    MSG(AUTO_CUBE)             = {EVENT_CUBE_TURNED, NULL},
    MSG(FIRST_ME)              = {EVENT_FIRST_MOVER, NULL},
    MSG(FIRST_OPP)             = {EVENT_FIRST_MOVER, NULL},

    MSG(BOARD)                 = {EVENT_BOARD, NULL},
    MSG(BOARD_BAD)             = {EVENT_BOARD_BAD, fill_bad_board},
    MSG(PROMPT_ROLL)           = {EVENT_TO_ROLL, NULL},
    MSG(PLEASE_MOVE)           = {EVENT_TO_PLAY, NULL},
    MSG(YOU_ROLL)              = {EVENT_OUR_ROLL, fill_dice},
    MSG(OPP_ROLLS)             = {EVENT_THEIR_ROLL, fill_dice},
    MSG(YOU_CANT_MOVE)         = {EVENT_OUR_DANCE, NULL},
    MSG(OPP_CANT_MOVE)         = {EVENT_THEIR_DANCE, NULL},
    MSG(OPP_MOVES_EMPTY)       = {EVENT_THEIR_DANCE, NULL},
    MSG(OPP_MOVES)             = {EVENT_THEIR_PLAY, NULL},
    MSG(ONLY_MOVE)             = {EVENT_FORCED_PLAY, NULL},
    MSG(BEARING_OFF)           = {EVENT_BEARS_OFF, NULL},
    MSG(MOVE_DONE)             = {EVENT_PLAY_TAKEN, NULL},

    MSG(YOU_DOUBLE)            = {EVENT_OUR_DOUBLE, NULL},
    MSG(YOU_DOUBLE_REDOUBLE)   = {EVENT_OUR_DOUBLE, NULL},
    MSG(OPP_DOUBLES)           = {EVENT_THEIR_DOUBLE, NULL},
    MSG(OPP_DOUBLES_REDOUBLE)  = {EVENT_THEIR_DOUBLE, NULL},
    MSG(OPP_REDOUBLES_MORE)    = {EVENT_THEIR_REDOUBLE, NULL},
    MSG(OPP_REDOUBLES_LAST)    = {EVENT_THEIR_REDOUBLE, NULL},
    MSG(OPP_REDOUBLES_SHORT)   = {EVENT_THEIR_REDOUBLE, NULL},
    MSG(YOU_ACCEPT_DOUBLE)     = {EVENT_OUR_TAKE, NULL},
    MSG(YOU_ACCEPT_REDOUBLE)   = {EVENT_OUR_TAKE, NULL},
    MSG(OPP_ACCEPTS_DOUBLE)    = {EVENT_THEIR_TAKE, NULL},
    MSG(OPP_ACCEPTS_REDOUBLE)  = {EVENT_THEIR_TAKE, NULL},
    MSG(YOU_GIVE_UP)           = {EVENT_OUR_PASS, NULL},
    MSG(OPP_GIVES_UP)          = {EVENT_THEIR_PASS, NULL},
    MSG(ERR_NOT_RESPONDED)     = {EVENT_DOUBLE_OPEN, NULL},
    MSG(ERR_NOT_TURN_DOUBLE)   = {EVENT_NO_DOUBLE, NULL},
    MSG(CRAWFORD_NO)           = {EVENT_CRAWFORD, NULL},
    MSG(YOU_RESIGN)            = {EVENT_OUR_RESIGN, NULL},
    MSG(RESIGN_OFFER)          = {EVENT_THEIR_RESIGN, NULL},
    MSG(YOU_ACCEPT_RESIGN)     = {EVENT_OUR_ACCEPT, NULL},
    MSG(RESIGN_ACCEPTED)       = {EVENT_THEIR_ACCEPT, NULL},
    MSG(YOU_REJECT_RESIGN)     = {EVENT_OUR_REJECT, NULL},
    MSG(RESIGN_REJECTED)       = {EVENT_THEIR_REJECT, NULL},
    MSG(ERR_WANTED_RESIGN)     = {EVENT_RESIGN_OPEN, NULL},
    MSG(ERR_RESIGN_PENDING)    = {EVENT_RESIGN_PENDING, NULL},
    MSG(ERR_ALREADY_DID)       = {EVENT_DONE_ALREADY, NULL},
    MSG(ERR_NO_DOUBLE_RESIGN)  = {EVENT_NO_OFFER, NULL},

    MSG(ERR_LEGAL_WORDS)       = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_MUST_GIVE)         = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_TOO_MANY)          = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_MOVE_FROM)         = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_MOVE_POINTS)       = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_MOVE_TO)           = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_BAR_FIRST)         = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_REMOVE_PIECE)      = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_MOVE_HOME)         = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_MOVE_N_HOME)       = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_ILLEGAL_UNKNOWN)   = {EVENT_PLAY_REFUSED, NULL},
    MSG(ERR_DID_ROLL)          = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_NOT_TURN_ROLL)     = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_NOT_TURN_MOVE)     = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_NOT_TURN)          = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_ROLL_FIRST)        = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_DOUBLE_AFTER_ROLL) = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_WAIT_UNTIL_MOVED)  = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_RESIGN_ARG)        = {EVENT_WRONG_MOMENT, NULL},
    MSG(ERR_GAME_OVER)         = {EVENT_GAME_OVER_ALREADY, NULL},
    MSG(ERR_NOT_PLAYING)       = {EVENT_NOT_PLAYING, NULL},
    MSG(ERR_NOT_PLAYING_REJECT) = {EVENT_NOTHING_TO_LEAVE, NULL},
    MSG(NO_ONE_TO_LEAVE)       = {EVENT_NOTHING_TO_LEAVE, NULL},
    MSG(UNKNOWN_COMMAND)       = {EVENT_ORDER_UNKNOWN, fill_unknown_command},
    MSG(NOT_IMPLEMENTED)       = {EVENT_ORDER_UNKNOWN, fill_unknown_command},

    MSG(YOU_WIN_GAME)          = {EVENT_GAME_WON, NULL},
    MSG(OPP_WINS_GAME)         = {EVENT_GAME_LOST, NULL},
    MSG(SCORE_N)               = {EVENT_SCORE, fill_score},
    MSG(SCORE_UNLIMITED)       = {EVENT_SCORE, fill_score},
    MSG(JOIN_NEXT)             = {EVENT_NEXT_GAME, NULL},
    MSG(YOU_WIN_MATCH)         = {EVENT_MATCH_WON, fill_result},
    MSG(WINS_MATCH)            = {EVENT_MATCH_LOST, fill_result},
    MSG(RATING_EXP)            = {EVENT_EXPERIENCE, fill_experience},
    MSG(RATING_CHANGE)         = {EVENT_RATING, fill_rating},
    MSG(SAVED_OPP_LEFT)        = {EVENT_MATCH_LEFT, NULL},
    MSG(SAVED_OPP_TERMINATED)  = {EVENT_MATCH_LEFT, NULL},
    MSG(SAVED_YOU_LEFT)        = {EVENT_MATCH_SAVED, NULL},
    MSG(SAVED_LOGOUT)          = {EVENT_MATCH_SAVED, NULL},
    MSG(SAVED_DROP)            = {EVENT_MATCH_SAVED, NULL},
    MSG(SAVED_TIMEOUT)         = {EVENT_MATCH_SAVED, NULL},
    MSG(SAVED_NETERR)          = {EVENT_MATCH_SAVED, NULL},
    MSG(SAVED_OLD_CONN)        = {EVENT_MATCH_SAVED, NULL},
    MSG(SAVED_ADMIN)           = {EVENT_MATCH_SAVED, NULL},
    MSG(SAVED_OTHER)           = {EVENT_MATCH_SAVED, NULL},
    MSG(PANIC_SAVED)           = {EVENT_MATCH_SAVED, NULL},
/* clang-format on */
#undef MSG
};

static void fill_name(struct fibs_slice slice, char name[USER_NAME_SIZE])
{
    if (fibs_slice_is(slice, "-")) {
        slice.length = 0;
    }
    (void)fibs_slice_copy(slice, name, USER_NAME_SIZE);
}

void translate_event(struct fibs_translator *translator,
                     const struct fibs_message *message, struct game_event *event)
{
    *event = (struct game_event){.type = translations[message->id].type,
                                 .code = fibs_message_name(message->id),
                                 .line = message->line.text,
                                 .points = (int)message->numbers[0]};
    fill_name(message->names[0], event->name);
    fill_name(message->names[1], event->other);
    (void)fibs_slice_copy(message->texts[0], event->text, sizeof event->text);
    event->is_mine =
        event->name[0] != '\0' && strcmp(event->name, translator->name) == 0;
    if (translations[message->id].fill != NULL) {
        translations[message->id].fill(message, event);
    }
    follow_match(translator, message, event);
}
