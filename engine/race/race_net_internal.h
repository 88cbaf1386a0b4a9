#ifndef ENGINE_RACE_RACE_NET_INTERNAL_H
#define ENGINE_RACE_RACE_NET_INTERNAL_H
/* What race_net.c shares with its tests. */

#include "engine/race/race_net.h"

/* A net from memory. Read weights from memory or from a file. Return NULL with `err`,
 * which begins with `name` or `path` and names the wrong field. The caller frees them
 * with race_weights_free(). */
struct race_weights *race_weights_read(const unsigned char *bytes, size_t size,
                                       const char *name, struct error *err);

#endif
