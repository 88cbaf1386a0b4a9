#pragma once
/*
 * Tells a service manager that the program is ready, what it does, that it stops, and,
 * regularly from the event loop, that it is alive. The protocol is that of sd_notify(3),
 * used by systemd and others: datagrams of NAME=VALUE lines to the socket named in
 * NOTIFY_SOCKET. Without that variable nothing is sent.
 *
 * This does not use libsystemd: sd_notify(3) guarantees the protocol and recommends
 * implementing it, it is one send() to one socket, and the library would be needed at
 * run time also where there is no systemd.
 *
 * A timer of the loop that plays feeds the watchdog at half the interval given by
 * WATCHDOG_USEC: a loop that hangs stops feeding it.
 */

#include "base/error.h"

struct event_base;
struct service;

/* Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, and starts to feed the watchdog
 * if there is one. When the service manager cannot be reached, `err` says why and the
 * returned service sends nothing. NULL: no memory. */
struct service *service_new(struct event_base *base, struct error *err);
void service_free(struct service *service);

/* SERVICE_PLAYING: a new text, the state is as before. */
enum service_state { SERVICE_READY, SERVICE_PLAYING, SERVICE_STOPPING };

/* Tells a state. `service` may be NULL. `text` is one line for `systemctl status`; NULL
 * (ready again after a reload) repeats the last one. */
void service_tell(struct service *service, enum service_state state, const char *text);
void service_reloading(struct service *service); /* until SERVICE_READY */
