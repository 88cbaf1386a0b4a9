#ifndef BOT_PLAYER_OFFER_INTERNAL_H
#define BOT_PLAYER_OFFER_INTERNAL_H
/* Doubles and resignations, made and received. */

#include "bot/player/core_internal.h"

/* Answers the open offer on the current board; asks for a board first if there is none. */
void player_answer_offer(struct player *p);
/* Resigns if the answer says so and we may; false: go on. */
bool player_try_resign(struct player *p, const struct decision_answer *answer);

player_action player_on_double_offer, player_on_double_sent, player_on_opponent_takes,
    player_on_you_take, player_on_you_reject, player_on_resign_rejected,
    player_on_resign_pending;
player_handler player_on_redouble_offer, player_on_no_offer, player_on_crawford,
    player_on_no_double, player_on_resign_offer, player_on_resign_open;

#endif
