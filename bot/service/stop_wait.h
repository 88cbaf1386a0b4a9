#pragma once
/* How long a stop may take, and how it is announced. */

#include "bot/config/config.h"
#include "bot/service/account.h"

struct stop_wait {
    int matches;    /* that are to be finished first */
    long seconds;   /* for them, at most; 0: there are none; -1: no limit */
    char text[160]; /* what is done, for the log */
};

/* Of stop number `stops`, from 1, by play.on_stop and play.stop_after of the accounts that
 * are in a match. */
struct stop_wait stop_wait_of(int stops, struct account *const accounts[],
                              const struct config *const configs[], int count);
