#include "tests/soak/lane.h"

#include <stdlib.h>
#include <string.h>

struct piece {
    int64_t due_ms;
    char *bytes;
    size_t size;
    struct piece *next;
};

void lane_init(struct lane *lane)
{
    *lane = (struct lane){.first = NULL};
    lane->last = &lane->first;
}

static void drop_first(struct lane *lane)
{
    struct piece *piece = lane->first;
    lane->first = piece->next;
    if (lane->first == NULL) {
        lane->last = &lane->first;
    }
    free(piece);
}

void lane_clear(struct lane *lane)
{
    while (lane->first != NULL) {
        free(lane->first->bytes);
        drop_first(lane);
    }
}

void lane_put(struct lane *lane, int64_t due_ms, const char *bytes, size_t size)
{
    struct piece *piece = malloc(sizeof *piece);
    char *copy = malloc(size + 1);
    if (piece == NULL || copy == NULL) {
        abort(); /* a soak without memory is of no use */
    }
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    lane->latest_ms = due_ms > lane->latest_ms ? due_ms : lane->latest_ms;
    *piece = (struct piece){lane->latest_ms, copy, size, NULL};
    *lane->last = piece;
    lane->last = &piece->next;
}

int64_t lane_due(const struct lane *lane)
{
    return lane->first == NULL ? INT64_MAX : lane->first->due_ms;
}

char *lane_take(struct lane *lane, int64_t now_ms, size_t *size)
{
    if (lane_due(lane) > now_ms) {
        return NULL;
    }
    char *bytes = lane->first->bytes;
    *size = lane->first->size;
    drop_first(lane);
    return bytes;
}
