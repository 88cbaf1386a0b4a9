/* Reasons as sentences: verbs, lists, the numbers of points, and questions. */
#include <string.h>

#include "tests/unit/explain/explain_example.h"
#include "tests/unit/test_case.h"

TEST(verbs_take_the_form_of_the_name)
{
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

TEST(three_clauses_are_a_list_with_one_and)
{
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

TEST(points_are_numbered_for_who_moves_up)
{
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    const struct explain_names up = {.opponent = "I", .moves_up = true};
    explain_example(&examples[0], &reasons);
    FORMAT_TEXT(reasons.subject, "12/21");
    (void)explain_write(&reasons, &up, text);
    text[strcspn(text, ".")] = '\0';
    assert_string_equal(text, "12/21 makes the 21 point, four in a row, 19 to 22, and "
                              "keeps the anchor on 5, although it does not hit");
}

/* Whoever plays at a table of their own is named so in the match file. */
TEST(a_player_named_you_is_spoken_of_in_the_second_person)
{
    struct explain_reasons reasons;
    char named[EXPLAIN_SIZE], spoken[EXPLAIN_SIZE];
    explain_example(&examples[0], &reasons);
    (void)explain_write(&reasons, &(struct explain_names){.opponent = "you"}, named);
    (void)explain_write(&reasons, &(struct explain_names){.opponent = NULL}, spoken);
    assert_non_null(strstr(named, "You hit with 14 of 36"));
    assert_string_equal(named, spoken);
}

TEST(a_verb_has_the_form_of_its_person)
{
    static const struct {
        const char *opponent, *want;
    } rows[] = {{"I", "I am 2 away: a cube on 4 is dead."},
                {NULL, "You are 2 away: a cube on 4 is dead."},
                {"", "They are 2 away: a cube on 4 is dead."},
                {"opp_a", "opp_a is 2 away: a cube on 4 is dead."}};
    const struct explain_reasons reasons = {
        .count = 1, .reason = {{.kind = EXPLAIN_DEAD_CUBE, .number = {2.0, 4.0}}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[EXPLAIN_SIZE];
        (void)explain_write(
            &reasons, &(struct explain_names){.opponent = rows[i].opponent}, text);
        assert_string_equal(text, rows[i].want);
    }
}

TEST(questions_do_not_name_the_play)
{
    struct explain_reasons reasons;
    explain_example(&examples[0], &reasons);
    assert_string_equal(explain_question(&reasons), "Which point can be made?");
    explain_example(&examples[5], &reasons);
    assert_string_equal(explain_question(&reasons), "Is there a hit?");
}

TEST_MAIN(open_scratch, close_scratch)
