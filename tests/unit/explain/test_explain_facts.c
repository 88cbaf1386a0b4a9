/* Facts against the slow rules: all rolls and all plays of the reference are looked at. */
#include <math.h>
#include <stdlib.h>

#include "engine/board/movegen.h"
#include "explain/explain_facts.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/engine/board/reference_board.h"
#include "tests/unit/test_case.h"

enum { POSITIONS = 200, RETURNS = 12, DICE = 36 };

static struct explain_scratch *scratch;
static struct play_list *list;
static struct reference_generator *generator;
static struct reference_generator *second;

static int open_tools(void **state)
{
    scratch = explain_scratch_new();
    list = aligned_alloc(64, sizeof *list);
    generator = reference_generator_new();
    second = reference_generator_new();
    return scratch == NULL || list == NULL || generator == NULL || second == NULL;
}

static int close_tools(void **state)
{
    explain_scratch_free(scratch);
    free(list);
    reference_generator_free(generator);
    reference_generator_free(second);
    return 0;
}

/* The mover is O. */
struct counted {
    int shots, dances, blots;
};

static struct counted count_slowly(const struct reference_board *board)
{
    struct counted counted = {0};
    bool is_hit[26] = {false};
    for (int dice = 0; dice < DICE; dice++) {
        const struct reference_plays *plays =
            reference_plays(generator, board, REFERENCE_X, dice / 6 + 1, dice % 6 + 1);
        bool hits = false;
        for (int i = 0; i < plays->count; i++) {
            const struct reference_board *after = &plays->plays[i].after;
            hits = hits || after->point[25] > board->point[25];
            for (int p = 1; p <= 24; p++) {
                is_hit[p] |= board->point[p] == 1 && after->point[p] < 1;
            }
        }
        counted.shots += hits;
        counted.dances += plays->most == 0;
    }
    for (int p = 1; p <= 24; p++) {
        counted.blots += is_hit[p];
    }
    return counted;
}

/* The longest row of made points above the rearmost checker of X. */
static int prime_of(const struct reference_board *board)
{
    int longest = 0, row = 0;
    bool is_behind = board->point[0] < 0;
    for (int p = 1; p <= 24; p++) {
        row = board->point[p] >= 2 && is_behind ? row + 1 : 0;
        longest = row > longest ? row : longest;
        is_behind = is_behind || board->point[p] < 0;
    }
    return longest >= 2 ? longest : 0;
}

static int home_points_of(const struct reference_board *board)
{
    int points = 0;
    for (int p = 1; p <= 6; p++) {
        points += board->point[p] >= 2;
    }
    return points;
}

/* A position of a game, and one of the plays from it. */
static void random_play(struct rng *rng, struct position *before,
                        struct position *after)
{
    do {
        *before = after_random_turns(rng, 4 + (int)rng_below(rng, 60));
        movegen_plays(before, rng_roll(rng), list);
        *after = list->after[rng_below(rng, (uint32_t)list->count)];
    } while (position_game_result(after) != 0);
}

TEST(facts_of_200_positions_are_those_of_the_reference)
{
    struct rng rng;
    int shots = 0, dances = 0;
    rng_seed(&rng, 20261124, 0);
    for (int i = 0; i < POSITIONS; i++) {
        struct position before, after;
        struct explain_facts facts;
        random_play(&rng, &before, &after);
        struct reference_board board = as_reference(&after, REFERENCE_O);
        struct reference_board earlier = as_reference(&before, REFERENCE_O);
        struct counted counted = count_slowly(&board);
        explain_facts_count(scratch, &before, &after, &facts);
        assert_int_equal(facts.shots, counted.shots);
        assert_int_equal(facts.dances, counted.dances);
        assert_int_equal(facts.blots, counted.blots);
        assert_int_equal(facts.prime_length, prime_of(&board));
        assert_int_equal(facts.home_points, home_points_of(&board));
        assert_int_equal(facts.hits, earlier.point[0] - board.point[0]);
        assert_int_equal(facts.pips, reference_pips(&board, REFERENCE_O));
        assert_int_equal(facts.their_pips, reference_pips(&board, REFERENCE_X));
        assert_int_equal(facts.pips_hit, reference_pips(&board, REFERENCE_X) -
                                             reference_pips(&earlier, REFERENCE_X));
        assert_int_equal(facts.off, board.off_o - earlier.off_o);
        shots += facts.shots > 0;
        dances += facts.dances > 0;
    }
    assert_in_range(shots, POSITIONS / 3,
                    POSITIONS); /* the positions are not all quiet */
    assert_in_range(dances, POSITIONS / 20, POSITIONS);
}

/* Shots of O, on roll. */
static int returns_of(const struct reference_board *board)
{
    int shots = 0;
    for (int dice = 0; dice < DICE; dice++) {
        const struct reference_plays *plays =
            reference_plays(second, board, REFERENCE_O, dice / 6 + 1, dice % 6 + 1);
        bool hits = false;
        for (int i = 0; i < plays->count && !hits; i++) {
            hits = plays->plays[i].after.point[0] < board->point[0];
        }
        shots += hits;
    }
    return shots;
}

static double returns_slowly(const struct reference_board *board)
{
    int ways = 0, sum = 0;
    for (int dice = 0; dice < DICE; dice++) {
        const struct reference_plays *plays =
            reference_plays(generator, board, REFERENCE_X, dice / 6 + 1, dice % 6 + 1);
        int fewest = -1;
        for (int i = 0; i < plays->count; i++) {
            if (plays->plays[i].after.point[25] > board->point[25]) {
                int shots = returns_of(&plays->plays[i].after);
                fewest = fewest < 0 || shots < fewest ? shots : fewest;
            }
        }
        ways += fewest >= 0;
        sum += fewest >= 0 ? fewest : 0;
    }
    return ways > 0 ? (double)sum / ways : 0.0;
}

TEST(shots_back_are_those_of_the_reference)
{
    struct rng rng;
    rng_seed(&rng, 20261125, 0);
    for (int i = 0; i < RETURNS; i++) {
        struct position before, after;
        random_play(&rng, &before, &after);
        struct reference_board board = as_reference(&after, REFERENCE_O);
        double returns = explain_return_shots(scratch, &after);
        assert_true(fabs(returns - returns_slowly(&board)) < 1e-9);
    }
}

static struct position position_of(const char *xgid_points)
{
    struct position pos = {.mine = {{0}}};
    int mine = 0, theirs = 0;
    for (int p = 0; p <= 25; p++) {
        char c = xgid_points[p];
        if (c >= 'A' && c <= 'O') {
            pos.mine.at[p] = (uint8_t)(c - 'A' + 1);
            mine += pos.mine.at[p];
        } else if (c != '-') {
            pos.theirs.at[25 - p] = (uint8_t)(c - 'a' + 1);
            theirs += pos.theirs.at[25 - p];
        }
    }
    pos.mine.at[0] = (uint8_t)(CHECKERS - mine);
    pos.theirs.at[0] = (uint8_t)(CHECKERS - theirs);
    return pos;
}

TEST(a_prime_needs_somebody_behind_it)
{
    struct explain_facts facts;
    struct position behind = position_of("-a--BBBBB----------dd-----");
    explain_facts_count(scratch, &behind, &behind, &facts);
    assert_int_equal(facts.prime_length, 5);
    assert_int_equal(facts.prime_low, 4);
    struct position past = position_of("-B--BBBBB----a-----dd-----");
    explain_facts_count(scratch, &past, &past, &facts);
    assert_int_equal(facts.prime_length, 0);
}

TEST(waiting_counts_the_pips_of_spare_checkers)
{
    static const struct {
        const char *position;
        int wait, their_wait;
    } rows[] = {
        /* spare: 13 twice and 10 once, and one on 8, the anchor on 20 is none */
        {"-a---BBBC-A--B------B----d", 12 + 12 + 9 + 7, 23},
        /* anchors are points from 18 to 24; a spare on one of them is none of it */
        {"-----------------B----ab--", 2 * 16, 2 + 2 * 1},
        {"------------------C---ab--", 17, 2 + 2 * 1},
        {"------------------------B-", 0, 0},
        {"--------------------A----A", 19 + 24, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct explain_facts facts;
        const struct position pos = position_of(rows[i].position);
        const struct position theirs = position_swap(&pos);
        explain_facts_count(scratch, &pos, &pos, &facts);
        assert_int_equal(facts.wait, rows[i].wait);
        explain_facts_count(scratch, &theirs, &theirs, &facts);
        assert_int_equal(facts.wait, rows[i].their_wait);
    }
}

/* A crossover is a step to the next quarter of the board, or off it. */
TEST(crossovers_are_quarters_of_the_board)
{
    static const struct {
        const char *before, *after;
        int crossovers;
    } cases[] = {{"------BA------------b-----", "------C-------------b-----", 1},
                 {"-----AB-------------b-----", "----A-B-------------b-----", 0},
                 {"------B-------------b-----", "------A-------------b-----", 1},
                 {"------------AA------b-----", "------------B-------b-----", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct explain_facts facts;
        const struct position before = position_of(cases[i].before),
                              after = position_of(cases[i].after);
        explain_facts_count(scratch, &before, &after, &facts);
        assert_int_equal(facts.crossovers, cases[i].crossovers);
    }
}

TEST(faces_that_hit_and_make_points_are_told_apart)
{
    static const struct {
        const char *position; /* of who rolls next */
        int hit_faces, point_faces;
    } rows[] = {
        /* from 10 a 1 hits on 9, and a 5 covers 5 */
        {"-b---A---aA-------------b-", 1 << 1, 1 << 5},
        /* points 4 to 7 alone count, made by a spare or by another blot */
        {"---A----C---------------b-", 0, 0},
        {"----A---C---------------b-", 0, 1 << 4},
        {"-------A-----C----------b-", 0, 1 << 6},
        {"--------A-C-------------b-", 0, 0},
        {"-----A--B---------------b-", 0, 0},
        {"-----A--A---------------b-", 0, 1 << 3},
        /* from the bar they enter first: with a 3 they hit on 22 */
        {"-----A--C-------------a-BA", 1 << 3, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct explain_facts facts;
        const struct position theirs = position_of(rows[i].position),
                              pos = position_swap(&theirs);
        explain_facts_count(scratch, &pos, &pos, &facts);
        assert_int_equal(facts.hit_faces, rows[i].hit_faces);
        assert_int_equal(facts.point_faces, rows[i].point_faces);
    }
}

TEST_MAIN(open_tools, close_tools)
