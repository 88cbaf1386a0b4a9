#pragma once
/* The server in a world (world.h): who is there, who plays whom, and the lines that say so,
 * each of which takes a while to come. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/director/director.h"
#include "bot/director/director_words.h"
#include "bot/fibs/translate.h"
#include "engine/board/rng.h"
#include "tests/unit/test_case.h"

enum {
    SOULS_MAX = 9,
    STORE_MATCHES_MAX = 128,
    NEWS_MAX = 8192,
    TRUTH_MAX = 256,
    LANE_OF_DIRECTOR = SOULS_MAX,
    LANES = SOULS_MAX + 1,
    WORLD_DAY_S = 24 * 3600
};

/* Somebody with an account. */
struct soul {
    char name[FIBS_NAME_MAX];
    bool is_ours;
    bool is_absent;  /* never comes */
    bool is_deaf;    /* a foreign one who does nothing that he is told */
    bool is_unready; /* as his who line says */
    bool is_online;
    int playing; /* -1: nobody */
    unsigned saved;
    int experience;
    double rating;
    int64_t back_s;
    int idle_s;
    int wants;       /* whom he is ordered, or was told to play; -1 */
    bool only_saved; /* as ordered */
    bool gives_up;   /* as ordered: what is saved, and begins anew */
    bool has_said_list;
    int64_t ready_s;
};

/* A match that the server has seen to its end. */
struct truth {
    int winner, loser;
};

enum news_kind { NEWS_IS_LINE, NEWS_IS_EVENT, NEWS_IS_ONLINE, NEWS_IS_LIST };
struct news {
    int64_t due_s;
    int lane;
    enum news_kind kind;
    char text[200]; /* of a line; an opponent's name */
    struct match_event event;
};

struct world {
    struct director_options options;
    struct soul souls[SOULS_MAX];
    int count;
    struct director *director; /* NULL: killed */
    bool is_director_online;
    int64_t director_back_s, program_back_s;
    struct fibs_message_context lines;
    struct fibs_translator translator;
    int64_t now_s;
    struct rng rng;
    struct news news[NEWS_MAX];
    int news_count;
    int64_t latest_s[LANES];

    /* the store */
    struct director_whole whole;
    struct director_entrant entrants[SOULS_MAX];
    struct director_match matches[STORE_MATCHES_MAX];
    int match_count;
    struct director_output open[STORE_MATCHES_MAX]; /* a transaction */
    int open_count;

    struct truth truths[TRUTH_MAX];
    int truth_count;
    int begun; /* matches, those resumed not counted */
    int transactions;
    int cut_at;      /* kill the program at this transaction ... */
    bool cut_before; /* ... before it is stored, or behind it */
    bool is_killed;
    bool is_done;
    int kills, drops, director_drops, crashes;
    int tells, others_told, asked;
    char last_tell[SOULS_MAX][220]; /* to each */
    char last_news[DIRECTOR_NEWS_END + 1][300], last_warning[200];
    /* chances in 10,000 a second */
    int kill_chance, drop_chance, director_chance, crash_chance;
    int match_seconds;
    bool is_stuck;    /* nobody moves any more */
    bool has_reports; /* the server reports matches and departures to everybody */
    bool has_rawwho;  /* it answers */
    int decimals;     /* of ratings in who lines */
    int delay_s;      /* of each line, less than this */
};

static inline int world_below(struct world *w, int bound)
{
    return (int)rng_below(&w->rng, (uint32_t)bound);
}

static inline int world_find(const struct world *w, const char *name)
{
    for (int i = 0; i < w->count; i++) {
        if (strcmp(w->souls[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* ---- news on their way -------------------------------------------------------------- */

static inline struct news *world_post(struct world *w, int lane, enum news_kind kind)
{
    int64_t due_s = w->now_s + world_below(w, w->delay_s);
    assert_true(w->news_count < NEWS_MAX);
    struct news *news = &w->news[w->news_count++];
    memset(news, 0, sizeof *news);
    w->latest_s[lane] = due_s > w->latest_s[lane] ? due_s : w->latest_s[lane];
    news->due_s = w->latest_s[lane];
    news->lane = lane;
    news->kind = kind;
    return news;
}

static inline void world_line(struct world *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline void world_line(struct world *w, const char *format, ...)
{
    va_list arguments;
    if (w->is_director_online) {
        struct news *news = world_post(w, LANE_OF_DIRECTOR, NEWS_IS_LINE);
        va_start(arguments, format);
        (void)vsnprintf(news->text, sizeof news->text, format, arguments);
        va_end(arguments);
    }
}

static inline void world_event(struct world *w, int soul, int opponent,
                               enum match_event_type type, int my_score,
                               int their_score)
{
    if (w->souls[soul].is_ours && w->souls[soul].is_online) {
        struct match_event *event = &world_post(w, soul, NEWS_IS_EVENT)->event;
        bool is_new_record = type == MATCH_RESUMED && w->kills > 0;
        event->type = is_new_record ? MATCH_START : type;
        event->length = w->options.length;
        event->my_score = my_score;
        event->their_score = their_score;
        event->is_mine = soul < opponent;
        event->is_finished = type == MATCH_END;
        event->is_resumed = type == MATCH_RESUMED;
        memcpy(event->opponent, w->souls[opponent].name, sizeof event->opponent);
    }
}

static inline void world_forget_lane(struct world *w, int lane)
{
    int kept = 0;
    for (int i = 0; i < w->news_count; i++) {
        if (w->news[i].lane != lane) {
            w->news[kept++] = w->news[i];
        }
    }
    w->news_count = kept;
}

/* ---- the server ------------------------------------------------------------------------ */

static inline void world_who(struct world *w, int soul)
{
    const struct soul *s = &w->souls[soul];
    world_line(w, "5 %s %s - %d 0 %.*f %d %d 1 host - -", s->name,
               s->playing < 0 ? "-" : w->souls[s->playing].name, !s->is_unready,
               w->decimals, s->rating, s->experience, s->idle_s);
}

static inline void world_list(struct world *w, int soul)
{
    if (w->souls[soul].is_ours && w->souls[soul].is_online) {
        for (int other = 0; other < w->count; other++) {
            if ((w->souls[soul].saved >> other & 1) != 0) {
                (void)snprintf(world_post(w, soul, NEWS_IS_LIST)->text, FIBS_NAME_MAX,
                               "%s", w->souls[other].name);
            }
        }
        (void)world_post(w, soul, NEWS_IS_LIST);
    }
}

/* The match of this one is saved; `leaver` has left, or -1. */
static inline void world_save(struct world *w, int soul, int leaver)
{
    int other = w->souls[soul].playing;
    if (other >= 0) {
        w->souls[soul].playing = w->souls[other].playing = -1;
        w->souls[soul].saved |= 1U << other;
        w->souls[other].saved |= 1U << soul;
        world_event(w, soul, other, MATCH_SAVED, 0, 0);
        world_event(w, other, soul, MATCH_SAVED, 0, 0);
        if (leaver >= 0 && w->has_reports) {
            world_line(w, "%s has left the game with %s.", w->souls[leaver].name,
                       w->souls[leaver == soul ? other : soul].name);
        }
        world_who(w, soul);
        world_who(w, other);
        world_list(w, soul);
        world_list(w, other);
    }
}

static inline void world_go_offline(struct world *w, int soul, int pause_s)
{
    struct soul *s = &w->souls[soul];
    if (s->is_online) {
        s->is_online = false;
        world_forget_lane(w, soul);
        world_save(w, soul, -1);
        world_line(w, "8 %s %s drops connection.", s->name, s->name);
        s->back_s = w->now_s + pause_s;
        if (s->is_ours) {
            s->wants = -1;
        }
    }
}

static inline void world_come_online(struct world *w, int soul)
{
    struct soul *s = &w->souls[soul];
    s->is_online = true;
    world_line(w, "7 %s %s logs in.", s->name, s->name);
    world_who(w, soul);
    if (s->is_ours) {
        (void)world_post(w, soul, NEWS_IS_ONLINE);
        world_list(w, soul);
    }
}

static inline void world_begin_match(struct world *w, int a, int b)
{
    struct soul *first = &w->souls[a], *second = &w->souls[b];
    bool is_saved =
        (first->saved >> b & 1) != 0 && !first->gives_up && !second->gives_up;
    enum match_event_type type = is_saved ? MATCH_RESUMED : MATCH_START;
    first->playing = b;
    second->playing = a;
    first->saved &= ~(1U << b);
    second->saved &= ~(1U << a);
    w->begun += !is_saved;
    if (!w->has_reports) {
        /* who lines tell */
    } else if (is_saved) {
        world_line(w, "%s and %s are resuming their %d-point match.", first->name,
                   second->name, w->options.length);
    } else {
        world_line(w, "%s and %s start a %d point match.", first->name, second->name,
                   w->options.length);
    }
    world_event(w, a, b, type, 0, 0);
    world_event(w, b, a, type, 0, 0);
    world_who(w, a);
    world_who(w, b);
}

static inline void world_end_match(struct world *w, int a)
{
    int length = w->options.length, b = w->souls[a].playing;
    bool has_won = world_below(w, 2) == 0;
    int winner = has_won ? a : b, loser = has_won ? b : a;
    w->souls[a].playing = w->souls[b].playing = -1;
    w->souls[a].experience += length;
    w->souls[b].experience += length;
    w->souls[winner].rating += 2.5;
    w->souls[loser].rating -= 2.5;
    assert_true(w->truth_count < TRUTH_MAX);
    w->truths[w->truth_count++] = (struct truth){winner, loser};
    world_event(w, winner, loser, MATCH_END, length + 1, 1); /* by a cube of 2 */
    world_event(w, loser, winner, MATCH_END, 1, length + 1);
    if (w->has_reports) {
        world_line(w, "%s wins a %d point match against %s  %d-1 .",
                   w->souls[winner].name, length, w->souls[loser].name, length);
    }
    world_who(w, winner);
    world_who(w, loser);
    w->souls[a].wants = w->souls[b].wants = -1;
}
