#ifndef BOT_SEAT_TERMINAL_TERMINAL_TEXT_H
#define BOT_SEAT_TERMINAL_TERMINAL_TEXT_H
/* What the terminal says at the table, in words. Pure. */

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

/* The last sentences, oldest first. */
struct terminal_log {
    int count;
    char lines[TERMINAL_LOG_LINES][TERMINAL_TEXT_SIZE];
};

/* Adds one; control bytes become blanks. "" adds nothing. */
void terminal_log_add(struct terminal_log *log, const char *text);

#endif
