#ifndef BOT_PLAYER_PLAYER_INTERNAL_H
#define BOT_PLAYER_PLAYER_INTERNAL_H
/* The states of the player, and what only tests call. */

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

#endif
