/* A match to 5 of two games, which the tests of analyses and reports read: we play the opening
 * well, the opponent badly, who then passes what is a take. The last game is a backgammon with the cube on 2: 7
 * points, of which JSON alone has more than 5. */
#pragma once

#include <stdio.h>

#include "match/match_turns.h"
#include "tests/unit/match/match_text.h"

/* What has been written to `m`; NULL where it is no match. The caller frees it. */
static inline struct match_turns *read_text(struct match_text *m)
{
    struct error err;
    FILE *file = fmemopen(m->text, m->size, "r");
    struct match_turns *turns = match_turns_read_file(file, &err);
    (void)fclose(file);
    return turns;
}

/* The second game ends after `opponents`, the opponent's first play, and `ours`, our answer;
 * NULL: we make none. The caller frees it. */
static inline struct match_turns *sample_match(const char *opponents, const char *ours)
{
    static struct match_text m;
    match_text_heading(&m, 5);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "31: 8/5 6/5", "64: 13/7 13/9");
    match_text_row(&m, 2, "Doubles => 2", " Drops");
    match_text_win(&m, true, 1);
    match_text_game(&m, 2, 1, 0);
    match_text_row(&m, 1, "", opponents);
    if (ours != NULL) {
        match_text_row(&m, 2, ours, "");
    }
    match_text_win(&m, true, 6);
    return read_text(&m);
}
