/* A list from an https server on loopback: ETag, limits, failures, the kept copy. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event2/buffer.h>

#include "bot/policy/access_feed.h"
#include "tests/unit/base/tls_policy.h"
#include "tests/unit/bot/base/said.h"
#include "tests/unit/bot/net/https_server.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

/* How the server answers, and what it has got. */
static struct {
    struct event_base *base;
    struct evhttp *http;
    SSL_CTX *tls;
    const char *body, *etag;
    size_t padding; /* bytes of remarks behind the body */
    int status;
    char location[100];
    int requests;
    char if_none_match[80];
} server;

static char folder[64], ca_path[100], state_folder[100], url[100];
static struct access access_rules;
static struct access_feed *feed;

/* ---- the server ------------------------------------------------------------------ */

static void on_request(struct evhttp_request *request, void *arg)
{
    const char *match =
        evhttp_find_header(evhttp_request_get_input_headers(request), "If-None-Match");
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    server.requests++;
    (void)snprintf(server.if_none_match, sizeof server.if_none_match, "%s",
                   match != NULL ? match : "");
    if (match != NULL && strcmp(match, server.etag) == 0) {
        evhttp_send_reply(request, 304, "Not Modified", NULL);
        return;
    }
    if (server.location[0] != '\0') {
        (void)evhttp_add_header(headers, "Location", server.location);
    }
    (void)evhttp_add_header(headers, "ETag", server.etag);
    struct evbuffer *body = evbuffer_new();
    (void)evbuffer_add(body, server.body, strlen(server.body));
    for (size_t i = 0; i < server.padding; i++) {
        (void)evbuffer_add(body, "#", 1);
    }
    evhttp_send_reply(request, server.status, "so", body);
    evbuffer_free(body);
}

static int set_up(void **state)
{
    memset(&server, 0, sizeof server);
    memset(&access_rules, 0, sizeof access_rules);
    (void)said_open();
    test_folder_make(folder, sizeof folder, "feed");
    (void)snprintf(ca_path, sizeof ca_path, "%s/ca.pem", folder);
    (void)snprintf(state_folder, sizeof state_folder, "%s", folder);
    server.tls = https_identity(ca_path);
    server.status = 200;
    server.etag = "\"one\"";
    server.body = "block anna\nblock bert in\n";
    server.base = event_base_new();
    int port;
    server.http = https_listen(server.base, server.tls, on_request, NULL, &port);
    (void)snprintf(url, sizeof url, "https://localhost:%d/list", port);
    return 0;
}

static int tear_down(void **state)
{
    access_feed_free(feed);
    feed = NULL;
    access_list_clear(&access_rules.lists[ACCESS_URL]);
    evhttp_free(server.http);
    event_base_free(server.base);
    SSL_CTX_free(server.tls);
    said_close();
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

/* ---- the feed -------------------------------------------------------------------- */

static void open_feed(const char *ca_file, int every_ms)
{
    struct error err = {0};
    const struct access_feed_config config = {.url = url,
                                              .ca_file = ca_file,
                                              .folder = state_folder,
                                              .every_ms = every_ms,
                                              .log = said_state.log};
    access_feed_free(feed);
    said_forget();
    feed = access_feed_new(server.base, &config, &access_rules.lists[ACCESS_URL], &err);
    assert_non_null(feed);
}

/* Runs the loop until the log has the text. */
static void until_said(const char *text)
{
    for (int i = 0; i < 500 && strstr(said(), text) == NULL; i++) {
        const struct timeval moment = {.tv_usec = 10000};
        (void)event_base_loopexit(server.base, &moment);
        (void)event_base_dispatch(server.base);
    }
    if (strstr(said(), text) == NULL) {
        fail_msg("not said: %s; but: %s", text, said());
    }
}

static void until_requests(int count)
{
    for (int i = 0; i < 500 && server.requests < count; i++) {
        const struct timeval moment = {.tv_usec = 10000};
        (void)event_base_loopexit(server.base, &moment);
        (void)event_base_dispatch(server.base);
    }
    assert_int_equal(server.requests, count);
}

static bool is_blocked(const char *name)
{
    return access_judge(&access_rules, name, ACCESS_IN) == ACCESS_BLOCKED;
}

CASE(a_list_is_fetched_and_kept_over_a_restart)
{
    open_feed(ca_path, 3600000);
    until_said("2 rules of https");
    assert_true(is_blocked("anna") && is_blocked("bert"));
    access_list_clear(&access_rules.lists[ACCESS_URL]);
    open_feed(ca_path, 3600000);
    assert_non_null(strstr(said(), "2 rules of the copy"));
    assert_true(is_blocked("anna"));
    until_requests(2);
    assert_string_equal(server.if_none_match, "\"one\"");
}

CASE(what_has_not_changed_is_not_sent_again)
{
    open_feed(ca_path, 100);
    until_requests(3); /* again and again */
    assert_string_equal(server.if_none_match, "\"one\"");
    assert_true(is_blocked("anna"));
    server.etag = "\"two\"";
    server.body = "block carl\n";
    until_said("1 rule of https");
    assert_true(is_blocked("carl") && !is_blocked("anna"));
    assert_null(strstr(said(), "warning"));
}

CASE(the_last_good_copy_holds_whatever_comes)
{
    static const struct {
        int status;
        const char *body;
        size_t padding;
        const char *want;
    } rows[] = {
        {200, "<html>no list</html>", 0, "line 1: expected block NAME"},
        {200, "block dora\n", ACCESS_BYTES_MAX, "expected at most 262144 bytes"},
        {404, "block dora\n", 0, "HTTP status 404"},
        {500, "block dora\n", 0, "HTTP status 500"},
        {302, "", 0, "keeping the last good copy"},
    };
    open_feed(ca_path, 3600000);
    until_said("2 rules of https");
    server.etag = "\"other\"";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        said_forget();
        server.status = rows[i].status;
        server.body = rows[i].body;
        server.padding = rows[i].padding;
        if (rows[i].status == 302) {
            (void)snprintf(server.location, sizeof server.location, "http:%s", url + 6);
        }
        access_feed_refresh(feed);
        until_said(rows[i].want);
        assert_true(is_blocked("anna") && !is_blocked("dora"));
    }
    open_feed(ca_path, 3600000); /* the copy was not overwritten either */
    assert_true(is_blocked("anna"));
}

/* ---- safety ---------------------------------------------------------------------- */

static void on_plain_request(struct evhttp_request *request, void *arg)
{
    int *requests = arg;
    ++*requests;
    struct evbuffer *body = evbuffer_new();
    (void)evbuffer_add_printf(body, "block dora\n");
    evhttp_send_reply(request, 200, "OK", body);
    evbuffer_free(body);
}

/* There is a list there, which anybody on the way could have written. */
CASE(a_redirection_to_plain_http_is_not_followed)
{
    int port, requests = 0;
    struct evhttp *plain =
        https_listen(server.base, NULL, on_plain_request, &requests, &port);
    server.status = 302;
    (void)snprintf(server.location, sizeof server.location, "http://localhost:%d/list",
                   port);
    open_feed(ca_path, 3600000);
    until_said("keeping the last good copy");
    assert_int_equal(server.requests, 1);
    assert_int_equal(requests, 0);
    assert_false(is_blocked("dora"));
    evhttp_free(plain);
}

CASE(versions_before_tls_1_2_are_not_spoken)
{
    char path[120];
    (void)snprintf(path, sizeof path, "%s/openssl.cnf", folder);
    tls_policy_allow_old(path);
    https_be_old(server.tls);
    open_feed(ca_path, 3600000);
    until_said("keeping the last good copy");
    tls_policy_forget();
    assert_int_equal(server.requests, 0);
    assert_false(is_blocked("anna"));
}

CASE(an_unknown_authority_is_not_trusted)
{
    open_feed("", 3600000);
    until_said("keeping the last good copy");
    assert_int_equal(server.requests, 0);
    assert_false(is_blocked("anna"));
}

TEST_MAIN(NULL, NULL)
