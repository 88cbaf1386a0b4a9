#ifndef BOT_PLAYER_OUTPUT_QUEUE_INTERNAL_H
#define BOT_PLAYER_OUTPUT_QUEUE_INTERNAL_H
/*
 * Outputs of the player that nobody has taken yet, oldest first. Each takes only the
 * bytes that it uses: a log line those of its text, not those of the largest output.
 * The queue grows when it is full, so nothing is lost.
 */

#include <stddef.h>

#include "bot/player/player.h"

/* Bytes at the start. A list of SAVED_MAX saved matches, the most that one input puts
 * out, takes 5.5 KB. Otherwise the maximum was 1.8 KB and 10 outputs, in 100 matches of
 * the soak, the corpus of fuzz_player and the unit tests. */
enum { OUTPUT_QUEUE_ROOM = 8192 };

struct output_queue {
    unsigned char *bytes; /* `room` of them; the outputs lie from `first` to `end` */
    size_t room, first, end;
};

bool output_queue_open(struct output_queue *queue); /* false: no memory */
void output_queue_close(struct output_queue *queue);

/* Appends a copy. False when there is no memory. */
bool output_queue_push(struct output_queue *queue, const struct player_output *output);
/* Takes the oldest. False when the queue is empty. */
bool output_queue_pop(struct output_queue *queue, struct player_output *output);

#endif
