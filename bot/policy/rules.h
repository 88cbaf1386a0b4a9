#pragma once
/*
 * Decides whether a match may be played: applies the rules of bot.conf ([accept],
 * [hours], block lists), in the order of a table, to one invitation, theirs or ours. The
 * first rule that refuses decides; its code goes to log and history, its reason to the
 * user. Pure: when a rule needs a fact that the caller does not know, the caller asks for
 * it once (RULE_ASK_...); without an answer the rule accepts.
 *
 * A saved match is half played already: only rules that shut a user out, or stop us from
 * playing at all, prevent its resumption, or that it is set aside. A match that we have to play is refused only
 * by the latter.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/config/config.h"
#include "bot/policy/access.h"
#include "bot/policy/roster.h"

enum rule_verdict {
    RULE_ACCEPT,
    RULE_STOPPING,
    RULE_ORDERS,
    RULE_SERVER_ENDS,
    RULE_PAUSED,
    RULE_MAINTENANCE,
    RULE_CLOSED,
    RULE_BLOCKED,
    RULE_NOT_ON_LIST,
    RULE_SET_ASIDE,
    RULE_UNLIMITED,
    RULE_LENGTH,
    RULE_RATING_LOW,
    RULE_RATING_HIGH,
    RULE_EXPERIENCE_LOW,
    RULE_EXPERIENCE_HIGH,
    RULE_LENGTH_EXPERIENCE,
    RULE_HUMANS_ONLY,
    RULE_BOTS_ONLY,
    RULE_RESERVED,
    RULE_OWN_SAVED,
    RULE_QUOTA,
    RULE_REPLAY,
    RULE_THEIR_SAVED,
    RULE_REPUTATION,
    RULE_VERDICTS,
    /* not verdicts: find out a fact, then judge again */
    RULE_ASK_WHO = RULE_VERDICTS, /* rating, experience, client */
    RULE_ASK_SAVED,               /* how many saved matches they have */
    RULE_ASK_REPUTATION
};

/* A fact that has to be asked for. */
enum rule_fact_state { RULE_FACT_UNKNOWN, RULE_FACT_KNOWN, RULE_FACT_NOT_TOLD };
struct rule_fact {
    enum rule_fact_state state;
    long value;
};

struct rule_case {
    const char *name;
    bool is_ours;      /* we invite */
    int length;        /* points, POINTS_UNLIMITED, or 0: a saved match is resumed */
    bool is_stopping;  /* we are about to log out */
    bool server_ends;  /* soon */
    bool is_paused;    /* the owner wants no new matches */
    bool takes_orders; /* we play what we are ordered to, and nothing else ... */
    bool is_ordered;   /* ... and this is it: what [accept] says does not matter */
    int minute;        /* of the week, local time; SCHEDULE_UNKNOWN */
    bool is_aside;     /* the saved match is set aside (guardian.h) */
    int own_saved;     /* our matches saved on the server */
    int today;         /* matches begun with them in 24 hours */
    int64_t ended_ms;  /* since the last one ended; INT64_MAX: none */
    enum rule_fact_state who;
    bool is_robot;            /* when `who` is known */
    struct standing standing; /* the same */
    struct rule_fact saved, reputation;
    const struct config_name_list
        *blocked;                /* by ourselves while running; may be NULL */
    const struct access *access; /* may be NULL */
};

enum rule_verdict rules_judge(const struct config *config, const struct rule_case *c);

/* Whether [hours] let us play at `minute`: RULE_ACCEPT, RULE_CLOSED or RULE_MAINTENANCE. */
enum rule_verdict rules_hours(const struct config *config, int minute);

const char *rule_code(enum rule_verdict verdict); /* "length" */

/* Writes the reason for the inviter, with the numbers on which it depends. */
void rule_explain(const struct config *config, enum rule_verdict verdict, char *text,
                  size_t size);
