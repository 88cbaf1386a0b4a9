#ifndef CMD_TOURNEY_TOURNEY_TABLE_H
#define CMD_TOURNEY_TOURNEY_TABLE_H
/*
 * The standings of a tournament as text, JSON and CSV. In JSON and CSV an "error" is a
 * standard error, "low" and "high" are the ends of a 95 % interval; in the text every
 * column says what it has.
 */

#include <stdio.h>

#include "arena/rating/rating.h"

/* What is shown of a player. Without ratings results do not link all players, and the
 * order is that of the mean results. */
struct tourney_row {
    const struct rating_standings *standings; /* those that it is of */
    int player;
    int rank;                    /* from 1 */
    bool has_rating;             /* that is, the next four */
    double rating, rating_error; /* its standard error */
    double rating_half;          /* half of its 95 % interval */
    double superiority;          /* likelihood of it over the next player */
    struct arena_mean mean;
    int64_t pairs;
    int64_t samples; /* behind the error of the mean: pairs of the rarest opponent */
};

struct tourney_rows { /* best first */
    struct tourney_row row[RATING_PLAYERS_MAX];
    bool has_ratings;
    struct rating_fit fit;
};

struct tourney_rows tourney_table_rows(const struct rating_standings *standings);

/* Said where pairings share their dice. */
extern const char tourney_table_dice_words[];

/* Writes a sentence about the test of fit; nothing without one. */
void tourney_table_write_fit(const struct tourney_rows *table, FILE *out);

/* Writes the rows of an HTML table, with its headings. */
void tourney_table_page(const struct tourney_rows *table, FILE *out);

/* Prints the players, best first, with ratings from all pairings together, mean results
 * and, with `has_pairings`, all pairings. Without ratings if results do not link all
 * players. */
void tourney_table_print(const struct rating_standings *standings, bool has_pairings,
                         FILE *out);

/* Writes one line: {"standings": [...], "pairings": [...], "unit": "elo" or "points",
 * "fit": {...}}. */
void tourney_table_json(const struct rating_standings *standings, FILE *out);

/* Writes a heading and a line for each player, best first. */
void tourney_table_csv(const struct rating_standings *standings, FILE *out);

#endif
