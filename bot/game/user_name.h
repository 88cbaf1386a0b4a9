#ifndef BOT_GAME_USER_NAME_H
#define BOT_GAME_USER_NAME_H
/* The name of a user of a server. */

enum { USER_NAME_SIZE = 64 }; /* bytes of a name, with the NUL; no server has longer ones */

#endif
