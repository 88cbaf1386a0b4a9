#pragma once
/*
 * Who is logged in, as events tell. When it is full, new users are ignored.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/game/event.h"

enum { ROSTER_MAX = 1024 };

struct roster_user {
    char name[USER_NAME_SIZE];
    struct event_who who; /* when the event came ... */
    int64_t seen_ms;      /* ... by the caller's clock */
};

struct roster {
    int count;
    struct roster_user users[ROSTER_MAX];
};

/* `event` is an EVENT_WHO. */
void roster_update(struct roster *roster, const struct game_event *event,
                   int64_t now_ms);
void roster_remove(struct roster *roster, const char *name);
/* Finds a user; NULL when they are not logged in, as far as we know. */
const struct roster_user *roster_find(const struct roster *roster, const char *name);

/* Guesses from name and client whether a user is a program. FIBS does not mark programs,
 * but its bots have known names, or "bot" as a word of its own in the name: RepBotNG,
 * GammonBot_IV, our_bot, but not talbot or Bottomley. At a seat of `spar` (SEAT_CLIENT)
 * sits a person, whatever the name. `client`: from their who line, may be "". */
bool roster_is_robot(const char *name, const char *client);
