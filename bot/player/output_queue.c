#include "bot/player/output_queue_internal.h"

#include <stdlib.h>
#include <string.h>

/* Before each output lies this. */
struct head {
    enum player_output_type type;
    size_t size; /* of what follows */
};

/* All members of the union begin here. */
#define CONTENT            offsetof(struct player_output, order)
#define SIZE(member)       sizeof((struct player_output *)NULL)->member
#define UP_TO_TEXT(member) (offsetof(struct player_output, member.text) - CONTENT)

static const size_t sizes[] = {
    [PLAYER_SEND] = UP_TO_TEXT(order),
    [PLAYER_FORGET] = 0,
    [PLAYER_READY] = SIZE(is_ready),
    [PLAYER_THINK] = SIZE(request),
    [PLAYER_CANCEL] = SIZE(number),
    [PLAYER_DECIDED] = SIZE(decided),
    [PLAYER_MATCH] = SIZE(event),
    [PLAYER_BOARD] = SIZE(board),
    [PLAYER_STANDING] = SIZE(standing),
    [PLAYER_SAVED] = SIZE(saved),
    [PLAYER_REFUSAL] = SIZE(refusal),
    [PLAYER_STUCK] = SIZE(stuck),
    [PLAYER_ASK] = SIZE(ask),
    [PLAYER_LEVEL] = SIZE(level),
    [PLAYER_NOTE] = SIZE(note),
    [PLAYER_LOG] = UP_TO_TEXT(log),
    [PLAYER_DONE] = 0,
};

static size_t size_of(const struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        return sizes[PLAYER_SEND] + strlen(output->order.text) + 1;
    case PLAYER_LOG:
        return sizes[PLAYER_LOG] + strlen(output->log.text) + 1;
    default:
        return sizes[output->type];
    }
}

bool output_queue_open(struct output_queue *queue)
{
    *queue = (struct output_queue){.bytes = malloc(OUTPUT_QUEUE_ROOM),
                                   .room = OUTPUT_QUEUE_ROOM};
    return queue->bytes != NULL;
}

void output_queue_close(struct output_queue *queue)
{
    free(queue->bytes);
    *queue = (struct output_queue){0};
}

/* Makes room for `size` bytes behind the last output. */
static bool make_room(struct output_queue *queue, size_t size)
{
    size_t used = queue->end - queue->first;
    if (queue->room - queue->end >= size) {
        return true;
    }
    if (queue->first > 0) {
        memmove(queue->bytes, queue->bytes + queue->first, used);
        queue->first = 0;
        queue->end = used;
    }
    if (queue->room - used < size) {
        size_t room = 2 * queue->room + size;
        unsigned char *bytes = realloc(queue->bytes, room);
        if (bytes == NULL) {
            return false;
        }
        queue->bytes = bytes;
        queue->room = room;
    }
    return true;
}

bool output_queue_push(struct output_queue *queue, const struct player_output *output)
{
    const struct head head = {output->type, size_of(output)};
    if (!make_room(queue, sizeof head + head.size)) {
        return false;
    }
    memcpy(queue->bytes + queue->end, &head, sizeof head);
    memcpy(queue->bytes + queue->end + sizeof head,
           (const unsigned char *)output + CONTENT, head.size);
    queue->end += sizeof head + head.size;
    return true;
}

bool output_queue_pop(struct output_queue *queue, struct player_output *output)
{
    struct head head;
    if (queue->first == queue->end) {
        return false;
    }
    memcpy(&head, queue->bytes + queue->first, sizeof head);
    *output = (struct player_output){.type = head.type};
    memcpy((unsigned char *)output + CONTENT, queue->bytes + queue->first + sizeof head,
           head.size);
    queue->first += sizeof head + head.size;
    if (queue->first == queue->end) {
        queue->first = queue->end = 0;
    }
    return true;
}
