#ifndef BOT_NET_DOWNLOAD_H
#define BOT_NET_DOWNLOAD_H
/* A file from an https address; waits for it, so it is for subcommands, not the loop.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Writes what `url` has into the new file `path`, at most `max` bytes of it. `ca_file`:
 * "" for the system's authorities. On failure nothing stays there. */
bool download_file(const char *url, const char *ca_file, const char *path, int64_t max,
                   struct error *err);

#endif
