/* Notifications to servers that fail, stall, refuse or send us elsewhere. */
#include "tests/unit/bot/notify/notify_server.h"
#include "tests/unit/test_case.h"

CASE(failures_are_tried_again)
{
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

CASE(a_stalled_server_holds_up_nothing)
{
    enum { STALL_MS = 2500, MANY = 20 };
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
CASE(an_endless_answer_is_cut_off)
{
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

CASE(refusals_for_good_are_given_up)
{
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

CASE(redirections_are_followed_with_the_body)
{
    char location[100];
    FORMAT_TEXT(location, "http://127.0.0.1:%d/moved", server.port);
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

CASE(redirections_in_circles_and_to_files_are_given_up)
{
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

CASE(an_https_address_leads_to_no_plain_http)
{
    char ca_path[100], url[100], location[100];
    int port;
    FORMAT_TEXT(ca_path, "%s/ca.pem", folder);
    SSL_CTX *tls = https_identity(ca_path);
    struct evhttp *https = https_listen(server.base, tls, on_request, NULL, &port);
    struct notify_config config = quick();
    FORMAT_TEXT(url, "https://localhost:%d/hook", port);
    config.url = url;
    config.ca_file = ca_path;
    config.timeout_ms = 3000;
    FORMAT_TEXT(location, "http://localhost:%d/moved", server.port);
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

CASE(retry_after_is_heard_up_to_the_longest_wait)
{
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

/* Who asks for less than the wait that is due anyhow is heard no sooner. */
CASE(retry_after_is_in_seconds)
{
    static const char *const asked[] = {"7", "7", "0"};
    static const char *const waits[] = {"; again in 7 s", "; again in 9 s",
                                        "; again in 9 s"};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        server.failures = 1;
        server.status = 503;
        server.retry_after = asked[i];
        struct notify_config config = quick();
        config.retry_ms = i == 0 ? 10 : 9000;
        config.retry_max_ms = 600000;
        struct notify *notify = open_notify(config);
        send_event(notify, NOTIFY_START);
        for (int k = 0; k < 200 && notify_counts(notify).failed == 0; k++) {
            (void)event_base_loop(server.base, EVLOOP_ONCE);
        }
        assert_non_null(strstr(said(), waits[i]));
        notify_free(notify);
        assert_int_equal(test_folder_remove(queue_folder), 0);
    }
}

/* Of milliseconds that overflow, some are negative, and some a moment. */
CASE(endless_retry_after_is_the_longest_wait)
{
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

CASE(old_ones_are_given_up)
{
    server.failures = 10;
    server.status = 500;
    struct notify_config config = quick();
    config.age_max_s = 60;
    struct notify *notify = open_notify(config);
    send_event_of(notify, NOTIFY_START, (int64_t)time(NULL) - 62);
    run(notify);
    assert_int_equal(server.count, 1);
    assert_int_equal(notify_counts(notify).given_up, 1);
    notify_free(notify);
}

CASE(no_server_is_tried_again)
{
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

TEST_MAIN(NULL, NULL)
