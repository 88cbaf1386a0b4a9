#pragma once
/*
 * The client of a bgammon.org server as one of a table of play (bot/game/client.h).
 *
 * While it takes matches it opens one of setup->points points and waits until somebody
 * joins; it joins nobody. A match that is over, or that nobody has joined when it takes
 * none any more, is left; so is one that waits when the server's owner speaks to all, as
 * before a shutdown. Where the server opens none it asks again after pauses that grow from 6
 * seconds to a minute. The connection is in the clear, or by TLS with has_websocket; has_tls
 * without it is refused.
 */

#include "bot/game/client.h"

client_open bgammon_connect;
