#include "engine/lab/replies.h"

#include <stdlib.h>
#include <string.h>

struct replier {
    struct play_list list;
    struct position batch[ROLLS * KEEP_MAX];
    struct reply *batch_owner[ROLLS * KEEP_MAX];
    struct outputs outputs[MAX_PLAYS];
    struct net_scratch *scratch;
};

struct replier *replier_new(const struct pair *pair)
{
    const struct net *const nets[2] = {pair->small, pair->big};
    struct replier *replier =
        aligned_alloc(alignof(struct position), sizeof(struct replier));
    if (replier == NULL) {
        return NULL;
    }
    replier->scratch = net_scratch_new(nets, 2);
    if (replier->scratch == NULL) {
        free(replier);
        return NULL;
    }
    return replier;
}

void replier_free(struct replier *replier)
{
    if (replier != NULL) {
        net_scratch_free(replier->scratch);
        free(replier);
    }
}

/* Puts a reply among the best so far, if it is one of them. */
static void keep_if_good(struct replies *replies, int keep, const struct reply *reply)
{
    int at = replies->count;
    while (at > 0 && replies->reply[at - 1].equity < reply->equity) {
        at--;
    }
    if (at >= keep) {
        return;
    }
    int last = replies->count < keep ? replies->count++ : keep - 1;
    for (int i = last; i > at; i--) {
        replies->reply[i] = replies->reply[i - 1];
    }
    replies->reply[at] = *reply;
}

static bool is_known(const struct pair *pair, const struct position *after,
                     struct outputs *outputs)
{
    int result = game_result(after);
    if (result != 0) {
        *outputs = outputs_of_result(result);
        return true;
    }
    return pair->bearoff != NULL && bearoff_outputs(pair->bearoff, after, outputs);
}

static struct reply make_reply(const struct pair *pair, const struct position *after,
                               struct outputs outputs)
{
    struct reply reply = {.after = *after, .outputs = outputs};
    reply.is_known = is_known(pair, after, &reply.outputs);
    reply.equity = equity_cubeless(reply.outputs);
    return reply;
}

/* Values all plays of the list with one net and keeps the best. */
static void rank_with(struct replier *replier, const struct pair *pair,
                      const struct net *net, int keep, struct replies *out)
{
    const struct play_list *list = &replier->list;
    net_evaluate(net, pair->kernel, replier->scratch, list->after, list->count,
                 replier->outputs);
    out->count = 0;
    for (int i = 0; i < list->count; i++) {
        struct reply reply = make_reply(pair, &list->after[i], replier->outputs[i]);
        keep_if_good(out, keep, &reply);
    }
}

/* One play is no choice: the small net has nothing to say. */
static void shortlist(struct replier *replier, const struct pair *pair,
                      const struct position *on_roll, struct roll roll,
                      struct replies *out)
{
    movegen_plays(on_roll, roll, &replier->list);
    if (replier->list.count == 1) {
        out->count = 1;
        out->reply[0] =
            make_reply(pair, &replier->list.after[0], (struct outputs){.win = 0});
        return;
    }
    rank_with(replier, pair, pair->small, pair->keep, out);
    while (out->count > 1 &&
           out->reply[out->count - 1].equity < out->reply[0].equity - pair->margin) {
        out->count--;
    }
}

static void sort_replies(struct replies *replies)
{
    struct replies sorted = {.count = 0};
    for (int i = 0; i < replies->count; i++) {
        keep_if_good(&sorted, KEEP_MAX, &replies->reply[i]);
    }
    memcpy(replies, &sorted, sizeof sorted);
}

/* Gives all that is on the short lists the big net's values, in one batch. */
static void value_shortlists(struct replier *replier, const struct pair *pair,
                             struct replies *out, int count)
{
    int n = 0;
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < out[r].count; i++) {
            if (!out[r].reply[i].is_known) {
                replier->batch_owner[n] = &out[r].reply[i];
                replier->batch[n++] = out[r].reply[i].after;
            }
        }
    }
    net_evaluate(pair->big, pair->kernel, replier->scratch, replier->batch, n,
                 replier->outputs);
    for (int i = 0; i < n; i++) {
        replier->batch_owner[i]->outputs = replier->outputs[i];
        replier->batch_owner[i]->equity = equity_cubeless(replier->outputs[i]);
    }
    for (int r = 0; r < count; r++) {
        sort_replies(&out[r]);
    }
}

void replies_find(struct replier *replier, const struct pair *pair,
                  const struct position *on_roll, const struct weighted_roll *rolls,
                  int count, struct replies *out)
{
    const struct net *only = pair->small == NULL ? pair->big
                             : pair->big == NULL ? pair->small
                                                 : NULL;
    for (int r = 0; r < count; r++) {
        if (only == NULL) {
            shortlist(replier, pair, on_roll, rolls[r].roll, &out[r]);
        } else {
            movegen_plays(on_roll, rolls[r].roll, &replier->list);
            rank_with(replier, pair, only, KEEP_MAX, &out[r]);
        }
    }
    if (only == NULL) {
        value_shortlists(replier, pair, out, count);
    }
}
