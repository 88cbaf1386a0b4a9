#ifndef BOT_PLAYER_PLAYER_H
#define BOT_PLAYER_PLAYER_H
/*
 * From lobby to match end: what to do about what the server says. A pure state machine:
 * messages, ticks and answers of the worker go in; commands, questions to the worker,
 * match events and log lines come out. No socket, clock, file or thread.
 *
 *   offline - lobby -+- invited - joining --+
 *                    +- inviting -----------+- starting - waiting / on_roll / thinking
 *                                           |    / roll_sent / play_sent / cube_offered
 *                                           |    / answer_sent / resign_offered ...
 *                                           +- between_games - starting ...
 *
 * The board line is the truth. Whatever happens between boards only says that the last
 * one is stale, or that an offer is open; on any doubt the board is asked for again,
 * and what is to be done is read from it alone. Every action is tied to the position it
 * answers, and is sent again only when the board, asked for after a silence or an
 * error line, shows that it was not taken.
 *
 * Use: feed one input, then call player_next_output() until it returns false.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/log.h"
#include "bot/config/config.h"
#include "bot/player/decision.h"
#include "bot/player/translate.h"
#include "bot/policy/access.h"
#include "bot/policy/recent_opponents.h"
#include "bot/policy/roster.h"
#include "fibs/command.h"
#include "fibs/message.h"

/* What happened in the match, for records and the screen. Numbers are as in
 * match/record.h. */
enum match_event_type {
    MATCH_START, /* opponent, length (0: unlimited), is_resumed */
    MATCH_GAME_START,
    MATCH_GAME_RESUME, /* position and score as the server has them now; side: whose
                          turn; points: the cube, owner, is_doubled: a double is open */
    MATCH_PLAY,
    MATCH_DOUBLE, /* points: the cube offered */
    MATCH_TAKE,
    MATCH_DROP,
    MATCH_RESIGN,   /* points: games 1, 2, 3; accepted */
    MATCH_GAME_END, /* side: who won; points */
    MATCH_SAVED,    /* left or cut off: the server keeps it, it may go on later */
    MATCH_RESUMED,  /* it does, while we still know of it; else MATCH_START tells */
    MATCH_END       /* is_finished: won or lost, not left; score; ratings */
};

/* Of a finished rated match, as far as the server's rating block and who lines tell:
 * [0] ours, [1] the opponent's. */
struct match_ratings {
    struct standing before[2], after[2];
};
struct match_event {
    enum match_event_type type;
    bool is_mine; /* side */
    struct roll roll;
    struct play play;
    struct position pos;
    int my_score, their_score;
    int points;
    int length;
    bool is_resumed;
    bool is_finished;
    enum cube_owner owner;
    bool is_doubled;
    struct match_ratings ratings;
    char opponent[FIBS_NAME_MAX];
    char level[LEVEL_TEXT_SIZE]; /* that we play him at; "": the usual one */
};

/* What the player cannot know by itself about a user. */
enum player_question {
    ASK_LEVEL,   /* the level he has chosen some day: player_recall_level() */
    ASK_STATS,   /* our results against him: player_report(), as is ... */
    ASK_ANALYSIS /* ... the analysis of the last match with him */
};

/* An invitation that came to nothing. */
struct player_refusal {
    char name[FIBS_NAME_MAX]; /* who invited, or was invited */
    bool is_ours;             /* we refused */
    int length;               /* points, FIBS_UNLIMITED, or 0: a saved match */
    const char *code; /* ours: see policy.h; else the name of the server's line */
};

enum player_output_type {
    PLAYER_SEND,     /* command */
    PLAYER_FORGET,   /* what still waits to be sent for one moment only is void */
    PLAYER_READY,    /* is_ready: whether we take invitations */
    PLAYER_THINK,    /* request */
    PLAYER_CANCEL,   /* the answer to `number` is not wanted any more */
    PLAYER_DECIDED,  /* decided: an answer of the worker that is carried out */
    PLAYER_MATCH,    /* event */
    PLAYER_BOARD,    /* a new position: view, opponent */
    PLAYER_STANDING, /* standing: our own, whenever the server tells it anew */
    PLAYER_SAVED,   /* saved: one of the matches that the server keeps for us; after the
                       last one of the list one with the name "" */
    PLAYER_REFUSAL, /* refusal */
    PLAYER_ASK,     /* ask: a question to whoever keeps files */
    PLAYER_LEVEL,   /* level: one that a user has chosen, to be remembered; "": none */
    PLAYER_LOG,     /* level, text */
    PLAYER_DONE     /* nothing left to do (stop, or matches enough): log out */
};
struct player_output {
    enum player_output_type type;
    union {
        struct fibs_command command;
        bool is_ready;
        struct decision_request request;
        uint64_t number;
        struct {
            struct decision_request request;
            struct decision_answer answer;
            char opponent[FIBS_NAME_MAX];
        } decided;
        struct match_event event;
        struct {
            struct board_view view;
            char opponent[FIBS_NAME_MAX];
        } board;
        struct standing standing;
        struct {
            char name[FIBS_NAME_MAX];
            int length; /* points or FIBS_UNLIMITED */
        } saved;
        struct player_refusal refusal;
        struct {
            char name[FIBS_NAME_MAX];
            enum player_question what;
        } ask;
        struct {
            char name[FIBS_NAME_MAX];
            char level[LEVEL_TEXT_SIZE];
        } level;
        struct {
            enum log_level level;
            char text[400];
        } log;
    };
};

struct player;

/* `config` is read as long as the player lives. NULL: no memory. */
struct player *player_new(const struct config *config);
void player_free(struct player *player);

/* The session is ready for commands / is gone. `opponent`: with whom the server has us
 * playing, "" if unknown. The clock is monotonic, in milliseconds. */
void player_online(struct player *player, int64_t now_ms, const char *opponent);
void player_offline(struct player *player, int64_t now_ms);

void player_message(struct player *player, int64_t now_ms,
                    const struct fibs_message *message);
void player_tick(struct player *player, int64_t now_ms);
/* Answers with a stale number are dropped. */
void player_answer(struct player *player, int64_t now_ms,
                   const struct decision_answer *answer);

/* Answers to PLAYER_ASK. A report is said to the user as far as the limits on what we
 * say allow; `is_last`: nothing more comes. */
void player_recall_level(struct player *player, int64_t now_ms, const char *name,
                         const char *level);
void player_report(struct player *player, int64_t now_ms, const char *name,
                   const char *text, bool is_last);

/* The time of the week, in minutes from Monday 00:00 local time; SCHEDULE_UNKNOWN (as
 * after the start): [hours] are not looked at. To be told again as time goes by. */
void player_set_minute(struct player *player, int minute);
/* Who may play; read as long as the player lives. NULL: everybody. */
void player_set_access(struct player *player, const struct access *access);
/* With whom he has had to do lately; to be filled at the start. */
struct recent_opponents *player_recent_opponents(struct player *player);

/* What the owner has to say before his commands; "" (as after the start): there are
 * none. */
void player_set_owner_secret(struct player *player, const char *secret);

/* No new match; finish the one being played, or leave it (it stays saved). PLAYER_DONE
 * comes when done. Called again, it can turn finish into leave. */
void player_stop(struct player *player, int64_t now_ms, enum on_stop how);

/* Output: the oldest; false when there is none. */
bool player_next_output(struct player *player, struct player_output *output);

/* When player_tick() has to be called next, INT64_MAX: never. */
int64_t player_deadline(const struct player *player);

/* The opponent of the match being played, "" if none. */
const char *player_opponent(const struct player *player);
/* State, match and score in a line, for people. */
void player_describe(const struct player *player, char *text, size_t size);

#endif
