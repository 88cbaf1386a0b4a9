#include "match/luck.h"

#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/cube/cube.h"
#include "engine/cube/met.h"
#include "engine/eval/leaf_evaluator.h"
#include "match/match_chance.h"

enum {
    ROOM = 2 * PLAY_LIST_MAX,
    KEPT = 3 /* plays of each roll that the main net evaluates after the pruning net */
};

/* The best plays of a roll so far, and their values. */
struct shortlist {
    int count;
    struct position after[KEPT];
    struct outputs outputs[KEPT];
};

struct luck {
    enum luck_evaluation evaluation;
    bool is_cubeful;
    struct leaf_evaluator *evaluator;
    struct met *met; /* of matches with the cube, or without */
    struct play_list list;
    struct position after[ROOM]; /* plays of several rolls, evaluated together */
    struct outputs outputs[ROOM];
};

struct luck *luck_open(const char *path, enum luck_evaluation evaluation,
                       bool is_cubeful, struct error *err)
{
    if (is_cubeful && leaf_evaluator_is_net_file(path)) {
        error_at_path(err, 0, path, "luck with the cube needs a folder of weights");
        return NULL;
    }
    struct luck *luck = error_allocate(sizeof *luck, err);
    if (luck == NULL) {
        return NULL;
    }
    luck->is_cubeful = is_cubeful;
    luck->evaluation = evaluation;
    luck->evaluator = leaf_evaluator_open(path, err);
    luck->met = luck->evaluator == NULL ? NULL
                : is_cubeful            ? met_open_in(path, err)
                                        : met_new_without_cube(err);
    if (luck->met == NULL) {
        luck_close(luck);
        return NULL;
    }
    return luck;
}

void luck_close(struct luck *luck)
{
    if (luck == NULL) {
        return;
    }
    leaf_evaluator_close(luck->evaluator);
    if (luck->met != NULL) {
        met_close(luck->met);
    }
    free(luck);
}

/* The plays of some rolls that are to be evaluated. */
struct batch {
    int count; /* positions */
    int rolls;
    int first[ROLLS + 1]; /* where the plays of each roll begin */
    int number[ROLLS];    /* in roll_all */
};

/* Selects the best `kept` of the plays from..to, best first. */
static void shortlist(const struct luck *luck, int from, int to, int kept,
                      struct shortlist *list)
{
    float equities[KEPT];
    list->count = 0;
    for (int i = from; i < to; i++) {
        float equity = equity_cubeless(luck->outputs[i]);
        int at = list->count;
        while (at > 0 && equities[at - 1] < equity) {
            at--;
        }
        if (at == kept) {
            continue;
        }
        list->count += list->count < kept;
        for (int k = list->count - 1; k > at; k--) {
            equities[k] = equities[k - 1];
            list->after[k] = list->after[k - 1];
            list->outputs[k] = list->outputs[k - 1];
        }
        equities[at] = equity;
        list->after[at] = luck->after[i];
        list->outputs[at] = luck->outputs[i];
    }
}

static void value_batch(struct luck *luck, struct batch *batch,
                        struct shortlist lists[ROLLS])
{
    const int kept = luck->evaluation >= LUCK_BOTH ? KEPT : 1;
    batch->first[batch->rolls] = batch->count;
    leaf_evaluator_value(luck->evaluator,
                         luck->evaluation == LUCK_MAIN ? EVAL_MAIN : EVAL_PRUNING,
                         luck->after, batch->count, luck->outputs);
    for (int b = 0; b < batch->rolls; b++) {
        shortlist(luck, batch->first[b], batch->first[b + 1], kept,
                  &lists[batch->number[b]]);
    }
    batch->count = 0;
    batch->rolls = 0;
}

/* Moves the best play by the main net to the front of each list. */
static void value_shortlists(struct luck *luck, struct shortlist lists[ROLLS])
{
    int count = 0;
    for (int r = 0; r < ROLLS; r++) {
        memcpy(luck->after + count, lists[r].after,
               (size_t)lists[r].count * sizeof *luck->after);
        count += lists[r].count;
    }
    leaf_evaluator_value(luck->evaluator, EVAL_MAIN, luck->after, count, luck->outputs);
    const struct outputs *outputs = luck->outputs;
    for (int r = 0; r < ROLLS; r++) {
        if (lists[r].count > 0) {
            int best = leaf_evaluator_best(outputs, lists[r].count);
            lists[r].after[0] = lists[r].after[best];
            lists[r].outputs[0] = outputs[best];
            outputs += lists[r].count;
        }
    }
}

/* Finds the best play of each roll that can fall and moves it to the front of its
 * list. */
static void find_best(struct luck *luck, const struct position *pos, bool is_opening,
                      struct shortlist lists[ROLLS])
{
    struct batch batch = {.count = 0};
    leaf_evaluator_expect(luck->evaluator, pos);
    for (int r = 0; r < ROLLS; r++) {
        struct roll roll = roll_all[r].roll;
        lists[r].count = 0;
        if (is_opening && roll.high == roll.low) {
            continue;
        }
        movegen_plays(pos, roll, &luck->list);
        if (batch.count + luck->list.count > ROOM) {
            value_batch(luck, &batch, lists);
        }
        memcpy(luck->after + batch.count, luck->list.after,
               (size_t)luck->list.count * sizeof *luck->after);
        batch.first[batch.rolls] = batch.count;
        batch.number[batch.rolls++] = r;
        batch.count += luck->list.count;
    }
    value_batch(luck, &batch, lists);
    if (luck->evaluation >= LUCK_BOTH) {
        value_shortlists(luck, lists);
    }
}

/* Returns the outputs of the player who made the play `after` at 1-ply: the mean over
 * the rolls of the opponent's best plays. */
static struct outputs outputs_at_1_ply(struct luck *luck, const struct position *after)
{
    struct shortlist candidates[ROLLS];
    struct position theirs = position_swap(after);
    double sums[5] = {0};
    find_best(luck, &theirs, false, candidates);
    for (int r = 0; r < ROLLS; r++) {
        outputs_add_to(sums, roll_all[r].ways / 36.0,
                       outputs_flip(candidates[r].outputs[0]));
    }
    return outputs_of_sum(sums, 1.0);
}

static void look_ahead(struct luck *luck, struct shortlist lists[ROLLS])
{
    for (int r = 0; r < ROLLS; r++) {
        if (lists[r].count > 0 && position_game_result(&lists[r].after[0]) == 0) {
            lists[r].outputs[0] = outputs_at_1_ply(luck, &lists[r].after[0]);
        }
    }
}

/* Returns the value in units of the result; mine has just moved. */
static double value_of_list(const struct luck *luck, const struct cube_model *model,
                            const struct match_state *ms, const struct shortlist *list)
{
    const struct outputs *outputs = &list->outputs[0];
    if (!luck->is_cubeful) {
        return ms->length == 0
                   ? (double)equity_cubeless(*outputs)
                   : match_chance_of(luck->met, ms,
                                     cube_equity_dead(luck->met, ms, outputs),
                                     (double)outputs->win);
    }
    double value;
    int result = position_game_result(&list->after[0]);
    if (result != 0) {
        value = cube_result(model, result);
    } else {
        struct position on_roll = position_swap(&list->after[0]);
        double values[CUBE_SLOTS_MAX];
        cube_values(model, *outputs,
                    cube_efficiencies_at(&on_roll, 0, (double)outputs->win), values);
        value = cube_best(model, values, 0, CUBE_SIDE_THEIRS,
                          cube_price(model, &on_roll.theirs));
    }
    return model->is_money ? value * ms->cube : (1.0 + value) / 2.0;
}

struct luck_value luck_of_roll(struct luck *luck, const struct position *pos,
                               const struct match_state *ms, struct roll roll,
                               bool is_opening)
{
    struct shortlist lists[ROLLS];
    struct cube_model model;
    struct luck_value out = {0.0, 0.0};
    int ways = 0;
    if (luck->is_cubeful) {
        cube_model_init(&model, luck->met, ms);
    }
    find_best(luck, pos, is_opening, lists);
    if (luck->evaluation == LUCK_BY_1_PLY) {
        look_ahead(luck, lists);
    }
    for (int r = 0; r < ROLLS; r++) {
        struct roll other = roll_all[r].roll;
        if (is_opening && other.high == other.low) {
            continue;
        }
        double value = value_of_list(luck, &model, ms, &lists[r]);
        bool is_roll = other.high == roll.high && other.low == roll.low;
        out.roll = is_roll ? value : out.roll;
        out.mean += roll_all[r].ways * value;
        ways += roll_all[r].ways;
    }
    out.mean /= ways;
    return out;
}
