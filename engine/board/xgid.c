#include "engine/board/xgid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/board_internal.h"
#include "engine/board/position.h"

enum { WRITTEN_MAX_CUBE = 10, XGID_POINTS = 26, XGID_FIELDS = 10 };

enum xgid_field {
    X_BOARD,
    X_CUBE,
    X_OWNER,
    X_TURN,
    X_DICE,
    X_SCORE_1,
    X_SCORE_2,
    X_RULES,
    X_LENGTH,
    X_MAX_CUBE
};

enum { RULE_CRAWFORD = 1, RULE_JACOBY = 1, RULE_BEAVERS = 2 };

/* The numeric fields of an XGID: name and bounds. The dice are not among them. */
static const struct {
    const char *name;
    int least;
    int most;
} xgid_numbers[XGID_FIELDS] = {
    [X_CUBE] = {"cube", 0, BOARD_CUBE_LOG_MAX},
    [X_OWNER] = {"cube owner", -1, 1},
    [X_TURN] = {"turn", -1, 1},
    [X_SCORE_1] = {"score", 0, BOARD_SCORE_MAX},
    [X_SCORE_2] = {"score", 0, BOARD_SCORE_MAX},
    [X_RULES] = {"Crawford/Jacoby", 0, 3},
    [X_LENGTH] = {"match length", 0, MATCH_LENGTH_MAX},
    [X_MAX_CUBE] = {"maximum cube", 0, 99},
};

static char xgid_letter(int upper, int lower)
{
    return (char)(upper > 0 ? 'A' + upper - 1 : lower > 0 ? 'a' + lower - 1 : '-');
}

static int xgid_owner(enum cube_owner owner)
{
    return owner == CUBE_CENTRED ? 0 : owner == CUBE_MINE ? 1 : -1;
}

static int xgid_rules(const struct match_state *ms)
{
    if (ms->length > 0) {
        return ms->is_crawford ? RULE_CRAWFORD : 0;
    }
    return (ms->has_jacoby ? RULE_JACOBY : 0) | (ms->has_beavers ? RULE_BEAVERS : 0);
}

void xgid_write(const struct decision_context *at, char id[XGID_SIZE])
{
    const struct match_state *ms = &at->ms;
    char board[XGID_POINTS + 1] = {0};
    for (int p = 0; p < XGID_POINTS; p++) {
        board[p] = xgid_letter(p > 0 ? at->pos.mine.at[p] : 0,
                               p < POINT_BAR ? at->pos.theirs.at[25 - p] : 0);
    }
    char dice[3] = {(char)('0' + at->roll.high), (char)('0' + at->roll.low), '\0'};
    (void)snprintf(id, XGID_SIZE, "XGID=%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", board,
                   decision_context_cube_log(ms->cube), xgid_owner(ms->owner),
                   decision_context_opponent_on_roll(at) ? -1 : 1,
                   at->is_doubled ? "D" : dice, decision_context_score(ms->my_score),
                   decision_context_score(ms->their_score), xgid_rules(ms), ms->length,
                   at->has_no_cube ? 0 : WRITTEN_MAX_CUBE);
}

/* Reads text[0..length-1], which a colon or the end follows, as one whole number. */
static bool read_whole(const char *text, int length, int *number)
{
    char *end;
    int sign = text[0] == '-' ? 1 : 0;
    *number = (int)strtol(text, &end, 10);
    return text[sign] >= '0' && text[sign] <= '9' && end == text + length &&
           length - sign <= 6;
}

/* Reads the board with player 1 as mine. Returns NULL or what is wrong. */
static const char *read_xgid_board(const char *letters, struct position *pos)
{
    memset(pos, 0, sizeof *pos);
    for (int p = 0; p < XGID_POINTS; p++) {
        char c = letters[p];
        if (c >= 'A' && c <= 'O' && p > 0) {
            pos->mine.at[p] = (uint8_t)(c - 'A' + 1);
        } else if (c >= 'a' && c <= 'o' && p < POINT_BAR) {
            pos->theirs.at[25 - p] = (uint8_t)(c - 'a' + 1);
        } else if (c != '-') {
            return "its board has a letter that cannot stand there";
        }
    }
    if (!position_bear_off_rest(&pos->mine) || !position_bear_off_rest(&pos->theirs)) {
        return "a side has more than 15 checkers";
    }
    return position_fault(pos);
}

/* Reads the dice field. Returns NULL or what is wrong. */
static const char *read_dice(const char *text, int length, struct decision_context *at)
{
    if (length == 1 && text[0] == 'D') {
        at->is_doubled = true;
        return NULL;
    }
    if (length == 1 && (text[0] == 'B' || text[0] == 'R')) {
        return "answers to beavers and raccoons are not supported";
    }
    if (length == 2 && text[0] == '0' && text[1] == '0') {
        return NULL;
    }
    if (length == 2 && text[0] >= '1' && text[0] <= '6' && text[1] >= '1' &&
        text[1] <= '6') {
        at->roll = roll_of_dice(text[0] - '0', text[1] - '0');
        return NULL;
    }
    return "its dice are neither \"00\", \"D\" nor two digits 1 to 6";
}

struct xgid_parts {
    const char *text[XGID_FIELDS];
    int length[XGID_FIELDS];
    int number[XGID_FIELDS];
};

static bool split_xgid(const char *text, struct xgid_parts *parts)
{
    for (int f = 0; f < XGID_FIELDS; f++) {
        size_t length = strcspn(text, ":");
        bool is_last = text[length] == '\0';
        if (is_last != (f == XGID_FIELDS - 1) || length > XGID_POINTS) {
            return false;
        }
        parts->text[f] = text;
        parts->length[f] = (int)length;
        text += length + 1;
    }
    return parts->length[X_BOARD] == XGID_POINTS;
}

static bool read_numbers(const char *id, struct xgid_parts *parts, struct error *err)
{
    for (int f = 0; f < XGID_FIELDS; f++) {
        int *number = &parts->number[f];
        if (xgid_numbers[f].name == NULL) {
            continue;
        }
        if (!read_whole(parts->text[f], parts->length[f], number) ||
            *number < xgid_numbers[f].least || *number > xgid_numbers[f].most ||
            (f == X_TURN && *number == 0)) {
            return error_set_kind(err, ERROR_MALFORMED,
                                  "XGID \"%.80s\": its %s is \"%.*s\", not %d%s%d", id,
                                  xgid_numbers[f].name, parts->length[f],
                                  parts->text[f], xgid_numbers[f].least,
                                  f == X_TURN ? " or " : "..", xgid_numbers[f].most);
        }
    }
    return true;
}

/* Returns the match state as player 1 sees it. */
static struct match_state match_of_parts(const int number[XGID_FIELDS])
{
    const bool is_money = number[X_LENGTH] == 0;
    const int rules = number[X_RULES];
    return (struct match_state){
        .length = number[X_LENGTH],
        .my_score = number[X_SCORE_1],
        .their_score = number[X_SCORE_2],
        .cube = 1 << number[X_CUBE],
        .owner = number[X_OWNER] == 0  ? CUBE_CENTRED
                 : number[X_OWNER] > 0 ? CUBE_MINE
                                       : CUBE_THEIRS,
        .is_crawford = !is_money && (rules & RULE_CRAWFORD) != 0,
        .has_jacoby = is_money && (rules & RULE_JACOBY) != 0,
        .has_beavers = is_money && (rules & RULE_BEAVERS) != 0,
    };
}

bool xgid_read(const char *id, struct decision_context *at, struct error *err)
{
    struct xgid_parts parts;
    struct decision_context read = {.resigned = 0};
    if (!split_xgid(strncmp(id, "XGID=", 5) == 0 ? id + 5 : id, &parts)) {
        return decision_context_refuse(
            err, "XGID", id,
            "expected 26 board letters and nine fields separated by colons");
    }
    const char *fault = read_xgid_board(parts.text[X_BOARD], &read.pos);
    if (fault != NULL) {
        return decision_context_refuse(err, "XGID", id, fault);
    }
    if (!read_numbers(id, &parts, err)) {
        return false;
    }
    read.ms = match_of_parts(parts.number);
    read.has_no_cube = parts.number[X_MAX_CUBE] == 0;
    fault = read_dice(parts.text[X_DICE], parts.length[X_DICE], &read);
    if (fault == NULL) {
        fault = match_state_fault(&read.ms);
    }
    if (fault != NULL) {
        return decision_context_refuse(err, "XGID", id, fault);
    }
    read.is_opponent_on_roll = read.is_doubled;
    if ((parts.number[X_TURN] > 0) == read.is_doubled) { /* player 2 decides */
        read.pos = position_swap(&read.pos);
        read.ms = match_state_swap(&read.ms);
    }
    *at = read;
    return true;
}
