/* Between matches: whether we take any, who is there, which are saved. */
#include <stdio.h>
#include <string.h>

#include "bot/player/player_internal.h"
#include "bot/policy/robots.h"

enum { OWN_EXPERIENCE = 8 }; /* number of the line with our own settings */

void forget_saved(struct player *p, const char *name)
{
    for (int i = 0; i < p->saved_count; i++) {
        if (strcmp(p->saved[i].name, name) == 0) {
            p->saved[i] = p->saved[--p->saved_count];
        }
    }
}

struct saved_match *find_saved(struct player *p, const char *name)
{
    for (int i = 0; i < p->saved_count; i++) {
        if (strcmp(p->saved[i].name, name) == 0) {
            return &p->saved[i];
        }
    }
    return NULL;
}

void describe_length(int length, char *text, size_t size)
{
    if (length == LENGTH_RESUME) {
        (void)snprintf(text, size, "a saved match");
    } else if (length == FIBS_UNLIMITED) {
        (void)snprintf(text, size, "an unlimited match");
    } else {
        (void)snprintf(text, size, "a %d point match", length);
    }
}

bool is_enough(const struct player *p)
{
    int max = p->config->play.max_matches;
    return max > 0 && p->finished >= max;
}

bool takes_matches(const struct player *p)
{
    return !p->is_stopping && !p->is_in_pause && !is_enough(p) &&
           rules_hours(p->config, p->minute) == RULE_ACCEPT;
}

void describe_user(const struct player *p, const char *name, struct rule_case *c)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    c->name = name;
    c->is_stopping = p->is_stopping || is_enough(p);
    c->is_in_pause = p->is_in_pause;
    c->minute = p->minute;
    c->own_saved = p->saved_count;
    c->today = recent_opponents_today(&p->recent_opponents, name, RECENT_OPPONENT_BEGUN,
                                      p->now_ms);
    c->ended_ms = recent_opponents_since(&p->recent_opponents, name,
                                         RECENT_OPPONENT_ENDED, p->now_ms);
    c->is_robot = robots_is_one(name, user != NULL ? user->client : "");
    c->blocked = &p->blocked;
    c->access = p->access;
    if (user != NULL) {
        c->who = FACT_KNOWN;
        c->standing = user->standing;
    }
}

/* ---- the lobby ------------------------------------------------------------------- */

void lobby_enter(struct player *p, const char *why)
{
    player_forget(p);
    p->match.is_on = false;
    p->inviting.name[0] = '\0';
    p->lobby_since_ms = p->now_ms;
    player_enter(p, PLAYER_LOBBY, why);
    player_set_ready(p, takes_matches(p));
    take_invitation(p);
}

void show_saved(struct player *p)
{
    player_send_plain(p, FIBS_CMD_SHOW_SAVED);
}

/* The list has no last line; by the time we look round it has come. */
void tell_saved(struct player *p)
{
    if (!p->has_saved_list) {
        return;
    }
    p->has_saved_list = false;
    for (int i = 0; i <= p->saved_count; i++) {
        struct player_output output = {.type = PLAYER_SAVED};
        if (i < p->saved_count) {
            memcpy(output.saved.name, p->saved[i].name, FIBS_NAME_MAX);
            output.saved.length = p->saved[i].length;
        }
        player_emit(p, &output);
    }
}

void lobby_timeout(struct player *p)
{
    player_wait(p, LOBBY_POLL_MS);
    tell_saved(p);
    if (p->is_stopping || is_enough(p)) {
        if (!p->is_done) {
            struct player_output output = {.type = PLAYER_DONE};
            player_emit(p, &output);
            p->is_done = true;
            record_end(p, false);
        }
        return;
    }
    player_set_ready(p, takes_matches(p)); /* hours begin and end */
    if (takes_matches(p)) {
        find_match(p);
    }
}

/* ---- who is there ---------------------------------------------------------------- */

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

void on_own_info(struct player *p, const struct fibs_message *m)
{
    if (m->number_count > OWN_EXPERIENCE && m->real_count > 0) {
        learn_standing(
            p, (struct standing){true, m->reals[0], (int)m->numbers[OWN_EXPERIENCE]});
    }
}

/* Our own line says whether we are playing: the only sign of a lost match that some
 * servers give. */
static void on_own_who(struct player *p, const struct fibs_message *m)
{
    learn_standing(p, roster_standing(m));
    bool is_free_now = name_is(m->names[1], "-");
    if (is_free_now && player_is_playing(p) && p->state != PLAYER_STARTING &&
        p->state != PLAYER_LEAVING) {
        if (!player_awaits_opponent(p)) { /* no more commands but on a board */
            player_forget(p);
            player_enter(p, PLAYER_STARTING, "perhaps there is no match any more");
        }
        ask_board(p, "the who line shows us without an opponent");
    }
}

/* Neither our invitation to him nor his to us stands any more. */
static void end_invitations(struct player *p, const char *name, const char *why)
{
    withdraw_invitation(p, name, why);
    if (p->state == PLAYER_INVITING && strcmp(name, p->inviting.name) == 0) {
        lobby_enter(p, why);
    }
}

/* Newer than what the list of saved matches said of him. */
static void note_saved_opponent(struct player *p, const char *name)
{
    struct saved_match *saved = find_saved(p, name);
    if (saved != NULL) {
        saved->is_ready = false;
    }
}

void on_who(struct player *p, const struct fibs_message *m)
{
    if (name_is(m->names[0], p->name)) {
        on_own_who(p, m);
        return;
    }
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    roster_update(&p->roster, m, p->now_ms);
    note_saved_opponent(p, name);
    if (!name_is(m->names[1], "-") && !name_is(m->names[1], p->name)) {
        end_invitations(p, name, "he plays with somebody else");
    }
    inquire_who(p, name);
    bool is_wanted = find_saved(p, name) != NULL ||
                     strcmp(p->rematch.name, name) == 0 ||
                     config_name_list_has(&p->config->invite.names, name);
    if (p->state == PLAYER_LOBBY && is_wanted && is_free(p, name) &&
        p->deadline_ms > p->now_ms + LOBBY_MS) {
        player_wait(p, LOBBY_MS);
    }
}

void on_login(struct player *p, const struct fibs_message *m)
{
    (void)p;
    (void)m; /* the who line follows */
}

void on_logout(struct player *p, const struct fibs_message *m)
{
    roster_remove(&p->roster, m->names[0]);
    if (p->match.is_on && name_is(m->names[0], p->match.opponent) &&
        player_is_playing(p) && p->state != PLAYER_LEAVING) {
        ask_board(p, "the opponent has logged out");
    }
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    note_saved_opponent(p, name);
    end_invitations(p, name, "he has logged out");
}

void on_saved_header(struct player *p, const struct fibs_message *m)
{
    (void)m;
    p->saved_count = 0;
    p->has_saved_list = p->knows_saved = true;
}

void on_saved_none(struct player *p, const struct fibs_message *m)
{
    (void)m;
    p->saved_count = 0;
    p->has_saved_list = p->knows_saved = true;
}

void on_saved_row(struct player *p, const struct fibs_message *m)
{
    if (p->saved_count == SAVED_MAX) {
        return;
    }
    struct saved_match *saved = &p->saved[p->saved_count++];
    (void)fibs_slice_copy(m->names[0], saved->name, sizeof saved->name);
    saved->length = (int)m->numbers[0];
    saved->is_ready = m->id == FIBS_MSG_SAVED_ROW_TWO_STARS;
}
