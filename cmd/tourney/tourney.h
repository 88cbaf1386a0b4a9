#pragma once
/*
 * A contest, played or read from its result files: its settings, its matches, and what
 * the files of this room do with them.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "arena/arena_runner.h"
#include "arena/player_spec.h"
#include "arena/rating/rating.h"
#include "base/cli_command.h"
#include "base/file.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"

/* One match, or all those of a round robin or a gauntlet. */
enum tourney_form { TOURNEY_MATCH, TOURNEY_ROUND_ROBIN, TOURNEY_GAUNTLET };

enum {
    TOURNEY_PATH_MAX = PATHS_MAX + 32,
    TOURNEY_MATCHES_MAX = RATING_PLAYERS_MAX * (RATING_PLAYERS_MAX - 1) / 2,
    TOURNEY_GAMES_LEAST = 1 /* one pair, as 2 */
};

/* The settings of a match, or of all matches of a tournament. */
struct tourney_settings {
    struct arena_runner_options runner;
    struct long_run run;
    int64_t games;  /* an odd number is rounded up */
    bool has_units; /* pairs units[0] .. units[1] alone */
    int64_t units[2];
    bool is_merge; /* no play: `merged` files become one */
    int merged;
    const char *const *merge; /* the new file, then those */
    char weights[PATHS_MAX];  /* of "fibsbot", and the default ones for luck */
    const char *name[2];      /* as they were typed, of a match alone */
    const char *luck_weights; /* NULL: the shipped weights */
    const char *records;      /* folder; NULL: none */
    const char *database;     /* file; NULL: none */
    const char *page;         /* file; NULL: none */
    const char *saved; /* result files to report, instead of playing; NULL: none */
    bool is_json, is_csv;
    bool is_reduced; /* results have the luck taken out */
    bool has_sprt;
    struct rating_sprt sprt; /* LOW and HIGH as given: Elo in matches */
    atomic_bool is_over;
    int lines_shown; /* of the table on the terminal */
    enum tourney_form form;
    const char *anchor; /* a player; NULL: none */
    struct rating_standings standings;
    struct tourney_database *results;                 /* of `database`; or NULL */
    char shown[RATING_PLAYERS_MAX][PLAYER_NAME_SIZE]; /* the names in the standings */
    const char *typed[RATING_PLAYERS_MAX];            /* as they were typed */
};

/* A match alone, or one of a tournament. Of saved results only the first three are set. */
struct tourney_match {
    struct tourney_settings *settings;
    int pairing[2]; /* the players, by their places in the standings */
    char conditions[ARENA_RESULTS_CONDITIONS_MAX];
    const char *name[2];  /* as they were typed */
    const char *shown[2]; /* as reports show them */
    char player[2][NAMED_PLAYER_SPEC_SIZE];
    char identity[2][ARENA_PLAYER_IDENTITY_SIZE];
    char file[TOURNEY_PATH_MAX]; /* of results; "": none */
    char records[TOURNEY_PATH_MAX];
    struct tourney_record *record; /* or NULL */
    struct rating_sprt_run test;
    int64_t database_id;  /* of the match in the database, and */
    int64_t player_id[2]; /* of its players */
};

/* All matches and what becomes of them. */
struct tourney {
    struct tourney_match match[TOURNEY_MATCHES_MAX];
    struct arena_runner_options options[TOURNEY_MATCHES_MAX];
    struct arena_runner_result result[TOURNEY_MATCHES_MAX];
    int count;
    char name[RATING_PLAYERS_MAX]
             [PLAYER_NAME_SIZE]; /* of players, as files have them */
};

/* ---- what the command line says (tourney_entrants.c) ----------------------------- */

/* The words of --luck, by enum luck_evaluation; NULL at the end. */
extern const char *const tourney_luck_words[];

/* For cli_command.check: enters the players, the words of the command line beside its
 * options, into the settings. */
bool tourney_entrants_check(const struct cli_call *call);

/* Enters a player, shown by its own name if it has one; `name` must live as long. */
void tourney_entrants_add(struct tourney_settings *settings, const char *name);

/* Finds the player of --anchor in the standings, by the name as it was typed or as it is
 * shown. False with `err` if there is none, or if --json cannot write a name. */
bool tourney_entrants_check_shown(struct tourney_settings *settings, struct error *err);

/* ---- the matches (tourney_matches.c) --------------------------------------------- */

/* The next pairing, places from 0, of all: {0, 1}, {0, 2}, ... {1, 2}, .... Begin with
 * {0, 0}; false behind the last. */
bool tourney_matches_next(int pairing[2]);

/* "FILE.1-2": where a tournament keeps what is of a pairing. */
void tourney_matches_path(const char *file, const int pairing[2],
                          char path[TOURNEY_PATH_MAX]);

/* Completes the settings and makes all matches: who meets whom, in which files, under
 * which conditions. Returns false with `err` if a player or an option cannot be used.
 * tourney_matches_close() in any case. */
bool tourney_matches_make(struct tourney_settings *settings, struct tourney *tourney,
                          struct error *err);

/* Closes match files. Returns false with `err`, which may be NULL, if something could not
 * be written. */
bool tourney_matches_close(struct tourney *tourney, struct error *err);

/* ---- playing and reporting (tourney_run.c) --------------------------------------- */

/* For cli_command.run, with struct tourney_settings: plays the matches and prints what
 * comes of them, reports result files, or joins them. */
int tourney_run(const struct cli_call *call);

/* ---- result files (tourney_saved.c, tourney_merge.c) ----------------------------- */

/* Who plays in a match with these conditions, the first line of its file, in the words of
 * today. Returns what stands behind the players; NULL: they name nobody. */
const char *tourney_saved_players(const char *conditions,
                                  char name[2][PLAYER_NAME_SIZE]);

/* Reads the file of --report, which may be growing, or FILE.1-2, FILE.1-3 and so on if
 * there is no such file, into the settings (rules, players, standings) and `tourney`,
 * which is all zeros. Counts every pair that is there, in the unit of the first file;
 * players are named in the words of the files (player_spec_as_kept()). Returns false with
 * `err` if there is none, or one is no result file; frees `result` in any case. */
bool tourney_saved_read(struct tourney_settings *settings, struct tourney *tourney,
                        struct error *err);

/* Sorts pairs and leaves one of each; refuses two results of one. */
bool tourney_saved_order(struct arena_results *all, struct error *err);

/* `tourney merge OUT FILE...`: joins result files of one contest that were made in pieces
 * (--units), on several machines perhaps. Writes the pairs of all files, in the order of
 * their numbers, to the new file OUT: the bytes that one run on one thread would have
 * written. A tournament has files FILE.1-2 and so on, and makes OUT.1-2. A file of other
 * conditions (players, weights, rules, seed), and two results of one pair are refused with
 * `err`, and then nothing is written. Prints what was joined and which pairs are missing:
 * of --units, or up to the last that is there. Returns an exit status: 3 if some are. */
int tourney_merge(const struct tourney_settings *settings, struct error *err);

/* ---- match files (tourney_record.c) ---------------------------------------------- */

/* Match files (match/record.h) of a match: one for each match or money game, named by
 * the second player with the number of the pair and a or b, its half.
 *
 * NULL: no memory. A resumed match plays the pair again in which it was killed, and
 * replaces the file that is left of that pair; files of other contests of the same players
 * stay, which their [Event] tells. */
struct tourney_record *tourney_record_new(const struct tourney_match *match);

/* An arena_watcher's function; `context` is the record. The first error that it meets
 * is kept. */
void tourney_record_tell(void *context, const struct arena_event *event);

/* Closes all files. False with `err` (may be NULL) if something could not be written.
 */
bool tourney_record_free(struct tourney_record *records, struct error *err);

/* ---- the database (tourney_database.c) ------------------------------------------- */

/* Results in an SQLite file, `tourney --database`: players, matches, pairs, games, faults
 * (docs/TOURNAMENTS.md shows the tables). A pair and its games are one transaction, made
 * before the pair's line is written to the result file of --save. Of the pairs that a run
 * is to play, those that are not in its result file, as a kill leaves one, are removed when
 * the match goes on, and pairs of the file that are not in the database are entered, without
 * games: so both have the same pairs. Pairs beyond --games or --units stay. A fault stands
 * from the moment in which it happened, also before the match is begun.
 *
 * Several matches and tournaments may share a file, one program at a time writing to it.
 *
 * Opens or makes the file. NULL with `err` on failure. */
struct tourney_database *tourney_database_open(const char *path, struct error *err);

/* Closes it; `database` may be NULL. Returns false with `err` if a fault could not be
 * written. */
bool tourney_database_close(struct tourney_database *database, struct error *err);

/* For arena_runner_options, with a struct tourney_match whose settings have the database.
 * tourney_database_begin() refuses a match that is in the database already, unless it is
 * resumed. */
bool tourney_database_begin(void *context, const struct arena_pair *pairs,
                            int64_t count, struct error *err);
bool tourney_database_keep(void *context, const struct arena_pair *pair,
                           const struct arena_games *games, struct error *err);

/* Enters a fault of a match (struct tourney_match). */
void tourney_database_fault(void *context, const struct arena_fault *fault);

/* ---- reports (tourney_report.c) -------------------------------------------------- */

/* Begins the sequential test of a match. */
void tourney_report_begin(struct tourney_match *match);

/* For arena_runner_options.wants_more, with a match: enters the pair into the
 * sequential test. Returns false once it has decided. */
bool tourney_report_wants_more(void *context, const struct arena_pair *pair);

/* For arena_runner_options.report: brings the standings up to date, shows them and a line
 * of progress on standard error, and ends the matches once a signal has come. `context` is
 * the first match of an array. */
void tourney_report_progress(void *context,
                             const struct arena_runner_progress *progress);

/* Takes the table of a running tournament, which is drawn again in its place as results
 * come, and the line of progress off the terminal, before anything else is printed. */
void tourney_report_clear(struct tourney_settings *settings);

/* For arena_runner_options.tell_fault, with a match: prints a line on standard error. */
void tourney_report_fault(void *context, const struct arena_fault *fault);

/* Enters the result of a match into standings. */
void tourney_report_enter(const struct tourney_match *match,
                          const struct arena_figures *figures,
                          struct rating_standings *standings);

/* Writes "7-point matches" and the like. */
void tourney_report_rules(const struct arena_rules *rules, FILE *out);

/* Writes "40 games: won 70.00 %" and further shares of them (arena/pair_counts.inc). */
void tourney_report_games(const struct arena_figures *figures, FILE *out);

/* The results of a match, of a pair at least: as text, with a row for weights/LOG.md, or as
 * a line of JSON. */
void tourney_report_print(const struct tourney_match *match,
                          const struct arena_runner_result *result);
void tourney_report_json(const struct tourney_match *match,
                         const struct arena_runner_result *result);

/* ---- the standings (tourney_table.c) --------------------------------------------- */

/* What is shown of a player. Without ratings results do not link all players, and the
 * order is that of the mean results. */
struct tourney_row {
    const struct rating_standings *standings; /* those that it is of */
    int player;
    int rank; /* from 1 */
    bool has_rating;
    bool has_error;              /* not of one pair, nor where all ended alike */
    double rating, rating_error; /* its standard error */
    double rating_half;          /* half of its 95 % interval */
    double superiority;          /* likelihood of it over the next player */
    struct arena_mean mean;
    int64_t pairs;
    int64_t samples; /* pairs of the rarest opponent; 0: all ended alike, no error */
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
 * "fit": {...}}. In JSON and CSV an "error" is a standard error, "low" and "high" are the
 * ends of a 95 % interval. */
void tourney_table_json(const struct rating_standings *standings, FILE *out);

/* Writes a heading and a line for each player, best first. */
void tourney_table_csv(const struct rating_standings *standings, FILE *out);

/* ---- the page (tourney_page.c) --------------------------------------------------- */

/* Begins the draft of the page of --html, which takes the place of no other file but a
 * page. False with `err`. */
bool tourney_page_open(const struct tourney_settings *settings,
                       struct file_draft *draft, struct error *err);

/* Writes the page of --html: standings, cross table and curves, in one file without
 * scripts or anything from elsewhere. It takes the place of the file at once. Returns
 * false with `err` on failure. */
bool tourney_page_write(const struct tourney_settings *settings,
                        const struct tourney *tourney, struct error *err);
