#pragma once
/*
 * A tournament as it is shown: on the status page (table of the entrants against each
 * other, or bracket, and the matches with their times), as JSON, and as text for a
 * terminal. From rows of the director, whether they are those of a running tournament or
 * were read from its database.
 */

#include <stdio.h>

#include "bot/director/director_rows.h"

struct status_tournament {
    const char *name;
    const struct director_rows *rows;
    const struct director_times *times; /* of the matches */
};

/* "double round robin, 4 entrants, 5 point matches": what is played. */
enum { STATUS_TOURNAMENT_WORDS_SIZE = 120 };
void status_tournament_words(const struct status_tournament *tournament,
                             char text[STATUS_TOURNAMENT_WORDS_SIZE]);

/* The number of matches that are over, and of all that there will be as far as is known;
 * both without byes. */
int status_tournament_over(const struct director_rows *rows);
int status_tournament_all(const struct director_rows *rows);

/* director_table() with room of its own; 0 also without memory. */
int status_tournament_table(const struct director_rows *rows,
                            struct table_row table[DIRECTOR_ENTRANTS_MAX]);

/* What one entrant has against another, a word of a few letters a match, in order: "1"
 * won, "0" lost, "+" and "-" the same without playing to the end, "*" being played or
 * called, "s" saved, "v" void, "." to come. "": they do not meet. */
enum { STATUS_TOURNAMENT_CELL_SIZE = 2 * PAIRING_LEGS_MAX + 2 };
void status_tournament_cell(const struct director_rows *rows, int entrant, int opponent,
                            char text[STATUS_TOURNAMENT_CELL_SIZE]);

/* "5-2", "forfeit", "saved", "playing": how a match stands, for side 0 or 1 first. */
enum { STATUS_TOURNAMENT_STATE_SIZE = 48 };
void status_tournament_state(const struct director_rows *rows,
                             const struct director_match *match, int side,
                             char text[STATUS_TOURNAMENT_STATE_SIZE]);

/* Write a section of the status page, an object of JSON with its line end, or text: with
 * all matches (is_whole), or those that are called, played or saved. */
void status_tournament_html(const struct status_tournament *tournament, FILE *out);
void status_tournament_json(const struct status_tournament *tournament, FILE *out);
void status_tournament_text(const struct status_tournament *tournament, bool is_whole,
                            FILE *out);
