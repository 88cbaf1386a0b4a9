#include "engine/board/ogid.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "engine/board/board_internal.h"
#include "engine/board/checkers.h"
#include "engine/board/xgid.h"

enum ogid_field {
    O_WHITE,
    O_BLACK,
    O_CUBE,
    O_DICE,
    O_TURN,
    O_STATE,
    O_WHITE_SCORE,
    O_BLACK_SCORE,
    O_LENGTH,
    O_MOVE,
    O_CHECKERS,
    OGID_FIELDS
};
enum { FIELD_SIZE = CHECKERS + 2, OGID_POINTS = 26 };

struct ogid_parts {
    char text[OGID_FIELDS][FIELD_SIZE];
    int fields;
};

static const char point_letters[] = "0123456789abcdefghijklmnop";

bool ogid_is_one(const char *text)
{
    size_t white = strspn(text, point_letters);
    if (text[white] != ':') {
        return false;
    }
    const char *black = text + white + 1;
    size_t length = strspn(black, point_letters);
    return black[length] == ':' && black[length + 1] != '\0' &&
           strchr("WBN", black[length + 1]) != NULL;
}

/* Returns NULL or what is wrong. */
static const char *split(const char *id, struct ogid_parts *parts)
{
    *parts = (struct ogid_parts){.fields = 0};
    for (;; id++) {
        size_t length = strcspn(id, ":");
        if (parts->fields == OGID_FIELDS) {
            return "it has more than eleven fields";
        }
        if (length >= FIELD_SIZE) {
            return parts->fields <= O_BLACK ? "a side has more than 15 checkers"
                                            : "a field is too long";
        }
        memcpy(parts->text[parts->fields++], id, length);
        id += length;
        if (*id == '\0') {
            return parts->fields > O_TURN ? NULL : "it does not say who is on roll";
        }
    }
}

/* Adds the checkers of a side, 1 each to counts[point]. */
static bool count_checkers(const char *checkers, int counts[OGID_POINTS])
{
    for (; *checkers != '\0'; checkers++) {
        const char *letter = strchr(point_letters, *checkers);
        if (letter == NULL) {
            return false;
        }
        counts[letter - point_letters]++;
    }
    return true;
}

/* Writes the board as an XGID has it, Black as player 1. Returns NULL or what is wrong. */
static const char *letters_of_points(const struct ogid_parts *parts,
                                     char board[OGID_POINTS + 1])
{
    int white[OGID_POINTS] = {0}, black[OGID_POINTS] = {0};
    if (!count_checkers(parts->text[O_WHITE], white) ||
        !count_checkers(parts->text[O_BLACK], black)) {
        return "its points are not 0 to 9 and a to p";
    }
    for (int p = 0; p < OGID_POINTS; p++) {
        if (white[p] > 0 && black[p] > 0) {
            return "both sides have checkers on a point";
        }
        board[p] = (char)(white[p] > 0   ? 'a' + white[p] - 1
                          : black[p] > 0 ? 'A' + black[p] - 1
                                         : '-');
    }
    board[OGID_POINTS] = '\0';
    return NULL;
}

/* Returns NULL or what of an OGID is not understood. */
static const char *find_fault(const struct ogid_parts *parts)
{
    static const char digits[] = "0123456789";
    const char *cube = parts->text[O_CUBE], *turn = parts->text[O_TURN];
    const char *dice = parts->text[O_DICE];
    if (strlen(cube) != 3 || strchr("WBN", cube[0]) == NULL ||
        !isdigit((unsigned char)cube[1])) {
        return "its cube is not an owner, a digit and an action";
    }
    if (strchr("NT", cube[2]) == NULL) {
        return "an offered or passed cube is not supported";
    }
    if (dice[strspn(dice, digits)] != '\0') {
        return "its dice are not digits";
    }
    if (strcmp(turn, "W") != 0 && strcmp(turn, "B") != 0) {
        return "the player on roll is neither W nor B";
    }
    const char *zeros_end = parts->text[O_LENGTH] + strspn(parts->text[O_LENGTH], "0");
    const char *length = zeros_end + strspn(zeros_end, digits);
    if (length[0] != '\0' && (length == zeros_end || strcmp(length, "C") != 0)) {
        return "its match length is neither digits nor digits and C";
    }
    const char *checkers = parts->text[O_CHECKERS];
    if (checkers[0] != '\0' && strcmp(checkers, "15") != 0) {
        return "it has other than 15 checkers a side";
    }
    return NULL;
}

static const char *or_zero(const char *text)
{
    return text[0] == '\0' ? "0" : text;
}

bool ogid_read(const char *id, struct decision_context *at, struct error *err)
{
    struct ogid_parts parts;
    char board[OGID_POINTS + 1], length[FIELD_SIZE], xgid[2 * XGID_SIZE];
    const char *fault = split(id, &parts);
    fault = fault != NULL ? fault : find_fault(&parts);
    fault = fault != NULL ? fault : letters_of_points(&parts, board);
    if (fault != NULL) {
        return decision_context_refuse(err, "OGID", id, fault);
    }
    const char *cube = parts.text[O_CUBE], *dice = parts.text[O_DICE];
    memcpy(length, parts.text[O_LENGTH], sizeof length);
    length[strcspn(length, "C")] = '\0';
    FORMAT_TEXT(xgid, "XGID=%s:%c:%d:%d:%s:%s:%s:%d:%s:10", board, cube[1],
                cube[0] == 'N'   ? 0
                : cube[0] == 'B' ? 1
                                 : -1,
                parts.text[O_TURN][0] == 'B' ? 1 : -1, dice[0] == '\0' ? "00" : dice,
                or_zero(parts.text[O_BLACK_SCORE]), or_zero(parts.text[O_WHITE_SCORE]),
                strchr(parts.text[O_LENGTH], 'C') != NULL, or_zero(length));
    return xgid_read(xgid, at, err);
}
