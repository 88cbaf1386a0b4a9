#pragma once
/*
 * Writes FIBS commands; nothing else does. Every function fills a struct fibs_command.
 * It returns false and leaves the command empty if a name or text cannot be sent: it
 * has control bytes or bytes >= 0x80, a text is blank, or a name is longer than 63
 * characters or has other characters than letters and underscores (digits are allowed
 * except in front, since some clones allow them). Command words are never abbreviated
 * (FIBS would read "b 22" as "board").
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
    FIBS_CMD_WHO_LIST, /* rawwho for everybody; who, where there is no rawwho */
    FIBS_CMD_WHO,
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
    FIBS_CMD_ADDRESS,
    FIBS_CMD_QUESTION, /* any that only asks: fibs_command_question() */
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

/* Writes the log-in. `client` has 1..20 characters without blanks, since a longer one
 * makes the log-in fail; `password` has 1..128 characters. The text contains the
 * password: wipe it after sending. */
bool fibs_command_login(struct fibs_command *cmd, const char *client, const char *name,
                        const char *password);
/* Writes a command without arguments: bye, save, show saved, rawwho (the list), who,
 * time, leave, board, roll,
 * double, accept, reject, redouble, back, join (the next game) or toggle (lists the
 * toggles). */
bool fibs_command_plain(struct fibs_command *cmd, enum fibs_command_id id);
/* Write "set VARIABLE VALUE" and "toggle NAME", of words without blanks. */
bool fibs_command_set(struct fibs_command *cmd, const char *variable,
                      const char *value);
bool fibs_command_toggle(struct fibs_command *cmd, const char *toggle);
/* Writes rawwho, show savedcount or join for one user. */
bool fibs_command_user(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *name);
/* Writes an invitation; `length` is 1..99 points, FIBS_UNLIMITED (board.h), or 0 to
 * resume a saved match. */
bool fibs_command_invite(struct fibs_command *cmd, const char *name, int length);
/* Writes a move of 1..4 hops, one die each, in the order in which they are played;
 * those from the bar come first. */
bool fibs_command_move(struct fibs_command *cmd, const struct fibs_hop *hops,
                       int count);
/* Writes a resignation; `games` is 1 (normal), 2 (gammon) or 3 (backgammon). */
bool fibs_command_resign(struct fibs_command *cmd, int games);
/* Writes tell or message to one user; truncates `text` to what fits. */
bool fibs_command_tell(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *name, const char *text);
/* Writes kibitz or say. */
bool fibs_command_chat(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *text);

/* Writes the mail address of our account, a word with an @. */
bool fibs_command_address(struct fibs_command *cmd, const char *mail);

/* Writes a command that asks or watches and changes nothing else: its first word is one of
 * toggle, set, show, whois, where, version, stat, average, last, ratings, about, motd,
 * help, away, gag, blind, waitfor, oldmoves, pip, look, watch, unwatch. Alone: toggle, set,
 * away, gag, blind and waitfor, which list then, and those that take no argument. */
bool fibs_command_question(struct fibs_command *cmd, const char *text);

/* Returns the command that a text begins with; FIBS_CMD_NONE: none of these. */
enum fibs_command_id fibs_command_find(const char *text);

/* Returns the name of a command for logs: "roll". */
const char *fibs_command_name(enum fibs_command_id id);

/* Copies the command for the log, with the password of a log-in replaced by "***". */
void fibs_command_masked(const struct fibs_command *cmd, char *buffer, size_t size);
