#include "cmd/spar_web.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"

enum { PATH_MAX_HERE = 4096 + 32 };

/* The address holds a secret, and others can see the words of a command: so the browser
 * is given a file that leads there. */
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

struct table *spar_web_open(const struct table_options *options, bool opens,
                            struct error *err)
{
    char address[TABLE_ADDRESS_SIZE], path[PATH_MAX_HERE];
    struct table *table = table_open(options, err);
    if (table == NULL) {
        return NULL;
    }
    table_address(table, address);
    printf("Play in the browser:  %s\n"
           "  Who knows this address can play for you: keep it to yourself.\n"
           "Ctrl-C ends; the match is saved and goes on next time.\n\n",
           address);
    (void)fflush(stdout);
    (void)snprintf(path, sizeof path, "%s/table.html", options->folder);
    if (opens && has_desktop() && write_door(path, address)) {
        start_browser(path);
    }
    return table;
}
