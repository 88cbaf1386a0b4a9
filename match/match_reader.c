#define _GNU_SOURCE /* strcasestr */
#include "match/match_reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_width.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "match/play_text.h"
#include "match/record_internal.h"
#include "match/text_line.h"

enum { CUBE_MAX = 1 << 20 };

bool match_reader_open(struct match_reader *reader,
                       const struct record_visitor *visitor, void *context)
{
    memset(reader, 0, sizeof *reader);
    reader->visitor = visitor;
    reader->context = context;
    reader->list = error_allocate(sizeof *reader->list, NULL);
    return reader->list != NULL;
}

/* ---- faults ---------------------------------------------------------------------- */

__attribute__((format(printf, 3, 0))) static void
tell_fault(struct match_reader *r, bool is_lost, const char *format, va_list arguments)
{
    char text[RECORD_FAULT_SIZE];
    (void)vsnprintf(text, sizeof text, format, arguments);
    text_drop_halves(text);
    for (char *c = text; *c != '\0'; c++) { /* of values that have several lines */
        *c = *c > 0 && *c < ' ' ? ' ' : *c;
    }
    if (r->visitor->fault != NULL) {
        r->visitor->fault(r->context, &(struct record_fault){r->line, is_lost, text});
    }
}

void match_reader_fault(struct match_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell_fault(reader, false, format, arguments);
    va_end(arguments);
}

void match_reader_full(struct match_reader *reader)
{
    match_reader_fault(reader, "the file is too large; what follows is left out");
}

void match_reader_lose(struct match_reader *reader, const char *format, ...)
{
    va_list arguments;
    if (reader->is_open && !reader->is_lost) {
        reader->is_lost = true;
        va_start(arguments, format);
        tell_fault(reader, true, format, arguments);
        va_end(arguments);
    }
}

/* ---- matches and games ----------------------------------------------------------- */

static void tell_refused_length(struct match_reader *r)
{
    int line = r->line;
    if (r->refused_length != 0) {
        r->line = r->refused_line;
        match_reader_fault(r, "a match of %ld points; taken for an unlimited one",
                           r->refused_length);
    }
    r->line = line;
    r->refused_length = 0;
}

void match_reader_heading(struct match_reader *reader)
{
    if (!reader->has_heading) {
        reader->has_heading = true;
        if (reader->visitor->heading != NULL) {
            reader->visitor->heading(reader->context, &reader->heading);
        }
    }
    tell_refused_length(reader);
}

/* The points by the board, negative for the opponent; 0: the game is not over there. */
static int points_of_board(const struct match_reader *r)
{
    if (r->is_dropped) {
        return r->last == RECORD_ME ? -r->cube : r->cube;
    }
    return r->cube * position_game_result(&r->pos);
}

static void tell_cell(struct match_reader *r, const struct record_cell *cell)
{
    r->last = cell->side;
    r->next = (int)record_other(cell->side);
    struct record_cell seen = *cell;
    seen.comment = r->comment;
    seen.judged = r->judged;
    seen.judged_roll = r->judged_roll;
    r->comment = NULL;
    r->judged = r->judged_roll = (struct record_judged){.loss = 0.0};
    if (r->visitor->cell != NULL) {
        r->visitor->cell(r->context, &seen);
    }
}

/* The roll of the last turn, which the end of the game left unplayed. */
static void tell_unplayed(struct match_reader *r)
{
    if (r->has_unplayed && !r->is_lost) {
        tell_cell(r, &r->unplayed);
    }
    r->has_unplayed = false;
}

static void end_game(struct match_reader *r, enum record_side winner, int points)
{
    r->score[winner] += points;
    r->result = winner == RECORD_ME ? points : -points;
    r->is_open = false;
    if (r->visitor->win != NULL) {
        r->visitor->win(r->context, winner, points);
    }
}

/* A game whose result is not in the file: it may be on the board. */
static void close_read_game(struct match_reader *r)
{
    int points = r->is_open && !r->is_lost ? points_of_board(r) : 0;
    if (r->has_unplayed && r->is_of_either && r->next < 0 && r->is_open) {
        match_reader_lose(r, "nothing tells who rolled %d-%d; it is left out",
                          r->unplayed.roll.high, r->unplayed.roll.low);
    }
    if (r->is_open) {
        tell_unplayed(r);
    }
    if (points != 0) {
        end_game(r, points > 0 ? RECORD_ME : RECORD_OPPONENT, abs(points));
    }
    r->is_open = false;
}

void match_reader_close(struct match_reader *reader)
{
    close_read_game(reader);
    tell_refused_length(reader); /* of a match without a game */
    free(reader->list);
}

void match_reader_end_match(struct match_reader *reader)
{
    close_read_game(reader);
    memset(&reader->heading, 0, sizeof reader->heading);
    reader->has_heading = reader->was_crawford = false;
    reader->game = 0;
    reader->score[0] = reader->score[1] = 0;
}

static void check_order(struct match_reader *r, int number, int mine, int theirs)
{
    bool is_next = number == r->game + 1;
    if (number > r->game + 1) {
        match_reader_fault(r, "game %d is missing%s", r->game + 1,
                           number > r->game + 2 ? ", and others" : "");
    }
    if (is_next && (mine != r->score[0] || theirs != r->score[1])) {
        match_reader_fault(r, "game %d begins at %d-%d, expected %d-%d", number, mine,
                           theirs, r->score[0], r->score[1]);
    }
}

void match_reader_name(const char *text, size_t length, char out[RECORD_NAME_MAX])
{
    (void)snprintf(out, RECORD_NAME_MAX, "%.*s",
                   (int)text_cut(text, length, RECORD_NAME_MAX - 1), text);
}

/* Games that begin otherwise or have other rules, whose plays may look like ours. */
static bool is_other_game(const char *variation)
{
    static const char *const words[] = {"nackgammon", "hyper", "longgammon", "acey",
                                        "tabula"};
    bool is_other = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        is_other |= strcasestr(variation, words[i]) != NULL;
    }
    return is_other;
}

void match_reader_game(struct match_reader *reader, int number, int my_score,
                       int opponent_score)
{
    struct match_reader *r = reader;
    close_read_game(r);
    match_reader_heading(r);
    if (number > 0) {
        check_order(r, number, my_score, opponent_score);
    }
    r->game = number = number > 0 ? number : r->game + 1;
    r->result = 0;
    r->score[RECORD_ME] = my_score;
    r->score[RECORD_OPPONENT] = opponent_score;
    r->is_open = true;
    r->is_lost = r->is_dropped = r->has_unplayed = false;
    r->next = -1;
    r->cube = 1;
    r->owner = -1;
    r->is_crawford = record_is_crawford(&r->heading, r->score, &r->was_crawford);
    r->offered_cube = 0;
    r->is_beavered = false;
    position_start(&r->pos);
    if (r->visitor->game != NULL) {
        r->visitor->game(r->context, number, my_score, opponent_score);
    }
    if (is_other_game(r->heading.variation)) {
        match_reader_lose(r, "the game is %.40s, not backgammon; it is left out",
                          r->heading.variation);
    }
}

void match_reader_setup(struct match_reader *reader, const struct record_setup *setup)
{
    struct match_reader *r = reader;
    const char *fault = position_fault(&setup->pos);
    bool is_good = fault == NULL && position_game_result(&setup->pos) == 0 &&
                   setup->cube >= 1 && setup->cube < CUBE_MAX;
    if (!r->is_open || r->is_lost) {
        return;
    }
    if (!is_good || r->visitor->setup == NULL) {
        match_reader_lose(r, "a game from a position set by hand; it is left out");
        return;
    }
    r->pos = setup->pos;
    r->cube = setup->cube;
    r->owner = setup->owner;
    r->visitor->setup(r->context, setup);
}

/* The points of a gammon in a session with the Jacoby rule, as the board does not know it. */
static bool is_jacoby(const struct match_reader *r, int points)
{
    const struct record_heading *h = &r->heading;
    return h->length == 0 && (h->has_jacoby || !h->says_jacoby) && r->owner < 0 &&
           points == r->cube;
}

/* Whether a cube at any value gives so many. */
static bool are_possible(int points)
{
    while (points > 1 && points % 2 == 0) {
        points /= 2;
    }
    return points == 1 || points == 3;
}

/* The winner by the board, and its points where the file has impossible ones; others stay,
 * since a double may be missing in the file. Tells where they differ. */
static void check_by_board(struct match_reader *r, enum record_side *winner,
                           int *points)
{
    int known = points_of_board(r);
    if (known == 0) {
        return;
    }
    enum record_side by_board = known > 0 ? RECORD_ME : RECORD_OPPONENT;
    bool is_same = by_board == *winner, is_less = is_same && *points < abs(known);
    bool is_cut = is_less && r->score[*winner] + *points == r->heading.length;
    if (is_cut || (is_less && is_jacoby(r, *points))) {
        return;
    }
    if (!is_same || *points != abs(known)) {
        match_reader_fault(r, "the result differs from the board: %s wins %d",
                           by_board == RECORD_ME ? "player 1" : "player 2", abs(known));
    }
    *winner = by_board;
    *points = are_possible(*points) ? *points : abs(known);
}

/* Impossible points, and more than the winner needs. */
static void check_most(struct match_reader *r, enum record_side winner, int *points)
{
    int needed = r->heading.length - r->score[winner];
    if (needed > 0 && *points > needed && !are_possible(*points)) {
        match_reader_fault(r, "no cube gives %d points; taken for %d", *points, needed);
        *points = needed;
    }
}

void match_reader_win(struct match_reader *reader, enum record_side winner, int points)
{
    if (!reader->is_open) {
        if (reader->result != (winner == RECORD_ME ? points : -points)) {
            match_reader_fault(reader, "a result without a game");
        }
        return;
    }
    if (!reader->is_lost) {
        check_by_board(reader, &winner, &points);
        check_most(reader, winner, &points);
    }
    tell_unplayed(reader);
    end_game(reader, winner, points);
}

/* ---- turns ----------------------------------------------------------------------- */

/* A turn follows a play that is not known. */
static void lose_unplayed(struct match_reader *r)
{
    int line = r->line;
    r->line = r->unplayed.line;
    match_reader_lose(r, "an unknown play; the rest of the game is left out");
    r->line = line;
}

static bool take_play(struct match_reader *r, enum record_side side, struct roll roll,
                      const struct play *play);

/* A turn follows a roll with nothing beside it: it was passed, though it could be played. */
static void pass_unplayed(struct match_reader *r)
{
    int line = r->line;
    const struct record_cell *cell = &r->unplayed;
    r->has_unplayed = false;
    r->line = cell->line;
    (void)take_play(r, cell->side, cell->roll, &(struct play){.count = 0});
    match_reader_fault(r, "play \"\": the roll can be played");
    r->line = line;
}

/* Whether a turn of this side and kind can come now; loses the game if not. */
static bool may_come(struct match_reader *r, enum record_side side,
                     enum record_cell_type type)
{
    bool is_answer = type == RECORD_CELL_TAKE || type == RECORD_CELL_DROP ||
                     type == RECORD_CELL_BEAVER;
    if (!r->is_open || r->is_lost) {
        return false;
    }
    if (r->has_unplayed && r->is_passed) {
        pass_unplayed(r);
    }
    if (r->has_unplayed) {
        lose_unplayed(r);
    } else if (r->is_dropped || position_game_result(&r->pos) != 0) {
        match_reader_lose(r, "a turn after the end of the game");
    } else if (is_answer != (r->offered_cube > 0)) {
        match_reader_lose(r, is_answer ? "an answer without a double"
                                       : "a double without an answer");
    } else if (r->next >= 0 && r->next != (int)side) {
        match_reader_lose(r, "a turn of player %d is missing", r->next + 1);
    }
    return !r->is_lost;
}

static bool has_legal(const struct play_list *list, const struct position *after)
{
    for (int i = 0; i < list->count; i++) {
        if (position_equal(&list->after[i], after)) {
            return true;
        }
    }
    return false;
}

static bool is_single(const struct play *play, struct roll roll)
{
    bool is_so = true;
    for (int i = 0; i < play->count; i++) {
        int pips = play->moves[i].from - play->moves[i].to;
        is_so &=
            pips == roll.high || pips == roll.low || play->moves[i].to == POINT_OFF;
    }
    return is_so;
}

/* Makes the play and reports it; false if it cannot be made on the board. */
static bool take_play(struct match_reader *r, enum record_side side, struct roll roll,
                      const struct play *play)
{
    struct position pos = r->pos;
    if (!record_make_play(&pos, side, play) ||
        (position_fault(&pos) != NULL && position_game_result(&pos) == 0)) {
        return false;
    }
    r->pos = pos;
    tell_cell(r, &(struct record_cell){.type = RECORD_CELL_PLAY,
                                       .side = side,
                                       .roll = roll,
                                       .play = *play,
                                       .line = r->line});
    return true;
}

/* The play as it is written, if that is a legal one in single moves; else `legal`. */
static const struct play *as_written(const struct position *before, struct roll roll,
                                     const struct play *written,
                                     const struct play *legal)
{
    struct position a = *before, b = *before;
    bool is_same = written->count == legal->count && is_single(written, roll) &&
                   record_make_play(&a, RECORD_ME, written) &&
                   record_make_play(&b, RECORD_ME, legal) && position_equal(&a, &b);
    return is_same ? written : legal;
}

/* The take that ends beavers may be missing. */
static void take_beaver(struct match_reader *r, enum record_side side)
{
    if (r->is_open && !r->is_lost && r->offered_cube > 0 && r->is_beavered &&
        side == r->doubler) {
        match_reader_cube(r, (enum record_side)r->next, RECORD_CELL_TAKE, 0);
    }
}

void match_reader_play(struct match_reader *reader, enum record_side side,
                       struct roll roll, const char *text)
{
    struct match_reader *r = reader;
    struct play legal, written;
    struct error err;
    take_beaver(r, side);
    if (!may_come(r, side, RECORD_CELL_PLAY)) {
        return;
    }
    struct position before = record_seen_by(&r->pos, side);
    bool has_moves = play_text_read(text, &written);
    if (notation_read(text, &before, roll, r->list, &legal, &err)) {
        const struct play *play =
            has_moves ? as_written(&before, roll, &written, &legal) : &legal;
        (void)take_play(r, side, roll, play);
    } else if (*text == '\0') {
        match_reader_unplayed(r, side, roll);
        r->is_passed = true;
    } else if (strspn(text, "0123456789/-*() ,;baroffBAROFF") == strlen(text) &&
               has_moves && take_play(r, side, roll, &written)) {
        match_reader_fault(r, "%s", err.text);
    } else {
        match_reader_lose(r, "%s; the rest of the game is left out", err.text);
    }
}

void match_reader_game_comment(struct match_reader *reader, const char *comment)
{
    if (reader->is_open && comment[0] != '\0' &&
        reader->visitor->game_comment != NULL) {
        reader->visitor->game_comment(reader->context, comment);
    }
}

void match_reader_to_roll(struct match_reader *reader, enum record_side side)
{
    const struct match_reader *r = reader;
    bool is_next = r->next < 0 || r->next == (int)side;
    if (r->is_open && !r->is_lost && !r->has_unplayed && r->offered_cube == 0 &&
        is_next && r->visitor->to_roll != NULL) {
        r->visitor->to_roll(r->context, side, r->comment);
    }
}

void match_reader_unplayed(struct match_reader *reader, enum record_side side,
                           struct roll roll)
{
    take_beaver(reader, side);
    if (may_come(reader, side, RECORD_CELL_PLAY)) {
        reader->has_unplayed = true;
        reader->is_of_either = false;
        reader->is_passed = false;
        reader->unplayed = (struct record_cell){.type = RECORD_CELL_PLAY,
                                                .side = side,
                                                .roll = roll,
                                                .is_unplayed = true,
                                                .line = reader->line};
    }
}

/* Higher points first. */
static int compare_from(const void *a, const void *b)
{
    const struct checker_move *x = a, *y = b;
    return y->from - x->from;
}

bool match_reader_hops(const char *text, char between, enum record_side side,
                       match_reader_point *read_point, struct play *moves)
{
    moves->count = 0;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        const char *end = text + strcspn(text, " ");
        const char *middle = memchr(text, between, (size_t)(end - text));
        if (middle == NULL || moves->count == CHECKER_MOVES_MAX) {
            return false;
        }
        int from = read_point(text, (size_t)(middle - text), side);
        int to = read_point(middle + 1, (size_t)(end - middle - 1), side);
        if (from < 0 || to < 0 || to >= from) {
            return false;
        }
        moves->moves[moves->count++] =
            (struct checker_move){(uint8_t)from, (uint8_t)to};
        text = end;
    }
    return true;
}

void match_reader_moves(struct match_reader *reader, enum record_side side,
                        struct roll roll, const struct play *moves)
{
    struct match_reader *r = reader;
    take_beaver(r, side);
    if (!may_come(r, side, RECORD_CELL_PLAY)) {
        return;
    }
    struct position before = record_seen_by(&r->pos, side);
    struct play sorted = *moves;
    qsort(sorted.moves, sorted.count, sizeof sorted.moves[0], compare_from);
    movegen_plays(&before, roll, r->list);
    if (!take_play(r, side, roll, moves) && !take_play(r, side, roll, &sorted)) {
        match_reader_lose(r, "a play that is impossible; the rest of the game is left "
                             "out");
        return;
    }
    struct position after = record_seen_by(&r->pos, side);
    if (!has_legal(r->list, &after)) {
        match_reader_fault(r, "the play is not a legal one of %d-%d", roll.high,
                           roll.low);
    }
}

/* A double against the rules is told and made. */
static void check_double(struct match_reader *r, enum record_side side)
{
    const struct match_state ms = {
        .owner = r->owner == (int)record_other(side) ? CUBE_THEIRS : CUBE_CENTRED,
        .is_crawford = r->is_crawford};
    const char *fault = r->heading.has_no_cube ? "a double in a match without a cube"
                                               : match_state_double_fault(&ms);
    if (fault != NULL) {
        match_reader_fault(r, "%s", fault);
    }
}

/* A beaver takes what was offered and offers twice as much. */
static bool follow_cube(struct match_reader *r, enum record_side side,
                        enum record_cell_type type, int cube)
{
    if (type == RECORD_CELL_BEAVER && r->heading.length > 0) {
        match_reader_lose(r, "a beaver in a match");
        return false;
    }
    if (type == RECORD_CELL_TAKE || type == RECORD_CELL_BEAVER) {
        r->cube = r->offered_cube;
    }
    if (type == RECORD_CELL_TAKE || type == RECORD_CELL_DROP) {
        r->owner = type == RECORD_CELL_TAKE ? (int)record_other(r->doubler) : r->owner;
        r->offered_cube = 0;
        r->is_dropped = type == RECORD_CELL_DROP;
        return true;
    }
    if ((cube != 0 && cube != 2 * r->cube) || r->cube >= CUBE_MAX) {
        match_reader_lose(r, "a double to %d from %d", cube, r->cube);
        return false;
    }
    if (type == RECORD_CELL_DOUBLE) {
        check_double(r, side);
    }
    r->offered_cube = 2 * r->cube;
    r->doubler = type == RECORD_CELL_DOUBLE ? side : r->doubler;
    r->is_beavered = type == RECORD_CELL_BEAVER;
    return true;
}

void match_reader_cube(struct match_reader *reader, enum record_side side,
                       enum record_cell_type type, int cube)
{
    struct match_reader *r = reader;
    if (type == RECORD_CELL_DOUBLE && r->offered_cube > 0 && r->next == (int)side) {
        type = RECORD_CELL_BEAVER;
    }
    if (!may_come(r, side, type) || !follow_cube(r, side, type, cube)) {
        return;
    }
    tell_cell(
        r, &(struct record_cell){
               .type = type, .side = side, .cube = r->offered_cube, .line = r->line});
    if (type == RECORD_CELL_TAKE) {
        r->next = (int)r->doubler;
    }
}
