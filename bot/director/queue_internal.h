#ifndef BOT_DIRECTOR_QUEUE_INTERNAL_H
#define BOT_DIRECTOR_QUEUE_INTERNAL_H
/* Outputs of the director that nobody has taken yet, oldest first. It grows as needed. */

#include "bot/director/director.h"

struct director_queue {
    struct director_output *outputs;
    int room, first, end;
};

void director_queue_free(struct director_queue *queue);

/* Appends a copy; without memory it is lost, which restoring from the rows repairs. */
void director_queue_push(struct director_queue *queue,
                         const struct director_output *output);
bool director_queue_pop(struct director_queue *queue, struct director_output *output);

#endif
