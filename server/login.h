#ifndef SERVER_LOGIN_H
#define SERVER_LOGIN_H
/* Log-in and registration, from the greeting on, and log-out. */

#include "server/fibsd_state.h"

/* How a user left; selects the texts. */
enum login_departure {
    LOGIN_LOGS_OUT,
    LOGIN_DROPS_CONNECTION,
    LOGIN_TIMED_OUT,
    LOGIN_OLD_CONNECTION /* the user logged in a second time */
};

void login_greet(struct fibsd_connection *connection);

/* Takes a line of a client that is not logged in. */
void login_line(struct fibsd_connection *connection, char *line);

/* Logs the user out: saves the match and tells others. */
void login_user_departs(struct fibsd_user *user, enum login_departure departure);

/* Sends the text after `bye` and closes the connection. */
void login_say_goodbye(struct fibsd_user *user);

#endif
