#pragma once
/*
 * Translates between the language of bgammon.org (fibs/bgammon) and a table of play
 * (bot/game): what is heard becomes events, orders become commands. Pure.
 *
 * A board says all that is to be done, and only the board that the session hands over is
 * acted on. What the table leaves to its server is done here: our die of the opening waits
 * for the order for the next game, a play is ended by `ok`, pending hops that are not ours
 * of this turn are taken back by `reset`, and a match that is over is left.
 *
 *   events    come from what one board has more than the one before it: double, take,
 *             the opponent's play, the end of a game and what it was worth; a first board
 *             that shows a match under way is that of one that goes on
 *   what was ordered at a board that is handed over once more was refused or got lost: the
 *             table hears that it came at the wrong moment, and looks and orders again
 *   no offers of resignations: `resign` pays the price of the board. An order to resign at
 *             another one is answered as if the opponent rejected it
 *   no invitations and no saved matches: orders for them are refused
 */

#include <stdbool.h>

#include "bot/game/event.h"
#include "bot/game/order.h"
#include "fibs/bgammon/command.h"
#include "fibs/bgammon/event.h"

typedef void bgammon_event_taker(void *arg, const struct game_event *event);

/* For one connection of one account. */
struct bgammon_translator {
    bgammon_event_taker *take; /* gets the events, within the calls below */
    void *arg;
    char own[BGAMMON_NAME_SIZE];   /* our name, as the server shows it */
    char opponent[USER_NAME_SIZE]; /* of the match; "": nobody has joined it */
    char former[USER_NAME_SIZE];   /* opponent of the connection before, in a match */
    int own_rating;                /* last one reported; 0: none */
    bool has_board;                /* the last one heard, in a match of ours */
    struct bgammon_board board;
    bool has_still; /* the last one without pending hops */
    struct bgammon_board still;
    bool has_order; /* ... and not known to be carried out: at `ordered` */
    struct bgammon_board ordered;
    int refused;                /* plays at it so far */
    bool has_opened;            /* our die of the opening is rolled */
    bool has_moved, has_danced; /* this turn of ours: ordered, reported */
    bool has_resigned;          /* this game: ordered */
    bool is_their_turn_open;    /* how it has ended is not known */
    bool is_over;               /* the end of the match was reported */
    struct {
        bool is_open, is_mine, was_offered, is_resigned;
        int points;
    } win; /* of a game: the next board tells its points */
};

void bgammon_events_init(struct bgammon_translator *translator,
                         bgammon_event_taker *take, void *arg);
/* For a new connection: only who the opponent was is kept, who may have left a match that has
 * ended meanwhile. Tells of a game whose winner was heard and whose score was not. */
void bgammon_events_reconnect(struct bgammon_translator *translator);

/* The opponent is away from the table. */
void bgammon_events_away(struct bgammon_translator *translator);

/* Takes a line that was heard. */
void bgammon_events_line(struct bgammon_translator *translator,
                         const struct bgammon_event *line);

/* Takes a board that is to be acted on. Returns the command that it asks for by itself:
 * ok, reset or leave; BGAMMON_CMD_NONE: none, or an order will come. */
enum bgammon_command_id bgammon_events_board(struct bgammon_translator *translator,
                                             const struct bgammon_board *board);

/* Writes the command for an order; with BGAMMON_CMD_NONE there is nothing to send. False:
 * the order cannot be carried out. */
bool bgammon_events_order(struct bgammon_translator *translator,
                          const struct game_order *order,
                          struct bgammon_command *command);
