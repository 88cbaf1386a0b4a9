#ifndef BOT_SERVICE_ACCOUNT_GUEST_H
#define BOT_SERVICE_ACCOUNT_GUEST_H
/*
 * Somebody who hears what accounts hear and tells them what to play: a tournament. With
 * one, accounts play what they are ordered to and nothing else (player_take_orders()).
 *
 * The callbacks run on the loop, within the work of the account: they may order and send,
 * but free nothing. An output is shown after it was carried out and recorded.
 */

#include <stdbool.h>
#include <string.h>

#include "bot/game/event.h"
#include "bot/player/player_output.h"

struct account_guest {
    void *context;
    const char *reporter; /* the account that the server tells of all matches */
    void (*online)(void *context, const char *account, bool is_online);
    void (*event)(void *context, const char *account, const struct game_event *event);
    void (*output)(void *context, const char *account,
                   const struct player_output *output); /* may be NULL */
};

/* Whether this is the account of the guest's that hears of all matches, and plays none.
 * `guest` may be NULL. */
static inline bool account_guest_reports(const struct account_guest *guest,
                                         const char *account)
{
    return guest != NULL && strcmp(guest->reporter, account) == 0;
}

#endif
