/* A run over the matches of many files: which are taken, who is judged at which level, and what is
 * said of the time it takes. */

#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/job/work.h"
#include "engine/rollout/roller.h"
#include "match/batch/match_batch_internal.h"
#include "tests/unit/assert_near.h"
#include "tests/unit/match/batch/batch_run.h"
#include "tests/unit/test_case.h"

/* ---- reading --------------------------------------------------------------------- */

CASE(a_file_is_what_is_there_and_not_the_input)
{
    write_match("a.mat", 0, "");
    int here = open(".", O_RDONLY | O_CLOEXEC);
    write_match("-", 0, "");
    assert_true(here >= 0 && chdir(folder) == 0);
    assert_false(match_batch_is_file("-"));
    assert_int_equal(fchdir(here), 0);
    (void)close(here);
    assert_true(match_batch_is_file(below("a.mat")));
    assert_true(match_batch_is_file(folder));
    assert_false(match_batch_is_file(below("b.mat")));
}

CASE(matches_of_files_and_folders_come_in_the_order_of_the_operands)
{
    static const struct {
        const char *name;
        int number, high; /* die of the opening */
    } rows[] = {{"z.mat", 1, 2},
                {"sub/a.mat", 1, 3},
                {"sub/b.mat", 1, 4},
                {"c.mat", 1, 5},
                {"c.mat", 2, 6}};
    assert_int_equal(mkdir(below("sub"), 0700), 0);
    write_match("z.mat", 0, "");
    write_match("sub/b.mat", 2, "");
    write_match("sub/a.mat", 1, "");
    match_text_heading(&text, 9);
    match_text_game(&text, 1, 0, 0);
    match_text_row(&text, 1, openings[3], "");
    match_text_line(&text, "\n 9 point match");
    match_text_game(&text, 1, 0, 0);
    match_text_row(&text, 1, openings[4], "");
    write_file("c.mat");
    assert_true(READ("z.mat", "sub", "c.mat"));
    assert_true(batch.has_folder);
    assert_int_equal(batch.count, sizeof rows / sizeof rows[0]);
    assert_int_equal(batch.turns, 3 * 4 + 2);
    for (int i = 0; i < batch.count; i++) {
        assert_string_equal(batch.matches[i].path, below(rows[i].name));
        assert_int_equal(batch.matches[i].number, rows[i].number);
        assert_int_equal(batch.matches[i].turns->turns[0].roll.high, rows[i].high);
    }
    assert_non_null(strstr(told, "reading z.mat 1 4\n"));
    assert_non_null(strstr(told, "reading sub/a.mat 2 4\n"));
    assert_non_null(strstr(told, "reading sub/b.mat 3 4\n"));
    assert_non_null(strstr(told, "reading c.mat 4 4\n"));
    assert_true(READ("z.mat"));
    assert_false(batch.has_folder);
}

/* In a folder there may be files that are no matches. */
CASE(what_cannot_be_read_is_a_failure_where_it_is_named)
{
    assert_int_equal(mkdir(below("sub"), 0700), 0);
    write_match("sub/a.mat", 0, "");
    text.size = 0;
    match_text_line(&text, "GIF89a");
    write_file("sub/b.mat");
    assert_true(READ("sub"));
    assert_non_null(strstr(told, "refused sub/b.mat"));
    assert_int_equal(batch.count, 1);
    assert_false(READ("missing.mat", "sub/a.mat"));
    assert_non_null(strstr(told, "refused missing.mat"));
    assert_int_equal(batch.count, 1);
    assert_false(READ("sub", "missing.mat"));
    assert_false(READ("sub", "sub/b.mat"));
    is_failure = false;
    assert_true(READ("missing.mat", "sub/a.mat"));
}

CASE(a_match_that_came_before_is_left_out_and_told_three_times)
{
    static const char *const names[] = {"a.mat", "b.mat", "c.mat",
                                        "d.mat", "e.mat", "f.mat"};
    for (int i = 0; i < 6; i++) {
        write_match(names[i], 0, "");
    }
    for (int count = 1; count <= 6; count++) {
        assert_true(read_operands(count, names));
        assert_int_equal(batch.count, 1);
        assert_int_equal(batch.turns, 4);
        assert_int_equal(count_of(told, "match 1 is the same as in "),
                         count < 4 ? count - 1 : 3);
        assert_int_equal(count_of(told, "repeat: 1 more match that came before"),
                         count == 5);
        assert_int_equal(count_of(told, "repeat: 2 more matches that came before"),
                         count == 6);
        assert_int_equal(count_of(told, "more match"), count > 4);
    }
}

/* ---- levels ---------------------------------------------------------------------- */

CASE(each_side_is_judged_more_deeply_than_it_plays)
{
    static const char first[] = "; [Player 1 Level \"fibsbot: 1-ply\"]",
                      second[] = "; [Player 2 Level \"fibsbot: 1-ply\"]";
    static const struct {
        const char *tag, *known;
        bool is_exact;
        bool is_rolled[2];
        int asked; /* how often the caller is asked for the level */
    } rows[] = {
        {"", "", false, {false, false}, 1},
        {"", "2-ply", false, {true, false}, 1},
        {first, "", false, {true, false}, 0},
        {second, "", false, {false, true}, 1},
        {second, "2-ply", true, {false, false}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_match("a.mat", 0, rows[i].tag);
        known_level = rows[i].known;
        job.is_exact = rows[i].is_exact;
        assert_true(READ("a.mat"));
        assert_int_equal(count_of(told, "level of our_bot"), rows[i].asked);
        struct match_analysis *analysis =
            match_batch_analysis(&batch, &batch.matches[0]);
        assert_non_null(analysis);
        for (int side = 0; side < 2; side++) {
            assert_int_equal(batch.matches[0].reference[side].roller != NULL,
                             rows[i].is_rolled[side]);
            assert_int_equal(
                match_analysis_strength(analysis, (enum record_side)side)->roller !=
                    NULL,
                rows[i].is_rolled[side]);
        }
        match_analysis_free(analysis);
    }
}

/* ---- time ------------------------------------------------------------------------ */

CASE(nothing_is_left_to_do_when_all_turns_are_saved)
{
    double losses[8];
    begin_two_matches();
    assert_true(match_batch_estimate(&batch) > 0.0);
    assert_true(match_batch_seconds_left(&batch) == 0.0); /* not known yet */
    assert_int_equal(analyse(8, losses), 8);
    assert_true(match_batch_seconds_left(&batch) == 0.0);
    begin(true);
    assert_true(match_batch_estimate(&batch) == 0.0);
}

/* Ten times a ply, and a roller by its games: of what is still to be done. */
CASE(deeper_levels_are_estimated_to_take_longer)
{
    static const struct roller long_one = {
        .name = "roller", .trials = 360000000, .horizon = 5};
    double losses[1];
    match_text_heading(&text, 9);
    match_text_game(&text, 1, 0, 0);
    match_text_row(&text, 1, openings[0], "43: 13/10 13/9");
    write_file("a.mat");
    begin(false);
    assert_near(match_batch_work(&batch), 2.0, 2e-7);
    batch.matches[0].reference[RECORD_ME].play_ply = 6;
    assert_near(match_batch_work(&batch), 1e6 + 1.0, 0.1);
    batch.matches[0].reference[RECORD_OPPONENT].play_ply = 12;
    assert_near(match_batch_work(&batch), 1e12 + 1e6, 1e5);
    begin(true);
    assert_int_equal(analyse(1, losses), 1);
    begin(true);
    batch.matches[0].reference[RECORD_ME].play_ply = 12; /* whose turn is done */
    assert_near(match_batch_work(&batch), 1.0, 1e-7);
    batch.matches[0].reference[RECORD_OPPONENT].roller = &long_one;
    assert_near(match_batch_work(&batch), 0.055 * sqrt(360e6) * 5.0, 5e-4);
}

struct level_row {
    int ply, cube_ply;
    const struct roller *reference, *close; /* of the levels; of close decisions */
    int share;
    double factor;
};

static double work_of(const struct level_row *row)
{
    for (int side = 0; side < 4; side++) {
        struct strength *at = &batch.matches[side / 2].reference[side % 2];
        at->play_ply = row->ply;
        at->cube_ply = row->cube_ply;
        at->roller = row->reference;
    }
    job.roller = row->close;
    job.roller_share = row->share;
    return match_batch_work(&batch);
}

CASE(a_level_takes_as_many_times_as_long_as_its_factors_say)
{
    static const struct roller roller = {
        .name = "roller", .trials = 400, .horizon = 5, .first_turns = 1};
    static const struct level_row rows[] = {
        {0, 0, NULL, NULL, 0, 1},      {6, 6, NULL, NULL, 0, 1e6},
        {0, 2, NULL, NULL, 0, 2},      {0, 4, NULL, NULL, 0, 31},
        {0, 0, &roller, NULL, 0, 11},  {0, 0, NULL, &roller, 50, 2},
        {0, 0, NULL, &roller, 99, 10}, {0, 0, NULL, NULL, 50, 1},
    };
    begin_two_matches();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_near(work_of(&rows[i]), rows[i].factor * batch.turns,
                    1e-7 * rows[i].factor * batch.turns);
    }
}

CASE(a_cube_that_nobody_may_turn_is_estimated_to_take_no_time)
{
    static const struct level_row deep = {0, 4, NULL, NULL, 0, 1};
    begin_two_matches();
    for (int m = 0; m < 2; m++) {
        ((struct match_turns *)batch.matches[m].turns)->heading.has_no_cube = true;
    }
    assert_near(work_of(&deep), batch.turns, 1e-7 * batch.turns);
}

static double least(double a, double b)
{
    return a > 0.0 && a < b ? a : b;
}

/* Of the shortest times: a busy machine needs more of them until no pause is in them. */
CASE(the_estimate_is_about_the_time_that_is_taken)
{
    enum { SURELY = 3, TRIES = 200 };
    double losses[8], estimate = 1e9, taken = 1e9, times = 0.0;
    job.strength.play_ply = job.strength.cube_ply = 2;
    for (int i = 0; i < TRIES && (i < SURELY || times < 0.25 || times > 4.0); i++) {
        begin_two_matches();
        estimate = least(match_batch_estimate(&batch), estimate);
        double begun = work_now();
        assert_int_equal(analyse(8, losses), 8);
        taken = least(work_now() - begun, taken);
        assert_int_equal(unlink(results), 0);
        times = estimate / taken;
    }
    assert_true(times >= 0.25 && times <= 4.0);
}

/* A pause of the machine makes it more, by less than the 100 s here. */
CASE(the_time_left_is_that_of_the_turns_of_this_run)
{
    double losses[8];
    begin_two_matches();
    assert_int_equal(analyse(2, losses), 2);
    begin(true);
    assert_int_equal(analyse(4, losses), 4);
    batch.begun = work_now() - 1000.0; /* two turns in 1000 s, and four are left */
    assert_in_range((int)match_batch_seconds_left(&batch), 1999, 2199);
}

/* ---- close decisions ------------------------------------------------------------- */

static const struct roller tiny = {
    .name = "roller", .trials = 36, .horizon = 2, .small_loss = 0.01};

/* How many turns a roller judges. */
static int count_rolled(int share)
{
    int rolled = 0;
    job.roller = &tiny;
    job.roller_share = share;
    assert_true(READ("a.mat"));
    struct match_analysis *analysis = match_batch_analysis(&batch, &batch.matches[0]);
    assert_non_null(analysis);
    for (int i = 0; match_batch_next(&batch, analysis); i++) {
        rolled += match_analysis_turn(analysis, i)->detail.roller == &tiny;
    }
    match_analysis_free(analysis);
    return rolled;
}

CASE(a_roller_judges_the_first_close_decision_and_others_in_its_share)
{
    match_text_heading(&text, 9);
    match_text_game(&text, 1, 0, 0);
    match_text_row(&text, 1, "21: 13/11 6/5", "41: 24/23 13/9");
    match_text_row(&text, 2, "51: 13/8 6/5", "63: 24/18 13/10");
    write_file("a.mat");
    assert_int_equal(count_rolled(0), 1);
    assert_in_range(count_rolled(100), 2, 4);
}

CASE(the_share_of_a_roller_is_one_of_the_time_since_the_beginning)
{
    job.roller = &tiny;
    job.roller_share = 50;
    write_match("a.mat", 0, "");
    for (int rolled_s = 300; rolled_s <= 700; rolled_s += 400) {
        assert_true(READ("a.mat"));
        struct match_analysis *analysis =
            match_batch_analysis(&batch, &batch.matches[0]);
        assert_non_null(analysis);
        batch.begun = work_now() - 1000.0;
        batch.rolled = rolled_s;
        assert_true(match_batch_next(&batch, analysis));
        assert_int_equal(match_analysis_turn(analysis, 0)->detail.roller != NULL,
                         rolled_s < 500);
        match_analysis_free(analysis);
    }
}

TEST_MAIN(open_engine, close_engine)
