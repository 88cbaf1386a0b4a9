#ifndef BASE_DATABASE_H
#define BASE_DATABASE_H
/*
 * SQLite, as much of it as this program needs: one file in write-ahead-log mode, a
 * schema in numbered steps, statements with typed values, rows. The only file with
 * sqlite3.h. A database belongs to the thread that opened it; other programs may read
 * the file at the same time, and a writer never waits for them.
 *
 * Values are given behind a string of types, one letter each:
 *
 *      i  int64_t      r  double      s  const char * (NULL: null)
 *      I  the same, but INT64_MIN is null     R  the same, but a NaN is null
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct database;
struct database_rows;

enum database_mode { DATABASE_WRITE, DATABASE_READ };

#define DATABASE_NULL INT64_MIN

/* DATABASE_WRITE makes a missing file, in a folder that exists; DATABASE_READ does not.
 * NULL with `err`, also when the file is something else than a database. */
struct database *database_open(const char *path, enum database_mode mode,
                               struct error *err);
void database_close(struct database *database); /* NULL is taken */

/* Brings the schema from the version of the file to `count`, one step in one
 * transaction each: steps[0] makes version 1 from nothing. Fails when the file is of a
 * newer version, that is, of a newer program. */
bool database_migrate(struct database *database, const char *const steps[], int count,
                      struct error *err);
int database_version(struct database *database); /* 0: empty; -1: cannot be read */

/* Runs one statement. `types` "" when there are no values. */
bool database_run(struct database *database, struct error *err, const char *sql,
                  const char *types, ...);
/* The first value of the first row; DATABASE_NULL when there is no row or on error. */
int64_t database_number(struct database *database, struct error *err, const char *sql,
                        const char *types, ...);
int64_t database_last_id(const struct database *database);

/* Rows of a query; NULL with `err`. Values are read by column; texts are good until the
 * next row, and never NULL. */
struct database_rows *database_query(struct database *database, struct error *err,
                                     const char *sql, const char *types, ...);
bool database_next(struct database_rows *rows);
bool database_is_null(const struct database_rows *rows, int column);
int64_t database_int(const struct database_rows *rows, int column);
double database_real(const struct database_rows *rows, int column);
const char *database_text(const struct database_rows *rows, int column);
/* True when all rows could be read; false with `err`. Frees; NULL is taken. */
bool database_done(struct database_rows *rows, struct error *err);

#endif
