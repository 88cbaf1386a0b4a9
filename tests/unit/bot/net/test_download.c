/* A file from an https server on loopback: what is fetched, and what is not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event2/buffer.h>

#include "bot/net/download_internal.h"
#include "tests/unit/base/tls_policy.h"
#include "tests/unit/bot/net/https_server.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { SIZE = 100 }; /* of what is served */

struct place {
    int port, requests;
    char location[100]; /* sends there; "": has the file */
    bool is_stalled;    /* begins an answer and no more */
    struct evhttp *http;
    struct evhttp_request *stalled; /* ours until its end is sent */
};

static struct event_base *base;
static SSL_CTX *tls;
static struct place first, second, plain; /* the last one without TLS */
static char folder[64], ca_path[100], path[100];

/* ---- the servers ----------------------------------------------------------------- */

static void on_request(struct evhttp_request *request, void *arg)
{
    struct place *place = arg;
    struct evbuffer *body = evbuffer_new();
    place->requests++;
    if (place->is_stalled) {
        evhttp_send_reply_start(request, 200, "OK");
        place->stalled = request;
    } else if (place->location[0] != '\0') {
        (void)evhttp_add_header(evhttp_request_get_output_headers(request), "Location",
                                place->location);
        evhttp_send_reply(request, 302, "elsewhere", NULL);
    } else {
        (void)evbuffer_add_printf(body, "%*d", SIZE, 1);
        evhttp_send_reply(request, 200, "OK", body);
    }
    evbuffer_free(body);
}

static int set_up(void **state)
{
    test_folder_make(folder, sizeof folder, "download");
    FORMAT_TEXT(ca_path, "%s/ca.pem", folder);
    FORMAT_TEXT(path, "%s/file", folder);
    tls = https_identity(ca_path);
    base = event_base_new();
    first = second = plain = (struct place){.port = 0};
    first.http = https_listen(base, tls, on_request, &first, &first.port);
    second.http = https_listen(base, tls, on_request, &second, &second.port);
    plain.http = https_listen(base, NULL, on_request, &plain, &plain.port);
    return 0;
}

static int tear_down(void **state)
{
    if (first.stalled != NULL) {
        evhttp_send_reply_end(first.stalled);
    }
    evhttp_free(first.http);
    evhttp_free(second.http);
    evhttp_free(plain.http);
    event_base_free(base);
    SSL_CTX_free(tls);
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

/* ---- the download ---------------------------------------------------------------- */

struct job {
    const char *ca_file;
    int64_t max;
    bool is_good;
    struct error err;
    const struct download_patience *patience;
    atomic_bool is_done;
};

static void *run(void *arg)
{
    struct job *job = arg;
    char url[100];
    FORMAT_TEXT(url, "https://localhost:%d/file", first.port);
    job->is_good =
        download_with(url, job->ca_file, path, job->max, job->patience, &job->err);
    atomic_store(&job->is_done, true);
    return NULL;
}

/* It waits for its file: on a thread of its own, beside the loop of the servers. */
static struct error download_patiently(const char *ca_file, int64_t max, bool is_good,
                                       const struct download_patience *patience)
{
    struct job job = {.ca_file = ca_file, .max = max, .patience = patience};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run, &job), 0);
    while (!atomic_load(&job.is_done)) {
        const struct timeval moment = {.tv_usec = 5000};
        (void)event_base_loopexit(base, &moment);
        (void)event_base_dispatch(base);
    }
    (void)pthread_join(thread, NULL);
    assert_int_equal(job.is_good, is_good);
    assert_int_equal(access(path, F_OK) == 0, is_good); /* nothing stays of it else */
    return job.err;
}

static struct error download(const char *ca_file, int64_t max, bool is_good)
{
    return download_patiently(ca_file, max, is_good, &download_patience);
}

CASE(a_server_that_stalls_is_left)
{
    const struct download_patience quick = {
        .connect_s = 5, .slow_s = 1, .slow_bytes = download_patience.slow_bytes};
    assert_int_equal(download_patience.connect_s, 30);
    assert_int_equal(download_patience.slow_s, 60);
    first.is_stalled = true;
    struct error err = download_patiently(ca_path, SIZE, false, &quick);
    assert_non_null(strstr(err.text, "Timeout was reached"));
    assert_true(error_passes(&err));
}

CASE(a_file_is_fetched_up_to_its_size)
{
    (void)download(ca_path, SIZE, true);
    (void)unlink(path);
    struct error err = download(ca_path, SIZE - 1, false);
    assert_non_null(strstr(err.text, "is larger than 99 bytes"));
}

CASE(a_redirection_to_https_is_followed)
{
    FORMAT_TEXT(first.location, "https://localhost:%d/moved", second.port);
    (void)download(ca_path, SIZE, true);
    assert_int_equal(second.requests, 1);
}

CASE(a_redirection_to_plain_http_is_not_followed)
{
    FORMAT_TEXT(first.location, "http://localhost:%d/moved", plain.port);
    (void)download(ca_path, SIZE, false);
    assert_int_equal(first.requests, 1);
    assert_int_equal(plain.requests, 0);
}

CASE(an_unknown_authority_is_not_trusted)
{
    (void)download("", SIZE, false);
    assert_int_equal(first.requests, 0);
}

CASE(versions_before_tls_1_2_are_not_spoken)
{
    char policy[100];
    FORMAT_TEXT(policy, "%s/openssl.cnf", folder);
    tls_policy_allow_old(policy);
    https_be_old(tls);
    (void)download(ca_path, SIZE, false);
    tls_policy_forget();
    assert_int_equal(first.requests, 0);
}

TEST(addresses_are_of_http_with_a_host_and_a_port_that_can_be)
{
    static const char *const good[] = {"https://example.org/x", "http://example.org",
                                       "https://example.org:8443/",
                                       "http://[::1]:65535/"};
    static const char *const bad[] = {"",
                                      "example.org",
                                      "ftp://example.org/",
                                      "file:///etc/passwd",
                                      "https:",
                                      "https://",
                                      "http://a:0/",
                                      "http://a:65536/",
                                      "http:/a",
                                      "https://exam ple.org",
                                      "HTTPS//a",
                                      "http://a:b/"};
    struct error err;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(download_check_url(good[i], &err));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (download_check_url(bad[i], &err)) {
            fail_msg("taken: %s", bad[i]);
        }
    }
}

TEST_MAIN(NULL, NULL)
