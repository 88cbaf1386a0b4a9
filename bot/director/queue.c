#include "bot/director/queue_internal.h"

#include <stdlib.h>

enum { QUEUE_ROOM = 32 };

void director_queue_free(struct director_queue *queue)
{
    free(queue->outputs);
    *queue = (struct director_queue){0};
}

static bool director_queue_grow(struct director_queue *queue)
{
    int room = queue->room == 0 ? QUEUE_ROOM : 2 * queue->room;
    struct director_output *outputs =
        realloc(queue->outputs, (size_t)room * sizeof *outputs);
    if (outputs == NULL) {
        return false;
    }
    queue->outputs = outputs;
    queue->room = room;
    return true;
}

void director_queue_push(struct director_queue *queue,
                         const struct director_output *output)
{
    if (queue->end < queue->room || director_queue_grow(queue)) {
        queue->outputs[queue->end++] = *output;
    }
}

bool director_queue_pop(struct director_queue *queue, struct director_output *output)
{
    if (queue->first == queue->end) {
        return false;
    }
    *output = queue->outputs[queue->first++];
    if (queue->first == queue->end) {
        queue->first = queue->end = 0;
    }
    return true;
}
