#include "arena/schedule/pairing.h"

#include "arena/schedule/pairing_internal.h"
#include "engine/board/rng.h"

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
