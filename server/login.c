#include "server/fibsd_core.h"

#include <string.h>

#include "base/text.h"
#include "server/zone.h"

enum {
    CLIENT_NAME_MAX = 20,
    FAILED_LOGINS_MAX = 5,
    PASSWORD_MIN = 4,
    ACCOUNTS_MAX = 100000
};

/* Telnet: a password follows, or no longer. */
static const char will_echo[] = "\xff\xfb\x01";
static const char wont_echo[] = "\xff\xfc\x01";

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

static const char *const explanation[] = {
    "Welcome to FIBS. You just logged in as guest.",
    "Please register before using this server:",
    "",
    "Type 'name username' where name is the word 'name' and",
    "username is the login name you want to use.",
    "The username may not contain blanks ' ' or colons ':'.",
    "The system will then ask you for your password twice.",
    "Please make sure that you don't forget your password.",
    "Please type 'bye' if you don't want to register now.",
    "",
    "ONE USERNAME PER PERSON ONLY!!!",
};
/* clang-format on */

void login_greet(struct fibsd_connection *connection)
{
    text_connection_lines(connection, banner, sizeof banner / sizeof banner[0]);
    char date[160];
    zone_date_line(0, server_time_s(connection->server), date, sizeof date);
    text_connection_line(connection, "%s", date);
    text_connection_prompt(connection, "login: ");
}

static void put_motd(struct fibsd_connection *connection)
{
    text_connection_lines(connection, motd, sizeof motd / sizeof motd[0]);
}

void cmd_motd(struct fibsd_user *user)
{
    if (server_is_clip(user)) {
        text_tell(user, "3");
    }
    put_motd(user->connection);
    if (server_is_clip(user)) {
        text_tell(user, "4");
    }
}

/* ---- registering ----------------------------------------------------------------- */

static void greet_guest(struct fibsd_connection *connection)
{
    connection->mode = FIBSD_MODE_GUEST;
    text_connection_lines(connection, explanation,
                          sizeof explanation / sizeof explanation[0]);
}

static void refuse_name(struct fibsd_connection *connection, const char *name)
{
    text_connection_line(
        connection, "** Please use another name. '%s' is already used by someone else.",
        name);
}

static void guest_help(struct fibsd_connection *connection)
{
    text_connection_line(connection, "Type 'name username' to register, or 'bye'.");
}

static void guest_name(struct fibsd_connection *connection, const char *name)
{
    if (name == NULL || !accounts_is_good_name(name)) {
        text_connection_line(connection,
                             "** Your name may only contain letters and the "
                             "underscore character _ .");
    } else if (accounts_find(connection->server, name) != NULL ||
               strcmp(name, "guest") == 0) {
        refuse_name(connection, name);
    } else {
        COPY_TEXT(connection->guest_name, name);
        text_connection_line(connection, "Your name will be %s", name);
        text_connection_line(connection,
                             "Type in no password and hit Enter/Return if you "
                             "want to change it now.");
        connection->mode = FIBSD_MODE_GUEST_PASSWORD;
        text_connection_prompt(connection, will_echo);
        text_connection_prompt(connection, "Please give your password: ");
    }
}

static void guest_command(struct fibsd_connection *connection, char *line)
{
    char whole[FIBSD_COMMAND_MAX + 1];
    COPY_TEXT(whole, line);
    const char *word = words_next(&line);
    if (word == NULL) {
        return;
    }
    if (strcmp(word, "name") == 0) {
        guest_name(connection, words_next(&line));
    } else if (strcmp(word, "help") == 0) {
        guest_help(connection);
    } else if (strcmp(word, "bye") == 0 || strcmp(word, "quit") == 0) {
        text_connection_line(connection, "                           Goodbye.");
        connection->is_closing = true;
    } else {
        text_connection_line(connection, "** Unknown command: '%s'", whole);
    }
}

static void guest_password(struct fibsd_connection *connection, const char *password)
{
    if (*password == '\0') {
        text_connection_prompt(connection, wont_echo);
        text_connection_line(connection,
                             "** No password given. Please choose a new name");
        connection->mode = FIBSD_MODE_GUEST;
    } else if (strlen(password) < PASSWORD_MIN || strlen(password) >= FIBSD_NAME_SIZE ||
               strchr(password, ' ') != NULL) {
        text_connection_line(connection, "Minimal password length is %d characters.",
                             PASSWORD_MIN);
        text_connection_prompt(connection, "Please give your password: ");
    } else {
        COPY_TEXT(connection->guest_password, password);
        connection->mode = FIBSD_MODE_GUEST_RETYPE;
        text_connection_prompt(connection, "Please retype your password: ");
    }
}

/* Tells why not, if not. */
static bool may_register(struct fibsd_connection *connection)
{
    struct fibsd *server = connection->server;
    const struct fibsd_config *config = &server->config;
    bool may = server->user_count < ACCOUNTS_MAX &&
               guard_lets_in(&server->guard, connection->host, config->new_accounts,
                             config->new_accounts_all, server->now_ms);
    if (!may) {
        text_connection_line(connection,
                             "** There are too many new accounts. Please try again in "
                             "an hour.");
        connection->is_closing = true;
    }
    return may;
}

/* Returns whether the account has been made. */
static bool guest_retype(struct fibsd_connection *connection, const char *password)
{
    if (strcmp(password, connection->guest_password) != 0) {
        connection->mode = FIBSD_MODE_GUEST_PASSWORD;
        text_connection_prompt(connection,
                               "** The two passwords were not identical. Please "
                               "give them again. Password: ");
        return false;
    }
    connection->mode = FIBSD_MODE_GUEST;
    text_connection_prompt(connection, wont_echo);
    if (!may_register(connection)) {
        return false;
    }
    if (accounts_add(connection->server, connection->guest_name, password) == NULL) {
        refuse_name(connection, connection->guest_name);
        return false;
    }
    text_connection_line(connection, "You are registered.");
    text_connection_line(connection, "Type 'help beginner' to get started.");
    return true;
}

/* ---- logging in ------------------------------------------------------------------ */

static void close_old_session(struct fibsd_connection *connection,
                              struct fibsd_user *user)
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
    login_user_departs(user, FIBSD_OLD_CONNECTION);
    old->is_closing = true;
}

static void take_user(struct fibsd_connection *connection, struct fibsd_user *user)
{
    connection->is_broken = false;
    close_old_session(connection, user);
    connection->user = user;
    connection->login_s = server_time_s(connection->server);
    user->connection = connection;
    if (user->last_login_s == 0) { /* there is no log-in before this one */
        user->last_login_s = connection->login_s;
        COPY_TEXT(user->last_host, connection->host);
    }
    user->can_move = 0;
    user->has_waved = false;
}

static void put_who_list(const struct fibsd_user *user)
{
    struct fibsd *server = server_of(user);
    if (server->config.faults.has_no_who_list) {
        return;
    }
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *other = server->users[i];
        if (other->connection != NULL && other != user) {
            accounts_send_who(user->connection, other);
        }
    }
    accounts_send_who(user->connection, user);
    text_tell(user, "6");
}

/* Tells others who want it that `user` comes (CLIP 7) or goes (CLIP 8). */
static void notify_others(struct fibsd *server, const struct fibsd_user *user, int clip,
                          const char *text)
{
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *other = server->users[i];
        if (other == user || !other->toggle[FIBSD_TOGGLE_NOTIFY]) {
            continue;
        }
        if (server_is_clip(other)) {
            text_tell(other, "%d %s %s", clip, user->name, text);
        } else {
            text_tell(other, "%s", text);
        }
    }
}

static void announce_login(struct fibsd_user *user)
{
    struct fibsd *server = server_of(user);
    char line[1024];
    FORMAT_TEXT(line, "%s logs in.", user->name);
    notify_others(server, user, 7, line);
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *other = server->users[i];
        if (other != user && server_is_clip(other)) {
            accounts_send_who(other->connection, user);
            text_tell(other, "6");
        }
    }
}

static void remember_login(struct fibsd_user *user)
{
    user->last_login_s = user->connection->login_s;
    COPY_TEXT(user->last_host, user->connection->host);
    announce_login(user);
    chat_tell_waiting(user);
    accounts_reach_phase(user, FIBSD_PHASE_LOGIN);
}

static void welcome_clip(struct fibsd_user *user)
{
    text_tell(user, "1 %s %lld %s", user->name, (long long)user->last_login_s,
              user->last_host[0] != '\0' ? user->last_host : user->connection->host);
    settings_tell_own(user);
    cmd_motd(user);
    chat_deliver_messages(user);
    put_who_list(user);
    remember_login(user);
}

static void welcome_person(struct fibsd_user *user)
{
    char date[ZONE_CTIME_SIZE];
    text_tell(user, "** User %s authenticated.", user->name);
    text_tell(user, "** Last login: %s  from %s", zone_ctime(user->last_login_s, date),
              user->last_host[0] != '\0' ? user->last_host : "nowhere");
    put_motd(user->connection);
    chat_deliver_messages(user);
    remember_login(user);
}

/* The name by which wrong passwords are counted. */
static const char *counted_name(const struct fibsd_user *user)
{
    return user == NULL ? "" : user->name;
}

/* Holds the connection if wrong passwords came before; its line is taken again then. */
static bool must_wait(struct fibsd_connection *connection, const char *name)
{
    struct fibsd *server = connection->server;
    const struct fibsd_user *user = name == NULL ? NULL : accounts_find(server, name);
    int64_t opens_at =
        guard_opens_at(&server->guard, connection->host, counted_name(user));
    bool must = opens_at > server->now_ms;
    connection->held_until_ms = must ? opens_at : 0;
    return must;
}

/* Returns the user if the password is right; it may be NULL, with the name. */
static struct fibsd_user *authenticate(struct fibsd_connection *connection,
                                       const char *name, const char *password)
{
    struct fibsd *server = connection->server;
    struct fibsd_user *user = name == NULL ? NULL : accounts_find(server, name);
    bool is_right = user != NULL && password != NULL &&
                    accounts_has_password(server, user, password);
    if (is_right) {
        guard_note_right(&server->guard, connection->host, user->name);
    } else if (server->config.password_delay_ms > 0) {
        guard_note_wrong(&server->guard, connection->host, counted_name(user),
                         server->config.password_delay_ms, server->now_ms);
    }
    return is_right ? user : NULL;
}

static void refuse_login(struct fibsd_connection *connection)
{
    connection->mode = FIBSD_MODE_LOGIN;
    if (++connection->failed_logins >= FAILED_LOGINS_MAX) {
        connection->is_closing = true;
        return;
    }
    text_connection_prompt(connection, "login: ");
}

/* Reads "login CLIENT 1008 NAME PASSWORD". */
static void login_clip(struct fibsd_connection *connection, char *arguments)
{
    const char *client = words_next(&arguments);
    const char *version = words_next(&arguments);
    const char *name = words_next(&arguments);
    const char *password = words_next(&arguments);
    if (password != NULL && strcmp(name, "guest") == 0) {
        greet_guest(connection);
        return;
    }
    if (must_wait(connection, name)) {
        return;
    }
    struct fibsd_user *user = authenticate(connection, name, password);
    if (user == NULL || words_number_of(version) < 0 ||
        strlen(client) > CLIENT_NAME_MAX) {
        connection->is_broken = true;
        if (connection->server->config.faults.is_clone) {
            text_connection_prompt(connection, "\xff\xfc\x01\r\n");
        }
        refuse_login(connection);
        return;
    }
    COPY_TEXT(connection->client, client);
    connection->mode = FIBSD_MODE_CLIP;
    take_user(connection, user);
    welcome_clip(user);
}

/* Logs in after "connect NAME PASSWORD" or an interactive password. */
static void login_person(struct fibsd_connection *connection, const char *name,
                         const char *password, enum fibsd_connection_mode mode)
{
    struct fibsd_user *user = authenticate(connection, name, password);
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
    COPY_TEXT(connection->guest_name, name);
    connection->mode = FIBSD_MODE_PASSWORD;
    text_connection_prompt(connection, will_echo);
    text_connection_prompt(connection, "password: ");
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
        if (!must_wait(connection, name)) {
            login_person(connection, name, password, FIBSD_MODE_PLAIN);
        }
    } else if (strcmp(word, "guest") == 0) {
        greet_guest(connection);
    } else if (strcmp(word, "bye") == 0 || strcmp(word, "quit") == 0) {
        connection->is_closing = true;
    } else {
        ask_password(connection, word);
    }
}

void login_line(struct fibsd_connection *connection, char *line)
{
    switch (connection->mode) {
    case FIBSD_MODE_LOGIN:
        login_name(connection, line);
        break;
    case FIBSD_MODE_PASSWORD:
        if (!must_wait(connection, connection->guest_name)) {
            text_connection_prompt(connection, "\xff\xfc\x01\r\n");
            login_person(connection, connection->guest_name, line, FIBSD_MODE_TELNET);
        }
        break;
    case FIBSD_MODE_GUEST_PASSWORD:
        guest_password(connection, line);
        break;
    case FIBSD_MODE_GUEST_RETYPE:
        if (guest_retype(connection, line)) {
            login_person(connection, connection->guest_name, line, FIBSD_MODE_TELNET);
        }
        break;
    default:
        connection->is_at_prompt = false;
        guest_command(connection, line);
        break;
    }
}

/* ---- going ----------------------------------------------------------------------- */

/* What others are told, before and behind the name. */
static const char *const departure_texts[][2] = {
    [FIBSD_LOGS_OUT] = {"", " logs out."},
    [FIBSD_DROPS_CONNECTION] = {"", " drops connection."},
    [FIBSD_TIMED_OUT] = {"Connection with ", " timed out."},
    [FIBSD_OLD_CONNECTION] = {"Closed old connection with user ", "."},
};

/* Nobody watches or invites a user who has gone, and he is not away any more. */
static void forget_user(struct fibsd *server, struct fibsd_user *user, const char *text)
{
    for (int i = 0; i < server->user_count; i++) {
        struct fibsd_user *other = server->users[i];
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

void login_user_departs(struct fibsd_user *user, enum fibsd_departure departure)
{
    struct fibsd *server = server_of(user);
    char text[200];
    FORMAT_TEXT(text, "%s%s%s", departure_texts[departure][0], user->name,
                departure_texts[departure][1]);
    struct fibsd_user *opponent = user->match != NULL ? opponent_of(user) : NULL;
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
    notify_others(server, user, 8, text);
}

void login_say_goodbye(struct fibsd_user *user)
{
    struct fibsd_connection *connection = user->connection;
    if (user->match != NULL) {
        text_tell(user, "Your game with %s was saved.", opponent_of(user)->name);
    }
    text_connection_lines(connection, goodbye, sizeof goodbye / sizeof goodbye[0]);
    login_user_departs(user, FIBSD_LOGS_OUT);
    connection->is_closing = true;
}
