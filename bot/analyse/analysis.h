#ifndef BOT_ANALYSE_ANALYSIS_H
#define BOT_ANALYSE_ANALYSIS_H
/*
 * One position analysed and told: as a listing for people or as one line of JSON. With
 * dice the plays are ranked; without, the cube action is judged; when a double has been
 * offered, the answer to it.
 *
 * All numbers are those of the player on roll (of an offered double: the doubler).
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "engine/board/position_id.h"
#include "engine/engine.h"

struct analyser {
    const struct engine *engine;
    struct scratch *scratch;
    struct strength strength;
    int plays_shown;            /* at most so many ranked plays */
    struct ranked_play *ranked; /* room for MAX_PLAYS */
    const char *played;         /* the play that was made, or NULL */
    struct play_list *list;     /* room to read it; may be NULL without `played` */
};

enum analysis_kind { ANALYSIS_PLAY, ANALYSIS_CUBE, ANALYSIS_ANSWER };

struct analysis {
    enum analysis_kind kind;
    struct decision_context at; /* mine is on roll, or answers a double */
    int plays;     /* ranked plays of kind ANALYSIS_PLAY, in analyser->ranked */
    int played;    /* number among them of the play made, judged at the full ply */
    bool is_legal; /* whether that is one */
    struct cube_decision cube;
    bool is_take;   /* of kind ANALYSIS_ANSWER */
    bool is_accept; /* whether to accept the resignation in `at`, where there is one */
};

/* Reads an XGID, a GNU position id with or without a match id, or a FIBS board line;
 * false with `err` also when the game is over. */
bool analysis_read(const char *text, struct decision_context *at, struct error *err);

void analysis_make(struct analyser *analyser, const struct decision_context *at,
                   struct analysis *out);

/* `id` is the input, shown again. */
void analysis_print(const struct analyser *analyser, const struct analysis *analysis,
                    const char *id, FILE *out);

/* Its first lines: the input, and what is to be decided. */
void analysis_print_head(const struct analysis *analysis, const char *id, FILE *out);

/* The line "cube action: ...". */
void analysis_print_action(const struct cube_decision *decision, FILE *out);

/* GNU Backgammon's words for an error of so much equity, ", bad"; none for small ones.
 */
const char *analysis_error_word(double loss);

/* One JSON object and a line end; false when it could not be written. The members are
 * described in the manual page, fibsbot(1). */
bool analysis_print_json(const struct analyser *analyser,
                         const struct analysis *analysis, const char *id, FILE *out);
bool analysis_print_json_error(const char *id, const char *error, FILE *out);

#endif
