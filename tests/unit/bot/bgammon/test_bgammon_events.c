/* Lines and boards of bgammon.org as events of a table of play. */
#include "tests/unit/bot/bgammon/bgammon_table.h"
#include "tests/unit/test_case.h"

TEST(who_joins_begins_a_match)
{
    struct table *table = new_table();
    assert_int_equal(table->count, 0);
    (void)snprintf(next_board(table)->players[1].name, BGAMMON_NAME_SIZE, "ann");
    hear(table);
    assert_int_equal(table->count, 2);
    assert_int_equal(table->told[0].type, EVENT_WHO); /* a guest, without a rating */
    assert_string_equal(table->told[0].name, "ann");
    assert_false(table->told[0].who.standing.is_known);
    assert_int_equal(table->told[1].type, EVENT_MATCH_START);
    assert_string_equal(table->told[1].name, "ann");
    assert_int_equal(table->told[1].length, 3);
    assert_true(table->told[1].is_unkept);
    hear(table);
    assert_int_equal(table->count, 0); /* once */
}

TEST(ratings_of_a_board_are_told_before_the_match_begins)
{
    struct table *table = new_table();
    struct bgammon_board *board = next_board(table);
    (void)snprintf(board->players[1].name, BGAMMON_NAME_SIZE, "ann");
    board->players[0].rating = 1488;
    board->players[1].rating = 1612;
    hear(table);
    assert_int_equal(table->count, 3);
    assert_int_equal(table->told[0].type, EVENT_OWN_STANDING);
    assert_true(table->told[0].who.standing.is_known);
    assert_false(standing_has_experience(&table->told[0].who.standing));
    assert_float_equal(table->told[0].who.standing.rating, 1488.0, 0.0);
    assert_int_equal(table->told[1].type, EVENT_WHO);
    assert_string_equal(table->told[1].name, "ann");
    assert_false(table->told[1].is_mine);
    assert_float_equal(table->told[1].who.standing.rating, 1612.0, 0.0);
    assert_int_equal(table->told[2].type, EVENT_MATCH_START);
    hear(table);
    assert_int_equal(table->count, 0); /* once */
    next_board(table)->players[0].rating = 1499;
    hear(table);
    assert_int_equal(table->count, 1);
    assert_float_equal(table->told[0].who.standing.rating, 1499.0, 0.0);
    next_board(table)->players[0].rating = 1471;
    hear(table);
    assert_float_equal(table->told[0].who.standing.rating, 1471.0, 0.0);
}

TEST(the_opening_is_a_next_game_and_then_a_game)
{
    struct table *table = new_table();
    (void)snprintf(next_board(table)->players[1].name, BGAMMON_NAME_SIZE, "ann");
    hear(table);
    table->count = 0;
    assert_int_equal(act_on_board(table), BGAMMON_CMD_NONE);
    assert_int_equal(table->told[0].type, EVENT_NEXT_GAME);
    const struct game_order next = {.type = ORDER_NEXT_GAME};
    assert_int_equal(command_of(table, &next).id, BGAMMON_CMD_ROLL);
    hear_by(table, BGAMMON_ROLLED, "BOT_a");
    hear(table);
    hear_by(table, BGAMMON_ROLLED, "ann");
    hear(table);
    assert_int_equal(command_of(table, &next).id,
                     BGAMMON_CMD_NONE); /* our die is there */
    struct bgammon_board *board = next_board(table);
    set_turn(board, 2, 2, 6);
    hear(table);
    assert_int_equal(table->count, 3);
    assert_int_equal(table->told[0].type, EVENT_GAME_START);
    assert_int_equal(table->told[1].type, EVENT_OPENING);
    assert_int_equal(table->told[1].roll.high, 6);
    assert_int_equal(table->told[1].die[0], 2); /* ours is lower: they begin */
    assert_int_equal(table->told[1].die[1], 6);
    assert_int_equal(table->told[2].type, EVENT_FIRST_MOVER);
}

/* Their hops go upwards on our points, and are told when their turn is over. */
TEST(their_play_is_told_on_their_points)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    set_turn(board, 2, 6, 1);
    board->moves = (struct bgammon_hops){2, {{BGAMMON_THEIR_BAR, 6}, {24, 25}}};
    board->available.count = 0;
    hear(table);
    assert_int_equal(table->count, 0);
    hear_by(table, BGAMMON_ROLLED, "BOT_a");
    table->line.rolled[0] = 2;
    table->line.rolled[1] = 5;
    hear(table);
    assert_int_equal(table->count, 2);
    assert_int_equal(table->told[0].type, EVENT_THEIR_PLAY);
    assert_true(table->told[0].has_play);
    assert_int_equal(table->told[0].play.count, 2);
    assert_int_equal(table->told[0].play.moves[0].from, POINT_BAR);
    assert_int_equal(table->told[0].play.moves[0].to, 19);
    assert_int_equal(table->told[0].play.moves[1].from, 1);
    assert_int_equal(table->told[0].play.moves[1].to, POINT_OFF);
    assert_int_equal(table->told[1].type, EVENT_OUR_ROLL);
    assert_int_equal(table->told[1].roll.high, 5);
}

/* Who asks for the board while they move is told that of before. */
TEST(between_their_hops_the_board_is_that_of_before)
{
    struct table *table = new_game();
    struct board_view before;
    for (int hops = 0; hops < 2; hops++) {
        struct bgammon_board *board = next_board(table);
        set_turn(board, 2, 6, 1);
        board->available.count = 0;
        board->moves = (struct bgammon_hops){hops, {{12, 18}}};
        board->slots[12] += hops;
        board->slots[18] -= hops;
        hear(table);
        assert_int_equal(act_on_board(table), BGAMMON_CMD_NONE);
        assert_int_equal(table->count, 1);
        assert_int_equal(table->told[0].type, EVENT_BOARD);
        before = hops == 0 ? table->told[0].board.view : before;
    }
    assert_memory_equal(&table->told[0].board.view, &before, sizeof before);
}

/* Where we may double nobody rolls for us: the board is the first to tell. */
TEST(their_play_is_told_when_the_board_is_ours_before_a_roll)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    set_turn(board, 2, 6, 1);
    board->moves = (struct bgammon_hops){2, {{12, 18}, {17, 18}}};
    board->available.count = 0;
    hear(table);
    set_turn(board, 1, 0, 0);
    board->moves.count = 0;
    hear(table);
    assert_int_equal(table->count, 1);
    assert_int_equal(table->told[0].type, EVENT_THEIR_PLAY);
    assert_int_equal(table->told[0].play.moves[0].from, 13);
    assert_int_equal(table->told[0].play.moves[0].to, 7);
}

/* What the server says may be no play: it is told as one whose men nobody knows. */
TEST(their_turn_without_hops_is_a_dance_and_odd_hops_are_no_play)
{
    static const struct bgammon_hops hops[] = {
        {0, {{0}}},
        {5, {{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}}},
        {1, {{BGAMMON_BAR, 6}}},
        {1, {{12, BGAMMON_BAR}}},
        {1, {{12, BGAMMON_OFF}}}};
    for (size_t i = 0; i < sizeof hops / sizeof hops[0]; i++) {
        struct table *table = new_game();
        struct bgammon_board *board = next_board(table);
        set_turn(board, 2, 6, 1);
        board->moves = hops[i];
        hear(table);
        board = next_board(table);
        set_turn(board, 1, 0, 0);
        board->moves.count = 0;
        hear(table);
        assert_int_equal(table->count, 1);
        assert_int_equal(table->told[0].type,
                         i == 0 ? EVENT_THEIR_DANCE : EVENT_THEIR_PLAY);
        assert_false(table->told[0].has_play);
    }
}

TEST(dice_that_no_die_shows_are_no_roll)
{
    static const int rolled[][2] = {{0, 3}, {3, 0}, {7, 3}, {3, 7}, {-1, 3}, {3, -1}};
    for (size_t i = 0; i < sizeof rolled / sizeof rolled[0]; i++) {
        struct table *table = new_game();
        hear_by(table, BGAMMON_ROLLED, "BOT_a");
        table->line.rolled[0] = rolled[i][0];
        table->line.rolled[1] = rolled[i][1];
        hear(table);
        assert_int_equal(table->told[0].type, EVENT_OUR_ROLL);
        assert_int_equal(table->told[0].roll.high, 0);
        assert_int_equal(table->told[0].roll.low, 0);
    }
}

TEST(doubles_and_takes_are_differences_of_boards)
{
    static const struct {
        int turn;
        enum event_type doubled, taken;
    } rows[] = {{1, EVENT_OUR_DOUBLE, EVENT_THEIR_TAKE},
                {2, EVENT_THEIR_DOUBLE, EVENT_OUR_TAKE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = new_game();
        struct bgammon_board *board = next_board(table);
        set_turn(board, rows[i].turn, 0, 0);
        hear(table);
        board->is_double_offered = true;
        hear(table);
        assert_int_equal(table->count, 1);
        assert_int_equal(table->told[0].type, rows[i].doubled);
        board->is_double_offered = false; /* he came back, and the offer was void */
        hear(table);
        assert_int_equal(table->count, 0);
        board->is_double_offered = true;
        hear(table);
        board->is_double_offered = false;
        board->cube = 2;
        board->cube_owner = 3 - rows[i].turn;
        hear(table);
        assert_int_equal(table->count, 1);
        assert_int_equal(table->told[0].type, rows[i].taken);
    }
}

/* A drop costs what the board says, and the score shows it; 12 points win a short match. */
TEST(a_game_is_worth_what_the_score_shows)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    board->roll[0] = board->roll[1] = 0;
    board->is_double_offered = true;
    board->players[0].points = 1; /* of a game before */
    hear(table);
    assert_int_equal(table->told[0].type, EVENT_OUR_DOUBLE);
    hear(table);
    assert_int_equal(table->count, 0); /* the same board tells nothing more */
    hear_by(table, BGAMMON_WIN, "BOT_a");
    FORMAT_TEXT(table->line.win.resigned, "ann");
    hear(table);
    assert_int_equal(table->count, 0); /* the board tells */
    board = next_board(table);
    board->is_double_offered = false;
    board->players[0].points = 4;
    board->winner = 1;
    hear(table);
    assert_int_equal(table->count, 1);
    assert_int_equal(table->told[0].type, EVENT_THEIR_PASS);
    assert_int_equal(table->told[0].points, 3);
    assert_true(table->told[0].is_counted);
    for (int i = 0; i < 2; i++) { /* told once, when it is acted on */
        assert_int_equal(act_on_board(table), BGAMMON_CMD_LEAVE);
        assert_int_equal(table->count, 2);
    }
    assert_int_equal(table->told[1].type, EVENT_MATCH_WON);
    assert_int_equal(table->told[1].score[0], 4);
    hear_by(table, BGAMMON_LEFT, "BOT_a");
    hear(table);
    assert_int_equal(table->count, 0); /* it is over, not cut off */
}

TEST(who_gives_up_has_resigned)
{
    struct table *table = new_game();
    hear_by(table, BGAMMON_WIN, "BOT_a");
    FORMAT_TEXT(table->line.win.resigned, "ann");
    hear(table);
    struct bgammon_board *board = next_board(table);
    board->players[0].points = 2;
    board->winner = 1;
    hear(table);
    assert_int_equal(table->count, 1);
    assert_int_equal(table->told[0].type, EVENT_OUR_ACCEPT);
    assert_int_equal(table->told[0].points, 2);
}

TEST(a_match_that_is_left_is_cut_off)
{
    struct table *table = new_game();
    hear_by(table, BGAMMON_LEFT, "ann");
    hear(table);
    assert_int_equal(table->count, 0); /* the session knows who is away */
    bgammon_events_away(&table->translator);
    assert_int_equal(table->told[0].type, EVENT_THEY_ARE_AWAY);
    hear_by(table, BGAMMON_LEFT, "BOT_a");
    hear(table);
    assert_int_equal(table->told[0].type, EVENT_MATCH_SAVED);
    struct bgammon_board *board = next_board(table); /* and the next one begins */
    memcpy(board->slots, start_slots, sizeof start_slots);
    board->points = 5;
    (void)snprintf(board->players[1].name, BGAMMON_NAME_SIZE, "bea");
    hear(table);
    assert_int_equal(table->told[table->count - 1].type, EVENT_MATCH_START);
    assert_string_equal(table->told[table->count - 1].name, "bea");
    assert_int_equal(table->told[table->count - 1].length, 5);
}

TEST(a_match_that_has_ended_meanwhile_is_told_though_he_has_left)
{
    struct table *table = new_game();
    struct bgammon_board over = table->translator.board;
    bgammon_events_reconnect(&table->translator);
    over.winner = 1;
    over.players[0].points = 4;
    over.players[1].points = 1;
    over.players[1].name[0] = '\0';
    table->line = (struct bgammon_event){.type = BGAMMON_BOARD};
    table->line.board = over;
    hear(table);
    assert_int_equal(act_on_board(table), BGAMMON_CMD_LEAVE);
    const struct game_event *end = &table->told[table->count - 1];
    assert_int_equal(end->type, EVENT_MATCH_WON);
    assert_string_equal(end->name, "ann");
    assert_int_equal(end->score[0], 4);
    assert_int_equal(end->score[1], 1);
}

TEST(what_is_said_is_cut_between_letters)
{
    struct table *table = new_game();
    hear_by(table, BGAMMON_SAY, "bob");                           /* who watches */
    for (size_t i = 1; i + 2 < sizeof table->line.text; i += 2) { /* of two bytes */
        memcpy(table->line.text + i, "\xc3\xa4", 2);
    }
    table->line.text[0] = 'x';
    hear(table);
    assert_int_equal(table->told[0].type, EVENT_TELL);
    assert_string_equal(table->told[0].name, "bob");
    assert_int_equal(strlen(table->told[0].text), EVENT_TEXT_SIZE - 1);
    memmove(table->line.text, table->line.text + 1, sizeof table->line.text - 1);
    hear(table);
    assert_int_equal(strlen(table->told[0].text), EVENT_TEXT_SIZE - 2);
}

/* A new connection, and the first board of it, which may be the board of before. */
static void hear_first(struct table *table, const struct bgammon_board *board)
{
    bgammon_events_reconnect(&table->translator);
    table->line = (struct bgammon_event){.type = BGAMMON_BOARD};
    table->line.board = *board;
    hear(table);
}

TEST(the_match_of_a_first_board_goes_on)
{
    struct table *table = new_game();
    struct bgammon_board board = table->translator.board;
    hear_first(table, &board);
    const struct game_event *last = &table->told[table->count - 1];
    assert_int_equal(last->type, EVENT_MATCH_RESUME);
    assert_string_equal(last->name, "ann");
    assert_int_equal(last->length, 3);
    assert_true(last->is_unkept);
    board.turn = board.roll[0] = board.roll[1] = 0;
    bgammon_events_reconnect(&table->translator); /* and lost again before a board */
    hear_first(table, &board); /* the opening, with who sat there before */
    assert_int_equal(table->told[table->count - 1].type, EVENT_MATCH_RESUME);
    (void)snprintf(board.players[1].name, BGAMMON_NAME_SIZE, "bea");
    hear_first(table, &board); /* she has joined while nobody looked */
    assert_int_equal(table->told[table->count - 1].type, EVENT_MATCH_START);
    memset(table->translator.opponent, 0, sizeof table->translator.opponent);
    board.players[1].points = 1;
    hear_first(table, &board); /* the program was started again: between games */
    assert_int_equal(table->told[table->count - 1].type, EVENT_MATCH_RESUME);
}

/* The connection is lost between the line of the win and the board with the score, which comes
 * when we are back, or never. */
TEST(a_win_without_its_board_counts_once)
{
    static const struct {
        int length, told, points, winner, told_again, off;
        const char *resigned;
    } rows[] = {{3, 2, 2, 0, 1, 0, ""},
                {2, 2, 2, 2, 0, 0, ""},
                {1, 0, 3, 2, 0, 0, ""}, /* told by our two men in her home */
                {1, 0, 1, 2, 0, 1, ""},
                {1, 0, 3, 2, 0, 1, "BOT_a"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = new_game();
        struct bgammon_board board = *next_board(table);
        board.points = table->line.board.points = rows[i].length;
        table->line.board.slots[BGAMMON_OFF] = rows[i].off;
        hear(table);
        hear_by(table, BGAMMON_WIN, "ann");
        table->line.win.points = rows[i].told;
        memcpy(table->line.win.resigned, rows[i].resigned,
               strlen(rows[i].resigned) + 1);
        hear(table);
        bgammon_events_reconnect(&table->translator);
        assert_int_equal(table->count, 1);
        assert_int_equal(table->told[0].type, EVENT_GAME_LOST);
        assert_int_equal(table->told[0].points, rows[i].points);
        board.turn = board.roll[0] = board.roll[1] = board.available.count = 0;
        board.players[1].points = rows[i].points;
        board.winner = rows[i].winner;
        hear_first(table, &board);
        assert_int_equal(table->count > 0, rows[i].told_again);
        table->count = 0;
        assert_int_equal(bgammon_events_board(&table->translator, &board),
                         rows[i].told_again ? BGAMMON_CMD_NONE : BGAMMON_CMD_LEAVE);
        assert_int_equal(table->count > 0, rows[i].told_again);
    }
}

/* The connection was lost, and the opponent is away when we are back. */
TEST(a_match_whose_opponent_is_away_goes_on)
{
    struct table *table = new_game();
    struct bgammon_board board = table->translator.board;
    board.players[1].name[0] = '\0';
    hear_first(table, &board);
    const struct game_event *last = &table->told[table->count - 1];
    assert_int_equal(last->type, EVENT_MATCH_RESUME);
    assert_string_equal(last->name, "ann");
    bgammon_events_away(&table->translator);
    assert_int_equal(table->told[table->count - 1].type, EVENT_THEY_ARE_AWAY);
}

/* The same before the opening roll: nothing but their name tells whose match it is. */
TEST(a_match_at_its_start_goes_on_when_they_are_back)
{
    struct table *table = new_game();
    struct bgammon_board board = table->translator.board;
    board.turn = board.roll[0] = board.roll[1] = 0;
    board.players[1].name[0] = '\0';
    hear_first(table, &board);
    assert_int_equal(table->count, 0);
    (void)snprintf(next_board(table)->players[1].name, BGAMMON_NAME_SIZE, "ann");
    hear(table);
    assert_int_equal(table->told[table->count - 1].type, EVENT_MATCH_RESUME);
    assert_string_equal(table->told[table->count - 1].name, "ann");
}

/* Nobody knows whose match it is until it is left: it may be the one that was left open. */
TEST(a_match_of_nobody_is_not_over)
{
    static const struct game_order saved = {.type = ORDER_SAVED};
    struct bgammon_command command;
    struct table *table = new_table();
    assert_true(bgammon_events_order(&table->translator, &saved, &command));
    assert_int_equal(table->count, 1);
    assert_int_equal(table->told[0].type, EVENT_SAVED_NONE);
    next_board(table)->turn = 1;
    table->translator.has_board = false;
    hear(table);
    bgammon_events_away(&table->translator);
    assert_true(bgammon_events_order(&table->translator, &saved, &command));
    assert_int_equal(table->count, 0);
    hear_by(table, BGAMMON_LEFT, "BOT_a");
    hear(table);
    assert_int_equal(table->count, 1);
    assert_int_equal(table->told[0].type, EVENT_SAVED_NONE);
}

/* It is lost a moment earlier, when the last man is off and nobody has said so. */
TEST(the_last_man_off_wins_without_the_line)
{
    struct table *table = new_game();
    struct bgammon_board *board = next_board(table);
    memset(board->slots, 0, sizeof board->slots);
    board->turn = 2;
    board->moves = (struct bgammon_hops){1, {{24, BGAMMON_THEIR_OFF}}};
    board->slots[BGAMMON_THEIR_OFF] = -15;
    board->slots[7] = 15;
    board->cube = 2;
    hear(table);
    const struct bgammon_board last = table->line.board;
    bgammon_events_reconnect(&table->translator);
    assert_int_equal(table->count, 2);
    assert_int_equal(table->told[0].type, EVENT_THEIR_PLAY);
    assert_int_equal(table->told[1].type, EVENT_GAME_LOST);
    assert_int_equal(table->told[1].points, 4); /* of 3 */
    struct bgammon_board over = last;
    over.winner = 2;
    over.players[1].points = 4;
    hear_first(table, &over);
    table->count = 0;
    bgammon_events_reconnect(&table->translator);
    assert_int_equal(table->count, 0); /* a match that is over has no game that ends */
    hear_first(table, &over);
    assert_int_equal(bgammon_events_board(&table->translator, &over),
                     BGAMMON_CMD_LEAVE);
    assert_int_equal(table->count, 0);
}

/* The program was started again in a match, and the opponent is away. */
TEST(a_match_without_an_opponent_is_told_when_they_are_back)
{
    struct table *table = new_table();
    struct bgammon_board *board = next_board(table);
    table->translator.has_board = false;
    board->turn = 2;
    hear(table);
    assert_int_equal(act_on_board(table), BGAMMON_CMD_NONE);
    assert_int_equal(table->count, 0);
    board = next_board(table);
    board->turn = 2;
    (void)snprintf(board->players[1].name, BGAMMON_NAME_SIZE, "ann");
    hear(table);
    assert_int_equal(table->told[table->count - 1].type, EVENT_MATCH_RESUME);
    assert_string_equal(table->told[table->count - 1].name, "ann");
}

TEST_MAIN(NULL, NULL)
