#ifndef EXPLAIN_EXPLAIN_QUESTION_INTERNAL_H
#define EXPLAIN_EXPLAIN_QUESTION_INTERNAL_H

#include "explain/explain_reason.h"

/* Returns the first reason as a question that does not name the play ("Which checkers can
 * be hit?"), or "" without reasons. */
const char *explain_question(const struct explain_reasons *reasons);

#endif
