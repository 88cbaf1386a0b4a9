/* How a match goes from state to state: the table of steps, then each step, then its ends: a
 * result that was witnessed, a forfeit, or no result. */
#include "bot/director/core_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "engine/board/points.h"

/* From which states, as bits, each step leads where. */
enum result_step { CALL, UNCALL, PLAY, INTERRUPT, FINISH, FORFEIT, CANCEL };
#define IN(state) (1U << DIRECTOR_MATCH_##state)
#define WAITING   (IN(CALLED) | IN(INTERRUPTED))
#define UNPLAYED  (IN(DUE) | WAITING | IN(PLAYING))

static const struct {
    unsigned from;
    enum director_state to;
} result_steps[] = {
    [CALL] = {UNPLAYED, DIRECTOR_MATCH_CALLED}, /* also again: the server has lost it */
    [UNCALL] = {WAITING | IN(PLAYING), DIRECTOR_MATCH_DUE},
    [PLAY] = {WAITING, DIRECTOR_MATCH_PLAYING},
    [INTERRUPT] = {IN(PLAYING), DIRECTOR_MATCH_INTERRUPTED},
    [FINISH] = {UNPLAYED, DIRECTOR_MATCH_DONE},
    /* the operator may award again what was not played to its end */
    [FORFEIT] = {UNPLAYED | IN(FORFEITED) | IN(VOID), DIRECTOR_MATCH_FORFEITED},
    [CANCEL] = {UNPLAYED | IN(FORFEITED) | IN(VOID), DIRECTOR_MATCH_VOID},
};

/* False: that does not happen to a match in its state. */
static bool result_enter(struct director *d, int match, enum result_step step)
{
    struct director_clock *clock = &d->clocks[match];
    enum director_state *state = &d->matches[match].state;
    if ((result_steps[step].from & 1U << *state) == 0) {
        return false;
    }
    *state = result_steps[step].to;
    clock->since_ms = clock->moved_ms = d->time_ms;
    clock->apart_ms = DIRECTOR_NEVER;
    clock->is_reminded = clock->is_invited[0] = clock->is_invited[1] = false;
    clock->has_shown[0] = clock->has_shown[1] = false;
    clock->has_heard[0] = clock->has_heard[1] = false;
    clock->moving = -1;
    d->clocks[match].is_dirty = true;
    return true;
}

/* ---- called, played, interrupted ----------------------------------------------- */

void director_call(struct director *d, int match)
{
    struct director_match *row = &d->matches[match];
    if (!result_enter(d, match, CALL)) {
        return;
    }
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        row->standing[side] = director_entrant_of(d, match, side)->standing;
        if (director_person_of(d, match, side)->is_doubtful) {
            row->standing[side].is_known = false; /* until they are back */
        }
        if (d->clocks[match].has_left[side]) {
            d->clocks[match].away_ms[side] = DIRECTOR_NEVER;
            d->clocks[match].has_left[side] = false;
        }
    }
    row->is_begun = false;
    d->clocks[match].called_ms = d->time_ms;
}

void director_uncall(struct director *d, int match)
{
    struct director_clock *clock = &d->clocks[match];
    if (result_enter(d, match, UNCALL)) {
        d->matches[match].is_begun = false;
        memset(clock->has_seen, 0, sizeof clock->has_seen);
    }
}

/* What the server has saved of the two, or will save: a match that does not count, or
 * their match or nothing. */
static void result_note_uncalled(struct director *d, int match, bool is_there)
{
    const int *side = d->matches[match].pairing.side;
    director_note_uncalled(d, side[0], side[1], is_there);
}

void director_play(struct director *d, int match)
{
    struct director_clock *clock = &d->clocks[match];
    if (!result_enter(d, match, PLAY)) {
        return;
    }
    d->matches[match].is_begun = true;
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        clock->away_ms[side] = DIRECTOR_NEVER;
        clock->has_left[side] = false;
    }
    clock->asked_ms = d->time_ms;
    director_log(d, LOG_INFO, "%s: they play", director_title(d, match).text);
}

void director_interrupt(struct director *d, int match, int away_side)
{
    if (!result_enter(d, match, INTERRUPT)) {
        return;
    }
    result_note_uncalled(d, match, false);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        struct director_person *person = director_person_of(d, match, side);
        person->has_list = false;
        if (side == away_side || !person->is_here) {
            director_leave(d, match, side, person->is_here);
        }
    }
    director_log(d, LOG_INFO, "%s: saved", director_title(d, match).text);
}

void director_leave(struct director *d, int match, int side, bool on_purpose)
{
    struct director_clock *clock = &d->clocks[match];
    if (clock->away_ms[side] == DIRECTOR_NEVER) {
        clock->away_ms[side] = d->time_ms;
        clock->is_counted[side] = false;
        clock->has_left[side] = on_purpose;
    }
}

void director_return(struct director *d, int match, int side)
{
    struct director_clock *clock = &d->clocks[match];
    if (clock->has_left[side] || clock->away_ms[side] == DIRECTOR_NEVER) {
        return;
    }
    clock->away_ms[side] = DIRECTOR_NEVER;
    if (clock->away_ms[1 - side] == DIRECTOR_NEVER &&
        d->matches[match].state == DIRECTOR_MATCH_INTERRUPTED) {
        clock->since_ms = d->time_ms;
        clock->is_reminded = false;
    }
}

/* ---- the end ------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void
result_announce(struct director *d, int match, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        director_say_side(d, match, side, "%s", text);
    }
    director_announce(d, DIRECTOR_NEWS_RESULT, match, "%s", text);
}

/* The match counts on the server, too: both have as much more experience. */
static void result_add_experience(struct director *d, int match)
{
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        int entrant = d->matches[match].pairing.side[side];
        struct standing *standing = &d->entrants[entrant].standing;
        if (standing->is_known) {
            standing->experience += d->rows.whole.length;
            d->persons[entrant].is_dirty = true;
        }
    }
}

static void result_finish(struct director *d, int match,
                          const struct director_pending *result)
{
    struct director_match *row = &d->matches[match];
    int winner = result->winner;
    char score[32] = "";
    if (!result_enter(d, match, FINISH)) {
        return;
    }
    row->winner = winner;
    memcpy(row->score, result->score, sizeof row->score);
    row->source = result->source;
    result_note_uncalled(d, match, false);
    if (row->source != DIRECTOR_SOURCE_BOTH ||
        row->is_begun) { /* else not played here */
        result_add_experience(d, match);
    }
    if (row->score[0] + row->score[1] > 0) {
        int length = d->rows.whole.length;
        FORMAT_TEXT(score, " %d-%d", points_shown(row->score[winner], length),
                    points_shown(row->score[1 - winner], length));
    }
    result_announce(d, match, "round %d: %s beats %s%s", row->round + 1,
                    director_name_of(d, match, winner),
                    director_name_of(d, match, 1 - winner), score);
}

static bool result_is_from_best(const struct director *d, int match,
                                enum director_source source)
{
    return source == DIRECTOR_SOURCE_PLAYER || source == DIRECTOR_SOURCE_BOTH ||
           (source == DIRECTOR_SOURCE_SERVER && !director_has_ours(d, match));
}

void director_witness(struct director *d, int match,
                      const struct director_pending *result)
{
    struct director_pending *pending = &d->clocks[match].pending;
    if (director_match_is_over(&d->matches[match])) {
        return;
    }
    if (result_is_from_best(d, match, result->source)) {
        result_finish(d, match, result);
    } else if (pending->source == DIRECTOR_SOURCE_NONE) {
        *pending = *result;
        pending->due_ms = d->time_ms + DIRECTOR_WITNESS_MS;
    } else if (result->source < pending->source) {
        int64_t due_ms = pending->due_ms;
        *pending = *result;
        pending->due_ms = due_ms;
    }
}

void director_settle(struct director *d, int match)
{
    result_finish(d, match, &d->clocks[match].pending);
}

/* It is over without its end, but not on the server if it has begun there. */
static void result_break_off(struct director *d, int match, int winner,
                             enum director_source source, enum result_step step)
{
    struct director_match *row = &d->matches[match];
    if (row->is_begun && !director_match_is_over(row)) {
        result_note_uncalled(d, match, true);
    }
    row->winner = winner;
    row->source = source;
    (void)result_enter(d, match, step);
}

void director_forfeit(struct director *d, int match, unsigned faults,
                      const char *format, ...)
{
    struct director_match *row = &d->matches[match];
    int winner = faults == 1 ? 1 : faults == 2 ? 0 : PAIRING_NOBODY;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(row->why, sizeof row->why, format, arguments);
    va_end(arguments);
    result_break_off(d, match, winner, DIRECTOR_SOURCE_RULE, FORFEIT);
    result_announce(d, match, "%.160s: %s; forfeited%s", director_title(d, match).text,
                    row->why, winner == PAIRING_NOBODY ? " by both" : "");
}

void director_void(struct director *d, int match, const char *why)
{
    struct director_match *row = &d->matches[match];
    COPY_TEXT(row->why, why);
    result_break_off(d, match, PAIRING_NOBODY, DIRECTOR_SOURCE_RULE, CANCEL);
    result_announce(d, match, "%.160s: does not count; %s",
                    director_title(d, match).text, row->why);
}

void director_decide(struct director *d, int match, int winner, const char *by,
                     const char *why)
{
    struct director_match *row = &d->matches[match];
    bool has_winner = winner != PAIRING_NOBODY;
    COPY_TEXT(row->by, by);
    COPY_TEXT(row->why, why);
    result_break_off(d, match, winner, DIRECTOR_SOURCE_OPERATOR,
                     has_winner ? FORFEIT : CANCEL);
    result_announce(
        d, match, "%.160s: awarded to %s by %s: %s", director_title(d, match).text,
        has_winner ? director_name_of(d, match, winner) : "nobody", by, row->why);
}
