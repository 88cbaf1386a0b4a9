#include <stdio.h>
#include <string.h>

#include "bot/player/core_internal.h"
#include "bot/policy/robots.h"

/* ---- who may play --------------------------------------------------------------- */

bool player_has_enough(const struct player *p)
{
    int max = p->config->play.max_matches;
    return max > 0 && p->finished >= max;
}

bool player_takes_matches(const struct player *p)
{
    bool has_order = !p->takes_orders || p->order.opponent[0] != '\0';
    return !p->is_stopping && !p->is_paused && !player_has_enough(p) && has_order &&
           rules_hours(p->config, p->minute) == RULE_ACCEPT;
}

bool player_is_robot(const struct player *p, const char *name)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    return robots_is_one(name, user != NULL ? user->who.client : "");
}

void player_describe_user(const struct player *p, const char *name, struct rule_case *c)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    c->name = name;
    c->is_stopping = p->is_stopping || player_has_enough(p);
    c->is_paused = p->is_paused;
    c->takes_orders = p->takes_orders;
    c->is_ordered = player_is_ordered(p, name, c->length);
    c->minute = p->minute;
    c->is_aside = player_shuns(p, name, c->length);
    c->own_saved = guardian_saved_count(&p->guardian);
    c->today = recent_opponents_today(&p->recent_opponents, name, RECENT_OPPONENT_BEGUN,
                                      p->now_ms);
    c->ended_ms = recent_opponents_since(&p->recent_opponents, name,
                                         RECENT_OPPONENT_ENDED, p->now_ms);
    c->is_robot = player_is_robot(p, name);
    c->blocked = &p->blocked;
    c->access = p->access;
    if (user != NULL) {
        c->who = RULE_FACT_KNOWN;
        c->standing = user->who.standing;
    }
}

bool player_is_free(const struct player *p, const char *name)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    return user != NULL && user->who.is_ready && !user->who.is_playing;
}

bool player_is_welcome(const struct player *p, const char *name, int length,
                       bool is_ours)
{
    struct rule_case offer = {.is_ours = is_ours, .length = length};
    player_describe_user(p, name, &offer);
    enum rule_verdict verdict = rules_judge(p->config, &offer);
    return verdict == RULE_ACCEPT || verdict >= RULE_VERDICTS;
}

bool player_may_invite(const struct player *p, const char *name, int length)
{
    return player_is_welcome(p, name, length, true) &&
           !player_pause_holds(&p->invite_pauses, name, p->now_ms);
}

/* ---- our invitations ------------------------------------------------------------ */

void player_invite(struct player *p, const char *name, int length)
{
    struct game_order order = {.type = ORDER_INVITE, .length = length};
    if (!user_name_is_good(name)) {
        player_log(p, LOG_WARNING, "cannot invite \"%s\": not a user name", name);
        player_pause_user(&p->invite_pauses, name, INT64_MAX);
        return;
    }
    char what[40];
    player_length_text(length, what, sizeof what);
    player_log(p, LOG_INFO, "inviting %s to %s", name, what);
    if (p->inviting.name != name) {
        (void)snprintf(p->inviting.name, sizeof p->inviting.name, "%s", name);
    }
    p->inviting.length = length;
    p->is_answering = false;
    memcpy(order.name, p->inviting.name, sizeof order.name);
    player_send(p, &order);
    player_enter(p, PLAYER_INVITING, "invite sent");
    player_wait(p, (int64_t)p->config->invite.timeout * 1000);
}

bool player_try_invite(struct player *p, const char *name, int length)
{
    if (guardian_has_stake(&p->guardian, name) && !player_begins_anew(p, name)) {
        length = PLAYER_LENGTH_RESUME; /* a new match would destroy the saved one */
    } else if (p->longest > 0 && length > p->longest && !p->takes_orders) {
        length = p->longest;
    }
    bool may_invite = player_may_invite(p, name, length);
    if (may_invite) {
        player_invite(p, name, length);
    }
    return may_invite;
}

/* ---- invitations of others ------------------------------------------------------ */

struct player_invitation *player_find_waiting(struct player *p, const char *name)
{
    for (int i = 0; i < p->waiting_count; i++) {
        if (strcmp(p->waiting[i].name, name) == 0) {
            return &p->waiting[i];
        }
    }
    return NULL;
}

void player_withdraw_invitation(struct player *p, const char *name, const char *why)
{
    struct player_invitation *row = player_find_waiting(p, name);
    if (row != NULL) {
        p->waiting_count--;
        memmove(row, row + 1,
                (size_t)(&p->waiting[p->waiting_count] - row) * sizeof *row);
    }
    if (strcmp(p->invited.name, name) == 0 && p->state != PLAYER_JOINING) {
        p->invited.name[0] = '\0';
        if (p->state == PLAYER_INVITED || p->state == PLAYER_ASKING) {
            player_enter(p, PLAYER_LOBBY, why);
        }
    }
}

void player_take_invitation(struct player *p)
{
    if (p->invited.name[0] == '\0' && p->waiting_count > 0) {
        p->invited = p->waiting[0];
        p->waiting_count--;
        memmove(&p->waiting[0], &p->waiting[1],
                (size_t)p->waiting_count * sizeof p->waiting[0]);
    }
    if (p->invited.name[0] != '\0') {
        player_enter(p, PLAYER_INVITED, "an invitation is open");
    }
}

void player_join(struct player *p)
{
    if (!user_name_is_good(p->invited.name)) {
        p->invited.name[0] = '\0';
        player_enter(p, PLAYER_LOBBY, "the inviter has no user name");
        return;
    }
    player_send_about(p, ORDER_JOIN, p->invited.name);
    player_enter(p, PLAYER_JOINING, "join sent");
}
