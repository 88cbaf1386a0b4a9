/*
 * Reads matches and positions of eXtreme Gammon (.xg, .xgp): players, Elo, event, place,
 * date, length and rules, scores, plays, cube actions, results, comments, and what its
 * analysis says of each decision.
 *
 * temp.xg of the container (xg_archive.h) has the records of xg_fields.h. A game whose
 * first record has another position or cube than the usual one begins there. Faults are
 * reported with the number of the record, from 1, as their line.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bytes.h"
#include "base/text.h"
#include "engine/board/position.h"
#include "match/match_format_internal.h"
#include "match/match_reader.h"
#include "match/record_internal.h"
#include "match/text_line.h"
#include "match/xg_archive.h"
#include "match/xg_comment.h"
#include "match/xg_fields.h"
#include "match/xg_text.h"

enum { SCORE_MAX = 999999, CUBE_LOG_MAX = 20 };

struct xg {
    char *comments;                    /* NULL: none */
    char comment[2 * XG_COMMENT_SIZE]; /* of a cube action and the play after it */
    struct match_reader reader;
    int match_comments[2]; /* which the first game gets; -1: none */
    bool has_matches;
    bool has_turns; /* in this game, or cubes that were not turned */
};

static int number_at(const unsigned char *record, int at)
{
    return (int)(int32_t)(uint32_t)bytes_get(record + at, 4);
}

static double real_at(const unsigned char *record, int at)
{
    uint64_t bits = bytes_get(record + at, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Player 1, or -1 and 2 for the other. */
static enum record_side side_at(const unsigned char *record, int at)
{
    return number_at(record, at) == 1 ? RECORD_ME : RECORD_OPPONENT;
}

/* Writes comment `number` of the file; false: there is none, or it is empty. */
static bool read_comment(const struct xg *xg, int number, char comment[XG_COMMENT_SIZE])
{
    return xg->comments != NULL && xg_comment_read(xg->comments, number, comment);
}

/* ---- the heading ----------------------------------------------------------------- */

/* A text with its length before it. */
static void take_narrow(const unsigned char *record, int at, size_t most,
                        char out[RECORD_NAME_MAX])
{
    char raw[XG_NARROW_TEXT + 1], text[TEXT_GROWTH * XG_NARROW_TEXT + 1];
    size_t length = record[at] < most ? record[at] : most;
    memcpy(raw, record + at + 1, length);
    raw[length] = '\0';
    text_line_decode(raw, text);
    match_reader_name(text, strlen(text), out);
}

/* A text of UTF-16 up to its NUL, if there is one. */
static void take_wide(const unsigned char *record, int at, char out[RECORD_NAME_MAX])
{
    char text[3 * XG_WIDE_TEXT + 1], *end = text;
    for (int i = 0, taken; i < XG_WIDE_TEXT; i += taken) {
        unsigned c = xg_text_take_utf16(record + at + 2 * i, XG_WIDE_TEXT - i, &taken);
        if (c == 0) {
            break;
        }
        end = xg_text_put_utf8(end, c);
    }
    *end = '\0';
    if (text[0] != '\0') {
        match_reader_name(text, strlen(text), out);
    }
}

/* Days since 30 December 1899; a whole number has no time. */
static void take_date(const unsigned char *record, struct record_heading *heading)
{
    const double days_to_1970 = 25569.0, days_to_10000 = 2958466.0;
    double days = real_at(record, XG_MATCH_DATE);
    struct tm date;
    if (days > days_to_1970 && days < days_to_10000) {
        time_t seconds = (time_t)((days - days_to_1970) * 86400.0 + 0.5);
        (void)gmtime_r(&seconds, &date);
        (void)strftime(heading->date, RECORD_NAME_MAX, "%Y.%m.%d", &date);
        if (seconds % 86400 != 0) {
            (void)strftime(heading->time, RECORD_NAME_MAX, "%H.%M", &date);
        }
    }
}

static void take_elo(const unsigned char *record, int at, char out[RECORD_NAME_MAX])
{
    double elo = real_at(record, at);
    int experience =
        number_at(record, at == XG_MATCH_ELO_1 ? XG_MATCH_GAMES_1 : XG_MATCH_GAMES_2);
    if (elo > 0.0 && elo < 10000.0) {
        (void)snprintf(out, RECORD_NAME_MAX, "%.2f/%d", elo, experience);
    }
}

/* [NAME "VALUE"] in the comment of the match, where xg_write.c keeps what the heading has
 * no field for, or not as it was. */
static void take_tags(struct xg *xg, struct record_heading *heading)
{
    struct xg_tag tags[XG_TAGS];
    char begin[40];
    xg_comment_tags(heading, tags);
    for (int i = 0; i < XG_TAGS; i++) {
        FORMAT_TEXT(begin, "[%s \"", tags[i].name);
        const char *value = strstr(xg->comment, begin);
        const char *end = value != NULL ? strstr(value + strlen(begin), "\"]") : NULL;
        if (end != NULL) {
            char text[XG_COMMENT_SIZE];
            value += strlen(begin);
            FORMAT_TEXT(text, "%.*s", (int)(end - value), value);
            match_reader_name(text, strlen(text), tags[i].value);
        }
    }
}

static void take_match(struct xg *xg, const unsigned char *record)
{
    struct match_reader *r = &xg->reader;
    struct record_heading *h = &r->heading;
    int length = number_at(record, XG_MATCH_LENGTH);
    match_reader_end_match(r);
    take_narrow(record, XG_MATCH_NAME_1, XG_NARROW_NAME, h->my_name);
    take_narrow(record, XG_MATCH_NAME_2, XG_NARROW_NAME, h->opponent);
    take_narrow(record, XG_MATCH_EVENT, XG_NARROW_TEXT, h->event);
    take_narrow(record, XG_MATCH_PLACE, XG_NARROW_TEXT, h->site);
    if (number_at(record, XG_MATCH_VERSION) >= XG_MATCH_WIDE_VERSION) {
        take_wide(record, XG_MATCH_WIDE_NAME_1, h->my_name);
        take_wide(record, XG_MATCH_WIDE_NAME_2, h->opponent);
        take_wide(record, XG_MATCH_WIDE_EVENT, h->event);
        take_wide(record, XG_MATCH_WIDE_PLACE, h->site);
    }
    take_date(record, h);
    take_elo(record, XG_MATCH_ELO_1, h->elo[RECORD_ME]);
    take_elo(record, XG_MATCH_ELO_2, h->elo[RECORD_OPPONENT]);
    if (read_comment(xg, number_at(record, XG_MATCH_COMMENT), xg->comment)) {
        take_tags(xg, h);
    }
    xg->match_comments[0] = number_at(record, XG_MATCH_COMMENT);
    xg->match_comments[1] = number_at(record, XG_MATCH_END_COMMENT);
    h->length = length == XG_MONEY_LENGTH ? 0 : match_reader_length(r, length);
    h->has_no_crawford = h->length > 0 && record[XG_MATCH_CRAWFORD] == 0;
    h->has_jacoby = h->length == 0 && record[XG_MATCH_JACOBY] != 0;
    h->has_beavers = h->length == 0 && record[XG_MATCH_BEAVER] != 0;
    h->says_jacoby = h->says_beavers = true;
    h->has_no_cube = number_at(record, XG_MATCH_VERSION) >= XG_MATCH_WIDE_VERSION &&
                     number_at(record, XG_MATCH_CUBE_LIMIT) == 0;
}

/* ---- what eXtreme Gammon says ---------------------------------------------------- */

/* Levels 0 to 6 are searches, which it counts from 1-ply. */
static void write_judge(int level, char by[RECORD_JUDGE_SIZE])
{
    static const struct {
        int level;
        const char *name;
    } names[] = {{12, "3-ply red"}, {100, "rollout"},  {998, "book"},     {999, "book"},
                 {1000, "roller"},  {1001, "roller+"}, {1002, "roller++"}};
    by[0] = '\0';
    if (level >= 0 && level <= 6) {
        (void)snprintf(by, RECORD_JUDGE_SIZE, "XG %d-ply", level + 1);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].level == level) {
            (void)snprintf(by, RECORD_JUDGE_SIZE, "XG %s", names[i].name);
        }
    }
}

/* Errors are negative; those of what was not analysed are far below. */
static struct record_judged judged_at(const unsigned char *record, int level, int loss)
{
    struct record_judged judged = {.loss = -real_at(record, loss)};
    if (judged.loss > -0.001 && judged.loss < 100.0) {
        write_judge(number_at(record, level), judged.by);
        judged.loss = judged.loss > 0.0 ? judged.loss : 0.0;
    }
    return judged;
}

static struct record_judged judged_cube(const unsigned char *record, int loss)
{
    bool is_analysed = bytes_get(record + XG_CUBE_PASS, 4) != 0;
    return is_analysed ? judged_at(record, XG_CUBE_LEVEL, loss)
                       : (struct record_judged){.loss = 0.0};
}

/* ---- games ----------------------------------------------------------------------- */

/* The position at this place, seen by player 1; false: it is none. */
static bool position_at(const unsigned char *record, int at, struct position *pos)
{
    const signed char *count = (const signed char *)record + at;
    memset(pos, 0, sizeof *pos);
    for (int i = 0; i < XG_POSITION_SIZE; i++) {
        bool is_other_bar = i == 0 ? count[i] > 0 : i == POINT_BAR && count[i] < 0;
        if (is_other_bar || count[i] > CHECKERS || count[i] < -CHECKERS) {
            return false;
        }
        if (count[i] > 0 && i > 0) {
            pos->mine.at[i] = (uint8_t)count[i];
        } else if (count[i] < 0 && i < POINT_BAR) {
            pos->theirs.at[POINT_BAR - i] = (uint8_t)-count[i];
        }
    }
    return position_bear_off_rest(&pos->mine) && position_bear_off_rest(&pos->theirs);
}

/* Of the match, in its first game, and of the game: at the beginning and at the end. */
static void take_game_comments(struct xg *xg, const unsigned char *record)
{
    const int numbers[] = {xg->match_comments[0], xg->match_comments[1],
                           number_at(record, XG_GAME_COMMENT),
                           number_at(record, XG_GAME_END_COMMENT)};
    char one[XG_COMMENT_SIZE];
    size_t used = 0;
    xg->comment[0] = '\0';
    for (int i = xg->has_matches ? 2 : 0; i < 4; i++) {
        if (!read_comment(xg, numbers[i], one)) {
            continue;
        }
        if (i == 0) {
            xg_comment_drop_tags(one);
        }
        if (one[0] != '\0' && used + strlen(one) + 2 < sizeof xg->comment) {
            used +=
                (size_t)sprintf(xg->comment + used, "%s%s", used > 0 ? " " : "", one);
        }
    }
    match_reader_game_comment(&xg->reader, xg->comment);
}

static void take_game(struct xg *xg, const unsigned char *record)
{
    struct match_reader *r = &xg->reader;
    int score[] = {number_at(record, XG_GAME_SCORE_1),
                   number_at(record, XG_GAME_SCORE_2)};
    int number = number_at(record, XG_GAME_NUMBER);
    int last = r->heading.length - 1;
    for (int side = 0; side < 2; side++) {
        bool is_score = score[side] >= 0 && score[side] <= SCORE_MAX;
        score[side] = is_score ? score[side] : 0;
    }
    if (!xg->has_matches) {
        r->heading.is_after_crawford =
            (score[0] == last) != (score[1] == last) && record[XG_GAME_CRAWFORD] == 0;
        number = number == 1 ? 0 : number; /* a position may have any score */
    }
    match_reader_game(r, number > 0 && number <= SCORE_MAX ? number : 0, score[0],
                      score[1]);
    r->judged_roll = (struct record_judged){.loss = 0.0};
    r->comment = NULL;
    take_game_comments(xg, record);
    xg->has_matches = true;
    xg->has_turns = false;
}

/* The comment of a turn, which its first cell gets, behind that of the double that was not
 * offered before it. */
static void take_comment(struct xg *xg, int number)
{
    size_t used = xg->reader.comment != NULL ? strlen(xg->comment) : 0;
    char more[XG_COMMENT_SIZE];
    if (read_comment(xg, number, more)) {
        (void)snprintf(xg->comment + used, sizeof xg->comment - used, "%s%s",
                       used > 0 ? " " : "", more);
        xg->reader.comment = xg->comment;
    }
}

/* The first turn of a game shows where it begins: positions that are saved alone, and
 * those set by hand, elsewhere than other games. The cube is its logarithm, negative if
 * the other side has it. */
static void take_beginning(struct xg *xg, const unsigned char *record,
                           int position_field, int cube_field)
{
    struct record_setup setup;
    int cube = number_at(record, cube_field);
    bool is_known = position_at(record, position_field, &setup.pos) &&
                    position_fault(&setup.pos) == NULL;
    bool is_usual = cube == 0 && position_equal(&setup.pos, &xg->reader.pos);
    setup.owner = cube == 0 ? -1 : cube > 0 ? RECORD_ME : RECORD_OPPONENT;
    setup.cube = cube > -CUBE_LOG_MAX && cube < CUBE_LOG_MAX ? 1 << abs(cube) : 0;
    if (!xg->has_turns && is_known && !is_usual) {
        match_reader_setup(&xg->reader, &setup);
    }
    xg->has_turns = true;
}

/* To the double of `side`, to a beaver of that, to a raccoon of that. */
static void take_answers(struct match_reader *r, const unsigned char *record,
                         enum record_side side)
{
    static const int answers[] = {XG_CUBE_TAKEN, XG_CUBE_BEAVER, XG_CUBE_RACCOON};
    static const enum record_cell_type types[] = {RECORD_CELL_DROP, RECORD_CELL_TAKE,
                                                  RECORD_CELL_BEAVER};
    bool is_raccoon = number_at(record, XG_CUBE_RACCOON) == 1;
    for (int i = 0, answer = 2; i < 3 && answer == 2; i++) {
        answer = i == 1 && is_raccoon ? 2 : number_at(record, answers[i]);
        side = record_other(side);
        if (answer >= 0 && answer <= (i < 2 ? 2 : 1)) {
            r->judged = i == 0 ? judged_cube(record, XG_CUBE_TAKE_LOSS) : r->judged;
            match_reader_cube(r, side, types[answer], 0);
        }
    }
}

static void take_cube_action(struct xg *xg, const unsigned char *record)
{
    struct match_reader *r = &xg->reader;
    take_beginning(xg, record, XG_CUBE_POSITION, XG_CUBE_LOG);
    enum record_side side = side_at(record, XG_CUBE_WHO);
    r->comment = NULL;
    take_comment(xg, number_at(record, XG_CUBE_COMMENT));
    if (number_at(record, XG_CUBE_DOUBLED) != 1) {
        r->judged_roll = judged_cube(record, XG_CUBE_LOSS);
        match_reader_to_roll(r, side);
        return;
    }
    r->judged = judged_cube(record, XG_CUBE_LOSS);
    match_reader_cube(r, side, RECORD_CELL_DOUBLE, 0);
    take_answers(r, record, side);
}

static bool is_die(int die)
{
    return die >= 1 && die <= 6;
}

/* Hops count points from 0; 24 is the bar, and below 0 is off. A roll that is not played has
 * none, or all of them are 0. */
static bool take_hops(const unsigned char *record, struct play *play)
{
    play->count = 0;
    if (record[XG_MOVE_PLAYED] == 0 && number_at(record, XG_MOVE_HOPS) == 0 &&
        number_at(record, XG_MOVE_HOPS + 4) == 0) {
        return true;
    }
    for (int i = 0; i < CHECKER_MOVES_MAX; i++) {
        int from = number_at(record, XG_MOVE_HOPS + 8 * i);
        int to = number_at(record, XG_MOVE_HOPS + 8 * i + 4);
        if (from < 0) {
            break;
        }
        if (from >= POINT_BAR || to >= from) {
            return false;
        }
        play->moves[play->count++] =
            (struct checker_move){(uint8_t)(from + 1), (uint8_t)(to < 0 ? 0 : to + 1)};
    }
    return true;
}

static void take_move(struct xg *xg, const unsigned char *record)
{
    struct match_reader *r = &xg->reader;
    int one = number_at(record, XG_MOVE_DIE_1),
        other = number_at(record, XG_MOVE_DIE_2);
    struct play play;
    take_beginning(xg, record, XG_MOVE_POSITION, XG_MOVE_CUBE);
    if (record[XG_MOVE_PLAYED] == 0 && one == 0 && other == 0) {
        return; /* beside a cube action */
    }
    if (!is_die(one) || !is_die(other) || !take_hops(record, &play)) {
        match_reader_lose(r, "not a play; the rest of the game is left out");
        return;
    }
    take_comment(xg, number_at(record, XG_MOVE_COMMENT));
    enum record_side side = side_at(record, XG_MOVE_WHO);
    if (play.count == 0 && record[XG_MOVE_PLAYED] == 0) {
        match_reader_unplayed(r, side, roll_of_dice(one, other));
    } else {
        if (number_at(record, XG_MOVE_CANDIDATES) > 0) {
            r->judged = judged_at(record, XG_MOVE_LEVEL, XG_MOVE_LOSS);
        }
        match_reader_moves(r, side, roll_of_dice(one, other), &play);
    }
}

static void take_result(struct xg *xg, const unsigned char *record)
{
    int points = number_at(record, XG_END_POINTS);
    if (points > 0 && points <= SCORE_MAX) {
        match_reader_win(&xg->reader, side_at(record, XG_END_WINNER), points);
    }
}

static void read_comments(struct xg *xg, const struct xg_archive *archive)
{
    struct xg_stream stream;
    if (xg_stream_open(&stream, archive, "temp.xgc")) {
        xg->comments = calloc(1, XG_COMMENTS_MAX + 1);
        if (xg->comments != NULL) {
            (void)xg_stream_read(&stream, xg->comments, XG_COMMENTS_MAX);
        }
        xg_stream_close(&stream);
    }
}

static void take_xg_record(struct xg *xg, const unsigned char *record)
{
    static void (*const takes[])(struct xg * xg, const unsigned char *record) = {
        take_match, take_game, take_cube_action, take_move, take_result};
    if (record[XG_TYPE_AT] < sizeof takes / sizeof takes[0]) {
        takes[record[XG_TYPE_AT]](xg, record);
    }
}

bool xg_read(FILE *file, const struct record_visitor *visitor, void *context)
{
    struct xg xg = {.has_matches = false};
    struct xg_archive archive;
    struct xg_stream stream;
    unsigned char record[XG_RECORD_SIZE];
    if (!xg_archive_open(file, &archive, NULL)) {
        return false;
    }
    read_comments(&xg, &archive);
    if (!xg_stream_open(&stream, &archive, "temp.xg")) {
        free(xg.comments);
        return false;
    }
    bool is_good = match_reader_open(&xg.reader, visitor, context);
    for (int i = 1; is_good && i <= XG_RECORDS_MAX &&
                    xg_stream_read(&stream, record, sizeof record) == sizeof record;
         i++) {
        xg.reader.line = i;
        take_xg_record(&xg, record);
    }
    if (is_good && xg.reader.line == XG_RECORDS_MAX) {
        match_reader_fault(&xg.reader, "a file is read up to record %d",
                           XG_RECORDS_MAX);
    }
    xg_stream_close(&stream);
    free(xg.comments);
    match_reader_close(&xg.reader);
    return is_good && xg.has_matches;
}
