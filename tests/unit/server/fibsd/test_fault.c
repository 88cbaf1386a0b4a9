/* The faults and spellings that can be asked for, seen by a client. */
#include <string.h>

#include "server/fibsd/fault.h"
#include "tests/fibsd/visitor.h"
#include "tests/unit/test_case.h"

struct pair {
    struct fibsd *core;
    struct fault_plan plan;
    struct visitor anna; /* has invited bert to 3 points and is to move 6-2, as O */
    struct visitor bert;
};

static void open_faulty_pair(struct pair *pair, const struct fibsd_faults *faults,
                             const struct fault_plan *plan)
{
    static const int dice[] = {6, 2};
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.inviter_colour = 1;
    config.faults = *faults;
    pair->plan = *plan;
    fault_set_hooks(&pair->plan, &config.hooks);
    pair->core = fibsd_new(&config);
    assert_non_null(pair->core);
    assert_true(fibsd_add_account(pair->core, "anna", "secret", 1500.0, 100));
    assert_true(fibsd_add_account(pair->core, "bert", "secret", 1500.0, 100));
    assert_true(visitor_login(&pair->anna, pair->core, "anna", "secret"));
    assert_true(visitor_login(&pair->bert, pair->core, "bert", "secret"));
    visitor_send(&pair->anna, "set boardstyle 3");
    visitor_send(&pair->bert, "set boardstyle 3");
    visitor_send(&pair->bert, "toggle ready");
    visitor_flush(&pair->bert);
    visitor_load_dice(pair->core, dice, 2);
    visitor_send(&pair->anna, "invite bert 3");
    visitor_flush(&pair->anna);
}

static void open_pair(struct pair *pair, const struct fibsd_faults *faults)
{
    open_faulty_pair(pair, faults, &(struct fault_plan){.drop_times = 0});
}

static void join(struct pair *pair)
{
    visitor_send(&pair->bert, "join anna");
}

static void close_pair(struct pair *pair)
{
    fibsd_free(pair->core);
}

static size_t count_of(const char *bytes, size_t size, char byte)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        count += bytes[i] == byte;
    }
    return count;
}

TEST(glued_board_has_no_line_end_before_the_next_text)
{
    static const struct fibsd_faults faults = {.is_glued = true};
    struct pair pair;
    open_pair(&pair, &faults);
    join(&pair);
    visitor_flush(&pair.bert);
    visitor_send(&pair.anna, "move 24-18 13-11");
    assert_non_null(visitor_find(&pair.bert, "anna moves 24-18 13-11 ."));
    const char *line = visitor_line(&pair.bert);
    assert_non_null(strstr(line, ":0:0It's your turn. Please roll or double"));
    assert_non_null(visitor_find(&pair.anna, "board:You:bert:3:0:0:"));
    assert_non_null(visitor_find(&pair.anna, "board:You:bert:3:0:0:")); /* ends, too */
    visitor_send(&pair.bert, "double");
    visitor_send(&pair.anna, "accept");
    line =
        visitor_find(&pair.bert, "anna accepts the double. The cube shows 2.You roll");
    assert_non_null(line);
    close_pair(&pair);
}

TEST(lines_can_end_in_lf_alone_or_after_blanks)
{
    static const struct fibsd_faults lf = {.is_lf_only = true};
    static const struct fibsd_faults blanks = {.has_trailing_blanks = true};
    struct pair pair;
    size_t size;
    open_pair(&pair, &lf);
    join(&pair);
    const char *bytes = fibsd_output(pair.anna.connection, &size);
    assert_true(size > 0);
    assert_int_equal(count_of(bytes, size, '\r'), 0);
    close_pair(&pair);
    open_pair(&pair, &blanks);
    join(&pair);
    bytes = fibsd_output(pair.anna.connection, &size);
    for (size_t i = 1; i < size; i++) {
        assert_true(bytes[i] != '\r' || bytes[i - 1] == ' ');
    }
    close_pair(&pair);
}

TEST(early_and_unlucky_commands_get_lost)
{
    struct fault_plan plan = {.lose_early_ms = 100};
    struct fibsd_config config;
    fibsd_config_default(&config);
    fault_set_hooks(&plan, &config.hooks);
    struct fibsd *core = fibsd_new(&config);
    struct visitor anna;
    assert_true(fibsd_add_account(core, "anna", "secret", 1500.0, 100));
    assert_true(visitor_login(&anna, core, "anna", "secret"));
    visitor_send(&anna, "back");
    visitor_send(&anna, "back");
    assert_non_null(visitor_find(&anna, "** You're not away."));
    assert_null(visitor_line(&anna));
    fibsd_tick(core, 200);
    visitor_send(&anna, "back");
    assert_non_null(visitor_line(&anna));
    fibsd_free(core);

    plan = (struct fault_plan){.lose_command = 0.5};
    core = fibsd_new(&config);
    assert_true(fibsd_add_account(core, "anna", "secret", 1500.0, 100));
    assert_true(visitor_login(&anna, core, "anna", "secret"));
    int answers = 0;
    for (int i = 0; i < 1000; i++) {
        visitor_send(&anna, "back");
        answers += visitor_line(&anna) != NULL;
    }
    assert_in_range(answers, 430, 570);
    fibsd_free(core);
}

TEST(swapped_invitation_shows_only_in_the_match)
{
    static const struct fibsd_faults faults = {.swaps_invitations = true};
    struct pair pair;
    open_pair(&pair, &faults);
    assert_non_null(
        visitor_find(&pair.bert, "anna wants to play a 3 point match with you."));
    join(&pair);
    assert_non_null(
        visitor_find(&pair.bert, "** You are now playing a 5 point match with anna"));
    assert_non_null(visitor_find(&pair.bert, "board:You:anna:5:0:0:"));
    close_pair(&pair);
}

TEST(boards_come_or_stay_away_as_asked)
{
    static const struct fibsd_faults none = {.has_no_opening_board = true};
    static const struct fibsd_faults resume = {.has_board_on_resume = true};
    struct pair pair;
    open_pair(&pair, &none);
    join(&pair);
    assert_non_null(visitor_find(&pair.anna, "It's your turn to move."));
    assert_null(visitor_line(&pair.anna));
    close_pair(&pair);
    open_pair(&pair, &resume);
    join(&pair);
    visitor_send(&pair.anna, "leave");
    visitor_send(&pair.anna, "invite bert");
    visitor_flush(&pair.bert);
    join(&pair);
    assert_non_null(visitor_find(&pair.bert, "turn: anna."));
    assert_non_null(visitor_find(&pair.bert, "board:You:anna:3:0:0:"));
    close_pair(&pair);
}

TEST(clone_spellings_differ_where_clones_do)
{
    static const struct fibsd_faults faults = {.is_clone = true, .warns_first = true};
    struct pair pair;
    open_pair(&pair, &faults);
    join(&pair);
    visitor_send(&pair.anna, "move 24-18 13-11");
    assert_non_null(visitor_find(&pair.bert, "It's your turn. Please roll or double."));
    visitor_send(&pair.bert, "leave");
    visitor_flush(&pair.bert);
    visitor_send(&pair.anna, "invite bert 5");
    assert_non_null(
        visitor_find(&pair.bert, "anna wants to play a 5 point match with you."));
    assert_string_equal(visitor_line(&pair.bert),
                        "** WARNING: Don't accept if you want to continue the saved 3 "
                        "point match!");
    assert_string_equal(visitor_line(&pair.bert), "Type 'join anna' to accept.");
    visitor_send(&pair.anna, "invite bert");
    join(&pair);
    assert_non_null(visitor_find(&pair.bert, "turn: bert"));
    assert_non_null(visitor_find(&pair.bert, "points for user anna: 0"));
    close_pair(&pair);
}

TEST(flood_of_shouts_comes_with_the_boards)
{
    static const struct fibsd_faults none = {0};
    static const struct fault_plan flood = {.shout_flood = 2};
    struct pair pair;
    open_faulty_pair(&pair, &none, &flood);
    join(&pair);
    assert_non_null(visitor_find(&pair.bert, "board:"));
    assert_string_equal(visitor_line(&pair.bert),
                        "13 ghost Anybody for a 5 point match?");
    assert_string_equal(visitor_line(&pair.bert),
                        "13 ghost Anybody for a 5 point match?");
    close_pair(&pair);
}

TEST(cut_connection_gets_nothing_more)
{
    static const struct fibsd_faults none = {0};
    static const struct fault_plan cut = {.drop_at = FIBSD_PHASE_DOUBLED,
                                          .drop_times = 1};
    struct pair pair;
    open_faulty_pair(&pair, &none, &cut);
    join(&pair);
    visitor_send(&pair.anna, "move 24-18 13-11");
    visitor_flush(&pair.anna);
    visitor_send(&pair.bert, "double");
    assert_true(fibsd_is_closing(pair.anna.connection));
    assert_non_null(
        visitor_find(&pair.anna, "bert doubles. Type 'accept' or 'reject'."));
    assert_null(visitor_line(&pair.anna));
    assert_non_null(
        visitor_find(&pair.bert, "anna drops connection. The game was saved."));
    close_pair(&pair);
}

TEST(lost_opponent_can_show_in_user_lines_only)
{
    static const struct fibsd_faults faults = {.is_departure_silent = true};
    struct pair pair;
    open_pair(&pair, &faults);
    join(&pair);
    visitor_flush(&pair.anna);
    visitor_vanish(&pair.bert);
    assert_non_null(strstr(visitor_line(&pair.anna), "5 anna - - 1 "));
    assert_string_equal(visitor_line(&pair.anna), "6");
    assert_string_equal(visitor_line(&pair.anna), "8 bert bert drops connection.");
    assert_null(visitor_line(&pair.anna));
    close_pair(&pair);
}

TEST(winner_can_be_told_by_his_own_name)
{
    static const struct fibsd_faults faults = {.names_winner = true};
    struct pair pair;
    open_pair(&pair, &faults);
    join(&pair);
    visitor_send(&pair.bert, "resign b");
    visitor_send(&pair.anna, "accept");
    assert_non_null(visitor_find(&pair.anna, "anna wins the 3 point match 3-0 ."));
    assert_non_null(visitor_find(&pair.bert, "anna wins the 3 point match 3-0 ."));
    close_pair(&pair);
}

/* A match with a double made and not answered, saved and resumed. */
static void resume_doubled(struct pair *pair, bool keeps)
{
    const struct fibsd_faults faults = {.keeps_offers = keeps};
    open_pair(pair, &faults);
    join(pair);
    visitor_send(&pair->anna, "move 24-18 13-11");
    visitor_send(&pair->bert, "double");
    visitor_send(&pair->bert, "leave");
    visitor_send(&pair->anna, "invite bert");
    visitor_flush(&pair->bert);
    join(pair);
}

/* Taken back, or kept on demand. */
TEST(open_double_is_withdrawn_or_kept_when_a_match_is_saved)
{
    for (int keeps = 0; keeps < 2; keeps++) {
        struct pair pair;
        resume_doubled(&pair, keeps == 1);
        visitor_flush(&pair.anna);
        visitor_send(&pair.anna, "accept");
        const char *answer = visitor_news(&pair.anna);
        assert_string_equal(answer, keeps ? "You accept the double. The cube shows 2."
                                          : "** bert didn't double or resign.");
        close_pair(&pair);
    }
}

TEST(a_resumed_match_names_whose_decision_the_double_is)
{
    for (int keeps = 0; keeps < 2; keeps++) {
        const char *turn = keeps ? "turn: anna." : "turn: bert.";
        struct pair pair;
        resume_doubled(&pair, keeps == 1);
        assert_non_null(visitor_find(&pair.anna, turn));
        assert_non_null(visitor_find(&pair.bert, turn));
        close_pair(&pair);
    }
}

TEST(every_phase_has_a_name_to_be_found_by)
{
    for (int i = 1; i < FIBSD_PHASE_COUNT; i++) {
        const char *name = fault_phase_name((enum fibsd_phase)i);
        assert_int_equal(fault_phase_by_name(name), i);
    }
    assert_int_equal(fault_phase_by_name("nowhere"), FIBSD_PHASE_NONE);
}

TEST_MAIN(NULL, NULL)
