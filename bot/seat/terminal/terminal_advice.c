#include "bot/seat/terminal/terminal_advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "base/text.h"
#include "bot/seat/state/seat_judge.h"
#include "engine/board/position.h"
#include "engine/search/ranked_play.h"
#include "explain/explain.h"
#include "match/match_chance.h"
#include "match/match_explain.h"
#include "match/match_report.h"
#include "match/record.h"

enum {
    CHANCE_SIZE = 40,
    PLAYS_SHOWN = 5,
    PLAYS_BESIDE = 2,
    WORST_SHOWN = 3,
    PATH_SIZE = 1024,
    HINT_WIDTH = 77 /* of a play with its gammons */
};

struct terminal_advice {
    const struct engine *engine;
    struct search_scratch *scratch;
    struct ranked_play *ranked; /* room for PLAY_LIST_MAX */
};

struct terminal_advice *terminal_advice_new(const struct engine *engine)
{
    struct terminal_advice *advice = calloc(1, sizeof *advice);
    if (advice == NULL) {
        return NULL;
    }
    advice->engine = engine;
    advice->scratch = engine_scratch_new(engine);
    advice->ranked = error_allocate(PLAY_LIST_MAX * sizeof *advice->ranked, NULL);
    if (advice->scratch == NULL || advice->ranked == NULL) {
        terminal_advice_free(advice);
        return NULL;
    }
    return advice;
}

void terminal_advice_free(struct terminal_advice *advice)
{
    if (advice != NULL) {
        engine_scratch_free(advice->scratch);
        free(advice->ranked);
        free(advice);
    }
}

/* A sentence a line. */
static void add_reasons(const struct explain_reasons *reasons, const char *opponent,
                        struct terminal_log *log)
{
    const struct explain_names names = {.opponent = opponent};
    char text[EXPLAIN_SIZE];
    (void)explain_write(reasons, &names, text);
    for (const char *rest = text; *rest != '\0';) {
        const char *end = strstr(rest, ". ");
        int length = end != NULL ? (int)(end - rest) + 1 : (int)strlen(rest);
        terminal_log_print(log, "  %.*s", length, rest);
        rest += length + (end != NULL);
    }
}

/* ---- hints ----------------------------------------------------------------------- */

/* The play made, beside the best one. */
static void explain_made(const struct terminal_advice *advice,
                         const struct seat_view *view, int count, int made,
                         struct terminal_log *log)
{
    const struct ranked_play *ranked = advice->ranked;
    struct explain_reasons reasons;
    char text[NOTATION_SIZE];
    notation_write(&view->hops.before, &ranked[made].play, text);
    terminal_log_print(log, "Your %s loses %.3f.", text,
                       (double)ranked[0].equity - (double)ranked[made].equity);
    match_explain_play(advice->engine, &view->hops.before, &view->board.ms, ranked,
                       count, made, &reasons);
    add_reasons(&reasons, view->opponent.name, log);
}

static void hint_list(const struct terminal_advice *advice,
                      const struct position *before, int count, int columns,
                      struct terminal_log *log)
{
    char text[NOTATION_SIZE], gammons[CHANCE_SIZE] = "";
    for (int i = 0; i < count; i++) {
        const struct ranked_play *play = &advice->ranked[i];
        notation_write(before, &play->play, text);
        if (columns >= HINT_WIDTH) {
            FORMAT_TEXT(gammons, ", gammon %4.1f, lost %4.1f",
                        100.0 * (double)play->outputs.win_gammon,
                        100.0 * (double)play->outputs.lose_gammon);
        }
        terminal_log_print(
            log, "%d. %-22s %+.3f  %+.3f   win %4.1f %%%s", i + 1, text,
            shown_number((double)play->equity, 3),
            shown_number((double)play->equity - (double)advice->ranked[0].equity, 3),
            100.0 * (double)play->outputs.win, gammons);
    }
}

/* Ranks the plays of the roll; returns how many. */
static int rank_plays(struct terminal_advice *advice, const struct seat_view *view)
{
    struct strength strength = strength_default();
    filter_accept(&strength.filter, PLAYS_SHOWN); /* all that are shown at 2-ply */
    return engine_rank_plays(advice->engine, advice->scratch, &strength,
                             &view->hops.before, &view->board.ms, view->hops.roll,
                             advice->ranked, PLAY_LIST_MAX);
}

/* Returns where the play made stands among them; -1: it is not whole. */
static int rank_made(struct terminal_advice *advice, const struct seat_view *view,
                     int count)
{
    const struct strength strength = strength_default();
    return hops_is_complete(&view->hops)
               ? engine_evaluate_play(advice->engine, advice->scratch, &strength,
                                      &view->board.ms, &view->hops.now, advice->ranked,
                                      count)
               : -1;
}

/* Of a whole play that is not the best one the list is short: why it loses stands below. */
static void hint_plays(struct terminal_advice *advice, const struct seat_view *view,
                       int columns, struct terminal_log *log)
{
    int count = rank_plays(advice, view), made = rank_made(advice, view, count);
    if (count == 0) {
        terminal_log_add(log, "You cannot move.");
    }
    int most = made > 0 ? PLAYS_BESIDE : PLAYS_SHOWN;
    hint_list(advice, &view->hops.before, count < most ? count : most, columns, log);
    if (made > 0) {
        explain_made(advice, view, count, made, log);
    }
}

static void hint_double(struct terminal_advice *advice, const struct seat_view *view,
                        struct terminal_log *log)
{
    static const char *const words[] = {[CUBE_NO_DOUBLE] = "do not double",
                                        [CUBE_DOUBLE_TAKE] = "double; they should take",
                                        [CUBE_DOUBLE_PASS] = "double; they should pass",
                                        [CUBE_TOO_GOOD] = "too good to double"};
    const struct strength strength = strength_default();
    struct cube_decision cube;
    struct explain_reasons reasons;
    engine_cube_decision(advice->engine, advice->scratch, &strength, &view->board.pos,
                         &view->board.ms, &cube);
    terminal_log_print(
        log,
        "No double %+.3f, double and take %+.3f, double and pass %+.3f; win %.1f %%: "
        "%s.",
        shown_number((double)cube.no_double, 3),
        shown_number((double)cube.double_take, 3),
        shown_number((double)cube.double_pass, 3), 100.0 * (double)cube.outputs.win,
        words[cube.action]);
    match_explain_cube(advice->engine, &view->board.pos, &view->board.ms, &cube, false,
                       &reasons);
    add_reasons(&reasons, view->opponent.name, log);
}

static void hint_answer(struct terminal_advice *advice, const struct seat_view *view,
                        struct terminal_log *log)
{
    const struct strength strength = strength_default();
    struct cube_decision cube;
    struct explain_reasons reasons;
    bool takes = engine_takes_double(advice->engine, advice->scratch, &strength,
                                     &view->board.pos, &view->board.ms, &cube);
    terminal_log_print(
        log, "Take %+.3f, pass %+.3f: %s.", shown_number(-(double)cube.double_take, 3),
        shown_number(-(double)cube.double_pass, 3), takes ? "take" : "pass");
    const struct position doubler = position_swap(&view->board.pos);
    const struct match_state ms = match_state_swap(&view->board.ms);
    match_explain_cube(advice->engine, &doubler, &ms, &cube, true, &reasons);
    add_reasons(&reasons, view->opponent.name, log);
}

void terminal_advice_hint(struct terminal_advice *advice, const struct seat_view *view,
                          int columns, struct terminal_log *log)
{
    if (view->phase == SEAT_TO_PLAY) {
        hint_plays(advice, view, columns, log);
    } else if (view->phase == SEAT_OFFERED) {
        hint_answer(advice, view, log);
    } else if (view->phase == SEAT_TO_ROLL && seat_view_allows(view, SEAT_ACT_DOUBLE)) {
        hint_double(advice, view, log);
    } else {
        terminal_log_add(log, "There is nothing to decide now.");
    }
}

/* ---- judgements ------------------------------------------------------------------ */

static void judge_play(struct terminal_advice *advice, const struct seat_view *view,
                       struct terminal_judgement *out)
{
    const struct ranked_play *ranked = advice->ranked;
    const struct play play = hops_made(&view->hops);
    int count = rank_plays(advice, view), made = rank_made(advice, view, count);
    notation_write(&view->hops.before, &play, out->text);
    if (count > 0) {
        notation_write(&view->hops.before, &ranked[0].play, out->better);
    }
    if (made > 0) {
        out->loss = (double)ranked[0].equity - (double)ranked[made].equity;
        match_explain_play(advice->engine, &view->hops.before, &view->board.ms, ranked,
                           count, made, &out->reasons);
    }
}

static void judge_cube(struct terminal_advice *advice, const struct seat_view *view,
                       enum seat_action_type type, struct terminal_judgement *out)
{
    const struct strength strength = strength_default();
    bool is_answer = view->phase == SEAT_OFFERED;
    struct position pos = view->board.pos;
    struct match_state ms = view->board.ms;
    struct cube_decision cube;
    if (is_answer) {
        pos = position_swap(&pos);
        ms = match_state_swap(&ms);
    }
    engine_cube_decision(advice->engine, advice->scratch, &strength, &pos, &ms, &cube);
    out->loss = seat_judge_loss(type, &cube);
    COPY_TEXT(out->text, seat_action_name(type));
    COPY_TEXT(out->better, seat_judge_better(type, &cube));
    match_explain_cube(advice->engine, &pos, &ms, &cube, is_answer, &out->reasons);
}

void terminal_advice_judge(struct terminal_advice *advice, const struct seat_view *view,
                           enum seat_action_type type,
                           struct terminal_judgement *judgement)
{
    *judgement = (struct terminal_judgement){.loss = 0.0};
    if (type == SEAT_ACT_DONE) {
        judge_play(advice, view, judgement);
    } else {
        judge_cube(advice, view, type, judgement);
    }
    if (judgement->loss < EXPLAIN_LEAST_LOSS) {
        judgement->reasons.count = 0;
    }
}

void terminal_advice_why(const struct terminal_judgement *judgement,
                         const char *opponent, struct terminal_log *log)
{
    struct explain_reasons reasons = judgement->reasons;
    if (reasons.subject[0] != '\0' && reasons.reason[0].kind != EXPLAIN_BOTH_HIT) {
        FORMAT_TEXT(reasons.subject, "It");
    }
    add_reasons(&reasons, opponent, log);
}

/* ---- the match ------------------------------------------------------------------- */

static void add_worst(const struct match_turns *turns,
                      const struct match_analysis *analysis, struct terminal_log *log)
{
    struct match_worst_decision worst[WORST_SHOWN];
    int count = match_analysis_worst(analysis, -1, worst, WORST_SHOWN);
    for (int i = 0; i < count; i++) {
        const struct match_turn *turn = &turns->turns[worst[i].turn];
        char made[MATCH_TURN_SIZE], better[NOTATION_SIZE];
        struct explain_reasons reasons;
        match_report_worst(turns, analysis, &worst[i], made, better);
        terminal_log_print(log, "Game %d, turn %d: %s lost %.3f; better: %s",
                           turn->game, turn->number, made, worst[i].loss, better);
        match_explain_reasons(turns, analysis, &worst[i], &reasons);
        add_reasons(&reasons, match_turns_name(turns, RECORD_ME), log);
    }
}

/* Returns the last turn of the game before which the dice are to be rolled: a play, or a
 * double that may wait for its answer; -1: none. */
static int last_with_chance(const struct match_turns *turns,
                            const struct match_game *game)
{
    int i = game->first + game->turns - 1;
    while (i >= game->first && turns->turns[i].type != RECORD_CELL_PLAY &&
           turns->turns[i].type != RECORD_CELL_DOUBLE) {
        i--;
    }
    return i >= game->first ? i : -1;
}

/* What the person had at the end of a game, or before the roll of turn `turn`: percents of
 * the match, or for money points. */
static int write_standing(const struct terminal_advice *advice,
                          const struct match_turns *turns, int game, int turn,
                          char text[CHANCE_SIZE])
{
    const struct match_game *g = &turns->game[game];
    const enum record_side me = RECORD_OPPONENT;
    if (turns->heading.length == 0) {
        double points = turn < 0 ? g->points[me] - g->points[RECORD_ME]
                                 : match_points_at(advice->engine, advice->scratch,
                                                   turns, turn, me);
        return snprintf(text, CHANCE_SIZE, " %+.2f", shown_number(points, 2));
    }
    double chance =
        turn < 0 ? match_chance_after(advice->engine, turns, game, me)
                 : match_chance_at(advice->engine, advice->scratch, turns, turn, me);
    return snprintf(text, CHANCE_SIZE, " %.0f %%", 100.0 * chance);
}

/* Writes that after a game, or at the last turn of one that is not over; returns the length
 * of the text, 0 if there is nothing to say. */
static int write_chance(const struct terminal_advice *advice,
                        const struct match_turns *turns, int game,
                        char text[CHANCE_SIZE])
{
    const struct match_game *g = &turns->game[game];
    bool is_over = g->points[0] + g->points[1] > 0;
    int last = is_over ? -1 : last_with_chance(turns, g);
    if (!is_over && last < 0) {
        return 0;
    }
    int used = write_standing(advice, turns, game, last, text);
    size_t room = CHANCE_SIZE - (size_t)used;
    if (is_over) {
        return used + snprintf(text + used, room, " after game %d,", g->number);
    }
    return used +
           snprintf(text + used, room, " before the last %s,",
                    turns->turns[last].type == RECORD_CELL_PLAY ? "roll" : "double");
}

/* "Your chance of winning the match: 62 % after game 1, 47 % before the last roll."; of money play
 * "Your equity, in points: -4.00 after game 1, ..." */
static void add_chances(const struct terminal_advice *advice,
                        const struct match_turns *turns, struct terminal_log *log)
{
    char text[TERMINAL_TEXT_SIZE];
    size_t used =
        (size_t)snprintf(text, sizeof text, "%s:",
                         turns->heading.length > 0 ? "Your chance of winning the match"
                                                   : "Your equity, in points");
    for (int i = 0; i < turns->games && used < sizeof text - CHANCE_SIZE; i++) {
        used += (size_t)write_chance(advice, turns, i, text + used);
    }
    if (text[used - 1] == ',') {
        text[used - 1] = '.';
        terminal_log_add(log, text);
    }
}

static void add_analysis(const struct match_turns *turns,
                         struct match_analysis *analysis, struct terminal_log *log)
{
    const struct match_analysed_side *ours =
        match_analysis_side(analysis, RECORD_OPPONENT);
    const struct match_analysed_side *theirs = match_analysis_side(analysis, RECORD_ME);
    char judge[REFERENCE_LEVEL_SIZE], luck[2][MATCH_RESULT_SIZE];
    const bool is_match = turns->heading.length > 0;
    const char *unit = is_match ? "" : " points";
    while (match_analysis_step(analysis)) {
    }
    reference_level_text(match_analysis_strength(analysis, RECORD_OPPONENT), judge);
    if (ours->decisions == 0) {
        terminal_log_add(log, "You have not decided anything yet.");
        return;
    }
    terminal_log_print(
        log,
        "Your error rate (PR) is %.1f. Decisions: %d, errors: %d, blunders among them: %d; "
        "judged at %s. Luck: you %s%s, the bot %s%s.",
        match_analysis_error_rate(ours), ours->decisions, ours->errors, ours->blunders,
        judge, match_analysis_result(ours->luck_result, is_match, luck[0]), unit,
        match_analysis_result(theirs->luck_result, is_match, luck[1]), unit);
    add_worst(turns, analysis, log);
}

void terminal_advice_match(struct terminal_advice *advice, const struct seat_view *view,
                           const char *folder, struct terminal_log *log)
{
    char path[PATH_SIZE];
    struct error err = {0};
    if (!record_find_newest(folder, view->opponent.name, view->me.name, path,
                            sizeof path)) {
        terminal_log_add(log, "There is no match yet.");
        return;
    }
    struct match_turns *turns = match_turns_read(path, &err);
    struct match_analysis *analysis =
        turns == NULL ? NULL
                      : match_analysis_new(advice->engine, advice->scratch, turns);
    if (analysis == NULL) {
        terminal_log_print(log, "The match cannot be read: %.150s", err.text);
    } else {
        add_analysis(turns, analysis, log);
        add_chances(advice, turns, log);
        terminal_log_print(log, "All of it: fibsbot analyse %.200s", path);
    }
    match_analysis_free(analysis);
    match_turns_free(turns);
}
