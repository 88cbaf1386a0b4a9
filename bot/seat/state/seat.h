#pragma once
/*
 * A person's seat at the table, on FIBS or the server of `spar`: what a terminal or a
 * browser shows and offers. A pure state machine, as the player of the bot is
 * (bot/player/player.h): events of the table and actions of the person go in; orders come
 * out, and a view of the table that is always whole. No language of a server, socket,
 * clock, file or thread.
 *
 *   offline -> lobby -> inviting -> waiting <-> to_roll -> to_play
 *                ^                     |  offered, doubled, resign_offered, resigned
 *                +------ over <----- between (games)
 *
 * The board line is the truth, as for the bot. Nothing of a play is sent before it is
 * confirmed: hops and undo stay here (hops.h). After a loss of the connection or of the
 * program the seat asks to resume the saved match, if setup.resumes.
 *
 * Use: pass one input, then take all orders with seat_next_order(). The view is valid
 * until the next input; view->version grows with each change.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/game/event.h"
#include "bot/seat/state/hops.h"
#include "engine/board/board_view.h"
#include "engine/board/notation.h"
#include "engine/level.h"

enum seat_phase {
    SEAT_OFFLINE,        /* connecting to the server, what is saved is not known yet, or
                          * the connection is lost */
    SEAT_LOBBY,          /* no match */
    SEAT_INVITING,       /* the opponent has been asked to play or to go on */
    SEAT_WAITING,        /* the opponent's turn, or the server's */
    SEAT_TO_ROLL,        /* roll, or double */
    SEAT_TO_PLAY,        /* dice are rolled; a play is being made */
    SEAT_OFFERED,        /* the opponent doubles: take or pass */
    SEAT_DOUBLED,        /* the opponent has to answer our double */
    SEAT_RESIGN_OFFERED, /* the opponent wants to resign */
    SEAT_RESIGNED,       /* the opponent has to answer our resignation */
    SEAT_BETWEEN,        /* a game is over, the next one waits for `next` */
    SEAT_OVER,           /* the match is over */
    SEAT_PHASES
};
const char *seat_phase_name(enum seat_phase phase); /* "to_roll" */

/* What the person may do; a bit each in seat_view.allowed. */
enum seat_action_type {
    SEAT_ACT_NEW, /* number: points 1..25, or 0: unlimited; level: "" keeps it; drops */
    SEAT_ACT_RESUME, /* the saved match */
    SEAT_ACT_HOP,    /* from, to: a target of view.hops */
    SEAT_ACT_PLAY,   /* text: a whole play in any notation; is not sent yet */
    SEAT_ACT_UNDO,   /* the last hop */
    SEAT_ACT_CLEAR,  /* all hops */
    SEAT_ACT_DONE,   /* send the play */
    SEAT_ACT_ROLL,
    SEAT_ACT_DOUBLE,
    SEAT_ACT_TAKE,
    SEAT_ACT_PASS,
    SEAT_ACT_RESIGN, /* number: 1, 2 or 3 games */
    SEAT_ACT_ACCEPT, /* the opponent's resignation */
    SEAT_ACT_REJECT,
    SEAT_ACT_NEXT,  /* game */
    SEAT_ACT_LEAVE, /* the match; the server saves it */
    SEAT_ACT_LEVEL, /* level: of the opponent, from their next turn on */
    SEAT_ACT_SET,   /* choices */
    SEAT_ACTIONS
};
const char *seat_action_name(enum seat_action_type type); /* "roll" */

/* What the seat does by itself. */
struct seat_choices {
    bool rolls;  /* roll without being asked; one cannot double then */
    bool forced; /* make plays without a choice */
    bool next;   /* begin the next game */
};

enum { SEAT_TEXT_SIZE = 200 };

struct seat_action {
    enum seat_action_type type;
    int from, to;
    int number;
    char text[NOTATION_SIZE];
    char level[LEVEL_TEXT_SIZE];
    bool drops; /* new: a match that goes on or is saved is given up */
    struct seat_choices choices;
};

/* What has happened, for those who show it in order. */
enum seat_event_type {
    SEAT_EVENT_MATCH,   /* points: length, 0 unlimited; is_resumed */
    SEAT_EVENT_GAME,    /* a game begins */
    SEAT_EVENT_OPENING, /* roll; is_mine: who moves first */
    SEAT_EVENT_ROLL,    /* roll */
    SEAT_EVENT_PLAY,    /* roll, play, text */
    SEAT_EVENT_DANCE,   /* roll */
    SEAT_EVENT_DOUBLE,  /* points: the cube offered */
    SEAT_EVENT_TAKE,
    SEAT_EVENT_PASS,
    SEAT_EVENT_RESIGN,    /* points */
    SEAT_EVENT_REJECT,    /* the resignation */
    SEAT_EVENT_GAME_END,  /* is_mine: who won; points */
    SEAT_EVENT_MATCH_END, /* is_mine: who won */
    SEAT_EVENT_SAVED,     /* the match was left; it can be resumed */
    SEAT_EVENT_SAYS,      /* text: what the opponent or the server says to us */
    SEAT_EVENTS
};
const char *seat_event_name(enum seat_event_type type); /* "roll" */

struct seat_event {
    uint64_t number; /* counts up from 1 */
    enum seat_event_type type;
    bool is_mine; /* side */
    bool is_resumed;
    struct roll roll;
    struct play play;
    struct position before; /* a play's position, seen by its player */
    int points;
    int score[2];              /* ours, theirs, after it */
    char text[SEAT_TEXT_SIZE]; /* of strangers: plain ASCII, but to be escaped */
};

enum { SEAT_EVENTS_KEPT = 32, SEAT_RECORD_MAX = 8192 };

struct seat_player {
    char name[USER_NAME_SIZE];
    double rating; /* 0: not known */
    int experience;
};

/* How far a match has come, so that its games are still numbered when it is resumed. */
struct seat_progress {
    int length;   /* 0: unlimited */
    int score[2]; /* ours, theirs */
    int games;    /* that are over */
};

struct seat_view {
    uint64_t version;
    enum seat_phase phase;
    unsigned allowed;            /* 1U << enum seat_action_type */
    char reason[SEAT_TEXT_SIZE]; /* why offline, or what the server refused; "" */
    struct seat_player me, opponent;
    bool is_opponent_there; /* logged in */
    char
        level[LEVEL_TEXT_SIZE]; /* chosen here, or what they said then; "": their own */
    bool has_saved;             /* a match of ours waits to be resumed */
    bool gives_up; /* one that is saved or under way, for a new one that is to begin */
    int saved_length;        /* 0: unlimited */
    bool has_board;          /* the rest is known */
    struct board_view board; /* as the server has it: without unsent hops */
    int game;                /* number, from 1; 0: nobody knows, after a resumption */
    struct seat_progress progress;
    int offered_cube;     /* offered, doubled */
    int resign_points;    /* resign_offered, resigned */
    struct hops hops;     /* to_play */
    int won[2];           /* over: the final score */
    double rating_change; /* over */
    struct seat_choices choices;
    int event_count; /* the newest events, oldest first */
    struct seat_event events[SEAT_EVENTS_KEPT];
};

static inline bool seat_view_allows(const struct seat_view *view,
                                    enum seat_action_type type)
{
    return (view->allowed & 1U << type) != 0;
}

struct seat_setup {
    char opponent[USER_NAME_SIZE]; /* the bot */
    char name[USER_NAME_SIZE];     /* our account */
    char level[LEVEL_TEXT_SIZE];   /* chosen in an earlier run; "": none */
    bool starts_usual;             /* ... which counts only for a match that is saved */
    struct seat_progress progress; /* view.progress of an earlier run */
    bool resumes;                  /* resume a saved match without being asked */
    bool is_guest; /* the opponent begins and leaves matches, not this seat */
    struct seat_choices choices;
};

struct seat;

/* Returns NULL if memory is short. seat_free() accepts NULL. */
struct seat *seat_new(const struct seat_setup *setup);
void seat_free(struct seat *seat);

/* The session is ready for commands; it has ended. `now_ms` is base/clock's. */
void seat_online(struct seat *seat, int64_t now_ms);
void seat_offline(struct seat *seat, int64_t now_ms, const char *reason);
void seat_hear(struct seat *seat, int64_t now_ms, const struct game_event *event);
void seat_tick(struct seat *seat, int64_t now_ms);
/* Returns when seat_tick() is to be called; INT64_MAX: never. */
int64_t seat_deadline(const struct seat *seat);

/* Carries out an action. False with `err`, in words for the person, if it is not allowed
 * now or makes no sense; nothing is changed then. */
bool seat_act(struct seat *seat, int64_t now_ms, const struct seat_action *action,
              struct error *err);
bool seat_allows(const struct seat *seat, enum seat_action_type type);

/* Takes the next order for the server; false: there is none. */
bool seat_next_order(struct seat *seat, struct game_order *order);

const struct seat_view *seat_view(const struct seat *seat);

/* The events of the match since this seat sits at it, oldest first, without what is said;
 * valid until the next input. Of more than SEAT_RECORD_MAX the newest are kept. */
const struct seat_event *seat_record(const struct seat *seat, int *count);
