/* Notifications against a real HTTP server on loopback that fails, stalls and
 * redirects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <event2/buffer.h>

#include "base/clock.h"
#include "bot/notify/notify.h"
#include "bot/notify/notify_queue.h"
#include "tests/unit/bot/base/said.h"
#include "tests/unit/bot/net/https_server.h"

enum { SEEN_MAX = 32, STALLED_MAX = 8 };

/* The server: what it got, and how it answers the next requests. */
static struct {
    struct event_base *base;
    struct evhttp *http;
    int port;
    int failures, status; /* so many answers with this status first; 0: no answer */
    bool is_endless;      /* answers 200, and then bytes without end */
    const char *location; /* of redirections */
    const char *retry_after;
    int count;
    char path[SEEN_MAX][80];
    char event[SEEN_MAX][20];
    char delivery[SEEN_MAX][80];
    char body[SEEN_MAX][2000];
    char timestamp[40], signature[100];
    struct evhttp_request *stalled[STALLED_MAX];
    int stalled_count;
    struct evhttp_request *endless; /* ours until its end is sent */
} server;

static char folder[64], queue_folder[100];

static void copy_header(struct evhttp_request *request, const char *name, char *to,
                        size_t size)
{
    const char *value =
        evhttp_find_header(evhttp_request_get_input_headers(request), name);
    (void)snprintf(to, size, "%s", value == NULL ? "" : value);
}

static void keep(struct evhttp_request *request)
{
    int i = server.count++;
    assert_true(i < SEEN_MAX);
    (void)snprintf(server.path[i], sizeof server.path[i], "%s",
                   evhttp_request_get_uri(request));
    copy_header(request, "X-Fibsbot-Event", server.event[i], sizeof server.event[i]);
    copy_header(request, "X-Fibsbot-Delivery", server.delivery[i],
                sizeof server.delivery[i]);
    copy_header(request, "X-Fibsbot-Timestamp", server.timestamp,
                sizeof server.timestamp);
    copy_header(request, "X-Fibsbot-Signature", server.signature,
                sizeof server.signature);
    struct evbuffer *body = evhttp_request_get_input_buffer(request);
    int length = (int)evbuffer_copyout(body, server.body[i], sizeof server.body[i] - 1);
    server.body[i][length > 0 ? length : 0] = '\0';
}

/* A piece, and the next one when it is written; the client hangs up some day. */
static void send_more(struct evhttp_connection *connection, void *arg)
{
    static const char piece[16384];
    struct evbuffer *body = evbuffer_new();
    (void)connection;
    (void)evbuffer_add(body, piece, sizeof piece);
    evhttp_send_reply_chunk_with_cb(arg, body, send_more, arg);
    evbuffer_free(body);
}

static void on_request(struct evhttp_request *request, void *arg)
{
    (void)arg;
    keep(request);
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    if (server.is_endless) {
        server.is_endless = false;
        server.endless = request;
        evhttp_send_reply_start(request, 200, "OK");
        send_more(NULL, request);
        return;
    }
    if (server.failures == 0) {
        evhttp_send_reply(request, 200, "OK", NULL);
        return;
    }
    server.failures--;
    if (server.status == 0) {
        assert_true(server.stalled_count < STALLED_MAX);
        server.stalled[server.stalled_count++] = request;
        return;
    }
    if (server.location != NULL) {
        (void)evhttp_add_header(headers, "Location", server.location);
    }
    if (server.retry_after != NULL) {
        (void)evhttp_add_header(headers, "Retry-After", server.retry_after);
    }
    evhttp_send_reply(request, server.status, "no", NULL);
}

static int set_up(void **state)
{
    (void)state;
    memset(&server, 0, sizeof server);
    (void)said_open();
    strcpy(folder, "/tmp/fibsbot-notify-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    (void)snprintf(queue_folder, sizeof queue_folder, "%s/queue", folder);
    server.base = event_base_new();
    server.http = https_listen(server.base, NULL, on_request, NULL, &server.port);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    if (server.endless != NULL) {
        evhttp_send_reply_end(server.endless);
    }
    evhttp_free(server.http);
    event_base_free(server.base);
    said_close();
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static struct notify *open_notify(struct notify_config config)
{
    static char url[100];
    struct error err = {{0}};
    if (config.url[0] == '\0') {
        (void)snprintf(url, sizeof url, "http://127.0.0.1:%d/secret-hook", server.port);
        config.url = url;
    }
    config.queue = queue_folder;
    config.log = said_state.log;
    struct notify *notify = notify_new(server.base, &config, &err);
    if (notify == NULL) {
        fail_msg("%s", err.text);
    }
    return notify;
}

static struct notify_config quick(void)
{
    struct notify_config config;
    notify_config_default(&config);
    config.timeout_ms = 150;
    config.retry_ms = 10;
    config.retry_max_ms = 50;
    return config;
}

static void send_event(struct notify *notify, enum notify_event event)
{
    const struct notify_message message = {.event = event,
                                           .at_s = (int64_t)time(NULL),
                                           .account = "our_bot",
                                           .opponent = "opp_a",
                                           .length = 5,
                                           .my_score = 5,
                                           .their_score = 3,
                                           .text = "gone"};
    notify_send(notify, &message);
}

static void stop_loop(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    (void)event_base_loopbreak(arg);
}

/* Runs the loop until nothing waits, or for some seconds. */
static void run(const struct notify *notify)
{
    for (int i = 0; i < 1000 && notify_counts(notify).waiting > 0; i++) {
        const struct timeval soon = {.tv_usec = 5000};
        (void)event_base_once(server.base, -1, EV_TIMEOUT, stop_loop, server.base,
                              &soon);
        (void)event_base_dispatch(server.base);
    }
}

/* ---- sending --------------------------------------------------------------------- */

static void notifications_arrive_in_order(void **state)
{
    (void)state;
    struct notify *notify = open_notify(quick());
    send_event(notify, NOTIFY_START);
    send_event(notify, NOTIFY_SAVED);
    send_event(notify, NOTIFY_END);
    assert_int_equal(notify_counts(notify).waiting, 3);
    assert_int_equal(server.count, 0); /* nothing was waited for */
    run(notify);
    assert_int_equal(server.count, 3);
    assert_string_equal(server.event[0], "start");
    assert_string_equal(server.event[1], "saved");
    assert_string_equal(server.event[2], "end");
    assert_string_equal(server.path[0], "/secret-hook");
    assert_string_equal(server.signature, "");
    assert_int_equal(notify_counts(notify).sent, 3);
    assert_string_equal(said(), "");
    notify_free(notify);
}

static void only_wanted_events_are_sent(void **state)
{
    (void)state;
    struct notify_config config = quick();
    struct error err;
    assert_true(notify_events_read("end, error", &config.events, &err));
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    send_event(notify, NOTIFY_ERROR);
    run(notify);
    assert_int_equal(server.count, 1);
    assert_string_equal(server.event[0], "error");
    notify_free(notify);
    assert_false(notify_events_read("end, begin", &config.events, &err));
    assert_non_null(strstr(err.text, "begin"));
    send_event(NULL, NOTIFY_ERROR);
}

/* RFC 4231 has no case with a full stop; this one is of Python's hmac module:
 * hmac.new(b"key", b"1700000000.{}", "sha256"). */
static void signature_is_hmac_sha256(void **state)
{
    (void)state;
    char signature[NOTIFY_SIGNATURE_SIZE];
    assert_true(notify_sign("key", "1700000000", "{}", signature));
    assert_string_equal(
        signature, "9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae");
    struct notify_config config = quick();
    config.secret = "s3cret";
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    run(notify);
    assert_int_equal(strncmp(server.signature, "sha256=", 7), 0);
    assert_true(notify_sign("s3cret", server.timestamp, server.body[0], signature));
    assert_string_equal(server.signature + 7, signature);
    assert_null(strstr(server.body[0], "s3cret"));
    notify_free(notify);
}

/* ---- trouble --------------------------------------------------------------------- */

static void failures_are_tried_again(void **state)
{
    (void)state;
    static const int statuses[] = {500, 503, 429, 408, 0};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        server.count = 0;
        server.failures = 2;
        server.status = statuses[i];
        struct notify *notify = open_notify(quick());
        send_event(notify, NOTIFY_START);
        run(notify);
        assert_int_equal(server.count, 3);
        assert_string_equal(server.delivery[2], server.delivery[0]); /* the same one */
        assert_int_equal(notify_counts(notify).failed, 2);
        assert_int_equal(notify_counts(notify).sent, 1);
        notify_free(notify);
    }
    assert_null(strstr(said(), "secret-hook"));
    assert_non_null(strstr(said(), "HTTP status 503; again in 1 s"));
    assert_non_null(strstr(said(), "Timeout"));
}

static void a_stalled_server_holds_up_nothing(void **state)
{
    (void)state;
    enum { STALL_MS = 600, MANY = 20 };
    server.failures = 1;
    struct notify_config config = quick();
    config.timeout_ms = STALL_MS;
    struct notify *notify = open_notify(config);
    struct timespec before, after;
    (void)clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < MANY; i++) {
        send_event(notify, NOTIFY_START);
        (void)event_base_loop(server.base, EVLOOP_NONBLOCK);
    }
    (void)clock_gettime(CLOCK_MONOTONIC, &after);
    double ms = 1e3 * (double)(after.tv_sec - before.tv_sec) +
                1e-6 * (double)(after.tv_nsec - before.tv_nsec);
    assert_true(ms < STALL_MS - 100);
    run(notify);
    assert_int_equal(notify_counts(notify).sent, MANY);
    notify_free(notify);
}

/* What it says is not wanted: it has taken the notification. */
static void an_endless_answer_is_cut_off(void **state)
{
    (void)state;
    server.is_endless = true;
    struct notify_config config = quick();
    config.timeout_ms = 3000; /* what would end it otherwise */
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    run(notify);
    assert_int_equal(server.count, 1);
    assert_int_equal(notify_counts(notify).sent, 1);
    assert_int_equal(notify_counts(notify).failed, 0);
    assert_string_equal(said(), "");
    notify_free(notify);
}

static void refusals_for_good_are_given_up(void **state)
{
    (void)state;
    static const int statuses[] = {400, 401, 404, 410};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        server.count = 0;
        server.failures = 1;
        server.status = statuses[i];
        struct notify *notify = open_notify(quick());
        send_event(notify, NOTIFY_START);
        send_event(notify, NOTIFY_END);
        run(notify);
        assert_int_equal(server.count, 2); /* and the next one is sent */
        assert_int_equal(notify_counts(notify).given_up, 1);
        notify_free(notify);
    }
    assert_non_null(strstr(said(), "warning notification"));
}

static void redirections_are_followed_with_the_body(void **state)
{
    (void)state;
    char location[100];
    (void)snprintf(location, sizeof location, "http://127.0.0.1:%d/moved", server.port);
    static const int statuses[] = {301, 302, 307, 308};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        server.count = 0;
        server.failures = 1;
        server.status = statuses[i];
        server.location = location;
        struct notify *notify = open_notify(quick());
        send_event(notify, NOTIFY_START);
        run(notify);
        assert_int_equal(server.count, 2);
        assert_string_equal(server.path[1], "/moved");
        assert_string_equal(server.body[1], server.body[0]);
        assert_int_equal(notify_counts(notify).sent, 1);
        notify_free(notify);
    }
}

static void redirections_in_circles_and_to_files_are_given_up(void **state)
{
    (void)state;
    static const char *const locations[] = {"/again", "file:///etc/passwd"};
    for (size_t i = 0; i < 2; i++) {
        server.count = 0;
        server.failures = 1000;
        server.status = 307;
        server.location = locations[i];
        struct notify *notify = open_notify(quick());
        send_event(notify, NOTIFY_START);
        run(notify);
        assert_in_range(server.count, 1, 4);
        assert_int_equal(notify_counts(notify).given_up, 1);
        notify_free(notify);
    }
}

static void an_https_address_leads_to_no_plain_http(void **state)
{
    (void)state;
    char ca_path[100], url[100], location[100];
    int port;
    (void)snprintf(ca_path, sizeof ca_path, "%s/ca.pem", folder);
    SSL_CTX *tls = https_identity(ca_path);
    struct evhttp *https = https_listen(server.base, tls, on_request, NULL, &port);
    struct notify_config config = quick();
    (void)snprintf(url, sizeof url, "https://localhost:%d/hook", port);
    config.url = url;
    config.ca_file = ca_path;
    config.timeout_ms = 3000;
    (void)snprintf(location, sizeof location, "http://localhost:%d/moved", server.port);
    server.failures = 1;
    server.status = 307;
    server.location = location;
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    send_event(notify, NOTIFY_END);
    run(notify);
    assert_int_equal(server.count, 2); /* the first one was given up, the next sent */
    assert_string_equal(server.event[1], "end");
    assert_string_equal(server.path[1], "/hook");
    assert_int_equal(notify_counts(notify).given_up, 1);
    assert_int_equal(notify_counts(notify).sent, 1);
    notify_free(notify);
    evhttp_free(https);
    SSL_CTX_free(tls);
}

static void retry_after_is_heard_up_to_the_longest_wait(void **state)
{
    (void)state;
    server.failures = 1;
    server.status = 429;
    server.retry_after = "3600";
    struct notify *notify = open_notify(quick());
    send_event(notify, NOTIFY_START);
    run(notify);
    assert_int_equal(notify_counts(notify).sent, 1);
    assert_non_null(strstr(said(), "HTTP status 429"));
    notify_free(notify);
}

/* Of milliseconds that overflow, some are negative, and some a moment. */
static void endless_retry_after_is_the_longest_wait(void **state)
{
    (void)state;
    static const char *const asked[] = {"9223372036854775807", "9223372036854776",
                                        "99999999999999999999", "-1"};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        server.count = 0;
        server.failures = 1;
        server.status = 429;
        server.retry_after = asked[i];
        struct notify_config config = quick();
        config.retry_max_ms = i < 3 ? 700 : config.retry_max_ms;
        struct notify *notify = open_notify(config);
        int64_t begin = clock_ms();
        send_event(notify, NOTIFY_START);
        run(notify);
        assert_int_equal(notify_counts(notify).sent, 1);
        assert_true(i == 3 || clock_ms() - begin >= 650);
        notify_free(notify);
    }
}

static void old_ones_are_given_up(void **state)
{
    (void)state;
    server.failures = 10;
    server.status = 500;
    struct notify_config config = quick();
    config.age_max_s = -1;
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    run(notify);
    assert_int_equal(server.count, 1);
    assert_int_equal(notify_counts(notify).given_up, 1);
    notify_free(notify);
}

static void no_server_is_tried_again(void **state)
{
    (void)state;
    struct notify_config config = quick();
    config.url = "http://127.0.0.1:1/hook";
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    for (int i = 0; i < 200 && notify_counts(notify).failed < 3; i++) {
        (void)event_base_loop(server.base, EVLOOP_ONCE);
    }
    assert_int_equal(notify_counts(notify).waiting, 1);
    assert_null(strstr(said(), "127.0.0.1"));
    notify_free(notify);
}

/* ---- the queue ------------------------------------------------------------------- */

static void a_restart_sends_what_waits(void **state)
{
    (void)state;
    server.failures = 1000;
    server.status = 500;
    struct notify *notify = open_notify(quick());
    send_event(notify, NOTIFY_START);
    send_event(notify, NOTIFY_END);
    for (int i = 0; i < 200 && notify_counts(notify).failed < 3; i++) {
        (void)event_base_loop(server.base, EVLOOP_ONCE);
    }
    notify_free(notify);
    server.failures = 0;
    server.count = 0;
    notify = open_notify(quick());
    assert_int_equal(notify_counts(notify).waiting, 2);
    run(notify);
    assert_int_equal(server.count, 2);
    assert_string_equal(server.event[0], "start");
    assert_string_equal(server.event[1], "end");
    notify_free(notify);
}

static void what_waits_at_the_end_is_sent_if_it_can_be(void **state)
{
    (void)state;
    struct notify *notify = open_notify(quick());
    send_event(notify, NOTIFY_END);
    send_event(notify, NOTIFY_END);
    notify_drain(notify, 2000);
    assert_int_equal(server.count, 2);
    server.failures = 1000;
    server.status = 500;
    send_event(notify, NOTIFY_END);
    notify_drain(notify, 2000); /* returns at the first failure */
    assert_int_equal(server.count, 3);
    assert_int_equal(notify_counts(notify).waiting, 1);
    notify_free(notify);
    notify_drain(NULL, 1000);
}

static void a_full_queue_loses_the_oldest(void **state)
{
    (void)state;
    struct error err;
    struct notify_queue *queue = notify_queue_open(queue_folder, &err);
    assert_non_null(queue);
    for (int i = 0; i < NOTIFY_WAITING_MAX + 5; i++) {
        char body[20];
        (void)snprintf(body, sizeof body, "%d", i);
        assert_true(notify_queue_add(queue, 1700000000, NOTIFY_START, body, &err));
    }
    static struct notify_waiting waiting;
    assert_int_equal(notify_queue_count(queue), NOTIFY_WAITING_MAX);
    assert_true(notify_queue_first(queue, &waiting));
    assert_string_equal(waiting.body, "5");
    assert_string_equal(waiting.event, "start");
    assert_int_equal(waiting.at_s, 1700000000);
    notify_queue_close(queue);
    queue = notify_queue_open(queue_folder, &err);
    assert_int_equal(notify_queue_count(queue), NOTIFY_WAITING_MAX);
    notify_queue_close(queue);
    struct stat status;
    assert_int_equal(stat(queue_folder, &status), 0);
    assert_int_equal(status.st_mode & 0077, 0);
    assert_null(notify_queue_open("/dev/null/queue", &err));
}

static void foreign_files_in_the_queue_are_left_alone(void **state)
{
    (void)state;
    struct error err;
    notify_queue_close(notify_queue_open(queue_folder, &err));
    static const char *const names[] = {"notes.txt", ".json", "x-y-z.json",
                                        "1700000000-1-start.part", "1-2-../a.json"};
    for (size_t i = 0; i < 4; i++) {
        char path[200];
        (void)snprintf(path, sizeof path, "%s/%s", queue_folder, names[i]);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        (void)fclose(file);
    }
    struct notify_queue *queue = notify_queue_open(queue_folder, &err);
    assert_int_equal(notify_queue_count(queue), 0);
    notify_queue_close(queue);
}

static void ntfy_gets_its_topic_out_of_the_address(void **state)
{
    (void)state;
    struct notify_config config = quick();
    config.shape = NOTIFY_NTFY;
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    run(notify);
    assert_string_equal(server.path[0], "/");
    assert_non_null(strstr(server.body[0], "\"topic\":\"secret-hook\""));
    notify_free(notify);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(notifications_arrive_in_order),
        TEST(only_wanted_events_are_sent),
        TEST(signature_is_hmac_sha256),
        TEST(failures_are_tried_again),
        TEST(a_stalled_server_holds_up_nothing),
        TEST(an_endless_answer_is_cut_off),
        TEST(refusals_for_good_are_given_up),
        TEST(redirections_are_followed_with_the_body),
        TEST(redirections_in_circles_and_to_files_are_given_up),
        TEST(an_https_address_leads_to_no_plain_http),
        TEST(retry_after_is_heard_up_to_the_longest_wait),
        TEST(endless_retry_after_is_the_longest_wait),
        TEST(old_ones_are_given_up),
        TEST(no_server_is_tried_again),
        TEST(a_restart_sends_what_waits),
        TEST(what_waits_at_the_end_is_sent_if_it_can_be),
        TEST(a_full_queue_loses_the_oldest),
        TEST(foreign_files_in_the_queue_are_left_alone),
        TEST(ntfy_gets_its_topic_out_of_the_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
