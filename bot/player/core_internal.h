#ifndef BOT_PLAYER_CORE_INTERNAL_H
#define BOT_PLAYER_CORE_INTERNAL_H
/*
 * The state of the player, and the functions that all its files use. Each file calls
 * only those listed before it.
 *
 *   output_queue outputs that nobody has taken yet
 *   core         state, output, asking for the board
 *   say          what we say to users, and the level to play them at
 *   events       match events
 *   unknown      lines of the server that we do not know
 *   orders       what we have to play
 *   guard        what is saved and under way, for the guardian (bot/policy/guardian.h)
 *   invitations  who may play with whom; open invitations
 *   match        a match and its games: start, decide, act, leave, suspend, end
 *   offer        doubles and resignations, made and received
 *   board        from the board to the decision that is needed, and to the command
 *   invited      invitations of others
 *   lobby        between matches: settings, who is there, our own invitations
 *   end          ends of games and matches, leaving, an idle opponent
 *   turns        what happens between boards
 *   commands     commands of other users and of the owner
 *   transitions  the state machine: states, and (state, message) -> handler
 *   player       the public functions: inputs, outputs, status
 */

#include "bot/player/output_queue_internal.h"
#include "bot/player/player_internal.h"
#include "bot/player/player_order.h"
#include "bot/player/talk.h"
#include "bot/policy/roster.h"
#include "bot/policy/rules.h"

/* Times in milliseconds. */
enum {
    PLAYER_WARNING_WAIT_MS = 1000, /* an invitation's WARNING line may come after it */
    PLAYER_ANSWER_MS = 8000, /* without an answer after this the command was lost */
    PLAYER_START_MS = 2500,  /* a board does not always come at the start of a game */
    PLAYER_DANCE_MS = 1000,  /* nor after the opponent's dance */
    PLAYER_BOARD_COMES_MS =
        2000, /* a board that comes later than this is not the answer */
    PLAYER_AUTO_ROLL_MS = 3000, /* the server rolls for us when we may not double */
    PLAYER_IDLE_BOARD_MS =
        30000, /* without news on the opponent's turn: ask for the board */
    PLAYER_OFFER_MS = 60000, /* the same while the opponent thinks about our offer */
    PLAYER_REPEAT_MS = 700,  /* between the board and a repeated command: FIBS loses
                               commands that come too close together */
    PLAYER_JOIN_BACK_MS =
        10000,              /* our answer to a resume offer was not joined: join it */
    PLAYER_LOBBY_MS = 2000, /* before the first look for a match ... */
    PLAYER_LOBBY_POLL_MS = 5000,     /* ... and between later ones */
    PLAYER_REFUSED_PAUSE_MS = 60000, /* before inviting a user again who refused */
    PLAYER_INQUIRY_MS = 60000,       /* how long facts about a user stay valid */
    PLAYER_ORDER_MS = 5000, /* for the end of a match of which others know already */
    PLAYER_HURRY_PAUSE_MS = 10000,  /* between boards requested because of a kibitz */
    PLAYER_NO_PROGRESS_MS = 600000, /* our turn, and nothing that we do has an effect */
    PLAYER_JOINING_MOST_MS = 60000, /* without a word about our join ... */
    PLAYER_LEAVING_MOST_MS = 300000, /* ... and about our leave */
    PLAYER_NOT_EXPERIENCED_MS =
        3600000, /* before another match that is too long for them */
    PLAYER_TRY_LATER_MOST_MS = 600000 /* the longest wait that a server may ask for */
};

enum {
    PLAYER_PAUSES_MAX = 64,
    PLAYER_PAUSE_DOUBLINGS_MAX =
        6, /* of the pause before a saved match is offered again */
    PLAYER_WAITS_MAX =
        3, /* that the server asks for, before an invitation is dropped */
    PLAYER_WAITING_MAX = 8, /* invitations of others while one is answered */
    PLAYER_KNOWN_USERS_MAX = 64,
    PLAYER_UNKNOWN_SHAPES_MAX = 32,
    PLAYER_PLAY_ATTEMPTS_MAX = 5, /* plays tried on one position before waiting */
    PLAYER_ERRORS_PAUSE = 6,      /* error lines without progress before a pause ... */
    PLAYER_ERRORS_LEAVE = 12,     /* ... and before leaving the match */
    PLAYER_BOARDS_UNREADABLE =
        6, /* the same, where the last board was none that can be */
    PLAYER_BOARDS_UNANSWERED = 2 /* after so many the server has no command `board` */
};

enum {
    PLAYER_LENGTH_RESUME = 0,
    PLAYER_LENGTH_ANY = -1
}; /* beside points and POINTS_UNLIMITED */

enum player_offer { PLAYER_OFFER_NONE, PLAYER_OFFER_DOUBLE, PLAYER_OFFER_RESIGNATION };

struct player_invitation {
    char name[USER_NAME_SIZE]; /* "": none */
    int length;                /* points, POINTS_UNLIMITED or PLAYER_LENGTH_RESUME */
    bool has_warning;          /* joining would destroy a saved match */
    int waits;                 /* that the server has asked for */
    bool is_changed;           /* it has replaced one of another length */
};

/* What we find out about a user who invites us. */
struct player_inquiry {
    char name[USER_NAME_SIZE];
    int64_t begun_ms;
    enum rule_verdict what;   /* the open question: RULE_ASK_... */
    enum rule_fact_state who; /* RULE_FACT_KNOWN: the roster has it */
    struct rule_fact saved, reputation;
    unsigned cookie;    /* of the question about the reputation */
    bool is_for_people; /* it was asked in the form for people, which comes first */
};

/* An offer of another match to the last opponent. */
struct player_rematch {
    char name[USER_NAME_SIZE]; /* "": none is due */
    char last[USER_NAME_SIZE]; /* opponent */
    int length;
    int count; /* offered to them in a row */
    int64_t until_ms;
};

/* A match from its start to its end. A suspended match (dropped, left) is kept, so that
 * record and memory continue when it is resumed. */
struct player_match {
    bool is_on;
    bool is_suspended;
    bool is_recorded; /* MATCH_START is out, MATCH_END is not */
    bool is_saved;    /* MATCH_SAVED is out, MATCH_RESUMED is not */
    bool is_checked;  /* the first board shows the agreed match */
    bool is_resumed;
    bool is_fresh; /* resumed, and nothing has happened since then */
    bool is_greeted;
    char opponent[USER_NAME_SIZE];
    int agreed; /* points, POINTS_UNLIMITED, PLAYER_LENGTH_RESUME or PLAYER_LENGTH_ANY */
    int length; /* points or POINTS_UNLIMITED; PLAYER_LENGTH_ANY: not known yet */
    int my_score, their_score;
    int games; /* that have ended since the match began or was resumed */
    struct game_memory memory;
    /* From the rating block: [0] ours, [1] the opponent's. */
    bool has_change[2];
    double change[2]; /* without sign: some servers print the loser's so */
    bool has_experience;
    int experience[2];
};

/* One game; reset at the start of each. */
struct player_game {
    bool is_new;        /* no board of it has come */
    bool is_recorded;   /* its start is recorded */
    bool has_resigned;  /* we have offered to resign ... */
    int resigned_games; /* ... so many games: 1, 2, 3 */
    bool no_double;     /* the server said so */
    bool no_pending;    /* may-double 0,0 does not mean a pending double here */
    bool is_over;
    bool is_won; /* with is_over: how it has ended, as we count */
    int points;
    bool has_join_question;  /* the server asked whether to play the next game */
    int joins;               /* join commands sent for the next game */
    enum player_offer offer; /* to us, open */
    int offered_cube;        /* double, of either: the value offered */
    int offered_games;       /* resignation: 1, 2, 3 */
    struct roll roll;        /* of the turn being played */
    bool has_sent_play;      /* `sent` is out and not confirmed */
    struct play sent;
    struct roll sent_roll;
};

/* The last board and what we know of it. Keys are hashes of all that a decision depends
 * on. */
struct player_board {
    struct board_view view;
    bool has_view;
    bool is_stale;   /* something has happened since */
    bool has_prompt; /* "roll or double" came after the last action */
    bool is_asked;   /* `board` is sent, at asked_ms */
    int64_t asked_ms;
    int unanswered; /* boards requested that have not come; see player_lacks_board() */
    bool is_solicited;  /* this board came after we asked: nothing else is under way */
    bool verifies;      /* requested after the last action: shows whether it arrived */
    bool may_repeat;    /* this board shows that the last action did not arrive */
    bool after_silence; /* requested because nothing came */
    bool is_pausing;    /* before the last action is repeated */
    bool is_unreadable; /* the last line of it is no board that can be */
    int asks;           /* boards requested without progress */
    int errors;         /* error lines without progress */
    int attempts;       /* plays refused on this position */
    uint64_t key;       /* of the view */
    uint64_t acted_key; /* the position that the last action answered; 0: none */
};

struct player_pause {
    char name[USER_NAME_SIZE];
    int64_t until_ms;
    bool is_refusal; /* ends when they are back, where we have a saved match */
};
struct player_pauses {
    struct player_pause rows[PLAYER_PAUSES_MAX];
    int next;
};

/* What we know of a user whom we have met lately. */
struct player_known_user {
    char name[USER_NAME_SIZE];   /* "": a free row */
    char level[LEVEL_TEXT_SIZE]; /* that they have chosen; "": none */
    bool is_level_asked;         /* PLAYER_ASK for the level was put out */
    bool wants_level;            /* tell them the level when it is known */
    bool moves_up;               /* in our last match, 1 -> 24, so they number points */
    bool is_waiting;             /* for an answer from outside, since waits_ms */
    int length;                  /* of our last match; 0: none */
    int lines;                   /* said to them since lines_ms */
    int64_t lines_ms;
    int64_t waits_ms;
    int64_t used_ms;
};

struct player;
typedef void player_action(struct player *p);

/* A state: its name, the action on entry, the longest time in it and the action then. */
struct player_state_row {
    const char *name;
    const char *words;    /* for an operator; in a match its score says more */
    player_action *enter; /* NULL: nothing */
    int timeout_ms;       /* 0: no limit */
    player_action *timeout;
    bool is_playing;
    bool awaits_opponent;
    int most_ms;            /* in such states without progress; 0: no limit ... */
    player_action *give_up; /* ... and the action then */
};

/* Shapes of lines that the server's table does not have, logged lately. */
struct player_unknown_line {
    uint32_t shape; /* of its digest */
    int count;      /* since it was logged */
    int64_t logged_ms;
};
struct player_unknown_lines {
    struct player_unknown_line rows[PLAYER_UNKNOWN_SHAPES_MAX];
    int count;
};

struct player {
    const struct config *config;
    const struct player_state_row *states; /* transitions.c */
    char name[USER_NAME_SIZE];
    enum player_state state;
    int64_t now_ms;
    int64_t deadline_ms; /* of the state */
    int64_t lobby_since_ms, opponent_ms, hurried_ms;
    bool has_asked_opponent;            /* whether they are still there */
    char seen_opponent[USER_NAME_SIZE]; /* in a match before the session was ready */
    bool is_stopping;
    bool takes_orders;         /* and plays nothing else */
    struct player_order order; /* opponent "": none */
    int64_t obey_ms;           /* when to leave a match that is not ordered */
    bool is_paused;            /* the owner wants no new matches for a while */
    enum config_on_stop how_to_stop;
    int64_t stop_ms; /* when to leave an unfinished match; INT64_MAX: never */
    bool is_done;    /* PLAYER_DONE was put out */
    bool is_ready;
    int finished;
    struct standing standing; /* our own */

    struct player_match match;
    struct player_game game;
    struct player_board seen;
    struct player_invitation invited;  /* by somebody */
    struct player_invitation inviting; /* ours, open */
    bool is_answering;                 /* ... in answer to a resume offer */
    struct player_invitation waiting[PLAYER_WAITING_MAX];
    int waiting_count;
    char last_inviter[USER_NAME_SIZE]; /* a WARNING line is about their invitation */
    struct player_inquiry inquiry;
    int next_invite;
    int invite_failures; /* since the last match */
    struct player_rematch rematch;
    struct recent_opponents recent_opponents;
    const struct access *access; /* may be NULL */
    int minute;                  /* of the week, local time; SCHEDULE_UNKNOWN */

    struct decision_request request;
    uint64_t request_key;
    int64_t request_ms; /* when it was asked */
    struct decision_answer
        held; /* its answer, if the numbers agree: to be sent later */
    uint64_t numbers;

    struct roster roster;
    struct guardian guardian;
    int longest;      /* points that we are experienced enough to play; 0: any */
    bool has_own_who; /* our own who line has come since the log-in */
    struct player_unknown_lines unknown;
    struct player_pauses invite_pauses, unseen_pauses, talk_pauses;
    struct config_name_list
        blocked; /* users who changed the length after we accepted */

    struct player_known_user known_users[PLAYER_KNOWN_USERS_MAX];
    int said; /* lines to all since said_ms */
    int64_t said_ms;
    char owner_secret[TALK_SECRET_MAX];
    char owner_level[LEVEL_TEXT_SIZE]; /* for everybody; "": none */
    int wrong_secrets;                 /* since wrong_ms */
    int64_t wrong_ms;

    struct output_queue output;
};

typedef void player_handler(struct player *p, const struct game_event *e);

/* Put out: any output, a log line, an order, one without more or about a user, a line said
 * to a user, whether we take invitations, and that orders for the current position that
 * still wait are void. */
void player_emit(struct player *p, const struct player_output *output);
void player_log(struct player *p, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void player_send(struct player *p, const struct game_order *order);
void player_send_plain(struct player *p, enum order_type type);
void player_send_about(struct player *p, enum order_type type, const char *name);
void player_tell(struct player *p, const char *name, const char *text);
void player_set_ready(struct player *p, bool is_ready);
void player_forget(struct player *p);

/* Enters a state; nothing else changes it. Runs its action on entry, also when it is the
 * current state. */
void player_enter(struct player *p, enum player_state state, const char *why);
void player_wait(struct player *p, int64_t ms); /* sets the deadline of the state */
bool player_is_playing(const struct player *p);
bool player_awaits_opponent(const struct player *p); /* the opponent is to act */
bool player_holds_answer(const struct player *p);    /* one that is to be sent later */
void player_note_opponent(struct player *p); /* they have done or said something */

int64_t player_patience_ms(const struct player_board *seen); /* grows with seen->asks */
void player_outdate_board(struct player *p); /* something has happened since */
/* Whether the server does not answer `board`, so that the last one has to do. */
bool player_lacks_board(const struct player *p);
void player_ask_board(struct player *p, const char *why);

/* Users whom we leave alone until some time. */
bool player_pause_holds(const struct player_pauses *pauses, const char *name,
                        int64_t now_ms);
void player_pause_user(struct player_pauses *pauses, const char *name,
                       int64_t until_ms);
/* In invite_pauses; doubled each time. */
void player_pause_refused(struct player *p, const char *name, int times);
void player_end_refusal(struct player *p, const char *name);

#endif
