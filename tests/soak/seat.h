#pragma once
/* One account of the soak: line, session, player and recorder, as the program puts them
 * together in its loop. */

#include "tests/soak/soak.h"

struct seat;

struct seat *seat_new(struct stage *stage, const char *name);
void seat_free(struct seat *seat);
/* Ends its connection for good; before any seat is freed, all have left. */
void seat_leave(struct seat *seat);

const char *seat_name(const struct seat *seat);
bool seat_is_running(const struct seat *seat);

/* The program is started, with other options than last time. */
void seat_start(struct seat *seat);
/* kill -9, or the end of a stop. It comes again at `again_ms`. */
void seat_end(struct seat *seat, int64_t again_ms);
/* Its line is cut; the program goes on. */
void seat_cut(struct seat *seat);
/* As SIGTERM does; ends by itself, and comes again after `pause_ms`. */
void seat_stop(struct seat *seat, enum config_on_stop how, int64_t pause_ms);
/* From now on only what is saved is played. */
void seat_take_no_more(struct seat *seat);

/* Carries out what its player was ordered meanwhile. */
void seat_take_orders(struct seat *seat);
/* Everything that is due now. */
void seat_step(struct seat *seat);
int64_t seat_due(const struct seat *seat);

/* Takes what the server has for it onto the line. True: the server has hung up, so that
 * it may have more to say to others. */
bool seat_collect(struct seat *seat);
/* Looks whether it has done what the server was waiting for. */
void seat_watch(struct seat *seat);
/* The server is gone, and its end of the line with it. */
void seat_lose_server(struct seat *seat);
/* So many bytes of strangers' lines, at once. */
void seat_flood(struct seat *seat, size_t bytes);
