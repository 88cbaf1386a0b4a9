#pragma once

struct event_base;

/* Runs the loop until SIGTERM or SIGINT. */
void until_signal_run(struct event_base *base);
