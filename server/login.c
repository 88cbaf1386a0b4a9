#include "server/login.h"

#include <stdio.h>
#include <string.h>

#include "server/accounts.h"
#include "server/chat.h"
#include "server/commands.h"
#include "server/guest.h"
#include "server/match.h"
#include "server/settings.h"
#include "server/text.h"
#include "server/words.h"

enum { CLIENT_NAME_MAX = 20, FAILED_LOGINS_MAX = 5 };

/* clang-format off */
static const char *const banner[] = {
    "",
    "                         WELCOME TO THE",
    "",
    "       F I B S - compatible   L O C A L   S E R V E R",
    "",
    "          A local server for playing backgammon programs.",
    "              LOGIN AS guest IF YOU ARE NEW TO THIS SERVER!",
    "                     One account per person only!",
    "",
};

static const char *const motd[] = {
    "+--------------------------------------------------------------------+",
    "|                                                                    |",
    "| This server plays by the rules of the game and loads no dice.      |",
    "| 4 new rules: be nice, play fast, play fair, have fun               |",
    "+--------------------------------------------------------------------+",
};

static const char *const goodbye[] = {
    "",
    "                           Goodbye.",
    "",
    "Thanks for using this server!",
    "",
};
/* clang-format on */

void login_greet(struct fibsd_connection *connection)
{
    for (size_t i = 0; i < sizeof banner / sizeof banner[0]; i++) {
        text_connection_line(connection, "%s", banner[i]);
    }
    char date[160];
    server_date_line(connection->server, date, sizeof date);
    text_connection_line(connection, "%s", date);
    text_connection_prompt(connection, "login: ");
}

static void put_motd(struct fibsd_connection *connection)
{
    for (size_t i = 0; i < sizeof motd / sizeof motd[0]; i++) {
        text_connection_line(connection, "%s", motd[i]);
    }
}

void cmd_motd(struct user *user, char *arguments)
{
    (void)arguments;
    if (server_is_clip(user)) {
        text_tell(user, "3");
    }
    put_motd(user->connection);
    if (server_is_clip(user)) {
        text_tell(user, "4");
    }
}

/* ---- logging in ------------------------------------------------------------------ */

static void close_old_session(struct fibsd_connection *connection, struct user *user)
{
    if (user->connection == NULL) {
        return;
    }
    text_connection_line(connection, "** Warning: You are already logged in.");
    struct fibsd_connection *old = user->connection;
    text_connection_line(
        old,
        "** You just logged in a second time from %s, terminating this "
        "session.",
        connection->host);
    login_user_departs(user, OLD_CONNECTION);
    old->is_closing = true;
}

static void take_user(struct fibsd_connection *connection, struct user *user)
{
    close_old_session(connection, user);
    connection->user = user;
    connection->login_s = server_time_s(connection->server);
    user->connection = connection;
    user->can_move = 0;
    user->has_waved = false;
    user->is_away = false;
    user->invited = NULL;
}

static void put_who_list(const struct user *user)
{
    struct fibsd *server = server_of(user);
    char line[1024];
    for (int i = 0; i < server->user_count; i++) {
        const struct user *other = server->users[i];
        if (other->connection != NULL && other != user) {
            accounts_who_line(other, line, sizeof line);
            text_tell(user, "%s", line);
        }
    }
    accounts_who_line(user, line, sizeof line);
    text_tell(user, "%s", line);
    text_tell(user, "6");
}

static void announce_login(struct user *user)
{
    struct fibsd *server = server_of(user);
    char line[1024];
    accounts_who_line(user, line, sizeof line);
    for (int i = 0; i < server->user_count; i++) {
        const struct user *other = server->users[i];
        if (other->connection == NULL || other == user) {
            continue;
        }
        if (!server_is_clip(other)) {
            if (other->toggle[TOGGLE_NOTIFY]) {
                text_tell(other, "%s logs in.", user->name);
            }
            continue;
        }
        if (other->toggle[TOGGLE_NOTIFY]) {
            text_tell(other, "7 %s %s logs in.", user->name, user->name);
        }
        text_tell(other, "%s", line);
        text_tell(other, "6");
    }
}

static void remember_login(struct user *user)
{
    user->last_login_s = user->connection->login_s;
    (void)snprintf(user->last_host, sizeof user->last_host, "%s",
                   user->connection->host);
    announce_login(user);
    chat_tell_waiting(user);
    accounts_reach_phase(user, FIBSD_PHASE_LOGIN);
}

static void welcome_clip(struct user *user)
{
    char line[1024];
    text_tell(user, "1 %s %lld %s", user->name, (long long)user->last_login_s,
              user->last_host[0] != '\0' ? user->last_host : user->connection->host);
    settings_own_info_line(user, line, sizeof line);
    text_tell(user, "%s", line);
    cmd_motd(user, NULL);
    chat_deliver_messages(user);
    put_who_list(user);
    remember_login(user);
}

static void welcome_person(struct user *user)
{
    char date[80];
    server_short_date(user->last_login_s, date, sizeof date);
    text_tell(user, "** User %s authenticated.", user->name);
    text_tell(user, "** Last login: %s from %s", date,
              user->last_host[0] != '\0' ? user->last_host : "nowhere");
    put_motd(user->connection);
    chat_deliver_messages(user);
    remember_login(user);
}

static struct user *authenticate(struct fibsd_connection *connection, const char *name,
                                 const char *password)
{
    struct user *user = accounts_find(connection->server, name);
    return user != NULL && strcmp(user->password, password) == 0 ? user : NULL;
}

static void refuse_login(struct fibsd_connection *connection)
{
    connection->mode = MODE_LOGIN;
    if (++connection->failed_logins >= FAILED_LOGINS_MAX) {
        connection->is_closing = true;
        return;
    }
    text_connection_prompt(connection, "login: ");
}

/* login CLIENT 1008 NAME PASSWORD */
static void login_clip(struct fibsd_connection *connection, char *arguments)
{
    const char *client = words_next(&arguments);
    const char *version = words_next(&arguments);
    const char *name = words_next(&arguments);
    const char *password = words_next(&arguments);
    if (password != NULL && strcmp(name, "guest") == 0) {
        guest_begin(connection);
        return;
    }
    struct user *user =
        password == NULL ? NULL : authenticate(connection, name, password);
    if (user == NULL || words_number_of(version) < 0 ||
        strlen(client) > CLIENT_NAME_MAX) {
        connection->is_broken = true;
        if (connection->server->config.faults.is_clone) {
            text_connection_prompt(connection, "\xff\xfc\x01\r\n");
        }
        refuse_login(connection);
        return;
    }
    (void)snprintf(connection->client, sizeof connection->client, "%s", client);
    connection->mode = MODE_CLIP;
    connection->is_broken = false;
    take_user(connection, user);
    welcome_clip(user);
}

/* connect NAME PASSWORD, and the end of the interactive login */
static void login_person(struct fibsd_connection *connection, const char *name,
                         const char *password, enum connection_mode mode)
{
    struct user *user =
        password == NULL ? NULL : authenticate(connection, name, password);
    if (user == NULL) {
        text_connection_line(connection, "Login incorrect");
        refuse_login(connection);
        return;
    }
    connection->mode = mode;
    take_user(connection, user);
    welcome_person(user);
}

static void ask_password(struct fibsd_connection *connection, const char *name)
{
    (void)snprintf(connection->guest_name, sizeof connection->guest_name, "%s", name);
    connection->mode = MODE_PASSWORD;
    text_connection_prompt(connection, "\xff\xfb\x01password: ");
}

static void login_name(struct fibsd_connection *connection, char *line)
{
    const char *word = words_next(&line);
    if (word == NULL) {
        text_connection_prompt(connection, "login: ");
    } else if (strcmp(word, "login") == 0) {
        login_clip(connection, line);
    } else if (strcmp(word, "connect") == 0) {
        const char *name = words_next(&line);
        const char *password = words_next(&line);
        login_person(connection, name, password, MODE_PLAIN);
    } else if (strcmp(word, "guest") == 0) {
        guest_begin(connection);
    } else if (strcmp(word, "bye") == 0 || strcmp(word, "quit") == 0) {
        connection->is_closing = true;
    } else {
        ask_password(connection, word);
    }
}

void login_line(struct fibsd_connection *connection, char *line)
{
    switch (connection->mode) {
    case MODE_LOGIN:
        login_name(connection, line);
        break;
    case MODE_PASSWORD:
        text_connection_prompt(connection, "\xff\xfc\x01\r\n");
        login_person(connection, connection->guest_name, line, MODE_TELNET);
        break;
    default:
        guest_line(connection, line);
        break;
    }
}

/* ---- going ----------------------------------------------------------------------- */

/* "NAME logs out.", "NAME drops connection.", ... */
static void departure_text(const struct user *user, enum departure departure,
                           char *text, size_t size)
{
    const char *name = user->name;
    switch (departure) {
    case LOGS_OUT:
        (void)snprintf(text, size, "%s logs out.", name);
        break;
    case DROPS_CONNECTION:
        (void)snprintf(text, size, "%s drops connection.", name);
        break;
    case TIMED_OUT:
        (void)snprintf(text, size, "Connection with %s timed out.", name);
        break;
    case NETWORK_ERROR:
        (void)snprintf(text, size, "Network error with %s.", name);
        break;
    case OLD_CONNECTION:
        (void)snprintf(text, size, "Closed old connection with user %s.", name);
        break;
    }
}

/* Nobody watches, waits for or has invited a user that is gone. */
static void forget_user(struct fibsd *server, struct user *user, const char *text)
{
    for (int i = 0; i < server->user_count; i++) {
        struct user *other = server->users[i];
        if (other->invited == user) {
            other->invited = NULL;
        }
        if (other->watching == user) {
            other->watching = NULL;
            text_tell(other, "%s. You're not watching anymore.", text);
            accounts_push_who(other, NULL);
        }
    }
    user->invited = NULL;
    user->watching = NULL;
    user->is_away = false;
    accounts_list_free(&user->gagged);
    accounts_list_free(&user->blinded);
}

static void announce_departure(struct fibsd *server, const struct user *user,
                               const char *text)
{
    for (int i = 0; i < server->user_count; i++) {
        const struct user *other = server->users[i];
        if (other == user || other->connection == NULL ||
            !other->toggle[TOGGLE_NOTIFY]) {
            continue;
        }
        if (server_is_clip(other)) {
            text_tell(other, "8 %s %s", user->name, text);
        } else {
            text_tell(other, "%s", text);
        }
    }
}

void login_user_departs(struct user *user, enum departure departure)
{
    struct fibsd *server = server_of(user);
    char text[200];
    departure_text(user, departure, text, sizeof text);
    struct user *opponent = user->match != NULL ? opponent_of(user) : NULL;
    if (opponent != NULL) {
        if (!server->config.faults.is_departure_silent) {
            text_tell(opponent, "%s The game was saved.", text);
        }
        match_save(user->match);
    }
    user->connection->user = NULL;
    user->connection = NULL;
    user->last_logout_s = server_time_s(server);
    forget_user(server, user, text);
    if (opponent != NULL) {
        accounts_push_who(opponent, NULL);
    }
    announce_departure(server, user, text);
}

void login_say_goodbye(struct user *user)
{
    struct fibsd_connection *connection = user->connection;
    if (user->match != NULL) {
        text_tell(user, "Your game with %s was saved.", opponent_of(user)->name);
    }
    for (size_t i = 0; i < sizeof goodbye / sizeof goodbye[0]; i++) {
        text_tell(user, "%s", goodbye[i]);
    }
    login_user_departs(user, LOGS_OUT);
    connection->is_closing = true;
}
