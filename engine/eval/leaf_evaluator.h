#pragma once
/*
 * Static evaluation with a weights file (FILE.net: the net alone) or a folder with
 * weights.txt (its databases, too). For one thread.
 */

#include "base/error.h"
#include "engine/eval/eval.h"

struct leaf_evaluator;

bool leaf_evaluator_is_net_file(const char *path); /* whether it ends in .net */

/* Opens the file or folder `path`. Returns NULL with `err` on failure. The caller
 * closes it with leaf_evaluator_close(). */
struct leaf_evaluator *leaf_evaluator_open(const char *path, struct error *err);
void leaf_evaluator_close(struct leaf_evaluator *evaluator); /* may be NULL */

/* Like eval_expect(): announces that the positions evaluated next arise from
 * `before`. */
void leaf_evaluator_expect(struct leaf_evaluator *evaluator,
                           const struct position *before);

/* Like eval_afterstates(). `net` selects the net of a folder; a file has one net. */
void leaf_evaluator_value(struct leaf_evaluator *evaluator, enum eval_net net,
                          const struct position *after, int count, struct outputs *out);

/* Returns the index of the outputs with the highest cubeless equity, the first of
 * equals. */
int leaf_evaluator_best(const struct outputs *outputs, int count);
