#include "bot/bgammon/bgammon_offer.h"

#include <string.h>

enum {
    OPEN_MS = 3000, /* between matches that we open; after a refusal longer, to */
    OPEN_MOST_MS = 60 * 1000,
    BROADCAST_MS = 10 * 60 * 1000 /* a shutdown is announced each minute */
};

void bgammon_offer_init(struct bgammon_offer *offer, const int *points,
                        const int *patience_s)
{
    *offer = (struct bgammon_offer){.points = points,
                                    .patience_s = patience_s,
                                    .pause_ms = OPEN_MS,
                                    .leave_at = INT64_MAX};
}

static void wait_until(struct bgammon_offer *offer, int64_t at)
{
    offer->open_at = at > offer->open_at ? at : offer->open_at;
}

/* The owner speaks to all: as a rule that the server shuts down. The only words of the
 * server that count: no type says so. */
static const char *hear_notice(struct bgammon_offer *offer, const char *text,
                               int64_t now_ms)
{
    static const char mark[] = "SERVER BROADCAST";
    if (strncmp(text, mark, sizeof mark - 1) != 0) {
        return NULL;
    }
    wait_until(offer, now_ms + BROADCAST_MS);
    return "no new match for 10 minutes, since the server's owner speaks to all";
}

const char *bgammon_offer_line(struct bgammon_offer *offer,
                               const struct bgammon_event *line, int64_t now_ms)
{
    int longer_ms = 2 * offer->pause_ms;
    switch (line->type) {
    case BGAMMON_NOTICE:
        return hear_notice(offer, line->text, now_ms);
    case BGAMMON_JOINED:
        offer->pause_ms = OPEN_MS;
        return NULL;
    case BGAMMON_FAILED_CREATE:
        offer->pause_ms = longer_ms < OPEN_MOST_MS ? longer_ms : OPEN_MOST_MS;
        wait_until(offer, now_ms + offer->pause_ms);
        return "the server opens no match for us";
    default:
        return NULL;
    }
}

void bgammon_offer_alone(struct bgammon_offer *offer, int64_t now_ms)
{
    offer->leave_at = now_ms + (int64_t)*offer->patience_s * 1000;
}

static bool may_open(const struct bgammon_offer_case *now)
{
    return now->is_ready && now->is_free && !now->has_match;
}

/* Nobody is to join it, or not to so many points; or nobody comes back. */
static bool is_to_leave(const struct bgammon_offer *offer,
                        const struct bgammon_offer_case *now)
{
    bool is_wanted = now->is_ready &&
                     (offer->opened == 0 || offer->opened == *offer->points) &&
                     now->now_ms + OPEN_MOST_MS >= offer->open_at;
    return now->is_free && now->has_match && now->is_empty &&
           (now->is_begun ? now->now_ms >= offer->leave_at : !is_wanted);
}

enum bgammon_command_id bgammon_offer_due(struct bgammon_offer *offer,
                                          const struct bgammon_offer_case *now)
{
    if (is_to_leave(offer, now)) {
        return BGAMMON_CMD_LEAVE;
    }
    if (!may_open(now) || now->now_ms < offer->open_at) {
        return BGAMMON_CMD_NONE;
    }
    offer->opened = *offer->points;
    offer->open_at = now->now_ms + OPEN_MS;
    return BGAMMON_CMD_CREATE;
}

int64_t bgammon_offer_deadline(const struct bgammon_offer *offer,
                               const struct bgammon_offer_case *now)
{
    /* While the answer to our `leave` is awaited nothing is due, though its time has come. */
    return may_open(now)                                    ? offer->open_at
           : now->is_free && now->is_empty && now->is_begun ? offer->leave_at
                                                            : INT64_MAX;
}
