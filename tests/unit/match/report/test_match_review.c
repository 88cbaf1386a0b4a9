/* The document of an analysed match that the viewer shows: each decision with what was weighed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "match/match_chance.h"
#include "match/match_market.h"
#include "match/report/match_json.h"
#include "match/report/match_review.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/sample_match.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct match_turns *turns;
static struct match_analysis *analysis;
static json_t *document;

static json_t *document_of(bool has_only_errors)
{
    const struct match_report report = {turns, analysis, .program = "a program",
                                        .has_only_errors = has_only_errors};
    FILE *out = printed_begin();
    assert_true(match_review_write(&report, out));
    const char *text = printed_end(out);
    assert_null(strchr(text, '<'));
    return json_loads(text, 0, NULL);
}

/* The object that --json has of game or turn `i`, or of the match: -1. */
static json_t *json_of(bool (*print)(const struct match_json *, int, FILE *), int i)
{
    const struct match_report report = {turns, analysis, .program = "a program"};
    const struct match_json match = {"a file", 1, &report};
    FILE *out = printed_begin();
    assert_true(i < 0 ? match_json_match(&match, out) : print(&match, i, out));
    return json_loads(printed_end(out), JSON_DISABLE_EOF_CHECK, NULL);
}

/* Two checkers are left, and 19 of 36 rolls bear them off: a double in time. */
static void set_last_roll(struct match_turn *turn)
{
    struct decision_context at =
        context("XGID=--A--A------------------a-:0:0:1:52:1:0:0:5:10");
    turn->pos = at.pos;
    turn->ms = at.ms;
    turn->roll = at.roll;
    turn->play = (struct play){.count = 2, .moves = {{5, POINT_OFF}, {2, POINT_OFF}}};
    turn->judged_roll = (struct record_judged){"of the roll", 0.25};
    turn->judged = (struct record_judged){"of the play", 0.5};
}

static int make_document(void **state)
{
    if (open_engine(state) != 0) {
        return 1;
    }
    turns = sample_match("21: 6/4 6/5", "66: 24/18 24/18 13/7 13/7");
    FORMAT_TEXT(turns->heading.opponent, "</script>");
    /* a score at which gammons are not worth the same to both */
    turns->turns[2].ms = match_state_match(5, 2, 1, false);
    turns->turns[3].ms = match_state_match(5, 1, 2, false);
    strcpy(turns->heading.elo[RECORD_ME], "1812.5");
    strcpy(turns->heading.elo[RECORD_OPPONENT], "\xFF"); /* not UTF-8 */
    strcpy(turns->heading.event, "a cup");
    turns->turns[1].comment = strdup("a <remark>");
    turns->turns[3].comment = strdup("too early");
    turns->turns[3].judged = (struct record_judged){"XG 4-ply", 0.125};
    set_last_roll(&turns->turns[5]);
    analysis = match_analysis_new(eng, scratch, turns);
    struct strength other = strength_default();
    other.play_ply = 1;
    match_analysis_set_strength(analysis, RECORD_ME, &other);
    while (match_analysis_step(analysis)) {
    }
    document = document_of(false);
    return 0;
}

static int free_document(void **state)
{
    json_decref(document);
    match_analysis_free(analysis);
    match_turns_free(turns);
    return close_engine(state);
}

static const json_t *decision(size_t i)
{
    return json_array_get(json_object_get(document, "decisions"), i);
}

static double number_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static double at(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

TEST(names_of_strangers_are_kept_and_no_markup)
{
    (void)decision(0);
    const json_t *players = json_object_get(document, "players");
    assert_string_equal(json_string_value(json_array_get(players, 1)), "</script>");
    assert_true(number_of(document, "length") == 5);
    assert_int_equal(json_array_size(json_object_get(document, "games")), 2);
    assert_true(json_is_true(json_object_get(document, "is_whole")));
}

TEST(a_play_has_its_candidates_and_its_loss_is_theirs)
{
    const json_t *one = decision(1);
    const json_t *rows = json_object_get(one, "c");
    assert_string_equal(text_of(one, "a"), "play");
    assert_string_equal(text_of(one, "d"), "64");
    assert_string_equal(text_of(one, "m"), "13/9 13/7");
    assert_string_equal(text_of(one, "j"), "2-ply");
    assert_true(number_of(one, "p") == 1 && number_of(one, "g") == 1);
    assert_in_range(json_array_size(rows), 5, 6);
    const json_t *best = json_array_get(rows, 0), *row;
    bool is_there = false;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        bool is_made =
            strcmp(json_string_value(json_array_get(row, 0)), "13/9 13/7") == 0;
        double lost = at(best, 1) - at(row, 1);
        assert_int_equal(json_array_size(row), 8);
        assert_true(at(row, 3) > 20.0 && at(row, 3) < 80.0); /* in percent */
        assert_true(!is_made || fabs(lost - number_of(one, "l")) < 0.0002);
        is_there |= is_made;
    }
    assert_true(is_there);
    assert_string_equal(json_string_value(json_array_get(best, 0)), text_of(one, "b"));
}

static void assert_shown(double shown, double value, double step)
{
    assert_true(fabs(shown - value) <= 0.51 * step);
}

TEST(a_cube_action_has_its_table)
{
    const json_t *doubled = decision(2), *passed = decision(3);
    const json_t *table = json_object_get(passed, "q");
    const json_t *equities = json_object_get(table, "e");
    assert_string_equal(text_of(doubled, "a"), "double");
    assert_string_equal(text_of(doubled, "b"), "no_double");
    assert_string_equal(text_of(passed, "a"), "pass");
    assert_string_equal(text_of(passed, "b"), "take");
    assert_true(fabs(at(equities, 2) - at(equities, 1) - number_of(passed, "l")) <
                0.0002);
    assert_true(number_of(doubled, "w") == number_of(passed, "w"));
    assert_true(at(json_object_get(table, "tp"), 0) > 20.0);
    assert_non_null(text_of(passed, "why"));
    const json_t *market = json_object_get(json_object_get(doubled, "q"), "mk");
    assert_true(number_of(doubled, "l") >= 0.05);
    assert_int_equal(json_array_size(market), 2);
    assert_true(at(market, 0) < 20.0 && at(market, 1) > 0.05 && at(market, 1) < 1.0);
    struct match_market found;
    assert_true(
        match_market_find(eng, &turns->turns[2].pos, &turns->turns[2].ms, &found));
    assert_shown(at(market, 0), 100.0 * found.losers, 0.1);
    assert_shown(at(market, 1), found.volatility, 0.001);
    assert_null(json_object_get(table, "mk"));
    assert_non_null(strstr(text_of(doubled, "why"), "lose the market"));
}

/* The turn of a decision. */
static int turn_of(const json_t *one)
{
    const char *action = text_of(one, "a");
    bool is_roll = strcmp(action, "play") == 0 || strcmp(action, "no_double") == 0;
    bool is_double = strcmp(action, "double") == 0;
    int i = 0;
    for (; i < turns->count; i++) {
        const struct match_turn *turn = &turns->turns[i];
        if (turn->game == (int)number_of(one, "g") &&
            turn->number == (int)number_of(one, "t") &&
            (turn->type == RECORD_CELL_PLAY) == is_roll &&
            (turn->type == RECORD_CELL_DOUBLE) == is_double) {
            break;
        }
    }
    assert_true(i < turns->count);
    return i;
}

/* Five chances in percent, from `first` on. */
static void assert_outputs(const json_t *list, size_t first, const struct outputs *o)
{
    const float five[] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon,
                          o->lose_backgammon};
    for (size_t i = 0; i < 5; i++) {
        assert_shown(at(list, first + i), 100.0 * (double)five[i], 0.1);
    }
    assert_true(at(list, first) >= at(list, first + 1));
    assert_true(at(list, first + 1) >= at(list, first + 2));
    assert_true(100.0 - at(list, first) >= at(list, first + 3));
    assert_true(at(list, first + 3) >= at(list, first + 4));
}

static void assert_table(const json_t *table, const struct match_turn *turn,
                         const struct cube_decision *cube)
{
    const json_t *equities = json_object_get(table, "e");
    struct match_detail_prices prices;
    match_detail_prices_of(match_analysis_met(analysis), turn, &prices);
    assert_shown(at(equities, 0), (double)cube->no_double, 1e-4);
    assert_shown(at(equities, 1), (double)cube->double_take, 1e-4);
    assert_shown(at(equities, 2), (double)cube->double_pass, 1e-4);
    assert_outputs(json_object_get(table, "o"), 0, &cube->outputs);
    assert_shown(at(json_object_get(table, "tp"), 0), 100.0 * prices.take_point_dead,
                 0.1);
    assert_shown(at(json_object_get(table, "tp"), 1), 100.0 * prices.take_point_live,
                 0.1);
    assert_shown(at(json_object_get(table, "gv"), 0), prices.gammon_value[0], 0.01);
    assert_shown(at(json_object_get(table, "gv"), 1), prices.gammon_value[1], 0.01);
}

TEST(each_figure_is_that_of_the_analysis)
{
    (void)decision(0);
    const json_t *one, *row;
    size_t i, k;
    int plays = 0, tables = 0, not_doubled = 0;
    json_array_foreach(json_object_get(document, "decisions"), i, one)
    {
        int t = turn_of(one);
        const struct match_turn *turn = &turns->turns[t];
        const struct match_analysed_turn *done = match_analysis_turn(analysis, t);
        const struct match_detail *detail = &done->detail;
        assert_true(number_of(one, "p") == (double)turn->side);
        assert_shown(number_of(one, "w"), 100.0 * match_analysis_chance(analysis, t),
                     0.1);
        assert_shown(number_of(one, "l"),
                     strcmp(text_of(one, "a"), "no_double") == 0 ? done->cube_loss
                                                                 : done->loss,
                     1e-4);
        if (strcmp(text_of(one, "a"), "play") == 0) {
            assert_shown(number_of(one, "u"), done->luck, 1e-4);
        }
        if (strcmp(text_of(one, "a"), "no_double") == 0) {
            assert_int_equal(t, 5);
            assert_true(at(json_object_get(one, "y"), 1) == 0.25); /* of the roll */
            assert_string_equal(text_of(one, "b"), "double");
            not_doubled++;
        }
        json_array_foreach(json_object_get(one, "c"), k, row)
        {
            assert_shown(at(row, 1), (double)detail->play[k].equity, 1e-4);
            assert_outputs(row, 3, &detail->play[k].outputs);
            plays++;
        }
        if (json_object_get(one, "q") != NULL) {
            assert_table(json_object_get(one, "q"), turn, &detail->cube);
            tables++;
        }
    }
    assert_true(plays > 15 && tables >= 2 && not_doubled == 1);
    const json_t *judges = json_object_get(document, "judged_by");
    assert_string_equal(json_string_value(json_array_get(judges, 0)),
                        "1-ply, cube 2-ply");
    assert_string_equal(json_string_value(json_array_get(judges, 1)), "2-ply");
}

/* Money play has no match to win: the curve is of points, those of player 1. */
TEST(money_play_has_points_and_matches_have_none)
{
    assert_null(json_object_get(decision(0), "pt"));
    int length = turns->heading.length;
    struct match_state kept[8];
    assert_in_range(turns->count, 2, 8);
    turns->heading.length = 0;
    for (int i = 0; i < turns->count; i++) {
        kept[i] = turns->turns[i].ms;
        turns->turns[i].ms = match_state_money();
    }
    turns->turns[1].ms.cube = 2;
    turns->turns[1].ms.owner = CUBE_THEIRS; /* ours: he decides */
    json_t *money = document_of(false);
    const json_t *list = json_object_get(money, "decisions");
    double mine = number_of(json_array_get(list, 0), "pt");
    double theirs = number_of(json_array_get(list, 1), "pt");
    assert_float_equal(mine, match_points_at(eng, scratch, turns, 0, RECORD_ME), .0006);
    assert_float_equal(
        theirs, -match_points_at(eng, scratch, turns, 1, RECORD_OPPONENT), .0006);
    assert_true(mine > .03); /* on roll in the opening */
    assert_true(theirs > .05);
    json_decref(money);
    money = json_of(NULL, -1);
    assert_string_equal(text_of(money, "unit"), "points");
    json_decref(money);
    turns->heading.length = length;
    for (int i = 0; i < turns->count; i++) {
        turns->turns[i].ms = kept[i];
    }
}

TEST(ids_of_a_match_without_a_cube_say_so)
{
    assert_non_null(strstr(text_of(decision(0), "x"), ":10"));
    turns->heading.has_no_cube = true;
    json_t *cubeless = document_of(false);
    turns->heading.has_no_cube = false;
    const json_t *first = json_array_get(json_object_get(cubeless, "decisions"), 0);
    struct decision_context at = context(text_of(first, "x"));
    assert_true(at.has_no_cube);
    json_decref(cubeless);
}

TEST(games_have_their_scores_and_points)
{
    static const double wanted[2][4] = {{0, 0, 1, 0}, {1, 0, 6, 0}};
    (void)decision(0);
    const json_t *game;
    size_t i;
    json_array_foreach(json_object_get(document, "games"), i, game)
    {
        const json_t *score = json_object_get(game, "score"),
                     *points = json_object_get(game, "points");
        assert_true(number_of(game, "number") == (double)i + 1.0);
        assert_true(at(score, 0) == wanted[i][0] && at(score, 1) == wanted[i][1]);
        assert_true(at(points, 0) == wanted[i][2] && at(points, 1) == wanted[i][3]);
    }
    const json_t *score = json_object_get(document, "score"),
                 *file = json_object_get(decision(3), "y");
    assert_true(at(score, 0) == 7.0 && at(score, 1) == 0.0); /* all points */
    assert_string_equal(json_string_value(json_array_get(file, 0)), "XG 4-ply");
    assert_true(at(file, 1) == 0.125);
}

/* The object has each member of `expected`; frees both. */
static void assert_members(json_t *object, json_t *expected)
{
    const char *name;
    json_t *value;
    assert_non_null(expected);
    json_object_foreach(expected, name, value)
    {
        if (!json_equal(json_object_get(object, name), value)) {
            char *have = json_dumps(json_object_get(object, name), JSON_ENCODE_ANY);
            char *want = json_dumps(value, JSON_ENCODE_ANY);
            fail_msg("%s: %s instead of %s", name, have, want);
        }
    }
    json_decref(object);
    json_decref(expected);
}

TEST(json_says_of_what_it_tells)
{
    (void)decision(0);
    assert_members(json_of(NULL, -1),
                   json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:[s, n], s:s, s:i, s:b, "
                             "s:b, s:i, s:[], s:s, s:i}",
                             "kind", "match", "file", "a file", "match", 1, "length", 5,
                             "site", "fibs.com", "event", "a cup", "elo", "1812.5",
                             "date", "2026.11.21", "games", 2, "has_all", 1,
                             "is_stopped", 0, "fault_count", 0, "faults", "program",
                             "a program", "rolled", 0));
    assert_members(json_of(match_json_game, 1),
                   json_pack("{s:s, s:s, s:i, s:i, s:i, s:b, s:n}", "kind", "game",
                             "file", "a file", "match", 1, "game", 2, "number", 2,
                             "is_crawford", 0, "comment"));
    assert_members(json_of(match_json_decision, 1),
                   json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:s, s:b, s:n, s:s}",
                             "kind", "decision", "file", "a file", "game", 1, "turn", 2,
                             "player", "</script>", "action", "play", "roll", "64",
                             "played", "13/9 13/7", "is_counted", 1, "in_file",
                             "comment", "a <remark>"));
}

/* Not all faults are kept, and the count is of all. */
TEST(json_has_the_faults_that_are_kept)
{
    (void)decision(0);
    turns->faults = MATCH_FAULTS_MAX + 3;
    for (int i = 0; i < MATCH_FAULTS_MAX; i++) {
        turns->fault[i].line = i + 10;
    }
    json_t *object = json_of(NULL, -1);
    const json_t *list = json_object_get(object, "faults");
    assert_int_equal(number_of(object, "fault_count"), MATCH_FAULTS_MAX + 3);
    assert_int_equal(json_array_size(list), MATCH_FAULTS_MAX);
    assert_int_equal(number_of(json_array_get(list, 2), "line"), 12);
    json_decref(object);
    turns->faults = 0;
}

TEST(json_has_results_in_their_unit_and_scores_of_player_1_first)
{
    static const double scores[][4] = {{7, 0, -1, -1}, {0, 0, 1, 0}, {1, 0, 6, 0}};
    (void)decision(0);
    for (int game = -1; game < 2; game++) {
        json_t *object = json_of(match_json_game, game);
        const json_t *score = json_object_get(object, "score"),
                     *points = json_object_get(object, "points");
        struct match_outcome o;
        match_analysis_outcome(analysis, game, &o);
        const json_t *judges = json_object_get(object, "judged_by");
        if (game < 0) {
            assert_string_equal(json_string_value(json_array_get(judges, 0)),
                                "1-ply, cube 2-ply");
            assert_string_equal(json_string_value(json_array_get(judges, 1)), "2-ply");
        }
        assert_true(fabs(o.luck) > 0.001);
        assert_string_equal(text_of(object, "unit"), "mwc");
        assert_shown(number_of(object, "result"), o.result, 1e-5);
        assert_shown(number_of(object, "result_without_luck"), o.result - o.luck, 1e-5);
        for (size_t side = 0; side < 2; side++) {
            const json_t *player =
                json_array_get(json_object_get(object, "players"), side);
            assert_string_equal(text_of(player, "player"),
                                side == 0 ? "our_bot" : "</script>");
            assert_shown(number_of(player, "luck"), o.side[side].luck, 1e-5);
            assert_true(at(score, side) == scores[game + 1][side]);
            assert_true(game < 0 || at(points, side) == scores[game + 1][2 + side]);
        }
        json_decref(object);
    }
}

static void assert_json_outputs(const json_t *object, const struct outputs *o)
{
    const float five[] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon,
                          o->lose_backgammon};
    for (size_t i = 0; i < 5; i++) {
        assert_shown(at(json_object_get(object, "outputs"), i), (double)five[i], 1e-6);
    }
}

TEST(json_has_the_candidates_behind_the_best_and_luck)
{
    (void)decision(0);
    json_t *play = json_of(match_json_decision, 1);
    const struct match_analysed_turn *done = match_analysis_turn(analysis, 1);
    const json_t *plays = json_object_get(play, "plays");
    assert_int_equal(json_array_size(plays), done->detail.plays);
    for (int i = 0; i < done->detail.plays; i++) {
        const json_t *one = json_array_get(plays, (size_t)i);
        const struct match_detail_play *kept = &done->detail.play[i];
        assert_shown(number_of(one, "difference"),
                     (double)(kept->equity - done->detail.play[0].equity), 1e-6);
        assert_json_outputs(one, &kept->outputs);
        assert_int_equal(json_is_true(json_object_get(one, "is_played")),
                         i == done->detail.made);
    }
    assert_true(done->detail.made > 0);
    assert_true(fabs(done->luck) > 0.001);
    assert_shown(number_of(play, "luck"), done->luck, 1e-6);
    json_decref(play);
}

TEST(json_has_the_cube_table_and_what_the_file_says)
{
    static const int cubes[] = {2, 3, 5}; /* double, pass, no double */
    (void)decision(0);
    for (size_t i = 0; i < 3; i++) {
        json_t *object = json_of(match_json_decision, cubes[i]);
        const json_t *table = json_object_get(object, "cube"),
                     *costs = json_object_get(table, "costs"),
                     *points = json_object_get(table, "take_point"),
                     *gammon = json_object_get(table, "gammon_value");
        const struct match_turn *turn = &turns->turns[cubes[i]];
        const struct cube_decision *cube =
            &match_analysis_turn(analysis, cubes[i])->detail.cube;
        const struct match_detail_costs lost = match_detail_costs_of(cube);
        struct match_detail_prices prices;
        match_detail_prices_of(match_analysis_met(analysis), turn, &prices);
        assert_shown(number_of(table, "no_double"), (double)cube->no_double, 1e-6);
        assert_shown(number_of(table, "double_take"), (double)cube->double_take, 1e-6);
        assert_shown(number_of(table, "double_pass"), (double)cube->double_pass, 1e-6);
        assert_shown(number_of(costs, "no_double"), lost.no_double, 1e-6);
        assert_shown(number_of(costs, "double"), lost.doubles, 1e-6);
        assert_shown(number_of(costs, "take"), lost.take, 1e-6);
        assert_shown(number_of(costs, "pass"), lost.pass, 1e-6);
        assert_shown(number_of(points, "dead"), prices.take_point_dead, 1e-6);
        assert_shown(number_of(points, "live"), prices.take_point_live, 1e-6);
        assert_shown(at(gammon, 0), prices.gammon_value[0], 1e-6);
        assert_shown(at(gammon, 1), prices.gammon_value[1], 1e-6);
        assert_json_outputs(table, &cube->outputs);
        if (i == 2) { /* the line of the double that was not made */
            assert_string_equal(text_of(object, "action"), "no_double");
            assert_string_equal(text_of(object, "best"), "double");
            assert_true(number_of(json_object_get(object, "in_file"), "loss") == 0.25);
        }
        json_decref(object);
    }
}

TEST(a_comment_of_the_file_stands_with_its_decision_alone)
{
    for (size_t i = 0; i < 5; i++) {
        const char *comment = text_of(decision(i), "n");
        if (i == 1 || i == 3) {
            assert_string_equal(comment, i == 1 ? "a <remark>" : "too early");
        } else {
            assert_null(comment);
        }
    }
}

TEST(only_errors_keep_what_was_weighed_if_so_asked)
{
    (void)decision(0);
    json_t *small = document_of(true);
    const json_t *rows = json_object_get(small, "decisions"), *one;
    size_t i, kept = 0;
    assert_int_equal(json_array_size(rows),
                     json_array_size(json_object_get(document, "decisions")));
    json_array_foreach(rows, i, one)
    {
        bool is_kept =
            json_object_get(one, "c") != NULL || json_object_get(one, "q") != NULL;
        assert_true(!is_kept || number_of(one, "l") >= ANALYSIS_ERROR);
        kept += is_kept;
    }
    assert_true(kept > 0);
    json_decref(small);
}

TEST_MAIN(make_document, free_document)
