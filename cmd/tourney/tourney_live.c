#include "cmd/tourney/tourney_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/tourney/tourney_table.h"

/* Where it is not known, that of old terminals. */
static struct winsize terminal_size(void)
{
    struct winsize size = {.ws_col = 0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ||
        size.ws_row == 0) {
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    }
    return size;
}

void tourney_live_clear(struct tourney_settings *settings)
{
    progress_clear(&settings->run.progress);
    if (settings->lines_shown > 0) {
        fprintf(stderr, "\033[%dA\r\033[J", settings->lines_shown);
        settings->lines_shown = 0;
    }
}

/* A line that wraps would be two to go back over, and what has left the screen cannot be
 * gone back to: the last line of the screen is that of the progress. */
static int draw_lines(const char *text, struct winsize size)
{
    const int room = size.ws_row > 2 ? size.ws_row - 2 : 1;
    int lines = 0;
    while (*text != '\0' && lines < room) {
        int length = (int)strcspn(text, "\n");
        fprintf(stderr, "%.*s\n", length < size.ws_col ? length : size.ws_col - 1,
                text);
        text += length + (text[length] == '\n');
        lines++;
    }
    return lines;
}

void tourney_live_show(struct tourney_settings *settings)
{
    char *text = NULL;
    size_t size = 0;
    if (settings->run.progress.is_quiet || isatty(STDERR_FILENO) != 1) {
        return;
    }
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return;
    }
    tourney_table_print(&settings->standings, false, memory);
    if (fclose(memory) == 0) {
        tourney_live_clear(settings);
        settings->lines_shown = draw_lines(text, terminal_size());
    }
    free(text);
}
