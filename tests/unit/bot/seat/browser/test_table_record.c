/* The file of a match of two persons: anna, whose table this is, and her friend, who is the first
 * player of it. */
#include <string.h>

#include "bot/seat/browser/table_internal.h"
#include "engine/board/position.h"
#include "match/record.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[64];
static struct table_options options = {.name = "anna", .opponent = "friend"};
static struct table_record *record;
static struct seat_view view;
static int complaints;

static void note_complaint(void *context, const char *text)
{
    complaints++;
}

static int open_table(void **state)
{
    test_folder_make(folder, sizeof folder, "test_table_record");
    options.matches = folder;
    options.log = note_complaint;
    record = table_record_new();
    assert_non_null(record);
    complaints = 0;
    memset(&view, 0, sizeof view);
    return 0;
}

static int close_table(void **state)
{
    table_record_free(record);
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, open_table, close_table)

static void happens(struct seat_event event)
{
    event.number = ++view.version;
    view.events[0] = event;
    view.event_count = 1;
    table_record_take(record, &options, &view);
}

static void plays(bool is_mine, int high, int low, struct play play)
{
    happens((struct seat_event){.type = SEAT_EVENT_PLAY,
                                .is_mine = is_mine,
                                .roll = roll_of_dice(high, low),
                                .play = play});
}

static const struct play three_one = {.count = 2, .moves = {{8, 5}, {6, 5}}};

/* The first game is won, and her first turn of the second is played: she leaves. */
static void leave_the_second_game(bool has_won)
{
    const int anna = has_won ? 2 : 0, her_friend = has_won ? 0 : 2;
    happens((struct seat_event){.type = SEAT_EVENT_MATCH, .points = 5});
    happens((struct seat_event){.type = SEAT_EVENT_GAME});
    plays(false, 3, 1, three_one);
    happens((struct seat_event){.type = SEAT_EVENT_GAME_END,
                                .is_mine = has_won,
                                .points = 2,
                                .score = {anna, her_friend}});
    happens((struct seat_event){.type = SEAT_EVENT_GAME, .score = {anna, her_friend}});
    view.board.ms = match_state_match(5, anna, her_friend, false);
    plays(true, 3, 1, three_one);
}

/* The program runs again: `turn` is to act in the position of then. */
static void come_back(enum turn turn)
{
    struct position pos;
    table_record_free(record);
    record = table_record_new();
    position_start(&pos);
    pos.mine.at[8]--;
    pos.mine.at[6]--;
    pos.mine.at[5] += 2;
    view.board = (struct board_view){.pos = pos, .ms = view.board.ms, .turn = turn};
    happens(
        (struct seat_event){.type = SEAT_EVENT_MATCH, .points = 5, .is_resumed = true});
    view.has_board = true;
    table_record_take(record, &options, &view);
}

/* The one file of the folder, read. */
static void read_file(char text[4000])
{
    char path[TABLE_PATH_MAX];
    time_t started;
    assert_true(record_find_newest(folder, "friend", "anna", path, sizeof path));
    assert_true(record_start_of(path, &started));
    test_file_read(path, text, 4000);
    assert_int_equal(remove(path), 0);
    assert_false(record_find_newest(folder, "friend", "anna", path, sizeof path));
    assert_null(strstr(text, "Incomplete"));
    assert_null(strstr(text, "resumed"));
    assert_int_equal(complaints, 0);
}

CASE(the_friend_is_the_first_player_with_her_own_score)
{
    char text[4000];
    leave_the_second_game(true);
    table_record_free(record);
    record = NULL;
    read_file(text);
    assert_non_null(strstr(text, "[Player 1 \"friend\"]"));
    const char *game = strstr(text, "Game 2\n");
    assert_non_null(game);
    assert_non_null(strstr(game, "friend : 0"));
    assert_non_null(strstr(game, "anna : 2"));
}

CASE(a_match_that_goes_on_has_one_file)
{
    char text[4000];
    for (int won = 0; won < 2; won++) {
        leave_the_second_game(won == 1);
        happens((struct seat_event){.type = SEAT_EVENT_SAVED});
        come_back(TURN_THEIRS);
        plays(false, 4, 2, (struct play){.count = 2, .moves = {{8, 4}, {6, 4}}});
        read_file(text);
        assert_non_null(strstr(text, "42: 8/4 6/4"));
        assert_null(strstr(text, "Game 3"));
    }
}

CASE(a_double_waits_for_its_answer_in_the_file)
{
    char text[4000];
    leave_the_second_game(true);
    happens((struct seat_event){.type = SEAT_EVENT_DOUBLE, .points = 2});
    view.offered_cube = 2;
    come_back(TURN_MINE);
    happens((struct seat_event){.type = SEAT_EVENT_TAKE, .is_mine = true});
    read_file(text);
    assert_non_null(strstr(text, "Doubles => 2"));
    assert_non_null(strstr(text, "Takes"));
}

TEST_MAIN(NULL, NULL)
