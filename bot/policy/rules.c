#include "bot/policy/rules.h"

#include <stdio.h>
#include <string.h>

#include "bot/base/schedule.h"

/* ---- the rules: true refuses ----------------------------------------------------- */

typedef bool rule(const struct config *config, const struct rule_case *c);

static bool is_stopping(const struct config *config, const struct rule_case *c)
{
    (void)config;
    return c->is_stopping;
}

static bool is_paused(const struct config *config, const struct rule_case *c)
{
    (void)config;
    return c->is_paused;
}

static bool is_maintained(const struct config *config, const struct rule_case *c)
{
    return rules_hours(config, c->minute) == RULE_MAINTENANCE;
}

static bool is_closed(const struct config *config, const struct rule_case *c)
{
    return rules_hours(config, c->minute) == RULE_CLOSED;
}

static enum access_verdict access_of(const struct rule_case *c)
{
    return access_judge(c->access, c->name, c->is_ours ? ACCESS_OUT : ACCESS_IN);
}

static bool is_blocked(const struct config *config, const struct rule_case *c)
{
    return config_name_list_has(&config->accept.block, c->name) ||
           (c->blocked != NULL && config_name_list_has(c->blocked, c->name)) ||
           access_of(c) == ACCESS_BLOCKED;
}

static bool is_not_on_list(const struct config *config, const struct rule_case *c)
{
    return (config->accept.allow.count > 0 &&
            !config_name_list_has(&config->accept.allow, c->name)) ||
           access_of(c) == ACCESS_NOT_ALLOWED;
}

static bool is_unlimited(const struct config *config, const struct rule_case *c)
{
    return c->length == FIBS_UNLIMITED && !config->accept.unlimited;
}

static bool is_other_length(const struct config *config, const struct rule_case *c)
{
    if (c->length == FIBS_UNLIMITED) {
        return false;
    }
    return c->length < 1 || c->length > MATCH_LENGTH_MAX ||
           !config->accept.lengths.may_play[c->length];
}

static bool is_rated_low(const struct config *config, const struct rule_case *c)
{
    return c->standing.is_known && config->accept.min_rating > 0 &&
           c->standing.rating < config->accept.min_rating;
}

static bool is_rated_high(const struct config *config, const struct rule_case *c)
{
    return c->standing.is_known && config->accept.max_rating > 0 &&
           c->standing.rating > config->accept.max_rating;
}

static bool is_new_here(const struct config *config, const struct rule_case *c)
{
    return c->standing.is_known &&
           c->standing.experience < config->accept.min_experience;
}

static bool is_experienced(const struct config *config, const struct rule_case *c)
{
    return c->standing.is_known && config->accept.max_experience > 0 &&
           c->standing.experience > config->accept.max_experience;
}

static bool is_long_for_him(const struct config *config, const struct rule_case *c)
{
    int divider = config->accept.experience_divider;
    return c->standing.is_known && divider > 0 && c->length != FIBS_UNLIMITED &&
           c->length > 1 && c->length > c->standing.experience / divider;
}

static bool is_unwanted_robot(const struct config *config, const struct rule_case *c)
{
    return c->is_robot && config->accept.users == USERS_HUMANS;
}

static bool is_unwanted_human(const struct config *config, const struct rule_case *c)
{
    return c->who == FACT_KNOWN && !c->is_robot && config->accept.users == USERS_BOTS;
}

static bool is_reserved(const struct config *config, const struct rule_case *c)
{
    return c->is_robot && c->minute != SCHEDULE_UNKNOWN &&
           schedule_has(config->accept.humans_only, c->minute);
}

static bool has_many_saved(const struct config *config, const struct rule_case *c)
{
    return config->accept.max_saved > 0 && c->own_saved >= config->accept.max_saved;
}

static bool is_over_quota(const struct config *config, const struct rule_case *c)
{
    return config->accept.per_day > 0 && c->today >= config->accept.per_day;
}

static bool is_soon_again(const struct config *config, const struct rule_case *c)
{
    return c->ended_ms < (int64_t)config->accept.replay_pause * 1000;
}

static bool leaves_many_saved(const struct config *config, const struct rule_case *c)
{
    return config->accept.max_their_saved > 0 && c->saved.state == FACT_KNOWN &&
           c->saved.value > config->accept.max_their_saved;
}

static bool has_bad_name(const struct config *config, const struct rule_case *c)
{
    return config->accept.ask_reputation && c->reputation.state == FACT_KNOWN &&
           c->reputation.value < config->accept.min_reputation;
}

/* ---- facts that rules need ------------------------------------------------------- */

static bool wants_who(const struct config *config, const struct rule_case *c)
{
    bool matters =
        config->accept.min_rating > 0 || config->accept.max_rating > 0 ||
        config->accept.min_experience > 0 || config->accept.max_experience > 0 ||
        config->accept.experience_divider > 0 || config->accept.users != USERS_ALL ||
        config->accept.humans_only[0] != '\0';
    return matters && c->who == FACT_UNKNOWN;
}

static bool wants_saved(const struct config *config, const struct rule_case *c)
{
    return config->accept.max_their_saved > 0 && c->saved.state == FACT_UNKNOWN;
}

static bool wants_reputation(const struct config *config, const struct rule_case *c)
{
    return config->accept.ask_reputation && c->reputation.state == FACT_UNKNOWN;
}

/* ---- their order ----------------------------------------------------------------- */

/* Which invitations a rule covers: of others or our own, to new or saved matches. We
 * offer only lengths that we want, and do not ask about users whom we invite. */
enum {
    IN_NEW = 1,
    IN_SAVED = 2,
    OUT_NEW = 4,
    OUT_SAVED = 8,
    NEW = IN_NEW | OUT_NEW,
    ALL = NEW | IN_SAVED | OUT_SAVED
};

/* clang-format off */
static const struct {
    enum rule_verdict verdict;
    unsigned about;
    rule *refuses;
} rules[] = {
    {RULE_STOPPING,          ALL,    is_stopping},
    {RULE_BLOCKED,           ALL,    is_blocked},
    {RULE_PAUSED,            ALL,    is_paused},
    {RULE_MAINTENANCE,       ALL,    is_maintained},
    {RULE_CLOSED,            ALL,    is_closed},
    {RULE_NOT_ON_LIST,       ALL,    is_not_on_list},
    {RULE_UNLIMITED,         IN_NEW, is_unlimited},
    {RULE_LENGTH,            IN_NEW, is_other_length},
    {RULE_ASK_WHO,           IN_NEW, wants_who},
    {RULE_RATING_LOW,        NEW,    is_rated_low},
    {RULE_RATING_HIGH,       NEW,    is_rated_high},
    {RULE_EXPERIENCE_LOW,    NEW,    is_new_here},
    {RULE_EXPERIENCE_HIGH,   NEW,    is_experienced},
    {RULE_LENGTH_EXPERIENCE, NEW,    is_long_for_him},
    {RULE_HUMANS_ONLY,       NEW,    is_unwanted_robot},
    {RULE_BOTS_ONLY,         NEW,    is_unwanted_human},
    {RULE_OWN_SAVED,         NEW,    has_many_saved},
    {RULE_ASK_SAVED,         IN_NEW, wants_saved},
    {RULE_THEIR_SAVED,       IN_NEW, leaves_many_saved},
    {RULE_QUOTA,             NEW,    is_over_quota},
    {RULE_RESERVED,          NEW,    is_reserved},
    {RULE_REPLAY,            IN_NEW, is_soon_again},
    {RULE_ASK_REPUTATION,    IN_NEW, wants_reputation},
    {RULE_REPUTATION,        IN_NEW, has_bad_name},
};
/* clang-format on */

enum rule_verdict rules_judge(const struct config *config, const struct rule_case *c)
{
    bool is_saved = c->length == 0;
    unsigned about =
        c->is_ours ? (is_saved ? OUT_SAVED : OUT_NEW) : (is_saved ? IN_SAVED : IN_NEW);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if ((rules[i].about & about) != 0 && rules[i].refuses(config, c)) {
            return rules[i].verdict;
        }
    }
    return RULE_ACCEPT;
}

enum rule_verdict rules_hours(const struct config *config, int minute)
{
    if (minute == SCHEDULE_UNKNOWN) {
        return RULE_ACCEPT;
    }
    if (schedule_has(config->hours.maintenance, minute)) {
        return RULE_MAINTENANCE;
    }
    bool is_open =
        config->hours.active[0] == '\0' || schedule_has(config->hours.active, minute);
    return is_open ? RULE_ACCEPT : RULE_CLOSED;
}

/* ---- words ----------------------------------------------------------------------- */

/* What follows the reason, if anything. */
enum detail {
    DETAIL_NONE,
    DETAIL_LENGTHS,
    DETAIL_MIN_RATING,
    DETAIL_MAX_RATING,
    DETAIL_MIN_EXPERIENCE,
    DETAIL_MAX_EXPERIENCE,
    DETAIL_DIVIDER,
    DETAIL_THEIR_SAVED,
    DETAIL_PER_DAY,
    DETAIL_REPLAY,
    DETAIL_ACTIVE,
    DETAIL_RESERVED
};

/* clang-format off */
static const struct {
    const char *code;
    const char *reason;
    enum detail detail;
} words[RULE_VERDICTS] = {
    [RULE_ACCEPT]            = {"accept", "", DETAIL_NONE},
    [RULE_STOPPING]          = {"stopping", "I am about to log out.", DETAIL_NONE},
    [RULE_PAUSED]            = {"resting", "I am having a rest.", DETAIL_NONE},
    [RULE_MAINTENANCE]       = {"maintenance", "I am being maintained; please try again later.", DETAIL_NONE},
    [RULE_CLOSED]            = {"closed", "I play at these hours of my local time: ", DETAIL_ACTIVE},
    [RULE_BLOCKED]           = {"blocked", "I do not play with you at present.", DETAIL_NONE},
    [RULE_NOT_ON_LIST]       = {"not_on_list", "I only play with certain users now.", DETAIL_NONE},
    [RULE_UNLIMITED]         = {"unlimited", "I do not play unlimited matches.", DETAIL_NONE},
    [RULE_LENGTH]            = {"length", "I play matches of these lengths: ", DETAIL_LENGTHS},
    [RULE_RATING_LOW]        = {"rating_low", "I play users with this rating or more: ", DETAIL_MIN_RATING},
    [RULE_RATING_HIGH]       = {"rating_high", "I play users with this rating or less: ", DETAIL_MAX_RATING},
    [RULE_EXPERIENCE_LOW]    = {"experience_low", "I play users with this experience or more: ", DETAIL_MIN_EXPERIENCE},
    [RULE_EXPERIENCE_HIGH]   = {"experience_high", "I play users with this experience or less: ", DETAIL_MAX_EXPERIENCE},
    [RULE_LENGTH_EXPERIENCE] = {"length_experience", "That match is too long for your experience; I play up to your experience divided by ", DETAIL_DIVIDER},
    [RULE_HUMANS_ONLY]       = {"humans_only", "I do not play with programs.", DETAIL_NONE},
    [RULE_BOTS_ONLY]         = {"bots_only", "I only play with programs.", DETAIL_NONE},
    [RULE_RESERVED]          = {"reserved", "I do not play with programs at these hours: ", DETAIL_RESERVED},
    [RULE_OWN_SAVED]         = {"own_saved", "I have too many saved matches to begin a new one.", DETAIL_NONE},
    [RULE_QUOTA]             = {"quota", "Matches with the same user in 24 hours are limited to ", DETAIL_PER_DAY},
    [RULE_REPLAY]            = {"replay", "Others may want to play, too. After a match please wait ", DETAIL_REPLAY},
    [RULE_THEIR_SAVED]       = {"their_saved", "Please finish some of your saved matches first; I play users with at most ", DETAIL_THEIR_SAVED},
    [RULE_REPUTATION]        = {"reputation", "Your reputation is lower than I ask for.", DETAIL_NONE},
};
/* clang-format on */

const char *rule_code(enum rule_verdict verdict)
{
    return words[verdict].code;
}

/* Writes "1, 3-15". */
static void write_lengths(const struct length_set *set, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
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

/* "90 s", "10 min", "2 h": in the largest unit that it is a whole number of. */
static void write_duration(int seconds, char *text, size_t size)
{
    bool is_hours = seconds % 3600 == 0, is_minutes = seconds % 60 == 0;
    (void)snprintf(text, size, "%d %s",
                   seconds / (is_hours     ? 3600
                              : is_minutes ? 60
                                           : 1),
                   is_hours     ? "h"
                   : is_minutes ? "min"
                                : "s");
}

static void write_detail(const struct config *config, enum detail detail, char *text,
                         size_t size)
{
    const int numbers[] = {
        [DETAIL_MIN_RATING] = config->accept.min_rating,
        [DETAIL_MAX_RATING] = config->accept.max_rating,
        [DETAIL_MIN_EXPERIENCE] = config->accept.min_experience,
        [DETAIL_MAX_EXPERIENCE] = config->accept.max_experience,
        [DETAIL_DIVIDER] = config->accept.experience_divider,
        [DETAIL_THEIR_SAVED] = config->accept.max_their_saved,
        [DETAIL_PER_DAY] = config->accept.per_day,
    };
    switch (detail) {
    case DETAIL_NONE:
        text[0] = '\0';
        break;
    case DETAIL_LENGTHS:
        write_lengths(&config->accept.lengths, text, size);
        break;
    case DETAIL_REPLAY:
        write_duration(config->accept.replay_pause, text, size);
        break;
    case DETAIL_ACTIVE:
        (void)snprintf(text, size, "%s", config->hours.active);
        break;
    case DETAIL_RESERVED:
        (void)snprintf(text, size, "%s", config->accept.humans_only);
        break;
    default:
        (void)snprintf(text, size, "%d", numbers[detail]);
        break;
    }
}

void rule_explain(const struct config *config, enum rule_verdict verdict, char *text,
                  size_t size)
{
    char detail[CONFIG_TEXT_MAX];
    const char *refusal = config->talk.refusal;
    write_detail(config, words[verdict].detail, detail, sizeof detail);
    (void)snprintf(text, size, "%s%s%s%s", refusal, *refusal != '\0' ? " " : "",
                   words[verdict].reason, detail);
}
