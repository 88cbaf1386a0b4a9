#pragma once
/*
 * Start positions of self-play games: mostly the opening; a share of the games starts
 * in positions that good play seldom reaches but a bot must handle. Some are random,
 * others modify a position of self-play (the base), so that the rest of the board is as
 * in games.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/board/rng.h"

enum start_positions_kind {
    START_OPENING,
    START_ODD,           /* random: all kinds below and scattered checkers */
    START_STRAY,         /* the base after one to four random plies */
    START_BACK_GAME,     /* the base; one side holds two opposing home points */
    START_CHECKERS_BACK, /* the base; one side has three or more checkers back */
    START_CONTAINMENT,   /* one or two checkers behind a prime or closed out */
    START_BEARING_OFF,   /* bearing off against checkers on the bar or an anchor */
    START_LONG_RACE,     /* no contact, all checkers still on the board */
    START_RACE,          /* no contact, at any stage */
    START_KINDS
};

/* Shares of all games; the rest start at the opening. */
struct start_positions_shares {
    double share[START_KINDS];
};

const char *start_positions_kind_name(enum start_positions_kind kind);

/* Reads shares such as "odd:.1,back-game:.05"; kinds not named get 0. Returns false
 * with `err` if a kind or share is invalid or the shares add up to more than 1. */
bool start_positions_shares_read(const char *text,
                                 struct start_positions_shares *shares,
                                 struct error *err);

/* Sets one share. Returns false if there is no kind of that name or the share is below
 * 0. */
bool start_positions_share_set(struct start_positions_shares *shares, const char *name,
                               double share);

/* Whether the shares add up to at most 1. */
bool start_positions_shares_fit(const struct start_positions_shares *shares);

enum start_positions_kind
start_positions_draw(const struct start_positions_shares *shares, struct rng *rng);

/* Returns whether start_positions_make() needs a base for this kind. */
bool start_positions_has_base(enum start_positions_kind kind);

/* Makes a start position with mine on roll, in which the game is not finished. `base`
 * may be NULL if no base is needed. */
void start_positions_make(enum start_positions_kind kind, const struct position *base,
                          struct rng *rng, struct position *pos);

/* Returns the first roll of a game: not a double at the opening. */
struct roll start_positions_roll(enum start_positions_kind kind, struct rng *rng);
