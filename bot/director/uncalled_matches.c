/* What foreign entrants play with each other that was not called: once more a match that
 * is over, or one whose time has not come. It does not count, whoever wins it, and both
 * hear so when it begins and when it ends: the first result of a match stands. Where
 * the server saves it and they continue it when they have been called, it does not
 * count either. Our accounts play only what they are ordered to. It is
 * a bit in the row of each of the two while the server may have it saved. */
#include "bot/director/core_internal.h"

#include <stdio.h>
#include <string.h>

#include "engine/board/points.h"

enum {
    MINUTE_MS = 60000,
    UNCALLED_REASON_SIZE = 100,
    UNCALLED_LINES_MAX = DIRECTOR_LINES_MAX / 4
};

static bool uncalled_is_between(const struct director *d, int a, int b)
{
    return d->rows.whole.phase == DIRECTOR_RUNNING && a >= 0 && b >= 0 && a != b &&
           !d->entrants[a].is_ours && !d->entrants[b].is_ours;
}

/* The last match of these two that was drawn; -1: none. */
static int uncalled_last_of(const struct director *d, int a, int b)
{
    for (int i = d->rows.match_count - 1; i >= 0; i--) {
        const int *side = d->matches[i].pairing.side;
        if ((side[0] == a && side[1] == b) || (side[0] == b && side[1] == a)) {
            return i;
        }
    }
    return -1;
}

static void uncalled_write_reason(const struct director *d, int a, int b,
                                  char reason[UNCALLED_REASON_SIZE])
{
    int match = uncalled_last_of(d, a, b);
    if (match < 0) {
        (void)snprintf(reason, UNCALLED_REASON_SIZE,
                       "you have no match with each other");
    } else if (director_is_open(&d->matches[match])) {
        (void)snprintf(reason, UNCALLED_REASON_SIZE,
                       "it began before your match of round %d was called",
                       d->matches[match].round + 1);
    } else {
        (void)snprintf(reason, UNCALLED_REASON_SIZE, "your match of round %d is %s",
                       d->matches[match].round + 1,
                       director_match_is_over(&d->matches[match]) ? "over"
                                                                  : "not called yet");
    }
}

/* Who begins and leaves matches all day hears it once a minute. */
static void uncalled_say(struct director *d, int entrant, int other, const char *what)
{
    struct director_person *person = &d->persons[entrant];
    char reason[UNCALLED_REASON_SIZE];
    bool is_said = person->uncalled_said_ms >= 0 &&
                   d->time_ms - person->uncalled_said_ms < MINUTE_MS;
    if (!is_said && !d->entrants[entrant].is_ours && person->is_here &&
        d->line_count < UNCALLED_LINES_MAX) {
        person->uncalled_said_ms = d->time_ms;
        uncalled_write_reason(d, entrant, other, reason);
        director_say(d, d->entrants[entrant].name,
                     "What you %s with %s does not count: %s.", what,
                     d->entrants[other].name, reason);
    }
}

/* They have begun or ended (`what`) what they play now or have played (`said`). */
static void uncalled_announce(struct director *d, int a, int b, const char *what,
                              const char *said)
{
    char reason[UNCALLED_REASON_SIZE];
    uncalled_write_reason(d, a, b, reason);
    director_log(d, LOG_WARNING, "%s and %s have %s a match that does not count: %s",
                 d->entrants[a].name, d->entrants[b].name, what, reason);
    uncalled_say(d, a, b, said);
    uncalled_say(d, b, a, said);
}

void director_uncalled_begins(struct director *d, int a, int b)
{
    if (uncalled_is_between(d, a, b)) {
        director_note_uncalled(d, a, b, true);
        uncalled_announce(d, a, b, "begun", "play now");
    }
}

/* The experience has grown by as much as by a match that counts: the standing at the call is
 * known again when the next who line has come. */
static void uncalled_forget_standing(struct director *d, int entrant)
{
    int match = director_current(d, entrant);
    d->persons[entrant].is_doubtful = true;
    d->persons[entrant].doubt_ms = d->time_ms;
    if (match >= 0 && d->matches[match].state == DIRECTOR_MATCH_CALLED) {
        int side = director_side(d, match, entrant);
        d->matches[match].standing[side].is_known = false;
        d->clocks[match].is_dirty = true;
    }
}

/* Of a match with one of ours only what was broken off: all else our account reports. */
static bool uncalled_may_end(const struct director *d, int a, int b)
{
    return uncalled_is_between(d, a, b) ||
           (a >= 0 && b >= 0 && director_has_uncalled(d, a, b));
}

void director_uncalled_ends(struct director *d, int a, int b)
{
    if (uncalled_may_end(d, a, b)) {
        director_note_uncalled(d, a, b, false);
        d->persons[a].uncalled_said_ms = d->persons[b].uncalled_said_ms = -1;
        uncalled_announce(d, a, b, "ended", "have played");
        uncalled_forget_standing(d, a);
        uncalled_forget_standing(d, b);
    }
}

void director_uncalled_resumes(struct director *d, int match)
{
    director_uncall(d, match);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        const char *other = director_name_of(d, match, 1 - side);
        /* the who lines say so soon, too */
        memcpy(director_person_of(d, match, side)->opponent, other, USER_NAME_SIZE);
        director_say_side(d, match, side,
                          "What you play now with %s does not count: it began before "
                          "your match of round %d was called. You are called again "
                          "when it is over.",
                          other, d->matches[match].round + 1);
    }
    director_log(d, LOG_WARNING, "%s: they continue what they began before the call",
                 director_title(d, match).text);
}

void director_uncalled_in_doubt(struct director *d, int match)
{
    const int *entrants = d->matches[match].pairing.side;
    director_note_uncalled(d, entrants[0], entrants[1], false);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        uncalled_forget_standing(d, entrants[side]);
        director_say_side(
            d, match, side,
            "You played with %s while I was away. Was it your match of round %d? Then both "
            "say: report win, or report loss. Was it the saved one? Then begin now.",
            director_name_of(d, match, 1 - side), d->matches[match].round + 1);
    }
    director_log(d, LOG_WARNING,
                 "%s: they have played, unseen, this match or the saved one that does "
                 "not count; asked to report it",
                 director_title(d, match).text);
    director_call(d, match);
}

void director_uncalled_look(struct director *d)
{
    for (int a = 0; a < d->rows.entrant_count; a++) {
        int b = director_find(d, d->persons[a].opponent);
        int match = director_current_of(d, a, b);
        if (uncalled_is_between(d, a, b) &&
            (match < 0 || !director_is_open(&d->matches[match]))) {
            director_note_uncalled(d, a, b, true);
        }
    }
}

void director_uncalled_length(struct director *d, int match)
{
    char points[POINTS_TEXT_SIZE];
    (void)points_text(d->rows.whole.length, points);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        director_say_side(d, match, side,
                          "Your match with %s is to have %s: what you play now "
                          "does not count.",
                          director_name_of(d, match, 1 - side), points);
    }
}

bool director_uncalled_holds(struct director *d, int match)
{
    struct director_clock *clock = &d->clocks[match];
    if (!director_is_together(d, match)) {
        clock->held_ms = DIRECTOR_NEVER;
        return false;
    }
    if (clock->held_ms == DIRECTOR_NEVER) {
        clock->held_ms = d->time_ms;
    } else if (d->time_ms - clock->held_ms >= d->options.match_ms) {
        director_forfeit(d, match, 3, "both played something else for %s",
                         director_span(d->options.match_ms).text);
        return true;
    }
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        director_ask_who(d, d->matches[match].pairing.side[side]);
    }
    return true;
}
