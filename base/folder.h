#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H
/* Folders of the file system. */

#include <stdbool.h>

/* Creates a folder and those above it, which nobody else can write to whatever the
 * umask: he could remove the files in them and put others there. Succeeds if it exists
 * already. Returns false with errno set on failure. */
bool folder_make(const char *folder);

#endif
