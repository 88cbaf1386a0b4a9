#include "bot/director/director_rows.h"

bool director_match_is_over(const struct director_match *match)
{
    return match->state >= DIRECTOR_MATCH_DONE;
}

bool director_is_open(const struct director_match *match)
{
    return match->state != DIRECTOR_MATCH_DUE && !director_match_is_over(match);
}

static bool director_rows_check_match(const struct director_rows *rows, int i,
                                      struct error *err)
{
    const struct director_match *row = &rows->matches[i];
    const int *side = row->pairing.side;
    bool is_bye = side[1] == PAIRING_BYE;
    if (row->number != i || row->round < 0 || row->round > rows->whole.round ||
        side[0] < 0 || side[0] >= rows->entrant_count || side[1] < PAIRING_BYE ||
        side[1] >= rows->entrant_count || side[0] == side[1] ||
        row->winner < PAIRING_NOBODY || row->winner > 1 ||
        row->state < DIRECTOR_MATCH_DUE || row->state > DIRECTOR_MATCH_VOID ||
        (is_bye && row->state != DIRECTOR_MATCH_DONE) ||
        (row->state == DIRECTOR_MATCH_DONE && row->winner == PAIRING_NOBODY)) {
        return error_set(err, "match %d of the tournament is damaged", i + 1);
    }
    return true;
}

static bool director_rows_have_strangers(const struct director_rows *rows)
{
    for (int i = 0; i < rows->entrant_count; i++) {
        if (rows->entrant_count < DIRECTOR_ENTRANTS_MAX &&
            rows->entrants[i].uncalled >> rows->entrant_count != 0) {
            return true;
        }
    }
    return false;
}

bool director_rows_check(const struct director_rows *rows, struct error *err)
{
    const struct director_whole *whole = &rows->whole;
    bool is_open = whole->phase == DIRECTOR_OPEN;
    if (rows->entrant_count > DIRECTOR_ENTRANTS_MAX ||
        whole->plan.entrants != (is_open ? 0 : rows->entrant_count)) {
        return error_set(err, "the tournament has %d entrants, not %d",
                         whole->plan.entrants, rows->entrant_count);
    }
    if (!is_open && !pairing_check(&whole->plan, err)) {
        return false;
    }
    if (!is_open && whole->round >= pairing_rounds(&whole->plan)) {
        return error_set(err, "the tournament has no round %d", whole->round + 1);
    }
    if (rows->match_count > DIRECTOR_MATCHES_MAX) {
        return error_set(err, "the tournament has %d matches too many",
                         rows->match_count - DIRECTOR_MATCHES_MAX);
    }
    if (director_rows_have_strangers(rows)) {
        return error_set(err, "the entrants of the tournament are damaged");
    }
    for (int i = 0; i < rows->match_count; i++) {
        if (!director_rows_check_match(rows, i, err)) {
            return false;
        }
    }
    return true;
}

int director_results(const struct director_rows *rows, bool has_void,
                     struct pairing_result *results)
{
    int count = 0;
    for (int i = 0; i < rows->match_count; i++) {
        const struct director_match *match = &rows->matches[i];
        if (director_match_is_over(match) &&
            (has_void || match->state != DIRECTOR_MATCH_VOID)) {
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
