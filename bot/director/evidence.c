/* What is heard of matches: who lines and reports of the server, events of our own players.
 * Who is here decides over absences; who plays whom, over the state of a match. A result
 * counts only from a witness who has seen the match begin (has_seen), so that late news of a
 * former match of the same two is not taken for news of this one. */
#include "bot/director/core_internal.h"

#include <string.h>

#include "engine/board/points.h"

/* ---- who is there -------------------------------------------------------------- */

static void evidence_take_off(struct director_person *person)
{
    person->is_here = false;
    person->opponent[0] = '\0';
    person->behind_ms = person->asked_ms = DIRECTOR_NEVER;
}

void director_on_welcome(struct director *d, const struct game_event *event)
{
    (void)event;
    d->has_who = false;
    for (int i = 0; i < d->rows.entrant_count; i++) {
        evidence_take_off(&d->persons[i]);
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
    bool is_his = strcmp(director_name_of(d, match, 1 - side), person->opponent) == 0;
    /* the server may have loaded what does not count: our player reports what is played */
    bool is_ours_to_tell =
        director_has_ours(d, match) && director_match_has_uncalled(d, match);
    if (is_his && director_is_open(&d->matches[match]) && !is_ours_to_tell) {
        clock->has_seen[DIRECTOR_WITNESS_SERVER] = true;
        clock->apart_ms = DIRECTOR_NEVER;
        director_play(d, match);
    } else if (d->matches[match].state == DIRECTOR_MATCH_PLAYING &&
               clock->apart_ms == DIRECTOR_NEVER) {
        clock->apart_ms = d->time_ms;
    }
}

void director_on_who(struct director *d, const struct game_event *event)
{
    int entrant = director_find(d, event->name);
    if (entrant < 0) {
        return;
    }
    struct director_person *person = &d->persons[entrant];
    bool was_here = person->is_here;
    person->is_here = true;
    memcpy(person->opponent, event->other, sizeof person->opponent);
    person->now = event->who.standing;
    if (!d->entrants[entrant].standing.is_known && person->now.is_known) {
        d->entrants[entrant].standing = person->now;
        d->persons[entrant].is_dirty = true;
    }
    if (was_here && !person->is_ready && event->who.is_ready) {
        director_note_shown(d, entrant); /* so does whoever invites somebody */
    }
    person->is_ready = event->who.is_ready;
    person->idle_ms = 1000 * (int64_t)event->who.idle_s;
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
void director_on_who_end(struct director *d, const struct game_event *event)
{
    (void)event;
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

void director_on_logout(struct director *d, const struct game_event *event)
{
    int entrant = director_find(d, event->name);
    if (entrant >= 0 && d->persons[entrant].is_here) {
        evidence_take_off(&d->persons[entrant]);
        evidence_note_departure(d, entrant);
    }
}

/* ---- what the server reports to everybody -------------------------------------- */

/* The match that these two are called to play; -1: none. */
static int evidence_match_of(const struct director *d, const struct game_event *event)
{
    int match = director_current_of(d, director_find(d, event->name),
                                    director_find(d, event->other));
    return match >= 0 && director_is_open(&d->matches[match]) ? match : -1;
}

static bool evidence_has_length(const struct director *d,
                                const struct game_event *event)
{
    return event->length == d->rows.whole.length;
}

/* Whether these two play what does not count. A new match takes the place of what the
 * server had saved. */
static bool evidence_is_uncalled(struct director *d, int a, int b, bool is_new)
{
    if (a < 0 || b < 0 || a == b) {
        return false;
    }
    if (is_new) {
        director_note_uncalled(d, a, b, false);
    }
    return director_has_uncalled(d, a, b);
}

void director_on_report_start(struct director *d, const struct game_event *event)
{
    int a = director_find(d, event->name), b = director_find(d, event->other);
    bool is_uncalled = evidence_is_uncalled(d, a, b, event->type == EVENT_REPORT_START);
    int match = evidence_match_of(d, event);
    if (match >= 0 && !evidence_has_length(d, event)) {
        director_log(d, LOG_WARNING, "%s: they play another length",
                     director_title(d, match).text);
        director_uncalled_length(d, match);
    } else if (match >= 0 && is_uncalled) {
        director_uncalled_resumes(d, match);
    } else if (match >= 0) {
        d->clocks[match].has_seen[DIRECTOR_WITNESS_SERVER] = true;
        director_play(d, match);
    } else if (evidence_has_length(d, event)) {
        director_uncalled_begins(d, a, b);
    }
}

void director_on_report_win(struct director *d, const struct game_event *event)
{
    int match = evidence_match_of(d, event);
    if (!evidence_has_length(d, event)) {
        return;
    }
    if (match < 0) {
        director_uncalled_ends(d, director_find(d, event->name),
                               director_find(d, event->other));
        return;
    }
    const int *side = d->matches[match].pairing.side;
    if (!d->clocks[match].has_seen[DIRECTOR_WITNESS_SERVER]) {
        /* who lines had said that they play no more, so that they were called, before the
         * server reported the end of what they had begun before */
        if (director_match_has_uncalled(d, match)) {
            director_uncalled_ends(d, side[0], side[1]);
        }
        return;
    }
    int winner = director_side(d, match, director_find(d, event->name));
    struct director_pending result = {.source = DIRECTOR_SOURCE_SERVER,
                                      .winner = winner};
    result.score[winner] = event->score[0];
    result.score[1 - winner] = event->score[1];
    director_witness(d, match, &result);
}

void director_on_report_left(struct director *d, const struct game_event *event)
{
    int match = evidence_match_of(d, event);
    if (match >= 0) {
        director_interrupt(d, match,
                           director_side(d, match, director_find(d, event->name)));
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
    director_witness(d, match, &result);
}

static void evidence_note_start(struct director *d, int match, int side,
                                const struct match_event *event)
{
    if (event->type == MATCH_START && event->length != d->rows.whole.length) {
        char length[POINTS_TEXT_SIZE];
        director_log(d, LOG_WARNING, "%s: %s plays %s", director_title(d, match).text,
                     director_name_of(d, match, side),
                     points_length_text(event->length, length));
        return;
    }
    const int *sides = d->matches[match].pairing.side;
    bool is_new = event->type == MATCH_START && !event->is_resumed;
    if (evidence_is_uncalled(d, sides[0], sides[1], is_new)) {
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
    bool is_act = event->type == MATCH_PLAY || event->type == MATCH_DOUBLE ||
                  event->type == MATCH_TAKE;
    d->clocks[match].moved_ms = d->time_ms;
    d->clocks[match].moving = !is_act ? -1 : event->is_mine ? 1 - side : side;
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
