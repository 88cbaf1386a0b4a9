/* Orders at a table of bgammon.org as commands, and commands that a board asks for. */
#include "tests/unit/bot/bgammon/bgammon_table.h"
#include "tests/unit/test_case.h"

TEST(a_play_is_hops_and_then_ok)
{
    struct table *table = new_game();
    table->count = 0;
    assert_int_equal(act_on_board(table), BGAMMON_CMD_NONE);
    assert_int_equal(table->told[0].type, EVENT_BOARD);
    assert_int_equal(table->told[0].board.view.turn, TURN_MINE);
    const struct game_order play = {.type = ORDER_PLAY,
                                    .play = {.count = 2, .moves = {{8, 5}, {6, 5}}}};
    assert_string_equal(command_of(table, &play).text, "move 8/5 6/5");
    struct bgammon_board *board = next_board(table);
    board->available.count = 0;
    board->moves = (struct bgammon_hops){2, {{8, 5}, {6, 5}}};
    hear(table);
    assert_int_equal(act_on_board(table), BGAMMON_CMD_OK);
    assert_int_equal(table->count, 0); /* the table sees no board between hops */
}

TEST(hops_of_before_a_drop_are_taken_back)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    board->available.count = 0;
    board->moves = (struct bgammon_hops){2, {{8, 5}, {6, 5}}};
    hear(table);
    assert_int_equal(act_on_board(table), BGAMMON_CMD_RESET);
    board = next_board(table);
    board->moves.count = 1;
    board->available.count = 1;
    assert_int_equal(act_on_board(table), BGAMMON_CMD_RESET);
}

TEST(a_dance_is_told_once_and_ended)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    board->available.count = 0;
    hear(table);
    table->count = 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(act_on_board(table), BGAMMON_CMD_OK);
        assert_int_equal(table->count, 2);
    }
    assert_int_equal(table->told[0].type, EVENT_BOARD);
    assert_int_equal(table->told[1].type, EVENT_OUR_DANCE);
    hear_by(table, BGAMMON_ROLLED, "BOT_a"); /* in our next turn again */
    hear(table);
    board = next_board(table);
    assert_int_equal(act_on_board(table), BGAMMON_CMD_OK);
    assert_int_equal(table->told[table->count - 1].type, EVENT_OUR_DANCE);
}

/* The board shows our die first: it is rolled once, also if we were away meanwhile. */
TEST(the_opening_die_that_is_there_is_not_rolled_again)
{
    static const struct {
        int own, theirs;
        enum bgammon_command_id id;
    } rows[] = {{0, 0, BGAMMON_CMD_ROLL},
                {0, 3, BGAMMON_CMD_ROLL},
                {3, 0, BGAMMON_CMD_NONE},
                {0, 3, BGAMMON_CMD_ROLL}};
    struct table *table = new_game();
    const struct game_order order = {.type = ORDER_NEXT_GAME};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bgammon_board *board = next_board(table);
        set_turn(board, 0, rows[i].own, rows[i].theirs);
        hear(table);
        assert_int_equal(command_of(table, &order).id, rows[i].id);
    }
    struct bgammon_board *board = next_board(table);
    set_turn(board, 1, 0, 0);
    hear(table);
    assert_int_equal(command_of(table, &order).id,
                     BGAMMON_CMD_NONE); /* the game is under way */
}

/* They double before their roll: that is no turn of theirs without a play. */
TEST(a_turn_without_dice_is_no_dance)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    set_turn(board, 2, 0, 0);
    hear(table);
    board = next_board(table);
    board->turn = 0;
    hear(table);
    assert_int_equal(table->count, 0);
}

/* At the start of a game the price is three times the cube. */
TEST(a_double_that_is_not_allowed_is_a_roll)
{
    struct table *table = new_game();
    const struct game_order order = {.type = ORDER_DOUBLE};
    struct bgammon_board *board = next_board(table);
    board->roll[0] = board->roll[1] = 0;
    hear(table);
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_DOUBLE);
    board->cube = BGAMMON_CUBE_MAX; /* the server would say nothing */
    hear(table);
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_ROLL);
}

static void expect_move(struct table *table, const struct play *play, const char *text)
{
    const struct game_order order = {.type = ORDER_PLAY, .play = *play};
    assert_string_equal(command_of(table, &order).text, text);
}

/* Two men may be taken in another order; one man only as he goes. */
TEST(a_refused_play_comes_in_another_order)
{
    struct table *table = new_game();
    const struct bgammon_board board = table->translator.board;
    const struct play two_men = {.count = 2, .moves = {{8, 5}, {6, 5}}};
    const struct play one_man = {.count = 2, .moves = {{8, 5}, {5, 4}}};
    expect_move(table, &two_men, "move 8/5 6/5");
    table->count = 0;
    (void)bgammon_events_board(&table->translator, &board);
    expect_move(table, &two_men, "move 6/5 8/5");
    (void)bgammon_events_board(&table->translator, &board);
    expect_move(table, &two_men, "move 8/5 6/5");
    (void)bgammon_events_board(&table->translator, &board);
    expect_move(table, &one_man, "move 8/5 5/4");
    const struct play from_bar = {.count = 2, .moves = {{25, 22}, {6, 5}}};
    for (int i = 0; i < 2; i++) {
        (void)bgammon_events_board(&table->translator, &board);
        expect_move(table, &from_bar, "move 26/22 6/5");
    }
    (void)bgammon_events_board(&table->translator, &board);
    expect_move(table, &two_men, "move 8/5 6/5");
    (void)bgammon_events_board(&table->translator, &board);
    expect_move(table, &two_men, "move 6/5 8/5");
    next_board(table)->slots[24] = 1; /* another position: nothing is refused yet */
    next_board(table)->slots[23] = 1;
    hear(table);
    expect_move(table, &two_men, "move 8/5 6/5");
}

/* At 4-3 with the highest man on 3 a man on 2 is borne off with the 3 only when he is home
 * alone; and no man is borne off before the others are home. */
TEST(a_refused_play_comes_in_no_illegal_order)
{
    static const struct {
        int roll[2];
        struct play play;
        const char *first, *second;
    } rows[] = {
        {{4, 3},
         {.count = 2, .moves = {{3, 0}, {2, 0}}},
         "move 3/0 2/0",
         "move 3/0 2/0"},
        {{3, 2},
         {.count = 2, .moves = {{3, 0}, {2, 0}}},
         "move 3/0 2/0",
         "move 2/0 3/0"},
        {{4, 3},
         {.count = 2, .moves = {{9, 6}, {4, 0}}},
         "move 9/6 4/0",
         "move 9/6 4/0"},
        {{4, 1},
         {.count = 2, .moves = {{3, 0}, {2, 1}}},
         "move 3/0 2/1",
         "move 2/1 3/0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = new_game();
        memcpy(next_board(table)->roll, rows[i].roll, sizeof rows[i].roll);
        hear(table);
        expect_move(table, &rows[i].play, rows[i].first);
        (void)act_on_board(table);
        expect_move(table, &rows[i].play, rows[i].second);
    }
}

TEST(resigning_at_another_price_is_rejected_here)
{
    struct table *table = new_game();
    struct game_order order = {.type = ORDER_RESIGN, .games = 1};
    table->count = 0;
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_NONE);
    assert_int_equal(table->told[0].type, EVENT_THEIR_REJECT);
    order.games = 3;
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_RESIGN);
    struct bgammon_board *board = next_board(table);
    board->cube = 2; /* three games, for twice as much */
    hear(table);
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_RESIGN);
    /* nobody of ours is far and some are off: a single game is the price, no more */
    board->slots[24] = 0;
    board->slots[BGAMMON_OFF] = 2;
    hear(table);
    table->count = 0;
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_NONE);
    assert_int_equal(table->told[0].type, EVENT_THEIR_REJECT);
}

TEST(a_double_is_taken_by_ok_and_passed_by_resigning)
{
    struct table *table = new_game();
    const struct game_order take = {.type = ORDER_TAKE}, pass = {.type = ORDER_PASS};
    assert_int_equal(command_of(table, &take).id, BGAMMON_CMD_OK);
    assert_int_equal(command_of(table, &pass).id, BGAMMON_CMD_RESIGN);
}

/* The server shows it unasked to who sits down. */
TEST(a_board_is_asked_for_where_one_has_come)
{
    struct table *table = new_game();
    const struct game_order order = {.type = ORDER_BOARD};
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_BOARD);
    table->translator.has_board = false;
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_NONE);
}

TEST(only_who_sits_at_our_table_is_told_something)
{
    struct table *table = new_game();
    struct game_order tell = {.type = ORDER_TELL, .name = "bob", .text = "hello"};
    assert_int_equal(command_of(table, &tell).id, BGAMMON_CMD_NONE);
    FORMAT_TEXT(tell.name, "ann");
    assert_string_equal(command_of(table, &tell).text, "say hello");
}

/* Whatever is ordered, nobody is joined. */
TEST(no_order_is_a_join_or_a_rematch)
{
    struct table *table = new_game();
    struct bgammon_command command;
    for (int type = 0; type < ORDER_TYPES; type++) {
        struct game_order order = {.type = (enum order_type)type, .length = 3};
        FORMAT_TEXT(order.name, "ann");
        table->count = 0;
        (void)bgammon_events_order(&table->translator, &order, &command);
        assert_int_not_equal(command.id, BGAMMON_CMD_JOIN);
        assert_int_not_equal(command.id, BGAMMON_CMD_CREATE);
    }
    const struct game_order join = {.type = ORDER_JOIN, .name = "bob"};
    table->count = 0;
    (void)command_of(table, &join);
    assert_int_equal(table->told[0].type, EVENT_JOIN_REFUSED);
    assert_string_equal(table->told[0].name, "bob");
}

TEST(an_answer_that_was_not_taken_is_told)
{
    static const enum order_type types[] = {ORDER_ROLL, ORDER_DOUBLE, ORDER_TAKE,
                                            ORDER_PASS};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct table *table = new_game();
        const struct game_order order = {.type = types[i]};
        (void)command_of(table, &order);
        table->count = 0;
        (void)act_on_board(table);
        assert_int_equal(table->told[0].type, EVENT_WRONG_MOMENT);
    }
}

TEST(a_double_that_is_offered_was_taken_as_an_order)
{
    struct table *table = new_game();
    const struct game_order order = {.type = ORDER_DOUBLE};
    struct bgammon_board *board = next_board(table);
    board->roll[0] = board->roll[1] = 0;
    hear(table);
    (void)command_of(table, &order);
    board->is_double_offered = true;
    hear(table);
    table->count = 0;
    assert_int_equal(act_on_board(table), BGAMMON_CMD_NONE);
    for (int i = 0; i < table->count; i++) {
        assert_int_not_equal(table->told[i].type, EVENT_WRONG_MOMENT);
    }
}

TEST(another_game_than_backgammon_is_left)
{
    struct table *table = new_game();
    next_board(table)->variant = 2;
    assert_int_equal(act_on_board(table), BGAMMON_CMD_LEAVE);
}

/* A refused or lost order, or one of while the opponent was away. */
TEST(an_order_whose_board_comes_again_was_not_taken)
{
    struct table *table = new_game();
    const struct game_order order = {.type = ORDER_PLAY,
                                     .play = {.count = 2, .moves = {{8, 5}, {6, 5}}}};
    (void)act_on_board(table);
    assert_string_equal(command_of(table, &order).text, "move 8/5 6/5");
    table->count = 0;
    (void)act_on_board(table);
    assert_int_equal(table->told[0].type, EVENT_WRONG_MOMENT);
    assert_int_equal(table->told[1].type, EVENT_BOARD);
    table->count = 0;
    (void)act_on_board(table);
    assert_int_equal(table->told[0].type, EVENT_BOARD); /* once */
    assert_string_equal(command_of(table, &order).text,
                        "move 6/5 8/5"); /* the other way round */
    struct bgammon_board *board = next_board(table);
    board->slots[6]--;
    board->slots[8]--;
    board->slots[5] += 2;
    board->moves = (struct bgammon_hops){2, {{8, 5}, {6, 5}}};
    board->available.count = 0;
    hear(table);
    assert_int_equal(act_on_board(table), BGAMMON_CMD_OK);
    assert_int_equal(table->count, 0);
}

TEST_MAIN(NULL, NULL)
