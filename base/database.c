#include "base/database.h"

#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/file.h"
#include "base/text.h"

enum { BUSY_MS = 5000, RETRY_MS = 20 };

struct database {
    sqlite3 *handle;
    char path[240];
    dev_t device; /* of the file when it was opened */
    ino_t number;
};

struct database_rows {
    struct database *database;
    sqlite3_stmt *statement;
    int status;
};

/* As an errno: what SQLite says in words of its own, or what the system said. */
static int reason_of(const struct database *database)
{
    switch (sqlite3_errcode(database->handle) & 0xff) {
    case SQLITE_FULL:
        return ENOSPC;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return EWOULDBLOCK;
    case SQLITE_NOMEM:
        return ENOMEM;
    default:
        return sqlite3_system_errno(database->handle);
    }
}

static void set_error(const struct database *database, struct error *err)
{
    int reason = reason_of(database);
    bool is_of_system =
        reason != 0 && (sqlite3_errcode(database->handle) & 0xff) == SQLITE_CANTOPEN;
    error_at_path(err, reason, database->path,
                  is_of_system ? strerror(reason) : sqlite3_errmsg(database->handle));
}

static bool run_plain(struct database *database, const char *sql, struct error *err)
{
    if (sqlite3_exec(database->handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        set_error(database, err);
        return false;
    }
    return true;
}

/* ---- opening --------------------------------------------------------------------- */

/* SQLite does not wait for locks here by itself: of two programs that open a new file
 * at the same time, one would fail. */
static bool set_journal(struct database *database, struct error *err)
{
    const struct timespec pause = {.tv_nsec = RETRY_MS * 1000000L};
    int status = SQLITE_BUSY;
    for (int i = 0; i < BUSY_MS / RETRY_MS; i++) {
        status =
            sqlite3_exec(database->handle, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
        if (status != SQLITE_BUSY && status != SQLITE_LOCKED) {
            break;
        }
        (void)nanosleep(&pause, NULL);
    }
    if (status != SQLITE_OK) {
        set_error(database, err);
    }
    return status == SQLITE_OK;
}

/* A commit writes to the log without waiting for the disk: it survives a killed
 * program; a power failure may lose the last commits but never damages the file. */
static bool prepare(struct database *database, enum database_mode mode,
                    struct error *err)
{
    (void)sqlite3_busy_timeout(database->handle, BUSY_MS);
    if (mode == DATABASE_READ) {
        return run_plain(database, "PRAGMA query_only=ON", err) &&
               run_plain(database, "SELECT count(*) FROM sqlite_master", err);
    }
    return set_journal(database, err) &&
           run_plain(database, "PRAGMA synchronous=NORMAL", err) &&
           run_plain(database, "PRAGMA foreign_keys=ON", err);
}

/* On a shared machine other users must not read the file. SQLITE_OPEN_READONLY would leave
 * the log and its index beside the file. */
static int open_handle(struct database *database, enum database_mode mode)
{
    int create = mode == DATABASE_READ ? 0 : SQLITE_OPEN_CREATE;
    mode_t mask = umask(0027);
    int status =
        sqlite3_open_v2(database->path, &database->handle,
                        SQLITE_OPEN_READWRITE | create | SQLITE_OPEN_NOMUTEX, NULL);
    (void)umask(mask);
    return status;
}

static void note_place(struct database *database)
{
    struct stat st;
    if (stat(database->path, &st) == 0) {
        database->device = st.st_dev;
        database->number = st.st_ino;
    }
}

bool database_is_in_place(const struct database *database)
{
    struct stat st;
    bool is_in_memory = database->number == 0;
    return is_in_memory ||
           (stat(database->path, &st) == 0 && st.st_dev == database->device &&
            st.st_ino == database->number);
}

/* SQLite has no word of its own for a folder, and "unable to open" for what is missing. */
static bool may_be_opened(const char *path, enum database_mode mode, struct error *err)
{
    struct stat st;
    int reason = stat(path, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    return reason == 0 || (reason != EISDIR && mode != DATABASE_READ) ||
           error_at_path(err, reason, path, strerror(reason));
}

struct database *database_open(const char *path, enum database_mode mode,
                               struct error *err)
{
    struct database *database = error_allocate(sizeof *database, err);
    if (database == NULL) {
        return NULL;
    }
    int length = snprintf(database->path, sizeof database->path, "%s", path);
    if (length >= (int)sizeof database->path) {
        error_set_kind(err, ERROR_REFUSED, "%.120s...: a path of more than %zu bytes",
                       path, sizeof database->path - 1);
        free(database);
        return NULL;
    }
    if (!may_be_opened(path, mode, err)) {
        free(database);
        return NULL;
    }
    if (open_handle(database, mode) != SQLITE_OK || !prepare(database, mode, err)) {
        set_error(database, err);
        database_close(database);
        return NULL;
    }
    note_place(database);
    return database;
}

void database_close(struct database *database)
{
    if (database != NULL) {
        (void)sqlite3_close(database->handle);
        free(database);
    }
}

/* ---- a backup -------------------------------------------------------------------- */

/* The pages, all in one step: writers wait for less than they would for each other. */
static bool copy_pages(struct database *database, struct database *copy,
                       struct error *err)
{
    sqlite3_backup *backup =
        sqlite3_backup_init(copy->handle, "main", database->handle, "main");
    int status = backup != NULL ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
    bool is_done = sqlite3_backup_finish(backup) == SQLITE_OK && status == SQLITE_DONE;
    if (!is_done) {
        set_error(status == SQLITE_BUSY ? database : copy, err);
    }
    return is_done;
}

static bool is_sound(struct database *copy, struct error *err)
{
    struct database_rows *rows =
        database_query(copy, err, "PRAGMA integrity_check", "");
    bool is_good = rows != NULL && database_next(rows);
    if (is_good && strcmp(database_text(rows, 0), "ok") != 0) {
        is_good = error_set_kind(err, ERROR_MALFORMED, "%.120s: damaged: %.80s",
                                 copy->path, database_text(rows, 0));
    }
    return database_done(rows, err) && is_good;
}

bool database_backup(struct database *database, const char *path, struct error *err)
{
    struct file_draft draft;
    const char *part = draft.part;
    struct stat old;
    if (stat(path, &old) == 0 && old.st_ino == database->number &&
        old.st_dev == database->device) {
        return error_set_kind(err, ERROR_REFUSED,
                              "%.120s: expected a file other than the database", path);
    }
    if (!file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    file_draft_drop(&draft); /* SQLite makes its own */
    struct database *copy = database_open(part, DATABASE_WRITE, err);
    bool is_good = copy != NULL && copy_pages(database, copy, err) &&
                   run_plain(copy, "PRAGMA journal_mode=DELETE", err) &&
                   is_sound(copy, err);
    database_close(copy);
    if (!is_good) {
        (void)remove(part);
        return false;
    }
    return file_draft_rename(part, path, err);
}

/* ---- the schema ------------------------------------------------------------------ */

int database_version(struct database *database)
{
    int64_t version = database_number(database, NULL, "PRAGMA user_version", "");
    return version < 0 ? -1 : (int)version;
}

static bool take_step(struct database *database, const char *step, int version,
                      struct error *err)
{
    char pragma[64];
    FORMAT_TEXT(pragma, "PRAGMA user_version=%d", version);
    bool is_done = run_plain(database, "BEGIN IMMEDIATE", err);
    if (!is_done) {
        return false;
    }
    if (database_version(database) >= version) { /* another process was faster */
        return run_plain(database, "ROLLBACK", err);
    }
    is_done = run_plain(database, step, err) && run_plain(database, pragma, err) &&
              run_plain(database, "COMMIT", err);
    if (!is_done) {
        (void)run_plain(database, "ROLLBACK", NULL);
    }
    return is_done;
}

bool database_is_of(struct database *database, const char *first_step,
                    struct error *err)
{
    static const char head[] = "CREATE TABLE ";
    char table[64];
    if (strncmp(first_step, head, sizeof head - 1) != 0) {
        return true;
    }
    const char *name = first_step + sizeof head - 1;
    FORMAT_TEXT(table, "%.*s", (int)strcspn(name, " ("), name);
    int64_t tables =
        database_number(database, NULL, "SELECT count(*) FROM sqlite_master", "");
    int64_t ours = database_number(
        database, NULL, "SELECT count(*) FROM sqlite_master WHERE name=?", "s", table);
    return tables == 0 || ours == 1 ||
           error_set_kind(err, ERROR_REFUSED,
                          "%.120s: another database, which has no table \"%s\"",
                          database->path, table);
}

bool database_migrate(struct database *database, const char *const steps[], int count,
                      struct error *err)
{
    int version = database_version(database);
    if (version < 0) {
        set_error(database, err);
        return false;
    }
    if (!database_is_of(database, steps[0], err)) {
        return false;
    }
    if (version > count) {
        return error_set_kind(
            err, ERROR_REFUSED,
            "%.120s: has schema version %d, this program knows %d: it was "
            "written by a newer one",
            database->path, version, count);
    }
    while (version < count) {
        if (!take_step(database, steps[version], version + 1, err)) {
            return false;
        }
        version++;
    }
    return true;
}

/* ---- statements ------------------------------------------------------------------ */

static int bind_one(sqlite3_stmt *statement, int at, char type, va_list *values)
{
    switch (type) {
    case 's': {
        const char *text = va_arg(*values, const char *);
        return sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
    }
    case 'r':
    case 'R': {
        double real = va_arg(*values, double);
        return isnan(real) ? sqlite3_bind_null(statement, at)
                           : sqlite3_bind_double(statement, at, real);
    }
    default: {
        int64_t number = va_arg(*values, int64_t);
        return type == 'I' && number == DATABASE_NULL
                   ? sqlite3_bind_null(statement, at)
                   : sqlite3_bind_int64(statement, at, number);
    }
    }
}

static sqlite3_stmt *prepare_statement(struct database *database, struct error *err,
                                       const char *sql, const char *types,
                                       va_list *values)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL);
    for (int i = 0; status == SQLITE_OK && types[i] != '\0'; i++) {
        status = bind_one(statement, i + 1, types[i], values);
    }
    if (status != SQLITE_OK) {
        set_error(database, err);
        (void)sqlite3_finalize(statement);
        return NULL;
    }
    return statement;
}

bool database_run(struct database *database, struct error *err, const char *sql,
                  const char *types, ...)
{
    va_list values;
    va_start(values, types);
    bool is_good = database_run_list(database, err, sql, types, &values);
    va_end(values);
    return is_good;
}

bool database_run_list(struct database *database, struct error *err, const char *sql,
                       const char *types, va_list *values)
{
    sqlite3_stmt *statement = prepare_statement(database, err, sql, types, values);
    if (statement == NULL) {
        return false;
    }
    int status = sqlite3_step(statement);
    bool is_done = status == SQLITE_DONE || status == SQLITE_ROW;
    if (!is_done) {
        set_error(database, err);
    }
    (void)sqlite3_finalize(statement);
    return is_done;
}

int64_t database_number(struct database *database, struct error *err, const char *sql,
                        const char *types, ...)
{
    va_list values;
    va_start(values, types);
    int64_t number = database_number_list(database, err, sql, types, &values);
    va_end(values);
    return number;
}

int64_t database_number_list(struct database *database, struct error *err,
                             const char *sql, const char *types, va_list *values)
{
    sqlite3_stmt *statement = prepare_statement(database, err, sql, types, values);
    int64_t number = DATABASE_NULL;
    if (statement == NULL) {
        return number;
    }
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        number = sqlite3_column_int64(statement, 0);
    } else if (status != SQLITE_ROW && status != SQLITE_DONE) {
        set_error(database, err);
    }
    (void)sqlite3_finalize(statement);
    return number;
}

int64_t database_last_id(const struct database *database)
{
    return sqlite3_last_insert_rowid(database->handle);
}

/* ---- rows ------------------------------------------------------------------------ */

struct database_rows *database_query(struct database *database, struct error *err,
                                     const char *sql, const char *types, ...)
{
    struct database_rows *rows = error_allocate(sizeof *rows, err);
    if (rows == NULL) {
        return NULL;
    }
    va_list values;
    va_start(values, types);
    rows->database = database;
    rows->status = SQLITE_ROW;
    rows->statement = prepare_statement(database, err, sql, types, &values);
    va_end(values);
    if (rows->statement == NULL) {
        free(rows);
        return NULL;
    }
    return rows;
}

bool database_next(struct database_rows *rows)
{
    rows->status = sqlite3_step(rows->statement);
    return rows->status == SQLITE_ROW;
}

bool database_is_null(const struct database_rows *rows, int column)
{
    return sqlite3_column_type(rows->statement, column) == SQLITE_NULL;
}

int64_t database_int(const struct database_rows *rows, int column)
{
    return sqlite3_column_int64(rows->statement, column);
}

double database_real(const struct database_rows *rows, int column)
{
    return sqlite3_column_double(rows->statement, column);
}

int database_int_in(const struct database_rows *rows, int column, int low, int high)
{
    int64_t number = database_int(rows, column);
    return number < low ? low : number > high ? high : (int)number;
}

double database_real_in(const struct database_rows *rows, int column, double low,
                        double high)
{
    double number = database_real(rows, column);
    return number < low ? low : number > high ? high : number;
}

const char *database_text(const struct database_rows *rows, int column)
{
    const unsigned char *text = sqlite3_column_text(rows->statement, column);
    return text == NULL ? "" : (const char *)text;
}

bool database_done(struct database_rows *rows, struct error *err)
{
    if (rows == NULL) {
        return false;
    }
    bool is_good = rows->status == SQLITE_ROW || rows->status == SQLITE_DONE;
    if (!is_good) {
        set_error(rows->database, err);
    }
    (void)sqlite3_finalize(rows->statement);
    free(rows);
    return is_good;
}
