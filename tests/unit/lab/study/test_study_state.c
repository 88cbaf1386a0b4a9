/* A study of move filters kept in a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/study/filter_study.h"
#include "tests/unit/test_case.h"

static const struct study_settings settings = {.ply = 2, .filters = 2, .seed = 7};
static const char conditions[] = "ply 2, seed 7";

static void fill(struct study_figures *f)
{
    memset(f, 0, sizeof *f);
    f->matches = 11;
    f->games = 23;
    f->plays = 777;
    f->evaluated = 99;
    f->timed = 5;
    f->cubes = 400;
    f->cube[1] = (struct study_cube){30, 2, 0.1};
    f->account[0] = (struct study_account){.loss = 1.0 / 3, .seconds = 1e-3};
    f->account[1] = (struct study_account){
        .loss = 0.25, .game_squares = 1e-9, .different = 9, .evaluations = 123456789};
    f->account[1].games[0] = 20;
    f->account[1].games[STUDY_BUCKETS - 1] = 3;
}

static bool write_state(const char *path, const struct study_figures *figures)
{
    struct file_draft draft;
    struct error err;
    bool is_good = file_draft_open(&draft, path, FILE_OF_ALL, &err) &&
                   study_state_write(&draft, conditions, &settings, figures, &err);
    if (draft.stream != NULL) {
        file_draft_drop(&draft);
    }
    return is_good;
}

static int make_file(void **state)
{
    static char path[32];
    strcpy(path, "/tmp/fibsbot-study-XXXXXX");
    int handle = mkstemp(path);
    *state = path;
    return handle >= 0 ? close(handle) : -1;
}

static int remove_file(void **state)
{
    return unlink(*state);
}

#define CASE(claim) TEST_WITH(claim, make_file, remove_file)

CASE(figures_come_back_to_the_bit)
{
    static struct study_figures written, read;
    struct error err;
    fill(&written);
    memset(&read, 0, sizeof read);
    assert_true(write_state(*state, &written));
    assert_true(study_state_read(*state, conditions, &settings, &read, &err));
    assert_memory_equal(&read, &written, sizeof read);
}

CASE(other_conditions_are_refused)
{
    static struct study_figures figures;
    struct error err;
    fill(&figures);
    assert_true(write_state(*state, &figures));
    assert_false(study_state_read(*state, "ply 2, seed 8", &settings, &figures, &err));
    assert_non_null(strstr(err.text, "these filters"));
}

CASE(any_cut_off_file_is_refused)
{
    static struct study_figures figures;
    struct error err;
    fill(&figures);
    assert_true(write_state(*state, &figures));
    FILE *file = fopen(*state, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    for (long size = ftell(file) - 2; size >= 0; size--) { /* without its last "d" */
        assert_int_equal(ftruncate(fileno(file), size), 0);
        assert_false(study_state_read(*state, conditions, &settings, &figures, &err));
    }
    (void)fclose(file);
}

CASE(a_study_keeps_other_programs_out_between_its_writings)
{
    static struct study_figures figures;
    struct file_draft draft, other;
    struct error err;
    assert_true(file_draft_open(&draft, *state, FILE_OF_ALL, &err));
    assert_true(study_state_write(&draft, conditions, &settings, &figures, &err));
    assert_false(file_draft_open(&other, *state, FILE_OF_ALL, &err));
    assert_non_null(strstr(err.text, "another program is writing it"));
    file_draft_drop(&draft);
    assert_true(study_state_read(*state, conditions, &settings, &figures, &err));
}

TEST(a_missing_file_is_named)
{
    static struct study_figures figures;
    struct error err;
    assert_false(
        study_state_read("/nowhere/at-all", conditions, &settings, &figures, &err));
    assert_non_null(strstr(err.text, "/nowhere/at-all"));
    assert_false(study_state_read("/tmp", conditions, &settings, &figures, &err));
    assert_string_equal(err.text, "/tmp: Is a directory");
    assert_false(write_state("/nowhere/at-all", &figures));
}

TEST_MAIN(NULL, NULL)
