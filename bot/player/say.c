/* What we say to users, with limits, and the level to play them at. The limits prevent
 * two programs from talking for ever, and users from making us flood the server. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/player/core_internal.h"
#include "bot/policy/policy.h"
#include "engine/board/points.h"

enum {
    WINDOW_MS = 3600000, /* then the counts of lines restart */
    TOTAL_LINES = 120    /* to all, in a window */
};

/* ---- known users ---------------------------------------------------------------- */

struct player_known_user *player_known_user(struct player *p, const char *name)
{
    struct player_known_user *oldest = &p->known_users[0];
    for (int i = 0; i < PLAYER_KNOWN_USERS_MAX; i++) {
        struct player_known_user *row = &p->known_users[i];
        if (strcmp(row->name, name) == 0) {
            row->used_ms = p->now_ms;
            return row;
        }
        if (row->name[0] == '\0' ||
            (oldest->name[0] != '\0' && row->used_ms < oldest->used_ms)) {
            oldest = row;
        }
    }
    *oldest = (struct player_known_user){.used_ms = p->now_ms, .lines_ms = p->now_ms};
    COPY_TEXT(oldest->name, name);
    return oldest;
}

void player_ask_outside(struct player *p, const char *name, enum player_question what)
{
    struct player_output output = {.type = PLAYER_ASK, .ask.what = what};
    output.ask.moves_up = player_known_user(p, name)->moves_up;
    COPY_TEXT(output.ask.name, name);
    player_emit(p, &output);
}

void player_expect_user(struct player *p, const char *name)
{
    struct player_known_user *row = player_known_user(p, name);
    if (!row->is_level_asked) {
        row->is_level_asked = true;
        player_ask_outside(p, name, PLAYER_QUESTION_LEVEL);
    }
}

void player_level_for(struct player *p, const char *name, char level[LEVEL_TEXT_SIZE])
{
    const struct roster_user *user = roster_find(&p->roster, name);
    const char *wish = "";
    for (int i = 0; i < PLAYER_KNOWN_USERS_MAX && p->config->talk.levels; i++) {
        if (strcmp(p->known_users[i].name, name) == 0) {
            wish = p->known_users[i].level;
        }
    }
    if (p->owner_level[0] != '\0') {
        (void)snprintf(level, LEVEL_TEXT_SIZE, "%s", p->owner_level);
        return;
    }
    policy_level(p->config, name, access_level(p->access, name), wish,
                 user != NULL ? &user->who.standing : NULL, level);
}

/* ---- saying --------------------------------------------------------------------- */

/* `kept`: lines that stay reserved for other texts. */
static bool may_tell(struct player *p, struct player_known_user *row, int kept)
{
    if (p->now_ms - row->lines_ms >= WINDOW_MS) {
        row->lines_ms = p->now_ms;
        row->lines = 0;
    }
    if (p->now_ms - p->said_ms >= WINDOW_MS) {
        p->said_ms = p->now_ms;
        p->said = 0;
    }
    return row->lines + kept < p->config->talk.lines && p->said < TOTAL_LINES;
}

static void tell_within_limits(struct player *p, const char *name, const char *text,
                               int kept)
{
    struct player_known_user *row = player_known_user(p, name);
    if (*text != '\0' && may_tell(p, row, kept)) {
        row->lines++;
        p->said++;
        player_tell(p, name, text);
    }
}

bool player_is_opponent(const struct player *p, const char *name)
{
    return p->match.is_on && strcmp(p->match.opponent, name) == 0;
}

bool player_may_reply(struct player *p, const char *name)
{
    return may_tell(p, player_known_user(p, name), player_is_opponent(p, name));
}

void player_reply(struct player *p, const char *name, const char *text)
{
    tell_within_limits(p, name, text, player_is_opponent(p, name));
}

void player_greet(struct player *p)
{
    struct player_known_user *row = player_known_user(p, p->match.opponent);
    row->lines = 0;
    row->lines_ms = p->now_ms;
    tell_within_limits(p, p->match.opponent, p->config->talk.greeting, 0);
}

void player_say_goodbye(struct player *p)
{
    struct player_known_user *row = player_known_user(p, p->match.opponent);
    tell_within_limits(p, p->match.opponent, p->config->talk.goodbye, 0);
    row->length = p->match.length;
    row->lines = 0; /* after the match they may ask about it */
    row->lines_ms = p->now_ms;
}

void player_kibitz(struct player *p, const char *text)
{
    struct game_order order = {.type = ORDER_KIBITZ};
    COPY_TEXT(order.text, text);
    player_send(p, &order);
}

void player_length_text(int length, char *text, size_t size)
{
    if (length == PLAYER_LENGTH_RESUME) {
        (void)snprintf(text, size, "a saved match");
    } else if (length == POINTS_UNLIMITED) {
        (void)snprintf(text, size, "an unlimited match");
    } else {
        (void)snprintf(text, size, "a %d point match", length);
    }
}

int player_shown_score(const struct player *p, bool is_mine)
{
    return points_shown(is_mine ? p->match.my_score : p->match.their_score,
                        p->match.length);
}
