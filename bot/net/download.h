#ifndef BOT_NET_DOWNLOAD_H
#define BOT_NET_DOWNLOAD_H
/* Downloads a file over https. Blocks, so it is for subcommands and not for the loop. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Downloads `url` into the new file `path`. Fails if it has more than `max` bytes.
 * `ca_file`: certificates to trust, "" for the system's. False with `err`; no file is
 * left behind then. */
bool download_file(const char *url, const char *ca_file, const char *path, int64_t max,
                   struct error *err);

#endif
