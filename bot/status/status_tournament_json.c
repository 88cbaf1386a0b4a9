/* A tournament as JSON: {"name", "kind", ..., "standings": [...], "matches": [...]}. */
#include <jansson.h>

#include "bot/director/director_words.h"
#include "bot/status/status_tournament_internal.h"

static const char *kind_name(enum pairing_kind kind)
{
    static const char *const names[] = {[PAIRING_ROUND_ROBIN] = "round-robin",
                                        [PAIRING_SWISS] = "swiss",
                                        [PAIRING_KNOCK_OUT] = "knock-out"};
    return names[kind];
}

/* A moment; null before it. */
static json_t *moment_json(int64_t at_s)
{
    return at_s == 0 ? json_null() : json_integer((json_int_t)at_s);
}

static json_t *entrant_name_json(const struct director_rows *rows, int entrant)
{
    return entrant == PAIRING_BYE ? json_null()
                                  : json_string(rows->entrants[entrant].name);
}

static json_t *winner_json(const struct director_rows *rows,
                           const struct director_match *match)
{
    return match->winner == PAIRING_NOBODY
               ? json_null()
               : entrant_name_json(rows, match->pairing.side[match->winner]);
}

static json_t *tournament_match_json(const struct status_tournament *tournament, int i)
{
    const struct director_rows *rows = tournament->rows;
    const struct director_match *match = &rows->matches[i];
    const struct director_times *times = &tournament->times[i];
    return json_pack(
        "{s:i, s:i, s:[o,o], s:s, s:o, s:[i,i], s:s, s:s, s:s, s:o, s:o, s:o}",
        "number", match->number + 1, "round", match->round + 1, "players",
        entrant_name_json(rows, match->pairing.side[0]),
        entrant_name_json(rows, match->pairing.side[1]), "state",
        director_state_words[match->state], "winner", winner_json(rows, match), "score",
        match->score[0], match->score[1], "source",
        director_source_words[match->source], "by", match->by, "why", match->why,
        "called", moment_json(times->called_s), "started",
        moment_json(times->started_s), "ended", moment_json(times->ended_s));
}

static json_t *standings_json(const struct director_rows *rows)
{
    struct table_row table[DIRECTOR_ENTRANTS_MAX];
    int count = status_tournament_table(rows, table);
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        const struct table_row *row = &table[i];
        const struct director_entrant *entrant = &rows->entrants[row->entrant];
        (void)json_array_append_new(
            list,
            json_pack("{s:i, s:s, s:b, s:b, s:i, s:i, s:i, s:i, s:i, s:i}", "rank",
                      row->rank, "name", entrant->name, "foreign", !entrant->is_ours,
                      "out", entrant->is_out, "played", row->played, "won", row->won,
                      "lost", row->lost, "byes", row->byes, "buchholz", row->buchholz,
                      "sonneborn_berger", row->sonneborn));
    }
    return list;
}

json_t *status_tournament_object(const struct status_tournament *tournament)
{
    const struct director_rows *rows = tournament->rows;
    const struct pairing_plan *plan = &rows->whole.plan;
    json_t *matches = json_array();
    for (int i = 0; i < rows->match_count; i++) {
        (void)json_array_append_new(matches, tournament_match_json(tournament, i));
    }
    return json_pack(
        "{s:s, s:s, s:i, s:i, s:i, s:s, s:i, s:i, s:i, s:o, s:o}", "name",
        tournament->name, "kind", kind_name(plan->kind), "legs",
        plan->kind == PAIRING_ROUND_ROBIN ? plan->legs : 1, "rounds",
        plan->kind == PAIRING_SWISS ? plan->rounds : 0, "length", rows->whole.length,
        "state", director_phase_words[rows->whole.phase], "round",
        rows->whole.round + 1, "matches_over", status_tournament_over(rows),
        "matches_all", status_tournament_all(rows), "standings", standings_json(rows),
        "matches", matches);
}

void status_tournament_json(const struct status_tournament *tournament, FILE *out)
{
    json_t *json = status_tournament_object(tournament);
    (void)json_dumpf(json, out, JSON_INDENT(1));
    json_decref(json);
    fputc('\n', out);
}
