#pragma once
/*
 * Somebody who plays at random on the bgammon.org server within this program, as a client of
 * its own: bytes of the core, the session of fibs/bgammon, no socket. A host has a bot's
 * name, creates matches and waits; a person joins the matches of others. They double, take
 * and drop by chance, and obey every rule of a good client.
 */

#include "server/bgammon/bgammond.h"

enum { STAND_IN_TEXT = 40 };

struct stand_in;

struct stand_in_config {
    const char *name, *password; /* "": a guest; shorter than STAND_IN_TEXT */
    bool is_person;
    bool has_autoplay;
    int points_most; /* of matches that a host creates: 1 to so many */
    int pace_ms;     /* before each action */
    int piece;       /* bytes of the core that are taken at once; 0: all */
    uint64_t seed;
};

/* `core` must outlive it. NULL if memory is short. */
struct stand_in *stand_in_new(struct bgammond *core,
                              const struct stand_in_config *config);
void stand_in_free(struct stand_in *stand_in);

/* Reads what the core has sent, and acts. Returns whether anything was done: call all of
 * them until none does anything. */
bool stand_in_step(struct stand_in *stand_in, int64_t now_ms);

/* Matches that did not wait after a drop. */
int stand_in_lost(const struct stand_in *stand_in);
