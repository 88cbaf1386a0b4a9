/* The queue of commands: what is left of it when a game ends; which lines answer one. */
#include "fibs/queue.h"
#include "tests/unit/test_case.h"

/* By the queue's contract; all other commands mean the same in the next game. */
static bool is_of_a_moment(enum fibs_command_id id)
{
    static const enum fibs_command_id ids[] = {
        FIBS_CMD_ROLL,   FIBS_CMD_MOVE,     FIBS_CMD_DOUBLE, FIBS_CMD_ACCEPT,
        FIBS_CMD_REJECT, FIBS_CMD_REDOUBLE, FIBS_CMD_RESIGN, FIBS_CMD_INVITE,
        FIBS_CMD_JOIN,   FIBS_CMD_LEAVE};
    bool is_one = false;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        is_one = is_one || ids[i] == id;
    }
    return is_one;
}

TEST(forgetting_the_game_keeps_the_order_of_all_other_commands)
{
    struct fibs_queue queue = {.first = FIBS_QUEUE_MAX - 5};
    struct fibs_command command = {.id = FIBS_CMD_NONE};
    for (int id = FIBS_CMD_BYE; id < FIBS_CMD_COUNT; id++) {
        command.id = (enum fibs_command_id)id;
        command.text[0] = (char)('A' + id);
        assert_true(fibs_queue_add(&queue, &command));
    }
    fibs_queue_forget_game(&queue);
    for (int id = FIBS_CMD_BYE; id < FIBS_CMD_COUNT; id++) {
        if (!is_of_a_moment((enum fibs_command_id)id)) {
            assert_true(fibs_queue_take(&queue, &command));
            assert_int_equal(command.id, id);
        }
    }
    assert_false(fibs_queue_take(&queue, &command));
}

static bool answers(const char *line, enum fibs_command_id command)
{
    struct fibs_message_context context = {.in_motd = false};
    struct fibs_message message;
    fibs_message_read(&context, line, &message);
    return fibs_is_answer(command, &message);
}

TEST(refusals_without_stars_and_unreadable_boards_are_answers)
{
    assert_true(answers("Ambiguous name: Try one of: opp_a, opp_b", FIBS_CMD_INVITE));
    assert_true(answers("board:You:opp_a:3", FIBS_CMD_BOARD));
    assert_false(answers("board:You:opp_a:3", FIBS_CMD_MOVE));
    assert_true(answers("** You're not playing.", FIBS_CMD_ROLL));
    assert_false(answers("** Player opp_a has left the game. The game was saved.",
                         FIBS_CMD_ROLL));
    assert_false(answers("13 opp_a Ambiguous name: Try one of: x", FIBS_CMD_INVITE));
}

/* They come to everybody, whatever was sent. */
TEST(that_the_server_goes_down_answers_no_command)
{
    assert_false(answers("** The server is going down in 10 minutes.", FIBS_CMD_ROLL));
    assert_false(
        answers("** System administrator causes shutdown. FIBS is terminating.",
                FIBS_CMD_MOVE));
    assert_false(answers("** All running games will be saved.", FIBS_CMD_JOIN));
}

TEST_MAIN(NULL, NULL)
