/*
 * Writes a match as a file of eXtreme Gammon (.xg), or a match of one decision as one of
 * its positions (.xgp): players, Elo, event, place, date, rules, scores, plays, cube
 * actions, results and comments, which xg_read.c reads back as they were. There is no
 * analysis and no picture.
 *
 * A game is a heading, a cube record and a move record for each roll, and an end if its
 * result is known; the last one of the match without a result goes on. What the match
 * record has no field for is in the comment of the match (xg_comment.h). A second match,
 * more than a raccoon and more than XG_RECORDS_MAX records cannot be written.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "engine/board/position.h"
#include "match/match_format_internal.h"
#include "match/record_internal.h"
#include "match/xg_archive.h"
#include "match/xg_comment.h"
#include "match/xg_fields.h"
#include "match/xg_record.h"
#include "match/xg_text.h"

enum {
    NONE = -1,        /* comments, levels, answers */
    NO_DECISION = -2, /* as XG_CUBE_DOUBLED */
    RESIGNED = -1,    /* likewise */
    UNDECIDED = -1    /* likewise, in a position */
};
#define NOT_ANALYSED (-1000.0) /* as a loss */

struct xg_writer {
    struct match_writing to;
    FILE *records, *comments; /* temporary */
    const char *fault;        /* why the match cannot be written, or NULL */
    struct record_heading heading;
    bool has_heading, was_crawford;
    bool is_position;    /* a .xgp */
    int kinds[XG_TYPES]; /* records by type */
    int count, comment_count;
    int score[2];
    unsigned char first[XG_RECORD_SIZE], last[XG_RECORD_SIZE];
    /* the game */
    long game_at; /* its heading in `records`, NONE: none is open */
    bool is_crawford, is_begun, is_dropped;
    struct position pos; /* mine is RECORD_ME */
    int cube, owner;     /* enum record_side, NONE: centred */
    int offered;
    enum record_side next;
    char game_comment[XG_COMMENT_SIZE];
    bool is_to_roll; /* `next`, with the comment `rolling` */
    char rolling[XG_COMMENT_SIZE];
    /* the cube record that waits for its roll, and its comment */
    bool has_cube;
    int beavers;
    enum record_side doubler;
    unsigned char cube_record[XG_RECORD_SIZE];
    char comment[XG_COMMENT_SIZE];
};

/* ---- records ----------------------------------------------------------------- */

static int xg_number_of(enum record_side side)
{
    return side == RECORD_ME ? 1 : -1;
}

static int cube_log(const struct xg_writer *xg)
{
    int log = 0;
    while (1 << log < xg->cube) {
        log++;
    }
    return xg->owner == RECORD_OPPONENT ? -log : log;
}

static void put_record(struct xg_writer *xg, const unsigned char *record)
{
    if (xg->count >= XG_RECORDS_MAX - 2) {
        xg->fault = "a match too long for a file of eXtreme Gammon";
    }
    if (xg->fault == NULL && fwrite(record, XG_RECORD_SIZE, 1, xg->records) != 1) {
        xg->fault = "no room for a temporary file";
    }
    memcpy(xg->count == 0 ? xg->first : xg->last, record, XG_RECORD_SIZE);
    xg->count++;
    xg->kinds[record[XG_TYPE_AT]]++;
}

/* Returns the number of the comment; what does not fit is left out, as in reading. */
static int put_comment(struct xg_writer *xg, const char *comment)
{
    if (comment == NULL || comment[0] == '\0' ||
        ftell(xg->comments) > XG_COMMENTS_MAX - 4 * XG_COMMENT_SIZE) {
        return NONE;
    }
    xg_comment_write(xg->comments, comment);
    return xg->comment_count++;
}

/* ---- the heading ----------------------------------------------------------------- */

static void write_xg_heading(void *context, const struct record_heading *heading)
{
    struct xg_writer *xg = context;
    unsigned char record[XG_RECORD_SIZE];
    char comment[XG_COMMENT_SIZE];
    if (xg->has_heading) {
        xg->fault = "a file of eXtreme Gammon holds one match, this has several";
        return;
    }
    xg->has_heading = true;
    xg->heading = *heading;
    xg_record_put_heading(record, heading, comment);
    xg_record_put_number(record, XG_MATCH_COMMENT, put_comment(xg, comment));
    put_record(xg, record);
}

/* ---- turns ----------------------------------------------------------------------- */

static void begin_cube(struct xg_writer *xg, enum record_side side, int doubled)
{
    unsigned char *record = xg->cube_record;
    xg_record_begin(record, XG_TYPE_CUBE);
    xg_record_put_number(record, XG_CUBE_WHO, xg_number_of(side));
    xg_record_put_number(record, XG_CUBE_DOUBLED, doubled);
    xg_record_put_number(record, XG_CUBE_TAKEN, NONE);
    xg_record_put_number(record, XG_CUBE_BEAVER, NONE);
    xg_record_put_number(record, XG_CUBE_RACCOON, NONE);
    xg_record_put_number(record, XG_CUBE_LOG, cube_log(xg));
    xg_record_put_position(record, XG_CUBE_POSITION, &xg->pos, RECORD_ME);
    bytes_put(record + XG_CUBE_FLAG, 2, (uint16_t)XG_CUBE_NOT_ANALYSED);
    static const int losses[] = {XG_CUBE_LOSS, XG_CUBE_TAKE_LOSS, XG_CUBE_BEAVER_LOSS,
                                 XG_CUBE_RACCOON_LOSS};
    for (int i = 0; i < 4; i++) {
        xg_record_put_real(record, losses[i], NOT_ANALYSED);
    }
    xg_record_put_number(record, XG_CUBE_ROLLOUT, NONE);
    xg_record_put_number(record, XG_CUBE_LEVEL, NONE);
    xg_record_put_number(record, XG_CUBE_LEVEL_ASKED, NONE);
    memset(record + XG_CUBE_TUTOR, 0xFF, 2);
    if (xg->is_position) {
        xg_record_put_number(record, XG_CUBE_ASKED_LEVEL, XG_CUBE_NOT_ANALYSED);
        bytes_put(record + XG_CUBE_ASKED_BEAVER, 2, (uint16_t)XG_CUBE_NOT_ANALYSED);
    }
    xg->has_cube = true;
    xg->beavers = 0;
    xg->comment[0] = '\0';
}

/* Writes the cube record with the roll that follows. */
static void end_cube(struct xg_writer *xg, const char *dice)
{
    if (xg->has_cube) {
        xg_text_put_narrow(xg->cube_record + XG_CUBE_DICE, 2, dice);
        xg_record_put_number(xg->cube_record, XG_CUBE_COMMENT,
                             put_comment(xg, xg->comment));
        put_record(xg, xg->cube_record);
        xg->has_cube = false;
    }
}

static bool may_double(const struct xg_writer *xg, enum record_side side)
{
    return xg->is_begun && !xg->is_crawford &&
           (xg->owner < 0 || xg->owner == (int)side);
}

/* The decision as its analysis has it. */
static void put_question(const struct xg_writer *xg, unsigned char *record,
                         const struct record_cell *cell)
{
    enum record_side other = record_other(cell->side);
    int length = xg->heading.length;
    xg_record_put_position(record, XG_MOVE_ASKED_POSITION, &xg->pos, cell->side);
    xg_record_put_number(record, XG_MOVE_ASKED_DIE_1, cell->roll.high);
    xg_record_put_number(record, XG_MOVE_ASKED_DIE_2, cell->roll.low);
    xg_record_put_number(record, XG_MOVE_ASKED_AWAY_1,
                         length > 0 ? length - xg->score[cell->side] : 0);
    xg_record_put_number(record, XG_MOVE_ASKED_AWAY_2,
                         length > 0 ? length - xg->score[other] : 0);
    xg_record_put_number(record, XG_MOVE_ASKED_CUBE, xg->cube);
    xg_record_put_number(record, XG_MOVE_ASKED_OWNER,
                         xg->owner < 0                  ? 0
                         : xg->owner == (int)cell->side ? 1
                                                        : -1);
    xg_record_put_number(record, XG_MOVE_ASKED_CRAWFORD, xg->is_crawford);
    xg_record_put_number(record, XG_MOVE_ASKED_JACOBY, xg->heading.has_jacoby);
}

static void put_hops(unsigned char *record, const struct record_cell *cell)
{
    memset(record + XG_MOVE_HOPS, 0xFF, XG_MOVE_DIE_1 - XG_MOVE_HOPS);
    for (int i = 0; i < cell->play.count && !cell->is_unplayed; i++) {
        xg_record_put_number(record, XG_MOVE_HOPS + 8 * i,
                             cell->play.moves[i].from - 1);
        xg_record_put_number(record, XG_MOVE_HOPS + 8 * i + 4,
                             cell->play.moves[i].to - 1);
    }
}

static void write_xg_play(struct xg_writer *xg, const struct record_cell *cell)
{
    unsigned char record[XG_RECORD_SIZE];
    const char dice[] = {(char)('0' + cell->roll.high), (char)('0' + cell->roll.low),
                         '\0'};
    if (!xg->has_cube) {
        bool may = !xg->is_position && may_double(xg, cell->side);
        begin_cube(xg, cell->side, may ? 0 : NO_DECISION);
    }
    end_cube(xg, dice);
    xg_record_begin(record, XG_TYPE_MOVE);
    xg_record_put_position(record, XG_MOVE_POSITION, &xg->pos, RECORD_ME);
    put_question(xg, record, cell);
    if (xg->is_position) {
        xg_record_put_number(record, XG_MOVE_ASKED_LEVEL, XG_CUBE_NOT_ANALYSED);
    }
    if (!cell->is_unplayed) {
        (void)record_make_play(&xg->pos, cell->side, &cell->play);
    }
    if (!cell->is_unplayed || !xg->is_position) { /* there it has neither */
        put_hops(record, cell);
        xg_record_put_position(record, XG_MOVE_AFTER, &xg->pos, cell->side);
    }
    xg_record_put_number(record, XG_MOVE_WHO, xg_number_of(cell->side));
    xg_record_put_number(record, XG_MOVE_DIE_1, cell->roll.high);
    xg_record_put_number(record, XG_MOVE_DIE_2, cell->roll.low);
    xg_record_put_number(record, XG_MOVE_CUBE, cube_log(xg));
    record[XG_MOVE_PLAYED] = !cell->is_unplayed;
    xg_record_put_real(record, XG_MOVE_LOSS, NOT_ANALYSED);
    for (int i = 0; i < XG_MOVE_ROLLOUT_COUNT; i++) {
        xg_record_put_number(record, XG_MOVE_ROLLOUTS + 4 * i, NONE);
    }
    xg_record_put_number(record, XG_MOVE_LEVEL, NONE);
    xg_record_put_number(record, XG_MOVE_LUCK_LEVEL, NONE);
    record[XG_MOVE_TUTOR] = 0xFF;
    xg_record_put_number(record, XG_MOVE_COMMENT, put_comment(xg, cell->comment));
    put_record(xg, record);
    xg->is_begun = true;
    xg->next = record_other(cell->side);
}

/* A double, or an answer to what was offered last. */
static void write_cube_action(struct xg_writer *xg, const struct record_cell *cell)
{
    static const int answers[] = {XG_CUBE_TAKEN, XG_CUBE_BEAVER, XG_CUBE_RACCOON};
    if (cell->type == RECORD_CELL_DOUBLE) {
        begin_cube(xg, cell->side, 1);
        xg->doubler = cell->side;
    } else if (xg->beavers + (cell->type == RECORD_CELL_BEAVER) > 2) {
        xg->fault = "eXtreme Gammon knows no beaver to a raccoon";
    } else {
        xg_record_put_number(
            xg->cube_record, answers[xg->beavers],
            cell->type == RECORD_CELL_BEAVER ? 2 : cell->type == RECORD_CELL_TAKE);
        xg->beavers += cell->type == RECORD_CELL_BEAVER;
    }
    if (cell->type != RECORD_CELL_DROP) {
        xg->cube = cell->type == RECORD_CELL_DOUBLE ? xg->cube : xg->offered;
        xg->owner = cell->type == RECORD_CELL_DOUBLE ? xg->owner
                                                     : (int)record_other(xg->doubler);
        xg->offered = cell->cube;
    }
    xg->is_dropped = cell->type == RECORD_CELL_DROP;
    xg->next = record_other(cell->side);
    if (cell->comment != NULL) {
        size_t used = strlen(xg->comment);
        (void)snprintf(xg->comment + used, sizeof xg->comment - used, "%s%s",
                       used > 0 ? " " : "", cell->comment);
    }
}

static void write_xg_cell(void *context, const struct record_cell *cell)
{
    struct xg_writer *xg = context;
    xg->is_to_roll = false;
    if (cell->type == RECORD_CELL_PLAY) {
        write_xg_play(xg, cell);
    } else {
        write_cube_action(xg, cell);
    }
}

static void write_to_roll(void *context, enum record_side side, const char *comment)
{
    struct xg_writer *xg = context;
    xg->is_to_roll = true;
    xg->next = side;
    COPY_TEXT(xg->rolling, comment != NULL ? comment : "");
}

/* ---- games ----------------------------------------------------------------------- */

/* Writes over what the heading of the game has there. */
static void correct_heading(struct xg_writer *xg, int at, const unsigned char *bytes,
                            size_t size)
{
    if (xg->game_at == NONE || xg->fault != NULL) {
        return;
    }
    if (fseek(xg->records, xg->game_at + at, SEEK_SET) != 0 ||
        fwrite(bytes, size, 1, xg->records) != 1 ||
        fseek(xg->records, 0, SEEK_END) != 0) {
        xg->fault = "no room for a temporary file";
    }
}

static void put_game_comment(struct xg_writer *xg)
{
    unsigned char number[4];
    int put = put_comment(xg, xg->game_comment);
    if (put != NONE) {
        bytes_put(number, sizeof number, (uint64_t)put);
        correct_heading(xg, XG_GAME_COMMENT, number, sizeof number);
    }
    xg->game_comment[0] = '\0';
}

static void write_game_comment(void *context, const char *comment)
{
    struct xg_writer *xg = context;
    COPY_TEXT(xg->game_comment, comment);
}

/* Writes in its heading that the game is over. */
static void close_xg_game(struct xg_writer *xg)
{
    static const unsigned char no = 0;
    end_cube(xg, "77");
    put_game_comment(xg);
    correct_heading(xg, XG_GAME_IS_OPEN, &no, 1);
    xg->game_at = NONE;
}

/* Whether the next game is that of Crawford. */
static bool is_crawford_next(const struct xg_writer *xg)
{
    bool was_crawford = xg->was_crawford;
    return record_is_crawford(&xg->heading, xg->score, &was_crawford);
}

static void write_game_heading(struct xg_writer *xg, int number)
{
    unsigned char record[XG_RECORD_SIZE];
    xg_record_begin(record, XG_TYPE_GAME);
    xg_record_put_number(record, XG_GAME_SCORE_1, xg->score[RECORD_ME]);
    xg_record_put_number(record, XG_GAME_SCORE_2, xg->score[RECORD_OPPONENT]);
    record[XG_GAME_CRAWFORD] = xg->is_crawford;
    xg_record_put_position(record, XG_GAME_POSITION, &xg->pos, RECORD_ME);
    xg_record_put_number(record, XG_GAME_NUMBER, number);
    record[XG_GAME_IS_OPEN] = 1;
    xg_record_put_number(record, XG_GAME_COMMENT, NONE);
    xg_record_put_number(record, XG_GAME_END_COMMENT, NONE);
    xg->game_at = ftell(xg->records);
    put_record(xg, record);
}

static void write_xg_game(void *context, int number, int my_score, int opponent_score)
{
    struct xg_writer *xg = context;
    close_xg_game(xg);
    xg->is_to_roll = false;
    xg->score[RECORD_ME] = my_score;
    xg->score[RECORD_OPPONENT] = opponent_score;
    xg->is_crawford = record_is_crawford(&xg->heading, xg->score, &xg->was_crawford);
    xg->is_begun = xg->is_dropped = false;
    xg->cube = 1;
    xg->owner = NONE;
    xg->next = RECORD_ME;
    position_start(&xg->pos);
    write_game_heading(xg, number);
}

/* The heading of the game is written once more, with its position. */
static void write_setup(void *context, const struct record_setup *setup)
{
    struct xg_writer *xg = context;
    unsigned char position[XG_POSITION_SIZE] = {0};
    xg->pos = setup->pos;
    xg->cube = setup->cube;
    xg->owner = setup->owner;
    xg->is_begun = true;
    xg_record_put_position(position, 0, &xg->pos, RECORD_ME);
    correct_heading(xg, XG_GAME_POSITION, position, sizeof position);
}

static void write_xg_win(void *context, enum record_side winner, int points)
{
    struct xg_writer *xg = context;
    unsigned char record[XG_RECORD_SIZE];
    int kind = abs(position_game_result(&xg->pos));
    int size = points / xg->cube < 1   ? 1
               : points / xg->cube > 3 ? 3
                                       : points / xg->cube;
    int length = xg->heading.length;
    bool is_resigned = kind == 0 && !xg->is_dropped;
    if (xg->is_position) {
        return; /* what came of it is not in the file */
    }
    xg->is_to_roll = false;
    if (is_resigned && !xg->has_cube) {
        begin_cube(xg, xg->next, RESIGNED);
    }
    close_xg_game(xg);
    xg->score[winner] += points;
    if (length > 0 && xg->score[winner] > length) {
        xg->score[winner] = length;
    }
    xg_record_begin(record, XG_TYPE_GAME_END);
    xg_record_put_number(record, XG_END_SCORE_1, xg->score[RECORD_ME]);
    xg_record_put_number(record, XG_END_SCORE_2, xg->score[RECORD_OPPONENT]);
    record[XG_END_CRAWFORD] = is_crawford_next(xg);
    xg_record_put_number(record, XG_END_WINNER, xg_number_of(winner));
    xg_record_put_number(record, XG_END_POINTS, points);
    xg_record_put_number(record, XG_END_HOW,
                         is_resigned ? XG_END_RESIGNED + size : kind);
    put_record(xg, record);
}

/* ---- the file -------------------------------------------------------------------- */

static void write_match_end(struct xg_writer *xg)
{
    unsigned char record[XG_RECORD_SIZE];
    int length = xg->heading.length, winner = 0;
    for (int side = 0; side < 2; side++) {
        if (length > 0 && xg->score[side] >= length) {
            winner = xg_number_of((enum record_side)side);
        }
    }
    xg_record_begin(record, XG_TYPE_MATCH_END);
    xg_record_put_number(record, XG_END_SCORE_1, xg->score[RECORD_ME]);
    xg_record_put_number(record, XG_END_SCORE_2, xg->score[RECORD_OPPONENT]);
    xg_record_put_number(record, XG_MATCH_END_WINNER, winner);
    put_record(xg, record);
}

static bool write_archive(struct xg_writer *xg, FILE *index, struct error *err)
{
    char name[2 * RECORD_NAME_MAX + 40];
    const struct record_heading *h = &xg->heading;
    const struct xg_label label = {.game = h->site, .name = name};
    const struct xg_part parts[] = {
        {"temp.xg", xg->records}, {"temp.xgi", index}, {"temp.xgc", xg->comments}};
    FORMAT_TEXT(name,
                h->length > 0 ? "%s vs. %s, %d point match" : "%s vs. %s, money play",
                h->my_name, h->opponent, h->length);
    (void)fwrite(xg->first, XG_RECORD_SIZE, 1, index);
    (void)fwrite(xg->last, XG_RECORD_SIZE, 1, index);
    return xg_archive_write(xg->to.out, &label, parts, xg->comment_count > 0 ? 3 : 2,
                            err);
}

/* A position has a cube record and one of a move, or one of both. */
static const char *position_count_fault(const struct xg_writer *xg)
{
    const int *kinds = xg->kinds;
    if (kinds[XG_TYPE_CUBE] + kinds[XG_TYPE_MOVE] == 0) {
        return "there is no decision in this file";
    }
    return kinds[XG_TYPE_GAME] == 1 && kinds[XG_TYPE_CUBE] <= 1 &&
                   kinds[XG_TYPE_MOVE] <= 1
               ? NULL
               : "a .xgp file holds one decision, this match has more: --decision chooses one";
}

static bool finish_xg(void *context, struct error *err)
{
    struct xg_writer *xg = context;
    FILE *index = tmpfile();
    if (index == NULL) {
        return error_set(err, "no temporary file for the match");
    }
    if (xg->is_to_roll) {
        xg->is_begun = true; /* as of a position */
        begin_cube(xg, xg->next,
                   xg->is_position            ? UNDECIDED
                   : may_double(xg, xg->next) ? 0
                                              : NO_DECISION);
        COPY_TEXT(xg->comment, xg->rolling);
    }
    end_cube(xg, xg->is_position && xg->is_to_roll ? "11" : "77");
    put_game_comment(xg);
    if (xg->count < 2 && xg->fault == NULL) {
        xg->fault = "there is no game in this file";
    }
    if (xg->is_position && xg->fault == NULL) {
        xg->fault = position_count_fault(xg);
    }
    if (!xg->is_position) {
        write_match_end(xg);
    }
    bool is_good = xg->fault == NULL ? write_archive(xg, index, err)
                                     : error_set(err, "%s", xg->fault);
    (void)fclose(index);
    return is_good;
}

static bool open_xg(void *context)
{
    struct xg_writer *xg = context;
    xg->game_at = NONE;
    xg->cube = 1;
    xg->records = tmpfile();
    xg->comments = tmpfile();
    return xg->records != NULL && xg->comments != NULL;
}

static bool open_xgp(void *context)
{
    struct xg_writer *xg = context;
    xg->is_position = true;
    return open_xg(context);
}

static void close_xg(void *context)
{
    struct xg_writer *xg = context;
    if (xg->records != NULL) {
        (void)fclose(xg->records);
    }
    if (xg->comments != NULL) {
        (void)fclose(xg->comments);
    }
}

#define XG_VISITOR                                                                     \
    {                                                                                  \
        .heading = write_xg_heading, .game = write_xg_game, .cell = write_xg_cell,     \
        .win = write_xg_win, .setup = write_setup, .to_roll = write_to_roll,           \
        .game_comment = write_game_comment                                             \
    }

const struct match_writer xg_write = {.visitor = XG_VISITOR,
                                      .size = sizeof(struct xg_writer),
                                      .open = open_xg,
                                      .finish = finish_xg,
                                      .close = close_xg};
const struct match_writer xg_write_position = {.visitor = XG_VISITOR,
                                               .size = sizeof(struct xg_writer),
                                               .open = open_xgp,
                                               .finish = finish_xg,
                                               .close = close_xg};
