#ifndef BOT_PLAYER_SAY_INTERNAL_H
#define BOT_PLAYER_SAY_INTERNAL_H
/* What we say to users, and the level to play them at. */

#include "bot/player/core_internal.h"

/* Finds the row of a user. A new user replaces the one longest unused. */
struct player_known_user *player_known_user(struct player *p, const char *name);
/* Asks for the level that a user has chosen, since a match with them may start soon. */
void player_expect_user(struct player *p, const char *name);
/* Writes the level to play a user at; "": the usual one. */
void player_level_for(struct player *p, const char *name, char level[LEVEL_TEXT_SIZE]);
void player_ask_outside(struct player *p, const char *name, enum player_question what);

bool player_is_opponent(const struct player *p, const char *name);
/* Tells a user something, within the limits. In a match the last line is kept for the
 * goodbye. */
void player_reply(struct player *p, const char *name, const char *text);
void player_greet(struct player *p);
void player_say_goodbye(struct player *p);
void player_kibitz(struct player *p, const char *text);       /* to the opponent */
void player_length_text(int length, char *text, size_t size); /* "a 5 point match" */

#endif
