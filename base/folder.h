#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H
/* Folders of the file system. */

#include <stdbool.h>

/* Makes a folder and those above it; that it is there already is no error. False with
 * errno set. */
bool folder_make(const char *folder);

#endif
