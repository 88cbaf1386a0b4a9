#include "bot/service/service.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "bot/net/timer.h"

enum { TEXT_MAX = 400, MICROSECONDS = 1000000 };

struct service {
    int fd; /* -1: no service manager */
    struct sockaddr_un address;
    socklen_t address_size;
    struct timer *feeding; /* NULL: no watchdog */
    char text[TEXT_MAX];   /* the last one sent */
};

static void notify_manager(const struct service *service, const char *message)
{
    if (service != NULL && service->fd >= 0) {
        /* A full socket must not hold up the game; the next feed comes soon. */
        (void)sendto(service->fd, message, strlen(message), MSG_NOSIGNAL | MSG_DONTWAIT,
                     (const struct sockaddr *)&service->address, service->address_size);
    }
}

void service_tell(struct service *service, enum service_state state, const char *text)
{
    static const char *const states[] = {
        [SERVICE_READY] = "READY=1\n",
        [SERVICE_PLAYING] = "",
        [SERVICE_STOPPING] = "STOPPING=1\n",
    };
    char message[TEXT_MAX];
    if (service == NULL) {
        return;
    }
    if (text != NULL) {
        COPY_TEXT(service->text, text);
    }
    FORMAT_TEXT(message, "%sSTATUS=%.300s", states[state], service->text);
    for (char *c = strstr(message, "STATUS="); *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c; /* a line end would begin a new assignment */
    }
    notify_manager(service, message);
}

static void on_feeding_time(void *context)
{
    notify_manager(context, "WATCHDOG=1");
}

/* The longest time between two feeds, in microseconds; 0: there is no watchdog. */
static long long watchdog_interval(void)
{
    const char *interval = getenv("WATCHDOG_USEC");
    const char *pid = getenv("WATCHDOG_PID");
    bool is_ours = pid == NULL || strtoll(pid, NULL, 10) == (long long)getpid();
    long long us = interval == NULL || !is_ours ? 0 : strtoll(interval, NULL, 10);
    return us > 0 ? us : 0;
}

static bool start_feeding(struct service *service, struct event_base *base)
{
    long long ms = watchdog_interval() / 2 / 1000;
    if (ms > 0) {
        service->feeding = timer_every(base, ms, on_feeding_time, service);
    }
    return ms == 0 || service->feeding != NULL;
}

/* "/path", or "@name" in the abstract name space of Linux. */
static bool read_address(struct service *service, const char *name)
{
    struct sockaddr_un *address = &service->address;
    size_t length = strlen(name);
    if ((name[0] != '/' && name[0] != '@') || length < 2 ||
        length >= sizeof address->sun_path) {
        return false;
    }
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, name, length);
    if (name[0] == '@') {
        address->sun_path[0] = '\0';
    }
    service->address_size =
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    return true;
}

static bool open_socket(struct service *service, struct error *err)
{
    const char *name = getenv("NOTIFY_SOCKET");
    service->fd = -1;
    if (name == NULL || name[0] == '\0') {
        return false;
    }
    if (!read_address(service, name)) {
        error_set(err, "NOTIFY_SOCKET: expected /path or @name, found \"%.80s\"", name);
        return false;
    }
    service->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (service->fd < 0) {
        error_set_errno(err, "cannot open a socket to the service manager");
    }
    return service->fd >= 0;
}

struct service *service_new(struct event_base *base, struct error *err)
{
    struct service *service = calloc(1, sizeof *service);
    if (service == NULL) {
        return NULL;
    }
    if (open_socket(service, err) && !start_feeding(service, base)) {
        error_set(err, "cannot set up the watchdog timer");
    }
    return service;
}

void service_free(struct service *service)
{
    if (service == NULL) {
        return;
    }
    timer_free(service->feeding);
    if (service->fd >= 0) {
        (void)close(service->fd);
    }
    free(service);
}

/* systemd wants to know when: Type=notify-reload of version 253. */
void service_reloading(struct service *service)
{
    char message[TEXT_MAX];
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    FORMAT_TEXT(message,
                "RELOADING=1\nMONOTONIC_USEC=%lld\nSTATUS=reading the configuration "
                "again",
                (long long)now.tv_sec * MICROSECONDS + now.tv_nsec / 1000);
    notify_manager(service, message);
}
