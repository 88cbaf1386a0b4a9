#pragma once
/* What the terminal shows at the table: events and the state in words, and the page. Pure. */

#include "bot/seat/state/seat.h"

enum { TERMINAL_TEXT_SIZE = 240, TERMINAL_LOG_LINES = 24 };

/* Writes an event as a sentence; "" for what the board shows anyway. */
void terminal_text_event(const struct seat_view *view, const struct seat_event *event,
                         char text[TERMINAL_TEXT_SIZE]);

/* Writes what the person may do now: "Roll, or double. Enter: roll". */
void terminal_text_state(const struct seat_view *view, char text[TERMINAL_TEXT_SIZE]);

/* Writes the prompt: "4-2> ". */
void terminal_text_prompt(const struct seat_view *view, char text[TERMINAL_TEXT_SIZE]);

/* Writes why an action is not allowed at this phase; of usual mistakes, in words of
 * their own. */
void terminal_text_refusal(enum seat_phase phase, enum seat_action_type type,
                           char text[TERMINAL_TEXT_SIZE]);

/* Writes the pip counts of both, and who is ahead. */
void terminal_text_pips(const struct seat_view *view, char text[TERMINAL_TEXT_SIZE]);

/* What is said at the end, a line; "": no match is left. */
const char *terminal_text_farewell(const struct seat_view *view);

/* The last sentences, oldest first. */
struct terminal_log {
    int count;
    char lines[TERMINAL_LOG_LINES][TERMINAL_TEXT_SIZE];
};

/* Adds one; control bytes become blanks. "" adds nothing. */
void terminal_log_add(struct terminal_log *log, const char *text);
/* Takes the last sentence out again, if it is this one. */
void terminal_log_drop(struct terminal_log *log, const char *text);
/* Adds an error, or why something is refused, as a sentence. */
void terminal_log_error(struct terminal_log *log, const char *text);
/* Adds what goes without asking. */
void terminal_log_choices(struct terminal_log *log, const struct seat_choices *choices);
void terminal_log_print(struct terminal_log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- the page -------------------------------------------------------------------- */

/*
 * The page of the terminal, above the line that is typed: the board with what is made of
 * the play, the last sentences, and what the person may do. It fits the terminal; on one
 * of 80 x 24 the board has 13 lines and 7 sentences stand below. Pure.
 */
enum { TERMINAL_PAGE_SIZE = 16384, TERMINAL_PAGE_LINES = 64 };

struct terminal_size {
    int rows, columns;
};

struct terminal_page {
    int count; /* of lines */
    int used;
    const char *lines[TERMINAL_PAGE_LINES]; /* in `text`; fit the columns */
    char text[TERMINAL_PAGE_SIZE];
};

/* Makes the page, at most rows - 2 lines: the line that is typed and its end follow. On
 * too few rows for the board it says so instead. */
void terminal_page_make(const struct seat_view *view, const struct terminal_log *log,
                        struct terminal_size size, bool has_colours,
                        struct terminal_page *page);

/* Makes a page of lines instead. */
void terminal_page_lines(const char *text, struct terminal_size size,
                         struct terminal_page *page);

/* Makes a page of the commands from row `first` of their table on. Returns the row with
 * which the next page begins, 0 after the last. */
int terminal_page_help(struct terminal_size size, int first,
                       struct terminal_page *page);
