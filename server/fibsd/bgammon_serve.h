#pragma once
/* `fibsd --protocol bgammon`: the core of server/bgammon on a port, and who plays there. */

#include "server/bgammon/bgammond.h"
#include "server/server.h"

struct bgammon_order {
    struct bgammond_config config;
    struct server_options port;
    int hosts, persons; /* who play at random (stand_in.h) */
    int points_most;    /* of the hosts' matches */
    int pace_ms;        /* of theirs */
    bool is_quiet;
    /* Adds the accounts to the core; false ends the program. */
    bool (*add_accounts)(void *context, struct bgammond *core);
    void *context;
};

/* Serves until a signal, then prints what has happened. Returns an exit status. */
int bgammon_serve(const struct bgammon_order *order);
