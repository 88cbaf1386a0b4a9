#include "bot/seat/terminal/terminal_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Sequences of any terminal of today (ECMA-48). */
#define CLEAR_SCREEN "\033[2J"
#define CURSOR_HOME  "\033[H"
#define CLEAR_LINE   "\033[K"
#define CLEAR_BELOW  "\033[J"

enum { ROWS_USUAL = 24, COLUMNS_USUAL = 80 };

/* Where lines scroll, no page is cut to few rows. */
static struct terminal_size size_now(bool is_in_place)
{
    struct winsize window;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 ||
        window.ws_col == 0) {
        return (struct terminal_size){ROWS_USUAL, COLUMNS_USUAL};
    }
    bool is_enough = is_in_place || window.ws_row > ROWS_USUAL;
    return (struct terminal_size){is_enough ? window.ws_row : ROWS_USUAL,
                                  window.ws_col};
}

static bool has_cursor(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && kind != NULL &&
           kind[0] != '\0' && strcmp(kind, "dumb") != 0;
}

void terminal_screen_open(struct terminal_screen *screen)
{
    const bool is_in_place = has_cursor();
    *screen = (struct terminal_screen){.size = size_now(is_in_place),
                                       .is_in_place = is_in_place,
                                       .has_colours =
                                           is_in_place && getenv("NO_COLOR") == NULL};
}

bool terminal_screen_resize(struct terminal_screen *screen)
{
    const struct terminal_size before = screen->size;
    screen->size = size_now(screen->is_in_place);
    return screen->size.rows != before.rows || screen->size.columns != before.columns;
}

void terminal_screen_clear(const struct terminal_screen *screen)
{
    if (screen->is_in_place) {
        fputs(CLEAR_SCREEN, stdout);
    }
}

void terminal_screen_write(const struct terminal_screen *screen,
                           const struct terminal_page *page)
{
    if (!screen->is_in_place) {
        for (int i = 0; i < page->count; i++) {
            printf("%s\n", page->lines[i]);
        }
        return;
    }
    fputs(CURSOR_HOME, stdout);
    for (int i = 0; i < page->count; i++) {
        /* cleared before: behind a full line that would take its last character */
        printf(CLEAR_LINE "%s\r\n", page->lines[i]);
    }
    fputs(CLEAR_BELOW, stdout);
}
