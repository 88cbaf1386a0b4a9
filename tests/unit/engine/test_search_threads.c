/* Several threads on one decision: the same bits as one, and clean ends. */
#include <stdatomic.h>
#include <string.h>

#include "engine/board/rng.h"
#include "engine/engine.h"
#include "engine/search/ranked_play.h"
#include "engine/search/search_threads.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/engine/eval/stub_eval.h"
#include "tests/unit/test_case.h"

#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

enum { MAX_RANKED = 64, POSITIONS = 4 };

static struct search_threads *search_threads_of(int threads)
{
    struct error err;
    struct search_threads *search_threads =
        search_threads_new(engine_evaluator(eng), threads, &err);
    assert_non_null(search_threads);
    return search_threads;
}

/* ---- the threads themselves ------------------------------------------------------ */

enum { PIECES = 12, THREADS = 5 };

struct roll_call {
    const struct search_threads *threads;
    atomic_int calls[PIECES];
    atomic_int faults;
};

static void answer(void *context, int64_t piece, int thread)
{
    struct roll_call *calls = context;
    bool has_scratch =
        thread == 0 ||
        (thread < THREADS && search_threads_scratch(calls->threads, thread) != NULL);
    atomic_fetch_add(&calls->calls[piece], 1);
    atomic_fetch_add(&calls->faults, !has_scratch);
}

TEST(every_piece_is_done_once_a_run_by_a_thread_with_a_scratch)
{
    static struct roll_call calls;
    memset(&calls, 0, sizeof calls);
    struct search_threads *search_threads = search_threads_of(THREADS);
    calls.threads = search_threads;
    assert_int_equal(search_threads_size(search_threads), THREADS);
    for (int run = 1; run <= 200; run++) {
        search_threads_run(search_threads, PIECES - 1, answer, &calls);
        for (int n = 0; n < PIECES - 1; n++) {
            assert_int_equal(atomic_load(&calls.calls[n]), run);
        }
    }
    assert_int_equal(atomic_load(&calls.calls[PIECES - 1]), 0);
    assert_int_equal(atomic_load(&calls.faults), 0);
    search_threads_free(search_threads);
}

TEST(search_threads_may_go_without_having_worked)
{
    search_threads_free(search_threads_of(3));
    search_threads_free(search_threads_of(1));
    search_threads_free(NULL);
}

/* ---- decisions ------------------------------------------------------------------- */

static const struct match_state scores[] = {
    {.cube = 1, .owner = CUBE_CENTRED},
    {.cube = 2, .owner = CUBE_THEIRS},
    {.length = 7, .my_score = 1, .their_score = 2, .cube = 2, .owner = CUBE_MINE},
    {.length = 5, .my_score = 2, .their_score = 4, .cube = 1},
};

/* What was decided, bit by bit. */
struct record {
    int count;
    struct ranked_play ranked[MAX_RANKED];
    struct cube_decision cube;
};

static struct record one_thread[POSITIONS];
static struct record many_threads[POSITIONS];

static void decide_all(const struct strength *strength, struct record *records)
{
    struct rng rng;
    rng_seed(&rng, 71, 0);
    memset(records, 0, POSITIONS * sizeof *records);
    for (int i = 0; i < POSITIONS; i++) {
        struct record *record = &records[i];
        struct position pos = after_random_turns(&rng, 8 * i);
        const struct match_state *ms = &scores[i % 4];
        record->count = engine_rank_plays(eng, scratch, strength, &pos, ms,
                                          rng_roll(&rng), record->ranked, MAX_RANKED);
        engine_cube_decision(eng, scratch, strength, &pos, ms, &record->cube);
    }
}

static void compare(const struct record *a, const struct record *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const struct ranked_play *x = &a->ranked[i];
        const struct ranked_play *y = &b->ranked[i];
        assert_true(position_equal(&x->after, &y->after));
        assert_memory_equal(&x->outputs, &y->outputs, sizeof x->outputs);
        assert_memory_equal(&x->equity, &y->equity, sizeof x->equity);
        assert_int_equal(x->ply, y->ply);
    }
    assert_memory_equal(&a->cube.outputs, &b->cube.outputs, sizeof a->cube.outputs);
    assert_memory_equal(&a->cube.no_double, &b->cube.no_double, sizeof(float));
    assert_memory_equal(&a->cube.double_take, &b->cube.double_take, sizeof(float));
    assert_int_equal(a->cube.action, b->cube.action);
}

TEST(any_number_of_threads_decides_the_same)
{
    static const struct {
        int play_ply, cube_ply, threads;
    } rows[] = {{1, 0, 2}, {2, 2, 2}, {2, 2, 3}, {2, 2, 9}, {3, 2, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%d-ply, %d threads\n", rows[i].play_ply, rows[i].threads);
        struct strength strength = strength_default();
        strength.play_ply = rows[i].play_ply;
        strength.cube_ply = rows[i].cube_ply;
        if (i == 0 || rows[i].play_ply != rows[i - 1].play_ply) {
            decide_all(&strength, one_thread);
        }
        strength.search_threads = search_threads_of(rows[i].threads);
        decide_all(&strength, many_threads);
        search_threads_free(strength.search_threads);
        for (int n = 0; n < POSITIONS; n++) {
            compare(&one_thread[n], &many_threads[n]);
        }
    }
}

/* More candidates than are shared out at a time, finished games among them: one that
 * nobody can save, and a gammon that the next roll would. */
TEST(long_lists_and_last_plays_are_the_same_too)
{
    static const struct position last = {
        .mine = {{[0] = 11, [6] = 1, [5] = 1, [3] = 1, [2] = 1}},
        .theirs = {{[0] = 2, [24] = 2, [6] = 5, [5] = 6}}};
    static const struct position gammon = {.mine = {{[0] = 13, [6] = 1, [1] = 1}},
                                           .theirs = {{[1] = 15}}};
    struct position start;
    position_start(&start);
    const struct {
        const struct position *pos;
        struct roll roll;
    } rows[] = {{&last, {6, 6}}, {&last, {2, 1}}, {&gammon, {6, 1}}, {&start, {3, 3}}};
    struct strength strength = strength_default();
    struct error err;
    assert_true(filter_read("60/9, skip", &strength.filter, &err));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct record a, b;
        strength.search_threads = NULL;
        a.count = engine_rank_plays(eng, scratch, &strength, rows[i].pos, &scores[0],
                                    rows[i].roll, a.ranked, MAX_RANKED);
        strength.search_threads = search_threads_of(4);
        b.count = engine_rank_plays(eng, scratch, &strength, rows[i].pos, &scores[0],
                                    rows[i].roll, b.ranked, MAX_RANKED);
        search_threads_free(strength.search_threads);
        compare(&a, &b);
        assert_true(a.count == 1 || a.ranked[0].ply == 2);
    }
}

TEST(a_stopped_search_returns_what_there_is)
{
    atomic_bool stop = true;
    struct strength strength = strength_default();
    static struct record record;
    struct position pos;
    position_start(&pos);
    strength.stop = &stop;
    strength.search_threads = search_threads_of(4);
    record.count = engine_rank_plays(eng, scratch, &strength, &pos, &scores[0],
                                     (struct roll){2, 1}, record.ranked, MAX_RANKED);
    assert_int_equal(record.count, 15);
    assert_int_equal(record.ranked[0].ply, 0);
    engine_cube_decision(eng, scratch, &strength, &pos, &scores[0], &record.cube);
    assert_int_equal(record.cube.ply, 0);
    search_threads_free(strength.search_threads);
}

TEST_MAIN(open_engine, close_engine)
