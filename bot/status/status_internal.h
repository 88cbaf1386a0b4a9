#ifndef BOT_STATUS_STATUS_INTERNAL_H
#define BOT_STATUS_STATUS_INTERNAL_H
/* What status.c shares with its tests. */

#include "bot/status/status.h"

/* Finds or adds an account. NULL when there are too many or `status` is NULL. */
struct status_account *status_account(struct status *status, const char *name);

#endif
