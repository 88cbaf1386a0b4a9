#pragma once
/*
 * Recognises commands in what users tell us. Chat must not be taken for a command:
 * "about time!" or "level headed, are we?" get no answer.
 *
 *      help | stats | rematch | analysis | about
 *      level | level expert | level 1700 | level equal
 *      owner SECRET status | pause | resume | last | leave | again |
 *                   level [LEVEL]
 *
 * Case is ignored, except in the secret. A "!" or "/" may precede the word, and one of
 * ". ! ?" may follow it.
 */

#include <stdbool.h>

enum talk_word {
    TALK_NONE,
    TALK_HELP,
    TALK_LEVEL,
    TALK_STATS,
    TALK_REMATCH,
    TALK_ANALYSIS,
    TALK_ABOUT,
    TALK_OWNER
};

enum talk_order {
    TALK_ORDER_NONE, /* not one of these */
    TALK_ORDER_STATUS,
    TALK_ORDER_PAUSE,
    TALK_ORDER_RESUME,
    TALK_ORDER_LAST,
    TALK_ORDER_LEVEL,
    TALK_ORDER_LEAVE,
    TALK_ORDER_AGAIN
};

enum {
    TALK_ARGUMENT_MAX = 32, /* with the NUL; longer ones are not commands */
    TALK_SECRET_MAX = 65,
    TALK_TEXT_MAX = 160 /* longer texts are not commands */
};

struct talk {
    enum talk_word word;
    char argument[TALK_ARGUMENT_MAX]; /* of level, in small letters; "": none */
    /* owner */
    enum talk_order order;
    char secret[TALK_SECRET_MAX];
};

/* Reads `text`, of any length. False, with TALK_NONE, when it is not a command. */
bool talk_read(const char *text, struct talk *talk);

const char *talk_order_name(enum talk_order order); /* "status"; "none" */

/* Replaces the secret of an owner command in a line by ???, unless it is *** (the right
 * secret, masked already): a wrong secret may be almost right. The line does not grow. */
void talk_mask(char *line);

/* Compares the two in constant time. */
bool talk_is_secret(const char *said, const char *secret);
