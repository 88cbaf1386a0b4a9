#include "bot/policy/access_feed_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/base/paths.h"
#include "bot/net/timer.h"
#include "bot/net/transfers.h"

enum {
    URL_SIZE = 256,
    TIMEOUT_MS = 60000,
    RETRY_MS = 60000,
    PATH_SIZE = PATHS_MAX + 32
};

struct access_feed {
    struct access_list *list;
    char url[URL_SIZE], ca_file[URL_SIZE];
    char path[PATH_SIZE]; /* of the copy */
    int every_ms;
    struct log *log;
    const char *name;
    struct timer *timer;
    struct transfers *transfers;
    char etag[ACCESS_ETAG_SIZE]; /* of the copy; "": none */
    char *text;                  /* of the answer; ACCESS_BYTES_MAX bytes */
};

/* ---- the copy ------------------------------------------------------------------- */

/* Takes an ETag of `length` bytes. One that is too long or has other bytes than printable
 * ASCII without blanks becomes "", and is not sent back. */
static void take_etag(const char *bytes, size_t length, char etag[ACCESS_ETAG_SIZE])
{
    bool is_good = length < ACCESS_ETAG_SIZE;
    for (size_t i = 0; is_good && i < length; i++) {
        is_good = bytes[i] > ' ' && bytes[i] <= '~';
    }
    (void)snprintf(etag, ACCESS_ETAG_SIZE, "%.*s", is_good ? (int)length : 0, bytes);
}

bool access_feed_load_copy(const char *path, struct access_list *list,
                           char etag[ACCESS_ETAG_SIZE], struct error *err)
{
    char line[ACCESS_ETAG_SIZE + 2] = "";
    err->text[0] = '\0';
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return errno == ENOENT ? false : error_of_path(err, path);
    }
    bool has_line = fgets(line, sizeof line, file) != NULL;
    (void)fclose(file);
    if (!access_list_load(list, path, err)) {
        return false;
    }
    bool has_etag = has_line && strncmp(line, "# ", 2) == 0;
    size_t length = has_etag ? strcspn(line + 2, "\n") : 0;
    bool is_whole = has_etag && line[2 + length] == '\n';
    take_etag(line + 2, is_whole ? length : 0, etag);
    return true;
}

bool access_feed_save_copy(const char *path, const char *etag, const char *text,
                           size_t length, struct error *err)
{
    struct file_draft draft;
    if (!file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    (void)fprintf(draft.stream, "# %s\n", etag);
    (void)fwrite(text, 1, length, draft.stream);
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}

static void take_copy(struct access_feed *feed)
{
    struct error err = {0};
    if (access_feed_load_copy(feed->path, feed->list, feed->etag, &err)) {
        log_event(feed->log, LOG_INFO, feed->name, "%d rule%s of the copy %s",
                  feed->list->count, feed->list->count == 1 ? "" : "s", feed->path);
    } else if (err.text[0] != '\0') {
        log_event(feed->log, LOG_WARNING, feed->name, "%s", err.text);
    }
}

/* ---- the answer ----------------------------------------------------------------- */

/* False, with the list unchanged, when the answer is not a list. */
static bool take_answer(struct access_feed *feed, const struct transfers_answer *answer)
{
    struct error err = {0};
    if (!access_list_read(feed->list, feed->text, answer->length, feed->url, &err)) {
        log_event(feed->log, LOG_WARNING, feed->name, "%s; keeping the last good copy",
                  err.text);
        return false;
    }
    take_etag(answer->etag, strlen(answer->etag), feed->etag);
    log_event(feed->log, LOG_INFO, feed->name, "%d rule%s of %s", feed->list->count,
              feed->list->count == 1 ? "" : "s", feed->url);
    if (!access_feed_save_copy(feed->path, feed->etag, feed->text, answer->length,
                               &err)) {
        log_event(feed->log, LOG_WARNING, feed->name, "%s", err.text);
    }
    return true;
}

static void on_done(void *context, const struct transfers_answer *answer)
{
    struct access_feed *feed = context;
    bool is_good = true;
    char why[120] = "";
    if (answer->is_too_large) {
        FORMAT_TEXT(why, "expected at most %d bytes", ACCESS_BYTES_MAX);
    } else if (answer->fault != NULL) {
        is_good = false;
        COPY_TEXT(why, answer->fault);
    } else if (answer->status == 200) {
        is_good = take_answer(feed, answer);
    } else if (answer->status != 304) { /* else it is the same as before */
        is_good = false;
        FORMAT_TEXT(why, "HTTP status %ld", answer->status);
    }
    if (why[0] != '\0') {
        log_event(feed->log, LOG_WARNING, feed->name,
                  "%s: %s; keeping the last good copy", feed->url, why);
    }
    int retry_ms = RETRY_MS < feed->every_ms ? RETRY_MS : feed->every_ms;
    (void)timer_start(feed->timer, is_good ? feed->every_ms : retry_ms);
}

/* ---- the request ---------------------------------------------------------------- */

void access_feed_refresh(struct access_feed *feed)
{
    if (feed == NULL || transfers_is_busy(feed->transfers)) {
        return;
    }
    const struct transfers_request request = {.url = feed->url,
                                              .protocols = TRANSFERS_HTTPS,
                                              .ca_file = feed->ca_file,
                                              .timeout_ms = TIMEOUT_MS,
                                              .answer_max = ACCESS_BYTES_MAX,
                                              .answer = feed->text};
    if (feed->etag[0] != '\0') {
        transfers_add_header(feed->transfers, "If-None-Match", feed->etag);
    }
    if (!transfers_start(feed->transfers, &request)) {
        (void)timer_start(feed->timer, RETRY_MS);
    }
}

static void on_feed_time(void *context)
{
    access_feed_refresh(context);
}

/* ---- life ----------------------------------------------------------------------- */

/* Names the copy by the FNV-1a hash of the address: each address has its own file. */
static void name_copy(struct access_feed *feed, const char *folder)
{
    uint32_t hash = 2166136261U;
    for (const char *at = feed->url; *at != '\0'; at++) {
        hash = (hash ^ (unsigned char)*at) * 16777619U;
    }
    FORMAT_TEXT(feed->path, "%s/list-%08x", folder, hash);
}

struct access_feed *access_feed_new(struct event_base *base,
                                    const struct access_feed_config *config,
                                    struct access_list *list, struct error *err)
{
    struct access_feed *feed = error_allocate(sizeof *feed, err);
    if (feed == NULL) {
        return NULL;
    }
    feed->list = list;
    feed->every_ms = config->every_ms;
    feed->log = config->log;
    feed->name = config->name != NULL ? config->name : "";
    COPY_TEXT(feed->url, config->url);
    COPY_TEXT(feed->ca_file, config->ca_file);
    name_copy(feed, config->folder);
    feed->text = malloc(ACCESS_BYTES_MAX);
    feed->timer = timer_new(base, on_feed_time, feed);
    if (feed->text == NULL || feed->timer == NULL) {
        error_no_memory(err);
        access_feed_free(feed);
        return NULL;
    }
    feed->transfers = transfers_new(base, on_done, feed, err);
    if (feed->transfers == NULL) {
        access_feed_free(feed);
        return NULL;
    }
    take_copy(feed);
    access_feed_refresh(feed);
    return feed;
}

void access_feed_free(struct access_feed *feed)
{
    if (feed == NULL) {
        return;
    }
    transfers_free(feed->transfers);
    timer_free(feed->timer);
    free(feed->text);
    free(feed);
}
