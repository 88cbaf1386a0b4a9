#pragma once
/* Completes the last word of a line that a person types at the table: commands, levels,
 * and the moves that are legal after those before it. Pure. */

#include "bot/seat/state/seat.h"

enum { TERMINAL_CHOICES_MAX = HOPS_TARGETS_MAX, TERMINAL_CHOICE_SIZE = 24 };

struct terminal_choices {
    int count;
    char choice[TERMINAL_CHOICES_MAX][TERMINAL_CHOICE_SIZE]; /* whole words */
    char common[TERMINAL_CHOICE_SIZE]; /* letters that all of them add to the word */
};

/* Finds the words that can stand for the last one of `line`, which ends at the cursor; none
 * if it fits nothing. */
void terminal_complete(const char *line, const struct seat_view *view,
                       struct terminal_choices *choices);

/* Writes them one beside the other, as many as there is room for. */
void terminal_complete_list(const struct terminal_choices *choices, char *text,
                            size_t size);
