#ifndef BASE_ERROR_H
#define BASE_ERROR_H
/*
 * How every room reports an error in its input (a bad id, a damaged file, a wrong
 * option) to its caller.
 *
 * Libraries never print. A function that can fail in this way takes a `struct error *`,
 * returns false, NULL or -1, and sets the text to one line for people: what was
 * expected and what was found, with the file, field, line or byte offset if there is
 * one. No newline or full stop at the end.
 */

#include <stdbool.h>

struct error {
    char text[240]; /* always NUL-terminated; its last byte is of error_passes() */
};

/* Formats err->text and truncates it to its size. Control bytes, which foreign text may
 * contain, become '?'. `err` may be NULL. It does not pass. Returns false, so that a
 * function can end with `return error_set(...)`. */
bool error_set(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for a reason of errno, and for one that another error tells. Both note whether
 * it passes: a full disk, a limit of the size of files (EFBIG), a port in use, no route, no
 * memory, a lock that somebody has. */
bool error_set_for(struct error *err, int reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool error_set_from(struct error *err, const struct error *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns whether nobody need mend anything: the same may work later. */
bool error_passes(const struct error *err);

#endif
