#pragma once
/*
 * Analyses one position and prints the result as text or as one line of JSON. With dice
 * it ranks the plays; without, it evaluates the cube action; after a double, the answer.
 *
 * All numbers are those of the player on roll (of an offered double: the doubler).
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "engine/board/decision_context.h"
#include "engine/board/position_id.h"
#include "engine/engine.h"
#include "explain/explain_reason.h"

struct analysis_tools {
    const struct engine *engine;
    struct search_scratch *scratch;
    struct strength strength;
    int plays_shown;            /* at most so many ranked plays */
    struct ranked_play *ranked; /* room for PLAY_LIST_MAX */
    const char *played;         /* the play that was made, or NULL */
    struct play_list *list;     /* buffer to read it; may be NULL without `played` */
};

/* Makes the memory that is needed with this engine. False with `err`; also then the caller
 * ends with analysis_tools_close(). */
bool analysis_tools_open(struct analysis_tools *tools, const struct engine *engine,
                         struct error *err);
void analysis_tools_close(struct analysis_tools *tools);

enum analysis_kind { ANALYSIS_PLAY, ANALYSIS_CUBE, ANALYSIS_ANSWER };

struct analysis {
    enum analysis_kind kind;
    struct decision_context at; /* mine is on roll, or answers a double */
    int plays;     /* ranked plays of kind ANALYSIS_PLAY, in analyser->ranked */
    int played;    /* index of the play made, evaluated at the full ply */
    bool is_legal; /* whether `played` is legal */
    struct cube_decision cube;
    bool is_take;   /* of kind ANALYSIS_ANSWER */
    bool is_accept; /* whether to accept the resignation in `at`, where there is one */
};

/* Reads an XGID, a GNU position id with or without a match id, a FIBS board line, or a
 * `board` of bgammon.org as JSON, in one line.
 * False with `err`, also when the game is over. */
bool analysis_read(const char *text, struct decision_context *at, struct error *err);

/* The same of a word of a command line that is no file, which the error says, too. */
bool analysis_read_word(const char *word, struct decision_context *at,
                        struct error *err);
typedef bool analysis_reader(const char *, struct decision_context *, struct error *);

/* Whether a word can be the name of a file: these have a dot, of positions only boards of
 * servers may. */
bool analysis_may_be_file(const char *word);

void analysis_make(struct analysis_tools *analyser, const struct decision_context *at,
                   struct analysis *out);

/* Whether the play made was legal; else false with `err`. */
bool analysis_check_played(const struct analysis *analysis, const char *played,
                           struct error *err);

/* Writes why the play made loses, or "" (explain/explain.h); it must be legal. */
void analysis_explain_played(const struct analysis_tools *analyser,
                             const struct analysis *analysis, char text[EXPLAIN_SIZE]);

/* Prints the analysis as text. `id` is the input, which is repeated. */
void analysis_print(const struct analysis_tools *analyser,
                    const struct analysis *analysis, const char *id, FILE *out);

/* Prints its first lines: the input and the decision to make. */
void analysis_print_head(const struct analysis *analysis, const char *id, FILE *out);

/* Prints the line "cube action: ...". */
void analysis_print_action(const struct cube_decision *decision, FILE *out);

/* Returns GNU Backgammon's word for an error of this equity, ", bad"; "" for small ones. */
const char *analysis_error_word(double loss);

/* Writes one JSON object and a line end. The members are described in the manual page,
 * fibsbot(1). False when the write fails. */
bool analysis_print_json(const struct analysis_tools *analyser,
                         const struct analysis *analysis, const char *id, FILE *out);
bool analysis_print_json_error(const char *id, const char *error, FILE *out);
