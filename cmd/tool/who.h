#ifndef CMD_TOOL_WHO_H
#define CMD_TOOL_WHO_H
/*
 * Players and evaluators as they are named on the command line: WHO[,OPTION=VALUE...].
 * "fibsbot" is our engine with the weights that it finds by itself; all others are
 * names that the laboratory knows (arena/contestant.h, lab/study/judge_source.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/paths.h"

enum { WHO_SPEC_SIZE = PATHS_MAX + 256 };

bool who_is_fibsbot(const char *name);

/* The name with "fibsbot" replaced by the folder `weights`. */
void who_spell_out(const char *name, const char *weights, char spec[WHO_SPEC_SIZE]);

/* Of the net or of the list of weights that the name stands for: other contents are
 * other players. The same for all that have none. */
uint64_t who_digest(const char *spec);

/* Of a file's bytes; the same for all that cannot be read. */
uint64_t who_file_digest(const char *path);

#endif
