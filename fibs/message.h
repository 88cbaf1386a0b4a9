#ifndef FIBS_MESSAGE_H
#define FIBS_MESSAGE_H
/*
 * One line of the server as a message: which one it is, and its variable parts.
 *
 * message_table.inc holds a row per known line: id, pattern, sample. A pattern is
 * literal text with placeholders in braces; rows are tried from top to bottom and the
 * first that matches the whole line wins. Several rows may share an id (spellings of
 * one message).
 */

#include <stdbool.h>
#include <stddef.h>

#include "board.h"

/* FIBS_MSG_INVITE_N, FIBS_MSG_YOU_ROLL, ...: the id column of the table in capitals, in
 * the order of first appearance; FIBS_MSG_UNKNOWN is 0. */
enum fibs_message_id {
    FIBS_MSG_UNKNOWN,
#define FIBS_MESSAGE(id) FIBS_MSG_##id,
#include "message_ids.inc"
#undef FIBS_MESSAGE
    FIBS_MSG_COUNT
};

/* A part of the line; not terminated. */
struct fibs_slice {
    const char *text;
    size_t length;
};

enum {
    FIBS_NAMES_MAX = 4,
    FIBS_NUMBERS_MAX = 20,
    FIBS_REALS_MAX = 4,
    FIBS_TEXTS_MAX = 6
};

/* The parts stand in the order of their placeholders:
 *   names    {NAME} {DASHNAME}
 *   numbers  {N} {A} {B} {C} {FLAG} {TIME} {LEN} (unlimited: FIBS_UNLIMITED), {REDBL}
 *   reals    {F} {R}
 *   texts    {TEXT} {LIST} {WORD} {HOST} {TZ} {MOVES} {OFFS} and the other word classes
 * All slices point into the line given to fibs_message_read(). */
struct fibs_message {
    enum fibs_message_id id;
    struct fibs_slice line;
    int name_count, number_count, real_count, text_count;
    struct fibs_slice names[FIBS_NAMES_MAX];
    long numbers[FIBS_NUMBERS_MAX];
    double reals[FIBS_REALS_MAX];
    struct fibs_slice texts[FIBS_TEXTS_MAX];
    struct fibs_board board; /* only of FIBS_MSG_BOARD */
    struct fibs_slice rest;  /* text glued behind (a board, an accepted double, ...): to
                                be  read as a line of its own; empty when there is none */
};

/* Where the reader is in the server's output; zero-initialise. */
struct fibs_message_context {
    bool in_motd;       /* between CLIP 3 and 4: lines are FIBS_MSG_MOTD_TEXT */
    int last_redoubles; /* of the last good board; -1: none yet */
};

/* Recognises `line` (terminated, no line end). Bytes >= 0x80, BEL and other control
 * bytes, prompts in front ("login: ", "> ") and trailing blanks are to be stripped
 * before, by fibs_line. A line that is "board:..." but not usable is FIBS_MSG_BOARD_BAD
 * with the reason in texts[0]. Never fails: what nobody knows is FIBS_MSG_UNKNOWN. No
 * allocation. */
void fibs_message_read(struct fibs_message_context *context, const char *line,
                       struct fibs_message *message);

/* "invite_n", for logs. */
const char *fibs_message_name(enum fibs_message_id id);

/* Whether the slice is exactly `text`. */
bool fibs_slice_is(struct fibs_slice slice, const char *text);

/* Copies into a terminated buffer, cutting what does not fit; returns buffer. */
char *fibs_slice_copy(struct fibs_slice slice, char *buffer, size_t size);

#endif
