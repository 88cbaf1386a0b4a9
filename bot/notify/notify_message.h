#ifndef BOT_NOTIFY_NOTIFY_MESSAGE_H
#define BOT_NOTIFY_NOTIFY_MESSAGE_H
/*
 * What a notification says, in the shapes that services want. Names and texts of others
 * stand in it as plain text: nobody can be called (@everyone) or linked by a user name
 * or a line of chat.
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
    NOTIFY_EVENTS
};
const char *notify_event_name(enum notify_event event); /* "start" */

/* Reads "start, end, error" into a set, bit n for event n. False with `why`. */
bool notify_events_read(const char *text, unsigned *events, struct error *err);

/* What the receiver understands: a row each of the table of shapes, in the order of the
 * words of notify.shape. */
enum notify_shape { NOTIFY_JSON, NOTIFY_DISCORD, NOTIFY_SLACK, NOTIFY_NTFY };
bool notify_shape_has_topic(enum notify_shape shape); /* its address ends in one */

struct notify_message {
    enum notify_event event;
    int64_t at_s;
    const char *account;
    const char *opponent; /* of match events; else "" */
    int length;           /* 0: unlimited */
    bool is_resumed;
    int my_score, their_score;
    bool has_rating;
    double rating, rating_change;
    const char *text; /* of errors and disconnections */
};

/* The body to send, to be freed; NULL: no memory. `topic`: of a shape that has one. */
char *notify_body(enum notify_shape shape, const char *topic,
                  const struct notify_message *message);

/* Lower case hexadecimal HMAC-SHA256 of "TIMESTAMP.BODY" under the secret. */
enum { NOTIFY_SIGNATURE_SIZE = 65 };
bool notify_sign(const char *secret, const char *timestamp, const char *body,
                 char signature[NOTIFY_SIGNATURE_SIZE]);

#endif
