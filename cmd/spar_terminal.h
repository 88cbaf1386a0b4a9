#ifndef CMD_SPAR_TERMINAL_H
#define CMD_SPAR_TERMINAL_H
/* The terminal of `fibsbot spar --here`, on a thread beside the bot's loop. */

#include "base/error.h"
#include "bot/seat/terminal/terminal.h"

struct spar_terminal;

/* Starts it. Opens the engine for hints from `weights` (NULL: the usual ones). When the
 * person quits, the program is asked to stop (SIGTERM). What `setup` points to must
 * outlive it. NULL with `err`. */
struct spar_terminal *spar_terminal_start(struct terminal_setup *setup,
                                          const char *weights, struct error *err);

/* Ends and frees it; returns terminal_run()'s answer. May be NULL. */
bool spar_terminal_stop(struct spar_terminal *here);

#endif
