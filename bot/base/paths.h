#pragma once
/*
 * Where the program finds its nets and tables, from any working directory. The folders
 * tried, in this order; the first that holds weights.txt wins:
 *
 *   1. the option (--weights or strength.weights); if given, no other is tried
 *   2. the environment variable FIBSBOT_WEIGHTS; if set, no other is tried
 *   3. weights/ beside the program file (build/fibsbot -> build/weights)
 *   4. ../build/weights from there (a build of another kind: build-clang/fibsbot)
 *   5. ../share/fibsbot/weights from there (an installed tree that was moved)
 *   6. PREFIX/share/fibsbot/weights, PREFIX as given to make
 */

#include <stdbool.h>

#include "base/error.h"

enum { PATHS_MAX = 4096 };

/* Finds the folder of the weights. `option` may be "" or NULL. False with `err`, which
 * lists the folders tried. */
bool paths_find_weights(const char *option, char folder[PATHS_MAX], struct error *err);

/* Finds the folder for files that the program keeps between runs and nobody reads: the
 * option if given; else STATE_DIRECTORY (set by systemd), or fibsbot in XDG_STATE_HOME or
 * ~/.local/state. Makes it if missing. False with `err`. */
bool paths_state_folder(const char *option, char folder[PATHS_MAX], struct error *err);
/* The same without making it; false if no environment variable tells it. */
bool paths_find_state_folder(const char *option, char folder[PATHS_MAX]);

/* Writes the folder that an environment variable names, with `below` after it. False if
 * it is not an absolute path. systemd separates several by colons: the first counts. */
bool paths_under(const char *variable, const char *below, char folder[PATHS_MAX]);
