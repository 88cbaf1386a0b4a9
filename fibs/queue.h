#ifndef FIBS_QUEUE_H
#define FIBS_QUEUE_H
/*
 * The commands that wait to be sent, and which messages answer a command. FIBS may drop
 * a command that comes before the one before it was answered.
 */

#include <stdbool.h>

#include "fibs/command.h"
#include "fibs/message.h"

enum { FIBS_QUEUE_MAX = 32 };

struct fibs_queue {
    struct fibs_command waiting[FIBS_QUEUE_MAX]; /* a ring */
    int first, count;
};

void fibs_queue_clear(struct fibs_queue *queue);

/* False when full. A command equal to one that waits is not added again (true). */
bool fibs_queue_add(struct fibs_queue *queue, const struct fibs_command *command);

/* Takes the oldest; false when there is none. */
bool fibs_queue_take(struct fibs_queue *queue, struct fibs_command *command);

/* Drops the commands that are only good for one position or one moment: roll, move,
 * double, accept, reject, redouble, resign; invite, join, leave. */
void fibs_queue_forget_game(struct fibs_queue *queue);

/* Whether the message may be the answer to such a command: the expected one, or a
 * refusal. Taken too early by a message of someone else's doing it costs nothing but
 * the wait; so in doubt the answer is yes. Toggles and variables are judged by
 * settings.h instead. */
bool fibs_is_answer(enum fibs_command_id command, const struct fibs_message *message);

#endif
