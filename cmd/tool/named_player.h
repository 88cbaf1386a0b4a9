#pragma once
/*
 * Players and evaluators as they are named on the command line: NAME[,OPTION=VALUE...].
 * "fibsbot" is our engine with the default weights; all others are player specs
 * (arena/arena_player.h, lab/study/evaluation.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/base/paths.h"

enum { NAMED_PLAYER_SPEC_SIZE = PATHS_MAX + 256 };

bool named_player_is_fibsbot(const char *name);

/* Whether there are players of these names, and no two of one name: what a command checks
 * before it begins. False with `err`. */
bool named_player_check(const char *const *names, int count, struct error *err);

/* Whether all of them use the cube; else false with `err`, which ends with `advice`. */
bool named_player_check_cube(const char *const *names, int count, const char *advice,
                             struct error *err);

/* The name with "fibsbot" replaced by the folder `weights`. */
void named_player_spec(const char *name, const char *weights,
                       char spec[NAMED_PLAYER_SPEC_SIZE]);

/* Digest of the net file, or of the list and nets of the folder, since other contents
 * make another player. The same for all names without one. */
uint64_t named_player_digest(const char *spec);

/* Until 0.2.0 the digest of a folder was that of its weights.txt alone, which results go on
 * with. Gives `text`, the conditions of a result file, that form if the first line of the
 * file at `path` ends with it; `specs`, up to NULL, are those whose digests are in it. */
void named_player_keep_form(const char *path, const char *const *specs, char *text);
/* The digest of that form. */
uint64_t named_player_former_digest(const char *spec);

/* Digest of a file's bytes; the same for all files that cannot be read. */
uint64_t named_player_file_digest(const char *path);
