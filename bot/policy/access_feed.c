#include "bot/policy/access_feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/paths.h"
#include "bot/net/timer.h"
#include "bot/net/transfers.h"
#include "bot/policy/access_copy.h"

enum { URL_SIZE = 256, TIMEOUT_S = 60, RETRY_MS = 60000, PATH_SIZE = PATHS_MAX + 32 };

struct access_feed {
    struct access_list *list;
    char url[URL_SIZE], ca_file[URL_SIZE];
    char path[PATH_SIZE]; /* of the copy */
    int every_ms;
    struct log *log;
    const char *name;
    struct timer *timer;
    struct transfers *transfers;
    CURL *easy; /* the request under way; NULL: none */
    struct curl_slist *headers;
    char etag[ACCESS_ETAG_SIZE]; /* of the copy; "": none */
    char new_etag[ACCESS_ETAG_SIZE];
    char *text; /* of the answer; ACCESS_BYTES_MAX bytes */
    size_t length;
    bool is_too_large;
};

/* ---- the copy ------------------------------------------------------------------- */

static void take_copy(struct access_feed *feed)
{
    struct error err = {0};
    if (access_copy_load(feed->path, feed->list, feed->etag, &err)) {
        log_event(feed->log, LOG_INFO, feed->name, "%d rule%s of the copy %s",
                  feed->list->count, feed->list->count == 1 ? "" : "s", feed->path);
    } else if (err.text[0] != '\0') {
        log_event(feed->log, LOG_WARNING, feed->name, "%s", err.text);
    }
}

/* ---- the answer ----------------------------------------------------------------- */

static size_t on_data(char *data, size_t size, size_t count, void *arg)
{
    struct access_feed *feed = arg;
    size_t length = size * count;
    if (length > ACCESS_BYTES_MAX - feed->length) {
        feed->is_too_large = true;
        return 0;
    }
    memcpy(&feed->text[feed->length], data, length);
    feed->length += length;
    return length;
}

/* "ETag: "..."\r\n" */
static size_t on_header(char *data, size_t size, size_t count, void *arg)
{
    static const char name[] = "etag:";
    struct access_feed *feed = arg;
    size_t length = size * count, begin = sizeof name - 1, end = begin;
    if (length <= begin || strncasecmp(data, name, begin) != 0) {
        return length;
    }
    while (begin < length && data[begin] == ' ') {
        begin++;
    }
    for (end = begin; end < length && (unsigned char)data[end] > ' '; end++) {
    }
    access_copy_etag(data + begin, end - begin, feed->new_etag);
    return length;
}

static void close_request(struct access_feed *feed)
{
    transfers_end(feed->transfers, feed->easy);
    feed->easy = NULL;
    curl_slist_free_all(feed->headers);
    feed->headers = NULL;
}

/* False, with the list unchanged, when the answer is not a list. */
static bool take_answer(struct access_feed *feed)
{
    struct error err = {0};
    if (!access_list_read(feed->list, feed->text, feed->length, feed->url, &err)) {
        log_event(feed->log, LOG_WARNING, feed->name, "%s; keeping the last good copy",
                  err.text);
        return false;
    }
    memcpy(feed->etag, feed->new_etag, sizeof feed->etag);
    log_event(feed->log, LOG_INFO, feed->name, "%d rule%s of %s", feed->list->count,
              feed->list->count == 1 ? "" : "s", feed->url);
    if (!access_copy_save(feed->path, feed->etag, feed->text, feed->length, &err)) {
        log_event(feed->log, LOG_WARNING, feed->name, "%s", err.text);
    }
    return true;
}

static void on_done(void *context, CURL *easy, CURLcode result)
{
    struct access_feed *feed = context;
    long status = 0;
    bool is_good = true;
    (void)curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    close_request(feed);
    if (feed->is_too_large) {
        log_event(feed->log, LOG_WARNING, feed->name,
                  "%s: expected at most %d bytes; keeping the last good copy",
                  feed->url, ACCESS_BYTES_MAX);
    } else if (result != CURLE_OK) {
        is_good = false;
        log_event(feed->log, LOG_WARNING, feed->name,
                  "%s: %s; keeping the last good copy", feed->url,
                  curl_easy_strerror(result));
    } else if (status == 200) {
        is_good = take_answer(feed);
    } else if (status != 304) { /* else it is the same as before */
        is_good = false;
        log_event(feed->log, LOG_WARNING, feed->name,
                  "%s: HTTP status %ld; keeping the last good copy", feed->url, status);
    }
    int retry_ms = RETRY_MS < feed->every_ms ? RETRY_MS : feed->every_ms;
    (void)timer_start(feed->timer, is_good ? feed->every_ms : retry_ms);
}

/* ---- the request ---------------------------------------------------------------- */

/* False when libcurl refuses it. */
static bool start_request(struct access_feed *feed)
{
    char header[ACCESS_ETAG_SIZE + 20];
    feed->easy =
        transfers_request(feed->url, TRANSFERS_HTTPS, feed->ca_file, on_data, feed);
    if (feed->easy == NULL) {
        return false;
    }
    if (feed->etag[0] != '\0') {
        (void)snprintf(header, sizeof header, "If-None-Match: %s", feed->etag);
        feed->headers = curl_slist_append(NULL, header);
    }
    (void)curl_easy_setopt(feed->easy, CURLOPT_HTTPHEADER, feed->headers);
    (void)curl_easy_setopt(feed->easy, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
    (void)curl_easy_setopt(feed->easy, CURLOPT_HEADERFUNCTION, on_header);
    (void)curl_easy_setopt(feed->easy, CURLOPT_HEADERDATA, feed);
    return transfers_add(feed->transfers, feed->easy);
}

void access_feed_refresh(struct access_feed *feed)
{
    if (feed == NULL || feed->easy != NULL) {
        return;
    }
    feed->length = 0;
    feed->is_too_large = false;
    feed->new_etag[0] = '\0';
    if (!start_request(feed)) {
        close_request(feed);
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
    (void)snprintf(feed->path, sizeof feed->path, "%s/list-%08x", folder, hash);
}

struct access_feed *access_feed_new(struct event_base *base,
                                    const struct access_feed_config *config,
                                    struct access_list *list, struct error *err)
{
    struct access_feed *feed = calloc(1, sizeof *feed);
    if (feed == NULL) {
        error_no_memory(err);
        return NULL;
    }
    feed->list = list;
    feed->every_ms = config->every_ms;
    feed->log = config->log;
    feed->name = config->name != NULL ? config->name : "";
    (void)snprintf(feed->url, sizeof feed->url, "%s", config->url);
    (void)snprintf(feed->ca_file, sizeof feed->ca_file, "%s", config->ca_file);
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
    close_request(feed);
    transfers_free(feed->transfers);
    timer_free(feed->timer);
    free(feed->text);
    free(feed);
}
