/* What the table keeps between runs. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/seat/link/seat_store_internal.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[64], path[96];

static int set_up(void **state)
{
    test_folder_make(folder, sizeof folder, "store");
    FORMAT_TEXT(path, "%s/table.json", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)unlink(path);
    return rmdir(folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static void write_file(const char *text)
{
    test_file_write(path, text);
}

static void assert_defaults(const struct seat_store *store)
{
    assert_string_equal(store->token, "");
    assert_int_equal(store->port, 0);
    assert_int_equal(store->result_count, 0);
    assert_true(store->choices.pips);
    assert_int_equal(store->choices.pace, 1);
    assert_false(store->choices.tutor); /* it is off until it is asked for */
    assert_true(store->choices.warn > 0.039 && store->choices.warn < 0.041);
}

CASE(a_missing_file_gives_the_defaults)
{
    struct seat_store store;
    seat_store_read(&store, path);
    assert_defaults(&store);
}

CASE(what_is_written_is_read)
{
    struct seat_store store, again;
    struct error err;
    struct stat info;
    seat_store_read(&store, path);
    memcpy(store.token, "0123456789abcdef0123456789abcdef", HTTP_TOKEN_SIZE);
    store.port = 41234;
    store.choices = (struct seat_preferences){
        .rolls = true, .left = true, .tutor = true, .pace = 2, .warn = 0.08};
    memcpy(store.level, "casual", 7);
    store.progress = (struct seat_progress){5, {4, 2}, 3};
    seat_store_add(&store, &(struct seat_result){.when = 1700000000,
                                                 .level = "expert",
                                                 .length = 5,
                                                 .score = {5, 3},
                                                 .rating = 1523.25});
    assert_true(seat_store_write(&store, path, &err));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600); /* who has the token plays */
    seat_store_read(&again, path);
    assert_string_equal(again.token, store.token);
    assert_int_equal(again.port, 41234);
    assert_true(again.choices.rolls && again.choices.left && again.choices.tutor);
    assert_false(again.choices.pips || again.choices.forced || again.choices.dark);
    assert_int_equal(again.choices.pace, 2);
    assert_true(again.choices.warn > 0.079 && again.choices.warn < 0.081);
    assert_string_equal(again.level, "casual");
    assert_int_equal(again.progress.length, 5);
    assert_int_equal(again.progress.score[0], 4);
    assert_int_equal(again.progress.score[1], 2);
    assert_int_equal(again.progress.games, 3);
    assert_int_equal(again.result_count, 1);
    assert_int_equal(again.results[0].score[1], 3);
    assert_string_equal(again.results[0].level, "expert");
    assert_true(again.results[0].rating > 1523.2 && again.results[0].rating < 1523.3);
}

CASE(what_a_seat_does_is_kept_with_its_level)
{
    struct seat_store store;
    static struct seat_view view;
    struct seat_setup setup = {.name = ""};
    seat_store_read(&store, path);
    view.phase = SEAT_TO_PLAY;
    assert_false(seat_store_follow(&store, &view, NULL));
    memcpy(view.level, "beginner", 9);
    view.progress = (struct seat_progress){5, {4, 0}, 2};
    assert_true(seat_store_follow(&store, &view, NULL));
    assert_false(seat_store_follow(&store, &view, NULL));
    seat_store_seat(&store, true, &setup);
    assert_string_equal(setup.level, "beginner");
    assert_true(setup.starts_usual);
    assert_int_equal(setup.progress.games, 2);
    assert_false(setup.choices.next);
    store.choices.next = true;
    seat_store_seat(&store, true, &setup);
    assert_true(setup.choices.next && !setup.choices.rolls);
    view.phase = SEAT_OVER;
    view.won[0] = 5;
    view.me.rating = 1500.0; /* before the match */
    view.rating_change = -4.25;
    assert_true(seat_store_follow(&store, &view, "expert"));
    assert_false(seat_store_follow(&store, &view, "expert")); /* once */
    assert_int_equal(store.result_count, 1);
    assert_string_equal(store.results[0].level, "beginner");
    assert_int_equal(store.results[0].score[0], 5);
    assert_true(store.results[0].rating == 1495.75);
    view.phase = SEAT_LOBBY;
    view.level[0] = '\0';
    assert_true(seat_store_follow(&store, &view, "expert"));
    view.phase = SEAT_OVER;
    assert_true(seat_store_follow(&store, &view, "expert"));
    assert_string_equal(store.results[0].level, "expert");
}

CASE(each_part_of_the_progress_is_kept_when_it_changes)
{
    static const struct seat_progress steps[] = {
        {5, {0, 0}, 0}, {5, {1, 0}, 0}, {5, {1, 1}, 0}, {5, {1, 1}, 1}, {7, {1, 1}, 1}};
    struct seat_store store = {.token = ""};
    static struct seat_view view = {.phase = SEAT_TO_PLAY};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        view.progress = steps[i];
        assert_true(seat_store_follow(&store, &view, NULL));
        assert_false(seat_store_follow(&store, &view, NULL));
    }
}

/* Who ends the program between the two has the old match back, at its level. */
CASE(a_new_level_is_kept_when_its_match_begins)
{
    struct seat_store store = {.level = "novice"};
    static struct seat_view view = {
        .phase = SEAT_INVITING, .level = "expert", .gives_up = true};
    assert_false(seat_store_follow(&store, &view, NULL));
    assert_string_equal(store.level, "novice");
    view.gives_up = false;
    assert_true(seat_store_follow(&store, &view, NULL));
    assert_string_equal(store.level, "expert");
}

CASE(the_newest_results_are_kept)
{
    struct seat_store store;
    seat_store_read(&store, path);
    for (int i = 1; i <= SEAT_RESULTS_MAX + 3; i++) {
        seat_store_add(&store, &(struct seat_result){.length = i});
    }
    assert_int_equal(store.result_count, SEAT_RESULTS_MAX);
    assert_int_equal(store.results[0].length, SEAT_RESULTS_MAX + 3);
    assert_int_equal(store.results[SEAT_RESULTS_MAX - 1].length, 4);
}

CASE(what_is_not_understood_is_as_if_it_were_missing)
{
    static const char *const texts[] = {
        "",
        "no JSON",
        "[]",
        "{\"token\": \"short\", \"port\": -1, \"results\": 7}",
        "{\"token\": \"../../../../../../etc/passwd-----\", \"port\": 70000}",
        "{\"token\": 5, \"choices\": {\"warn\": 9, \"pips\": \"no\"}, \"level\": []}",
    };
    struct seat_store store;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_file(texts[i]);
        seat_store_read(&store, path);
        assert_defaults(&store);
    }
}

CASE(a_folder_that_is_gone_is_told)
{
    struct seat_store store;
    struct error err = {0};
    seat_store_read(&store, path);
    assert_false(seat_store_write(&store, "/nowhere/at/all/table.json", &err));
    assert_non_null(strstr(err.text, "/nowhere/at/all"));
}

TEST_MAIN(NULL, NULL)
