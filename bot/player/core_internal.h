#pragma once
/*
 * The state of the player, and what its files offer one another, a section a file. Each file
 * calls only those before it, and core.c. Above all is player.c, with the public functions.
 */

#include "bot/base/output_queue.h"
#include "bot/player/player.h"
#include "bot/player/talk.h"
#include "bot/policy/roster.h"
#include "bot/policy/rules.h"

enum player_state {
    PLAYER_OFFLINE,
    PLAYER_LOBBY,
    PLAYER_INVITED,        /* an invitation is open; a WARNING line may follow */
    PLAYER_ASKING,         /* we have asked about the user who invites us */
    PLAYER_JOINING,        /* join sent */
    PLAYER_INVITING,       /* invite sent, the other has not joined */
    PLAYER_STARTING,       /* a match or game starts or goes on: the board is due */
    PLAYER_WAITING,        /* the opponent's turn */
    PLAYER_ON_ROLL,        /* our turn; the prompt, the dice or the board are due */
    PLAYER_THINKING,       /* the worker has a decision request */
    PLAYER_DANCING,        /* our dice cannot be played: the server says so next */
    PLAYER_ROLL_SENT,      /* roll sent */
    PLAYER_PLAY_SENT,      /* move sent */
    PLAYER_DOUBLE_SENT,    /* double sent, the server has not said so yet */
    PLAYER_CUBE_OFFERED,   /* we have doubled: the opponent decides */
    PLAYER_ANSWER_SENT,    /* accept or reject sent */
    PLAYER_RESIGN_SENT,    /* resign sent, the server has not said so yet */
    PLAYER_RESIGN_OFFERED, /* we want to resign: the opponent decides */
    PLAYER_BETWEEN_GAMES,  /* a game is over: the score, the question to join */
    PLAYER_LEAVING,        /* leave sent */
    PLAYER_STATES
};

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
    PLAYER_LOBBY_POLL_MS = 5000, /* ... and between later ones */
    PLAYER_INQUIRY_MS = 60000,   /* how long facts about a user stay valid */
    PLAYER_ORDER_MS = 5000, /* for the end of a match of which others know already */
    PLAYER_LAST_MATCH_MS =
        600000, /* before the server ends; FIBS lets nobody log in then */
    PLAYER_HURRY_PAUSE_MS = 10000, /* between boards requested because of a kibitz */
    PLAYER_NOT_EXPERIENCED_MS =
        3600000, /* before another match that is too long for them */
    PLAYER_TRY_LATER_MOST_MS = 600000 /* the longest wait that a server may ask for */
};

enum {
    PLAYER_PAUSES_MAX = 64,
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
    bool is_unkept; /* once it is left */
    char opponent[USER_NAME_SIZE];
    int agreed; /* points, POINTS_UNLIMITED, PLAYER_LENGTH_RESUME or PLAYER_LENGTH_ANY */
    int length; /* points or POINTS_UNLIMITED; PLAYER_LENGTH_ANY: not known yet */
    int my_score, their_score;
    int games;          /* that have ended since the match began or was resumed */
    struct roll rolled; /* for a turn that is not reported yet; high 0: none is known */
    struct game_memory memory;
    /* From the rating block: [0] ours, [1] the opponent's. */
    bool has_change[2];
    double change[2]; /* without sign: some servers print the loser's so */
    bool has_experience;
    int experience[2];
    struct standing before[2]; /* as known when the last game ended */
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
    int offered_cube;        /* double, of either: the value offered; 0: no board yet */
    int offered_points;      /* resignation: of the line */
    int offered_games;       /* 1, 2, 3: known when the board shows the cube */
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
    bool is_level_known;         /* ... and is answered */
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
    enum guardian_limit limit; /* on such states without progress */
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
    bool has_asked_opponent; /* whether they are still there */
    char
        seen_opponent[USER_NAME_SIZE]; /* in a match before the session was ready ... */
    bool has_seen_unkept;              /* ... on a server that keeps none */
    int seen_resignation;              /* ... with this offer, in points; 0: none */
    bool is_stopping;
    bool takes_orders;          /* and plays nothing else */
    struct order_to_play order; /* opponent "": none */
    int64_t obey_ms;            /* when to leave a match that is not ordered */
    int64_t server_ends_ms;     /* as it has announced; it may be over */
    bool is_paused;             /* the owner wants no new matches for a while */
    enum config_on_stop how_to_stop;
    int64_t stop_ms; /* when to leave an unfinished match; INT64_MAX: never */
    bool is_done;    /* PLAYER_DONE was put out */
    bool is_ready;
    int finished;
    struct standing standing; /* our own */

    struct player_match match;
    struct player_game game;
    struct player_board seen;
    struct player_invitation invited;     /* by somebody */
    struct player_invitation inviting;    /* ours, open */
    bool is_answering;                    /* ... in answer to a resume offer */
    bool is_confirmed;                    /* ... and the server has said so */
    struct player_invitation unconfirmed; /* ours, given up: it may have come late */
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
struct player_pause *player_pause_user(struct player_pauses *pauses, const char *name,
                                       int64_t until_ms);
/* In invite_pauses, until they are back. */
void player_pause_refused(struct player *p, const char *name, int64_t ms);
void player_end_refusal(struct player *p, const char *name);

/* ---- say.c: what we say to users, and the level to play them at ------------------ */
/* Finds the row of a user. A new user replaces the one longest unused. */
struct player_known_user *player_known_user(struct player *p, const char *name);
/* Asks for the level that a user has chosen, since a match with them may start soon. */
void player_expect_user(struct player *p, const char *name);
/* Writes the level to play a user at; "": the usual one. */
void player_level_for(struct player *p, const char *name, char level[LEVEL_TEXT_SIZE]);
void player_ask_outside(struct player *p, const char *name, enum player_question what);

bool player_is_opponent(const struct player *p, const char *name);
/* Tells a user something, within the limits; whether these let us. In a match the last line is
 * kept for the goodbye. */
bool player_may_reply(struct player *p, const char *name);
void player_reply(struct player *p, const char *name, const char *text);
void player_greet(struct player *p);
void player_say_goodbye(struct player *p);
void player_kibitz(struct player *p, const char *text);       /* to the opponent */
void player_length_text(int length, char *text, size_t size); /* "a 5 point match" */

/* Ours or theirs, as people see it (points_shown()). */
int player_shown_score(const struct player *p, bool is_mine);

/* ---- events.c: puts out match events --------------------------------------------- */
/* Puts out the start of match and game, if that has not been done. */
void player_record_begin(struct player *p);
void player_record_board(struct player *p);
/* Before the match ends: the ratings of both. */
void player_note_standings(struct player *p);
void player_record_turn(struct player *p, bool is_mine, struct roll roll,
                        const struct play *play);
void player_record_sent_play(struct player *p); /* the server accepted our last play */
void player_record_simple(struct player *p, enum match_event_type type, bool is_mine,
                          int points);
void player_record_saved(struct player *p);
void player_record_end(struct player *p, bool is_finished);
/* How long an EVENT_TRY_LATER tells us to wait. */
int64_t player_told_wait_ms(const struct game_event *e);
void player_record_refusal(struct player *p, const struct player_invitation *invitation,
                           bool is_ours, const char *code);

/* A line of the server that no row of the table fits. Each shape is logged and noted at
 * once and then at most once an hour, with how many there were meanwhile. */
void player_note_unknown(struct player *p, const char *line);

/* ---- guard.c: orders, and the guardian of matches --------------------------------- */
bool player_is_ordered_opponent(const struct player *p, const char *name);
/* Whether we have to play them for `length` points; PLAYER_LENGTH_RESUME: a saved match with
 * them is played first, unless we have to begin a new one. */
bool player_is_ordered(const struct player *p, const char *name, int length);
/* Whether a match with them is to be a new one, although one may be saved. */
bool player_begins_new(const struct player *p, const char *name);
/* A new match with them has begun: what is saved from now on is the one of the order. */
void player_note_new_match(struct player *p, const char *name);
/* Whether the match being played is none that we have to play. */
bool player_plays_without_order(const struct player *p);
/* A match with them has come to its end: drops the order if it was this one. */
void player_close_order(struct player *p, const char *name, int length);

/* What the player tells the guardian of matches (bot/policy/guardian.h), and what follows
 * for others to know. */

/* The server's list of saved matches; player_tell_saved() puts it out once. */
player_action player_on_saved_list, player_on_saved_none;
player_handler player_on_saved_row;
void player_tell_saved(struct player *p);

/* Whether a match of `length` with them is a saved one that we do not resume. One that
 * we have to play is tried again unless it is dead. */
bool player_shuns(const struct player *p, const char *name, int length);
/* Whether joining the invitation would destroy a saved match that we want to keep. */
bool player_would_replace(const struct player *p,
                          const struct player_invitation *invitation);

void player_guard_begin(struct player *p, const char *name, bool is_resumed);
void player_guard_progress(struct player *p); /* a turn was played */
void player_guard_suspend(struct player *p);  /* the match is saved or left */
/* What was known of a match with them is so no more; says so if it had failed. */
void player_guard_forget(struct player *p, const char *name);
/* The match with them has failed: see guardian_fail(). Says so if it is set aside now. */
void player_guard_fail(struct player *p, const char *name, enum guardian_end end);

/* Whatever has failed is tried again. */
void player_guard_forgive(struct player *p);

/* ---- invitations.c --------------------------------------------------------------- */
/* Who may play with whom; invitations, ours and those of others. */

/* The server goes down too soon for another match. */
bool player_server_ends(const struct player *p);
bool player_has_enough(const struct player *p); /* play.max_matches is reached */
bool player_takes_matches(const struct player *p);
bool player_is_robot(const struct player *p, const char *name); /* a guess */
/* Whether the who lines show them as ready and not playing. */
bool player_is_free(const struct player *p, const char *name);
/* What the rules say of a match of `length` with them: RULE_ACCEPT, also where they want to
 * ask first, or why not. `is_ours`: we invite. */
enum rule_verdict player_judge_match(const struct player *p, const char *name,
                                     int length, bool is_ours);
/* Logs and records a refusal, and tells them why, once in talk.refusal_every. */
void player_refuse(struct player *p, const struct player_invitation *offer,
                   enum rule_verdict verdict);
/* The same when we invite, and it is not too early to invite them again. */
bool player_may_invite(const struct player *p, const char *name, int length);

void player_invite(struct player *p, const char *name, int length);
/* Invites them, to the saved match if there is one. False when we may not. */
bool player_try_invite(struct player *p, const char *name, int length);

/* Drops all invitations of a user who has logged out or plays with somebody else. */
void player_withdraw_invitation(struct player *p, const char *name, const char *why);
void player_take_invitation(struct player *p); /* handles the next one, if any */
void player_join(struct player *p);

void player_inquire_who(struct player *p,
                        const char *name); /* their who line has come */
/* Reads `e`, said to us, as an answer of the reputation bot; false when it is none. */
bool player_take_reputation(struct player *p, const struct game_event *e);

player_action player_give_up_joining, player_invited_timeout, player_asking_timeout,
    player_joining_timeout, player_on_warning;
player_handler player_on_join_later, player_on_invitation, player_on_join_refused,
    player_on_saved_count, player_on_asked_nobody;

/* ---- match.c --------------------------------------------------------------------- */
/* A match and its games: starts, suspends, leaves and ends them; sends our actions. */

void player_begin_match(struct player *p, const char *opponent, int agreed,
                        bool is_resumed);
void player_begin_game(struct player *p); /* resets what belongs to one game */
/* Takes a board outside a match as the start of one: some servers send nothing else. */
void player_adopt_match(struct player *p, const char *opponent);
/* Checks that the board shows the agreed match, and whether a resumed match is the one
 * we remember. Leaves the match and returns false when it was not agreed on. */
bool player_check_first_board(struct player *p, const struct board_view *view);
/* Whether the first board shows a score at or past the length. Leaves the match then. */
bool player_is_over(struct player *p, const struct board_view *view);
player_handler player_on_match_begun_unready, player_on_match_joined,
    player_on_match_resumed, player_on_resume_length, player_on_resume_points;

void player_end_match(struct player *p, const char *why); /* it is won or lost */
/* The server has saved the match; keeps what is known of it until it is resumed. */
void player_suspend_match(struct player *p, const char *why);
/* The connection is lost: books a match whose last game has ended, suspends any other. */
void player_lose_match(struct player *p, const char *why);
/* Whether a side has the points that it needs, with only the line of the match's end to
 * come. */
bool player_match_is_decided(const struct player *p);
void player_leave_match(struct player *p, const char *why);
/* Leaves the match for lack of progress; `farewell`, for the opponent of a match that the
 * server keeps. */
void player_give_up_match(struct player *p, const char *why, const char *farewell);
#define PLAYER_FAREWELL                                                                \
    "The server and I do not get on with this game: I leave, and it stays saved."

/* Requests a decision on the position `key`, unless one is requested already. */
void player_request_decision(struct player *p, const struct decision_request *request,
                             uint64_t key);
/* Sends the action for the position `key` and enters `next`. All actions go through
 * here. */
void player_send_action(struct player *p, const struct game_order *order,
                        enum player_state next, uint64_t key);
void player_send_plain_action(struct player *p, enum order_type type,
                              enum player_state next, uint64_t key);
/* Whether the position is answered and nothing says that the answer was lost; if so,
 * waits for what comes next. */
bool player_has_answered(struct player *p, uint64_t key);
/* `e` is unexpected: asks for the board; after repeated errors pauses, then leaves. */
player_handler player_resynchronise;

/* ---- offer.c: doubles and resignations, made and received ------------------------ */
/* Answers the open offer on the current board; asks for a board first if there is none. */
void player_answer_offer(struct player *p);
/* Resigns if the answer says so and we may; false: go on. */
bool player_try_resign(struct player *p, const struct decision_answer *answer);

player_action player_on_double_offer, player_on_double_sent, player_on_opponent_takes,
    player_on_you_take, player_on_you_reject, player_on_resign_rejected,
    player_on_resign_pending;
player_handler player_on_redouble_offer, player_on_no_offer, player_on_crawford,
    player_on_no_double, player_on_resign_offer, player_on_resign_open,
    player_on_resign_unready;

/* ---- board.c --------------------------------------------------------------------- */
/* From the board to the decision that is needed, and from its answer to the command. */

/* Finds out from the current board what to do now, and does it. */
void player_decide(struct player *p);

/* Where the server does not answer `board`: acts from the last one, or rolls if that is
 * out of date. Returns false if it did nothing. */
bool player_go_on(struct player *p);

player_action player_game_timeout, player_thinking_timeout;
player_handler player_on_board, player_on_board_bad, player_on_unknown_order;

/* ---- lobby.c --------------------------------------------------------------------- */
/* Between matches: our settings, who is logged in, and our own invitations. */

player_action player_lobby_enter, player_lobby_timeout, player_inviting_timeout;
player_action player_on_already_playing;
player_handler player_on_own_info, player_on_who, player_on_logout,
    player_on_server_ends, player_on_not_experienced, player_on_invite_later,
    player_on_invite_sent, player_on_invite_refused, player_on_no_saved_match;

/* ---- end.c: handles ends of games and matches, by winning, leaving or dropping --- */
/* Asks an idle opponent whether they are there, then leaves them; gives up what has no
 * effect for too long; leaves the match when the playing hours are over or the time to stop
 * has come. To be called when it is due, and with each tick. */
void player_watch(struct player *p);
int64_t player_watch_deadline(const struct player *p);

player_action player_between_timeout, player_leaving_enter, player_leaving_timeout;
player_action player_on_join_question, player_on_saved, player_on_saved_on_purpose,
    player_on_not_playing;
player_handler player_on_game_end, player_on_score, player_on_match_over,
    player_on_rating_change, player_on_rating_experience;

/* ---- turns.c --------------------------------------------------------------------- */
/* What happens between boards: rolls, moves, dances, prompts, refused plays. */

player_action player_on_first_mover, player_on_prompt, player_on_please_move,
    player_on_bearing_off, player_on_you_dance, player_on_opponent_dances,
    player_on_move_done;
player_handler player_on_told_to_wait, player_on_opening_roll, player_on_auto_cube,
    player_on_you_roll, player_on_opponent_rolls, player_on_forced_play,
    player_on_opponent_moves, player_on_illegal_play, player_on_kibitz;

/* ---- commands.c: answers commands of other users and of the owner ---------------- */
player_handler player_on_says, player_on_asking_says;

/* ---- transitions.c: the tables of the state machine ------------------------------ */
extern const struct player_state_row player_states[PLAYER_STATES];

/* Does what the table says about the event in the current state; false: nothing. */
bool player_handle_event(struct player *p, const struct game_event *e);
