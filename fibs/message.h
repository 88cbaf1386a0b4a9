#pragma once
/*
 * Recognises a line of the server as a message with variable parts.
 *
 * message_table.inc holds a row per known line: id, pattern, sample. A pattern is
 * literal text with placeholders in braces; rows are tried from top to bottom and the
 * first that matches the whole line wins. Several rows may share an id (spellings of
 * one message). Servers differ in full stops and blanks (pattern.h says what is
 * optional).
 */

#include <stdbool.h>
#include <stddef.h>

#include "fibs/board.h"

/* FIBS_MSG_INVITE_N, FIBS_MSG_YOU_ROLL, ...: the messages of the table in its order;
 * FIBS_MSG_UNKNOWN is 0. */
enum fibs_message_id {
    FIBS_MSG_UNKNOWN,
#define NEW(id, name, pattern, sample) FIBS_MSG_##id,
#include "fibs/message_table.inc"
    FIBS_MSG_COUNT
};

/* A part of the line, not NUL-terminated. */
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

/* The parts are in the order of their placeholders, each kind counted by itself:
 *   names    {NAME} {DASHNAME}; shorter than FIBS_NAME_MAX; "-" is nobody
 *   numbers  {N} {A} {B} {C}, {DIE} 1..6, {FLAG} 0 or 1, {LEN} and {REDBL} ("none" is
 *            0, "unlimited" FIBS_UNLIMITED): all these fit an int.
 *            {TIME}: seconds since 1970 (a clone sends milliseconds)
 *   reals    {F} {R}
 *   texts    {TEXT} {LIST} {WORD} {HOST} {TZ} {MOVES} {OFFS} and the other word classes
 *
 * So "5 opp_a - - 1 0 1500.00 12 3 1040515752 host - -" has names opp_a, -, -; numbers
 * 1 (ready), 0 (away), 12 (experience), 3 (idle), 1040515752; real 1500.00; texts host,
 * -, -. Of CLIP 2 the numbers are the tokens 2..14 without the rating, then 16..20. All
 * slices point into the line given to fibs_message_read(). Parts that a spelling of the
 * message does not have are missing from the end; unused parts are empty or 0. */
struct fibs_message {
    enum fibs_message_id id;
    struct fibs_slice line;
    int name_count, number_count, real_count, text_count;
    struct fibs_slice names[FIBS_NAMES_MAX];
    long numbers[FIBS_NUMBERS_MAX];
    double reals[FIBS_REALS_MAX];
    struct fibs_slice texts[FIBS_TEXTS_MAX];
    struct fibs_board board;  /* only of FIBS_MSG_BOARD */
    struct error board_error; /* only of FIBS_MSG_BOARD_BAD: what is wrong */
    /* Text that follows the message without a line end (a board, an accepted double,
     * ...): read it as a line of its own after this message. rest.text is
     * NUL-terminated. Empty if there is none. */
    struct fibs_slice rest;
};

/* State of the reader over lines; zero-initialise it for each connection. */
struct fibs_message_context {
    bool in_motd;       /* between CLIP 3 and 4: lines are FIBS_MSG_MOTD_TEXT */
    int motd_lines;     /* so far; after 1,000 the end counts as lost */
    bool in_away_list;  /* after FIBS_MSG_AWAY_HEAD: rows "NAME: TEXT" */
    bool after_goodbye; /* unknown lines until the end are FIBS_MSG_GOODBYE, too */
    int last_redoubles; /* of the last good board */
};

/* Recognises `line` (NUL-terminated, no line end), as fibs_line returns it: without
 * control bytes, bytes >= 0x80, prompts and trailing blanks. A line that is "board:..."
 * but not usable is FIBS_MSG_BOARD_BAD with the reason in board_error. An empty line is
 * FIBS_MSG_UNKNOWN, to be ignored. Never fails: an unknown line is FIBS_MSG_UNKNOWN, or
 * FIBS_MSG_UNKNOWN_STARRED when it begins with "** " like the server's refusals. No
 * allocation. */
void fibs_message_read(struct fibs_message_context *context, const char *line,
                       struct fibs_message *message);

/* Returns the name of a message for logs: "invite_n". */
const char *fibs_message_name(enum fibs_message_id id);

/* Returns whether the slice equals `text`. */
bool fibs_slice_is(struct fibs_slice slice, const char *text);

/* Copies the slice into a buffer of `size` > 0 bytes, NUL-terminated and truncated if
 * needed. Returns `buffer`. */
char *fibs_slice_copy(struct fibs_slice slice, char *buffer, size_t size);
