/* What typed lines mean. */
#include <stdbool.h>

#include "bot/seat/terminal/terminal_command.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/test_case.h"

static struct seat_view view;
static struct terminal_command command;
static struct error err;

static bool reads(const char *line)
{
    err.text[0] = '\0';
    return terminal_command_read(line, &view, &command, &err);
}

static void assert_action(const char *line, enum seat_action_type type)
{
    if (!reads(line)) {
        fail_msg("\"%s\": %s", line, err.text);
    }
    assert_int_equal(command.verb, TERMINAL_ACT);
    assert_int_equal(command.count, 1);
    assert_int_equal(command.actions[0].type, type);
}

TEST(whole_plays_are_read_in_every_usual_spelling)
{
    static const char *const spellings[] = {"8/5 6/5",  "8-5 6-5",      "6/5 8/5",
                                            "8/5, 6/5", "move 8-5 6-5", " 8/5 6/5 "};
    view_to_play(&view, 3, 1);
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        assert_action(spellings[i], SEAT_ACT_PLAY);
    }
    view_to_play(&view, 1, 1);
    assert_action("8/7(2) 6/5(2)", SEAT_ACT_PLAY);
}

TEST(the_tutor_has_a_mode_and_a_loss)
{
    view_at(&view, SEAT_LOBBY, 0);
    assert_true(reads("tutor warns 0.08"));
    assert_int_equal(command.verb, TERMINAL_TUTOR);
    assert_int_equal(command.tutor, TERMINAL_TUTOR_WARNS);
    assert_true(command.warn == 0.08);
    assert_true(reads("tutor OFF") && command.tutor == TERMINAL_TUTOR_OFF);
    assert_true(reads("tutor") && command.tutor == TERMINAL_TUTOR_MODES);
    assert_true(command.warn < 0.0);
    static const char *const wrong[] = {"tutor 0.08", "tutor full x", "tutor full -1",
                                        "tutor full 1.5", "tutor full nan"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(reads(wrong[i]));
    }
    assert_true(reads("why") && command.verb == TERMINAL_WHY);
}

TEST(a_part_of_a_play_is_hops)
{
    view_to_play(&view, 3, 1);
    assert_true(reads("8/5"));
    assert_int_equal(command.count, 1);
    assert_int_equal(command.actions[0].type, SEAT_ACT_HOP);
    assert_int_equal(command.actions[0].from, 8);
    assert_int_equal(command.actions[0].to, 5);
    view_to_play(&view, 2, 2);
    assert_true(reads("13-11(2)"));
    assert_int_equal(command.count, 2);
    assert_true(reads("13/11/9"));
    assert_int_equal(command.count, 2);
    assert_int_equal(command.actions[1].from, 11);
}

TEST(men_on_the_bar_enter_in_every_usual_spelling)
{
    static const char *const spellings[] = {"bar/22 6/5", "bar-22 6-5", "b/22 6/5",
                                            "b-22 6/5",   "BAR/22 6/5", "6/5 bar/22"};
    static struct play_list list;
    view_to_play(&view, 3, 1);
    view.board.pos.mine.at[24]--;
    view.board.pos.mine.at[25]++;
    hops_begin(&view.hops, &view.board.pos, view.board.roll, &list);
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        assert_action(spellings[i], SEAT_ACT_PLAY);
    }
    assert_true(reads("bar/22"));
    assert_int_equal(command.actions[0].type, SEAT_ACT_HOP);
    assert_int_equal(command.actions[0].from, 25);
    assert_int_equal(command.actions[0].to, 22);
}

TEST(what_is_no_play_says_why)
{
    view_to_play(&view, 3, 1);
    assert_false(reads("move"));
    assert_string_equal(err.text, "which checkers? For example: 24/18 13/11");
    assert_false(reads("move 8"));
    assert_non_null(strstr(err.text, "play \"8\": expected checker moves"));
    assert_false(reads("move ,"));
    assert_true(err.text[0] != '\0');
    assert_false(reads("5/8"));
    assert_true(err.text[0] != '\0');
    assert_false(reads("8/5 6/5 13/12 13/10 24/23"));
    assert_false(reads("8"));
    assert_false(reads("8/5 6"));
    assert_false(reads("move"));
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_ROLL);
    assert_false(reads("8/5 6/5"));
    assert_string_equal(err.text, "roll first");
}

TEST(a_move_that_is_impossible_is_named)
{
    static struct play_list list;
    view_to_play(&view, 6, 1);
    assert_false(reads("24/18 13/11"));
    assert_string_equal(err.text, "13/11 cannot be played with 6-1");
    assert_false(reads("12/11"));
    assert_string_equal(err.text, "you have no checker on 12");
    assert_false(reads("bar/24"));
    assert_string_equal(err.text, "you have no checker on the bar");
    assert_false(reads("6/off"));
    assert_string_equal(err.text, "6/off cannot be played with 6-1");
    assert_false(reads("6/0"));
    assert_string_equal(err.text, "6/off cannot be played with 6-1");
    assert_false(reads("12/11(4)"));
    assert_string_equal(err.text, "you have no checker on 12");
    assert_true(hops_move(&view.hops, 8, 7)); /* the 1 is used */
    assert_true(reads("24/18"));
    assert_false(reads("6/5"));
    assert_string_equal(err.text, "6/5 cannot be played with 6-1");
    view.board.pos.mine.at[24]--;
    view.board.pos.mine.at[25]++;
    hops_begin(&view.hops, &view.board.pos, view.board.roll, &list);
    assert_false(reads("8/7"));
    assert_string_equal(err.text, "your checker on the bar must enter first");
}

TEST(an_empty_line_is_what_comes_next)
{
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_ROLL | 1U << SEAT_ACT_DOUBLE);
    assert_action("", SEAT_ACT_ROLL);
    view_to_play(&view, 3, 1);
    assert_true(reads("  "));
    assert_int_equal(command.verb, TERMINAL_BOARD); /* the play is not whole */
    view.allowed |= 1U << SEAT_ACT_DONE;
    assert_action("", SEAT_ACT_DONE);
    view_at(&view, SEAT_LOBBY, 1U << SEAT_ACT_NEW | 1U << SEAT_ACT_RESUME);
    assert_action("", SEAT_ACT_RESUME);
    view_at(&view, SEAT_OFFERED, 1U << SEAT_ACT_TAKE | 1U << SEAT_ACT_PASS);
    assert_string_equal(terminal_command_next(&view),
                        ""); /* nobody passes by accident */
}

TEST(words_may_be_cut_short_and_a_wrong_one_gets_the_nearest)
{
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_ROLL);
    assert_action("r", SEAT_ACT_ROLL);
    assert_action("DOUBLE", SEAT_ACT_DOUBLE);
    assert_true(reads("h"));
    assert_int_equal(command.verb, TERMINAL_HINT);
    assert_true(reads("?"));
    assert_int_equal(command.verb, TERMINAL_HELP);
    assert_false(reads("duoble"));
    assert_string_equal(err.text, "\"duoble\": did you mean double?");
    assert_false(reads("xyzzyxyzzy"));
    assert_string_equal(err.text,
                        "\"xyzzyxyzzy\" is not understood; ? lists the commands");
}

TEST(answers_are_to_what_is_asked)
{
    view_at(&view, SEAT_OFFERED, 1U << SEAT_ACT_TAKE | 1U << SEAT_ACT_PASS);
    assert_action("accept", SEAT_ACT_TAKE);
    assert_action("reject", SEAT_ACT_PASS);
    view_at(&view, SEAT_RESIGN_OFFERED, 1U << SEAT_ACT_ACCEPT | 1U << SEAT_ACT_REJECT);
    assert_action("accept", SEAT_ACT_ACCEPT);
    assert_action("no", SEAT_ACT_REJECT);
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_ROLL); /* refused by this word */
    assert_action("accept", SEAT_ACT_ACCEPT);
    assert_action("reject", SEAT_ACT_REJECT);
}

TEST(matches_and_resignations_have_their_numbers)
{
    view_at(&view, SEAT_LOBBY, 1U << SEAT_ACT_NEW);
    assert_action("new 7 expert", SEAT_ACT_NEW);
    assert_int_equal(command.actions[0].number, 7);
    assert_string_equal(command.actions[0].level, "expert");
    assert_action("level expert", SEAT_ACT_LEVEL);
    assert_string_equal(command.actions[0].level, "expert");
    assert_false(reads("level"));
    assert_action("new money", SEAT_ACT_NEW);
    assert_int_equal(command.actions[0].number, 0);
    assert_action("new casual", SEAT_ACT_NEW);
    assert_int_equal(command.actions[0].number, 5);
    assert_false(command.actions[0].drops);
    assert_action("forget 3", SEAT_ACT_NEW);
    assert_true(command.actions[0].drops);
    assert_int_equal(command.actions[0].number, 3);
    assert_false(reads("new 26"));
    assert_false(reads("new 0"));
    assert_false(reads("new -1"));
    assert_non_null(strstr(err.text, "1 to 25 points"));
    assert_action("resign gammon", SEAT_ACT_RESIGN);
    assert_int_equal(command.actions[0].number, 2);
    assert_action("resign", SEAT_ACT_RESIGN);
    assert_int_equal(command.actions[0].number, 1);
    assert_false(reads("resign 4"));
    assert_action("auto roll on", SEAT_ACT_SET);
    assert_true(command.actions[0].choices.rolls);
    assert_action("auto roll off", SEAT_ACT_SET);
    assert_false(command.actions[0].choices.rolls);
    assert_false(reads("auto roll maybe"));
    assert_false(reads("auto pilot"));
    assert_true(reads("pace quick"));
    assert_int_equal(command.verb, TERMINAL_PACE);
    assert_int_equal(command.pace, 2);
    assert_false(reads("pace fast"));
    assert_false(reads("pace"));
}

TEST_MAIN(NULL, NULL)
