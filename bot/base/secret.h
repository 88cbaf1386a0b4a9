#pragma once
/*
 * Reads passwords and other secrets. A password is read for a log-in and wiped right
 * after. A file can be read again for the next log-in; the environment only once, so the
 * caller then keeps the password until the last log-in.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { SECRET_MAX = 128 };

struct secret {
    char text[SECRET_MAX];
};

/* Reads the password from the first line of `path`, which must be a regular file that
 * neither its group nor others can read; or, with "" for a path, from the environment
 * variable FIBSBOT_PASSWORD, which is then removed from the environment. The password
 * must be 1 to 127 printable ASCII characters without blanks, as FIBS takes them. False
 * with `err`, which never quotes it. */
bool secret_read(struct secret *secret, const char *path, struct error *err);

/* Reads any other secret of one line, such as the address of a webhook: at most `size` - 1
 * characters, `size` at most SECRET_LINE_MAX. `what` names it in the error. */
enum { SECRET_LINE_MAX = 512 };
bool secret_read_line(char *text, size_t size, const char *what, const char *path,
                      struct error *err);

/* From here on the memory of this process is not written to core dumps, nor read by
 * debuggers of its user. Not with a sanitizer, which must look into it. Returns whether
 * that is so. */
bool secret_protect_memory(void);

/* Overwrites memory in a way that the compiler cannot remove. */
void secret_wipe(void *memory, size_t size);
