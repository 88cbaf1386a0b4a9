/* What a service manager is told, by a notify socket of our own. */
#include <stdlib.h>
#include <string.h>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <event2/event.h>

#include "bot/service/service.h"
#include "tests/unit/test_case.h"

enum { PATIENCE_MS = 10000 };

/* The socket that a service manager would have made, and a service that knows of it. */
struct manager {
    int fd;
    char folder[32];
    char path[64]; /* as in NOTIFY_SOCKET */
    struct event_base *base;
    struct service *service;
    struct error err;
    char heard[1024];
};

static void listen_at(struct manager *manager, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') {
        address.sun_path[0] = '\0';
    }
    manager->fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    assert_int_equal(bind(manager->fd, (const struct sockaddr *)&address,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)),
                     0);
    assert_int_equal(setenv("NOTIFY_SOCKET", path, 1), 0);
}

static void open_service(struct manager *manager)
{
    manager->err.text[0] = '\0';
    manager->base = event_base_new();
    manager->service = service_new(manager->base, &manager->err);
    assert_non_null(manager->service);
}

static void open_manager(struct manager *manager)
{
    *manager = (struct manager){.folder = "/tmp/fibsbot-notify-XXXXXX"};
    assert_non_null(mkdtemp(manager->folder));
    FORMAT_TEXT(manager->path, "%s/socket", manager->folder);
    listen_at(manager, manager->path);
    open_service(manager);
}

static void close_manager(struct manager *manager)
{
    service_free(manager->service);
    event_base_free(manager->base);
    (void)close(manager->fd);
    (void)unlink(manager->path);
    (void)rmdir(manager->folder);
    (void)unsetenv("NOTIFY_SOCKET");
    (void)unsetenv("WATCHDOG_USEC");
    (void)unsetenv("WATCHDOG_PID");
}

/* The next datagram; "" when none comes within `wait_ms`. */
static const char *hear(struct manager *manager, int wait_ms)
{
    struct pollfd wait = {.fd = manager->fd, .events = POLLIN};
    ssize_t size = poll(&wait, 1, wait_ms) == 1
                       ? recv(manager->fd, manager->heard, sizeof manager->heard - 1, 0)
                       : 0;
    manager->heard[size > 0 ? size : 0] = '\0';
    return manager->heard;
}

TEST(ready_status_reloading_and_stopping_are_told)
{
    struct manager manager;
    open_manager(&manager);
    service_tell(manager.service, SERVICE_READY, "waiting for invitations");
    assert_string_equal(hear(&manager, 1000),
                        "READY=1\nSTATUS=waiting for invitations");
    service_tell(manager.service, SERVICE_PLAYING, "playing anna");
    assert_string_equal(hear(&manager, 1000), "STATUS=playing anna");
    service_reloading(manager.service);
    assert_int_equal(strncmp(hear(&manager, 1000), "RELOADING=1\nMONOTONIC_USEC=", 27),
                     0);
    service_tell(manager.service, SERVICE_READY, NULL); /* as before */
    assert_string_equal(hear(&manager, 1000), "READY=1\nSTATUS=playing anna");
    service_tell(manager.service, SERVICE_STOPPING, "finishing the match");
    assert_string_equal(hear(&manager, 1000), "STOPPING=1\nSTATUS=finishing the match");
    close_manager(&manager);
}

TEST(status_can_add_no_assignment_of_its_own)
{
    struct manager manager;
    char text[600] = "a\nMAINPID=1\n";
    open_manager(&manager);
    service_tell(manager.service, SERVICE_READY, text);
    assert_string_equal(hear(&manager, 1000), "READY=1\nSTATUS=a MAINPID=1 ");
    memset(text, 'x', sizeof text - 1);
    service_tell(manager.service, SERVICE_PLAYING, text);
    assert_int_equal(strlen(hear(&manager, 1000)), strlen("STATUS=") + 300);
    close_manager(&manager);
}

TEST(watchdog_is_fed_only_while_the_loop_runs)
{
    struct manager manager;
    assert_int_equal(setenv("WATCHDOG_USEC", "40000", 1), 0);
    open_manager(&manager);
    assert_string_equal(hear(&manager, 200), ""); /* nobody runs the loop: it hangs */
    int fed = 0;
    for (int waited = 0; fed < 3 && waited < PATIENCE_MS; waited += 5) {
        (void)event_base_loop(manager.base, EVLOOP_NONBLOCK);
        fed += strcmp(hear(&manager, 5), "WATCHDOG=1") == 0;
    }
    assert_int_equal(fed, 3);
    close_manager(&manager);
}

TEST(watchdog_of_another_process_is_not_ours_to_feed)
{
    struct manager manager;
    assert_int_equal(setenv("WATCHDOG_USEC", "20000", 1), 0);
    assert_int_equal(setenv("WATCHDOG_PID", "1", 1), 0);
    open_manager(&manager);
    for (int i = 0; i < 20; i++) {
        (void)event_base_loop(manager.base, EVLOOP_NONBLOCK);
        assert_string_equal(hear(&manager, 5), "");
    }
    close_manager(&manager);
}

TEST(abstract_sockets_are_reached)
{
    struct manager manager = {.fd = -1};
    char name[64];
    FORMAT_TEXT(name, "@fibsbot-notify-%ld", (long)getpid());
    listen_at(&manager, name);
    open_service(&manager);
    service_tell(manager.service, SERVICE_READY, "here");
    assert_string_equal(hear(&manager, 1000), "READY=1\nSTATUS=here");
    close_manager(&manager);
}

TEST(without_a_manager_nothing_is_told_and_nothing_fails)
{
    struct manager manager = {.fd = -1};
    static const char *const sockets[] = {"", "/nowhere/at/all", "relative", "@"};
    static const bool is_wrong[] = {false, false, true, true};
    for (size_t i = 0; i < sizeof sockets / sizeof sockets[0]; i++) {
        assert_int_equal(setenv("NOTIFY_SOCKET", sockets[i], 1), 0);
        open_service(&manager);
        service_tell(manager.service, SERVICE_READY, "here");
        service_reloading(manager.service);
        service_tell(manager.service, SERVICE_STOPPING, "gone");
        assert_int_equal(manager.err.text[0] != '\0', is_wrong[i]);
        service_free(manager.service);
        event_base_free(manager.base);
    }
    (void)unsetenv("NOTIFY_SOCKET");
    service_tell(NULL, SERVICE_READY, "here");
    service_free(NULL);
}

TEST_MAIN(NULL, NULL)
