#include "bot/director/core_internal.h"

#include <stdio.h>
#include <string.h>

enum { KIND_SIZE = 60 };

/* "everybody plays everybody 2 times" */
static void rules_kind(const struct pairing_plan *plan, char text[KIND_SIZE])
{
    switch (plan->kind) {
    case PAIRING_ROUND_ROBIN:
        (void)snprintf(text, KIND_SIZE, "everybody plays everybody");
        if (plan->legs > 1) {
            size_t length = strlen(text);
            (void)snprintf(text + length, KIND_SIZE - length, " %d times", plan->legs);
        }
        break;
    case PAIRING_SWISS:
        (void)snprintf(text, KIND_SIZE, "a Swiss of %d rounds", plan->rounds);
        break;
    case PAIRING_KNOCK_OUT:
        (void)snprintf(text, KIND_SIZE, "a knock-out");
        break;
    }
}

static void rules_say_plan(struct director *d, const char *name)
{
    const struct director_whole *whole = &d->rows.whole;
    bool is_open = whole->phase == DIRECTOR_OPEN;
    char kind[KIND_SIZE];
    rules_kind(is_open ? &d->options.plan : &whole->plan, kind);
    if (is_open) {
        director_say(d, name, "%.59s: %s, %d point%s a match. It begins %s.",
                     d->options.title, kind, whole->length,
                     whole->length == 1 ? "" : "s",
                     d->options.start[0] != '\0' ? d->options.start : "soon");
    } else {
        int rounds = pairing_rounds(&whole->plan);
        int64_t all_ms = (int64_t)rounds * d->options.match_ms;
        director_say(
            d, name, "%.59s: %s, %d point%s a match. It %s; %d round%s in about %s.",
            d->options.title, kind, whole->length, whole->length == 1 ? "" : "s",
            whole->phase == DIRECTOR_FINISHED ? "is over" : "has begun", rounds,
            rounds == 1 ? "" : "s", director_span(all_ms).text);
    }
}

static void rules_say_limits(struct director *d, const char *name)
{
    const struct director_options *options = &d->options;
    char times[40] = "";
    if (options->away_times > 1) {
        (void)snprintf(times, sizeof times, ", fewer than %d times",
                       options->away_times);
    }
    director_say(
        d, name,
        "Begin within %s of my call, or you lose the match; if you leave%s, be "
        "back within %s; a match has %s.",
        director_span(options->no_show_ms).text, times,
        director_span(options->away_ms).text, director_span(options->match_ms).text);
}

void director_say_rules(struct director *d, const char *name)
{
    rules_say_plan(d, name);
    rules_say_limits(d, name);
}

static bool rules_has_played(const struct director *d, int entrant)
{
    for (int i = 0; i < d->rows.match_count; i++) {
        const int *side = d->matches[i].pairing.side;
        if ((side[0] == entrant || side[1] == entrant) &&
            (d->matches[i].is_begun || director_match_is_over(&d->matches[i]))) {
            return true;
        }
    }
    return false;
}

void director_explain(struct director *d)
{
    for (int i = 0; i < d->rows.entrant_count; i++) {
        struct director_person *person = &d->persons[i];
        if (!d->entrants[i].is_ours && !d->entrants[i].is_out && person->is_here &&
            !person->has_rules) {
            person->has_rules = true;
            if (!rules_has_played(d, i)) {
                director_say_rules(d, d->entrants[i].name);
            }
        }
    }
}
