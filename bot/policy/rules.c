#include "bot/policy/rules.h"

#include <stdio.h>

#include "base/text.h"
#include "bot/base/schedule.h"
#include "engine/board/points.h"

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

/* ---- the rules: true refuses ---------------------------------------------------- */

typedef bool rule_test(const struct config *config, const struct rule_case *c);

/* Defines one by its condition. */
#define REFUSES(name, ...)                                                             \
    static bool name(const struct config *config, const struct rule_case *c)           \
    {                                                                                  \
        (void)config;                                                                  \
        return __VA_ARGS__;                                                            \
    }

REFUSES(is_stopping, c->is_stopping)
REFUSES(is_not_ordered, c->takes_orders)
REFUSES(is_near_the_end, c->server_ends)
REFUSES(is_paused, c->is_paused)
REFUSES(is_maintained, rules_hours(config, c->minute) == RULE_MAINTENANCE)
REFUSES(is_closed, rules_hours(config, c->minute) == RULE_CLOSED)

static enum access_verdict access_of(const struct rule_case *c)
{
    return access_judge(c->access, c->name, c->is_ours ? ACCESS_OUT : ACCESS_IN);
}

REFUSES(is_blocked,
        config_name_list_has(&config->accept.block, c->name) ||
            (c->blocked != NULL && config_name_list_has(c->blocked, c->name)) ||
            access_of(c) == ACCESS_BLOCKED)
REFUSES(is_not_on_list, (config->accept.allow.count > 0 &&
                         !config_name_list_has(&config->accept.allow, c->name)) ||
                            access_of(c) == ACCESS_NOT_ALLOWED)
REFUSES(is_set_aside, c->is_aside)
REFUSES(is_unlimited, c->length == POINTS_UNLIMITED && !config->accept.unlimited)

static bool is_other_length(const struct config *config, const struct rule_case *c)
{
    if (c->length == POINTS_UNLIMITED) {
        return false;
    }
    return c->length < 1 || c->length > MATCH_LENGTH_MAX ||
           !config->accept.lengths.may_play[c->length];
}

REFUSES(is_rated_low, c->standing.is_known && config->accept.min_rating > 0 &&
                          c->standing.rating < config->accept.min_rating)
REFUSES(is_rated_high, c->standing.is_known && config->accept.max_rating > 0 &&
                           c->standing.rating > config->accept.max_rating)
REFUSES(is_new_here, standing_has_experience(&c->standing) &&
                         c->standing.experience < config->accept.min_experience)
REFUSES(is_experienced, standing_has_experience(&c->standing) &&
                            config->accept.max_experience > 0 &&
                            c->standing.experience > config->accept.max_experience)

static bool is_long_for_them(const struct config *config, const struct rule_case *c)
{
    int divider = config->accept.experience_divider;
    return standing_has_experience(&c->standing) && divider > 0 &&
           c->length != POINTS_UNLIMITED && c->length > 1 &&
           c->length > c->standing.experience / divider;
}

REFUSES(is_unwanted_robot, c->is_robot && config->accept.users == CONFIG_USERS_HUMANS)
REFUSES(is_unwanted_human, c->who == RULE_FACT_KNOWN && !c->is_robot &&
                               config->accept.users == CONFIG_USERS_BOTS)
REFUSES(is_reserved, c->is_robot && c->minute != SCHEDULE_UNKNOWN &&
                         schedule_has(config->accept.humans_only, c->minute))
REFUSES(has_many_saved,
        config->accept.max_saved > 0 && c->own_saved >= config->accept.max_saved)
REFUSES(is_over_quota, config->accept.per_day > 0 && c->today >= config->accept.per_day)
REFUSES(is_soon_again, c->ended_ms < (int64_t)config->accept.replay_pause * 1000)
REFUSES(leaves_many_saved, config->accept.max_their_saved > 0 &&
                               c->saved.state == RULE_FACT_KNOWN &&
                               c->saved.value > config->accept.max_their_saved)
REFUSES(has_bad_name, config->accept.ask_reputation &&
                          c->reputation.state == RULE_FACT_KNOWN &&
                          c->reputation.value < config->accept.min_reputation)

/* ---- facts that rules need ------------------------------------------------------ */

static bool wants_who(const struct config *config, const struct rule_case *c)
{
    bool matters = config->accept.min_rating > 0 || config->accept.max_rating > 0 ||
                   config->accept.min_experience > 0 ||
                   config->accept.max_experience > 0 ||
                   config->accept.experience_divider > 0 ||
                   config->accept.users != CONFIG_USERS_ALL ||
                   config->accept.humans_only[0] != '\0';
    return matters && c->who == RULE_FACT_UNKNOWN;
}

REFUSES(wants_saved,
        config->accept.max_their_saved > 0 && c->saved.state == RULE_FACT_UNKNOWN)
REFUSES(wants_reputation,
        config->accept.ask_reputation && c->reputation.state == RULE_FACT_UNKNOWN)

/* ---- what a rule needs to say --------------------------------------------------- */

/* Writes "1, 3-15". */
static void write_lengths(const struct config *config, char *text, size_t size)
{
    const struct config_length_set *set = &config->accept.lengths;
    text[0] = '\0';
    for (int from = 1; from <= MATCH_LENGTH_MAX; from++) {
        if (!set->may_play[from]) {
            continue;
        }
        int to = from;
        while (to < MATCH_LENGTH_MAX && set->may_play[to + 1]) {
            to++;
        }
        text_add(text, size, "%s%d", text[0] != '\0' ? ", " : "", from);
        if (to > from) {
            text_add(text, size, "-%d", to);
        }
        from = to;
    }
}

/* Writes "90 s", "10 min", "2 h": in the largest unit that it is a whole number of. */
static void write_pause(const struct config *config, char *text, size_t size)
{
    static const struct {
        int seconds;
        const char *name;
    } units[] = {{3600, "h"}, {60, "min"}, {1, "s"}};
    int pause = config->accept.replay_pause, i = 0;
    while (pause % units[i].seconds != 0) {
        i++;
    }
    (void)snprintf(text, size, "%d %s", pause / units[i].seconds, units[i].name);
}

/* ---- the table ------------------------------------------------------------------ */

/* Which invitations a rule covers: of others or our own, to new or saved matches. We
 * offer only lengths that we want, and do not ask about users whom we invite. */
enum {
    IN_NEW = 1,
    IN_SAVED = 2,
    OUT_NEW = 4,
    OUT_SAVED = 8,
    NEW = IN_NEW | OUT_NEW,
    ALL = NEW | IN_SAVED | OUT_SAVED,
    ORDERED = 16, /* all of these, of a match that we are ordered to play */
    ALWAYS = ALL | ORDERED
};

struct rule {
    enum rule_verdict verdict;
    unsigned about;
    rule_test *refuses;
    const char *code;
    const char *reason; /* for the inviter; an option's value or a text may follow it */
    size_t number;      /* offset of an int option in struct config; 0: none */
    size_t text;        /* offset of a text option; 0: none */
    void (*write)(const struct config *config, char *text, size_t size); /* or NULL */
};
#define VALUE(option) offsetof(struct config, option)

/* In the order of judging. */
/* clang-format off */
static const struct rule rules[] = {
    {RULE_STOPPING, ALWAYS, is_stopping, .code = "stopping",
     .reason = "I am about to log out."},
    {RULE_ORDERS, ALL, is_not_ordered, .code = "orders",
     .reason = "I play in a tournament, and only its matches."},
    {RULE_BLOCKED, ALL, is_blocked, .code = "blocked",
     .reason = "I do not play with you at present."},
    {RULE_SERVER_ENDS, ALWAYS, is_near_the_end, .code = "server_ends",
     .reason = "The server goes down soon."},
    {RULE_PAUSED, ALWAYS, is_paused, .code = "resting",
     .reason = "I am having a rest."},
    {RULE_MAINTENANCE, ALWAYS, is_maintained, .code = "maintenance",
     .reason = "I am being maintained; please try again later."},
    {RULE_CLOSED, ALWAYS, is_closed, .code = "closed",
     .reason = "I play at these hours of my local time: ", .text = VALUE(hours.active)},
    {RULE_NOT_ON_LIST, ALL, is_not_on_list, .code = "not_on_list",
     .reason = "I only play with certain users now."},
    {RULE_SET_ASIDE, IN_SAVED | OUT_SAVED | ORDERED, is_set_aside, .code = "set_aside",
     .reason = "I have set our saved match aside, since it did not go on."},
    {RULE_UNLIMITED, IN_NEW, is_unlimited, .code = "unlimited",
     .reason = "I do not play unlimited matches."},
    {RULE_LENGTH, IN_NEW, is_other_length, .code = "length",
     .reason = "I play matches of these lengths: ", .write = write_lengths},
    {RULE_ASK_WHO, IN_NEW, wants_who, .code = NULL},
    {RULE_RATING_LOW, NEW, is_rated_low, .code = "rating_low",
     .reason = "I play users with this rating or more: ", .number = VALUE(accept.min_rating)},
    {RULE_RATING_HIGH, NEW, is_rated_high, .code = "rating_high",
     .reason = "I play users with this rating or less: ", .number = VALUE(accept.max_rating)},
    {RULE_EXPERIENCE_LOW, NEW, is_new_here, .code = "experience_low",
     .reason = "I play users with this experience or more: ", .number = VALUE(accept.min_experience)},
    {RULE_EXPERIENCE_HIGH, NEW, is_experienced, .code = "experience_high",
     .reason = "I play users with this experience or less: ", .number = VALUE(accept.max_experience)},
    {RULE_LENGTH_EXPERIENCE, NEW, is_long_for_them, .code = "length_experience",
     .reason = "That match is too long for your experience; I play up to your experience divided by ",
     .number = VALUE(accept.experience_divider)},
    {RULE_HUMANS_ONLY, NEW, is_unwanted_robot, .code = "humans_only",
     .reason = "I do not play with programs."},
    {RULE_BOTS_ONLY, NEW, is_unwanted_human, .code = "bots_only",
     .reason = "I only play with programs."},
    {RULE_OWN_SAVED, NEW, has_many_saved, .code = "own_saved",
     .reason = "I have too many saved matches to begin a new one."},
    {RULE_ASK_SAVED, IN_NEW, wants_saved, .code = NULL},
    {RULE_THEIR_SAVED, IN_NEW, leaves_many_saved, .code = "their_saved",
     .reason = "Please finish some of your saved matches first; I play users with at most ",
     .number = VALUE(accept.max_their_saved)},
    {RULE_QUOTA, NEW, is_over_quota, .code = "quota",
     .reason = "Matches with the same user in 24 hours are limited to ", .number = VALUE(accept.per_day)},
    {RULE_RESERVED, NEW, is_reserved, .code = "reserved",
     .reason = "I do not play with programs at these hours: ", .text = VALUE(accept.humans_only)},
    {RULE_REPLAY, IN_NEW, is_soon_again, .code = "replay",
     .reason = "Others may want to play, too. After a match please wait ", .write = write_pause},
    {RULE_ASK_REPUTATION, IN_NEW, wants_reputation, .code = NULL},
    {RULE_REPUTATION, IN_NEW, has_bad_name, .code = "reputation",
     .reason = "Your reputation is lower than I ask for."},
    {RULE_ACCEPT, 0, NULL, .code = "accept", .reason = ""}, /* the last row */
};
/* clang-format on */
enum { RULES = sizeof rules / sizeof rules[0] };

enum rule_verdict rules_judge(const struct config *config, const struct rule_case *c)
{
    bool is_saved = c->length == 0;
    unsigned about =
        c->is_ours ? (is_saved ? OUT_SAVED : OUT_NEW) : (is_saved ? IN_SAVED : IN_NEW);
    if (c->is_ordered) {
        about = ORDERED;
    }
    for (int i = 0; i < RULES; i++) {
        if ((rules[i].about & about) != 0 && rules[i].refuses(config, c)) {
            return rules[i].verdict;
        }
    }
    return RULE_ACCEPT;
}

static const struct rule *rule_of(enum rule_verdict verdict)
{
    int at = 0;
    while (at < RULES - 1 && rules[at].verdict != verdict) {
        at++;
    }
    return &rules[at];
}

const char *rule_code(enum rule_verdict verdict)
{
    return rule_of(verdict)->code;
}

void rule_explain(const struct config *config, enum rule_verdict verdict, char *text,
                  size_t size)
{
    char value[CONFIG_TEXT_MAX] = "";
    const struct rule *rule = rule_of(verdict);
    const char *refusal = config->talk.refusal;
    const char *options = (const char *)config;
    if (rule->number != 0) {
        const int *number = (const void *)(options + rule->number);
        FORMAT_TEXT(value, "%d", *number);
    } else if (rule->text != 0) {
        COPY_TEXT(value, options + rule->text);
    } else if (rule->write != NULL) {
        rule->write(config, value, sizeof value);
    }
    (void)snprintf(text, size, "%s%s%s%s", refusal, *refusal != '\0' ? " " : "",
                   rule->reason, value);
}
