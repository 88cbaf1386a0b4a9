#pragma once
/* Folders of the file system. */

#include <stdbool.h>
#include <sys/stat.h>

/* Creates a folder and those above it, which nobody else can write to whatever the
 * umask: they could remove the files in them and put others there. Succeeds if it exists
 * already. Returns false with errno set on failure. */
bool folder_make(const char *folder);

/* Whether `path` is a folder, or a link to one. */
bool folder_is(const char *path);

/* Visits the regular files of a folder, and of folders `depth` levels below it, in no
 * order; links are not followed. What cannot be read is left out. False once a visit
 * returns false, which ends the walk. */
typedef bool folder_visit(void *context, const char *path, const struct stat *status);
bool folder_walk(const char *folder, int depth, folder_visit *visit, void *context);
