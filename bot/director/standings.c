/* What ratings and experience show of matches, by who lines. Whoever plays a match of N points
 * to its end has N points of experience more, and the winner a higher rating. So a who line
 * proves an end that nobody saw, and one without a gain that the match was lost. It proves
 * nothing unless what the players had at the call is known. */
#include "bot/director/core_internal.h"

#include "engine/board/points.h"

int director_gain(struct director *d, int match, int side)
{
    const struct standing *then = &d->matches[match].standing[side];
    const struct director_person *person = director_person_of(d, match, side);
    return then->is_known && person->is_here && person->now.is_known
               ? person->now.experience - then->experience
               : -1;
}

bool director_is_behind(struct director *d, int entrant, int experience)
{
    struct director_person *person = &d->persons[entrant];
    if (person->now.experience >= experience) {
        person->behind_ms = DIRECTOR_NEVER;
        return false;
    }
    if (person->behind_ms == DIRECTOR_NEVER) {
        person->behind_ms = d->time_ms;
    } else if (d->time_ms - person->behind_ms >= 2 * DIRECTOR_BEHIND_MS) {
        person->behind_ms = DIRECTOR_NEVER;
        director_log(d, LOG_WARNING, "%s has an experience of %d, not %d",
                     d->entrants[entrant].name, person->now.experience, experience);
        return false;
    } else if (d->time_ms - person->behind_ms >= DIRECTOR_BEHIND_MS) {
        director_ask_who(d, entrant);
    }
    return true;
}

static bool standings_plays(struct director *d, int match, int side)
{
    return director_person_of(d, match, side)->opponent[0] != '\0';
}

/* 1, -1: the rating has risen, fallen; 0: not known. */
static int standings_trend(struct director *d, int match, int side)
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
static bool standings_has_gained(struct director *d, int match, int side)
{
    int other = 1 - side, length = d->rows.whole.length;
    return director_gain(d, match, side) == length &&
           (director_entrant_of(d, match, side)->is_ours ||
            director_gain(d, match, other) == length);
}

static void standings_weigh_gain(struct director *d, int match)
{
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        int trend = standings_trend(d, match, side);
        if (standings_has_gained(d, match, side) && trend != 0 &&
            !director_has_ours(d, match) && director_match_has_uncalled(d, match)) {
            director_uncalled_in_doubt(d, match);
            return;
        }
        if (standings_has_gained(d, match, side) && trend != 0) {
            struct director_pending result = {.source = DIRECTOR_SOURCE_STANDING,
                                              .winner = trend > 0 ? side : 1 - side};
            director_witness(d, match, &result);
            return;
        }
    }
}

static bool standings_is_level(const struct standing *a, const struct standing *b)
{
    return a->is_known && a->experience == b->experience && a->rating >= b->rating &&
           a->rating <= b->rating;
}

/* A match that has not begun: the standings of its players are to be those before it. */
static void standings_level(struct director *d, int match, int side)
{
    struct standing *then = &d->matches[match].standing[side];
    const struct director_person *person = director_person_of(d, match, side);
    int gain = person->now.experience - then->experience;
    if (!person->is_here || !person->now.is_known || person->is_doubtful ||
        standings_is_level(then, &person->now) ||
        (then->is_known && gain == d->rows.whole.length) ||
        (then->is_known && director_is_behind(d, d->matches[match].pairing.side[side],
                                              then->experience))) {
        return;
    }
    if (then->is_known && gain != 0 && director_entrant_of(d, match, side)->is_ours) {
        char points[POINTS_TEXT_SIZE];
        director_log(d, LOG_WARNING, "%s has gained %s elsewhere",
                     director_name_of(d, match, side), points_text(gain, points));
    }
    *then = person->now;
    d->clocks[match].is_dirty = true;
}

/* A match that has begun, that no source says is over, but that the server has not saved
 * for our player, is lost: the server went down without it. That is certain when a who
 * line that is younger than the list shows no gain. */
static void standings_weigh_loss(struct director *d, int match, int side)
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

static void standings_weigh_match(struct director *d, int match)
{
    bool is_played = standings_plays(d, match, 0) || standings_plays(d, match, 1);
    for (int side = 0; side < DIRECTOR_SIDES; side++) {
        if (d->matches[match].state == DIRECTOR_MATCH_CALLED && !is_played) {
            standings_level(d, match, side);
        }
        if (d->matches[match].state == DIRECTOR_MATCH_INTERRUPTED && !is_played) {
            standings_weigh_loss(d, match, side);
        }
    }
    if (!is_played) {
        standings_weigh_gain(d, match);
    }
}

void director_weigh(struct director *d)
{
    for (int i = d->first_open; i < d->rows.match_count; i++) {
        if (director_is_open(&d->matches[i])) {
            standings_weigh_match(d, i);
        }
    }
}
