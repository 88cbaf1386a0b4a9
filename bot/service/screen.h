#pragma once
/*
 * Shows a match on standard output (play.show_board): what happens as lines, and the
 * board after each turn. With play.redraw_board, on a terminal, one board stays in its
 * place with the last lines below it; else all follow each other.
 */

#include "bot/config/config.h"
#include "bot/game/match_event.h"
#include "engine/board/board_view.h"

struct screen;

/* `config` must outlive it, and says at each call whether anything is shown. NULL: no
 * memory. */
struct screen *screen_new(const struct config *config);
void screen_free(struct screen *screen); /* may be NULL */

void screen_event(struct screen *screen, const struct match_event *event);
void screen_board(struct screen *screen, const struct board_view *view,
                  const char *opponent);
