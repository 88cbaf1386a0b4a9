#ifndef BASE_FILE_H
#define BASE_FILE_H
/*
 * Opens files to be written that others must neither read nor redirect.
 *
 * A name in a folder that others can write to, as /tmp, may be a link that somebody else
 * has put there to have a file of ours overwritten. Such links are not followed; those
 * in folders of our own are.
 */

#include <stdio.h>

/* Like open(2), for writing: `flags` are those of open(), O_CLOEXEC is added. A created
 * file gets `mode` less the umask. Returns -1 with errno set. */
int file_open(const char *path, int flags, unsigned mode);

/* The same as a stream. `type` is "w" or "a" of fopen(). NULL with errno set. */
FILE *file_stream(const char *path, const char *type, unsigned mode);

/* Returns the text of an errno of these functions, as strerror() does. */
const char *file_error(int error);

enum { FILE_OURS = 0600, FILE_OF_GROUP = 0640 }; /* modes */

#endif
