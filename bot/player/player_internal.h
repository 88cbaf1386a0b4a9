#ifndef BOT_PLAYER_PLAYER_INTERNAL_H
#define BOT_PLAYER_PLAYER_INTERNAL_H
/* The states of the player, and what only tests call. */

#include "bot/exchange/player_order.h"
#include "bot/player/player.h"

enum player_state {
    PLAYER_OFFLINE,
    PLAYER_LOBBY,
    PLAYER_INVITED,        /* an invitation is open; a WARNING line may follow */
    PLAYER_ASKING,         /* we have asked about the user who invites us */
    PLAYER_JOINING,        /* join sent */
    PLAYER_INVITING,       /* invite sent, the other has not joined */
    PLAYER_STARTING,       /* a match or game starts or goes on: the board is due */
    PLAYER_WAITING,        /* the opponent's turn */
    PLAYER_ON_ROLL,        /* our turn; the prompt, the dice or the board are due */
    PLAYER_THINKING,       /* the worker has a decision request */
    PLAYER_DANCING,        /* our dice cannot be played: the server says so next */
    PLAYER_ROLL_SENT,      /* roll sent */
    PLAYER_PLAY_SENT,      /* move sent */
    PLAYER_DOUBLE_SENT,    /* double sent, the server has not said so yet */
    PLAYER_CUBE_OFFERED,   /* we have doubled: the opponent decides */
    PLAYER_ANSWER_SENT,    /* accept or reject sent */
    PLAYER_RESIGN_SENT,    /* resign sent, the server has not said so yet */
    PLAYER_RESIGN_OFFERED, /* we want to resign: the opponent decides */
    PLAYER_BETWEEN_GAMES,  /* a game is over: the score, the question to join */
    PLAYER_LEAVING,        /* leave sent */
    PLAYER_STATES
};

const char *player_state_name(enum player_state state); /* "on_roll" */
enum player_state player_state(const struct player *player);
int player_finished_matches(const struct player *player);

/* From now on plays only what player_order() tells, and nothing until then: [accept] and
 * [invite] do not count, [hours] and blocked users do. */
void player_take_orders(struct player *player);
/* Plays the match with the opponent. One that the server has saved with him goes on first,
 * and if it was of another length, the match that was ordered follows. The order is carried
 * out when PLAYER_MATCH tells of an end with is_finished and its length; until then it
 * stands, also over lost connections. A new order takes the place of the last one, and a
 * match with somebody else is left (the server saves it). */
void player_order(struct player *player, int64_t now_ms,
                  const struct player_order *order);

#endif
