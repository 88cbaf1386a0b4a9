#ifndef BOT_SERVICE_ACCOUNT_LOCK_H
#define BOT_SERVICE_ACCOUNT_LOCK_H
/*
 * Keeps a name from being played twice: a file NAME@HOST:PORT.lock in the state folder
 * (account.state_folder, paths.h), locked by flock(2) as long as the account is played.
 * The file holds the number of the process. The system takes the lock back however the
 * program ends, even where the file stays. Two log-ins of one name would throw each
 * other off the server for ever.
 */

#include "bot/config/config.h"

struct account_lock;

/* NULL with `err` when another process plays the account, or a state folder that the
 * operator named cannot be used. Where the usual folder cannot be used the account is
 * played without a lock: `err` says so (its text is empty otherwise). */
struct account_lock *account_lock(const struct config *config, struct error *err);
void account_unlock(struct account_lock *lock); /* NULL is taken */

#endif
