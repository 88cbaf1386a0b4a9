/*
 * Runs a fuzz target over files: the corpus in `make test`, a crash file by hand. Each
 * argument is a file or a folder of files. Without libFuzzer, with any compiler.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/fuzz/fuzz_target.h"

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 0;
    }
    (void)fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    /* exactly as large as the input, so that reading past its end is seen */
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    int done = 0;
    if (data != NULL && size >= 0 &&
        fread(data, 1, (size_t)size, file) == (size_t)size) {
        (void)LLVMFuzzerTestOneInput(data, (size_t)size);
        done = 1;
    }
    free(data);
    (void)fclose(file);
    return done;
}

static int replay(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        return 0;
    }
    if (!S_ISDIR(info.st_mode)) {
        return replay_file(path);
    }
    DIR *folder = opendir(path);
    int done = 0;
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] != '.') {
            (void)snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            done += replay_file(name);
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    return done;
}

int main(int argc, char **argv)
{
    int done = 0;
    for (int i = 1; i < argc; i++) {
        done += replay(argv[i]);
    }
    printf("%d inputs replayed\n", done);
    return done > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
