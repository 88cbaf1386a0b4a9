#pragma once
/*
 * The match that a bot offers on a server like bgammon.org: when one is opened, and when it
 * is left again, because nobody is to join it, or because nobody comes back to it. Pure.
 *
 * Between two matches are 3 s at least. Where the server opens none it is asked again after
 * pauses that grow from 6 s to a minute; when its owner speaks to all, as before a shutdown,
 * nothing is opened for 10 minutes, nor left open.
 */

#include <stdbool.h>
#include <stdint.h>

#include "fibs/bgammon/command.h"
#include "fibs/bgammon/event.h"

struct bgammon_offer {
    /* Points of our matches, and how long we wait in one whose opponent is away, in seconds;
     * read again each time. */
    const int *points, *patience_s;
    int opened;   /* points of the last one that we opened; 0: none yet */
    int pause_ms; /* after the last refusal */
    int64_t open_at, leave_at;
};

/* What it depends on. */
struct bgammon_offer_case {
    int64_t now_ms;
    bool is_ready;  /* matches are wanted */
    bool is_free;   /* logged in, and no command is under way */
    bool has_match; /* we sit in one ... */
    bool is_empty;  /* ... with nobody whose name is known ... */
    bool is_begun;  /* ... although somebody was there */
};

void bgammon_offer_init(struct bgammon_offer *offer, const int *points,
                        const int *patience_s);

/* Takes a line that was heard. Returns what is to be logged, or NULL. */
const char *bgammon_offer_line(struct bgammon_offer *offer,
                               const struct bgammon_event *line, int64_t now_ms);

/* Whoever plays with us is away, and nobody knows who it is: they have so long to return. */
void bgammon_offer_alone(struct bgammon_offer *offer, int64_t now_ms);

/* Returns what is due now: to open a match, to leave it, or nothing. */
enum bgammon_command_id bgammon_offer_due(struct bgammon_offer *offer,
                                          const struct bgammon_offer_case *now);
/* When it has to be asked again; INT64_MAX: something else comes first. */
int64_t bgammon_offer_deadline(const struct bgammon_offer *offer,
                               const struct bgammon_offer_case *now);
