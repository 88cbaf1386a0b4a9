#pragma once
/*
 * The client of a bgammon.org server as one of a table of play (bot/game/client.h).
 *
 * While it takes matches it opens one of setup->points points and waits until somebody
 * joins (bgammon_offer.h); it joins nobody. A match that is over is left; so is one whose
 * opponent, of whom not even the name is known, is away for setup->patience_s. The
 * connection is in the clear, or by TLS with has_websocket; has_tls without it is refused.
 */

#include "bot/game/client.h"

client_open bgammon_connect;
