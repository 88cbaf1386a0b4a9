#ifndef ENGINE_NET_BELL_H
#define ENGINE_NET_BELL_H
/*
 * Sizes of a bell, the discretised curve over numbers of rolls that race_rolls.h
 * describes and the net kernels (net_kernels.h) compute.
 */

#define BELL_BENDS_CUT 3.0F

enum {
    BELL_WINDOW = 32, /* numbers of rolls whose chances are kept */
    BELL_BENDS = 6    /* He3 .. He8 */
};

#endif
