/* The HTTP server and its attackers: each attack runs in a child process, while the
 * parent's loop serves, plays a "game" (a timer every 10 ms) and measures itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bot/net/http_server.h"

enum { DEADLINE_MS = 400, PAGE = 120000, HUGE_PAGE = 8 << 20, TURN_MS = 10 };

static struct event_base *base;
static struct http_server *server;
static int port, log_lines, answers;
static char last_log[300];
static char page[HUGE_PAGE];

/* ---- the server's side ----------------------------------------------------------- */

static enum http_status answer_page(void *context, const struct http_request *request,
                                    FILE *body)
{
    (void)context;
    answers++;
    (void)fwrite(page, 1, strcmp(request->path, "/huge") == 0 ? HUGE_PAGE : PAGE, body);
    return HTTP_OK;
}

static enum http_status answer_echo(void *context, const struct http_request *request,
                                    FILE *body)
{
    (void)context;
    (void)fwrite(request->body, 1, request->body_length, body);
    return HTTP_OK;
}

static enum http_status answer_sick(void *context, const struct http_request *request,
                                    FILE *body)
{
    (void)context;
    (void)request;
    fputs("sick\n", body);
    return HTTP_UNAVAILABLE;
}

static void on_log(void *context, const char *text)
{
    (void)context;
    log_lines++;
    (void)snprintf(last_log, sizeof last_log, "%s", text);
}

static const struct http_route routes[] = {
    {.path = "/", .methods = HTTP_GET, .type = "text/html", .answer = answer_page},
    {.path = "/huge", .methods = HTTP_GET, .type = "text/html", .answer = answer_page},
    {.path = "/tell",
     .methods = HTTP_POST,
     .type = "text/plain",
     .answer = answer_echo},
    {.path = "/both",
     .methods = HTTP_GET | HTTP_POST,
     .type = "text/plain",
     .answer = answer_echo},
    {.path = "/sick", .methods = HTTP_GET, .type = "text/plain", .answer = answer_sick},
    {.path = "/all/",
     .methods = HTTP_GET | HTTP_POST,
     .type = "text/plain",
     .answer = answer_echo},
};

static int set_up(void **state)
{
    struct error err = {{0}};
    const struct http_setup setup = {.name = "test page",
                                     .deadline_ms = DEADLINE_MS,
                                     .routes = routes,
                                     .route_count = sizeof routes / sizeof routes[0],
                                     .log = on_log};
    (void)state;
    memset(page, 'x', sizeof page);
    log_lines = answers = 0;
    base = event_base_new();
    server = http_server_new(base, &setup, &err);
    port = server == NULL ? 0 : http_server_port(server);
    return server != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    http_server_free(server);
    event_base_free(base);
    return 0;
}

/* ---- what an attack costs -------------------------------------------------------- */

/* Of the address sanitizer, where there is one: it would keep 256 MB of freed memory. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "quarantine_size_mb=1";
}

static double now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int count_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 1200; fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

static struct cost {
    int status;          /* of the attacker */
    double memory_mb;    /* by which the process grew meanwhile */
    double processor_ms; /* user and system */
    double ms;
    double latest_ms; /* the game's longest wait for its turn, beyond TURN_MS */
    int descriptors;  /* the most beyond those before */
} cost;

/* Resident memory. The file stays open, since a test may have no descriptor left. */
static double memory_mb(void)
{
    static int fd = -1;
    char text[100] = "";
    fd = fd < 0 ? open("/proc/self/statm", O_RDONLY | O_CLOEXEC) : fd;
    assert_true(pread(fd, text, sizeof text - 1, 0) > 0);
    long pages = strtol(strchr(text, ' '), NULL, 10);
    return (double)(pages * sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

static struct {
    pid_t child;
    struct event *timer;
    double last_ms;
    int descriptors;
    double memory_mb;
} game;

static void on_turn(evutil_socket_t fd, short what, void *arg)
{
    double now = now_ms(), late = now - game.last_ms - TURN_MS;
    int descriptors = count_descriptors() - game.descriptors;
    double memory = memory_mb() - game.memory_mb;
    (void)fd;
    (void)what;
    (void)arg;
    game.last_ms = now;
    cost.latest_ms = late > cost.latest_ms ? late : cost.latest_ms;
    cost.descriptors = descriptors > cost.descriptors ? descriptors : cost.descriptors;
    cost.memory_mb = memory > cost.memory_mb ? memory : cost.memory_mb;
    if (waitpid(game.child, &cost.status, WNOHANG) != 0) {
        (void)event_base_loopbreak(base);
    }
}

static double processor_ms(const struct rusage *usage)
{
    return 1e3 * (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-3 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* Runs `attacker` in a child until it returns: 0, or the line of what it missed. */
static void bear(int (*attacker)(void))
{
    static const struct timeval turn = {.tv_usec = 1000 * TURN_MS};
    struct rusage before, after;
    double start = now_ms();
    memset(&cost, 0, sizeof cost);
    (void)getrusage(RUSAGE_SELF, &before);
    game.descriptors = count_descriptors();
    game.memory_mb = memory_mb();
    game.child = fork();
    assert_true(game.child >= 0);
    if (game.child == 0) {
        (void)signal(SIGPIPE, SIG_IGN);
        _exit(attacker() == 0 ? 0 : 1);
    }
    game.last_ms = now_ms();
    game.timer = event_new(base, -1, EV_PERSIST, on_turn, NULL);
    assert_int_equal(event_add(game.timer, &turn), 0);
    (void)event_base_dispatch(base);
    event_free(game.timer);
    (void)getrusage(RUSAGE_SELF, &after);
    cost.processor_ms = processor_ms(&after) - processor_ms(&before);
    cost.ms = now_ms() - start;
    print_message("%.1f s: %.1f MB, %.0f ms of a processor, %d descriptors, %d lines "
                  "logged, the game's turn at most %.0f ms late\n",
                  cost.ms / 1000.0, cost.memory_mb, cost.processor_ms, cost.descriptors,
                  log_lines, cost.latest_ms);
    if (!WIFEXITED(cost.status) || WEXITSTATUS(cost.status) != 0) {
        fail_msg("the client missed something: see above");
    }
}

/* ---- the client's side ----------------------------------------------------------- */

#define NEED(condition)                                                                \
    do {                                                                               \
        if (!(condition)) {                                                            \
            fprintf(stderr, "client: line %d: %s: %.200s\n", __LINE__, #condition,     \
                    heard);                                                            \
            return 1;                                                                  \
        }                                                                              \
    } while (0)

static char heard[HUGE_PAGE + 4096];
static size_t heard_length;
static bool is_reset; /* the connection, instead of closed */

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    (void)nanosleep(&pause, NULL);
}

static int dial(int flags)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct timeval limit = {.tv_sec = 10};
    int fd = socket(AF_INET, SOCK_STREAM | flags, 0);
    if (fd >= 0) {
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0 &&
            errno != EINPROGRESS) {
            (void)close(fd);
            fd = -1;
        }
    }
    return fd;
}

/* Until the server closes. */
static void hear(int fd)
{
    ssize_t got = 0;
    heard_length = 0;
    while (heard_length < sizeof heard - 1 &&
           (got = recv(fd, heard + heard_length, sizeof heard - 1 - heard_length, 0)) >
               0) {
        heard_length += (size_t)got;
    }
    heard[heard_length] = '\0';
    is_reset = got < 0;
}

static const char *ask(const char *request)
{
    int fd = dial(0);
    (void)send(fd, request, strlen(request), 0);
    hear(fd);
    (void)close(fd);
    return heard;
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static const char get[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
static const char get_huge[] = "GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n";

/* ---- requests -------------------------------------------------------------------- */

static int visit(void)
{
    static const struct {
        const char *request, *start, *within;
    } rows[] = {
        {get, "HTTP/1.1 200 OK\r\n", "\r\nContent-Type: text/html\r\n"},
        {"GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "HTTP/1.1 200 ", ""},
        {"GET / HTTP/1.1\r\nHost: LOCALHOST\r\n\r\n", "HTTP/1.1 200 ", ""},
        {"POST /tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nroll",
         "HTTP/1.1 200 ", "\r\n\r\nroll"},
        {"GET /sick HTTP/1.1\r\nHost: localhost\r\n\r\n",
         "HTTP/1.1 503 Service Unavailable\r\n", "\r\n\r\nsick\n"},
        {"POST /all/of/it HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nit",
         "HTTP/1.1 200 ", "\r\n\r\nit"},
        {"GET /al HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404 ", ""},
        {"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n",
         "HTTP/1.1 404 Not Found\r\n", "\r\n\r\n404 Not Found\n"},
        {"GET /tell HTTP/1.1\r\nHost: localhost\r\n\r\n",
         "HTTP/1.1 405 Method Not Allowed\r\n", "\r\nAllow: POST\r\n"},
        {"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
         "HTTP/1.1 405 Method Not Allowed\r\n", "\r\nAllow: GET, HEAD\r\n"},
        {"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 501 ", ""},
        {"GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", "HTTP/1.1 505 ", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        NEED(begins(ask(rows[i].request), rows[i].start));
        NEED(strstr(heard, rows[i].within) != NULL);
        NEED(strstr(heard, "\r\nConnection: close\r\n") != NULL);
    }
    return 0;
}

static void requests_are_answered_by_their_routes(void **state)
{
    (void)state;
    bear(visit);
}

static int look_at_heads(void)
{
    static const char *const paths[] = {"/", "/nowhere", "/tell", "/sick"};
    static const char *const lengths[] = {
        "\r\nContent-Length: 120000\r\n", "\r\nContent-Length: 14\r\n",
        "\r\nContent-Length: 23\r\n", "\r\nContent-Length: 5\r\n"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char request[100];
        (void)snprintf(request, sizeof request,
                       "HEAD %s HTTP/1.1\r\nHost: localhost\r\n\r\n", paths[i]);
        const char *end = strstr(ask(request), "\r\n\r\n");
        NEED(end != NULL && end[4] == '\0');
        NEED(strstr(heard, lengths[i]) != NULL);
    }
    return 0;
}

static void head_has_the_length_but_no_body(void **state)
{
    (void)state;
    bear(look_at_heads);
}

static int rebind(void)
{
    static const char *const hosts[] = {"evil.example",
                                        "localhost.evil.example",
                                        "localhost:80.evil.example",
                                        "localhost@evil.example",
                                        "127.0.0.1.evil.example",
                                        "127.0.0.2",
                                        "evil.example:localhost",
                                        "[::1"};
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        char request[200];
        (void)snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n",
                       hosts[i]);
        NEED(begins(ask(request), "HTTP/1.1 403 Forbidden\r\n"));
        NEED(strstr(heard, "xxx") == NULL);
    }
    NEED(begins(ask("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 400 "));
    NEED(begins(ask("GET / HTTP/1.0\r\n\r\n"), "HTTP/1.1 403 "));
    return 0;
}

static void other_hosts_are_refused(void **state)
{
    (void)state;
    bear(rebind);
    assert_int_equal(answers, 0);
}

/* ---- attacks --------------------------------------------------------------------- */

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
static void huge_requests_are_refused_with_their_status(void **state)
{
    (void)state;
    bear(be_huge);
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

static void unread_pipeline_stays_small(void **state)
{
    (void)state;
    bear(send_pipeline);
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

static void answers_that_nobody_reads_are_limited_and_dropped(void **state)
{
    (void)state;
    bear(leave_answers);
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

static void slow_request_meets_its_deadline(void **state)
{
    (void)state;
    bear(dawdle);
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

static void silent_connection_is_closed(void **state)
{
    (void)state;
    bear(say_nothing);
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

static void five_hundred_connections_cost_32_descriptors_and_little_else(void **state)
{
    (void)state;
    bear(connect_500_times);
    assert_in_range(cost.descriptors, HTTP_CONNECTIONS_MAX / 2, HTTP_CONNECTIONS_MAX);
    assert_true(cost.memory_mb < 8.0);
    assert_true(cost.processor_ms < 0.3 * cost.ms);
    assert_true(cost.latest_ms < 1000.0);
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log, "test page: connections wait: too many at once");
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

static void requests_in_a_second_are_limited(void **state)
{
    (void)state;
    bear(hurry);
    assert_in_range(answers, HTTP_RATE_MAX, 4 * HTTP_RATE_MAX);
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log, "test page: connections wait: too many in a second");
}

/* ---- descriptors ----------------------------------------------------------------- */

enum { FEW = 40 }; /* of which a quarter is kept back */

static struct rlimit limit_before;

static int set_up_poor(void **state)
{
    struct rlimit poor;
    (void)getrlimit(RLIMIT_NOFILE, &limit_before);
    poor = (struct rlimit){FEW, limit_before.rlim_max};
    return setrlimit(RLIMIT_NOFILE, &poor) == 0 ? set_up(state) : -1;
}

static int tear_down_poor(void **state)
{
    return setrlimit(RLIMIT_NOFILE, &limit_before) == 0 ? tear_down(state) : -1;
}

static int crowd_the_poor(void)
{
    (void)setrlimit(RLIMIT_NOFILE, &limit_before);
    for (int i = 0; i < FEW; i++) {
        NEED(dial(SOCK_NONBLOCK) >= 0);
    }
    pause_ms(DEADLINE_MS / 2);
    return 0;
}

static void descriptors_are_kept_back_for_the_game(void **state)
{
    (void)state;
    int before = count_descriptors();
    bear(crowd_the_poor);
    assert_true(cost.descriptors > 0);
    assert_true(before + cost.descriptors <= FEW - FEW / 4 + 1);
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log,
                        "test page: connections wait: too few descriptors are left");
}

static int taken[FEW], taken_count;

static void give_back(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    (void)arg;
    while (taken_count > 0) {
        (void)close(taken[--taken_count]);
    }
}

static int wait_for_better_times(void)
{
    (void)setrlimit(RLIMIT_NOFILE, &limit_before);
    double start = now_ms();
    NEED(begins(ask(get), "HTTP/1.1 200 "));
    NEED(now_ms() - start > 800.0); /* the listener was off for a second */
    return 0;
}

/* accept() fails for want of descriptors, and the connection goes on waiting. */
static void failing_accept_turns_the_listener_off_for_a_second(void **state)
{
    (void)state;
    static const struct timeval soon = {.tv_usec = 300000};
    int fd;
    while ((fd = dup(0)) >= 0) {
        taken[taken_count++] = fd;
    }
    assert_int_equal(event_base_once(base, -1, EV_TIMEOUT, give_back, NULL, &soon), 0);
    bear(wait_for_better_times);
    assert_true(cost.processor_ms < 0.3 * cost.ms);
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log, "test page: connections wait: Too many open files");
}

static void taken_port_is_told(void **state)
{
    (void)state;
    struct error err = {{0}};
    const struct http_setup setup = {.name = "test page", .port = port};
    char want[100];
    (void)snprintf(want, sizeof want,
                   "test page: port %d of 127.0.0.1: Address already in use", port);
    assert_null(http_server_new(base, &setup, &err));
    assert_string_equal(err.text, want);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define POOR_TEST(name)                                                                \
    cmocka_unit_test_setup_teardown(name, set_up_poor, tear_down_poor)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(requests_are_answered_by_their_routes),
        TEST(head_has_the_length_but_no_body),
        TEST(other_hosts_are_refused),
        TEST(huge_requests_are_refused_with_their_status),
        TEST(unread_pipeline_stays_small),
        TEST(answers_that_nobody_reads_are_limited_and_dropped),
        TEST(slow_request_meets_its_deadline),
        TEST(silent_connection_is_closed),
        TEST(five_hundred_connections_cost_32_descriptors_and_little_else),
        TEST(requests_in_a_second_are_limited),
        POOR_TEST(descriptors_are_kept_back_for_the_game),
        POOR_TEST(failing_accept_turns_the_listener_off_for_a_second),
        TEST(taken_port_is_told),
    };
    (void)signal(SIGPIPE, SIG_IGN); /* as bot/service/loop.c does */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
