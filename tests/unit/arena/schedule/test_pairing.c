/* What must hold of every tournament of 2 to 33 entrants, whatever the results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/schedule/matching_internal.h"
#include "arena/schedule/pairing.h"
#include "engine/board/rng.h"
#include "tests/unit/test_case.h"

enum { ENTRANTS_MAX = 33, RESULTS_MAX = 4096 };

/* A tournament that is played with results by chance. */
struct play {
    struct pairing_plan plan;
    struct pairing_result results[RESULTS_MAX];
    int count;
    int met[PAIRING_ENTRANTS_MAX][PAIRING_ENTRANTS_MAX];
    int invited[PAIRING_ENTRANTS_MAX];
    int byes[PAIRING_ENTRANTS_MAX];
    int score[PAIRING_ENTRANTS_MAX];
    bool is_out[PAIRING_ENTRANTS_MAX];
    struct rng rng;
};

static void begin(struct play *play, struct pairing_plan plan, uint64_t seed)
{
    struct error err = {0};
    memset(play, 0, sizeof *play);
    play->plan = plan;
    rng_seed(&play->rng, seed, 1);
    assert_true(pairing_check(&plan, &err));
}

static int pair_round(const struct play *play, int round, struct pairing *pairings)
{
    const struct pairing_history history = {play->results, play->count, play->is_out};
    return pairing_round(&play->plan, round, &history, pairings);
}

static void enter(struct play *play, int round, const struct pairing *pairing,
                  int winner)
{
    int first = pairing->side[0], second = pairing->side[1];
    assert_true(play->count < RESULTS_MAX);
    play->results[play->count++] = (struct pairing_result){round, *pairing, winner};
    assert_in_range(first, 0, play->plan.entrants - 1);
    if (second == PAIRING_BYE) {
        play->byes[first]++;
    } else {
        assert_in_range(second, 0, play->plan.entrants - 1);
        assert_int_not_equal(first, second);
        play->met[first][second]++;
        play->met[second][first]++;
        play->invited[first]++;
    }
    if (winner != PAIRING_NOBODY) {
        play->score[pairing->side[winner]]++;
    }
}

static int winner_by_chance(struct play *play, const struct pairing *pairing)
{
    if (pairing->side[1] == PAIRING_BYE) {
        return 0;
    }
    return rng_below(&play->rng, 20) == 0 ? PAIRING_NOBODY
                                          : (int)rng_below(&play->rng, 2);
}

/* Plays a round; everybody stands in it at most once. Returns its pairings. */
static int play_round(struct play *play, int round)
{
    struct pairing pairings[PAIRING_ROUND_MAX];
    bool is_seen[PAIRING_ENTRANTS_MAX] = {false};
    int count = pair_round(play, round, pairings);
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            int entrant = pairings[i].side[side];
            if (entrant != PAIRING_BYE) {
                assert_false(is_seen[entrant]);
                is_seen[entrant] = true;
            }
        }
        enter(play, round, &pairings[i], winner_by_chance(play, &pairings[i]));
    }
    return count;
}

TEST(all_meet_once_a_leg_in_a_round_robin)
{
    static struct play play;
    for (int n = 2; n <= ENTRANTS_MAX; n++) {
        for (int legs = 1; legs <= 3; legs++) {
            begin(&play, (struct pairing_plan){PAIRING_ROUND_ROBIN, n, legs, 0, 7}, 1);
            for (int round = 0; round < pairing_rounds(&play.plan); round++) {
                assert_int_equal(play_round(&play, round), n / 2);
            }
            for (int a = 0; a < n; a++) {
                for (int b = 0; b < n; b++) {
                    assert_int_equal(play.met[a][b], a == b ? 0 : legs);
                }
            }
        }
    }
}

/* "0-3 1-2 | ...": who invites stands first. */
static void write_rounds(struct play *play, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int round = 0; round < pairing_rounds(&play->plan); round++) {
        struct pairing pairings[PAIRING_ROUND_MAX];
        int count = pair_round(play, round, pairings);
        used += (size_t)snprintf(text + used, size - used, round > 0 ? " |" : "");
        for (int i = 0; i < count; i++) {
            used += (size_t)snprintf(text + used, size - used, " %d-%d",
                                     pairings[i].side[0], pairings[i].side[1]);
        }
        (void)play_round(play, round);
    }
}

/* Who meets whom in which round, and who invites, as in the tournaments of 0.2: a table
 * that somebody has printed holds. */
TEST(rounds_are_those_that_were_printed)
{
    static const struct {
        struct pairing_plan plan;
        const char *rounds;
    } rows[] = {
        {{PAIRING_ROUND_ROBIN, 4, 2, 0, 0},
         " 0-3 2-1 | 3-1 0-2 | 2-3 1-0 | 3-0 1-2 | 1-3 2-0 | 3-2 0-1"},
        {{PAIRING_ROUND_ROBIN, 5, 1, 0, 0},
         " 4-1 2-3 | 0-2 3-4 | 1-3 4-0 | 2-4 0-1 | 3-0 1-2"},
        {{PAIRING_ROUND_ROBIN, 6, 1, 0, 9},
         " 3-0 1-4 2-5 | 0-4 3-2 5-1 | 2-0 4-5 1-3 | 0-5 2-1 3-4 | "
         "1-0 5-3 4-2"},
        {{PAIRING_SWISS, 9, 0, 5, 0},
         " 0-4 5-1 2-6 7-3 8--1 | 5-0 2-7 1-8 3-4 6--1 | 0-2 4-8 5-6 "
         "1-7 3--1 | 4-2 0-7 8-5 3-6 1--1 | 2-8 6-0 4-5 3-1 7--1"},
        {{PAIRING_SWISS, 10, 0, 5, 0},
         " 0-5 6-1 2-7 8-3 4-9 | 6-0 2-8 1-9 3-5 7-4 | 6-8 0-9 2-5 "
         "1-7 3-4 | 9-6 5-8 2-0 1-4 7-3 | 6-5 3-9 0-1 7-8 2-4"},
        {{PAIRING_SWISS, 12, 0, 4, 9},
         " 3-5 7-8 9-6 1-11 10-2 0-4 | 1-3 9-2 0-7 8-4 5-11 10-6 | "
         "3-7 8-2 9-1 6-5 0-11 4-10 | 9-7 3-2 5-8 0-10 1-6 11-4"},
        {{PAIRING_KNOCK_OUT, 6, 0, 0, 0}, " 0--1 3-4 1--1 2-5 | 0-3 1-2 | 0-1"},
    };
    static struct play play;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400];
        begin(&play, rows[i].plan, 5);
        write_rounds(&play, text, sizeof text);
        assert_string_equal(text, rows[i].rounds);
    }
}

TEST(all_invite_as_often_as_they_are_invited)
{
    static struct play play;
    for (int n = 2; n <= ENTRANTS_MAX; n++) {
        begin(&play, (struct pairing_plan){PAIRING_ROUND_ROBIN, n, 1, 0, 0}, 1);
        for (int round = 0; round < pairing_rounds(&play.plan); round++) {
            play_round(&play, round);
        }
        for (int a = 0; a < n; a++) {
            assert_in_range(2 * play.invited[a] + 1, n - 1, n + 1);
        }
        begin(&play, (struct pairing_plan){PAIRING_ROUND_ROBIN, n, 2, 0, 0}, 1);
        for (int round = 0; round < pairing_rounds(&play.plan); round++) {
            play_round(&play, round);
        }
        for (int a = 0; a < n; a++) {
            assert_int_equal(play.invited[a], n - 1);
        }
    }
}

TEST(nobody_meets_twice_in_a_swiss)
{
    static struct play play;
    for (int n = 2; n <= ENTRANTS_MAX; n++) {
        for (uint64_t seed = 0; seed < 12; seed++) {
            int rounds = (n + 1) / 2;
            begin(&play, (struct pairing_plan){PAIRING_SWISS, n, 0, rounds, seed},
                  seed);
            for (int round = 0; round < rounds; round++) {
                assert_int_equal(play_round(&play, round), (n + 1) / 2);
            }
            for (int a = 0; a < n; a++) {
                assert_in_range(play.byes[a], 0, 1);
                for (int b = 0; b < n; b++) {
                    assert_in_range(play.met[a][b], 0, 1);
                }
            }
        }
    }
}

/* When an even number has the same score, they all meet each other if they can. */
TEST(equals_meet_in_a_swiss)
{
    static struct play play;
    struct pairing pairings[PAIRING_ROUND_MAX];
    begin(&play, (struct pairing_plan){PAIRING_SWISS, 16, 0, 4, 0}, 1);
    for (int round = 0; round < 4; round++) {
        int count = pair_round(&play, round, pairings);
        for (int i = 0; i < count; i++) {
            assert_int_equal(play.score[pairings[i].side[0]],
                             play.score[pairings[i].side[1]]);
        }
        for (int i = 0; i < count; i++) {
            enter(&play, round, &pairings[i], 0);
        }
    }
}

TEST(the_upper_half_meets_the_lower_one_in_the_first_round)
{
    static struct play play;
    struct pairing pairings[PAIRING_ROUND_MAX];
    begin(&play, (struct pairing_plan){PAIRING_SWISS, 7, 0, 3, 0}, 1);
    assert_int_equal(pair_round(&play, 0, pairings), 4);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(abs(pairings[i].side[0] - pairings[i].side[1]), 3);
    }
    assert_int_equal(pairings[3].side[0], 6); /* the last seed has the bye */
    assert_int_equal(pairings[3].side[1], PAIRING_BYE);
}

TEST(a_swiss_goes_on_without_those_who_left)
{
    static struct play play;
    for (int n = 4; n <= ENTRANTS_MAX; n++) {
        int rounds = (n + 1) / 2, left = n;
        begin(&play, (struct pairing_plan){PAIRING_SWISS, n, 0, rounds, 0}, 5);
        for (int round = 0; round < rounds; round++) {
            int count = play_round(&play, round);
            assert_int_equal(count, (left + 1) / 2);
            for (int i = play.count - count; i < play.count; i++) {
                assert_false(play.is_out[play.results[i].pairing.side[0]]);
            }
            if (round % 2 == 0) {
                left -= !play.is_out[round];
                play.is_out[round] = true;
            }
        }
    }
}

/* Of six each has met the three on the other side, and the two sides are odd. */
TEST(a_dead_end_of_a_swiss_is_said)
{
    static struct play play;
    struct pairing pairings[PAIRING_ROUND_MAX];
    begin(&play, (struct pairing_plan){PAIRING_SWISS, 6, 0, 3, 0}, 1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 3; i++) {
            const struct pairing pairing = {{i, 3 + (i + round) % 3}};
            enter(&play, round, &pairing, 0);
        }
    }
    assert_int_equal(pair_round(&play, 3, pairings), PAIRING_IMPOSSIBLE);
    memset(play.is_out, true, 5);
    assert_int_equal(pair_round(&play, 3, pairings), PAIRING_IMPOSSIBLE);
}

TEST(more_rounds_than_are_certain_are_refused)
{
    struct pairing_plan plan = {PAIRING_SWISS, 6, 0, 4, 0};
    struct error err;
    assert_false(pairing_check(&plan, &err));
    assert_string_equal(err.text, "a Swiss of 6 entrants has 1 to 3 rounds, not 4: in "
                                  "more, some may have to meet twice");
    plan = (struct pairing_plan){PAIRING_ROUND_ROBIN, 65, 1, 0, 0};
    assert_false(pairing_check(&plan, &err));
    plan = (struct pairing_plan){PAIRING_ROUND_ROBIN, 4, 0, 0, 0};
    assert_false(pairing_check(&plan, &err));
    plan = (struct pairing_plan){PAIRING_ROUND_ROBIN, 4, PAIRING_LEGS_MAX + 1, 0, 0};
    assert_false(pairing_check(&plan, &err));
    plan = (struct pairing_plan){PAIRING_KNOCK_OUT, 1, 0, 0, 0};
    assert_false(pairing_check(&plan, &err));
    plan = (struct pairing_plan){PAIRING_ROUND_ROBIN, 64, PAIRING_LEGS_MAX, 0, 0};
    assert_true(pairing_check(&plan, &err));
}

/* With results that the better seed wins, the last two are the first two seeds, and so on
 * back to the first round. */
TEST(the_best_seeds_meet_last_in_a_knock_out)
{
    static struct play play;
    for (int n = 2; n <= ENTRANTS_MAX; n++) {
        begin(&play, (struct pairing_plan){PAIRING_KNOCK_OUT, n, 0, 0, 0}, 1);
        int rounds = pairing_rounds(&play.plan);
        for (int round = 0; round < rounds; round++) {
            struct pairing pairings[PAIRING_ROUND_MAX];
            int count = pair_round(&play, round, pairings);
            assert_int_equal(count, 1 << (rounds - 1 - round));
            for (int i = 0; i < count; i++) {
                const int *side = pairings[i].side;
                if (side[1] == PAIRING_BYE) {
                    assert_int_equal(round, 0);
                    assert_true(side[0] < (1 << rounds) - n);
                } else {
                    assert_int_equal(side[0] + side[1], 2 * count - 1);
                }
                enter(&play, round, &pairings[i],
                      side[1] != PAIRING_BYE && side[1] < side[0]);
            }
        }
        assert_int_equal(play.score[0], rounds);
    }
}

/* The first seed of the draw meets the last one; nobody goes on of the two, and so the winner
 * of the other match has a bye. */
TEST(who_meets_nobody_has_a_bye)
{
    static struct play play;
    struct pairing pairings[PAIRING_ROUND_MAX];
    int seeds[PAIRING_ENTRANTS_MAX];
    begin(&play, (struct pairing_plan){PAIRING_KNOCK_OUT, 4, 0, 0, 9}, 1);
    pairing_seeds(&play.plan, seeds);
    assert_int_not_equal(seeds[0], 0);
    assert_int_equal(pair_round(&play, 0, pairings), 2);
    assert_int_equal(pairings[0].side[0], seeds[0]);
    assert_int_equal(pairings[0].side[1], seeds[3]);
    enter(&play, 0, &pairings[0], PAIRING_NOBODY);
    enter(&play, 0, &pairings[1], 1);
    assert_int_equal(pair_round(&play, 1, pairings), 1);
    assert_int_equal(pairings[0].side[0], seeds[2]);
    assert_int_equal(pairings[0].side[1], PAIRING_BYE);
}

TEST(nobody_comes_back_in_a_knock_out)
{
    static struct play play;
    for (int n = 2; n <= ENTRANTS_MAX; n++) {
        for (uint64_t seed = 0; seed < 12; seed++) {
            begin(&play, (struct pairing_plan){PAIRING_KNOCK_OUT, n, 0, 0, seed}, seed);
            int matches = 0, nobody = 0;
            for (int round = 0; round < pairing_rounds(&play.plan); round++) {
                play_round(&play, round);
            }
            for (int i = 0; i < play.count; i++) {
                bool is_bye = play.results[i].pairing.side[1] == PAIRING_BYE;
                matches += !is_bye;
                nobody += play.results[i].winner == PAIRING_NOBODY;
            }
            /* each match puts one out, or both */
            assert_in_range(matches, n - 1 - nobody, n - 1);
        }
    }
}

TEST(the_same_draw_gives_the_same_pairings)
{
    static struct play a, b;
    int differ = 0;
    for (uint64_t draw = 0; draw < 6; draw++) {
        begin(&a, (struct pairing_plan){PAIRING_SWISS, 12, 0, 6, draw}, 3);
        begin(&b, (struct pairing_plan){PAIRING_SWISS, 12, 0, 6, draw}, 3);
        for (int round = 0; round < 6; round++) {
            struct pairing x[PAIRING_ROUND_MAX], other[PAIRING_ROUND_MAX];
            const struct pairing_plan undrawn = {PAIRING_SWISS, 12, 0, 6, 0};
            const struct pairing_history none = {NULL, 0, NULL};
            pair_round(&a, 0, x);
            pairing_round(&undrawn, 0, &none, other);
            differ += round == 0 && memcmp(x, other, 6 * sizeof *x) != 0;
            assert_int_equal(play_round(&a, round), play_round(&b, round));
        }
        assert_memory_equal(a.results, b.results,
                            (size_t)a.count * sizeof a.results[0]);
    }
    assert_int_equal(differ, 5);
}

/* ---- matchings, against trying everything ------------------------------------------ */

static bool matches_by_trying(const struct matching_graph *graph, uint64_t set)
{
    int first = 0;
    if (set == 0) {
        return true;
    }
    while ((set >> first & 1) == 0) {
        first++;
    }
    for (int other = first + 1; other < MATCHING_MAX; other++) {
        uint64_t two = (uint64_t)1 << first | (uint64_t)1 << other;
        if ((set & two) == two && (graph->edges[first] >> other & 1) != 0 &&
            matches_by_trying(graph, set & ~two)) {
            return true;
        }
    }
    return false;
}

TEST(matchings_are_found_where_there_are_any)
{
    struct rng rng;
    int found = 0, total = 3000;
    rng_seed(&rng, 11, 0);
    for (int graph = 0; graph < total; graph++) {
        struct matching_graph g = {{0}};
        int n = 2 + 2 * (int)rng_below(&rng, 6);
        uint64_t set = ((uint64_t)1 << n) - 1;
        for (int edge = 0; edge < n + n / 2; edge++) {
            uint32_t a = rng_below(&rng, (uint32_t)n), b = rng_below(&rng, (uint32_t)n);
            if (a != b) {
                g.edges[a] |= (uint64_t)1 << b;
                g.edges[b] |= (uint64_t)1 << a;
            }
        }
        bool is_there = matches_by_trying(&g, set);
        assert_int_equal(matching_exists(&g, set), is_there);
        found += is_there;
    }
    assert_in_range(found, total / 5, total * 4 / 5); /* both answers were tried */
}

TEST_MAIN(NULL, NULL)
