#ifndef CMD_SPAR_WEB_H
#define CMD_SPAR_WEB_H
/* `fibsbot spar --web`: the table in a browser, beside the bot. */

#include <stdbool.h>

#include "bot/seat/browser/table.h"

/* Opens the table, says where it is, and starts the browser if `opens` and there is a
 * desktop. NULL with `err`. table_close() ends it. */
struct table *spar_web_open(const struct table_options *options, bool opens,
                            struct error *err);

#endif
