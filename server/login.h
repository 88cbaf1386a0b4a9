#ifndef SERVER_LOGIN_H
#define SERVER_LOGIN_H
/* From the greeting to a logged-in user, and out again. */

#include "server/state.h"

/* How a user went; the texts hang on it. */
enum departure {
    LOGS_OUT,
    DROPS_CONNECTION,
    TIMED_OUT,
    NETWORK_ERROR,
    OLD_CONNECTION /* he logged in a second time */
};

void login_greet(struct fibsd_connection *connection);

/* A line of a client that is not logged in. */
void login_line(struct fibsd_connection *connection, char *line);

/* Takes the user off his connection: his match is saved, others are told. */
void login_user_departs(struct user *user, enum departure departure);

/* The text behind `bye`, and the end of the connection. */
void login_say_goodbye(struct user *user);

#endif
