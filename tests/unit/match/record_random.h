#pragma once
/* Random matches told to records, in a folder of their own. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/board/checkers.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "match/match_format.h"
#include "match/match_turns.h"
#include "match/record.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static const char gnubg_program[] = "/usr/games/gnubg";
static char folder[64], whole_folder[64];

static inline int set_up(void **state)
{
    strcpy(folder, "/tmp/fibsbot-record-XXXXXX");
    strcpy(whole_folder, "/tmp/fibsbot-record-XXXXXX");
    return mkdtemp(folder) != NULL && mkdtemp(whole_folder) != NULL ? 0 : -1;
}

static inline int tear_down(void **state)
{
    return test_folder_remove(folder) | test_folder_remove(whole_folder);
}

/* ---- a random match, told to two records ---------------------------------------- */

/* `whole` hears everything, `torn` is closed and opened again now and then. */
struct random_match {
    struct record *whole, *torn;
    struct rng rng;
    struct play_list *list;
    struct position pos; /* mine: us */
    enum record_side on_roll;
    int length, score[2], grouping;
    int cube;
    enum cube_owner owner;
    bool is_doubled;
    int missed_max;  /* turns that `torn` misses at most when it is torn */
    int deaf;        /* turns still to be missed */
    int tears, held; /* how often torn; ... with the file found again */
};

static inline uint32_t below(struct random_match *m, uint32_t n)
{
    return rng_below(&m->rng, n);
}

static inline enum record_side other(enum record_side side)
{
    return side == RECORD_ME ? RECORD_OPPONENT : RECORD_ME;
}

static inline struct record *open_record(const struct random_match *m,
                                         const char *where, bool is_resumed,
                                         int64_t time)
{
    const struct record_match match = {
        .folder = where,
        .my_name = "our_bot",
        .opponent = "opp_a",
        .place = "fibs.com",
        .length = m->length,
        .started = (time_t)time,
        .is_resumed = is_resumed,
        .grouping = m->grouping,
        .my_score = m->score[RECORD_ME],
        .opponent_score = m->score[RECORD_OPPONENT],
    };
    struct error err = {0};
    struct record *record = record_match_start(&match, &err);
    assert_good(record != NULL, &err);
    return record;
}

static inline void show_state(struct random_match *m)
{
    const struct record_state state = {
        .my_score = m->score[RECORD_ME],
        .opponent_score = m->score[RECORD_OPPONENT],
        .pos = m->pos,
        .on_turn = m->is_doubled ? other(m->on_roll) : m->on_roll,
        .cube = m->cube,
        .owner = m->owner,
        .is_doubled = m->is_doubled,
    };
    record_game_resume(m->torn, &state);
    (void)record_lost_game(m->torn);
}

/* The program is killed, and started again after up to missed_max turns. */
static inline void tear(struct random_match *m)
{
    char path[700];
    COPY_TEXT(path, record_path(m->torn));
    record_match_end(m->torn);
    m->torn = open_record(m, folder, true, 1700090000 + m->tears++);
    m->held += strcmp(path, record_path(m->torn)) == 0;
    show_state(m);
}

static inline bool hears(const struct random_match *m)
{
    return m->deaf == 0;
}

static inline void end_turn(struct random_match *m)
{
    m->on_roll = other(m->on_roll);
    if (m->deaf > 0) {
        if (--m->deaf == 0) {
            tear(m);
        }
    } else if (below(m, 15) == 0) {
        m->deaf = (int)below(m, (uint32_t)m->missed_max + 1);
        if (m->deaf == 0) {
            tear(m);
        }
    } else {
        show_state(m);
    }
}

static inline bool play_turn(struct random_match *m, struct roll roll)
{
    struct position pos = m->on_roll == RECORD_ME ? m->pos : position_swap(&m->pos);
    movegen_plays(&pos, roll, m->list);
    uint32_t i = below(m, (uint32_t)m->list->count);
    record_play(m->whole, m->on_roll, roll, &m->list->plays[i]);
    if (hears(m)) {
        record_play(m->torn, m->on_roll, roll, &m->list->plays[i]);
    }
    pos = m->list->after[i];
    bool is_over = position_game_result(&pos) != 0;
    m->pos = m->on_roll == RECORD_ME ? pos : position_swap(&pos);
    return !is_over;
}

/* False when it is passed. */
static inline bool offer_cube(struct random_match *m)
{
    enum cube_owner mine = m->on_roll == RECORD_ME ? CUBE_MINE : CUBE_THEIRS;
    bool may = m->owner == CUBE_CENTRED || m->owner == mine;
    if (!may || m->cube > 4 || below(m, 8) != 0 || !hears(m)) {
        return true;
    }
    record_double(m->whole, m->on_roll, 2 * m->cube);
    record_double(m->torn, m->on_roll, 2 * m->cube);
    if (below(m, 3) == 0) { /* killed while it is open, and shown open again */
        m->is_doubled = true;
        tear(m);
        m->is_doubled = false;
    }
    if (below(m, 4) == 0) {
        record_drop(m->whole, other(m->on_roll));
        record_drop(m->torn, other(m->on_roll));
        return false;
    }
    record_take(m->whole, other(m->on_roll));
    if (below(m, 3) == 0) { /* killed before we heard of it */
        m->cube *= 2;
        m->owner = mine == CUBE_MINE ? CUBE_THEIRS : CUBE_MINE;
        tear(m);
        return true;
    }
    record_take(m->torn, other(m->on_roll));
    m->cube *= 2;
    m->owner = mine == CUBE_MINE ? CUBE_THEIRS : CUBE_MINE;
    return true;
}

static inline struct roll opening(struct random_match *m)
{
    struct roll roll;
    do {
        roll = rng_roll(&m->rng);
    } while (roll.high == roll.low);
    return roll;
}

/* The last turn of a game cannot be found from a position: nothing is missed there. */
static inline void play_game(struct random_match *m)
{
    position_start(&m->pos);
    m->cube = 1;
    m->owner = CUBE_CENTRED;
    m->deaf = 0;
    m->on_roll = below(m, 2) == 0 ? RECORD_ME : RECORD_OPPONENT;
    record_game_start(m->whole, m->score[0], m->score[1]);
    record_game_start(m->torn, m->score[0], m->score[1]);
    struct roll roll = opening(m);
    bool is_played = true;
    int turns = 0;
    while (play_turn(m, roll)) {
        end_turn(m);
        if (m->deaf == 0 && ++turns > 12 && below(m, 20) == 0) {
            break; /* somebody resigns */
        }
        is_played = offer_cube(m);
        if (!is_played) {
            break;
        }
        roll = rng_roll(&m->rng);
    }
    if (m->deaf > 0) {
        m->deaf = 0;
    }
    m->score[m->on_roll] += m->cube;
    record_game_end(m->whole, m->on_roll, m->cube);
    record_game_end(m->torn, m->on_roll, m->cube);
}

static inline void play_match(struct random_match *m, int length, uint64_t seed)
{
    m->length = length;
    m->list = aligned_alloc(64, sizeof *m->list);
    assert_non_null(m->list);
    rng_seed(&m->rng, 99, seed);
    m->whole = open_record(m, whole_folder, false, 1700000000);
    m->torn = open_record(m, folder, false, 1700000000);
    while (m->score[0] < length && m->score[1] < length) {
        play_game(m);
    }
    free(m->list);
}

enum { ROOM = 1 << 20 };

/* "31: 8/5 6/5" -> "??: 8/5 6/5": the dice of a missed turn may be others that allow
 * the same; and of two ways to the same position we know one. */
static inline void count_turns(const char *text, int *games, int *turns)
{
    *games = *turns = 0;
    for (const char *c = text; *c != '\0'; c++) {
        *games += strncmp(c, "\n Game ", 7) == 0;
        *turns +=
            c[0] >= '1' && c[0] <= '6' && c[1] >= '1' && c[1] <= '6' && c[2] == ':';
    }
}

/* ---- single cases --------------------------------------------------------------- */

static const struct play opening_play = {{{8, 5}, {6, 5}}, 2};

static inline struct random_match begin(int length)
{
    struct random_match m = {.length = length, .cube = 1, .owner = CUBE_CENTRED};
    position_start(&m.pos);
    m.torn = open_record(&m, folder, false, 1700000000);
    record_game_start(m.torn, 0, 0);
    record_play(m.torn, RECORD_ME, (struct roll){3, 1}, &opening_play);
    (void)movegen_apply(&m.pos, (struct checker_move){8, 5});
    (void)movegen_apply(&m.pos, (struct checker_move){6, 5});
    m.on_roll = RECORD_OPPONENT;
    return m;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)
