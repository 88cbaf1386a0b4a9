#include "bot/director/director_rows.h"

bool director_match_is_over(const struct director_match *match)
{
    return match->state >= MATCH_DONE;
}

int director_results(const struct director_rows *rows, bool has_void,
                     struct pairing_result *results)
{
    int count = 0;
    for (int i = 0; i < rows->match_count; i++) {
        const struct director_match *match = &rows->matches[i];
        if (director_match_is_over(match) && (has_void || match->state != MATCH_VOID)) {
            results[count++] =
                (struct pairing_result){match->round, match->pairing, match->winner};
        }
    }
    return count;
}

int director_table(const struct director_rows *rows, struct pairing_result *room,
                   struct table_row table[DIRECTOR_ENTRANTS_MAX])
{
    if (rows->whole.plan.entrants == 0) {
        return 0;
    }
    table_make(&rows->whole.plan, room, director_results(rows, false, room), table);
    return rows->whole.plan.entrants;
}
