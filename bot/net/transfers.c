/* The one place that knows libcurl: requests on the loop, and downloads, which block. */
#include "bot/net/transfers.h"

#include <curl/curl.h>
#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/text.h"
#include "bot/net/download_internal.h"
#include "bot/net/timer.h"

enum { REDIRECTIONS_MAX = 3, DOWNLOAD_REDIRECTIONS_MAX = 5, ETAG_SIZE = 256 };

struct transfers {
    struct event_base *base;
    struct timer *timer; /* libcurl's own */
    CURLM *multi;
    transfers_done *done;
    void *context;
    CURL *easy;                 /* the request under way; NULL: none */
    struct curl_slist *headers; /* of it, or of the next one */
    struct transfers_request request;
    struct transfers_answer answer;
    char etag[ETAG_SIZE];
};

/* ---- a request of libcurl --------------------------------------------------------- */

/* Sets the protocols allowed for the first request and for redirections. */
static void set_protocols(CURL *easy, enum transfers_protocols first,
                          enum transfers_protocols redirected)
{
#if LIBCURL_VERSION_NUM >= 0x075500
    static const char *const words[] = {
        [TRANSFERS_HTTPS] = "https", [TRANSFERS_HTTP_TOO] = "http,https"};
    (void)curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, words[first]);
    (void)curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, words[redirected]);
#else
    static const long bits[] = {[TRANSFERS_HTTPS] = CURLPROTO_HTTPS,
                                [TRANSFERS_HTTP_TOO] =
                                    CURLPROTO_HTTP | CURLPROTO_HTTPS};
    (void)curl_easy_setopt(easy, CURLOPT_PROTOCOLS, bits[first]);
    (void)curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, bits[redirected]);
#endif
    (void)curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
}

/* What all have in common. NULL: no memory. */
static CURL *make_easy(const char *url, enum transfers_protocols protocols,
                       const char *ca_file, curl_write_callback on_data, void *context)
{
    CURL *easy = curl_easy_init();
    if (easy == NULL) {
        return NULL;
    }
    bool is_https = strncmp(url, "https:", 6) == 0;
    set_protocols(easy, protocols, is_https ? TRANSFERS_HTTPS : protocols);
    (void)curl_easy_setopt(easy, CURLOPT_URL, url);
    (void)curl_easy_setopt(easy, CURLOPT_USERAGENT, "fibsbot");
    (void)curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_MAXREDIRS, (long)REDIRECTIONS_MAX);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_data);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    if (*ca_file != '\0') {
        (void)curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
    }
    return easy;
}

/* ---- the end of a request --------------------------------------------------------- */

static void end_request(struct transfers *transfers)
{
    if (transfers->easy != NULL) {
        (void)curl_multi_remove_handle(transfers->multi, transfers->easy);
        curl_easy_cleanup(transfers->easy);
    }
    curl_slist_free_all(transfers->headers);
    transfers->easy = NULL;
    transfers->headers = NULL;
}

static void take_result(struct transfers *transfers, CURLcode result)
{
    struct transfers_answer *answer = &transfers->answer;
    curl_off_t retry_s = 0;
    (void)curl_easy_getinfo(transfers->easy, CURLINFO_RESPONSE_CODE, &answer->status);
    (void)curl_easy_getinfo(transfers->easy, CURLINFO_RETRY_AFTER, &retry_s);
    answer->retry_s = (int64_t)retry_s;
    if (result != CURLE_OK && !answer->is_too_large) {
        answer->fault =
            curl_easy_strerror(result); /* its long texts may name the host */
        answer->is_final = result == CURLE_URL_MALFORMAT ||
                           result == CURLE_UNSUPPORTED_PROTOCOL ||
                           result == CURLE_TOO_MANY_REDIRECTS;
    }
    end_request(transfers);
    transfers->done(transfers->context, answer);
}

static void check_done(struct transfers *transfers)
{
    int left = 0;
    const CURLMsg *message;
    while ((message = curl_multi_info_read(transfers->multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            take_result(transfers, message->data.result);
        }
    }
}

static void on_socket(evutil_socket_t fd, short what, void *arg)
{
    struct transfers *transfers = arg;
    int running = 0;
    int action = ((what & EV_READ) != 0 ? CURL_CSELECT_IN : 0) |
                 ((what & EV_WRITE) != 0 ? CURL_CSELECT_OUT : 0);
    (void)curl_multi_socket_action(transfers->multi, fd, action, &running);
    check_done(transfers);
}

static void on_curl_timer(void *context)
{
    struct transfers *transfers = context;
    int running = 0;
    (void)curl_multi_socket_action(transfers->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    check_done(transfers);
}

/* libcurl asks to watch this socket, or to stop watching; `event` is ours for it. */
static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *arg, void *event)
{
    struct transfers *transfers = arg;
    (void)easy;
    if (event != NULL) {
        event_free(event);
        (void)curl_multi_assign(transfers->multi, fd, NULL);
    }
    if (what == CURL_POLL_REMOVE) {
        return 0;
    }
    short kinds = (short)(EV_PERSIST | ((what & CURL_POLL_IN) != 0 ? EV_READ : 0) |
                          ((what & CURL_POLL_OUT) != 0 ? EV_WRITE : 0));
    struct event *watch = event_new(transfers->base, fd, kinds, on_socket, transfers);
    if (watch == NULL || event_add(watch, NULL) != 0) {
        return -1;
    }
    (void)curl_multi_assign(transfers->multi, fd, watch);
    return 0;
}

static int set_curl_timer(CURLM *multi, long ms, void *arg)
{
    struct transfers *transfers = arg;
    (void)multi;
    (void)(ms < 0 ? timer_at(transfers->timer, INT64_MAX)
                  : timer_start(transfers->timer, ms));
    return 0;
}

struct transfers *transfers_new(struct event_base *base, transfers_done *done,
                                void *context, struct error *err)
{
    struct transfers *transfers = error_allocate(sizeof *transfers, err);
    if (transfers == NULL) {
        return NULL;
    }
    transfers->base = base;
    transfers->done = done;
    transfers->context = context;
    transfers->timer = timer_new(base, on_curl_timer, transfers);
    transfers->multi =
        curl_global_init(CURL_GLOBAL_DEFAULT) == 0 ? curl_multi_init() : NULL;
    if (transfers->timer == NULL || transfers->multi == NULL) {
        error_set(err, "cannot set up libcurl");
        transfers_free(transfers);
        return NULL;
    }
    (void)curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    (void)curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETDATA, transfers);
    (void)curl_multi_setopt(transfers->multi, CURLMOPT_TIMERFUNCTION, set_curl_timer);
    (void)curl_multi_setopt(transfers->multi, CURLMOPT_TIMERDATA, transfers);
    return transfers;
}

void transfers_free(struct transfers *transfers)
{
    if (transfers == NULL) {
        return;
    }
    end_request(transfers);
    if (transfers->multi != NULL) {
        (void)curl_multi_cleanup(transfers->multi);
        curl_global_cleanup();
    }
    timer_free(transfers->timer);
    free(transfers);
}

/* ---- a request -------------------------------------------------------------------- */

static size_t on_answer(char *data, size_t size, size_t count, void *arg)
{
    struct transfers *transfers = arg;
    struct transfers_answer *answer = &transfers->answer;
    size_t length = size * count;
    if (length > transfers->request.answer_max - answer->length) {
        answer->is_too_large = true;
        return 0;
    }
    if (transfers->request.answer != NULL) {
        memcpy(&transfers->request.answer[answer->length], data, length);
    }
    answer->length += length;
    return length;
}

/* "ETag: "..."\r\n" */
static size_t on_header(char *data, size_t size, size_t count, void *arg)
{
    static const char name[] = "etag:";
    struct transfers *transfers = arg;
    size_t length = size * count, begin = sizeof name - 1, end;
    if (length <= begin || strncasecmp(data, name, begin) != 0) {
        return length;
    }
    while (begin < length && data[begin] == ' ') {
        begin++;
    }
    for (end = begin; end < length && (unsigned char)data[end] > ' '; end++) {
    }
    (void)snprintf(transfers->etag, ETAG_SIZE, "%.*s", (int)(end - begin),
                   data + begin);
    return length;
}

void transfers_add_header(struct transfers *transfers, const char *name,
                          const char *value)
{
    char header[300];
    FORMAT_TEXT(header, "%s: %s", name, value);
    struct curl_slist *list = curl_slist_append(transfers->headers, header);
    transfers->headers = list == NULL ? transfers->headers : list;
}

bool transfers_start(struct transfers *transfers,
                     const struct transfers_request *request)
{
    CURL *easy = make_easy(request->url, request->protocols, request->ca_file,
                           on_answer, transfers);
    transfers->easy = easy;
    transfers->request = *request;
    transfers->answer = (struct transfers_answer){.etag = transfers->etag};
    transfers->etag[0] = '\0';
    if (easy == NULL) {
        end_request(transfers);
        return false;
    }
    if (request->post != NULL) {
        (void)curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->post);
        (void)curl_easy_setopt(easy, CURLOPT_POSTREDIR, (long)CURL_REDIR_POST_ALL);
    }
    (void)curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfers->headers);
    (void)curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    (void)curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfers);
    (void)curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
    (void)curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    if (curl_multi_add_handle(transfers->multi, easy) != CURLM_OK) {
        end_request(transfers);
    }
    return transfers->easy != NULL;
}

bool transfers_is_busy(const struct transfers *transfers)
{
    return transfers->easy != NULL;
}

/* ---- downloads -------------------------------------------------------------------- */

const struct download_patience download_patience = {
    .connect_s = 30, .slow_s = 60, .slow_bytes = 100};

struct target {
    FILE *file;
    int64_t left;
    bool is_too_large;
};

static size_t on_data(char *data, size_t size, size_t count, void *arg)
{
    struct target *target = arg;
    size_t length = size * count;
    if ((int64_t)length > target->left) {
        target->is_too_large = true;
        return 0;
    }
    target->left -= (int64_t)length;
    return fwrite(data, 1, length, target->file) == length ? length : 0;
}

/* As an errno: what may work later. */
static int reason_of(CURLcode result, int error)
{
    static const CURLcode passing[] = {CURLE_COULDNT_RESOLVE_PROXY,
                                       CURLE_COULDNT_RESOLVE_HOST,
                                       CURLE_COULDNT_CONNECT,
                                       CURLE_OPERATION_TIMEDOUT,
                                       CURLE_GOT_NOTHING,
                                       CURLE_PARTIAL_FILE,
                                       CURLE_SEND_ERROR,
                                       CURLE_RECV_ERROR};
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++) {
        if (passing[i] == result) {
            return EHOSTUNREACH;
        }
    }
    return result == CURLE_WRITE_ERROR ? error : EINVAL;
}

static bool transfer(const char *url, const char *ca_file, struct target *target,
                     int64_t max, const struct download_patience *patience,
                     struct error *err)
{
    CURL *easy = make_easy(url, TRANSFERS_HTTPS, ca_file, on_data, target);
    if (easy == NULL) {
        error_set(err, "cannot set up libcurl");
        return false;
    }
    (void)curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_MAXREDIRS, (long)DOWNLOAD_REDIRECTIONS_MAX);
    (void)curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, patience->connect_s);
    (void)curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, patience->slow_s);
    (void)curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, patience->slow_bytes);
    CURLcode result = curl_easy_perform(easy);
    int error = errno;
    curl_easy_cleanup(easy);
    if (target->is_too_large) {
        error_set(err, "%.150s: is larger than %lld bytes", url, (long long)max);
    } else if (result != CURLE_OK) {
        error_set_for(err, reason_of(result, error), "%.150s: %s", url,
                      curl_easy_strerror(result));
    }
    return result == CURLE_OK;
}

bool download_with(const char *url, const char *ca_file, const char *path, int64_t max,
                   const struct download_patience *patience, struct error *err)
{
    struct target target = {.file = fopen(path, "wxe"), .left = max};
    if (target.file == NULL) {
        error_of_path(err, path);
        return false;
    }
    bool is_good = transfer(url, ca_file, &target, max, patience, err);
    if (fclose(target.file) != 0 && is_good) {
        is_good = error_of_path(err, path);
    }
    if (!is_good) {
        (void)unlink(path);
    }
    return is_good;
}

bool download_file(const char *url, const char *ca_file, const char *path, int64_t max,
                   struct error *err)
{
    return download_with(url, ca_file, path, max, &download_patience, err);
}

bool download_check_url(const char *url, struct error *err)
{
    bool is_http = strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0;
    CURLU *parts = is_http ? curl_url() : NULL;
    char *port = NULL;
    bool is_good = parts != NULL && curl_url_set(parts, CURLUPART_URL, url, 0) == 0;
    if (is_good && curl_url_get(parts, CURLUPART_PORT, &port, 0) == 0) {
        is_good = strtol(port, NULL, 10) > 0;
    }
    curl_free(port);
    curl_url_cleanup(parts);
    return is_good || error_set(err, "expected an address such as https://host/path");
}
