#pragma once
/* Bytes on their way, one direction of a line with latency: what is put in comes out in
 * order, each piece at its time. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece;

struct lane {
    struct piece *first, **last;
    int64_t latest_ms; /* nothing overtakes */
};

void lane_init(struct lane *lane);
void lane_clear(struct lane *lane); /* what is on its way is lost */
void lane_put(struct lane *lane, int64_t due_ms, const char *bytes, size_t size);

/* INT64_MAX: nothing is on its way. */
int64_t lane_due(const struct lane *lane);

/* The first piece, to be freed by the caller, if it is due; else NULL. */
char *lane_take(struct lane *lane, int64_t now_ms, size_t *size);
