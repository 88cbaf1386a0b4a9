#include <string.h>

#include "arena/schedule/matching_internal.h"
#include "arena/schedule/pairing_internal.h"

/* A round while it is paired. */
struct swiss {
    int order[PAIRING_ENTRANTS_MAX]; /* who is left, best first */
    int count;
    int score[PAIRING_ENTRANTS_MAX]; /* by entrant, as all that follows */
    bool had_bye[PAIRING_ENTRANTS_MAX];
    struct matching_graph unmet;
};

static uint64_t swiss_bit(int entrant)
{
    return (uint64_t)1 << entrant;
}

static void swiss_note_result(struct swiss *s, const struct pairing_result *result)
{
    int first = result->pairing.side[0], second = result->pairing.side[1];
    if (second == PAIRING_BYE) {
        s->had_bye[first] = true;
    } else {
        s->unmet.edges[first] &= ~swiss_bit(second);
        s->unmet.edges[second] &= ~swiss_bit(first);
    }
    if (result->winner != PAIRING_NOBODY) {
        s->score[result->pairing.side[result->winner]]++;
    }
}

/* Those who still take part, by score and then by seed. */
static void swiss_sort(struct swiss *s, const int *seeds, int entrants,
                       const bool *is_out)
{
    for (int i = 0; i < entrants; i++) {
        int entrant = seeds[i], place = s->count;
        if (is_out != NULL && is_out[entrant]) {
            continue;
        }
        while (place > 0 && s->score[s->order[place - 1]] < s->score[entrant]) {
            s->order[place] = s->order[place - 1];
            place--;
        }
        s->order[place] = entrant;
        s->count++;
    }
}

static void swiss_remove(struct swiss *s, int place)
{
    s->count--;
    memmove(&s->order[place], &s->order[place + 1],
            (size_t)(s->count - place) * sizeof s->order[0]);
}

static uint64_t swiss_bits(const struct swiss *s, int count)
{
    uint64_t bits = 0;
    for (int i = 0; i < count; i++) {
        bits |= swiss_bit(s->order[i]);
    }
    return bits;
}

/* Whether all who are left without these two can be paired. */
static bool swiss_can_do_without(const struct swiss *s, int a, int b)
{
    uint64_t left = swiss_bits(s, s->count);
    return matching_exists(&s->unmet, left & ~swiss_bit(a) & ~swiss_bit(b));
}

/* Whether the rest of the group of the first one, without them and their opponent, can be
 * paired within itself; but for one where they are an odd number. */
static bool swiss_is_tidy(const struct swiss *s, int group, int opponent)
{
    uint64_t rest =
        swiss_bits(s, group) & ~swiss_bit(s->order[0]) & ~swiss_bit(opponent);
    if (__builtin_popcountll(rest) % 2 == 0) {
        return matching_exists(&s->unmet, rest);
    }
    for (int i = group - 1; i > 0; i--) {
        uint64_t bit = swiss_bit(s->order[i]);
        if ((rest & bit) != 0 && matching_exists(&s->unmet, rest & ~bit)) {
            return true;
        }
    }
    return false;
}

/* The last without a bye whom the others can do without; -1: there is none. */
static int swiss_place_of_bye(const struct swiss *s)
{
    for (int place = s->count - 1; place >= 0; place--) {
        int entrant = s->order[place];
        if (!s->had_bye[entrant] && swiss_can_do_without(s, entrant, entrant)) {
            return place;
        }
    }
    return -1;
}

/* The try-th place that would suit the first one: in their group, from the first of its
 * lower half to its end and from there back to the first one; then the groups below. */
static int swiss_choice(int group, int attempt)
{
    int half = group / 2;
    if (attempt >= group - 1) {
        return attempt + 1;
    }
    if (attempt < group - half) {
        return half + attempt;
    }
    return group - 1 - attempt;
}

/* How many from the first one on have the same score. */
static int swiss_group(const struct swiss *s)
{
    int group = 1;
    while (group < s->count && s->score[s->order[group]] == s->score[s->order[0]]) {
        group++;
    }
    return group;
}

/* A place for the opponent of the first one, so that all others can be paired; `tidily`:
 * so that the rest of the group can, too. -1: there is none. */
static int swiss_find_opponent(const struct swiss *s, bool tidily)
{
    int first = s->order[0], group = swiss_group(s);
    for (int attempt = 0; attempt < s->count - 1; attempt++) {
        int place = swiss_choice(group, attempt), other = s->order[place];
        if ((s->unmet.edges[first] & swiss_bit(other)) != 0 &&
            (!tidily || swiss_is_tidy(s, group, other)) &&
            swiss_can_do_without(s, first, other)) {
            return place;
        }
    }
    return -1;
}

static int swiss_place_of_opponent(const struct swiss *s)
{
    int place = swiss_find_opponent(s, true);
    return place >= 0 ? place : swiss_find_opponent(s, false);
}

static void swiss_begin(struct swiss *s, const struct pairing_plan *plan,
                        const int *seeds, const struct pairing_history *history)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < plan->entrants; i++) {
        s->unmet.edges[i] = ~swiss_bit(i);
    }
    for (int i = 0; i < history->count; i++) {
        swiss_note_result(s, &history->results[i]);
    }
    swiss_sort(s, seeds, plan->entrants, history->is_out);
}

/* Who invites alternates from round to round and from table to table. */
int swiss_pairings(const struct pairing_plan *plan, const int *seeds, int round,
                   const struct pairing_history *history, struct pairing *pairings)
{
    struct swiss s;
    struct pairing bye = {{PAIRING_BYE, PAIRING_BYE}};
    int count = 0;
    swiss_begin(&s, plan, seeds, history);
    if (s.count < 2) {
        return PAIRING_IMPOSSIBLE;
    }
    if (s.count % 2 != 0) {
        int place = swiss_place_of_bye(&s);
        if (place < 0) {
            return PAIRING_IMPOSSIBLE;
        }
        bye.side[0] = s.order[place];
        swiss_remove(&s, place);
    }
    while (s.count > 0) {
        int place = swiss_place_of_opponent(&s), turned = (round + count) % 2;
        if (place < 0) {
            return PAIRING_IMPOSSIBLE;
        }
        pairings[count].side[turned] = s.order[0];
        pairings[count++].side[1 - turned] = s.order[place];
        swiss_remove(&s, place);
        swiss_remove(&s, 0);
    }
    if (bye.side[0] != PAIRING_BYE) {
        pairings[count++] = bye;
    }
    return count;
}
