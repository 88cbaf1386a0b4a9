#pragma once
/*
 * Who tries passwords, and who makes accounts, by address: after GUARD_FREE_TRIES wrong
 * passwords for a name from an address the next tries wait, each twice as long as the one
 * before. Names that nobody has count as one. Whoever knows the password and comes from
 * another address is not kept waiting. The table has room for GUARD_ROWS; the one that was
 * silent for longest makes room.
 */

#include <stdbool.h>
#include <stdint.h>

enum {
    GUARD_ROWS = 256,
    GUARD_HOST_SIZE = 16, /* an IPv4 address */
    GUARD_NAME_SIZE = 64,
    GUARD_FREE_TRIES = 3,
    GUARD_DELAY_MAX_MS = 60000,
    GUARD_FORGETS_MS = 600000, /* after a silence of so long */
    GUARD_HOUR_MS = 3600000
};

struct guard_row {
    char host[GUARD_HOST_SIZE];
    char name[GUARD_NAME_SIZE];
    int count;
    int64_t first_ms, last_ms; /* of what is counted */
    int64_t until_ms;          /* the next try waits for it */
};

struct guard {
    struct guard_row rows[GUARD_ROWS]; /* host "": free */
    struct guard_row all;              /* accounts made by all */
};

/* The time from which a password for a name, "" for one that nobody has, is looked at. */
int64_t guard_opens_at(const struct guard *guard, const char *host, const char *name);

/* A password was wrong. `delay_ms`: fibsd_config.password_delay_ms. */
void guard_note_wrong(struct guard *guard, const char *host, const char *name,
                      int delay_ms, int64_t now_ms);
/* ... or right, which forgets the wrong ones. */
void guard_note_right(struct guard *guard, const char *host, const char *name);

/* Whether one more account may be made within the hour, by this address and by all;
 * counts it. An address of this machine is held only to the limit for all. 0: no limit. */
bool guard_lets_in(struct guard *guard, const char *host, int limit, int limit_all,
                   int64_t now_ms);
