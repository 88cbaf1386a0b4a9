/* How a run over matches continues from the file of results of an earlier one. */
#include <errno.h>

#include "engine/rollout/roller.h"
#include "tests/unit/match/batch/batch_run.h"
#include "tests/unit/test_case.h"

CASE(a_later_run_takes_the_turns_of_the_earlier_one_and_makes_the_rest)
{
    double whole[8], first[8], later[8];
    begin_two_matches();
    assert_int_equal(analyse(8, whole), 8);
    assert_int_equal(batch.done, 8);
    assert_int_equal(remove(job.save), 0);
    begin(false);
    assert_int_equal(analyse(5, first), 5);
    atomic_store(&stop, true); /* what is saved takes no work: nothing else is done */
    begin(true);
    assert_int_equal(analyse(8, later), 5);
    assert_int_equal(batch.done, 5);
    atomic_store(&stop, false);
    begin(true);
    assert_int_equal(analyse(8, later), 8);
    begin(true);
    atomic_store(&stop, true);
    assert_int_equal(analyse(8, later), 8);
    for (int i = 0; i < 8; i++) {
        assert_true(later[i] == whole[i]);
    }
}

CASE(a_file_of_results_is_continued_only_if_that_is_asked_for)
{
    struct error err = {.text = ""};
    begin_two_matches();
    assert_true(READ("a.mat", "b.mat"));
    assert_false(match_batch_begin(&batch, &err));
    assert_non_null(strstr(err.text, "exists already"));
}

static void assert_other_conditions(void)
{
    struct error err = {.text = ""};
    assert_true(match_batch_is_file(below("b.mat")) ? READ("a.mat", "b.mat")
                                                    : READ("a.mat"));
    assert_false(match_batch_begin(&batch, &err));
    assert_good(strstr(err.text, "the same conditions") != NULL, &err);
}

CASE(results_of_other_matches_or_levels_are_refused)
{
    begin_two_matches();
    job.is_resumed = true;
    job.strength.play_ply = 1;
    assert_other_conditions();
    job.strength.play_ply = 0;
    job.strength.cube_ply = 2;
    assert_other_conditions();
    job.strength.cube_ply = 0;
    job.roller = roller_find("roller");
    assert_other_conditions();
    job.roller = NULL;
    job.weights = 1;
    assert_other_conditions();
    job.weights = 0;
    job.strength.filter.accepted = 7;
    assert_other_conditions();
    job.strength.filter.accepted = 2;
    known_level = "1-ply";
    assert_other_conditions();
    known_level = "";
    write_match("b.mat", 0, "; [CubeLimit \"1\"]");
    assert_other_conditions();
    begin_match(0, ""); /* another play of the same roll */
    match_text_row(&text, 3, "", "63: 24/18 13/10");
    write_file("b.mat");
    assert_other_conditions();
    write_match("b.mat", 0, "");
    begin(true);
}

/* Former versions did not keep the time, so that a file without one may have had any. */
CASE(results_of_another_time_limit_are_refused)
{
    begin_two_matches();
    job.is_resumed = true;
    job.strength.time.limit_ms = 20;
    begin(true);
    assert_int_equal(remove(results), 0);
    begin(true);
    job.strength.time.limit_ms = 30;
    assert_other_conditions();
    job.strength.time.limit_ms = 0;
    assert_other_conditions();
}

CASE(results_of_another_answer_are_refused)
{
    write_match("a.mat", 1, "");
    begin_match(0, "");
    match_text_row(&text, 3, "", " Doubles => 2");
    match_text_row(&text, 4, " Takes", "");
    write_file("b.mat");
    begin(false);
    begin_match(0, "");
    match_text_row(&text, 3, "", " Doubles => 2");
    match_text_row(&text, 4, " Drops", "");
    write_file("b.mat");
    job.is_resumed = true;
    assert_other_conditions();
}

/* Instead of those that are there. */
static void write_results(const char *line)
{
    FILE *file = fopen(results, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", line);
    assert_int_equal(fclose(file), 0);
}

/* The same turns, of a match to `length` points from `score` - 0 on, after `line`. */
static void write_match_at(int length, int score, const char *line)
{
    match_text_heading(&text, length);
    match_text_line(&text, line);
    match_text_game(&text, 1, score, 0);
    match_text_row(&text, 1, openings[1], "41: 24/23 13/9");
    write_file("a.mat");
}

CASE(results_at_another_score_are_refused_unless_a_former_version_made_them)
{
    char heading[400], *end;
    write_match_at(9, 0, "");
    begin(false);
    job.is_resumed = true;
    write_match_at(9, 8, "");
    assert_other_conditions();
    write_match_at(7, 0, "");
    assert_other_conditions();
    FILE *file = fopen(results, "r");
    assert_non_null(file);
    assert_non_null(fgets(heading, sizeof heading, file));
    assert_int_equal(fclose(file), 0);
    assert_non_null(end = strstr(heading, ", scores "));
    *end = '\0';
    write_results(heading);
    begin(true);
}

/* They were made by the table of matches with a cube; money play asks none. */
CASE(former_results_of_a_match_without_a_cube_are_refused)
{
    static const char *const former =
        "fibsbot-match-analysis 1 880a4bd6cfb80281 ply 0 cube 0 search";
    write_match_at(0, 0, "; [CubeLimit \"1\"]");
    begin(false);
    write_results(former);
    begin(true);
    write_match_at(9, 0, "; [CubeLimit \"1\"]");
    assert_other_conditions();
}

/* `line` behind those of the file. */
static void assert_refused(const char *line, const char *why)
{
    struct error err = {.text = ""};
    begin(true);
    FILE *file = fopen(results, "a");
    assert_non_null(file);
    fprintf(file, "%s\n", line);
    assert_int_equal(fclose(file), 0);
    assert_true(READ("a.mat", "b.mat"));
    assert_false(match_batch_begin(&batch, &err));
    assert_good(strstr(err.text, why) != NULL, &err);
    assert_int_equal(remove(results), 0);
    begin(false);
}

#define SOUND "1 1 0 0 0 0 2 24 23 13 9 "

/* Who shows the plays of a turn relies on it. */
CASE(results_whose_plays_cannot_be_made_are_refused)
{
    double losses[8];
    begin_two_matches();
    assert_int_equal(analyse(1, losses), 1);
    assert_refused("1 1 0 0 0 0 2 22 21 13 9 ",
                   "line 3: expected the analysis of a turn");
    assert_int_equal(analyse(1, losses), 1);
    assert_refused(SOUND "play 1 0 .1 .5 0 0 0 0 2 22 21 13 9 ", "line 3: expected");
}

CASE(more_results_than_turns_are_refused)
{
    double losses[8];
    begin_two_matches();
    assert_int_equal(analyse(8, losses), 8);
    assert_refused(SOUND, "line 10: expected the analysis of a turn");
}

CASE(a_turn_is_not_done_that_is_stopped_within)
{
    static atomic_bool later;
    begin_two_matches();
    struct match_analysis *analysis = match_batch_analysis(&batch, &batch.matches[0]);
    assert_non_null(analysis);
    job.stop = &later; /* not yet stopped as the turn begins */
    atomic_store(&stop, true);
    assert_false(match_batch_next(&batch, analysis));
    assert_int_equal(batch.done, 0);
    assert_int_equal(match_analysis_done(analysis), 0);
    match_analysis_free(analysis);
}

/* Nor is one whose line is not in the file: the next would come in its place. */
CASE(a_run_ends_where_its_results_cannot_be_written)
{
    begin_two_matches();
    struct match_analysis *analysis = match_batch_analysis(&batch, &batch.matches[0]);
    assert_true(analysis != NULL && match_batch_next(&batch, analysis));
    assert_int_equal(batch.unsaved, 0);
    (void)fclose(batch.save);
    batch.save = fopen("/dev/full", "w");
    assert_false(match_batch_next(&batch, analysis));
    assert_int_equal(batch.unsaved, ENOSPC);
    match_analysis_free(analysis);
}

CASE(only_answers_have_a_best_answer)
{
    begin_two_matches();
    struct match_analysis *analysis = match_batch_analysis(&batch, &batch.matches[0]);
    assert_true(analysis != NULL && match_batch_next(&batch, analysis));
    assert_int_equal(batch.matches[0].turns->turns[0].type, RECORD_CELL_PLAY);
    assert_int_equal(match_analysis_turn(analysis, 0)->best_answer, RECORD_CELL_PLAY);
    match_analysis_free(analysis);
}

TEST_MAIN(open_engine, close_engine)
