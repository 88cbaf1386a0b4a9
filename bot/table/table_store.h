#ifndef BOT_TABLE_TABLE_STORE_H
#define BOT_TABLE_TABLE_STORE_H
/* What a person's seat keeps between runs, in one JSON file, for browser and terminal:
 * choices, level, how far the match has come, the address, and the results of the last
 * matches. */

#include <time.h>

#include "bot/table/table_action.h"

enum {
    TABLE_TOKEN_SIZE = 33, /* 128 bits in hexadecimal digits, with the NUL */
    TABLE_RESULTS_MAX = 20,
    TABLE_STORE_MAX = 65536 /* bytes of the file */
};

struct table_result {
    time_t when;
    char level[LEVEL_TEXT_SIZE];
    int length;
    int score[2];  /* ours, theirs */
    double rating; /* of ours, after it */
};

struct table_store {
    char token[TABLE_TOKEN_SIZE]; /* "": none yet */
    int port;                     /* the last one; 0: none */
    struct table_choices choices;
    char level[LEVEL_TEXT_SIZE];
    struct seat_progress progress;
    int result_count;
    struct table_result results[TABLE_RESULTS_MAX]; /* newest first */
    bool is_over; /* not in the file: the result of the match that is shown is added */
};

/* Reads the file. One that is missing gives the defaults; what is not understood is as
 * if it were missing. */
void table_store_read(struct table_store *store, const char *path);
/* Writes it, readable by its owner alone, in one step. */
bool table_store_write(const struct table_store *store, const char *path,
                       struct error *err);
/* What a seat is to begin with. `is_given`: the bot has been started at a level. */
void table_store_seat(const struct table_store *store, bool is_given,
                      struct seat_setup *setup);
/* Takes over what is kept of a seat whose view has changed. `usual`: the level at which the
 * bot was started, for results; NULL: its own. Returns whether the file is to be written. */
bool table_store_follow(struct table_store *store, const struct seat_view *view,
                        const char *usual);

#endif
