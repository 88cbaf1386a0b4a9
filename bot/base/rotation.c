#include "bot/base/rotation.h"

#include <stdio.h>
#include <sys/stat.h>

#include "bot/base/paths.h"

enum { NAME_SIZE = PATHS_MAX + 16 };

/* Number 0 is the file itself. */
static void name_file(const struct rotation *rotation, int number, char name[NAME_SIZE])
{
    (void)snprintf(name, NAME_SIZE, number > 0 ? "%s.%d" : "%s", rotation->path,
                   number);
}

static bool are_all_ours(const struct rotation *rotation)
{
    char name[NAME_SIZE];
    for (int i = 1; i <= rotation->files; i++) {
        name_file(rotation, i, name);
        if (!own_file_is(name, rotation->own, NULL)) {
            return false;
        }
    }
    return true;
}

static bool shift_files(const struct rotation *rotation)
{
    char from[NAME_SIZE], to[NAME_SIZE];
    bool is_moved = false;
    for (int i = rotation->files; i >= 1; i--) {
        name_file(rotation, i - 1, from);
        name_file(rotation, i, to);
        is_moved = rename(from, to) == 0;
    }
    return is_moved;
}

bool rotation_moves(const struct rotation *rotation, int fd)
{
    struct stat opened, named;
    if (rotation->limit <= 0 || fstat(fd, &opened) != 0 || !S_ISREG(opened.st_mode) ||
        opened.st_size < rotation->limit) {
        return false;
    }
    bool is_in_place = stat(rotation->path, &named) == 0 &&
                       named.st_ino == opened.st_ino && named.st_dev == opened.st_dev;
    return !is_in_place || (are_all_ours(rotation) && shift_files(rotation));
}
