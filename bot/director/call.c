/* Rounds, calls and orders. Nothing here remembers what was done before: each step looks at
 * the rows and does what is missing, so that it does the same after a restart.
 *
 *   draw   a round, as soon as its pairings can be known
 *   call   a match: both have nothing before it, and what they had before is all settled
 *   invite a foreign side of a match that was called: say whom to play
 *   order  one of our accounts: invite this opponent, or wait for the invitation
 */
#include "bot/director/core_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Of a match where the server may have saved one of the two that does not count. */
#define NOT_SAVED_ONE ", a new match and not the saved one"

void director_begin(struct director *d)
{
    struct director_whole *whole = &d->rows.whole;
    struct error err;
    whole->plan = d->options.plan;
    whole->plan.entrants = d->rows.entrant_count;
    if (!pairing_check(&whole->plan, &err)) {
        if (d->too_few != whole->plan.entrants) {
            director_log(d, LOG_WARNING,
                         "the tournament cannot begin, and waits for more entrants: %s",
                         err.text);
        }
        d->too_few = whole->plan.entrants;
        whole->plan.entrants = 0;
        return;
    }
    whole->phase = DIRECTOR_RUNNING;
    d->is_whole_dirty = true;
    director_announce(d, DIRECTOR_NEWS_START, -1,
                      "the tournament begins: %d entrants, %d round%s of %d-point "
                      "matches",
                      whole->plan.entrants, pairing_rounds(&whole->plan),
                      pairing_rounds(&whole->plan) == 1 ? "" : "s", whole->length);
}

/* ---- rounds -------------------------------------------------------------------- */

static void call_add(struct director *d, const struct pairing *pairing)
{
    int match = d->rows.match_count++;
    struct director_match *row = &d->matches[match];
    *row = (struct director_match){.number = match,
                                   .round = d->rows.whole.round,
                                   .pairing = *pairing,
                                   .winner = PAIRING_NOBODY};
    d->clocks[match] = DIRECTOR_NEW_CLOCK;
    if (pairing->side[1] == PAIRING_BYE) {
        row->state = DIRECTOR_MATCH_DONE;
        row->winner = 0;
        row->source = DIRECTOR_SOURCE_BYE;
    }
    d->clocks[match].is_dirty = true;
}

static void call_announce(struct director *d, int first)
{
    char text[200];
    text[0] = '\0';
    for (int i = first; i < d->rows.match_count; i++) {
        bool is_bye = d->matches[i].pairing.side[1] == PAIRING_BYE;
        ADD_TEXT(text, "%s%s - %s", i == first ? "" : ", ", director_name_of(d, i, 0),
                 is_bye ? "(bye)" : director_name_of(d, i, 1));
    }
    director_announce(d, DIRECTOR_NEWS_ROUND, -1, "round %d of %d: %.160s%s",
                      d->rows.whole.round + 1, pairing_rounds(&d->rows.whole.plan),
                      text, strlen(text) > 160 ? "..." : "");
}

static void call_end(struct director *d)
{
    enum { NAMES_SHOWN = 110 }; /* bytes, so that an announcement is one line */
    struct table_row table[DIRECTOR_ENTRANTS_MAX];
    char first[DIRECTOR_ENTRANTS_MAX * (USER_NAME_SIZE + 2)] = "";
    int count = 0;
    d->rows.whole.phase = DIRECTOR_FINISHED;
    d->is_whole_dirty = true;
    (void)director_table(&d->rows, d->results, table);
    while (count < d->rows.entrant_count && table[count].rank == 1) {
        ADD_TEXT(first, "%s%s", count == 0 ? "" : ", ",
                 d->entrants[table[count].entrant].name);
        count++;
    }
    director_announce(d, DIRECTOR_NEWS_END, -1,
                      "the tournament is over: %.*s%s %s, %d won of %d", NAMES_SHOWN,
                      first, strlen(first) > NAMES_SHOWN ? "..." : "",
                      count == 1 ? "wins it" : "share the first place", table[0].won,
                      table[0].won + table[0].lost);
}

static void call_draw(struct director *d)
{
    struct pairing pairings[PAIRING_ROUND_MAX];
    bool is_out[DIRECTOR_ENTRANTS_MAX];
    int first = d->rows.match_count;
    const struct pairing_history history = {
        d->results, director_results(&d->rows, true, d->results), is_out};
    for (int i = 0; i < d->rows.entrant_count; i++) {
        is_out[i] = d->entrants[i].is_out;
    }
    int count =
        pairing_round(&d->rows.whole.plan, d->rows.whole.round + 1, &history, pairings);
    bool is_full = first + count > DIRECTOR_MATCHES_MAX; /* by what a file had */
    if (count == PAIRING_IMPOSSIBLE || is_full) {
        director_log(d, LOG_WARNING, "%s",
                     is_full ? "there is no room for a round more"
                             : "no round without a rematch is left");
        call_end(d);
        return;
    }
    d->rows.whole.round++;
    d->is_whole_dirty = true;
    for (int i = 0; i < count; i++) {
        call_add(d, &pairings[i]);
    }
    call_announce(d, first);
}

/* Round robins go on as soon as somebody has nothing to play; the other kinds when a round
 * is over. */
static bool call_is_draw_due(const struct director *d)
{
    bool is_round_robin = d->rows.whole.plan.kind == PAIRING_ROUND_ROBIN;
    if (d->rows.whole.round + 1 >= pairing_rounds(&d->rows.whole.plan)) {
        return false;
    }
    for (int i = 0; i < d->rows.entrant_count && is_round_robin; i++) {
        if (!d->entrants[i].is_out && director_current(d, i) < 0) {
            return true;
        }
    }
    return d->first_open == d->rows.match_count;
}

/* Entrants who are out lose all that they have not played. */
static void call_forfeit_of_those_out(struct director *d)
{
    for (int i = d->first_open; i < d->rows.match_count; i++) {
        if (!director_match_is_over(&d->matches[i])) {
            const struct director_entrant *first = director_entrant_of(d, i, 0);
            const struct director_entrant *second = director_entrant_of(d, i, 1);
            unsigned faults = first->is_out + 2U * second->is_out;
            if (faults != 0) {
                director_forfeit(d, i, faults, "%s %s",
                                 first->is_out ? first->name : second->name,
                                 first->is_out ? first->why : second->why);
            }
        }
    }
}

static void call_rounds(struct director *d)
{
    do {
        call_forfeit_of_those_out(d);
        while (d->first_open < d->rows.match_count &&
               director_match_is_over(&d->matches[d->first_open])) {
            d->first_open++;
        }
        if (!call_is_draw_due(d)) {
            break;
        }
        call_draw(d);
    } while (d->rows.whole.phase == DIRECTOR_RUNNING);
}

/* ---- calls --------------------------------------------------------------------- */

/* The standing of an entrant is what the who line shows now. */
static void call_take_standing(struct director *d, int entrant)
{
    struct standing *standing = &d->entrants[entrant].standing;
    const struct standing *now = &d->persons[entrant].now;
    if (!standing->is_known || standing->experience != now->experience ||
        standing->rating < now->rating || standing->rating > now->rating) {
        *standing = *now;
        d->persons[entrant].is_dirty = true;
    }
}

/* Whether an entrant can be called: the who line that follows from the last match has come,
 * so that the next change of standing is that of this match. */
static bool call_is_free(struct director *d, int entrant)
{
    struct director_person *person = &d->persons[entrant];
    const struct standing *standing = &d->entrants[entrant].standing;
    if (!person->is_here || !person->now.is_known) {
        return true;
    }
    if (person->is_doubtful && d->time_ms - person->doubt_ms < DIRECTOR_UNANSWERED_MS) {
        director_ask_who(d, entrant);
        return false;
    }
    person->is_doubtful = false;
    if (standing->is_known && director_is_behind(d, entrant, standing->experience)) {
        return false;
    }
    call_take_standing(d, entrant);
    return true;
}

void director_invite(struct director *d, int match, int side)
{
    const struct director_entrant *other = director_entrant_of(d, match, 1 - side);
    const struct director_match *row = &d->matches[match];
    int length = d->rows.whole.length;
    if (row->state == DIRECTOR_MATCH_INTERRUPTED) {
        director_say_call(d, match, side,
                          "Tournament, round %d: please continue your match with %s: "
                          "%s %s",
                          row->round + 1, other->name,
                          other->is_ours || side == 1 ? "join" : "invite", other->name);
    } else if (other->is_ours || side == 0) {
        director_say_call(d, match, side,
                          "Tournament, round %d: please play %d point%s with %s now%s: "
                          "invite %s %d",
                          row->round + 1, length, length == 1 ? "" : "s", other->name,
                          director_match_has_uncalled(d, match) ? NOT_SAVED_ONE : "",
                          other->name, length);
    } else {
        director_say_call(
            d, match, side,
            "Tournament, round %d: %s will invite you to a %d-point match%s, "
            "then: join %s",
            row->round + 1, other->name, length,
            director_match_has_uncalled(d, match) ? NOT_SAVED_ONE : "", other->name);
    }
}

static void call_matches(struct director *d)
{
    for (int i = d->first_open; i < d->rows.match_count; i++) {
        const int *side = d->matches[i].pairing.side;
        if (d->matches[i].state == DIRECTOR_MATCH_DUE &&
            director_current_of(d, side[0], side[1]) == i &&
            !director_uncalled_holds(d, i)) {
            bool first = call_is_free(d, side[0]), second = call_is_free(d, side[1]);
            if (first && second) {
                director_call(d, i);
                director_log(d, LOG_INFO, "%s: called", director_title(d, i).text);
            }
        }
    }
}

/* Of a match of two foreign players all news comes on the director's own line: when a who
 * line has come that is younger than the state of the match, nothing older is on its way,
 * as the end of the match would be. A server that does not answer is not waited for. */
static bool call_is_news_in(struct director *d, int match)
{
    bool is_in = true,
         is_late = d->time_ms - d->clocks[match].since_ms >= DIRECTOR_UNANSWERED_MS;
    for (int side = 0;
         side < DIRECTOR_SIDES && !director_has_ours(d, match) && !is_late; side++) {
        const struct director_person *person = director_person_of(d, match, side);
        if (person->is_here && person->who_ms <= d->clocks[match].since_ms) {
            director_ask_who(d, d->matches[match].pairing.side[side]);
            is_in = false;
        }
    }
    return is_in;
}

/* Foreign sides are called when it is certain that the match is not over already. */
static void call_invite(struct director *d)
{
    for (int i = d->first_open; i < d->rows.match_count; i++) {
        struct director_clock *clock = &d->clocks[i];
        for (int side = 0; side < DIRECTOR_SIDES; side++) {
            if (director_is_waiting(&d->matches[i]) && !clock->is_invited[side] &&
                clock->pending.source == DIRECTOR_SOURCE_NONE &&
                director_person_of(d, i, side)->is_here && call_is_news_in(d, i)) {
                clock->is_invited[side] = true;
                director_invite(d, i, side);
            }
        }
    }
}

void director_proceed(struct director *d)
{
    if (d->rows.whole.phase == DIRECTOR_RUNNING) {
        call_rounds(d);
    }
    if (d->rows.whole.phase == DIRECTOR_RUNNING) {
        call_matches(d);
        call_invite(d);
        if (d->first_open == d->rows.match_count) {
            call_end(d);
        }
    }
}

/* ---- orders -------------------------------------------------------------------- */

/* A match may begin only when it is certain that it has not been played already, unseen,
 * while this program was down. */
static bool call_may_begin(struct director *d, int match)
{
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        if (director_entrant_of(d, match, side)->is_ours &&
            director_gain(d, match, side) != 0) {
            return false;
        }
    }
    return d->clocks[match].pending.source == DIRECTOR_SOURCE_NONE;
}

/* What one of our accounts is to play now, for `match`; -1: nothing. */
static struct order_to_play call_wanted_order(struct director *d, int entrant,
                                              int match)
{
    struct order_to_play order = {.opponent = ""};
    if (match < 0) {
        return order;
    }
    int side = director_side(d, match, entrant);
    const struct director_entrant *other = director_entrant_of(d, match, 1 - side);
    memcpy(order.opponent, other->name, sizeof order.opponent);
    order.length = d->rows.whole.length;
    order.is_saved = d->matches[match].is_begun;
    order.is_new = !order.is_saved && director_match_has_uncalled(d, match);
    order.invites =
        other->is_ours ? side == 0 : order.is_saved || d->clocks[match].is_reminded;
    return order;
}

/* The match that an entrant of ours is to play now; -1: none. */
static int call_match_to_play(struct director *d, int entrant)
{
    int match = director_current(d, entrant);
    bool may_play =
        match >= 0 && director_is_open(&d->matches[match]) &&
        (d->matches[match].state != DIRECTOR_MATCH_CALLED || call_may_begin(d, match));
    return may_play ? match : -1;
}

static void call_order(struct director *d, int entrant)
{
    struct director_person *person = &d->persons[entrant];
    int match = call_match_to_play(d, entrant);
    struct director_output output = {
        .type = DIRECTOR_ORDER, .order.play = call_wanted_order(d, entrant, match)};
    if (person->is_ordered && person->ordered_match == match &&
        order_is_same(&person->order, &output.order.play)) {
        return;
    }
    memcpy(output.order.account, d->entrants[entrant].name, USER_NAME_SIZE);
    director_emit(d, &output);
    person->order = output.order.play;
    person->ordered_match = match;
    person->is_ordered = true;
}

void director_order(struct director *d)
{
    for (int i = 0; i < d->rows.entrant_count; i++) {
        if (d->entrants[i].is_ours) {
            call_order(d, i);
        }
    }
}
