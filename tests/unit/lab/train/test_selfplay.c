/* Self-play: how games are played, and what they teach. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/eval/eval.h"
#include "lab/selfplay/selfplay.h"
#include "lab/selfplay/start_positions.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/lab/train/untrained_nets.h"
#include "tests/unit/test_case.h"

struct table {
    struct untrained_nets nets;
    struct sample samples[SELFPLAY_SAMPLES_MAX];
};

static int lay_table(void **state)
{
    struct table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    untrained_nets_open(&table->nets);
    *state = table;
    return 0;
}

static int clear_table(void **state)
{
    struct table *table = *state;
    untrained_nets_close(&table->nets);
    free(table);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, lay_table, clear_table)

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct sample));
}

/* Plays game `number` by the rules into the table's samples; returns their number. */
static int play_by(struct table *table, const struct selfplay_rules *rules,
                   uint64_t number)
{
    struct rng rng;
    rng_seed(&rng, 6, number);
    return selfplay_game(table->nets.scratch, &table->nets.game, rules, &rng,
                         table->samples);
}

/* Whether the two are the play made and another candidate of one roll. */
static bool are_siblings(struct table *table, const struct sample *before,
                         const struct sample *made, const struct sample *other)
{
    struct pruned_play pruned_play[ROLLS];
    struct position pos[3];
    bool are = false;
    sample_position(before, &pos[0]);
    sample_position(made, &pos[1]);
    sample_position(other, &pos[2]);
    (void)selfplay_look_ahead(table->nets.scratch, &table->nets.game, &pos[0],
                              pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        for (int i = 1; i < pruned_play[r].count; i++) {
            are = are || (position_equal(&pruned_play[r].play[0].after, &pos[1]) &&
                          position_equal(&pruned_play[r].play[i].after, &pos[2]));
        }
    }
    return are;
}

/* The same samples as without pairs; samples of a game run back from its end, so that
 * the position before a pair comes after it. */
CASE(pairs_are_the_play_made_and_another_candidate)
{
    struct table *table = *state;
    struct selfplay_rules rules = {
        .is_exact = true,
        .lambda = 0.5,
        .sibling = 0.5,
        .start_positions = {.share = {[START_BEARING_OFF] = 0.7}}};
    static struct sample single[SELFPLAY_SAMPLES_MAX];
    int pairs = 0;
    for (uint64_t game = 0; game < 40; game++) {
        rules.in_pairs = false;
        const int count = play_by(table, &rules, game);
        memcpy(single, table->samples, (size_t)count * sizeof *single);
        rules.in_pairs = true;
        assert_int_equal(play_by(table, &rules, game), count);
        for (int i = 0; i < count; i++) {
            const struct sample *sample = &table->samples[i];
            assert_false(sample_is_sibling(&single[i]));
            if (sample_is_sibling(sample)) {
                assert_true(i > 0 && i + 1 < count);
                assert_true(are_siblings(table, sample + 1, sample - 1, sample));
                pairs++;
            }
        }
        for (int i = 0; i < count; i++) {
            sample_set_sibling(&table->samples[i], false);
        }
        qsort(single, (size_t)count, sizeof *single, by_bytes);
        qsort(table->samples, (size_t)count, sizeof *single, by_bytes);
        assert_memory_equal(single, table->samples, (size_t)count * sizeof *single);
    }
    assert_true(pairs > 20);
}

static struct outputs look_ahead(struct table *table, const struct position *after,
                                 struct pruned_play pruned_play[ROLLS])
{
    return selfplay_look_ahead(table->nets.scratch, &table->nets.game, after,
                               pruned_play);
}

/* Whether `wanted` is among the first `most` plays of some roll from `after`. */
static bool is_candidate(struct table *table, const struct position *after,
                         const struct position *wanted, int most)
{
    struct pruned_play pruned_play[ROLLS];
    bool is = false;
    look_ahead(table, after, pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        for (int i = 0; i < pruned_play[r].count && i < most; i++) {
            is = is || position_equal(&pruned_play[r].play[i].after, wanted);
        }
    }
    return is;
}

/* Whether the best play of some roll from `after` has it among its own candidates. */
static bool is_two_plies_on(struct table *table, const struct position *after,
                            const struct position *leaf)
{
    struct pruned_play pruned_play[ROLLS];
    bool is = false;
    look_ahead(table, after, pruned_play);
    for (int r = 0; r < ROLLS && !is; r++) {
        const struct pruned_evaluated_play *best = &pruned_play[r].play[0];
        is =
            !best->is_known && is_candidate(table, &best->after, leaf, PRUNED_KEEP_MAX);
    }
    return is;
}

/* Whether the leaf is in the tree of the decision that led from one state to the next. */
static bool is_in_tree(struct table *table, const struct position *state,
                       const struct position *next, const struct position *leaf)
{
    struct pruned_play pruned_play[ROLLS];
    bool is = false;
    look_ahead(table, state, pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        const struct pruned_play *plays = &pruned_play[r];
        bool is_made = position_equal(&plays->play[0].after, next);
        for (int i = 0; is_made && !is && i < plays->count; i++) {
            is = is_two_plies_on(table, &plays->play[i].after, leaf);
        }
    }
    return is;
}

/* The leaves of a game come first, in its order, and the states of it last, from the end
 * back: s(t) is the last but t. */
CASE(leaves_are_inside_the_trees_of_the_decisions)
{
    struct table *table = *state;
    enum { LEAVES = 4 };
    struct selfplay_rules rules = {.is_exact = true};
    const int plain = play_by(table, &rules, 3);
    assert_true(plain > 4 * LEAVES);
    rules.leaves = 1.0;
    const int count = play_by(table, &rules, 3);
    int t = 0;
    assert_true(count > 4 * LEAVES);
    for (int i = 0; i < LEAVES; i++) {
        struct position pos[3];
        bool is_found = false;
        sample_position(&table->samples[i], &pos[2]);
        for (int tries = 0; tries < 4 && !is_found; tries++, t++) {
            sample_position(&table->samples[count - 1 - t], &pos[0]);
            sample_position(&table->samples[count - 2 - t], &pos[1]);
            is_found = is_in_tree(table, &pos[0], &pos[1], &pos[2]);
        }
        assert_true(is_found);
    }
}

/* Whether the sample has the exact target with lambda 0. */
static bool has_mean_over_rolls(struct table *table, const struct sample *sample)
{
    struct pruned_play pruned_play[ROLLS];
    struct position pos;
    sample_position(sample, &pos);
    const struct sample mean = sample_of(&pos, look_ahead(table, &pos, pruned_play));
    return memcmp(&mean, sample, sizeof mean) == 0;
}

/* The samples of a game run back from its end. */
CASE(games_go_on_behind_other_plays_and_count_for_what_follows_them)
{
    struct table *table = *state;
    const struct selfplay_rules rules = {
        .is_exact = true, .lambda = 1.0, .explore = 0.3};
    int others = 0, returns = 0, best = 0;
    for (uint64_t game = 0; game < 4; game++) {
        const int count = play_by(table, &rules, game);
        for (int i = 1; i < count; i++) {
            struct position pos, next;
            sample_position(&table->samples[i], &pos);
            sample_position(&table->samples[i - 1], &next);
            const bool is_mean = has_mean_over_rolls(table, &table->samples[i]);
            if (!is_candidate(table, &pos, &next, 1)) {
                assert_true(is_mean);
                others++;
            } else {
                returns += !is_mean;
                best++;
            }
        }
    }
    assert_true(others > 10 && best > others);
    assert_true(returns > best * 3 / 4);
}

/* The chance to win that a play has by its exact target, and its index: the one whose
 * target is best of the first `choices`. */
static int best_by_exact_target(struct table *table, const struct pruned_play *roll,
                                int choices, float win[PRUNED_KEEP_MAX])
{
    struct pruned_play unused[ROLLS];
    float best = -4.0F;
    int made = 0;
    for (int i = 0; i < roll->count && i < choices; i++) {
        const struct pruned_evaluated_play *play = &roll->play[i];
        const struct outputs exact =
            play->is_known ? play->outputs : look_ahead(table, &play->after, unused);
        win[i] = exact.win;
        made = equity_cubeless(exact) > best ? i : made;
        best = fmaxf(best, equity_cubeless(exact));
    }
    return made;
}

/* The roll whose best play by the net is `labelled`; ROLLS: none, or more than one. */
static int roll_of(const struct pruned_play rolls[ROLLS],
                   const struct position *labelled)
{
    int found = ROLLS;
    for (int r = 0; r < ROLLS; r++) {
        if (position_equal(&rolls[r].play[0].after, labelled)) {
            if (found < ROLLS) {
                return ROLLS;
            }
            found = r;
        }
    }
    return found;
}

/* Follows a game by its samples, the first one last, up to a play that several rolls have in
 * common: each is of the best play by the net of some roll, and the game goes on behind the
 * best by its exact target. Checks the labels, where they were not cut off, adds to `plays`
 * and returns how often the two differ. */
static int follow_choices(struct table *table, int choices, int count, int *plays)
{
    int differ = 0;
    struct position state;
    float ahead = 0.0F; /* of the label before what was labelled beside the play made */
    sample_position(&table->samples[count - 1], &state);
    for (int i = count - 2; i >= 0; i--, ++*plays) {
        struct pruned_play rolls[ROLLS];
        float win[PRUNED_KEEP_MAX];
        struct position labelled;
        const float mean = look_ahead(table, &state, rolls).win;
        const float before = sample_target(&table->samples[i + 1]).win;
        const float after = sample_target(&table->samples[i]).win;
        sample_position(&table->samples[i], &labelled);
        const int r = roll_of(rolls, &labelled);
        if (r == ROLLS) {
            break;
        }
        const int made = best_by_exact_target(table, &rolls[r], choices, win);
        const float luck = after - win[0] + win[made] - rolls[r].play[0].outputs.win;
        assert_true(fminf(before, after) <= 0.0F || fmaxf(before, after) >= 1.0F ||
                    fabsf(before - ahead - (mean - luck)) < 1e-4F);
        ahead = win[0] - win[made];
        state = rolls[r].play[made].after;
        differ += made > 0;
    }
    return differ;
}

CASE(with_choices_games_are_played_by_exact_targets)
{
    struct table *table = *state;
    const struct selfplay_rules rules = {.is_exact = true, .lambda = 1.0, .choices = 3};
    int plays = 0, differ = 0;
    for (uint64_t game = 0; game < 40; game++) {
        const int count = play_by(table, &rules, game);
        differ += follow_choices(table, rules.choices, count, &plays);
    }
    assert_true(plays > 100 && differ > plays / 10);
}

CASE(a_sibling_is_never_the_play_made)
{
    struct table *table = *state;
    const struct selfplay_rules rules = {
        .is_exact = true, .explore = 0.5, .sibling = 1.0, .in_pairs = true};
    int pairs = 0;
    for (uint64_t game = 0; game < 4; game++) {
        const int count = play_by(table, &rules, game);
        for (int i = 1; i < count; i++) {
            struct position pos[2];
            sample_position(&table->samples[i - 1], &pos[0]);
            sample_position(&table->samples[i], &pos[1]);
            if (sample_is_sibling(&table->samples[i])) {
                assert_false(position_equal(&pos[0], &pos[1]));
                pairs++;
            }
        }
    }
    assert_true(pairs > 20);
}

/* What games with the untrained nets teach, in samples without contact. */
static int races_among_samples(struct table *table, int *samples)
{
    const struct selfplay_rules rules = {.is_exact = false, .lambda = 0.7};
    struct play_scratch *scratch = pruned_play_new(&table->nets.game);
    int races = 0;
    *samples = 0;
    for (uint64_t game = 0; game < 30; game++) {
        struct rng rng;
        rng_seed(&rng, 5, game);
        int count =
            selfplay_game(scratch, &table->nets.game, &rules, &rng, table->samples);
        for (int i = 0; i < count; i++) {
            struct position pos;
            sample_position(&table->samples[i], &pos);
            races += !position_has_contact(&pos);
        }
        *samples += count;
    }
    pruned_play_free(scratch);
    return races;
}

CASE(games_end_where_the_judge_of_races_begins)
{
    struct table *table = *state;
    struct error err;
    struct evaluator *ev = eval_open("build/weights", &err);
    int samples;
    assert_non_null(ev);
    assert_true(races_among_samples(table, &samples) > 0);
    table->nets.game.bearoff = eval_bearoff(ev);
    table->nets.game.race = eval_race(ev);
    assert_int_equal(races_among_samples(table, &samples), 0);
    assert_true(samples > 300);
    eval_close(ev);
}

CASE(at_double_match_point_only_wins_choose_the_play)
{
    struct table *table = *state;
    struct pruned_nets nets = table->nets.game;
    struct rng rng;
    int others = 0;
    nets.is_dmp = true;
    nets.pruning = NULL;
    rng_seed(&rng, 8, 0);
    for (int i = 0; i < 200; i++) {
        struct position pos = after_random_turns(&rng, i % 60);
        const struct roll_weighted roll = {.roll = rng_roll(&rng), .ways = 1};
        struct pruned_play found;
        pruned_play_find(table->nets.scratch, &nets, &pos, &roll, 1, &found);
        for (int k = 0; k < found.count; k++) {
            const struct outputs *o = &found.play[k].outputs;
            assert_true(o->win <= found.play[0].outputs.win);
            others += equity_cubeless(*o) > equity_cubeless(found.play[0].outputs);
        }
    }
    assert_true(others > 0); /* for money some would have been other plays */
}

CASE(small_net_shortlists_and_big_net_decides)
{
    struct table *table = *state;
    struct position start;
    struct pruned_play both;
    struct pruned_play big_alone;
    const struct roll_weighted roll = {{6, 5}, 2};
    position_start(&start);
    pruned_play_find(table->nets.scratch, &table->nets.game, &start, &roll, 1, &both);
    struct pruned_nets alone = table->nets.game;
    alone.pruning = NULL;
    pruned_play_find(table->nets.scratch, &alone, &start, &roll, 1, &big_alone);
    assert_in_range(both.count, 1, 3);
    assert_int_equal(big_alone.count, 7); /* all that there are */
    for (int i = 0; i < both.count; i++) {
        bool is_among_all = false;
        for (int k = 0; k < big_alone.count; k++) {
            is_among_all =
                is_among_all ||
                (position_equal(&both.play[i].after, &big_alone.play[k].after) &&
                 both.play[i].equity == big_alone.play[k].equity);
        }
        assert_true(is_among_all);
        assert_true(i == 0 || both.play[i - 1].equity >= both.play[i].equity);
    }
}

CASE(returns_with_lambda_1_are_the_result_of_the_game)
{
    struct table *table = *state;
    const struct selfplay_rules rules = {.is_exact = false, .lambda = 1.0};
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct rng rng;
        rng_seed(&rng, seed, 0);
        int count = selfplay_game(table->nets.scratch, &table->nets.game, &rules, &rng,
                                  table->samples);
        assert_true(count > 5);
        for (int i = 0; count < SELFPLAY_PLIES_MAX && i < count; i++) {
            struct outputs o = sample_target(&table->samples[i]);
            assert_true(o.win == 0.0F || o.win == 1.0F);
            assert_true(o.win_gammon == 0.0F || o.win == 1.0F);
            struct outputs other =
                outputs_flip(sample_target(&table->samples[i > 0 ? i - 1 : 1]));
            assert_memory_equal(&o, &other, sizeof o);
        }
    }
}

/* With lambda 0 each label is what its 21 best replies make it. */
CASE(exact_labels_are_expectations_over_the_rolls)
{
    struct table *table = *state;
    const struct selfplay_rules rules = {.is_exact = true,
                                         .lambda = 0.0,
                                         .start_positions.share[START_ODD] = 0.5,
                                         .leaves = 0.3};
    struct rng rng;
    rng_seed(&rng, 5, 0);
    int count = selfplay_game(table->nets.scratch, &table->nets.game, &rules, &rng,
                              table->samples);
    for (int i = 0; i < count; i++) {
        struct position after;
        struct pruned_play pruned_play[ROLLS];
        sample_position(&table->samples[i], &after);
        struct position on_roll = position_swap(&after);
        pruned_play_find(table->nets.scratch, &table->nets.game, &on_roll, roll_all,
                         ROLLS, pruned_play);
        double win = 0;
        for (int r = 0; r < ROLLS; r++) {
            win += roll_all[r].ways / 36.0 *
                   (1.0 - (double)pruned_play[r].play[0].outputs.win);
        }
        assert_true(fabs(win - (double)sample_target(&table->samples[i]).win) < 1e-5);
    }
}

CASE(same_seed_gives_the_same_game_and_siblings_add_labels)
{
    struct table *table = *state;
    struct selfplay_rules rules = {.is_exact = true, .lambda = 0.8, .sibling = 0.0};
    struct rng rng;
    rng_seed(&rng, 12, 0);
    int plain = selfplay_game(table->nets.scratch, &table->nets.game, &rules, &rng,
                              table->samples);
    struct sample first = table->samples[plain - 1];
    rng_seed(&rng, 12, 0);
    assert_int_equal(selfplay_game(table->nets.scratch, &table->nets.game, &rules, &rng,
                                   table->samples),
                     plain);
    assert_memory_equal(&first, &table->samples[plain - 1], sizeof first);
    rules.sibling = 1.0;
    rng_seed(&rng, 12, 0);
    int more = selfplay_game(table->nets.scratch, &table->nets.game, &rules, &rng,
                             table->samples);
    int states = 0; /* a ply that had a choice gave a second label */
    for (int i = 0; i < more; i++) {
        struct outputs o = sample_target(&table->samples[i]);
        assert_true(o.win >= 0.0F && o.win <= 1.0F && o.lose_gammon >= 0.0F);
        states++;
    }
    assert_true(states > 0 && more != plain);
}

TEST_MAIN(NULL, NULL)
