#ifndef BOT_CONFIG_CONFIG_RELOAD_H
#define BOT_CONFIG_CONFIG_RELOAD_H
/*
 * A configuration that takes over what a newer reading of its file says, while it is in
 * use. Most options are looked at whenever they matter, so the change of one counts
 * from the next invitation, match or decision on. Some made something when the program
 * started (a connection, an open file, threads): those keep their values until it
 * starts again. The column `reload` of the table of options says which (options.h).
 */

#include <stddef.h>

#include "bot/config/config.h"

enum { CONFIG_CHANGES_SIZE = 600 };

/* Names of options, "accept.lengths, play.resign"; "" for none. */
struct config_changes {
    char taken[CONFIG_CHANGES_SIZE];
    char waiting[CONFIG_CHANGES_SIZE]; /* for the next start */
};

void config_take_over(struct config *running, const struct config *fresh,
                      struct config_changes *changes);

#endif
