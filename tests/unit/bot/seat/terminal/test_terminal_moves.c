/* The record of a game as the terminal shows it. */
#include <string.h>

#include "bot/seat/terminal/terminal_moves.h"
#include "tests/unit/test_case.h"

static const struct seat_event events[] = {
    {.type = SEAT_EVENT_GAME},
    {.type = SEAT_EVENT_PLAY, .is_mine = true, .roll = {6, 1}, .text = "13/7 8/7"},
    {.type = SEAT_EVENT_GAME_END},
    {.type = SEAT_EVENT_GAME},
    {.type = SEAT_EVENT_OPENING, .roll = {3, 1}},
    {.type = SEAT_EVENT_PLAY, .roll = {3, 1}, .text = "8/5 6/5"},
    {.type = SEAT_EVENT_DOUBLE, .is_mine = true, .points = 2},
    {.type = SEAT_EVENT_TAKE},
    {.type = SEAT_EVENT_ROLL, .is_mine = true, .roll = {6, 6}},
    {.type = SEAT_EVENT_DANCE, .is_mine = true, .roll = {6, 6}},
};
enum { EVENTS = sizeof events / sizeof events[0] };

TEST(turns_of_the_last_game_stand_side_by_side)
{
    char text[1000];
    assert_int_equal(terminal_moves(events, EVENTS, "bot", 20, text, sizeof text), 3);
    assert_string_equal(text, "    You                           bot\n"
                              "  1                               3-1 8/5 6/5\n"
                              "  2 doubles to 2                  takes\n"
                              "  3 6-6 no play                   \n");
    assert_int_equal(terminal_moves(events, EVENTS - 2, "bot", 20, text, sizeof text),
                     2);
}

TEST(the_last_turns_are_shown_where_there_is_no_room_for_all)
{
    char text[1000];
    assert_int_equal(terminal_moves(events, EVENTS, "bot", 1, text, sizeof text), 3);
    assert_non_null(strstr(text, "  3 6-6 no play"));
    assert_null(strstr(text, "doubles"));
    assert_int_equal(terminal_moves(events, EVENTS, "bot", 20, text, 20), 3);
    assert_true(strlen(text) < 20);
    assert_int_equal(terminal_moves(NULL, 0, "bot", 20, text, sizeof text), 0);
}

TEST(a_long_game_ends_with_its_last_turns)
{
    enum { TURNS = 450 };
    static struct seat_event plays[TURNS];
    static char text[40000];
    for (int i = 0; i < TURNS; i++) {
        plays[i] = (struct seat_event){
            .type = SEAT_EVENT_PLAY, .is_mine = i % 2 == 0, .roll = {2, 1}};
        FORMAT_TEXT(plays[i].text, "turn %d", i + 1);
    }
    assert_int_equal(terminal_moves(plays, TURNS, "bot", 300, text, sizeof text), 225);
    assert_non_null(strstr(text, "225 2-1 turn 449                  2-1 turn 450\n"));
    assert_non_null(strstr(text, "\n 26 2-1 turn 51 "));
    assert_null(strstr(text, "\n 25 "));
}

TEST_MAIN(NULL, NULL)
