#include "bot/service/screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/board/notation.h"
#include "engine/board/points.h"
#include "engine/board/position.h"
#include "view/draw.h"

enum { LINES = 5, LINE_SIZE = 120 };

struct screen {
    const struct config *config;
    bool is_terminal, has_colours;
    bool is_begun;        /* in place: the terminal is cleared */
    struct position last; /* before the next play */
    char board[DRAW_SIZE];
    char lines[LINES][LINE_SIZE]; /* in place: the last ones, oldest first */
};

struct screen *screen_new(const struct config *config)
{
    struct screen *screen = error_allocate(sizeof *screen, NULL);
    if (screen != NULL) {
        screen->config = config;
        screen->is_terminal = isatty(STDOUT_FILENO) == 1;
        screen->has_colours = screen->is_terminal && getenv("NO_COLOR") == NULL;
        position_start(&screen->last);
    }
    return screen;
}

void screen_free(struct screen *screen)
{
    free(screen);
}

/* ---- on the terminal ------------------------------------------------------------- */

static bool is_in_place(const struct screen *screen)
{
    return screen->is_terminal && screen->config->play.redraw_board;
}

/* Writes each line of `text` over what stood there. */
static void overwrite(const char *text)
{
    for (; *text != '\0'; text++) {
        fputs(*text == '\n' ? "\033[K" : "", stdout);
        (void)putchar(*text);
    }
}

static void redraw(struct screen *screen)
{
    fputs(screen->is_begun ? "\033[H" : "\033[2J\033[H", stdout);
    screen->is_begun = true;
    overwrite(screen->board);
    overwrite("\n");
    for (int i = 0; i < LINES; i++) {
        overwrite(screen->lines[i]);
        fputs(screen->lines[i][0] != '\0' ? "\033[K\n" : "", stdout);
    }
    fputs("\033[J", stdout);
    (void)fflush(stdout);
}

__attribute__((format(printf, 2, 3))) static void show(struct screen *screen,
                                                       const char *format, ...)
{
    char line[LINE_SIZE];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (is_in_place(screen)) {
        memmove(screen->lines[0], screen->lines[1], sizeof screen->lines - LINE_SIZE);
        (void)snprintf(screen->lines[LINES - 1], LINE_SIZE, "%s",
                       line + strspn(line, "\n"));
        redraw(screen);
    } else {
        (void)puts(line);
        (void)fflush(stdout);
    }
}

/* ---- what happens ---------------------------------------------------------------- */

static void show_play(struct screen *screen, const char *name,
                      const struct match_event *event)
{
    char text[NOTATION_SIZE];
    struct position before =
        event->is_mine ? screen->last : position_swap(&screen->last);
    notation_write(&before, &event->play, text);
    show(screen, "%s %d-%d: %s", name, event->roll.high, event->roll.low,
         event->play.count > 0 ? text : "cannot move");
}

void screen_event(struct screen *screen, const struct match_event *event)
{
    static const char *const games[] = {"", " a single game", " a gammon",
                                        " a backgammon"};
    const char *me = screen->config->account.name;
    const char *name = event->is_mine ? me : event->opponent;
    char points[POINTS_TEXT_SIZE];
    if (!screen->config->play.show_board) {
        return;
    }
    switch (event->type) {
    case MATCH_START:
        show(screen, "\n%s plays %s, %s", me, event->opponent,
             points_length_text(event->length, points));
        break;
    case MATCH_GAME_START:
        show(screen, "\nA new game: %s %d, %s %d", me, event->my_score, event->opponent,
             event->their_score);
        break;
    case MATCH_PLAY:
        show_play(screen, name, event);
        break;
    case MATCH_DOUBLE:
        show(screen, "%s doubles to %d", name, event->points);
        break;
    case MATCH_TAKE:
        show(screen, "%s takes", name);
        break;
    case MATCH_DROP:
        show(screen, "%s passes", name);
        break;
    case MATCH_RESIGN:
        show(screen, "%s resigns%s", name,
             games[event->points >= 0 && event->points <= 3 ? event->points : 0]);
        break;
    case MATCH_GAME_END:
    case MATCH_GAME_CORRECTED:
        show(screen, "%s wins %s", name, points_text(event->points, points));
        break;
    case MATCH_END:
        show(screen, "%s: %s %d, %s %d\n",
             event->is_finished ? "Final score" : "Not finished", me,
             points_shown(event->my_score, event->length), event->opponent,
             points_shown(event->their_score, event->length));
        break;
    case MATCH_RESUMED:
        show(screen, "\n%s resumes against %s", me, event->opponent);
        break;
    case MATCH_GAME_RESUME:
    case MATCH_SAVED:
        break;
    }
}

void screen_board(struct screen *screen, const struct board_view *view,
                  const char *opponent)
{
    bool is_after_turn = view->roll.high == 0 && view->turn != TURN_NOBODY;
    bool is_due = is_in_place(screen) || is_after_turn;
    screen->last = view->pos;
    if (!screen->config->play.show_board || !is_due) {
        return;
    }
    draw_board(view, screen->config->account.name, opponent, screen->has_colours,
               screen->board);
    if (is_in_place(screen)) {
        redraw(screen);
    } else {
        (void)puts(screen->board);
        (void)fflush(stdout);
    }
}
