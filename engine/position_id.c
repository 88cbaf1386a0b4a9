#include "position_id.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    POSITION_BYTES = 10,
    MATCH_BYTES = 9,
    POSITION_CHARS = POSITION_ID_SIZE - 1,
    MATCH_CHARS = MATCH_ID_SIZE - 1,
    CUBE_LOG_MAX = 15,
    WRITTEN_MAX_CUBE = 10,
    XGID_POINTS = 26,
    XGID_FIELDS = 10
};

/* ---- base64, without padding ---- */

static const char base64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void base64_write(const uint8_t *bytes, int count, char *text)
{
    uint32_t pending = 0;
    int bits = 0;
    for (int i = 0; i < count; i++) {
        pending = pending << 8 | bytes[i];
        for (bits += 8; bits >= 6; bits -= 6) {
            *text++ = base64[pending >> (bits - 6) & 63];
        }
    }
    if (bits > 0) {
        *text++ = base64[pending << (6 - bits) & 63];
    }
    *text = '\0';
}

static int base64_value(char c)
{
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
        return c - '0' + 52;
    }
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* NULL, or what is wrong with exactly `length` characters of `text`. */
static const char *base64_read(const char *text, int length, uint8_t *bytes)
{
    uint32_t pending = 0;
    int bits = 0;
    for (int i = 0; i < length; i++) {
        int value = base64_value(text[i]);
        if (value < 0) {
            return text[i] == '\0' ? "it is too short"
                                   : "it has a character that is not base64";
        }
        pending = pending << 6 | (uint32_t)value;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            *bytes++ = (uint8_t)(pending >> bits);
        }
    }
    if (text[length] != '\0') {
        return "it is too long";
    }
    return (pending & ((1U << bits) - 1)) != 0 ? "its last character is wrong" : NULL;
}

static bool fail(struct engine_error *err, const char *kind, const char *text,
                 const char *reason)
{
    engine_error_set(err, "%s \"%.80s\": %s", kind, text, reason);
    return false;
}

/* ---- position id ---- */

/* Writes one side from bit `at` on and returns the bit behind it. */
static int write_side(const struct side *side, uint8_t *bytes, int at)
{
    for (int p = 1; p <= POINT_BAR; p++, at++) {
        for (int i = 0; i < side->at[p]; i++, at++) {
            bytes[at / 8] |= (uint8_t)(1 << at % 8);
        }
    }
    return at;
}

void position_id_write(const struct position *pos, char id[POSITION_ID_SIZE])
{
    uint8_t bytes[POSITION_BYTES] = {0};
    (void)write_side(&pos->mine, bytes, write_side(&pos->theirs, bytes, 0));
    base64_write(bytes, POSITION_BYTES, id);
}

/* The bits not read yet, the next one lowest. */
struct bits {
    uint64_t low;
    uint64_t high;
};

/* Takes the 1 bits up to the next 0 and that 0; at most 64 bits. */
static int take_ones(struct bits *bits)
{
    int ones = bits->low == UINT64_MAX ? 63 : __builtin_ctzll(~bits->low);
    bits->low = bits->low >> ones >> 1 | bits->high << (63 - ones);
    bits->high = bits->high >> ones >> 1;
    return ones;
}

/* NULL or what is wrong. 50 zeros and at most 30 ones never pass the end. */
static const char *read_side(struct bits *bits, struct side *side)
{
    int checkers = 0;
    memset(side, 0, sizeof *side);
    for (int p = 1; p <= POINT_BAR; p++) {
        int ones = take_ones(bits);
        checkers += ones;
        if (checkers > CHECKERS) {
            return "a side has more than 15 checkers";
        }
        side->at[p] = (uint8_t)ones;
    }
    side->at[POINT_OFF] = (uint8_t)(CHECKERS - checkers);
    return NULL;
}

static const char *position_from_bytes(const uint8_t *bytes, struct position *pos)
{
    struct bits bits = {0, 0};
    for (int i = 0; i < POSITION_BYTES; i++) {
        uint64_t *half = i < 8 ? &bits.low : &bits.high;
        *half |= (uint64_t)bytes[i] << 8 * (i % 8);
    }
    const char *fault = read_side(&bits, &pos->theirs);
    if (fault == NULL) {
        fault = read_side(&bits, &pos->mine);
    }
    if (fault == NULL && (bits.low | bits.high) != 0) {
        fault = "it has checkers behind the last point";
    }
    return fault != NULL ? fault : position_fault(pos);
}

bool position_id_read(const char *id, struct position *pos, struct engine_error *err)
{
    uint8_t bytes[POSITION_BYTES];
    struct position read;
    const char *fault = base64_read(id, POSITION_CHARS, bytes);
    if (fault == NULL) {
        fault = position_from_bytes(bytes, &read);
    }
    if (fault != NULL) {
        return fail(err, "position id", id, fault);
    }
    *pos = read;
    return true;
}

/* ---- match id ---- */

enum match_field {
    CUBE_LOG,
    OWNER,
    ON_ROLL,
    CRAWFORD,
    GAME_STATE,
    TURN,
    DOUBLED,
    RESIGNED,
    DIE_1,
    DIE_2,
    LENGTH,
    SCORE_0,
    SCORE_1,
    NO_JACOBY,
    MATCH_FIELDS
};

static const int field_bits[MATCH_FIELDS] = {
    [CUBE_LOG] = 4, [OWNER] = 2,    [ON_ROLL] = 1,  [CRAWFORD] = 1,  [GAME_STATE] = 3,
    [TURN] = 1,     [DOUBLED] = 1,  [RESIGNED] = 2, [DIE_1] = 3,     [DIE_2] = 3,
    [LENGTH] = 15,  [SCORE_0] = 15, [SCORE_1] = 15, [NO_JACOBY] = 1,
};

enum { OWNER_CENTRED = 3, STATE_PLAYING = 1, MINE = 1, SCORE_MAX = (1 << 15) - 1 };

static void pack_fields(const int field[MATCH_FIELDS], uint8_t bytes[MATCH_BYTES])
{
    int at = 0;
    for (int f = 0; f < MATCH_FIELDS; f++) {
        for (int b = 0; b < field_bits[f]; b++, at++) {
            bytes[at / 8] |= (uint8_t)((field[f] >> b & 1) << at % 8);
        }
    }
}

static void unpack_fields(const uint8_t bytes[MATCH_BYTES], int field[MATCH_FIELDS])
{
    int at = 0;
    for (int f = 0; f < MATCH_FIELDS; f++) {
        field[f] = 0;
        for (int b = 0; b < field_bits[f]; b++, at++) {
            field[f] |= (bytes[at / 8] >> at % 8 & 1) << b;
        }
    }
}

static int cube_log(int cube)
{
    int log = 0;
    while (log < CUBE_LOG_MAX && 1 << log < cube) {
        log++;
    }
    return log;
}

static bool opponent_is_on_roll(const struct situation *at)
{
    return at->is_doubled || (at->resigned > 0 && at->is_opponent_on_roll);
}

void match_id_write(const struct situation *at, char id[MATCH_ID_SIZE])
{
    const struct match_state *ms = &at->ms;
    const int field[MATCH_FIELDS] = {
        [CUBE_LOG] = cube_log(ms->cube),
        [OWNER] = ms->owner == CUBE_CENTRED ? OWNER_CENTRED
                  : ms->owner == CUBE_MINE  ? MINE
                                            : !MINE,
        [ON_ROLL] = opponent_is_on_roll(at) ? !MINE : MINE,
        [CRAWFORD] = ms->is_crawford,
        [GAME_STATE] = STATE_PLAYING,
        [TURN] = MINE,
        [DOUBLED] = at->is_doubled,
        [RESIGNED] = at->resigned,
        [DIE_1] = at->roll.high,
        [DIE_2] = at->roll.low,
        [LENGTH] = ms->length,
        [SCORE_0] = ms->their_score < SCORE_MAX ? ms->their_score : SCORE_MAX,
        [SCORE_1] = ms->my_score < SCORE_MAX ? ms->my_score : SCORE_MAX,
        [NO_JACOBY] = ms->length > 0 || !ms->has_jacoby,
    };
    uint8_t bytes[MATCH_BYTES] = {0};
    pack_fields(field, bytes);
    base64_write(bytes, MATCH_BYTES, id);
}

static const char *match_fields_fault(const int field[MATCH_FIELDS])
{
    if (field[OWNER] == 2) {
        return "its cube owner is none of the players";
    }
    if (field[DIE_1] > 6 || field[DIE_2] > 6 ||
        (field[DIE_1] == 0) != (field[DIE_2] == 0)) {
        return "its dice are not 1 to 6 both, or 0 both";
    }
    if (field[DOUBLED] && field[TURN] == field[ON_ROLL]) {
        return "its player on roll has doubled and has to answer it";
    }
    if (!field[DOUBLED] && !field[RESIGNED] && field[TURN] != field[ON_ROLL]) {
        return "its player on roll does not have the turn";
    }
    return NULL;
}

static struct roll sorted_roll(int a, int b)
{
    return a > b ? (struct roll){(uint8_t)a, (uint8_t)b}
                 : (struct roll){(uint8_t)b, (uint8_t)a};
}

static void situation_from_fields(const int field[MATCH_FIELDS], struct situation *at)
{
    const int mine = field[TURN];
    const bool is_money = field[LENGTH] == 0;
    at->ms = (struct match_state){
        .length = field[LENGTH],
        .my_score = field[mine ? SCORE_1 : SCORE_0],
        .their_score = field[mine ? SCORE_0 : SCORE_1],
        .cube = 1 << field[CUBE_LOG],
        .owner = field[OWNER] == OWNER_CENTRED ? CUBE_CENTRED
                 : field[OWNER] == mine        ? CUBE_MINE
                                               : CUBE_THEIRS,
        .is_crawford = field[CRAWFORD],
        .has_jacoby = is_money && !field[NO_JACOBY],
    };
    at->roll =
        field[DOUBLED] ? (struct roll){0, 0} : sorted_roll(field[DIE_1], field[DIE_2]);
    at->is_doubled = field[DOUBLED];
    at->resigned = field[RESIGNED];
    at->is_opponent_on_roll = field[TURN] != field[ON_ROLL];
}

bool match_id_read(const char *id, struct situation *at, struct engine_error *err)
{
    uint8_t bytes[MATCH_BYTES];
    int field[MATCH_FIELDS];
    struct situation read = {.pos = at->pos};
    const char *fault = base64_read(id, MATCH_CHARS, bytes);
    if (fault == NULL) {
        unpack_fields(bytes, field);
        fault = match_fields_fault(field);
    }
    if (fault == NULL) {
        situation_from_fields(field, &read);
        fault = match_state_fault(&read.ms);
    }
    if (fault != NULL) {
        return fail(err, "match id", id, fault);
    }
    *at = read;
    return true;
}

void gnu_id_write(const struct situation *at, char id[GNU_ID_SIZE])
{
    struct position on_roll =
        opponent_is_on_roll(at) ? position_swap(&at->pos) : at->pos;
    position_id_write(&on_roll, id);
    id[POSITION_CHARS] = ':';
    match_id_write(at, id + POSITION_ID_SIZE);
}

/* ---- XGID ---- */

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

/* Each number of an XGID: its name and bounds. The dice are no number. */
static const struct {
    const char *name;
    int least;
    int most;
} xgid_numbers[XGID_FIELDS] = {
    [X_CUBE] = {"cube", 0, CUBE_LOG_MAX},
    [X_OWNER] = {"cube owner", -1, 1},
    [X_TURN] = {"turn", -1, 1},
    [X_SCORE_1] = {"score", 0, SCORE_MAX},
    [X_SCORE_2] = {"score", 0, SCORE_MAX},
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

void xgid_write(const struct situation *at, char id[XGID_SIZE])
{
    const struct match_state *ms = &at->ms;
    char board[XGID_POINTS + 1] = {0};
    for (int p = 0; p < XGID_POINTS; p++) {
        board[p] = xgid_letter(p > 0 ? at->pos.mine.at[p] : 0,
                               p < POINT_BAR ? at->pos.theirs.at[25 - p] : 0);
    }
    char dice[3] = {(char)('0' + at->roll.high), (char)('0' + at->roll.low), '\0'};
    (void)snprintf(id, XGID_SIZE, "XGID=%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", board,
                   cube_log(ms->cube), xgid_owner(ms->owner),
                   opponent_is_on_roll(at) ? -1 : 1, at->is_doubled ? "D" : dice,
                   ms->my_score, ms->their_score, xgid_rules(ms), ms->length,
                   WRITTEN_MAX_CUBE);
}

/* A whole number that takes up all of text[0..length-1]. */
static bool read_number(const char *text, int length, int *number)
{
    int sign = length > 1 && text[0] == '-' ? -1 : 1;
    int value = 0;
    int i = sign < 0 ? 1 : 0;
    if (i == length || length - i > 6) {
        return false;
    }
    for (; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        value = 10 * value + (text[i] - '0');
    }
    *number = sign * value;
    return true;
}

/* NULL, or what is wrong with the letters. Player 1 becomes mine. */
static const char *read_board(const char *letters, struct position *pos)
{
    int mine_left = CHECKERS;
    int theirs_left = CHECKERS;
    memset(pos, 0, sizeof *pos);
    for (int p = 0; p < XGID_POINTS; p++) {
        char c = letters[p];
        if (c >= 'A' && c <= 'O' && p > 0) {
            pos->mine.at[p] = (uint8_t)(c - 'A' + 1);
            mine_left -= pos->mine.at[p];
        } else if (c >= 'a' && c <= 'o' && p < POINT_BAR) {
            pos->theirs.at[25 - p] = (uint8_t)(c - 'a' + 1);
            theirs_left -= pos->theirs.at[25 - p];
        } else if (c != '-') {
            return "its board has a letter that cannot stand there";
        }
    }
    if (mine_left < 0 || theirs_left < 0) {
        return "a side has more than 15 checkers";
    }
    pos->mine.at[POINT_OFF] = (uint8_t)mine_left;
    pos->theirs.at[POINT_OFF] = (uint8_t)theirs_left;
    return position_fault(pos);
}

/* NULL, or what is wrong. */
static const char *read_dice(const char *text, int length, struct situation *at)
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
        at->roll = sorted_roll(text[0] - '0', text[1] - '0');
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

static bool read_numbers(const char *id, struct xgid_parts *parts,
                         struct engine_error *err)
{
    for (int f = 0; f < XGID_FIELDS; f++) {
        int *number = &parts->number[f];
        if (xgid_numbers[f].name == NULL) {
            continue;
        }
        if (!read_number(parts->text[f], parts->length[f], number) ||
            *number < xgid_numbers[f].least || *number > xgid_numbers[f].most ||
            (f == X_TURN && *number == 0)) {
            engine_error_set(err, "XGID \"%.80s\": its %s is \"%.*s\", not %d%s%d", id,
                             xgid_numbers[f].name, parts->length[f], parts->text[f],
                             xgid_numbers[f].least, f == X_TURN ? " or " : "..",
                             xgid_numbers[f].most);
            return false;
        }
    }
    return true;
}

/* The match as player 1 sees it. */
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

bool xgid_read(const char *id, struct situation *at, struct engine_error *err)
{
    struct xgid_parts parts;
    struct situation read = {.resigned = 0};
    if (!split_xgid(strncmp(id, "XGID=", 5) == 0 ? id + 5 : id, &parts)) {
        return fail(err, "XGID", id,
                    "expected 26 board letters and nine fields with colons between");
    }
    const char *fault = read_board(parts.text[X_BOARD], &read.pos);
    if (fault != NULL) {
        return fail(err, "XGID", id, fault);
    }
    if (!read_numbers(id, &parts, err)) {
        return false;
    }
    read.ms = match_of_parts(parts.number);
    fault = read_dice(parts.text[X_DICE], parts.length[X_DICE], &read);
    if (fault == NULL) {
        fault = match_state_fault(&read.ms);
    }
    if (fault != NULL) {
        return fail(err, "XGID", id, fault);
    }
    read.is_opponent_on_roll = read.is_doubled;
    if ((parts.number[X_TURN] > 0) == read.is_doubled) { /* player 2 decides */
        read.pos = position_swap(&read.pos);
        read.ms = match_state_swap(&read.ms);
    }
    *at = read;
    return true;
}

/* ---- any of them ---- */

static bool gnu_id_read(char *text, struct situation *at, struct engine_error *err)
{
    char *colon = strchr(text, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    *at = (struct situation){.ms = match_state_money()};
    if (!position_id_read(text, &at->pos, err)) {
        return false;
    }
    if (colon != NULL && !match_id_read(colon + 1, at, err)) {
        return false;
    }
    if (at->is_opponent_on_roll) {
        at->pos = position_swap(&at->pos);
    }
    return true;
}

bool situation_read(const char *text, struct situation *at, struct engine_error *err)
{
    static const char blanks[] = " \t\r\n";
    char id[2 * XGID_SIZE];
    struct situation read;
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL) {
        length--;
    }
    if (length == 0 || length >= sizeof id) {
        engine_error_set(err,
                         "expected a position id, POSITIONID:MATCHID or XGID, "
                         "found %s",
                         length == 0 ? "nothing" : "a text that is far too long");
        return false;
    }
    memcpy(id, text, length);
    id[length] = '\0';
    const char *first_colon = strchr(id, ':');
    bool is_xgid = strncmp(id, "XGID=", 5) == 0 ||
                   (first_colon != NULL && strchr(first_colon + 1, ':') != NULL);
    if (!(is_xgid ? xgid_read(id, &read, err) : gnu_id_read(id, &read, err))) {
        return false;
    }
    if (game_result(&read.pos) != 0) {
        return fail(err, "position", id, "the game is over");
    }
    *at = read;
    return true;
}
