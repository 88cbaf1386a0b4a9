/* The presets of move filters as families: what their authors say of all of them. */
#include <math.h>

#include "engine/search/filter.h"
#include "engine/search/filter_internal.h"
#include "tests/unit/test_case.h"

static const struct filter *preset(const char *family, const char *size)
{
    char name[32];
    FORMAT_TEXT(name, "%s-%s", family, size);
    const struct filter *filter = filter_find(name);
    assert_non_null(filter);
    return filter;
}

static void assert_level(const struct filter_level *have, struct filter_level want)
{
    assert_int_equal(have->accept, want.accept);
    assert_int_equal(have->extra, want.extra);
    assert_true(fabsf(have->threshold - want.threshold) < 1e-6F);
}

/* GNU Backgammon up to 1.07 has filters after 0-ply and 2-ply alone, and the same ones for
 * decisions of any ply. */
TEST(former_filters_of_gnu_backgammon_do_not_depend_on_the_ply)
{
    static const char *const sizes[] = {"2003",   "older", "tiny", "narrow",
                                        "normal", "large", "huge"};
    const struct filter_level skip = {-1, 0, 0.0F};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const struct filter *filter = preset("gnubg", sizes[i]);
        for (int ply = 1; ply <= SEARCH_PLY_MAX; ply++) {
            assert_level(filter_level_at(filter, ply, 0), filter->level[0][0]);
        }
        for (int ply = 2; ply <= SEARCH_PLY_MAX; ply++) {
            assert_level(filter_level_at(filter, ply, 1), skip);
        }
        assert_level(filter_level_at(filter, 4, 2), filter->level[2][2]);
        assert_level(filter_level_at(filter, 4, 3), skip);
        assert_true(filter->level[2][2].threshold < filter->level[0][0].threshold);
        assert_true(filter->level[2][2].accept >= 0);
    }
}

/* From size to size and from ply to ply: no level keeps fewer than the level of a smaller
 * filter, nor more than the level before it. */
TEST(a_larger_filter_keeps_no_fewer_plays)
{
    static const char *const names[][2] = {
        {"gnubg-tiny", "gnubg-narrow"},
        {"gnubg-narrow", "gnubg-normal"},
        {"gnubg-normal", "gnubg-large"},
        {"gnubg-large", "gnubg-huge"},
        {"gnubg108-normal", "gnubg108-large"},
        {"xg-normal", "xg-large"},
        {"xg-large", "xg-huge"},
        {"xg-huge", "xg-gigantic"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct filter *small = filter_find(names[i][0]);
        const struct filter *large = filter_find(names[i][1]);
        for (int ply = 1; ply <= SEARCH_PLY_MAX; ply++) {
            const struct filter_level *before = NULL;
            for (int n = 0; n < ply; n++) {
                const struct filter_level *a = filter_level_at(small, ply, n);
                const struct filter_level *b = filter_level_at(large, ply, n);
                assert_int_equal(a->accept, b->accept);
                assert_true(a->extra <= b->extra && a->threshold <= b->threshold);
                if (b->accept >= 0 && before != NULL) {
                    assert_true(b->extra <= before->extra);
                    assert_true(b->threshold <= before->threshold);
                }
                before = b->accept >= 0 ? b : before;
            }
        }
    }
}

/* eXtreme Gammon's intervals are the normal one times 1.5, 2 and 4, at most 32 plays;
 * so is what a cube action may trail by. */
TEST(search_intervals_are_multiples_of_the_normal_one)
{
    static const struct {
        const char *size;
        float factor;
    } rows[] = {{"large", 1.5F}, {"huge", 2.0F}, {"gigantic", 4.0F}};
    const struct filter normal = *preset("xg", "normal");
    const struct filter normal_roller = filter_for_roller(&normal);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const float factor = rows[i].factor;
        const struct filter filter = *preset("xg", rows[i].size);
        const struct filter roller = filter_for_roller(&filter);
        assert_true(fabsf(filter.cube_threshold - factor * normal.cube_threshold) <
                    1e-6F);
        for (int ply = 1; ply <= SEARCH_PLY_MAX + 1; ply++) {
            const bool is_roller = ply > SEARCH_PLY_MAX;
            const int levels = is_roller ? SEARCH_PLY_OF_ROLLERS + 1 : ply;
            for (int n = 0; n < levels; n++) {
                const struct filter_level *of =
                    filter_level_at(is_roller ? &normal_roller : &normal, levels, n);
                const int extra = (int)(factor * (float)of->extra);
                assert_level(filter_level_at(is_roller ? &roller : &filter, levels, n),
                             (struct filter_level){0, extra < 32 ? extra : 32,
                                                   factor * of->threshold});
            }
        }
    }
}

/* The best 32 plays, however bad. */
TEST(the_infinite_interval_searches_32_plays_to_the_end)
{
    const struct filter filter = *preset("xg", "infinite");
    const struct filter roller = filter_for_roller(&filter);
    struct filter_entry entries[40];
    for (int i = 0; i < 40; i++) {
        entries[i].equity = -(float)i;
    }
    for (int ply = 1; ply <= SEARCH_PLY_MAX + 1; ply++) {
        const bool is_roller = ply > SEARCH_PLY_MAX;
        const struct filter *of = is_roller ? &roller : &filter;
        const int levels = is_roller ? SEARCH_PLY_OF_ROLLERS + 1 : ply;
        assert_int_equal(filter_keep(filter_level_at(of, levels, 0), entries, 40), 32);
        for (int n = 1; n < levels; n++) {
            assert_int_equal(filter_keep(filter_level_at(of, levels, n), entries, 32),
                             32);
        }
    }
}

TEST_MAIN(NULL, NULL)
