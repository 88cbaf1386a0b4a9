#ifndef BOT_PLAYER_SAVED_INTERNAL_H
#define BOT_PLAYER_SAVED_INTERNAL_H
/* The matches that the server has saved for us. */

#include "bot/player/core_internal.h"

struct saved_match *player_find_saved(struct player *p, const char *name); /* or NULL */
void player_forget_saved(struct player *p, const char *name);
void player_ask_saved(struct player *p);
/* Puts out the list once after it has come. */
void player_tell_saved(struct player *p);

player_handler player_on_saved_list, player_on_saved_row;

#endif
