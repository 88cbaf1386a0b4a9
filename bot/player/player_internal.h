#ifndef BOT_PLAYER_PLAYER_INTERNAL_H
#define BOT_PLAYER_PLAYER_INTERNAL_H
/*
 * What the files of the player share; nobody else includes this.
 *
 *   player.c        inputs, states, the one function that changes state, output
 *   player_table.c  (state, message) -> handler
 *   player_lobby.c  between matches: whether we take any, who is there, what is saved
 *   player_invited.c  invitations of others
 *   player_invite.c   our own: whom, when
 *   player_start.c  how a match starts
 *   player_game.c   boards, decisions, actions
 *   player_turn.c   what happens between boards
 *   player_offer.c  doubles and resignations, made and received
 *   player_end.c    ends of games and matches, leaving, ratings
 *   player_talk.c   commands by tell, and the limits of what we say
 *   player_record.c match events
 */

#include "bot/player/player.h"
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
    OUTPUT_MAX = 256,
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
struct table {
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

struct player {
    const struct config *config;
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
    struct table table;
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

    struct play_list plays; /* working room */
    struct player_output output[OUTPUT_MAX];
    int output_first, output_count;
};

typedef void player_handler(struct player *p, const struct fibs_message *m);

/* player.c */
void player_enter(struct player *p, enum player_state state, const char *why);
void player_wait(struct player *p, int64_t ms); /* sets the deadline of the state */
void player_emit(struct player *p, const struct player_output *output);
void player_log(struct player *p, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void player_send(struct player *p, const struct fibs_command *command);
void player_send_plain(struct player *p, enum fibs_command_id id);
void player_tell(struct player *p, const char *name, const char *text);
void player_set_ready(struct player *p, bool is_ready);
void player_forget(struct player *p); /* what waits to be sent for this moment only */
bool player_is_playing(const struct player *p);
bool player_holds_answer(const struct player *p);    /* of the worker, until its time */
bool player_awaits_opponent(const struct player *p); /* it is not for us to act */
bool name_is(struct fibs_slice slice, const char *name);
bool is_paused(const struct pauses *pauses, const char *name, int64_t now_ms);
void pause_name(struct pauses *pauses, const char *name, int64_t until_ms);

/* player_table.c: the handler of a message in a state, NULL when there is none. */
player_handler *player_find_handler(enum player_state state, enum fibs_message_id id);

/* player_lobby.c */
void lobby_enter(struct player *p, const char *why);
void lobby_timeout(struct player *p);
bool is_enough(const struct player *p); /* matches played */
bool takes_matches(const struct player *p);
/* Fills in all that is known of a user and of us, for the rules. */
void describe_user(const struct player *p, const char *name, struct rule_case *c);
void describe_length(int length, char *text, size_t size); /* "a 5 point match" */
void show_saved(struct player *p);
void tell_saved(struct player *p);
struct saved_match *find_saved(struct player *p, const char *name); /* or NULL */
void forget_saved(struct player *p, const char *name);

/* player_invited.c */
void take_invitation(struct player *p); /* the next that stands, if any */
/* Whoever has gone, or plays with somebody else, waits for no answer of ours. */
void withdraw_invitation(struct player *p, const char *name, const char *why);
void invited_timeout(struct player *p);
void asking_timeout(struct player *p);
void joining_timeout(struct player *p);
void join(struct player *p);
void inquire_who(struct player *p, const char *name); /* his who line has come */

/* player_invite.c */
void invite(struct player *p, const char *name, int length);
/* False when the rules of bot.conf do not let us play him so. */
bool lobby_invite(struct player *p, const char *name, int length);
/* Whether the rules let us play him so. `is_ours`: by our invitation. */
bool is_welcome(const struct player *p, const char *name, int length, bool is_ours);
bool is_free(const struct player *p, const char *name);
void find_match(struct player *p); /* invites somebody, if it is time to */
void expect_rematch(struct player *p);
void inviting_timeout(struct player *p);

/* player_start.c */
/* What we accepted or offered, for a match with `name`; LENGTH_ANY if nothing. */
int agreed_with(const struct player *p, const char *name, bool we_joined);
void begin_match(struct player *p, const char *opponent, int agreed, bool is_resumed);

/* player_game.c */
int64_t patience_ms(const struct table *table); /* grows with table->asks */
void ask_board(struct player *p, const char *why);
void begin_game(struct player *p);
void settle(struct player *p);
void doubt(struct player *p, const struct fibs_message *m);
void act(struct player *p, const struct fibs_command *command, enum player_state next,
         uint64_t key);
void request_decision(struct player *p, const struct decision_request *request,
                      uint64_t key);
void carry_out_play(struct player *p, const struct decision_answer *answer);
void carry_out_cube(struct player *p, const struct decision_answer *answer);
void game_timeout(struct player *p);

/* player_offer.c */
void answer_offer(struct player *p);
void carry_out_offer(struct player *p, const struct decision_answer *answer);
bool try_resign(struct player *p, const struct decision_answer *answer);

/* player_end.c */
void between_timeout(struct player *p);
void leave_match(struct player *p, const char *why);
void leaving_timeout(struct player *p);
void end_match(struct player *p, bool is_finished, const char *why);
void suspend_match(struct player *p, const char *why);
void opponent_is_there(struct player *p); /* he has done or said something */
void watch_opponent(struct player *p);    /* idle for long? */
void watch_end(struct player *p); /* are the hours over, or is it time to stop? */
int64_t watch_stop_deadline(const struct player *p);
void say_to_opponent(struct player *p, const char *text); /* by kibitz */
int64_t watch_opponent_deadline(const struct player *p);

/* player_talk.c */
void talk_expect(struct player *p, const char *name); /* somebody to play with, soon */
void talk_greet(struct player *p);
void talk_goodbye(struct player *p);
/* The level to play a user at; "": the usual one. */
void talk_level(struct player *p, const char *name, char level[LEVEL_TEXT_SIZE]);

/* player_record.c */
void record_begin(struct player *p); /* match and game, if they are not on record yet */
void record_board(struct player *p);
void record_turn(struct player *p, bool is_mine, struct roll roll,
                 const struct play *play);
void record_sent_play(struct player *p); /* our last move was taken */
void record_simple(struct player *p, enum match_event_type type, bool is_mine,
                   int points);
void record_saved(struct player *p);
void record_end(struct player *p, bool is_finished);
void record_refusal(struct player *p, const struct invitation *invitation, bool is_ours,
                    const char *code);

/* Handlers, by file. */
player_handler on_invitation, on_warning, on_invite_sent, on_invite_refused,
    on_no_saved_match, on_join_refused, on_already_playing, on_match_joined,
    on_match_resumed, on_own_info, on_who, on_login, on_logout, on_saved_row,
    on_saved_none, on_saved_header, on_says, on_asking_says, on_asked_nobody,
    on_saved_count;
player_handler on_resume_length, on_resume_points, on_game_start, on_opening_roll,
    on_first_mover, on_board, on_board_bad, on_prompt, on_you_roll, on_opponent_rolls,
    on_please_move, on_only_move, on_bearing_off, on_you_dance, on_opponent_dances,
    on_opponent_moves, on_move_done, on_illegal_play, on_game_error, on_kibitz,
    on_auto_cube;
player_handler on_double_offer, on_redouble_offer, on_double_sent, on_opponent_takes,
    on_you_take, on_opponent_passes, on_you_pass, on_not_responded, on_no_offer,
    on_crawford, on_no_double, on_resign_offer, on_resign_sent, on_resign_rejected,
    on_you_reject, on_resign_accepted, on_you_accept_resign, on_resign_open,
    on_resign_pending;
player_handler on_you_win_game, on_opponent_wins_game, on_score, on_join_question,
    on_match_won, on_match_over, on_rating_change, on_rating_experience, on_saved,
    on_saved_on_purpose, on_not_playing;

#endif
