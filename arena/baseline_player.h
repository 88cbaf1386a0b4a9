#pragma once
/*
 * The baseline player: a player without a net, against which nets are measured in the
 * first minutes of training. It adds hand-made terms for the race, made points, blots
 * and the bar. It is about as strong as G. Tesauro's pubeval (1993), whose weights it
 * does not use.
 */

struct play_list;

/* The number of the play that it likes most, the first of equals. */
int baseline_player_choose(const struct play_list *list);
