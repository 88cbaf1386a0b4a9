#pragma once
/* The terminal of `spar --here`, on a thread beside the bot's loop. */

#include "bot/seat/terminal/terminal.h"

struct spar_terminal;

/* Opens the engine for hints from the usual weights. When the person quits, the program is
 * asked to stop (SIGTERM). What `setup` points to must outlive it. NULL with `err`. */
struct spar_terminal *spar_terminal_start(struct terminal_setup *setup,
                                          struct error *err);

/* Ends and frees it; returns terminal_run()'s answer. May be NULL. */
bool spar_terminal_stop(struct spar_terminal *here);
