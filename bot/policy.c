#include "bot/policy.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *code;
    const char *reason;
} verdicts[] = {
    [POLICY_ACCEPT] = {"accept", ""},
    [POLICY_BLOCKED] = {"blocked", ""},
    [POLICY_NOT_ON_LIST] = {"not_on_list", "I only play with certain users now."},
    [POLICY_LENGTH] = {"length", "I play matches of these lengths: "},
    [POLICY_UNLIMITED] = {"unlimited", "I do not play unlimited matches."},
    [POLICY_STOPPING] = {"stopping", "I am about to log out."},
};

enum policy_verdict policy_judge(const struct config *config,
                                 const struct name_list *blocked,
                                 const struct policy_offer *offer)
{
    bool is_blocked = name_list_has(&config->accept.block, offer->name) ||
                      (blocked != NULL && name_list_has(blocked, offer->name));
    if (offer->is_stopping) {
        return POLICY_STOPPING;
    }
    if (is_blocked) {
        return POLICY_BLOCKED;
    }
    if (config->accept.allow.count > 0 &&
        !name_list_has(&config->accept.allow, offer->name)) {
        return POLICY_NOT_ON_LIST;
    }
    if (offer->length == 0) {
        return POLICY_ACCEPT;
    }
    if (offer->length == FIBS_UNLIMITED) {
        return config->accept.allows_unlimited ? POLICY_ACCEPT : POLICY_UNLIMITED;
    }
    bool is_played = offer->length > 0 && offer->length <= MATCH_LENGTH_MAX &&
                     config->accept.lengths.may_play[offer->length];
    return is_played ? POLICY_ACCEPT : POLICY_LENGTH;
}

const char *policy_code(enum policy_verdict verdict)
{
    return verdicts[verdict].code;
}

/* Writes "1, 3-15"; returns the length written. */
static void write_lengths(const struct length_set *set, char *text, size_t size)
{
    size_t used = 0;
    for (int from = 1; from <= MATCH_LENGTH_MAX; from++) {
        if (!set->may_play[from]) {
            continue;
        }
        int to = from;
        while (to < MATCH_LENGTH_MAX && set->may_play[to + 1]) {
            to++;
        }
        const char *comma = used > 0 ? ", " : "";
        int wrote = to > from
                        ? snprintf(text + used, size - used, "%s%d-%d", comma, from, to)
                        : snprintf(text + used, size - used, "%s%d", comma, from);
        if (wrote < 0 || (size_t)wrote >= size - used) {
            return;
        }
        used += (size_t)wrote;
        from = to;
    }
}

void policy_explain(const struct config *config, enum policy_verdict verdict,
                    char *text, size_t size)
{
    char lengths[80] = "";
    if (verdict == POLICY_LENGTH) {
        write_lengths(&config->accept.lengths, lengths, sizeof lengths);
    }
    const char *refusal = config->talk.refusal;
    (void)snprintf(text, size, "%s%s%s%s", refusal, *refusal != '\0' ? " " : "",
                   verdicts[verdict].reason, lengths);
}
