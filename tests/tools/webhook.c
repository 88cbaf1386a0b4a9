/* The receiver of notifications for scripts: an HTTP server on a free port of loopback,
 * which it prints. The first FAILURES requests are answered with 503, the one after
 * them is sent elsewhere (307), all others are taken: one line each, "PATH EVENT
 * TIMESTAMP SIGNATURE BODY", on standard output.
 *
 *   webhook FAILURES
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>

struct hook {
    int failures;
    bool has_redirected;
};

static void print_header(struct evhttp_request *request, const char *name)
{
    const char *value =
        evhttp_find_header(evhttp_request_get_input_headers(request), name);
    printf("%s ", value != NULL ? value : "-");
}

static void print_request(struct evhttp_request *request)
{
    char body[4096];
    struct evbuffer *input = evhttp_request_get_input_buffer(request);
    ev_ssize_t length = evbuffer_copyout(input, body, sizeof body - 1);
    body[length > 0 ? length : 0] = '\0';
    printf("%s ", evhttp_request_get_uri(request));
    print_header(request, "X-Fibsbot-Event");
    print_header(request, "X-Fibsbot-Timestamp");
    print_header(request, "X-Fibsbot-Signature");
    printf("%s\n", body);
    (void)fflush(stdout);
}

static void on_request(struct evhttp_request *request, void *arg)
{
    struct hook *hook = arg;
    if (hook->failures > 0) {
        hook->failures--;
        evhttp_send_reply(request, 503, "not yet", NULL);
    } else if (!hook->has_redirected) {
        hook->has_redirected = true;
        (void)evhttp_add_header(evhttp_request_get_output_headers(request), "Location",
                                "/elsewhere");
        evhttp_send_reply(request, 307, "elsewhere", NULL);
    } else {
        print_request(request);
        evhttp_send_reply(request, 204, "taken", NULL);
    }
}

static int port_of(struct evhttp_bound_socket *bound)
{
    struct sockaddr_in address = {.sin_port = 0};
    socklen_t length = sizeof address;
    (void)getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address,
                      &length);
    return ntohs(address.sin_port);
}

int main(int argc, char **argv)
{
    struct hook hook = {.failures = argc == 2 ? atoi(argv[1]) : 0};
    struct event_base *base = event_base_new();
    struct evhttp *http = base != NULL ? evhttp_new(base) : NULL;
    struct evhttp_bound_socket *bound =
        http != NULL ? evhttp_bind_socket_with_handle(http, "127.0.0.1", 0) : NULL;
    if (bound == NULL) {
        (void)fputs("webhook: no port\n", stderr);
        return 1;
    }
    evhttp_set_gencb(http, on_request, &hook);
    printf("port %d\n", port_of(bound));
    (void)fflush(stdout);
    return event_base_dispatch(base);
}
