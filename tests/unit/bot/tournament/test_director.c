/* What the director takes for the result of a match, whom it calls, and what rows it
 * refuses. */
#include "tests/unit/bot/tournament/world_scene.h"
#include "tests/unit/test_case.h"

/* ---- results -------------------------------------------------------------------- */

/* The report of the first match comes when the second of the same two has begun. */
TEST(late_news_of_a_match_is_not_taken_for_the_next)
{
    const struct director_entrant entrants[] = {{.name = "anna", .is_ours = true},
                                                {.name = "bert", .is_ours = true}};
    struct match_event event = {.type = MATCH_START, .length = 5, .opponent = "bert"};
    struct error err;
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 0);
    struct director *d = director_new(&world.options, entrants, 2, &err);
    world.director = d;
    world.now_s = 1;
    world_log_in_director(&world);
    pass(4);
    director_match_event(d, 5000, "anna", &event);
    event.type = MATCH_END;
    event.my_score = 5;
    director_match_event(d, 5500, "anna", &event); /* left, not finished */
    world_drain(&world);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
    event.is_finished = true;
    director_match_event(d, 6000, "anna", &event);
    world_drain(&world);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_DONE);
    memcpy(event.opponent, "anna", 5);
    event.my_score = 0;
    event.their_score = 5;
    director_match_event(d, 6100, "bert", &event); /* the same end, seen by bert */
    struct fibs_message message;
    struct game_event report;
    fibs_message_read(&world.lines, "anna wins a 5 point match against bert  5-0 .",
                      &message);
    translate_event(&world.translator, &message, &report);
    director_hear(d, 6200, &report);
    world_drain(&world);
    assert_int_equal(world.match_count, 2);
    assert_in_range(world.matches[1].state, DIRECTOR_MATCH_DUE, DIRECTOR_MATCH_CALLED);
    world.match_seconds = 1000000;
    for (int soul = ANNA; soul <= BERT; soul++) {
        world.souls[soul].experience += 5;
        world_who(&world, soul);
    }
    pass(20);
    assert_in_range(world.matches[1].state, DIRECTOR_MATCH_CALLED,
                    DIRECTOR_MATCH_PLAYING);
}

TEST(a_match_of_another_length_is_told_and_has_no_result)
{
    struct match_event event = {.type = MATCH_START, .length = 3, .opponent = "bert"};
    begin(one_round, 2, 1);
    world.souls[BERT].is_deaf = true;
    pass_until(0, DIRECTOR_MATCH_CALLED);
    director_match_event(world.director, world.now_s * 1000, "anna", &event);
    pass(1);
    assert_non_null(strstr(world.last_warning, ": anna plays 3 points"));
    event.type = MATCH_END;
    event.is_finished = true;
    event.my_score = 3;
    director_match_event(world.director, world.now_s * 1000, "anna", &event);
    pass(1);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_CALLED);
}

/* Before the who lines, which may be wrong for a while. */
TEST(our_player_knows_first_that_a_match_is_saved)
{
    const struct match_event saved = {
        .type = MATCH_SAVED, .length = 5, .opponent = "bert"};
    begin(one_round, 2, 1);
    play_without_end();
    director_match_event(world.director, world.now_s * 1000, "anna", &saved);
    world_drain(&world);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_INTERRUPTED);
}

/* A who line said that they play no more; another one, or our player, knows better. */
TEST(who_play_again_at_once_were_not_interrupted)
{
    for (int foreign = 1; foreign <= 2; foreign++) {
        begin(one_round, 2, foreign);
        play_without_end();
        pass(5);
        world.souls[ANNA].playing = -1;
        world_who(&world, ANNA);
        world.souls[ANNA].playing = BERT;
        pass(3);
        if (foreign == 1) {
            world_event(&world, ANNA, BERT, MATCH_RESUMED, 0, 0);
        } else {
            world_who(&world, ANNA);
        }
        for (int i = 0; i < 10; i++) {
            pass(1);
            assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
        }
    }
}

TEST(who_lines_that_say_the_same_again_change_nothing)
{
    begin(one_round, 2, 2);
    play_without_end();
    pass(5);
    world.souls[ANNA].playing = world.souls[ANNA].wants = -1;
    world.souls[BERT].playing = world.souls[BERT].wants = -1;
    for (int i = 0; i < 5; i++) {
        world_who(&world, ANNA);
        pass(3);
    }
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_INTERRUPTED);
}

TEST(the_end_of_another_length_is_no_result)
{
    begin(one_round, 2, 2);
    play_without_end();
    pass(5);
    world_line(&world, "bert wins a 3 point match against anna  3-0 .");
    pass(5);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
}

/* A match whose end nobody saw; the list that said before that it is saved is out of date. */
TEST(what_is_on_the_list_no_more_is_lost)
{
    begin(one_round, 2, 1);
    play_without_end();
    world.souls[BERT].is_deaf = true;
    world_save(&world, ANNA, -1);
    pass_until(0, DIRECTOR_MATCH_INTERRUPTED);
    pass(10);
    world.souls[ANNA].saved = world.souls[BERT].saved = 0;
    world_list(&world, ANNA);
    pass_until(0, DIRECTOR_MATCH_CALLED);
}

/* The account of ours has not seen the end. What the server reported counts, also where
 * ratings say otherwise, in whichever order the two come. */
TEST(the_server_is_a_better_witness_than_ratings)
{
    for (int i = 0; i < 2; i++) {
        begin(one_round, 2, 1);
        play_without_end();
        pass(5);
        world.souls[ANNA].rating += 2.5;
        for (int soul = ANNA; soul <= BERT; soul++) {
            world.souls[soul].playing = world.souls[soul].wants = -1;
            world.souls[soul].experience += 5;
        }
        for (int k = 0; k < 2; k++) {
            if (i == k) {
                world_line(&world, "bert wins a 5 point match against anna  5-3 .");
            } else {
                world_who(&world, ANNA);
                world_who(&world, BERT);
            }
            pass(5);
        }
        pass_until(0, DIRECTOR_MATCH_DONE);
        assert_int_equal(world.matches[0].source, DIRECTOR_SOURCE_SERVER);
        assert_int_equal(world.matches[0].pairing.side[world.matches[0].winner], BERT);
        assert_int_equal(world.matches[0].score[world.matches[0].winner], 5);
        assert_int_equal(world.matches[0].score[1 - world.matches[0].winner], 3);
    }
}

/* ---- calls ---------------------------------------------------------------------- */

/* What waits to be said when the match has begun is not said any more. */
TEST(nobody_is_called_to_a_match_that_has_begun)
{
    begin(one_round, 2, 2);
    world.options.say_pause_ms = 30000;
    world.match_seconds = 1000000;
    world.souls[BERT].is_deaf = true;
    pass(140);
    assert_int_equal(world.tells,
                     5); /* the rules to both, then anna; bert comes next */
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_CALLED);
    world_begin_match(&world, ANNA, BERT);
    pass(120);
    assert_int_equal(world.tells, 5);
    assert_int_equal(world.matches[0].state, DIRECTOR_MATCH_PLAYING);
}

/* They go on and end it while the news that it was saved is on its way. */
TEST(nobody_is_called_to_go_on_before_all_news_is_in)
{
    begin(one_round, 2, 2);
    play_without_end();
    pass(5);
    int tells = world.tells;
    world.souls[ANNA].is_deaf = true;
    world_save(&world, ANNA, -1);
    pass(1);
    world.latest_s[LANE_OF_DIRECTOR] = world.now_s + 20; /* its line is slow now */
    world_begin_match(&world, ANNA, BERT);
    world_end_match(&world, ANNA);
    pass_until(0, DIRECTOR_MATCH_INTERRUPTED);
    pass_until(0, DIRECTOR_MATCH_DONE);
    pass(10);
    assert_int_equal(world.tells - tells, 2); /* the result, to both */
}

TEST(a_result_is_told_with_the_points_of_the_winner_first)
{
    begin(one_round, 2, 0);
    world_run(&world);
    const struct truth *truth = &world.truths[0];
    char want[200];
    FORMAT_TEXT(want, "round 1: %s beats %s 5-1", world.souls[truth->winner].name,
                world.souls[truth->loser].name);
    assert_string_equal(world.last_news[DIRECTOR_NEWS_RESULT], want);
}

/* Who has reported a result without playing here is not waited for. Of who has less
 * experience than he must have the who line is asked for now and then only. */
TEST(who_lines_are_not_asked_for_in_a_flood)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 2);
    world.match_seconds = 1000000;
    world.delay_s = 1;
    pass_until(0, DIRECTOR_MATCH_PLAYING);
    world_end_match(&world, ANNA);
    world.souls[ANNA].experience -= 5; /* it did not count on the server */
    world_who(&world, ANNA);
    int before = world.asked;
    pass_until(1, DIRECTOR_MATCH_CALLED);
    assert_in_range(world.asked - before, 1, 10);
    pass(60);
    assert_string_equal(world.last_warning, "anna has an experience of 0, not 5");
}

TEST(a_saved_match_goes_on_before_anything_else)
{
    begin((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 2, 0);
    play_without_end();
    world_go_offline(&world, BERT, 30);
    pass(60);
    assert_true(world.souls[ANNA].only_saved);
    pass_until(0, DIRECTOR_MATCH_PLAYING);
    assert_int_equal(world.truth_count, 0);
    world_kill(&world);
    pass(60);
    assert_true(world.souls[ANNA].only_saved && world.souls[BERT].only_saved);
}

TEST(awards_are_refused_where_they_cannot_be)
{
    struct error err;
    begin((struct pairing_plan){.kind = PAIRING_KNOCK_OUT}, 4, 0);
    world.match_seconds = 100;
    pass_until(0, DIRECTOR_MATCH_DONE);
    int64_t now_ms = world.now_s * 1000;
    assert_false(director_award(world.director, now_ms, 9, "anna", "olga", "", &err));
    assert_string_equal(err.text, "there is no match 10");
    assert_false(director_award(world.director, now_ms, 0, "anna", "olga", "", &err));
    assert_string_equal(err.text, "match 1 is over");
    assert_false(director_award(world.director, now_ms, 1, "anna", "olga", "", &err));
    assert_string_equal(err.text, "anna does not play match 2");
    static const char *const reasons[] = {"", "  ", "caf\xe9", "caf\xc3\xa9",
                                          "two\nlines"};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        assert_false(
            director_award(world.director, now_ms, 1, "", "olga", reasons[i], &err));
        assert_non_null(strstr(err.text, "why it is awarded: expected 1 to 119 "
                                         "printable ASCII characters"));
    }
    assert_false(director_award(world.director, now_ms, 1, "", "", "power cut", &err));
    assert_true(
        director_award(world.director, now_ms, 1, "", "olga", "power cut", &err));
    world_drain(&world);
    pass_until(2, DIRECTOR_MATCH_DONE); /* a bye for the winner of match 0 */
    assert_int_equal(world.matches[2].source, DIRECTOR_SOURCE_BYE);
}

TEST(rows_that_cannot_be_are_refused)
{
    struct error err;
    begin(one_round, 4, 0);
    pass_until(0, DIRECTOR_MATCH_PLAYING);
    struct director_rows rows = world_rows(&world);
    struct director_options options = world.options;
    options.length = 7;
    assert_null(director_restore(&options, &rows, &err));
    assert_string_equal(err.text,
                        "the tournament was begun with another kind, seed or length");
    rows.entrant_count = 3;
    assert_null(director_restore(&world.options, &rows, &err));
    assert_string_equal(err.text, "the tournament has 4 entrants, not 3");
    rows.entrant_count = 4;
    world.matches[0].pairing.side[1] = 4;
    assert_null(director_restore(&world.options, &rows, &err));
    assert_string_equal(err.text, "match 1 of the tournament is damaged");
}

/* What its kind does not use may change. */
TEST(a_tournament_of_another_plan_is_refused)
{
    static const struct {
        struct pairing_plan plan, other;
        bool is_same;
    } cases[] = {
        {{.kind = PAIRING_ROUND_ROBIN, .legs = 1},
         {.kind = PAIRING_ROUND_ROBIN, .legs = 1, .rounds = 7},
         true},
        {{.kind = PAIRING_ROUND_ROBIN, .legs = 1},
         {.kind = PAIRING_ROUND_ROBIN, .legs = 2},
         false},
        {{.kind = PAIRING_SWISS, .rounds = 2},
         {.kind = PAIRING_SWISS, .rounds = 2, .legs = 2},
         true},
        {{.kind = PAIRING_SWISS, .rounds = 2},
         {.kind = PAIRING_SWISS, .rounds = 3},
         false},
        {{.kind = PAIRING_KNOCK_OUT, .draw = 1},
         {.kind = PAIRING_KNOCK_OUT, .draw = 2},
         false},
        {{.kind = PAIRING_KNOCK_OUT}, {.kind = PAIRING_SWISS}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err;
        begin(cases[i].plan, 4, 0);
        pass_until(0, DIRECTOR_MATCH_PLAYING);
        const struct director_rows rows = world_rows(&world);
        struct director_options options = world.options;
        options.plan = cases[i].other;
        struct director *director = director_restore(&options, &rows, &err);
        assert_int_equal(director != NULL, cases[i].is_same);
        director_free(director);
    }
}

TEST(a_file_full_of_matches_draws_no_more)
{
    enum { ENTRANTS = 4 };
    static struct director_match matches[DIRECTOR_MATCHES_MAX + 1];
    static const struct director_entrant entrants[ENTRANTS] = {
        {.number = 0, .name = "anna"},
        {.number = 1, .name = "bert"},
        {.number = 2, .name = "carl"},
        {.number = 3, .name = "dora"}};
    const struct pairing_plan plan = {
        .kind = PAIRING_ROUND_ROBIN, .entrants = ENTRANTS, .legs = 1};
    struct director_rows rows = {.whole = {DIRECTOR_RUNNING, 0, plan, 5},
                                 .entrant_count = ENTRANTS,
                                 .match_count = DIRECTOR_MATCHES_MAX + 1,
                                 .entrants = entrants,
                                 .matches = matches};
    struct director_options options;
    struct error err = {0};
    director_options_default(&options);
    options.plan = plan;
    for (int i = 0; i <= DIRECTOR_MATCHES_MAX; i++) {
        matches[i] = (struct director_match){
            .number = i, .pairing = {{0, 1}}, .state = DIRECTOR_MATCH_DONE};
    }
    assert_null(director_restore(&options, &rows, &err));
    assert_string_equal(err.text, "the tournament has 1 matches too many");
    rows.match_count = DIRECTOR_MATCHES_MAX;
    struct director *director = director_restore(&options, &rows, &err);
    assert_non_null(director);
    director_online(director, 0);
    director_hear(director, 0, &(struct game_event){.type = EVENT_WHO_END});
    assert_int_equal(director_rows(director)->match_count, DIRECTOR_MATCHES_MAX);
    assert_int_equal(director_rows(director)->whole.phase, DIRECTOR_FINISHED);
    director_free(director);
}

/* The last news of a tournament of two whose matches the winners of `first` and `second`
 * have won. */
static void assert_ends(int first, int second, const char *text)
{
    static const struct director_entrant entrants[] = {{.number = 0, .name = "anna"},
                                                       {.number = 1, .name = "bert"}};
    const struct pairing_plan plan = {
        .kind = PAIRING_ROUND_ROBIN, .entrants = 2, .legs = 2};
    const struct director_match matches[] = {
        {.pairing = {{0, 1}}, .state = DIRECTOR_MATCH_DONE, .winner = first},
        {.number = 1,
         .round = 1,
         .pairing = {{0, 1}},
         .state = DIRECTOR_MATCH_DONE,
         .winner = second}};
    const struct director_rows rows = {.whole = {DIRECTOR_RUNNING, 1, plan, 5},
                                       .entrant_count = 2,
                                       .match_count = 2,
                                       .entrants = entrants,
                                       .matches = matches};
    struct director_options options;
    struct director_output output;
    struct error err = {0};
    char end[sizeof output.news.text] = "";
    director_options_default(&options);
    options.plan = plan;
    struct director *director = director_restore(&options, &rows, &err);
    assert_non_null(director);
    director_online(director, 0);
    director_hear(director, 0, &(struct game_event){.type = EVENT_WHO_END});
    while (director_next_output(director, &output)) {
        if (output.type == DIRECTOR_NEWS && output.news.what == DIRECTOR_NEWS_END) {
            memcpy(end, output.news.text, sizeof end);
        }
    }
    assert_string_equal(end, text);
    director_free(director);
}

TEST(nobody_wins_alone_who_shares_the_first_place)
{
    assert_ends(1, 1, "the tournament is over: bert wins it, 2 won of 2");
    assert_ends(1, 0,
                "the tournament is over: anna, bert share the first place, 1 won of 2");
}

TEST_MAIN(NULL, NULL)
