#pragma once
/*
 * What a UBGI controller says to an engine, in all three drafts (ubgi.h): one line is one
 * command.
 *
 *   ubgi                            UBGI_HELLO: who are you?
 *   isready                         UBGI_IS_READY
 *   quit, stop                      UBGI_QUIT, UBGI_STOP
 *   newgame                         UBGI_NEW_GAME
 *   newsession type money|match     UBGI_NEW_SESSION: number[0] the length, 0 for money;
 *     [length N] [jacoby on|off]      has_jacoby, has_crawford (on unless set)
 *     [crawford on|off]
 *   setscore P0 P1                  UBGI_SET_SCORE: number[0], number[1]
 *   setcube value N owner O         UBGI_SET_CUBE: number[0] the value; owner 0 or 1, -1
 *                                     the centre
 *   setturn p0|p1                   UBGI_SET_TURN: owner
 *   position gnubgid|xgid ID        UBGI_POSITION: value the id
 *   XGID=..., board:...             UBGI_BARE_POSITION: value the line
 *   dice D1 D2                      UBGI_DICE: number[0], number[1]; 0 0 takes them back
 *   go [ROLE] [LIMITS]              UBGI_GO: role, limit
 *   go role ROLE [LIMITS]
 *   set KEY VALUE                   UBGI_SET: name, value
 *   setoption name N value V        UBGI_SET_OPTION: name, value
 *   get KEY                         UBGI_GET: name
 *   keys                            UBGI_KEYS
 *   an empty line                   UBGI_EMPTY
 */

#include "arena/protocol/ubgi.h"

enum ubgi_command_kind {
    UBGI_EMPTY,
    UBGI_HELLO,
    UBGI_IS_READY,
    UBGI_QUIT,
    UBGI_STOP,
    UBGI_NEW_GAME,
    UBGI_NEW_SESSION,
    UBGI_SET_SCORE,
    UBGI_SET_CUBE,
    UBGI_SET_TURN,
    UBGI_POSITION,
    UBGI_BARE_POSITION,
    UBGI_DICE,
    UBGI_GO,
    UBGI_SET,
    UBGI_SET_OPTION,
    UBGI_GET,
    UBGI_KEYS
};

/* How long to think; 0: not said. */
struct ubgi_limits {
    int movetime_ms;
    int depth; /* the play itself counts: 1 is our 0-ply */
    int nodes;
    int trials;
};

struct ubgi_command {
    enum ubgi_command_kind kind;
    enum ubgi_role role;
    int number[2];
    int owner;
    bool has_jacoby;
    bool has_crawford;
    struct ubgi_limits limit;
    const char *name; /* in `text`, as the next */
    const char *value;
    char text[UBGI_LINE_SIZE];
};

/* Reads a line without its end. Returns UBGI_NO_FAULT, or what is wrong with it, and then
 * `err` says what was expected. The command points into itself: do not copy it. */
enum ubgi_fault ubgi_command_read(const char *line, struct ubgi_command *command,
                                  struct error *err);
