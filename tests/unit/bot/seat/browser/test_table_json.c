/* The view as the page gets it. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bot/seat/browser/table_json.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"

static struct seat_view view;
static struct seat_store store;
static struct play_list list;

static int set_up(void **state)
{
    memset(&view, 0, sizeof view);
    memset(&store, 0, sizeof store);
    view.phase = SEAT_LOBBY;
    view.allowed = 1U << SEAT_ACT_NEW;
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, NULL)

static json_t *written(bool has_files, bool may_hint)
{
    char *line =
        table_json_view(&view, &store, "expert", has_files, may_hint, NULL, NULL);
    assert_non_null(line);
    assert_null(strchr(line, '\n')); /* a line is an event */
    json_t *object = json_loads(line, 0, NULL);
    assert_non_null(object);
    free(line);
    return object;
}

static bool has_word(const json_t *array, const char *word)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (strcmp(json_string_value(json_array_get(array, i)), word) == 0) {
            return true;
        }
    }
    return false;
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static int number_of(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static void assert_pair(const json_t *object, const char *name, const char *want)
{
    char *found = json_dumps(json_object_get(object, name), JSON_COMPACT);
    assert_string_equal(found, want);
    free(found);
}

CASE(a_lobby_has_neither_board_nor_match)
{
    json_t *object = written(false, false);
    const json_t *allowed = json_object_get(object, "allowed");
    assert_string_equal(text_of(object, "phase"), "lobby");
    assert_true(has_word(allowed, "new"));
    assert_false(has_word(allowed, "hint"));
    assert_true(json_is_null(json_object_get(object, "board")));
    assert_true(json_is_null(json_object_get(object, "match")));
    assert_true(json_is_null(json_object_get(object, "play")));
    assert_true(json_is_null(json_object_get(object, "over")));
    assert_true(json_is_null(json_object_get(object, "tutor")));
    assert_true(json_is_false(json_object_get(object, "files")));
    assert_true(json_array_size(json_object_get(object, "levels")) > 4);
    assert_string_equal(text_of(object, "usual"), "expert");
    json_decref(object);
}

CASE(a_turn_has_its_board_dice_and_targets)
{
    view.phase = SEAT_TO_PLAY;
    view.has_board = true;
    position_start(&view.board.pos);
    view.board.pos.mine.at[6]--; /* a pip fewer */
    view.board.pos.mine.at[5]++;
    view.board.ms = match_state_match(5, 2, 1, false);
    view.board.turn = TURN_MINE;
    view.board.roll = (struct roll){6, 4};
    hops_begin(&view.hops, &view.board.pos, view.board.roll, &list);
    json_t *object = written(true, true);
    const json_t *board = json_object_get(object, "board");
    const json_t *play = json_object_get(object, "play");
    const json_t *match = json_object_get(object, "match");
    assert_true(has_word(json_object_get(object, "allowed"), "hint"));
    assert_int_equal(json_array_size(json_object_get(board, "mine")), 26);
    assert_int_equal(
        json_integer_value(json_array_get(json_object_get(board, "mine"), 24)), 2);
    assert_string_equal(text_of(board, "turn"), "me");
    assert_string_equal(text_of(board, "owner"), "centre");
    assert_pair(board, "dice", "[6,4]");
    assert_pair(board, "pips", "[166,167]");
    assert_int_equal(number_of(board, "cube"), 1);
    assert_int_equal(number_of(match, "length"), 5);
    assert_pair(match, "score", "[2,1]");
    assert_int_equal(json_array_size(json_object_get(play, "targets")),
                     (size_t)view.hops.target_count);
    assert_true(json_is_false(json_object_get(play, "complete")));
    assert_true(json_is_true(json_object_get(object, "files")));
    json_decref(object);
}

CASE(a_cube_has_its_owner_and_what_is_offered)
{
    view.phase = SEAT_OFFERED;
    view.has_board = true;
    view.offered_cube = 4;
    view.board.ms = match_state_match(5, 2, 1, false);
    view.board.ms.cube = 2;
    view.board.ms.owner = CUBE_MINE;
    json_t *object = written(false, false);
    const json_t *board = json_object_get(object, "board");
    assert_string_equal(text_of(board, "owner"), "me");
    assert_int_equal(number_of(board, "cube"), 2);
    assert_int_equal(number_of(board, "offered"), 4);
    json_decref(object);
    assert_string_equal(table_json_owner(CUBE_THEIRS), "them");
}

/* A click on where a checker ends shows where it touches down before. */
CASE(a_target_names_the_points_on_its_way)
{
    view.phase = SEAT_TO_PLAY;
    view.has_board = true;
    position_start(&view.board.pos);
    view.board.roll = (struct roll){6, 4};
    hops_begin(&view.hops, &view.board.pos, view.board.roll, &list);
    json_t *object = written(false, false);
    const json_t *targets = json_object_get(json_object_get(object, "play"), "targets");
    size_t index;
    json_t *target;
    int ways = 0;
    json_array_foreach(targets, index, target)
    {
        if (number_of(target, "from") == 24 && number_of(target, "to") == 14) {
            assert_pair(target, "via", "[18]");
            ways++;
        }
        if (number_of(target, "from") == 24 && number_of(target, "to") == 18) {
            assert_pair(target, "via", "[]");
            ways++;
        }
    }
    assert_int_equal(ways, 2);
    json_decref(object);
}

/* The page escapes it again where it shows it. */
CASE(texts_of_strangers_stay_texts)
{
    static const char evil[] = "</script>\"\\' \x1b & <b>";
    memcpy(view.reason, evil, sizeof evil);
    view.event_count = 1;
    view.events[0].type = SEAT_EVENT_SAYS;
    memcpy(view.events[0].text, evil, sizeof evil);
    json_t *object = written(false, false);
    assert_string_equal(text_of(object, "reason"), evil);
    assert_string_equal(
        text_of(json_array_get(json_object_get(object, "events"), 0), "text"), evil);
    json_decref(object);
    char *line = table_json_error(evil);
    object = json_loads(line, 0, NULL);
    assert_string_equal(text_of(object, "error"), evil);
    json_decref(object);
    free(line);
}

/* The opponent's play is counted by their points, the checkers before it by ours. */
CASE(a_play_comes_with_the_checkers_before_it_from_our_side)
{
    struct seat_event *event = &view.events[0];
    view.event_count = 1;
    *event = (struct seat_event){.number = 1, .type = SEAT_EVENT_PLAY};
    event->before.mine.at[24] = 2;
    event->before.theirs.at[6] = 5;
    event->score[0] = 2;
    event->score[1] = 1;
    json_t *object = written(false, false);
    const json_t *told = json_array_get(json_object_get(object, "events"), 0);
    const json_t *before = json_object_get(told, "before");
    assert_pair(told, "score", "[2,1]");
    assert_int_equal(
        json_integer_value(json_array_get(json_object_get(before, "theirs"), 24)), 2);
    assert_int_equal(
        json_integer_value(json_array_get(json_object_get(before, "mine"), 6)), 5);
    json_decref(object);
}

static void assert_row(const json_t *cube, size_t row, const char *name, double equity,
                       bool is_best)
{
    const json_t *found = json_array_get(json_object_get(cube, "rows"), row);
    assert_string_equal(json_string_value(json_array_get(found, 0)), name);
    assert_true(json_real_value(json_array_get(found, 1)) == equity);
    assert_int_equal(json_is_true(json_array_get(found, 2)), is_best);
}

/* Who answers a double sees what it is worth to him. */
CASE(the_cube_is_judged_from_the_side_of_who_decides)
{
    struct cube_decision cube = {
        .action = CUBE_DOUBLE_TAKE,
        .outputs = {.win = 0.75F, .win_gammon = 0.25F, .lose_gammon = 0.125F},
        .no_double = 0.5F,
        .double_take = 0.625F,
        .double_pass = 1.0F};
    json_t *object = table_json_cube(&cube, false);
    assert_string_equal(text_of(object, "best"), "Double, take");
    assert_true(json_real_value(json_object_get(object, "win")) == 0.75);
    assert_true(json_real_value(json_object_get(object, "gammon")) == 0.25);
    assert_row(object, 0, "No double", 0.5, false);
    assert_row(object, 1, "Double, take", 0.625, true);
    assert_row(object, 2, "Double, pass", 1.0, false);
    json_decref(object);
    object = table_json_cube(&cube, true);
    assert_string_equal(text_of(object, "best"), "Take");
    assert_true(json_real_value(json_object_get(object, "win")) == 0.25);
    assert_true(json_real_value(json_object_get(object, "gammon")) == 0.125);
    assert_row(object, 0, "Take", -0.625, true);
    assert_row(object, 1, "Pass", -1.0, false);
    json_decref(object);
    cube.double_take = 1.0F; /* as much as a pass: the engine takes */
    object = table_json_cube(&cube, true);
    assert_string_equal(text_of(object, "best"), "Take");
    json_decref(object);
    cube.double_take = 1.25F;
    object = table_json_cube(&cube, true);
    assert_string_equal(text_of(object, "best"), "Pass");
    assert_row(object, 1, "Pass", -1.0, true);
    json_decref(object);
}

CASE(results_and_the_end_are_told)
{
    view.phase = SEAT_OVER;
    view.won[0] = 5;
    view.won[1] = 3;
    view.rating_change = 4.25;
    store.result_count = 1;
    store.results[0] = (struct seat_result){
        .when = 1700000000, .level = "expert", .length = 5, .score = {5, 3}};
    json_t *object = written(true, false);
    const json_t *over = json_object_get(object, "over");
    const json_t *result = json_array_get(json_object_get(object, "results"), 0);
    assert_true(json_is_true(json_object_get(over, "won")));
    assert_pair(over, "score", "[5,3]");
    assert_pair(result, "score", "[5,3]");
    assert_true(json_real_value(json_object_get(over, "change")) == 4.25);
    assert_string_equal(text_of(result, "when"), "2023-11-14T22:13:20Z");
    assert_int_equal(number_of(result, "length"), 5);
    json_decref(object);
}

TEST_MAIN(NULL, NULL)
