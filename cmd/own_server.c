#include "cmd/own_server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "engine/level.h"

bool own_server_password(char password[OWN_SERVER_PASSWORD_SIZE], struct error *err)
{
    unsigned char bytes[OWN_SERVER_PASSWORD_SIZE - 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return error_set(err, "no random numbers");
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        password[i] = (char)('a' + bytes[i] % 26);
    }
    password[sizeof bytes] = '\0';
    return true;
}

int own_server_rating(const char *level)
{
    const struct level *row = level_at(0);
    for (int i = 0; level != NULL && row != NULL; row = level_at(++i)) {
        if (strcmp(row->name, level) == 0) {
            return row->rating;
        }
    }
    int rating = level == NULL ? 0 : atoi(level);
    return rating > 0 ? rating : 2035;
}

bool own_server_folder(char *folder, struct error *err)
{
    char *slash = strrchr(folder, '/');
    bool is_good = true;
    if (slash != NULL && slash != folder) {
        *slash = '\0';
        is_good = folder_make(folder);
        *slash = '/';
    }
    is_good =
        is_good && (mkdir(folder, 0700) == 0 || errno == EEXIST) && folder_make(folder);
    return is_good || error_of_path(err, folder);
}

int own_server_lock(const char *folder, struct error *err)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        error_of_path(err, folder);
    } else if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        (void)close(fd);
        error_set_kind(
            err, ERROR_BUSY,
            "%s is in use by a fibsbot that runs: end that one, or give this one "
            "another --folder",
            folder);
        fd = -1;
    }
    return fd;
}

void own_server_warn(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "fibsbot: the local server: %s\n", text);
}
