/* The HTTP server: requests and their answers, and what becomes of it when descriptors
 * run out. */
#include "tests/unit/test_case.h"

enum { DEADLINE_MS = 60000 }; /* no pause of the machine is so long */

#include "tests/unit/bot/net/http_visitor.h"

/* ---- requests ------------------------------------------------------------------- */

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

CASE(requests_are_answered_by_their_routes)
{
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
        FORMAT_TEXT(request, "HEAD %s HTTP/1.1\r\nHost: localhost\r\n\r\n", paths[i]);
        const char *end = strstr(ask(request), "\r\n\r\n");
        NEED(end != NULL && end[4] == '\0');
        NEED(strstr(heard, lengths[i]) != NULL);
    }
    return 0;
}

CASE(head_has_the_length_but_no_body)
{
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
        FORMAT_TEXT(request, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", hosts[i]);
        NEED(begins(ask(request), "HTTP/1.1 403 Forbidden\r\n"));
        NEED(strstr(heard, "xxx") == NULL);
    }
    NEED(begins(ask("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 400 "));
    NEED(begins(ask("GET / HTTP/1.0\r\n\r\n"), "HTTP/1.1 403 "));
    return 0;
}

static int come_by_its_address(void)
{
    NEED(begins(ask("GET / HTTP/1.1\r\nHost: 127.0.0.2:80\r\n\r\n"), "HTTP/1.1 200 "));
    NEED(begins(ask("GET / HTTP/1.1\r\nHost: 127.0.0.3\r\n\r\n"), "HTTP/1.1 403 "));
    NEED(strstr(heard, "\r\n\r\nAsk for a new link.\n") != NULL);
    return 0;
}

CASE(a_server_elsewhere_answers_to_its_address_and_refuses_in_its_words)
{
    const struct http_setup setup = {.name = "test page",
                                     .address = "127.0.0.2",
                                     .refusal = "Ask for a new link.",
                                     .deadline_ms = DEADLINE_MS,
                                     .routes = routes,
                                     .route_count = sizeof routes / sizeof routes[0],
                                     .log = on_log};
    http_server_free(server);
    server = http_server_new(base, &setup, NULL);
    assert_non_null(server);
    port = http_server_port(server);
    place = INADDR_LOOPBACK + 1;
    bear(come_by_its_address);
    place = INADDR_LOOPBACK;
}

CASE(other_hosts_are_refused)
{
    bear(rebind);
    assert_int_equal(answers, 0);
}

static int come_from_elsewhere(void)
{
    static const struct {
        const char *origin, *start;
    } rows[] = {
        {"http://localhost:8080", "HTTP/1.1 200 "},
        {"http://localhost", "HTTP/1.1 403 "}, /* another port is another origin */
        {"http://localhost:80801", "HTTP/1.1 403 "},
        {"https://localhost:8080", "HTTP/1.1 403 "},
        {"http://evil.example", "HTTP/1.1 403 "},
        {"null", "HTTP/1.1 403 "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char request[300];
        FORMAT_TEXT(request,
                    "POST /tell HTTP/1.1\r\nHost: localhost:8080\r\nOrigin: %s\r\n"
                    "Content-Length: 4\r\n\r\nroll",
                    rows[i].origin);
        NEED(begins(ask(request), rows[i].start));
    }
    return 0;
}

CASE(pages_of_other_origins_are_refused)
{
    bear(come_from_elsewhere);
}

/* ---- a secret in the address ----------------------------------------------------- */

static int set_up_secret(void **state)
{
    struct error err = {0};
    const struct http_setup setup = {.name = "test page",
                                     .prefix = "/secret",
                                     .deadline_ms = DEADLINE_MS,
                                     .routes = routes,
                                     .route_count = sizeof routes / sizeof routes[0],
                                     .log = on_log};
    base = event_base_new();
    server = http_server_new(base, &setup, &err);
    port = server == NULL ? 0 : http_server_port(server);
    return server != NULL ? 0 : -1;
}

static int try_secrets(void)
{
    static const struct {
        const char *path, *start;
    } rows[] = {
        {"/secret/", "HTTP/1.1 200 "},
        {"/secret/sick", "HTTP/1.1 503 "},
        {"/secret/all/of/it", "HTTP/1.1 200 "},
        {"/secret/nowhere", "HTTP/1.1 404 "},
        {"/", "HTTP/1.1 403 "},
        {"/sick", "HTTP/1.1 403 "},
        {"/secre", "HTTP/1.1 403 "},
        {"/secreT/", "HTTP/1.1 403 "},
        {"/tecret/", "HTTP/1.1 403 "},
        {"/nowhere", "HTTP/1.1 403 "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char request[200];
        FORMAT_TEXT(request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    rows[i].path);
        NEED(begins(ask(request), rows[i].start));
    }
    return 0;
}

TEST_WITH(without_the_secret_nothing_is_told, set_up_secret, tear_down)
{
    bear(try_secrets);
}

/* ---- descriptors ---------------------------------------------------------------- */

static int crowd_the_poor(void)
{
    (void)setrlimit(RLIMIT_NOFILE, &limit_before);
    for (int i = 0; i < FEW; i++) {
        NEED(dial(SOCK_NONBLOCK) >= 0);
    }
    pause_ms(200);
    return 0;
}

POOR_TEST(descriptors_are_kept_back_for_the_game)
{
    int before = count_descriptors();
    bear(crowd_the_poor);
    assert_true(cost.descriptors > 0);
    assert_true(before + cost.descriptors <= FEW - FEW / 4 + 1);
    assert_int_equal(log_lines, 1);
    assert_string_equal(last_log,
                        "test page: connections wait: too few descriptors are left");
}

static int taken[FEW], taken_count;

static const struct timeval soon = {.tv_usec = 300000};

/* As soon as it has been told that there are none. */
static void give_back(evutil_socket_t fd, short what, void *arg)
{
    if (log_lines == 0) {
        (void)event_base_once(base, -1, EV_TIMEOUT, give_back, NULL, &soon);
        return;
    }
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
POOR_TEST(failing_accept_turns_the_listener_off_for_a_second)
{
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

CASE(taken_port_is_told)
{
    struct error err = {0};
    const struct http_setup setup = {.name = "test page", .port = port};
    char want[100];
    FORMAT_TEXT(want, "test page: port %d of 127.0.0.1: Address already in use", port);
    assert_null(http_server_new(base, &setup, &err));
    assert_string_equal(err.text, want);
    assert_true(error_passes(&err));
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN); /* as bot/service/loop.c does */
    return test_cases_run(NULL, NULL);
}
