#pragma once
/* What the two files of the stage share: stage.c, what happens on it; stage_open.c, how it
 * is set up. */

#include "tests/soak/soak.h"

/* How long it takes on average to the next trouble. */
enum {
    MINUTE_MS = 60 * 1000,
    BOT_TROUBLE_MS = 40 * 1000,
    SERVER_TROUBLE_MS = 40 * MINUTE_MS,
    FLOOD_MS = 10 * MINUTE_MS
};

/* Of the accounts, in order. */
extern const char *const stage_names[];

/* Seconds of the machine, since any moment. */
int64_t stage_wall_s(void);
/* Starts the server with what it had saved, if it ran before. False: no memory. */
bool stage_start_server(struct stage *stage);
