#pragma once
/* Outputs of a state machine that nobody has taken yet, oldest first, all of one type. The
 * queue grows when it is full, so nothing is lost. */

#include <stdbool.h>
#include <stddef.h>

struct output_queue {
    size_t size;             /* of an output; set at the start, all else is 0 then */
    size_t room, first, end; /* in outputs; they lie from `first` to `end` */
    unsigned char *bytes;
};

/* Appends a copy. False when there is no memory. */
bool output_queue_push(struct output_queue *queue, const void *output);
/* Takes the oldest. False when the queue is empty. */
bool output_queue_pop(struct output_queue *queue, void *output);
/* Returns the newest, which must be there, to be changed. */
void *output_queue_newest(const struct output_queue *queue);
void output_queue_free(struct output_queue *queue);
