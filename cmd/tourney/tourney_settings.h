#ifndef CMD_TOURNEY_TOURNEY_SETTINGS_H
#define CMD_TOURNEY_TOURNEY_SETTINGS_H
/*
 * What is played: the settings of a match or a tournament from its command line, and the
 * matches that follow from them.
 */

#include <stdatomic.h>
#include <stdbool.h>

#include "arena/arena_runner.h"
#include "arena/player_spec.h"
#include "arena/rating/rating.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"

/* One match, or all those of a round robin or a gauntlet. */
enum tourney_form { TOURNEY_MATCH, TOURNEY_ROUND_ROBIN, TOURNEY_GAUNTLET };

enum {
    TOURNEY_PATH_MAX = PATHS_MAX + 32,
    TOURNEY_MATCHES_MAX = RATING_PLAYERS_MAX * (RATING_PLAYERS_MAX - 1) / 2
};

struct tourney_database;

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
    bool has_sprt;
    struct rating_sprt sprt; /* LOW and HIGH as given: Elo in matches */
    atomic_bool is_over;
    int lines_shown; /* of the table on the terminal (tourney_live.h) */
    enum tourney_form form;
    const char *anchor; /* a player; NULL: none */
    struct rating_standings standings;
    struct tourney_database *results;                 /* of `database`; or NULL */
    char shown[RATING_PLAYERS_MAX][PLAYER_NAME_SIZE]; /* the names in the standings */
    const char *typed[RATING_PLAYERS_MAX];            /* as they were typed */
};

/* A match alone, or one of a tournament. */
struct tourney_match {
    struct tourney_settings *settings;
    int pairing[2];                  /* the players, by their places in the standings */
    const char *name[2];             /* as they were typed */
    char shown[2][PLAYER_NAME_SIZE]; /* as reports show them */
    char player[2][NAMED_PLAYER_SPEC_SIZE];
    char identity[2][ARENA_PLAYER_IDENTITY_SIZE];
    char conditions[ARENA_RESULTS_CONDITIONS_MAX];
    char file[TOURNEY_PATH_MAX]; /* of results; "": none */
    char records[TOURNEY_PATH_MAX];
    struct tourney_record *record; /* or NULL */
    struct rating_sprt_run test;
    int64_t database_id;  /* of the match in the database, and */
    int64_t player_id[2]; /* of its players */
};

#endif
