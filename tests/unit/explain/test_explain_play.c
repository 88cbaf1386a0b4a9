/* Which reasons are given for a play: positions of a match whose facts were counted by hand and
 * program, and what is never said of plays at random. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/cube/met.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/explain/explain_example.h"

/* Who is one point away wins the match by a game; the other one loses it by a gammon. */
static void the_price_of_a_gammon_is_that_of_who_wins_or_loses_it(void **state)
{
    (void)state;
    struct error err;
    struct explain_play play = {.before = NULL};
    struct match_state ms = match_state_match(5, 4, 3, false);
    struct met *met = met_open_in("build/weights", &err);
    assert_non_null(met);
    explain_play_prices(&play, met, &ms);
    assert_true(play.has_prices && fabs(play.gammon_won) < 1e-6);
    assert_true(play.gammon_lost > 0.3);
    ms = match_state_swap(&ms);
    explain_play_prices(&play, met, &ms);
    assert_true(play.gammon_won > 0.3 && fabs(play.gammon_lost) < 1e-6);
    met_close(met);
}

static void examples_are_explained_by_their_facts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        struct explain_reasons reasons;
        char text[EXPLAIN_SIZE];
        explain_example(&examples[i], &reasons);
        (void)explain_write(&reasons, &names, text);
        assert_string_equal(text, examples[i].said);
    }
}

/* ---- plays at random ------------------------------------------------------------- */

/* Two plays of a roll, and chances and prices at random. */
struct random_pair {
    struct position before;
    struct roll roll;
    struct explain_play play;
};

static struct outputs random_outputs(struct rng *rng)
{
    float win = (float)rng_below(rng, 1000) / 1000.0F;
    return (struct outputs){.win = win,
                            .win_gammon = win * (float)rng_below(rng, 500) / 1000.0F,
                            .lose_gammon =
                                (1.0F - win) * (float)rng_below(rng, 500) / 1000.0F};
}

static void random_pair(struct rng *rng, struct random_pair *pair)
{
    do {
        pair->before = after_random_turns(rng, 2 + (int)rng_below(rng, 90));
        pair->roll = rng_roll(rng);
        movegen_plays(&pair->before, pair->roll, list);
    } while (list->count < 2);
    pair->play = (struct explain_play){
        .before = &pair->before,
        .played = list->plays[rng_below(rng, (uint32_t)list->count)],
        .best = list->plays[rng_below(rng, (uint32_t)list->count)],
        .loss = 0.1,
        .has_chances = rng_below(rng, 2) == 0,
        .played_chances = random_outputs(rng),
        .best_chances = random_outputs(rng),
        .has_prices = rng_below(rng, 2) == 0,
        .gammon_won = 0.31,
        .gammon_lost = 0.47,
        .played_rolls = 7.9,
        .best_rolls = rng_below(rng, 2) == 0 ? 7.6 : 0.0,
    };
}

static void facts_of_play(const struct random_pair *pair, const struct play *play,
                          struct position *after, struct explain_facts *facts)
{
    *after = pair->before;
    for (int i = 0; i < play->count; i++) {
        (void)movegen_apply(after, play->moves[i]);
    }
    explain_facts_count(scratch, &pair->before, after, facts);
}

enum { KNOWN_MAX = 6000 };

static size_t know(char known[KNOWN_MAX], size_t used, int decimals, double number)
{
    used +=
        (size_t)snprintf(known + used, KNOWN_MAX - used, " %.*f ", decimals, number);
    assert_true(used < KNOWN_MAX);
    return used;
}

static size_t know_facts(char known[KNOWN_MAX], size_t used,
                         const struct explain_facts *f)
{
    const int numbers[] = {f->shots,
                           f->dances,
                           f->pips_hit,
                           f->wait,
                           f->their_wait,
                           f->hits,
                           f->home_points,
                           f->prime_length,
                           f->off,
                           f->crossovers,
                           f->prime_low,
                           f->prime_low + f->prime_length - 1,
                           abs(f->pips - f->their_pips)};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        used = know(known, used, 0, numbers[i]);
    }
    for (int p = 1; p <= 24; p++) {
        used = (f->held >> p & 1U) != 0 ? know(known, used, 0, p) : used;
    }
    for (int face = 1; face <= 6; face++) {
        int is_both = f->hit_faces & f->point_faces & 1 << face;
        used = is_both ? know(known, used, 0, face) : used;
    }
    return used;
}

static size_t know_outputs(char known[KNOWN_MAX], size_t used, const struct outputs *o)
{
    used = know(known, used, 1, 100.0 * (double)o->win);
    used = know(known, used, 1, 100.0 * (double)o->win_gammon);
    return know(known, used, 1, 100.0 * (double)o->lose_gammon);
}

/* As who subtracts the chances that are shown finds it. */
static size_t know_gain(char known[KNOWN_MAX], size_t used, float a, float b)
{
    char text[2][16];
    (void)snprintf(text[0], sizeof text[0], "%.1f", 100.0 * (double)a);
    (void)snprintf(text[1], sizeof text[1], "%.1f", 100.0 * (double)b);
    return know(known, used, 1, fabs(strtod(text[0], NULL) - strtod(text[1], NULL)));
}

/* All numbers that may be said of a pair, each between blanks. */
static void know_all(const struct random_pair *pair, char known[KNOWN_MAX])
{
    const struct explain_play *play = &pair->play;
    const struct outputs *best = &play->best_chances, *played = &play->played_chances;
    struct explain_facts facts[2];
    struct position after[2];
    size_t used = (size_t)snprintf(known, KNOWN_MAX, " 36 .31 .47 7.6 7.9 ");
    facts_of_play(pair, &play->played, &after[0], &facts[0]);
    facts_of_play(pair, &play->best, &after[1], &facts[1]);
    used = know(known, used, 1, explain_return_shots(scratch, &after[0]));
    used = know(known, used, 1, explain_return_shots(scratch, &after[1]));
    used = know_facts(known, used, &facts[0]);
    used = know_facts(known, used, &facts[1]);
    used = know_outputs(known, used, best);
    used = know_outputs(known, used, played);
    used = know_gain(known, used, best->win, played->win);
    used = know_gain(known, used, best->win_gammon, played->win_gammon);
    (void)know_gain(known, used, best->lose_gammon, played->lose_gammon);
}

/* The numbers of a text, words too, behind its play. */
static void assert_known(const char *text, const char *known)
{
    static const char *const words[] = {"none", "one",  "two", "three",
                                        "four", "five", "six", "seven"};
    for (const char *at = text; *at != '\0';) {
        char number[20];
        size_t length = strspn(at, "0123456789.");
        size_t letters = length > 0 ? 0 : strcspn(at, " ,.:");
        (void)snprintf(number, sizeof number, " %.*s ", (int)length, at);
        for (int i = 0; i < 8; i++) {
            if (letters > 0 && strncmp(at, words[i], letters) == 0 &&
                words[i][letters] == '\0') {
                (void)snprintf(number, sizeof number, " %d ", i);
            }
        }
        size_t end = strlen(number) - 2; /* a full stop is none of a number */
        if (length > 1 && number[end] == '.') {
            (void)snprintf(number + end, 2, " ");
        }
        if (strspn(number, " .") < strlen(number) && strstr(known, number) == NULL) {
            fail_msg("%s: not known:%s; known:%s", text, number, known);
        }
        at += length + letters > 0 ? length + letters : 1;
    }
}

static void sentences_have_no_number_that_is_no_fact(void **state)
{
    (void)state;
    struct rng rng;
    int said = 0;
    rng_seed(&rng, 7, 0);
    for (int i = 0; i < 250; i++) {
        struct random_pair pair;
        struct explain_reasons reasons;
        char text[EXPLAIN_SIZE], known[KNOWN_MAX];
        random_pair(&rng, &pair);
        know_all(&pair, known);
        explain_play_reasons(scratch, &pair.play, &reasons);
        (void)snprintf(reasons.subject, sizeof reasons.subject, "%s", "Best");
        said += explain_write(&reasons, &names, text) > 0;
        assert_known(text, known);
        assert_true(strlen(text) < EXPLAIN_SIZE - 1);
        assert_true(strlen(text) == 0 || text[strlen(text) - 1] == '.');
    }
    assert_in_range(said, 120, 250);
}

static bool has_kind(const struct explain_reasons *reasons, enum explain_kind kind)
{
    bool has = false;
    for (int i = 0; i < reasons->count; i++) {
        has = has || reasons->reason[i].kind == kind;
    }
    return has;
}

/* What is better of one play cannot be better of the other. */
static void no_reason_speaks_for_both_plays(void **state)
{
    (void)state;
    static const enum explain_kind one_sided[] = {
        EXPLAIN_PRIME,      EXPLAIN_HOME,         EXPLAIN_NO_SHOT,
        EXPLAIN_NO_BLOT,    EXPLAIN_HITS,         EXPLAIN_HITS_MORE,
        EXPLAIN_SHOTS,      EXPLAIN_DANCES,       EXPLAIN_RETURNS,
        EXPLAIN_DUPLICATES, EXPLAIN_ENDS_CONTACT, EXPLAIN_OFF,
        EXPLAIN_ROLLS,      EXPLAIN_CROSSES,      EXPLAIN_WAITS,
        EXPLAIN_WINS,       EXPLAIN_WINS_GAMMONS, EXPLAIN_LOSES_GAMMONS};
    struct rng rng;
    rng_seed(&rng, 8, 0);
    for (int i = 0; i < 150; i++) {
        struct random_pair pair;
        struct explain_reasons forth, back;
        random_pair(&rng, &pair);
        struct explain_play swapped = pair.play;
        swapped.played = pair.play.best;
        swapped.best = pair.play.played;
        swapped.played_chances = pair.play.best_chances;
        swapped.best_chances = pair.play.played_chances;
        swapped.best_rolls = pair.play.played_rolls;
        swapped.played_rolls = pair.play.best_rolls;
        explain_play_reasons(scratch, &pair.play, &forth);
        explain_play_reasons(scratch, &swapped, &back);
        for (size_t k = 0; k < sizeof one_sided / sizeof one_sided[0]; k++) {
            assert_false(has_kind(&forth, one_sided[k]) &&
                         has_kind(&back, one_sided[k]));
        }
    }
}

static void small_and_uncertain_losses_are_not_explained(void **state)
{
    (void)state;
    struct rng rng;
    struct random_pair pair;
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE] = "?";
    rng_seed(&rng, 9, 0);
    random_pair(&rng, &pair);
    pair.play.has_chances = true;
    pair.play.played_chances = (struct outputs){.win = 0.4F};
    pair.play.best_chances = (struct outputs){.win = 0.5F};
    pair.play.loss = 0.019;
    explain_play_reasons(scratch, &pair.play, &reasons);
    assert_int_equal(explain_write(&reasons, &names, text), 0);
    assert_string_equal(text, "");
    assert_string_equal(explain_question(&reasons), "");
    pair.play.loss = 0.05;
    pair.play.error = 0.026;
    explain_play_reasons(scratch, &pair.play, &reasons);
    assert_int_equal(reasons.count, 0);
    pair.play.error = 0.024;
    explain_play_reasons(scratch, &pair.play, &reasons);
    assert_true(has_kind(&reasons, EXPLAIN_WINS));
}

static void what_speaks_against_the_play_is_never_said_alone(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 10, 0);
    for (int i = 0; i < 250; i++) {
        struct random_pair pair;
        struct explain_reasons reasons;
        random_pair(&rng, &pair);
        explain_play_reasons(scratch, &pair.play, &reasons);
        if (reasons.count > 0) {
            assert_in_range(reasons.reason[0].kind, 0, EXPLAIN_TRADES_SAFETY);
            assert_false(reasons.reason[0].kind >= EXPLAIN_BREAKS &&
                         reasons.reason[0].kind <= EXPLAIN_BOTH_HIT);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_explained_by_their_facts),
        cmocka_unit_test(the_price_of_a_gammon_is_that_of_who_wins_or_loses_it),
        cmocka_unit_test(sentences_have_no_number_that_is_no_fact),
        cmocka_unit_test(no_reason_speaks_for_both_plays),
        cmocka_unit_test(small_and_uncertain_losses_are_not_explained),
        cmocka_unit_test(what_speaks_against_the_play_is_never_said_alone),
    };
    return cmocka_run_group_tests(tests, open_scratch, close_scratch);
}
