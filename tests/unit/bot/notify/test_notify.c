/* Notifications: what is sent, and what waits in the folder of unsent ones. */
#include "bot/net/signature.h"
#include "tests/unit/bot/notify/notify_server.h"
#include "tests/unit/test_case.h"

/* ---- sending -------------------------------------------------------------------- */

CASE(notifications_arrive_in_order)
{
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

CASE(only_wanted_events_are_sent)
{
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
CASE(signature_is_hmac_sha256)
{
    char signature[SIGNATURE_DIGEST_SIZE], text[sizeof server.body[0] + 40];
    assert_true(signature_hmac("key", "1700000000.{}", signature));
    assert_string_equal(
        signature, "9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae");
    struct notify_config config = quick();
    config.secret = "s3cret";
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    run(notify);
    assert_int_equal(strncmp(server.signature, "sha256=", 7), 0);
    FORMAT_TEXT(text, "%s.%s", server.timestamp, server.body[0]);
    assert_true(signature_hmac("s3cret", text, signature));
    assert_string_equal(server.signature + 7, signature);
    assert_null(strstr(server.body[0], "s3cret"));
    notify_free(notify);
}

/* ---- the queue ------------------------------------------------------------------ */

CASE(a_restart_sends_what_waits)
{
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

CASE(what_waits_at_the_end_is_sent_if_it_can_be)
{
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

/* As the checks before a start promise. */
CASE(its_folder_is_made_with_those_above_it)
{
    struct error err = {0};
    char deep[160];
    struct stat status;
    FORMAT_TEXT(deep, "%s/more/of/it", queue_folder);
    struct notify_queue *queue = notify_queue_open(deep, &err);
    assert_good(queue != NULL, &err);
    assert_int_equal(stat(deep, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    notify_queue_close(queue);
}

CASE(a_full_queue_loses_the_oldest)
{
    struct error err;
    struct notify_queue *queue = notify_queue_open(queue_folder, &err);
    assert_non_null(queue);
    for (int i = 0; i < NOTIFY_WAITING_MAX + 5; i++) {
        char body[20];
        FORMAT_TEXT(body, "%d", i);
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
    for (int i = 0; i < 2; i++) { /* the last one; what is gone already is no other */
        notify_queue_drop(queue, "0001700000000-000204-start");
        assert_int_equal(notify_queue_count(queue), NOTIFY_WAITING_MAX - 1);
    }
    notify_queue_close(queue);
    struct stat status;
    assert_int_equal(stat(queue_folder, &status), 0);
    assert_int_equal(status.st_mode & 0077, 0);
    assert_null(notify_queue_open("/dev/null/queue", &err));
}

CASE(what_a_full_queue_loses_is_told)
{
    server.failures = 1000;
    server.status = 500;
    struct notify_config config = quick();
    config.retry_ms = config.retry_max_ms = 60000;
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    while (notify_counts(notify).failed == 0) {
        (void)event_base_loop(server.base, EVLOOP_ONCE);
    }
    for (int i = 1; i < NOTIFY_WAITING_MAX; i++) {
        send_event(notify, NOTIFY_START);
    }
    assert_int_equal(notify_counts(notify).given_up, 0);
    send_event(notify, NOTIFY_END);
    assert_int_equal(notify_counts(notify).given_up, 1);
    assert_int_equal(notify_counts(notify).waiting, NOTIFY_WAITING_MAX);
    assert_non_null(strstr(said(), "a notification is lost: more than 200 wait"));
    notify_free(notify);
}

CASE(what_is_under_way_leaves_a_full_queue_and_is_lost_if_it_fails)
{
    server.failures = 1000;
    server.status = 500;
    struct notify *notify = open_notify(quick());
    for (int i = 0; i < NOTIFY_WAITING_MAX + 1; i++) {
        send_event(notify, NOTIFY_START);
    }
    assert_int_equal(notify_counts(notify).given_up, 0);
    send_event(notify, NOTIFY_START); /* the oldest of those that wait goes */
    assert_int_equal(notify_counts(notify).given_up, 1);
    while (notify_counts(notify).failed == 0) {
        (void)event_base_loop(server.base, EVLOOP_ONCE);
    }
    assert_int_equal(notify_counts(notify).given_up, 2);
    notify_free(notify);
}

/* Also those of the same second. */
CASE(what_comes_after_a_restart_is_sent_after_what_waited)
{
    static struct notify_waiting waiting;
    static const char *const bodies[] = {"0", "1", "2"};
    struct error err;
    for (int i = 0; i < 3; i++) {
        struct notify_queue *queue = notify_queue_open(queue_folder, &err);
        assert_true(notify_queue_add(queue, 1700000000, NOTIFY_START, bodies[i], &err));
        notify_queue_close(queue);
    }
    struct notify_queue *queue = notify_queue_open(queue_folder, &err);
    assert_int_equal(notify_queue_count(queue), 3);
    for (int i = 0; i < 3; i++) {
        assert_true(notify_queue_first(queue, &waiting));
        assert_string_equal(waiting.body, bodies[i]);
        notify_queue_drop(queue, waiting.id);
    }
    assert_false(notify_queue_first(queue, &waiting));
    notify_queue_close(queue);
}

static void write_in_queue(const char *name, const char *body, size_t size)
{
    char path[200];
    FORMAT_TEXT(path, "%s/%s", queue_folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fwrite(body, 1, size, file);
    (void)fclose(file);
}

CASE(a_notification_that_cannot_be_read_is_dropped)
{
    static struct notify_waiting waiting;
    static char large[NOTIFY_BODY_MAX];
    struct error err;
    memset(large, 'x', sizeof large);
    notify_queue_close(notify_queue_open(queue_folder, &err));
    write_in_queue("0001700000000-000000-start.json", "", 0);
    write_in_queue("0001700000000-000001-start.json", "a\0b", 3);
    write_in_queue("0001700000000-000002-start.json", large, sizeof large);
    write_in_queue("0001700000000-000003-start.json", large, sizeof large - 1);
    struct notify_queue *queue = notify_queue_open(queue_folder, &err);
    assert_int_equal(notify_queue_count(queue), 4);
    assert_true(notify_queue_first(queue, &waiting));
    assert_int_equal(strlen(waiting.body), sizeof large - 1);
    assert_int_equal(notify_queue_count(queue), 1);
    notify_queue_close(queue);
}

CASE(a_notification_that_cannot_be_kept_is_told)
{
    struct error err = {0};
    struct notify_queue *queue = notify_queue_open(queue_folder, &err);
    assert_int_equal(test_folder_remove(queue_folder), 0);
    assert_false(notify_queue_add(queue, 1700000000, NOTIFY_START, "a", &err));
    assert_non_null(strstr(err.text, queue_folder));
    assert_int_equal(notify_queue_count(queue), 0);
    notify_queue_close(queue);
}

CASE(foreign_files_in_the_queue_are_left_alone)
{
    struct error err;
    notify_queue_close(notify_queue_open(queue_folder, &err));
    static const char *const names[] = {"notes.txt", ".json", "x-y-z.json",
                                        "1700000000-1-start.part"};
    for (size_t i = 0; i < 4; i++) {
        write_in_queue(names[i], "", 0);
    }
    struct notify_queue *queue = notify_queue_open(queue_folder, &err);
    assert_int_equal(notify_queue_count(queue), 0);
    notify_queue_close(queue);
}

CASE(ntfy_gets_its_topic_out_of_the_address)
{
    struct notify_config config = quick();
    config.shape = NOTIFY_NTFY;
    struct notify *notify = open_notify(config);
    send_event(notify, NOTIFY_START);
    run(notify);
    assert_string_equal(server.path[0], "/");
    assert_non_null(strstr(server.body[0], "\"topic\":\"secret-hook\""));
    notify_free(notify);
}

TEST_MAIN(NULL, NULL)
