/*
 * Reads what FIBS answers to `oldmoves`, as people save it from their terminals: one
 * game of a match.
 *
 *      Score is 0-0 in a 5 point match.
 *      anna is X - bert is O
 *      O: (5 1) 13-8 24-23
 *      X: (4 4) can't move
 *      X: doubles
 *      O: accepts
 *      X: (6 1) bar-1 12-18
 *      O: wants to resign
 *      X: accepts
 *
 * Points are numbered as the server's board has them: O moves down, X up. The one who is
 * X becomes player 1, and the first number of the score is taken for that of X. The last turns
 * may be missing. How much a resignation was worth is not in the lines: it is taken for a single
 * game.
 */
#include <stdlib.h>
#include <string.h>

#include "match/match_format_internal.h"
#include "match/match_reader.h"
#include "match/play_text.h"
#include "match/text_line.h"

enum { SCORE_MAX = 999999 };

struct oldmoves {
    struct match_reader reader;
    int score[2];
    bool has_game; /* its names have come */
    int cube;
    bool is_doubled, is_resigning; /* a question is open */
};

/* ---- the heading ----------------------------------------------------------------- */

/* "1-0 in a 5 point match.", "... in an unlimited match." */
static bool read_score(const char *text, int score[2], int *length)
{
    char rest[TEXT_LINE_SIZE];
    *length = 0;
    return sscanf(text, "%6d-%6d in %500[^\n]", &score[0], &score[1], rest) == 3 &&
           score[0] >= 0 && score[1] >= 0 &&
           (sscanf(rest, "a %9d point", length) == 1 ||
            strncmp(rest, "an unlimited", 12) == 0);
}

static void begin_oldmoves(struct oldmoves *o, const char *text)
{
    int length;
    match_reader_end_match(&o->reader);
    if (!read_score(text, o->score, &length)) {
        match_reader_fault(&o->reader,
                           "\"%.40s\" is no score; taken for 0-0 in an unlimited match",
                           text);
        o->score[0] = o->score[1] = length = 0;
    }
    o->reader.heading.length = match_reader_length(&o->reader, length);
    o->reader.heading.says_jacoby = o->reader.heading.says_beavers = true; /* no rule */
    (void)snprintf(o->reader.heading.site, RECORD_NAME_MAX, "FIBS");
    o->has_game = false;
}

/* "anna is X - bert is O" */
static void read_names(struct oldmoves *o, const char *line)
{
    char first[RECORD_NAME_MAX], second[RECORD_NAME_MAX], mark;
    struct record_heading *heading = &o->reader.heading;
    if (sscanf(line, "%79s is %c - %79s is", first, &mark, second) != 3) {
        return;
    }
    bool is_x = mark == 'X';
    (void)snprintf(heading->my_name, RECORD_NAME_MAX, "%s", is_x ? first : second);
    (void)snprintf(heading->opponent, RECORD_NAME_MAX, "%s", is_x ? second : first);
    match_reader_game(&o->reader, 0, o->score[RECORD_ME], o->score[RECORD_OPPONENT]);
    o->has_game = true;
    o->is_doubled = o->is_resigning = false;
    o->cube = 1;
}

/* ---- turns ----------------------------------------------------------------------- */

/* "(5 1) 13-8 24-23" */
static bool take_turn(struct oldmoves *o, enum record_side side, const char *text)
{
    struct play play = {.count = 0};
    int one, other, end = 0;
    if (sscanf(text, "(%1d %1d)%n", &one, &other, &end) != 2 || end == 0 || one < 1 ||
        one > 6 || other < 1 || other > 6) {
        return false;
    }
    const char *moves = text + end;
    bool is_dance = strstr(moves, "can't move") != NULL;
    if (!is_dance &&
        !match_reader_hops(moves, '-', side, play_text_fibs_point, &play)) {
        return false;
    }
    match_reader_moves(&o->reader, side, roll_of_dice(one, other), &play);
    return true;
}

static void answer(struct oldmoves *o, enum record_side side, bool is_yes)
{
    if (o->is_resigning) {
        if (is_yes) {
            match_reader_win(&o->reader, side, o->cube);
        }
    } else {
        match_reader_cube(&o->reader, side,
                          is_yes ? RECORD_CELL_TAKE : RECORD_CELL_DROP, 0);
        o->cube *= is_yes && o->cube < SCORE_MAX / 2 ? 2 : 1;
    }
    o->is_doubled = o->is_resigning = false;
}

/* What a side did; false: not understood. */
static bool take_action(struct oldmoves *o, enum record_side side, const char *text)
{
    bool is_open = o->is_doubled || o->is_resigning;
    if (strncmp(text, "doubles", 7) == 0 || strncmp(text, "redoubles", 9) == 0) {
        match_reader_cube(&o->reader, side, RECORD_CELL_DOUBLE, 0);
        o->is_doubled = true;
    } else if (strncmp(text, "wants to resign", 15) == 0) {
        o->is_resigning = true;
    } else if (strncmp(text, "accepts", 7) == 0 || strncmp(text, "rejects", 7) == 0) {
        if (is_open) {
            answer(o, side, *text == 'a');
        }
        return is_open;
    } else if (strncmp(text, "wins", 4) == 0) {
        return true; /* the board, a drop or a resignation says how much */
    } else {
        return take_turn(o, side, text);
    }
    return true;
}

/* Passes over other lines of the terminal. */
static void read_oldmoves_line(struct oldmoves *o, const char *line)
{
    static const char heading[] = "Score is ";
    line += strspn(line, " ");
    if (strncmp(line, heading, sizeof heading - 1) == 0) {
        begin_oldmoves(o, line + sizeof heading - 1);
        return;
    }
    if (!o->has_game) {
        read_names(o, line);
        return;
    }
    if ((line[0] != 'X' && line[0] != 'O') || line[1] != ':') {
        return;
    }
    const char *text = line + 2 + strspn(line + 2, " ");
    if (!take_action(o, line[0] == 'X' ? RECORD_ME : RECORD_OPPONENT, text)) {
        match_reader_lose(&o->reader,
                          "\"%.40s\" is not understood; the rest of the game is left "
                          "out",
                          line);
    }
}

bool oldmoves_read(FILE *file, const struct record_visitor *visitor, void *context)
{
    struct oldmoves o = {.cube = 1};
    struct text_line line = {.file = file};
    bool has_games = false;
    bool is_good = match_reader_open(&o.reader, visitor, context);
    while (is_good && text_line_next(&line)) {
        o.reader.line = line.number;
        read_oldmoves_line(&o, line.text);
        has_games |= o.has_game;
    }
    if (text_line_is_full(&line)) {
        match_reader_full(&o.reader);
    }
    match_reader_close(&o.reader);
    return is_good && has_games && !ferror(file);
}
