#ifndef BASE_ERROR_H
#define BASE_ERROR_H
/*
 * How every room reports a world error (a bad id, a damaged file, a wrong option) to its
 * caller.
 *
 * Libraries never print. A function that can meet a world error takes a
 * `struct error *`, returns false, NULL or -1 and fills the text with one line
 * for a person: what was expected and what was found, with the file, field, line or
 * byte offset where there is one. No trailing newline or full stop.
 */

struct error {
    char text[240]; /* always terminated */
};

/* Formats `text`, cutting what does not fit. Control bytes, as a stranger's text may
 * have them, become '?'. `err` may be NULL. */
void error_set(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
