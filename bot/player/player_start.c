/* How a match begins: joined, resumed, and whether it is the one that was agreed on. */
#include <stdio.h>
#include <string.h>

#include "bot/player/player_internal.h"

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
    tell_saved(p);    /* it may have come just now */
    player_forget(p); /* invitations under way */
    remember_match(p, name, agreed, is_resumed);
    talk_expect(p, name);
    p->invited.name[0] = p->inviting.name[0] = '\0';
    p->rematch.name[0] = '\0';
    p->waiting_count = p->invite_failures = 0;
    if (!is_resumed) {
        recent_opponents_add(&p->recent_opponents, name, RECENT_OPPONENT_BEGUN,
                             p->now_ms);
    }
    forget_saved(p, name);
    p->has_saved_list = false;
    p->table.has_view = p->table.is_asked = p->table.verifies = false;
    begin_game(p);
    p->game.is_new = false; /* until the server says that a game starts */
    p->match.is_fresh = is_resumed;
    char what[40] = "a match";
    if (agreed >= 0) {
        describe_length(agreed, what, sizeof what);
    }
    char level[LEVEL_TEXT_SIZE];
    talk_level(p, name, level);
    player_log(p, LOG_INFO, "playing %s with %s%s%s", what, name,
               level[0] != '\0' ? " at level " : "", level);
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
    say_to_opponent(p, text);
    if (p->blocked.count < CONFIG_NAMES_MAX) {
        memcpy(p->blocked.names[p->blocked.count++], p->match.opponent, FIBS_NAME_MAX);
    }
    leave_match(p, "not the match that was agreed on");
}

/* Whom we had neither invited nor joined: the server took the beginning of a name for
 * his, or he took up an old invitation of ours. */
static void leave_stranger(struct player *p)
{
    say_to_opponent(p, "Sorry, I did not mean to start this match.");
    leave_match(p, "nobody whom we may play so");
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
    bool may_play = agreed != LENGTH_ANY || is_welcome(p, name, length, !we_joined);
    begin_match(p, name, length, false);
    if (!may_play) {
        leave_stranger(p);
    } else if (agreed != LENGTH_ANY && agreed != length) {
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
