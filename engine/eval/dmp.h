#pragma once
/*
 * Double match point: the chance to win when both play only to win.
 *
 * The nets evaluate games for money, where a player takes risks for a gammon and gives
 * up wins to save one. Where gammons count nothing the favourite wins less: .008 less
 * in positions that the main net gives .65 to .85. What it loses follows from the net's
 * own outputs and the class of the position ("men-back", classes.h), fitted to games
 * played for wins alone (weights/RECIPE.md).
 */

#include "engine/board/outputs.h"

struct position;

/* Returns what to add to outputs->win, that of mine, who has just moved in `after`: 0
 * without contact. The sum is in 0..1. */
double dmp_gain(const struct position *after, const struct outputs *outputs);

/* For the fit: the class of a position, 0..CLASSES_MAX - 1, and the terms whose sum,
 * weighted by the class, is the gain. */
enum { DMP_TERMS = 9 };
int dmp_class(const struct position *after);
void dmp_terms(const struct outputs *outputs, double term[DMP_TERMS]);
