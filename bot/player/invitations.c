/* Who may play with whom, our invitations, and those of others: finds out about the user, then
 * accepts or refuses.
 *
 * A user may replace an invitation until we have joined, and only the last one counts:
 * so each new one is judged again. Invitations of others are queued meanwhile. */
#include <string.h>

#include "base/text.h"
#include "bot/player/core_internal.h"
#include "bot/policy/reputation.h"

/* Between two bots that invite each other, the one with the lower name joins at once
 * and the other only after this. */
enum { CROSSED_WAIT_MS = 2500, ASK_MS = 8000 };

/* ---- who may play --------------------------------------------------------------- */

bool player_has_enough(const struct player *p)
{
    int max = p->config->play.max_matches;
    return max > 0 && p->finished >= max;
}

bool player_server_ends(const struct player *p)
{
    int64_t left_ms = p->server_ends_ms - p->now_ms;
    return left_ms > 0 && left_ms < PLAYER_LAST_MATCH_MS;
}

bool player_takes_matches(const struct player *p)
{
    bool has_order = !p->takes_orders || p->order.opponent[0] != '\0';
    return !p->is_stopping && !p->is_paused && !player_has_enough(p) && has_order &&
           !player_server_ends(p) && rules_hours(p->config, p->minute) == RULE_ACCEPT;
}

bool player_is_robot(const struct player *p, const char *name)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    return roster_is_robot(name, user != NULL ? user->who.client : "");
}

/* Fills in what is known of a user and of us, for rules_judge(). */
static void describe_user(const struct player *p, const char *name, struct rule_case *c)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    c->name = name;
    c->is_stopping = p->is_stopping || player_has_enough(p);
    c->server_ends = player_server_ends(p);
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

enum rule_verdict player_judge_match(const struct player *p, const char *name,
                                     int length, bool is_ours)
{
    struct rule_case offer = {.is_ours = is_ours, .length = length};
    if (!is_ours) { /* it has begun: nobody can be asked any more */
        offer.who = offer.saved.state = offer.reputation.state = RULE_FACT_NOT_TOLD;
    }
    describe_user(p, name, &offer);
    enum rule_verdict verdict = rules_judge(p->config, &offer);
    return verdict >= RULE_VERDICTS ? RULE_ACCEPT : verdict;
}

bool player_may_invite(const struct player *p, const char *name, int length)
{
    return player_judge_match(p, name, length, true) == RULE_ACCEPT &&
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
        COPY_TEXT(p->inviting.name, name);
    }
    p->inviting.length = length;
    p->is_answering = p->is_confirmed = false;
    p->unconfirmed.name[0] = '\0';
    memcpy(order.name, p->inviting.name, sizeof order.name);
    player_send(p, &order);
    player_enter(p, PLAYER_INVITING, "invite sent");
    player_wait(p, PLAYER_ANSWER_MS);
}

bool player_try_invite(struct player *p, const char *name, int length)
{
    if (guardian_has_stake(&p->guardian, name) && !player_begins_new(p, name)) {
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

/* Finds a user's invitation that is queued while another is answered; NULL if none. */
static struct player_invitation *find_waiting(struct player *p, const char *name)
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
    struct player_invitation *row = find_waiting(p, name);
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

/* ---- what comes in -------------------------------------------------------------- */

/* Whether they invite us while our invitation to them is open: one of us has to join. */
static bool is_crossed(const struct player *p, const struct player_invitation *theirs)
{
    return p->state == PLAYER_INVITING && strcmp(p->inviting.name, theirs->name) == 0 &&
           p->inviting.length == theirs->length;
}

/* Whether our `join` resumes a match of the saved list. The line is never followed by a
 * WARNING, so there is nothing to wait for. Users who have changed their minds may do it
 * again before our `join` arrives. */
static bool resumes_known_match(struct player *p)
{
    const struct player_invitation *invited = &p->invited;
    return invited->length == PLAYER_LENGTH_RESUME && !invited->has_warning &&
           !invited->is_changed && guardian_saved(&p->guardian, invited->name) != NULL;
}

/* Queues an invitation while another is answered; the oldest goes when it is full. */
static void queue_invitation(struct player *p,
                             const struct player_invitation *invitation)
{
    struct player_invitation *row = find_waiting(p, invitation->name);
    if (row == NULL && p->waiting_count == PLAYER_WAITING_MAX) {
        memmove(&p->waiting[0], &p->waiting[1],
                (PLAYER_WAITING_MAX - 1) * sizeof p->waiting[0]);
        p->waiting_count--;
    }
    if (row == NULL) {
        row = &p->waiting[p->waiting_count++];
    }
    *row = *invitation;
    memcpy(p->last_inviter, invitation->name, USER_NAME_SIZE);
}

static bool is_being_answered(const struct player *p, const char *name)
{
    bool is_busy = p->state == PLAYER_INVITED || p->state == PLAYER_ASKING ||
                   p->state == PLAYER_JOINING ||
                   (p->state == PLAYER_INVITING && p->is_answering);
    return is_busy && p->invited.name[0] != '\0' && strcmp(p->invited.name, name) != 0;
}

void player_on_invitation(struct player *p, const struct game_event *e)
{
    struct player_invitation invitation = {.length = e->length};
    char what[40];
    memcpy(invitation.name, e->name, sizeof invitation.name);
    player_length_text(invitation.length, what, sizeof what);
    player_log(p, LOG_INFO, "%s invites us to %s", invitation.name, what);
    player_expect_user(p, invitation.name);
    if (is_being_answered(p, invitation.name)) {
        queue_invitation(p, &invitation);
        return;
    }
    bool crossed = is_crossed(p, &invitation);
    invitation.is_changed =
        strcmp(p->invited.name, invitation.name) == 0 &&
        (p->invited.is_changed || p->invited.length != invitation.length);
    p->invited = invitation;
    memcpy(p->last_inviter, invitation.name, USER_NAME_SIZE);
    if (p->state == PLAYER_OFFLINE) {
        return; /* answered when we are ready */
    }
    player_enter(p, PLAYER_INVITED, "invited");
    if (crossed && strcmp(p->name, invitation.name) > 0) {
        player_wait(p, CROSSED_WAIT_MS);
    } else if (resumes_known_match(p)) {
        player_invited_timeout(p);
    }
}

/* The line names nobody: it is about the last invitation. */
void player_on_warning(struct player *p)
{
    struct player_invitation *waiting = find_waiting(p, p->last_inviter);
    if (waiting != NULL) {
        waiting->has_warning = true;
    } else {
        p->invited.has_warning = true;
    }
}

/* ---- what is not known of them -------------------------------------------------- */

static void begin_inquiry(struct player *p)
{
    struct player_inquiry *inquiry = &p->inquiry;
    if (strcmp(inquiry->name, p->invited.name) != 0 ||
        p->now_ms - inquiry->begun_ms > PLAYER_INQUIRY_MS) {
        unsigned cookie = inquiry->cookie + 1;
        *inquiry = (struct player_inquiry){.cookie = cookie, .begun_ms = p->now_ms};
        memcpy(inquiry->name, p->invited.name, USER_NAME_SIZE);
    }
}

static void ask_reputation(struct player *p, bool is_for_people)
{
    char text[REPUTATION_TEXT_SIZE];
    reputation_question(p->inquiry.name, p->inquiry.cookie, is_for_people, text);
    p->inquiry.is_for_people = is_for_people;
    player_tell(p, p->config->accept.reputation_bot, text);
    player_wait(p, REPUTATION_WAIT_MS / 2);
}

static void ask_fact(struct player *p, enum rule_verdict what)
{
    p->inquiry.what = what;
    player_enter(p, PLAYER_ASKING, "asking about the user first");
    if (what == RULE_ASK_REPUTATION) {
        ask_reputation(p, true);
    } else if (user_name_is_good(p->inquiry.name)) {
        player_send_about(p, what == RULE_ASK_WHO ? ORDER_WHO : ORDER_SAVED_COUNT,
                          p->inquiry.name);
        player_wait(p, ASK_MS);
    }
}

static bool is_asking(const struct player *p, enum rule_verdict what)
{
    return p->state == PLAYER_ASKING && p->inquiry.what == what;
}

/* ---- the answer ----------------------------------------------------------------- */

void player_refuse(struct player *p, const struct player_invitation *offer,
                   enum rule_verdict verdict)
{
    player_log(p, LOG_INFO, "refused %s: %s", offer->name, rule_code(verdict));
    player_record_refusal(p, offer, true, rule_code(verdict));
    if (!player_pause_holds(&p->talk_pauses, offer->name, p->now_ms)) {
        char text[400];
        rule_explain(p->config, verdict, text, sizeof text);
        player_tell(p, offer->name, text);
        player_pause_user(&p->talk_pauses, offer->name,
                          p->now_ms + (int64_t)p->config->talk.refusal_every * 1000);
    }
}

static void refuse_invitation(struct player *p, enum rule_verdict verdict)
{
    player_refuse(p, &p->invited, verdict);
    p->invited.name[0] = '\0';
    player_enter(p, PLAYER_LOBBY, "invitation refused");
}

/* We resume a saved match that we do not know of by inviting them: they could replace the
 * offer that our `join` would accept until it arrives. */
static void answer_by_inviting(struct player *p)
{
    bool has_warning = p->invited.has_warning;
    char name[USER_NAME_SIZE];
    memcpy(name, p->invited.name, sizeof name);
    p->invited.has_warning = false;
    player_invite(p, name, PLAYER_LENGTH_RESUME);
    if (p->state != PLAYER_INVITING) {
        return;
    }
    if (has_warning) {
        p->invited.name[0] = '\0';
        player_tell(p, name, "We have a saved match, please join to resume it.");
        return;
    }
    p->is_answering = true;
    player_wait(p, PLAYER_JOIN_BACK_MS);
}

static enum rule_verdict judge_invitation(struct player *p, int length)
{
    struct rule_case offer = {.length = length,
                              .who = p->inquiry.who,
                              .saved = p->inquiry.saved,
                              .reputation = p->inquiry.reputation};
    describe_user(p, p->invited.name, &offer);
    return rules_judge(p->config, &offer);
}

void player_invited_timeout(struct player *p)
{
    begin_inquiry(p);
    p->invited.has_warning = player_would_replace(p, &p->invited);
    int length = p->invited.has_warning ? PLAYER_LENGTH_RESUME : p->invited.length;
    bool is_crossed_offer = strcmp(p->inviting.name, p->invited.name) == 0 &&
                            p->inviting.length == p->invited.length &&
                            !p->invited.has_warning;
    enum rule_verdict verdict = judge_invitation(p, length);
    if (is_crossed_offer) { /* what we have asked for ourselves */
        player_join(p);
    } else if (verdict >= RULE_VERDICTS) {
        ask_fact(p, verdict);
    } else if (verdict != RULE_ACCEPT) {
        refuse_invitation(p, verdict);
    } else if (length == PLAYER_LENGTH_RESUME && !resumes_known_match(p)) {
        answer_by_inviting(p);
    } else {
        player_join(p);
    }
}

void player_on_join_refused(struct player *p, const struct game_event *e)
{
    player_log(p, LOG_INFO, "cannot join %s: %s", p->invited.name, e->line);
    p->invited.name[0] = '\0';
}

void player_joining_timeout(struct player *p)
{
    /* Either we play, and the board says so, or we do not, and the error line does. */
    player_send_plain(p, ORDER_BOARD);
    player_wait(p, PLAYER_ANSWER_MS);
}

void player_give_up_joining(struct player *p)
{
    player_log(p, LOG_WARNING, "the server does not answer our join of %s",
               p->invited.name);
    player_record_refusal(p, &p->invited, false, "join_unanswered");
    p->invited.name[0] = '\0';
    player_enter(p, PLAYER_LOBBY, "join not answered");
}

/* The server wants us to be slower: the invitation still stands. */
void player_on_join_later(struct player *p, const struct game_event *e)
{
    if (++p->invited.waits > PLAYER_WAITS_MAX) {
        player_on_join_refused(p, e);
        player_enter(p, PLAYER_LOBBY, "join refused");
        return;
    }
    player_enter(p, PLAYER_INVITED, "joins later");
    player_wait(p, player_told_wait_ms(e));
}

/* ---- answers to our questions --------------------------------------------------- */

/* No answer has come: the rule accepts them. */
static void close_question(struct player *p)
{
    struct player_inquiry *inquiry = &p->inquiry;
    switch (inquiry->what) {
    case RULE_ASK_WHO:
        inquiry->who = RULE_FACT_NOT_TOLD;
        break;
    case RULE_ASK_SAVED:
        inquiry->saved.state = RULE_FACT_NOT_TOLD;
        break;
    default:
        inquiry->reputation.state = RULE_FACT_NOT_TOLD;
        break;
    }
    player_invited_timeout(p);
}

void player_asking_timeout(struct player *p)
{
    if (p->inquiry.what == RULE_ASK_REPUTATION && p->inquiry.is_for_people) {
        ask_reputation(p, false);
        return;
    }
    player_log(p, LOG_INFO, "nobody answered our question about %s", p->inquiry.name);
    close_question(p);
}

void player_inquire_who(struct player *p, const char *name)
{
    if (is_asking(p, RULE_ASK_WHO) && strcmp(name, p->inquiry.name) == 0) {
        player_invited_timeout(p);
    }
}

void player_on_saved_count(struct player *p, const struct game_event *e)
{
    if (is_asking(p, RULE_ASK_SAVED) && strcmp(e->name, p->inquiry.name) == 0) {
        p->inquiry.saved = (struct rule_fact){RULE_FACT_KNOWN, e->points};
        player_invited_timeout(p);
    }
}

/* The user we asked about, or the bot we asked, is not logged in. */
void player_on_asked_nobody(struct player *p, const struct game_event *e)
{
    const char *asked = p->inquiry.what == RULE_ASK_REPUTATION
                            ? p->config->accept.reputation_bot
                            : p->inquiry.name;
    if (strcmp(e->name, asked) == 0) {
        close_question(p);
    }
}

bool player_take_reputation(struct player *p, const struct game_event *e)
{
    long reputation = 0;
    bool is_from_bot = strcmp(e->name, p->config->accept.reputation_bot) == 0;
    if (!is_asking(p, RULE_ASK_REPUTATION) || !is_from_bot) {
        return false;
    }
    size_t length = strlen(e->text);
    if (reputation_answer(e->text, length, p->inquiry.name, p->inquiry.cookie,
                          &reputation)) {
        player_log(p, LOG_INFO, "the reputation of %s is %ld", p->inquiry.name,
                   reputation);
        p->inquiry.reputation = (struct rule_fact){RULE_FACT_KNOWN, reputation};
        player_invited_timeout(p);
    } else if (reputation_is_unknown(e->text, length, p->inquiry.name)) {
        close_question(p);
    }
    return true;
}
