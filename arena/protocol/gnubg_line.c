#include "arena/protocol/gnubg_line.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/decision_context.h"
#include "engine/board/notation.h"

enum { MONEY_LENGTH = 9999, MINE = 1, THEIRS = -1 };

/* ---- questions ------------------------------------------------------------------- */

struct text {
    char *at;
    size_t room; /* with the NUL; 0 after something did not fit */
};

__attribute__((format(printf, 2, 3))) static void add_text(struct text *text,
                                                           const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->at, text->room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= text->room) {
        text->room = 0;
        return;
    }
    text->at += length;
    text->room -= (size_t)length;
}

static bool end_line(struct text *text, struct error *err)
{
    add_text(text, "\n");
    if (text->room == 0) {
        error_set(err, "the board makes a line longer than %d bytes",
                  GNUBG_LINE_MAX - 1);
    }
    return text->room > 0;
}

/* Fields 6 to 31: X's bar, points 1 to 24, O's bar. */
static void add_points(struct text *text, const struct position *pos)
{
    add_text(text, ":%d", -pos->theirs.at[POINT_BAR]);
    for (int p = 1; p <= 24; p++) {
        add_text(text, ":%d", pos->mine.at[p] - pos->theirs.at[25 - p]);
    }
    add_text(text, ":%d", pos->mine.at[POINT_BAR]);
}

static void add_score(struct text *text, const struct decision_context *at)
{
    const struct match_state *ms = &at->ms;
    add_text(text, ":%d:%d:%d", ms->length > 0 ? ms->length : MONEY_LENGTH,
             at->is_doubled ? ms->my_score : ms->their_score,
             at->is_doubled ? ms->their_score : ms->my_score);
}

static bool is_post_crawford(const struct match_state *ms)
{
    return ms->length > 0 && !ms->is_crawford &&
           (match_state_my_away(ms) == 1 || match_state_their_away(ms) == 1);
}

static void add_board(struct text *text, const struct decision_context *at)
{
    const struct position *pos = &at->pos;
    const struct match_state *ms = &at->ms;
    add_text(text, "board:You:Opp");
    add_score(text, at);
    add_points(text, pos);
    add_text(text, ":%d:%d:%d:0:0", at->is_opponent_on_roll ? THEIRS : MINE,
             at->roll.high, at->roll.low);
    add_text(text, ":%d:%d:%d:%d", ms->cube, ms->owner != CUBE_THEIRS,
             ms->owner != CUBE_MINE, at->is_doubled);
    add_text(text, ":%d:-1:0:25:%d:%d:%d:%d:0:0:%d:0", MINE, pos->mine.at[POINT_OFF],
             pos->theirs.at[POINT_OFF], pos->mine.at[POINT_BAR],
             pos->theirs.at[POINT_BAR], is_post_crawford(ms));
}

bool gnubg_line_write(const struct decision_context *at, char line[GNUBG_LINE_MAX],
                      struct error *err)
{
    struct text text = {line, GNUBG_LINE_MAX};
    if (at->is_opponent_on_roll != (at->is_doubled || at->resigned > 0)) {
        return error_set(err,
                         "the opponent is on roll and has not doubled or resigned");
    }
    add_board(&text, at);
    if (at->resigned > 0) {
        add_text(&text, " resignation %d", at->resigned);
    } else if (at->ms.length == 0) {
        add_text(&text, " jacobyrule %s", at->ms.has_jacoby ? "on" : "off");
    }
    return end_line(&text, err);
}

bool gnubg_line_write_evaluation(const struct position *on_roll, int plies,
                                 char line[GNUBG_LINE_MAX], struct error *err)
{
    struct decision_context at = {.pos = *on_roll, .ms = match_state_money()};
    struct text text = {line, GNUBG_LINE_MAX};
    add_text(&text, "evaluation fibsboard ");
    add_board(&text, &at);
    add_text(&text, " plies %d cube off prune", plies);
    return end_line(&text, err);
}

/* ---- answers --------------------------------------------------------------------- */

/* Copies the answer without surrounding blanks. */
static void trim(const char *reply, char word[GNUBG_REPLY_MAX])
{
    reply += strspn(reply, " \t\r");
    (void)snprintf(word, GNUBG_REPLY_MAX, "%s", reply);
    size_t length = strlen(word);
    while (length > 0 && strchr(" \t\r", word[length - 1]) != NULL) {
        word[--length] = '\0';
    }
}

int gnubg_reply_play(const char *reply, const struct position *before, struct roll roll,
                     struct play_list *list, struct error *err)
{
    char word[GNUBG_REPLY_MAX];
    trim(reply, word);
    return notation_find(word, before, roll, list, err);
}

bool gnubg_reply_yes(const char *reply, const struct decision_context *at, bool *is_yes,
                     struct error *err)
{
    static const char *const words[][3] = {
        {"double", "redouble", "roll"},
        {"take", "beaver", "drop"},
        {"accept", "accept", "reject"},
    };
    const char *const *known = words[at->resigned > 0 ? 2 : at->is_doubled];
    char word[GNUBG_REPLY_MAX];
    trim(reply, word);
    *is_yes = strcmp(word, known[0]) == 0 || strcmp(word, known[1]) == 0;
    if (!*is_yes && strcmp(word, known[2]) != 0) {
        return error_set(err, "expected \"%s\" or \"%s\", found \"%.60s\"", known[0],
                         known[2], word);
    }
    return true;
}

bool gnubg_reply_outputs(const char *reply, struct outputs *out, struct error *err)
{
    float p[5];
    const char *at = reply;
    for (int i = 0; i < 5; i++) {
        char *end = NULL;
        p[i] = strtof(at, &end);
        if (end == at || !(p[i] >= 0.0F && p[i] <= 1.0F)) {
            return error_set(err, "expected five probabilities, found \"%.60s\"",
                             reply);
        }
        at = end;
    }
    *out = (struct outputs){p[0], p[1], p[2], p[3], p[4]};
    return true;
}
