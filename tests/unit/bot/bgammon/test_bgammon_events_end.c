/* How games of bgammon.org end, as events of a table of play. */
#include "tests/unit/bot/bgammon/bgammon_table.h"
#include "tests/unit/test_case.h"

/* The last board, a win of `winner`, and the board with the score: what the last one tells. */
static void expect_game(struct table *table, const char *winner, const char *resigned,
                        enum event_type end)
{
    hear(table);
    hear_by(table, BGAMMON_WIN, winner);
    COPY_TEXT(table->line.win.resigned, resigned);
    table->line.win.points = 1;
    hear(table);
    struct bgammon_board *board = next_board(table);
    board->turn = board->roll[0] = board->roll[1] = board->moves.count = 0;
    board->is_double_offered = false;
    board->players[strcmp(winner, "ann") == 0 ? 1 : 0].points += 1;
    hear(table);
    assert_int_equal(table->count, 1);
    assert_int_equal(table->told[0].type, end);
    assert_int_equal(table->told[0].points, 1);
}

static void expect_end(struct table *table, const char *winner, const char *resigned,
                       enum event_type end)
{
    expect_game(table, winner, resigned, end);
}

TEST(an_end_that_nobody_offered_is_a_win_or_a_loss)
{
    struct table *table = new_game();
    (void)next_board(table);
    expect_end(table, "BOT_a", "", EVENT_GAME_WON);
    table = new_game();
    (void)next_board(table);
    expect_end(table, "ann", "", EVENT_GAME_LOST);
    table = new_game();
    (void)next_board(table);
    expect_end(table, "ann", "BOT_a", EVENT_GAME_LOST); /* we have ordered nothing */
    table = new_game();
    struct bgammon_board *board = next_board(table);
    board->turn = 2;
    board->moves = (struct bgammon_hops){1, {{12, 15}}};
    expect_end(table, "BOT_a", "ann", EVENT_OUR_ACCEPT); /* and no play of theirs */
}

TEST(a_resignation_of_ours_is_accepted)
{
    struct table *table = new_game();
    const struct game_order order = {.type = ORDER_RESIGN, .games = 3};
    assert_int_equal(command_of(table, &order).id, BGAMMON_CMD_RESIGN);
    (void)next_board(table);
    expect_end(table, "ann", "BOT_a", EVENT_THEIR_ACCEPT);
}

TEST(their_last_play_is_told_with_their_win)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    memset(board->slots, 0, sizeof board->slots);
    board->slots[BGAMMON_THEIR_OFF] = -15;
    board->slots[6] = 15;
    board->turn = 2;
    board->moves = (struct bgammon_hops){1, {{24, 25}}};
    hear(table);
    hear_by(table, BGAMMON_WIN, "ann");
    hear(table);
    assert_int_equal(table->count, 1);
    assert_int_equal(table->told[0].type, EVENT_THEIR_PLAY);
    table = new_game();
    board = next_board(table);
    board->turn = 2;
    hear(table);
    hear_by(table, BGAMMON_WIN, "ann"); /* by hops that no board shows: no dance */
    hear(table);
    assert_int_equal(table->count, 0);
}

/* A turn of ann of two hops: with autoplay no board shows them, else one follows each. */
static void hear_play(struct table *table, bool is_forced)
{
    struct bgammon_board *board = next_board(table);
    set_turn(board, 2, 2, 1);
    board->is_forced = is_forced;
    board->moves.count = 0;
    hear(table);
    struct bgammon_board shown = *board;
    for (int i = 0; i < 2; i++) {
        hear_by(table, BGAMMON_MOVED, "ann");
        table->line.hops = (struct bgammon_hops){1, {{22 + 2 * i, 24 + i}}};
        shown.moves.hop[shown.moves.count++] = table->line.hops.hop[0];
        hear(table);
        if (!is_forced) {
            *next_board(table) = shown;
            hear(table);
        }
    }
}

TEST(each_hop_of_theirs_is_told_once)
{
    for (int i = 0; i < 4; i++) {
        struct table *table = new_game();
        hear_play(table, i < 2);
        hear_by(table, i % 2 == 1 ? BGAMMON_WIN : BGAMMON_ROLLED,
                i % 2 == 1 ? "ann" : "BOT_a");
        hear(table);
        assert_int_equal(table->told[0].type, EVENT_THEIR_PLAY);
        assert_int_equal(table->told[0].play.count, 2);
        assert_int_equal(table->told[0].play.moves[0].from, 3);
        assert_int_equal(table->told[0].play.moves[1].to, POINT_OFF);
    }
}

TEST(how_a_game_has_ended_says_nothing_of_the_next_one)
{
    for (int i = 0; i < 2; i++) {
        struct table *table = new_game();
        struct bgammon_board *board = next_board(table);
        board->roll[0] = board->roll[1] = 0;
        board->is_double_offered = i == 0;
        expect_game(table, "BOT_a", "ann",
                    i == 0 ? EVENT_THEIR_PASS : EVENT_OUR_ACCEPT);
        board = next_board(table); /* the next game, and all our men are off */
        set_turn(board, 1, 2, 1);
        hear(table);
        board->slots[BGAMMON_OFF] = 15;
        hear(table);
        table->count = 0;
        bgammon_events_reconnect(&table->translator);
        assert_int_equal(table->count, 1);
        assert_int_equal(table->told[0].type, EVENT_GAME_WON);
    }
}

/* The connection is lost when a match has ended, and the next one begins in the new one. */
TEST(after_a_match_that_ended_unseen_the_next_one_begins)
{
    struct table *table = new_game();
    struct bgammon_board next = table->translator.board;
    hear_by(table, BGAMMON_WIN, "BOT_a");
    table->line.win.points = 3;
    hear(table);
    bgammon_events_reconnect(&table->translator);
    assert_true(table->translator.is_over);
    next.turn = next.roll[0] = next.roll[1] = 0;
    (void)snprintf(next.players[1].name, BGAMMON_NAME_SIZE, "bea");
    table->line = (struct bgammon_event){.type = BGAMMON_BOARD};
    table->line.board = next;
    hear(table);
    assert_int_equal(table->told[table->count - 1].type, EVENT_MATCH_START);
    assert_string_equal(table->told[table->count - 1].name, "bea");
}

static void expect_silence(struct table *table)
{
    hear(table);
    table->count = 0;
    assert_int_equal(act_on_board(table), BGAMMON_CMD_NONE);
    assert_int_equal(table->count, 0);
}

TEST(no_board_is_told_at_an_end_at_an_opening_or_in_a_play_of_theirs)
{
    struct table *table = new_game();
    next_board(table)->slots[BGAMMON_OFF] = 15;
    expect_silence(table);
    table = new_game();
    struct bgammon_board *board = next_board(table);
    board->turn = 0;
    board->roll[0] = 3; /* our die */
    board->roll[1] = 0;
    expect_silence(table);
    table = new_game();
    board = next_board(table);
    board->turn = 2; /* the position of before was our turn */
    board->moves = (struct bgammon_hops){1, {{12, 15}}};
    expect_silence(table);
}

TEST(a_match_that_is_only_watched_tells_nothing)
{
    struct table *table = new_table();
    struct bgammon_board *board = next_board(table);
    board->is_spectating = true;
    board->turn = 1;
    (void)snprintf(board->players[1].name, BGAMMON_NAME_SIZE, "ann");
    hear(table);
    assert_int_equal(table->count, 0);
    assert_int_equal(table->translator.board.turn, 0);
}

TEST_MAIN(NULL, NULL)
