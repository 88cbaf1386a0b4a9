#ifndef FIBS_COMMAND_H
#define FIBS_COMMAND_H
/*
 * The only writer of FIBS commands. Every function fills a struct fibs_command and
 * returns false, leaving it empty, when a name or text cannot be sent: control bytes,
 * bytes >= 0x80, a text of blanks only, a name longer than 63 characters or of others
 * than letters and underscores (digits may follow: some clones allow them). Command
 * words are never abbreviated (FIBS would take "b 22" for "board").
 */

#include <stdbool.h>
#include <stddef.h>

enum { FIBS_COMMAND_MAX = 1024 }; /* FIBS takes about 1,400 characters */

enum fibs_command_id {
    FIBS_CMD_NONE,
    FIBS_CMD_LOGIN,
    FIBS_CMD_BYE,
    FIBS_CMD_SET,
    FIBS_CMD_TOGGLE,
    FIBS_CMD_SAVE,
    FIBS_CMD_SHOW_SAVED,
    FIBS_CMD_SHOW_SAVED_COUNT,
    FIBS_CMD_RAWWHO,
    FIBS_CMD_TIME,
    FIBS_CMD_INVITE,
    FIBS_CMD_JOIN,
    FIBS_CMD_LEAVE,
    FIBS_CMD_BOARD,
    FIBS_CMD_ROLL,
    FIBS_CMD_DOUBLE,
    FIBS_CMD_ACCEPT,
    FIBS_CMD_REJECT,
    FIBS_CMD_MOVE,
    FIBS_CMD_RESIGN,
    FIBS_CMD_REDOUBLE,
    FIBS_CMD_TELL,
    FIBS_CMD_KIBITZ,
    FIBS_CMD_SAY,
    FIBS_CMD_MESSAGE,
    FIBS_CMD_BACK,
    FIBS_CMD_COUNT
};

struct fibs_command {
    enum fibs_command_id id;
    char text[FIBS_COMMAND_MAX]; /* without line end */
};

/* Absolute point numbers of the board line; FIBS_BAR as a source, FIBS_OFF as a target.
 */
enum { FIBS_BAR = 100, FIBS_OFF = 101 };
struct fibs_hop {
    int from;
    int to;
};

enum { FIBS_CLIP_VERSION = 1008, FIBS_CLIENT_NAME_MAX = 20 };

/* client: 1..20 characters without blanks; a longer one makes the log-in fail.
 * password: 1..128 characters. The text holds the password: wipe it after sending. */
bool fibs_command_login(struct fibs_command *cmd, const char *client, const char *name,
                        const char *password);
/* A command without arguments: bye, save, show saved, time, leave, board, roll, double,
 * accept, reject, redouble, back, join (the next game) and toggle (their list). */
bool fibs_command_plain(struct fibs_command *cmd, enum fibs_command_id id);
/* set VARIABLE VALUE, toggle NAME: words without blanks. */
bool fibs_command_set(struct fibs_command *cmd, const char *variable,
                      const char *value);
bool fibs_command_toggle(struct fibs_command *cmd, const char *toggle);
/* rawwho, show savedcount, join: of one user. */
bool fibs_command_user(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *name);
/* length: 1..99 points, FIBS_UNLIMITED (board.h), or 0 to resume a saved match. */
bool fibs_command_invite(struct fibs_command *cmd, const char *name, int length);
/* 1..4 hops in the order to be played: those from the bar first, one die each. */
bool fibs_command_move(struct fibs_command *cmd, const struct fibs_hop *hops,
                       int count);
/* games: 1 normal, 2 gammon, 3 backgammon. */
bool fibs_command_resign(struct fibs_command *cmd, int games);
/* tell, message: to one user; text is cut to what fits. */
bool fibs_command_tell(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *name, const char *text);
/* kibitz, say. */
bool fibs_command_chat(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *text);

/* "roll", for logs. */
const char *fibs_command_name(enum fibs_command_id id);

/* The command as it may be logged: a login's password is replaced by "***". */
void fibs_command_masked(const struct fibs_command *cmd, char *buffer, size_t size);

#endif
