#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H
/* Folders of the file system. */

#include <stdbool.h>

/* Creates a folder and those above it. Succeeds if it exists already. Returns false
 * with errno set on failure. */
bool folder_make(const char *folder);

#endif
