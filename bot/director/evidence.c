#include "bot/director/evidence_internal.h"

#include <stdio.h>
#include <string.h>

#include "bot/director/call_internal.h"
#include "bot/director/result_internal.h"
#include "bot/director/say_internal.h"
#include "bot/director/uncalled_matches_internal.h"

/* ---- who is there -------------------------------------------------------------- */

void director_on_welcome(struct director *d, const struct fibs_message *m)
{
    (void)m;
    d->has_who = false;
    for (int i = 0; i < d->rows.entrant_count; i++) {
        struct director_person *person = &d->persons[i];
        person->is_here = false;
        person->opponent[0] = '\0';
        person->behind_ms = person->asked_ms = DIRECTOR_NEVER;
    }
}

static void evidence_note_arrival(struct director *d, int entrant)
{
    int match = director_current(d, entrant);
    if (match >= 0 && director_is_waiting(&d->matches[match])) {
        int side = director_side(d, match, entrant);
        director_return(d, match, side);
        d->clocks[match].is_invited[side] = false;
    }
}

/* The server may have loaded what does not count: our player reports what is played. */
static bool evidence_is_ours_to_tell(const struct director *d, int match)
{
    return director_has_ours(d, match) && director_match_has_uncalled(d, match);
}

/* The who line says who plays whom: as it should be, or no more. */
static void evidence_note_opponent(struct director *d, int entrant)
{
    struct director_person *person = &d->persons[entrant];
    int match = director_current(d, entrant);
    if (match < 0) {
        return;
    }
    int side = director_side(d, match, entrant);
    struct director_clock *clock = &d->clocks[match];
    bool is_his =
        strcmp(director_entrant_of(d, match, 1 - side)->name, person->opponent) == 0;
    if (is_his && director_is_open(&d->matches[match]) &&
        !evidence_is_ours_to_tell(d, match)) {
        clock->has_seen[DIRECTOR_WITNESS_SERVER] = true;
        clock->apart_ms = DIRECTOR_NEVER;
        director_play(d, match);
    } else if (d->matches[match].state == DIRECTOR_MATCH_PLAYING &&
               clock->apart_ms == DIRECTOR_NEVER) {
        clock->apart_ms = d->time_ms;
    }
}

void director_on_who(struct director *d, const struct fibs_message *m)
{
    int entrant = director_find_slice(d, m->names[0]);
    if (entrant < 0) {
        return;
    }
    struct director_person *person = &d->persons[entrant];
    bool was_here = person->is_here;
    person->is_here = true;
    (void)fibs_slice_copy(m->names[1], person->opponent, sizeof person->opponent);
    if (strcmp(person->opponent, "-") == 0) {
        person->opponent[0] = '\0';
    }
    person->now = (struct standing){true, m->reals[0], (int)m->numbers[2]};
    if (!d->entrants[entrant].standing.is_known && person->now.is_known) {
        d->entrants[entrant].standing = person->now;
        director_touch_entrant(d, entrant);
    }
    if (was_here && !person->is_ready && m->numbers[0] != 0) {
        director_note_shown(d, entrant); /* so does whoever invites somebody */
    }
    person->is_ready = m->numbers[0] != 0;
    person->idle_ms = 1000 * (int64_t)m->numbers[3];
    person->who_ms = d->time_ms;
    person->is_doubtful = false;
    if (!was_here) {
        evidence_note_arrival(d, entrant);
    }
    evidence_note_opponent(d, entrant);
}

static void evidence_note_departure(struct director *d, int entrant)
{
    int match = director_current(d, entrant);
    if (match >= 0) {
        director_interrupt(d, match, -1);
        if (director_is_waiting(&d->matches[match])) {
            director_leave(d, match, director_side(d, match, entrant), false);
        }
    }
}

/* The list is complete: whoever was to play and is not in it went while nobody looked. */
void director_on_who_end(struct director *d, const struct fibs_message *m)
{
    (void)m;
    for (int i = 0; i < d->rows.entrant_count && !d->has_who; i++) {
        if (!d->persons[i].is_here) {
            evidence_note_departure(d, i);
        }
    }
    if (!d->has_who) {
        director_uncalled_look(d);
    }
    d->has_who = true;
}

void director_on_logout(struct director *d, const struct fibs_message *m)
{
    int entrant = director_find_slice(d, m->names[0]);
    if (entrant >= 0 && d->persons[entrant].is_here) {
        struct director_person *person = &d->persons[entrant];
        person->is_here = false;
        person->opponent[0] = '\0';
        person->behind_ms = person->asked_ms = DIRECTOR_NEVER;
        evidence_note_departure(d, entrant);
    }
}

/* ---- what the server reports to everybody -------------------------------------- */

/* The match that these two are called to play; -1: none. */
static int evidence_match_of(const struct director *d, const struct fibs_message *m)
{
    int match = director_current_of(d, director_find_slice(d, m->names[0]),
                                    director_find_slice(d, m->names[1]));
    return match >= 0 && director_is_open(&d->matches[match]) ? match : -1;
}

static bool evidence_has_length(const struct director *d, const struct fibs_message *m)
{
    return m->number_count > 0 && m->numbers[0] == d->rows.whole.length;
}

/* A new match takes the place of what the server had saved. */
static bool evidence_is_uncalled(struct director *d, const struct fibs_message *m)
{
    int a = director_find_slice(d, m->names[0]),
        b = director_find_slice(d, m->names[1]);
    if (a < 0 || b < 0 || a == b) {
        return false;
    }
    if (m->id == FIBS_MSG_REPORT_START) {
        director_note_uncalled(d, a, b, false);
    }
    return director_has_uncalled(d, a, b);
}

void director_on_report_start(struct director *d, const struct fibs_message *m)
{
    bool is_uncalled = evidence_is_uncalled(d, m);
    int match = evidence_match_of(d, m);
    if (match >= 0 && evidence_has_length(d, m) && is_uncalled) {
        director_uncalled_resumes(d, match);
    } else if (match >= 0 && evidence_has_length(d, m)) {
        d->clocks[match].has_seen[DIRECTOR_WITNESS_SERVER] = true;
        director_play(d, match);
    } else if (match >= 0) {
        director_log(d, LOG_WARNING, "%s: they play another length",
                     director_title(d, match).text);
        director_uncalled_length(d, match);
    } else if (evidence_has_length(d, m)) {
        director_uncalled_begins(d, director_find_slice(d, m->names[0]),
                                 director_find_slice(d, m->names[1]));
    }
}

/* Who lines had said that they play no more, so that they were called, before the server
 * reported the end of what they had begun before. */
static void evidence_end_uncalled(struct director *d, int match)
{
    const int *side = d->matches[match].pairing.side;
    if (director_match_has_uncalled(d, match)) {
        director_uncalled_ends(d, side[0], side[1]);
    }
}

/* "anna wins a 7 point match against bert  8-3 ." */
void director_on_report_win(struct director *d, const struct fibs_message *m)
{
    int match = evidence_match_of(d, m);
    if (m->number_count < 3 || !evidence_has_length(d, m)) {
        return;
    }
    if (match < 0) {
        director_uncalled_ends(d, director_find_slice(d, m->names[0]),
                               director_find_slice(d, m->names[1]));
        return;
    }
    if (!d->clocks[match].has_seen[DIRECTOR_WITNESS_SERVER]) {
        evidence_end_uncalled(d, match);
        return;
    }
    int winner = director_side(d, match, director_find_slice(d, m->names[0]));
    struct director_pending result = {.source = DIRECTOR_SOURCE_SERVER,
                                      .winner = winner};
    result.score[winner] = (int)m->numbers[1];
    result.score[1 - winner] = (int)m->numbers[2];
    director_hear(d, match, &result);
}

void director_on_report_left(struct director *d, const struct fibs_message *m)
{
    int match = evidence_match_of(d, m);
    if (match >= 0) {
        director_interrupt(
            d, match, director_side(d, match, director_find_slice(d, m->names[0])));
    }
}

/* ---- what our players report -------------------------------------------------- */

static void evidence_note_end(struct director *d, int match, int side,
                              const struct match_event *event)
{
    struct director_pending result = {.source = DIRECTOR_SOURCE_PLAYER};
    if (!event->is_finished || !d->clocks[match].has_seen[side]) {
        return;
    }
    result.winner = event->my_score > event->their_score ? side : 1 - side;
    result.score[side] = event->my_score;
    result.score[1 - side] = event->their_score;
    director_hear(d, match, &result);
}

/* A new match takes the place of what the server had saved. */
static bool evidence_resumes_uncalled(struct director *d, int match,
                                      const struct match_event *event)
{
    const int *sides = d->matches[match].pairing.side;
    if (event->type == MATCH_START && !event->is_resumed) {
        director_note_uncalled(d, sides[0], sides[1], false);
    }
    return director_match_has_uncalled(d, match);
}

static void evidence_note_start(struct director *d, int match, int side,
                                const struct match_event *event)
{
    if (event->type == MATCH_START && event->length != d->rows.whole.length) {
        director_log(d, LOG_WARNING, "%s: %s plays %d points",
                     director_title(d, match).text,
                     director_entrant_of(d, match, side)->name, event->length);
        return;
    }
    if (evidence_resumes_uncalled(d, match, event)) {
        director_uncalled_resumes(d, match);
        return;
    }
    d->clocks[match].has_seen[side] = true;
    d->clocks[match].apart_ms = DIRECTOR_NEVER;
    director_play(d, match);
}

/* Whoever plays a checker, doubles or takes leaves the next act to the other. */
static void evidence_note_progress(struct director *d, int match, int side,
                                   const struct match_event *event)
{
    struct director_clock *clock = &d->clocks[match];
    clock->moved_ms = d->time_ms;
    switch (event->type) {
    case MATCH_PLAY:
    case MATCH_DOUBLE:
    case MATCH_TAKE:
        clock->moving = event->is_mine ? 1 - side : side;
        break;
    default:
        clock->moving = -1;
        break;
    }
}

void director_on_event(struct director *d, int entrant, const struct match_event *event)
{
    int match = director_current_of(d, entrant, director_find(d, event->opponent));
    if (match < 0 || !director_is_open(&d->matches[match])) {
        return;
    }
    int side = director_side(d, match, entrant);
    evidence_note_progress(d, match, side, event);
    switch (event->type) {
    case MATCH_START:
    case MATCH_RESUMED:
        evidence_note_start(d, match, side, event);
        break;
    case MATCH_SAVED:
        director_interrupt(d, match, -1);
        break;
    case MATCH_END:
        evidence_note_end(d, match, side, event);
        break;
    default:
        break;
    }
}

void director_on_saved(struct director *d, int entrant, const char *opponent)
{
    struct director_person *person = &d->persons[entrant];
    int other = director_find(d, opponent);
    if (other >= 0) {
        person->listed |= (uint64_t)1 << other;
    } else if (opponent[0] == '\0') {
        person->saved = person->listed;
        person->listed = 0;
        person->has_list = true;
        person->list_ms = d->time_ms;
    }
}

/* ---- what ratings and experience show ------------------------------------------ */

static bool evidence_plays(struct director *d, int match, int side)
{
    return director_person_of(d, match, side)->opponent[0] != '\0';
}

/* 1, -1: the rating has risen, fallen; 0: not known. */
static int evidence_trend(struct director *d, int match, int side)
{
    const struct standing *then = &d->matches[match].standing[side];
    const struct director_person *person = director_person_of(d, match, side);
    if (director_gain(d, match, side) < 0) {
        return 0;
    }
    return (person->now.rating > then->rating) - (person->now.rating < then->rating);
}

/* Whether a side's gain proves that the match was played to its end: ours play nothing
 * else; foreign players may, so that both have to have gained as much. */
static bool evidence_has_gained(struct director *d, int match, int side)
{
    int other = 1 - side, length = d->rows.whole.length;
    return director_gain(d, match, side) == length &&
           (director_entrant_of(d, match, side)->is_ours ||
            director_gain(d, match, other) == length);
}

static void evidence_weigh_gain(struct director *d, int match)
{
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        int trend = evidence_trend(d, match, side);
        if (evidence_has_gained(d, match, side) && trend != 0 &&
            !director_has_ours(d, match) && director_match_has_uncalled(d, match)) {
            director_uncalled_in_doubt(d, match);
            return;
        }
        if (evidence_has_gained(d, match, side) && trend != 0) {
            struct director_pending result = {.source = DIRECTOR_SOURCE_STANDING,
                                              .winner = trend > 0 ? side : 1 - side};
            director_hear(d, match, &result);
            return;
        }
    }
}

static bool evidence_is_level(const struct standing *a, const struct standing *b)
{
    return a->is_known && a->experience == b->experience && a->rating >= b->rating &&
           a->rating <= b->rating;
}

/* A match that has not begun: the standings of its players are to be those before it. */
static void evidence_level(struct director *d, int match, int side)
{
    struct standing *then = &d->matches[match].standing[side];
    const struct director_person *person = director_person_of(d, match, side);
    int gain = person->now.experience - then->experience;
    if (!person->is_here || !person->now.is_known || person->is_doubtful ||
        evidence_is_level(then, &person->now) ||
        (then->is_known && gain == d->rows.whole.length) ||
        (then->is_known && director_is_behind(d, d->matches[match].pairing.side[side],
                                              then->experience))) {
        return;
    }
    if (then->is_known && gain != 0 && director_entrant_of(d, match, side)->is_ours) {
        director_log(d, LOG_WARNING, "%s has gained %d points elsewhere",
                     director_entrant_of(d, match, side)->name, gain);
    }
    *then = person->now;
    director_touch_match(d, match);
}

/* A match that has begun, that no source says is over, but that the server has not saved
 * for our player, is lost: the server went down without it. That is certain when a who
 * line that is younger than the list shows no gain. */
static void evidence_weigh_loss(struct director *d, int match, int side)
{
    struct director_person *person = director_person_of(d, match, side);
    int other = d->matches[match].pairing.side[1 - side];
    if (!director_entrant_of(d, match, side)->is_ours || !person->is_here ||
        !person->has_list || (person->saved >> other & 1) != 0) {
        return;
    }
    if (person->who_ms <= person->list_ms) {
        director_ask_who(d, d->matches[match].pairing.side[side]);
    } else if (director_gain(d, match, side) == 0 &&
               d->clocks[match].pending.source == DIRECTOR_SOURCE_NONE) {
        director_log(d, LOG_WARNING, "%s: the server has lost it; it begins again",
                     director_title(d, match).text);
        director_call(d, match);
    }
}

static void evidence_weigh_match(struct director *d, int match)
{
    bool is_played = evidence_plays(d, match, 0) || evidence_plays(d, match, 1);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        if (d->matches[match].state == DIRECTOR_MATCH_CALLED && !is_played) {
            evidence_level(d, match, side);
        }
        if (d->matches[match].state == DIRECTOR_MATCH_INTERRUPTED && !is_played) {
            evidence_weigh_loss(d, match, side);
        }
    }
    if (!is_played) {
        evidence_weigh_gain(d, match);
    }
}

void director_weigh(struct director *d)
{
    for (int i = d->first_open; i < d->rows.match_count; i++) {
        if (director_is_open(&d->matches[i])) {
            evidence_weigh_match(d, i);
        }
    }
}
