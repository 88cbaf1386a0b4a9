/* What strangers can do to the HTTP server, and what it costs the game beside it. */
#include "tests/unit/test_case.h"

enum { DEADLINE_MS = 400 };

#include "tests/unit/bot/net/http_visitor.h"

/* Once more with a new server where the game had to wait for so long that a pause of the
 * machine may be why: what the server does wrong, it does each time. */
static void withstand(int (*attacker)(void))
{
    enum { TRIES = 20 };
    measure(attacker);
    for (int i = 1; i < TRIES && cost.latest_ms > DEADLINE_MS / 2.0; i++) {
        assert_int_equal(tear_down(NULL), 0);
        assert_int_equal(set_up(NULL), 0);
        measure(attacker);
    }
    need_client();
}

static int be_huge(void)
{
    static const struct {
        const char *start, *want;
    } rows[] = {
        {"GET /", "HTTP/1.1 414 URI Too Long\r\n"},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "HTTP/1.1 431 "},
        {"POST /tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
         "HTTP/1.1 413 Content Too Large\r\n"},
        {"POST /tell HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
         "HTTP/1.1 411 Length Required\r\n"},
    };
    static char request[100000];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(request, 'a', sizeof request - 1);
        memcpy(request, rows[i].start, strlen(rows[i].start));
        NEED(begins(ask(request), rows[i].want));
        NEED(!is_reset);
    }
    return 0;
}

/* The answer arrives although the server leaves most of the request unread. */
CASE(huge_requests_are_refused_with_their_status)
{
    withstand(be_huge);
}

/* Sends for 1.5 s as fast as the server takes it, and reads nothing. The answers do not
 * fit into the kernel's buffers. */
static int send_pipeline(void)
{
    static char many[1000 * (sizeof get_huge - 1)];
    double end = now_ms() + 1500;
    for (size_t i = 0; i < 1000; i++) {
        memcpy(many + i * (sizeof get_huge - 1), get_huge, sizeof get_huge - 1);
    }
    while (now_ms() < end) {
        int fd = dial(0);
        NEED(fd >= 0);
        (void)fcntl(fd, F_SETFL, O_NONBLOCK);
        while (now_ms() < end) {
            if (send(fd, many, sizeof many, 0) < 0) {
                if (errno != EAGAIN) {
                    break;
                }
                pause_ms(1);
            }
        }
        (void)close(fd);
    }
    return 0;
}

CASE(unread_pipeline_stays_small)
{
    withstand(send_pipeline);
    assert_in_range(answers, 2, HTTP_RATE_MAX);
    assert_true(cost.memory_mb < 32.0);
    assert_true(cost.processor_ms < 0.5 * cost.ms);
    assert_true(cost.latest_ms < 1000.0);
    assert_true(log_lines <= 1);
}

/* Clients that ask for 8 MB each and read nothing. */
static int leave_answers(void)
{
    int fds[HTTP_CONNECTIONS_MAX];
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        fds[i] = dial(0);
        NEED(fds[i] >= 0);
        (void)send(fds[i], get_huge, strlen(get_huge), 0);
    }
    int refused = 0;
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        char start[13] = "";
        (void)recv(fds[i], start, sizeof start - 1, MSG_WAITALL);
        refused += begins(start, "HTTP/1.1 503");
    }
    NEED(refused > HTTP_CONNECTIONS_MAX / 4);
    pause_ms(DEADLINE_MS * 2); /* who does not read is dropped ... */
    hear(fds[0]);
    NEED(heard_length < HUGE_PAGE);
    NEED(begins(ask(get), "HTTP/1.1 200 ")); /* ... which makes room for others */
    return 0;
}

CASE(answers_that_nobody_reads_are_limited_and_dropped)
{
    withstand(leave_answers);
    assert_true(cost.memory_mb < 64.0);
}

/* A byte now and then, so that no silence ends it. */
static int dawdle(void)
{
    static const char text[] =
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: yyyyyyyyyyyyyyy";
    double start = now_ms();
    int fd = dial(0);
    for (size_t i = 0; i < sizeof text - 1; i++) {
        if (send(fd, text + i, 1, 0) != 1) {
            break;
        }
        pause_ms(20);
        char byte;
        if (recv(fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK) >= 0) {
            break;
        }
    }
    double took = now_ms() - start;
    hear(fd);
    NEED(begins(heard, "HTTP/1.1 408 Request Timeout\r\n"));
    NEED(took >= DEADLINE_MS - 50 && took < 2 * DEADLINE_MS);
    return 0;
}

CASE(slow_request_meets_its_deadline)
{
    withstand(dawdle);
}

static int say_nothing(void)
{
    double start = now_ms();
    int fd = dial(0);
    hear(fd);
    double took = now_ms() - start;
    NEED(heard_length == 0);
    NEED(took >= DEADLINE_MS - 50 && took < 2 * DEADLINE_MS);
    return 0;
}

CASE(silent_connection_is_closed)
{
    withstand(say_nothing);
}

static int connect_500_times(void)
{
    int fds[500];
    for (int i = 0; i < 500; i++) {
        fds[i] = dial(SOCK_NONBLOCK);
    }
    pause_ms(3 * DEADLINE_MS);
    for (int i = 0; i < 500; i++) {
        (void)close(fds[i]);
    }
    NEED(begins(ask(get), "HTTP/1.1 200 "));
    return 0;
}

CASE(five_hundred_connections_cost_32_descriptors_and_little_else)
{
    withstand(connect_500_times);
    assert_in_range(cost.descriptors, HTTP_CONNECTIONS_MAX / 2, HTTP_CONNECTIONS_MAX);
    assert_true(cost.memory_mb < 8.0);
    assert_true(cost.processor_ms < 0.3 * cost.ms);
    assert_true(cost.latest_ms < 1000.0);
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log,
                        "test page: connections are closed: too many at once");
}

static const char get_well[] = "GET /well HTTP/1.1\r\nHost: localhost\r\n\r\n";

/* Returns whether the vital page comes within a second. */
static bool is_told_at_once(void)
{
    double start = now_ms();
    bool is_told = begins(ask(get_well), "HTTP/1.1 200 ");
    return is_told && now_ms() - start < 1000.0;
}

/* Every place is taken, by unread answers and by silence, and new ones come. */
static int take_all_places(void)
{
    int fds[200];
    for (int i = 0; i < 200; i++) {
        fds[i] = dial(0);
        NEED(fds[i] >= 0);
        if (i < 100) {
            char start[12]; /* making so huge a page takes a busy machine its time */
            (void)send(fds[i], get_huge, strlen(get_huge), MSG_NOSIGNAL);
            (void)recv(fds[i], start, sizeof start, MSG_WAITALL);
        }
        if (i % 50 == 49) {
            NEED(is_told_at_once());
        }
    }
    return 0;
}

CASE(vital_page_is_told_while_all_places_are_taken)
{
    withstand(take_all_places);
    assert_in_range(cost.descriptors, HTTP_CONNECTIONS_MAX / 2, HTTP_CONNECTIONS_MAX);
    assert_true(cost.memory_mb < 64.0);
    assert_int_equal(log_lines, 1);
}

/* Good requests as fast as they are answered. */
static int hurry(void)
{
    double end = now_ms() + 1500;
    while (now_ms() < end) {
        NEED(begins(ask(get), "HTTP/1.1 200 "));
    }
    return 0;
}

CASE(requests_in_a_second_are_limited)
{
    withstand(hurry);
    assert_in_range(answers, HTTP_RATE_MAX, 4 * HTTP_RATE_MAX);
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log, "test page: connections wait: too many in a second");
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN); /* as bot/service/loop.c does */
    return test_cases_run(NULL, NULL);
}
