#ifndef CMD_STATS_DISK_H
#define CMD_STATS_DISK_H
/* What `fibsbot stats` says of the disk: what the bot has written, option by option, with
 * its limit, and the room that is left. */

#include <jansson.h>
#include <stdio.h>

#include "bot/config/config.h"

struct stats_disk {
    const struct config_set *set;
    const char *history; /* in place of history.file */
    bool is_alone;       /* only it: the other paths are not those of its bot */
};

/* Prints a row for each path that is written and is there. */
void stats_disk_print(const struct stats_disk *disk, FILE *out);

/* The same as an array of objects: option, path, files, bytes, limit_bytes (null: none),
 * free_bytes. */
json_t *stats_disk_json(const struct stats_disk *disk);

#endif
