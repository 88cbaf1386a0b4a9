#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_SIZE = 4096 };

/* A folder that cannot be looked at counts as one of others. */
static bool is_folder_of_others(const char *path)
{
    char folder[FOLDER_SIZE] = ".";
    struct stat st;
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (length >= sizeof folder) {
        return true;
    }
    if (slash != NULL) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    bool is_ours = stat(folder, &st) == 0 && (st.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    return !is_ours;
}

int file_open(const char *path, int flags, unsigned mode)
{
    if (is_folder_of_others(path)) {
        flags |= O_NOFOLLOW;
    }
    return open(path, flags | O_CLOEXEC, (mode_t)mode);
}

const char *file_error(int error)
{
    return error == ELOOP ? "a link, in a folder that others can write to"
                          : strerror(error);
}

FILE *file_stream(const char *path, const char *type, unsigned mode)
{
    bool appends = type[0] == 'a';
    int fd = file_open(path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC), mode);
    FILE *file = fd >= 0 ? fdopen(fd, type) : NULL;
    if (file == NULL && fd >= 0) {
        int error = errno;
        (void)close(fd);
        errno = error;
    }
    return file;
}
