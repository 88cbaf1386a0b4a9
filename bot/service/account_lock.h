#pragma once
/*
 * Prevents two processes from playing one account: a file NAME@HOST:PORT.lock in the
 * state folder (account.state_folder, paths.h), locked by flock(2) while the account is
 * played. The file holds the process id. The system releases the lock however the
 * program ends, even if the file stays. Two log-ins of one name would disconnect each
 * other for ever.
 */

#include "bot/config/config.h"

struct account_lock;

/* Locks the account. NULL with `err` when another process plays it, which passes, or when
 * the state folder cannot be used. */
struct account_lock *account_lock(const struct config *config, struct error *err);
void account_unlock(struct account_lock *lock); /* may be NULL */

/* Returns the id of the process that plays the account now; 0: none. */
long account_lock_holder(const struct config *config);
