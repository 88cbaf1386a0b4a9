/* What was not called does not count, and is not taken for what is called next. */
#include "tests/unit/bot/tournament/world_scene.h"
#include "tests/unit/test_case.h"

TEST(a_match_played_once_more_does_not_count)
{
    begin(one_round, 3, 2); /* bert and carl are foreign; they play each other first */
    world.match_seconds = 1000000;
    world.souls[ANNA].is_deaf = true; /* the tournament goes on meanwhile */
    pass_until(0, DIRECTOR_MATCH_PLAYING);
    world_end_match(&world, BERT);
    pass_until(0, DIRECTOR_MATCH_DONE);
    int winner = world.matches[0].winner;
    world_begin_match(&world, CARL, BERT);
    pass(5);
    hears(CARL, "What you play now with bert does not count: your match of round "
                "1 is over.");
    hears(BERT, "What you play now with carl does not count: your match of round "
                "1 is over.");
    for (int i = 0; i < 5; i++) { /* whoever the other has beaten first */
        world_end_match(&world, CARL);
        pass(6);
        hears(CARL, "What you have played with bert does not count: your match of "
                    "round 1 is over.");
        world_begin_match(&world, CARL, BERT);
        pass(5);
    }
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_DONE);
    assert_int_equal(world.matches[0].winner, winner);
    assert_int_equal(world.matches[0].source, DIRECTOR_SOURCE_SERVER);
}

/* One of bert and dora plays with carl, in a knock-out: the other one with nobody of them. */
TEST(who_were_not_drawn_together_are_told_so)
{
    begin((struct pairing_plan){.kind = PAIRING_KNOCK_OUT, .draw = 1}, 4, 3);
    world.match_seconds = 1000000;
    for (int i = 0; i < 4; i++) {
        world.souls[i].is_deaf = true;
    }
    pass_until(1, DIRECTOR_MATCH_CALLED);
    const int *side = world.matches[0].pairing.side;
    bool has_anna = side[0] == ANNA || side[1] == ANNA;
    const int *other = world.matches[1].pairing.side;
    const int *foreign = has_anna ? side : other, *both = has_anna ? other : side;
    int one = foreign[0] == ANNA ? foreign[1] : foreign[0], two = both[0];
    char want[200];
    pass(30);
    world_begin_match(&world, one, two);
    FORMAT_TEXT(want,
                "What you play now with %s does not count: you have no match with "
                "each other.",
                world.souls[two].name);
    hears_soon(one, want);
}

/* Bert and carl, foreign, have played the first leg, and play each other once more until
 * the second is due. Returns its number. */
static int begin_uncalled_seen(bool is_seen)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 3, 2);
    play_without_end();
    world_end_match(&world, BERT);
    pass(10);
    if (!is_seen) {
        world_kill(&world);
    }
    world_begin_match(&world, BERT, CARL);
    for (int i = 1; i < 6; i++) {
        while (world.match_count <= i) {
            world_step(&world);
        }
        if (world.matches[i].pairing.side[0] != ANNA &&
            world.matches[i].pairing.side[1] != ANNA) {
            pass(30 * 60); /* they do not come to the matches before it */
            assert_int_equal(world.matches[i].state, DIRECTOR_MATCH_DUE);
            return i;
        }
    }
    fail_msg("they have no second match");
    return -1;
}

static int begin_uncalled(void)
{
    return begin_uncalled_seen(true);
}

static void end_as_the_server_tells(int match)
{
    world_end_match(&world, BERT);
    pass_until(match, DIRECTOR_MATCH_DONE);
    assert_int_equal(world.matches[match].source, DIRECTOR_SOURCE_SERVER);
}

/* Both have gained as much as by a match that counts; the one that is called next is
 * played nevertheless, and nothing else is taken for it. */
TEST(what_did_not_count_is_not_taken_for_the_next_match)
{
    int match = begin_uncalled();
    world_end_match(&world, BERT);
    pass_until(match, DIRECTOR_MATCH_CALLED);
    assert_true(strstr(world.last_tell[CARL], "does not count") != NULL ||
                strstr(world.last_tell[BERT], "does not count") != NULL);
    pass_until(match, DIRECTOR_MATCH_PLAYING);
    assert_int_equal(world.truth_count, 2);
    end_as_the_server_tells(match);
}

TEST(who_play_something_else_for_too_long_forfeit)
{
    int match = begin_uncalled();
    world_kill(&world);
    world.options.match_ms = 100 * 60000;
    assert_forfeited(match, PAIRING_NOBODY,
                     "both played something else for 1 h 40 min");
}

/* They are called to a match, but go on with one that the server had saved before: it does
 * not count, also when the program is killed while they play, and they are called again. */
static void assert_saved_one_does_not_count(int match, bool is_killed)
{
    int played = world.truth_count;
    pass_until(match, DIRECTOR_MATCH_CALLED);
    assert_true(world.souls[BERT].saved != 0);
    world_begin_match(&world, BERT, CARL);
    pass(6);
    assert_int_equal(world.matches[match].state, DIRECTOR_MATCH_DUE);
    assert_non_null(
        strstr(world.last_tell[CARL],
               "What you play now with bert does not count: it began before "
               "your match of round"));
    if (is_killed) {
        world_kill(&world);
        pass(60);
    }
    world_end_match(&world, BERT);
    pass_until(match, DIRECTOR_MATCH_CALLED);
    pass_until(match, DIRECTOR_MATCH_PLAYING);
    assert_int_equal(world.truth_count, played + 1);
    end_as_the_server_tells(match);
    assert_int_equal(world.entrants[BERT].uncalled, 0);
}

TEST(a_saved_match_that_was_not_called_is_not_taken_for_the_next)
{
    for (int is_killed = 0; is_killed < 2; is_killed++) {
        int match = begin_uncalled();
        world_go_offline(&world, BERT, 60);
        assert_saved_one_does_not_count(match, is_killed);
    }
}

/* The program is killed while they play it, and the server saves it before it is back. */
TEST(nor_is_one_that_was_saved_while_the_program_was_away)
{
    int match = begin_uncalled();
    world_kill(&world);
    world_go_offline(&world, BERT, 60);
    assert_saved_one_does_not_count(match, false);
}

/* What begins while the program is away is seen when it is back. */
TEST(nor_is_one_that_began_while_the_program_was_away)
{
    int match = begin_uncalled_seen(false);
    world_go_offline(&world, BERT, 60);
    assert_saved_one_does_not_count(match, false);
}

/* The first leg is forfeited, but the server has it saved. */
static void forfeit_first_leg(void)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 2);
    play_without_end();
    world_go_offline(&world, BERT, 8 * 60);
    pass_until(0, DIRECTOR_MATCH_FORFEITED);
    world.souls[ANNA].is_deaf = true;
    pass_until(1, DIRECTOR_MATCH_CALLED);
    while (!world.souls[BERT].is_online) {
        world_step(&world);
    }
}

TEST(nor_is_the_rest_of_a_match_that_was_forfeited)
{
    forfeit_first_leg();
    pass(10);
    assert_int_equal(world.matches[1].state, DIRECTOR_MATCH_CALLED);
    world_begin_match(&world, ANNA, BERT);
    pass(6);
    assert_int_equal(world.matches[1].state, DIRECTOR_MATCH_DUE);
    world_end_match(&world, ANNA);
    pass(6);
    world.souls[ANNA].is_deaf = false;
    pass_until(1, DIRECTOR_MATCH_PLAYING);
    world_end_match(&world, ANNA);
    pass_until(1, DIRECTOR_MATCH_DONE);
}

/* The first leg of anna, who is ours, and bert is forfeited, but the server has it saved.
 * The second is called when he is back. */
static void forfeit_first_leg_of_ours(void)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 1);
    play_without_end();
    world_go_offline(&world, BERT, 8 * 60);
    pass_until(0, DIRECTOR_MATCH_FORFEITED);
    pass_until(1, DIRECTOR_MATCH_CALLED);
    assert_int_equal(world.souls[BERT].saved, 1);
}

static void assert_second_leg_begins_anew(void)
{
    pass_until(1, DIRECTOR_MATCH_PLAYING);
    assert_int_equal(world.begun, 2);
    assert_false(world.souls[ANNA].gives_up); /* what is saved now is this one */
    world_go_offline(&world, BERT, 30);
    pass_until(1, DIRECTOR_MATCH_INTERRUPTED);
    pass_until(1, DIRECTOR_MATCH_PLAYING);
    assert_int_equal(world.begun, 2);
    world_end_match(&world, ANNA);
    pass_until(1, DIRECTOR_MATCH_DONE);
    assert_int_equal(world.entrants[ANNA].uncalled, 0);
}

TEST(ours_do_not_go_on_with_a_match_that_was_forfeited)
{
    for (int is_killed = 0; is_killed < 2; is_killed++) {
        forfeit_first_leg_of_ours();
        if (is_killed) {
            world_kill(&world);
        }
        pass_until(1, DIRECTOR_MATCH_PLAYING);
        assert_second_leg_begins_anew();
    }
}

/* He is told so; if the server loads it nevertheless, our account leaves it. */
static void load_what_was_forfeited(bool is_killed)
{
    forfeit_first_leg_of_ours();
    world.souls[BERT].is_deaf = true;
    if (is_killed) { /* our account's record begins with the resumption, and nobody */
        world_kill(&world); /* else tells of it */
        world.has_reports = false;
    }
    while (!world.souls[BERT].is_online) {
        world_step(&world);
    }
    pass(20);
    hears(BERT, "Tournament, round 2: please play 5 points with anna now, a new "
                "match and not the saved one: invite anna 5");
    world.souls[ANNA].gives_up = false;
    world_begin_match(&world, ANNA, BERT);
    pass(10);
    assert_int_equal(world.begun, 1);
    assert_int_not_equal(world.matches[1].state, DIRECTOR_MATCH_PLAYING);
    assert_int_equal(world.souls[ANNA].playing, -1);
    world.souls[BERT].is_deaf = false;
    assert_second_leg_begins_anew();
}

TEST(what_was_forfeited_does_not_count_when_the_server_loads_it)
{
    load_what_was_forfeited(false);
    load_what_was_forfeited(true);
}

/* He loses the first leg while he sits at the table with our account. */
TEST(nor_while_they_sit_at_it)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 1);
    play_without_end();
    world.souls[BERT].idle_s = 8 * 60;
    assert_forfeited(0, ANNA, "bert was idle for 7 minutes");
    world.souls[BERT].idle_s = 0;
    world_who(&world, BERT);
    assert_second_leg_begins_anew();
}

/* It is resumed and ended, or the second leg is played, while the program is away. */
static void play_unseen_after_a_forfeit(void)
{
    forfeit_first_leg();
    pass(20);
    world_kill(&world);
    world_begin_match(&world, ANNA, BERT);
    world_end_match(&world, ANNA);
    pass(60);
    assert_int_equal(world.matches[1].state, DIRECTOR_MATCH_CALLED);
    hears(ANNA, "Tournament, round 2: bert will invite you to a 5-point match, "
                "then: join bert");
    assert_int_equal(world.entrants[ANNA].uncalled, 0);
}

TEST(who_played_unseen_what_may_not_count_play_now)
{
    play_unseen_after_a_forfeit();
    world.souls[ANNA].is_deaf = false;
    pass_until(1, DIRECTOR_MATCH_PLAYING);
    world_end_match(&world, ANNA);
    pass_until(1, DIRECTOR_MATCH_DONE);
    assert_int_equal(world.matches[1].source, DIRECTOR_SOURCE_SERVER);
}

TEST(or_report_it)
{
    play_unseen_after_a_forfeit();
    tells(ANNA, "report loss");
    tells(BERT, "report win");
    pass_until(1, DIRECTOR_MATCH_DONE);
    assert_int_equal(world.matches[1].source, DIRECTOR_SOURCE_BOTH);
}

/* They give the saved match up and begin the one that they are called to; that is saved,
 * and goes on. */
TEST(a_match_that_begins_anew_counts_although_another_was_saved)
{
    int match = begin_uncalled();
    world_go_offline(&world, BERT, 60);
    pass_until(match, DIRECTOR_MATCH_CALLED);
    world.souls[BERT].saved = world.souls[CARL].saved = 0;
    pass_until(match, DIRECTOR_MATCH_PLAYING);
    world_go_offline(&world, CARL, 60);
    pass_until(match, DIRECTOR_MATCH_INTERRUPTED);
    pass_until(match, DIRECTOR_MATCH_PLAYING);
    world_end_match(&world, BERT);
    pass_until(match, DIRECTOR_MATCH_DONE);
}

/* The stray match of bert and carl ends on the server: they play no more, and then have
 * points for it. No line tells of it by itself. */
static void stop_uncalled(void)
{
    world.souls[BERT].playing = world.souls[CARL].playing = -1;
}

static void gain_by_uncalled(void)
{
    world.souls[BERT].experience += 5;
    world.souls[CARL].experience += 5;
    world.souls[BERT].rating += 2.5;
    world.souls[CARL].rating -= 2.5;
}

static void assert_played_and_done(int match)
{
    pass(30);
    assert_int_not_equal(world.matches[match].state, DIRECTOR_MATCH_DONE);
    world.souls[CARL].is_deaf = false;
    pass_until(match, DIRECTOR_MATCH_PLAYING);
    end_as_the_server_tells(match);
}

/* Who lines say that they play no more, then the server tells of the end, then of points. */
TEST(points_for_what_did_not_count_may_come_behind_the_call)
{
    int match = begin_uncalled();
    world.souls[CARL].is_deaf = true;
    stop_uncalled();
    world_who(&world, BERT);
    world_who(&world, CARL);
    pass_until(match, DIRECTOR_MATCH_CALLED);
    world_line(&world, "bert wins a 5 point match against carl  5-1 .");
    gain_by_uncalled();
    world_who(&world, BERT);
    world_who(&world, CARL);
    assert_played_and_done(match);
}

/* Both go at its end, and are called before their points are known. */
TEST(points_for_what_did_not_count_may_come_with_the_next_log_in)
{
    int match = begin_uncalled();
    world.souls[CARL].is_deaf = true;
    stop_uncalled();
    gain_by_uncalled();
    world_line(&world, "bert wins a 5 point match against carl  5-1 .");
    world_go_offline(&world, BERT, 60);
    world_go_offline(&world, CARL, 60);
    pass_until(match, DIRECTOR_MATCH_CALLED);
    pass(60);
    assert_played_and_done(match);
}

/* The points of what did not count are asked for before the next call. */
TEST(who_has_played_what_does_not_count_is_asked_for_before_the_call)
{
    begin((struct pairing_plan){.kind = PAIRING_SWISS, .rounds = 2}, 4, 4);
    play_without_end();
    pass_until(1, DIRECTOR_MATCH_PLAYING);
    const int *side = world.matches[0].pairing.side;
    int a = side[0], b = side[1];
    world_end_match(&world, a);
    pass_until(0, DIRECTOR_MATCH_DONE);
    pass(30);
    world_line(&world, "%s and %s start a 5 point match.", world.souls[a].name,
               world.souls[b].name);
    world_line(&world, "%s wins a 5 point match against %s  5-1 .", world.souls[a].name,
               world.souls[b].name);
    world.souls[a].experience += 5;
    world.souls[b].experience += 5;
    world_end_match(&world, world.matches[1].pairing.side[0]);
    pass_until(2, DIRECTOR_MATCH_CALLED);
    pass_until(3, DIRECTOR_MATCH_CALLED);
    for (int i = 2; i < 4; i++) {
        for (int s = 0; s < 2; s++) {
            const struct soul *soul = &world.souls[world.matches[i].pairing.side[s]];
            assert_int_equal(world.matches[i].standing[s].experience, soul->experience);
        }
    }
}

TEST(who_play_another_length_are_told)
{
    begin(one_round, 2, 2);
    pass_until(0, DIRECTOR_MATCH_CALLED);
    world.souls[ANNA].is_deaf = true;
    world_line(&world, "anna and bert start a 3 point match.");
    pass(6);
    hears(BERT, "Your match with anna is to have 5 points: what you play now does "
                "not count.");
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_CALLED);
}

TEST_MAIN(NULL, NULL)
