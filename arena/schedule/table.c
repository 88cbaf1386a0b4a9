#include "arena/schedule/table.h"

#include <string.h>

/* `rows` are by entrant, here and below. */
static void table_count(struct table_row *rows, const struct pairing_result *result)
{
    if (result->pairing.side[1] == PAIRING_BYE) {
        rows[result->pairing.side[0]].won++;
        rows[result->pairing.side[0]].byes++;
        return;
    }
    for (int side = 0; side < 2; side++) {
        struct table_row *row = &rows[result->pairing.side[side]];
        row->played++;
        row->won += result->winner == side;
        row->lost += result->winner != side;
    }
}

/* What the opponents have won, when that is known of all. */
static void table_count_opponents(struct table_row *rows,
                                  const struct pairing_result *result)
{
    if (result->pairing.side[1] == PAIRING_BYE) {
        return;
    }
    for (int side = 0; side < 2; side++) {
        struct table_row *row = &rows[result->pairing.side[side]];
        const struct table_row *other = &rows[result->pairing.side[1 - side]];
        bool has_won = result->winner == side;
        row->buchholz += other->won;
        row->sonneborn += has_won ? other->won : 0;
        row->among += has_won && other->won == row->won;
    }
}

/* Equal in matches won: a round robin looks at those among each other, a Swiss at what the
 * opponents have won, both then at whom they have beaten; a knock-out at who is still in. */
static int table_compare(enum pairing_kind kind, const struct table_row *a,
                         const struct table_row *b)
{
    int by_beaten = b->sonneborn - a->sonneborn;
    if (a->won != b->won) {
        return b->won - a->won;
    }
    switch (kind) {
    case PAIRING_ROUND_ROBIN:
        return a->among != b->among ? b->among - a->among : by_beaten;
    case PAIRING_SWISS:
        return a->buchholz != b->buchholz ? b->buchholz - a->buchholz : by_beaten;
    case PAIRING_KNOCK_OUT:
        break;
    }
    return a->lost - b->lost;
}

/* Sorts by insertion, so that equals stay in the order of their seeds. */
static void table_sort(const struct pairing_plan *plan,
                       const struct table_row *by_entrant, struct table_row *rows)
{
    int seeds[PAIRING_ENTRANTS_MAX];
    pairing_seeds(plan, seeds);
    for (int i = 0; i < plan->entrants; i++) {
        const struct table_row *row = &by_entrant[seeds[i]];
        int place = i;
        while (place > 0 && table_compare(plan->kind, &rows[place - 1], row) > 0) {
            rows[place] = rows[place - 1];
            place--;
        }
        rows[place] = *row;
    }
}

static void table_rank(const struct pairing_plan *plan, struct table_row *rows)
{
    for (int i = 0; i < plan->entrants; i++) {
        bool is_equal = i > 0 && table_compare(plan->kind, &rows[i - 1], &rows[i]) == 0;
        rows[i].rank = is_equal ? rows[i - 1].rank : i + 1;
    }
}

void table_make(const struct pairing_plan *plan, const struct pairing_result *results,
                int count, struct table_row rows[PAIRING_ENTRANTS_MAX])
{
    struct table_row by_entrant[PAIRING_ENTRANTS_MAX];
    memset(by_entrant, 0, sizeof by_entrant);
    for (int i = 0; i < plan->entrants; i++) {
        by_entrant[i].entrant = i;
    }
    for (int i = 0; i < count; i++) {
        table_count(by_entrant, &results[i]);
    }
    for (int i = 0; i < count; i++) {
        table_count_opponents(by_entrant, &results[i]);
    }
    table_sort(plan, by_entrant, rows);
    table_rank(plan, rows);
}
