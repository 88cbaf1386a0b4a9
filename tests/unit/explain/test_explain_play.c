/* Which reasons are given for a play: positions of a match whose facts were counted by hand and
 * program, and what is never said of plays at random. */
#include <math.h>
#include <string.h>

#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/explain/explain_example.h"
#include "tests/unit/test_case.h"

TEST(examples_are_explained_by_their_facts)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        struct explain_reasons reasons;
        char text[EXPLAIN_SIZE];
        explain_example(&examples[i], &reasons);
        (void)explain_write(&reasons, &names, text);
        assert_string_equal(text, examples[i].said);
    }
}

/* The points of a reason; 0: it is not given. */
static uint32_t points_of(const struct explain_reasons *reasons, enum explain_kind kind)
{
    uint32_t points = 0;
    for (int i = 0; i < reasons->count; i++) {
        points |= reasons->reason[i].kind == kind ? reasons->reason[i].points : 0;
    }
    return points;
}

TEST(points_that_both_plays_make_are_no_reason)
{
    struct explain_reasons reasons;
    find_kinds("-b----E-C---eE---c-e----B-:0:0:1:66:0:0", "13/7(2) 8/2(2)",
               "24/18(2) 13/7(2)", 6.0, &reasons);
    assert_int_equal(points_of(&reasons, EXPLAIN_MAKES_ANCHOR), 1U << 18);
    assert_int_equal(points_of(&reasons, EXPLAIN_BREAKS), 1U << 24);
    assert_false(has_kind(&reasons, EXPLAIN_MAKES));
    /* of the points broken for another one those at home alone count */
    find_kinds("-b----B-B---eG---c-e----D-:0:0:1:42:0:0", "13/7", "8/4 6/4", 6.0,
               &reasons);
    assert_int_equal(points_of(&reasons, EXPLAIN_MAKES), 1U << 4);
    assert_int_equal(points_of(&reasons, EXPLAIN_BREAKS), 1U << 6);
}

TEST(two_points_in_a_row_are_no_prime)
{
    struct explain_reasons reasons;
    find_kinds("-b----E-C---eE---c-e----B-:0:0:1:31:0:0", "24/23 13/10", "8/5 6/5", 6.0,
               &reasons);
    assert_int_equal(points_of(&reasons, EXPLAIN_MAKES), 1U << 5);
    assert_false(has_kind(&reasons, EXPLAIN_PRIME));
}

/* From 8 % of the mover's pips on. */
TEST(a_lead_is_said_where_it_is_clear)
{
    struct explain_reasons reasons;
    find_kinds("----DDE-----e-B-------cg--:0:0:1:65:0:0", "14/3", "14/8 14/9", 6.0,
               &reasons);
    assert_false(has_kind(&reasons, EXPLAIN_ENDS_CONTACT));
    find_kinds("----DDE-----e-B-------ee--:0:0:1:65:0:0", "14/3", "14/8 14/9", 6.0,
               &reasons);
    assert_true(has_kind(&reasons, EXPLAIN_ENDS_CONTACT));
}

TEST(what_counts_in_a_race_is_not_said_before_it)
{
    struct explain_reasons reasons;
    find_kinds("-A-b--B------------bbbbba-:0:0:1:61:0:0", "6/off 6/5", "6/off 1/off",
               6.0, &reasons);
    assert_false(has_kind(&reasons, EXPLAIN_OFF));
    assert_false(has_kind(&reasons, EXPLAIN_ROLLS));
    find_kinds("--C---D------------bbbbbc-:0:0:1:21:0:0", "6/4 6/5", "6/5 2/off", 0.0,
               &reasons);
    assert_true(has_kind(&reasons, EXPLAIN_OFF));
    assert_false(has_kind(&reasons, EXPLAIN_CROSSES)); /* it is the same checker */
}

TEST(rolls_to_bear_off_are_said_where_they_are_known_and_fewer)
{
    static const struct {
        double rolls;
        bool is_said;
    } rows[] = {{6.44, true}, {6.46, false}, {0.0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct explain_reasons reasons;
        find_kinds("----CCC----------------cc-:0:0:1:21:0:0", "6/5 6/4", "6/4 4/3",
                   rows[i].rolls, &reasons);
        assert_int_equal(has_kind(&reasons, EXPLAIN_ROLLS), rows[i].is_said);
    }
}

/* A position whose facts are no reason: what is said of chances alone. */
static void assert_chances(const double played[3], const double best[3],
                           const char *said)
{
    struct example example = {.id = "-a-aa-E-C---dF---a-eb----A:0:0:1:31:0:0",
                              .played = "bar/24 13/10",
                              .best = "bar/21",
                              .loss = 0.1};
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    memcpy(example.chances[0], played, sizeof example.chances[0]);
    memcpy(example.chances[1], best, sizeof example.chances[1]);
    explain_example(&example, &reasons);
    (void)explain_write(&reasons, &names, text);
    assert_string_equal(text, said);
}

/* Wins from 1 % on, gammons from 2 %, and a trade from 1 % of both. */
TEST(small_differences_of_chances_are_not_said)
{
    static const struct {
        double played[3], best[3];
        const char *said;
    } rows[] = {
        {{50.0, 10.0, 10.0}, {50.9, 10.0, 10.0}, ""},
        {{50.0, 10.0, 10.0},
         {51.0, 10.0, 10.0},
         "bar/21 wins 51.0 % instead of 50.0 %."},
        {{50.0, 10.0, 10.0}, {50.0, 11.9, 10.0}, ""},
        {{50.0, 10.0, 10.0},
         {50.0, 12.0, 10.0},
         "bar/21 wins 12.0 % gammons instead of 10.0 %."},
        {{50.0, 10.0, 12.0},
         {50.0, 10.0, 10.0},
         "bar/21 loses 10.0 % gammons instead of 12.0 %."},
        {{50.0, 10.0, 10.0}, {49.0, 10.0, 9.1}, ""},
        {{50.0, 10.0, 10.0},
         {49.0, 10.0, 9.0},
         "bar/21 gives up 1.0 % wins and loses 1.0 % fewer gammons: a gammon costs "
         ".50 of a game here."},
        {{50.0, 10.0, 10.0},
         {49.1, 13.0, 10.0},
         "bar/21 wins 13.0 % gammons instead of 10.0 %."},
        /* more gammons lost take away what those won are worth */
        {{50.0, 10.0, 10.0},
         {48.0, 13.0, 12.5},
         "bar/21 wins 13.0 % gammons instead of 10.0 %."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_chances(rows[i].played, rows[i].best, rows[i].said);
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
        .gammon_won = rng_below(rng, 2) == 0 ? 0.31 : 0.04,
        .gammon_lost = 0.47,
        .played_rolls = 7.9,
        .best_rolls = rng_below(rng, 2) == 0 ? 7.6 : 0.0,
    };
}

static void facts_of_play(const struct random_pair *pair, const struct play *play,
                          struct position *after, struct explain_facts *facts)
{
    *after = movegen_after(&pair->before, play);
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
    FORMAT_TEXT(text[0], "%.1f", 100.0 * (double)a);
    FORMAT_TEXT(text[1], "%.1f", 100.0 * (double)b);
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
        FORMAT_TEXT(number, " %.*s ", (int)length, at);
        for (int i = 0; i < 8; i++) {
            if (letters > 0 && strncmp(at, words[i], letters) == 0 &&
                words[i][letters] == '\0') {
                FORMAT_TEXT(number, " %d ", i);
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

TEST(sentences_have_no_number_that_is_no_fact)
{
    struct rng rng;
    int said = 0;
    rng_seed(&rng, 7, 0);
    for (int i = 0; i < 250; i++) {
        struct random_pair pair;
        struct explain_reasons reasons;
        char text[EXPLAIN_SIZE], known[KNOWN_MAX];
        random_pair(&rng, &pair);
        know_all(&pair, known);
        explain_play_reasons(&pair.play, &reasons);
        COPY_TEXT(reasons.subject, "Best");
        said += explain_write(&reasons, &names, text) > 0;
        assert_known(text, known);
        assert_true(strlen(text) < EXPLAIN_SIZE - 1);
        assert_true(strlen(text) == 0 || text[strlen(text) - 1] == '.');
    }
    assert_in_range(said, 120, 250);
}

/* What is better of one play cannot be better of the other. */
TEST(no_reason_speaks_for_both_plays)
{
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
        explain_play_reasons(&pair.play, &forth);
        explain_play_reasons(&swapped, &back);
        for (size_t k = 0; k < sizeof one_sided / sizeof one_sided[0]; k++) {
            assert_false(has_kind(&forth, one_sided[k]) &&
                         has_kind(&back, one_sided[k]));
        }
    }
}

TEST(small_losses_are_not_explained)
{
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
    explain_play_reasons(&pair.play, &reasons);
    assert_int_equal(explain_write(&reasons, &names, text), 0);
    assert_string_equal(text, "");
    assert_string_equal(explain_question(&reasons), "");
    pair.play.loss = 0.05;
    explain_play_reasons(&pair.play, &reasons);
    assert_true(has_kind(&reasons, EXPLAIN_WINS));
}

/* How many reasons are of the kinds from `first` to `last`. */
static int count_kinds(const struct explain_reasons *reasons, enum explain_kind first,
                       enum explain_kind last)
{
    int count = 0;
    for (int i = 0; i < reasons->count; i++) {
        enum explain_kind kind = reasons->reason[i].kind;
        count += kind >= first && kind <= last;
    }
    return count;
}

/* Points, shots, or one of the other facts. */
TEST(two_sentences_are_said_before_the_chances_at_most)
{
    struct rng rng;
    int others_max = 0;
    rng_seed(&rng, 11, 0);
    for (int i = 0; i < 400; i++) {
        struct random_pair pair;
        struct explain_reasons reasons;
        random_pair(&rng, &pair);
        explain_play_reasons(&pair.play, &reasons);
        int others = count_kinds(&reasons, EXPLAIN_RETURNS, EXPLAIN_WAITS);
        int said = (count_kinds(&reasons, EXPLAIN_MAKES, EXPLAIN_KEEPS_ANCHOR) > 0) +
                   (count_kinds(&reasons, EXPLAIN_NO_SHOT, EXPLAIN_DANCES) > 0) +
                   others;
        assert_in_range(said, 0, 2);
        assert_in_range(count_kinds(&reasons, EXPLAIN_BREAKS, EXPLAIN_MORE_SHOTS), 0,
                        1);
        others_max = others > others_max ? others : others_max;
    }
    assert_int_equal(others_max, 2);
}

static void assert_what_follows(const struct random_pair *pair,
                                const struct explain_reason *reason)
{
    struct explain_facts played, best;
    struct position after;
    facts_of_play(pair, &pair->play.played, &after, &played);
    facts_of_play(pair, &pair->play.best, &after, &best);
    if (reason->kind == EXPLAIN_RETURNS) {
        assert_true(best.shots >= 9 && played.shots >= 9);
        assert_in_range(best.shots - played.shots + 3, 0, 6);
    } else if (reason->kind == EXPLAIN_DUPLICATES) {
        int both = best.hit_faces & best.point_faces;
        assert_true(played.hit_faces != 0);
        assert_int_equal(both >> (int)reason->number[0], 1); /* the highest */
    }
}

TEST(what_follows_a_hit_is_said_where_it_matters)
{
    struct rng rng;
    int said[2] = {0};
    rng_seed(&rng, 12, 0);
    for (int i = 0; i < 1000; i++) {
        struct random_pair pair;
        struct explain_reasons reasons;
        random_pair(&rng, &pair);
        explain_play_reasons(&pair.play, &reasons);
        for (int k = 0; k < reasons.count; k++) {
            assert_what_follows(&pair, &reasons.reason[k]);
        }
        said[0] += has_kind(&reasons, EXPLAIN_RETURNS);
        said[1] += has_kind(&reasons, EXPLAIN_DUPLICATES);
    }
    assert_true(said[0] > 0 && said[1] > 0);
}

TEST(what_speaks_against_the_play_is_never_said_alone)
{
    struct rng rng;
    rng_seed(&rng, 10, 0);
    for (int i = 0; i < 250; i++) {
        struct random_pair pair;
        struct explain_reasons reasons;
        random_pair(&rng, &pair);
        explain_play_reasons(&pair.play, &reasons);
        if (reasons.count > 0) {
            assert_in_range(reasons.reason[0].kind, 0, EXPLAIN_TRADES_SAFETY);
            assert_false(reasons.reason[0].kind >= EXPLAIN_BREAKS &&
                         reasons.reason[0].kind <= EXPLAIN_BOTH_HIT);
        }
    }
}

TEST_MAIN(open_scratch, close_scratch)
