#pragma once
/*
 * What a configuration with [tournament] and [entrant NAME] says, for the director and for
 * the loop: who directs, who plays, which accounts are ours.
 */

#include "bot/config/config.h"
#include "bot/director/director.h"

struct tournament_setup {
    const char *name; /* of the configuration, as the next two */
    const char *database;
    struct director_options options;
    int64_t open_until_s; /* registration ends; 0: there is none */
    int entrant_count;
    struct director_entrant entrants[DIRECTOR_ENTRANTS_MAX]; /* in the order of seeds */
    /* Our accounts: the director first, then our entrants. */
    int account_count;
    const struct config *accounts[CONFIG_LOGINS_MAX];
    struct config *director; /* owned: made where the file has none for it; or NULL */
};

/* Reads the configuration, which must outlive the setup. False with `err`: what does not
 * fit together; else the caller ends with tournament_setup_free(). */
bool tournament_setup_read(const struct config_set *set, struct tournament_setup *setup,
                           struct error *err);
void tournament_setup_free(struct tournament_setup *setup);
