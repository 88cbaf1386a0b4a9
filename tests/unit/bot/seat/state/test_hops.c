/* What a person is offered checker by checker, against the plays of reference/. */
#include <stdlib.h>
#include <string.h>

#include "bot/seat/state/hops.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "reference/rules.h"
#include "tests/unit/test_case.h"

enum { POSITIONS = 10000, ENDS_MAX = 20000 };

static struct tools {
    struct play_list *list;
    struct reference_generator *generator;
    struct rng rng;
    struct position *ends;
    int end_count;
    struct position *seen[CHECKER_MOVES_MAX + 1]; /* after so many hops */
    int seen_count[CHECKER_MOVES_MAX + 1];
} tools;

static int make_tools(void **state)
{
    memset(&tools, 0, sizeof tools);
    tools.list = aligned_alloc(64, (sizeof *tools.list + 63) / 64 * 64);
    tools.generator = reference_generator_new();
    tools.ends = aligned_alloc(64, ENDS_MAX * sizeof *tools.ends);
    for (int i = 0; i <= CHECKER_MOVES_MAX; i++) {
        tools.seen[i] = aligned_alloc(64, ENDS_MAX * sizeof *tools.seen[i]);
        assert_non_null(tools.seen[i]);
    }
    assert_non_null(tools.list);
    assert_non_null(tools.generator);
    assert_non_null(tools.ends);
    rng_seed(&tools.rng, 20261122, 0);
    return 0;
}

static int free_tools(void **state)
{
    free(tools.list);
    free(tools.ends);
    for (int i = 0; i <= CHECKER_MOVES_MAX; i++) {
        free(tools.seen[i]);
    }
    reference_generator_free(tools.generator);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, make_tools, free_tools)

/* The board with `mine` as O. */
static struct reference_board as_reference(const struct position *pos)
{
    struct reference_board board = {.off_o = (signed char)pos->mine.at[0],
                                    .off_x = (signed char)pos->theirs.at[0]};
    for (int p = 1; p <= 25; p++) {
        board.point[p] = (signed char)(board.point[p] + pos->mine.at[p]);
        board.point[25 - p] = (signed char)(board.point[25 - p] - pos->theirs.at[p]);
    }
    return board;
}

static bool keep_new(struct position *list, int *count, const struct position *pos)
{
    for (int i = 0; i < *count; i++) {
        if (position_equal(&list[i], pos)) {
            return false;
        }
    }
    assert_true(*count < ENDS_MAX);
    list[(*count)++] = *pos;
    return true;
}

/* Goes every way that is offered; with a double each position only once, since dice left
 * follow from the number of hops. */
static void go_every_way(const struct hops *hops)
{
    bool is_double = hops->roll.high == hops->roll.low;
    int depth = hops->count;
    if (is_double &&
        !keep_new(tools.seen[depth], &tools.seen_count[depth], &hops->now)) {
        return;
    }
    if (hops_is_complete(hops)) {
        assert_int_equal(hops->target_count, 0);
        (void)keep_new(tools.ends, &tools.end_count, &hops->now);
        return;
    }
    assert_true(hops->target_count > 0); /* nobody gets stuck */
    for (int i = 0; i < hops->target_count; i++) {
        const struct hops_target *target = &hops->targets[i];
        struct hops next = *hops;
        assert_true(hops_move(&next, target->move.from, target->move.to));
        assert_int_equal(next.count, hops->count + target->count);
        go_every_way(&next);
        struct hops back = next;
        for (int k = 0; k < target->count; k++) {
            assert_true(hops_undo(&back));
        }
        assert_true(position_equal(&back.now, &hops->now));
        assert_int_equal(back.target_count, hops->target_count);
    }
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct reference_board));
}

static void assert_same_ends(const struct position *pos, struct roll roll)
{
    static struct reference_board ours[ENDS_MAX], theirs[REFERENCE_MAX_PLAYS];
    struct reference_board before = as_reference(pos);
    struct hops hops;
    hops_begin(&hops, pos, roll, tools.list);
    tools.end_count = 0;
    memset(tools.seen_count, 0, sizeof tools.seen_count);
    go_every_way(&hops);
    const struct reference_plays *plays =
        reference_plays(tools.generator, &before, REFERENCE_O, roll.high, roll.low);
    assert_int_equal(hops.most, plays->most);
    assert_int_equal(hops.is_forced, plays->count == 1);
    assert_int_equal(tools.end_count, plays->count);
    for (int i = 0; i < plays->count; i++) {
        ours[i] = as_reference(&tools.ends[i]);
        theirs[i] = plays->plays[i].after;
    }
    qsort(ours, (size_t)plays->count, sizeof ours[0], by_bytes);
    qsort(theirs, (size_t)plays->count, sizeof theirs[0], by_bytes);
    assert_memory_equal(ours, theirs, (size_t)plays->count * sizeof ours[0]);
}

CASE(targets_lead_to_the_plays_of_the_reference_and_no_others)
{
    struct position pos;
    position_start(&pos);
    for (int i = 0; i < POSITIONS; i++) {
        assert_same_ends(&pos, rng_roll(&tools.rng));
        movegen_plays(&pos, rng_roll(&tools.rng), tools.list);
        uint32_t chosen = rng_below(&tools.rng, (uint32_t)tools.list->count);
        pos = position_swap(&tools.list->after[chosen]);
        if (position_game_result(&pos) != 0) {
            position_start(&pos);
        }
    }
}

CASE(every_legal_play_can_be_made_at_once)
{
    struct position pos;
    position_start(&pos);
    for (int i = 0; i < POSITIONS / 20; i++) {
        struct hops hops;
        struct roll roll = rng_roll(&tools.rng);
        hops_begin(&hops, &pos, roll, tools.list);
        for (int k = 0; k < tools.list->count; k++) {
            assert_true(hops_play(&hops, &tools.list->plays[k]));
            assert_true(position_equal(&hops.now, &tools.list->after[k]));
        }
        uint32_t chosen = rng_below(&tools.rng, (uint32_t)tools.list->count);
        pos = position_swap(&tools.list->after[chosen]);
        if (position_game_result(&pos) != 0) {
            position_start(&pos);
        }
    }
}

static struct position on_points(const char *mine, const char *theirs)
{
    struct position pos = {.mine = {{0}}};
    for (int i = 0; mine[i] != '\0'; i += 2) {
        pos.mine.at[mine[i] - 'a' + 1] = (uint8_t)(mine[i + 1] - '0');
    }
    for (int i = 0; theirs[i] != '\0'; i += 2) {
        pos.theirs.at[theirs[i] - 'a' + 1] = (uint8_t)(theirs[i + 1] - '0');
    }
    for (int p = 1, left = CHECKERS, other = CHECKERS; p <= 25; p++) {
        left -= pos.mine.at[p];
        other -= pos.theirs.at[p];
        pos.mine.at[0] = (uint8_t)left;
        pos.theirs.at[0] = (uint8_t)other;
    }
    return pos;
}

static const struct hops_target *target_of(const struct hops *hops, int from, int to)
{
    for (int i = 0; i < hops->target_count; i++) {
        if (hops->targets[i].move.from == from && hops->targets[i].move.to == to) {
            return &hops->targets[i];
        }
    }
    return NULL;
}

CASE(a_checker_goes_round_a_blot_if_it_can)
{
    /* mine on my 24; their blot on my 18, which is their 7 */
    struct position pos = on_points("x1", "g1");
    struct hops hops;
    hops_begin(&hops, &pos, (struct roll){6, 4}, tools.list);
    const struct hops_target *both = target_of(&hops, 24, 14);
    assert_non_null(both);
    assert_int_equal(both->count, 2);
    assert_int_equal(both->hops[0].die, 4);
    assert_true(target_of(&hops, 24, 18)->hops[0].is_hit);
    assert_true(hops_move(&hops, 24, 18));
    assert_int_equal(hops.now.theirs.at[25], 1);
    assert_int_equal(hops.left_count, 1);
    assert_false(hops_is_complete(&hops));
    assert_false(hops_move(&hops, 24, 20));
    assert_true(hops_undo_all(&hops));
    assert_int_equal(hops.now.theirs.at[25], 0);
    assert_false(hops_undo(&hops));
}

CASE(one_die_of_two_is_the_higher_one)
{
    /* 24 to 18 or 20, but on from neither: their points 11 is my 14 */
    struct position pos = on_points("x1", "k2");
    struct hops hops;
    hops_begin(&hops, &pos, (struct roll){6, 4}, tools.list);
    assert_int_equal(hops.most, 1);
    assert_int_equal(hops.target_count, 1);
    assert_non_null(target_of(&hops, 24, 18));
}

CASE(the_smaller_die_bears_off)
{
    struct position pos = on_points("c1b1", "b2"); /* mine on 3 and 2 */
    struct hops hops;
    hops_begin(&hops, &pos, (struct roll){6, 4}, tools.list);
    const struct hops_target *off = target_of(&hops, 3, POINT_OFF);
    assert_non_null(off);
    assert_int_equal(off->count, 1);
    assert_int_equal(off->hops[0].die, 4);
    assert_true(hops_move(&hops, 3, POINT_OFF));
    assert_int_equal(hops.left_count, 1);
    assert_int_equal(hops.left[0], 6);
}

CASE(half_a_play_is_no_play)
{
    struct position pos;
    struct hops hops;
    position_start(&pos);
    hops_begin(&hops, &pos, (struct roll){6, 4}, tools.list);
    const struct play half = {.count = 1, .moves = {{24, 18}}};
    const struct play whole = {.count = 2, .moves = {{24, 18}, {13, 9}}};
    assert_false(hops_play(&hops, &half));
    assert_int_equal(hops.count, 0);
    assert_true(hops_play(&hops, &whole));
    assert_true(hops_is_complete(&hops));
}

TEST_MAIN(NULL, NULL)
