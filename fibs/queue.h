#pragma once
/*
 * The queue of commands to be sent, and which messages answer a command. FIBS may drop
 * a command that arrives before the previous one was answered.
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

/* Adds a command. Returns false if the queue is full. A command that is already in the
 * queue is not added again; that counts as success. */
bool fibs_queue_add(struct fibs_queue *queue, const struct fibs_command *command);

/* Removes the oldest command; returns false if there is none. */
bool fibs_queue_take(struct fibs_queue *queue, struct fibs_command *command);

/* Drops the commands that are valid only for one position or moment: roll, move,
 * double, accept, reject, redouble, resign; invite, join, leave. */
void fibs_queue_forget_game(struct fibs_queue *queue);

/* Returns whether the message may answer the command, by the expected answer or a
 * refusal. If in doubt it returns true: taking a message of another user as the answer
 * only shortens the wait. Use settings.h for toggles and variables. */
bool fibs_is_answer(enum fibs_command_id command, const struct fibs_message *message);
