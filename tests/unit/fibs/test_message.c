/* Lines of the server: every row of the table, the parts of the messages, the context.
 */
#include <string.h>
#include <time.h>

#include "fibs/message.h"
#include "tests/unit/test_case.h"

struct sample {
    enum fibs_message_id id;
    const char *pattern;
    const char *line;
};

static const struct sample samples[] = {
#define X(id, pattern, sample) {FIBS_MSG_##id, pattern, sample},
#include "fibs/message_table.inc"
};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

static struct fibs_message read_in(struct fibs_message_context *context,
                                   const char *line)
{
    struct fibs_message message;
    fibs_message_read(context, line, &message);
    return message;
}

static struct fibs_message read_alone(const char *line)
{
    struct fibs_message_context context = {.in_motd = false};
    return read_in(&context, line);
}

static void assert_id(const char *line, enum fibs_message_id got,
                      enum fibs_message_id want)
{
    if (got != want) {
        fail_msg("'%s': expected %s, got %s", line, fibs_message_name(want),
                 fibs_message_name(got));
    }
}

static void assert_slice(struct fibs_slice slice, const char *want)
{
    char text[FIBS_BOARD_SIZE];
    assert_string_equal(fibs_slice_copy(slice, text, sizeof text), want);
    assert_true(fibs_slice_is(slice, want));
}

/* ---- the table ------------------------------------------------------------ */

TEST(each_sample_is_recognised_as_its_own_row)
{
    for (int i = 0; i < SAMPLES; i++) {
        struct fibs_message_context context = {.in_away_list =
                                                   samples[i].id == FIBS_MSG_AWAY_ROW};
        struct fibs_message message = read_in(&context, samples[i].line);
        assert_id(samples[i].line, message.id, samples[i].id);
    }
}

/* A row whose own sample is caught by an earlier row of the same id would never work.
 */
TEST(each_pattern_is_needed)
{
    for (int i = 0; i < SAMPLES; i++) {
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(samples[i].pattern, samples[j].pattern);
        }
    }
}

TEST(each_id_has_a_row_and_a_name_of_its_own)
{
    for (int id = 1; id < FIBS_MSG_COUNT; id++) {
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            found += (int)samples[i].id == id;
        }
        if (found == 0) {
            fail_msg("no row for %s", fibs_message_name((enum fibs_message_id)id));
        }
        for (int other = 0; other < id; other++) {
            assert_string_not_equal(fibs_message_name((enum fibs_message_id)id),
                                    fibs_message_name((enum fibs_message_id)other));
        }
    }
}

TEST(ids_stand_in_the_order_of_their_first_rows)
{
    int highest = FIBS_MSG_UNKNOWN;
    for (int i = 0; i < SAMPLES; i++) {
        assert_in_range(samples[i].id, 1, highest + 1);
        highest = (int)samples[i].id > highest ? (int)samples[i].id : highest;
    }
    assert_int_equal(highest, FIBS_MSG_COUNT - 1);
}

TEST(samples_are_as_the_line_reader_gives_them)
{
    for (int i = 0; i < SAMPLES; i++) {
        size_t length = strlen(samples[i].line);
        assert_true(length > 0 && samples[i].line[length - 1] != ' ');
        for (size_t k = 0; k < length; k++) {
            assert_in_range(samples[i].line[k], ' ', '~');
        }
    }
}

TEST(slices_lie_within_the_line)
{
    for (int i = 0; i < SAMPLES; i++) {
        struct fibs_message message = read_alone(samples[i].line);
        const char *end = message.line.text + message.line.length;
        for (int k = 0; k < message.name_count; k++) {
            assert_true(message.names[k].text >= message.line.text);
            assert_true(message.names[k].text + message.names[k].length <= end);
        }
        for (int k = 0; k < message.text_count; k++) {
            assert_true(message.texts[k].text >= message.line.text);
            assert_true(message.texts[k].text + message.texts[k].length <= end);
        }
        assert_true(message.rest.text + message.rest.length == end);
    }
}

/* ---- parts ---------------------------------------------------------------- */

TEST(own_info_gives_all_its_numbers)
{
    struct fibs_message m = read_alone(
        "2 our_bot 1 1 0 0 0 0 1 1 2396 0 1 0 1 1657.85 0 0 unlimited 0 1 UTC");
    static const long want[] = {
        1, 1, 0, 0, 0, 0, 1, 1, 2396, 0, 1, 0, 1, 0, 0, FIBS_UNLIMITED, 0, 1};
    assert_int_equal(m.number_count, 18);
    for (int i = 0; i < 18; i++) {
        assert_int_equal(m.numbers[i], want[i]);
    }
    assert_slice(m.names[0], "our_bot");
    assert_true(m.reals[0] > 1657.8499 && m.reals[0] < 1657.8501);
    assert_slice(m.texts[0], "UTC");
}

TEST(who_info_gives_names_flags_and_words)
{
    struct fibs_message m =
        read_alone("5 opp_b - opp_a 0 1 -35.67 914 23 1306926526000 "
                   "203.0.113.48* Gibbon_0.1.1 foo@example.org");
    assert_id("5", m.id, FIBS_MSG_CLIP_WHO_INFO);
    assert_slice(m.names[0], "opp_b");
    assert_slice(m.names[1], "-");
    assert_slice(m.names[2], "opp_a");
    assert_int_equal(m.numbers[0], 0);
    assert_int_equal(m.numbers[1], 1);
    assert_int_equal(m.numbers[2], 914);
    assert_int_equal(m.numbers[3], 23);
    assert_int_equal(m.numbers[4], 1306926526000);
    assert_true(m.reals[0] < -35.66 && m.reals[0] > -35.68);
    assert_slice(m.texts[0], "203.0.113.48*");
    assert_slice(m.texts[1], "Gibbon_0.1.1");
    assert_slice(m.texts[2], "foo@example.org");
}

TEST(texts_keep_leading_blanks_and_full_stops)
{
    struct fibs_message m = read_alone("12 opp_a   well...  hello .");
    assert_slice(m.names[0], "opp_a");
    assert_slice(m.texts[0], "  well...  hello .");
    m = read_alone("13 opp_a");
    assert_id("13 opp_a", m.id, FIBS_MSG_CLIP_SHOUTS);
    assert_int_equal(m.texts[0].length, 0);
}

TEST(unused_parts_are_empty)
{
    for (int i = 0; i < SAMPLES; i++) {
        struct fibs_message m = read_alone(samples[i].line);
        for (int k = m.name_count; k < FIBS_NAMES_MAX; k++) {
            assert_slice(m.names[k], "");
        }
        for (int k = m.number_count; k < FIBS_NUMBERS_MAX; k++) {
            assert_int_equal(m.numbers[k], 0);
        }
        for (int k = m.text_count; k < FIBS_TEXTS_MAX; k++) {
            assert_slice(m.texts[k], "");
        }
    }
}

TEST(moves_are_one_text)
{
    struct fibs_message m = read_alone("opp_a moves bar-20 24-20 13-9 13-9 .");
    assert_id("moves", m.id, FIBS_MSG_OPP_MOVES);
    assert_slice(m.texts[0], "bar-20 24-20 13-9 13-9");
    m = read_alone("opp_a moves 6-home 5-off.");
    assert_slice(m.texts[0], "6-home 5-off");
}

TEST(a_word_ends_before_the_punctuation_behind_it)
{
    assert_slice(read_alone("Value of 'redoubles' set to 'unlimited'.").texts[1],
                 "unlimited");
    assert_slice(read_alone("Value of 'timezone' set to a.b.").texts[1], "a.b");
    assert_slice(read_alone("Value of 'sortwho' set to name").texts[1], "name");
    assert_slice(read_alone("** 'a'b' is not an email address.").texts[0], "a'b");
}

TEST(full_stops_at_the_end_are_optional)
{
    static const struct sample lines[] = {
        {FIBS_MSG_YOU_ROLL, NULL, "You roll 3 and 1"},
        {FIBS_MSG_WINS_MATCH, NULL, "opp_a wins the 3 point match 3-0"},
        {FIBS_MSG_WINS_MATCH, NULL, "opp_a wins the 3 point match 3-0."},
        {FIBS_MSG_WINS_MATCH, NULL, "opp_a wins the 3 point match 3-0 ."},
        {FIBS_MSG_RESUME_LENGTH, NULL, "match length: 5."},
        {FIBS_MSG_RATING_DIFF, NULL, "rating difference D=155.634835."},
        {FIBS_MSG_NO_ONE_CALLED, NULL, "** There's no one called opp_a"},
        {FIBS_MSG_ERR_NOT_PLAYING, NULL, "** You're not playing"},
        {FIBS_MSG_SAVED_OTHER, NULL, "** Something happened. The game was saved"},
        {FIBS_MSG_SAVED_OTHER, NULL, "** Something happened. The game was saved ."},
        {FIBS_MSG_SHUTDOWN, NULL, "jIBS will shutdown in 60 seconds"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_id(lines[i].line, read_alone(lines[i].line).id, lines[i].id);
    }
}

/* ---- what must not be taken for something else ---------------------------- */

TEST(near_misses_are_unknown)
{
    static const char *const lines[] = {
        "",
        " ",
        "You roll 7 and 1.",
        "You roll 3 or 1.",
        "you roll 3 and 1.",
        "opp-a rolls 3 and 1.",
        "5 opp_a - -",
        "5 opp_a - - 2 0 1500.00 1 2 3 a b c",
        "21 opp_a hello",
        "opp_a wants to play a 99999999999999999999 point match with you.",
        "opp_a moves 24-18 18-12 12-6 6-off 5-off .",
        "2",
        "5",
        "Please move pieces.",
        "opp_a: Out to lunch.",
        "*** something",
        "Thursday, January 02  MET  ( Thu Jan  2 00:27:27 2003 UTC )",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct fibs_message m = read_alone(lines[i]);
        assert_id(lines[i], m.id, FIBS_MSG_UNKNOWN);
        assert_int_equal(m.name_count + m.number_count + m.real_count + m.text_count,
                         0);
        assert_int_equal(m.rest.length, 0);
    }
}

TEST(names_are_taken_up_to_63_characters)
{
    char name[80], line[120];
    memset(name, 'a', sizeof name);
    for (size_t length = 60; length < 70; length++) {
        FORMAT_TEXT(line, "%.*s doubles. Type 'accept' or 'reject'.", (int)length,
                    name);
        assert_id(line, read_alone(line).id,
                  length < FIBS_NAME_MAX ? FIBS_MSG_OPP_DOUBLES : FIBS_MSG_UNKNOWN);
    }
}

/* ---- glued lines ---------------------------------------------------------- */

#define OPENING                                                                        \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:" \
    "6:"                                                                               \
    "2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:"

TEST(what_is_glued_behind_a_message_is_its_rest)
{
    static const struct {
        const char *line;
        enum fibs_message_id id;
        const char *rest;
        enum fibs_message_id rest_id;
    } cases[] = {
        /* clang-format off */
        {OPENING "05 opp_b - - 0 0 1439.79 1262 410 1041251697 host.example.org - -",
         FIBS_MSG_BOARD,
         "5 opp_b - - 0 0 1439.79 1262 410 1041251697 host.example.org - -",
         FIBS_MSG_CLIP_WHO_INFO},
        {OPENING "013 opp_c Anybody for a 5 point match?", FIBS_MSG_BOARD,
         "13 opp_c Anybody for a 5 point match?", FIBS_MSG_CLIP_SHOUTS},
        {OPENING "0It's your turn. Please roll or double", FIBS_MSG_BOARD,
         "It's your turn. Please roll or double", FIBS_MSG_PROMPT_ROLL},
        {"opp_a accepts the double. The cube shows 2.13 opp_b hello",
         FIBS_MSG_OPP_ACCEPTS_DOUBLE, "13 opp_b hello", FIBS_MSG_CLIP_SHOUTS},
        {"opp_a rolls 3 and 1." OPENING "0", FIBS_MSG_OPP_ROLLS, OPENING "0",
         FIBS_MSG_BOARD},
        {"You win the game and get 1 point. Congratulations!Score is 1-0 in a 3 point match.",
         FIBS_MSG_YOU_WIN_GAME, "Score is 1-0 in a 3 point match.", FIBS_MSG_OLDMOVES_SCORE},
        {"opp_a wins the game and gets 2 points. Sorry.Score is 0-2 in a 3 point match.",
         FIBS_MSG_OPP_WINS_GAME, "Score is 0-2 in a 3 point match.", FIBS_MSG_OLDMOVES_SCORE},
        {"You're now watching opp_a.opp_a is not doing anything interesting.",
         FIBS_MSG_NOW_WATCHING, "opp_a is not doing anything interesting.",
         FIBS_MSG_NOTHING_INTERESTING},
        {"It's your turn. Please roll or double13 opp_b hello", FIBS_MSG_PROMPT_ROLL,
         "13 opp_b hello", FIBS_MSG_CLIP_SHOUTS},
        {"Please move 2 pieces." OPENING "0", FIBS_MSG_PLEASE_MOVE, OPENING "0",
         FIBS_MSG_BOARD},
        {"opp_a wants to play a 5 point match with you.8 opp_b opp_b logs out.",
         FIBS_MSG_INVITE_N, "8 opp_b opp_b logs out.", FIBS_MSG_CLIP_LOGOUT},
        {"** Please wait for opp_a to join too. 12 opp_b hello", FIBS_MSG_WAIT_JOIN,
         "12 opp_b hello", FIBS_MSG_CLIP_SAYS},
        /* clang-format on */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fibs_message_context context = {.in_motd = false};
        struct fibs_message m = read_in(&context, cases[i].line);
        assert_id(cases[i].line, m.id, cases[i].id);
        assert_string_equal(m.rest.text, cases[i].rest);
        assert_int_equal(m.rest.length, strlen(cases[i].rest));
        assert_id(cases[i].rest, read_in(&context, m.rest.text).id, cases[i].rest_id);
    }
}

TEST(what_is_said_or_not_known_is_never_cut)
{
    static const struct {
        const char *line;
        enum fibs_message_id id;
    } cases[] = {
        {"13 opp_b Please move 2 pieces." OPENING "0", FIBS_MSG_CLIP_SHOUTS},
        {"opp_b shouts: " OPENING "0", FIBS_MSG_UNKNOWN},
        {"** opp_b shouts: 12 opp_a hello", FIBS_MSG_UNKNOWN_STARRED},
        {"opp_b is away: " OPENING "0", FIBS_MSG_INVITE_IS_AWAY},
        {"Please move 2 pieces.opp_b shouts", FIBS_MSG_UNKNOWN},
        {"Please move 2 pieces.6 opp_b", FIBS_MSG_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fibs_message m = read_alone(cases[i].line);
        assert_id(cases[i].line, m.id, cases[i].id);
        assert_int_equal(m.rest.length, 0);
    }
    assert_slice(read_alone("** You hear 5 people").texts[0], "You hear 5 people");
}

TEST(the_last_board_tells_how_many_digits_are_redoubles)
{
    struct fibs_message_context context = {.in_motd = false};
    assert_int_equal(read_in(&context, OPENING "11").board.redoubles, 11);
    struct fibs_message m =
        read_in(&context, OPENING "115 opp_b - - 0 0 1439.79 1 4 1 h - -");
    assert_int_equal(m.board.redoubles, 11);
    assert_id(m.rest.text, read_in(&context, m.rest.text).id, FIBS_MSG_CLIP_WHO_INFO);
}

TEST(an_unusable_board_says_what_is_wrong)
{
    struct fibs_message_context context = {.last_redoubles = 7};
    struct fibs_message m = read_in(&context, "board:You:opp_a:3:x:0");
    assert_id("board", m.id, FIBS_MSG_BOARD_BAD);
    assert_non_null(strstr(m.board_error.text, "field 4 "));
    assert_non_null(strstr(m.board_error.text, "score of player 1"));
    assert_int_equal(context.last_redoubles, 7);
}

/* ---- context -------------------------------------------------------------- */

TEST(lines_of_the_motd_are_never_parsed)
{
    struct fibs_message_context context = {.in_motd = false};
    assert_id("3", read_in(&context, "3").id, FIBS_MSG_CLIP_MOTD_BEGIN);
    static const char *const lines[] = {"5 opp_a - - 1 0 1500.00 1 1 1 h - -",
                                        "6",
                                        "40",
                                        "4 new rules",
                                        " 4",
                                        "4.",
                                        "",
                                        "3",
                                        "You roll 6 and 6.",
                                        OPENING "0"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct fibs_message m = read_in(&context, lines[i]);
        assert_id(lines[i], m.id, FIBS_MSG_MOTD_TEXT);
        assert_slice(m.texts[0], lines[i]);
    }
    assert_id("4", read_in(&context, "4").id, FIBS_MSG_CLIP_MOTD_END);
    assert_id("6", read_in(&context, "6").id, FIBS_MSG_CLIP_WHO_END);
}

TEST(a_motd_without_an_end_is_given_up)
{
    struct fibs_message_context context = {.in_motd = false};
    (void)read_in(&context, "3");
    for (int i = 0; i < 1000; i++) {
        (void)read_in(&context, "text");
    }
    assert_id("6", read_in(&context, "6").id, FIBS_MSG_CLIP_WHO_END);
    (void)read_in(&context, "3"); /* another one is counted anew */
    (void)read_in(&context, "text");
    assert_id("6", read_in(&context, "6").id, FIBS_MSG_MOTD_TEXT);
}

TEST(away_rows_follow_their_head_only)
{
    struct fibs_message_context context = {.in_motd = false};
    assert_id("row", read_in(&context, "opp_a: at lunch").id, FIBS_MSG_UNKNOWN);
    (void)read_in(&context, "The following users are away:");
    assert_id("row", read_in(&context, "opp_a: at lunch").id, FIBS_MSG_AWAY_ROW);
    struct fibs_message m = read_in(&context, "You: Out to lunch.");
    assert_id("row", m.id, FIBS_MSG_AWAY_ROW);
    assert_slice(m.names[0], "You");
    assert_slice(m.texts[0], "Out to lunch.");
    (void)read_in(&context, "6");
    assert_id("row", read_in(&context, "opp_a: at lunch").id, FIBS_MSG_UNKNOWN);
}

TEST(free_text_after_goodbye_is_no_unknown_line)
{
    struct fibs_message_context context = {.in_motd = false};
    static const char text[] = "          Thanks for playing here.";
    assert_id(text, read_in(&context, text).id, FIBS_MSG_UNKNOWN);
    (void)read_in(&context, "                           Goodbye.");
    assert_id("", read_in(&context, "").id, FIBS_MSG_UNKNOWN);
    assert_id(text, read_in(&context, text).id, FIBS_MSG_GOODBYE);
    assert_id("saved", read_in(&context, "Your game with opp_a was saved.").id,
              FIBS_MSG_GOODBYE_GAME_SAVED);
}

/* ---- speed ---------------------------------------------------------------- */

/* A flood of shouts and who lines must not keep the bot from its match. The bound is
 * kept low: sanitizers and busy machines run this too. */
TEST(floods_are_read_quickly)
{
    enum { ROUNDS = 100 };
    struct fibs_message_context context = {.in_motd = false};
    struct fibs_message message;
    clock_t start = clock();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SAMPLES; i++) {
            context.in_motd = false;
            fibs_message_read(&context, samples[i].line, &message);
        }
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    double rate = ROUNDS * SAMPLES / (seconds > 0 ? seconds : 1e-6);
    print_message("%.0f lines per second\n", rate);
    assert_true(rate > 20000);
}

TEST_MAIN(NULL, NULL)
