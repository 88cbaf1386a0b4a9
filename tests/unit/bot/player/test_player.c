/* What the player tells: the events of a match, lines that it does not know; and that nothing of
 * it is lost. */
#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

PLAYING(match_events_tell_the_game)
{
    says(&h, "Starting a new game with opp_a.");
    says(&h, "You rolled 3, opp_a rolled 1");
    says(&h, "It's your turn to move.");
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    we_pass_his_double();
    static const enum match_event_type want[] = {
        MATCH_START,  MATCH_GAME_START, MATCH_GAME_RESUME, MATCH_PLAY,
        MATCH_DOUBLE, MATCH_DROP,       MATCH_GAME_END};
    assert_int_equal(h.event_count, sizeof want / sizeof want[0]);
    for (int i = 0; i < h.event_count; i++) {
        assert_int_equal(h.events[i].type, want[i]);
    }
    assert_true(h.events[3].is_mine);
    assert_int_equal(h.events[3].play.count, 2);
    assert_int_equal(h.events[3].roll.high, 3);
    assert_false(h.events[6].is_mine);
}

/* The last event of a type, where it stands. */
static const struct match_event *last_of(enum match_event_type type)
{
    int at = h.event_count - 1;
    while (at >= 0 && h.events[at].type != type) {
        at--;
    }
    assert_true(at >= 0);
    return &h.events[at];
}

/* Colours may swap between games, and a game may begin without a board. */
PLAYING(an_opening_play_before_the_first_board_is_told_as_it_was)
{
    for (int game = 0; game < 2; game++) {
        says(&h, "Starting a new game with opp_a.");
        says(&h, "You rolled 1, opp_a rolled 4");
        says(&h, "opp_a makes the first move.");
        says(&h, "opp_a moves 13-9 9-8 .");
        const struct match_event *opening = last_of(MATCH_PLAY);
        assert_false(opening->is_mine);
        assert_int_equal(opening->roll.high, 4);
        assert_int_equal(opening->play.moves[0].from, 13);
        assert_int_equal(opening->play.moves[1].to, 8);
        says(&h, OUR_TURN); /* we are O here, and move downwards ourselves */
    }
}

/* What was played when the connection was lost shows on the next board; the dice do not. */
PLAYING(the_roll_of_a_turn_that_was_not_told_comes_with_the_next_board)
{
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    player_offline(h.player, h.now_ms);
    harness_drain(&h);
    says(&h, "You are now playing with opp_a. Your running match was loaded.");
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    says(&h, HIS_TURN);
    assert_int_equal(last_of(MATCH_GAME_RESUME)->roll.high, 3);
    says(&h, "opp_a rolls 6 and 4.");
    says(&h, "opp_a moves 1-7 1-5 .");
    says(&h, OUR_TURN);
    assert_int_equal(last_of(MATCH_GAME_RESUME)->roll.high, 0);
}

PLAYING(a_dance_is_that_of_who_cannot_move)
{
    says(&h, HIS_TURN);
    says(&h, "opp_a rolls 6 and 6.");
    says(&h, "opp_a can't move.");
    const struct match_event *dance = last_of(MATCH_PLAY);
    assert_false(dance->is_mine);
    assert_int_equal(dance->play.count, 0);
    assert_int_equal(dance->roll.high, 6);
    says(&h, "You roll 5 and 4.");
    says(&h, "You can't move.");
    dance = last_of(MATCH_PLAY);
    assert_true(dance->is_mine);
    assert_int_equal(dance->play.count, 0);
    assert_int_equal(dance->roll.high, 5);
}

/* Before a dance of theirs comes the play of ours that was sent and not confirmed. */
PLAYING(a_play_of_ours_is_told_before_the_dance_that_follows)
{
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    says(&h, "opp_a can't move.");
    const struct match_event *ours = &h.events[h.event_count - 2];
    assert_int_equal(ours->type, MATCH_PLAY);
    assert_true(ours->is_mine);
    assert_int_equal(ours->play.count, 2);
    assert_false(last_of(MATCH_PLAY)->is_mine);
}

PLAYING(passes_and_resignations_are_those_of_the_loser)
{
    we_double(OUR_TURN);
    says(&h, "opp_a gives up. You win 1 point.");
    assert_false(last_of(MATCH_DROP)->is_mine);
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("1:0", "1", "3:1", "0:0", "1", "1:1"));
    decides(&h, (struct decision_answer){.resign_games = 2});
    says(&h, "You want to resign. opp_a will win 2 points.");
    says(&h, "opp_a accepts and wins 2 points.");
    assert_true(last_of(MATCH_RESIGN)->is_mine);
    assert_int_equal(last_of(MATCH_RESIGN)->points, 2);
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("1:2", "-1", "0:0", "0:0", "1", "1:1"));
    says(&h,
         "opp_a wants to resign. You will win 3 points. Type 'accept' or 'reject'.");
    decides(&h, accepts());
    says(&h, "You accept and win 3 points.");
    assert_false(last_of(MATCH_RESIGN)->is_mine);
    assert_int_equal(last_of(MATCH_RESIGN)->points, 3);
    assert_int_equal(last_of(MATCH_GAME_END)->my_score, 4);
}

LOBBY(nothing_is_lost_when_nobody_takes_it)
{
    struct player_output output;
    struct fibs_message message;
    struct game_event event;
    for (int i = 0; i < 1000; i++) {
        char line[120];
        FORMAT_TEXT(line, "2 our_bot 1 1 0 0 0 0 1 1 %d 0 1 0 1 1500.00 1 0 0 0 0 UTC",
                    i);
        fibs_message_read(&h.context, line, &message);
        translate_event(&h.translator, &message, &event);
        player_event(h.player, h.now_ms, &event);
    }
    for (int i = 0; i < 1000; i++) {
        assert_true(player_next_output(h.player, &output));
        assert_int_equal(output.standing.experience, i);
    }
    assert_false(player_next_output(h.player, &output));
}

LOBBY(an_unknown_line_is_told_once_an_hour_by_shape)
{
    says(&h, "opp_a plays the fiddle for 12 minutes.");
    assert_int_equal(h.notes, 1);
    assert_string_equal(h.note.text, "NAME plays the fiddle for N minutes.");
    assert_string_equal(h.note.sample, "opp_a plays the fiddle for 12 minutes.");
    logged(&h, "unknown line: opp_a plays the fiddle for 12 minutes.");
    assert_null(strstr(h.log, "since the last one"));
    for (int i = 0; i < 5; i++) {
        says(&h, "opp_b plays the fiddle for 7 minutes.");
    }
    assert_int_equal(h.notes, 1);
    says(&h, "** The moon is full.");
    assert_int_equal(h.notes, 2);
    h.now_ms += 3600 * 1000;
    says(&h, "opp_a plays the fiddle for 9 minutes.");
    assert_int_equal(h.notes, 3);
    assert_int_equal(h.note.kind, PLAYER_NOTE_UNKNOWN_LINE);
    assert_int_equal(h.note.count, 6);
    logged(
        &h,
        "unknown line: opp_a plays the fiddle for 9 minutes. (5 more since the last one)");
}

/* Letters that name nobody, so that each line has a shape of its own. */
LOBBY(a_flood_of_unknown_shapes_is_told_once_an_hour_each_32)
{
    for (int i = 0; i < 1000; i++) {
        char line[40];
        FORMAT_TEXT(line, "~~ %c%c%c", 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676);
        says(&h, line);
    }
    assert_int_equal(h.notes, 32);
}

/* The number is that of x86-64: 887 KB before the outputs had a queue of their own and the
 * plays were no longer listed to see whether there is one. */
LOBBY(a_player_takes_at_most_262_kb)
{
    assert_true(sizeof(struct player) <= 262 * 1000);
}

TEST_MAIN(NULL, NULL)
