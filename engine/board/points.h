#ifndef ENGINE_BOARD_POINTS_H
#define ENGINE_BOARD_POINTS_H
/*
 * Points and lengths of matches in words, for people and match files. Both functions
 * write into `text` and return it.
 */

enum {
    POINTS_TEXT_SIZE = 24,
    POINTS_UNLIMITED = 9999 /* the length of an unlimited match, as FIBS writes it */
};

/* "1 point", "5 points" */
const char *points_text(int points, char text[POINTS_TEXT_SIZE]);

/* "5 points", "unlimited" (of 0 and POINTS_UNLIMITED), "length unknown" (of less) */
const char *points_length_text(int length, char text[POINTS_TEXT_SIZE]);

#endif
