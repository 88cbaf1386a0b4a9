#pragma once
/* An HTTP server and its visitors: each runs in a child process, while the parent's loop
 * serves, plays a "game" (a timer every 10 ms) and measures itself.
 * Include after the server's DEADLINE_MS. */

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bot/net/http_server.h"
#include "tests/unit/test_case.h"

enum { PAGE = 120000, HUGE_PAGE = 8 << 20, TURN_MS = 10 };

static struct event_base *base;
static struct http_server *server;
static int port, log_lines, answers;
static in_addr_t place = INADDR_LOOPBACK;
static char last_log[300];
static char page[HUGE_PAGE];

/* ---- the server's side ---------------------------------------------------------- */

static inline enum http_status
answer_page(void *context, const struct http_request *request, FILE *body)
{
    answers++;
    (void)fwrite(page, 1, strcmp(request->path, "/huge") == 0 ? HUGE_PAGE : PAGE, body);
    return HTTP_OK;
}

static inline enum http_status
answer_echo(void *context, const struct http_request *request, FILE *body)
{
    (void)fwrite(request->body, 1, request->body_length, body);
    return HTTP_OK;
}

static inline enum http_status
answer_sick(void *context, const struct http_request *request, FILE *body)
{
    fputs("sick\n", body);
    return HTTP_UNAVAILABLE;
}

static inline void on_log(void *context, const char *text)
{
    log_lines++;
    COPY_TEXT(last_log, text);
}

static const struct http_route routes[] = {
    {.path = "/", .methods = HTTP_GET, .type = "text/html", .answer = answer_page},
    {.path = "/huge", .methods = HTTP_GET, .type = "text/html", .answer = answer_page},
    {.path = "/tell",
     .methods = HTTP_POST,
     .type = "text/plain",
     .answer = answer_echo},
    {.path = "/well",
     .methods = HTTP_GET,
     .type = "text/plain",
     .answer = answer_echo,
     .is_vital = true},
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

static inline int set_up(void **state)
{
    struct error err = {0};
    const struct http_setup setup = {.name = "test page",
                                     .deadline_ms = DEADLINE_MS,
                                     .routes = routes,
                                     .route_count = sizeof routes / sizeof routes[0],
                                     .log = on_log};
    memset(page, 'x', sizeof page);
    log_lines = answers = 0;
    base = event_base_new();
    server = http_server_new(base, &setup, &err);
    port = server == NULL ? 0 : http_server_port(server);
    return server != NULL ? 0 : -1;
}

static inline int tear_down(void **state)
{
    http_server_free(server);
    event_base_free(base);
    return 0;
}

/* ---- what an attack costs ------------------------------------------------------- */

/* Of the address sanitizer, where there is one: it would keep 256 MB of freed memory. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "quarantine_size_mb=1";
}

static inline double now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static inline int count_descriptors(void)
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
static inline double memory_mb(void)
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

static inline void on_turn(evutil_socket_t fd, short what, void *arg)
{
    double now = now_ms(), late = now - game.last_ms - TURN_MS;
    int descriptors = count_descriptors() - game.descriptors;
    double memory = memory_mb() - game.memory_mb;
    game.last_ms = now;
    cost.latest_ms = late > cost.latest_ms ? late : cost.latest_ms;
    cost.descriptors = descriptors > cost.descriptors ? descriptors : cost.descriptors;
    cost.memory_mb = memory > cost.memory_mb ? memory : cost.memory_mb;
    if (waitpid(game.child, &cost.status, WNOHANG) != 0) {
        (void)event_base_loopbreak(base);
    }
}

static inline double processor_ms(const struct rusage *usage)
{
    return 1e3 * (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-3 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* Runs `attacker` in a child until it returns: 0, or the line of what it missed. */
static inline void measure(int (*attacker)(void))
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
}

static inline void need_client(void)
{
    if (!WIFEXITED(cost.status) || WEXITSTATUS(cost.status) != 0) {
        fail_msg("the client missed something: see above");
    }
}

static inline void bear(int (*attacker)(void))
{
    measure(attacker);
    need_client();
}

/* ---- the client's side ---------------------------------------------------------- */

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

static inline void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    (void)nanosleep(&pause, NULL);
}

static inline int dial(int flags)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(place)};
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
static inline void hear(int fd)
{
    ssize_t got = 1;
    heard_length = 0;
    while (heard_length < sizeof heard - 1 &&
           (got > 0 || (got < 0 && errno == EINTR))) {
        got = recv(fd, heard + heard_length, sizeof heard - 1 - heard_length, 0);
        heard_length += got > 0 ? (size_t)got : 0;
    }
    heard[heard_length] = '\0';
    is_reset = got < 0;
}

static inline const char *ask(const char *request)
{
    int fd = dial(0);
    (void)send(fd, request, strlen(request), 0);
    hear(fd);
    (void)close(fd);
    return heard;
}

static inline bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static const char get[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
static const char get_huge[] = "GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n";

/* ---- descriptors ---------------------------------------------------------------- */

enum { FEW = 40 }; /* of which a quarter is kept back */

static struct rlimit limit_before;

static inline int set_up_poor(void **state)
{
    struct rlimit poor;
    (void)getrlimit(RLIMIT_NOFILE, &limit_before);
    poor = (struct rlimit){FEW, limit_before.rlim_max};
    return setrlimit(RLIMIT_NOFILE, &poor) == 0 ? set_up(state) : -1;
}

static inline int tear_down_poor(void **state)
{
    return setrlimit(RLIMIT_NOFILE, &limit_before) == 0 ? tear_down(state) : -1;
}

#define CASE(claim)      TEST_WITH(claim, set_up, tear_down)
#define POOR_TEST(claim) TEST_WITH(claim, set_up_poor, tear_down_poor)
