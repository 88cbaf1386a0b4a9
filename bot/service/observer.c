#include "bot/service/observer.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/net/timer.h"

enum {
    WATCH_TURNS = 40, /* of play.observe_pace */
    PLAYERS_MAX = 64  /* of whom we know that they play */
};

/* What is asked once after the log-in; of_us: our own name follows. */
static const struct {
    const char *words;
    bool of_us;
} questions[] = {
    {"toggle", false},        {"set", false},      {"show games", false},
    {"show watchers", false}, {"show max", false}, {"show saved", false},
    {"whois", true},          {"where", true},     {"version", false},
    {"stat", false},          {"average", true},   {"last", false},
    {"ratings to 10", false}, {"ratings", true},   {"away", false},
    {"gag", false},           {"blind", false},    {"waitfor", false},
    {"pip", false},           {"oldmoves", true},  {"about", false},
    {"motd", false},          {"help", false},     {"show nothing", false},
};

struct observer {
    const struct config *config;
    struct loop_guest guest;
    struct loop *loop; /* NULL: not open */
    struct timer *timer;
    bool is_online;
    size_t next_question;
    char players[PLAYERS_MAX][USER_NAME_SIZE]; /* a ring */
    int player_count, next_player;
    char watched[USER_NAME_SIZE]; /* "": nobody */
    int turns;                    /* since then */
};

/* `name`: "" or what stands behind the words. */
static void ask(const struct observer *o, const char *words, const char *name)
{
    struct game_order order = {.type = ORDER_QUESTION};
    FORMAT_TEXT(order.text, "%s%s%s", words, *name != '\0' ? " " : "", name);
    (void)loop_send(o->loop, o->config->account.name, &order);
}

/* ---- who plays --------------------------------------------------------------------- */

static int find_player(const struct observer *o, const char *name)
{
    for (int i = 0; i < o->player_count; i++) {
        if (strcmp(o->players[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static void note_player(struct observer *o, const struct game_event *event)
{
    bool plays = event->other[0] != '\0' && !event->is_mine &&
                 strcmp(event->other, o->config->account.name) != 0;
    int at = find_player(o, event->name);
    if (plays && at < 0 && o->player_count < PLAYERS_MAX) {
        memcpy(o->players[o->player_count++], event->name, USER_NAME_SIZE);
    } else if (!plays && at >= 0) {
        memmove(o->players[at], o->players[--o->player_count], sizeof o->players[0]);
    }
    if (!plays && strcmp(o->watched, event->name) == 0) {
        o->turns = WATCH_TURNS; /* it is over: watch another one */
    }
}

static void watch_next(struct observer *o)
{
    if (o->watched[0] != '\0') {
        o->watched[0] = '\0';
        ask(o, "unwatch", "");
    } else if (o->player_count > 0) {
        int at = o->next_player++ % o->player_count;
        memcpy(o->watched, o->players[at], sizeof o->watched);
        o->turns = 0;
        ask(o, "watch", o->watched);
    }
}

/* ---- the guest ----------------------------------------------------------------------- */

static void on_pace(void *context)
{
    struct observer *o = context;
    if (!o->is_online) {
        return;
    }
    if (o->next_question < sizeof questions / sizeof questions[0]) {
        bool of_us = questions[o->next_question].of_us;
        ask(o, questions[o->next_question++].words,
            of_us ? o->config->account.name : "");
    } else if (o->watched[0] == '\0' || ++o->turns >= WATCH_TURNS) {
        watch_next(o);
    } else if (o->turns == 2) {
        ask(o, "look", o->watched);
    } else if (o->turns == 4) {
        ask(o, "pip", "");
    }
}

static void hear_link(void *context, const char *account, bool is_online)
{
    struct observer *o = context;
    if (strcmp(account, o->config->account.name) == 0) {
        o->is_online = is_online;
        o->watched[0] = '\0';
        o->player_count = is_online ? o->player_count : 0;
    }
}

static void hear_event(void *context, const char *account,
                       const struct game_event *event)
{
    struct observer *o = context;
    if (strcmp(account, o->config->account.name) != 0) {
        return;
    }
    if (event->type == EVENT_WHO) {
        note_player(o, event);
    } else if (event->type == EVENT_WATCH_END) {
        o->watched[0] = '\0';
    }
}

static bool open_observer(void *context, struct loop *loop, struct error *err)
{
    struct observer *o = context;
    o->loop = loop;
    o->timer = timer_every(loop_services(loop)->base,
                           (int64_t)o->config->play.observe_pace * 1000, on_pace, o);
    return o->timer != NULL || error_set(err, "cannot set up a timer");
}

static void close_observer(void *context)
{
    struct observer *o = context;
    timer_free(o->timer);
    o->timer = NULL;
}

struct observer *observer_new(const struct config *config)
{
    struct observer *o = calloc(1, sizeof *o);
    if (o != NULL) {
        o->config = config;
        o->guest = (struct loop_guest){.accounts = {.context = o,
                                                    .reporter = config->account.name,
                                                    .online = hear_link,
                                                    .event = hear_event},
                                       .open = open_observer,
                                       .close = close_observer};
    }
    return o;
}

void observer_free(struct observer *observer)
{
    free(observer);
}

const struct loop_guest *observer_guest(const struct observer *observer)
{
    return &observer->guest;
}
