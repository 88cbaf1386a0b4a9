#include "fibs/board.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum {
    FIRST_NUMBER = 3, /* fields 0..2: "board" and two names */
    FIRST_POINT = 6,
    REDOUBLES = 52, /* the last field: no colon behind it */
    FIELD_COUNT = 53,
    DIGITS_MAX = 9,   /* a number fits an int */
    BOUNDED_MAX = 99, /* longest match that has an end */
    CHECKERS = 15,    /* a side */
    REDOUBLE_DIGITS = 4,
    CLIP_LAST = 20 /* highest number of a CLIP message */
};

size_t fibs_digits_count(const char *text)
{
    return strspn(text, "0123456789");
}

long fibs_digits_value(const char *text, size_t count)
{
    long value = 0;
    for (size_t i = 0; i < count; i++) {
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

/* Name and range of every field. Fields on which no decision may rest have wide ranges,
 * because clones put odd values there. */
static const struct field {
    int first, last;
    const char *name;
    int low, high;
} fields[] = {
    /* clang-format off */
    { 0,  0, "the word board",           0, 0},
    { 1,  1, "name of player 1",         0, 0},
    { 2,  2, "name of player 2",         0, 0},
    { 3,  3, "match length",             0, 999999999},
    { 4,  4, "score of player 1",        0, 999999},
    { 5,  5, "score of player 2",        0, 999999},
    { 6, 31, "checkers on a point",    -15, 15},
    {32, 32, "turn",                    -1, 1},
    {33, 34, "dice of player 1",         0, 6},
    {35, 36, "dice of player 2",         0, 6},
    {37, 37, "cube",                     1, 1 << 24},
    {38, 38, "player 1 may double",      0, 1},
    {39, 39, "player 2 may double",      0, 1},
    {40, 40, "was doubled",              0, 1},
    {41, 41, "colour of player 1",      -1, 1},
    {42, 42, "direction of player 1",   -1, 1},
    {43, 43, "home",                  -999, 9999},
    {44, 44, "bar",                   -999, 9999},
    {45, 45, "borne off by player 1",    0, 15},
    {46, 46, "borne off by player 2",    0, 15},
    {47, 47, "player 1 on the bar",      0, 15},
    {48, 48, "player 2 on the bar",      0, 15},
    {49, 49, "can move",              -999, 9999},
    {50, 50, "forced move",           -999, 9999},
    {51, 51, "did Crawford",          -999, 9999},
    {52, 52, "redoubles",             -999, 9999},
    /* clang-format on */
};

static const struct field *field_at(int number)
{
    const struct field *field = fields;
    while (number > field->last) {
        field++;
    }
    return field;
}

/* "field 34 (dice of player 1): expected 0..6, found '7:0:...'" */
static bool reject_field(struct error *err, int number, const char *expected,
                         const char *found)
{
    int length = (int)strcspn(found, ":");
    error_set(err, "field %d (%s): expected %s, found '%.*s'", number,
              field_at(number)->name, expected, length < 20 ? length : 20, found);
    return false;
}

/* ---- reading -------------------------------------------------------------- */

/* Reads any printable word up to a colon: clones allow more characters than FIBS, so
 * only the length is checked. */
static bool read_player(const char **at, int number, char name[FIBS_NAME_MAX],
                        struct error *err)
{
    size_t length = 0;
    while ((*at)[length] > ' ' && (*at)[length] < 0x7f && (*at)[length] != ':') {
        length++;
    }
    if (length == 0 || length >= FIBS_NAME_MAX || (*at)[length] != ':') {
        return reject_field(err, number, "a name of 1..63 characters", *at);
    }
    memcpy(name, *at, length);
    name[length] = '\0';
    *at += length + 1;
    return true;
}

static bool is_in_range(int number, long value, const char *found, struct error *err)
{
    const struct field *field = field_at(number);
    if (value < field->low || value > field->high) {
        char range[40];
        FORMAT_TEXT(range, "%d..%d", field->low, field->high);
        return reject_field(err, number, range, found);
    }
    return true;
}

/* Reads a number and the colon behind it. */
static bool read_integer(const char **at, int number, int *value, struct error *err)
{
    const char *text = *at;
    size_t sign = *text == '-' ? 1 : 0;
    size_t length = fibs_digits_count(text + sign);
    if (length == 0 || length > DIGITS_MAX) {
        return reject_field(err, number, "a number", text);
    }
    if (text[sign + length] != ':') {
        return reject_field(err, number, "a number and a colon", text);
    }
    *value = (int)fibs_digits_value(text + sign, length) * (sign ? -1 : 1);
    *at = text + sign + length + 1;
    return is_in_range(number, *value, text, err);
}

/* ---- the last field, and the text glued to it ----------------------------- */

bool fibs_is_clip(const char *text)
{
    size_t length = fibs_digits_count(text);
    if (length == 0 || length > 2 || text[length] != ' ') {
        return false;
    }
    int number = (int)fibs_digits_value(text, length);
    return number >= 1 && number <= CLIP_LAST && number != 3 && number != 4 &&
           number != 6;
}

/* Returns whether a line of the server may begin with this text. */
static bool is_line_start(const char *text)
{
    return fibs_is_clip(text) || (*text != ' ' && fibs_digits_count(text) == 0);
}

/* Returns how many of the `count` digits at `text` are the redoubles; the others are
 * the CLIP number of the next line. */
static size_t redoubles_length(const char *text, size_t count, int last_redoubles)
{
    char last[16];
    size_t length = (size_t)snprintf(last, sizeof last, "%d", last_redoubles);
    if (length <= count && memcmp(text, last, length) == 0 &&
        is_line_start(text + length)) {
        return length;
    }
    size_t most = *text == '0' ? 1 : count < REDOUBLE_DIGITS ? count : REDOUBLE_DIGITS;
    for (length = 1; length <= most; length++) {
        if (is_line_start(text + length)) {
            return length;
        }
    }
    return 1;
}

/* Reads a word in place of the number. No server has been seen to send one; these are
 * the words of `set` and CLIP 2. Returns the word's length, 0 if there is none. */
static size_t redoubles_word(const char *text, int *value)
{
    static const struct {
        const char *word;
        int value;
    } words[] = {{"unlimited", FIBS_UNLIMITED}, {"none", 0}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(text, words[i].word, length) == 0) {
            *value = words[i].value;
            return length;
        }
    }
    return 0;
}

static bool read_redoubles(const char **at, int last_redoubles, int *value,
                           struct error *err)
{
    const char *text = *at;
    size_t word = redoubles_word(text, value);
    if (word > 0) {
        *at = text + word;
        return true;
    }
    size_t sign = *text == '-' ? 1 : 0;
    size_t count = fibs_digits_count(text + sign);
    if (count == 0) {
        return reject_field(err, REDOUBLES, "a number", text);
    }
    count =
        sign ? (count < 2 ? count : 2) : redoubles_length(text, count, last_redoubles);
    *value = (int)fibs_digits_value(text + sign, count) * (sign ? -1 : 1);
    *at = text + sign + count;
    return is_in_range(REDOUBLES, *value, text, err);
}

/* The numbers of the line by field; fields 0..2 are not numbers. */
static void store_fields(const int v[FIELD_COUNT], struct fibs_board *board)
{
    board->match_length = v[3] > BOUNDED_MAX ? FIBS_UNLIMITED : v[3];
    memcpy(board->points, v + FIRST_POINT, sizeof board->points);
    board->turn = v[32];
    board->cube = v[37];
    board->was_doubled = v[40] != 0;
    board->colour = v[41];
    board->direction = v[42];
    board->home = v[43];
    board->bar = v[44];
    board->can_move = v[49];
    board->forced_move = v[50];
    board->did_crawford = v[51];
    board->redoubles = v[52];
    for (int player = 0; player < 2; player++) {
        board->score[player] = v[4 + player];
        board->dice[player][0] = v[33 + 2 * player];
        board->dice[player][1] = v[34 + 2 * player];
        board->may_double[player] = v[38 + player] != 0;
        board->off[player] = v[45 + player];
        board->on_bar[player] = v[47 + player];
    }
}

/* ---- checks between fields ------------------------------------------------ */

/* Counts the bars by fields 47, 48: servers disagree on the signs of points 0, 25. */
static int checkers_of(const struct fibs_board *board, int player)
{
    int colour = player == 0 ? board->colour : -board->colour;
    int sum = board->off[player] + board->on_bar[player];
    for (int p = 1; p < FIBS_BOARD_POINTS - 1; p++) {
        int count = board->points[p] * colour;
        sum += count > 0 ? count : 0;
    }
    return sum;
}

static bool check_checkers(const struct fibs_board *board, struct error *err)
{
    for (int player = 0; player < 2; player++) {
        int sum = checkers_of(board, player);
        if (sum != CHECKERS) {
            int colour = player == 0 ? board->colour : -board->colour;
            error_set(err,
                      "player %d (%s, %c): expected %d checkers on points, bar and "
                      "off, found %d",
                      player + 1, board->player[player], colour == FIBS_X ? 'X' : 'O',
                      CHECKERS, sum);
            return false;
        }
    }
    return true;
}

static bool check_fields(const struct fibs_board *board, struct error *err)
{
    if ((board->cube & (board->cube - 1)) != 0) {
        error_set(err, "field 37 (cube): expected a power of 2, found %d", board->cube);
        return false;
    }
    if (board->colour == 0 || board->direction == 0) {
        int number = board->colour == 0 ? 41 : 42;
        error_set(err, "field %d (%s): expected -1 or 1, found 0", number,
                  field_at(number)->name);
        return false;
    }
    for (int player = 0; player < 2; player++) {
        const int *dice = board->dice[player];
        if ((dice[0] == 0) != (dice[1] == 0)) {
            error_set(err,
                      "field %d (dice of player %d): expected two dice or none, "
                      "found %d and %d",
                      33 + 2 * player, player + 1, dice[0], dice[1]);
            return false;
        }
    }
    return true;
}

/* ---- the line ------------------------------------------------------------- */

static bool read_fields(const char *line, int last_redoubles, struct fibs_board *board,
                        const char **rest, struct error *err)
{
    static const char word[] = "board:";
    if (strncmp(line, word, sizeof word - 1) != 0) {
        return reject_field(err, 0, "board", line);
    }
    const char *at = line + sizeof word - 1;
    int values[FIELD_COUNT];
    if (!read_player(&at, 1, board->player[0], err) ||
        !read_player(&at, 2, board->player[1], err)) {
        return false;
    }
    for (int number = FIRST_NUMBER; number < REDOUBLES; number++) {
        if (!read_integer(&at, number, &values[number], err)) {
            return false;
        }
    }
    if (!read_redoubles(&at, last_redoubles, &values[REDOUBLES], err)) {
        return false;
    }
    store_fields(values, board);
    *rest = at;
    return true;
}

bool fibs_board_parse(const char *line, int last_redoubles, struct fibs_board *board,
                      const char **rest, struct error *err)
{
    return read_fields(line, last_redoubles, board, rest, err) &&
           check_fields(board, err) && check_checkers(board, err);
}
