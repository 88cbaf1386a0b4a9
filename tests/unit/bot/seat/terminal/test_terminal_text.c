/* What the terminal says of events and of where the match stands. */
#include <stdbool.h>

#include "bot/seat/terminal/terminal_text.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/test_case.h"

static struct seat_view view;
static char text[TERMINAL_TEXT_SIZE];

static void assert_event(struct seat_event event, bool is_mine, const char *words)
{
    event.is_mine = is_mine;
    terminal_text_event(&view, &event, text);
    assert_string_equal(text, words);
}

TEST(each_event_is_told_of_you_and_of_the_bot)
{
    static const struct {
        struct seat_event event;
        const char *mine, *theirs;
    } rows[] = {
        {{.type = SEAT_EVENT_GAME, .score = {2, 1}},
         "A new game at 2-1.",
         "A new game at 2-1."},
        {{.type = SEAT_EVENT_OPENING, .roll = {6, 2}},
         "The first roll is 6-2: you begin.",
         "The first roll is 6-2: bot begins."},
        {{.type = SEAT_EVENT_DANCE, .roll = {5, 3}},
         "You 5-3: cannot move",
         "bot 5-3: cannot move"},
        {{.type = SEAT_EVENT_DOUBLE, .points = 4},
         "You double to 4.",
         "bot doubles to 4."},
        {{.type = SEAT_EVENT_TAKE}, "You take.", "bot takes."},
        {{.type = SEAT_EVENT_PASS}, "You pass.", "bot passes."},
        {{.type = SEAT_EVENT_RESIGN, .points = 2},
         "You want to resign 2 points.",
         "bot wants to resign 2 points."},
        {{.type = SEAT_EVENT_REJECT},
         "You reject the resignation.",
         "bot rejects the resignation."},
        {{.type = SEAT_EVENT_GAME_END, .points = 1, .score = {3, 2}},
         "You win 1 point: 3-2.",
         "bot wins 1 point: 3-2."},
        {{.type = SEAT_EVENT_GAME_END, .points = 4, .score = {1, 5}},
         "You win 4 points: 1-5.",
         "bot wins 4 points: 1-5."},
        {{.type = SEAT_EVENT_MATCH_END, .score = {5, 3}},
         "You win the match, 5-3.",
         "bot wins the match, 3-5."},
        {{.type = SEAT_EVENT_SAVED}, "The match is saved.", "The match is saved."},
        {{.type = SEAT_EVENT_SAYS, .text = "Good luck!"}, "Good luck!", "Good luck!"},
        {{.type = SEAT_EVENT_ROLL, .roll = {6, 2}}, "", ""},
    };
    view_at(&view, SEAT_TO_ROLL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_event(rows[i].event, true, rows[i].mine);
        assert_event(rows[i].event, false, rows[i].theirs);
    }
}

TEST(points_beyond_the_match_are_not_shown)
{
    view_at(&view, SEAT_OVER, 0);
    view.board.ms.length = 5;
    assert_event((struct seat_event){.type = SEAT_EVENT_GAME_END, .score = {6, 4}},
                 true, "You win 0 points: 5-4.");
    assert_event((struct seat_event){.type = SEAT_EVENT_MATCH_END, .score = {2, 9}},
                 false, "bot wins the match, 5-2.");
}

TEST(plays_are_told_with_their_dice)
{
    struct seat_event event = {.type = SEAT_EVENT_PLAY,
                               .roll = {6, 2},
                               .play = {.count = 2, .moves = {{24, 18}, {13, 11}}}};
    position_start(&event.before);
    view_at(&view, SEAT_WAITING, 0);
    assert_event(event, true, "You 6-2: 24/18 13/11");
    assert_event(event, false, "bot 6-2: 24/18 13/11");
}

TEST(bot_without_a_name_yet_is_the_opponent)
{
    const struct seat_event event = {.type = SEAT_EVENT_TAKE};
    view_at(&view, SEAT_TO_ROLL, 0);
    view.opponent.name[0] = '\0';
    assert_event(event, false, "The opponent takes.");
    strcpy(view.opponent.name, "b");
    assert_event(event, false, "b takes.");
}

TEST(matches_begin_with_their_length)
{
    struct seat_event event = {.type = SEAT_EVENT_MATCH, .points = 5};
    view_at(&view, SEAT_TO_ROLL, 0);
    assert_event(event, false, "A match to 5 points.");
    event.points = 1;
    assert_event(event, false, "A match to 1 point.");
    event.points = 0;
    assert_event(event, false, "A match without limit.");
    event.is_resumed = true;
    assert_event(event, false, "The match goes on.");
}

static void assert_state(enum seat_phase phase, const char *words)
{
    view.phase = phase;
    terminal_text_state(&view, text);
    assert_string_equal(text, words);
}

TEST(each_phase_says_what_is_to_be_done)
{
    view_at(&view, SEAT_OFFLINE, 0);
    view.offered_cube = 4;
    view.resign_points = 2;
    assert_state(SEAT_OFFLINE, "Connecting ...");
    strcpy(view.reason, "The server has closed the line.");
    assert_state(SEAT_OFFLINE, "The server has closed the line.");
    assert_state(SEAT_LOBBY,
                 "new 5 begins a match to 5 points, new money one without limit");
    assert_state(SEAT_INVITING, "The match begins ...");
    assert_state(SEAT_WAITING, "The bot thinks ...");
    assert_state(SEAT_OFFERED, "You are doubled to 4: take or pass");
    assert_state(SEAT_DOUBLED, "The bot thinks about your double ...");
    assert_state(SEAT_RESIGN_OFFERED, "bot resigns 2 points: accept or reject");
    assert_state(SEAT_RESIGNED, "The bot thinks about your resignation ...");
    assert_state(SEAT_BETWEEN, "The game is over; analysis shows your errors");
    assert_state(SEAT_OVER, "The match is over; analysis shows your errors");
    view.has_saved = true;
    assert_state(SEAT_LOBBY, "A match, unlimited, is saved; forget begins another");
}

/* A cube that wins the match as it stands need not be turned. */
TEST(double_is_named_while_it_can_gain)
{
    static const struct {
        int length, mine, cube;
        bool gains;
    } rows[] = {{5, 0, 1, true},  {5, 3, 1, true}, {5, 4, 1, false},
                {5, 1, 4, false}, {5, 0, 4, true}, {0, 9, 8, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_DOUBLE);
        view.board.ms.length = rows[i].length;
        view.board.ms.my_score = rows[i].mine;
        view.board.ms.cube = rows[i].cube;
        assert_state(SEAT_TO_ROLL,
                     rows[i].gains ? "Your turn: roll or double" : "Your turn: roll");
    }
    view_at(&view, SEAT_TO_ROLL, 0);
    assert_state(SEAT_TO_ROLL, "Your turn: roll");
}

TEST(prompt_has_the_dice_of_a_play)
{
    view_to_play(&view, 6, 2);
    terminal_text_prompt(&view, text);
    assert_string_equal(text, "6-2> ");
    view.phase = SEAT_TO_ROLL;
    terminal_text_prompt(&view, text);
    assert_string_equal(text, "> ");
}

TEST(refusals_fit_what_was_asked)
{
    static const struct {
        enum seat_phase phase;
        enum seat_action_type type;
        const char *words;
    } rows[] = {
        {SEAT_TO_ROLL, SEAT_ACT_DOUBLE,
         "You may not double: the cube is not yours, or nobody may use it in this game."},
        {SEAT_TO_PLAY, SEAT_ACT_DOUBLE, "You have rolled: it is too late to double."},
        {SEAT_TO_PLAY, SEAT_ACT_DONE, "The play is not whole yet."},
        {SEAT_WAITING, SEAT_ACT_ROLL, "It is not your turn."},
        {SEAT_OFFLINE, SEAT_ACT_NEW, "Not connected yet."},
        {SEAT_WAITING, SEAT_ACT_TAKE, "You are not doubled."},
        {SEAT_OFFLINE, SEAT_ACT_TAKE, "\"take\" is not possible now."},
        {SEAT_INVITING, SEAT_ACT_RESUME, "The bot is asked already."},
        {SEAT_WAITING, SEAT_ACT_RESUME, "No match waits to be resumed."},
        {SEAT_TO_ROLL, SEAT_ACT_DONE, "There is no play to send."},
        {SEAT_OFFLINE, SEAT_ACT_ROLL, "\"roll\" is not possible now."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        terminal_text_refusal(rows[i].phase, rows[i].type, text);
        assert_string_equal(text, rows[i].words);
    }
}

TEST(the_oldest_sentence_makes_room_for_the_newest)
{
    static struct terminal_log said;
    for (int i = 0; i <= TERMINAL_LOG_LINES; i++) {
        FORMAT_TEXT(text, "sentence %d", i);
        terminal_log_add(&said, text);
    }
    terminal_log_add(&said, "");
    assert_int_equal(said.count, TERMINAL_LOG_LINES);
    assert_string_equal(said.lines[0], "sentence 1");
    assert_string_equal(said.lines[TERMINAL_LOG_LINES - 1], text);
}

TEST(what_goes_by_itself_is_told)
{
    static struct terminal_log said;
    terminal_log_choices(&said, &(struct seat_choices){.rolls = true, .next = true});
    assert_string_equal(said.lines[0],
                        "By itself: roll on, forced plays off, next game on.");
}

TEST(a_sentence_is_taken_out_again_only_from_the_end)
{
    static struct terminal_log said;
    terminal_log_drop(&said, "roll  move");
    terminal_log_add(&said, "You rolled.");
    terminal_log_add(&said, "roll  move");
    terminal_log_drop(&said, "You rolled.");
    assert_int_equal(said.count, 2);
    terminal_log_drop(&said, "roll  move");
    terminal_log_drop(&said, "");
    assert_int_equal(said.count, 1);
    assert_string_equal(said.lines[0], "You rolled.");
}

TEST(who_leaves_is_told_of_a_match_that_can_go_on)
{
    static const struct {
        enum seat_phase phase;
        bool has_saved, is_told;
    } rows[] = {{SEAT_LOBBY, true, true},    {SEAT_LOBBY, false, false},
                {SEAT_TO_ROLL, false, true}, {SEAT_BETWEEN, false, true},
                {SEAT_OVER, false, false},   {SEAT_INVITING, false, false},
                {SEAT_OFFLINE, true, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        view_at(&view, rows[i].phase, 0);
        view.has_saved = rows[i].has_saved;
        assert_string_equal(
            terminal_text_farewell(&view),
            rows[i].is_told ? "The match is saved; the next start resumes it.\n" : "");
    }
}

TEST_MAIN(NULL, NULL)
