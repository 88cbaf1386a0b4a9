/* What the limits of a port hold, whoever connects. */
#include <stdint.h>

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/port/peer_internal.h"
#include "tests/unit/test_case.h"

enum { PLACES = 16, ROUNDS = 2000, ROUND_US = 1000 };

/* A service that answers "LINE" with `answer_size` bytes, settles who says "settle", and
 * knows who is there. */
static struct guest {
    struct peer *peer;
    size_t heard;
    int lines;
} guests[PLACES];
static int closed_count, log_lines;
static char last_log[300];
static size_t answer_size;
static bool is_out_of_memory, has_time;
static struct event_base *base;
static struct listener *listener;
static int64_t test_clock_ms; /* of a test that moves it; 0: it goes */

static int64_t real_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* In place of that of base/clock.c. */
int64_t clock_ms(void)
{
    return test_clock_ms > 0 ? test_clock_ms : real_ms();
}

static void *on_open(void *context, struct peer *peer)
{
    if (has_time) {
        peer_set_deadline(peer, 0);
    }
    for (int i = 0; i < PLACES && !is_out_of_memory; i++) {
        if (guests[i].peer == NULL) {
            guests[i] = (struct guest){.peer = peer};
            return &guests[i];
        }
    }
    return NULL;
}

static void on_hear(void *connection)
{
    static char answer[400000];
    struct guest *guest = connection;
    char line[1000];
    size_t size = peer_take_line(guest->peer, line, sizeof line);
    guest->heard += size;
    if (size > 0 && line[size - 1] == '\n') {
        guest->lines++;
    }
    if (size >= 6 && memcmp(line, "settle", 6) == 0) {
        peer_write(guest->peer, peer_settle(guest->peer) ? "yes\n" : "no\n", 4);
    }
    if (size > 0) {
        memset(answer, 'a', sizeof answer);
        peer_write(guest->peer, answer, answer_size);
        peer_hear_later(guest->peer);
    }
}

static void on_closed(void *connection)
{
    ((struct guest *)connection)->peer = NULL;
    closed_count++;
}

static void on_log(void *context, const char *text)
{
    log_lines++;
    COPY_TEXT(last_log, text);
}

static void open_port(struct listener_limits limits)
{
    const struct listener_service service = {.name = "test",
                                             .open = on_open,
                                             .hear = on_hear,
                                             .closed = on_closed,
                                             .log = on_log};
    struct error err = {0};
    memset(guests, 0, sizeof guests);
    closed_count = log_lines = 0;
    last_log[0] = '\0';
    answer_size = 0;
    is_out_of_memory = has_time = false;
    base = event_base_new();
    listener = listener_new(base, "127.0.0.1", 0, &limits, &service, &err);
    assert_good(listener != NULL, &err);
}

static int close_port(void **state)
{
    listener_free(listener);
    event_base_free(base);
    test_clock_ms = 0;
    return 0;
}

#define AT_PORT(claim) TEST_WITH(claim, NULL, close_port)

static void serve(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        (void)event_base_loop(base, EVLOOP_NONBLOCK);
        (void)usleep(ROUND_US);
    }
}

/* From 127.0.0.N, to a few bytes at a time. */
static int dial_from(int n)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)listener_port(listener)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(0x7f000000U + (unsigned)n)};
    const int small = 4096;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small), 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    serve(2);
    return fd;
}

static int dial(void)
{
    return dial_from(1);
}

static void say(int fd, const char *text)
{
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
    serve(5);
}

/* Whether the port has closed it; takes what there is to be read. */
static bool is_closed(int fd)
{
    char bytes[65536];
    ssize_t got = 1;
    while (got > 0) {
        got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
    }
    return got == 0 || errno == ECONNRESET;
}

static bool becomes_closed(int fd)
{
    for (int i = 0; i < ROUNDS; i++) {
        if (is_closed(fd)) {
            return true;
        }
        serve(1);
    }
    return false;
}

AT_PORT(one_more_closes_the_oldest_that_has_not_settled)
{
    open_port((struct listener_limits){.connections = 3});
    int first = dial(), second = dial(), third = dial();
    say(first, "settle\n");
    int fourth = dial();
    assert_false(is_closed(first));
    assert_true(is_closed(second));
    assert_false(is_closed(third));
    assert_false(is_closed(fourth));
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log, "test: connections are closed: too many at once");
    say(third, "settle\n");
    say(fourth, "settle\n");
    assert_true(is_closed(dial())); /* nobody goes for it */
    assert_int_equal(log_lines, 1);
}

/* Whether one who asked to settle was let. */
static bool has_settled(int fd)
{
    char answer[4] = "";
    const ssize_t length = recv(fd, answer, sizeof answer - 1, MSG_DONTWAIT);
    assert_int_equal(length, 3);
    return answer[0] == 'y';
}

AT_PORT(newcomers_have_time_and_places_of_their_own)
{
    test_clock_ms = 5000;
    open_port(
        (struct listener_limits){.connections = 2, .settled = 1, .grace_ms = 300});
    int first = dial(), second = dial();
    assert_true(is_closed(dial()));
    say(first, "settle\n");
    say(second, "settle\n"); /* refused: the other place is for those who come */
    assert_true(has_settled(first));
    assert_false(has_settled(second));
    test_clock_ms += 299;
    assert_true(is_closed(dial()));
    test_clock_ms++;
    assert_false(is_closed(dial()));
    assert_true(is_closed(second));
    assert_false(is_closed(first));
}

AT_PORT(each_address_has_its_limit)
{
    open_port((struct listener_limits){.connections = 9, .per_address_here = 2});
    int first = dial_from(1), second = dial_from(1), other = dial_from(2);
    assert_false(is_closed(dial_from(1)));
    assert_true(is_closed(first)); /* of the address, not the oldest of all */
    assert_false(is_closed(second));
    assert_false(is_closed(other));
    assert_string_equal(last_log,
                        "test: connections are closed: too many from one address");
}

AT_PORT(pipeline_without_a_reader_is_not_read)
{
    static char lines[200000];
    open_port((struct listener_limits){.connections = 1, .unread = 40000});
    answer_size = 9000;
    memset(lines, '\n', sizeof lines);
    int fd = dial();
    (void)send(fd, lines, sizeof lines, MSG_DONTWAIT);
    serve(200);
    assert_non_null(guests[0].peer);
    assert_in_range(peer_unread(guests[0].peer), 10000, 20000);
    int before = guests[0].lines;
    (void)is_closed(fd); /* reads */
    serve(200);
    assert_true(guests[0].lines > before);
}

AT_PORT(too_much_unread_closes)
{
    open_port((struct listener_limits){
        .connections = 2, .unread = 300000, .unread_all = 350000});
    int first = dial(), second = dial();
    answer_size = 299000;
    say(first, "x\n");
    assert_false(becomes_closed(first) || closed_count > 0);
    (void)close_port(NULL);
    open_port((struct listener_limits){.connections = 2, .unread = 100000});
    answer_size = 100001;
    int third = dial();
    say(third, "x\n");
    assert_true(becomes_closed(third));
    (void)second;
}

/* Neither is over its limit; both together are, and the worse one goes. */
AT_PORT(worst_goes_when_all_have_too_much_unread)
{
    open_port((struct listener_limits){
        .connections = 2, .unread = 4000000, .unread_all = 3500000});
    for (int i = 0; i < 2; i++) {
        (void)dial();
    }
    static char much[3000000];
    peer_write(guests[0].peer, much, sizeof much);
    peer_write(guests[1].peer, much, sizeof much / 2);
    serve(20);
    assert_null(guests[0].peer);
    assert_non_null(guests[1].peer);
}

AT_PORT(input_is_read_at_its_rate)
{
    static char lines[100000];
    open_port((struct listener_limits){.connections = 1, .input_rate = 1000});
    memset(lines, '\n', sizeof lines);
    int fd = dial();
    (void)send(fd, lines, sizeof lines, MSG_DONTWAIT);
    int64_t start = clock_ms();
    serve(600);
    int64_t seconds = (clock_ms() - start) / 1000 + 1;
    assert_in_range(guests[0].lines, 500,
                    (LISTENER_BURST + seconds + 1) * 1000 + 4096 /* read ahead */);
}

AT_PORT(what_is_charged_counts_as_input)
{
    open_port((struct listener_limits){.connections = 1, .input_rate = 1000});
    int fd = dial();
    assert_true(peer_is_ready(guests[0].peer));
    peer_charge(guests[0].peer, 4500);
    assert_false(peer_is_ready(guests[0].peer));
    say(fd, "later\n");
    assert_int_equal(guests[0].lines, 0);
    for (int i = 0; i < ROUNDS && guests[0].lines == 0; i++) {
        serve(1);
    }
    assert_int_equal(guests[0].lines, 1);
}

/* What newcomers are charged for, all of them wait for; not who has settled. */
AT_PORT(newcomers_share_a_rate)
{
    open_port((struct listener_limits){
        .connections = 3, .input_rate = 1000000, .newcomers_rate = 1000});
    int first = dial(), second = dial(), third = dial();
    say(first, "settle\n");
    peer_charge(guests[1].peer, 5000);
    say(first, "x\n");
    say(second, "x\n");
    say(third, "x\n");
    assert_int_equal(guests[0].lines, 2);
    assert_int_equal(guests[1].lines + guests[2].lines, 0);
    for (int i = 0; i < 3 * ROUNDS && guests[2].lines == 0; i++) {
        serve(1);
    }
    assert_int_equal(guests[2].lines, 1);
}

AT_PORT(who_does_not_settle_is_closed)
{
    open_port((struct listener_limits){.connections = 2, .setup_ms = 200});
    int first = dial();
    has_time = true;
    int second = dial();
    assert_true(becomes_closed(first));
    assert_false(is_closed(second));
}

AT_PORT(last_words_are_heard_after_the_end)
{
    open_port((struct listener_limits){.connections = 1});
    int fd = dial();
    (void)send(fd, "a\nb\nc\nd\ne\nf\n", 12, 0);
    (void)shutdown(fd, SHUT_WR);
    assert_true(becomes_closed(fd));
    assert_int_equal(guests[0].lines, 6);
    assert_int_equal(closed_count, 1);
}

AT_PORT(want_of_memory_closes_one_connection)
{
    open_port((struct listener_limits){.connections = 4});
    is_out_of_memory = true;
    assert_true(becomes_closed(dial()));
    assert_string_equal(last_log, "test: connections wait: out of memory");
    is_out_of_memory = false;
    int fd = dial();
    serve(1200); /* a second of pause */
    say(fd, "x\n");
    assert_int_equal(guests[0].lines, 1);
}

/* Each real second the listener looks whether its own clock went on, and takes one more. */
AT_PORT(flood_waits_for_the_next_second)
{
    const int64_t start = real_ms();
    test_clock_ms = 5000;
    open_port((struct listener_limits){.connections = 4, .per_second = 5});
    for (int i = 0; i < 30; i++) {
        (void)dial();
    }
    assert_in_range(closed_count, 1, 1 + (real_ms() - start) / 1000);
    assert_int_equal(log_lines, 1);
}

TEST_MAIN(NULL, NULL)
