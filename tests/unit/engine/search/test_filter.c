/* Move filters: the presets' figures and the documented examples of who is evaluated
 * where, with equities injected in place of an engine. */
#include <string.h>

#include "engine/search/filter.h"
#include "engine/search/filter_internal.h"
#include "tests/unit/test_case.h"

enum { PLAYS = 8, NEVER = 99 };

/* Equities of eight plays by ply; asked[] notes who was evaluated at which plies. */
struct injected {
    float equity[SEARCH_PLY_MAX + 1][PLAYS];
    unsigned asked[PLAYS]; /* bit n: judged at n-ply */
    int stop_at;           /* ply at which the judge gives up ... */
    int before_stop;       /* ... after so many plays */
};

static int judge(void *context, int ply, struct filter_entry *entries, int count)
{
    struct injected *in = context;
    if (ply == in->stop_at && in->before_stop < count) {
        count = in->before_stop;
    }
    for (int i = 0; i < count; i++) {
        entries[i].new_equity = in->equity[ply][entries[i].play];
        in->asked[entries[i].play] |= 1U << ply;
    }
    return count;
}

/* The opening position, 4-2 to play, equities of GNU Backgammon with the net of 2003
 * and with an older one ("Chequer play evaluation" in its documentation). Plays that
 * the example does not evaluate at 2-ply get a value that would put them first. */
#define FAR 9.0F
/* clang-format off */
static const struct injected net_2003 = {
    .equity = {
        [0] = {.207F, .050F, .049F, .037F, -.008F, -.015F, -.023F, -.026F},
        [1] = {FAR, FAR, FAR, FAR, FAR, FAR, FAR, FAR},
        [2] = {.197F, .050F, .058F, FAR, FAR, FAR, FAR, FAR},
        [3] = {FAR, FAR, FAR, FAR, FAR, FAR, FAR, FAR},
        [4] = {FAR, FAR, FAR, FAR, FAR, FAR, FAR, FAR},
    }, .stop_at = NEVER};
static const struct injected net_older = {
    .equity = {
        [0] = {.156F, .035F, .030F, .022F, -.006F, -.031F, -.039F, -.051F},
        [2] = {.171F, .025F, .034F, .021F, FAR, FAR, FAR, FAR},
        [4] = {.170F, FAR, .030F, FAR, FAR, FAR, FAR, FAR},
    }, .stop_at = NEVER};
static const struct example {
    const char *description;
    const struct injected *net;
    const char *filter;
    int ply;
    int order[PLAYS];
    int plies[PLAYS]; /* of the ranked plays */
} examples[] = {
    {"2003, 2-ply: three within .160", &net_2003, "gnubg-2003", 2,
     {0, 2, 1, 3, 4, 5, 6, 7}, {2, 2, 2, 0, 0, 0, 0, 0}},
    {"2003, 4-ply: none within .040, nothing at 4-ply", &net_2003, "gnubg-2003", 4,
     {0, 2, 1, 3, 4, 5, 6, 7}, {2, 2, 2, 0, 0, 0, 0, 0}},
    {"older, 2-ply: the first four, no extra", &net_older, "gnubg-older", 2,
     {0, 2, 1, 3, 4, 5, 6, 7}, {2, 2, 2, 2, 0, 0, 0, 0}},
    {"older, 4-ply: two accepted, the third too far", &net_older, "gnubg-older", 4,
     {0, 2, 1, 3, 4, 5, 6, 7}, {4, 4, 2, 2, 0, 0, 0, 0}},
    {"0-ply: everything once", &net_2003, "gnubg-2003", 0,
     {0, 1, 2, 3, 4, 5, 6, 7}, {0, 0, 0, 0, 0, 0, 0, 0}},
};
/* clang-format on */

TEST(documented_examples_come_out_as_documented)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const struct example *e = &examples[i];
        struct injected in = *e->net;
        struct filter_entry entries[PLAYS];
        print_message("%s\n", e->description);
        filter_run(filter_find(e->filter), e->ply, entries, PLAYS, judge, &in);
        for (int n = 0; n < PLAYS; n++) {
            assert_int_equal(entries[n].play, e->order[n]);
            assert_int_equal(entries[n].ply, e->plies[n]);
        }
    }
}

TEST(a_skipped_level_is_not_evaluated)
{
    struct injected in = net_2003;
    struct filter_entry entries[PLAYS];
    filter_run(filter_find("gnubg-2003"), 2, entries, PLAYS, judge, &in);
    for (int n = 0; n < PLAYS; n++) {
        assert_int_equal(in.asked[n], n < 3 ? 5 : 1);
    }
}

TEST(every_active_level_is_evaluated)
{
    struct injected in = {.equity = {[0] = {.5F, .45F, .40F, .20F},
                                     [1] = {.30F, .50F, .45F},
                                     [2] = {0.0F, .40F, .45F}},
                          .stop_at = NEVER};
    struct filter_entry entries[4];
    filter_run(filter_find("gnubg108-normal"), 2, entries, 4, judge, &in);
    assert_int_equal(in.asked[0], 3); /* .20 behind at 1-ply: out */
    assert_int_equal(in.asked[1], 7);
    assert_int_equal(in.asked[2], 7);
    assert_int_equal(in.asked[3], 1); /* .30 behind at 0-ply: out */
    const int order[] = {2, 1, 0, 3};
    for (int n = 0; n < 4; n++) {
        assert_int_equal(entries[n].play, order[n]);
    }
}

TEST(a_single_survivor_ends_the_decision)
{
    struct injected in = {.equity = {[0] = {1.0F, .2F}}, .stop_at = NEVER};
    struct filter_entry entries[2];
    filter_run(filter_find("gnubg-normal"), 2, entries, 2, judge, &in);
    assert_int_equal(in.asked[0], 1);
    assert_int_equal(entries[0].ply, 0);
}

TEST(a_stop_keeps_the_last_complete_judgement)
{
    struct injected in = net_2003;
    in.stop_at = 2;
    struct filter_entry entries[PLAYS];
    filter_run(filter_find("gnubg-2003"), 2, entries, PLAYS, judge, &in);
    for (int n = 0; n < PLAYS; n++) {
        assert_int_equal(entries[n].play, n);
        assert_int_equal(entries[n].ply, 0);
    }
}

TEST(plays_judged_before_a_stop_stand_first)
{
    struct injected in = {
        .equity = {[0] = {.20F, .19F, .18F, .17F}, [2] = {.05F, .12F, .30F, FAR}},
        .stop_at = 2,
        .before_stop = 2};
    struct filter_entry entries[4];
    const int order[] = {1, 0, 2, 3};
    const int plies[] = {2, 2, 0, 0};
    filter_run(filter_find("gnubg-2003"), 2, entries, 4, judge, &in);
    for (int n = 0; n < 4; n++) {
        assert_int_equal(entries[n].play, order[n]);
        assert_int_equal(entries[n].ply, plies[n]);
    }
}

static int kept(struct filter_level level, float step, int count)
{
    struct filter_entry entries[64];
    for (int i = 0; i < count; i++) {
        entries[i].equity = -step * (float)i;
    }
    return filter_keep(&level, entries, count);
}

TEST(a_level_keeps_accepted_then_near_plays)
{
    assert_int_equal(kept((struct filter_level){0, 8, .16F}, .01F, 20), 8);
    assert_int_equal(kept((struct filter_level){0, 8, .165F}, .05F, 20), 4);
    assert_int_equal(kept((struct filter_level){0, 8, .25F}, .125F, 20), 3); /* at it */
    assert_int_equal(kept((struct filter_level){0, 8, .16F}, 1.0F, 20), 1);
    assert_int_equal(kept((struct filter_level){4, 3, .07F}, 1.0F, 20), 4);
    assert_int_equal(kept((struct filter_level){4, 3, .07F}, .001F, 20), 7);
    assert_int_equal(kept((struct filter_level){4, 3, .07F}, 1.0F, 3), 3);
    assert_int_equal(kept((struct filter_level){-1, 0, 0.0F}, 1.0F, 20), 20);
}

/* Figures of GNU Backgammon 1.07 and 1.08 and of eXtreme Gammon 2, by preset. */
TEST(presets_have_their_published_figures)
{
    static const struct {
        const char *name;
        int ply, level;
        struct filter_level want;
    } rows[] = {
        {"gnubg-tiny", 2, 0, {0, 5, .08F}},
        {"gnubg-tiny", 3, 2, {0, 2, .02F}},
        {"gnubg-narrow", 1, 0, {0, 8, .12F}},
        {"gnubg-narrow", 4, 2, {0, 2, .03F}},
        {"gnubg-normal", 2, 0, {0, 8, .16F}},
        {"gnubg-normal", 4, 2, {0, 2, .04F}},
        {"gnubg-large", 2, 0, {0, 16, .32F}},
        {"gnubg-large", 3, 2, {0, 4, .08F}},
        {"gnubg-huge", 2, 0, {0, 20, .44F}},
        {"gnubg-huge", 4, 2, {0, 6, .11F}},
        {"gnubg-normal", 2, 1, {-1, 0, 0.0F}},
        {"gnubg-huge", 4, 3, {-1, 0, 0.0F}},
        {"gnubg108-normal", 1, 0, {0, 12, .24F}},
        {"gnubg108-normal", 2, 1, {0, 6, .12F}},
        {"gnubg108-normal", 3, 2, {0, 4, .06F}},
        {"gnubg108-normal", 4, 3, {0, 4, .06F}},
        {"gnubg108-large", 2, 1, {0, 8, .16F}},
        {"gnubg108-large", 4, 2, {0, 8, .10F}},
        {"xg-normal", 2, 0, {0, 8, .16F}},
        {"xg-normal", 2, 1, {0, 4, .08F}},
        {"xg-large", 3, 0, {0, 24, .48F}},
        {"xg-huge", 4, 1, {0, 32, .32F}},
        {"xg-gigantic", 3, 1, {0, 32, .64F}},
        {"gnubg-older", 4, 2, {2, 1, .04F}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct filter *filter = filter_find(rows[i].name);
        assert_non_null(filter);
        const struct filter_level *have =
            filter_level_at(filter, rows[i].ply, rows[i].level);
        assert_int_equal(have->accept, rows[i].want.accept);
        assert_int_equal(have->extra, rows[i].want.extra);
        assert_true(have->threshold == rows[i].want.threshold);
    }
}

/* docs/FILTERS.md, "The default" and "The cube threshold"; 3- and 4-ply are after the
 * pattern of 2-ply. */
TEST(the_default_has_the_figures_of_its_study)
{
    static const char *const rows[SEARCH_PLY_MAX + 1] = {
        "16/0.32",
        "20/0.24",
        "20/0.4, 8/0.08",
        "12/0.24, 6/0.12, 3/0.04",
        "12/0.24, 6/0.12, 4/0.05, 2/0.03",
    };
    const struct filter *filter = filter_find(filter_default_name);
    for (int ply = 0; ply <= SEARCH_PLY_MAX; ply++) {
        char text[FILTER_ROW_SIZE];
        filter_write_row(filter, ply, text);
        assert_string_equal(text, rows[ply]);
    }
    assert_true(filter->cube_threshold == .200F);
    assert_false(filter->by_pruning_net);
    assert_int_equal(filter->accepted, 0);
}

TEST(names_are_walked_and_found)
{
    int i = 0;
    for (; filter_name(i) != NULL; i++) {
        assert_string_equal(filter_find(filter_name(i))->name, filter_name(i));
    }
    assert_true(i >= 14);
    assert_null(filter_find("gnubg-medium"));
    assert_null(filter_find(""));
    assert_non_null(filter_find(filter_default_name));
}

TEST(base_filters_are_read_with_their_numbers)
{
    struct filter filter;
    struct error err;
    assert_true(filter_read("base-filter:6:0.12", &filter, &err));
    assert_true(filter.by_pruning_net);
    for (int ply = 1; ply <= SEARCH_PLY_MAX; ply++) {
        assert_int_equal(filter_level_at(&filter, ply, 0)->extra, 6);
        assert_true(filter_level_at(&filter, ply, 0)->threshold == 0.12F);
        assert_int_equal(filter_next_ply(&filter, ply, 0), ply);
    }
    assert_true(filter_read("base-filter:5", &filter, &err));
    assert_int_equal(filter_level_at(&filter, 2, 0)->extra, 5);
    assert_int_equal(filter_level_at(&filter, 0, 0)->extra, 5);
    assert_true(filter_read("xg-huge", &filter, &err));
    assert_string_equal(filter.name, "xg-huge");
    static const char *const bad[] = {
        "base-filter:",     "base-filter:0",     "base-filter:x", "base-filter:5:",
        "base-filter:5:-1", "base-filter:5:.1x", "medium",        ""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(filter_read(bad[i], &filter, &err));
    }
}

TEST(own_rows_are_read_and_written)
{
    static const struct {
        const char *text;
        int ply;
        struct filter_level want[SEARCH_PLY_MAX];
        const char *written;
    } rows[] = {
        {"8/.16", 1, {{0, 8, .16F}}, "8/0.16"},
        {" 12/.24 ,6/0.12", 2, {{0, 12, .24F}, {0, 6, .12F}}, "12/0.24, 6/0.12"},
        {"1+3/.07, skip", 2, {{1, 3, .07F}, {-1, 0, 0.0F}}, "1+3/0.07, skip"},
        {"2+0/0,skip,1/1,9/9",
         4,
         {{2, 0, 0.0F}, {-1, 0, 0.0F}, {0, 1, 1.0F}, {0, 9, 9.0F}},
         "2+0/0, skip, 1/1, 9/9"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct filter filter;
        struct error err;
        char text[FILTER_ROW_SIZE];
        assert_true(filter_read(rows[i].text, &filter, &err));
        for (int level = 0; level < rows[i].ply; level++) {
            const struct filter_level *have =
                filter_level_at(&filter, rows[i].ply, level);
            assert_int_equal(have->accept, rows[i].want[level].accept);
            assert_int_equal(have->extra, rows[i].want[level].extra);
            assert_true(have->threshold == rows[i].want[level].threshold);
        }
        filter_write_row(&filter, rows[i].ply, text);
        assert_string_equal(text, rows[i].written);
        assert_string_equal(filter.name, "own");
    }
}

/* Small net's equities of eight plays, and the big net's: it would play number 2, which
 * the small one has third, and number 6, which it has far behind, even more. */
static int judge_by_two_nets(void *context, int ply, struct filter_entry *entries,
                             int count)
{
    static const float small[PLAYS] = {.20F, .15F, .14F, .05F, .04F, 0, -.1F, -.2F};
    static const float big[PLAYS] = {.10F, .12F, .13F, FAR, FAR, FAR, FAR, FAR};
    int *asked = context;
    for (int i = 0; i < count; i++) {
        int play = entries[i].play;
        entries[i].new_equity = ply == SEARCH_PLY_PRUNING_NET ? small[play] : big[play];
        asked[ply - SEARCH_PLY_PRUNING_NET]++;
    }
    return count;
}

TEST(at_0_ply_the_small_net_leaves_some_plays_to_the_big_one)
{
    static const struct {
        const char *row;
        int by_small, by_big;
        int first[3];
    } rows[] = {
        {"8/.10", PLAYS, 3, {2, 1, 0}}, {"2/.10", PLAYS, 2, {1, 0, 2}},
        {"8/.01", PLAYS, 1, {0, 1, 2}}, {"4+0/0", PLAYS, 4, {3, 2, 1}},
        {"skip", 0, PLAYS, {3, 4, 5}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct filter_entry entries[PLAYS];
        struct filter filter = *filter_find("gnubg-normal");
        struct error err;
        int asked[2] = {0, 0};
        assert_true(filter_read_row(rows[i].row, 0, &filter, &err));
        filter_run(&filter, 0, entries, PLAYS, judge_by_two_nets, asked);
        assert_int_equal(asked[0], rows[i].by_small);
        assert_int_equal(asked[1], rows[i].by_big);
        for (int n = 0; n < 3; n++) {
            assert_int_equal(entries[n].play, rows[i].first[n]);
        }
        assert_int_equal(entries[PLAYS - 1].ply,
                         rows[i].by_small > 0 ? SEARCH_PLY_PRUNING_NET : 0);
    }
}

/* Presets of others are what they were; analysis looks at every play. */
TEST(the_big_net_values_all_plays_where_the_filter_says_so)
{
    struct filter own = *filter_find(filter_default_name);
    assert_true(own.nets.accept >= 0);
    filter_accept(&own, 2);
    assert_int_equal(own.nets.accept, -1);
    for (int i = 0; filter_name(i) != NULL; i++) {
        const struct filter *filter = filter_find(filter_name(i));
        if (strcmp(filter->name, filter_default_name) != 0 && !filter->by_pruning_net) {
            assert_int_equal(filter->nets.accept, -1);
        }
    }
}

TEST(an_own_filter_is_for_as_many_plies_as_it_has_levels)
{
    static const struct {
        const char *text;
        int ply;
    } rows[] = {{"8/.16", 1},
                {"8/.16, 4/.08", 2},
                {"skip,skip,2+1/.1", 3},
                {"1/0,1/0,1/0,skip", 4},
                {"gnubg-normal", 0},
                {"base-filter:8:.2", 0},
                {"nonsense", 0},
                {"8/.1,8/.1,8/.1,8/.1,8/.1", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(filter_own_ply(rows[i].text), rows[i].ply);
    }
}

TEST(faulty_rows_are_refused_and_change_nothing)
{
    static const char *const bad[] = {"",
                                      "8",
                                      "8/",
                                      "8/x",
                                      "8/-.1",
                                      "8/nan",
                                      "0/.1",
                                      "+3/.1",
                                      "3+/.1",
                                      "-1/.1",
                                      "8/.1 4/.1",
                                      "8/.1,",
                                      ",8/.1",
                                      "8/.1;",
                                      "99999/.1",
                                      "skips",
                                      "8/.1,skip,skip,skip,skip"};
    struct filter filter = *filter_find("gnubg-huge");
    struct error err;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        print_message("\"%s\"\n", bad[i]);
        assert_false(filter_read(bad[i], &filter, &err));
        assert_false(filter_read_row(bad[i], 1, &filter, &err));
    }
    assert_false(filter_read_row("8/.1, 4/.1", 1, &filter, &err));
    assert_memory_equal(&filter, filter_find("gnubg-huge"), sizeof filter);
}

TEST(the_cube_threshold_scales_with_the_interval)
{
    assert_true(filter_find("xg-normal")->cube_threshold == .200F);
    assert_true(filter_find("xg-large")->cube_threshold == .300F);
    assert_true(filter_find("xg-huge")->cube_threshold == .400F);
    assert_true(filter_find("xg-infinite")->cube_threshold == 0.0F);
    assert_true(filter_find("gnubg-normal")->cube_threshold == 0.0F);
}

/* eXtreme Gammon's figures for XGR and XGR+, after its 3-ply. */
TEST(rollers_have_their_published_figures)
{
    static const struct {
        const char *name;
        struct filter_level want[SEARCH_PLY_MAX];
    } rows[] = {
        {"xg-normal", {{0, 16, .32F}, {0, 8, .16F}, {0, 4, .04F}}},
        {"xg-large", {{0, 24, .48F}, {0, 12, .24F}, {0, 6, .06F}}},
        {"xg-huge", {{0, 32, .64F}, {0, 16, .32F}, {0, 8, .08F}}},
        {"xg-gigantic", {{0, 32, 1.28F}, {0, 32, .64F}, {0, 16, .16F}}},
        {"gnubg-normal", {{0, 8, .16F}, {-1, 0, 0.0F}, {0, 4, .04F}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct filter filter = filter_for_roller(filter_find(rows[i].name));
        for (int level = 0; level < 3; level++) {
            const struct filter_level *have = filter_level_at(&filter, 3, level);
            assert_int_equal(have->accept, rows[i].want[level].accept);
            assert_int_equal(have->extra, rows[i].want[level].extra);
            assert_true(have->threshold == rows[i].want[level].threshold);
        }
    }
}

/* 6-2 of the study: at 1-ply 7/1 7/5* leads by .118; the normal interval stops there,
 * the large one looks at two plays, the huge one at three. */
TEST(filters_are_equal_when_they_keep_the_same_plays)
{
    struct filter normal = *filter_find("gnubg-normal");
    struct filter other = normal;
    other.name = "own";
    assert_true(filter_equal(&normal, &other));
    assert_true(filter_equal(&normal, filter_find("gnubg-2003")));
    assert_false(filter_equal(&normal, filter_find("gnubg-large")));
    other.nets.accept++;
    assert_false(filter_equal(&normal, &other));
    other = normal;
    filter_accept(&other, 2);
    assert_false(filter_equal(&normal, &other));
}

TEST(wider_intervals_look_at_more_plays_of_the_study)
{
    static const struct {
        const char *name;
        int looked_at;
        int chosen;
    } rows[] = {{"xg-normal", 1, 0}, {"xg-large", 2, 1}, {"xg-huge", 3, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct injected in = {.equity = {[0] = {.309F, .191F, .179F, -.382F},
                                         [1] = {.309F, .191F, .179F, -.382F},
                                         [2] = {.125F, .225F, .221F, FAR}},
                              .stop_at = NEVER};
        struct filter_entry entries[4];
        int looked_at = 0;
        filter_run(filter_find(rows[i].name), 2, entries, 4, judge, &in);
        for (int n = 0; n < 4; n++) {
            looked_at += (in.asked[n] & 4U) != 0;
        }
        assert_int_equal(looked_at, rows[i].looked_at == 1 ? 0 : rows[i].looked_at);
        assert_int_equal(entries[0].play, rows[i].chosen);
    }
}

TEST(accepting_two_brings_two_to_the_full_ply)
{
    struct injected in = {
        .equity =
            {[0] = {.5F, .1F, 0.0F}, [1] = {.5F, .1F, 0.0F}, [2] = {.3F, .4F, FAR}},
        .stop_at = NEVER};
    struct filter_entry entries[3];
    struct filter filter = *filter_find("gnubg108-normal");
    filter_run(&filter, 2, entries, 3, judge, &in);
    assert_int_equal(entries[0].ply, 0);
    filter_accept(&filter, 2);
    assert_int_equal(filter_level_at(&filter, 2, 0)->extra, 10);
    filter = *filter_find(filter_default_name);
    assert_true(filter.cube_threshold > 0.0F);
    filter_accept(&filter, 2);
    assert_true(filter.cube_threshold == 0.0F); /* analysis looks at every cube */
    filter = *filter_find("gnubg108-normal");
    filter_accept(&filter, 2);
    filter_run(&filter, 2, entries, 3, judge, &in);
    assert_int_equal(entries[0].play, 1);
    assert_int_equal(entries[0].ply, 2);
    assert_int_equal(entries[1].ply, 2);
    filter = *filter_find("gnubg-older");
    filter_accept(&filter, 2);
    assert_memory_equal(filter.level, filter_find("gnubg-older")->level,
                        sizeof filter.level);
}

/* At 2-ply the callback gives the plays 0 and 2 up. */
static int judge_some(void *context, int ply, struct filter_entry *entries, int count)
{
    count = judge(context, ply, entries, count);
    for (int i = 0; i < count; i++) {
        entries[i].is_given_up = ply == 2 && entries[i].play % 2 == 0;
    }
    return count;
}

TEST(plays_given_up_stand_behind_by_their_former_equities)
{
    struct injected in = {.equity = {[0] = {.50F, .45F, .44F, .40F},
                                     [1] = {.50F, .47F, .48F, .46F},
                                     [2] = {FAR, .30F, FAR, .35F}},
                          .stop_at = NEVER};
    struct filter_entry entries[4];
    const int order[] = {3, 1, 0, 2};
    filter_run(filter_find(filter_default_name), 2, entries, 4, judge_some, &in);
    for (int n = 0; n < 4; n++) {
        assert_int_equal(entries[n].play, order[n]);
        assert_int_equal(entries[n].ply, n < 2 ? 2 : 1);
    }
    assert_true(entries[2].equity == .50F);
}

TEST_MAIN(NULL, NULL)
