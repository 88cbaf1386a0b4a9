#include "arena/protocol/gnubg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"

enum { MONEY_LENGTH = 9999, MINE = 1, THEIRS = -1 };

/* ---- writing questions ----------------------------------------------------------- */

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
             pos->theirs.at[POINT_BAR], match_state_is_post_crawford(ms));
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

/* ---- reading questions ----------------------------------------------------------- */

/* Fields as they are numbered in a FIBS board line, from the length of the match on. */
enum {
    FIELD_LENGTH = 3,
    FIELD_FIRST_SCORE = 4,
    FIELD_SECOND_SCORE = 5,
    FIELD_POINTS = 6,
    FIELD_TURN = 32,
    FIELD_DICE = 33,
    FIELD_CUBE = 37,
    FIELD_MAY_DOUBLE = 38,
    FIELD_WAS_DOUBLED = 40,
    FIELD_COLOUR = 41,
    FIELD_DIRECTION = 42,
    FIELD_IS_POST_CRAWFORD = 51,
    FIELDS = 53,
    BOARD_POINTS = 26,
    NUMBER_MAX = 99999
};

struct board {
    int field[FIELDS];
};

/* Moves `*at` past two names, each with its colon. */
static bool skip_names(const char **at)
{
    bool is_good = true;
    for (int n = 0; n < 2 && is_good; n++) {
        const char *colon = strchr(*at, ':');
        is_good = colon != NULL && colon > *at;
        *at = is_good ? colon + 1 : *at;
    }
    return is_good;
}

static bool read_field(const char **at, int number, int *value, struct error *err)
{
    char *end = NULL;
    long read = strtol(*at, &end, 10);
    bool is_last = number == FIELDS - 1;
    if (end == *at || read < -NUMBER_MAX || read > NUMBER_MAX ||
        (is_last ? *end != '\0' && *end != ' ' : *end != ':')) {
        return error_set(err, "field %d: expected a number, found \"%.20s\"", number,
                         *at);
    }
    *value = (int)read;
    *at = end + !is_last;
    return true;
}

static bool read_board_fields(const char **at, struct board *board, struct error *err)
{
    static const char head[] = "board:";
    if (strncmp(*at, head, strlen(head)) != 0) {
        return error_set(err, "expected a board line, found \"%.40s\"", *at);
    }
    *at += strlen(head);
    if (!skip_names(at)) {
        return error_set(err, "expected two names after \"board:\"");
    }
    for (int i = FIELD_LENGTH; i < FIELDS; i++) {
        if (!read_field(at, i, &board->field[i], err)) {
            return false;
        }
    }
    return true;
}

/* Field `number`, in least..most. */
static bool check_field(const struct board *board, int number, int least, int most,
                        struct error *err)
{
    int value = board->field[number];
    return (value >= least && value <= most) ||
           error_set(err, "field %d: expected %d to %d, found %d", number, least, most,
                     value);
}

static bool check_fields(const struct board *board, struct error *err)
{
    static const struct {
        int number, least, most;
    } limits[] = {
        {FIELD_LENGTH, 0, NUMBER_MAX},
        {FIELD_FIRST_SCORE, 0, NUMBER_MAX},
        {FIELD_SECOND_SCORE, 0, NUMBER_MAX},
        {FIELD_TURN, -1, 1},
        {FIELD_DICE, 0, 6},
        {FIELD_DICE + 1, 0, 6},
        {FIELD_DICE + 2, 0, 6},
        {FIELD_DICE + 3, 0, 6},
        {FIELD_CUBE, 1, 4096},
        {FIELD_MAY_DOUBLE, 0, 1},
        {FIELD_MAY_DOUBLE + 1, 0, 1},
        {FIELD_WAS_DOUBLED, 0, 1},
        {FIELD_COLOUR, 1, 1},
        {FIELD_DIRECTION, -1, -1},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (!check_field(board, limits[i].number, limits[i].least, limits[i].most,
                         err)) {
            return false;
        }
    }
    for (int p = 0; p < BOARD_POINTS; p++) {
        if (!check_field(board, FIELD_POINTS + p, -CHECKERS, CHECKERS, err)) {
            return false;
        }
    }
    return board->field[FIELD_TURN] != 0 ||
           error_set(err, "field %d: it is nobody's turn", FIELD_TURN);
}

/* `mine` is the positive side. */
static bool read_board_position(const struct board *board, struct position *pos,
                                struct error *err)
{
    memset(pos, 0, sizeof *pos);
    for (int p = 0; p < BOARD_POINTS; p++) {
        int count = board->field[FIELD_POINTS + p];
        if (count > 0 && p > 0) {
            pos->mine.at[p] = (uint8_t)count;
        } else if (count < 0 && p < POINT_BAR) {
            pos->theirs.at[25 - p] = (uint8_t)-count;
        } else if (count != 0) {
            return error_set(err, "field %d: a bar with the other side's checkers",
                             FIELD_POINTS + p);
        }
    }
    if (!position_bear_off_rest(&pos->mine) || !position_bear_off_rest(&pos->theirs)) {
        return error_set(err, "a side has more than 15 checkers");
    }
    const char *fault = position_fault(pos);
    if (fault == NULL && position_game_result(pos) != 0) {
        fault = "the game is over";
    }
    return fault == NULL || error_set(err, "%s", fault);
}

/* Seen by the positive side. */
static struct match_state board_match_state(const struct board *board)
{
    const int *field = board->field;
    bool is_money = field[FIELD_LENGTH] == 0 || field[FIELD_LENGTH] > MATCH_LENGTH_MAX;
    bool is_doubled = field[FIELD_WAS_DOUBLED] != 0;
    int score = field[is_doubled ? FIELD_FIRST_SCORE : FIELD_SECOND_SCORE];
    int other = field[is_doubled ? FIELD_SECOND_SCORE : FIELD_FIRST_SCORE];
    struct match_state ms = match_state_money();
    if (!is_money) {
        bool is_close =
            score == field[FIELD_LENGTH] - 1 || other == field[FIELD_LENGTH] - 1;
        ms = match_state_match(field[FIELD_LENGTH], score, other,
                               is_close && field[FIELD_IS_POST_CRAWFORD] == 0);
    }
    const int *may_double = &field[FIELD_MAY_DOUBLE];
    ms.cube = field[FIELD_CUBE];
    ms.owner = may_double[0] == may_double[1] ? CUBE_CENTRED
               : may_double[0] != 0           ? CUBE_MINE
                                              : CUBE_THEIRS;
    return ms;
}

static struct roll read_roll(const struct board *board)
{
    const int *dice = &board->field[FIELD_DICE];
    int own = board->field[FIELD_TURN] > 0 ? 0 : 2;
    int from = dice[own] > 0 ? own : 2 - own;
    return dice[from] > 0 && dice[from + 1] > 0
               ? roll_of_dice(dice[from], dice[from + 1])
               : (struct roll){0, 0};
}

/* ---- words behind the board ------------------------------------------------------ */

/* Without the Crawford rule there is no Crawford game. */
static bool take_word(const char *name, const char *value, struct decision_context *at)
{
    bool is_on = strcmp(value, "on") == 0, is_money = at->ms.length == 0;
    if (strcmp(name, "resignation") == 0) {
        at->resigned = value[0] >= '1' && value[0] <= '3' ? value[0] - '0' : 0;
        return at->resigned > 0 && value[1] == '\0';
    }
    if (strcmp(name, "jacobyrule") == 0) {
        at->ms.has_jacoby = is_on && is_money;
    } else if (strcmp(name, "beavers") == 0) {
        at->ms.has_beavers = is_on && is_money;
    } else if (strcmp(name, "crawfordrule") == 0) {
        at->ms.is_crawford = at->ms.is_crawford && is_on;
    } else {
        return false;
    }
    return is_on || strcmp(value, "off") == 0;
}

static bool take_words(const char *text, struct decision_context *at, struct error *err)
{
    char copy[GNUBG_QUESTION_SIZE];
    char *rest = NULL;
    if (strlen(text) >= sizeof copy) {
        return error_set(err, "too many words behind the board");
    }
    memcpy(copy, text, strlen(text) + 1);
    for (char *name = strtok_r(copy, " \t\r", &rest); name != NULL;
         name = strtok_r(NULL, " \t\r", &rest)) {
        const char *value = strtok_r(NULL, " \t\r", &rest);
        if (value == NULL || !take_word(name, value, at)) {
            return error_set(err, "\"%.30s %.20s\" is not understood", name,
                             value != NULL ? value : "");
        }
    }
    return true;
}

/* Of the side that is asked: the one on roll, or the other after a double or a
 * resignation. */
static void turn_to_asked(const struct board *board, struct decision_context *at)
{
    bool is_positive = board->field[FIELD_TURN] > 0;
    at->is_opponent_on_roll = at->is_doubled || at->resigned > 0;
    if (is_positive == at->is_opponent_on_roll) {
        at->pos = position_swap(&at->pos);
        at->ms = match_state_swap(&at->ms);
    }
}

bool gnubg_question_read(const char *line, struct decision_context *at,
                         struct error *err)
{
    struct board board = {{0}};
    *at = (struct decision_context){.resigned = 0};
    if (!read_board_fields(&line, &board, err) || !check_fields(&board, err) ||
        !read_board_position(&board, &at->pos, err)) {
        return false;
    }
    at->ms = board_match_state(&board);
    at->is_doubled = board.field[FIELD_WAS_DOUBLED] != 0;
    if (!take_words(line, at, err)) {
        return false;
    }
    if (at->is_doubled && at->resigned > 0) {
        return error_set(err, "a double and a resignation");
    }
    at->roll = at->is_doubled ? (struct roll){0, 0} : read_roll(&board);
    turn_to_asked(&board, at);
    const char *fault = match_state_fault(&at->ms);
    return fault == NULL || error_set(err, "%s", fault);
}
