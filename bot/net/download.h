#pragma once
/* Downloads a file over https. Blocks, so it is for subcommands and not for the loop.
 * Addresses of downloads and webhooks are checked here, too. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Downloads `url` into the new file `path`. Fails if it has more than `max` bytes.
 * `ca_file`: certificates to trust, "" for the system's. False with `err`; no file is
 * left behind then. */
bool download_file(const char *url, const char *ca_file, const char *path, int64_t max,
                   struct error *err);

/* Whether it is a well formed http or https address of a host, with a port from 1 to
 * 65535 if there is one. `err` does not quote it, since such an address may be a
 * secret. */
bool download_check_url(const char *url, struct error *err);
