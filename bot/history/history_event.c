#include "bot/history/history_event.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bot/config/strength_config.h"

static void begin_event(const struct config *config, enum history_event_type type,
                        struct history_event *event)
{
    memset(event, 0, sizeof *event);
    event->type = type;
    event->at_s = (int64_t)time(NULL);
    memcpy(event->account, config->account.name, sizeof event->account);
    memcpy(event->server, config->server.host, sizeof event->server);
}

static void copy_match(const struct config *config, const struct match_event *match,
                       struct history_event *event)
{
    begin_event(config, HISTORY_MATCH, event);
    event->match = match->type;
    memcpy(event->name, match->opponent, sizeof event->name);
    if (match->level[0] != '\0') {
        (void)snprintf(event->level, sizeof event->level, "level %s", match->level);
    } else {
        strength_describe(config, event->level, sizeof event->level);
    }
    event->length = match->length;
    event->is_mine = match->is_mine;
    event->is_resumed = match->is_resumed;
    event->is_finished = match->is_finished;
    event->my_score = match->my_score;
    event->their_score = match->their_score;
    event->points = match->points;
    event->ratings = match->ratings;
}

static int length_of(int length)
{
    return length == FIBS_UNLIMITED ? 0 : length == 0 ? HISTORY_RESUME : length;
}

bool history_event_of(const struct config *config, const struct player_output *output,
                      struct history_event *event)
{
    switch (output->type) {
    case PLAYER_MATCH:
        copy_match(config, &output->event, event);
        return output->event.type != MATCH_PLAY; /* those are in the match file */
    case PLAYER_STANDING:
        begin_event(config, HISTORY_STANDING, event);
        event->standing = output->standing;
        return true;
    case PLAYER_SAVED:
        begin_event(config, HISTORY_SAVED, event);
        memcpy(event->name, output->saved.name, sizeof event->name);
        event->length = length_of(output->saved.length);
        return true;
    case PLAYER_REFUSAL:
        begin_event(config, HISTORY_REFUSAL, event);
        memcpy(event->name, output->refusal.name, sizeof event->name);
        event->length = length_of(output->refusal.length);
        event->is_mine = output->refusal.is_ours;
        (void)snprintf(event->text, sizeof event->text, "%s", output->refusal.code);
        return true;
    case PLAYER_LEVEL:
        begin_event(config, HISTORY_LEVEL, event);
        memcpy(event->name, output->level.name, sizeof event->name);
        (void)snprintf(event->level, sizeof event->level, "%s", output->level.level);
        return true;
    default:
        return false;
    }
}

void history_event_link(const struct config *config, bool is_up, const char *reason,
                        struct history_event *event)
{
    begin_event(config, HISTORY_LINK, event);
    event->is_mine = is_up;
    (void)snprintf(event->text, sizeof event->text, "%s", reason);
}

void history_event_error(const struct config *config, const char *text,
                         struct history_event *event)
{
    begin_event(config, HISTORY_ERROR, event);
    (void)snprintf(event->text, sizeof event->text, "%.199s", text);
}
