#pragma once
/*
 * How every room reports an error to its caller: a bad id, a damaged file, a wrong
 * option, a full disk.
 *
 * Libraries never print. A function that can fail in this way takes a `struct error *`,
 * returns false, NULL or -1, and sets the text to one line for people: what was
 * expected and what was found, with the file, field, line or byte offset if there is
 * one. No newline or full stop at the end. The kind is for programs.
 */

#include <stdbool.h>
#include <stddef.h>

enum error_kind {
    ERROR_OTHER,
    ERROR_NOT_FOUND,  /* no such file */
    ERROR_UNREADABLE, /* it is there, but the system does not let us read or write it */
    ERROR_MALFORMED,  /* text or bytes are not in the form that was expected */
    ERROR_REFUSED, /* well-formed, but not allowed: a wrong option, an illegal play */
    /* The system is short of something now; the same may work later. */
    ERROR_FULL,        /* of the disk, or a limit on the size of files (EFBIG) */
    ERROR_BUSY,        /* a port in use, a lock that somebody has */
    ERROR_UNREACHABLE, /* no route, no answer */
    ERROR_NO_MEMORY    /* or descriptors */
};

struct error {
    char text[240]; /* always NUL-terminated */
    enum error_kind kind;
};

/* Formats err->text and truncates it to its size. Control characters, which foreign
 * text may contain, and what is no UTF-8, as a letter that was cut, become '?'. `err` may
 * be NULL. Returns false, so that a function can end with `return error_set(...)`. The kind
 * is ERROR_OTHER. */
bool error_set(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with a kind, with the kind of a reason of errno, and with the kind of another
 * error, of which the text tells. */
bool error_set_kind(struct error *err, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool error_set_for(struct error *err, int reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool error_set_from(struct error *err, const struct error *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The text, ": " and what errno says, with its kind. */
bool error_set_errno(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "PATH: WHAT" with the kind of a reason of errno; of a long path the end, after "...". */
bool error_at_path(struct error *err, int reason, const char *path, const char *what);

/* The same with errno, and what it says; and with another error, which is of the file. */
bool error_of_path(struct error *err, const char *path);
bool error_in_path(struct error *err, const struct error *why, const char *path);

/* "out of memory", ERROR_NO_MEMORY */
bool error_no_memory(struct error *err);

/* Memory of zeros, which the caller frees; NULL with `err`. What has positions in it, or
 * wants a line of the cache, has a size of whole lines and is aligned to one; the rest takes
 * no pages before it is written to. */
void *error_allocate(size_t size, struct error *err);

/* Returns whether nobody need correct anything, so that the same may work later. */
bool error_passes(const struct error *err);
