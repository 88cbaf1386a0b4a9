#include "bot/seat/terminal/terminal_page.h"

#include <stdio.h>
#include <string.h>

#include "bot/seat/terminal/terminal_command.h"
#include "view/draw.h"

#define COLOURS_END "\033[0m"

enum { LINES_BELOW = 2, WORDS_WIDTH = 31 /* of the longest command */ };

/* The bytes of `line` that fit in so many columns; sequences of colours take none. */
static size_t fitting(const char *line, int columns)
{
    size_t i = 0;
    while (line[i] != '\0') {
        if (line[i] == '\033') {
            i += strcspn(line + i, "m");
            i += line[i] == 'm';
            continue;
        }
        if (columns-- == 0) {
            return i;
        }
        i++;
    }
    return i;
}

static void add_page_line(struct terminal_page *page, const char *line, int columns)
{
    size_t length = fitting(line, columns);
    bool is_cut = line[length] != '\0' && memchr(line, '\033', length) != NULL;
    char *at = page->text + page->used;
    size_t room = TERMINAL_PAGE_SIZE - (size_t)page->used;
    if (page->count == TERMINAL_PAGE_LINES || length + sizeof COLOURS_END >= room) {
        return;
    }
    page->lines[page->count++] = at;
    page->used +=
        1 + snprintf(at, room, "%.*s%s", (int)length, line, is_cut ? COLOURS_END : "");
}

/* Of several lines. */
static void add_page_text(struct terminal_page *page, const char *text, int columns)
{
    char line[TERMINAL_TEXT_SIZE];
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        add_page_line(page, line, columns);
        text += length + (text[length] == '\n');
    }
}

static void add_board(const struct seat_view *view, bool has_colours, int columns,
                      struct terminal_page *page)
{
    char text[DRAW_SIZE];
    struct board_view board = view->board;
    if (view->phase == SEAT_TO_PLAY) {
        board.pos = view->hops.now;
    }
    if (view->phase == SEAT_BETWEEN || view->phase == SEAT_OVER) {
        board.turn = TURN_NOBODY; /* of the board line, which came before the end */
    }
    draw_board(&board, view->me.name, view->opponent.name, has_colours, text);
    add_page_text(page, text, columns);
}

/* The bytes of a sentence on its first line: up to a blank, if there is one. */
static size_t first_part(const char *text, int columns)
{
    size_t length = fitting(text, columns), end = length;
    while (text[length] != '\0' && end > 0 && text[end] != ' ') {
        end--;
    }
    return end > 0 ? end : length;
}

/* Writes a sentence, if there is a page, and returns how many lines it takes. */
static int add_sentence(const char *text, int columns, struct terminal_page *page)
{
    char part[TERMINAL_TEXT_SIZE];
    int lines = 0;
    do {
        size_t length = first_part(text, columns);
        (void)snprintf(part, sizeof part, "%.*s", (int)length, text);
        if (page != NULL) {
            add_page_line(page, part, columns);
        }
        text += length + strspn(text + length, " ");
        lines++;
    } while (*text != '\0');
    return lines;
}

/* The newest sentences that fit. */
static void add_sentences(const struct terminal_log *log, int room, int columns,
                          struct terminal_page *page)
{
    int first = log->count;
    while (first > 0 && add_sentence(log->lines[first - 1], columns, NULL) <= room) {
        first--;
        room -= add_sentence(log->lines[first], columns, NULL);
    }
    for (int i = first; i < log->count; i++) {
        (void)add_sentence(log->lines[i], columns, page);
    }
}

void terminal_page_make(const struct seat_view *view, const struct terminal_log *log,
                        struct terminal_size size, bool has_colours,
                        struct terminal_page *page)
{
    char state[TERMINAL_TEXT_SIZE];
    page->count = page->used = 0;
    if (view->has_board && size.rows > 2 * LINES_BELOW + 13) {
        add_board(view, has_colours, size.columns, page);
        add_page_line(page, "", size.columns);
    }
    terminal_text_state(view, state);
    int below = LINES_BELOW + add_sentence(state, size.columns, NULL);
    add_sentences(log, size.rows - page->count - below, size.columns, page);
    (void)add_sentence(state, size.columns, page);
}

void terminal_page_help(struct terminal_size size, struct terminal_page *page)
{
    struct terminal_command_row row;
    char line[TERMINAL_TEXT_SIZE];
    page->count = page->used = 0;
    for (int i = 0; terminal_command_row(i, &row); i++) {
        if (row.help == NULL) {
            continue;
        }
        int width = snprintf(line, sizeof line, "%s %s", row.word, row.arguments);
        (void)snprintf(line + width, sizeof line - (size_t)width, "%*s %s",
                       width < WORDS_WIDTH ? WORDS_WIDTH - width : 0, "", row.help);
        if (page->count < size.rows - LINES_BELOW) {
            add_page_line(page, line, size.columns);
        }
    }
}
