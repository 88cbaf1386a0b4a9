#pragma once
/*
 * What a table of play says: who is there, invitations, matches, turns, offers, results,
 * refused orders. Plain data with engine types. No wire language: a translator (bot/fibs)
 * makes events of a server's lines; player, seat and director read nothing else.
 *
 * Most events are translated from one line by themselves; what a consumer has to remember
 * from one to the next is its own.
 */

#include "bot/game/game_board.h"
#include "bot/game/order.h"
#include "bot/game/standing.h"
#include "bot/game/user_name.h"
#include "engine/board/movegen.h"

/* Each type lists the fields that it fills, besides code and line. "Ours" is what we do,
 * "theirs" what the opponent does, whom `name` names where the server does. Lengths are
 * points, or POINTS_UNLIMITED. Points and scores are as the server counts them. */
enum event_type {
    EVENT_NONE,            /* nothing that matters at the table */
    EVENT_UNKNOWN,         /* a line that the translator does not know */
    EVENT_UNKNOWN_REFUSAL, /* the same, and it refuses something */

    /* who is there */
    EVENT_WELCOME,      /* logged in */
    EVENT_TWICE,        /* the account was logged in already */
    EVENT_OWN_STANDING, /* who.standing: ours */
    EVENT_WHO,          /* who; name, is_mine, other: the opponent, "": nobody */
    EVENT_WHO_END,      /* the list of users is complete */
    EVENT_LOGIN,        /* name */
    EVENT_LOGOUT,       /* name: logged out or dropped */
    EVENT_TELL,         /* name, text: said to us */
    EVENT_KIBITZ, /* name, text: said to all at a table; EVENT_WHISPER: to those who
                         * watch it; EVENT_SHOUT: to all */
    EVENT_WHISPER,
    EVENT_SHOUT,
    EVENT_SERVER_ENDS,   /* count: in so many seconds */
    EVENT_WATCH_END,     /* we do not watch anybody now */
    EVENT_REPORT_START,  /* name and other begin a match of length; 0: unknown */
    EVENT_REPORT_RESUME, /* ... or resume theirs */
    EVENT_REPORT_WIN,    /* name has won against other: length, score */
    EVENT_REPORT_LEFT,   /* name has left the match with other */

    /* saved matches */
    EVENT_SAVED_LIST,    /* rows follow */
    EVENT_SAVED_NONE,    /* the list is empty */
    EVENT_SAVED_ROW,     /* name, length, score, is_ready: is there and ready */
    EVENT_SAVED_COUNT,   /* name, count: of all saved matches of NAME */
    EVENT_SAVED_MISSING, /* name: none with NAME */
    EVENT_SAVED_CORRUPT, /* the server cannot load it */

    /* invitations */
    EVENT_INVITED,       /* name, length; 0: to resume */
    EVENT_WOULD_REPLACE, /* to accept the last invitation would destroy a saved match */
    EVENT_INVITE_SENT,   /* name: our invitation is out */
    EVENT_NOBODY,        /* name: nobody of that name is logged in */
    EVENT_USER_REFUSES,  /* name: takes no invitations */
    EVENT_USER_PLAYS,    /* name: plays with other, or "": somebody */
    EVENT_INVITE_REFUSED,  /* our invitation, for another reason */
    EVENT_INVITE_OPEN,     /* ... because our last one is not answered */
    EVENT_NOT_READY,       /* ... because we take no invitations ourselves */
    EVENT_NOT_EXPERIENCED, /* ... to so long a match: name, "": we are not */
    EVENT_NO_NEW_MATCHES,  /* the server begins no matches */
    EVENT_TRY_LATER,       /* count: seconds; the server wants us to be slower */
    EVENT_JOIN_REFUSED,    /* we cannot accept the invitation */
    EVENT_PLAYING_ALREADY, /* ... since we play */

    /* a match starts or goes on */
    EVENT_MATCH_START,  /* name, length, is_mine: we have accepted */
    EVENT_MATCH_RESUME, /* name */
    EVENT_MATCH_LENGTH, /* length of the match resumed; 0: makes no sense */
    EVENT_MATCH_POINTS, /* count: points of one side in it, is_mine: our side */
    EVENT_GAME_START,
    EVENT_OPENING,     /* die: ours, theirs; roll */
    EVENT_CUBE_TURNED, /* count: the cube after equal dice in the opening */
    EVENT_FIRST_MOVER, /* it is known who begins */

    /* turns */
    EVENT_BOARD,     /* board, is_mine: of our own game, name: the opponent */
    EVENT_BOARD_BAD, /* text: why it cannot be read */
    EVENT_TO_ROLL,   /* we may roll or double */
    EVENT_TO_PLAY,   /* we have dice to play */
    EVENT_OUR_ROLL,  /* roll */
    EVENT_THEIR_ROLL,
    EVENT_OUR_DANCE,
    EVENT_THEIR_DANCE,
    EVENT_THEIR_PLAY,  /* has_play, play: on the mover's own points */
    EVENT_FORCED_PLAY, /* the same, made by the server for whose turn it was: is_mine */
    EVENT_BEARS_OFF,   /* the server plays for whose turn it is */
    EVENT_PLAY_TAKEN,  /* our play is accepted */
    EVENT_THEY_ARE_AWAY, /* nobody can act before they are back; a board shows that */

    /* doubles and resignations */
    EVENT_OUR_DOUBLE,
    EVENT_THEIR_DOUBLE,
    EVENT_THEIR_REDOUBLE, /* count: the cube offered; 0: unknown */
    EVENT_OUR_TAKE,
    EVENT_THEIR_TAKE,
    EVENT_OUR_PASS, /* points: which the game is worth to the winner; here and below */
    EVENT_THEIR_PASS,   /* points */
    EVENT_DOUBLE_OPEN,  /* our double is not answered yet */
    EVENT_NO_DOUBLE,    /* we may not double: it is not our turn ... */
    EVENT_CRAWFORD,     /* ... or the Crawford game */
    EVENT_OUR_RESIGN,   /* points: an offer; here and below */
    EVENT_THEIR_RESIGN, /* points */
    EVENT_OUR_ACCEPT,   /* points: of their resignation */
    EVENT_THEIR_ACCEPT, /* points, name */
    EVENT_OUR_REJECT,
    EVENT_THEIR_REJECT,
    EVENT_RESIGN_OPEN,    /* their resignation is not answered yet */
    EVENT_RESIGN_PENDING, /* ours is not answered yet */
    EVENT_DONE_ALREADY,   /* what we ordered is done already */
    EVENT_NO_OFFER,       /* there is nothing to accept or reject */

    /* refused orders */
    EVENT_PLAY_REFUSED, /* a play that is not legal or cannot be read */
    EVENT_WRONG_MOMENT, /* an order that cannot be carried out now */
    EVENT_GAME_OVER_ALREADY,
    EVENT_NOT_PLAYING,      /* we do not play */
    EVENT_NOTHING_TO_LEAVE, /* the same, as the answer to leave and reject */
    EVENT_ORDER_UNKNOWN, /* order: which the server does not have; ORDER_NONE: unclear */

    /* ends */
    EVENT_GAME_WON,    /* points */
    EVENT_GAME_LOST,   /* points, name */
    EVENT_SCORE,       /* score */
    EVENT_NEXT_GAME,   /* we are asked whether to play the next game */
    EVENT_MATCH_WON,   /* score */
    EVENT_MATCH_LOST,  /* score, name */
    EVENT_EXPERIENCE,  /* experience: ours, the opponent's */
    EVENT_RATING,      /* name, is_mine, change: of the rating, by this match */
    EVENT_MATCH_SAVED, /* left or cut off, for whatever reason */
    EVENT_MATCH_LEFT,  /* the same: the opponent has left on purpose */
    EVENT_TYPES
};

/* A user as the list of those logged in shows them. */
enum { EVENT_CLIENT_SIZE = 24, EVENT_TEXT_SIZE = 400 };
struct event_who {
    bool is_ready, is_away, is_playing;
    int idle_s;
    struct standing standing;
    char client[EVENT_CLIENT_SIZE]; /* their program; "-" or "": unknown */
};

struct game_event {
    enum event_type type;
    /* The kind of line in the server's language, static: "refusing_games". In records the
     * code of a refusal. */
    const char *code;
    /* The server's own words, for logs and for people to read; nobody decides by them.
     * Valid while the event is handed over. Never NULL. */
    const char *line;
    char name[USER_NAME_SIZE], other[USER_NAME_SIZE];
    bool is_mine, is_ready;
    bool is_unkept; /* of a match that starts: the server keeps none that is left */
    int length;
    int points;      /* also count */
    bool is_counted; /* points are by the score, not by words or by the cube */
    int score[2], experience[2], die[2]; /* ours, theirs; in reports name's, other's */
    double change; /* some servers give the loser's without its sign */
    struct roll roll;
    bool has_play; /* false: the moves in the line make no play */
    struct play play;
    enum order_type order;
    struct event_who who;
    struct game_board board;
    char text[EVENT_TEXT_SIZE]; /* longer ones are cut */
};
