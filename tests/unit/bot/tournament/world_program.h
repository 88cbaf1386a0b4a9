#pragma once
/* The program in a world (world.h): the director on its line, what becomes of its outputs,
 * and the store, which is all that a kill leaves. */

#include "tests/unit/bot/tournament/world_server.h"
#include "tests/unit/test_case.h"

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
    FORMAT_TEXT(w->last_tell[soul], "%.219s", command + at);
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
    int wants = world_find(w, output->order.play.opponent);
    if (wants != s->wants) {
        s->ready_s = w->now_s + 1 + world_below(w, 5);
    }
    s->wants = wants;
    s->only_saved = output->order.play.is_saved;
    s->gives_up = output->order.play.is_new;
    s->has_said_list = false;
    if (s->playing >= 0 && s->playing != wants) {
        world_save(w, soul, soul);
    }
}

static inline void world_take_send(struct world *w, const struct game_order *order)
{
    char name[FIBS_NAME_MAX];
    struct fibs_command command;
    assert_true(translate_order(&w->translator, order, &command));
    if (sscanf(command.text, "rawwho %63s", name) == 1) {
        int soul = world_find(w, name);
        w->asked++;
        if (soul >= 0 && w->souls[soul].is_online && w->has_rawwho) {
            world_who(w, soul);
        }
    } else {
        world_take_tell(w, command.text);
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
            world_take_send(w, &output.send);
            break;
        case DIRECTOR_LOG:
            if (output.log.level == LOG_WARNING) {
                memcpy(w->last_warning, output.log.text, sizeof w->last_warning);
            }
            if (getenv("LOUD") != NULL) {
                printf("%6lld %s\n", (long long)w->now_s, output.log.text);
            }
            break;
        case DIRECTOR_DONE:
            w->is_done = true;
            break;
        case DIRECTOR_NEWS:
            memcpy(w->last_news[output.news.what], output.news.text,
                   sizeof output.news.text);
            break;
        }
        assert_true(output.type == DIRECTOR_RECORD || w->open_count == 0);
    }
}

static inline void world_deliver(struct world *w, const struct news *news)
{
    struct fibs_message message;
    struct game_event event;
    int64_t now_ms = w->now_s * 1000;
    const char *name = news->lane == LANE_OF_DIRECTOR ? "" : w->souls[news->lane].name;
    switch (news->kind) {
    case NEWS_IS_LINE:
        fibs_message_read(&w->lines, news->text, &message);
        assert_int_not_equal(message.id, FIBS_MSG_UNKNOWN);
        translate_event(&w->translator, &message, &event);
        director_hear(w->director, now_ms, &event);
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
