/* What decisions lost and rolls brought, by the real engine. */
#include <math.h>
#include <stdbool.h>

#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "engine/level.h"
#include "engine/rollout/roller.h"
#include "engine/search/ranked_play.h"
#include "match/match_chance.h"
#include "match/match_luck.h"
#include "match/match_report_internal.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/sample_match.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct match_text m;

static struct match_turns *kept_turns;
static struct match_analysis *kept_analysis;

static int let_go(void **state)
{
    match_analysis_free(kept_analysis);
    match_turns_free(kept_turns);
    kept_analysis = NULL;
    kept_turns = NULL;
    return 0;
}

#define CASE(claim) TEST_WITH(claim, NULL, let_go)

/* A match holds until the next one, or the end of the test; so does its analysis. */
static struct match_turns *keep_turns(struct match_turns *turns)
{
    (void)let_go(NULL);
    kept_turns = turns;
    return turns;
}

static struct match_turns *read_match(void)
{
    return keep_turns(sample_match("21: 6/4 6/5", "66: 24/18 24/18 13/7 13/7"));
}

static struct match_analysis *new_analysis(const struct match_turns *turns)
{
    assert_non_null(turns);
    match_analysis_free(kept_analysis);
    kept_analysis = match_analysis_new(eng, scratch, turns);
    assert_non_null(kept_analysis);
    return kept_analysis;
}

static struct match_analysis *analyse(const struct match_turns *turns)
{
    struct match_analysis *analysis = new_analysis(turns);
    while (match_analysis_step(analysis)) {
    }
    return analysis;
}

static const char *report_text(const struct match_turns *turns,
                               struct match_analysis *analysis)
{
    FILE *file = printed_begin();
    assert_true(match_report_print(
        &(struct match_report){turns, analysis, .program = "fibsbot test"}, file));
    return printed_end(file);
}

CASE(good_plays_lose_nothing_and_bad_ones_much)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    assert_true(match_analysis_turn(a, 0)->loss == 0.0);
    assert_true(match_analysis_turn(a, 0)->is_choice);
    assert_true(match_analysis_turn(a, 1)->loss > 0.05); /* 13/7 13/9 */
    assert_true(match_analysis_turn(a, 2)->loss >
                0.05); /* our double is far too early */
    assert_true(match_analysis_turn(a, 3)->loss > 0.1);  /* ... and no pass */
    assert_true(match_analysis_turn(a, 4)->loss > 0.02); /* 6/4 6/5 */
    assert_true(match_analysis_turn(a, 5)->loss < 0.01); /* the best of 6-6 */
    const struct match_analysed_side *mine = match_analysis_side(a, RECORD_ME);
    const struct match_analysed_side *theirs = match_analysis_side(a, RECORD_OPPONENT);
    assert_int_equal(mine->plays, 2);
    assert_int_equal(mine->cube_actions, 1);
    assert_int_equal(theirs->plays, 2);
    assert_int_equal(theirs->decisions, 3);
    assert_true(match_analysis_error_rate(theirs) > 20.0);
    assert_true(fabs(match_analysis_error_rate(mine) - 500.0 * mine->loss / 3.0) <
                1e-9);
}

/* The detail says what was lost, and how much by anything else. */
CASE(each_decision_keeps_its_candidates_or_its_cube_table)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    for (int i = 0; i < turns->count; i++) {
        const struct match_analysed_turn *done = match_analysis_turn(a, i);
        const struct match_detail *detail = &done->detail;
        if (turns->turns[i].type != RECORD_CELL_PLAY) {
            assert_true(detail->has_cube && detail->plays == 0);
            continue;
        }
        const struct match_detail_play *made = &detail->play[detail->made];
        assert_in_range(detail->plays, MATCH_DETAIL_BEST, MATCH_DETAIL_PLAYS);
        assert_in_range(detail->made, 0, detail->plays - 1);
        assert_int_equal(made->ply, detail->play[0].ply);
        assert_true(fabs((double)(detail->play[0].equity - made->equity) - done->loss) <
                    0.0006);
    }
    const struct match_analysed_turn *doubled = match_analysis_turn(a, 2);
    const struct match_analysed_turn *passed = match_analysis_turn(a, 3);
    assert_true(fabs(match_detail_costs_of(&doubled->detail.cube).doubles -
                     doubled->loss) < 1e-6);
    assert_true(fabs(match_detail_costs_of(&passed->detail.cube).pass - passed->loss) <
                1e-6);
}

/* A double at the opening, seen by the doubler, is worth less than nothing when taken: a
 * beaver is right, a raccoon wrong, and a take of a raccoon less than another redouble. */
CASE(answers_are_judged_by_what_beavers_are_worth)
{
    match_text_heading(&m, 0);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "64: 24/18 13/9", "Doubles => 2");
    match_text_row(&m, 2, "Beavers => 4", "Raccoons => 8");
    match_text_row(&m, 3, "Takes", "31: 8/5 6/5");
    struct match_turns *turns = keep_turns(read_text(&m));
    struct match_analysis *a = analyse(turns);
    const struct match_analysed_turn *beaver = match_analysis_turn(a, 2);
    const struct match_analysed_turn *raccoon = match_analysis_turn(a, 3);
    const struct match_analysed_turn *take = match_analysis_turn(a, 4);
    char made[MATCH_TURN_SIZE], better[NOTATION_SIZE];
    assert_true(beaver->loss == 0.0 && beaver->best_answer == RECORD_CELL_BEAVER);
    assert_true(raccoon->loss > 0.5 && raccoon->best_answer == RECORD_CELL_TAKE);
    assert_true(fabs(take->loss - 2.0 * raccoon->loss) < 1e-6);
    match_report_made(&turns->turns[3], made);
    match_report_better(&turns->turns[3], raccoon, better);
    assert_string_equal(made, "raccoon");
    assert_string_equal(better, "take");
    assert_true(fabs(match_analysis_side(a, RECORD_OPPONENT)->luck_result -
                     8.0 * match_analysis_turn(a, 5)->luck) < 1e-9); /* the cube on 8 */
}

static double luck_of(const struct match_turn *turn, bool has_no_cube)
{
    return match_luck_of(eng, scratch, turn, has_no_cube, NULL);
}

CASE(the_luck_of_a_side_is_that_of_its_rolls)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    double both = luck_of(&turns->turns[0], false) + luck_of(&turns->turns[5], false);
    assert_true(match_analysis_turn(a, 0)->luck > 0.1);
    assert_true(fabs(match_analysis_side(a, RECORD_ME)->luck - both) < 1e-6);
}

/* Puts a position with a roll in the place of turn 5. */
static void set_turn(struct match_turns *turns, const char *xgid)
{
    struct decision_context at = context(xgid);
    struct match_turn *turn = &turns->turns[5];
    turn->pos = at.pos;
    turn->ms = at.ms;
    turn->roll = at.roll;
    turn->play.count = 0;
}

/* The last roll: 19 of 36 bear both checkers off, so that a double is worth 2/36 more. */
CASE(a_double_that_was_not_made_is_an_error_of_the_cube)
{
    struct match_turns *turns = read_match();
    set_turn(turns, "XGID=--A--A------------------a-:0:0:1:52:0:0:0:0:10");
    turns->turns[5].is_unplayed = true;
    turns->turns[5].judged_roll = (struct record_judged){"of the roll", 0.25};
    turns->turns[5].judged = (struct record_judged){"of the play", 0.5};
    struct match_analysis *a = analyse(turns);
    const struct match_analysed_side *mine = match_analysis_side(a, RECORD_ME);
    const struct match_analysed_turn *last = match_analysis_turn(a, 5);
    assert_true(match_analysis_turn(a, 2)->loss >= ANALYSIS_BLUNDER); /* our double */
    assert_true(fabs(last->cube_loss - 2.0 / 36.0) < 1e-3);
    assert_int_equal(mine->errors, 2);
    assert_int_equal(mine->blunders, 1);
    assert_int_equal(mine->cube_actions, 2);
    const char *not_doubled = strstr(report_text(turns, a), "no double ");
    assert_non_null(not_doubled);
    const char *of_roll = strstr(not_doubled, "  (of the roll: -0.250)\n");
    assert_non_null(of_roll);
    const char *not_played = strstr(of_roll, "5-2: not played ");
    assert_non_null(strstr(of_roll, "  (not analysed)"));
    assert_non_null(not_played);
    assert_non_null(strstr(not_played, "  (of the play: -0.500)\n"));
    assert_true(fabs(mine->cube_loss - match_analysis_turn(a, 2)->loss -
                     last->cube_loss) < 1e-9);
}

/* At the opening a player does not search it; the second loses .96 at 0-ply, .44 at 2-ply. */
CASE(a_cube_action_is_searched_unless_a_double_is_absurd)
{
    struct match_turns *turns = read_match();
    set_turn(turns, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
    struct match_analysis *a = analyse(turns);
    assert_int_equal(match_analysis_turn(a, 5)->detail.cube.ply, 2);
    set_turn(turns, "XGID=-BBBBBBA-----------aBgbcb-:1:1:1:31:0:0:0:0:10");
    a = analyse(turns);
    assert_false(match_analysis_turn(a, 5)->detail.has_cube);
}

CASE(a_double_against_the_rules_is_not_judged)
{
    struct match_turns *turns = read_match();
    turns->turns[2].ms.owner = CUBE_THEIRS; /* the double */
    turns->turns[3].ms.owner = CUBE_MINE;
    struct match_analysis *a = analyse(turns);
    assert_false(match_analysis_turn(a, 2)->is_analysed);
    assert_false(match_analysis_turn(a, 3)->is_analysed);
    assert_int_equal(match_analysis_side(a, RECORD_ME)->cube_actions, 0);
}

CASE(nobody_misses_a_double_where_there_is_no_cube)
{
    struct match_turns *turns = read_match();
    set_turn(turns, "XGID=--A--A------------------a-:0:0:1:52:0:0:0:0:10");
    turns->turns[5].is_unplayed = true;
    turns->heading.has_no_cube = true;
    struct match_analysis *a = analyse(turns);
    assert_true(match_analysis_turn(a, 5)->cube_loss == 0.0);
    assert_false(match_analysis_turn(a, 5)->is_cube_choice);
}

CASE(plays_and_luck_without_a_cube_are_those_of_a_dead_one)
{
    struct match_turns *turns = read_match();
    turns->heading.has_no_cube = true;
    struct match_analysis *a = analyse(turns);
    const struct match_turn *turn = &turns->turns[1];
    struct strength strength = strength_default();
    struct ranked_play best[2];
    for (int i = 0; i < 2; i++) {
        strength.is_cubeless = i == 1;
        (void)engine_rank_plays(eng, scratch, &strength, &turn->pos, &turn->ms,
                                turn->roll, &best[i], 1);
    }
    assert_true(fabs((double)(best[0].equity - best[1].equity)) > 0.001);
    assert_true(match_analysis_turn(a, 1)->detail.play[0].equity == best[1].equity);
    assert_true(fabs(match_analysis_turn(a, 1)->luck - luck_of(turn, true)) < 1e-6);
    strength.is_cubeless = false;
    match_analysis_set_strength(a, RECORD_ME, &strength);
    char judge[REFERENCE_LEVEL_SIZE];
    reference_level_text(match_analysis_strength(a, RECORD_ME), judge);
    assert_string_equal(judge, "2-ply, no cube");
}

CASE(two_worst_decisions_come_with_what_was_better)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    struct match_worst_decision worst[2];
    assert_int_equal(match_analysis_worst(a, -1, worst, 2), 2);
    assert_true(worst[0].loss >= worst[1].loss);
    char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE];
    assert_int_equal(match_report_lines(turns, a, false, lines), 5);
    const struct match_analysed_side *mine = match_analysis_side(a, RECORD_ME),
                                     *yours = match_analysis_side(a, RECORD_OPPONENT);
    double rates[] = {match_analysis_error_rate(yours),
                      match_analysis_error_rate(mine)};
    char wanted[MATCH_REPORT_LINE_SIZE];
    FORMAT_TEXT(wanted,
                "Our last match, 0-5 for you, 3 decisions of yours: error rate (PR) "
                "%.1f, about a rating of %.0f; mine %.1f, about %.0f.",
                rates[0], level_rating_of(rates[0]), rates[1],
                level_rating_of(rates[1]));
    assert_string_equal(lines[0], wanted);
    FORMAT_TEXT(wanted,
                "Luck: your rolls %+.2f, mine %+.2f points of equity; so you had "
                "%.2f less luck than I.",
                yours->luck, mine->luck, mine->luck - yours->luck);
    assert_string_equal(lines[1], wanted);
    assert_non_null(strstr(lines[2], "Your worst decision: game "));
    assert_non_null(
        strstr(lines[2], "pass, lost")); /* the worst, which is explained: */
    assert_int_equal(strncmp(lines[3], "You win ", 8), 0);
    assert_non_null(strstr(lines[3], " is enough without gammons."));
    assert_non_null(strstr(lines[4], "2-1: 6/5 6/4, lost "));
    assert_int_equal(match_report_lines(turns, a, true, lines),
                     5); /* to who moves up */
    assert_non_null(strstr(lines[4], "2-1: 19/20 19/21, lost "));
    assert_non_null(strstr(lines[4], "; better 12/14 19/20."));
}

/* The pass, which loses more than the play, is left out. */
CASE(why_a_play_lost_is_told_in_the_numbers_of_its_player)
{
    static const char *const best[] = {"13/11 6/5 ", "12/14 19/20 "};
    struct match_turns *turns = read_match();
    struct match_analysed_turn done[6];
    struct match_analysis *a = analyse(turns);
    for (int i = 0; i < 6; i++) {
        done[i] = *match_analysis_turn(a, i);
        done[i].loss = i == 4 ? done[i].loss : 0.0;
    }
    a = new_analysis(turns);
    for (int i = 0; i < 6; i++) {
        match_analysis_restore(a, &done[i]);
    }
    for (int moves_up = 0; moves_up < 2; moves_up++) {
        char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE];
        assert_int_equal(match_report_lines(turns, a, moves_up, lines), 4);
        assert_non_null(strstr(lines[3], best[moves_up]));
    }
}

CASE(turns_judged_again_by_a_roller_are_named_and_counted)
{
    static const char *const counts[] = {
        NULL, "\n1 close turn was judged again by a roller, named in brackets.\n",
        "\n2 close turns were judged again by a roller, named in brackets.\n"};
    for (int rolled = 0; rolled < 3; rolled++) {
        struct match_turns *turns = read_match();
        struct match_analysis *a = new_analysis(turns);
        for (int i = 0; i < 2; i++) {
            struct match_analysed_turn done = {.detail.plays = 1};
            if (i < rolled) {
                done.detail.roller = roller_find("roller+");
                done.detail.play[0].trials = 36;
            }
            match_analysis_restore(a, &done);
        }
        const char *text = report_text(turns, a), *named = text;
        assert_true(rolled > 0 ? strstr(text, counts[rolled]) != NULL
                               : strstr(text, "judged again") == NULL);
        for (int i = 0; i < rolled; i++) {
            named = strstr(named, "  [roller+]\n");
            assert_non_null(named++);
        }
        assert_null(strstr(named, "  [roller+]\n"));
    }
}

CASE(the_judge_of_a_file_is_told_where_it_or_we_see_a_loss)
{
    static const struct {
        double loss, judged;
        const char *said;
    } rows[] = {{0.0, 0.0, NULL},
                {0.03, 0.0, "  (XG: best)\n"},
                {0.0, 0.03, "  (XG: -0.030)\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match_turns *turns = read_match();
        struct match_analysis *a = new_analysis(turns);
        turns->turns[0].judged = (struct record_judged){"XG", rows[i].judged};
        match_analysis_restore(a, &(struct match_analysed_turn){.loss = rows[i].loss});
        const char *said = strstr(report_text(turns, a), "  (XG: ");
        assert_true(rows[i].said == NULL
                        ? said == NULL
                        : said != NULL && strstr(said, rows[i].said) == said);
    }
}

CASE(faults_of_a_file_are_told_with_their_lines)
{
    struct match_turns *turns = read_match();
    turns->faults = 2;
    turns->fault[0] = (struct match_fault){.line = 0, .text = "of no line"};
    turns->fault[1] = (struct match_fault){.line = 1, .text = "of the first"};
    assert_non_null(strstr(report_text(turns, new_analysis(turns)),
                           ".\nof no line\nline 1: of the first\n"));
}

CASE(luck_is_more_from_half_a_hundredth_on)
{
    static const struct {
        double yours;
        const char *said;
    } rows[] = {{0.104, "; so neither of us had more luck."},
                {0.106, "; so you had 0.01 more luck than I."},
                {0.094, "; so you had 0.01 less luck than I."}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE];
        struct match_turns *turns = read_match();
        struct match_analysis *a = new_analysis(turns);
        for (int side = 0; side < 2; side++) {
            match_analysis_restore(
                a, &(struct match_analysed_turn){
                       .is_choice = true, .luck = side == 0 ? 0.1 : rows[i].yours});
        }
        (void)match_report_lines(turns, a, false, lines);
        assert_non_null(strstr(lines[1], rows[i].said));
    }
}

CASE(rates_are_told_where_both_sides_decided)
{
    for (int sides = 0; sides <= 2; sides++) {
        char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE];
        struct match_turns *turns = read_match();
        struct match_analysis *a = new_analysis(turns);
        for (int side = 0; side < 2; side++) {
            match_analysis_restore(
                a, &(struct match_analysed_turn){.is_choice = side < sides});
        }
        (void)match_report_lines(turns, a, false, lines);
        assert_int_equal(strstr(lines[0], "error rate") != NULL, sides == 2);
    }
}

CASE(positions_are_told_of_errors_alone)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = new_analysis(turns);
    match_analysis_restore(
        a, &(struct match_analysed_turn){.loss = ANALYSIS_ERROR - 0.001});
    match_analysis_restore(a, &(struct match_analysed_turn){.loss = ANALYSIS_ERROR});
    const char *first = strstr(report_text(turns, a), "XGID=");
    assert_non_null(first);
    assert_null(strstr(first + 1, "XGID="));
}

CASE(report_tells_every_turn_and_the_sums)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    const char *text = report_text(turns, a);
    static const char *const wanted[] = {"our_bot - opp_a, 5 points, fibs.com",
                                         "Game 1, 0-0\n",
                                         "Game 2, 1-0\n",
                                         "3-1: 8/5 6/5",
                                         "double ",
                                         "pass ",
                                         " take\n",
                                         "6-6: ",
                                         "PR"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_holds(text, wanted[i]);
    }
    char luck[40];
    FORMAT_TEXT(luck, "        %+.3f\n", match_analysis_turn(a, 5)->luck);
    assert_non_null(strstr(strstr(text, "6-6: "), luck));
}

/* The score says the chances before and after a game; the luck is taken off. */
CASE(games_and_match_have_results_with_and_without_luck)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    struct match_outcome all, first, second;
    match_analysis_outcome(a, -1, &all);
    match_analysis_outcome(a, 0, &first);
    match_analysis_outcome(a, 1, &second);
    assert_true(all.has_result && all.has_all_luck);
    assert_true(fabs(all.result - 0.5) < 1e-9); /* won, from an even chance */
    assert_true(fabs(first.result + second.result - all.result) < 1e-6);
    assert_true(first.result > 0.0 && first.result < 0.2);
    assert_true(fabs(first.luck + second.luck - all.luck) < 1e-9);
    assert_float_equal(all.luck, 0.05, 0.01); /* 3-1 and 6-6 against 6-4 and 2-1 */
    for (int side = 0; side < 2; side++) {
        const struct match_analysed_side *sums =
            match_analysis_side(a, (enum record_side)side);
        assert_int_equal(sums->decisions,
                         first.side[side].decisions + second.side[side].decisions);
        assert_int_equal(sums->decisions, all.side[side].decisions);
        assert_true(sums->blunders <= sums->errors);
    }
    assert_true(match_analysis_side(a, RECORD_OPPONENT)->blunders >= 1); /* his pass */
}

/* One point from the end, the leader of a game without a cube wins it, and else, but for one
 * gammon in four, comes to 2-2: 0.5 + 0.37 * 0.5. The loss of the game costs the rest. */
CASE(the_result_of_a_crawford_game_is_that_of_one_without_a_cube)
{
    match_text_heading(&m, 3);
    match_text_game(&m, 1, 0, 0);
    match_text_win(&m, false, 1);
    match_text_game(&m, 2, 0, 1);
    match_text_win(&m, true, 2);
    match_text_game(&m, 3, 2, 1);
    match_text_win(&m, false, 1);
    match_text_game(&m, 4, 2, 2);
    match_text_win(&m, true, 1);
    struct match_turns *turns = keep_turns(read_text(&m));
    struct match_analysis *a = analyse(turns);
    for (int i = 2; i < 4; i++) {
        struct match_outcome outcome;
        match_analysis_outcome(a, i, &outcome);
        assert_int_equal(turns->game[i].is_crawford, i == 2);
        assert_true(fabs(outcome.result - (i == 2 ? -0.185 : 0.5)) < 0.025);
    }
}

/* A file may hold the end of a match, or lack a game, whose luck nobody knows. */
CASE(a_part_of_a_match_has_the_result_of_its_own_games)
{
    for (int missing = 0; missing < 2; missing++) {
        match_text_heading(&m, 3);
        match_text_game(&m, 1, 0, 1);
        match_text_row(&m, 1, "31: 8/5 6/5", "64: 24/14");
        match_text_win(&m, true, 1);
        match_text_game(&m, 2 + missing, 1, 1 + missing);
        match_text_win(&m, false, 1);
        struct match_turns *turns = keep_turns(read_text(&m));
        struct match_analysis *a = analyse(turns);
        struct match_outcome all, first, last;
        match_analysis_outcome(a, -1, &all);
        match_analysis_outcome(a, 0, &first);
        match_analysis_outcome(a, 1, &last);
        assert_true(all.has_result && first.has_all_luck && last.has_all_luck);
        assert_int_equal(all.has_all_luck, missing == 0);
        assert_int_equal(fabs(first.result + last.result - all.result) < 1e-6,
                         missing == 0);
    }
}

/* Without a length results are points: those of the game, and of all games of the file, which
 * goes on with a session. */
CASE(results_of_money_play_are_points)
{
    match_text_heading(&m, 0);
    match_text_game(&m, 1, 3, 1);
    match_text_row(&m, 1, "31: 8/5 6/5", "64: 24/14");
    match_text_win(&m, true, 1);
    match_text_game(&m, 2, 4, 1);
    match_text_row(&m, 1, "", "31: 8/5 6/5");
    match_text_win(&m, false, 4);
    struct match_turns *turns = keep_turns(read_text(&m));
    struct match_analysis *a = analyse(turns);
    struct match_outcome outcome;
    match_analysis_outcome(a, 0, &outcome);
    assert_true(outcome.result == 1.0);
    match_analysis_outcome(a, 1, &outcome);
    assert_true(outcome.result == -4.0);
    match_analysis_outcome(a, -1, &outcome);
    assert_true(outcome.result == -3.0);
}

/* The curve is that of player 1, whoever decides. */
CASE(the_chance_of_a_decision_is_that_of_player_1)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    for (int i = 0; i < turns->count; i++) {
        double mine = match_analysis_chance(a, i);
        int asked = match_turn_is_answer(&turns->turns[i]) ? i - 1 : i;
        assert_true(mine == match_chance_at(eng, scratch, turns, asked, RECORD_ME));
        assert_true(turns->turns[i].game == 1 ||
                    mine > 0.5); /* 1-0, and badly played */
    }
}

CASE(an_analysis_can_be_taken_from_an_earlier_one)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = analyse(turns);
    struct match_analysis *b = match_analysis_new(eng, scratch, turns);
    atomic_bool stop = true;
    assert_non_null(b);
    match_analysis_set_stop(b, &stop);
    assert_false(match_analysis_step(b)); /* a turn that was stopped is not done */
    assert_int_equal(match_analysis_done(b), 0);
    for (int i = 0; i < turns->count; i++) {
        match_analysis_restore(b, match_analysis_turn(a, i));
    }
    assert_int_equal(match_analysis_done(b), turns->count);
    assert_true(match_analysis_side(b, RECORD_OPPONENT)->loss ==
                match_analysis_side(a, RECORD_OPPONENT)->loss);
    match_analysis_free(b);
}

CASE(what_loses_just_as_much_is_an_error_and_a_blunder)
{
    struct match_turns *turns = read_match();
    struct match_analysis *a = new_analysis(turns);
    const struct match_analysed_turn edge = {.loss = ANALYSIS_BLUNDER,
                                             .cube_loss = ANALYSIS_ERROR};
    match_analysis_restore(a, &edge);
    assert_int_equal(match_analysis_side(a, RECORD_ME)->errors, 2);
    assert_int_equal(match_analysis_side(a, RECORD_ME)->blunders, 1);
}

CASE(nothing_is_found_in_a_match_without_turns)
{
    char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE];
    match_text_heading(&m, 1);
    match_text_game(&m, 1, 0, 0);
    match_text_win(&m, false, 1);
    struct match_turns *turns = keep_turns(read_text(&m));
    struct match_analysis *a = analyse(turns);
    assert_int_equal(match_report_lines(turns, a, false, lines), 1);
    assert_string_equal(lines[0], "Our last match, 1-0 for you, ended before there was "
                                  "much to decide.");
}

TEST_MAIN(open_engine, close_engine)
