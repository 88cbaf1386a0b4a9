#ifndef BOT_PLAYER_SAY_INTERNAL_H
#define BOT_PLAYER_SAY_INTERNAL_H
/* What we say to others, and at which level somebody is played. */

#include "bot/player/core_internal.h"

/* The row of a user; a new one takes the place of the one longest unused. */
struct known_user *player_known_user(struct player *p, const char *name);
/* Somebody to play with, soon: the level that he has chosen is asked for. */
void player_expect_user(struct player *p, const char *name);
/* The level to play a user at; "": the usual one. */
void player_level_for(struct player *p, const char *name, char level[LEVEL_TEXT_SIZE]);
void player_ask_outside(struct player *p, const char *name, enum player_question what);

bool player_is_opponent(const struct player *p, const char *name);
/* By tell, as far as the limits allow. In a match the last line is for the goodbye. */
void player_reply(struct player *p, const char *name, const char *text);
void player_greet(struct player *p);
void player_say_goodbye(struct player *p);
void player_kibitz(struct player *p, const char *text);       /* to the opponent */
void player_length_text(int length, char *text, size_t size); /* "a 5 point match" */

#endif
