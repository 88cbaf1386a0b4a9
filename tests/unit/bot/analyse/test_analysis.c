/* `fibsbot analyse`: what it reads, the JSON that scripts rely on, and the listing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/search/ranked_play.h"
#include "tests/unit/assert_near.h"
#include "tests/unit/bot/analyse/analyser_fixture.h"
#include "tests/unit/printed.h"

/* Ranks plays at 1-ply. */
static int open_deeper(void **state)
{
    int status = open_analyser(state);
    analyser.strength.play_ply = 1;
    return status;
}

/* What one position gives, as text. */
static char *analysed(const char *id, bool is_json)
{
    FILE *out = printed_begin();
    struct decision_context at;
    struct error err;
    if (!analysis_read(id, &at, &err)) {
        assert_true(analysis_print_json_error(id, err.text, out));
    } else {
        struct analysis analysis;
        analysis_make(&analyser, &at, &analysis);
        if (is_json) {
            assert_true(analysis_print_json(&analyser, &analysis, id, out));
        } else {
            analysis_print(&analyser, &analysis, id, out);
        }
    }
    return printed_end(out);
}

static json_t *analysed_json(const char *id)
{
    char *text = analysed(id, true);
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    assert_int_equal(text[strlen(text) - 1], '\n');
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    assert_string_equal(json_string_value(json_object_get(object, "id")), id);
    return object;
}

static void assert_outlook(const json_t *object)
{
    double win = number(object, "win");
    assert_true(win >= 0.0 && win <= 1.0);
    assert_true(number(object, "win_gammon") <= win);
    assert_true(number(object, "win_backgammon") <= number(object, "win_gammon"));
    assert_true(number(object, "lose_gammon") <= 1.0 - win + 1e-6);
    assert_true(number(object, "lose_backgammon") <= number(object, "lose_gammon"));
    assert_true(fabs(number(object, "equity_cubeless")) <= 3.0);
    (void)number(object, "equity_cubeful");
    (void)number(object, "ply");
}

TEST(json_of_a_roll_ranks_the_plays)
{
    json_t *object = analysed_json(opening_31);
    assert_string_equal(json_string_value(json_object_get(object, "kind")), "play");
    assert_outlook(object);
    const json_t *plays = json_object_get(object, "plays");
    assert_int_equal(json_array_size(plays), 16);
    const json_t *best = json_array_get(plays, 0);
    assert_true(number(best, "equity") == number(object, "equity_cubeful"));
    assert_true(number(best, "difference") == 0.0);
    const struct outputs *o = &analyser.ranked[0].outputs;
    const double five[] = {(double)o->win, (double)o->win_gammon,
                           (double)o->win_backgammon, (double)o->lose_gammon,
                           (double)o->lose_backgammon};
    static const char *const names[] = {"win", "win_gammon", "win_backgammon",
                                        "lose_gammon", "lose_backgammon"};
    for (size_t i = 0; i < 5; i++) {
        assert_near(number(object, names[i]), five[i], 1e-6);
        const json_t *shown = json_array_get(json_object_get(best, "outputs"), i);
        assert_near(json_number_value(shown), five[i], 1e-6);
    }
    for (size_t i = 0; i < json_array_size(plays); i++) {
        const json_t *play = json_array_get(plays, i);
        assert_true(json_string_length(json_object_get(play, "play")) > 0);
        assert_int_equal(json_string_length(json_object_get(play, "position_id")), 14);
        assert_int_equal(json_array_size(json_object_get(play, "outputs")), 5);
        assert_int_equal(number(play, "ply"), analyser.ranked[i].ply);
        assert_int_equal(number(play, "trials"), 0);
        assert_true(fabs(number(play, "difference") -
                         (number(play, "equity") - number(best, "equity"))) < 1e-5);
    }
    assert_true(json_is_null(json_object_get(object, "cube")));
    json_decref(object);
}

TEST(the_id_after_a_play_has_the_opponent_on_roll)
{
    json_t *object = analysed_json(opening_31);
    bool is_found = false;
    size_t i;
    json_t *play;
    json_array_foreach(json_object_get(object, "plays"), i, play)
    {
        if (strcmp(json_string_value(json_object_get(play, "play")), "8/5 6/5") == 0) {
            struct decision_context next;
            struct error err;
            is_found = true;
            assert_true(position_id_read(
                json_string_value(json_object_get(play, "position_id")), &next.pos,
                &err));
            assert_int_equal(next.pos.theirs.at[5], 2);
            assert_int_equal(next.pos.mine.at[6], 5);
        }
    }
    assert_true(is_found);
    json_decref(object);
}

TEST(a_play_that_loses_is_explained)
{
    const char *id = "XGID=-BBBBBB------a---bcbBb-cbA:1:1:1:32:0:0:0:7:10";
    const char *said = "bar/20 keeps the 6 point, six home points instead of five. It "
                       "leaves no shot, instead of 32.";
    analyser.played = "bar/22 6/4";
    json_t *lost = analysed_json(id);
    char *listing = analysed(id, false);
    assert_non_null(
        strstr(json_string_value(json_object_get(lost, "explanation")), said));
    assert_non_null(strstr(listing, "\n      bar/20 keeps the 6 point, six home points "
                                    "instead of five. It leaves no\n"
                                    "      shot, instead of 32. "));
    analyser.played = "bar/20";
    json_t *best = analysed_json(id);
    assert_string_equal(json_string_value(json_object_get(best, "explanation")), "");
    json_decref(best);
    json_decref(lost);
    analyser.played = NULL;
}

TEST(json_before_the_roll_judges_the_cube)
{
    json_t *object = analysed_json(opening);
    assert_string_equal(json_string_value(json_object_get(object, "kind")), "cube");
    assert_outlook(object);
    const json_t *cube = json_object_get(object, "cube");
    assert_true(number(cube, "double_pass") == 1.0);
    assert_true(number(cube, "no_double") > number(cube, "double_take"));
    assert_string_equal(json_string_value(json_object_get(cube, "action")),
                        "no_double");
    assert_true(number(object, "equity_cubeful") == number(cube, "no_double"));
    assert_int_equal(json_array_size(json_object_get(object, "plays")), 0);
    json_decref(object);
}

TEST(an_offered_double_is_answered)
{
    json_t *object = analysed_json(doubled);
    const json_t *cube = json_object_get(object, "cube");
    assert_string_equal(json_string_value(json_object_get(object, "kind")), "cube");
    assert_string_equal(json_string_value(json_object_get(cube, "action")),
                        "double_take");
    json_decref(object);
    char *text = analysed(doubled, false);
    assert_non_null(strstr(text, "answer: take\n"));
}

/* The opponent, who leads by 2-1, resigns on roll. */
TEST(a_resignation_is_shown_by_the_numbers_of_who_is_on_roll)
{
    struct analysis analysis;
    struct decision_context at = {.ms = match_state_match(5, 1, 2, false),
                                  .is_opponent_on_roll = true,
                                  .resigned = 3};
    position_start(&at.pos);
    analysis_make(&analyser, &at, &analysis);
    assert_true(analysis.is_accept);
    assert_int_equal(analysis.kind, ANALYSIS_CUBE);
    assert_int_equal(analysis.at.ms.my_score, 2);
    assert_int_equal(analysis.at.ms.their_score, 1);
    for (int i = 0; i < 2; i++) {
        FILE *out = printed_begin();
        analysis.is_accept = i == 0;
        analysis_print_head(&analysis, "it", out);
        assert_string_equal(printed_end(out),
                            i == 0 ? "it\n      resignation of 3 offered: accept\n"
                                     "Match to 5, score 2-1, cube 1 in the middle, "
                                     "to roll or double\n"
                                   : "it\n      resignation of 3 offered: reject\n"
                                     "Match to 5, score 2-1, cube 1 in the middle, "
                                     "to roll or double\n");
    }
}

TEST(a_cube_is_of_whom_it_is_to_the_player_to_decide)
{
    static const struct {
        const char *owner_and_turn, *wanted;
    } rows[] = {{"1:1", "cube 2 of the player to decide"},
                {"1:-1", "cube 2 of the opponent"},
                {"-1:-1", "cube 2 of the player to decide"},
                {"-1:1", "cube 2 of the opponent"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char id[80];
        FORMAT_TEXT(id, "XGID=-b----E-C---eE---c-e----B-:1:%s:31:0:0:0:0:10",
                    rows[i].owner_and_turn);
        char *text = analysed(id, false);
        assert_non_null(strstr(text, rows[i].wanted));
    }
}

TEST(a_play_that_is_not_legal_is_told_with_its_roll)
{
    struct decision_context at;
    struct analysis analysis;
    struct error err;
    assert_true(analysis_read(opening_31, &at, &err));
    analyser.played = "24/18";
    analysis_make(&analyser, &at, &analysis);
    analyser.played = NULL;
    assert_false(analysis_check_played(&analysis, "24/18", &err));
    assert_string_equal(err.text, "--played: \"24/18\" is not a legal play of 3-1");
}

TEST(a_word_may_be_a_file_or_a_position)
{
    assert_true(analysis_may_be_file("match.txt"));
    assert_false(analysis_may_be_file(opening));
    assert_false(analysis_may_be_file("board:You:b.t:5:0:0"));
    assert_false(analysis_may_be_file("{\"Type\":\"board\",\"Name\":\"b.t\"}"));
    assert_false(analysis_may_be_file("  board:You:b.t:5:0:0")); /* as it was copied */
    struct decision_context at;
    struct error err = {0};
    assert_true(analysis_read(
        " board:You:o.p:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:1:0:"
        "0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
        &at, &err));
}

TEST(text_that_is_no_position_gives_an_error_in_its_place)
{
    static const char *const bad[] = {
        "", "nonsense", "XGID=", "board:You:opp:3", "4HPwATDgc/AB", "\xff\xfe\x01",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *text = analysed(bad[i], true);
        json_t *object = json_loads(text, 0, NULL);
        assert_non_null(object);
        assert_int_equal(json_object_size(object), 2);
        assert_true(json_string_length(json_object_get(object, "error")) > 0);
        assert_true(json_is_string(json_object_get(object, "id")));
        json_decref(object);
    }
}

/* 13/7 8/7 or the like must not be read from a board whose game is over. */
TEST(a_finished_game_is_refused)
{
    struct decision_context at;
    struct error err;
    assert_false(analysis_read("XGID=-------------------------o:0:0:1:00:0:0:0:0:10",
                               &at, &err));
    assert_false(analysis_read("AAAAAAAAAAAAAA", &at, &err));
}

TEST(a_board_line_is_read_from_the_side_on_roll)
{
    /* CLIP specification 1.3, the example of the board line */
    char *text =
        analysed("board:You:someplayer:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:"
                 "0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:"
                 "0:0:0",
                 false);
    assert_non_null(strstr(text, "Match to 3, score 0-1, cube 1 in the middle, 6-2"));
    assert_non_null(strstr(text, "24/18 13/11"));
}

TEST(a_board_of_bgammon_org_is_read_from_our_side)
{
    char *text = analysed(
        "{\"Type\":\"board\",\"Player\":\"\",\"Player1\":{\"Name\":\"BOT_a\",\"Points\":0},"
        "\"Player2\":{\"Name\":\"ann\",\"Points\":1},\"Variant\":0,\"Board\":[0,-2,0,0,0,0,5,0,"
        "3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0,0,0],\"Turn\":1,\"Roll1\":2,\"Roll2\":6,"
        "\"Winner\":0,\"Points\":3,\"Crawford\":0,\"DoubleValue\":1,\"DoublePlayer\":0,"
        "\"DoubleOffered\":false,\"Available\":null}",
        false);
    assert_non_null(strstr(text, "Match to 3, score 0-1, cube 1 in the middle, 6-2"));
    assert_non_null(strstr(text, "24/18 13/11"));
    struct decision_context at;
    struct error err;
    assert_false(analysis_read("{\"Type\":\"left\"}", &at, &err));
    assert_string_equal(err.text, "Type: expected a board of bgammon.org");
}

TEST(a_listing_shows_ply_equity_difference_and_probabilities)
{
    analyser.plays_shown = 2;
    char *text = analysed(opening_31, false);
    analyser.plays_shown = 15;
    assert_non_null(strstr(analysed(opening_31, false), "[1 play not shown]\n"));
    analyser.plays_shown = 2;
    analyser.played = "8/7 8/5"; /* the last of 16 */
    char *with_played = analysed(opening_31, false);
    analyser.played = NULL;
    analyser.plays_shown = PLAY_LIST_MAX;
    assert_non_null(strstr(text, "3-1 to play\n   1. "));
    assert_non_null(strstr(text, "\n   2. "));
    assert_non_null(strstr(text, " (-0."));
    char chances[80];
    const struct outputs o = analyser.ranked[0].outputs; /* the same plays again */
    FORMAT_TEXT(chances, "\n             %.3f %.3f %.3f - %.3f %.3f %.3f  ",
                (double)o.win, (double)o.win_gammon, (double)o.win_backgammon,
                1.0 - (double)o.win, (double)o.lose_gammon, (double)o.lose_backgammon);
    assert_non_null(strstr(text, chances));
    assert_non_null(strstr(text, "[14 plays not shown]\n"));
    assert_non_null(strstr(with_played, "[13 plays not shown]\n"));
    assert_non_null(strstr(with_played, " at 1-ply, very bad\n"));
}

TEST(the_chances_of_the_best_play_come_before_those_of_the_one_made)
{
    struct decision_context at;
    struct analysis analysis;
    struct error err;
    char why[EXPLAIN_SIZE], want[80];
    assert_true(analysis_read(opening_31, &at, &err));
    analyser.played = "8/7 8/5";
    analysis_make(&analyser, &at, &analysis);
    analysis_explain_played(&analyser, &analysis, why);
    analyser.played = NULL;
    FORMAT_TEXT(want, "wins %.1f %% instead of %.1f %%",
                100.0 * (double)analyser.ranked[0].outputs.win,
                100.0 * (double)analyser.ranked[analysis.played].outputs.win);
    assert_non_null(strstr(why, want));
}

/* At the opening: nobody doubles, and who is doubled takes. */
TEST(cube_actions_are_listed_with_what_they_are_off_the_right_one)
{
    static const char *const rolls[] = {"00", "D"};
    for (int i = 0; i < 2; i++) {
        struct decision_context at;
        struct analysis a;
        struct error err;
        char id[80], want[80];
        FORMAT_TEXT(id, "XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:0:10",
                    rolls[i]);
        char *text = analysed(id, false);
        assert_true(analysis_read(id, &at, &err));
        analysis_make(&analyser, &at, &a);
        double right = (double)(i == 0 ? a.cube.no_double : a.cube.double_take);
        FORMAT_TEXT(want, "\n      double, pass     +1.000 (%+.3f)\n", 1.0 - right);
        assert_non_null(strstr(text, want));
    }
}

TEST(a_listing_names_the_rules_of_money)
{
    static const char *const rules[] = {"", ", Jacoby rule", ", beavers",
                                        ", Jacoby rule, beavers"};
    for (int i = 0; i < 4; i++) {
        char id[80], want[80];
        FORMAT_TEXT(id, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:%d:0:10", i);
        FORMAT_TEXT(want, "Money play%s, cube 1 in the middle", rules[i]);
        assert_non_null(strstr(analysed(id, false), want));
    }
}

TEST(a_loss_has_its_word_from_the_bound_on)
{
    static const struct {
        double loss;
        const char *word;
    } rows[] = {{0.039, ""},     {0.04, ", doubtful"}, {0.079, ", doubtful"},
                {0.08, ", bad"}, {0.159, ", bad"},     {0.16, ", very bad"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(analysis_error_word(rows[i].loss), rows[i].word);
    }
}

#define BAR_31 "XGID=-aB--bD-C-C-ba----Bbbcb--A:0:0:1:31:0:0:0:5:"

/* As in the analysis of a match without a cube. */
TEST(where_nobody_may_double_all_is_judged_without_a_cube)
{
    analyser.strength.is_cubeless = true;
    json_t *cubeless = analysed_json(BAR_31 "10");
    analyser.strength.is_cubeless = false;
    json_t *with = analysed_json(BAR_31 "10"), *without = analysed_json(BAR_31 "0");
    double equity = number(without, "equity_cubeful");
    assert_true(equity == number(cubeless, "equity_cubeful"));
    assert_true(equity > number(with, "equity_cubeful") + 0.1);
    json_decref(cubeless);
    json_decref(with);
    json_decref(without);
    char *text = analysed(BAR_31 "0", false);
    assert_non_null(strstr(text, "score 0-0, no cube, 3-1 to play\n"));
}

/* Two checkers each, of which 26 of 36 rolls bear off; at this score a game is a point. */
TEST(before_the_roll_without_a_cube_is_nothing_to_decide)
{
    static const char id[] = "XGID=--A--A--------------a--a--:0:0:1:00:0:0:0:0:0";
    json_t *object = analysed_json(id);
    const json_t *cube = json_object_get(object, "cube");
    assert_string_equal(json_string_value(json_object_get(cube, "action")),
                        "no_double");
    assert_true(fabs(number(object, "equity_cubeful") -
                     (2.0 * number(object, "win") - 1.0)) < 1e-5);
    json_decref(object);
    char *text = analysed(id, false);
    assert_non_null(strstr(text, ", no cube, to roll\n"));
    assert_null(strstr(text, "double, take"));
    text = analysed("XGID=--A--A--------------a--a--:0:0:1:D:0:0:0:0:0", false);
    assert_non_null(strstr(text, "against the rules: a double in a match without"));
}

TEST_MAIN(open_deeper, close_analyser)
