#pragma once
/* What `spar` and `tournament run --local` need for bots on a server of our own. */

#include <stdbool.h>

#include "base/error.h"

/* Draws a password that nobody else knows. False with `err`. The caller wipes it. */
enum { OWN_SERVER_PASSWORD_SIZE = 21 };
bool own_server_password(char password[OWN_SERVER_PASSWORD_SIZE], struct error *err);

/* The rating that a level aims at; NULL or "": that of the default strength. */
int own_server_rating(const char *level);

/* Makes the folder and its parent; readable by the owner alone, since it holds passwords. */
bool own_server_folder(char *folder, struct error *err);

/* Locks the folder for this process: two servers would overwrite each other's accounts
 * and matches. Returns a descriptor, whose close() unlocks it, or -1 with `err`. On a file
 * system without locks it always succeeds. */
int own_server_lock(const char *folder, struct error *err);

enum { OWN_SERVER_EXPERIENCE = 1000 }; /* of a bot: its rating hardly moves */

/* For local_server_options.warn: prints it on standard error. */
void own_server_warn(void *context, const char *text);
