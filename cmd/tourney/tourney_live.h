#ifndef CMD_TOURNEY_TOURNEY_LIVE_H
#define CMD_TOURNEY_TOURNEY_LIVE_H
/*
 * The table of a running tournament, on a terminal alone: drawn again in its place as
 * results come, above the line of progress.
 */

#include "cmd/tourney/tourney_report.h"

/* Draws the standings in the place of those that are shown. */
void tourney_live_show(struct tourney_settings *settings);

/* Takes table and line of progress off the terminal, before anything else is printed. */
void tourney_live_clear(struct tourney_settings *settings);

#endif
