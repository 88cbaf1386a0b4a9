/* Between matches: invitations both ways, saved matches, and how a match begins. */
#include <stdio.h>
#include <string.h>

#include "bot/player_internal.h"
#include "bot/policy.h"

/* Between two bots that invite each other, the one with the lower name joins at once
 * and the other only after this. */
enum {
    CROSSED_WAIT_MS = 2500,
    UNSEEN_WAIT_MS = 20000,   /* a user whom no who line has shown may be there ... */
    UNSEEN_PAUSE_MS = 600000, /* ... and is not: before he is tried again */
    OWN_EXPERIENCE = 8        /* number of the line with our own settings */
};

static void forget_saved(struct player *p, const char *name)
{
    for (int i = 0; i < p->saved_count; i++) {
        if (strcmp(p->saved[i].name, name) == 0) {
            p->saved[i] = p->saved[--p->saved_count];
        }
    }
}

static struct saved_match *find_saved(struct player *p, const char *name)
{
    for (int i = 0; i < p->saved_count; i++) {
        if (strcmp(p->saved[i].name, name) == 0) {
            return &p->saved[i];
        }
    }
    return NULL;
}

static void describe_length(int length, char *text, size_t size)
{
    if (length == LENGTH_RESUME) {
        (void)snprintf(text, size, "a saved match");
    } else if (length == FIBS_UNLIMITED) {
        (void)snprintf(text, size, "an unlimited match");
    } else {
        (void)snprintf(text, size, "a %d point match", length);
    }
}

static bool is_enough(const struct player *p)
{
    int max = p->config->play.max_matches;
    return max > 0 && p->finished >= max;
}

static bool takes_matches(const struct player *p)
{
    return !p->is_stopping && !p->is_resting && !is_enough(p);
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
    if (p->invited.name[0] != '\0') {
        player_enter(p, PLAYER_INVITED, "an invitation stands");
    }
}

void show_saved(struct player *p)
{
    player_send_plain(p, FIBS_CMD_SHOW_SAVED);
}

static void invite(struct player *p, const char *name, int length)
{
    struct fibs_command command;
    if (!fibs_command_invite(&command, name, length)) {
        player_log(p, LOG_WARNING, "cannot invite \"%s\": not a user name", name);
        pause_name(&p->invite_pauses, name, INT64_MAX);
        return;
    }
    char what[40];
    describe_length(length, what, sizeof what);
    player_log(p, LOG_INFO, "inviting %s to %s", name, what);
    if (p->inviting.name != name) {
        (void)snprintf(p->inviting.name, sizeof p->inviting.name, "%s", name);
    }
    p->inviting.length = length;
    p->is_answering = false;
    player_send(p, &command);
    player_enter(p, PLAYER_INVITING, "invite sent");
    player_wait(p, (int64_t)p->config->invite.timeout_s * 1000);
}

/* Whether it makes sense to invite a user now, as far as the who lines tell. */
static bool is_free(const struct player *p, const char *name)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    return user != NULL && user->is_ready && !user->is_playing;
}

static bool may_play(const struct player *p, const char *name, int length)
{
    struct policy_offer offer = {name, length, p->is_stopping};
    return policy_judge(p->config, &p->blocked, &offer) == POLICY_ACCEPT &&
           !is_paused(&p->invite_pauses, name, p->now_ms);
}

bool lobby_invite(struct player *p, const char *name, int length)
{
    bool is_saved = find_saved(p, name) != NULL;
    if (!may_play(p, name, length)) {
        return false;
    }
    invite(p, name, is_saved ? LENGTH_RESUME : length);
    return true;
}

static bool resume_saved_match(struct player *p)
{
    for (int i = 0; i < p->saved_count; i++) {
        const struct saved_match *saved = &p->saved[i];
        bool is_here = saved->is_ready || is_free(p, saved->name);
        if (is_here && may_play(p, saved->name, LENGTH_RESUME)) {
            invite(p, saved->name, LENGTH_RESUME);
            return true;
        }
    }
    return false;
}

/* Not every server tells of everybody who is there. */
static bool is_worth_a_try(const struct player *p, const char *name)
{
    bool is_unseen = roster_find(&p->roster, name) == NULL &&
                     p->now_ms - p->lobby_since_ms >= UNSEEN_WAIT_MS &&
                     !is_paused(&p->unseen_pauses, name, p->now_ms);
    return is_unseen || is_free(p, name);
}

/* The next user of the list in bot.conf who is there, in turn. */
static void invite_somebody(struct player *p)
{
    const struct config *config = p->config;
    for (int i = 0; i < config->invite.names.count; i++) {
        int at = (p->next_invite + i) % config->invite.names.count;
        const char *name = config->invite.names.names[at];
        bool is_blocked = name_list_has(&config->accept.block, name) ||
                          name_list_has(&p->blocked, name);
        if (!is_blocked && is_worth_a_try(p, name) &&
            !is_paused(&p->invite_pauses, name, p->now_ms)) {
            p->next_invite = at + 1;
            bool is_saved = find_saved(p, name) != NULL;
            invite(p, name, is_saved ? LENGTH_RESUME : config->invite.length);
            return;
        }
    }
}

/* The list has no last line; by the time we look round it has come. */
static void tell_saved(struct player *p)
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
    if (takes_matches(p) && !resume_saved_match(p) &&
        p->now_ms - p->lobby_since_ms >= (int64_t)p->config->invite.idle_s * 1000) {
        invite_somebody(p);
    }
    if (p->state == PLAYER_LOBBY) {
        int64_t idle_ms = p->lobby_since_ms + (int64_t)p->config->invite.idle_s * 1000;
        if (idle_ms > p->now_ms && idle_ms - p->now_ms < LOBBY_POLL_MS) {
            p->deadline_ms = idle_ms;
        }
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

void on_who(struct player *p, const struct fibs_message *m)
{
    if (name_is(m->names[0], p->name)) {
        on_own_who(p, m);
        return;
    }
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    roster_update(&p->roster, m);
    bool is_wanted =
        find_saved(p, name) != NULL || name_list_has(&p->config->invite.names, name);
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
    if (p->state == PLAYER_INVITING && name_is(m->names[0], p->inviting.name)) {
        lobby_enter(p, "the invited user has logged out");
    }
}

void on_saved_header(struct player *p, const struct fibs_message *m)
{
    (void)m;
    p->saved_count = 0;
    p->has_saved_list = true;
}

void on_saved_none(struct player *p, const struct fibs_message *m)
{
    (void)m;
    p->saved_count = 0;
    p->has_saved_list = true;
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

/* ---- we are invited -------------------------------------------------------------- */

/* He invites us while our invitation to him is open: one of us has to join. */
static bool is_crossed(const struct player *p, const struct invitation *theirs)
{
    return p->state == PLAYER_INVITING && strcmp(p->inviting.name, theirs->name) == 0 &&
           p->inviting.length == theirs->length;
}

void on_invitation(struct player *p, const struct fibs_message *m)
{
    struct invitation invitation = {.length = LENGTH_RESUME};
    (void)fibs_slice_copy(m->names[0], invitation.name, sizeof invitation.name);
    if (m->id == FIBS_MSG_INVITE_N) {
        bool is_sane = m->numbers[0] > 0 && m->numbers[0] <= FIBS_UNLIMITED;
        invitation.length = is_sane ? (int)m->numbers[0] : FIBS_UNLIMITED;
    } else if (m->id == FIBS_MSG_INVITE_UNLIMITED) {
        invitation.length = FIBS_UNLIMITED;
    }
    char what[40];
    describe_length(invitation.length, what, sizeof what);
    player_log(p, LOG_INFO, "%s invites us to %s", invitation.name, what);
    bool crossed = is_crossed(p, &invitation);
    p->invited = invitation;
    if (p->state == PLAYER_OFFLINE) {
        return; /* taken up when we are ready */
    }
    talk_expect(p, invitation.name);
    player_enter(p, PLAYER_INVITED, "invited");
    if (crossed && strcmp(p->name, invitation.name) > 0) {
        player_wait(p, CROSSED_WAIT_MS);
    }
}

void on_warning(struct player *p, const struct fibs_message *m)
{
    (void)m;
    p->invited.has_warning = true;
}

static void refuse(struct player *p, enum policy_verdict verdict)
{
    const char *name = p->invited.name;
    player_log(p, LOG_INFO, "refused %s: %s", name, policy_code(verdict));
    record_refusal(p, &p->invited, true, policy_code(verdict));
    if (verdict != POLICY_BLOCKED && !is_paused(&p->talk_pauses, name, p->now_ms)) {
        char text[300];
        policy_explain(p->config, verdict, text, sizeof text);
        player_tell(p, name, text);
        pause_name(&p->talk_pauses, name, p->now_ms + TALK_PAUSE_MS);
    }
    p->invited.name[0] = '\0';
    lobby_enter(p, "invitation refused");
}

static void join(struct player *p)
{
    struct fibs_command command;
    if (!fibs_command_user(&command, FIBS_CMD_JOIN, p->invited.name)) {
        p->invited.name[0] = '\0';
        lobby_enter(p, "the inviter has no user name");
        return;
    }
    player_send(p, &command);
    player_enter(p, PLAYER_JOINING, "join sent");
}

/* A saved match goes on by our own invitation: what stands behind `join` can be
 * exchanged until it is sent. */
static void answer_by_inviting(struct player *p)
{
    bool has_warning = p->invited.has_warning;
    char name[FIBS_NAME_MAX];
    memcpy(name, p->invited.name, sizeof name);
    p->invited.has_warning = false;
    invite(p, name, LENGTH_RESUME);
    if (p->state != PLAYER_INVITING) {
        return;
    }
    if (has_warning) {
        p->invited.name[0] = '\0';
        player_tell(p, name, "We have a saved match, please join to resume it.");
        return;
    }
    p->is_answering = true;
    player_wait(p, JOIN_BACK_MS);
}

void invited_timeout(struct player *p)
{
    struct policy_offer offer = {
        .name = p->invited.name,
        .length = p->invited.has_warning ? LENGTH_RESUME : p->invited.length,
        .is_stopping = p->is_stopping || is_enough(p),
    };
    enum policy_verdict verdict = policy_judge(p->config, &p->blocked, &offer);
    if (verdict == POLICY_ACCEPT && p->is_resting) {
        verdict = POLICY_RESTING;
    }
    bool is_crossed_offer = strcmp(p->inviting.name, p->invited.name) == 0 &&
                            p->inviting.length == p->invited.length &&
                            !p->invited.has_warning;
    if (is_crossed_offer) { /* what we have asked for ourselves */
        join(p);
    } else if (verdict != POLICY_ACCEPT) {
        refuse(p, verdict);
    } else if (offer.length == LENGTH_RESUME) {
        answer_by_inviting(p);
    } else {
        join(p);
    }
}

void on_join_refused(struct player *p, const struct fibs_message *m)
{
    player_log(p, LOG_INFO, "%s cannot be joined: %.*s", p->invited.name,
               (int)m->line.length, m->line.text);
    p->invited.name[0] = '\0';
    lobby_enter(p, "join refused");
}

void joining_timeout(struct player *p)
{
    /* Either we play, and the board says so, or we do not, and the error line does. */
    player_send_plain(p, FIBS_CMD_BOARD);
    player_wait(p, ANSWER_MS);
}

/* ---- we invite ------------------------------------------------------------------- */

void on_invite_sent(struct player *p, const struct fibs_message *m)
{
    (void)p;
    (void)m; /* the invitation stands until it is joined or times out */
}

void on_invite_refused(struct player *p, const struct fibs_message *m)
{
    player_log(p, LOG_INFO, "%s cannot be invited: %.*s", p->inviting.name,
               (int)m->line.length, m->line.text);
    record_refusal(p, &p->inviting, false, fibs_message_name(m->id));
    pause_name(&p->invite_pauses, p->inviting.name, p->now_ms + REFUSED_PAUSE_MS);
    pause_name(&p->unseen_pauses, p->inviting.name, p->now_ms + UNSEEN_PAUSE_MS);
    struct saved_match *saved = find_saved(p, p->inviting.name);
    if (saved != NULL) {
        saved->is_ready = false; /* from now on the who lines tell */
    }
    if (m->id == FIBS_MSG_TOGGLE_READY_FIRST) {
        p->is_ready = false; /* lobby_enter() sets it again */
    }
    lobby_enter(p, "invitation refused");
}

void on_no_saved_match(struct player *p, const struct fibs_message *m)
{
    bool was_answering = p->is_answering;
    player_log(p, LOG_INFO, "no saved match: %.*s", (int)m->line.length, m->line.text);
    forget_saved(p, p->inviting.name);
    if (was_answering) { /* to his offer to resume one: he may know better */
        pause_name(&p->invite_pauses, p->inviting.name, p->now_ms + REFUSED_PAUSE_MS);
    }
    p->invited.name[0] = '\0';
    lobby_enter(p, "no saved match");
    player_wait(p, LOBBY_MS);
}

void inviting_timeout(struct player *p)
{
    if (p->is_answering) {
        p->is_answering = false;
        join(p); /* his own offer to resume stands still */
        return;
    }
    player_log(p, LOG_INFO, "%s has not answered our invitation", p->inviting.name);
    record_refusal(p, &p->inviting, false, "no_answer");
    pause_name(&p->invite_pauses, p->inviting.name, p->now_ms + REFUSED_PAUSE_MS);
    lobby_enter(p, "invitation not answered");
}

/* The server says that we play already. */
void on_already_playing(struct player *p, const struct fibs_message *m)
{
    (void)m;
    player_send_plain(p, FIBS_CMD_BOARD);
}

/* ---- a match begins -------------------------------------------------------------- */

static void remember_match(struct player *p, const char *opponent, int agreed,
                           bool is_resumed)
{
    struct match *match = &p->match;
    bool is_the_same =
        match->is_suspended && is_resumed && strcmp(match->opponent, opponent) == 0;
    if (is_the_same) {
        match->is_checked = match->is_suspended = false;
        match->is_on = match->is_resumed = true;
        match->agreed = agreed;
        return;
    }
    record_end(p, false);
    *match = (struct match){.is_on = true, .is_resumed = is_resumed, .agreed = agreed};
    (void)snprintf(match->opponent, sizeof match->opponent, "%s", opponent);
    match->length = agreed > 0 ? agreed : LENGTH_ANY;
    if (!is_resumed) {
        bool has_crawford = agreed > 1 && agreed != FIBS_UNLIMITED;
        match->memory.crawford = has_crawford ? CRAWFORD_AHEAD : CRAWFORD_OVER;
    }
}

void begin_match(struct player *p, const char *opponent, int agreed, bool is_resumed)
{
    char name[FIBS_NAME_MAX];
    (void)snprintf(name, sizeof name, "%s", opponent);
    tell_saved(p); /* it may have come just now */
    remember_match(p, name, agreed, is_resumed);
    talk_expect(p, name);
    p->invited.name[0] = p->inviting.name[0] = '\0';
    forget_saved(p, name);
    p->has_saved_list = false;
    p->table.has_view = p->table.is_asked = p->table.verifies = false;
    begin_game(p);
    p->game.is_new = false; /* until the server says that a game starts */
    char what[40] = "a match";
    if (agreed >= 0) {
        describe_length(agreed, what, sizeof what);
    }
    player_log(p, LOG_INFO, "playing %s with %s", what, name);
    player_enter(p, PLAYER_STARTING, is_resumed ? "match resumed" : "match joined");
}

int agreed_with(const struct player *p, const char *name, bool we_joined)
{
    const struct invitation *deal = we_joined ? &p->invited : &p->inviting;
    return strcmp(deal->name, name) == 0 ? deal->length : LENGTH_ANY;
}

/* The offer was exchanged between our look at it and our join. */
static void leave_swapped_match(struct player *p, int wanted, int got)
{
    char accepted[40], found[40], text[120];
    describe_length(wanted, accepted, sizeof accepted);
    describe_length(got, found, sizeof found);
    player_log(p, LOG_WARNING, "%s started %s, agreed was %s: leaving",
               p->match.opponent, found, accepted);
    (void)snprintf(text, sizeof text, "I accepted %s, sorry.", accepted);
    struct fibs_command command;
    if (fibs_command_chat(&command, FIBS_CMD_KIBITZ, text)) {
        player_send(p, &command);
    }
    if (p->blocked.count < CONFIG_NAMES_MAX) {
        memcpy(p->blocked.names[p->blocked.count++], p->match.opponent, FIBS_NAME_MAX);
    }
    leave_match(p, "not the match that was agreed on");
}

void on_match_joined(struct player *p, const struct fibs_message *m)
{
    bool we_joined =
        m->id == FIBS_MSG_NOW_PLAYING_N || m->id == FIBS_MSG_NOW_PLAYING_UNLIMITED;
    bool is_bounded = m->id == FIBS_MSG_NOW_PLAYING_N || m->id == FIBS_MSG_JOINED_YOU_N;
    int length = is_bounded && m->numbers[0] > 0 && m->numbers[0] <= MATCH_LENGTH_MAX
                     ? (int)m->numbers[0]
                     : FIBS_UNLIMITED;
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    int agreed = agreed_with(p, name, we_joined);
    begin_match(p, name, length, false);
    if (agreed != LENGTH_ANY && agreed != length) {
        leave_swapped_match(p, agreed, length);
    }
}

void on_match_resumed(struct player *p, const struct fibs_message *m)
{
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    begin_match(p, name, LENGTH_RESUME, true);
}

void on_resume_length(struct player *p, const struct fibs_message *m)
{
    if (m->id == FIBS_MSG_RESUME_UNLIMITED) {
        p->match.length = FIBS_UNLIMITED;
    } else if (m->numbers[0] > 0 && m->numbers[0] <= MATCH_LENGTH_MAX) {
        p->match.length = (int)m->numbers[0];
    }
}

void on_resume_points(struct player *p, const struct fibs_message *m)
{
    int *score =
        name_is(m->names[0], p->name) ? &p->match.my_score : &p->match.their_score;
    *score = (int)m->numbers[0];
    player_wait(p, DANCE_MS); /* often neither board nor prompt follow */
}
