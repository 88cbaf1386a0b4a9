#include "engine/eval/leaf_evaluator.h"

#include <stdlib.h>
#include <string.h>

struct leaf_evaluator {
    struct evaluator *evaluator;
    struct eval_scratch *scratch;
};

bool leaf_evaluator_is_net_file(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".net") == 0;
}

struct leaf_evaluator *leaf_evaluator_open(const char *path, struct error *err)
{
    struct leaf_evaluator *v = error_allocate(sizeof *v, err);
    if (v == NULL) {
        return NULL;
    }
    v->evaluator = leaf_evaluator_is_net_file(path) ? eval_open_net(path, err)
                                                    : eval_open(path, err);
    if (v->evaluator != NULL) {
        v->scratch = eval_scratch_new(v->evaluator);
        if (v->scratch != NULL) {
            return v;
        }
        error_no_memory(err);
    }
    leaf_evaluator_close(v);
    return NULL;
}

void leaf_evaluator_close(struct leaf_evaluator *v)
{
    if (v != NULL) {
        eval_scratch_free(v->scratch);
        eval_close(v->evaluator);
        free(v);
    }
}

void leaf_evaluator_expect(struct leaf_evaluator *v, const struct position *before)
{
    eval_expect(v->scratch, before);
}

void leaf_evaluator_value(struct leaf_evaluator *v, enum eval_net net,
                          const struct position *after, int count, struct outputs *out)
{
    eval_afterstates(v->evaluator, v->scratch, net, after, count, out);
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
