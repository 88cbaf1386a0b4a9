#pragma once
/*
 * Writes the commands that a player sends to a bgammon.org server; nothing else does, and
 * there is no way to write others. So nobody asks for `history` during a match, which
 * takes a client out of it, and nobody offers a rematch, after which the server does not
 * put a dropped client back into its match.
 *
 * Every function fills a struct bgammon_command. It returns false and leaves the command
 * empty if what it is given cannot be sent.
 */

#include <stdbool.h>

#include "base/error.h"
#include "fibs/bgammon/event.h"

enum { BGAMMON_COMMAND_SIZE = 512, BGAMMON_CLIENT_MAX = 40, BGAMMON_MOVE_MAX = 4 };

enum bgammon_command_id {
    BGAMMON_CMD_NONE,
    BGAMMON_CMD_LOGIN,
    BGAMMON_CMD_PONG,
    BGAMMON_CMD_SET,
    BGAMMON_CMD_LIST,
    BGAMMON_CMD_CREATE,
    BGAMMON_CMD_JOIN,
    BGAMMON_CMD_LEAVE,
    BGAMMON_CMD_ROLL,
    BGAMMON_CMD_DOUBLE,
    BGAMMON_CMD_MOVE,
    BGAMMON_CMD_RESET, /* takes back what was moved in this turn */
    BGAMMON_CMD_OK,
    BGAMMON_CMD_RESIGN,
    BGAMMON_CMD_SAY,
    BGAMMON_CMD_BOARD,
    BGAMMON_CMD_DISCONNECT,
    BGAMMON_COMMANDS
};

struct bgammon_command {
    enum bgammon_command_id id;
    char text[BGAMMON_COMMAND_SIZE]; /* without line end */
};

/* Writes the log-in as `client`, "fibsbot-1.0/en" (the language is after the slash), of an
 * account, or without a password as a guest. Names have letters, digits and underscores, 18
 * at most. Blanks in passwords are sent as '_', which the server takes for them. The text
 * holds the password: wipe it when it is sent. */
bool bgammon_command_login(struct bgammon_command *cmd, const char *client,
                           const char *name, const char *password);

/* Writes a command without arguments: list, leave, roll, double, reset, ok, resign,
 * board, disconnect. `resign` declines a double, and otherwise gives up the game at the price that
 * the board has now (duty.h); `ok` takes a double or ends the turn. */
bool bgammon_command_plain(struct bgammon_command *cmd, enum bgammon_command_id id);

/* Writes the answer to a ping. */
bool bgammon_command_pong(struct bgammon_command *cmd, const char *message);
/* Lets the server play what is forced, or not. */
bool bgammon_command_autoplay(struct bgammon_command *cmd, bool is_on);

/* Opens a match of 1..127 points of backgammon that everybody may join. `title` may be "".
 */
bool bgammon_command_create(struct bgammon_command *cmd, int points, const char *title);

/* Writes a whole play of 1..4 hops in the order in which they are played, in our points:
 * from 1..24 or BGAMMON_BAR to 1..24 or BGAMMON_OFF. */
bool bgammon_command_move(struct bgammon_command *cmd, const struct bgammon_hop *hops,
                          int count);

/* Writes a line to the opponent, cut to what fits; control bytes become blanks. */
bool bgammon_command_say(struct bgammon_command *cmd, const char *text);

/* Puts what one `say` takes of the text into `line`: all, or what ends before a blank where
 * there is one. Returns the rest, "" at the end. */
enum { BGAMMON_SAID_MAX = 200 };
const char *bgammon_said_next(const char *text, char line[BGAMMON_SAID_MAX + 1]);

/* ---- joining --------------------------------------------------------------------- */

/* A match to join, and what is known of who sits there. */
struct bgammon_seats {
    int game;
    bool has_names;      /* a board has named them */
    const char *name[2]; /* "": a free seat */
};
/* A list names nobody. */
struct bgammon_seats bgammon_seats_listed(const struct bgammon_listing *listing);
/* A board does; its names stay the board's. */
struct bgammon_seats bgammon_seats_seen(int game, const struct bgammon_board *board);

/* Writes a join; there is no other way to write one. A bot that joins a match in which a
 * person sits stops the server for everybody (version d14a855 then keeps a lock for ever).
 * So for a bot this returns false with `err` unless a board has shown both seats taken, by
 * bots and itself: a list names nobody, and a person may take a free seat at any time.
 * `own_name` is the server's name of us; only who is a person and has no bot's name
 * (BOT_...) may join any. Bots create matches and wait. */
bool bgammon_command_join(struct bgammon_command *cmd,
                          const struct bgammon_seats *seats, const char *own_name,
                          bool is_person, struct error *err);
