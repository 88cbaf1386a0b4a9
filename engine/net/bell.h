#ifndef ENGINE_NET_BELL_H
#define ENGINE_NET_BELL_H
/*
 * The size of a bell: the discretised curve over numbers of rolls that the kernels of
 * nets make (net_kernels.h) and race_rolls.h describes.
 */

#define BELL_BENDS_CUT 3.0F

enum {
    BELL_WINDOW = 32, /* whole numbers of rolls with a chance worth keeping */
    BELL_BENDS = 6    /* He3 .. He8 */
};

#endif
