#ifndef CMD_TOOL_NAMED_PLAYER_H
#define CMD_TOOL_NAMED_PLAYER_H
/*
 * Players and evaluators as they are named on the command line: WHO[,OPTION=VALUE...].
 * "fibsbot" is our engine with the weights that it finds by itself; all others are
 * names that the laboratory knows (arena/player.h, lab/study/evaluation_source.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/paths.h"

enum { NAMED_PLAYER_SPEC_SIZE = PATHS_MAX + 256 };

bool named_player_is_fibsbot(const char *name);

/* The name with "fibsbot" replaced by the folder `weights`. */
void named_player_spec(const char *name, const char *weights,
                       char spec[NAMED_PLAYER_SPEC_SIZE]);

/* Of the net or of the list of weights that the name stands for: other contents are
 * other players. The same for all that have none. */
uint64_t named_player_digest(const char *spec);

/* Of a file's bytes; the same for all that cannot be read. */
uint64_t named_player_file_digest(const char *path);

#endif
