#pragma once
/* What a person's seat keeps between runs, in one JSON file, for browser and terminal:
 * choices, level, how far the match has come, the address, and the results of the last
 * matches. */

#include <time.h>

#include "bot/net/http_server.h"
#include "bot/seat/state/seat.h"

enum {
    SEAT_RESULTS_MAX = 20,
    SEAT_STORE_MAX = 65536 /* bytes of the file */
};

/* How somebody likes the table; kept between runs. */
struct seat_preferences {
    bool rolls, forced, next; /* as in struct seat_choices */
    bool pips;                /* shown */
    bool left;                /* bear off at the left */
    bool dark;                /* play the dark checkers */
    bool tutor;
    bool full;   /* the tutor tells the better play; else it warns without the answer */
    int pace;    /* of what the terminal shows: 0 calm, 1, 2 quick */
    double warn; /* about plays that lose so much equity; 0: never */
};

#define SEAT_WARN_MAX 1.0
#define SEAT_PACE_MAX 2

struct seat_result {
    time_t when;
    char level[LEVEL_TEXT_SIZE];
    int length;
    int score[2];  /* ours, theirs */
    double rating; /* of ours, after it */
};

struct seat_store {
    char token[HTTP_TOKEN_SIZE]; /* "": none yet */
    int port;                    /* the last one; 0: none */
    struct seat_preferences choices;
    char level[LEVEL_TEXT_SIZE];
    struct seat_progress progress;
    int result_count;
    struct seat_result results[SEAT_RESULTS_MAX]; /* newest first */
    bool is_over; /* not in the file: the result of the match that is shown is added */
};

struct json_t;

/* Takes over the members of an object that are there; false if one of them is not what it
 * can be, which leaves that choice as it was. */
bool seat_preferences_read(const struct json_t *object,
                           struct seat_preferences *preferences);
/* As an object of JSON, with all of them; the caller releases it. */
struct json_t *seat_preferences_json(const struct seat_preferences *preferences);

/* Reads the file. One that is missing gives the defaults; what is not understood is as
 * if it were missing. */
void seat_store_read(struct seat_store *store, const char *path);
/* Writes it, readable by its owner alone, in one step. */
bool seat_store_write(const struct seat_store *store, const char *path,
                      struct error *err);
/* What a seat is to begin with. `is_given`: the bot has been started at a level. */
void seat_store_seat(const struct seat_store *store, bool is_given,
                     struct seat_setup *setup);
/* Takes over what is kept of a seat whose view has changed. `usual`: the level at which the
 * bot was started, for results; NULL: its own. Returns whether the file is to be written.
 * The level of a new match is kept when it has begun: until then the old one may come back. */
bool seat_store_follow(struct seat_store *store, const struct seat_view *view,
                       const char *usual);
