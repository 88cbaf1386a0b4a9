#pragma once
/*
 * Writes notifications in the formats of several services. Names and texts of other users
 * appear as plain text: a user name or a line of chat cannot mention people (@everyone) or
 * make links.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum notify_event {
    NOTIFY_START, /* a match starts or is resumed */
    NOTIFY_END,
    NOTIFY_SAVED, /* left or cut off; it may go on later */
    NOTIFY_ERROR,
    NOTIFY_DISCONNECT,
    NOTIFY_ROUND,  /* of a tournament: a round begins */
    NOTIFY_RESULT, /* a match of a tournament is over */
    NOTIFY_FINISH, /* the tournament is over */
    NOTIFY_STUCK,  /* a saved match is set aside; text: why */
    NOTIFY_EVENTS
};
const char *notify_event_name(enum notify_event event); /* "start" */

/* Reads "start, end, error" into a set, bit n for event n. False with `why`. */
bool notify_events_read(const char *text, unsigned *events, struct error *err);

/* The format that the receiver understands: rows of the table of shapes, in the order of
 * the words of notify.shape. */
enum notify_shape { NOTIFY_JSON, NOTIFY_DISCORD, NOTIFY_SLACK, NOTIFY_NTFY };
bool notify_shape_has_topic(enum notify_shape shape); /* its address ends in a topic */

struct notify_message {
    enum notify_event event;
    int64_t at_s;
    const char *account;  /* or the name of the tournament */
    const char *opponent; /* of match events; else "" */
    int length;           /* 0: unlimited */
    bool is_resumed;
    bool is_unkept; /* NOTIFY_SAVED: the server does not save it */
    int my_score, their_score;
    bool has_rating;
    double rating, rating_change;
    const char *text; /* of errors, disconnections and tournaments */
};

/* Returns the body to send; the caller frees it. `topic`: for a shape that has one. NULL:
 * no memory. */
char *notify_body(enum notify_shape shape, const char *topic,
                  const struct notify_message *message);
