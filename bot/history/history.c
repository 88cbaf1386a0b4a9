#include "bot/history/history.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/database.h"
#include "base/text.h"
#include "base/thread.h"
#include "bot/config/strength_config.h"
#include "bot/history/history_schema.h"
#include "bot/history/history_store.h"
#include "bot/history/week.h"

enum {
    BATCH = 64,  /* events a transaction, at most */
    RETRY_S = 5, /* after a write error: a full disk, a locked file */
    TRIES_AT_CLOSE = 2,
    WEEK_EVERY_MS = 300 * 1000
};

struct node {
    struct history_event event;
    struct node *next;
};

/* `lock` guards all but `database`, which is the writer's, and `path`. */
struct history {
    struct database *database; /* NULL: not open at present */
    char *path;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wanted, done;
    struct node *first, **last;
    int waiting;   /* events in the list, those being written among them */
    int lost;      /* dropped, since the list was full */
    int unwritten; /* dropped at the end */
    bool is_closing;
    bool has_error;
    struct error error, last_error;
    int64_t week_ms; /* when the report was made; 0: not yet */
    char week[HISTORY_WEEK_SIZE];
};

/* ---- on the writer's thread ------------------------------------------------------ */

static bool open_database(struct history *history, struct error *err)
{
    history->database = database_open(history->path, DATABASE_WRITE, err);
    bool is_open =
        history->database != NULL &&
        database_migrate(history->database, history_steps, history_step_count, err);
    if (!is_open) {
        database_close(history->database);
        history->database = NULL;
    }
    return is_open;
}

/* What is written into a removed file is lost, and so must be reported. */
static bool has_database(struct history *history, struct error *err)
{
    if (history->database == NULL) {
        return open_database(history, err);
    }
    if (!database_is_in_place(history->database)) {
        database_close(history->database);
        history->database = NULL;
        return error_at_path(err, 0, history->path, "the file was removed or replaced");
    }
    return true;
}

static bool write_batch(struct history *history, const struct node *node, int count,
                        struct error *err)
{
    if (!has_database(history, err)) {
        return false;
    }
    struct database *database = history->database;
    if (!database_run(database, err, "BEGIN IMMEDIATE", "")) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        node = i > 0 ? node->next : node; /* the last one's next is being written */
        if (!history_store(database, &node->event, err)) {
            (void)database_run(database, NULL, "ROLLBACK", "");
            return false;
        }
    }
    if (!database_run(database, err, "COMMIT", "")) {
        (void)database_run(database, NULL, "ROLLBACK", "");
        return false;
    }
    return true;
}

static void drop_first(struct history *history, int count)
{
    for (int i = 0; i < count; i++) {
        struct node *node = history->first;
        history->first = node->next;
        free(node);
    }
    if (history->first == NULL) {
        history->last = &history->first;
    }
    history->waiting -= count;
    if (history->waiting == 0) {
        pthread_cond_broadcast(&history->done);
    }
}

/* Called with the lock held; releases it while it waits. */
static void wait_before_retry(struct history *history)
{
    const struct timespec until = clock_after(RETRY_S * 1000);
    int status = 0;
    while (!history->is_closing && status == 0) {
        status = pthread_cond_timedwait(&history->wanted, &history->lock, &until);
    }
}

/* With the lock held but while writing: the list only grows at its other end. */
static bool write_some(struct history *history)
{
    int count = history->waiting < BATCH ? history->waiting : BATCH;
    const struct node *node = history->first;
    struct error err = {0};
    pthread_mutex_unlock(&history->lock);
    bool is_done = write_batch(history, node, count, &err);
    pthread_mutex_lock(&history->lock);
    if (is_done) {
        drop_first(history, count);
    } else {
        history->has_error = true;
        history->error = err;
    }
    return is_done;
}

/* With the lock held but while it is made: nobody else writes `week`. */
static void report_week(struct history *history)
{
    char text[HISTORY_WEEK_SIZE] = "";
    struct error err = {0};
    history->week_ms = clock_ms();
    pthread_mutex_unlock(&history->lock);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    if (out != NULL && history->database != NULL) {
        (void)week_print(history->database, "", "", (int64_t)time(NULL), out, &err);
    }
    if (out != NULL) {
        (void)fclose(out);
    }
    pthread_mutex_lock(&history->lock);
    memcpy(history->week, text, sizeof history->week);
}

/* What was written since the last report is in the next one, also when nothing follows. */
static bool is_week_old(const struct history *history)
{
    return history->waiting == 0 && !history->is_closing &&
           (history->week_ms == 0 || clock_ms() - history->week_ms >= WEEK_EVERY_MS);
}

static void *write_on(void *arg)
{
    struct history *history = arg;
    int failures = 0;
    pthread_mutex_lock(&history->lock);
    while (!history->is_closing || history->waiting > 0) {
        if (history->waiting == 0) {
            int64_t old_ms = history->week_ms > 0 ? clock_ms() - history->week_ms : 0;
            const struct timespec until =
                clock_after(old_ms < WEEK_EVERY_MS ? (int)(WEEK_EVERY_MS - old_ms) : 0);
            (void)pthread_cond_timedwait(&history->wanted, &history->lock, &until);
        } else if (write_some(history)) {
            failures = 0;
        } else if (history->is_closing && ++failures >= TRIES_AT_CLOSE) {
            history->unwritten = history->waiting;
            drop_first(history, history->waiting);
        } else {
            wait_before_retry(history);
        }
        if (is_week_old(history)) {
            report_week(history);
        }
    }
    pthread_mutex_unlock(&history->lock);
    return NULL;
}

/* ---- on the caller's thread ------------------------------------------------------ */

static void free_history(struct history *history)
{
    database_close(history->database);
    (void)pthread_mutex_destroy(&history->lock);
    (void)pthread_cond_destroy(&history->wanted);
    (void)pthread_cond_destroy(&history->done);
    free(history->path);
    free(history);
}

static struct history *new_history(const char *path, struct error *err)
{
    struct history *history = calloc(1, sizeof *history);
    char *copy = strdup(path);
    if (history == NULL || copy == NULL) {
        error_no_memory(err);
        free(history);
        free(copy);
        return NULL;
    }
    history->path = copy;
    history->last = &history->first;
    (void)pthread_mutex_init(&history->lock, NULL);
    clock_condition_init(&history->wanted);
    clock_condition_init(&history->done);
    return history;
}

static struct history *started(struct history *history, struct error *err)
{
    if (!thread_start(&history->thread, write_on, history)) {
        error_set(err, "cannot start the writer thread of the history");
        free_history(history);
        return NULL;
    }
    return history;
}

struct history *history_open(const char *path, struct error *err)
{
    struct history *history = new_history(path, err);
    if (history != NULL && !open_database(history, err)) {
        free_history(history);
        return NULL;
    }
    return history == NULL ? NULL : started(history, err);
}

struct history *history_open_later(const char *path, struct error *err)
{
    struct history *history = new_history(path, err);
    return history == NULL ? NULL : started(history, err);
}

bool history_check(const char *path, struct error *err)
{
    struct database *database = database_open(path, DATABASE_READ, err);
    if (database == NULL) {
        return false;
    }
    int version = database_version(database);
    bool is_good = version >= 0 && version <= history_step_count;
    if (is_good) {
        is_good = database_is_of(database, history_steps[0], err);
    } else {
        error_set(err, "%.120s: expected a history of schema 1 to %d, found %d", path,
                  history_step_count, version);
    }
    database_close(database);
    return is_good;
}

bool history_backup(const char *path, const char *backup, struct error *err)
{
    struct database *database =
        history_check(path, err) ? database_open(path, DATABASE_READ, err) : NULL;
    bool is_good = database != NULL && database_backup(database, backup, err);
    database_close(database);
    return is_good;
}

int history_close(struct history *history)
{
    if (history == NULL) {
        return 0;
    }
    pthread_mutex_lock(&history->lock);
    history->is_closing = true;
    pthread_cond_signal(&history->wanted);
    pthread_mutex_unlock(&history->lock);
    (void)pthread_join(history->thread, NULL);
    int unwritten = history->unwritten;
    free_history(history);
    return unwritten;
}

void history_note(struct history *history, const struct history_event *event)
{
    if (history == NULL) {
        return;
    }
    struct node *node = malloc(sizeof *node);
    pthread_mutex_lock(&history->lock);
    if (node != NULL && history->waiting < HISTORY_WAITING_MAX) {
        *node = (struct node){.event = *event};
        *history->last = node;
        history->last = &node->next;
        history->waiting++;
        pthread_cond_signal(&history->wanted);
    } else {
        free(node);
        history->lost++;
    }
    pthread_mutex_unlock(&history->lock);
}

void history_week(struct history *history, char text[HISTORY_WEEK_SIZE])
{
    text[0] = '\0';
    if (history != NULL) {
        pthread_mutex_lock(&history->lock);
        memcpy(text, history->week, HISTORY_WEEK_SIZE);
        pthread_mutex_unlock(&history->lock);
    }
}

bool history_flush(struct history *history, int ms)
{
    if (history == NULL) {
        return true;
    }
    struct timespec until = clock_after(ms);
    int status = 0;
    pthread_mutex_lock(&history->lock);
    while (history->waiting > 0 && status == 0) {
        status = pthread_cond_timedwait(&history->done, &history->lock, &until);
    }
    bool is_written = history->waiting == 0;
    pthread_mutex_unlock(&history->lock);
    return is_written;
}

const char *history_error(struct history *history)
{
    if (history == NULL) {
        return NULL;
    }
    pthread_mutex_lock(&history->lock);
    bool has_error = history->has_error;
    history->has_error = false;
    if (has_error) {
        history->last_error = history->error;
    } else if (history->lost > 0) {
        has_error = true;
        error_set(&history->last_error, "too many events wait, %d are lost",
                  history->lost);
        history->lost = 0;
    }
    pthread_mutex_unlock(&history->lock);
    return has_error ? history->last_error.text : NULL;
}

/* ---- events ---------------------------------------------------------------------- */

static void begin_event(const struct config *config, enum history_event_type type,
                        struct history_event *event)
{
    memset(event, 0, sizeof *event);
    event->type = type;
    event->at_s = (int64_t)time(NULL);
    memcpy(event->account, config->account.name, sizeof event->account);
    config_site(config, event->server);
}

static void copy_match(const struct config *config, const struct match_event *match,
                       struct history_event *event)
{
    begin_event(config, HISTORY_MATCH, event);
    event->match = match->type;
    memcpy(event->name, match->opponent, sizeof event->name);
    strength_describe_match(config, match->level, event->level, sizeof event->level);
    event->length = match->length;
    event->is_mine = match->is_mine;
    event->is_resumed = match->is_resumed;
    event->is_finished = match->is_finished;
    event->my_score = match->my_score;
    event->their_score = match->their_score;
    event->points = match->points;
    event->is_doubled = match->is_doubled;
    event->ratings = match->ratings;
}

static int length_of(int length)
{
    return length == POINTS_UNLIMITED ? 0 : length == 0 ? HISTORY_RESUME : length;
}

bool history_event_of(const struct config *config, const struct player_output *output,
                      struct history_event *event)
{
    switch (output->type) {
    case PLAYER_MATCH:
        copy_match(config, &output->event, event);
        return output->event.type != MATCH_PLAY; /* those are in the match file */
    case PLAYER_STANDING:
        begin_event(config, HISTORY_STANDING, event);
        event->standing = output->standing;
        return true;
    case PLAYER_SAVED:
        begin_event(config, HISTORY_SAVED, event);
        memcpy(event->name, output->saved.name, sizeof event->name);
        event->length = length_of(output->saved.length);
        return true;
    case PLAYER_REFUSAL:
        begin_event(config, HISTORY_REFUSAL, event);
        memcpy(event->name, output->refusal.name, sizeof event->name);
        event->length = length_of(output->refusal.length);
        event->is_mine = output->refusal.is_ours;
        COPY_TEXT(event->text, output->refusal.code);
        return true;
    case PLAYER_STUCK:
        begin_event(config, HISTORY_STUCK, event);
        memcpy(event->name, output->stuck.name, sizeof event->name);
        event->length = length_of(output->stuck.length);
        event->my_score = output->stuck.my_score;
        event->their_score = output->stuck.their_score;
        event->points = output->stuck.failures;
        COPY_TEXT(event->text, output->stuck.code);
        return true;
    case PLAYER_LEVEL:
        begin_event(config, HISTORY_LEVEL, event);
        memcpy(event->name, output->level.name, sizeof event->name);
        COPY_TEXT(event->level, output->level.level);
        return true;
    case PLAYER_NOTE:
        begin_event(config, HISTORY_NOTE, event);
        event->note = output->note;
        return true;
    default:
        return false;
    }
}

void history_event_link(const struct config *config, bool is_up, const char *reason,
                        struct history_event *event)
{
    begin_event(config, HISTORY_LINK, event);
    event->is_mine = is_up;
    COPY_TEXT(event->text, reason != NULL ? reason : HISTORY_LOGGED_OUT);
}

void history_event_error(const struct config *config, const char *text,
                         struct history_event *event)
{
    begin_event(config, HISTORY_ERROR, event);
    FORMAT_TEXT(event->text, "%.199s", text);
}
