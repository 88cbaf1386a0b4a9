#pragma once
/*
 * What a board of a bgammon.org server asks of us, and what it lets us do. A board says all
 * that is needed; notices and events between boards only tell how it came about.
 */

#include "fibs/bgammon/event.h"

enum bgammon_duty {
    BGAMMON_WAITS,     /* for the other, or for the server's own next board */
    BGAMMON_OPENS,     /* roll: our die of the opening */
    BGAMMON_ROLLS,     /* roll, or double if bgammon_may_double() */
    BGAMMON_PLAYS,     /* move: there are hops */
    BGAMMON_ENDS_TURN, /* ok: no hop is left */
    BGAMMON_ANSWERS,   /* the double: ok, or resign at bgammon_price() */
    BGAMMON_LEAVES     /* the match is over */
};

/* `has_autoplay`: the server plays what is forced, so we leave it alone. The last man off
 * ends the game without `ok`: a board that shows it is only waited at. */
enum bgammon_duty bgammon_board_duty(const struct bgammon_board *board,
                                     bool has_autoplay);

/* Whether two have begun to play; one of them may be away. When the match was `started` is
 * no sign: it is not documented what an open one says. */
bool bgammon_is_begun(const struct bgammon_board *board);

/* Who has borne off all men, by whom the game is won: 1 we, 2 they; 0: nobody yet. The line
 * of the win and a board with the score come next. */
int bgammon_game_winner(const struct bgammon_board *board);
/* What the game is worth to the winner, by the cube and the loser's men. A man of the loser
 * on the bar or in the winner's home makes a resigned game a backgammon also where others
 * are off. */
int bgammon_game_points(const struct bgammon_board *board, int winner,
                        bool is_resigned);
/* Whether so many points more win the match for 1, us, or 2, them. */
bool bgammon_wins_match(const struct bgammon_board *board, int winner, int points);

/* Whether `double` is legal now: our turn and not rolled, longer than 1 point, not the
 * Crawford game, below 64, in the centre or ours. */
bool bgammon_may_double(const struct bgammon_board *board);

/* The points that dropping or resigning costs us now, with the cube as it is before a double
 * that is offered: three times if we have a man on the bar or in their home, else twice if
 * we have none off, else once. FIBS's price is the cube alone. */
int bgammon_price(const struct bgammon_board *board);
