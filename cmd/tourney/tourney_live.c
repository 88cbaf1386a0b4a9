#include "cmd/tourney/tourney_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/tourney/tourney_table.h"

static int terminal_width(void)
{
    struct winsize size = {.ws_col = 0};
    bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : 80;
}

void tourney_live_clear(struct arena_settings *settings)
{
    lab_tell_no_more(&settings->run.progress);
    if (settings->lines_shown > 0) {
        fprintf(stderr, "\033[%dA\r\033[J", settings->lines_shown);
        settings->lines_shown = 0;
    }
}

/* A line that wraps would be two to go back over. */
static int draw_lines(const char *text, int width)
{
    int lines = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        fprintf(stderr, "%.*s\n", length < width ? length : width - 1, text);
        text += length + (text[length] == '\n');
        lines++;
    }
    return lines;
}

void tourney_live_show(struct arena_settings *settings)
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
        settings->lines_shown = draw_lines(text, terminal_width());
    }
    free(text);
}
