#pragma once
/*
 * The rules of strength.opponents, "anna=beginner, bert=1700, carl=equal", and the words
 * for levels in them: the name or rating of a level (engine/level.h), or a kind of
 * sparring.
 */

#include <stdbool.h>

#include "base/error.h"
#include "bot/config/config.h"
#include "engine/level.h"

struct opponents_rule {
    char name[USER_NAME_SIZE];
    char level[LEVEL_TEXT_SIZE];
};

/* The next rule of a list between commas, without blanks; false at the end. What is too
 * long or has no "=" gives an empty level. */
bool opponents_next(const char **cursor, struct opponents_rule *rule);

/* The kind of sparring (enum config_spar) that "no", "below", "equal" or "above" names, or -1. */
int opponents_spar(const char *word);

/* Whether it is a word for a level. `err` (may be NULL) says what is wrong, with the
 * nearest name if one is near. */
bool opponents_check_word(const char *word, struct error *err);
/* The same without the kinds of sparring. */
bool opponents_check_level(const char *word, struct error *err);

/* Whether all rules can be read; `err` (may be NULL) names the first that cannot. */
bool opponents_check(const char *opponents, struct error *err);
