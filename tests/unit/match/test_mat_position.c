/* Positions in Jellyfish text: of plays that the rules do not allow, and at the beginning. */

#include "match/match_reader.h"
#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"

#define HEADING                                                                        \
    " 5 point match\n\n Game 1\n"                                                      \
    " anna : 0                        bert : 0\n"

/* As GNU Backgammon writes the position after a play: from a bar to the other bar, as the
 * first player named sees it, and the next roll. */
#define DUMP(names, board) "Illegal play (5;0;0;0;1;" names ";0;0;0;1;0;" board ";6;1;)"

/* After 31: 8/5 6/5 and 42: 8/4 6/4. */
#define ANNA_24_18 "0;-2;0;0;0;2;4;0;2;0;0;0;-5;5;0;0;0;-2;1;-4;0;-2;0;0;1;0"
#define ANNA_13_5  "0;-2;0;0;0;3;4;0;2;0;0;0;-5;4;0;0;0;-2;0;-4;0;-2;0;0;2;0"
#define NO_PLAY    "0;-2;0;0;0;2;4;0;2;0;0;0;-5;5;0;0;0;-2;0;-4;0;-2;0;0;2;0"
#define BY_BERT    "0;-1;0;0;2;0;4;-1;2;0;0;0;-5;5;0;0;0;-2;0;-4;-2;0;0;0;2;0"
#define NOWHERE    "0;-2;0;0;0;2;4;0;2;0;0;0;-5;3;0;0;0;-2;3;-4;0;-2;0;0;1;0"
#define TOO_MANY   "0;-2;0;0;0;2;4;0;2;0;0;0;-5;300;0;0;0;-2;0;-4;0;-2;0;0;2;0"

static struct match_turns *read_illegal(const char *cell)
{
    char text[600];
    FORMAT_TEXT(text,
                HEADING "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
                        "  2) 52: %s 61: 13/7 8/7\n"
                        "      Wins 1 point\n",
                cell);
    struct match_turns *turns = match_of_text(text);
    assert_non_null(turns);
    assert_int_equal(turns->score[RECORD_ME], 1);
    return turns;
}

TEST(an_illegal_play_is_found_by_the_position_after_it)
{
    static const struct {
        const char *cell;
        int count, from, to;
    } cases[] = {{DUMP("anna;bert", ANNA_24_18), 1, 24, 18},
                 {DUMP("anna;bert", ANNA_13_5), 1, 13, 5},
                 {DUMP("bert;anna", BY_BERT), 1, 24, 18},
                 {DUMP("Drops;65: so", ANNA_13_5), 1, 13, 5}, /* names of others */
                 {DUMP("anna;bert", NO_PLAY), 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct match_turns *turns = read_illegal(cases[i].cell);
        if (turns->count != 4) {
            fail_msg("%s: %s", cases[i].cell, turns->fault[0].text);
        }
        assert_true(play_is(&turns->turns[2], 5, 2, cases[i].count, cases[i].from,
                            cases[i].to));
        assert_true(play_is(&turns->turns[3], 6, 1, 2, 13, 7));
        assert_int_equal(turns->faults, 1);
        assert_string_equal(turns->fault[0].text, "the play is not a legal one of 5-2");
        match_turns_free(turns);
    }
}

TEST(a_position_that_no_play_leads_to_ends_the_game)
{
    static const char *const cells[] = {DUMP("anna;bert", NOWHERE),
                                        DUMP("anna;bert", TOO_MANY)};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        struct match_turns *turns = read_illegal(cells[i]);
        assert_int_equal(turns->count, 2);
        assert_false(turns->has_all);
        assert_int_equal(turns->faults, 1);
        assert_non_null(strstr(turns->fault[0].text, "no play leads to"));
        match_turns_free(turns);
    }
}

TEST(a_position_that_is_not_whole_ends_the_game)
{
    struct match_turns *turns = read_illegal("Illegal play (5;0;0;0;1;anna;bert;0;)");
    assert_int_equal(turns->count, 2);
    assert_int_equal(turns->faults, 1);
    assert_non_null(strstr(turns->fault[0].text, "is not understood"));
    match_turns_free(turns);
}

/* The position was set by hand; the roll before it is not played. */
TEST(an_illegal_play_may_begin_a_game)
{
#define ENDGAME(bar) bar ";1;1;2;2;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;-1;0;0;-2;0"
    static const struct {
        const char *cell;
        int count;
    } cases[] = {
        {DUMP("bert;anna", ENDGAME("0")), 4},
        {DUMP("carl;anna", ENDGAME("0")), 0},
        {DUMP("bert;anna", ENDGAME("1")), 0},
        {"Illegal play (5;0;0;0;1;bert;anna;0;0;0;2;0;" ENDGAME("0") ";6;1;)", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[600];
        FORMAT_TEXT(text,
                    HEADING "  1) 52: %s  Doubles => 2\n"
                            "  2)  Takes                      66: 4/off(2) 3/off(2)\n"
                            "  3) 21: 1/off 4/2\n"
                            "                                 Wins 2 points\n",
                    cases[i].cell);
        struct match_turns *turns = match_of_text(text);
        assert_non_null(turns);
        assert_int_equal(turns->count, cases[i].count);
        assert_int_equal(turns->faults, 1);
        if (turns->count > 0) {
            assert_int_equal(turns->turns[0].side, RECORD_OPPONENT);
            assert_int_equal(turns->turns[0].pos.theirs.at[1], 2);
            assert_int_equal(turns->turns[0].pos.mine.at[4], 2);
        }
        assert_int_equal(turns->score[RECORD_OPPONENT], 2);
        match_turns_free(turns);
    }
}

/* A checker that hits and goes on makes two moves; writers differ in the order of the bars. */
TEST(hits_on_the_way_are_found)
{
#define MIDDLE ";-1;0;0;0;0;4;-1;3;0;0;1;-5;4;0;0;0;-2;0;-4;-2;0;0;0;2;"
    static const char *const cells[] = {DUMP("anna;bert", "0" MIDDLE "1"),
                                        DUMP("anna;bert", "1" MIDDLE "0"),
                                        DUMP("anna;bert", "-1" MIDDLE "0")};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        char text[600];
        FORMAT_TEXT(text,
                    HEADING "  1)                              31: 8/5 6/5\n"
                            "  2) 21: 13/11 6/5                61: %s\n"
                            "  3) 64: bar/21\n",
                    cells[i]);
        struct match_turns *turns = match_of_text(text);
        assert_non_null(turns);
        assert_int_equal(turns->count, 4);
        assert_true(play_is(&turns->turns[2], 6, 1, 2, 24, 18));
        assert_int_equal(turns->turns[2].play.moves[0].to, 20);
        assert_true(play_is(&turns->turns[3], 6, 4, 1, 25, 21));
        match_turns_free(turns);
    }
}

/* A game by eXtreme Gammon; anna has two checkers left, bert one. */
TEST(a_game_may_begin_from_a_position)
{
    static const struct {
        const char *line;
        int count, faults;
    } cases[] = {{"; Set Pos=-A---A------------------a-/0", 2, 0},
                 {";Set Pos=-A---A------------------a-/0", 2, 0},
                 {"; Set Pos=-a----E-C---eE---c-e----B-/0", 0, 1}, /* the usual one */
                 {"; Set Pos=-A---A------------------a-/1", 0, 1},
                 {"; Set Pos=AAAAAAA", 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[400];
        FORMAT_TEXT(text,
                    HEADING "%s\n"
                            "  1) 31: 5/2 1/off                65: 1/off\n"
                            "                                  Wins 1 point\n",
                    cases[i].line);
        struct match_turns *turns = match_of_text(text);
        assert_non_null(turns);
        if (turns->count != cases[i].count || turns->faults != cases[i].faults) {
            fail_msg("%s: %d turns, %d faults: %s", cases[i].line, turns->count,
                     turns->faults, turns->faults > 0 ? turns->fault[0].text : "");
        }
        assert_int_equal(turns->score[RECORD_OPPONENT], 1);
        match_turns_free(turns);
    }
}

TEST_MAIN(NULL, NULL)
