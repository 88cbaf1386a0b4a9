#ifndef ENGINE_NET_WEIGHTS_INTERNAL_H
#define ENGINE_NET_WEIGHTS_INTERNAL_H
/* Weights out of memory, for tests. */

#include "engine/net/weights.h"

/* NULL with `err` naming `name` and the field that is wrong. */
struct weights *weights_read(const unsigned char *bytes, size_t size, const char *name,
                             struct error *err);

#endif
