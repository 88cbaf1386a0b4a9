#include "bot/base/output_queue.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_AT_FIRST = 8 };

static unsigned char *output_at(const struct output_queue *queue, size_t output)
{
    return queue->bytes + output * queue->size;
}

static bool make_room(struct output_queue *queue)
{
    size_t used = queue->end - queue->first;
    if (queue->end == queue->room && queue->first > 0) {
        memmove(queue->bytes, output_at(queue, queue->first), used * queue->size);
        queue->first = 0;
        queue->end = used;
    } else if (queue->end == queue->room) {
        size_t room = queue->room == 0 ? ROOM_AT_FIRST : 2 * queue->room;
        unsigned char *bytes = realloc(queue->bytes, room * queue->size);
        if (bytes == NULL) {
            return false;
        }
        queue->bytes = bytes;
        queue->room = room;
    }
    return true;
}

bool output_queue_push(struct output_queue *queue, const void *output)
{
    if (!make_room(queue)) {
        return false;
    }
    memcpy(output_at(queue, queue->end++), output, queue->size);
    return true;
}

bool output_queue_pop(struct output_queue *queue, void *output)
{
    if (queue->first == queue->end) {
        return false;
    }
    memcpy(output, output_at(queue, queue->first++), queue->size);
    if (queue->first == queue->end) {
        queue->first = queue->end = 0;
    }
    return true;
}

void *output_queue_newest(const struct output_queue *queue)
{
    return output_at(queue, queue->end - 1);
}

void output_queue_free(struct output_queue *queue)
{
    free(queue->bytes);
}
