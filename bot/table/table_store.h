#ifndef BOT_TABLE_TABLE_STORE_H
#define BOT_TABLE_TABLE_STORE_H
/* What the table keeps between runs, in one JSON file: choices, level, the address, and
 * the results of the last matches. */

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
    int result_count;
    struct table_result results[TABLE_RESULTS_MAX]; /* newest first */
};

/* Reads the file. One that is missing gives the defaults; what is not understood is as
 * if it were missing. */
void table_store_read(struct table_store *store, const char *path);
/* Writes it, readable by its owner alone, in one step. */
bool table_store_write(const struct table_store *store, const char *path,
                       struct error *err);
/* Adds the newest result; the oldest of TABLE_RESULTS_MAX is dropped. */
void table_store_add(struct table_store *store, const struct table_result *result);

#endif
