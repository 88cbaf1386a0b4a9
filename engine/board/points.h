#pragma once
/*
 * Formats points and match lengths as words, for people and match files. The first two
 * functions write into `text` and return it.
 */

enum {
    POINTS_TEXT_SIZE = 24,
    POINTS_UNLIMITED = 9999 /* FIBS's match length for an unlimited match */
};

/* "1 point", "5 points" */
const char *points_text(int points, char text[POINTS_TEXT_SIZE]);

/* "5 points"; "unlimited" for 0 and POINTS_UNLIMITED; "length unknown" below 0 */
const char *points_length_text(int length, char text[POINTS_TEXT_SIZE]);

/* Points of a score as people see it: what is beyond the length of the match is cut off. */
int points_shown(int points, int length);
