#include "engine/eval/leaf_evaluator.h"

#include <stdlib.h>
#include <string.h>

#include "engine/net/net.h"

struct leaf_evaluator {
    struct net *net; /* NULL when `path` is a folder */
    struct net_scratch *net_scratch;
    struct evaluator *evaluator;
    struct eval_scratch *eval_scratch;
};

bool leaf_evaluator_is_net_file(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".net") == 0;
}

static bool open_net(struct leaf_evaluator *v, const char *path, struct error *err)
{
    v->net = net_load(path, err);
    if (v->net == NULL) {
        return false;
    }
    const struct net *const nets[1] = {v->net};
    v->net_scratch = net_scratch_new(nets, 1);
    if (v->net_scratch == NULL) {
        error_set(err, "%s: out of memory", path);
    }
    return v->net_scratch != NULL;
}

static bool open_folder(struct leaf_evaluator *v, const char *folder, struct error *err)
{
    v->evaluator = eval_open(folder, err);
    if (v->evaluator == NULL) {
        return false;
    }
    v->eval_scratch = eval_scratch_new(v->evaluator);
    if (v->eval_scratch == NULL) {
        error_set(err, "%s: out of memory", folder);
    }
    return v->eval_scratch != NULL;
}

struct leaf_evaluator *leaf_evaluator_open(const char *path, struct error *err)
{
    struct leaf_evaluator *v = calloc(1, sizeof *v);
    if (v == NULL) {
        error_set(err, "%s: out of memory", path);
        return NULL;
    }
    if (!(leaf_evaluator_is_net_file(path) ? open_net(v, path, err)
                                           : open_folder(v, path, err))) {
        leaf_evaluator_close(v);
        return NULL;
    }
    return v;
}

void leaf_evaluator_close(struct leaf_evaluator *v)
{
    if (v == NULL) {
        return;
    }
    net_scratch_free(v->net_scratch);
    net_free(v->net);
    eval_scratch_free(v->eval_scratch);
    eval_close(v->evaluator);
    free(v);
}

void leaf_evaluator_expect(struct leaf_evaluator *v, const struct position *before)
{
    if (v->evaluator != NULL) {
        eval_expect(v->eval_scratch, before);
    } else {
        net_expect(v->net_scratch, before);
    }
}

void leaf_evaluator_value(struct leaf_evaluator *v, enum eval_net net,
                          const struct position *after, int count, struct outputs *out)
{
    if (v->evaluator != NULL) {
        eval_afterstates(v->evaluator, v->eval_scratch, net, after, count, out);
        return;
    }
    net_evaluate(v->net, net_kernel_find(NULL), v->net_scratch, after, count, out);
    for (int i = 0; i < count; i++) {
        int result = position_game_result(&after[i]);
        if (result != 0) {
            out[i] = outputs_of_result(result);
        }
    }
}

int leaf_evaluator_best(const struct outputs *outputs, int count)
{
    int best = 0;
    float best_equity = equity_cubeless(outputs[0]);
    for (int i = 1; i < count; i++) {
        float equity = equity_cubeless(outputs[i]);
        if (equity > best_equity) {
            best = i;
            best_equity = equity;
        }
    }
    return best;
}
