#ifndef ENGINE_EVAL_LEAF_EVALUATOR_H
#define ENGINE_EVAL_LEAF_EVALUATOR_H
/*
 * Static values of positions from a weights file (FILE.net: the net alone) or from a
 * folder with weights.txt (its databases too). Serves one thread.
 */

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/eval/eval.h"

struct leaf_evaluator;

bool leaf_evaluator_is_net_file(const char *path); /* ends in .net */

/* NULL with `err`. */
struct leaf_evaluator *leaf_evaluator_open(const char *path, struct error *err);
void leaf_evaluator_close(struct leaf_evaluator *evaluator); /* NULL is fine */

/* As eval_expect(): the positions to be valued next come from `before` by one play. */
void leaf_evaluator_expect(struct leaf_evaluator *evaluator,
                           const struct position *before);

/* As eval_afterstates(); finished games get their exact result. `net` says which net of
 * a folder. */
void leaf_evaluator_value(struct leaf_evaluator *evaluator, enum eval_net net,
                          const struct position *after, int count, struct outputs *out);

/* The index of the highest cubeless equity; the first one of equals. */
int leaf_evaluator_best(const struct outputs *outputs, int count);

#endif
