/* Between matches: our settings, who is logged in, and our own invitations.
 *
 * When nobody plays with us we invite, one user at a time: first opponents of saved
 * matches who are ready, then a rematch that is due, then the users of the list, then,
 * where wanted, whoever is ready and nearest to our rating. Each invitation that fails
 * doubles the wait before the next. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "bot/player/core_internal.h"

enum {
    UNSEEN_WAIT_MS = 20000,   /* a user whom no who line has shown may be there ... */
    UNSEEN_PAUSE_MS = 600000, /* ... and is not: before they are tried again */
    DOUBLINGS_MAX = 20,
    BEGINNERS_LENGTH = 9 /* what FIBS lets everybody play */
};

/* ---- whom to invite ------------------------------------------------------------- */

/* What the history has counts where the server does not tell. */
static bool knows_saved(const struct player *p)
{
    return p->guardian.knows_list || p->now_ms - p->lobby_since_ms >= GUARDIAN_LIST_MS;
}

static bool resume_saved_match(struct player *p)
{
    bool is_wanted = p->config->invite.saved && knows_saved(p);
    for (int i = 0; is_wanted && i < p->guardian.count; i++) {
        const struct guardian_match *saved = &p->guardian.matches[i];
        bool is_here = saved->is_ready || player_is_free(p, saved->name);
        if (saved->is_saved && is_here &&
            player_may_invite(p, saved->name, PLAYER_LENGTH_RESUME)) {
            player_invite(p, saved->name, PLAYER_LENGTH_RESUME);
            return true;
        }
    }
    return false;
}

/* Some servers do not list everybody who is logged in. */
static bool is_worth_a_try(const struct player *p, const char *name)
{
    bool is_unseen = roster_find(&p->roster, name) == NULL &&
                     p->now_ms - p->lobby_since_ms >= UNSEEN_WAIT_MS &&
                     !player_pause_holds(&p->unseen_pauses, name, p->now_ms);
    return is_unseen || player_is_free(p, name);
}

/* The next user of the list in bot.conf who is there, in turn. */
static bool invite_from_list(struct player *p)
{
    const struct config_name_list *names = &p->config->invite.names;
    for (int i = 0; i < names->count; i++) {
        int at = (p->next_invite + i) % names->count;
        if (is_worth_a_try(p, names->names[at]) &&
            player_try_invite(p, names->names[at], p->config->invite.length)) {
            p->next_invite = at + 1;
            return true;
        }
    }
    return false;
}

static bool is_wanted_kind(const struct player *p, const struct roster_user *user)
{
    bool is_robot = roster_is_robot(user->name, user->who.client);
    int users = p->config->invite.users;
    return users == CONFIG_USERS_ALL || (users == CONFIG_USERS_BOTS) == is_robot;
}

static double distance(const struct player *p, const struct roster_user *user)
{
    return p->standing.is_known ? fabs(user->who.standing.rating - p->standing.rating)
                                : 0.0;
}

/* A user not named in bot.conf must be logged in and not have declined lately. */
static bool is_candidate(const struct player *p, const struct roster_user *user)
{
    const struct config *config = p->config;
    int64_t declined_ms = recent_opponents_since(&p->recent_opponents, user->name,
                                                 RECENT_OPPONENT_DECLINED, p->now_ms);
    int window = config->invite.rating_window;
    return user->who.is_ready && !user->who.is_playing && !user->who.is_away &&
           user->who.idle_s + (p->now_ms - user->seen_ms) / 1000 <=
               config->invite.max_idle &&
           is_wanted_kind(p, user) && (window == 0 || distance(p, user) <= window) &&
           declined_ms >= (int64_t)config->invite.declined_pause * 1000 &&
           player_may_invite(p, user->name, config->invite.length);
}

static bool invite_the_nearest(struct player *p)
{
    const struct roster_user *nearest = NULL;
    for (int i = 0; p->config->invite.ready && i < p->roster.count; i++) {
        const struct roster_user *user = &p->roster.users[i];
        if (is_candidate(p, user) &&
            (nearest == NULL || distance(p, user) < distance(p, nearest))) {
            nearest = user;
        }
    }
    return nearest != NULL &&
           player_try_invite(p, nearest->name, p->config->invite.length);
}

static bool invite_again(struct player *p)
{
    struct player_rematch *rematch = &p->rematch;
    char name[USER_NAME_SIZE];
    if (rematch->name[0] != '\0' && p->now_ms >= rematch->until_ms) {
        rematch->name[0] = '\0';
    }
    if (rematch->name[0] == '\0' || !player_is_free(p, rematch->name)) {
        return false;
    }
    memcpy(name, rematch->name, sizeof name);
    rematch->name[0] = '\0';
    rematch->count++;
    return player_try_invite(p, name, rematch->length);
}

/* A saved match goes on first; they may have to invite us. */
static bool invite_as_ordered(struct player *p)
{
    char name[USER_NAME_SIZE];
    memcpy(name, p->order.opponent, sizeof name);
    int length = p->order.is_saved ? PLAYER_LENGTH_RESUME : p->order.length;
    return p->order.invites && knows_saved(p) && is_worth_a_try(p, name) &&
           player_try_invite(p, name, length);
}

/* ---- when to invite ------------------------------------------------------------- */

static int64_t idle_ms(const struct player *p)
{
    int64_t most = p->config->invite.backoff_max;
    int64_t wait = p->config->invite.idle;
    int doublings =
        p->invite_failures < DOUBLINGS_MAX ? p->invite_failures : DOUBLINGS_MAX;
    most = most > wait ? most : wait;
    wait <<= doublings;
    return (wait < most ? wait : most) * 1000;
}

/* Invites a user if it is time to. */
static void find_match(struct player *p)
{
    if (p->takes_orders) {
        (void)invite_as_ordered(p);
        return;
    }
    int64_t wait_ms = idle_ms(p);
    if (!p->guardian.knows_list && wait_ms < GUARDIAN_LIST_MS) {
        wait_ms = GUARDIAN_LIST_MS;
    }
    int64_t due_ms = p->lobby_since_ms + wait_ms;
    if (resume_saved_match(p) || invite_again(p) ||
        (p->now_ms >= due_ms && (invite_from_list(p) || invite_the_nearest(p)))) {
        return;
    }
    if (due_ms > p->now_ms && due_ms - p->now_ms < PLAYER_LOBBY_POLL_MS) {
        p->deadline_ms = due_ms;
    }
}

/* ---- the outcome of an invitation ----------------------------------------------- */

/* The invitation failed; `has_declined`: the user did not want to play. */
static void note_failed_invitation(struct player *p, bool has_declined)
{
    p->invite_failures++;
    if (has_declined) {
        recent_opponents_add(&p->recent_opponents, p->inviting.name,
                             RECENT_OPPONENT_DECLINED, p->now_ms);
    }
}

/* The list of saved matches is out of date about them: use the who lines from now on. */
static void distrust_saved(struct player *p, const char *name)
{
    struct guardian_match *saved = guardian_find(&p->guardian, name);
    if (saved != NULL) {
        saved->is_ready = false;
    }
}

/* The user we invited is not logged in: tries again later. */
static void give_up_for_now(struct player *p)
{
    player_pause_refused(p, p->inviting.name, GUARDIAN_REFUSED_MS);
    player_pause_user(&p->unseen_pauses, p->inviting.name, p->now_ms + UNSEEN_PAUSE_MS);
    distrust_saved(p, p->inviting.name);
}

/* FIBS completes the beginning of a name when nobody of that name is logged in. The user
 * it invited may join if the rules allow it; otherwise our invitation is void, and we
 * leave them if they join (player_on_match_joined). */
static void invited_another(struct player *p, const char *name)
{
    player_log(p, LOG_INFO, "%s is not logged in: the server has invited %s instead",
               p->inviting.name, name);
    player_record_refusal(p, &p->inviting, false, "no_one_called");
    note_failed_invitation(p, false);
    give_up_for_now(p);
    player_withdraw_invitation(p, p->inviting.name, "they are not there");
    p->is_answering = false;
    if (player_may_invite(p, name, p->inviting.length)) {
        COPY_TEXT(p->inviting.name, name);
    } else {
        player_enter(p, PLAYER_LOBBY, "somebody else was invited");
    }
}

/* A server that was slow: what was given up stands, and may be joined. */
static void take_up_again(struct player *p)
{
    p->inviting = p->unconfirmed;
    p->unconfirmed.name[0] = '\0';
    player_enter(p, PLAYER_INVITING, "the invitation is confirmed late");
}

/* The invitation stands until it is joined or times out. */
void player_on_invite_sent(struct player *p, const struct game_event *e)
{
    const char *asked = p->inviting.name;
    if (p->state == PLAYER_LOBBY && e->name[0] != '\0' &&
        strcmp(e->name, p->unconfirmed.name) == 0) {
        take_up_again(p);
    }
    if (p->state != PLAYER_INVITING || asked[0] == '\0' ||
        strncasecmp(e->name, asked, strlen(asked)) != 0) {
        return;
    }
    p->is_confirmed = true;
    if (strcmp(e->name, asked) != 0) { /* the beginning of it was */
        invited_another(p, e->name);
    }
    if (p->state == PLAYER_INVITING && !p->is_answering) {
        player_wait(p, (int64_t)p->config->invite.timeout * 1000);
    }
}

/* The command was lost: they never heard of it. */
static void give_up_unconfirmed(struct player *p)
{
    player_log(p, LOG_INFO, "the server has not confirmed our invitation of %s",
               p->inviting.name);
    player_record_refusal(p, &p->inviting, false, "not_confirmed");
    note_failed_invitation(p, false);
    player_pause_refused(p, p->inviting.name, GUARDIAN_REFUSED_MS);
    p->unconfirmed = p->inviting;
    player_enter(p, PLAYER_LOBBY, "invitation not confirmed");
}

void player_inviting_timeout(struct player *p)
{
    if (p->is_answering) {
        p->is_answering = false;
        player_join(p); /* their own offer to resume still stands */
        return;
    }
    if (!p->is_confirmed) {
        give_up_unconfirmed(p);
        return;
    }
    player_log(p, LOG_INFO, "%s has not answered our invitation", p->inviting.name);
    player_record_refusal(p, &p->inviting, false, "no_answer");
    note_failed_invitation(p, true);
    player_pause_refused(p, p->inviting.name,
                         guardian_unanswered(&p->guardian, p->inviting.name));
    player_enter(p, PLAYER_LOBBY, "invitation not answered");
}

/* The server says that we play already. */
void player_on_already_playing(struct player *p)
{
    player_send_plain(p, ORDER_BOARD);
}

void player_on_invite_refused(struct player *p, const struct game_event *e)
{
    if (p->is_answering && e->type == EVENT_INVITE_OPEN) {
        player_inviting_timeout(
            p); /* their offer stands; ours is in the way of another one */
        return;
    }
    if (strcmp(e->other, p->name) == 0) {
        player_on_already_playing(p); /* they play with us, then */
        return;
    }
    player_log(p, LOG_INFO, "cannot invite %s: %s", p->inviting.name, e->line);
    player_record_refusal(p, &p->inviting, false, e->code);
    note_failed_invitation(p, e->type == EVENT_USER_REFUSES);
    give_up_for_now(p);
    if (e->type == EVENT_NOT_READY) {
        p->is_ready = false; /* player_lobby_enter() sets it again */
    } else {                 /* their own offer, if we were answering one, is void */
        player_withdraw_invitation(p, p->inviting.name, "invitation refused");
    }
    player_enter(p, PLAYER_LOBBY, "invitation refused");
}

/* What is too long for them is not offered again soon; what is too long for us is
 * remembered until the next log-in. */
void player_on_not_experienced(struct player *p, const struct game_event *e)
{
    int length = p->inviting.length;
    if (e->name[0] != '\0') {
        player_pause_user(&p->invite_pauses, p->inviting.name,
                          p->now_ms + PLAYER_NOT_EXPERIENCED_MS);
    } else if (length > 1) {
        p->longest = length > BEGINNERS_LENGTH ? BEGINNERS_LENGTH : length - 1;
        player_log(p, LOG_INFO, "from now on inviting to lengths of at most %d",
                   p->longest);
    }
    player_on_invite_refused(p, e);
}

void player_on_invite_later(struct player *p, const struct game_event *e)
{
    player_pause_user(&p->invite_pauses, p->inviting.name,
                      p->now_ms + player_told_wait_ms(e));
    player_log(p, LOG_INFO, "cannot invite %s yet: %s", p->inviting.name, e->line);
    player_enter(p, PLAYER_LOBBY, "invites later");
    player_wait(p, player_told_wait_ms(e));
}

/* What the list has and the server does not find fails; what we only remember is gone. */
static void lose_saved_match(struct player *p, const char *name, bool is_corrupt)
{
    struct guardian_match *saved = guardian_find(&p->guardian, name);
    if (is_corrupt) {
        player_guard_fail(p, name, GUARDIAN_CORRUPT);
    } else if (saved != NULL && saved->is_listed) {
        player_guard_fail(p, name, GUARDIAN_MISSING);
        guardian_resume(&p->guardian, name);
    } else {
        player_guard_forget(p, name);
    }
}

void player_on_no_saved_match(struct player *p, const struct game_event *e)
{
    bool was_answering = p->is_answering;
    bool is_corrupt = e->type == EVENT_SAVED_CORRUPT;
    player_log(p, LOG_INFO, "no saved match: %s", e->line);
    lose_saved_match(p, p->state == PLAYER_JOINING ? p->invited.name : p->inviting.name,
                     is_corrupt);
    if (was_answering) { /* to their offer to resume one: they may know better */
        player_pause_user(&p->invite_pauses, p->inviting.name,
                          p->now_ms + GUARDIAN_REFUSED_MS);
    }
    p->invited.name[0] = '\0';
    player_enter(p, PLAYER_LOBBY, "no saved match");
    if (p->takes_orders) { /* whoever ordered it hears what there is */
        player_send_plain(p, ORDER_SAVED);
    }
    player_wait(p, PLAYER_LOBBY_MS);
}

/* ---- the lobby ------------------------------------------------------------------ */

void player_lobby_enter(struct player *p)
{
    player_forget(p);
    p->match.is_on = false;
    p->inviting.name[0] = '\0';
    p->lobby_since_ms = p->now_ms;
    player_set_ready(p, player_takes_matches(p));
    player_take_invitation(p);
}

void player_lobby_timeout(struct player *p)
{
    player_wait(p, PLAYER_LOBBY_POLL_MS);
    player_tell_saved(p);
    if (p->is_stopping || player_has_enough(p)) {
        if (!p->is_done) {
            player_emit(p, &(struct player_output){.type = PLAYER_DONE});
            p->is_done = true;
            player_record_end(p, false);
        }
        return;
    }
    player_set_ready(p, player_takes_matches(p)); /* hours begin and end */
    if (player_takes_matches(p)) {
        find_match(p);
    }
}

/* ---- who is there --------------------------------------------------------------- */

static void learn_standing(struct player *p, struct standing standing)
{
    bool is_new = !p->standing.is_known || p->standing.rating != standing.rating ||
                  p->standing.experience != standing.experience;
    p->standing = standing;
    if (is_new) {
        struct player_output output = {.type = PLAYER_STANDING, .standing = standing};
        player_emit(p, &output);
    }
}

void player_on_own_info(struct player *p, const struct game_event *e)
{
    if (e->who.standing.is_known) {
        learn_standing(p, e->who.standing);
    }
}

/* Our own who line shows whether we are playing: on some servers the only sign that a
 * match is lost; and where a log-in brings no who list, that one goes on. */
static void on_own_who(struct player *p, const struct game_event *e)
{
    learn_standing(p, e->who.standing);
    bool is_free_now = e->other[0] == '\0';
    bool is_first = !p->has_own_who;
    p->has_own_who = true;
    if (is_free_now && player_is_playing(p) && p->state != PLAYER_STARTING &&
        p->state != PLAYER_LEAVING) {
        if (!player_awaits_opponent(p)) { /* no more commands but on a board */
            player_forget(p);
            player_enter(p, PLAYER_STARTING, "there may be no match any more");
        }
        player_ask_board(p, "the who line shows us without an opponent");
    } else if (is_first && !is_free_now && p->state == PLAYER_LOBBY) {
        player_send_plain(p, ORDER_BOARD); /* the list came after the log-in */
    }
}

/* Drops our invitation to them and theirs to us. */
static void end_invitations(struct player *p, const char *name, const char *why)
{
    player_withdraw_invitation(p, name, why);
    if (p->state == PLAYER_INVITING && strcmp(name, p->inviting.name) == 0) {
        player_enter(p, PLAYER_LOBBY, why);
    }
}

void player_on_who(struct player *p, const struct game_event *e)
{
    const char *name = e->name;
    if (e->is_mine) {
        on_own_who(p, e);
        return;
    }
    bool was_free = player_is_free(p, name);
    roster_update(&p->roster, e, p->now_ms);
    distrust_saved(p, name);
    bool is_back = !was_free && player_is_free(p, name);
    bool is_ordered = player_is_ordered_opponent(p, name);
    bool is_saved = guardian_saved(&p->guardian, name) != NULL;
    if (is_back && (is_ordered || is_saved)) {
        player_end_refusal(p, name);
    }
    if (e->other[0] != '\0' && strcmp(e->other, p->name) != 0) {
        end_invitations(p, name, "they play with somebody else");
    }
    player_inquire_who(p, name);
    bool is_wanted = is_ordered || is_saved || strcmp(p->rematch.name, name) == 0 ||
                     config_name_list_has(&p->config->invite.names, name);
    if (p->state == PLAYER_LOBBY && is_wanted && player_is_free(p, name) &&
        p->deadline_ms > p->now_ms + PLAYER_LOBBY_MS) {
        player_wait(p, PLAYER_LOBBY_MS);
    }
}

/* The announcement is repeated as the time comes near. */
void player_on_server_ends(struct player *p, const struct game_event *e)
{
    if (p->server_ends_ms <= p->now_ms) {
        player_log(p, LOG_INFO,
                   "the server goes down: no new matches from %d minutes before",
                   PLAYER_LAST_MATCH_MS / 60000);
    }
    p->server_ends_ms = p->now_ms + (int64_t)e->points * 1000;
}

void player_on_logout(struct player *p, const struct game_event *e)
{
    roster_remove(&p->roster, e->name);
    if (p->match.is_on && strcmp(e->name, p->match.opponent) == 0 &&
        player_is_playing(p) && p->state != PLAYER_LEAVING) {
        player_ask_board(p, "the opponent has logged out");
    }
    distrust_saved(p, e->name);
    end_invitations(p, e->name, "they have logged out");
}
