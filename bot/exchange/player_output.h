#ifndef BOT_EXCHANGE_PLAYER_OUTPUT_H
#define BOT_EXCHANGE_PLAYER_OUTPUT_H
/* What a player puts out, for whoever carries it out and for those who record and show
 * it. Plain data. */

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/log.h"
#include "bot/exchange/decision.h"
#include "bot/exchange/match_event.h"
#include "engine/board/board_view.h"
#include "fibs/command.h"

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

#endif
