/* What players tell the director, and what it answers. */
#include "tests/unit/bot/tournament/world_scene.h"
#include "tests/unit/test_case.h"

#define LIMITS                                                                         \
    "Begin within 7 minutes of my call, or you lose the match; if you leave, fewer "   \
    "than 3 times, be back within 7 minutes; a match has 45 minutes."

/* ---- what users tell ------------------------------------------------------------ */

TEST(a_dropout_is_confirmed_within_10_seconds)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 3, 1);
    world.match_seconds = 1000000;
    pass(10);
    says(CARL, "yes");
    hears(CARL, "There is nothing to say yes to.");
    says(CARL, "dropout 1");
    hears(CARL, "You will lose all matches that are left. Tell me yes within 10 "
                "seconds to drop out.");
    pass(12);
    says(CARL, "yes");
    hears(CARL, "There is nothing to say yes to.");
    assert_false(world.entrants[CARL].is_out);
    pass(60);
    says(CARL, "dropout");
    tells(CARL, "yes");
    pass(5);
    assert_true(world.entrants[CARL].is_out);
    world.match_seconds = 60;
    world_run(&world);
    int forfeited = 0;
    for (int i = 0; i < world.match_count; i++) {
        forfeited += world.matches[i].state == DIRECTOR_MATCH_FORFEITED;
        if (world.matches[i].state == DIRECTOR_MATCH_FORFEITED) {
            assert_string_equal(world.matches[i].why, "carl dropped out");
        }
    }
    assert_int_equal(forfeited, 4);
    assert_int_equal(world.truth_count, 2);
}

TEST(users_are_told_how_it_stands)
{
    begin(one_round, 3, 1);
    world.match_seconds = 1000000;
    world.souls[CARL].is_deaf = true;
    pass(10);
    says(CARL, "  CURRENT ");
    hears(CARL, "Tournament, round 1: please play 5 points with bert now: invite "
                "bert 5");
    says(CARL, "matches");
    hears(CARL, "round 1: bert called, round 2: anna due");
    says(CARL, "standings");
    hears(CARL, "1. anna 0-0, 1. bert 0-0, 1. carl 0-0");
    says(CARL, "how are you?");
    hears(CARL, "I direct a tournament. Tell me: register, dropout, rules, current, "
                "matches, standings, here, report loss, report win.");
    says(CARL, "report loss");
    hears(CARL, "Thank you, I see the result of this match myself.");
    says(CARL, "register");
    hears(CARL, "You take part already.");
    says(CARL, "reporter");
    says(CARL, "help");
    hears(CARL, "You ask a lot: please wait a minute.");
    says(CARL, "help");
    hears(CARL, "");
    pass(60);
    says(CARL, "help");
    assert_true(world.last_tell[CARL][0] != '\0');
}

/* Two foreign players on a server that reports nothing. */
static void begin_unreported(void)
{
    begin(one_round, 2, 2);
    play_without_end();
}

TEST(a_flood_of_strangers_keeps_nobody_from_playing)
{
    begin(one_round, 2, 1);
    pass(1);
    for (int i = 0; i < 1000; i++) {
        world_line(&world, "12 stranger_%c%c %s", 'a' + i % 26, 'a' + i / 26 % 26,
                   i % 2 == 0 ? "help" : "hello");
    }
    pass_until(0, DIRECTOR_MATCH_DONE);
    assert_true(world.others_told > 0 && world.others_told <= 80);
}

TEST(a_report_that_both_make_counts)
{
    begin_unreported();
    says(ANNA, "report win");
    hears(ANNA, "Noted. It counts when bert reports the same.");
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
    says(BERT, "report loss 1");
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_DONE);
    assert_int_equal(world.matches[0].source, DIRECTOR_SOURCE_BOTH);
    assert_int_equal(world.matches[0].pairing.side[world.matches[0].winner], ANNA);
}

TEST(results_are_told_from_the_side_of_who_asks)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 2);
    play_without_end();
    says(ANNA, "report win");
    says(BERT, "report loss");
    says(ANNA, "matches");
    hears(ANNA, "round 1: won against bert, round 2: bert due");
    says(BERT, "matches");
    hears(BERT, "round 1: lost to anna, round 2: anna due");
    says(BERT, "standings");
    hears(BERT, "1. anna 1-0, 2. bert 0-1");
    says(BERT, "rules");
    hears(BERT, LIMITS);
}

TEST(the_rules_have_each_limit_and_the_time_of_all_rounds)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 3}, 2, 2);
    world.options.no_show_ms = 5 * 60000;
    world.options.away_ms = 3 * 60000;
    play_without_end();
    world.last_tell[ANNA][0] = '\0';
    tells(ANNA, "rules");
    hears_soon(ANNA,
               "Tournament: everybody plays everybody 3 times, 5 points a match. It "
               "has begun; 3 rounds in about 2 h 15 min.");
    hears_soon(ANNA,
               "Begin within 5 minutes of my call, or you lose the match; if you "
               "leave, fewer than 3 times, be back within 3 minutes; a match has 45 "
               "minutes.");
}

TEST(who_has_a_bye_is_told_in_which_round)
{
    begin((struct pairing_plan){.kind = PAIRING_KNOCK_OUT}, 3, 3);
    world.match_seconds = 1000000;
    pass(30);
    says(ANNA, "matches"); /* the first seed */
    hears(ANNA, "round 1: a bye");
    assert_string_equal(world.last_news[DIRECTOR_NEWS_ROUND],
                        "round 1 of 2: anna - (bye), bert - carl");
    says(ANNA, "current");
    hears(ANNA, "You have nothing to play now.");
}

/* Else what they gain by their next match would look like another gain. */
TEST(only_a_match_that_was_played_here_gives_experience)
{
    for (int is_played = 0; is_played <= 1; is_played++) {
        begin(one_round, 2, 2);
        world.match_seconds = 1000000;
        world.souls[ANNA].is_deaf = is_played == 0;
        pass_until(0, is_played ? DIRECTOR_MATCH_PLAYING : DIRECTOR_MATCH_CALLED);
        pass(5);
        int before = world.entrants[ANNA].standing.experience;
        says(ANNA, "report win");
        says(BERT, "report loss 1");
        assert_int_equal(world.matches[0].source, DIRECTOR_SOURCE_BOTH);
        assert_true(world.entrants[ANNA].standing.is_known);
        assert_int_equal(world.entrants[ANNA].standing.experience - before,
                         is_played ? world.options.length : 0);
    }
}

TEST(reports_that_disagree_are_for_the_operator)
{
    struct error err;
    begin_unreported();
    says(ANNA, "report win");
    says(BERT, "report win");
    hears(BERT, "anna says otherwise: the operator will decide.");
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
    assert_string_equal(world.last_warning,
                        "round 1, anna against bert: both say that they have won it");
    assert_true(director_award(world.director, world.now_s * 1000, 0, "bert", "olga",
                               "anna lied", &err));
    world_drain(&world);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_FORFEITED);
    assert_int_equal(world.matches[0].source, DIRECTOR_SOURCE_OPERATOR);
    assert_string_equal(world.matches[0].by, "olga");
    assert_string_equal(world.matches[0].why, "anna lied");
}

TEST(strangers_register_until_the_start)
{
    begin(one_round, 4, 3);
    world.options.has_registration = true;
    world.options.entrants_max = 3;
    FORMAT_TEXT(world.options.start, "2027-01-30 19:00 UTC");
    world.count = 2; /* anna and bert; carl and dora are not known yet */
    pass(5);
    world.count = 4;
    pass(5);
    says(DORA, "current");
    hears(DORA, "You do not take part.");
    tells(CARL, "register");
    hears_soon(CARL, "You take part. I will call you when you are to play.");
    hears_soon(CARL,
               "Tournament: everybody plays everybody, 5 points a match. It begins "
               "2027-01-30 19:00 UTC.");
    hears_soon(CARL, LIMITS);
    world.last_tell[CARL][0] = '\0';
    pass(20);
    hears(CARL, ""); /* once */
    says(DORA, "register");
    hears(DORA, "Sorry, all 3 places are taken.");
    says(BERT, "dropout");
    says(BERT, "yes");
    hears(BERT, "You have dropped out.");
    director_start(world.director, world.now_s * 1000);
    world_drain(&world);
    assert_int_equal(world.whole.plan.entrants, 2);
    assert_string_equal(world.entrants[1].name, "carl");
    assert_string_equal(world.entrants[2].name, "");
    tells(DORA, "RULES"); /* whoever asks */
    hears_soon(
        DORA,
        "Tournament: everybody plays everybody, 5 points a match. It has begun; 1 "
        "round in about 45 minutes.");
    hears_soon(DORA, LIMITS);
    says(BERT, "register");
    hears(BERT, "Registration is closed.");
}

TEST_MAIN(NULL, NULL)
