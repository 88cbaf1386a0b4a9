#ifndef SERVER_FIBSD_UNTIL_SIGNAL_H
#define SERVER_FIBSD_UNTIL_SIGNAL_H

struct event_base;

/* Runs the loop until SIGTERM or SIGINT. */
void until_signal_run(struct event_base *base);

#endif
