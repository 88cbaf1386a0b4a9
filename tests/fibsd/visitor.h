#pragma once
/* A client of the core for tests: sends lines, reads lines, no socket. */

#include "server/fibsd.h"

struct visitor {
    struct fibsd_connection *connection;
    char name[64];
    char text[8192]; /* the line or rest handed out last */
};

/* Connects; the greeting is left to be read. */
void visitor_arrive(struct visitor *visitor, struct fibsd *core, const char *host);

/* Connects, logs in in CLIP mode with the given password and reads up to the end of the
 * who list. False: the login failed. */
bool visitor_login(struct visitor *visitor, struct fibsd *core, const char *name,
                   const char *password);

void visitor_send(struct visitor *visitor, const char *line);

/* The next complete line without its end; NULL: there is none. */
const char *visitor_line(struct visitor *visitor);

/* The same, without the lines 5 to 8 about users coming and going, and empty ones. */
const char *visitor_news(struct visitor *visitor);

/* Reads up to the first line that begins with `prefix`; NULL: none does. */
const char *visitor_find(struct visitor *visitor, const char *prefix);

/* What stands behind the last complete line, without taking it. */
const char *visitor_rest(struct visitor *visitor);

/* Throws away all that has come. */
void visitor_flush(struct visitor *visitor);

/* The link breaks. */
void visitor_vanish(struct visitor *visitor);

/* Sets the dice to come, in pairs, before random ones; at most 64 numbers. */
void visitor_load_dice(struct fibsd *core, const int *dice, int count);
