#include "base/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_PATH_MAX = 4096, FOLDER_MODE = 0755 };

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
    return true;
}
