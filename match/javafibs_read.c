/*
 * Reads the files (.match) in which JavaFIBS, a client of FIBS, keeps each match: lines of a
 * number, a name and a text.
 *
 *      JavaFIBS internal match representation v1.1
 *      8:bert:5             a match of 5 points; 9999: unlimited
 *      13:bert:             a game begins
 *      6:You:bert           the players
 *      11:You:4 2           who begins, and the roll
 *      1:You:17-21 19-21    a play
 *      0:bert:3 2           a roll
 *      15:bert:             nothing can be moved
 *      2:You:               a double; 4: it is taken, 5: dropped
 *      3:You:2              a resignation of so many points; 12: it is refused
 *      7:You:1              won the game with so many points
 *      14:anna-1:bert-0     the score
 *      9:You:5              won the match
 *
 * "You" is whose file it is; the score has the name. He becomes player 1. Points are numbered
 * as the server's board has them, on which either player may move up.
 */
#include <stdlib.h>
#include <string.h>

#include "match/match_format_internal.h"
#include "match/match_reader.h"
#include "match/play_text.h"
#include "match/text_line.h"

enum { LENGTH_UNLIMITED = 9999, SCORE_MAX = 999999 };

static const char owner[] = "You";

enum line_code {
    CODE_ROLL,
    CODE_PLAY,
    CODE_DOUBLE,
    CODE_RESIGN,
    CODE_TAKE,
    CODE_DROP,
    CODE_PLAYERS,
    CODE_WIN,
    CODE_MATCH,
    CODE_MATCH_WIN,
    CODE_OPENING = 11,
    CODE_REFUSAL,
    CODE_GAME,
    CODE_SCORE,
    CODE_DANCE
};

struct javafibs {
    struct match_reader reader;
    char my_name[RECORD_NAME_MAX];
    int score[2];
    bool has_match, has_roll; /* a roll that is not played yet */
    enum record_side roller;
    struct roll roll;
};

/* "12:anna: text": splits at the colons; false: the line is none. */
static bool split_line(const char *line, int *code, char name[RECORD_NAME_MAX],
                       const char **text)
{
    char *end;
    long number = strtol(line, &end, 10);
    const char *colon = *end == ':' ? strchr(end + 1, ':') : NULL;
    if (end == line || colon == NULL || number < 0 || number > CODE_DANCE) {
        return false;
    }
    *code = (int)number;
    match_reader_name(end + 1, (size_t)(colon - end - 1), name);
    *text = colon + 1 + strspn(colon + 1, " ");
    return true;
}

/* ---- names and scores ------------------------------------------------------------- */

/* "anna-1" */
static bool split_score(const char *text, char name[RECORD_NAME_MAX], int *score)
{
    const char *hyphen = strrchr(text, '-');
    if (hyphen == NULL || sscanf(hyphen + 1, "%6d", score) != 1 || *score < 0) {
        return false;
    }
    match_reader_name(text, (size_t)(hyphen - text), name);
    return true;
}

/* "anna-1" and "bert-0": the score of the one who is not the opponent is mine. */
static bool score_of_texts(const char *first, const char *second, const char *opponent,
                           char my_name[RECORD_NAME_MAX], int score[2])
{
    char names[2][RECORD_NAME_MAX];
    int scores[2];
    if (!split_score(first, names[0], &scores[0]) ||
        !split_score(second, names[1], &scores[1])) {
        return false;
    }
    int mine = strcmp(names[0], opponent) == 0;
    memcpy(my_name, names[mine], RECORD_NAME_MAX);
    score[RECORD_ME] = scores[mine];
    score[RECORD_OPPONENT] = scores[!mine];
    return true;
}

/* Looks for the name of the file's owner; leaves the file at its beginning. */
static void find_my_name(FILE *file, char my_name[RECORD_NAME_MAX])
{
    struct text_line line = {.file = file};
    char opponent[RECORD_NAME_MAX] = "", name[RECORD_NAME_MAX];
    const char *text;
    int code, score[2];
    bool is_found = false;
    (void)snprintf(my_name, RECORD_NAME_MAX, "%s", owner);
    while (!is_found && text_line_next(&line)) {
        if (!split_line(line.text, &code, name, &text)) {
            continue;
        }
        if (code == CODE_MATCH) {
            memcpy(opponent, name, RECORD_NAME_MAX);
        }
        is_found =
            code == CODE_SCORE && score_of_texts(name, text, opponent, my_name, score);
    }
    rewind(file);
}

/* ---- the match ---------------------------------------------------------------------- */

/* A game ends, whose last roll may not have been played. */
static void end_turn(struct javafibs *j)
{
    if (j->has_roll) {
        match_reader_unplayed(&j->reader, j->roller, j->roll);
    }
    j->has_roll = false;
}

static void start_javafibs(struct javafibs *j, const char *opponent, const char *text)
{
    struct record_heading *heading = &j->reader.heading;
    long length = strtol(text, NULL, 10);
    end_turn(j);
    match_reader_end_match(&j->reader);
    memcpy(heading->my_name, j->my_name, RECORD_NAME_MAX);
    memcpy(heading->opponent, opponent, RECORD_NAME_MAX);
    heading->length =
        match_reader_length(&j->reader, length == LENGTH_UNLIMITED ? 0 : length);
    heading->says_jacoby = heading->says_beavers = true; /* no rule */
    (void)snprintf(heading->site, RECORD_NAME_MAX, "FIBS");
    j->score[0] = j->score[1] = 0;
    j->has_match = true;
}

static bool take_roll(struct javafibs *j, enum record_side side, const char *text)
{
    int one, other;
    if (sscanf(text, "%1d %1d", &one, &other) != 2 || one < 1 || one > 6 || other < 1 ||
        other > 6) {
        return false;
    }
    j->has_roll = true;
    j->roller = side;
    j->roll = roll_of_dice(one, other);
    return true;
}

/* Whether the play goes from low points to high ones. */
static bool is_upward(const char *text)
{
    const char *hyphen = strchr(text, '-');
    int from = atoi(text), to = hyphen == NULL ? POINT_OFF : atoi(hyphen + 1);
    return play_hop_is_up(from == 0 ? POINT_BAR : from, to);
}

static bool take_play_of(struct javafibs *j, enum record_side side, const char *text)
{
    struct play play;
    bool is_good =
        j->has_roll && j->roller == side &&
        match_reader_hops(text, '-', is_upward(text) ? RECORD_ME : RECORD_OPPONENT,
                          play_text_fibs_point, &play);
    if (is_good) {
        j->has_roll = false;
        match_reader_moves(&j->reader, side, j->roll, &play);
    }
    return is_good;
}

/* What happens in a game; false: not understood. */
static bool follow_code(struct javafibs *j, int code, enum record_side side,
                        const char *text)
{
    struct match_reader *r = &j->reader;
    switch (code) {
    case CODE_OPENING:
    case CODE_ROLL:
        return take_roll(j, side, text);
    case CODE_PLAY:
        return take_play_of(j, side, text);
    case CODE_DANCE:
        return take_play_of(j, side, "");
    case CODE_DOUBLE:
        match_reader_cube(r, side, RECORD_CELL_DOUBLE, 0);
        return true;
    case CODE_TAKE:
        match_reader_cube(r, side, RECORD_CELL_TAKE, 0);
        return true;
    case CODE_DROP:
        match_reader_cube(r, side, RECORD_CELL_DROP, 0);
        return true;
    case CODE_WIN: {
        long points = strtol(text, NULL, 10);
        end_turn(j);
        match_reader_win(r, side, points > 0 && points < SCORE_MAX ? (int)points : 1);
        memcpy(j->score, r->score, sizeof j->score);
        return true;
    }
    default:
        return true;
    }
}

static void read_javafibs_line(struct javafibs *j, const char *line)
{
    char name[RECORD_NAME_MAX];
    const char *text;
    int code;
    if (!split_line(line, &code, name, &text)) {
        return;
    }
    if (code == CODE_MATCH) {
        start_javafibs(j, name, text);
    } else if (!j->has_match) {
        return;
    } else if (code == CODE_GAME) {
        end_turn(j);
        match_reader_game(&j->reader, 0, j->score[RECORD_ME],
                          j->score[RECORD_OPPONENT]);
    } else if (code == CODE_SCORE) {
        char my_name[RECORD_NAME_MAX];
        (void)score_of_texts(name, text, j->reader.heading.opponent, my_name, j->score);
    } else {
        enum record_side side = strcmp(name, owner) == 0 ? RECORD_ME : RECORD_OPPONENT;
        if (!follow_code(j, code, side, text)) {
            match_reader_lose(&j->reader,
                              "\"%.40s\" is not understood; the rest of the game is "
                              "left out",
                              line);
        }
    }
}

bool javafibs_read(FILE *file, const struct record_visitor *visitor, void *context)
{
    struct javafibs j = {.has_match = false};
    struct text_line line = {.file = file};
    bool is_good = match_reader_open(&j.reader, visitor, context);
    find_my_name(file, j.my_name);
    while (is_good && text_line_next(&line)) {
        j.reader.line = line.number;
        read_javafibs_line(&j, line.text);
    }
    if (text_line_is_full(&line)) {
        match_reader_full(&j.reader);
    }
    end_turn(&j);
    if (j.has_match) {
        match_reader_heading(&j.reader);
    }
    match_reader_close(&j.reader);
    return is_good && j.has_match && !ferror(file);
}
