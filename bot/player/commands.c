/* Answers commands of other users and of the owner; never answers chat or programs. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/config/opponents.h"
#include "bot/player/core_internal.h"
#include "engine/level.h"
#include "engine/rollout/roller.h"

enum {
    WINDOW_MS = 3600000,     /* after it the count of wrong secrets restarts */
    ANSWER_WAIT_MS = 600000, /* longest wait for an answer from outside */
    WRONG_SECRETS = 5,       /* in a window; further commands are ignored */
    LINE_SIZE = 300
};

/* ---- commands ------------------------------------------------------------------- */

static void answer_help(struct player *p, const char *name)
{
    char text[LINE_SIZE];
    FORMAT_TEXT(text,
                "I know, by tell: help, %sstats, rematch, analysis (after a match), "
                "about. If I seem to hang in a match, kibitz move, roll or join.",
                p->config->talk.levels ? "level [name or rating], " : "");
    player_reply(p, name, text);
}

static void describe_level(struct player *p, const char *name, char text[64])
{
    char level[LEVEL_TEXT_SIZE];
    player_level_for(p, name, level);
    const char *usual = p->config->strength.level;
    if (level[0] != '\0') {
        (void)snprintf(text, 64, "%s", level);
    } else if (usual[0] != '\0') {
        (void)snprintf(text, 64, "%.60s", usual);
    } else {
        (void)snprintf(text, 64, "usual (%d-ply)", p->config->strength.play_ply);
    }
}

static void answer_about(struct player *p, const char *name)
{
    char level[64], text[LINE_SIZE];
    describe_level(p, name, level);
    FORMAT_TEXT(text,
                "I am fibsbot, a free computer program; I have learnt backgammon by "
                "playing against myself. I play you at level %s. Tell me help for "
                "what I can do.",
                level);
    player_reply(p, name, text);
}

static void tell_level(struct player *p, const char *name)
{
    char level[64], text[LINE_SIZE];
    describe_level(p, name, level);
    FORMAT_TEXT(text,
                "I play you at level %s. Choose: level and a FIBS rating from "
                "%d to %d, or",
                level, LEVEL_RATING_LEAST, LEVEL_RATING_MOST);
    for (int i = 0; level_at(i) != NULL && strlen(text) + 40 < sizeof text; i++) {
        ADD_TEXT(text, " %s", level_at(i)->name);
    }
    ADD_TEXT(text, ", equal, above, below, usual");
    player_reply(p, name, text);
}

void player_recall_level(struct player *player, int64_t now_ms, const char *name,
                         const char *level)
{
    struct player_known_user *row = player_known_user(player, name);
    player->now_ms = now_ms;
    row->is_level_known = true;
    if (row->level[0] == '\0') { /* else they have chosen one in the meantime */
        COPY_TEXT(row->level, level);
    }
    if (row->wants_level && player->state != PLAYER_OFFLINE) {
        tell_level(player, name);
    }
    row->wants_level = false;
}

/* Tells users their level when it is known whether they have chosen one before. */
static void recall_and_tell_level(struct player *p, const char *name)
{
    struct player_known_user *row = player_known_user(p, name);
    if (row->is_level_known) {
        tell_level(p, name);
    } else {
        row->wants_level = true;
        player_expect_user(p, name);
    }
}

/* Whether a user may ask for it: a word of the sparring rules, a level without rollouts
 * or a rating. */
static bool is_level(const char *level)
{
    return opponents_spar(level) >= 0 ||
           (roller_find(level) == NULL && level_check(level, NULL));
}

static void set_level(struct player *p, const char *name, const char *level)
{
    struct player_known_user *row = player_known_user(p, name);
    struct player_output output = {.type = PLAYER_LEVEL};
    char now[64], text[LINE_SIZE];
    bool is_usual = strcmp(level, "usual") == 0;
    if (!is_usual && !is_level(level)) {
        tell_level(p, name);
        return;
    }
    COPY_TEXT(row->level, is_usual ? "" : level);
    row->is_level_asked = row->is_level_known = true;
    COPY_TEXT(output.level.name, name);
    COPY_TEXT(output.level.level, row->level);
    player_emit(p, &output);
    describe_level(p, name, now);
    FORMAT_TEXT(text, "From now on I play you at level %s.", now);
    player_reply(p, name, text);
}

static void answer_level(struct player *p, const char *name, const char *argument)
{
    if (!p->config->talk.levels) {
        player_reply(p, name, "My level cannot be chosen here.");
    } else if (argument[0] == '\0') {
        recall_and_tell_level(p, name);
    } else {
        set_level(p, name, argument);
    }
}

/* Commands that need files; the answer comes through player_report(). */
static void ask_for_report(struct player *p, const char *name,
                           enum player_question what)
{
    struct player_known_user *row = player_known_user(p, name);
    bool is_waiting = row->is_waiting && p->now_ms - row->waits_ms < ANSWER_WAIT_MS;
    if (!is_waiting && player_may_reply(p, name)) {
        row->is_waiting = true;
        row->waits_ms = p->now_ms;
        player_ask_outside(p, name, what);
    }
}

void player_report(struct player *player, int64_t now_ms, const char *name,
                   const char *text, bool is_last)
{
    player->now_ms = now_ms;
    if (is_last) {
        player_known_user(player, name)->is_waiting = false;
    }
    if (player->state != PLAYER_OFFLINE) {
        player_reply(player, name, text);
    }
}

static void answer_rematch(struct player *p, const char *name)
{
    const struct roster_user *user = roster_find(&p->roster, name);
    int length = player_known_user(p, name)->length;
    if (player_is_playing(p)) {
        player_reply(p, name, "I am playing now; please ask me after the match.");
    } else if (p->state != PLAYER_LOBBY || p->is_stopping || p->is_paused) {
        player_reply(p, name, "Not now, sorry; please ask me again in a minute.");
    } else if (length == 0) {
        player_reply(p, name, "We have not played lately; please invite me.");
    } else if (user != NULL && !user->who.is_ready) {
        player_reply(p, name, "With pleasure: toggle ready, please, and ask again.");
    } else if (!player_try_invite(p, name, length)) {
        player_reply(p, name, "I may not invite you now; please invite me.");
    }
}

static void answer_analysis(struct player *p, const char *name)
{
    if (!p->config->talk.analysis) {
        player_reply(p, name, "I do not analyse matches here.");
    } else if (player_is_opponent(p, name) && p->match.is_checked) { /* it has begun */
        player_reply(p, name, "Please ask me after the match.");
    } else {
        ask_for_report(p, name, PLAYER_QUESTION_ANALYSIS);
    }
}

static void answer_command(struct player *p, const char *name, const struct talk *talk)
{
    switch (talk->word) {
    case TALK_HELP:
        answer_help(p, name);
        break;
    case TALK_LEVEL:
        answer_level(p, name, talk->argument);
        break;
    case TALK_STATS:
        ask_for_report(p, name, PLAYER_QUESTION_STATS);
        break;
    case TALK_REMATCH:
        answer_rematch(p, name);
        break;
    case TALK_ANALYSIS:
        answer_analysis(p, name);
        break;
    case TALK_ABOUT:
        answer_about(p, name);
        break;
    case TALK_NONE:
    case TALK_OWNER:
        break;
    }
}

/* ---- the owner ------------------------------------------------------------------ */

static void describe_standing(const struct standing *standing, char text[60])
{
    if (!standing->is_known) {
        (void)snprintf(text, 60, "no rating yet");
    } else if (standing_has_experience(standing)) {
        (void)snprintf(text, 60, "rating %.2f, experience %d", standing->rating,
                       standing->experience);
    } else {
        (void)snprintf(text, 60, "rating %.2f", standing->rating);
    }
}

static void tell_status(struct player *p, const char *name)
{
    char text[LINE_SIZE], level[64], standing[60], playing[120] = "playing nobody";
    if (p->match.is_on) {
        FORMAT_TEXT(playing, "playing %s, %d-%d", p->match.opponent,
                    player_shown_score(p, true), player_shown_score(p, false));
    }
    describe_level(p, p->match.is_on ? p->match.opponent : "", level);
    describe_standing(&p->standing, standing);
    FORMAT_TEXT(text, "%s%s%s; %s; level %s; matches finished: %d; %s",
                p->states[p->state].name, p->is_paused ? ", pausing" : "",
                p->is_stopping ? ", stopping" : "", playing, level, p->finished,
                standing);
    player_tell(p, name, text);
}

/* A match that we join is played first (player_stop()). */
static bool begins_or_plays(const struct player *p)
{
    return player_is_playing(p) || p->state == PLAYER_JOINING;
}

static void pause_matches(struct player *p, const char *name, bool is_paused)
{
    p->is_paused = is_paused;
    player_tell(p, name, is_paused ? "I take no new matches." : "I take matches.");
    if (!begins_or_plays(p)) {
        player_enter(p, PLAYER_LOBBY,
                     is_paused ? "asked to pause" : "asked to continue");
    }
}

static void set_owner_level(struct player *p, const char *name, const char *level)
{
    char text[LINE_SIZE];
    bool is_usual = strcmp(level, "usual") == 0;
    if (level[0] != '\0' && !is_usual && !level_check(level, NULL)) {
        player_tell(p, name, "No such level.");
        return;
    }
    if (level[0] != '\0') {
        COPY_TEXT(p->owner_level, is_usual ? "" : level);
    }
    FORMAT_TEXT(text, "Level for everybody: %s",
                p->owner_level[0] != '\0' ? p->owner_level
                                          : "as the configuration says");
    player_tell(p, name, text);
}

static void carry_out_order(struct player *p, const char *name, const struct talk *talk)
{
    switch (talk->order) {
    case TALK_ORDER_STATUS:
        tell_status(p, name);
        break;
    case TALK_ORDER_PAUSE:
    case TALK_ORDER_RESUME:
        pause_matches(p, name, talk->order == TALK_ORDER_PAUSE);
        break;
    case TALK_ORDER_LAST:
        player_tell(p, name,
                    begins_or_plays(p) ? "I log out after this match."
                                       : "I am not playing: I log out.");
        player_stop(p, p->now_ms, CONFIG_ON_STOP_FINISH);
        break;
    case TALK_ORDER_LEVEL:
        set_owner_level(p, name, talk->argument);
        break;
    case TALK_ORDER_LEAVE:
        if (player_is_playing(p) && p->state != PLAYER_LEAVING) {
            player_tell(p, name,
                        p->match.is_unkept ? "Leaving the match."
                                           : "Leaving the match; it is saved.");
            player_leave_match(p, "ordered by the owner");
        } else {
            player_tell(p, name, "I am not playing.");
        }
        break;
    case TALK_ORDER_AGAIN:
        player_guard_forgive(p);
        player_tell(p, name, "I try all saved matches again.");
        break;
    case TALK_ORDER_NONE:
        player_tell(p, name,
                    "status, pause, resume, last, level [LEVEL], leave, again");
        break;
    }
}

/* Does not answer users who are not the owner or do not know the secret. */
static void handle_owner(struct player *p, const char *name, const struct talk *talk)
{
    if (p->now_ms - p->wrong_ms >= WINDOW_MS) {
        p->wrong_ms = p->now_ms;
        p->wrong_secrets = 0;
    }
    bool is_owner =
        p->config->owner.name[0] != '\0' && strcmp(name, p->config->owner.name) == 0;
    if (!is_owner || p->wrong_secrets >= WRONG_SECRETS) {
        player_log(p, LOG_WARNING, "ignored an owner command from %s", name);
        return;
    }
    if (!talk_is_secret(talk->secret, p->owner_secret)) {
        p->wrong_secrets++;
        player_log(p, LOG_WARNING, "ignored an owner command from %s: wrong secret",
                   name);
        return;
    }
    player_log(p, LOG_INFO, "owner command from %s: %s", name,
               talk_order_name(talk->order));
    carry_out_order(p, name, talk);
}

void player_set_owner_secret(struct player *player, const char *secret)
{
    COPY_TEXT(player->owner_secret, secret);
}

/* ---- what comes in -------------------------------------------------------------- */

static bool deserves_an_answer(const struct player *p, const char *name)
{
    return p->config->talk.answer && strcmp(name, p->name) != 0 &&
           !config_name_list_has(&p->config->accept.block, name) &&
           access_judge(p->access, name, ACCESS_IN) != ACCESS_BLOCKED &&
           !player_is_robot(p, name);
}

void player_on_says(struct player *p, const struct game_event *e)
{
    struct talk talk;
    if (player_is_playing(p) && p->state != PLAYER_LEAVING) {
        player_on_kibitz(p, e);
    }
    if (!talk_read(e->text, &talk)) {
        return;
    }
    if (talk.word == TALK_OWNER) {
        handle_owner(p, e->name, &talk);
    } else if (deserves_an_answer(p, e->name)) {
        answer_command(p, e->name, &talk);
    }
}

void player_on_asking_says(struct player *p, const struct game_event *e)
{
    if (!player_take_reputation(p, e)) {
        player_on_says(p, e);
    }
}
