#include "lab/selfplay/pruned_play.h"

#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"

struct play_scratch {
    struct play_list list;
    struct position batch[ROLLS * PRUNED_KEEP_MAX];
    struct pruned_evaluated_play *batch_owner[ROLLS * PRUNED_KEEP_MAX];
    struct outputs outputs[PLAY_LIST_MAX];
    bool is_known[PLAY_LIST_MAX]; /* whether the outputs are not from the nets */
    struct net_scratch *net;
    struct race_scratch *race; /* NULL: there is no race net */
};

struct play_scratch *pruned_play_new(const struct pruned_nets *nets)
{
    const struct net *const both[2] = {nets->pruning, nets->main};
    struct play_scratch *scratch = error_allocate(sizeof *scratch, NULL);
    if (scratch == NULL) {
        return NULL;
    }
    scratch->net = net_scratch_new(both, 2);
    scratch->race = nets->race != NULL ? race_scratch_new() : NULL;
    if (scratch->net == NULL || (nets->race != NULL && scratch->race == NULL)) {
        pruned_play_free(scratch);
        return NULL;
    }
    return scratch;
}

void pruned_play_free(struct play_scratch *scratch)
{
    if (scratch != NULL) {
        net_scratch_free(scratch->net);
        race_scratch_free(scratch->race);
        free(scratch);
    }
}

static bool evaluate_exactly(struct play_scratch *scratch,
                             const struct pruned_nets *nets,
                             const struct position *after, struct outputs *outputs)
{
    int result = position_game_result(after);
    if (result != 0) {
        *outputs = outputs_of_result(result);
        return true;
    }
    if (nets->bearoff != NULL && bearoff_outputs(nets->bearoff, after, outputs)) {
        return true;
    }
    if (nets->race == NULL || position_has_contact(after)) {
        return false;
    }
    race_evaluate(nets->race, nets->bearoff, nets->kernel, scratch->race, after, 1,
                  outputs);
    return true;
}

/* The best plays so far, as indices, since plays are large. */
struct ranking {
    int count;
    int play[PRUNED_KEEP_MAX]; /* indices in the list */
    float equity[PRUNED_KEEP_MAX];
};

/* Inserts a play if it is among the best; of equal ones the first stays ahead. */
static void keep_if_good(struct ranking *ranking, int keep, int play, float equity)
{
    if (ranking->count == keep && ranking->equity[keep - 1] >= equity) {
        return;
    }
    int at = ranking->count < keep ? ranking->count++ : keep - 1;
    while (at > 0 && ranking->equity[at - 1] < equity) {
        ranking->equity[at] = ranking->equity[at - 1];
        ranking->play[at] = ranking->play[at - 1];
        at--;
    }
    ranking->equity[at] = equity;
    ranking->play[at] = play;
}

/* Evaluates all plays of the list with one net and keeps the best. */
static void rank_with(struct play_scratch *scratch, const struct pruned_nets *nets,
                      const struct net *net, int keep, struct pruned_play *out)
{
    const struct play_list *list = &scratch->list;
    struct ranking ranking = {.count = 0};
    net_evaluate(net, nets->kernel, scratch->net, list->after, list->count,
                 scratch->outputs);
    for (int i = 0; i < list->count; i++) {
        scratch->is_known[i] =
            evaluate_exactly(scratch, nets, &list->after[i], &scratch->outputs[i]);
        keep_if_good(&ranking, keep, i, pruned_equity(nets, scratch->outputs[i]));
    }
    out->count = ranking.count;
    for (int k = 0; k < ranking.count; k++) {
        int i = ranking.play[k];
        out->play[k] = (struct pruned_evaluated_play){.after = list->after[i],
                                                      .outputs = scratch->outputs[i],
                                                      .equity = ranking.equity[k],
                                                      .is_known = scratch->is_known[i]};
    }
}

/* Makes the short list of a roll. A single play needs no ranking. */
static void shortlist(struct play_scratch *scratch, const struct pruned_nets *nets,
                      const struct position *on_roll, struct roll roll,
                      struct pruned_play *out)
{
    movegen_plays(on_roll, roll, &scratch->list);
    if (scratch->list.count == 1) {
        struct pruned_evaluated_play *only = &out->play[0];
        out->count = 1;
        *only = (struct pruned_evaluated_play){.after = scratch->list.after[0]};
        only->is_known = evaluate_exactly(scratch, nets, &only->after, &only->outputs);
        only->equity = pruned_equity(nets, only->outputs);
        return;
    }
    rank_with(scratch, nets, nets->pruning, nets->keep, out);
    while (out->count > 1 &&
           out->play[out->count - 1].equity < out->play[0].equity - nets->margin) {
        out->count--;
    }
}

/* Sorts by insertion, since the nets mostly agree and the plays are nearly sorted. */
static void sort_shortlist(struct pruned_play *pruned_play)
{
    for (int i = 1; i < pruned_play->count; i++) {
        int at = i;
        while (at > 0 &&
               pruned_play->play[at - 1].equity < pruned_play->play[i].equity) {
            at--;
        }
        if (at < i) {
            struct pruned_evaluated_play moved = pruned_play->play[i];
            memmove(&pruned_play->play[at + 1], &pruned_play->play[at],
                    (size_t)(i - at) * sizeof moved);
            pruned_play->play[at] = moved;
        }
    }
}

/* Evaluates all plays on the short lists with the main net in one batch. */
static void value_shortlists(struct play_scratch *scratch,
                             const struct pruned_nets *nets, struct pruned_play *out,
                             int count)
{
    int n = 0;
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < out[r].count; i++) {
            if (!out[r].play[i].is_known) {
                scratch->batch_owner[n] = &out[r].play[i];
                scratch->batch[n++] = out[r].play[i].after;
            }
        }
    }
    net_evaluate(nets->main, nets->kernel, scratch->net, scratch->batch, n,
                 scratch->outputs);
    for (int i = 0; i < n; i++) {
        scratch->batch_owner[i]->outputs = scratch->outputs[i];
        scratch->batch_owner[i]->equity = pruned_equity(nets, scratch->outputs[i]);
    }
    for (int r = 0; r < count; r++) {
        sort_shortlist(&out[r]);
    }
}

void pruned_play_find(struct play_scratch *scratch, const struct pruned_nets *nets,
                      const struct position *on_roll, const struct roll_weighted *rolls,
                      int count, struct pruned_play *out)
{
    const struct net *only = nets->pruning == NULL ? nets->main
                             : nets->main == NULL  ? nets->pruning
                                                   : NULL;
    net_expect(scratch->net, on_roll);
    for (int r = 0; r < count; r++) {
        if (only == NULL) {
            shortlist(scratch, nets, on_roll, rolls[r].roll, &out[r]);
        } else {
            movegen_plays(on_roll, rolls[r].roll, &scratch->list);
            rank_with(scratch, nets, only, PRUNED_KEEP_MAX, &out[r]);
        }
    }
    if (only == NULL) {
        value_shortlists(scratch, nets, out, count);
    }
}
