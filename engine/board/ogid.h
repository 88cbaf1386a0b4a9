#pragma once
/*
 * OGID, the position id of OpenGammon and HedgeHog: fields separated by colons
 * (documentation of the Go package ogxmparser 0.1.0 and of AnkiGammon 1.5; the numbering
 * of the points follows from their start position).
 *
 *     checkers of White, a character each: the point 0 to 9, a to p (10 to 25); White
 *         moves upward and has the bar at 0, Black moves downward, with the bar at p
 *     checkers of Black
 *     cube: owner (W, B, N), its log2, action (N none, T taken, O offered, P passed)
 *     dice, two digits; empty before the roll
 *     player on roll (W, B)
 *     and, where they follow: state (not read), scores of White and of Black, match
 *     length (0 or empty: money; with C: the Crawford game), number of the move (not
 *     read), checkers of a side (15)
 */

#include <stdbool.h>

#include "base/error.h"

struct decision_context;

/* Returns whether `text` looks like an OGID rather than an XGID: two fields of points,
 * then a cube that begins with its owner. */
bool ogid_is_one(const char *text);

/* Reads an OGID. What is missing after the player on roll defaults to money play.
 * Returns false with `err`, and leaves `at` unchanged, for a malformed id, an impossible
 * position or match state, and for what the sources do not explain: a cube that is
 * offered, and lengths with other letters than C or a C behind 0. */
bool ogid_read(const char *id, struct decision_context *at, struct error *err);
