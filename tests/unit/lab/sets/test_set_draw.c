/* Sets of decisions: what is drawn, in which order. */
#include <math.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/search/ranked_play.h"
#include "lab/data/position_kind.h"
#include "lab/sets/set_draw.h"
#include "tests/unit/test_case.h"

enum { MOST = 60 };

struct drawn {
    int count;
    int end_after; /* 0: not */
    struct decision_context at[MOST];
    const char *class[MOST];
};

static struct engine *eng;
static struct drawn plays, cubes, back_games; /* several tests look at them */

static int close_weights(void **state)
{
    engine_close(eng);
    return 0;
}

static bool note(void *context, const struct decision_context *at, const char *class)
{
    struct drawn *drawn = context;
    drawn->at[drawn->count] = *at;
    drawn->class[drawn->count++] = class;
    return drawn->count != drawn->end_after;
}

static enum set_end draw(enum set_kind kind, int count, uint64_t seed, int threads,
                         struct drawn *drawn)
{
    drawn->count = 0;
    return set_draw(&(struct set_draw){.eng = eng,
                                       .kind = kind,
                                       .count = count,
                                       .seed = seed,
                                       .threads = threads,
                                       .take = note,
                                       .context = drawn},
                    NULL);
}

static int open_weights_and_draw(void **state)
{
    eng = engine_open("tests/data/fixtures/lab/nets", NULL);
    return eng != NULL && draw(SET_PLAYS, 30, 13, 2, &plays) == SET_DONE &&
                   draw(SET_CUBES, 36, 1, 3, &cubes) == SET_DONE &&
                   draw(SET_BACK_GAMES, 24, 1, 1, &back_games) == SET_DONE
               ? 0
               : -1;
}

static bool is_same_decision(const struct drawn *a, const struct drawn *b, int n)
{
    const struct decision_context *x = &a->at[n];
    const struct decision_context *y = &b->at[n];
    return position_equal(&x->pos, &y->pos) && x->roll.high == y->roll.high &&
           x->roll.low == y->roll.low && x->ms.length == y->ms.length &&
           x->ms.my_score == y->ms.my_score && x->ms.cube == y->ms.cube &&
           a->class[n] == b->class[n];
}

TEST(smaller_set_begins_the_larger_with_any_threads)
{
    static struct drawn few;
    static struct drawn others;
    assert_int_equal(draw(SET_CUBES, 12, 1, 1, &few), SET_DONE);
    assert_int_equal(draw(SET_CUBES, 12, 2, 1, &others), SET_DONE);
    assert_int_equal(few.count, 12);
    assert_int_equal(cubes.count, 36);
    int same = 0;
    for (int n = 0; n < few.count; n++) {
        assert_true(is_same_decision(&few, &cubes, n));
        same += is_same_decision(&few, &others, n);
    }
    assert_int_equal(same, 0);
}

/* A game has some for several classes. */
TEST(no_position_comes_twice)
{
    for (int a = 0; a < cubes.count; a++) {
        for (int b = 0; b < a; b++) {
            assert_false(position_equal(&cubes.at[a].pos, &cubes.at[b].pos));
        }
    }
}

/* Every ten decisions of a set have the shares of the whole, but for one. */
TEST(classes_take_turns)
{
    for (int n = 10; n <= plays.count; n += 10) {
        int any = 0;
        for (int i = n - 10; i < n; i++) {
            any += strcmp(plays.class[i], "any") == 0;
        }
        assert_in_range(any, 4, 6);
    }
}

/* A set as long as its shares are, or a multiple of it, has them exactly. */
static void assert_shares(enum set_kind kind, const struct drawn *drawn)
{
    const struct set_recipe *recipe = set_recipe(kind);
    int shares = 0;
    for (int c = 0; c < recipe->classes; c++) {
        shares += recipe->class[c].share;
    }
    assert_int_equal(drawn->count % shares, 0);
    for (int c = 0; c < recipe->classes; c++) {
        int count = 0;
        for (int n = 0; n < drawn->count; n++) {
            count += drawn->class[n] == recipe->class[c].name;
        }
        assert_int_equal(count * shares, recipe->class[c].share * drawn->count);
    }
}

static int count_of(const struct drawn *drawn, const char *class)
{
    int count = 0;
    for (int n = 0; n < drawn->count; n++) {
        count += strcmp(drawn->class[n], class) == 0;
    }
    return count;
}

/* What lab/sets/set_class.h says of them. */
TEST(sets_have_the_shares_that_they_are_said_to_have)
{
    assert_shares(SET_PLAYS, &plays);
    assert_shares(SET_CUBES, &cubes);
    assert_shares(SET_BACK_GAMES, &back_games);
    assert_int_equal(2 * count_of(&plays, "any"), plays.count);
    assert_int_equal(3 * (count_of(&cubes, "money") + count_of(&cubes, "money, owned")),
                     cubes.count);
    assert_int_equal(6 * count_of(&cubes, "free redouble"), cubes.count);
    assert_int_equal(2 * count_of(&back_games, "of the player on roll"),
                     back_games.count);
}

TEST(plays_of_a_class_are_of_it)
{
    static const struct {
        const char *class;
        unsigned kinds;
    } rows[] = {
        {"back game", POSITION_KIND_BACK_GAME},
        {"three back", POSITION_KIND_MEN_BACK},
        {"containment", POSITION_KIND_CONTAINMENT},
        {"prime against prime", POSITION_KIND_PRIME_V_PRIME},
        {"bearing off", POSITION_KIND_BEARING_OFF},
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    int seen[ROWS] = {0};
    for (int n = 0; n < plays.count; n++) {
        assert_int_not_equal(plays.at[n].roll.high, 0);
        assert_int_equal(plays.at[n].ms.length, 0);
        for (int r = 0; r < ROWS; r++) {
            if (strcmp(plays.class[n], rows[r].class) == 0) {
                assert_true(position_kind_is(&plays.at[n].pos, rows[r].kinds));
                seen[r]++;
            }
        }
    }
    for (int r = 0; r < ROWS; r++) {
        assert_int_equal(seen[r], 3);
    }
}

TEST(plays_are_a_choice)
{
    struct search_scratch *scratch = engine_scratch_new(eng);
    const struct strength strength = strength_default();
    assert_non_null(scratch);
    for (int n = 0; n < plays.count; n++) {
        struct ranked_play ranked[2];
        assert_int_equal(engine_rank_plays(eng, scratch, &strength, &plays.at[n].pos,
                                           &plays.at[n].ms, plays.at[n].roll, ranked,
                                           2),
                         2);
        assert_true(ranked[1].equity >= ranked[0].equity - 0.05F);
    }
    engine_scratch_free(scratch);
}

TEST(cubes_may_be_turned_near_a_decision)
{
    struct search_scratch *scratch = engine_scratch_new(eng);
    struct strength strength = strength_default();
    int free_redoubles = 0, owned = 0;
    assert_non_null(scratch);
    strength.filter.cube_threshold = 0.0F;
    for (int n = 0; n < cubes.count; n++) {
        const struct match_state *ms = &cubes.at[n].ms;
        struct cube_decision d;
        assert_null(match_state_fault(ms));
        assert_true(match_state_may_double(ms));
        engine_cube_decision(eng, scratch, &strength, &cubes.at[n].pos, ms, &d);
        assert_true(fabsf(d.no_double - cube_decision_doubled(&d)) <= 0.1F ||
                    fabsf(d.double_take - d.double_pass) <= 0.1F);
        const bool is_free = ms->length > 0 &&
                             match_state_my_away(ms) <= 2 * ms->cube &&
                             match_state_their_away(ms) > 2 * ms->cube;
        assert_int_equal(is_free, strcmp(cubes.class[n], "free redouble") == 0);
        free_redoubles += is_free;
        const bool is_owned = strcmp(cubes.class[n], "money, owned") == 0;
        assert_true(ms->length > 0 || ms->cube == (is_owned ? 2 : 1));
        assert_true(ms->length == 0 || (ms->length >= 3 && ms->length <= 11));
        owned += ms->length > 0 && ms->owner == CUBE_MINE && ms->cube > 1;
    }
    assert_int_equal(free_redoubles, 6);
    assert_true(owned > 0);
    engine_scratch_free(scratch);
}

TEST(reference_cubes_are_at_the_scores_of_their_classes)
{
    static struct drawn drawn;
    int leads = 0;
    assert_int_equal(draw(SET_REFERENCE_CUBES, 40, 2, 2, &drawn), SET_DONE);
    for (int n = 0; n < drawn.count; n++) {
        const struct match_state *ms = &drawn.at[n].ms;
        const int mine = ms->length > 0 ? match_state_my_away(ms) : 0;
        const int theirs = ms->length > 0 ? match_state_their_away(ms) : 0;
        const int less = mine < theirs ? mine : theirs;
        const int more = mine < theirs ? theirs : mine;
        assert_null(match_state_fault(ms));
        assert_true(match_state_may_double(ms));
        if (strcmp(drawn.class[n], "2a-3a") == 0) {
            assert_int_equal(10 * less + more, 23);
            leads += mine < theirs;
        } else if (strcmp(drawn.class[n], "3a-3a") == 0) {
            assert_int_equal(10 * less + more, 33);
        } else if (strcmp(drawn.class[n], "4a-4a") == 0) {
            assert_int_equal(10 * less + more, 44);
        } else if (strcmp(drawn.class[n], "gammons of one side") == 0) {
            assert_int_equal(less, 2);
            assert_in_range(more, 4, 9);
        } else {
            assert_int_equal(ms->length, 0);
        }
    }
    assert_shares(SET_REFERENCE_CUBES, &drawn);
    assert_in_range(leads, 1, 7); /* of 8: either side may lead */
}

TEST(reference_plays_are_of_games_of_several_players)
{
    static struct drawn drawn;
    int holding = 0;
    assert_int_equal(draw(SET_REFERENCE_PLAYS, 20, 5, 2, &drawn), SET_DONE);
    for (int n = 0; n < drawn.count; n++) {
        assert_int_not_equal(drawn.at[n].roll.high, 0);
        if (strcmp(drawn.class[n], "holding") == 0) {
            assert_true(position_kind_is(&drawn.at[n].pos, POSITION_KIND_HOLDING));
            holding++;
        }
    }
    assert_shares(SET_REFERENCE_PLAYS, &drawn);
    assert_int_equal(holding, 3);
    const struct set_recipe *recipe = set_recipe(SET_REFERENCE_PLAYS);
    assert_true(recipe->players > 1);
    assert_true(recipe->noise[recipe->players - 1] > 0.0F);
}

TEST(back_games_are_of_either_side)
{
    for (int n = 0; n < back_games.count; n++) {
        const bool is_mine = strcmp(back_games.class[n], "of the player on roll") == 0;
        assert_true(position_kind_plays_back_game(
            is_mine ? &back_games.at[n].pos.mine : &back_games.at[n].pos.theirs));
        assert_int_equal(is_mine, n % 2 == 0);
    }
}

TEST(drawing_can_be_ended)
{
    static struct drawn drawn = {.end_after = 3};
    atomic_bool stop = true;
    assert_int_equal(draw(SET_BACK_GAMES, 20, 1, 1, &drawn), SET_STOPPED);
    assert_int_equal(drawn.count, 3);
    const struct set_draw stopped = {.eng = eng,
                                     .kind = SET_PLAYS,
                                     .count = 1,
                                     .threads = 2,
                                     .stop = &stop,
                                     .take = note,
                                     .context = &drawn};
    assert_int_equal(set_draw(&stopped, NULL), SET_STOPPED);
    assert_int_equal(drawn.count, 3);
}

TEST_MAIN(open_weights_and_draw, close_weights)
