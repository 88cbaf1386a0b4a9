#include "bot/seat/browser/summary.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/board/position.h"
#include "match/match_chance.h"
#include "match/match_explain.h"

struct summary_work {
    const struct engine *engine;
    struct search_scratch *scratch;
    struct match_turns *turns; /* NULL: none */
    struct match_analysis *analysis;
    double *values; /* of turns->count: as the curve's, before the roll of a play */
    bool is_match;
};

/* ---- life ------------------------------------------------------------------------ */

struct summary_work *summary_new(const struct engine *engine,
                                 struct search_scratch *scratch)
{
    struct summary_work *work = calloc(1, sizeof *work);
    if (work != NULL) {
        work->engine = engine;
        work->scratch = scratch;
    }
    return work;
}

static void summary_forget(struct summary_work *work)
{
    match_analysis_free(work->analysis);
    match_turns_free(work->turns);
    free(work->values);
    work->analysis = NULL;
    work->turns = NULL;
    work->values = NULL;
}

void summary_free(struct summary_work *work)
{
    if (work != NULL) {
        summary_forget(work);
        free(work);
    }
}

/* ---- the begin ------------------------------------------------------------------- */

static bool is_same_turn(const struct match_turn *a, const struct match_turn *b)
{
    const struct position after_a = movegen_after(&a->pos, &a->play);
    const struct position after_b = movegen_after(&b->pos, &b->play);
    return a->type == b->type && a->side == b->side && a->game == b->game &&
           a->roll.high == b->roll.high && a->roll.low == b->roll.low &&
           a->ms.cube == b->ms.cube && a->ms.my_score == b->ms.my_score &&
           a->ms.their_score == b->ms.their_score && a->ms.length == b->ms.length &&
           position_equal(&a->pos, &b->pos) && position_equal(&after_a, &after_b);
}

/* Takes over what was analysed of the same turns. */
static void summary_restore(struct summary_work *work, const struct summary_work *old)
{
    int done = old->analysis != NULL ? match_analysis_done(old->analysis) : 0;
    for (int i = 0; i < done && i < work->turns->count; i++) {
        if (!is_same_turn(&old->turns->turns[i], &work->turns->turns[i])) {
            return;
        }
        match_analysis_restore(work->analysis, match_analysis_turn(old->analysis, i));
        work->values[i] = old->values[i];
    }
}

/* Nobody is judged by their own depth. */
static void summary_set_reference(struct summary_work *work, enum record_side side)
{
    struct strength judge = match_analysis_usual();
    reference_level_deepen(work->turns->heading.level[side], &judge);
    match_analysis_set_strength(work->analysis, side, &judge);
}

static bool summary_is_over(const struct match_turns *turns, bool is_match)
{
    const struct match_game *last = &turns->game[turns->games - 1];
    return is_match ? match_turns_is_over(turns)
                    : last->points[0] + last->points[1] > 0;
}

enum summary_state summary_begin(struct summary_work *work, const char *path,
                                 bool is_match, const atomic_bool *stop)
{
    struct error err;
    struct summary_work old = *work;
    work->is_match = is_match;
    work->turns = match_turns_read(path, &err);
    work->analysis = NULL;
    work->values = NULL;
    if (work->turns != NULL && work->turns->games > 0) {
        work->analysis = match_analysis_new(work->engine, work->scratch, work->turns);
        work->values = calloc((size_t)work->turns->count + 1, sizeof *work->values);
    }
    if (work->analysis == NULL || work->values == NULL) {
        summary_forget(work);
        summary_forget(&old);
        return SUMMARY_BAD;
    }
    summary_set_reference(work, RECORD_ME);
    summary_set_reference(work, RECORD_OPPONENT);
    match_analysis_set_stop(work->analysis, stop);
    summary_restore(work, &old);
    summary_forget(&old);
    return summary_is_over(work->turns, is_match) ? SUMMARY_READY : SUMMARY_EARLY;
}

static double summary_value(const struct summary_work *work, int i)
{
    return work->turns->heading.length > 0
               ? match_chance_at(work->engine, work->scratch, work->turns, i,
                                 RECORD_OPPONENT)
               : match_points_at(work->engine, work->scratch, work->turns, i,
                                 RECORD_OPPONENT);
}

bool summary_step(struct summary_work *work)
{
    int i = match_analysis_done(work->analysis);
    if (!match_analysis_step(work->analysis)) {
        return false;
    }
    if (work->turns->turns[i].type == RECORD_CELL_PLAY) {
        work->values[i] = summary_value(work, i);
    }
    return match_analysis_done(work->analysis) < work->turns->count;
}

/* ---- what came out --------------------------------------------------------------- */

static void summary_write_sides(const struct summary_work *work, int game,
                                struct summary *summary)
{
    static const enum record_side sides[2] = {RECORD_OPPONENT, RECORD_ME};
    struct match_outcome outcome;
    match_analysis_outcome(work->analysis, game, &outcome);
    for (int i = 0; i < 2; i++) {
        const struct match_analysed_side *side = &outcome.side[sides[i]];
        summary->sides[i] =
            (struct summary_side){.error_rate = match_analysis_error_rate(side),
                                  .errors = side->errors,
                                  .blunders = side->blunders,
                                  .luck = side->luck_result};
    }
}

static void summary_explain(const struct summary_work *work,
                            const struct match_worst_decision *worst,
                            char why[EXPLAIN_SIZE])
{
    const struct explain_names names = {.opponent =
                                            match_turns_name(work->turns, RECORD_ME)};
    struct explain_reasons reasons;
    match_explain_reasons(work->turns, work->analysis, worst, &reasons);
    (void)explain_write(&reasons, &names, why);
}

static void summary_write_worst(const struct summary_work *work, int game,
                                struct summary *summary)
{
    struct match_worst_decision worst[SUMMARY_WORST_MAX];
    summary->worst_count =
        match_analysis_worst(work->analysis, game, worst, SUMMARY_WORST_MAX);
    for (int i = 0; i < summary->worst_count; i++) {
        struct summary_worst *out = &summary->worst[i];
        out->turn = work->turns->turns[worst[i].turn];
        out->game = out->turn.game;
        out->loss = worst[i].loss;
        out->is_cube = worst[i].is_cube || out->turn.type != RECORD_CELL_PLAY;
        match_report_worst(work->turns, work->analysis, &worst[i], out->made,
                           out->better);
        summary_explain(work, &worst[i], out->why);
    }
}

static void summary_add_point(struct summary *summary, int turn, double value)
{
    if (summary->curve_count < SUMMARY_CURVE_MAX) {
        summary->curve[summary->curve_count++] = (struct summary_point){turn, value};
    }
}

/* The last point of a game is its result. */
static void summary_end_game(const struct summary_work *work, int game, int turn,
                             struct summary *summary)
{
    const struct match_game *g = &work->turns->game[game];
    if (g->points[0] + g->points[1] == 0) {
        return;
    }
    double value =
        work->turns->heading.length > 0
            ? match_chance_after(work->engine, work->turns, game, RECORD_OPPONENT)
            : g->points[RECORD_OPPONENT] - g->points[RECORD_ME];
    summary_add_point(summary, turn, value);
    if (summary->end_count < SUMMARY_GAMES_MAX) {
        summary->ends[summary->end_count++] = (struct summary_end){
            turn,
            {g->score[RECORD_OPPONENT] + g->points[RECORD_OPPONENT],
             g->score[RECORD_ME] + g->points[RECORD_ME]}};
    }
}

/* In a long match every second play, or third, gives a point, so that the ends of games
 * have room. */
static void summary_write_curve(const struct summary_work *work,
                                struct summary *summary)
{
    const struct match_turns *turns = work->turns;
    int room = SUMMARY_CURVE_MAX - turns->games;
    int every = room > 0 ? 1 + turns->count / room : 1;
    for (int g = 0; g < turns->games; g++) {
        int first = turns->game[g].first, end = first + turns->game[g].turns;
        for (int i = first; i < end; i++) {
            if (turns->turns[i].type == RECORD_CELL_PLAY && i % every == 0) {
                summary_add_point(summary, i, work->values[i]);
            }
        }
        summary_end_game(work, g, end, summary);
    }
}

/* The bot's is named where it is another. */
static void summary_write_judge(const struct summary_work *work,
                                struct summary *summary)
{
    char bot[REFERENCE_LEVEL_SIZE], person[REFERENCE_LEVEL_SIZE];
    reference_level_text(match_analysis_strength(work->analysis, RECORD_ME), bot);
    reference_level_text(match_analysis_strength(work->analysis, RECORD_OPPONENT),
                         person);
    bool is_other = strcmp(bot, person) != 0;
    FORMAT_TEXT(summary->judge, "%s%s%s%s%s", person, is_other ? ", " : "",
                is_other ? match_turns_name(work->turns, RECORD_ME) : "",
                is_other ? " at " : "", is_other ? bot : "");
}

void summary_write(const struct summary_work *work, struct summary *summary)
{
    const struct match_turns *turns = work->turns;
    int game = work->is_match ? -1 : turns->games - 1;
    int done = match_analysis_done(work->analysis);
    memset(summary, 0, sizeof *summary);
    summary->is_good = true;
    summary->length = turns->heading.length;
    summary->game = work->is_match ? 0 : turns->game[turns->games - 1].number;
    summary->done = done < turns->count ? (double)done / turns->count : 1.0;
    summary_write_judge(work, summary);
    if (done == turns->count) {
        summary_write_sides(work, game, summary);
        summary_write_worst(work, game, summary);
        summary_write_curve(work, summary);
    }
}
