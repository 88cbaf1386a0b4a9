/* Records that go on after a kill, in the middle of any line. */
#include "tests/unit/match/record_random.h"
#include "tests/unit/test_case.h"

/* ---- a random match, told to two records ---------------------------------------- */

CASE(a_match_torn_anywhere_is_told_like_a_whole_one)
{
    char *whole = malloc(ROOM), *torn = malloc(ROOM);
    assert_true(whole != NULL && torn != NULL);
    int tears = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct random_match m = {.grouping = (int)(seed % 3)};
        play_match(&m, 9, seed);
        test_file_read(record_path(m.whole), whole, ROOM);
        test_file_read(record_path(m.torn), torn, ROOM);
        assert_string_equal(torn, whole);
        assert_int_equal(m.held, m.tears);
        tears += m.tears;
        record_match_end(m.whole);
        record_match_end(m.torn);
        tear_down(state);
        set_up(state);
    }
    assert_true(tears > 50);
    free(whole);
    free(torn);
}

CASE(missed_turns_are_found_from_the_positions)
{
    char *whole = malloc(ROOM), *torn = malloc(ROOM);
    assert_true(whole != NULL && torn != NULL);
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct random_match m = {.missed_max = 2};
        int games[2], turns[2];
        play_match(&m, 5, seed);
        test_file_read(record_path(m.whole), whole, ROOM);
        test_file_read(record_path(m.torn), torn, ROOM);
        count_turns(whole, &games[0], &turns[0]);
        count_turns(torn, &games[1], &turns[1]);
        assert_int_equal(games[1], games[0]);
        assert_in_range(turns[1], turns[0] - 2 * games[0], turns[0]);
        record_match_end(m.whole);
        record_match_end(m.torn);
        tear_down(state);
        set_up(state);
    }
    free(whole);
    free(torn);
}

/* ---- single cases --------------------------------------------------------------- */

/* A turn of ours that his is missing before. */
static int lose_game(struct random_match *m)
{
    static const struct play play = {{{13, 10}, {6, 5}}, 2};
    record_play(m->torn, RECORD_ME, (struct roll){3, 1}, &play);
    return record_lost_game(m->torn);
}

CASE(the_list_of_games_that_lack_turns_goes_on_after_a_kill)
{
    char text[4096];
    struct random_match m = begin(5);
    assert_int_equal(lose_game(&m), 1);
    tear(&m);
    assert_int_equal(record_lost_game(m.torn), 0); /* it was told before */
    record_game_end(m.torn, RECORD_ME, 1);
    record_game_start(m.torn, 1, 0);
    record_play(m.torn, RECORD_ME, (struct roll){3, 1}, &opening_play);
    assert_int_equal(lose_game(&m), 2);
    test_file_read(record_path(m.torn), text, sizeof text);
    assert_non_null(strstr(text, "]\n; [Incomplete \"1 2\"]\n\n 5 point match\n"));
    record_match_end(m.torn);
}

/* The game of begin(). */
#define FIRST_GAME                                                                     \
    " Game 1\n"                                                                        \
    " our_bot : 0                           opp_a : 0\n"                               \
    "  1) 31: 8/5 6/5                       "

static void expect_text(const struct random_match *m, const char *want)
{
    char text[4096];
    test_file_read(record_path(m->torn), text, sizeof text);
    const char *games = strstr(text, " Game 1");
    assert_non_null(games);
    assert_string_equal(games, want);
}

CASE(a_double_taken_back_by_the_server_leaves_no_trace)
{
    struct random_match m = begin(5);
    record_double(m.torn, RECORD_OPPONENT, 2);
    tear(&m);
    expect_text(&m, FIRST_GAME);
    record_double(m.torn, RECORD_OPPONENT, 2);
    record_drop(m.torn, RECORD_ME);
    expect_text(&m, FIRST_GAME " Doubles => 2\n"
                               "  2)  Drops                            ");
    record_match_end(m.torn);
}

/* `result`: of the first game, where the second one is resumed at its start. */
static void expect_second_game(struct random_match *m, const char *result)
{
    char want[400];
    position_start(&m->pos);
    tear(m);
    assert_int_equal(m->held, 1);
    FORMAT_TEXT(want, FIRST_GAME "\n%s\n\n Game 2\n our_bot : %d%26s opp_a : %d\n",
                result, m->score[RECORD_ME], "", m->score[RECORD_OPPONENT]);
    expect_text(m, want);
    record_match_end(m->torn);
}

CASE(a_game_that_ended_unseen_gets_its_points)
{
    struct random_match m = begin(5);
    m.score[RECORD_OPPONENT] = 2;
    expect_second_game(&m, "                                       Wins 2 points");
}

CASE(a_game_won_before_the_kill_is_of_who_won_it)
{
    struct random_match m = begin(5);
    record_game_end(m.torn, RECORD_ME, 1);
    m.score[RECORD_ME] = 1;
    expect_second_game(&m, "      Wins 1 point");
}

CASE(a_file_cut_off_in_mid_line_goes_on_before_it)
{
    static const char *const cuts[] = {"42: 8/", "\n  2) 65: 24/", "\n", "\n\n Gam"};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        char path[700];
        struct random_match m = begin(5);
        COPY_TEXT(path, record_path(m.torn));
        FILE *file = fopen(path, "a");
        assert_non_null(file);
        fputs(cuts[i], file); /* and killed: nothing is closed */
        (void)fclose(file);
        struct record *killed = m.torn;
        m.torn = open_record(&m, folder, true, 1700090000);
        assert_string_equal(record_path(m.torn), path);
        show_state(&m);
        expect_text(&m, FIRST_GAME);
        record_match_end(m.torn);
        record_match_end(killed);
        tear_down(state);
        set_up(state);
    }
}

CASE(another_match_does_not_go_on_in_the_file)
{
    static const struct {
        int length, my_score; /* of what the server resumes */
        const char *opponent;
    } rows[] = {{7, 0, "opp_a"}, {5, 0, "opp_b"}, {5, 0, "opp"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct random_match m = begin(5);
        const struct record_match match = {.folder = folder,
                                           .my_name = "our_bot",
                                           .opponent = rows[i].opponent,
                                           .place = "fibs.com",
                                           .length = rows[i].length,
                                           .is_resumed = true,
                                           .started = 1700000500};
        struct error err;
        struct record *record = record_match_start(&match, &err);
        assert_non_null(record);
        assert_string_not_equal(record_path(record), record_path(m.torn));
        record_match_end(record);
        record_match_end(m.torn);
        tear_down(state);
        set_up(state);
    }
}

/* We win so many points of a match, and one that stands at 1-0 is resumed. */
static void expect_another_file(int length, int points)
{
    struct random_match m = begin(length);
    record_game_end(m.torn, RECORD_ME, points);
    m.score[RECORD_ME] = 1;
    tear(&m);
    assert_int_equal(m.held, 0);
    record_match_end(m.torn);
}

CASE(a_lower_score_is_another_match)
{
    expect_another_file(5, 3);
}

CASE(a_finished_match_does_not_go_on)
{
    expect_another_file(1, 1);
}

/* So many later matches are over, lost by 3 points; the match is resumed, of which we have
 * won the first game if `has_won`. */
static bool goes_on_behind(int later_matches, bool has_won, int my_score)
{
    struct random_match m = begin(3);
    char path[700];
    if (has_won) {
        record_game_end(m.torn, RECORD_ME, 1);
        position_start(&m.pos);
    }
    COPY_TEXT(path, record_path(m.torn));
    for (int i = 0; i < later_matches; i++) {
        struct record *later = open_record(&m, folder, false, 1700100000 + i);
        record_game_start(later, 0, 0);
        record_game_end(later, RECORD_OPPONENT, 3);
        record_match_end(later);
    }
    record_match_end(m.torn);
    m.score[RECORD_ME] = my_score;
    m.torn = open_record(&m, folder, true, 1700200000);
    bool is_same = strcmp(record_path(m.torn), path) == 0;
    record_match_end(m.torn);
    return is_same;
}

CASE(after_a_clock_set_back_a_match_goes_on_in_its_file)
{
    assert_true(goes_on_behind(1, false, 0));
    tear_down(state);
    set_up(state);
    assert_true(goes_on_behind(7, true, 1));
}

CASE(files_too_far_back_or_at_another_score_do_not_go_on)
{
    assert_false(goes_on_behind(8, false, 0));
    tear_down(state);
    set_up(state);
    assert_false(goes_on_behind(1, false, 1));
}

/* ---- SGF ------------------------------------------------------------------------ */

CASE(the_name_of_a_file_tells_when_the_match_began)
{
    time_t started = 0;
    assert_true(
        record_start_of("a-b/20231114-221320-our_bot-opp_a-5pt-2.mat", &started));
    assert_int_equal(started, 1700000000);
    static const char *const others[] = {"",
                                         "match.mat",
                                         "20231114-our_bot-opp_a.mat",
                                         "20231114-221320.mat",
                                         "20231114-2213-5-x.mat",
                                         "20231114-221320-our_bot/x.mat"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(record_start_of(others[i], &started));
    }
}

/* The history may have noted the match up to two seconds before the file was made, and one
 * after it, where the second turned between the two. */
CASE(the_file_of_a_match_is_made_within_two_seconds)
{
    static const struct {
        int later_s;
        bool is_found;
    } rows[] = {{-2, false}, {-1, true}, {0, true}, {1, true}, {2, true}, {3, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct random_match m = begin(5);
        char path[300];
        time_t made = 0;
        assert_true(record_start_of(record_path(m.torn), &made));
        const struct record_match asked = {.folder = folder,
                                           .my_name = "our_bot",
                                           .opponent = "opp_a",
                                           .length = 5,
                                           .started = made - rows[i].later_s};
        assert_int_equal(record_find_begun(&asked, path, sizeof path),
                         rows[i].is_found);
        record_match_end(m.torn);
        tear_down(state);
        set_up(state);
    }
}

TEST_MAIN(NULL, NULL)
