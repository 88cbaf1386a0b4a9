#pragma once
/*
 * Keeps a tournament in a database (SQLite), one a file: a row for the whole, one an
 * entrant, one a match, as the director puts them out. Rows that belong together are
 * written in one transaction, so that a program that is killed finds a state in which the
 * director was. Other programs may read the file meanwhile, and leave awards of the
 * operator in it for the program that runs the tournament.
 *
 * Times are seconds since 1970, UTC; 0: not yet.
 */

#include "base/database.h"
#include "bot/director/director.h"

struct tournament_store;

/* Opens the database; DATABASE_WRITE makes it. NULL with `err`. */
struct tournament_store *
tournament_store_open(const char *path, enum database_mode mode, struct error *err);
void tournament_store_close(struct tournament_store *store); /* may be NULL */

/* All that is kept. `rows` and what they point to are owned by it. */
struct tournament_saved {
    bool is_empty; /* nothing was kept yet: no rows */
    struct director_rows rows;
    struct director_entrant *entrants;
    struct director_match *matches;
    struct director_times *times; /* of the matches */
    int64_t started_s, ended_s;
};

/* Reads everything, checked: whatever the file has, the rows are such as the
 * director could have written one by one. False with `err`; else the caller ends with
 * tournament_saved_free(). */
bool tournament_store_load(struct tournament_store *store,
                           struct tournament_saved *saved, struct error *err);
void tournament_saved_free(struct tournament_saved *saved);

/* Writes a row (DIRECTOR_RECORD), and ends the transaction with the last of them. False
 * with `err`: nothing of the transaction is written, and nothing more should be. */
bool tournament_store_put(struct tournament_store *store,
                          const struct director_output *record, int64_t now_s,
                          struct error *err);

/* An award of the operator, as it was left in the file. */
struct tournament_award {
    int64_t id;
    int match;
    char winner[USER_NAME_SIZE]; /* "": nobody */
    char by[USER_NAME_SIZE];
    char why[DIRECTOR_WHY_SIZE];
};

/* Leaves an award; its `id` is ignored. False with `err`. */
bool tournament_store_leave_award(struct tournament_store *store,
                                  const struct tournament_award *award, int64_t now_s,
                                  struct error *err);
/* Takes the oldest award that has no answer. False when there is none, or with `err`. */
bool tournament_store_next_award(struct tournament_store *store,
                                 struct tournament_award *award, struct error *err);
/* Notes what became of it: "" when it was carried out, else why not. */
bool tournament_store_answer_award(struct tournament_store *store, int64_t id,
                                   const char *answer, struct error *err);
/* The answer to the award that was left last; NULL when there is none yet. `text` holds
 * it. */
const char *tournament_store_answer(struct tournament_store *store,
                                    char text[DIRECTOR_WHY_SIZE], struct error *err);
