#ifndef BOT_PLAYER_TALK_H
#define BOT_PLAYER_TALK_H
/*
 * What people say to us, as far as it is a command. Chat that is none must not be taken
 * for one: "about time!" or "level headed, are we?" get no answer.
 *
 *      help | stats | rematch | analysis | about
 *      level | level expert | level 1700 | level equal
 *      owner SECRET status | pause | resume | last | leave | level [LEVEL]
 *
 * Capitals do not matter (but in the secret), a "!" or "/" may stand before the word
 * and
 * ". ! ?" behind it.
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
    ORDER_NONE, /* not one of these */
    ORDER_STATUS,
    ORDER_PAUSE,
    ORDER_RESUME,
    ORDER_LAST,
    ORDER_LEVEL,
    ORDER_LEAVE
};

enum {
    TALK_ARGUMENT_MAX = 32, /* with the NUL; longer ones are no command */
    TALK_SECRET_MAX = 65,
    TALK_TEXT_MAX = 160 /* longer texts are no command */
};

struct talk {
    enum talk_word word;
    char argument[TALK_ARGUMENT_MAX]; /* of level, in small letters; "": none */
    /* owner */
    enum talk_order order;
    char secret[TALK_SECRET_MAX];
};

/* `text` as it was said, of any length. False, with TALK_NONE, when it is no command.
 */
bool talk_read(const char *text, struct talk *talk);

const char *talk_order_name(enum talk_order order); /* "status"; "none" */

/* Puts ??? where the secret of an owner command stands in a line that quotes what was
 * said, unless that is *** (the right one, masked already): one that is almost right is
 * nobody's business either. The line does not grow. */
void talk_mask(char *line);

/* The two in constant time, whatever they are. */
bool talk_is_secret(const char *said, const char *secret);

#endif
