/* The table of games, where the report knows less than all. */
#include <stdio.h>
#include <string.h>

#include "match/match_columns.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/sample_match.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

TEST(what_is_not_known_of_a_game_is_not_told)
{
    struct match_turns *turns = sample_match("21: 6/4 6/5", NULL);
    struct match_analysis *analysis = match_analysis_new(eng, scratch, turns);
    assert_true(match_analysis_step(analysis)); /* the first roll of the first game */
    const struct match_report report = {turns, analysis, .program = "test"};
    FILE *out = printed_begin();
    match_columns_games(&report, column_text, out);
    char *text = printed_end(out), *first = strstr(text, "\n1 ") + 1, result[20];
    char luck[4], without[4];
    first[strcspn(first, "\n")] = '\0';
    assert_int_equal(
        sscanf(first, "1 0-0 %*s - %19s %% %3s %3s", result, luck, without), 3);
    assert_int_equal(result[0], '+');
    assert_string_equal(luck, "-");
    assert_string_equal(without, "-");
    match_analysis_free(analysis);
    match_turns_free(turns);
}

TEST_MAIN(open_engine, close_engine)
