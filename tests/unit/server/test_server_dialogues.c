/*
 * The server's side of documented exchanges, line by line: the files in dialogues/, and
 * log-in here. A line of such a file is
 *
 *   NAME> command     our_bot or opp_a sends it
 *   NAME< line        the next line he gets (lines 5 to 8 about users, and empty ones,
 *                     are passed over)
 *   NAME~ begin       the next line he gets that begins so
 *   NAME!             throws away what he has got
 *   NAME.             has got no more
 *   dice 31 66        the next dice
 *   at board:...      the two resume a saved match there (our_bot's board line)
 *   crawford board:...  the same, in the Crawford game
 *   vanish NAME, enter NAME   the link breaks; logs in anew
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fibsd/visitor.h"
#include "tests/unit/test_case.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct room {
    struct fibsd *core;
    struct visitor our_bot;
    struct visitor opp_a;
} room;

static struct fibsd *make_core(const struct fibsd_faults *faults)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.inviter_colour = -1; /* opp_a invites and plays X */
    config.faults = *faults;
    struct fibsd *core = fibsd_new(&config);
    assert_non_null(core);
    assert_true(fibsd_add_account(core, "our_bot", "secret_pw", 1650.0, 400));
    assert_true(fibsd_add_account(core, "opp_a", "secret_pw", 1720.5, 812));
    assert_true(fibsd_add_account(core, "opp_b", "secret_pw", 1588.0, 90));
    return core;
}

static void enter(struct visitor *visitor, struct fibsd *core, const char *name)
{
    assert_true(visitor_login(visitor, core, name, "secret_pw"));
    visitor_send(visitor, "set boardstyle 3");
    visitor_send(visitor, "toggle automove ready ratings");
    visitor_flush(visitor);
}

static int open_room(void **state)
{
    static const struct fibsd_faults none = {0};
    memset(&room, 0, sizeof room);
    room.core = make_core(&none);
    enter(&room.our_bot, room.core, "our_bot");
    enter(&room.opp_a, room.core, "opp_a");
    visitor_flush(&room.our_bot);
    return 0;
}

static int close_room(void **state)
{
    fibsd_free(room.core);
    return 0;
}

#define IN_ROOM(claim) TEST_WITH(claim, open_room, close_room)

static void expect_line(struct visitor *visitor, const char *step, const char *wanted)
{
    const char *line = visitor_news(visitor);
    if (line == NULL || strcmp(line, wanted) != 0) {
        fail_msg("wanted %s\n       but got %s", step, line == NULL ? "nothing" : line);
    }
}

static struct visitor *visitor_of(const char *name, size_t length)
{
    bool is_us = length == 7 && strncmp(name, "our_bot", length) == 0;
    assert_true(is_us || (length == 5 && strncmp(name, "opp_a", length) == 0));
    return is_us ? &room.our_bot : &room.opp_a;
}

static void expect_begin(struct visitor *visitor, const char *step, const char *begin)
{
    if (visitor_find(visitor, begin) == NULL) {
        fail_msg("never came: %s", step);
    }
}

static void expect_silence(struct visitor *visitor)
{
    const char *line = visitor_news(visitor);
    if (line != NULL) {
        fail_msg("%s got more: %s", visitor->name, line);
    }
}

/* "NAME> command" and so on; false: the line is something else. */
static bool take_step(const char *step)
{
    size_t name = strspn(step, "abcdefghijklmnopqrstuvwxyz_");
    if (step[name] == '\0' || strchr("<>~!.", step[name]) == NULL) {
        return false;
    }
    struct visitor *visitor = visitor_of(step, name);
    const char *text = step + name + 1 + (step[name + 1] == ' ');
    switch (step[name]) {
    case '>':
        visitor_send(visitor, text);
        break;
    case '<':
        expect_line(visitor, step, text);
        break;
    case '~':
        expect_begin(visitor, step, text);
        break;
    case '!':
        visitor_flush(visitor);
        break;
    default:
        expect_silence(visitor);
        break;
    }
    return true;
}

static void load_dice(const char *digits)
{
    int dice[64];
    int count = 0;
    for (; *digits != '\0'; digits++) {
        if (*digits != ' ') {
            dice[count++] = *digits - '0';
        }
    }
    visitor_load_dice(room.core, dice, count);
}

/* The number in field `index` of a board line. */
static int field(const char *board, int index)
{
    for (; index > 0; index--) {
        board = strchr(board, ':') + 1;
    }
    return atoi(board);
}

/* Puts the two at the position of a board line of our_bot, as a saved match that they
 * resume; then our_bot asks for the board. */
static void sit_down_at(const char *board, bool is_crawford)
{
    char text[1000];
    int colour = field(board, 41);
    bool has_dice = field(board, 33) + field(board, 35) > 0;
    int turn = field(board, 32) == colour ? 0 : 1;
    int length = field(board, 3);
    int owner = field(board, 38) == field(board, 39) ? -1 : field(board, 39);
    int written = snprintf(
        text, sizeof text,
        "match our_bot opp_a %d %d %d 1 %d %d %d %d %d %d %d %d 0 0 %d %d %d %d",
        length == 9999 ? 0 : length, field(board, 4), field(board, 5), field(board, 52),
        has_dice ? 2 : 1, colour, turn, field(board, 33) + field(board, 35),
        field(board, 34) + field(board, 36), field(board, 37), owner, is_crawford,
        field(board, 51), field(board, colour == 1 ? 46 : 45),
        field(board, colour == 1 ? 45 : 46));
    for (int i = 6; i < 32; i++) {
        written += snprintf(text + written, sizeof text - (size_t)written, " %d",
                            field(board, i));
    }
    assert_int_equal(fibsd_load(room.core, text), 0);
    visitor_send(&room.our_bot, "invite opp_a");
    visitor_send(&room.opp_a, "join our_bot");
    visitor_flush(&room.opp_a);
    visitor_flush(&room.our_bot);
    visitor_send(&room.our_bot, "board");
}

static const char *after_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 ? line + length : NULL;
}

static void take_direction(const char *line)
{
    const char *rest;
    if ((rest = after_word(line, "dice ")) != NULL) {
        load_dice(rest);
    } else if ((rest = after_word(line, "at ")) != NULL) {
        sit_down_at(rest, false);
    } else if ((rest = after_word(line, "crawford ")) != NULL) {
        sit_down_at(rest, true);
    } else if ((rest = after_word(line, "vanish ")) != NULL) {
        visitor_vanish(visitor_of(rest, strlen(rest)));
    } else if ((rest = after_word(line, "enter ")) != NULL) {
        enter(visitor_of(rest, strlen(rest)), room.core, rest);
    } else {
        fail_msg("what is '%s'?", line);
    }
}

static void follow(const char *dialogue)
{
    char path[200];
    FORMAT_TEXT(path, "tests/unit/server/dialogues/%s.txt", dialogue);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[1000];
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0' && !take_step(line)) {
            take_direction(line);
        }
    }
    (void)fclose(file);
}

/* ---- 01 log-in ------------------------------------------------------------------- */

TEST(clip_login_reports_settings_motd_messages_and_users)
{
    static const struct fibsd_faults none = {0};
    struct fibsd *core = make_core(&none);
    struct visitor bot;
    visitor_arrive(&bot, core, "192.0.2.10");
    assert_non_null(
        visitor_find(&bot, "Tuesday, November 14 22:13:20 UTC   ( Tue Nov"));
    assert_string_equal(visitor_rest(&bot), "login: ");
    visitor_send(&bot, "login our_client_of_20_chr 1008 our_x\bbot secret_pw");
    assert_string_equal(visitor_line(&bot), "login: 1 our_bot 1700000000 192.0.2.10");
    assert_string_equal(visitor_line(&bot),
                        "2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 0 0 0 1 0 UTC");
    assert_string_equal(visitor_line(&bot), "3");
    assert_non_null(visitor_find(&bot, "4"));
    assert_string_equal(
        visitor_line(&bot),
        "5 our_bot - - 0 0 1650.00 400 0 1700000000 192.0.2.10 our_client_of_20_chr -");
    assert_string_equal(visitor_line(&bot), "6");
    assert_null(visitor_line(&bot));
    fibsd_free(core);
}

IN_ROOM(failed_clip_login_is_a_second_prompt_and_a_broken_state)
{
    static const char *const bad[] = {
        "login our_client 1008 our_bot wrong_pw",
        "login our_client 1008 nobody secret_pw",
        "login a_client_name_21_chrs 1008 our_bot secret_pw",
        "login our_client 1008 our_bot",
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct visitor stranger;
        visitor_arrive(&stranger, room.core, "192.0.2.11");
        visitor_flush(&stranger);
        visitor_send(&stranger, bad[i]);
        assert_string_equal(visitor_rest(&stranger), "login: ");
        visitor_send(&room.opp_a, "shout Anybody for a 5 point match?");
        assert_string_equal(visitor_line(&stranger),
                            "login: > 13 opp_a Anybody for a 5 point match?");
        visitor_send(&room.opp_a, "toggle ready");
        assert_non_null(visitor_find(&stranger, "> 5 opp_a "));
        visitor_vanish(&stranger);
    }
}

IN_ROOM(second_login_closes_the_first_and_saves_the_match)
{
    visitor_send(&room.opp_a, "invite our_bot 3");
    visitor_send(&room.our_bot, "join opp_a");
    visitor_flush(&room.opp_a);
    struct visitor again;
    visitor_arrive(&again, room.core, "192.0.2.12");
    visitor_flush(&again);
    visitor_send(&again, "login our_client 1008 our_bot secret_pw");
    assert_string_equal(visitor_line(&again), "** Warning: You are already logged in.");
    assert_non_null(visitor_find(&again, "1 our_bot "));
    assert_true(fibsd_is_closing(room.our_bot.connection));
    assert_non_null(visitor_find(
        &room.our_bot, "** You just logged in a second time from 192.0.2.12"));
    assert_non_null(visitor_find(
        &room.opp_a, "Closed old connection with user our_bot. The game was saved."));
    assert_non_null(visitor_find(&room.opp_a, "5 opp_a - - 1 "));
    assert_non_null(
        visitor_find(&room.opp_a, "8 our_bot Closed old connection with user"));
}

/* Nine points are for everybody. */
IN_ROOM(longer_matches_take_an_experience_of_50)
{
    static const struct {
        const char *name;
        int experience;
        const char *ten;
    } users[] = {
        {"novice", 49,
         "** You're not experienced enough to play a match of that length."},
        {"player", 50, "** You invited our_bot to a 10 point match."},
    };
    for (size_t i = 0; i < COUNT(users); i++) {
        struct visitor host;
        assert_true(fibsd_add_account(room.core, users[i].name, "secret_pw", 1500.0,
                                      users[i].experience));
        enter(&host, room.core, users[i].name);
        visitor_send(&host, "invite our_bot 9");
        assert_string_equal(visitor_news(&host),
                            "** You invited our_bot to a 9 point match.");
        visitor_send(&host, "invite our_bot 10");
        assert_string_equal(visitor_news(&host), users[i].ten);
    }
}

IN_ROOM(host_who_plays_meanwhile_is_not_joined)
{
    struct visitor other;
    enter(&other, room.core, "opp_b");
    visitor_send(&room.opp_a, "invite our_bot 3");
    visitor_send(&other, "invite opp_a 5");
    visitor_send(&other, "watch our_bot");
    visitor_send(&room.opp_a, "join opp_b");
    assert_non_null(visitor_find(&other, "** You stop watching our_bot."));
    visitor_flush(&room.our_bot);
    visitor_send(&room.our_bot, "join opp_a");
    assert_string_equal(visitor_news(&room.our_bot),
                        "** Error: opp_a is already playing with someone else.");
}

/* What opp_b hears of the others' matches. */
IN_ROOM(reports_tell_a_third_of_starts_and_ends)
{
    static const struct {
        const char *host, *guest, *report;
    } steps[] = {
        {"invite our_bot 3", "join opp_a", "our_bot and opp_a start a 3 point match."},
        {"leave", "", "opp_a has left the game with our_bot."},
        {"invite our_bot", "join opp_a",
         "our_bot and opp_a are resuming their 3-point match."},
        {"leave", "", "opp_a has left the game with our_bot."},
        {"invite our_bot unlimited", "join opp_a",
         "our_bot and opp_a start an unlimited match."},
        {"leave", "", "opp_a has left the game with our_bot."},
        {"invite our_bot 1", "join opp_a", "our_bot and opp_a start a 1 point match."},
        {"resign n", "accept", "our_bot wins a 1 point match against opp_a  1-0 ."},
    };
    struct visitor third;
    enter(&third, room.core, "opp_b");
    visitor_flush(&third);
    for (size_t i = 0; i < COUNT(steps); i++) {
        visitor_send(&room.opp_a, steps[i].host);
        visitor_send(&room.our_bot, steps[i].guest);
        expect_line(&third, steps[i].host, steps[i].report);
        expect_silence(&third);
    }
}

IN_ROOM(an_ambiguous_name_is_answered_by_who_is_there)
{
    struct visitor other;
    enter(&other, room.core, "opp_b");
    visitor_flush(&room.our_bot);
    assert_true(fibsd_add_account(room.core, "opp_c", "secret_pw", 1500.0, 0));
    visitor_send(&room.our_bot, "tell opp hello");
    expect_line(&room.our_bot, "tell opp hello",
                "Ambiguous name: Try one of: opp_a, opp_b");
}

#define DIALOGUE(claim)                                                                \
    IN_ROOM(claim)                                                                     \
    {                                                                                  \
        follow(#claim);                                                                \
    }

/* clang-format off */
DIALOGUE(first_moves_read_as_documented)
DIALOGUE(wrong_move_is_refused_with_its_reason)
DIALOGUE(bar_and_bearing_off_have_their_own_errors)
DIALOGUE(double_take_redouble_and_pass_read_as_documented)
DIALOGUE(cube_of_the_opponent_means_dice_without_a_prompt)
DIALOGUE(invitations_are_refused_for_documented_reasons)
DIALOGUE(resignations_are_offered_refused_and_accepted)
DIALOGUE(dropped_match_is_saved_listed_and_resumed)
DIALOGUE(crawford_game_rolls_by_itself_and_keeps_the_flags)
DIALOGUE(double_in_the_crawford_game_is_refused_and_allowed_afterwards)
DIALOGUE(end_of_a_match_shows_the_rating_block)
DIALOGUE(move_list_is_glued_to_the_end_of_the_game)
DIALOGUE(new_match_is_warned_of_and_destroys_the_saved_one)
DIALOGUE(forced_move_is_told_to_both_without_a_name)
DIALOGUE(greedy_bears_off_by_itself)
DIALOGUE(unlimited_match_doubles_on_opening_doublets_and_redoubles)
DIALOGUE(limit_of_redoubles_is_the_lower_of_the_two)
DIALOGUE(automatic_doubles_end_at_64)
DIALOGUE(crawford_rule_holds_if_either_player_wants_it)
DIALOGUE(crawford_game_is_played_once)
DIALOGUE(settings_and_toggles_answer_as_documented)
DIALOGUE(chat_is_acknowledged_and_heard)
DIALOGUE(information_reads_as_documented)
DIALOGUE(log_out_ends_invitations_and_absence)
DIALOGUE(next_game_is_joined_by_name_and_after_a_log_out)
/* clang-format on */

TEST_MAIN(NULL, NULL)
