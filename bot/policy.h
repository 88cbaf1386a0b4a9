#ifndef BOT_POLICY_H
#define BOT_POLICY_H
/*
 * With whom to play and what: the rules of bot.conf ([accept], [invite]) applied to one
 * invitation. Each refusal has a code for the log and a sentence for the inviter.
 */

#include <stdbool.h>

#include "bot/config.h"
#include "bot/decision.h"
#include "bot/roster.h"

enum policy_verdict {
    POLICY_ACCEPT,
    POLICY_BLOCKED,
    POLICY_NOT_ON_LIST,
    POLICY_LENGTH,
    POLICY_UNLIMITED,
    POLICY_STOPPING,
    POLICY_RESTING
};

struct policy_offer {
    const char *name;
    int length; /* points, FIBS_UNLIMITED, or 0: a saved match is resumed */
    bool is_stopping;
};

/* `blocked`: users shut out while running, beside config's; may be NULL. A saved match
 * may be resumed whatever its length. */
enum policy_verdict policy_judge(const struct config *config,
                                 const struct name_list *blocked,
                                 const struct policy_offer *offer);

/* The level to play `opponent` at, by the rules of [strength]; "" for the usual one.
 * What strength.opponents says of him comes first, then his own `wish` ("": none), then
 * strength.spar. `standing` is what is known of his rating; may be NULL. */
void policy_level(const struct config *config, const char *opponent, const char *wish,
                  const struct standing *standing, char level[DECISION_LEVEL_MAX]);

/* "equal", "above", "below", "no" */
bool policy_is_spar_word(const char *word);

/* NULL if strength.opponents can be read, else the entry that is wrong, in `fault`. */
const char *policy_opponents_fault(const char *opponents, char *fault, size_t size);

const char *policy_code(enum policy_verdict verdict); /* "length" */

/* Writes what to tell the inviter, with the lengths that are played where that is the
 * reason. */
void policy_explain(const struct config *config, enum policy_verdict verdict,
                    char *text, size_t size);

#endif
