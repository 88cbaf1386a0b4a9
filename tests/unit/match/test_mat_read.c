/* Jellyfish text as many programs write it. */

#include <jansson.h>

#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"

static struct match_turns *read_whole(const char *name)
{
    char path[100];
    struct error err = {0};
    FORMAT_TEXT(path, MATCH_FILES "%s", name);
    struct match_turns *turns = match_turns_read(path, &err);
    if (turns == NULL || !turns->has_all || turns->faults > 0) {
        fail_msg("%s: %s", name, turns == NULL ? err.text : turns->fault[0].text);
    }
    return turns;
}

TEST(galaxy_is_read)
{
    struct match_turns *turns = read_whole("galaxy.txt");
    assert_string_equal(turns->heading.site, "BackgammonGalaxy");
    assert_string_equal(turns->heading.my_name, "anna");
    assert_int_equal(turns->heading.length, 5);
    assert_int_equal(turns->games, 2);
    assert_int_equal(turns->count, 51);
    assert_int_equal(turns->score[RECORD_OPPONENT], 2);
    assert_true(play_is(&turns->turns[0], 2, 1, 2, 13, 5));
    assert_true(play_is(&turns->turns[12], 5, 2, 0, 0, 0)); /* "52:" */
    assert_int_equal(turns->turns[17].type, RECORD_CELL_DOUBLE);
    assert_int_equal(turns->turns[18].type, RECORD_CELL_DROP);
    assert_int_equal(turns->game[0].points[RECORD_OPPONENT], 1);
    assert_int_equal(turns->turns[19].side, RECORD_OPPONENT);
    assert_int_equal(turns->turns[19].game, 2);
    assert_int_equal(turns->game[0].turns, 19);
    match_turns_free(turns);
}

TEST(studio_is_read_with_plays_in_short)
{
    struct match_turns *turns = read_whole("studio.txt");
    assert_int_equal(turns->heading.length, 13);
    assert_true(play_is(&turns->turns[1], 5, 3, 2, 24, 16)); /* 24/16* */
    assert_true(play_is(&turns->turns[4], 6, 6, 0, 0, 0));   /* Cannot Move */
    assert_true(play_is(&turns->turns[2], 6, 1, 2, 25, 15)); /* bar/24 21/15 */
    assert_true(play_is(&turns->turns[10], 2, 2, 4, 6, 2));  /* 6/4*(3) 4/2 */
    assert_int_equal(turns->turns[turns->count - 1].type, RECORD_CELL_DROP);
    assert_int_equal(turns->score[RECORD_ME], 1);
    assert_int_equal(turns->score[RECORD_OPPONENT], 2);
    match_turns_free(turns);
}

TEST(gnubg_writes_the_same_match)
{
    struct match_turns *studio = read_whole("studio.txt");
    struct match_turns *gnubg = read_whole("gnubg.mat");
    struct match_turns *sgf = read_whole("gnubg.sgf");
    assert_string_equal(gnubg->heading.my_name, "anna"); /* it has no tags of names */
    assert_true(turns_are_alike(studio, gnubg));
    assert_true(turns_are_alike(studio, sgf));
    match_turns_free(sgf);
    match_turns_free(gnubg);
    match_turns_free(studio);
}

TEST(extreme_gammon_is_read)
{
    struct match_turns *turns = read_whole("xg.txt");
    assert_string_equal(turns->heading.my_name, "J\xC3\xB6rg");
    assert_string_equal(turns->heading.opponent, "anna b");
    assert_true(play_is(&turns->turns[1], 5, 5, 4, 13, 3)); /* 13/3(2) */
    assert_int_equal(turns->games, 2);
    assert_int_equal(turns->score[RECORD_OPPONENT], 3);
    assert_true(match_turns_is_over(turns));
    match_turns_free(turns);
}

/* The tags of eXtreme Gammon's desktop are in another order than the columns, and both
 * forms of a name that is cut off. */
TEST(the_columns_say_who_sits_where)
{
    static const struct {
        const char *tag[2], *column[2], *name[2], *elo[2];
    } cases[] = {
        {{"anna", "bert"}, {"bert", "anna"}, {"bert", "anna"}, {"2.00", "1.00"}},
        {{"anna", "bert"}, {"anna", "bert"}, {"anna", "bert"}, {"1.00", "2.00"}},
        {{"annabel", "bertram"},
         {"bert", "ann"},
         {"bertram", "annabel"},
         {"2.00", "1.00"}},
        {{"anna", "ann"}, {"ann", "anna"}, {"ann", "anna"}, {"2.00", "1.00"}},
        {{"", "anna"}, {"anna", "bert"}, {"anna", "bert"}, {"2.00", "1.00"}},
        {{"carl", "dora"}, {"anna", "bert"}, {"anna", "bert"}, {"", ""}},
        {{"anna", "anna"}, {"anna", "anna"}, {"anna", "anna"}, {"1.00", "2.00"}},
        {{"anna", "bert"}, {"", "anna"}, {"bert", "anna"}, {"2.00", "1.00"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[600];
        FORMAT_TEXT(text,
                    "; [Player 1 \"%s\"]\n; [Player 2 \"%s\"]\n"
                    "; [Player 1 Elo \"1.00\"]\n; [Player 2 Elo \"2.00\"]\n"
                    "; [Player 1 Level \"1.00\"]\n; [Player 2 Level \"2.00\"]\n"
                    "; [Event \"Open\"]\n\n3 point match\n Game 1\n"
                    " %s : 0             %s : 0\n  1) 31: 8/5 6/5\n  Wins 1 point\n",
                    cases[i].tag[0], cases[i].tag[1], cases[i].column[0],
                    cases[i].column[1]);
        struct match_turns *turns = match_of_text(text);
        assert_non_null(turns);
        assert_string_equal(turns->heading.my_name, cases[i].name[0]);
        assert_string_equal(turns->heading.opponent, cases[i].name[1]);
        assert_string_equal(turns->heading.elo[0], cases[i].elo[0]);
        assert_string_equal(turns->heading.elo[1], cases[i].elo[1]);
        assert_string_equal(turns->heading.level[0], cases[i].elo[0]);
        assert_string_equal(turns->heading.level[1], cases[i].elo[1]);
        assert_string_equal(turns->heading.event, "Open");
        assert_int_equal(turns->game[0].points[RECORD_ME], 1);
        match_turns_free(turns);
    }
}

/* As GamesGrid and GridGammon have them. */
TEST(a_rating_behind_a_name_is_none_of_it)
{
    static const struct {
        const char *column, *name, *elo;
    } cases[] = {{"anna,1837", "anna", "1837"},
                 {"anna, b", "anna, b", ""},
                 {"anna,12", "anna,12", ""},
                 {",1837", ",1837", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        FORMAT_TEXT(text,
                    "3 point match\n Game 1\n %s : 0       bert,950 : 0\n"
                    "  1) 31: 8/5 6/5\n",
                    cases[i].column);
        struct match_turns *turns = match_of_text(text);
        assert_non_null(turns);
        assert_string_equal(turns->heading.my_name, cases[i].name);
        assert_string_equal(turns->heading.elo[RECORD_ME], cases[i].elo);
        assert_string_equal(turns->heading.opponent, "bert");
        assert_string_equal(turns->heading.elo[RECORD_OPPONENT], "950");
        match_turns_free(turns);
    }
}

/* What is shown of a line ends between its letters: JSON has no others. */
TEST(a_fault_shows_whole_letters)
{
    char text[200] = " 3 point match\n\nx";
    for (int i = 0; i < 40; i++) {
        memcpy(text + strlen(text), "\xD0\x96", 3);
    }
    memcpy(text + strlen(text), "\n", 2);
    struct match_turns *turns = match_of_text(text);
    assert_non_null(turns);
    assert_int_equal(turns->faults, 1);
    json_t *string = json_string(turns->fault[0].text);
    assert_non_null(string);
    json_decref(string);
    assert_non_null(strstr(turns->fault[0].text, "\xD0\x96\" is not understood"));
    match_turns_free(turns);
}

/* No heading, Latin-1, CR LF, tabs, an unknown play, a play of the wrong dice. */
TEST(old_clients_are_read_with_their_faults_by_line)
{
    struct match_turns *turns = match_of_text("Game 1\r\n"
                                              "J\xF6rg : 0\t\tbert : 0\r\n"
                                              " 1) 31: 8/5 6/5\t\t42: ????\r\n"
                                              " 2) 31: 8/5 6/5\t\t42: 8/4 6/4\r\n"
                                              "      Wins 2 points\r\n"
                                              "hello\r\n"
                                              "Game 4\r\n"
                                              "J\xF6rg : 3\t\tbert : 0\r\n"
                                              " 1) 31: 13/8\t\t42: cannot move\r\n"
                                              " 2) 65: 24-18-13   \t31: 8-5,6-5\r\n");
    static const struct {
        int line;
        const char *text;
    } wanted[] = {
        {2, "no length of the match"},        {3, "an unknown play"},
        {6, "\"hello\" is not understood"},   {8, "game 2 is missing, and others"},
        {9, "it is not a legal play of 3-1"}, {9, "the roll can be played"},
    };
    assert_non_null(turns);
    assert_string_equal(turns->heading.my_name, "J\xC3\xB6rg");
    assert_int_equal(turns->heading.length, 0);
    assert_int_equal(turns->count, 5);
    assert_false(turns->has_all);
    assert_int_equal(turns->game[0].points[RECORD_ME], 2);
    assert_int_equal(turns->game[1].number, 4);
    assert_int_equal(turns->turns[1].line, 9);
    assert_int_equal(turns->faults, 6);
    for (int i = 0; i < 6; i++) {
        if (turns->fault[i].line != wanted[i].line ||
            strstr(turns->fault[i].text, wanted[i].text) == NULL) {
            fail_msg("line %d: %s", turns->fault[i].line, turns->fault[i].text);
        }
    }
    match_turns_free(turns);
}

/* A match that was left; a roll with nothing beside it is a dance only before a turn. */
TEST(a_roll_that_ends_the_file_is_unplayed)
{
    struct match_turns *turns =
        match_of_text("3 point match\n\n Game 1\n a : 0    b : 0\n"
                      "  1) 31: 8/5 6/5      42:\n"
                      "  2) 65: 24/13        41:\n");
    assert_non_null(turns);
    assert_int_equal(turns->count, 4);
    assert_false(turns->turns[1].is_unplayed);
    assert_true(turns->turns[3].is_unplayed);
    assert_int_equal(turns->faults, 1);
    assert_int_equal(turns->fault[0].line, 5);
    assert_non_null(strstr(turns->fault[0].text, "the roll can be played"));
    match_turns_free(turns);
}

TEST(a_file_may_hold_several_matches)
{
    struct match_turns *turns = match_of_text(" 1 point match\n\n Game 1\n"
                                              " anna : 0             bert : 0\n"
                                              "  1) 31: 8/5 6/5      Wins 1 point\n\n"
                                              " 3 point match\n Game 1\n"
                                              " carl : 0             dora : 0\n"
                                              "  1)                  21: 13/11 6/5\n"
                                              "  2) Doubles => 2     Drops\n"
                                              "  Wins 1 point\n"
                                              " Game 1\n"
                                              " emil : 0             fred : 0\n"
                                              "  1)                  21: 13/11 6/5\n"
                                              "; [Player 1 \"gerd\"]\n Game 1\n"
                                              " gerd : 0             hans : 0\n"
                                              "  1)                  21: 13/11 6/5\n");
    assert_non_null(turns);
    assert_int_equal(turns->score[RECORD_OPPONENT], 1);
    assert_int_equal(turns->count, 1);
    const struct match_turns *second = turns->next;
    assert_non_null(second);
    assert_string_equal(second->heading.opponent, "dora");
    assert_int_equal(second->heading.length, 3);
    assert_int_equal(second->count, 3);
    assert_int_equal(second->score[RECORD_ME], 1);
    assert_int_equal(second->turns[0].side, RECORD_OPPONENT);
    assert_non_null(second->next);
    assert_string_equal(second->next->heading.my_name, "emil");
    assert_int_equal(second->next->heading.length, 3);
    assert_int_equal(second->next->faults, 0);
    const struct match_turns *last = second->next->next;
    assert_non_null(last);
    assert_int_equal(last->heading.length, 0);
    assert_int_equal(last->faults, 1);
    assert_non_null(strstr(last->fault[0].text, "no length of the match"));
    assert_null(last->next);
    match_turns_free(turns);
}

TEST(board_and_drops_say_who_won)
{
    struct match_turns *turns = match_of_text(" 5 point match\n Game 1\n"
                                              " anna : 0             bert : 0\n"
                                              "  1)                  21: 13/11 6/5\n"
                                              "  2) Doubles => 2     Drops\n"
                                              "                      Wins 1 point\n"
                                              " Game 2\n"
                                              " anna : 1             bert : 0\n"
                                              "  1)                  21: 13/11 6/5\n"
                                              "  2) 61: 13/7 8/7     Losses 2 points\n"
                                              "      Wins 2 points\n");
    assert_non_null(turns);
    assert_int_equal(turns->score[RECORD_ME], 3);
    assert_int_equal(turns->score[RECORD_OPPONENT], 0);
    assert_int_equal(turns->faults, 1);
    assert_int_equal(turns->fault[0].line, 6);
    match_turns_free(turns);
}

TEST(an_accepted_resignation_is_no_take)
{
    struct match_turns *turns = match_of_text(" 5 point match\n Game 1\n"
                                              " anna : 0             bert : 0\n"
                                              "  1)                  21: 13/11 6/5\n"
                                              "  2) Doubles => 2     Accepts\n"
                                              "  3) 61: 13/7 8/7     resign:4\n"
                                              "  4) accept\n"
                                              "      Wins 4 points\n");
    assert_non_null(turns);
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->count, 4);
    assert_int_equal(turns->turns[3].ms.cube, 2);
    assert_int_equal(turns->score[RECORD_ME], 4);
    match_turns_free(turns);
}

/* As GNU Backgammon 1.07 writes it: b rolls 6-3 and resigns, then a 3-2. */
TEST(who_resigns_before_the_first_play_is_who_does_not_win)
{
    struct match_turns *turns =
        match_of_text(" 7 point match\n\n Game 1\n"
                      " a : 0                      b : 0\n"
                      "  1) 63:       Wins 2 points\n\n"
                      " Game 2\n"
                      " a : 2                      b : 0\n"
                      "  1) 32:                         Wins 1 point\n\n"
                      " Game 3\n"
                      " a : 2                      b : 1\n");
    assert_non_null(turns);
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->count, 2);
    assert_int_equal(turns->turns[0].side, RECORD_OPPONENT);
    assert_int_equal(turns->turns[1].side, RECORD_ME);
    assert_true(turns->turns[0].is_unplayed && turns->turns[1].is_unplayed);
    assert_int_equal(turns->game[0].points[RECORD_ME], 2);
    assert_int_equal(turns->game[1].points[RECORD_OPPONENT], 1);
    match_turns_free(turns);
}

/* It writes the roll on the left, too, where the file ends before the first play; behind a
 * play the turn says whose roll it is. */
TEST(who_rolled_last_is_told_by_the_turn_before_or_not_at_all)
{
    static const struct {
        const char *rows;
        int count, faults, side;
    } cases[] = {{"  1) 63: \n", 0, 1, -1},
                 {"  1) 63: ????\n", 1, 0, RECORD_ME},
                 {"  1)                             63: \n", 1, 0, RECORD_OPPONENT},
                 {"  1) 63: \n\n      Wins 1 point\n", 1, 0, RECORD_ME},
                 {"  1) 41: 13/9 24/23              65: \n", 2, 0, RECORD_OPPONENT},
                 {"  1)                             63: 24/18 13/10 \n  2) 65: \n", 2,
                  0, RECORD_ME}};
    char text[300];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FORMAT_TEXT(text,
                    " 5 point match\n\n Game 1\n a : 0                      b : 0\n%s",
                    cases[i].rows);
        struct match_turns *turns = match_of_text(text);
        assert_non_null(turns);
        assert_int_equal(turns->count, cases[i].count);
        assert_int_equal(turns->faults, cases[i].faults);
        if (cases[i].faults > 0) {
            assert_string_equal(turns->fault[0].text,
                                "nothing tells who rolled 6-3; it is left out");
        } else {
            const struct match_turn *last = &turns->turns[turns->count - 1];
            assert_true(last->is_unplayed && (int)last->side == cases[i].side);
        }
        match_turns_free(turns);
    }
}

TEST(a_remark_between_games_begins_no_match)
{
    struct match_turns *turns = match_of_text(
        "; of a friend\n; [Player 1 \"anna\"]\n 3 point match\n; first\n Game 1\n; who\n"
        " anna : 0         b : 0\n  1) 31: 8/5 6/5\n ; why\n  2)  Doubles => 2        Drops\n"
        "; next\n Game 2\n anna : 1         b : 0\n  1) 42: 8/4 6/4\n");
    assert_non_null(turns);
    assert_null(turns->next);
    assert_int_equal(turns->games, 2);
    assert_int_equal(turns->heading.length, 3);
    assert_string_equal(turns->heading.my_name, "anna");
    match_turns_free(turns);
}

TEST(rules_of_the_heading_count)
{
    struct match_turns *turns = match_of_text("; [Crawford \"Off\"]\n 2 point match\n"
                                              " Game 1\n a : 1         b : 0\n"
                                              "  1) 31: 8/5 6/5\n");
    assert_non_null(turns);
    assert_false(turns->turns[0].ms.is_crawford);
    match_turns_free(turns);
    turns = match_of_text("; [Jacoby \"On\"]\n; [Beaver \"On\"]\n unlimited match\n"
                          " Game 1\n a : 1         b : 0\n  1) 31: 8/5 6/5\n");
    assert_non_null(turns);
    assert_true(turns->turns[0].ms.has_jacoby && turns->turns[0].ms.has_beavers);
    match_turns_free(turns);
}

/* A game in the layout of GNU Backgammon 1.07, which writes "Beavers" for a raccoon, too,
 * and leaves out the take that ends them. */
#define BEAVER_GAME                                                                    \
    "Game 1\n gnubg : 0                      root : 0\n"                               \
    "  1) 64: 24/18 13/9               Doubles => 2\n"
static const char gnubg_beavers[] =
    "; [EventDate \"2026.11.22\"]\n\n 0 point match\n\n " BEAVER_GAME
    "  2)  Beavers => 4                Beavers => 8\n"
    "  3)                             31: 8/5 6/5\n"
    "  4) 65: 24/18 18/13             \n";

TEST(beavers_leave_the_cube_with_who_was_doubled_first)
{
    struct match_turns *turns = match_of_text(gnubg_beavers);
    static const enum record_cell_type types[] = {
        RECORD_CELL_PLAY, RECORD_CELL_DOUBLE, RECORD_CELL_BEAVER, RECORD_CELL_BEAVER,
        RECORD_CELL_TAKE, RECORD_CELL_PLAY,   RECORD_CELL_PLAY};
    static const int stakes[] = {0, 0, 1, 2, 4, 0, 0};
    assert_non_null(turns);
    assert_int_equal(turns->count, 7);
    assert_int_equal(turns->faults, 0);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(turns->turns[i].type, types[i]);
        assert_int_equal(turns->turns[i].stakes, stakes[i]);
        assert_true(turns->turns[i].ms.has_beavers);
    }
    assert_true(match_turn_is_doublers(&turns->turns[3]));
    assert_false(match_turn_is_doublers(&turns->turns[4]));
    assert_int_equal(turns->turns[5].ms.cube, 8);
    assert_int_equal(turns->turns[5].side, RECORD_OPPONENT);
    assert_int_equal(turns->turns[5].ms.owner, CUBE_THEIRS);
    assert_int_equal(turns->turns[6].ms.owner, CUBE_MINE);
    match_turns_free(turns);
}

TEST(takes_and_raccoons_are_read_as_well)
{
    struct match_turns *gnubg = match_of_text(gnubg_beavers);
    struct match_turns *other =
        match_of_text(" unlimited match\n " BEAVER_GAME
                      "  2)  Beavers => 4                Raccoons => 8\n"
                      "  3)  Takes                      31: 8/5 6/5\n"
                      "  4) 65: 24/18 18/13             \n");
    assert_true(turns_are_alike(gnubg, other));
    match_turns_free(gnubg);
    match_turns_free(other);
}

/* A beaver that is dropped costs what the double would have. */
TEST(beavers_are_dropped_at_twice_the_cube_and_not_made_in_matches)
{
    struct match_turns *turns = match_of_text(
        " 0 point match\n " BEAVER_GAME "  2)  Beavers => 4                Drops\n");
    assert_int_equal(turns->game[0].points[RECORD_ME], 2);
    assert_int_equal(turns->faults, 0);
    match_turns_free(turns);
    turns = match_of_text(" 5 point match\n " BEAVER_GAME
                          "  2)  Beavers => 4                Takes\n");
    assert_int_equal(turns->faults, 1);
    assert_string_equal(turns->fault[0].text, "a beaver in a match");
    match_turns_free(turns);
    turns = match_of_text(" 0 point match\n " BEAVER_GAME
                          "  2)  Beavers => 16               Takes\n");
    assert_string_equal(turns->fault[0].text, "a double to 16 from 2");
    match_turns_free(turns);
}

TEST_MAIN(NULL, NULL)
