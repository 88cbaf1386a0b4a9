#pragma once
/* Outputs of the player, to be carried out, recorded and shown. Plain data. */

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/log.h"
#include "bot/game/line_shape.h"
#include "bot/game/match_event.h"
#include "bot/game/order.h"
#include "bot/player/decision.h"
#include "engine/board/board_view.h"
#include "engine/board/points.h"

/* Questions about a user that need the history or match files. */
enum player_question {
    PLAYER_QUESTION_LEVEL, /* the level they chose before; answered by player_recall_level() */
    PLAYER_QUESTION_STATS,   /* our results against them; answered by player_report() */
    PLAYER_QUESTION_ANALYSIS /* the analysis of our last match; also by player_report() */
};

/* An invitation that was refused or failed. */
struct player_refusal {
    char name[USER_NAME_SIZE]; /* who invited, or was invited */
    bool is_ours;              /* we refused */
    int length;                /* points, POINTS_UNLIMITED, or 0: a saved match */
    const char *code; /* ours: see rule_code(); else the name of the server's line */
};

/* A saved match that does not go on (bot/policy/guardian.h). */
struct player_stuck {
    char name[USER_NAME_SIZE]; /* the opponent */
    int length;                /* points, POINTS_UNLIMITED, or 0: not known */
    int my_score, their_score;
    int failures;     /* in a row; 0: it goes on again, or is no more */
    const char *code; /* why it is set aside: see guardian_code(); "": it is not */
};

/* Something for the report of the week (bot/history/week.h). */
enum player_note_kind {
    PLAYER_NOTE_UNKNOWN_LINE, /* text: the shape of a server's line that is not in our table;
                          sample: the line; count: of them since the last note */
    PLAYER_NOTE_MATCH_LEFT, /* name: of the opponent; text: why we left the match, which stays
                          saved on the server */
    PLAYER_NOTE_KINDS
};
struct player_note {
    enum player_note_kind kind;
    int count;
    char name[USER_NAME_SIZE];
    char text[LINE_SHAPE_SIZE];
    char sample[200];
};

enum player_output_type {
    PLAYER_SEND,     /* order: for the server */
    PLAYER_FORGET,   /* orders for the current position that still wait are void */
    PLAYER_READY,    /* is_ready: whether we take invitations */
    PLAYER_THINK,    /* request */
    PLAYER_CANCEL,   /* the answer to `number` is not needed any more */
    PLAYER_DECIDED,  /* decided: an answer of the worker that is being carried out */
    PLAYER_MATCH,    /* event */
    PLAYER_BOARD,    /* a new position: view, opponent */
    PLAYER_STANDING, /* standing: our own, each time the server tells it */
    PLAYER_SAVED,    /* saved: one of the matches that the server has saved for us; the
                       list ends with the name "" */
    PLAYER_REFUSAL,  /* refusal */
    PLAYER_STUCK, /* stuck: a saved match has failed, is set aside, or goes on again */
    PLAYER_ASK,   /* ask: a question about a user */
    PLAYER_LEVEL, /* level: what a user has chosen, to be remembered; "": none */
    PLAYER_NOTE,  /* note */
    PLAYER_LOG,   /* level, text */
    PLAYER_DONE   /* stopped, or play.max_matches reached: log out */
};
struct player_output {
    enum player_output_type type;
    union {
        struct game_order order;
        bool is_ready;
        struct decision_request request;
        uint64_t number;
        struct {
            struct decision_request request;
            struct decision_answer answer;
            char opponent[USER_NAME_SIZE];
        } decided;
        struct match_event event;
        struct {
            struct board_view view;
            char opponent[USER_NAME_SIZE];
        } board;
        struct standing standing;
        struct {
            char name[USER_NAME_SIZE];
            int length; /* points or POINTS_UNLIMITED */
        } saved;
        struct player_refusal refusal;
        struct player_stuck stuck;
        struct {
            char name[USER_NAME_SIZE];
            enum player_question what;
            bool moves_up; /* they moved 1 -> 24 in our last match */
        } ask;
        struct {
            char name[USER_NAME_SIZE];
            char level[LEVEL_TEXT_SIZE];
        } level;
        struct player_note note;
        struct {
            enum log_level level;
            char text[400];
        } log;
    };
};
