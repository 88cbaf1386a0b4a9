#pragma once
/* What gnubg_peer.c shares with its tests. */

#include "arena/child/gnubg_peer.h"

/* Its process. */
int gnubg_process(const struct gnubg_peer *peer);
