/* Limits of time, looked at each second. A match that waits: absences are counted, and who is
 * away too often or too long, or does not begin, forfeits. A match that is played: whoever is
 * idle or does not move forfeits it once it is past its time. Faults are bits, one a side. */
#include "bot/director/core_internal.h"

enum { MINUTE_MS = 60000, LONGEST_TIMES = 4 };

static bool limits_is_over(const struct director *d, int64_t since_ms, int64_t limit_ms)
{
    return since_ms != DIRECTOR_NEVER && d->time_ms - since_ms >= limit_ms;
}

/* "anna", or of two "both" */
static const char *limits_name(const struct director *d, int match, unsigned faults)
{
    return faults == 3 ? "both" : director_name_of(d, match, faults == 2);
}

static unsigned limits_foreign(const struct director *d, int match)
{
    return !director_entrant_of(d, match, 0)->is_ours +
           2U * !director_entrant_of(d, match, 1)->is_ours;
}

/* When both are here and nothing happens: foreign players, for ours do as ordered. Of two
 * foreign ones those from whom nothing was seen or heard; 0: both have shown up. */
static unsigned limits_silent(const struct director *d, int match)
{
    const bool *has_shown = d->clocks[match].has_shown;
    unsigned foreign = limits_foreign(d, match);
    return foreign == 3 ? !has_shown[0] + 2U * !has_shown[1] : foreign;
}

static unsigned limits_away(const struct director *d, int match, int64_t limit_ms)
{
    const struct director_clock *clock = &d->clocks[match];
    return limits_is_over(d, clock->away_ms[0], limit_ms) +
           2U * limits_is_over(d, clock->away_ms[1], limit_ms);
}

/* ---- away ---------------------------------------------------------------------- */

static void limits_count_absences(struct director *d, int match)
{
    struct director_clock *clock = &d->clocks[match];
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        if (!clock->is_counted[side] && d->matches[match].is_begun &&
            limits_is_over(d, clock->away_ms[side], DIRECTOR_AWAY_GRACE_MS)) {
            clock->is_counted[side] = true;
            d->matches[match].away[side]++;
            d->clocks[match].is_dirty = true;
        }
    }
}

static void limits_watch_absences(struct director *d, int match)
{
    const struct director_match *row = &d->matches[match];
    int times = d->options.away_times;
    unsigned often =
        times == 0 ? 0 : (row->away[0] >= times) + 2U * (row->away[1] >= times);
    unsigned away = limits_away(d, match, d->options.away_ms);
    if (often != 0) {
        director_forfeit(d, match, often, "%s left %d time%s",
                         limits_name(d, match, often), times, times == 1 ? "" : "s");
    } else if (away != 0 && row->is_begun) {
        director_forfeit(d, match, away, "%s did not come back within %s",
                         limits_name(d, match, away),
                         director_span(d->options.away_ms).text);
    }
}

/* ---- no-shows ------------------------------------------------------------------ */

static void limits_remind(struct director *d, int match)
{
    int left_ms = d->options.no_show_ms - d->options.reminder_ms;
    d->clocks[match].is_reminded = true;
    director_log(d, LOG_INFO, "%s: reminded", director_title(d, match).text);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        const struct director_entrant *other = director_entrant_of(d, match, 1 - side);
        director_say_call(
            d, match, side, "Please begin within %s, or you lose the match.%s%s%s",
            director_span(left_ms).text, other->is_ours ? "" : " You wait for ",
            other->is_ours ? "" : other->name, other->is_ours ? "" : "? Tell me: here");
        director_invite(d, match, side);
    }
}

/* Who is to blame that a match does not begin or go on; 0: nobody alone. */
static unsigned limits_blame(struct director *d, int match)
{
    unsigned absent = !director_person_of(d, match, 0)->is_here +
                      2U * !director_person_of(d, match, 1)->is_here;
    unsigned away = limits_away(d, match, 0);
    return absent != 0 ? absent : away != 0 ? away : limits_silent(d, match);
}

/* Whether a foreign player who is here has not heard yet what to do. */
static bool limits_has_unheard(struct director *d, int match)
{
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        if (!director_entrant_of(d, match, side)->is_ours &&
            director_person_of(d, match, side)->is_here &&
            !d->clocks[match].has_heard[side]) {
            return true;
        }
    }
    return false;
}

static void limits_watch_no_show(struct director *d, int match)
{
    const struct director_clock *clock = &d->clocks[match];
    const struct director_match *row = &d->matches[match];
    bool is_away = row->is_begun && limits_away(d, match, 0) != 0;
    if (is_away || limits_has_unheard(d, match)) {
        return;
    }
    unsigned blame = limits_blame(d, match);
    if (!clock->is_reminded &&
        limits_is_over(d, clock->since_ms, d->options.reminder_ms)) {
        limits_remind(d, match);
    }
    if (blame != 0 && limits_is_over(d, clock->since_ms, d->options.no_show_ms)) {
        director_forfeit(d, match, blame, "%s did not %s within %s",
                         limits_name(d, match, blame),
                         row->is_begun ? "go on" : "begin",
                         director_span(d->options.no_show_ms).text);
    }
}

static void limits_watch_match_time(struct director *d, int match)
{
    if (!limits_is_over(d, d->clocks[match].called_ms, d->options.match_ms)) {
        return;
    }
    unsigned blame = limits_blame(d, match);
    if (blame == 0 && !director_has_ours(d, match)) {
        blame = 3; /* both were there, and did not begin */
    }
    if (blame != 0) {
        director_forfeit(d, match, blame, "%s kept the match waiting for %s",
                         limits_name(d, match, blame),
                         director_span(d->options.match_ms).text);
    } else {
        director_void(d, match, "it could not be played in its time");
    }
}

/* ---- idle in a match ----------------------------------------------------------- */

/* A match that lasts too long goes on as long as both play: whoever is idle loses it. */
static void limits_watch_idle(struct director *d, int match)
{
    struct director_clock *clock = &d->clocks[match];
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        const struct director_person *person = director_person_of(d, match, side);
        bool is_recent = person->who_ms >= clock->asked_ms;
        if (!director_entrant_of(d, match, side)->is_ours && is_recent &&
            person->idle_ms >= d->options.away_ms) {
            director_forfeit(d, match, 1U << side, "%s was idle for %s",
                             director_name_of(d, match, side),
                             director_span(d->options.away_ms).text);
            return;
        }
    }
    if (limits_is_over(d, clock->called_ms, d->options.match_ms) &&
        limits_is_over(d, clock->asked_ms, MINUTE_MS)) {
        clock->asked_ms = d->time_ms;
        for (int side = 0; side < DIRECTOR_SIDES; side++) {
            if (!director_entrant_of(d, match, side)->is_ours) {
                director_ask_who(d, d->matches[match].pairing.side[side]);
            }
        }
    }
}

/* A match past its time that goes on as far as who lines say, but in which nothing has
 * happened: whoever is to act loses it. Of two of ours neither does, for a fault of ours
 * is nobody's merit; of two foreign players nothing is seen but who lines, so that they
 * have several times as long. */
static void limits_watch_stuck(struct director *d, int match)
{
    const struct director_clock *clock = &d->clocks[match];
    unsigned foreign = limits_foreign(d, match);
    if (foreign == 3) {
        if (limits_is_over(d, clock->called_ms,
                           (int64_t)LONGEST_TIMES * d->options.match_ms)) {
            director_void(d, match, "it did not end in several times its time");
        }
    } else if (limits_is_over(d, clock->called_ms, d->options.match_ms) &&
               limits_is_over(d, clock->moved_ms, d->options.away_ms)) {
        if (foreign == 0) {
            director_void(d, match, "it is stuck");
        } else {
            int side = clock->moving >= 0 ? clock->moving : foreign == 2;
            director_forfeit(d, match, 1U << side, "%s did not move for %s",
                             director_name_of(d, match, side),
                             director_span(d->options.away_ms).text);
        }
    }
}

static void limits_watch(struct director *d, int match)
{
    struct director_clock *clock = &d->clocks[match];
    const struct director_match *row = &d->matches[match];
    limits_count_absences(d, match);
    if (clock->pending.source != DIRECTOR_SOURCE_NONE) {
        if (d->time_ms >= clock->pending.due_ms) {
            director_settle(d, match);
        }
    } else if (row->state == DIRECTOR_MATCH_PLAYING) {
        limits_watch_idle(d, match);
        if (row->state == DIRECTOR_MATCH_PLAYING) {
            limits_watch_stuck(d, match);
        }
        if (limits_is_over(d, clock->apart_ms, DIRECTOR_WITNESS_MS)) {
            director_interrupt(d, match, -1);
        }
    } else {
        void (*const watches[])(struct director *, int) = {
            limits_watch_absences, limits_watch_no_show, limits_watch_match_time};
        for (size_t i = 0; i < sizeof watches / sizeof *watches; i++) {
            if (director_is_waiting(row)) {
                watches[i](d, match);
            }
        }
    }
}

void director_limit(struct director *d)
{
    for (int i = d->first_open; i < d->rows.match_count; i++) {
        if (director_is_open(&d->matches[i])) {
            limits_watch(d, i);
        }
    }
}
