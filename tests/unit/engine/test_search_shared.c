/* One engine, asked again and by several threads at once: the same results, whatever was thought
 * before. */
#include <pthread.h>

#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/cube/cube.h"
#include "engine/search/search.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/engine/eval/stub_eval.h"

#include "tests/unit/engine/search_harness.h" /* last: its names are short */

/* What came of one pair of decisions; no padding, to be compared as bytes. */
struct record {
    float equity[4];
    float cubeless[4];
    uint64_t after[4];
    int32_t ply[4];
    float cube[3];
    int32_t action;
};
enum { DECISIONS = 10, SEED = 15 };

static void note_plays(struct record *record, const struct ranked_play *best, int count)
{
    for (int i = 0; i < count; i++) {
        record->equity[i] = best[i].equity;
        record->cubeless[i] = best[i].equity_cubeless;
        record->after[i] = position_hash(&best[i].after);
        record->ply[i] = best[i].ply;
    }
}

static void think(struct search_scratch *with, uint64_t seed, struct record *records)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    struct strength strength = strength_default();
    memset(records, 0, DECISIONS * sizeof *records);
    for (int i = 0; i < DECISIONS; i++) {
        struct position pos = after_random_turns(&rng, 3 * i);
        const struct match_state *ms = &scores[i % SCORES];
        struct ranked_play best[4];
        struct cube_decision cube;
        int count =
            engine_rank_plays(eng, with, &strength, &pos, ms, rng_roll(&rng), best, 4);
        note_plays(&records[i], best, count);
        engine_cube_decision(eng, with, &strength, &pos, ms, &cube);
        records[i].cube[0] = cube.no_double;
        records[i].cube[1] = cube.double_take;
        records[i].cube[2] = cube.equity_cubeless;
        records[i].action = (int32_t)cube.action;
    }
}

TEST(results_do_not_depend_on_what_was_thought_before)
{
    static struct record fresh[DECISIONS];
    static struct record again[DECISIONS];
    struct search_scratch *other = engine_scratch_new(eng);
    assert_non_null(other);
    think(other, SEED, fresh);
    think(other, SEED, again);
    assert_memory_equal(fresh, again, sizeof fresh);
    think(scratch, SEED + 1, again);
    think(scratch, SEED, again); /* used for others before */
    assert_memory_equal(fresh, again, sizeof fresh);
    engine_scratch_free(other);
}

static void *think_in_thread(void *records)
{
    struct search_scratch *own = engine_scratch_new(eng);
    if (own != NULL) {
        think(own, SEED, records);
        engine_scratch_free(own);
    }
    return NULL;
}

static struct record by_thread[3][DECISIONS];

TEST(threads_share_the_engine)
{
    pthread_t threads[3];
    think(scratch, SEED, by_thread[0]);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(
            pthread_create(&threads[i], NULL, think_in_thread, by_thread[i]), 0);
    }
    for (int i = 1; i < 3; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_memory_equal(by_thread[0], by_thread[i], sizeof by_thread[0]);
    }
}

TEST_MAIN(open_engine, close_engine)
