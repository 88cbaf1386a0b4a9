/* The exact endings: the made databases, known values, damage. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/race/bearoff.h"
#include "engine/race/bearoff_format.h"
#include "engine/race/race_internal.h"
#include "engine/race/race_net.h"
#include "lab/race/bearoff_make.h"
#include "tests/unit/assert_near.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

/* `make all` makes them here for every kind of build. */
#define MADE "build/weights/"

/* The mean number of rolls to bear off, from the distribution; -1 if not covered. */
static double mean_rolls(const struct bearoff *bo, const struct side *side)
{
    float chance[BEAROFF_ROLLS];
    double mean = 0.0;
    if (!bearoff_distribution(bo, side, chance)) {
        return -1.0;
    }
    for (int n = 1; n < BEAROFF_ROLLS; n++) {
        mean += n * (double)chance[n];
    }
    return mean;
}

static bool one_sided_covers(const struct bearoff *bo, const struct position *pos)
{
    return mean_rolls(bo, &pos->mine) >= 0.0 && mean_rolls(bo, &pos->theirs) >= 0.0;
}

static int open_made(void **state)
{
    struct error err = {0};
    *state =
        bearoff_open(MADE BEAROFF_ONE_SIDED_NAME, MADE BEAROFF_TWO_SIDED_NAME, &err);
    if (*state == NULL) {
        print_error("%s\n", err.text);
    }
    return *state == NULL;
}

static int close_made(void **state)
{
    bearoff_close(*state);
    return 0;
}

/* Checkers on points 1 to 6. */
static struct side side_of(const int points[6])
{
    struct side side = {{0}};
    int left = CHECKERS;
    for (int p = 1; p <= 6; p++) {
        side.at[p] = (uint8_t)points[p - 1];
        left -= points[p - 1];
    }
    side.at[POINT_OFF] = (uint8_t)left;
    return side;
}

static void arrangements_are_numbered_without_gaps(void **state)
{
    static bool is_seen[BEAROFF_ARRANGEMENTS];
    int seen = 0;
    int p[6];
    for (p[0] = 0; p[0] <= 15; p[0]++) {
        for (p[1] = 0; p[1] + p[0] <= 15; p[1]++) {
            for (p[2] = 0; p[2] + p[1] + p[0] <= 15; p[2]++) {
                for (p[3] = 0; p[3] + p[2] + p[1] + p[0] <= 15; p[3]++) {
                    int four = p[0] + p[1] + p[2] + p[3];
                    for (p[4] = 0; p[4] + four <= 15; p[4]++) {
                        for (p[5] = 0; p[5] + p[4] + four <= 15; p[5]++) {
                            struct side side = side_of(p);
                            int index = bearoff_index(&side);
                            assert_in_range(index, 0, BEAROFF_ARRANGEMENTS - 1);
                            assert_false(is_seen[index]);
                            is_seen[index] = true;
                            seen++;
                            int checkers = four + p[4] + p[5];
                            assert_int_equal((size_t)index < bearoff_arrangements(6),
                                             checkers <= 6);
                        }
                    }
                }
            }
        }
    }
    assert_int_equal(seen, BEAROFF_ARRANGEMENTS);
}

static void sides_with_checkers_outside_have_no_number(void **state)
{
    struct position pos;
    position_start(&pos);
    assert_int_equal(bearoff_index(&pos.mine), -1);
    assert_true(mean_rolls(*state, &pos.mine) < 0.0);
    assert_false(one_sided_covers(*state, &pos));
    assert_false(bearoff_two_sided_covers(*state, &pos));
    struct outputs out = {.win = 9.0F};
    assert_false(bearoff_outputs(*state, &pos, &out));
    assert_true(out.win > 8.0F);
    struct side on_bar = side_of((const int[6]){5, 5, 4, 0, 0, 0});
    on_bar.at[POINT_OFF] = 0;
    on_bar.at[POINT_BAR] = 1;
    assert_int_equal(bearoff_index(&on_bar), -1);
}

/* Calls `check` with the numbers of each line of a data file; "|" only separates. */
static void for_each_line(const char *path, int numbers, struct bearoff *bo,
                          void (*check)(struct bearoff *bo, const double *number))
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[200];
    int lines = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        double number[16];
        int count = 0;
        char *rest = NULL;
        char *word = line[0] == '#' ? NULL : strtok_r(line, " |\n", &rest);
        for (; word != NULL; word = strtok_r(NULL, " |\n", &rest)) {
            number[count++] = strtod(word, NULL);
        }
        if (line[0] != '#') {
            assert_int_equal(count, numbers);
            check(bo, number);
            lines++;
        }
    }
    (void)fclose(file);
    assert_true(lines >= 12);
}

static struct side side_of_numbers(const double number[6])
{
    int points[6];
    for (int i = 0; i < 6; i++) {
        points[i] = (int)number[i];
    }
    return side_of(points);
}

static void check_epc(struct bearoff *bo, const double *number)
{
    struct side side = side_of_numbers(number);
    assert_near(mean_rolls(bo, &side), number[6], 6e-6);
    assert_near(mean_rolls(bo, &side) * 49.0 / 6.0, number[7], 6e-5);
}

static void known_effective_pip_counts_come_out(void **state)
{
    for_each_line("tests/data/bearoff_epc.txt", 8, *state, check_epc);
}

static void check_two_sided(struct bearoff *bo, const double *number)
{
    const double tolerance = 1e-4; /* the known values were rounded at every roll */
    struct position pos = {side_of_numbers(number), side_of_numbers(number + 6)};
    struct bearoff_equities found;
    assert_true(bearoff_cubeful(bo, &pos, &found));
    assert_near((double)found.cubeless, number[12], tolerance);
    assert_near((double)found.centred, number[13], tolerance);
    assert_near((double)found.mine, number[14], tolerance);
    assert_near((double)found.theirs, number[15], tolerance);
}

static void known_two_sided_equities_come_out(void **state)
{
    for_each_line("tests/data/bearoff_two_sided.txt", 16, *state, check_two_sided);
}

static void distributions_add_up_to_one(void **state)
{
    static const int sides[][6] = {{0, 0, 0, 0, 0, 15}, {15, 0, 0, 0, 0, 0},
                                   {1, 0, 0, 0, 0, 0},  {0, 0, 0, 0, 0, 0},
                                   {2, 2, 2, 3, 3, 3},  {0, 0, 0, 7, 8, 0}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        struct side side = side_of(sides[i]);
        float chance[BEAROFF_ROLLS];
        double sum = 0.0;
        assert_true(bearoff_distribution(*state, &side, chance));
        for (int n = 0; n < BEAROFF_ROLLS; n++) {
            sum += (double)chance[n];
        }
        assert_near(sum, 1.0, 1e-6);
    }
}

/* One checker on the six point, the opponent one on the ace: 27 rolls of 36 win. */
static void outputs_belong_to_the_player_who_has_just_moved(void **state)
{
    struct position after = {side_of((const int[6]){1, 0, 0, 0, 0, 0}),
                             side_of((const int[6]){0, 0, 0, 0, 0, 1})};
    struct outputs out;
    assert_true(bearoff_outputs(*state, &after, &out));
    assert_near((double)out.win, 9.0 / 36.0, 1e-6);
    struct position on_roll = position_swap(&after);
    struct bearoff_equities equities;
    assert_true(bearoff_cubeful(*state, &on_roll, &equities));
    assert_near((double)equities.cubeless, 2.0 * 27.0 / 36.0 - 1.0, 1e-6);
    assert_near((double)equities.theirs, 0.5, 1e-4); /* a double: taken or passed, 1 */
}

/* Mine has few checkers left and theirs all 15 on the six point. From there only 17
 * rolls bear one off: the eleven with a six, 5-1, 4-2, 3-3 and 2-2, since a checker on
 * a lower point needs its exact number as long as others stand behind it. */
static void gammons_depend_on_the_first_checker_off(void **state)
{
    struct position after = {side_of((const int[6]){1, 0, 0, 0, 0, 0}),
                             side_of((const int[6]){0, 0, 0, 0, 0, 15})};
    struct outputs out;
    assert_true(bearoff_outputs(*state, &after, &out)); /* theirs has one roll */
    assert_near((double)out.win, 1.0, 1e-6);
    assert_near((double)out.win_gammon, 19.0 / 36.0, 1e-6);
    assert_near((double)out.lose_gammon, 0.0, 0.0);

    struct position other = position_swap(&after); /* theirs is on roll and wins */
    assert_true(bearoff_outputs(*state, &other, &out));
    assert_near((double)out.win, 0.0, 1e-6);
    assert_near((double)out.lose_gammon, 1.0, 1e-6);
    other.theirs =
        side_of((const int[6]){3, 0, 0, 0, 0, 0}); /* a double is off at once */
    assert_true(bearoff_outputs(*state, &other, &out));
    assert_near((double)out.lose_gammon, 6.0 / 36.0 + 30.0 / 36.0 * 19.0 / 36.0, 1e-6);
}

static void a_side_that_is_off_has_won(void **state)
{
    struct position after = {side_of((const int[6]){0}),
                             side_of((const int[6]){0, 0, 0, 3, 0, 0})};
    struct outputs out;
    assert_true(bearoff_outputs(*state, &after, &out));
    assert_near((double)out.win, 1.0, 0.0);
    assert_near((double)out.win_gammon, 0.0, 0.0);
    after.theirs = side_of((const int[6]){0, 0, 0, 5, 5, 5});
    assert_true(bearoff_outputs(*state, &after, &out));
    assert_near((double)out.win_gammon, 1.0, 0.0);
}

/* Plays that need the fewest rolls are nearly perfect: the side that is behind gains
 * little by gambling. */
static void one_sided_and_two_sided_chances_agree(void **state)
{
    enum { RACES = 20000 };
    struct error err = {0};
    struct bearoff *one = bearoff_open(MADE BEAROFF_ONE_SIDED_NAME, NULL, &err);
    struct rng rng;
    double worst = 0.0;
    double sum = 0.0;
    rng_seed(&rng, 5, 0);
    assert_non_null(one);
    for (int n = 0; n < RACES; n++) {
        int mine[6] = {0};
        int theirs[6] = {0};
        for (int i = 0; i < 6; i++) {
            mine[rng_below(&rng, 6)]++;
            theirs[rng_below(&rng, 6)]++;
        }
        struct position after = {side_of(mine), side_of(theirs)};
        struct outputs a;
        struct outputs b;
        assert_true(bearoff_outputs(*state, &after, &a));
        assert_true(bearoff_outputs(one, &after, &b));
        double off = fabs((double)a.win - (double)b.win);
        sum += off;
        worst = fmax(worst, off);
    }
    assert_true(worst < 0.015);
    assert_true(sum / RACES < 0.0015);
    assert_true(worst > 0.0); /* the two were not one database */
    bearoff_close(one);
}

/* ---- small databases, made and damaged here ---- */

enum { SMALL_MAX = 8192, ONE_CHECKERS = 2, TWO_CHECKERS = 1 };

struct small {
    char folder[64];
    char one[128];
    char two[128];
};

static int make_small(void **state)
{
    struct small *small = calloc(1, sizeof *small);
    assert_non_null(small);
    test_folder_make(small->folder, sizeof small->folder, "bearoff");
    FORMAT_TEXT(small->one, "%s/one", small->folder);
    FORMAT_TEXT(small->two, "%s/two", small->folder);
    struct error err = {0};
    assert_true(bearoff_make_one_sided(small->one, ONE_CHECKERS, NULL, &err));
    assert_true(bearoff_make_two_sided(small->two, TWO_CHECKERS, NULL, &err));
    *state = small;
    return 0;
}

static int remove_small(void **state)
{
    struct small *small = *state;
    (void)remove(small->one);
    (void)remove(small->two);
    int status = rmdir(small->folder); /* nothing else may have been left there */
    free(small);
    return status;
}

static size_t read_file(const char *path, uint8_t bytes[SMALL_MAX])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, SMALL_MAX, file);
    (void)fclose(file);
    return size;
}

static struct bearoff *open_bytes(const uint8_t *bytes, size_t size, struct error *err)
{
    char path[40];
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fflush(file), 0);
    FORMAT_TEXT(path, "/proc/self/fd/%d", fileno(file));
    struct bearoff *bo = bearoff_open(path, NULL, err);
    (void)fclose(file);
    return bo;
}

static void small_databases_cover_what_they_hold(void **state)
{
    const struct small *small = *state;
    struct bearoff *bo = bearoff_open(small->one, small->two, NULL);
    assert_non_null(bo);
    struct position ones = {side_of((const int[6]){1}), side_of((const int[6]){1})};
    struct position twos = {side_of((const int[6]){2}), side_of((const int[6]){1, 1})};
    struct position threes = {side_of((const int[6]){1}), side_of((const int[6]){3})};
    assert_true(bearoff_two_sided_covers(bo, &ones));
    assert_false(bearoff_two_sided_covers(bo, &twos));
    assert_true(one_sided_covers(bo, &twos));
    assert_false(one_sided_covers(bo, &threes));
    assert_null(race_basis_new(bo)); /* races are of 15 checkers */
    bearoff_close(bo);
}

static void damage_is_refused_with_name_and_field(void **state)
{
    const struct small *small = *state;
    static const struct {
        size_t offset;
        const char *message;
    } cases[] = {
        {3, ": this is not a bearoff database (wrong magic)"},
        {16, ": the byte order of the bearoff database is 16909061, expected "
             "16909060"},
        {20, ": the version of the bearoff database is 0, expected 1"},
        {24, ": the kind of the bearoff database is 0, expected 1"},
        {28, ": the number of points of the bearoff database is 7, expected 6"},
        {32, ": the data length of the bearoff database is 3584, expected "
             "10752"},
        {36, ": the number of rolls of the bearoff database is 33, expected 32"},
        {40, ": the data length of the bearoff database is 3585, expected 3584"},
        {48, ": the checksum of the bearoff database is wrong"},
        {56, ": the reserved field of the bearoff database is 1, expected 0"},
        {64, ": the checksum of the bearoff database is wrong"},
        {3000, ": the checksum of the bearoff database is wrong"},
        {3647, ": the checksum of the bearoff database is wrong"},
    };
    uint8_t bytes[SMALL_MAX];
    size_t size = read_file(small->one, bytes);
    assert_int_equal(size, 64 + 3584);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err = {0};
        bytes[cases[i].offset] ^= 1;
        assert_null(open_bytes(bytes, size, &err));
        assert_non_null(strchr(err.text, ':'));
        assert_string_equal(strchr(err.text, ':'), cases[i].message);
        bytes[cases[i].offset] ^= 1;
    }
    for (size_t cut = 0; cut < size; cut += 61) {
        assert_null(open_bytes(bytes, cut, NULL));
    }
    struct bearoff *whole = open_bytes(bytes, size, NULL);
    assert_non_null(whole);
    bearoff_close(whole);
}

static void the_wrong_kind_and_missing_files_are_refused_by_name(void **state)
{
    const struct small *small = *state;
    struct error err = {0};
    char expected[240];
    assert_null(bearoff_open(small->two, NULL, &err));
    FORMAT_TEXT(expected, "%s: the kind of the bearoff database is 2, expected 1",
                small->two);
    assert_string_equal(err.text, expected);
    assert_null(bearoff_open(NULL, "no/such.db", &err));
    assert_string_equal(err.text,
                        "no/such.db: cannot open the bearoff database: No such "
                        "file or directory");
    assert_null(bearoff_open("/dev/null", NULL, &err));
    assert_string_equal(
        err.text, "/dev/null: cannot open the bearoff database: not a regular file");
}

static bool stop_at_once(void *context, double done)
{
    *(double *)context = done;
    return false;
}

static void stopped_work_leaves_the_old_file(void **state)
{
    const struct small *small = *state;
    uint8_t before[SMALL_MAX];
    uint8_t after[SMALL_MAX];
    size_t size = read_file(small->two, before);
    double done = -1.0;
    struct race_job job = {stop_at_once, &done};
    struct error err = {0};
    assert_false(bearoff_make_two_sided(small->two, TWO_CHECKERS, &job, &err));
    assert_non_null(strstr(err.text, ": stopped"));
    assert_true(done >= 0.0 && done <= 1.0);
    assert_int_equal(read_file(small->two, after), size);
    assert_memory_equal(before, after, size);
}

static bool note_share(void *context, double done)
{
    *(double *)context = done;
    return true;
}

static void progress_ends_with_the_whole(void **state)
{
    const struct small *small = *state;
    double done[2] = {0.0, 0.0};
    const struct race_job jobs[2] = {{note_share, &done[0]}, {note_share, &done[1]}};
    assert_true(bearoff_make_one_sided(small->one, ONE_CHECKERS, &jobs[0], NULL));
    assert_true(bearoff_make_two_sided(small->two, TWO_CHECKERS, &jobs[1], NULL));
    assert_true(done[0] == 1.0 && done[1] == 1.0);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    struct error err = {0};
    assert_false(bearoff_make_one_sided("/no/such/folder/x", 1, NULL, &err));
    assert_non_null(strstr(err.text, "No such file or directory"));
}

int main(void)
{
    const struct CMUnitTest made[] = {
        cmocka_unit_test(arrangements_are_numbered_without_gaps),
        cmocka_unit_test(sides_with_checkers_outside_have_no_number),
        cmocka_unit_test(known_effective_pip_counts_come_out),
        cmocka_unit_test(known_two_sided_equities_come_out),
        cmocka_unit_test(distributions_add_up_to_one),
        cmocka_unit_test(outputs_belong_to_the_player_who_has_just_moved),
        cmocka_unit_test(gammons_depend_on_the_first_checker_off),
        cmocka_unit_test(a_side_that_is_off_has_won),
        cmocka_unit_test(one_sided_and_two_sided_chances_agree),
    };
    const struct CMUnitTest small[] = {
        cmocka_unit_test(small_databases_cover_what_they_hold),
        cmocka_unit_test(damage_is_refused_with_name_and_field),
        cmocka_unit_test(the_wrong_kind_and_missing_files_are_refused_by_name),
        cmocka_unit_test(stopped_work_leaves_the_old_file),
        cmocka_unit_test(progress_ends_with_the_whole),
        cmocka_unit_test(a_folder_that_is_not_there_is_an_error),
    };
    int failed = cmocka_run_group_tests(made, open_made, close_made);
    return failed + cmocka_run_group_tests(small, make_small, remove_small);
}
