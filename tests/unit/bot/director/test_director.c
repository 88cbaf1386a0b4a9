/* What the director does about players who do not come, leave, stay silent or tell it
 * something, and about the operator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/bot/director/world.h"

static struct world world;
static const struct pairing_plan one_round = {.kind = PAIRING_ROUND_ROBIN, .legs = 1};

enum { ANNA, BERT, CARL, DORA };

/* Entrants with the times of a league; the last ones are foreign. */
static void begin(struct pairing_plan plan, int count, int foreign)
{
    struct director_options defaults;
    world_init(&world, plan, count, foreign, 4);
    director_options_default(&defaults);
    memcpy(defaults.name, world.options.name, sizeof defaults.name);
    defaults.plan = plan;
    world.options = defaults;
}

static void pass(int seconds)
{
    for (int i = 0; i < seconds; i++) {
        world_step(&world);
    }
}

/* Until the match is in a state; at most some hours. */
static void pass_until(int match, enum director_state state)
{
    for (int i = 0; i < 4 * 3600; i++) {
        if (world.match_count > match && world.matches[match].state == state) {
            return;
        }
        world_step(&world);
    }
    fail_msg("match %d is not %s but %s", match, director_state_name(state),
             director_state_name(world.matches[match].state));
}

static void say(int soul, const char *text)
{
    world.last_tell[soul][0] = '\0';
    world_line(&world, "12 %s %s", world.souls[soul].name, text);
    pass(7);
}

static void assert_told(int soul, const char *text)
{
    assert_string_equal(world.last_tell[soul], text);
}

static void assert_forfeited(int match, int winner, const char *why)
{
    const struct director_match *row = &world.matches[match];
    pass_until(match, MATCH_FORFEITED);
    assert_string_equal(row->why, why);
    assert_int_equal(row->source, SOURCE_RULE);
    assert_int_equal(row->winner == PAIRING_NOBODY ? PAIRING_NOBODY
                                                   : row->pairing.side[row->winner],
                     winner);
}

/* ---- no-shows ---------------------------------------------------------------------------- */

static void who_does_not_come_forfeits(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    world.souls[BERT].is_absent = true;
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
    assert_in_range(world.now_s, 7 * 60, 7 * 60 + 10);
    pass(5);
    assert_true(world.is_done);
    world_close(&world);
}

static void who_does_nothing_is_reminded_and_forfeits(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    world.souls[BERT].is_deaf = true;
    pass(60);
    assert_told(BERT, "Tournament, round 1: please play 5 points with anna now: invite "
                      "anna 5");
    pass(130); /* the reminder is followed by the call */
    assert_int_equal(world.tells, 3);
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
    world_close(&world);
}

static void of_two_foreign_players_both_forfeit_who_do_nothing(void **state)
{
    (void)state;
    begin(one_round, 2, 2);
    world.souls[ANNA].is_deaf = world.souls[BERT].is_deaf = true;
    assert_forfeited(0, PAIRING_NOBODY, "both did not begin within 7 minutes");
    world_close(&world);
}

static void time_stands_still_while_the_director_is_away(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    world.souls[BERT].is_absent = true;
    pass(300);
    world_cut_director(&world, 3600);
    pass(3600);
    assert_int_equal(world.matches[0].state, MATCH_CALLED);
    assert_forfeited(0, ANNA, "bert did not begin within 7 minutes");
    assert_in_range(world.now_s, 3600 + 7 * 60, 3600 + 7 * 60 + 10);
    world_close(&world);
}

static void a_match_of_ours_that_does_not_begin_is_void_in_the_end(void **state)
{
    (void)state;
    begin(one_round, 2, 0);
    world.souls[BERT].is_deaf = true;
    pass_until(0, MATCH_VOID);
    assert_in_range(world.now_s, 45 * 60, 45 * 60 + 10);
    assert_string_equal(world.matches[0].why, "it could not be played in its time");
    world_close(&world);
}

/* ---- leaving ------------------------------------------------------------------------------ */

static void play_without_end(void)
{
    world.match_seconds = 1000000;
    pass_until(0, MATCH_PLAYING);
}

static void who_stays_away_forfeits(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    play_without_end();
    int64_t since_s = world.now_s;
    world_go_offline(&world, BERT, 3600);
    assert_forfeited(0, ANNA, "bert did not come back within 7 minutes");
    assert_in_range(world.now_s - since_s, 7 * 60, 7 * 60 + 10);
    assert_int_equal(world.matches[0].away[1], 1);
    world_close(&world);
}

static void who_leaves_three_times_forfeits(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    play_without_end();
    for (int times = 1; times <= 2; times++) {
        world_go_offline(&world, BERT, 60);
        pass(30);
        assert_int_equal(world.matches[0].state, MATCH_INTERRUPTED);
        pass_until(0, MATCH_PLAYING);
        assert_int_equal(world.matches[0].away[1], times);
    }
    world_go_offline(&world, BERT, 60);
    assert_forfeited(0, ANNA, "bert left 3 times");
    world_close(&world);
}

static void who_is_back_at_once_was_not_away(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    play_without_end();
    for (int times = 0; times < 6; times++) {
        world_go_offline(&world, BERT, 3);
        pass(10);
        pass_until(0, MATCH_PLAYING);
    }
    assert_int_equal(world.matches[0].away[1], 0);
    world_close(&world);
}

static void who_leaves_the_table_is_away_though_he_is_here(void **state)
{
    (void)state;
    begin(one_round, 2, 2);
    play_without_end();
    world_save(&world, BERT, BERT);
    world.souls[BERT].is_deaf = true;
    assert_forfeited(0, ANNA, "bert did not come back within 7 minutes");
    world_close(&world);
}

static void who_sits_idle_in_a_long_match_forfeits(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    play_without_end();
    world.souls[BERT].idle_s = 20;
    pass(60 * 60); /* longer than a match may take, but both play */
    assert_int_equal(world.matches[0].state, MATCH_PLAYING);
    world.souls[BERT].idle_s = 8 * 60;
    assert_forfeited(0, ANNA, "bert was idle for 7 minutes");
    pass(5);
    assert_int_equal(world.souls[ANNA].playing, -1); /* ordered away from the table */
    world_close(&world);
}

/* ---- what users tell ------------------------------------------------------------------------ */

static void a_dropout_is_confirmed_within_10_seconds(void **state)
{
    (void)state;
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 3, 1);
    world.match_seconds = 1000000;
    pass(10);
    say(CARL, "yes");
    assert_told(CARL, "There is nothing to say yes to.");
    say(CARL, "dropout 1");
    assert_told(CARL, "You will lose all matches that are left. Tell me yes within 10 "
                      "seconds to drop out.");
    pass(12);
    say(CARL, "yes");
    assert_told(CARL, "There is nothing to say yes to.");
    assert_false(world.entrants[CARL].is_out);
    pass(60);
    say(CARL, "dropout");
    world_line(&world, "12 carl yes");
    pass(5);
    assert_true(world.entrants[CARL].is_out);
    world.match_seconds = 60;
    world_run(&world);
    int forfeited = 0;
    for (int i = 0; i < world.match_count; i++) {
        forfeited += world.matches[i].state == MATCH_FORFEITED;
        if (world.matches[i].state == MATCH_FORFEITED) {
            assert_string_equal(world.matches[i].why, "carl dropped out");
        }
    }
    assert_int_equal(forfeited, 4);
    assert_int_equal(world.truth_count, 2);
    world_close(&world);
}

static void users_are_told_how_it_stands(void **state)
{
    (void)state;
    begin(one_round, 3, 1);
    world.match_seconds = 1000000;
    world.souls[CARL].is_deaf = true;
    pass(10);
    say(CARL, "  CURRENT ");
    assert_told(CARL, "Tournament, round 1: please play 5 points with bert now: invite "
                      "bert 5");
    say(CARL, "matches");
    assert_told(CARL, "1: bert called, 2: anna due");
    say(CARL, "standings");
    assert_told(CARL, "1. anna 0-0, 1. bert 0-0, 1. carl 0-0");
    say(CARL, "how are you?");
    assert_told(CARL, "I direct a tournament. Tell me: register, dropout, current, "
                      "matches, standings, report loss, report win.");
    say(CARL, "report loss");
    assert_told(CARL, "Thank you, I see the result of this match myself.");
    say(CARL, "register");
    assert_told(CARL, "You take part already.");
    say(CARL, "reporter");
    say(CARL, "help");
    assert_told(CARL, "You ask a lot: please wait a minute.");
    say(CARL, "help");
    assert_told(CARL, "");
    pass(60);
    say(CARL, "help");
    assert_true(world.last_tell[CARL][0] != '\0');
    world_close(&world);
}

/* Two foreign players on a server that reports nothing. */
static void begin_unreported(void)
{
    begin(one_round, 2, 2);
    world.match_seconds = 1000000;
    pass_until(0, MATCH_PLAYING);
}

static void a_flood_of_strangers_keeps_nobody_from_playing(void **state)
{
    (void)state;
    begin(one_round, 2, 1);
    pass(1);
    for (int i = 0; i < 1000; i++) {
        world_line(&world, "12 stranger_%c%c %s", 'a' + i % 26, 'a' + i / 26 % 26,
                   i % 2 == 0 ? "help" : "hello");
    }
    pass_until(0, MATCH_DONE);
    assert_true(world.others_told > 0 && world.others_told <= 80);
    world_close(&world);
}

static void a_report_that_both_make_counts(void **state)
{
    (void)state;
    begin_unreported();
    say(ANNA, "report win");
    assert_told(ANNA, "Noted. It counts when bert reports the same.");
    assert_int_equal(world.matches[0].state, MATCH_PLAYING);
    say(BERT, "report loss 1");
    assert_int_equal(world.matches[0].state, MATCH_DONE);
    assert_int_equal(world.matches[0].source, SOURCE_BOTH);
    assert_int_equal(world.matches[0].pairing.side[world.matches[0].winner], ANNA);
    world_close(&world);
}

static void reports_that_disagree_are_for_the_operator(void **state)
{
    struct error err;
    (void)state;
    begin_unreported();
    say(ANNA, "report win");
    say(BERT, "report win");
    assert_told(BERT, "anna says otherwise: the operator will decide.");
    assert_int_equal(world.matches[0].state, MATCH_PLAYING);
    assert_true(director_award(world.director, world.now_s * 1000, 0, "bert", "olga",
                               "anna lied", &err));
    world_drain(&world);
    assert_int_equal(world.matches[0].state, MATCH_FORFEITED);
    assert_int_equal(world.matches[0].source, SOURCE_OPERATOR);
    assert_string_equal(world.matches[0].by, "olga");
    assert_string_equal(world.matches[0].why, "anna lied");
    world_close(&world);
}

static void strangers_register_until_the_start(void **state)
{
    (void)state;
    begin(one_round, 4, 3);
    world.options.has_registration = true;
    world.options.entrants_max = 3;
    world.count = 2; /* anna and bert; carl and dora are not known yet */
    pass(5);
    world.count = 4;
    pass(5);
    say(DORA, "current");
    assert_told(DORA, "You do not take part.");
    say(CARL, "register");
    assert_told(CARL, "You take part. I will tell you whom to play.");
    say(DORA, "register");
    assert_told(DORA, "Sorry, all 3 places are taken.");
    say(BERT, "dropout");
    say(BERT, "yes");
    assert_told(BERT, "You have dropped out.");
    director_start(world.director, world.now_s * 1000);
    world_drain(&world);
    assert_int_equal(world.whole.plan.entrants, 2);
    assert_string_equal(world.entrants[1].name, "carl");
    assert_string_equal(world.entrants[2].name, "");
    say(BERT, "register");
    assert_told(BERT, "Registration is closed.");
    world_close(&world);
}

/* ---- results --------------------------------------------------------------------------------- */

/* The report of the first match comes when the second of the same two has begun. */
static void late_news_of_a_match_is_not_taken_for_the_next(void **state)
{
    const struct director_entrant entrants[] = {{.name = "anna", .is_ours = true},
                                                {.name = "bert", .is_ours = true}};
    struct match_event event = {.type = MATCH_START, .length = 5, .opponent = "bert"};
    struct error err;
    (void)state;
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 0);
    struct director *d = director_new(&world.options, entrants, 2, &err);
    world.director = d;
    world.now_s = 1;
    world_log_in_director(&world);
    pass(4);
    director_match_event(d, 5000, "anna", &event);
    event.type = MATCH_END;
    event.is_finished = true;
    event.my_score = 5;
    director_match_event(d, 6000, "anna", &event);
    world_drain(&world);
    assert_int_equal(world.matches[0].state, MATCH_DONE);
    memcpy(event.opponent, "anna", 5);
    event.my_score = 0;
    event.their_score = 5;
    director_match_event(d, 6100, "bert", &event); /* the same end, seen by bert */
    struct fibs_message message;
    fibs_message_read(&world.lines, "anna wins a 5 point match against bert  5-0 .",
                      &message);
    director_message(d, 6200, &message);
    world_drain(&world);
    assert_int_equal(world.match_count, 2);
    assert_in_range(world.matches[1].state, MATCH_DUE, MATCH_CALLED);
    world.match_seconds = 1000000;
    for (int soul = ANNA; soul <= BERT; soul++) {
        world.souls[soul].experience += 5;
        world_who(&world, soul);
    }
    pass(20);
    assert_in_range(world.matches[1].state, MATCH_CALLED, MATCH_PLAYING);
    world_close(&world);
}

/* ---- what was not called ------------------------------------------------------------------- */

static void a_match_played_once_more_does_not_count(void **state)
{
    (void)state;
    begin(one_round, 3, 2); /* bert and carl are foreign; they play each other first */
    world.match_seconds = 1000000;
    world.souls[ANNA].is_deaf = true; /* the tournament goes on meanwhile */
    pass_until(0, MATCH_PLAYING);
    world_end_match(&world, BERT);
    pass_until(0, MATCH_DONE);
    int winner = world.matches[0].winner;
    world_begin_match(&world, CARL, BERT);
    pass(5);
    assert_told(CARL, "What you play now with bert does not count: your match of round "
                      "1 is over.");
    assert_told(BERT, "What you play now with carl does not count: your match of round "
                      "1 is over.");
    for (int i = 0; i < 5; i++) { /* whoever the other has beaten first */
        world_end_match(&world, CARL);
        pass(6);
        assert_told(CARL,
                    "What you have played with bert does not count: your match of "
                    "round 1 is over.");
        world_begin_match(&world, CARL, BERT);
        pass(5);
    }
    assert_int_equal(world.matches[0].state, MATCH_DONE);
    assert_int_equal(world.matches[0].winner, winner);
    assert_int_equal(world.matches[0].source, SOURCE_SERVER);
    world_close(&world);
}

/* Bert and carl, foreign, have played the first leg, and play each other once more until
 * the second is due. Returns its number. */
static int begin_stray(void)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 3, 2);
    world.match_seconds = 1000000;
    pass_until(0, MATCH_PLAYING);
    world_end_match(&world, BERT);
    pass(10);
    world_begin_match(&world, BERT, CARL);
    for (int i = 1; i < 6; i++) {
        while (world.match_count <= i) {
            world_step(&world);
        }
        if (world.matches[i].pairing.side[0] != ANNA &&
            world.matches[i].pairing.side[1] != ANNA) {
            pass(30 * 60); /* they do not come to the matches before it */
            assert_int_equal(world.matches[i].state, MATCH_DUE);
            return i;
        }
    }
    fail_msg("they have no second match");
    return -1;
}

/* Both have gained as much as by a match that counts; the one that is called next is
 * played nevertheless, and nothing else is taken for it. */
static void what_did_not_count_is_not_taken_for_the_next_match(void **state)
{
    (void)state;
    int match = begin_stray();
    world_end_match(&world, BERT);
    pass_until(match, MATCH_CALLED);
    assert_true(strstr(world.last_tell[CARL], "does not count") != NULL ||
                strstr(world.last_tell[BERT], "does not count") != NULL);
    pass_until(match, MATCH_PLAYING);
    assert_int_equal(world.truth_count, 2);
    world_end_match(&world, BERT);
    pass_until(match, MATCH_DONE);
    assert_int_equal(world.matches[match].source, SOURCE_SERVER);
    world_close(&world);
}

static void who_play_something_else_for_too_long_forfeit(void **state)
{
    (void)state;
    int match = begin_stray();
    assert_forfeited(match, PAIRING_NOBODY,
                     "both played something else for 45 minutes");
    world_close(&world);
}

static void who_play_another_length_are_told(void **state)
{
    (void)state;
    begin(one_round, 2, 2);
    pass_until(0, MATCH_CALLED);
    world.souls[ANNA].is_deaf = true;
    world_line(&world, "anna and bert start a 3 point match.");
    pass(6);
    assert_told(BERT,
                "Your match with anna is to have 5 points: what you play now does "
                "not count.");
    assert_int_equal(world.matches[0].state, MATCH_CALLED);
    world_close(&world);
}

/* What waits to be said when the match has begun is not said any more. */
static void nobody_is_called_to_a_match_that_has_begun(void **state)
{
    (void)state;
    begin(one_round, 2, 2);
    world.options.say_pause_ms = 30000;
    world.match_seconds = 1000000;
    world.souls[BERT].is_deaf = true;
    pass(20);
    assert_int_equal(world.tells, 1); /* anna; bert comes next */
    assert_int_equal(world.matches[0].state, MATCH_CALLED);
    world_begin_match(&world, ANNA, BERT);
    pass(120);
    assert_int_equal(world.tells, 1);
    assert_int_equal(world.matches[0].state, MATCH_PLAYING);
    world_close(&world);
}

/* They go on and end it while the news that it was saved is on its way. */
static void nobody_is_called_to_go_on_before_all_news_is_in(void **state)
{
    (void)state;
    begin(one_round, 2, 2);
    world.match_seconds = 1000000;
    pass_until(0, MATCH_PLAYING);
    pass(5);
    int tells = world.tells;
    world.souls[ANNA].is_deaf = true;
    world_save(&world, ANNA, -1);
    pass(1);
    world.latest_s[LANE_OF_DIRECTOR] = world.now_s + 20; /* its line is slow now */
    world_begin_match(&world, ANNA, BERT);
    world_end_match(&world, ANNA);
    pass_until(0, MATCH_INTERRUPTED);
    pass_until(0, MATCH_DONE);
    pass(10);
    assert_int_equal(world.tells - tells, 2); /* the result, to both */
    world_close(&world);
}

/* Who has reported a result without playing here is not waited for. Of who has less
 * experience than he must have the who line is asked for now and then only. */
static void who_lines_are_not_asked_for_in_a_flood(void **state)
{
    (void)state;
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 2);
    world.match_seconds = 1000000;
    world.delay_s = 1;
    pass_until(0, MATCH_PLAYING);
    world_end_match(&world, ANNA);
    world.souls[ANNA].experience -= 5; /* it did not count on the server */
    world_who(&world, ANNA);
    int before = world.asked;
    pass_until(1, MATCH_CALLED);
    assert_in_range(world.asked - before, 1, 10);
    world_close(&world);
}

static void a_saved_match_goes_on_before_anything_else(void **state)
{
    (void)state;
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 0);
    play_without_end();
    world_go_offline(&world, BERT, 30);
    pass(60);
    assert_true(world.souls[ANNA].only_saved);
    pass_until(0, MATCH_PLAYING);
    assert_int_equal(world.truth_count, 0);
    world_kill(&world);
    pass(60);
    assert_true(world.souls[ANNA].only_saved && world.souls[BERT].only_saved);
    world_close(&world);
}

static void awards_are_refused_where_they_cannot_be(void **state)
{
    struct error err;
    (void)state;
    begin((struct pairing_plan){.kind = PAIRING_KNOCK_OUT}, 4, 0);
    world.match_seconds = 100;
    pass_until(0, MATCH_DONE);
    int64_t now_ms = world.now_s * 1000;
    assert_false(director_award(world.director, now_ms, 9, "anna", "olga", "", &err));
    assert_string_equal(err.text, "there is no match 10");
    assert_false(director_award(world.director, now_ms, 0, "anna", "olga", "", &err));
    assert_string_equal(err.text, "match 1 is over");
    assert_false(director_award(world.director, now_ms, 1, "anna", "olga", "", &err));
    assert_string_equal(err.text, "anna does not play match 2");
    assert_true(
        director_award(world.director, now_ms, 1, "", "olga", "power cut", &err));
    world_drain(&world);
    pass_until(2, MATCH_DONE); /* a bye for the winner of match 0 */
    assert_int_equal(world.matches[2].source, SOURCE_BYE);
    world_close(&world);
}

static void rows_that_cannot_be_are_refused(void **state)
{
    struct error err;
    (void)state;
    begin(one_round, 4, 0);
    pass_until(0, MATCH_PLAYING);
    struct director_rows rows = world_rows(&world);
    struct director_options options = world.options;
    options.length = 7;
    assert_null(director_restore(&options, &rows, &err));
    assert_string_equal(err.text,
                        "the tournament was begun with another kind, seed or length");
    world.matches[0].pairing.side[1] = 4;
    assert_null(director_restore(&world.options, &rows, &err));
    assert_string_equal(err.text, "match 0 of the tournament is damaged");
    world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_does_not_come_forfeits),
        cmocka_unit_test(who_does_nothing_is_reminded_and_forfeits),
        cmocka_unit_test(of_two_foreign_players_both_forfeit_who_do_nothing),
        cmocka_unit_test(time_stands_still_while_the_director_is_away),
        cmocka_unit_test(a_match_of_ours_that_does_not_begin_is_void_in_the_end),
        cmocka_unit_test(who_stays_away_forfeits),
        cmocka_unit_test(who_leaves_three_times_forfeits),
        cmocka_unit_test(who_is_back_at_once_was_not_away),
        cmocka_unit_test(who_leaves_the_table_is_away_though_he_is_here),
        cmocka_unit_test(who_sits_idle_in_a_long_match_forfeits),
        cmocka_unit_test(a_dropout_is_confirmed_within_10_seconds),
        cmocka_unit_test(users_are_told_how_it_stands),
        cmocka_unit_test(a_flood_of_strangers_keeps_nobody_from_playing),
        cmocka_unit_test(a_report_that_both_make_counts),
        cmocka_unit_test(reports_that_disagree_are_for_the_operator),
        cmocka_unit_test(strangers_register_until_the_start),
        cmocka_unit_test(late_news_of_a_match_is_not_taken_for_the_next),
        cmocka_unit_test(a_match_played_once_more_does_not_count),
        cmocka_unit_test(what_did_not_count_is_not_taken_for_the_next_match),
        cmocka_unit_test(who_play_something_else_for_too_long_forfeit),
        cmocka_unit_test(who_play_another_length_are_told),
        cmocka_unit_test(nobody_is_called_to_a_match_that_has_begun),
        cmocka_unit_test(nobody_is_called_to_go_on_before_all_news_is_in),
        cmocka_unit_test(who_lines_are_not_asked_for_in_a_flood),
        cmocka_unit_test(a_saved_match_goes_on_before_anything_else),
        cmocka_unit_test(awards_are_refused_where_they_cannot_be),
        cmocka_unit_test(rows_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
