#ifndef TESTS_UNIT_BOT_DIRECTOR_WORLD_H
#define TESTS_UNIT_BOT_DIRECTOR_WORLD_H
/*
 * A server, accounts and a store around a director, on a clock of whole seconds. What the
 * server says takes a while to come, to the director's account and to each of ours on
 * lines of their own; accounts are cut off, the program is killed and started again with
 * what was stored, between any two outputs. Include after cmocka.h.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/director/director.h"
#include "bot/director/director_words.h"
#include "engine/board/rng.h"

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
    bool is_absent; /* never comes */
    bool is_deaf;   /* a foreign one who does nothing that he is told */
    bool is_online;
    int playing; /* -1: nobody */
    unsigned saved;
    int experience;
    double rating;
    int64_t back_s;
    int idle_s;
    int wants;       /* whom he is ordered, or was told to play; -1 */
    bool only_saved; /* as ordered */
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
    int transactions;
    int cut_at;      /* kill the program at this transaction ... */
    bool cut_before; /* ... before it is stored, or behind it */
    bool is_killed;
    bool is_done;
    int kills, drops, director_drops, crashes;
    int tells, others_told, asked;
    char last_tell[SOULS_MAX][220]; /* to each */
    /* chances in 10,000 a second */
    int kill_chance, drop_chance, director_chance, crash_chance;
    int match_seconds;
    int delay_s; /* of each line, less than this */
};

static inline int world_below(struct world *w, int bound)
{
    return (int)rng_below(&w->rng, (uint32_t)bound);
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
        event->type = type;
        event->length = w->options.length;
        event->my_score = my_score;
        event->their_score = their_score;
        event->is_finished = type == MATCH_END;
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
    world_line(w, "5 %s %s - 1 0 %.2f %d %d 1 host - -", s->name,
               s->playing < 0 ? "-" : w->souls[s->playing].name, s->rating,
               s->experience, s->idle_s);
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
        if (leaver >= 0) {
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
    bool is_saved = (first->saved >> b & 1) != 0;
    enum match_event_type type = is_saved ? MATCH_RESUMED : MATCH_START;
    first->playing = b;
    second->playing = a;
    first->saved &= ~(1U << b);
    second->saved &= ~(1U << a);
    if (is_saved) {
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
    world_event(w, winner, loser, MATCH_END, length, 1);
    world_event(w, loser, winner, MATCH_END, 1, length);
    world_line(w, "%s wins a %d point match against %s  %d-1 .", w->souls[winner].name,
               length, w->souls[loser].name, length);
    world_who(w, winner);
    world_who(w, loser);
    w->souls[a].wants = w->souls[b].wants = -1;
}

/* ---- the program ------------------------------------------------------------------------ */

static inline int world_find(const struct world *w, const char *name)
{
    for (int i = 0; i < w->count; i++) {
        if (strcmp(w->souls[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static inline void world_cut_director(struct world *w, int pause_s)
{
    if (w->is_director_online) {
        w->is_director_online = false;
        world_forget_lane(w, LANE_OF_DIRECTOR);
        w->director_back_s = w->now_s + pause_s;
        if (w->director != NULL) {
            director_offline(w->director, w->now_s * 1000);
        }
    }
}

static inline void world_kill(struct world *w)
{
    director_free(w->director);
    w->director = NULL;
    w->open_count = 0;
    world_cut_director(w, 0);
    for (int i = 0; i < w->count; i++) {
        if (w->souls[i].is_ours) {
            world_go_offline(w, i, 0);
            world_forget_lane(w, i);
        }
    }
    w->program_back_s = w->now_s + 1 + world_below(w, 30);
    w->kills++;
}

static inline void world_log_in_director(struct world *w)
{
    w->is_director_online = true;
    memset(&w->lines, 0, sizeof w->lines);
    world_line(w, "1 %s 1 host", w->options.name);
    for (int i = 0; i < w->count; i++) {
        if (w->souls[i].is_online) {
            world_who(w, i);
        }
    }
    world_line(w, "6");
    (void)world_post(w, LANE_OF_DIRECTOR, NEWS_IS_ONLINE);
}

static inline void world_store(struct world *w)
{
    for (int i = 0; i < w->open_count; i++) {
        const struct director_output *output = &w->open[i];
        int number;
        switch (output->record.row) {
        case DIRECTOR_ROW_WHOLE:
            w->whole = output->record.whole;
            break;
        case DIRECTOR_ROW_ENTRANT:
            w->entrants[output->record.entrant.number] = output->record.entrant;
            break;
        case DIRECTOR_ROW_MATCH:
            number = output->record.match.number;
            assert_in_range(number, 0, w->match_count);
            assert_true(number < STORE_MATCHES_MAX);
            w->match_count += number == w->match_count;
            w->matches[number] = output->record.match;
            break;
        }
    }
    w->open_count = 0;
}

/* False: the program was killed here. */
static inline bool world_take_record(struct world *w,
                                     const struct director_output *output)
{
    assert_true(w->open_count < STORE_MATCHES_MAX);
    w->open[w->open_count++] = *output;
    if (!output->record.is_last) {
        return true;
    }
    bool is_cut = ++w->transactions == w->cut_at;
    if (!is_cut || !w->cut_before) {
        world_store(w);
    }
    return !is_cut;
}

static inline void world_take_tell(struct world *w, const char *command)
{
    char name[FIBS_NAME_MAX], verb[10], other[FIBS_NAME_MAX];
    int at = 0;
    if (!w->is_director_online || sscanf(command, "tell %63s %n", name, &at) != 1) {
        return;
    }
    int soul = world_find(w, name);
    if (soul < 0) {
        w->others_told++;
        return;
    }
    w->tells++;
    (void)snprintf(w->last_tell[soul], sizeof w->last_tell[soul], "%.219s",
                   command + at);
    const char *tail = strrchr(command, ':');
    if (strstr(command, " beats ") != NULL) {
        w->souls[soul].wants = -1; /* it is over: nothing more is asked of him */
    }
    if (tail != NULL && sscanf(tail, ": %9s %63s", verb, other) == 2 &&
        world_find(w, other) >= 0 && w->souls[soul].is_online) {
        w->souls[soul].wants = world_find(w, other);
        w->souls[soul].ready_s = w->now_s + 1 + world_below(w, 60);
    }
}

static inline void world_take_order(struct world *w,
                                    const struct director_output *output)
{
    int soul = world_find(w, output->order.account);
    struct soul *s = &w->souls[soul];
    assert_true(s->is_ours);
    int wants = world_find(w, output->order.opponent);
    if (wants != s->wants) {
        s->ready_s = w->now_s + 1 + world_below(w, 5);
    }
    s->wants = wants;
    s->only_saved = output->order.is_saved;
    s->has_said_list = false;
    if (s->playing >= 0 && s->playing != wants) {
        world_save(w, soul, soul);
    }
}

static inline void world_take_send(struct world *w, const char *command)
{
    char name[FIBS_NAME_MAX];
    if (sscanf(command, "rawwho %63s", name) == 1) {
        int soul = world_find(w, name);
        w->asked++;
        if (soul >= 0 && w->souls[soul].is_online) {
            world_who(w, soul);
        }
    } else {
        world_take_tell(w, command);
    }
}

static inline void world_drain(struct world *w)
{
    struct director_output output;
    while (w->director != NULL && director_next_output(w->director, &output)) {
        switch (output.type) {
        case DIRECTOR_RECORD:
            if (!world_take_record(w, &output)) {
                world_kill(w);
            }
            break;
        case DIRECTOR_ORDER:
            world_take_order(w, &output);
            break;
        case DIRECTOR_SEND:
            world_take_send(w, output.command.text);
            break;
        case DIRECTOR_LOG:
            if (getenv("LOUD") != NULL) {
                printf("%6lld %s\n", (long long)w->now_s, output.log.text);
            }
            break;
        case DIRECTOR_DONE:
            w->is_done = true;
            break;
        case DIRECTOR_NEWS:
            break;
        }
        assert_true(output.type == DIRECTOR_RECORD || w->open_count == 0);
    }
}

static inline void world_deliver(struct world *w, const struct news *news)
{
    struct fibs_message message;
    int64_t now_ms = w->now_s * 1000;
    const char *name = news->lane == LANE_OF_DIRECTOR ? "" : w->souls[news->lane].name;
    switch (news->kind) {
    case NEWS_IS_LINE:
        fibs_message_read(&w->lines, news->text, &message);
        assert_int_not_equal(message.id, FIBS_MSG_UNKNOWN);
        director_message(w->director, now_ms, &message);
        break;
    case NEWS_IS_EVENT:
        director_match_event(w->director, now_ms, name, &news->event);
        break;
    case NEWS_IS_LIST:
        director_saved(w->director, now_ms, name, news->text);
        break;
    case NEWS_IS_ONLINE:
        if (news->lane == LANE_OF_DIRECTOR) {
            director_online(w->director, now_ms);
        } else {
            director_account_online(w->director, now_ms, name);
        }
        break;
    }
    world_drain(w);
}

static inline void world_deliver_due(struct world *w)
{
    for (int i = 0; i < w->news_count; i++) {
        if (w->news[i].due_s <= w->now_s) {
            struct news news = w->news[i];
            w->news_count--;
            memmove(&w->news[i], &w->news[i + 1],
                    (size_t)(w->news_count - i) * sizeof news);
            if (w->director != NULL) {
                world_deliver(w, &news);
            }
            i = -1; /* the list may have changed */
        }
    }
}

/* ---- time ------------------------------------------------------------------------------- */

static inline struct director_rows world_rows(const struct world *w)
{
    return (struct director_rows){w->whole, w->count, w->match_count, w->entrants,
                                  w->matches};
}

static inline void world_start_program(struct world *w)
{
    struct error err = {{0}};
    const struct director_rows rows = world_rows(w);
    struct director_entrant entrants[SOULS_MAX];
    memset(entrants, 0, sizeof entrants);
    for (int i = 0; i < w->count; i++) {
        memcpy(entrants[i].name, w->souls[i].name, sizeof entrants[i].name);
        entrants[i].is_ours = w->souls[i].is_ours;
    }
    /* nothing stored yet: cut before the first transaction */
    w->director = w->whole.length == 0
                      ? director_new(&w->options, entrants, w->count, &err)
                      : director_restore(&w->options, &rows, &err);
    if (w->director == NULL) {
        fail_msg("%s", err.text);
    }
    w->director_back_s = w->now_s;
    world_drain(w);
}

static inline void world_wake(struct world *w)
{
    if (w->director == NULL && w->now_s >= w->program_back_s) {
        world_start_program(w);
    }
    if (w->director != NULL && !w->is_director_online &&
        w->now_s >= w->director_back_s) {
        world_log_in_director(w);
    }
    for (int i = 0; i < w->count; i++) {
        struct soul *s = &w->souls[i];
        if (!s->is_online && !s->is_absent && w->now_s >= s->back_s &&
            (!s->is_ours || w->director != NULL)) {
            world_come_online(w, i);
        }
    }
}

static inline bool world_agree(struct world *w, int a, int b)
{
    const struct soul *first = &w->souls[a], *second = &w->souls[b];
    return first->wants == b && second->wants == a && first->is_online &&
           second->is_online && first->playing < 0 && second->playing < 0 &&
           !first->is_deaf && !second->is_deaf && w->now_s >= first->ready_s &&
           w->now_s >= second->ready_s;
}

static inline void world_meet(struct world *w, int a, int b)
{
    bool is_saved = (w->souls[a].saved >> b & 1) != 0;
    if (!world_agree(w, a, b)) {
        return;
    }
    if (is_saved || !((w->souls[a].is_ours && w->souls[a].only_saved) ||
                      (w->souls[b].is_ours && w->souls[b].only_saved))) {
        world_begin_match(w, a, b);
    }
}

/* Ours who are to go on with what is not saved say so. */
static inline void world_miss(struct world *w, int a)
{
    struct soul *s = &w->souls[a];
    if (s->is_ours && s->is_online && s->only_saved && s->wants >= 0 &&
        s->playing < 0 && (s->saved >> s->wants & 1) == 0 && !s->has_said_list &&
        w->now_s >= s->ready_s) {
        s->has_said_list = true;
        world_list(w, a);
    }
}

static inline void world_play(struct world *w)
{
    for (int a = 0; a < w->count; a++) {
        world_miss(w, a);
        for (int b = a + 1; b < w->count; b++) {
            world_meet(w, a, b);
        }
        if (w->souls[a].playing > a && world_below(w, w->match_seconds) == 0) {
            world_end_match(w, a);
        }
    }
}

static inline bool world_happens(struct world *w, int chance)
{
    return chance > 0 && world_below(w, 10000) < chance;
}

/* Everybody is cut off; one match in four is lost. */
static inline void world_crash(struct world *w)
{
    int back_s = 20 + world_below(w, 100);
    w->crashes++;
    world_cut_director(w, back_s);
    for (int i = 0; i < w->count; i++) {
        int other = w->souls[i].playing;
        world_go_offline(w, i, back_s);
        if (other >= 0 && world_below(w, 4) == 0) {
            w->souls[i].saved &= ~(1U << other);
            w->souls[other].saved &= ~(1U << i);
        }
    }
}

static inline void world_trouble(struct world *w)
{
    if (w->director != NULL && world_happens(w, w->kill_chance)) {
        world_kill(w);
    }
    if (w->is_director_online && world_happens(w, w->director_chance)) {
        w->director_drops++;
        world_cut_director(w, 5 + world_below(w, 120));
        world_drain(w);
    }
    if (world_happens(w, w->crash_chance)) {
        world_crash(w);
        world_drain(w);
    }
    for (int i = 0; i < w->count; i++) {
        if (w->souls[i].is_online && world_happens(w, w->drop_chance)) {
            w->drops++;
            world_go_offline(w, i, 1 + world_below(w, 60));
        }
    }
}

static inline void world_step(struct world *w)
{
    w->now_s++;
    world_wake(w);
    world_deliver_due(w);
    world_play(w);
    world_trouble(w);
    if (w->director != NULL && director_deadline(w->director) <= w->now_s * 1000) {
        director_tick(w->director, w->now_s * 1000);
        world_drain(w);
    }
}

static inline void world_init(struct world *w, struct pairing_plan plan, int count,
                              int foreign, uint64_t seed)
{
    static const char *const names[SOULS_MAX] = {
        "anna", "bert", "carl", "dora", "emil", "fred", "greta", "hans", "ida"};
    memset(w, 0, sizeof *w);
    rng_seed(&w->rng, seed, 5);
    director_options_default(&w->options);
    (void)snprintf(w->options.name, sizeof w->options.name, "director");
    w->options.plan = plan;
    w->options.away_times = 0;
    w->options.away_ms = w->options.match_ms = w->options.no_show_ms = 8 * 3600 * 1000;
    w->count = count;
    w->match_seconds = 300;
    w->delay_s = 3;
    for (int i = 0; i < count; i++) {
        (void)snprintf(w->souls[i].name, sizeof w->souls[i].name, "%s", names[i]);
        w->souls[i].is_ours = i < count - foreign;
        w->souls[i].playing = w->souls[i].wants = -1;
        w->souls[i].experience = 100 * i;
        w->souls[i].rating = 1500.0;
    }
}

/* Until the end; at most some days. */
static inline void world_run(struct world *w)
{
    while (!w->is_done && w->now_s < 10 * (int64_t)WORLD_DAY_S) {
        world_step(w);
    }
    if (!w->is_done) {
        fail_msg("not finished after 10 days: %d matches", w->match_count);
    }
}

static inline void world_close(struct world *w)
{
    director_free(w->director);
    w->director = NULL;
}

/* Each match that was played to its end is one that the server has seen to its end, with
 * the same winner; and the server has seen no other. */
static inline void world_check_truth(const struct world *w)
{
    bool is_taken[TRUTH_MAX] = {false};
    int done = 0;
    for (int i = 0; i < w->match_count; i++) {
        const struct director_match *match = &w->matches[i];
        assert_true(director_match_is_over(match));
        if (match->state != MATCH_DONE || match->source == SOURCE_BYE) {
            continue;
        }
        int winner = match->pairing.side[match->winner];
        int loser = match->pairing.side[1 - match->winner];
        bool is_found = false;
        for (int t = 0; t < w->truth_count && !is_found; t++) {
            is_found = !is_taken[t] && w->truths[t].winner == winner &&
                       w->truths[t].loser == loser;
            is_taken[t] = is_taken[t] || is_found;
        }
        if (!is_found) {
            fail_msg("match %d: %s did not beat %s (%s)", i, w->souls[winner].name,
                     w->souls[loser].name, director_source_name(match->source));
        }
        done++;
    }
    if (done != w->truth_count) {
        fail_msg("the server has %d matches, the table %d", w->truth_count, done);
    }
}

#endif
