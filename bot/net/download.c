#include "bot/net/download.h"
#include "bot/net/download_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/net/transfers.h"

enum { REDIRECTIONS_MAX = 5 };

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
    CURL *easy = transfers_request(url, TRANSFERS_HTTPS, ca_file, on_data, target);
    if (easy == NULL) {
        error_set(err, "cannot set up libcurl");
        return false;
    }
    (void)curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_MAXREDIRS, (long)REDIRECTIONS_MAX);
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
        error_set_for(err, errno, "%.180s: %s", path, strerror(errno));
        return false;
    }
    bool is_good = transfer(url, ca_file, &target, max, patience, err);
    if (fclose(target.file) != 0 && is_good) {
        error_set_for(err, errno, "%.180s: cannot be written", path);
        is_good = false;
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
