#ifndef BOT_SERVICE_SERVICE_H
#define BOT_SERVICE_SERVICE_H
/*
 * What a service manager is told: that we are up, what we do, that we stop, and, again
 * and again from the event loop, that we are alive. The protocol is that of
 * sd_notify(3): datagrams of NAME=VALUE lines to the socket that NOTIFY_SOCKET names.
 * systemd speaks it, and so do others; without the variable nothing is told and nothing
 * is done.
 *
 * Written here and not taken from libsystemd: sd_notify(3) fixes the protocol for good
 * and means it to be written anew, it is one send() to one socket, and a library more
 * would be needed at run time also where there is no systemd.
 *
 * The watchdog is fed by a timer of the same loop that plays, at half of the interval
 * that WATCHDOG_USEC asks for: a loop that hangs stops feeding it.
 */

#include <stdbool.h>

#include "base/error.h"

struct event_base;
struct service;

/* Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, and starts to feed the watchdog
 * if one waits. A service manager that cannot be reached is no reason not to play:
 * `err` says what is wrong, and the service says nothing. NULL: out of memory. */
struct service *service_new(struct event_base *base, struct error *err);
void service_free(struct service *service);

/* All of these take a NULL service. `text`: one line for `systemctl status`; NULL, when
 * ready again after a reload: the one before. */
void service_ready(struct service *service, const char *text);
void service_status(struct service *service, const char *text);
void service_reloading(struct service *service); /* until service_ready() */
void service_stopping(struct service *service, const char *text);

#endif
