#pragma once
/*
 * The two files of `fibsbot lab rollout`: decisions to roll out, one a line, and the
 * results, a line for each (bot/analyse/decision_rollout.h).
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* The decisions. Lines have numbers from 1; empty ones are no decisions. */
struct rollout_input {
    char **line; /* without their ends */
    long lines;
    long decisions;
    uint64_t digest;
};

/* Reads a file. False with `err`; rollout_input_free() in any case. */
bool rollout_input_read(struct rollout_input *input, const char *path,
                        struct error *err);
void rollout_input_free(struct rollout_input *input);

/* The line of a number, without its end; NULL if it is empty. */
const char *rollout_input_line(const struct rollout_input *input, long number);

/* The results. On several ranks they come in any order; they are in that of the decisions
 * when the file is complete. */
struct rollout_output {
    const char *path;
    const char *settings; /* of the rollouts, in words; results of others are refused */
    const char *without_cube; /* the same of decisions where nobody may double */
    const char *search; /* likewise, where a result has it: former versions had none */
    const struct rollout_input *input; /* a result whose id its line lacks is refused */
    FILE *file;
    bool *is_known; /* by number of the line */
    long known;     /* results that it has */
    long last;      /* the highest number */
    bool is_mixed;  /* not in the order of the numbers */
};

/* Begins a file, or continues it behind its last whole line. `path`, the words and the
 * input must live as long. False with `err`; rollout_output_close() in any case. */
bool rollout_output_open(struct rollout_output *output,
                         const struct rollout_input *input, struct error *err);

/* Adds a result, a line with its end. False with `err`. */
bool rollout_output_add(struct rollout_output *output, long number, const char *line,
                        struct error *err);

/* `is_complete`: all results are there. False with `err` if not all is written. */
bool rollout_output_close(struct rollout_output *output, bool is_complete,
                          struct error *err);
