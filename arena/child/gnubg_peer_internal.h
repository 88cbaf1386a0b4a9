#ifndef ARENA_CHILD_GNUBG_PEER_INTERNAL_H
#define ARENA_CHILD_GNUBG_PEER_INTERNAL_H
/* What gnubg_peer.c shares with its tests. */

#include "arena/child/gnubg_peer.h"

/* Whether it takes a resignation: like gnubg_takes(). */
bool gnubg_accepts(struct gnubg_peer *peer, const struct decision_context *at,
                   bool *is_yes, struct error *err);

/* Its process. */
int gnubg_process(const struct gnubg_peer *peer);

#endif
