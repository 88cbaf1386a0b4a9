#include "fibs/board.h"
#include "fibs/board_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* Name and range of every field. The ranges of fields on which no decision may rest are
 * wide, because clones put odd values there. */
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

/* ---- refusals ------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static bool
refuse(struct fibs_board_error *err, int field, const char *format, ...)
{
    if (err != NULL) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
        err->field = field;
    }
    return false;
}

/* "field 34 (dice of player 1): expected 0..6, found '7:0:...'" */
static bool refuse_field(struct fibs_board_error *err, int number, const char *expected,
                         const char *found)
{
    int length = (int)strcspn(found, ":");
    return refuse(err, number, "field %d (%s): expected %s, found '%.*s'", number,
                  field_at(number)->name, expected, length < 20 ? length : 20, found);
}

/* ---- reading -------------------------------------------------------------- */

static size_t digits(const char *text)
{
    size_t length = 0;
    while (text[length] >= '0' && text[length] <= '9') {
        length++;
    }
    return length;
}

static int value_of(const char *text, size_t length)
{
    int value = 0;
    for (size_t i = 0; i < length; i++) {
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

/* Any printable word: the length of what stands before the colon is checked, not the
 * alphabet, which clones widen. */
static bool read_name(const char **at, int number, char name[FIBS_NAME_MAX],
                      struct fibs_board_error *err)
{
    size_t length = 0;
    while ((*at)[length] > ' ' && (*at)[length] < 0x7f && (*at)[length] != ':') {
        length++;
    }
    if (length == 0 || length >= FIBS_NAME_MAX || (*at)[length] != ':') {
        return refuse_field(err, number, "a name of 1..63 characters", *at);
    }
    memcpy(name, *at, length);
    name[length] = '\0';
    *at += length + 1;
    return true;
}

static bool is_in_range(int number, long value, const char *found,
                        struct fibs_board_error *err)
{
    const struct field *field = field_at(number);
    if (value < field->low || value > field->high) {
        char range[40];
        (void)snprintf(range, sizeof range, "%d..%d", field->low, field->high);
        return refuse_field(err, number, range, found);
    }
    return true;
}

/* A number and the colon behind it. */
static bool read_number(const char **at, int number, int *value,
                        struct fibs_board_error *err)
{
    const char *text = *at;
    size_t sign = *text == '-' ? 1 : 0;
    size_t length = digits(text + sign);
    if (length == 0 || length > DIGITS_MAX) {
        return refuse_field(err, number, "a number", text);
    }
    if (text[sign + length] != ':') {
        return refuse_field(err, number, "a number and a colon", text);
    }
    *value = value_of(text + sign, length) * (sign ? -1 : 1);
    *at = text + sign + length + 1;
    return is_in_range(number, *value, text, err);
}

/* ---- the last field: what is glued behind it ------------------------------ */

/* "5 opp_a ...": a CLIP message with arguments. 3, 4 and 6 have none. */
static bool is_clip(const char *text)
{
    size_t length = digits(text);
    if (length == 0 || length > 2 || text[length] != ' ') {
        return false;
    }
    int number = value_of(text, length);
    return number >= 1 && number <= CLIP_LAST && number != 3 && number != 4 &&
           number != 6;
}

/* Whether a line of the server may begin so. */
static bool is_line(const char *text)
{
    return is_clip(text) || (*text != ' ' && digits(text) == 0);
}

/* How many of the `count` digits at `text` are the redoubles; the rest are the CLIP
 * number of the next line. */
static size_t redoubles_length(const char *text, size_t count, int last_redoubles)
{
    char last[16];
    size_t length = (size_t)snprintf(last, sizeof last, "%d", last_redoubles);
    if (length <= count && memcmp(text, last, length) == 0 && is_line(text + length)) {
        return length;
    }
    size_t most = *text == '0' ? 1 : count < REDOUBLE_DIGITS ? count : REDOUBLE_DIGITS;
    for (length = 1; length <= most; length++) {
        if (is_line(text + length)) {
            return length;
        }
    }
    return 1;
}

/* Nobody has seen how a server writes the setting that is no number: as `set` and CLIP
 * 2 do, perhaps. The length of the word. */
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
                           struct fibs_board_error *err)
{
    const char *text = *at;
    size_t word = redoubles_word(text, value);
    if (word > 0) {
        *at = text + word;
        return true;
    }
    size_t sign = *text == '-' ? 1 : 0;
    size_t count = digits(text + sign);
    if (count == 0) {
        return refuse_field(err, REDOUBLES, "a number", text);
    }
    count =
        sign ? (count < 2 ? count : 2) : redoubles_length(text, count, last_redoubles);
    *value = value_of(text + sign, count) * (sign ? -1 : 1);
    *at = text + sign + count;
    return is_in_range(REDOUBLES, *value, text, err);
}

/* ---- fields and members --------------------------------------------------- */

/* Numbers of the line, by field; fields 0..2 are not used. */
struct values {
    int at[FIELD_COUNT];
};

static void store(const struct values *v, struct fibs_board *board)
{
    board->match_length = v->at[3] > BOUNDED_MAX ? FIBS_UNLIMITED : v->at[3];
    memcpy(board->points, v->at + FIRST_POINT, sizeof board->points);
    board->turn = v->at[32];
    board->cube = v->at[37];
    board->was_doubled = v->at[40] != 0;
    board->colour = v->at[41];
    board->direction = v->at[42];
    board->home = v->at[43];
    board->bar = v->at[44];
    board->can_move = v->at[49];
    board->forced_move = v->at[50];
    board->did_crawford = v->at[51];
    board->redoubles = v->at[52];
    for (int player = 0; player < 2; player++) {
        board->score[player] = v->at[4 + player];
        board->dice[player][0] = v->at[33 + 2 * player];
        board->dice[player][1] = v->at[34 + 2 * player];
        board->may_double[player] = v->at[38 + player] != 0;
        board->off[player] = v->at[45 + player];
        board->on_bar[player] = v->at[47 + player];
    }
}

static void load(const struct fibs_board *board, struct values *v)
{
    v->at[3] = board->match_length;
    memcpy(v->at + FIRST_POINT, board->points, sizeof board->points);
    v->at[32] = board->turn;
    v->at[37] = board->cube;
    v->at[40] = board->was_doubled;
    v->at[41] = board->colour;
    v->at[42] = board->direction;
    v->at[43] = board->home;
    v->at[44] = board->bar;
    v->at[49] = board->can_move;
    v->at[50] = board->forced_move;
    v->at[51] = board->did_crawford;
    v->at[52] = board->redoubles;
    for (int player = 0; player < 2; player++) {
        v->at[4 + player] = board->score[player];
        v->at[33 + 2 * player] = board->dice[player][0];
        v->at[34 + 2 * player] = board->dice[player][1];
        v->at[38 + player] = board->may_double[player];
        v->at[45 + player] = board->off[player];
        v->at[47 + player] = board->on_bar[player];
    }
}

/* ---- what must hold between fields ---------------------------------------- */

/* The bars count by fields 47 and 48; servers disagree on the signs of points 0, 25. */
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

static bool check_checkers(const struct fibs_board *board, struct fibs_board_error *err)
{
    for (int player = 0; player < 2; player++) {
        int sum = checkers_of(board, player);
        if (sum != CHECKERS) {
            int colour = player == 0 ? board->colour : -board->colour;
            return refuse(err, -1,
                          "player %d (%s, %c): expected %d checkers on points, bar and "
                          "off, found %d",
                          player + 1, board->player[player],
                          colour == FIBS_X ? 'X' : 'O', CHECKERS, sum);
        }
    }
    return true;
}

static bool check_fields(const struct fibs_board *board, struct fibs_board_error *err)
{
    if ((board->cube & (board->cube - 1)) != 0) {
        return refuse(err, 37, "field 37 (cube): expected a power of 2, found %d",
                      board->cube);
    }
    if (board->colour == 0 || board->direction == 0) {
        int number = board->colour == 0 ? 41 : 42;
        return refuse(err, number, "field %d (%s): expected -1 or 1, found 0", number,
                      field_at(number)->name);
    }
    for (int player = 0; player < 2; player++) {
        const int *dice = board->dice[player];
        if ((dice[0] == 0) != (dice[1] == 0)) {
            return refuse(err, 33 + 2 * player,
                          "field %d (dice of player %d): expected two dice or none, "
                          "found %d and %d",
                          33 + 2 * player, player + 1, dice[0], dice[1]);
        }
    }
    return true;
}

/* ---- the line ------------------------------------------------------------- */

static bool read_fields(const char *line, int last_redoubles, struct fibs_board *board,
                        const char **rest, struct fibs_board_error *err)
{
    static const char word[] = "board:";
    if (strncmp(line, word, sizeof word - 1) != 0) {
        return refuse_field(err, 0, "board", line);
    }
    const char *at = line + sizeof word - 1;
    struct values values = {{0}};
    if (!read_name(&at, 1, board->player[0], err) ||
        !read_name(&at, 2, board->player[1], err)) {
        return false;
    }
    for (int number = FIRST_NUMBER; number < REDOUBLES; number++) {
        if (!read_number(&at, number, &values.at[number], err)) {
            return false;
        }
    }
    if (!read_redoubles(&at, last_redoubles, &values.at[REDOUBLES], err)) {
        return false;
    }
    store(&values, board);
    *rest = at;
    return true;
}

bool fibs_board_parse(const char *line, int last_redoubles, struct fibs_board *board,
                      const char **rest, struct fibs_board_error *err)
{
    return read_fields(line, last_redoubles, board, rest, err) &&
           check_fields(board, err) && check_checkers(board, err);
}

/* Appends at `end`, which has room; returns the new end. */
static char *append_text(char *end, const char *text)
{
    size_t length = strlen(text);
    memcpy(end, text, length);
    return end + length;
}

static char *append_number(char *end, int value)
{
    char reversed[12];
    int length = 0;
    unsigned left = value < 0 ? 0U - (unsigned)value : (unsigned)value;
    do {
        reversed[length++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (value < 0) {
        *end++ = '-';
    }
    while (length > 0) {
        *end++ = reversed[--length];
    }
    return end;
}

/* By hand, not by printf(): tests and servers write millions. */
size_t fibs_board_write(const struct fibs_board *board, char line[FIBS_BOARD_SIZE])
{
    struct values values = {{0}};
    load(board, &values);
    char *end = append_text(line, "board:");
    end = append_text(end, board->player[0]);
    *end++ = ':';
    end = append_text(end, board->player[1]);
    for (int i = FIRST_NUMBER; i < FIELD_COUNT; i++) {
        *end++ = ':';
        end = append_number(end, values.at[i]);
    }
    *end = '\0';
    return (size_t)(end - line);
}
