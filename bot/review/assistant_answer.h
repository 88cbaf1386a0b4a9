#pragma once
/*
 * The answers of the assistant, without its thread. All functions fill in lines, level
 * and note of an answer.
 */

#include "bot/review/assistant.h"

enum { ASSISTANT_PATH_SIZE = 700 };

/* Where the answers about an account come from. */
struct assistant_source {
    char account[USER_NAME_SIZE];
    char server[CONFIG_TEXT_MAX];
    char history[CONFIG_TEXT_MAX]; /* "": none */
    char folder[CONFIG_TEXT_MAX];  /* of match files; "": none are written */
    char
        record[ASSISTANT_PATH_SIZE]; /* the match to analyse; "": the user's last one */
    bool writes_analysis;
    const char *program; /* that judges: "fibsbot 0.2.0" */
};
void assistant_source_of(const struct config *config, struct assistant_source *source);

void assistant_level(const struct assistant_source *source,
                     struct assistant_answer *answer);
void assistant_stats(const struct assistant_source *source,
                     struct assistant_answer *answer);

/* The analysis of a match, done in steps. */
struct assistant_study;

/* Begins it. NULL when there is nothing to analyse; the answer says why. */
struct assistant_study *assistant_study_begin(const struct assistant_source *source,
                                              const struct engine *eng,
                                              const atomic_bool *stop,
                                              struct assistant_answer *answer);
bool assistant_study_step(struct assistant_study *study); /* false: finished */
/* Writes the file, if enabled, and the answer. */
void assistant_study_tell(struct assistant_study *study,
                          const struct assistant_source *source,
                          struct assistant_answer *answer);
void assistant_study_free(struct assistant_study *study); /* may be NULL */
/* Notes why the match of source.record has no analysis. */
void assistant_study_leave_out(const struct assistant_source *source, const char *why,
                               struct assistant_answer *answer);
