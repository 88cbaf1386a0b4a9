#include "match/record_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { LINE_SIZE = 256, LEFT_AT = 5, RIGHT_AT = RECORD_RIGHT_AT };

struct reader {
    const struct record_visitor *visitor;
    void *context;
    struct record_heading heading;
    bool has_heading;
    int game;          /* number from the line "Game N"; 0: not in a game */
    bool wants_scores; /* the next line has the scores */
    int score[2];
    long line_begin;
    long understood; /* bytes of the file understood so far */
};

/* ---- numbers and words ----------------------------------------------------------- */

/* Reads a whole number at *text and moves behind it. */
static bool take_number(const char **text, int max, int *number)
{
    char *end = NULL;
    if (**text < '0' || **text > '9') {
        return false;
    }
    long value = strtol(*text, &end, 10);
    *text = end;
    *number = (int)value;
    return value >= 0 && value <= max;
}

static bool take_text(const char **text, const char *expected)
{
    size_t length = strlen(expected);
    bool is_there = strncmp(*text, expected, length) == 0;
    *text += is_there ? length : 0;
    return is_there;
}

static void skip_spaces(const char **text)
{
    *text += strspn(*text, " ");
}

bool record_heading_is_incomplete(const struct record_heading *heading, int game)
{
    const char *text = heading->incomplete;
    int number = 0;
    for (skip_spaces(&text); take_number(&text, 1 << 22, &number); skip_spaces(&text)) {
        if (number == game) {
            return true;
        }
    }
    return false;
}

/* ---- cells ----------------------------------------------------------------------- */

/* "8/5* 6/5" */
static bool read_play_cell(const char *text, struct play *play)
{
    play->count = 0;
    for (skip_spaces(&text); *text != '\0'; skip_spaces(&text)) {
        int from = 0, to = 0;
        if (play->count == CHECKER_MOVES_MAX || !take_number(&text, POINT_BAR, &from) ||
            !take_text(&text, "/") || !take_number(&text, POINT_BAR, &to)) {
            return false;
        }
        (void)take_text(&text, "*");
        play->moves[play->count++] = (struct checker_move){(uint8_t)from, (uint8_t)to};
    }
    return true;
}

static bool read_dice(const char *text, struct roll *roll)
{
    bool is_roll = text[0] >= '1' && text[0] <= '6' && text[1] >= '1' &&
                   text[1] <= text[0] && text[2] == ':';
    if (is_roll) {
        *roll = (struct roll){(uint8_t)(text[0] - '0'), (uint8_t)(text[1] - '0')};
    }
    return is_roll;
}

static bool read_cell(const char *text, struct record_cell *cell)
{
    skip_spaces(&text);
    if (take_text(&text, "Doubles => ")) {
        cell->type = RECORD_CELL_DOUBLE;
        return take_number(&text, 1 << 20, &cell->cube) && *text == '\0';
    }
    if (strcmp(text, "Takes") == 0 || strcmp(text, "Drops") == 0) {
        cell->type = *text == 'T' ? RECORD_CELL_TAKE : RECORD_CELL_DROP;
        return true;
    }
    cell->type = RECORD_CELL_PLAY;
    return read_dice(text, &cell->roll) && read_play_cell(text + 3, &cell->play);
}

static void trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') {
        text[--length] = '\0';
    }
}

/* Visits one cell of a row; an empty one is skipped. */
static bool visit_cell(struct reader *r, const char *part, enum record_side side,
                       long begin)
{
    char text[LINE_SIZE];
    struct record_cell cell = {.side = side, .begin = begin};
    COPY_TEXT(text, part);
    trim(text);
    if (strspn(text, " ") == strlen(text)) {
        return true;
    }
    if (!read_cell(text, &cell)) {
        return false;
    }
    if (r->visitor->cell != NULL) {
        r->visitor->cell(r->context, &cell);
    }
    return true;
}

/* ---- lines ----------------------------------------------------------------------- */

/* "  1) 31: 8/5 6/5                       42: 8/4 6/4" */
static bool read_row(struct reader *r, const char *line, bool has_newline)
{
    char left[LINE_SIZE] = "";
    size_t length = strlen(line);
    if (length < RIGHT_AT && !has_newline) {
        return false; /* cut off while being written */
    }
    bool has_right = length > RIGHT_AT && has_newline;
    r->understood = length > RIGHT_AT && !has_newline ? RIGHT_AT : r->understood;
    FORMAT_TEXT(left, "%.*s", RIGHT_AT - LEFT_AT, line + LEFT_AT);
    return visit_cell(r, left, RECORD_ME, r->line_begin) &&
           (!has_right ||
            visit_cell(r, line + RIGHT_AT, RECORD_OPPONENT, r->line_begin + RIGHT_AT));
}

static bool read_win(struct reader *r, const char *line)
{
    const char *text = line;
    int points = 0;
    skip_spaces(&text);
    enum record_side winner = text - line > LINE_SIZE / 8 ? RECORD_OPPONENT : RECORD_ME;
    if (!take_text(&text, "Wins ") || !take_number(&text, 1 << 22, &points)) {
        return false;
    }
    r->game = 0;
    if (r->visitor->win != NULL) {
        r->visitor->win(r->context, winner, points);
    }
    return true;
}

/* " our_bot : 0                           opp_a : 0" */
static bool read_scores(struct reader *r, const char *line)
{
    for (int side = 0; side < 2; side++) {
        line = strstr(line, " : ");
        if (line == NULL) {
            return false;
        }
        line += 3;
        if (!take_number(&line, 1 << 22, &r->score[side])) {
            return false;
        }
    }
    r->wants_scores = false;
    if (r->visitor->game != NULL) {
        r->visitor->game(r->context, r->game, r->score[0], r->score[1]);
    }
    return true;
}

/* ; [Player 1 "our_bot"] */
static void read_tag(struct reader *r, const char *line)
{
    struct record_heading *heading = &r->heading;
    const struct {
        const char *name;
        char *value;
    } tags[] = {{"; [Site \"", heading->site},
                {"; [Player 1 \"", heading->my_name},
                {"; [Player 2 \"", heading->opponent},
                {"; [EventDate \"", heading->date},
                {RECORD_INCOMPLETE, heading->incomplete}};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        const char *text = line;
        if (take_text(&text, tags[i].name)) {
            (void)snprintf(tags[i].value, RECORD_NAME_MAX, "%.*s",
                           (int)strcspn(text, "\""), text);
        }
    }
}

static bool read_length(struct reader *r, const char *text)
{
    skip_spaces(&text);
    if (!take_number(&text, 1000, &r->heading.length) ||
        strcmp(text, " point match") != 0) {
        return false;
    }
    r->has_heading = true;
    if (r->visitor->heading != NULL) {
        r->visitor->heading(r->context, &r->heading);
    }
    return true;
}

static bool is_row(const char *line)
{
    size_t digits = strspn(line, " 0123456789");
    return strlen(line) > LEFT_AT && digits == 3 && line[3] == ')';
}

static bool read_record_line(struct reader *r, const char *line, bool has_newline)
{
    const char *text = line;
    if (*line == ';') {
        read_tag(r, line);
        return has_newline;
    }
    if (*line == '\0') {
        return true;
    }
    if (!r->has_heading) {
        return read_length(r, line);
    }
    if (r->wants_scores) {
        return has_newline && read_scores(r, line);
    }
    if (take_text(&text, " Game ")) {
        r->wants_scores = true;
        return has_newline && take_number(&text, 1 << 22, &r->game);
    }
    if (r->game > 0 && is_row(line)) {
        return read_row(r, line, has_newline);
    }
    return r->game > 0 && has_newline && read_win(r, line);
}

long record_read(FILE *file, const struct record_visitor *visitor, void *context)
{
    struct reader r = {.visitor = visitor, .context = context};
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, file) != NULL && r.line_begin < RECORD_FILE_MAX) {
        size_t length = strcspn(line, "\n");
        bool has_newline = line[length] == '\n';
        line[length] = '\0';
        r.understood = (long)length + has_newline;
        if (strlen(line) == sizeof line - 1 ||
            !read_record_line(&r, line, has_newline)) {
            break;
        }
        r.line_begin += r.understood;
    }
    return r.has_heading && !ferror(file) ? r.line_begin : -1;
}
