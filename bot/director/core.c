#include "bot/director/core_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- outputs ---------------------------------------------------------------------- */

void director_emit(struct director *d, const struct director_output *output)
{
    (void)output_queue_push(&d->staged, output);
}

void director_log(struct director *d, enum log_level level, const char *format, ...)
{
    struct director_output output = {.type = DIRECTOR_LOG, .log = {.level = level}};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(output.log.text, sizeof output.log.text, format, arguments);
    va_end(arguments);
    director_emit(d, &output);
}

void director_announce(struct director *d, enum director_news what, int match,
                       const char *format, ...)
{
    struct director_output output = {
        .type = DIRECTOR_NEWS,
        .news = {.what = what, .round = d->rows.whole.round, .match = match}};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(output.news.text, sizeof output.news.text, format, arguments);
    va_end(arguments);
    director_emit(d, &output);
    director_log(d, LOG_INFO, "%s", output.news.text);
}

void director_send(struct director *d, const struct game_order *order)
{
    struct director_output output = {.type = DIRECTOR_SEND, .send = *order};
    director_emit(d, &output);
}

/* ---- rows that changed --------------------------------------------------------- */

/* False: it has not changed. */
static bool core_record(struct director *d, bool *is_dirty, enum director_row row,
                        int i)
{
    if (!*is_dirty) {
        return false;
    }
    struct director_output output = {.type = DIRECTOR_RECORD, .record = {.row = row}};
    switch (row) {
    case DIRECTOR_ROW_WHOLE:
        output.record.whole = d->rows.whole;
        break;
    case DIRECTOR_ROW_ENTRANT:
        output.record.entrant = d->entrants[i];
        break;
    case DIRECTOR_ROW_MATCH:
        output.record.match = d->matches[i];
        break;
    }
    *is_dirty = false;
    return output_queue_push(&d->ready, &output);
}

void director_commit(struct director *d)
{
    bool has_rows = core_record(d, &d->is_whole_dirty, DIRECTOR_ROW_WHOLE, 0);
    for (int i = 0; i < d->rows.entrant_count; i++) {
        has_rows |= core_record(d, &d->persons[i].is_dirty, DIRECTOR_ROW_ENTRANT, i);
    }
    for (int i = 0; i < d->rows.match_count; i++) {
        has_rows |= core_record(d, &d->clocks[i].is_dirty, DIRECTOR_ROW_MATCH, i);
    }
    if (has_rows) {
        struct director_output *last = output_queue_newest(&d->ready);
        last->record.is_last = true;
    }
    for (struct director_output output; output_queue_pop(&d->staged, &output);) {
        (void)output_queue_push(&d->ready, &output);
    }
}

void director_set_time(struct director *d, int64_t now_ms)
{
    if (d->is_online && now_ms > d->now_ms) {
        d->time_ms += now_ms - d->now_ms;
    }
    d->now_ms = now_ms;
}

/* ---- looking up -------------------------------------------------------------------- */

int director_find(const struct director *d, const char *name)
{
    for (int i = 0; i < d->rows.entrant_count; i++) {
        if (strcmp(d->entrants[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int director_current(const struct director *d, int entrant)
{
    for (int i = d->first_open; i < d->rows.match_count; i++) {
        const struct director_match *match = &d->matches[i];
        if (!director_match_is_over(match) &&
            (match->pairing.side[0] == entrant || match->pairing.side[1] == entrant)) {
            return i;
        }
    }
    return -1;
}

int director_current_of(const struct director *d, int a, int b)
{
    int match = a < 0 || b < 0 || a == b ? -1 : director_current(d, a);
    return match >= 0 && director_current(d, b) == match ? match : -1;
}

int director_side(const struct director *d, int match, int entrant)
{
    return d->matches[match].pairing.side[1] == entrant;
}

const struct director_entrant *director_entrant_of(const struct director *d, int match,
                                                   int side)
{
    return &d->entrants[d->matches[match].pairing.side[side]];
}

const char *director_name_of(const struct director *d, int match, int side)
{
    return director_entrant_of(d, match, side)->name;
}

struct director_person *director_person_of(struct director *d, int match, int side)
{
    return &d->persons[d->matches[match].pairing.side[side]];
}

bool director_is_waiting(const struct director_match *match)
{
    return match->state == DIRECTOR_MATCH_CALLED ||
           match->state == DIRECTOR_MATCH_INTERRUPTED;
}

bool director_has_ours(const struct director *d, int match)
{
    return director_entrant_of(d, match, 0)->is_ours ||
           director_entrant_of(d, match, 1)->is_ours;
}

bool director_is_together(struct director *d, int match)
{
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        if (strcmp(director_person_of(d, match, side)->opponent,
                   director_entrant_of(d, match, 1 - side)->name) == 0) {
            return true;
        }
    }
    return false;
}

bool director_has_uncalled(const struct director *d, int a, int b)
{
    return (d->entrants[a].uncalled >> b & 1) != 0;
}

bool director_match_has_uncalled(const struct director *d, int match)
{
    const int *side = d->matches[match].pairing.side;
    return director_has_uncalled(d, side[0], side[1]);
}

void director_note_uncalled(struct director *d, int a, int b, bool is_there)
{
    if (director_has_uncalled(d, a, b) != is_there) {
        d->entrants[a].uncalled ^= UINT64_C(1) << b;
        d->entrants[b].uncalled ^= UINT64_C(1) << a;
        d->persons[a].is_dirty = true;
        d->persons[b].is_dirty = true;
    }
}

void director_note_shown(struct director *d, int entrant)
{
    int match = director_current(d, entrant);
    if (match >= 0 && director_is_waiting(&d->matches[match])) {
        d->clocks[match].has_shown[director_side(d, match, entrant)] = true;
    }
}

void director_ask_who(struct director *d, int entrant)
{
    struct director_person *person = &d->persons[entrant];
    struct game_order order = {.type = ORDER_WHO};
    if (person->asked_ms == DIRECTOR_NEVER ||
        d->time_ms - person->asked_ms >= DIRECTOR_ASK_PAUSE_MS) {
        memcpy(order.name, d->entrants[entrant].name, sizeof order.name);
        person->asked_ms = d->time_ms;
        director_send(d, &order);
    }
}
