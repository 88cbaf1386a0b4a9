#ifndef ENGINE_NET_WEIGHTS_INTERNAL_H
#define ENGINE_NET_WEIGHTS_INTERNAL_H
/* Reading weights from memory, for tests. */

#include "engine/net/weights.h"

/* Reads weights from memory. Returns NULL with `err`, which begins with `name` and
 * names the wrong field. The caller frees them with weights_free(). */
struct weights *weights_read(const unsigned char *bytes, size_t size, const char *name,
                             struct error *err);

#endif
