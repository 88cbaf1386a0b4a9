#pragma once
/*
 * A small interface to SQLite: one file in write-ahead-log mode, a schema in numbered
 * steps, statements with typed values, rows. No other file includes sqlite3.h. A
 * database may be used by one thread at a time. Other programs may read the file at the
 * same time; a writer never waits for them.
 *
 * Values follow a string of their types, one letter each:
 *
 *      i  int64_t      r  double      s  const char * (NULL: null)
 *      I  the same, but INT64_MIN is null     R  the same, but a NaN is null
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct database;
struct database_rows;

enum database_mode { DATABASE_WRITE, DATABASE_READ };

#define DATABASE_NULL INT64_MIN

/* Opens a database. DATABASE_WRITE creates a missing file in an existing folder;
 * DATABASE_READ does not, and changes no row; beside a file that is writable it leaves
 * nothing, since it brings the log of a writer that was killed into the file.
 * Returns NULL with `err` on failure, also if the file is not a database. The caller
 * closes it with database_close(). */
struct database *database_open(const char *path, enum database_mode mode,
                               struct error *err);
void database_close(struct database *database); /* may be NULL */

/* Copies the database into the new file `path`, also while others write to it: the state
 * of one moment, checked, in a single file without a log beside it. An older file at
 * `path` is replaced once the copy is complete. Returns false with `err` on failure. */
bool database_backup(struct database *database, const char *path, struct error *err);

/* Returns whether the file is empty or has the table that this step, the first one of a
 * schema, begins with ("CREATE TABLE NAME ..."). Else it is a database of something else:
 * false with `err`. */
bool database_is_of(struct database *database, const char *first_step,
                    struct error *err);

/* Brings the schema of the file to version `count`, each step in a transaction;
 * steps[0] makes version 1 from an empty file. Returns false with `err` on failure,
 * also if the file has a newer version, that is, a newer program wrote it, or is one of
 * something else, which is left as it is. */
bool database_migrate(struct database *database, const char *const steps[], int count,
                      struct error *err);
/* Returns whether the file is still where it was opened: not removed, moved or replaced.
 * SQLite goes on writing into one that is gone. One in memory is always in place. */
bool database_is_in_place(const struct database *database);
int database_version(struct database *database); /* 0: empty; -1: cannot be read */

/* Runs one statement; `types` is "" if there are no values. Returns false with `err` on
 * failure. */
bool database_run(struct database *database, struct error *err, const char *sql,
                  const char *types, ...);
/* Returns the first value of the first row; DATABASE_NULL if there is no row or on
 * error. */
int64_t database_number(struct database *database, struct error *err, const char *sql,
                        const char *types, ...);
/* The same with the values of the caller's own arguments. */
bool database_run_list(struct database *database, struct error *err, const char *sql,
                       const char *types, va_list *values);
int64_t database_number_list(struct database *database, struct error *err,
                             const char *sql, const char *types, va_list *values);
int64_t database_last_id(const struct database *database);

/* Starts a query; returns NULL with `err` on failure. database_next() moves to the next
 * row and returns false after the last. Values are read by column, from 0; texts are
 * valid until the next row and never NULL. */
struct database_rows *database_query(struct database *database, struct error *err,
                                     const char *sql, const char *types, ...);
bool database_next(struct database_rows *rows);
bool database_is_null(const struct database_rows *rows, int column);
int64_t database_int(const struct database_rows *rows, int column);
double database_real(const struct database_rows *rows, int column);
/* The same for files that may hold anything: brought into low..high. */
int database_int_in(const struct database_rows *rows, int column, int low, int high);
double database_real_in(const struct database_rows *rows, int column, double low,
                        double high);
const char *database_text(const struct database_rows *rows, int column);
/* Ends the query and frees `rows`, which may be NULL. Returns false with `err` if not
 * all rows could be read. */
bool database_done(struct database_rows *rows, struct error *err);
