#pragma once
/* Why the decisions of an analysed match lose (explain/explain.h). */

#include "explain/explain_reason.h"
#include "match/match_analysis.h"

/* Losses from here are explained in reports. */
#define MATCH_EXPLAIN_LEAST 0.05

/* Finds the reasons of a decision that is done; none of a beaver. Its number is not looked
 * at. */
void match_explain_reasons(const struct match_turns *turns,
                           const struct match_analysis *analysis,
                           const struct match_worst_decision *decision,
                           struct explain_reasons *reasons);

/* The same of a decision that is in no file: of play `made` of ranked ones, ... */
void match_explain_play(const struct engine *engine, const struct position *pos,
                        const struct match_state *ms, const struct ranked_play *ranked,
                        int count, int made, struct explain_reasons *reasons);
/* ... and of the wrong one of two cube actions, to double or not, or the two answers. `pos`,
 * `ms` and `cube` are the doubler's, before the double. */
void match_explain_cube(const struct engine *engine, const struct position *pos,
                        const struct match_state *ms, const struct cube_decision *cube,
                        bool is_answer, struct explain_reasons *reasons);

/* Writes why a decision loses, with the names of the players; "": nothing certain can be
 * said, or its loss is below MATCH_EXPLAIN_LEAST. */
void match_explain(const struct match_turns *turns,
                   const struct match_analysis *analysis,
                   const struct match_worst_decision *decision,
                   char text[EXPLAIN_SIZE]);

enum { MATCH_EXPLAIN_INDENT_MAX = 31 };

/* Prints a text in lines of `width` columns, each after `indent` blanks. */
void match_explain_print(const char *text, int indent, int width, FILE *out);
