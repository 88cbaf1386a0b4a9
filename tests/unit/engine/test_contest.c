/* Plays that are given up while they are searched: the best is found as without, with the
 * same bits; who decides, analyses or runs out of time is not misled. */
#include <string.h>

#include "engine/engine.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"
#include "engine/search/ranked_play.h"
#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

enum { MAX_RANKED = 64, FULL_PLY = 2 };

static struct ranked_play ranked[MAX_RANKED];
static struct ranked_play whole[MAX_RANKED];

/* From self-play of a weak engine: money, matches and a race. */
static const char *const decisions[] = {
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:0:10",
    "XGID=--B-BBB-B----B--------ccbC:1:-1:1:21:0:0:0:0:10",
    "XGID=-Ba-BCB-C---cB---b-bbcb-A-:1:-1:1:65:3:8:0:11:10",
    "XGID=-CBCcbBB-B-A-----c-a-bb-b-:0:0:1:42:5:2:0:7:10",
    "XGID=-C-aCCB---A----b-bbbbbbC--:0:0:1:41:0:0:0:0:10",
    "XGID=-b----E-Da--cBb--a-bB-bAbA:1:1:1:21:0:0:0:0:10",
    "XGID=----b-EBB---dD--ac-e----B-:0:0:1:21:10:4:0:25:10",
    "XGID=-CBBBAB--BA-----------bbb-:0:0:1:62:0:0:0:0:10",
};
enum { DECISIONS = sizeof decisions / sizeof decisions[0] };

static struct strength searching(bool gives_up)
{
    struct strength strength = strength_default();
    strength.play_ply = FULL_PLY;
    strength.filter.gives_up[FULL_PLY - 1] = gives_up;
    return strength;
}

static int rank(const struct strength *strength, const struct decision_context *at,
                struct ranked_play *out)
{
    return engine_rank_plays(eng, scratch, strength, &at->pos, &at->ms, at->roll, out,
                             MAX_RANKED);
}

static int searched_fully(const struct ranked_play *plays, int count)
{
    int full = 0;
    while (full < count && plays[full].ply == FULL_PLY) {
        full++;
    }
    return full;
}

/* Returns how many plays were given up. */
static int assert_same_best(const struct decision_context *at)
{
    const struct strength fast = searching(true);
    const struct strength slow = searching(false);
    int count = rank(&fast, at, ranked);
    assert_int_equal(rank(&slow, at, whole), count);
    assert_true(position_equal(&ranked[0].after, &whole[0].after));
    assert_true(ranked[0].equity == whole[0].equity);
    assert_int_equal(ranked[0].ply, whole[0].ply);
    return searched_fully(whole, count) - searched_fully(ranked, count);
}

TEST(the_best_play_is_found_with_the_same_bits)
{
    int given_up = 0;
    for (int i = 0; i < DECISIONS; i++) {
        struct decision_context at = context(decisions[i]);
        print_message("%s\n", decisions[i]);
        given_up += assert_same_best(&at);
    }
    assert_in_range(given_up, 8, 100);
}

/* The best play leaves less to pay for the pass that follows, and would trail if the
 * doubler's checkers said the price. */
TEST(a_play_is_worth_the_price_of_our_pass_after_it)
{
    static const char *const dear[] = {
        "XGID=-CCBBBB--------------e-bbA:0:0:1:52:0:0:0:0:10",
        "XGID=---BBBDBA------------cBec-:0:0:1:62:0:0:0:0:10",
    };
    for (int i = 0; i < 2; i++) {
        struct decision_context at = context(dear[i]);
        at.ms.pays_by_board = true;
        (void)assert_same_best(&at);
    }
}

TEST(a_play_that_is_given_up_keeps_its_value_of_the_ply_before)
{
    const struct strength fast = searching(true);
    struct strength before = searching(false);
    struct decision_context at = context(decisions[0]);
    int count = rank(&fast, &at, ranked);
    int full = searched_fully(ranked, count);
    before.play_ply = FULL_PLY - 1;
    assert_int_equal(rank(&before, &at, whole), count);
    assert_in_range(full, 1, count - 1);
    assert_int_equal(ranked[full].ply, FULL_PLY - 1);
    for (int i = 0; i < count; i++) {
        if (position_equal(&whole[i].after, &ranked[full].after)) {
            assert_true(whole[i].equity == ranked[full].equity);
        }
    }
    for (int i = full + 1; i < count; i++) {
        assert_true(ranked[i].ply < ranked[i - 1].ply ||
                    ranked[i].equity <= ranked[i - 1].equity);
    }
}

/* ---- time -------------------------------------------------------------------------- */

/* A millisecond passes at each look. */
static int64_t look(void *context)
{
    int64_t *now = context;
    return (*now)++;
}

TEST(a_search_without_time_ranks_by_what_is_complete)
{
    struct decision_context at = context(decisions[0]);
    struct strength strength = searching(true);
    int64_t now = 0;
    int complete = 0;
    for (int limit = 1; limit < 400; limit += 7) {
        strength.time = (struct search_time_limit){limit, look, &now};
        int count = rank(&strength, &at, ranked);
        for (int i = 1; i < count; i++) {
            assert_true(ranked[i].ply <= ranked[i - 1].ply);
            assert_true(ranked[i].ply < ranked[i - 1].ply ||
                        ranked[i].equity <= ranked[i - 1].equity);
        }
        complete += ranked[0].ply == FULL_PLY;
    }
    assert_in_range(complete, 1, 400 / 7 - 1);
}

/* Only our own filter, from 2-ply; not what somebody has set himself, nor analysis. */
TEST(plays_are_given_up_by_the_default_alone)
{
    struct filter filter;
    struct error err;
    for (int i = 0; filter_name(i) != NULL; i++) {
        bool is_default = strcmp(filter_name(i), filter_default_name) == 0;
        for (int ply = 1; ply <= SEARCH_PLY_MAX; ply++) {
            assert_int_equal(filter_find(filter_name(i))->gives_up[ply - 1],
                             is_default && ply >= 2);
        }
    }
    assert_true(filter_read("20/.40, 8/.08", &filter, &err));
    assert_false(filter.gives_up[1]);
    assert_true(filter.gives_up[2]);
    assert_false(filter_equal(&filter, filter_find(filter_default_name)));
    filter = *filter_find(filter_default_name);
    assert_true(filter_read_row("8/.16", 0, &filter, &err));
    assert_true(filter.gives_up[1]);
    filter_accept(&filter, 2);
    assert_false(filter.gives_up[1]);
}

TEST_MAIN(open_engine, close_engine)
