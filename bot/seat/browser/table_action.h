#pragma once
/*
 * What the browser posts, a JSON object each: {"do":"hop","from":24,"to":18}. Reads bytes
 * of strangers.
 *
 *   do       the name of a seat's action (seat_action_name()), or one of those below
 *   number   games of a resignation;  length: points of a new match, 0: unlimited
 *   from, to points of a hop;  text: a play;  level;  drop: gives a match up
 *   rolls, forced, next, pips, left, dark, tutor, full (true or false), warn: with "set"
 */

#include "base/error.h"
#include "bot/seat/link/seat_store.h"

enum table_action_type {
    TABLE_ACT_SEAT,  /* seat */
    TABLE_ACT_SURE,  /* send what the tutor warned of */
    TABLE_ACT_HINT,  /* show the tutor's opinion, */
    TABLE_ACT_UNHINT /* hide it; take back what it warned of */
};

struct table_action {
    enum table_action_type type;
    struct seat_action seat;
    struct seat_preferences choices; /* of "set": all of them */
};

/* Reads an action; what "set" leaves out is as in `now`. False with `err`, in words for
 * the person. */
bool table_action_read(const char *text, size_t length,
                       const struct seat_preferences *now, struct table_action *action,
                       struct error *err);
