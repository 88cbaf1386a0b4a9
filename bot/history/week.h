#pragma once
/*
 * The report of a week: what a bot did and met, and what its operator should look at. From
 * the history: results and rating with its error, refusals by reason, lines of the server
 * that were unknown, lost connections and waits, saved matches and matches that were left.
 */

#include <stdint.h>
#include <stdio.h>

#include "base/database.h"
#include "base/error.h"

enum { WEEK_S = 7 * 24 * 3600 };

/* Prints the report of the seven days before `now_s` (seconds since 1970), of one account
 * or server or, with "", of all. False with `err`. */
bool week_print(struct database *database, const char *account, const char *server,
                int64_t now_s, FILE *out, struct error *err);
