#pragma once
/* Decisions of a match with what is said of them, explained. */

#include <stdlib.h>

#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/xgid.h"
#include "explain/explain.h"
#include "explain/explain_facts.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/test_case.h"

static struct explain_scratch *scratch;
static struct play_list *list;

static const struct explain_names names = {.opponent = "fibsbot"};

static inline int open_scratch(void **state)
{
    scratch = explain_scratch_new();
    list = aligned_alloc(64, sizeof *list);
    return scratch == NULL || list == NULL;
}

static inline int close_scratch(void **state)
{
    explain_scratch_free(scratch);
    free(list);
    return 0;
}

/* In percent: wins, gammons won and lost after the play made, and after the best. */
struct example {
    const char *id, *played, *best;
    double loss;
    double chances[2][3];
    double price[2]; /* of a gammon won, lost; both 0: those of money */
    const char *said;
    double rolls[2]; /* to bear off, of the play made and the best; 0: not known */
};

static inline struct outputs outputs_of(const double percent[3])
{
    return (struct outputs){.win = (float)percent[0] / 100.0F,
                            .win_gammon = (float)percent[1] / 100.0F,
                            .lose_gammon = (float)percent[2] / 100.0F};
}

static inline struct play read_play(const struct decision_context *at, const char *text)
{
    struct error err;
    struct play play;
    assert_good(notation_read(text, &at->pos, at->roll, list, &play, &err), &err);
    return play;
}

static inline void explain_example(const struct example *example,
                                   struct explain_reasons *reasons)
{
    char id[XGID_SIZE];
    FORMAT_TEXT(id, "XGID=%s:0:7:10", example->id);
    struct decision_context at = context(id);
    bool is_money = example->price[0] == 0.0 && example->price[1] == 0.0;
    const struct explain_play play = {
        .before = &at.pos,
        .played = read_play(&at, example->played),
        .best = read_play(&at, example->best),
        .loss = example->loss,
        .has_chances = true,
        .played_chances = outputs_of(example->chances[0]),
        .best_chances = outputs_of(example->chances[1]),
        .gammon_won = is_money ? 0.5 : example->price[0],
        .gammon_lost = is_money ? 0.5 : example->price[1],
        .played_rolls = example->rolls[0],
        .best_rolls = example->rolls[1],
    };
    explain_play_reasons(&play, reasons);
}

/* `rolls`: to bear off after the best play, 6.5 after the one made. */
static inline void find_kinds(const char *id, const char *played, const char *best,
                              double rolls, struct explain_reasons *reasons)
{
    const struct example example = {.id = id,
                                    .played = played,
                                    .best = best,
                                    .loss = 0.1,
                                    .chances = {{50.0, 0, 0}, {60.0, 0, 0}},
                                    .rolls = {6.5, rolls}};
    explain_example(&example, reasons);
}

static inline bool has_kind(const struct explain_reasons *reasons,
                            enum explain_kind kind)
{
    bool has = false;
    for (int i = 0; i < reasons->count; i++) {
        has = has || reasons->reason[i].kind == kind;
    }
    return has;
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
