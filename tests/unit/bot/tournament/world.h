#pragma once
/*
 * A server, accounts and a store around a director, on a clock of whole seconds. What the
 * server says takes a while to come, to the director's account and to each of ours on
 * lines of their own; accounts are cut off, the program is killed and started again with
 * what was stored, between any two outputs.
 */

#include "tests/unit/bot/tournament/world_program.h"
#include "tests/unit/test_case.h"

static inline struct director_rows world_rows(const struct world *w)
{
    return (struct director_rows){w->whole, w->count, w->match_count, w->entrants,
                                  w->matches};
}

static inline void world_start_program(struct world *w)
{
    struct error err = {0};
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
    assert_good(w->director != NULL, &err);
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
        if (w->souls[a].playing >= 0 && !w->is_stuck && w->now_s % 60 == 0) {
            world_event(w, a, w->souls[a].playing, MATCH_PLAY, 0, 0);
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
    FORMAT_TEXT(w->options.name, "director");
    memcpy(w->translator.name, w->options.name, sizeof w->translator.name);
    w->options.plan = plan;
    w->options.away_times = 0;
    w->options.away_ms = w->options.match_ms = w->options.no_show_ms = 8 * 3600 * 1000;
    w->count = count;
    w->match_seconds = 300;
    w->has_reports = w->has_rawwho = true;
    w->decimals = 2;
    w->delay_s = 3;
    for (int i = 0; i < count; i++) {
        COPY_TEXT(w->souls[i].name, names[i]);
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
        if (match->state != DIRECTOR_MATCH_DONE ||
            match->source == DIRECTOR_SOURCE_BYE) {
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
                     w->souls[loser].name, director_source_words[match->source]);
        }
        done++;
    }
    if (done != w->truth_count) {
        fail_msg("the server has %d matches, the table %d", w->truth_count, done);
    }
}
