/* Sentences: positions of a match whose facts were counted by hand and program, and what
 * sentences never say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/xgid.h"
#include "engine/cube/met.h"
#include "explain/explain.h"
#include "explain/explain_cube.h"
#include "tests/unit/engine/board/random_position.h"

static struct explain_scratch *scratch;
static struct play_list *list;

static const struct explain_names names = {.opponent = "fibsbot"};

static int open_scratch(void **state)
{
    (void)state;
    scratch = explain_scratch_new();
    list = aligned_alloc(64, sizeof *list);
    return scratch == NULL || list == NULL;
}

static int close_scratch(void **state)
{
    (void)state;
    explain_scratch_free(scratch);
    free(list);
    return 0;
}

/* ---- examples -------------------------------------------------------------------- */

/* In percent: wins, gammons won and lost after the play made, and after the best. */
struct example {
    const char *id, *played, *best;
    double loss;
    double chances[2][3];
    double price[2]; /* of a gammon won, lost; 0: not known */
    const char *said;
    double rolls[2]; /* to bear off, of the play made and the best; 0: not known */
};

static struct outputs outputs_of(const double percent[3])
{
    return (struct outputs){.win = (float)percent[0] / 100.0F,
                            .win_gammon = (float)percent[1] / 100.0F,
                            .lose_gammon = (float)percent[2] / 100.0F};
}

static struct play read_play(const struct decision_context *at, const char *text)
{
    struct error err;
    struct play play;
    if (!notation_read(text, &at->pos, at->roll, list, &play, &err)) {
        fail_msg("%s: %s", text, err.text);
    }
    return play;
}

static void explain_example(const struct example *example,
                            struct explain_reasons *reasons)
{
    struct decision_context at;
    struct error err;
    char id[XGID_SIZE];
    (void)snprintf(id, sizeof id, "XGID=%s:0:7:10", example->id);
    if (!decision_context_read(id, &at, &err)) {
        fail_msg("%s: %s", id, err.text);
    }
    const struct explain_play play = {
        .before = &at.pos,
        .played = read_play(&at, example->played),
        .best = read_play(&at, example->best),
        .loss = example->loss,
        .has_chances = true,
        .played_chances = outputs_of(example->chances[0]),
        .best_chances = outputs_of(example->chances[1]),
        .has_prices = example->price[0] > 0.0,
        .gammon_won = example->price[0],
        .gammon_lost = example->price[1],
        .played_rolls = example->rolls[0],
        .best_rolls = example->rolls[1],
    };
    explain_play_reasons(scratch, &play, reasons);
}

/* Positions, plays and chances at 2-ply are of one match to 7. */
static const struct example examples[] = {
    {"a-ACABB--B--cAa-Ac-dBc----:1:-1:1:63:2:5",
     "20/14*/11",
     "13/4",
     .241,
     {{61.8, 0, 14.5}, {69.0, 0, 5.6}},
     {0, 0},
     "13/4 makes the 4 point, four in a row, 6 to 3, and keeps the anchor on 20, although it does not hit. fibsbot hits with 14 of 36 rolls instead of 21, and dances with 16 instead of 9. It wins 69.0 % instead of 61.8 %, and loses 5.6 % gammons instead of 14.5 %.",
     {0, 0}},
    {"-b----E-C---dF---c-ea---A-:0:0:1:11:0:0",
     "24/20*",
     "8/7(2) 6/5(2)",
     .106,
     {{57.6, 0, 0}, {60.3, 0, 0}},
     {0, 0},
     "8/7(2) 6/5(2) makes the 7 and 5 points, three in a row, 7 to 5, although it does not hit. It wins 60.3 % instead of 57.6 %.",
     {0, 0}},
    {"-BBBBBB------a---bcbBb-cbA:1:1:1:32:0:0",
     "bar/22 6/4",
     "bar/20",
     .068,
     {{14.3, 0, 8.4}, {14.2, 0, 1.0}},
     {0, 0},
     "bar/20 keeps the 6 point, six home points instead of five. It leaves no shot, instead of 32. It loses 1.0 % gammons instead of 8.4 %.",
     {0, 0}},
    {"-DAaBBB-B---c-----Bbbcbb--:1:-1:1:21:4:5",
     "5/3*/2",
     "6/5 6/4",
     .103,
     {{37.8, 0, 22.1}, {44.2, 0, 13.7}},
     {0, 0},
     "6/5 6/4 keeps the 5 point, although it breaks the 6 point. It leaves no shot, instead of 13. It wins 44.2 % instead of 37.8 %, and loses 13.7 % gammons instead of 22.1 %.",
     {0, 0}},
    {"---aB-D-C-B-AB----A--cbbg-:1:-1:1:51:2:1",
     "10/5 6/5",
     "12/7 8/7",
     .079,
     {{55.9, 0, 16.6}, {57.2, 0, 9.5}},
     {0, 0},
     "12/7 8/7 makes the 7 point. It leaves no shot, instead of 8. It wins 57.2 % instead of 55.9 %, and loses 9.5 % gammons instead of 16.6 %.",
     {0, 0}},
    {"-b-aB-D-C---dD--Ba-baaba--:0:0:1:54:5:2",
     "16/11 8/4",
     "13/9 8/3*",
     .132,
     {{64.5, 16.5, 0}, {68.0, 23.5, 0}},
     {0, 0},
     "13/9 8/3* hits: fibsbot loses 3 pips, and dances with 4 of 36 rolls instead of none. You hit back with 27.2 of 36 rolls after a hit instead of 22.8. It wins 68.0 % instead of 64.5 %, and wins 23.5 % gammons instead of 16.5 %.",
     {0, 0}},
    {"-aB--bDAC-C-c-----Bbcca---:0:0:1:51:2:0",
     "7/1*",
     "8/7 6/1*",
     .105,
     {{53.9, 0, 0}, {56.5, 0, 0}},
     {0, 0},
     "Both plays hit. 8/7 6/1* makes the 7 point, three in a row, 8 to 6. It wins 56.5 % instead of 53.9 %.",
     {0, 0}},
    {"-BCaBbBCB---A------abcbbb-:1:-1:1:33:0:0",
     "7/1 6/3*(2)",
     "12/6 7/1",
     .084,
     {{83.8, 0, 9.2}, {88.1, 0, 7.1}},
     {0, 0},
     "12/6 7/1 keeps the 6 point, although it does not hit. It wins 88.1 % instead of 83.8 %, and loses 7.1 % gammons instead of 9.2 %.",
     {0, 0}},
    {"-aCEaB----------a-abbbbba-:1:-1:1:11:2:5",
     "3/1*(2)",
     "5/4*(2) 2/1*/off",
     .069,
     {{95.2, 56.2, 0}, {91.4, 62.4, 0}},
     {.69, .31},
     "5/4*(2) 2/1*/off makes the 4 point, although it breaks the 5 point. It hits two checkers: fibsbot loses 5 pips. It gives up 3.8 % wins for 6.2 % gammons: a gammon is worth .69 of a game here.",
     {0, 0}},
    {"---ABBBbB----C-c-cadB--bA-:0:0:1:43:0:2",
     "8/5 8/4",
     "13/6",
     .069,
     {{43.2, 0, 0}, {44.9, 0, 0}},
     {0, 0},
     "13/6 keeps the 8 point. It wins 44.9 % instead of 43.2 %.",
     {0, 0}},
    {"-a-aa-E-C---dF---a-eb----A:0:0:1:31:0:0",
     "bar/24 13/10",
     "bar/21",
     .072,
     {{46.8, 0, 0}, {49.1, 0, 0}},
     {0, 0},
     "bar/21 wins 49.1 % instead of 46.8 %.",
     {0, 0}},
    {"-a-aa-E-C---dF---a-eb----A:0:0:1:31:0:0",
     "bar/24 13/10",
     "bar/21",
     .072,
     {{48.3, 0, 21.4}, {46.8, 0, 13.2}},
     {.31, .64},
     "bar/21 gives up 1.5 % wins and loses 8.2 % fewer gammons: a gammon costs .64 of a game here.",
     {0, 0}},
    /* the other gammons speak against it: those said are the difference of the table */
    {"-a-aa-E-C---dF---a-eb----A:0:0:1:31:0:0",
     "bar/24 13/10",
     "bar/21",
     .072,
     {{48.3, 9.9, 21.4}, {46.8, 8.7, 13.2}},
     {.31, .64},
     "bar/21 gives up 1.5 % wins and loses 8.2 % fewer gammons: a gammon costs .64 of a game here.",
     {0, 0}},
    {"-a-aa-E-C---dF---a-eb----A:0:0:1:31:0:0",
     "bar/24 13/10",
     "bar/21",
     .072,
     {{46.84, 9.9, 11.2}, {51.26, 10.1, 17.2}},
     {.31, .64},
     "bar/21 wins 4.5 % more and loses 6.0 % more gammons: a gammon costs .64 of a game here.",
     {0, 0}},
    /* gammons that cost nothing at the score are no reason */
    {"-a-aa-E-C---dF---a-eb----A:0:0:1:31:0:0",
     "bar/24 13/10",
     "bar/21",
     .072,
     {{46.5, 9.9, 18.2}, {49.0, 18.0, 13.2}},
     {.001, .001},
     "bar/21 wins 49.0 % instead of 46.5 %.",
     {0, 0}},
    /* who cannot move, but stands on the board, does not dance */
    {"-cC-CBCBB------------dcbc-:1:-1:1:52:2:5",
     "7/5 7/2",
     "8/6 8/3",
     .054,
     {{92.0, 19.5, 0}, {91.6, 25.0, 0}},
     {.5, .5},
     "8/6 8/3 keeps the 7 point, four in a row, 7 to 4, although it breaks the 8 point. It wins 25.0 % gammons instead of 19.5 %.",
     {0, 0}},
    {"-AbCCBBBB------a-a-cbbaba-:1:-1:1:41:5:5",
     "8/7 8/4",
     "7/6 7/3",
     .100,
     {{83.2, 4.6, 0.8}, {86.9, 5.4, 0.3}},
     {.5, .5},
     "7/6 7/3 keeps the 8 point, although it breaks the 7 point. You can wait 26 pips instead of 14. It wins 86.9 % instead of 83.2 %.",
     {0, 0}},
    {"----DDE-----e-B----bbbbb--:0:0:1:65:0:0",
     "14/3",
     "14/8 14/9",
     .100,
     {{83.2, 0, 0}, {86.9, 0, 0}},
     {.5, .5},
     "14/9 14/8 leaves no shot, instead of 12. It ends contact: you lead by 22 pips. It wins 86.9 % instead of 83.2 %.",
     {0, 0}},
    {"------EEC---b-B-------eec-:0:0:1:65:0:0",
     "14/8 14/9",
     "14/3",
     .100,
     {{23.2, 0, 0}, {26.9, 0, 0}},
     {.5, .5},
     "14/3 keeps contact: you trail by 52 pips, although fibsbot hits with 12 of 36 rolls instead of none. It wins 26.9 % instead of 23.2 %.",
     {0, 0}},
    {"----CCC----------------cc-:0:0:1:21:0:0",
     "6/5 6/4",
     "6/4 4/3",
     .100,
     {{83.2, 0, 0}, {86.9, 0, 0}},
     {.5, .5},
     "6/3 keeps the 6 point. It needs 6.0 rolls on average instead of 6.5. It wins 86.9 % instead of 83.2 %.",
     {6.5, 6.0}},
};

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

/* ---- silence, names, questions --------------------------------------------------- */

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

static void verbs_take_the_form_of_the_name(void **state)
{
    (void)state;
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    const struct explain_names other = {.mover = "anna"};
    explain_example(&examples[5], &reasons);
    (void)explain_write(&reasons, &other, text);
    assert_string_equal(text, "13/9 8/3* hits: you lose 3 pips, and dance with 4 of 36 "
                              "rolls instead of none. anna hits back with 27.2 of 36 "
                              "rolls after a hit instead of 22.8. It wins 68.0 % "
                              "instead of 64.5 %, and wins 23.5 % gammons instead of "
                              "16.5 %.");
    explain_example(&examples[0], &reasons);
    reasons.count = 1;
    reasons.reason[0] =
        (struct explain_reason){.kind = EXPLAIN_SHOTS, .number = {14, 21}};
    (void)explain_write(&reasons, &other, text);
    assert_string_equal(text, "After 13/4 you hit with 14 of 36 rolls instead of 21.");
}

static void three_clauses_are_a_list_with_one_and(void **state)
{
    (void)state;
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    explain_example(&examples[0], &reasons);
    reasons.count = 3;
    reasons.reason[0] =
        (struct explain_reason){.kind = EXPLAIN_WINS, .number = {.61, .58}};
    reasons.reason[1] =
        (struct explain_reason){.kind = EXPLAIN_WINS_GAMMONS, .number = {.22, .19}};
    reasons.reason[2] =
        (struct explain_reason){.kind = EXPLAIN_LOSES_GAMMONS, .number = {.1, .12}};
    (void)explain_write(&reasons, &names, text);
    assert_string_equal(text, "13/4 wins 61.0 % instead of 58.0 %, wins 22.0 % gammons "
                              "instead of 19.0 %, and loses 10.0 % gammons instead of "
                              "12.0 %.");
}

static void points_are_numbered_for_who_moves_up(void **state)
{
    (void)state;
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    const struct explain_names up = {.opponent = "I", .moves_up = true};
    explain_example(&examples[0], &reasons);
    (void)snprintf(reasons.subject, sizeof reasons.subject, "12/21");
    (void)explain_write(&reasons, &up, text);
    text[strcspn(text, ".")] = '\0';
    assert_string_equal(text, "12/21 makes the 21 point, four in a row, 19 to 22, and "
                              "keeps the anchor on 5, although it does not hit");
}

/* Whoever plays at a table of their own is named so in the match file. */
static void a_player_named_you_is_spoken_of_in_the_second_person(void **state)
{
    (void)state;
    struct explain_reasons reasons;
    char named[EXPLAIN_SIZE], spoken[EXPLAIN_SIZE];
    explain_example(&examples[0], &reasons);
    (void)explain_write(&reasons, &(struct explain_names){.opponent = "you"}, named);
    (void)explain_write(&reasons, &(struct explain_names){.opponent = NULL}, spoken);
    assert_non_null(strstr(named, "You hit with 14 of 36"));
    assert_string_equal(named, spoken);
}

static void questions_do_not_name_the_play(void **state)
{
    (void)state;
    struct explain_reasons reasons;
    explain_example(&examples[0], &reasons);
    assert_string_equal(explain_question(&reasons), "Which point can be made?");
    explain_example(&examples[5], &reasons);
    assert_string_equal(explain_question(&reasons), "Is there a hit?");
}

/* ---- cube ------------------------------------------------------------------------ */

static void assert_cube(const struct explain_cube *cube, const char *said)
{
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    explain_cube_reasons(cube, &reasons);
    (void)explain_write(&reasons, &names, text);
    assert_string_equal(text, said);
}

/* A pass of the same match: a take by .190. */
static void a_wrong_pass_is_explained_by_take_point_and_gammons(void **state)
{
    (void)state;
    struct explain_cube cube = {.made = EXPLAIN_PASSED,
                                .loss = .190,
                                .ms = match_state_match(7, 0, 2, false),
                                .chances = {.win = .370F, .lose_gammon = .263F},
                                .has_stakes = true,
                                .take_point = .253,
                                .gammon_lost = .56};
    assert_cube(&cube,
                "You win 37.0 %; 25.3 % is enough without gammons. A gammon costs "
                ".56 of a game here, and 26.3 % are lost: still a take, by "
                "0.190.");
    cube.error = .096; /* of a rollout */
    assert_cube(&cube, "");
    cube.error = .094;
    cube.gammon_lost = .001;
    assert_cube(&cube, "You win 37.0 %; 25.3 % is enough without gammons. A gammon "
                       "costs nothing here: still a take, by 0.190.");
    cube.chances.win = .25F;
    assert_cube(&cube, "");
}

static void a_wrong_take_is_explained_by_what_it_needs(void **state)
{
    (void)state;
    struct explain_cube cube = {.made = EXPLAIN_TAKEN,
                                .loss = .12,
                                .ms = match_state_money(),
                                .chances = {.win = .21F, .lose_gammon = .1F},
                                .has_stakes = true,
                                .take_point = .25,
                                .gammon_lost = .5};
    assert_cube(&cube, "You win 21.0 %; a take needs 25.0 %, even without gammons.");
    cube.chances = (struct outputs){.win = .27F, .lose_gammon = .3F};
    assert_cube(&cube,
                "You win 27.0 %; 25.0 % would be enough without gammons. A gammon "
                "costs .50 of a game here, and 30.0 % are lost: a pass, by "
                "0.120.");
    cube.chances.win = .21F;
    cube.gammon_lost = .001;
    assert_cube(&cube, "You win 21.0 %; a take needs 25.0 %, even without gammons.");
}

static void doubles_are_explained_by_market_score_and_volatility(void **state)
{
    (void)state;
    struct explain_cube cube = {.made = EXPLAIN_NOT_DOUBLED,
                                .loss = .08,
                                .ms = match_state_match(7, 2, 5, false),
                                .chances = {.win = .72F},
                                .has_market = true,
                                .losers = .40,
                                .volatility = .30};
    assert_cube(&cube, "fibsbot is 2 away: a cube on 2 is dead. 40 % of the next two "
                       "rolls lose the market. Much can happen: .30 a turn.");
    cube.ms = match_state_match(7, 2, 6, false);
    cube.has_market = false;
    assert_cube(&cube, "fibsbot is 1 away: a double costs nothing.");
    cube.ms = match_state_money();
    cube.is_pass = cube.has_stakes = true;
    cube.take_point = .25;
    cube.chances.win = .80F;
    assert_cube(&cube,
                "fibsbot wins 20.0 %; a take needs 25.0 %, even without gammons.");
    cube.made = EXPLAIN_DOUBLED;
    cube.has_market = true;
    cube.losers = .04;
    cube.volatility = .05;
    assert_cube(&cube, "Only 4 % of the next two rolls lose the market. Little can "
                       "change: .05 a turn.");
    cube.losers = .003;
    assert_cube(&cube, "Hardly any of the next two rolls lose the market. Little can "
                       "change: .05 a turn.");
    cube.is_too_good = true;
    cube.volatility = .1;
    cube.chances.win_gammon = .45F;
    assert_cube(&cube, "You win 80.0 %, and 45.0 % gammons: more than the points of a "
                       "pass.");
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
        cmocka_unit_test(verbs_take_the_form_of_the_name),
        cmocka_unit_test(three_clauses_are_a_list_with_one_and),
        cmocka_unit_test(points_are_numbered_for_who_moves_up),
        cmocka_unit_test(a_player_named_you_is_spoken_of_in_the_second_person),
        cmocka_unit_test(questions_do_not_name_the_play),
        cmocka_unit_test(a_wrong_pass_is_explained_by_take_point_and_gammons),
        cmocka_unit_test(a_wrong_take_is_explained_by_what_it_needs),
        cmocka_unit_test(doubles_are_explained_by_market_score_and_volatility),
    };
    return cmocka_run_group_tests(tests, open_scratch, close_scratch);
}
