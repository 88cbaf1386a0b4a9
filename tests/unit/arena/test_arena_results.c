/* Files of results, and the pairs of a match that a file and a run have together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "arena/arena_results.h"
#include "arena/arena_series.h"
#include "arena/job/line_file.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char path[64];

/* Makes the file with these lines behind its heading. */
static void make_file(const char *conditions, const char *lines)
{
    strcpy(path, "/tmp/fibsbot-test-results-XXXXXX");
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file, "%s %s\n%s", arena_results_magic, conditions, lines);
    (void)fclose(file);
}

static int remove_file(void **state)
{
    return unlink(path);
}

#define CASE(claim) TEST_WITH(claim, NULL, remove_file)

static void assert_file_is(const char *text)
{
    char found[512];
    test_file_read(path, found, sizeof found);
    assert_string_equal(found, text);
}

/* ---- files ----------------------------------------------------------------------- */

static struct arena_pair pair_of(int i)
{
    if (i % 10 == 3) {
        return arena_pair_forfeited(&(struct arena_rules){.length = 0}, i, i / 10 % 2);
    }
    return (struct arena_pair){.number = i,
                               .plain = 0.5 * i,
                               .reduced = i / 3.0 - 1e-9,
                               .games = 2,
                               .games_won = 1 + i % 2,
                               .gammons_won = i % 2,
                               .gammons_lost = 1 - i % 2};
}

/* The line of the last pair was cut off by a kill. */
CASE(pairs_come_back_as_they_were_written)
{
    enum { PAIRS = 300 };
    char conditions[ARENA_RESULTS_CONDITIONS_MAX];
    struct arena_results results;
    struct error err = {0};
    make_file("A=one length=0", "");
    FILE *file = fopen(path, "a");
    for (int i = 0; i < PAIRS; i++) {
        const struct arena_pair pair = pair_of(i);
        assert_true(arena_results_write(file, &pair));
    }
    fputs("300 1 1 2 1 0", file);
    (void)fclose(file);
    assert_true(arena_results_read(path, conditions, &results, &err));
    assert_string_equal(conditions, "A=one length=0");
    assert_int_equal(results.count, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        const struct arena_pair want = pair_of(i);
        assert_memory_equal(&results.pairs[i], &want, sizeof want);
    }
    arena_results_free(&results);
}

/* A player may be named like a condition, which stands behind the names. */
CASE(length_says_which_results_can_be)
{
    static const struct {
        const char *conditions, *line;
        const char *fault; /* NULL: none */
    } rows[] = {
        {"A=x length=7 B=y length=0", "0 -3 -3 2 0 0 2 .\n", NULL},
        {"A=x length=0 B=y length=7", "0 1 1 5 3 0 0 .\n", NULL},
        {"A=x length=0 B=y length=7", "0 1 1 5 3 0 0 .\n1 -3 -3 2 0 0 2 .\n", "line 3"},
        {"A=x B=y length=0", "0 1 1 5 3 0 0 .\n", "line 2"},
        {"A=x B=y length=1", "0 0.5 0.5 5 3 0 0 .\n", NULL},
        {"A=x B=y length=0", "0 1 1 2 1 0 2 .\n", "line 2"}, /* of one game lost */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char conditions[ARENA_RESULTS_CONDITIONS_MAX];
        struct arena_results results;
        struct error err = {0};
        make_file(rows[i].conditions, rows[i].line);
        bool is_good = arena_results_read(path, conditions, &results, &err);
        assert_int_equal(is_good, rows[i].fault == NULL);
        assert_true(is_good || strstr(err.text, rows[i].fault) != NULL);
        arena_results_free(&results);
        (void)unlink(path);
    }
    make_file("", "");
}

/* They are no end of the file: what stands behind them would be lost. */
CASE(lines_that_are_none_are_refused_in_the_middle_of_a_file)
{
    static const char good[] = "0 1 1 2 2 0 0 .\n";
    static char rows[2][LINE_FILE_LINE_MAX + 8] = {"1 1 1 2 2\0 0 0 .\n"};
    const size_t sizes[2] = {strlen(rows[0]) + sizeof " 0 0 .", LINE_FILE_LINE_MAX + 1};
    memset(rows[1], '1', LINE_FILE_LINE_MAX);
    rows[1][LINE_FILE_LINE_MAX] = '\n';
    for (int i = 0; i < 2; i++) {
        char conditions[ARENA_RESULTS_CONDITIONS_MAX];
        struct arena_results results;
        struct error err = {0};
        make_file("A=x B=y length=0", good);
        FILE *file = fopen(path, "a");
        (void)fwrite(rows[i], 1, sizes[i], file);
        fputs("2 1 1 2 2 0 0 .\n", file);
        (void)fclose(file);
        assert_false(arena_results_read(path, conditions, &results, &err));
        assert_non_null(strstr(err.text, "line 3"));
        (void)unlink(path);
    }
    make_file("", "");
}

/* ---- the pairs of a match -------------------------------------------------------- */

static struct arena_runner_options options_of(int first, int pairs)
{
    return (struct arena_runner_options){.player = {"one", "two"},
                                         .first = first,
                                         .pairs = pairs,
                                         .file = path,
                                         .is_resumed = true,
                                         .conditions = "a"};
}

static void finish(struct arena_series *series)
{
    struct arena_runner_result result;
    assert_true(arena_series_close(series, NULL));
    arena_series_finish(series, &result);
    arena_runner_free(&result);
}

CASE(pairs_of_the_file_count_once_and_from_the_first_on)
{
    const struct arena_runner_options options = options_of(2, 6);
    struct arena_series series = {0};
    struct error err = {0};
    make_file("a", "1 1 1 2 1 0 0 .\n3 1 1 2 1 0 0 .\n3 1 1 2 1 0 0 .\n"
                   "7 1 1 2 1 0 0 .\n2 1 1 2 1 0 0 .\n");
    assert_true(arena_series_make(&series, &options, &err));
    assert_true(arena_series_open(&series, &err));
    assert_int_equal(series.count, 2);
    assert_int_equal(series.read, 2);
    for (int i = 2; i < 8; i++) {
        assert_int_equal(arena_series_wants(&series, i), i == 4 || i == 5);
    }
    finish(&series);
}

static bool ends_at_1(void *context, const struct arena_pair *pair)
{
    return pair->number < 1;
}

CASE(match_that_is_decided_by_its_file_wants_no_more)
{
    struct arena_runner_options options = options_of(0, 6);
    struct arena_series series = {0};
    options.wants_more = ends_at_1;
    make_file("a", "1 1 1 2 1 0 0 .\n0 1 1 2 1 0 0 .\n3 1 1 2 1 0 0 .\n");
    assert_true(arena_series_make(&series, &options, NULL));
    assert_true(arena_series_open(&series, NULL));
    assert_true(series.is_enough);
    assert_int_equal(series.ordered, 2);
    assert_false(arena_series_wants(&series, 2));
    finish(&series);
}

CASE(forfeits_of_a_player_in_a_row_end_a_run)
{
    static const int by[] = {1, -1, 1, 0, 1, 0}; /* -1: it was played */
    struct arena_runner_options options = options_of(0, 20);
    const struct arena_rules rules = {.length = 0};
    struct arena_series series = {0};
    struct error err = {0};
    struct arena_pair pair;
    make_file("a", "");
    options.forfeits_max = 2;
    assert_true(arena_series_make(&series, &options, NULL));
    assert_true(arena_series_open(&series, NULL));
    for (int i = 0; i < 6; i++) {
        pair = by[i] < 0 ? pair_of(i) : arena_pair_forfeited(&rules, i, by[i]);
        assert_true(arena_series_write(&series, &pair, NULL, &err));
    }
    pair = arena_pair_forfeited(&rules, 6, 0);
    assert_false(arena_series_write(&series, &pair, NULL, &err));
    assert_string_equal(err.text, "one has forfeited 2 pairs in a row");
    finish(&series);
}

static bool keeps_all_but_1(void *context, const struct arena_pair *pair,
                            const struct arena_games *games, struct error *err)
{
    return pair->number != 1 || error_set(err, "full");
}

CASE(nothing_is_written_behind_a_pair_that_was_not_kept)
{
    struct arena_runner_options options = options_of(0, 3);
    struct arena_series series = {0};
    struct error err = {0};
    options.keep = keeps_all_but_1;
    make_file("a", "");
    assert_true(arena_series_make(&series, &options, NULL));
    assert_true(arena_series_open(&series, NULL));
    for (int i = 0; i < 3; i++) {
        const struct arena_pair pair = {.number = i, .games = 2};
        arena_series_take(&series, &pair);
        assert_int_equal(arena_series_write(&series, &pair, NULL, &err), i == 0);
        assert_string_equal(err.text, i == 0   ? ""
                                      : i == 1 ? "full"
                                               : "an earlier pair was not written");
    }
    assert_file_is("fibsbot-contest 1 a\n0 0 0 2 0 0 0 .\n");
    finish(&series);
}

CASE(forfeits_are_played_again_in_files_of_the_same_conditions)
{
    static const char played[] = "1 1 1 2 1 0 0 .\n";
    static const char with[] = "0 1 1 0 0 0 0 forfeited 1 .\n1 1 1 2 1 0 0 .\n"
                               "2 -1 -1 0 0 0 0 forfeited 0 .\n";
    char want[256];
    for (int is_other = 0; is_other < 2; is_other++) {
        struct arena_runner_options options = options_of(0, 6);
        struct arena_series series = {0};
        options.replays_forfeits = true;
        make_file(is_other ? "b" : "a", with);
        assert_true(arena_series_make(&series, &options, NULL));
        assert_int_equal(arena_series_open(&series, NULL), !is_other);
        (void)snprintf(want, sizeof want, "%s %s\n%s", arena_results_magic,
                       is_other ? "b" : "a", is_other ? with : played);
        assert_file_is(want);
        assert_int_equal(series.count, !is_other);
        finish(&series);
        if (!is_other) {
            (void)unlink(path);
        }
    }
}

TEST_MAIN(NULL, NULL)
