#ifndef SERVER_LOGIN_H
#define SERVER_LOGIN_H
/* Log-in and registration, from the greeting on, and log-out. */

#include "server/state.h"

/* How a user left; selects the texts. */
enum departure {
    LOGS_OUT,
    DROPS_CONNECTION,
    TIMED_OUT,
    OLD_CONNECTION /* the user logged in a second time */
};

void login_greet(struct fibsd_connection *connection);

/* Takes a line of a client that is not logged in. */
void login_line(struct fibsd_connection *connection, char *line);

/* Logs the user out: saves the match and tells others. */
void login_user_departs(struct user *user, enum departure departure);

/* Sends the text after `bye` and closes the connection. */
void login_say_goodbye(struct user *user);

#endif
