#pragma once
/*
 * Reads the lines of a bgammon.org server: one JSON object a line after the log-in, text
 * before. Facts are those of its PROTOCOL.md and of a server built from its sources.
 *
 * The server shows everything from our side: we are player 1 and move 24 -> 1. Points of
 * hops and slots of the board:
 *
 *   1..24 the points, in our numbers     0 our men off     26 our bar
 *                                       25 theirs off      27 their bar
 *
 * Types and states count, never texts: these come in the language of the log-in. Unknown
 * members are skipped; an unknown Type is BGAMMON_UNKNOWN; null is an empty array.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
    BGAMMON_LINE_MAX =
        64 << 10,            /* bytes, without the line end; the server's own limit */
    BGAMMON_NAME_SIZE = 64,  /* names have 18 characters, and Guest_ before them */
    BGAMMON_TEXT_SIZE = 512, /* longer texts are cut: nothing hangs on their ends */
    BGAMMON_GAMES_MAX = 256, /* of a list; more are left out */
    BGAMMON_HOPS_MAX = 64,   /* of one list; 15 places by two dice are 30 */
    BGAMMON_SLOTS = 28,
    BGAMMON_POINTS_MAX = 127, /* of a match */
    BGAMMON_CUBE_MAX = 64
};

enum {
    BGAMMON_OFF = 0,
    BGAMMON_THEIR_OFF = 25,
    BGAMMON_BAR = 26,
    BGAMMON_THEIR_BAR = 27
};

enum bgammon_event_type {
    BGAMMON_TEXT,    /* no JSON: `text` */
    BGAMMON_UNKNOWN, /* a Type that is not here */
    BGAMMON_WELCOME, /* logged in */
    BGAMMON_SETTINGS,
    BGAMMON_NOTICE, /* `text` */
    BGAMMON_PING,   /* `text`: what a pong repeats */
    BGAMMON_SAY,    /* `text` */
    BGAMMON_LIST,
    BGAMMON_JOINED,
    BGAMMON_LEFT, /* `player` has left */
    BGAMMON_BOARD,
    BGAMMON_ROLLED,
    BGAMMON_MOVED,         /* `hops`, in our points whoever moved; also taken back */
    BGAMMON_WIN,           /* `player` has won a game */
    BGAMMON_FAILED_CREATE, /* this and the next five: `text` is the reason */
    BGAMMON_FAILED_JOIN,
    BGAMMON_FAILED_LEAVE,
    BGAMMON_FAILED_ROLL,
    BGAMMON_FAILED_MOVE,
    BGAMMON_FAILED_OK,
    BGAMMON_HISTORY, /* of these three only the Type is read: nothing here asks for them */
    BGAMMON_REPLAY,
    BGAMMON_ACHIEVEMENTS,
    BGAMMON_EVENT_TYPES
};

struct bgammon_hop {
    int from, to;
};

struct bgammon_hops {
    int count;
    struct bgammon_hop hop[BGAMMON_HOPS_MAX];
};

struct bgammon_player {
    char name[BGAMMON_NAME_SIZE]; /* "": the seat is free */
    int number;                   /* 1: we */
    int rating;
    int points;   /* the score; it is not cut at the length of the match */
    int inactive; /* seconds thought so far in pauses over 30 s */
};

/* 0: nobody, the centre; 1: we; 2: they */
struct bgammon_board {
    int64_t started; /* Unix time; 0: not yet */
    struct bgammon_player players[2];
    int variant; /* 0: backgammon */
    int slots[BGAMMON_SLOTS];
    int turn;                  /* 0: the opening roll */
    int roll[3];               /* own die first after the opening roll; 0: none */
    struct bgammon_hops moves; /* of this turn, not ended yet */
    int winner;                /* of the match */
    int points;                /* length of the match */
    int crawford;              /* 0: not yet, 1: this game, 2: over */
    int cube, cube_owner;
    bool is_double_offered; /* by whose turn it is; `cube` is still the one before */
    struct bgammon_hops available; /* single hops with which a legal play goes on */
    bool is_forced;                /* with autoplay the server plays it */
    bool is_spectating;
};

struct bgammon_listing {
    int id;
    bool has_password;
    int points;
    int players; /* who sit there, 0..2; the list does not name them */
    int rating;
    char name[BGAMMON_NAME_SIZE]; /* the title, which anybody may choose */
};

struct bgammon_event {
    enum bgammon_event_type type;
    char player[BGAMMON_NAME_SIZE]; /* who acted; "" */
    union {
        char text[BGAMMON_TEXT_SIZE];
        struct {
            char name[BGAMMON_NAME_SIZE]; /* ours, as the server shows it */
            int clients, games;
        } welcome;
        struct {
            int count;
            struct bgammon_listing games[BGAMMON_GAMES_MAX];
        } list;
        struct {
            int game;
            int number; /* 1: we, 2: the other */
        } joined;
        struct bgammon_board board;
        int rolled[3];
        struct bgammon_hops hops;
        struct {
            int points;                       /* with the cube; 0 in 1-point matches */
            char resigned[BGAMMON_NAME_SIZE]; /* or dropped; "": nobody */
        } win;
    };
};

/* Reads a line without its line end, at most BGAMMON_LINE_MAX bytes of it. False with `err`,
 * which names the field, if it begins like JSON and is none, if a member is missing, of
 * another kind or out of range, or a list is too long; `event` means nothing then. Control
 * bytes in texts become '?'. */
bool bgammon_event_read(const char *line, struct bgammon_event *event,
                        struct error *err);
