#ifndef ENGINE_RACE_RACE_NET_INTERNAL_H
#define ENGINE_RACE_RACE_NET_INTERNAL_H
/* What race_net.c shares with its tests. */

#include "engine/race/race_net.h"

/* A net from memory. NULL with `err` naming `name` and the field that is wrong. */
struct race_weights *race_weights_read(const unsigned char *bytes, size_t size,
                                       const char *name, struct error *err);

#endif
