#pragma once
/* The commands of one line on their way to the server and back, to judge afterwards
 * whether each was sent at its time:
 *
 *   too early     sent before the answer to the one before had come, and not because
 *                 another line of the same kind had, which nobody can tell from it
 *                 (a board comes by itself, too)
 *   out of turn   refused, though the bot had heard everything when it sent it
 *
 * What the server answered is read from what it wrote while it served the command. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fibs/command.h"
#include "fibs/message.h"

enum { ERRANDS_MAX = 16 };

struct errand {
    char command[FIBS_COMMAND_MAX + 4];
    int64_t sent_ms;
    int64_t next_ms; /* when the one after it was sent; INT64_MAX: not yet */
    bool is_served;
    int64_t answered_ms;         /* its answer is with the bot; once served */
    bool answer[FIBS_MSG_COUNT]; /* the kinds of lines in it */
    bool heard[FIBS_MSG_COUNT];  /* the kinds of lines that came until next_ms */
};

struct errands {
    struct errand list[ERRANDS_MAX]; /* a ring */
    uint64_t sent, served;
    struct fibs_message_context context; /* of what the bot hears */
};

enum errand_fault { ERRAND_GOOD, ERRAND_TOO_EARLY, ERRAND_MISTAKEN };

/* A new line: nothing is on its way. */
void errands_clear(struct errands *errands);

/* The bot sends a command. What this says of the one before, if that is known;
 * `patience_ms`: after so long it need not wait for an answer. */
enum errand_fault errands_send(struct errands *errands, int64_t now_ms,
                               int64_t patience_ms, const char *command);

/* The server has served the oldest command that it had not yet, and written `answer`,
 * which arrives at `answered_ms`. `errand`: that command. */
enum errand_fault errands_serve(struct errands *errands, int64_t answered_ms,
                                int64_t patience_ms, const char *answer, size_t size,
                                const struct errand **errand);

/* The bot hears a line. */
void errands_hear(struct errands *errands, const char *line);

/* What the server thinks of a command that came when the bot had heard everything.
 * Turned down are invitations and joins: nobody is told of an invitation that was
 * withdrawn or given to somebody else, and whom no who line has shown may be there. */
enum errand_refusal { ERRAND_TAKEN, ERRAND_OUT_OF_TURN, ERRAND_TURNED_DOWN };
enum errand_refusal errand_refusal(const struct errand *errand, const char *answer);
