#include "arena/schedule/pairing.h"

#include <string.h>

#include "arena/schedule/matching_internal.h"
#include "engine/board/rng.h"

/* ---- round robin ----------------------------------------------------------------- */

/* Pairing i of a turn of the circle, of `places` places, an even number; the last place
 * stands still. Sides alternate so that all invite about as often as they are invited. */
static struct pairing round_robin_pairing(int places, int turn, int i)
{
    int moving = places - 1;
    int a = (turn + i) % moving, b = (turn - i + moving) % moving;
    if (i == 0) {
        b = moving;
    }
    return (i == 0 ? turn : i) % 2 == 0 ? (struct pairing){{a, b}}
                                        : (struct pairing){{b, a}};
}

static int round_robin_pairings(const struct pairing_plan *plan, const int *seeds,
                                int round, const struct pairing_history *history,
                                struct pairing *pairings)
{
    int places = plan->entrants + plan->entrants % 2, count = 0;
    int leg = round / (places - 1), turn = round % (places - 1);
    (void)history;
    for (int i = 0; i < places / 2; i++) {
        struct pairing p = round_robin_pairing(places, turn, i);
        if (p.side[0] < plan->entrants && p.side[1] < plan->entrants) {
            pairings[count++] =
                (struct pairing){{seeds[p.side[leg % 2]], seeds[p.side[1 - leg % 2]]}};
        }
    }
    return count;
}

/* ---- knock-out ------------------------------------------------------------------- */

enum { MISSING = -1 };

/* The entrants of a round in the order of the bracket: neighbours meet. */
struct bracket {
    int slots[PAIRING_ENTRANTS_MAX]; /* entrants or MISSING */
    int size;
};

/* Seed s of a bracket of half the size gets seed (size - 1 - s) as a neighbour: 0; 0 1;
 * 0 3 1 2; 0 7 3 4 1 6 2 5. */
static void bracket_seed(struct bracket *bracket, int entrants)
{
    bracket->slots[0] = 0;
    bracket->size = 1;
    while (bracket->size < entrants) {
        for (int i = bracket->size - 1; i >= 0; i--) {
            int seed = bracket->slots[i];
            bracket->slots[2 * i] = seed;
            bracket->slots[2 * i + 1] = 2 * bracket->size - 1 - seed;
        }
        bracket->size *= 2;
    }
}

static bool bracket_is_pairing(const struct pairing *pairing, int a, int b)
{
    return (pairing->side[0] == a && pairing->side[1] == b) ||
           (pairing->side[0] == b && pairing->side[1] == a);
}

/* Who goes on of two neighbours. */
static int bracket_winner(const struct pairing_history *history, int round, int a,
                          int b)
{
    if (a == MISSING || b == MISSING) {
        return a == MISSING ? b : a;
    }
    for (int i = 0; i < history->count; i++) {
        const struct pairing_result *result = &history->results[i];
        if (result->round == round && bracket_is_pairing(&result->pairing, a, b) &&
            result->winner != PAIRING_NOBODY) {
            return result->pairing.side[result->winner];
        }
    }
    return MISSING;
}

static void bracket_advance(struct bracket *bracket,
                            const struct pairing_history *history, int round)
{
    bracket->size /= 2;
    for (int i = 0; i < bracket->size; i++) {
        bracket->slots[i] = bracket_winner(history, round, bracket->slots[2 * i],
                                           bracket->slots[2 * i + 1]);
    }
}

static int bracket_pairings(const struct bracket *bracket, struct pairing *pairings)
{
    int count = 0;
    for (int i = 0; i < bracket->size; i += 2) {
        int a = bracket->slots[i], b = bracket->slots[i + 1];
        if (a != MISSING && b != MISSING) {
            pairings[count++] = (struct pairing){{a, b}};
        } else if (a != MISSING || b != MISSING) {
            pairings[count++] = (struct pairing){{a == MISSING ? b : a, PAIRING_BYE}};
        }
    }
    return count;
}

static int knock_out_pairings(const struct pairing_plan *plan, const int *seeds,
                              int round, const struct pairing_history *history,
                              struct pairing *pairings)
{
    struct bracket bracket;
    bracket_seed(&bracket, plan->entrants);
    for (int i = 0; i < bracket.size; i++) {
        bracket.slots[i] =
            bracket.slots[i] < plan->entrants ? seeds[bracket.slots[i]] : MISSING;
    }
    for (int before = 0; before < round; before++) {
        bracket_advance(&bracket, history, before);
    }
    return bracket_pairings(&bracket, pairings);
}

/* ---- Swiss ----------------------------------------------------------------------- */

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
static int swiss_pairings(const struct pairing_plan *plan, const int *seeds, int round,
                          const struct pairing_history *history,
                          struct pairing *pairings)
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
        int place = swiss_find_opponent(&s, true), turned = (round + count) % 2;
        place = place >= 0 ? place : swiss_find_opponent(&s, false);
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

/* ---- the kinds ------------------------------------------------------------------- */

/* As pairing_round(), for a plan and a round that were checked; `seeds` as from
 * pairing_seeds(). */
typedef int pair_round(const struct pairing_plan *plan, const int *seeds, int round,
                       const struct pairing_history *history, struct pairing *pairings);
static pair_round *const kinds[] = {
    [PAIRING_ROUND_ROBIN] = round_robin_pairings,
    [PAIRING_SWISS] = swiss_pairings,
    [PAIRING_KNOCK_OUT] = knock_out_pairings,
};

int pairing_rounds(const struct pairing_plan *plan)
{
    int rounds = 0;
    switch (plan->kind) {
    case PAIRING_ROUND_ROBIN:
        return plan->legs * (plan->entrants + plan->entrants % 2 - 1);
    case PAIRING_SWISS:
        return plan->rounds;
    case PAIRING_KNOCK_OUT:
        break;
    }
    while (1 << rounds < plan->entrants) {
        rounds++;
    }
    return rounds;
}

bool pairing_check(const struct pairing_plan *plan, struct error *err)
{
    int most = (plan->entrants + 1) / 2; /* rounds of a Swiss; see pairing.h */
    if (plan->entrants < 2 || plan->entrants > PAIRING_ENTRANTS_MAX) {
        return error_set(err, "a tournament has 2 to %d entrants, not %d",
                         PAIRING_ENTRANTS_MAX, plan->entrants);
    }
    if (plan->kind == PAIRING_ROUND_ROBIN &&
        (plan->legs < 1 || plan->legs > PAIRING_LEGS_MAX)) {
        return error_set(err, "a round robin has 1 to %d legs, not %d",
                         PAIRING_LEGS_MAX, plan->legs);
    }
    if (plan->kind == PAIRING_SWISS && (plan->rounds < 1 || plan->rounds > most)) {
        return error_set(err,
                         "a Swiss of %d entrants has 1 to %d rounds, not %d: in more, "
                         "some may have to meet twice",
                         plan->entrants, most, plan->rounds);
    }
    return true;
}

/* Draws by the method of Fisher and Yates. */
void pairing_seeds(const struct pairing_plan *plan, int seeds[PAIRING_ENTRANTS_MAX])
{
    struct rng rng;
    for (int i = 0; i < plan->entrants; i++) {
        seeds[i] = i;
    }
    if (plan->draw == 0) {
        return;
    }
    rng_seed(&rng, plan->draw, 0);
    for (int i = plan->entrants - 1; i > 0; i--) {
        int other = (int)rng_below(&rng, (uint32_t)i + 1), kept = seeds[i];
        seeds[i] = seeds[other];
        seeds[other] = kept;
    }
}

int pairing_round(const struct pairing_plan *plan, int round,
                  const struct pairing_history *history,
                  struct pairing pairings[PAIRING_ROUND_MAX])
{
    int seeds[PAIRING_ENTRANTS_MAX];
    pairing_seeds(plan, seeds);
    return kinds[plan->kind](plan, seeds, round, history, pairings);
}
