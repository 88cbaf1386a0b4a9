#include "match/mat_row.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "match/mat_position.h"
#include "match/record_internal.h"
#include "match/text_line.h"

enum {
    LEFT_GAP = 6,    /* a left cell begins within so many blanks of its row's number */
    LEFT_INDENT = 20 /* the same in a line without a number */
};

const char *mat_skip_spaces(const char *text)
{
    return text + strspn(text, " ");
}

bool mat_starts_with(const char *text, const char *word)
{
    return strncasecmp(text, word, strlen(word)) == 0;
}

int mat_take_number(const char **text)
{
    size_t digits = strspn(*text, "0123456789");
    int number = digits > 0 && digits < 7 ? atoi(*text) : -1;
    *text += digits;
    return number;
}

/* The first number in the text, 0 if there is none. */
static int number_in(const char *text)
{
    text += strcspn(text, "0123456789");
    int number = mat_take_number(&text);
    return number < 0 ? 0 : number;
}

/* ---- cells ----------------------------------------------------------------------- */

enum cell_kind {
    KIND_PLAY,
    KIND_DOUBLE,
    KIND_TAKE,
    KIND_DROP,
    KIND_BEAVER,
    KIND_WIN,
    KIND_LOSS,
    KIND_ACCEPT,
    KIND_RESIGN,
    KIND_UNKNOWN
};

/* How cells other than plays begin. */
static const struct {
    const char *word;
    enum cell_kind kind;
} cell_words[] = {
    {"double", KIND_DOUBLE}, {"redouble", KIND_DOUBLE}, {"take", KIND_TAKE},
    {"accept", KIND_ACCEPT}, {"drop", KIND_DROP},       {"pass", KIND_DROP},
    {"reject", KIND_DROP},   {"win", KIND_WIN},         {"loss", KIND_LOSS},
    {"lose", KIND_LOSS},     {"beaver", KIND_BEAVER},   {"raccoon", KIND_BEAVER},
    {"otter", KIND_BEAVER},  {"resign", KIND_RESIGN},
};
enum { CELL_WORDS = sizeof cell_words / sizeof cell_words[0] };

static bool is_die(char c)
{
    return c >= '1' && c <= '6';
}

/* Returns what stands behind "63:", or behind "00:", which Backgammon Studio writes for who
 * resigned before the roll; NULL: it is none. */
static const char *behind_roll(const char *text)
{
    bool is_roll = (is_die(text[0]) && is_die(text[1])) || strncmp(text, "00", 2) == 0;
    const char *colon = is_roll ? mat_skip_spaces(text + 2) : "";
    return *colon == ':' ? colon + 1 : NULL;
}

/* What cell begins here; KIND_UNKNOWN and false: none. */
static bool find_cell_kind(const char *text, enum cell_kind *kind)
{
    if (behind_roll(text) != NULL) {
        *kind = KIND_PLAY;
        return true;
    }
    for (int i = 0; i < CELL_WORDS; i++) {
        if (mat_starts_with(text, cell_words[i].word)) {
            *kind = cell_words[i].kind;
            return true;
        }
    }
    *kind = KIND_UNKNOWN;
    return false;
}

static bool is_dance(const char *text)
{
    static const char *const words[] = {"cannot move", "can't move", "no move",
                                        "dance"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (mat_starts_with(text, words[i])) {
            return true;
        }
    }
    return false;
}

/* Copies a play without "0/0": the roll's other die, when all checkers are off. */
static void copy_play(const char *text, char play[TEXT_LINE_SIZE])
{
    const char *none;
    play[0] = '\0';
    while ((none = strstr(text, " 0/0")) != NULL) {
        text_add(play, TEXT_LINE_SIZE, "%.*s", (int)(none - text), text);
        text = none + 4;
    }
    text_add(play, TEXT_LINE_SIZE, "%s", text);
}

static void read_play(struct match_reader *r, enum record_side side, const char *cell)
{
    char play[TEXT_LINE_SIZE];
    const char *text = mat_skip_spaces(behind_roll(cell));
    if (cell[0] == '0') {
        return; /* nothing was rolled */
    }
    struct roll roll = roll_of_dice(cell[0] - '0', cell[1] - '0');
    if (mat_starts_with(text, "illegal play")) {
        mat_read_illegal(r, side, roll, text);
        return;
    }
    if (mat_starts_with(text, "???")) {
        match_reader_unplayed(r, side, roll);
        return;
    }
    copy_play(text, play);
    match_reader_play(r, side, roll, is_dance(play) ? "" : play);
}

/* Reads one cell, without blanks around it; an empty one is skipped. */
static void read_cell(struct match_reader *r, enum record_side side, const char *cell)
{
    enum cell_kind kind;
    (void)find_cell_kind(cell, &kind);
    if (*cell == '\0') {
        return;
    }
    switch (kind) {
    case KIND_PLAY:
        read_play(r, side, cell);
        break;
    case KIND_DOUBLE:
        match_reader_cube(r, side, RECORD_CELL_DOUBLE, number_in(cell));
        break;
    case KIND_TAKE:
        match_reader_cube(r, side, RECORD_CELL_TAKE, 0);
        break;
    case KIND_DROP:
        match_reader_cube(r, side, RECORD_CELL_DROP, 0);
        break;
    case KIND_BEAVER:
        match_reader_cube(r, side, RECORD_CELL_BEAVER, number_in(cell));
        break;
    case KIND_WIN:
        match_reader_win(r, side, number_in(cell));
        break;
    case KIND_LOSS:
        match_reader_win(r, record_other(side), number_in(cell));
        break;
    case KIND_ACCEPT: /* of a double or of a resignation */
        if (r->offered_cube > 0) {
            match_reader_cube(r, side, RECORD_CELL_TAKE, 0);
        }
        break;
    case KIND_RESIGN: /* the result follows */
        break;
    case KIND_UNKNOWN:
        match_reader_lose(r,
                          "\"%.40s\" is not understood; the rest of the game is left "
                          "out",
                          cell);
        break;
    }
}

/* ---- rows ------------------------------------------------------------------------ */

/* Returns where the next cell begins, or the end of the text. */
static const char *find_cell(const char *text, const char *line)
{
    enum cell_kind kind;
    while (*text != '\0' &&
           ((text > line && text[-1] != ' ') || !find_cell_kind(text, &kind))) {
        const char *behind = mat_behind_illegal(text);
        text = behind > text ? behind : text + 1;
    }
    return text;
}

static void copy_trimmed(const char *begin, const char *end, char cell[TEXT_LINE_SIZE])
{
    begin = begin < end ? mat_skip_spaces(begin) : end;
    while (end > begin && end[-1] == ' ') {
        end--;
    }
    (void)snprintf(cell, TEXT_LINE_SIZE, "%.*s", end > begin ? (int)(end - begin) : 0,
                   begin);
}

/* "63:" */
static bool is_bare_roll(const char *cell)
{
    const char *text = behind_roll(cell);
    return text != NULL && *text == '\0' && *cell != '0';
}

/* "63:       Wins 2 points": GNU Backgammon writes the roll of a game that is resigned before
 * its first play on the left, whoever rolled, and the result where the winner sits. */
static bool is_resigned_roll(const char *left, const char *right, int right_at)
{
    enum cell_kind kind;
    return right_at < LEFT_INDENT && find_cell_kind(right, &kind) && kind == KIND_WIN &&
           is_bare_roll(left);
}

void mat_read_row(struct match_reader *r, const char *line, const char *text)
{
    char left[TEXT_LINE_SIZE], right[TEXT_LINE_SIZE];
    const char *begin = mat_skip_spaces(text);
    const char *split = begin;
    if (begin - text <= (text == line ? LEFT_INDENT : LEFT_GAP)) {
        const char *first = find_cell(begin, text);
        split = first > begin ? first : find_cell(begin + (*begin != '\0'), text);
    }
    copy_trimmed(begin, split, left);
    copy_trimmed(split, split + strlen(split), right);
    enum record_side side = is_resigned_roll(left, right, (int)(split - line))
                                ? RECORD_OPPONENT
                                : RECORD_ME;
    read_cell(r, side, left);
    r->is_of_either = is_bare_roll(left) && right[0] == '\0'; /* GNU Backgammon again */
    read_cell(r, record_other(side), right);
}

/* Whether a cube action alone begins here, not a sentence. */
static bool is_cube_action(const char *text)
{
    enum cell_kind kind;
    const char *end =
        text + strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    return find_cell_kind(text, &kind) && kind >= KIND_DOUBLE && kind <= KIND_BEAVER &&
           (*end == '\0' || strncmp(end, "  ", 2) == 0 || strncmp(end, " =>", 3) == 0);
}

const char *mat_row_of(const char *line)
{
    const char *text = mat_skip_spaces(line);
    if (is_cube_action(text)) {
        return line;
    }
    return mat_take_number(&text) >= 0 && *text == ')' ? text + 1 : NULL;
}

bool mat_read_win(struct match_reader *r, const char *line)
{
    const char *text = mat_skip_spaces(line);
    bool is_loss = mat_starts_with(text, "losses ") || mat_starts_with(text, "loses ");
    if (!is_loss && !mat_starts_with(text, "wins ")) {
        return false;
    }
    match_reader_win(
        r, (text - line > LEFT_INDENT) != is_loss ? RECORD_OPPONENT : RECORD_ME,
        number_in(text));
    return true;
}
