/* What the director does about players who do not come, leave or sit idle. */
#include "tests/unit/bot/tournament/world_scene.h"
#include "tests/unit/test_case.h"

/* ---- no-shows ------------------------------------------------------------------- */

TEST(who_does_not_come_forfeits)
{
    begin(one_round, 2, 1);
    world.souls[BERT].is_absent = true;
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
    assert_in_range(world.now_s, 7 * 60, 7 * 60 + 10);
    pass(5);
    assert_true(world.is_done);
}

TEST(who_does_nothing_is_reminded_and_forfeits)
{
    begin(one_round, 2, 1);
    world.souls[BERT].is_deaf = true;
    pass(60);
    hears(BERT, "Tournament, round 1: please play 5 points with anna now: invite "
                "anna 5");
    pass(
        130); /* the rules in two lines, the call; the reminder is followed by the call */
    assert_int_equal(world.tells, 5);
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
}

TEST(of_two_foreign_players_both_forfeit_who_do_nothing)
{
    begin(one_round, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    assert_forfeited(0, PAIRING_NOBODY, "both did not begin within 7 minutes");
}

/* Whoever is told late, since many are called at once, has as much time. */
TEST(the_time_of_a_call_begins_when_it_is_told)
{
    begin(one_round, 2, 2);
    world.options.say_pause_ms = 60000; /* the rules to both, then the calls */
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    assert_forfeited(0, PAIRING_NOBODY, "both did not begin within 7 minutes");
    assert_in_range(world.now_s, 12 * 60, 12 * 60 + 30);
}

TEST(a_reminder_says_how_long_is_left_and_whom_they_wait_for)
{
    begin(one_round, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    world.options.no_show_ms = 5 * 60000;
    pass(175);
    hears_soon(BERT, "Please begin within 2 minutes, or you lose the match. You wait "
                     "for anna? Tell me: here");
    assert_forfeited(0, PAIRING_NOBODY, "both did not begin within 5 minutes");
}

TEST(who_is_back_is_asked_to_go_on)
{
    begin(one_round, 2, 2);
    play_without_end();
    world.souls[ANNA].is_deaf = true;
    world_go_offline(&world, BERT, 60);
    pass(100);
    hears(ANNA, "Tournament, round 1: please continue your match with bert: invite "
                "bert");
    hears(BERT, "Tournament, round 1: please continue your match with anna: join "
                "anna");
}

/* ... and whoever logs in anew hears his call once more, the other one not. */
TEST(who_comes_back_is_called_again)
{
    begin(one_round, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    pass(60);
    world.last_tell[ANNA][0] = world.last_tell[BERT][0] = '\0';
    world_go_offline(&world, BERT, 10);
    pass(60);
    hears(ANNA, "");
    hears(BERT, "Tournament, round 1: anna will invite you to a 5-point match, then: "
                "join anna");
}

/* Two foreign players who do not begin; `shown` says something to the director. */
static void begin_silent_pair(int shown)
{
    begin(one_round, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    pass(200); /* reminded */
    hears(1 - shown, shown == ANNA
                         ? "Tournament, round 1: anna will invite you to a 5-point "
                           "match, then: join anna"
                         : "Tournament, round 1: please play 5 points with bert "
                           "now: invite bert 5");
    tells(shown, "Here!");
    pass(5);
}

TEST(of_two_foreign_players_the_one_who_is_there_wins)
{
    begin_silent_pair(ANNA); /* she was to invite */
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
    assert_in_range(world.now_s, 7 * 60, 7 * 60 + 20);
    begin_silent_pair(BERT);
    assert_forfeited(0, BERT, "anna did not begin within 7 minutes");
}

/* ... also in a match that was called late. */
TEST(who_waits_hears_how_long_it_takes_from_the_call_on)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    pass_until(1, DIRECTOR_MATCH_CALLED);
    pass(170);
    says(ANNA, "here");
    hears(ANNA, "Noted: you are there. If I hear nothing of bert within 5 minutes, you "
                "win.");
}

/* Whoever says `here` hears that it is noted. */
TEST(who_waits_may_say_so)
{
    begin_silent_pair(ANNA);
    tells(ANNA, "here");
    pass(6);
    hears(ANNA, "Noted: you are there. If I hear nothing of bert within 4 minutes, you "
                "win.");
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
}

/* FIBS makes whoever invites ready, and says so to everybody. */
TEST(who_becomes_ready_has_shown_up)
{
    begin(one_round, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    world.souls[ANNA].is_unready = true;
    pass(60);
    world.souls[ANNA].is_unready = false;
    world_who(&world, ANNA);
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
}

TEST(who_logs_out_loses_to_the_one_who_is_on_the_server)
{
    begin(one_round, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    pass(60);
    tells(ANNA, "here");
    pass(5);
    world.souls[ANNA].is_absent = true;
    world_go_offline(&world, ANNA, 0);
    assert_forfeited(0, BERT, "anna did not begin within 7 minutes");
}

/* Both say that they are there: they have the time of a match, and no more. */
TEST(two_who_are_there_and_do_not_begin_forfeit_in_the_end)
{
    begin_silent_pair(ANNA);
    tells(BERT, "here");
    assert_forfeited(0, PAIRING_NOBODY, "both kept the match waiting for 45 minutes");
    assert_in_range(world.now_s, 45 * 60, 45 * 60 + 10);
}

TEST(a_match_forfeited_by_both_is_told_as_such)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    pass_until(0, DIRECTOR_MATCH_FORFEITED);
    assert_string_equal(world.last_news[DIRECTOR_NEWS_RESULT],
                        "round 1, anna against bert: both did not begin within 7 "
                        "minutes; forfeited by both");
    pass(5);
    tells(BERT, "matches");
    pass(10);
    hears(BERT, "round 1: forfeited by both (you and anna), round 2: anna called");
}

/* ---- stuck ---------------------------------------------------------------------- */

TEST(a_match_of_ours_that_is_stuck_is_void_past_its_time)
{
    begin(one_round, 2, 0);
    play_without_end();
    pass(60 * 60);
    assert_int_equal(world.matches[0].state,
                     DIRECTOR_MATCH_PLAYING); /* long, but it goes on */
    world.is_stuck = true;
    int64_t since_s = world.now_s;
    pass_until(0, DIRECTOR_MATCH_VOID);
    assert_string_equal(world.matches[0].why, "it is stuck");
    assert_in_range(world.now_s - since_s, 6 * 60, 7 * 60 + 10);
    pass(10);
    assert_int_equal(world.souls[ANNA].playing, -1); /* ordered away from the table */
}

TEST(who_does_not_move_past_the_time_of_a_match_forfeits)
{
    begin(one_round, 2, 1); /* anna, ours, has moved last; bert is not idle, and lets */
    play_without_end();     /* the match stand */
    pass(60 * 60);
    world.is_stuck = true;
    assert_forfeited(0, ANNA, "bert did not move for 7 minutes");
    begin(one_round, 2, 1); /* nobody has moved: who is not ours is to blame */
    world.is_stuck = true;
    play_without_end();
    assert_forfeited(0, ANNA, "bert did not move for 7 minutes");
}

/* Whoever was to act last, by a play, a double or a take of the other. */
TEST(who_was_to_act_is_to_blame)
{
    static const enum match_event_type types[] = {MATCH_PLAY, MATCH_DOUBLE, MATCH_TAKE};
    for (int i = 0; i < 6; i++) {
        const struct match_event act = {
            .type = types[i % 3], .length = 5, .is_mine = i < 3, .opponent = "bert"};
        begin(one_round, 2, 1);
        play_without_end();
        pass(60 * 60);
        world.is_stuck = true;
        pass(5);
        director_match_event(world.director, world.now_s * 1000, "anna", &act);
        assert_forfeited(0, i < 3 ? ANNA : BERT,
                         i < 3 ? "bert did not move for 7 minutes"
                               : "anna did not move for 7 minutes");
    }
}

/* Of two foreign players the director sees nothing but that they sit at the table. */
TEST(a_match_of_others_ends_after_four_times_its_time)
{
    begin(one_round, 2, 2);
    play_without_end();
    pass_until(0, DIRECTOR_MATCH_VOID);
    assert_in_range(world.now_s, 180 * 60, 180 * 60 + 100);
    assert_string_equal(world.matches[0].why,
                        "it did not end in several times its time");
}

TEST(time_stands_still_while_the_director_is_away)
{
    begin(one_round, 2, 1);
    world.souls[BERT].is_absent = true;
    pass(300);
    world_cut_director(&world, 3600);
    pass(3600);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_CALLED);
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
    assert_in_range(world.now_s, 3600 + 7 * 60, 3600 + 7 * 60 + 10);
}

TEST(a_match_of_ours_that_does_not_begin_is_void_in_the_end)
{
    begin(one_round, 2, 0);
    world.souls[BERT].is_deaf = true;
    pass_until(0, DIRECTOR_MATCH_VOID);
    assert_in_range(world.now_s, 45 * 60, 45 * 60 + 10);
    assert_string_equal(world.matches[0].why, "it could not be played in its time");
    static struct pairing_result room[DIRECTOR_MATCHES_MAX];
    struct table_row table[DIRECTOR_ENTRANTS_MAX];
    assert_int_equal(director_table(director_rows(world.director), room, table), 2);
    assert_true(table[0].lost == 0 && table[1].lost == 0);
}

/* ---- leaving -------------------------------------------------------------------- */

TEST(who_stays_away_forfeits)
{
    begin(one_round, 2, 1);
    play_without_end();
    int64_t since_s = world.now_s;
    world_go_offline(&world, BERT, 3600);
    assert_forfeited(0, ANNA, "bert did not come back within 7 minutes");
    assert_in_range(world.now_s - since_s, 7 * 60, 7 * 60 + 10);
    assert_int_equal(world.matches[0].away[1], 1);
}

/* ... also while the director was away. */
TEST(who_leaves_unseen_forfeits_when_he_stays_away)
{
    begin(one_round, 2, 2);
    play_without_end();
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    world_save(&world, ANNA, -1);
    pass_until(0, DIRECTOR_MATCH_INTERRUPTED);
    pass(10);
    world.souls[BERT].is_absent = true;
    world_cut_director(&world, 20);
    world_go_offline(&world, BERT, 0);
    assert_forfeited(0, ANNA, "bert did not come back within 7 minutes");
}

TEST(who_is_back_has_time_to_go_on)
{
    begin(one_round, 2, 1);
    play_without_end();
    int64_t since_s = world.now_s;
    world.souls[BERT].is_deaf = true;
    world_go_offline(&world, BERT, 5 * 60);
    assert_forfeited(0, ANNA, "bert did not go on within 7 minutes");
    assert_in_range(world.now_s - since_s, 12 * 60, 12 * 60 + 10);
}

TEST(who_leaves_three_times_forfeits)
{
    begin(one_round, 2, 1);
    play_without_end();
    for (int times = 1; times <= 2; times++) {
        world_go_offline(&world, BERT, 60);
        pass(30);
        assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_INTERRUPTED);
        pass_until(0, DIRECTOR_MATCH_PLAYING);
        assert_int_equal(world.matches[0].away[1], times);
    }
    world_go_offline(&world, BERT, 60);
    assert_forfeited(0, ANNA, "bert left 3 times");
}

TEST(who_is_back_at_once_was_not_away)
{
    begin(one_round, 2, 1);
    play_without_end();
    for (int times = 0; times < 6; times++) {
        world_go_offline(&world, BERT, 3);
        pass(10);
        pass_until(0, DIRECTOR_MATCH_PLAYING);
    }
    assert_int_equal(world.matches[0].away[1], 0);
}

TEST(who_leaves_the_table_is_away_though_he_is_here)
{
    begin(one_round, 2, 2);
    play_without_end();
    world_save(&world, BERT, BERT);
    world.souls[BERT].is_deaf = true;
    assert_forfeited(0, ANNA, "bert did not come back within 7 minutes");
}

TEST(who_sits_idle_in_a_long_match_forfeits)
{
    begin(one_round, 2, 1);
    play_without_end();
    world.souls[BERT].idle_s = 20;
    pass(60 * 60); /* longer than a match may take, but both play */
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
    world.souls[BERT].idle_s = 8 * 60;
    assert_forfeited(0, ANNA, "bert was idle for 7 minutes");
    pass(5);
    assert_int_equal(world.souls[ANNA].playing, -1); /* ordered away from the table */
}

/* A who line from before the match says how long he has waited for it. */
TEST(who_was_idle_before_his_match_does_not_forfeit)
{
    begin(one_round, 2, 2);
    world.match_seconds = 1000000;
    world.souls[BERT].is_deaf = true;
    pass_until(0, DIRECTOR_MATCH_CALLED);
    pass(10);
    world.souls[BERT].idle_s = 8 * 60;
    world_who(&world, BERT);
    pass(10);
    world.souls[BERT].idle_s = 0;
    world.souls[ANNA].playing = BERT;
    world.souls[BERT].playing = ANNA;
    world_line(&world, "anna and bert start a 5 point match.");
    pass_until(0, DIRECTOR_MATCH_PLAYING);
    pass(60);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
}

TEST_MAIN(NULL, NULL)
