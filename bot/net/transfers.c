#include "bot/net/transfers.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/timer.h"

enum { REDIRECTIONS_MAX = 3 };

struct transfers {
    struct event_base *base;
    struct timer *timer; /* libcurl's own */
    CURLM *multi;
    transfers_done *done;
    void *context;
};

static void check_done(struct transfers *transfers)
{
    int left = 0;
    const CURLMsg *message;
    while ((message = curl_multi_info_read(transfers->multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            transfers->done(transfers->context, message->easy_handle,
                            message->data.result);
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
    struct transfers *transfers = calloc(1, sizeof *transfers);
    if (transfers == NULL) {
        error_no_memory(err);
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
    if (transfers->multi != NULL) {
        (void)curl_multi_cleanup(transfers->multi);
        curl_global_cleanup();
    }
    timer_free(transfers->timer);
    free(transfers);
}

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

CURL *transfers_request(const char *url, enum transfers_protocols protocols,
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

bool transfers_add(struct transfers *transfers, CURL *easy)
{
    (void)curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    return curl_multi_add_handle(transfers->multi, easy) == CURLM_OK;
}

void transfers_end(struct transfers *transfers, CURL *easy)
{
    if (easy != NULL) {
        (void)curl_multi_remove_handle(transfers->multi, easy);
        curl_easy_cleanup(easy);
    }
}
