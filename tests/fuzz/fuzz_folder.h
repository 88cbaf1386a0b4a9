/* A folder of a fuzz target for files of one run, removed at the end. Include once. */
#pragma once

#include <assert.h>
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FUZZ_PATH_SIZE = 400 };

static char fuzz_folder[64];

static void fuzz_folder_clear(void)
{
    char path[FUZZ_PATH_SIZE];
    DIR *dir = opendir(fuzz_folder);
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            (void)snprintf(path, sizeof path, "%s/%s", fuzz_folder, entry->d_name);
            (void)unlink(path);
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
}

static void fuzz_folder_remove(void)
{
    fuzz_folder_clear();
    (void)rmdir(fuzz_folder);
}

/* An empty folder at each call. */
static const char *fuzz_folder_new(void)
{
    if (fuzz_folder[0] == '\0') {
        (void)snprintf(fuzz_folder, sizeof fuzz_folder, "%s/fibsbot-fuzz-XXXXXX",
                       access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        assert(mkdtemp(fuzz_folder) != NULL);
        (void)atexit(fuzz_folder_remove);
    }
    fuzz_folder_clear();
    return fuzz_folder;
}

/* False: no file can have the name. */
static bool fuzz_folder_write(const char *name, const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/%s", fuzz_folder, name);
    FILE *file = fopen(path, "we");
    bool is_done = file != NULL && fwrite(data, 1, size, file) == size;
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_done;
}
