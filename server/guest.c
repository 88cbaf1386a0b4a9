#include "server/guest.h"

#include <stdio.h>
#include <string.h>

#include "server/accounts.h"
#include "server/text.h"
#include "server/words.h"

enum { PASSWORD_MIN = 4 };

static const char will_echo[] = "\xff\xfb\x01";
static const char wont_echo[] = "\xff\xfc\x01";

/* clang-format off */
static const char *const explanation[] = {
    "Welcome to FIBS. You just logged in as guest.",
    "Please register before using this server:",
    "",
    "Type 'name username' where name is the word 'name' and",
    "username is the login name you want to use.",
    "The username may not contain blanks ' ' or colons ':'.",
    "The system will then ask you for your password twice.",
    "Please make sure that you don't forget your password, and",
    "take one that opens nothing else: this server keeps it in a",
    "plain file.",
    "Please type 'bye' if you don't want to register now.",
    "",
    "ONE USERNAME PER PERSON ONLY!!!",
};
/* clang-format on */

void guest_begin(struct fibsd_connection *connection)
{
    connection->mode = MODE_GUEST;
    for (size_t i = 0; i < sizeof explanation / sizeof explanation[0]; i++) {
        text_connection_line(connection, "%s", explanation[i]);
    }
}

static void guest_help(struct fibsd_connection *connection)
{
    if (accounts_find(connection->server, connection->guest_name) != NULL) {
        text_connection_line(connection, "Type 'bye', connect again, and log in as %s.",
                             connection->guest_name);
    } else {
        text_connection_line(connection, "Type 'name username' to register, or 'bye'.");
    }
}

static void guest_name(struct fibsd_connection *connection, const char *name)
{
    if (name == NULL || !accounts_is_good_name(name)) {
        text_connection_line(connection,
                             "** Your name may only contain letters and the "
                             "underscore character _ .");
    } else if (accounts_find(connection->server, name) != NULL ||
               strcmp(name, "guest") == 0) {
        text_connection_line(
            connection,
            "** Please use another name. '%s' is already used by someone "
            "else.",
            name);
    } else {
        (void)snprintf(connection->guest_name, sizeof connection->guest_name, "%s",
                       name);
        text_connection_line(connection, "Your name will be %s", name);
        text_connection_line(connection,
                             "Type in no password and hit Enter/Return if you "
                             "want to change it now.");
        connection->mode = MODE_GUEST_PASSWORD;
        text_connection_prompt(connection, will_echo);
        text_connection_prompt(connection, "Please give your password: ");
    }
}

static void guest_command(struct fibsd_connection *connection, char *line)
{
    char whole[COMMAND_MAX + 1];
    (void)snprintf(whole, sizeof whole, "%s", line);
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
        connection->mode = MODE_GUEST;
    } else if (strlen(password) < PASSWORD_MIN || strlen(password) >= NAME_SIZE ||
               strchr(password, ' ') != NULL) {
        text_connection_line(connection, "Minimal password length is %d characters.",
                             PASSWORD_MIN);
        text_connection_prompt(connection, "Please give your password: ");
    } else {
        (void)snprintf(connection->guest_password, sizeof connection->guest_password,
                       "%s", password);
        connection->mode = MODE_GUEST_RETYPE;
        text_connection_prompt(connection, "Please retype your password: ");
    }
}

static void guest_retype(struct fibsd_connection *connection, const char *password)
{
    if (strcmp(password, connection->guest_password) != 0) {
        connection->mode = MODE_GUEST_PASSWORD;
        text_connection_prompt(connection,
                               "** The two passwords were not identical. Please "
                               "give them again. Password: ");
        return;
    }
    connection->mode = MODE_GUEST;
    text_connection_prompt(connection, wont_echo);
    if (accounts_add(connection->server, connection->guest_name, password) == NULL) {
        text_connection_line(
            connection,
            "** Please use another name. '%s' is already used by someone "
            "else.",
            connection->guest_name);
        return;
    }
    text_connection_line(connection, "You are registered.");
    text_connection_line(connection, "Type 'help beginner' to get started.");
}

void guest_line(struct fibsd_connection *connection, char *line)
{
    switch (connection->mode) {
    case MODE_GUEST_PASSWORD:
        guest_password(connection, line);
        break;
    case MODE_GUEST_RETYPE:
        guest_retype(connection, line);
        break;
    default:
        connection->is_at_prompt = false;
        guest_command(connection, line);
        break;
    }
}
