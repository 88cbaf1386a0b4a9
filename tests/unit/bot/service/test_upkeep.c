/* Old match files go, with what is beside them, and nothing else does. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "bot/service/upkeep.h"
#include "bot/service/upkeep_internal.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { DAY_S = 24 * 3600, SIZE = 1000 };
#define NOW_S     INT64_C(1795346060)
#define FINISHED  "; [Site \"fibs.com\"]\n      Wins 1 point and the match\n"
#define SAVED     "; [Site \"fibs.com\"]\n  1) 31: 8/5 6/5\n"
#define NAME(day) "202611" day "-111423-our_bot-anna-1pt"

static struct fixture {
    struct upkeep_folder pruning;
    atomic_bool stop;
} f;

static int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    test_folder_make(f.pruning.folder, sizeof f.pruning.folder, "pruning");
    return 0;
}

static int tear_down(void **state)
{
    return test_folder_remove(f.pruning.folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

/* A file of SIZE bytes, of `hours` ago. */
static void put_hours_ago(const char *name, const char *text, int hours)
{
    char path[300];
    FORMAT_TEXT(path, "%s/%s", f.pruning.folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    int head = fprintf(file, "%.10s\n", text);
    assert_int_equal(fprintf(file, "%*s%s", SIZE - head - (int)strlen(text), "", text),
                     SIZE - head);
    assert_int_equal(fclose(file), 0);
    const struct timespec when = {.tv_sec = NOW_S - (int64_t)hours * 3600};
    const struct timespec times[] = {when, when};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void put(const char *name, const char *text, int days)
{
    put_hours_ago(name, text, days * 24);
}

static bool is_there(const char *name)
{
    char path[300];
    FORMAT_TEXT(path, "%s/%s", f.pruning.folder, name);
    return access(path, F_OK) == 0;
}

CASE(the_oldest_go_with_what_is_beside_them)
{
    put(NAME("01") ".mat", FINISHED, 20);
    put(NAME("01") ".sgf", "(;FF[4]", 20);
    put(NAME("01") ".analysis.txt", "PR", 20);
    put(NAME("01") ".analysis.html", "<html>", 20);
    put(NAME("02") ".mat", FINISHED, 19);
    put(NAME("03") ".mat", FINISHED, 18);
    f.pruning.most_bytes = 2 * SIZE + SIZE / 2;
    struct upkeep_result result = upkeep_prune(&f.pruning, NOW_S, &f.stop);
    assert_int_equal(result.removed, 1);
    assert_int_equal(result.kept, 2);
    assert_int_equal(result.removed_bytes, 4 * SIZE);
    assert_int_equal(result.kept_bytes, 2 * SIZE);
    assert_false(is_there(NAME("01") ".mat"));
    assert_false(is_there(NAME("01") ".sgf"));
    assert_false(is_there(NAME("01") ".analysis.txt"));
    assert_false(is_there(NAME("01") ".analysis.html"));
    assert_true(is_there(NAME("02") ".mat"));
}

CASE(age_is_a_limit_in_folders_of_opponents_too)
{
    char folder[300];
    FORMAT_TEXT(folder, "%s/anna", f.pruning.folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    put("anna/" NAME("01") ".mat", FINISHED, 31);
    put("anna/" NAME("02") ".mat", FINISHED, 29);
    f.pruning.most_age_s = 30 * DAY_S;
    assert_int_equal(upkeep_prune(&f.pruning, NOW_S, &f.stop).removed, 1);
    assert_false(is_there("anna/" NAME("01") ".mat"));
    assert_true(is_there("anna/" NAME("02") ".mat"));
}

CASE(what_is_not_ours_or_may_go_on_stays)
{
    put("holiday.mat", FINISHED, 300);
    put("holiday.sgf", "(;FF[4]", 300);
    put(NAME("01") ".mat", "% a matrix of numbers", 300);
    put(NAME("02") ".mat", SAVED, 170);
    put_hours_ago(NAME("03") ".mat", FINISHED, 23);
    put(NAME("04") ".mat", SAVED, 190);
    f.pruning.most_bytes = 1;
    f.pruning.most_age_s = DAY_S;
    assert_int_equal(upkeep_prune(&f.pruning, NOW_S, &f.stop).removed, 1);
    assert_false(is_there(NAME("04") ".mat"));
    assert_true(is_there("holiday.mat") && is_there("holiday.sgf"));
    assert_true(is_there(NAME("01") ".mat") && is_there(NAME("02") ".mat"));
    assert_true(is_there(NAME("03") ".mat"));
}

CASE(without_limits_nothing_goes)
{
    put(NAME("01") ".mat", FINISHED, 3000);
    assert_int_equal(upkeep_prune(&f.pruning, NOW_S, &f.stop).removed, 0);
    f.pruning.most_age_s = DAY_S;
    atomic_store(&f.stop, true);
    assert_int_equal(upkeep_prune(&f.pruning, NOW_S, &f.stop).removed, 0);
    assert_true(is_there(NAME("01") ".mat"));
}

CASE(a_round_runs_at_the_start_and_then_once_an_hour)
{
    struct config config;
    config_default(&config);
    memcpy(config.record.folder, f.pruning.folder, sizeof config.record.folder);
    config.record.keep_days = 20;
    const struct config *configs[] = {&config};
    struct upkeep *upkeep = upkeep_new(NULL);
    put(NAME("01") ".mat", FINISHED, 3000);
    put_hours_ago(NAME("02") ".mat", FINISHED,
                  (int)(NOW_S - (int64_t)time(NULL)) / 3600 +
                      5 * 24); /* by the clock */
    int64_t now_ms = clock_ms();
    upkeep_tick(upkeep, now_ms, configs, 1);
    for (int i = 0; i < 6000 && is_there(NAME("01") ".mat"); i++) {
        (void)usleep(10000);
    }
    assert_false(is_there(NAME("01") ".mat"));
    assert_true(is_there(NAME("02") ".mat"));
    put(NAME("01") ".mat", FINISHED, 3000);
    upkeep_tick(upkeep, now_ms + 3599 * 1000, configs, 1);
    (void)usleep(100000); /* time enough for a round */
    upkeep_free(upkeep);
    assert_true(is_there(NAME("01") ".mat"));
    config.record.keep_days = 0;
    config.record.max_size = 1; /* MB */
    upkeep = upkeep_new(NULL);
    upkeep_tick(upkeep, now_ms, configs, 1);
    (void)usleep(100000);
    upkeep_free(upkeep);
    assert_true(is_there(NAME("01") ".mat"));
}

TEST_MAIN(NULL, NULL)
