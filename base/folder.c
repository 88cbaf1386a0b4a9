#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_PATH_MAX = 4096, FOLDER_MODE = 0755 };

bool folder_is(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool folder_make(const char *folder)
{
    char path[FOLDER_PATH_MAX];
    if (snprintf(path, sizeof path, "%s/", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(path + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, FOLDER_MODE) != 0 && errno != EEXIST) {
            return false;
        }
        *slash = '/';
    }
    errno = ENOTDIR; /* of what is there and no folder */
    return folder_is(folder);
}

bool folder_walk(const char *folder, int depth, folder_visit *visit, void *context)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    bool goes_on = true;
    while (goes_on && dir != NULL && (entry = readdir(dir)) != NULL) {
        char path[FOLDER_PATH_MAX];
        struct stat status;
        bool is_above =
            strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (is_above || length >= (int)sizeof path || lstat(path, &status) != 0) {
            continue;
        }
        if (S_ISREG(status.st_mode)) {
            goes_on = visit(context, path, &status);
        } else if (S_ISDIR(status.st_mode) && depth > 0) {
            goes_on = folder_walk(path, depth - 1, visit, context);
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return goes_on;
}
