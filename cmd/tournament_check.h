#ifndef CMD_TOURNAMENT_CHECK_H
#define CMD_TOURNAMENT_CHECK_H
/* `fibsbot tournament check`: whether `run` would start, and how it would go. */

#include <stdint.h>

#include "bot/config/config.h"

/* `file`: the configuration. Tells on standard error all that `run` would refuse, and prints a rehearsal with matches
 * of `point_s` seconds a point, from where the tournament is. False with `err`. */
bool tournament_check(const struct config_set *set, const char *file, int point_s,
                      struct error *err);

/* "45 s", "12 min", "3 h 05 min" */
void tournament_check_span(int64_t seconds, char text[32]);

#endif
