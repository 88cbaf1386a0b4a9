#pragma once
/* Names of users of a server. */

#include <stdbool.h>
#include <string.h>

enum {
    USER_NAME_SIZE = 64, /* bytes of a name, with the NUL; no server has longer ones */
    USER_CLIENT_SIZE =
        21 /* of our program's name at the log-in; FIBS takes no longer */
};

/* Whether a user can have this name: letters and underscores, and digits behind one. */
static inline bool user_name_is_good(const char *name)
{
#define USER_NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
    size_t length = strspn(name, USER_NAME_LETTERS "0123456789");
    return strspn(name, USER_NAME_LETTERS) > 0 && length < USER_NAME_SIZE &&
           name[length] == '\0';
}
