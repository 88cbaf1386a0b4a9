#pragma once
/*
 * One decision: the position and everything else it depends on. Its text forms are GNU
 * ids (position_id.h), XGIDs (xgid.h) and OGIDs (ogid.h). FIBS board lines are fibs/board.h;
 * bot/fibs/translate.h joins them to these types.
 */

#include "base/error.h"
#include "engine/board/board_view.h"
#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/roll.h"

/* Position and match state of one decision. `mine` is the player who decides and is on
 * roll, or answers a double or a resignation. */
struct decision_context {
    struct position pos;
    struct match_state ms; /* seen by `mine` */
    struct roll roll;      /* {0, 0} before the roll */
    bool is_doubled; /* the opponent, on roll, has doubled and mine must take or pass;
                      * ms.cube is the value before the double */
    int resigned;    /* the opponent offers to resign 1, 2 or 3 times the cube; 0: no
                      * resignation offered */
    bool is_opponent_on_roll; /* always true when is_doubled; otherwise only possible
                               * with a resignation */
    bool has_no_cube;         /* nobody may double in this game or match */
};

/* Reads an XGID, an OGID, "POSITIONID" or "POSITIONID:MATCHID", with or without blanks around
 * it. What the text does not say defaults to money play without Jacoby rule or beavers,
 * before the roll.
 *
 * Returns false with `err` and leaves `at` unchanged when the text is in none of these
 * forms, or when the game is over, so that there is nothing to analyse. */
bool decision_context_read(const char *text, struct decision_context *at,
                           struct error *err);

/* What mine, who is to act, sees. */
struct board_view decision_context_view(const struct decision_context *at);

/* Why the rules do not allow the double that mine is to answer; NULL: they do, or mine
 * answers none. */
const char *decision_context_double_fault(const struct decision_context *at);
