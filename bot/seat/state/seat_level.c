/* The level that the person has chosen: it is sent to the opponent as soon as they are there,
 * and no match begins before they have said at which level they play. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/seat/state/seat_internal.h"

enum {
    ANSWER_MS = 1000, /* then it is sent again: a bot that logs in hears nothing yet */
    TRIES_MAX = 5     /* then the match begins all the same */
};

/* What the bot answers (bot/player/commands.c). */
#define PLAYS_AT      "From now on I play you at level "
#define HAS_NO_LEVELS "My level cannot be chosen here"

void seat_level_owe(struct seat *seat)
{
    seat->level.is_owed = true;
    seat->level.tries = 0;
    seat->level.until_ms = 0;
}

void seat_level_choose(struct seat *seat, const char *level)
{
    bool is_usual = strcmp(level, "usual") == 0;
    COPY_TEXT(seat->view.level, is_usual ? "" : level);
    seat_level_owe(seat);
}

void seat_level_begin(struct seat *seat)
{
    if (seat->setup.starts_usual && !seat->view.has_saved &&
        seat->view.level[0] != '\0') {
        seat_level_choose(seat, "usual");
    }
    seat->setup.starts_usual = false;
}

bool seat_level_order(struct seat *seat, struct game_order *order)
{
    const char *level = seat->view.level;
    if (!seat->level.is_owed || seat->now_ms < seat->level.until_ms ||
        !seat->knows_saved || !seat->view.is_opponent_there) {
        return false;
    }
    *order = (struct game_order){.type = ORDER_TELL};
    memcpy(order->name, seat->setup.opponent, sizeof order->name);
    FORMAT_TEXT(order->text, "level %s", level[0] != '\0' ? level : "usual");
    if (seat->level.tries++ == TRIES_MAX) {
        seat->level.is_owed = false;
        return false;
    }
    seat->level.until_ms = seat->now_ms + ANSWER_MS;
    return true;
}

int64_t seat_level_deadline(const struct seat *seat)
{
    bool is_waiting =
        seat->level.is_owed && seat->level.until_ms > 0 && seat->view.is_opponent_there;
    return is_waiting ? seat->level.until_ms : INT64_MAX;
}

/* Their word counts: a list of the operator's may name another level. */
static void hear_level(struct seat *seat, const char *text)
{
    char level[LEVEL_TEXT_SIZE];
    int length = (int)strcspn(text, ".");
    int written = snprintf(level, sizeof level, "%.*s", length, text);
    bool is_level = written < (int)sizeof level && level_check(level, NULL);
    if (seat->view.level[0] != '\0') {
        COPY_TEXT(seat->view.level, is_level ? level : "");
    }
}

void seat_level_hear(struct seat *seat, const char *text)
{
    if (strncmp(text, PLAYS_AT, strlen(PLAYS_AT)) == 0) {
        hear_level(seat, text + strlen(PLAYS_AT));
        seat->level.is_owed = false;
    } else if (strncmp(text, HAS_NO_LEVELS, strlen(HAS_NO_LEVELS)) == 0) {
        seat->view.level[0] = '\0';
        seat->level.is_owed = false;
    }
}
