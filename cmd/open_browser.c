#include "cmd/open_browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"

static bool write_door(const char *path, const char *address)
{
    FILE *file = file_stream(path, "w", FILE_OURS);
    if (file == NULL) {
        return false;
    }
    fprintf(file, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0;url=%s\">\n",
            address);
    return fclose(file) == 0;
}

static bool has_desktop(void)
{
    return getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
}

/* xdg-open ends when it has called the browser. */
static void start_browser(const char *path)
{
    extern char **environ;
    char program[] = "xdg-open";
    char *const words[] = {program, (char *)(uintptr_t)path, NULL};
    posix_spawn_file_actions_t quiet;
    pid_t child;
    if (posix_spawn_file_actions_init(&quiet) != 0) {
        return;
    }
    (void)posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    (void)posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    (void)posix_spawnp(&child, program, &quiet, NULL, words, environ);
    (void)posix_spawn_file_actions_destroy(&quiet);
}

void open_browser(const char *door, const char *address)
{
    if (has_desktop() && write_door(door, address)) {
        start_browser(door);
    }
}
