#include "server/fibsd/crowd.h"

#include <stdio.h>
#include <string.h>

#include "server/fibsd_core.h"

enum { TEXT_LONG = 3000, NAME_LONG = 60 };

/* Letters and underscores, as FIBS allows; no name of a player here. */
static const char *const names[] = {
    "The",  "You_",   "Score", "Please", "wins_",   "doubles_", "_",       "board_",
    "Type", "ERROR_", "turn_", "guest_", "accepts", "rejects_", "resigns", "null",
};

/* Texts that must not be taken for something else: another line, a prompt, markup, a
 * format, a command of the terminal, SQL. */
static const char *const texts[] = {
    "Anybody for a 5 point match?",
    "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;",
    "%s%s%s%n%n%n%d%x%p",
    "\x1b[2J\x1b]0;owned\x07\x08\x08 \x9b",
    "board:You:me:5:0:0:0:1:2:3",
    "It's your turn. Please roll or double",
    "** You're not playing.",
    "> > > login: password: ",
    "'; DROP TABLE match; --",
    "${jndi:ldap://x} `reboot` $(reboot) ; rm -rf /",
    "wins the 99 point match 99-0 .",
    "Type 'join' if you want to play the next game, type 'leave' if you don't.",
    "\xc3\xa4\xf0\x9f\x8e\xb2\xfe\xfd not ASCII",
    "{\"json\": [\"\\u0000\", }",
    "12 13 5 6 7 8 9",
    "",
};
enum { NAMES = sizeof names / sizeof names[0], TEXTS = sizeof texts / sizeof texts[0] };

static void make_name(struct fibsd *server, char name[FIBSD_NAME_SIZE])
{
    unsigned kind = splitmix_below(&server->random, 3);
    const char *word = names[splitmix_below(&server->random, NAMES)];
    if (kind == 0 && accounts_find(server, word) == NULL) {
        (void)snprintf(name, FIBSD_NAME_SIZE, "%s", word);
        return;
    }
    unsigned length = 1 + splitmix_below(&server->random, kind == 1 ? 12 : NAME_LONG);
    for (unsigned i = 0; i < length; i++) {
        name[i] =
            "abcdefghijklmnopqrstuvwxyzABCDEF_"[splitmix_below(&server->random, 33)];
    }
    (void)snprintf(name + length, FIBSD_NAME_SIZE - length, "_stranger");
    name[FIBSD_NAME_SIZE - 1] = '\0';
}

static void make_text(struct fibsd *server, char text[TEXT_LONG + 1])
{
    unsigned kind = splitmix_below(&server->random, TEXTS + 1);
    if (kind < TEXTS) {
        (void)snprintf(text, TEXT_LONG, "%s", texts[kind]);
        return;
    }
    unsigned length = splitmix_below(&server->random, TEXT_LONG);
    memset(text, 'A', length);
    text[length] = '\0';
}

static void write_talk(struct fibsd_connection *connection, const char *name)
{
    char text[TEXT_LONG + 1];
    make_text(connection->server, text);
    text_connection_line(
        connection, "%s %s %s",
        splitmix_below(&connection->server->random, 2) == 0 ? "13" : "12", name, text);
}

/* Logs a user in, and perhaps out, with hostile fields: client, host, e-mail. */
static void come_and_go(struct fibsd_connection *connection, const char *name)
{
    static const char *const fields[] = {
        "-", "<b>x</b>", "%s%n", "\x1b[31mred", "a:b:c", "'\"", "********************"};
    struct fibsd *server = connection->server;
    const char *client = fields[splitmix_below(&server->random, 7)];
    text_connection_line(connection, "7 %s %s logs in.", name, name);
    text_connection_line(
        connection, "5 %s - - %u %u %.2f %u %u %lld %s %s %s", name,
        splitmix_below(&server->random, 2), splitmix_below(&server->random, 2),
        500.0 + splitmix_below(&server->random, 200000) / 100.0,
        splitmix_below(&server->random, 100000), splitmix_below(&server->random, 4000),
        (long long)server->config.epoch_s, fields[splitmix_below(&server->random, 7)],
        client, fields[splitmix_below(&server->random, 7)]);
    text_connection_line(connection, "6");
    if (splitmix_below(&server->random, 2) == 0) {
        text_connection_line(connection, "8 %s %s drops connection.", name, name);
    }
}

void crowd_write(struct fibsd_connection *connection, size_t bytes)
{
    size_t before = connection->output.size;
    if (connection->mode != FIBSD_MODE_CLIP || connection->is_closing) {
        return;
    }
    for (size_t lines = 0; lines < bytes && connection->output.size < before + bytes;
         lines++) { /* a full output takes nothing more */
        char name[FIBSD_NAME_SIZE];
        make_name(connection->server, name);
        if (splitmix_below(&connection->server->random, 2) == 0) {
            write_talk(connection, name);
        } else {
            come_and_go(connection, name);
        }
    }
}
