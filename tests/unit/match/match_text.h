#pragma once
/* A match file in the layout of match/record.h, put together from cells. */

#include <stdio.h>
#include <string.h>

struct match_text {
    char text[32768];
    size_t size;
};

static inline void match_text_line(struct match_text *m, const char *line)
{
    m->size +=
        (size_t)snprintf(m->text + m->size, sizeof m->text - m->size, "%s\n", line);
}

static inline void match_text_heading(struct match_text *m, int length)
{
    char line[80];
    m->size = 0;
    match_text_line(m, "; [Site \"fibs.com\"]");
    match_text_line(m, "; [Player 1 \"our_bot\"]");
    match_text_line(m, "; [Player 2 \"opp_a\"]");
    match_text_line(m, "; [EventDate \"2026.11.21\"]");
    (void)snprintf(line, sizeof line, "\n %d point match", length);
    match_text_line(m, line);
}

static inline void match_text_game(struct match_text *m, int number, int us, int them)
{
    char line[120];
    (void)snprintf(line, sizeof line, "\n Game %d\n our_bot : %d%24s opp_a : %d",
                   number, us, "", them);
    match_text_line(m, line);
}

static inline void match_text_row(struct match_text *m, int number, const char *ours,
                                  const char *theirs)
{
    char line[120];
    (void)snprintf(line, sizeof line, "%3d) %-33s %s", number, ours, theirs);
    match_text_line(m, line);
}

static inline void match_text_win(struct match_text *m, bool is_ours, int points)
{
    char line[120];
    (void)snprintf(line, sizeof line, "%*s Wins %d point%s", is_ours ? 5 : 39, "",
                   points, points == 1 ? "" : "s");
    match_text_line(m, line);
}
