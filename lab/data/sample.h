#pragma once
/*
 * A training sample: an afterstate and its outputs for the player who has just moved.
 * It takes 20 bytes, in memory and in datasets (dataset.h), so that tens of millions
 * can be kept.
 *
 * A side is 40 bits, lowest first: for each of its points 1 to 24 and the bar as many 1
 * bits as it has checkers there, then a 0 bit (as in GNU position ids); the checkers
 * missing are borne off. A target is five chances in units of 1/65535, in the order of
 * struct outputs: some .000015 of resolution, far below the noise of any label.
 *
 * The last bit of a side is always 0. In the first side of a stored sample a 1 there
 * marks a sibling: an afterstate of the same position and roll as the sample before it.
 * Programs from before this mark refuse such samples as impossible positions.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/board/checkers.h"
#include "engine/board/outputs.h"

enum { SAMPLE_SIDE = 5, SAMPLE_TARGETS = 5 };

struct sample {
    uint8_t side[2][SAMPLE_SIDE]; /* mine, theirs */
    uint16_t target[SAMPLE_TARGETS];
};

/* Copies samples; where there are none the pointers may be NULL, as they may not for memcpy(). */
void sample_copy(struct sample *to, const struct sample *from, size_t count);

/* Convert a position and a target to a sample and back. `pos` must pass
 * position_fault(). Targets are limited to 0..1. */
struct sample sample_of(const struct position *pos, struct outputs target);

struct outputs sample_target(const struct sample *sample);
void sample_set_target(struct sample *sample, struct outputs target);

/* Return and set whether the sample is a sibling of the sample before it; sample_of()
 * makes samples that are not. */
bool sample_is_sibling(const struct sample *sample);
void sample_set_sibling(struct sample *sample, bool is_sibling);

void sample_position(const struct sample *sample, struct position *pos);

/* Returns whether the bytes of a sample from a file could come from sample_of(). */
bool sample_is_sound(const struct sample *sample);
