#pragma once
/* A table at bgammon.org: the lines and boards that it hears, and what is told of them. */

#include <stdio.h>
#include <string.h>

#include "bot/bgammon/bgammon_events.h"
#include "tests/unit/test_case.h"

enum { TOLD_MOST = 32 };

/* What was told since the last hear(). */
struct table {
    struct bgammon_translator translator;
    struct bgammon_event line;
    struct game_event told[TOLD_MOST];
    int count;
};

static inline void take(void *arg, const struct game_event *event)
{
    struct table *table = arg;
    assert_true(table->count < TOLD_MOST);
    table->told[table->count++] = *event;
}

static const int start_slots[BGAMMON_SLOTS] = {0, -2, 0,  0, 0, 0, 5, 0,  3, 0,
                                               0, 0,  -5, 5, 0, 0, 0, -3, 0, -5,
                                               0, 0,  0,  0, 2, 0, 0, 0};

static inline void hear(struct table *table)
{
    table->count = 0;
    bgammon_events_line(&table->translator, &table->line);
}

/* The board of the line, to be changed and heard. */
static inline struct bgammon_board *next_board(struct table *table)
{
    struct bgammon_board board = table->translator.board;
    table->line.type = BGAMMON_BOARD;
    table->line.player[0] = '\0';
    table->line.board = board;
    return &table->line.board;
}

/* Whose turn it is, with these dice; 0 and 0: before the roll. */
static inline void set_turn(struct bgammon_board *board, int turn, int one, int other)
{
    board->turn = turn;
    board->roll[0] = one;
    board->roll[1] = other;
}

/* What is sent since the board of the line is there. */
static inline enum bgammon_command_id act_on_board(struct table *table)
{
    return bgammon_events_board(&table->translator, &table->line.board);
}

static inline struct bgammon_command command_of(struct table *table,
                                                const struct game_order *order)
{
    struct bgammon_command command;
    assert_true(bgammon_events_order(&table->translator, order, &command));
    return command;
}

static inline void hear_by(struct table *table, enum bgammon_event_type type,
                           const char *player)
{
    table->line = (struct bgammon_event){.type = type};
    COPY_TEXT(table->line.player, player);
}

/* It holds until the next one. */
static inline struct table *new_table(void)
{
    static struct table only;
    struct table *table = &only;
    memset(table, 0, sizeof *table);
    bgammon_events_init(&table->translator, take, table);
    table->line.type = BGAMMON_WELCOME;
    FORMAT_TEXT(table->line.welcome.name, "BOT_a");
    hear(table);
    table->line = (struct bgammon_event){.type = BGAMMON_BOARD};
    table->line.board = (struct bgammon_board){
        .players = {{.name = "BOT_a", .number = 1}, {.name = "", .number = 2}},
        .points = 3,
        .cube = 1,
    };
    memcpy(table->line.board.slots, start_slots, sizeof start_slots);
    hear(table);
    return table;
}

/* ann has joined, and our turn is next with 3-1. */
static inline struct table *new_game(void)
{
    struct table *table = new_table();
    (void)snprintf(next_board(table)->players[1].name, BGAMMON_NAME_SIZE, "ann");
    hear(table);
    struct bgammon_board *board = next_board(table);
    set_turn(board, 1, 1, 3);
    board->available = (struct bgammon_hops){2, {{8, 5}, {6, 5}}};
    hear(table);
    return table;
}
