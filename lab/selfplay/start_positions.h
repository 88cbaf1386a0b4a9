#ifndef LAB_SELFPLAY_START_POSITIONS_H
#define LAB_SELFPLAY_START_POSITIONS_H
/*
 * Where games of self-play begin: mostly at the opening, for a share of the games in
 * positions that good play seldom reaches but a bot must understand. Some are thrown
 * together, others made from a position of self-play (the base), which keeps the rest
 * of the board as it is in games.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"

enum start_positions_kind {
    START_OPENING,
    START_ODD,         /* thrown together, of all the kinds below and scattered men */
    START_STRAY,       /* the base and one to four random plies */
    START_BACK_GAME,   /* the base, one side holding two points in the other's home */
    START_MEN_BACK,    /* the base, one side having three or more men back */
    START_CONTAINMENT, /* one or two men behind a prime or on the bar of a closed board
                        */
    START_BEARING_OFF, /* bearing off against men on the bar or an anchor */
    START_LONG_RACE,   /* no contact, all men still on the board */
    START_RACE,        /* no contact, at any stage */
    START_KINDS
};

/* Shares of all games; the opening has what the others leave. */
struct start_positions_shares {
    double share[START_KINDS];
};

const char *start_positions_kind_name(enum start_positions_kind kind);

/* Reads "odd:.1,back-game:.05": shares not named are 0. False with `err` for a word
 * that is no kind or share, or shares above 1 in all. */
bool start_positions_shares_read(const char *text,
                                 struct start_positions_shares *shares,
                                 struct error *err);

/* Sets one share; false when there is no kind of that name or the sum goes above 1. */
bool start_positions_share_set(struct start_positions_shares *shares, const char *name,
                               double share);

enum start_positions_kind
start_positions_draw(const struct start_positions_shares *shares, struct rng *rng);

/* Whether start_positions_make() needs a base for it. */
bool start_positions_has_base(enum start_positions_kind kind);

/* Sets `pos`, mine on roll, the game not finished. `base` may be NULL when no base is
 * needed. */
void start_positions_make(enum start_positions_kind kind, const struct position *base,
                          struct rng *rng, struct position *pos);

/* The first roll of a game: no double at the opening. */
struct roll start_positions_roll(enum start_positions_kind kind, struct rng *rng);

#endif
