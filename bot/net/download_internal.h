#pragma once
/* How long a download waits, for its tests. */

#include "bot/net/download.h"

/* All above 0: libcurl takes a 0 for no limit. */
struct download_patience {
    long connect_s;
    long slow_s, slow_bytes; /* fewer bytes a second for so long end it */
};
extern const struct download_patience download_patience;

/* download_file(), which has the patience above. */
bool download_with(const char *url, const char *ca_file, const char *path, int64_t max,
                   const struct download_patience *patience, struct error *err);
