#include "bot/policy/policy.h"

#include <stdio.h>
#include <string.h>

#include "bot/config/opponents.h"
#include "engine/level.h"

/* At the opponent's rating, or the margin away from it. */
static void write_spar_level(const struct config *config, int spar, double rating,
                             char level[LEVEL_TEXT_SIZE])
{
    int margin = config->strength.spar_margin;
    int wanted = (int)(rating + 0.5) + (spar == CONFIG_SPAR_ABOVE   ? margin
                                        : spar == CONFIG_SPAR_BELOW ? -margin
                                                                    : 0);
    wanted = wanted < LEVEL_RATING_LEAST ? LEVEL_RATING_LEAST : wanted;
    wanted = wanted > LEVEL_RATING_MOST ? LEVEL_RATING_MOST : wanted;
    (void)snprintf(level, LEVEL_TEXT_SIZE, "%d", wanted);
}

/* Reads a rule or wish: writes a level into `level`, or returns a kind of sparring. */
static int take_rule(const char *rule, char level[LEVEL_TEXT_SIZE])
{
    int spar = opponents_spar(rule);
    if (spar < 0) {
        (void)snprintf(level, LEVEL_TEXT_SIZE, "%s", rule);
        return CONFIG_SPAR_NO;
    }
    return spar;
}

void policy_level(const struct config *config, const char *opponent, const char *listed,
                  const char *wish, const struct standing *standing,
                  char level[LEVEL_TEXT_SIZE])
{
    const char *cursor = config->strength.opponents;
    struct opponents_rule rule;
    const char *wanted = *listed != '\0' ? listed : wish;
    level[0] = '\0';
    while (opponents_next(&cursor, &rule)) {
        if (strcmp(rule.name, opponent) == 0) {
            wanted = rule.level;
            break;
        }
    }
    int spar = *wanted != '\0' ? take_rule(wanted, level) : config->strength.spar;
    if (spar != CONFIG_SPAR_NO && standing != NULL && standing->is_known) {
        write_spar_level(config, spar, standing->rating, level);
    }
}
