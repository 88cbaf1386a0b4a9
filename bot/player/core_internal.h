#ifndef BOT_PLAYER_CORE_INTERNAL_H
#define BOT_PLAYER_CORE_INTERNAL_H
/*
 * The player from inside: its state, and what every file of it stands on. The files are
 * a ladder; each calls only those before it.
 *
 *   output_queue what is put out, until it is taken
 *   core         state, output, asking for the board
 *   say          what we say to others, and the level at which somebody is played
 *   events       match events
 *   saved        the matches that the server keeps for us
 *   match        a match and its games: begin, decide, act, leave, suspend, end
 *   invitations  who may play with whom; invitations that stand
 *   start        how a match starts
 *   offer        doubles and resignations, made and received
 *   board        from the board to the decision that is wanted
 *   thinking     from the decision to the command
 *   inviting     our own invitations: whom, when
 *   invited      invitations of others
 *   lobby        between matches: the look round, who is there
 *   end          ends of games and matches, leaving, an opponent who does nothing
 *   turns        what happens between boards
 *   commands     what others tell us
 *   transitions  the machine on one page: states, and (state, message) -> handler
 *   player       the face: inputs, outputs, what it is doing
 */

#include "bot/exchange/translate.h"
#include "bot/player/output_queue_internal.h"
#include "bot/player/player_internal.h"
#include "bot/player/talk.h"
#include "bot/policy/reputation.h"
#include "bot/policy/roster.h"
#include "bot/policy/rules.h"

/* Times in milliseconds. */
enum {
    WARNING_WAIT_MS = 1000, /* an invitation's WARNING line may come after it */
    ANSWER_MS = 8000,       /* FIBS answers within this, or the command was lost */
    START_MS = 2500,        /* a board is not certain at the start of a game */
    DANCE_MS = 1000,        /* nor after the opponent's dance */
    AUTO_ROLL_MS = 3000,    /* the server rolls for us when we may not double */
    IDLE_BOARD_MS = 30000,  /* nothing for so long on the opponent's turn: look */
    OFFER_MS = 60000,       /* the same while the opponent thinks about our offer */
    REPEAT_MS = 700,        /* room between the board and a command sent again: FIBS
                               loses commands that come too close together */
    JOIN_BACK_MS = 10000,   /* our answer to a resume offer was not joined: join it */
    LOBBY_MS = 2000,        /* first look round in the lobby, and every LOBBY_POLL_MS */
    LOBBY_POLL_MS = 5000,
    REFUSED_PAUSE_MS = 60000, /* before inviting a user again who refused */
    INQUIRY_MS = 60000,       /* what was found out about a user holds so long */
    HURRY_PAUSE_MS = 10000    /* between boards asked because of a kibitz */
};

enum {
    SAVED_MAX = 64,
    PAUSES_MAX = 64,
    WAITING_MAX = 8, /* invitations of others while one is answered */
    KNOWN_USERS_MAX = 64,
    PLAY_ATTEMPTS_MAX = 5, /* plays tried on one position before waiting */
    ERRORS_PAUSE = 6,      /* error lines without progress before slowing down ... */
    ERRORS_LEAVE = 12      /* ... and before leaving the match */
};

enum { LENGTH_RESUME = 0, LENGTH_ANY = -1 }; /* beside points and FIBS_UNLIMITED */

enum offer { OFFER_NONE, OFFER_DOUBLE, OFFER_RESIGNATION };

struct invitation {
    char name[FIBS_NAME_MAX]; /* "": none */
    int length;               /* points, FIBS_UNLIMITED or LENGTH_RESUME */
    bool has_warning;         /* joining would destroy a saved match */
};

/* What is asked about who invites us. */
struct inquiry {
    char name[FIBS_NAME_MAX];
    int64_t begun_ms;
    enum rule_verdict what; /* is being asked: RULE_ASK_... */
    enum fact_state who;    /* unknown, or not told: else the roster has it */
    struct fact saved, reputation;
    unsigned cookie;    /* of the question about the reputation */
    bool is_for_people; /* it was asked in that form */
};

/* Another match with the last opponent. */
struct rematch {
    char name[FIBS_NAME_MAX]; /* "": none is due */
    char last[FIBS_NAME_MAX]; /* opponent */
    int length;
    int count; /* offered to him in a row */
    int64_t until_ms;
};

/* A match from its start to its end; a suspended one (dropped, left) is kept so that
 * record and memory can go on when it is resumed. */
struct match {
    bool is_on;
    bool is_suspended;
    bool is_recorded; /* MATCH_START is out, MATCH_END is not */
    bool is_saved;    /* MATCH_SAVED is out, MATCH_RESUMED is not */
    bool is_checked;  /* the first board agrees with what was agreed on */
    bool is_resumed;
    bool is_fresh; /* resumed, and nothing has happened since */
    bool is_greeted;
    char opponent[FIBS_NAME_MAX];
    int agreed; /* points, FIBS_UNLIMITED, LENGTH_RESUME or LENGTH_ANY */
    int length; /* points or FIBS_UNLIMITED; LENGTH_ANY: not known yet */
    int my_score, their_score;
    int games; /* that have ended since the match began or was resumed */
    struct match_memory memory;
    /* From the rating block: [0] ours, [1] the opponent's. */
    bool has_change[2];
    double change[2]; /* without sign: some servers print the loser's so */
    bool has_experience;
    int experience[2];
};

/* Forgotten at every start of a game. */
struct game {
    bool is_new;        /* no board of it has come */
    bool is_recorded;   /* its start is on record */
    bool has_resigned;  /* we offered it once */
    int resigned_games; /* ... this much: 1, 2, 3 */
    bool no_double;     /* the server said so */
    bool no_pending;    /* may-double 0,0 does not mean a pending double here */
    bool is_over;
    bool has_join_question; /* the server asked whether to play the next game */
    int joins;              /* join commands sent for the next game */
    enum offer offer;       /* to us, open */
    int offered_cube;       /* double: the value offered */
    int offered_games;      /* resignation: 1, 2, 3 */
    struct roll roll;       /* of the turn being played */
    bool has_sent_play;     /* `sent` is out and not confirmed */
    struct play sent;
    struct roll sent_roll;
};

/* What is known of the board. Keys are hashes of all that a decision depends on. */
struct seen_board {
    struct fibs_board board;
    struct board_view view;
    bool has_view;
    bool is_stale;      /* something has happened since */
    bool has_prompt;    /* "roll or double" since the last action */
    bool is_asked;      /* `board` is out */
    bool is_solicited;  /* this board came after we asked: nothing is on its way */
    bool verifies;      /* asked after the last action: the answer tells its fate */
    bool may_repeat;    /* this board has told that the last action was not taken */
    bool after_silence; /* asked because nothing came */
    bool is_pausing;    /* before the last action is taken again */
    int asks;           /* boards asked without progress */
    int errors;         /* error lines without progress */
    int attempts;       /* plays refused on this position */
    uint64_t key;       /* of the view */
    uint64_t acted_key; /* what the last action answered; 0: none */
};

struct pause {
    char name[FIBS_NAME_MAX];
    int64_t until_ms;
};
struct pauses {
    struct pause rows[PAUSES_MAX];
    int next;
};

/* A user with whom we have had to do lately. */
struct known_user {
    char name[FIBS_NAME_MAX];    /* "": a free row */
    char level[LEVEL_TEXT_SIZE]; /* that he has chosen; "": none */
    bool is_level_asked;         /* what is remembered of it has been asked for */
    bool wants_level;            /* to be told it when it is known */
    int length;                  /* of our last match; 0: none */
    int lines;                   /* said to him since ... */
    int64_t lines_ms;
    bool is_waiting; /* for an answer from outside, since ... */
    int64_t waits_ms;
    int64_t used_ms;
};

struct saved_match {
    char name[FIBS_NAME_MAX];
    int length;
    bool is_ready; /* two stars */
};

struct player;
typedef void player_action(struct player *p);

/* What a state is called, what entering it does, how long it may last, and what is done
 * then. */
struct player_state_row {
    const char *name;
    player_action *enter; /* NULL: nothing */
    int timeout_ms;       /* 0: no limit */
    player_action *timeout;
    bool is_playing;
    bool awaits_opponent;
};

struct player {
    const struct config *config;
    const struct player_state_row *states; /* transitions.c */
    char name[FIBS_NAME_MAX];
    enum player_state state;
    int64_t now_ms;
    int64_t deadline_ms; /* of the state */
    int64_t lobby_since_ms, opponent_ms, hurried_ms;
    bool has_asked_opponent;           /* whether he is there */
    char seen_opponent[FIBS_NAME_MAX]; /* on a board before the session was ready */
    bool is_stopping;
    bool is_in_pause; /* the owner wants no new matches for a while */
    enum on_stop how_to_stop;
    int64_t stop_ms; /* when a match is left all the same; INT64_MAX: never */
    bool is_done;    /* PLAYER_DONE is out */
    bool is_ready;
    int finished;
    struct standing standing; /* our own */

    struct match match;
    struct game game;
    struct seen_board seen;
    struct invitation invited;  /* by somebody */
    struct invitation inviting; /* ours, open */
    bool is_answering;          /* ... in answer to a resume offer */
    struct invitation waiting[WAITING_MAX];
    int waiting_count;
    char last_inviter[FIBS_NAME_MAX]; /* a warning is about his invitation */
    struct inquiry inquiry;
    bool asks_plainly; /* the reputation bot does not know the form for programs */
    int next_invite;
    int invite_failures; /* since the last match */
    struct rematch rematch;
    struct recent_opponents recent_opponents;
    const struct access *access; /* may be NULL */
    int minute;                  /* of the week, local time; SCHEDULE_UNKNOWN */

    struct decision_request request;
    uint64_t request_key;
    int64_t request_ms;          /* when it was asked */
    struct decision_answer held; /* to it, if so numbered: it waits for its time */
    uint64_t numbers;

    struct roster roster;
    struct saved_match saved[SAVED_MAX];
    int saved_count;
    bool has_saved_list; /* since the last time we asked */
    bool knows_saved;    /* a list has come since the log-in */
    struct pauses invite_pauses, unseen_pauses, talk_pauses;
    struct name_list blocked; /* by ourselves: cheated about the length */

    struct known_user known_users[KNOWN_USERS_MAX];
    int said; /* lines to all, since ... */
    int64_t said_ms;
    char owner_secret[TALK_SECRET_MAX];
    char owner_level[LEVEL_TEXT_SIZE]; /* for everybody; "": none */
    int wrong_secrets;                 /* since ... */
    int64_t wrong_ms;

    struct output_queue output;
};

typedef void player_handler(struct player *p, const struct fibs_message *m);

/* Puts out: a log line, a command, a line said to somebody, whether we take invitations,
 * and that what waits to be sent for this moment only is void. */
void player_emit(struct player *p, const struct player_output *output);
void player_log(struct player *p, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void player_send(struct player *p, const struct fibs_command *command);
void player_send_plain(struct player *p, enum fibs_command_id id);
void player_tell(struct player *p, const char *name, const char *text);
void player_set_ready(struct player *p, bool is_ready);
void player_forget(struct player *p);

/* The one place where the state changes. Does what entering the state does, also when
 * it is the present one. */
void player_enter(struct player *p, enum player_state state, const char *why);
void player_wait(struct player *p, int64_t ms); /* sets the deadline of the state */
bool player_is_playing(const struct player *p);
bool player_awaits_opponent(const struct player *p); /* it is not for us to act */
bool player_holds_answer(const struct player *p);    /* to a decision, until its time */
void player_note_opponent(struct player *p);         /* he has done or said something */

int64_t player_patience_ms(const struct seen_board *seen); /* grows with seen->asks */
void player_ask_board(struct player *p, const char *why);

/* Users to be left alone until some time. */
bool player_pause_holds(const struct pauses *pauses, const char *name, int64_t now_ms);
void player_pause_user(struct pauses *pauses, const char *name, int64_t until_ms);

#endif
