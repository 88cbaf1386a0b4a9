#include "engine/board/position_id.h"

#include <string.h>

#include "engine/board/board_internal.h"
#include "engine/board/position.h"

enum {
    POSITION_BYTES = 10,
    MATCH_BYTES = 9,
    POSITION_CHARS = POSITION_ID_SIZE - 1,
    MATCH_CHARS = POSITION_MATCH_ID_SIZE - 1
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

/* Decodes exactly `length` characters of `text`. Returns NULL or what is wrong with
 * them. */
static const char *base64_read(const char *text, int length, uint8_t *bytes)
{
    uint32_t pending = 0;
    int bits = 0;
    for (int i = 0; i < length; i++) {
        const char *digit = strchr(base64, text[i]);
        if (text[i] == '\0' || digit == NULL) {
            return text[i] == '\0' ? "it is too short"
                                   : "it has a character that is not base64";
        }
        pending = pending << 6 | (uint32_t)(digit - base64);
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

/* ---- position id ---- */

/* Writes one side from bit `at` on; returns the next free bit. */
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

/* The bits not read yet; the next one is the lowest. */
struct bits {
    uint64_t low;
    uint64_t high;
};

/* Takes the 1 bits up to the next 0 bit, and that bit; returns the number of 1 bits. */
static int take_ones(struct bits *bits)
{
    int ones = bits->low == UINT64_MAX ? 63 : __builtin_ctzll(~bits->low);
    bits->low = bits->low >> ones >> 1 | bits->high << (63 - ones);
    bits->high = bits->high >> ones >> 1;
    return ones;
}

/* Reads one side. Returns NULL or what is wrong. The bits suffice: a valid id has 50
 * zeros and at most 30 ones. */
static const char *read_side(struct bits *bits, struct side *side)
{
    memset(side, 0, sizeof *side);
    for (int p = 1; p <= POINT_BAR; p++) {
        side->at[p] = (uint8_t)take_ones(bits);
    }
    return position_bear_off_rest(side) ? NULL : "a side has more than 15 checkers";
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

bool position_id_read(const char *id, struct position *pos, struct error *err)
{
    uint8_t bytes[POSITION_BYTES];
    struct position read;
    const char *fault = base64_read(id, POSITION_CHARS, bytes);
    if (fault == NULL) {
        fault = position_from_bytes(bytes, &read);
    }
    if (fault != NULL) {
        return decision_context_refuse(err, "position id", id, fault);
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

/* The game state 0 is that of no game; those above 1 are of ends: all points played,
 * resigned, dropped. */
enum { OWNER_CENTRED = 3, STATE_PLAYING = 1, MINE = 1 };

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

static void write_match_id(const struct decision_context *at,
                           char id[POSITION_MATCH_ID_SIZE])
{
    const struct match_state *ms = &at->ms;
    const int field[MATCH_FIELDS] = {
        [CUBE_LOG] = decision_context_cube_log(ms->cube),
        [OWNER] = ms->owner == CUBE_CENTRED ? OWNER_CENTRED
                  : ms->owner == CUBE_MINE  ? MINE
                                            : !MINE,
        [ON_ROLL] = decision_context_opponent_on_roll(at) ? !MINE : MINE,
        [CRAWFORD] = ms->is_crawford,
        [GAME_STATE] = STATE_PLAYING,
        [TURN] = MINE,
        [DOUBLED] = at->is_doubled,
        [RESIGNED] = at->resigned,
        [DIE_1] = at->roll.high,
        [DIE_2] = at->roll.low,
        [LENGTH] = ms->length,
        [SCORE_0] = decision_context_score(ms->their_score),
        [SCORE_1] = decision_context_score(ms->my_score),
        [NO_JACOBY] = ms->length > 0 || !ms->has_jacoby,
    };
    uint8_t bytes[MATCH_BYTES] = {0};
    pack_fields(field, bytes);
    base64_write(bytes, MATCH_BYTES, id);
}

static const char *match_fields_fault(const int field[MATCH_FIELDS])
{
    if (field[GAME_STATE] > STATE_PLAYING) {
        return "its game is over";
    }
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

static void decision_context_from_fields(const int field[MATCH_FIELDS],
                                         struct decision_context *at)
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
        field[DOUBLED] ? (struct roll){0, 0} : roll_of_dice(field[DIE_1], field[DIE_2]);
    at->is_doubled = field[DOUBLED];
    at->resigned = field[RESIGNED];
    at->is_opponent_on_roll = field[TURN] != field[ON_ROLL];
}

bool position_id_read_match(const char *id, struct decision_context *at,
                            struct error *err)
{
    uint8_t bytes[MATCH_BYTES];
    int field[MATCH_FIELDS];
    struct decision_context read = {.pos = at->pos};
    const char *fault = base64_read(id, MATCH_CHARS, bytes);
    if (fault == NULL) {
        unpack_fields(bytes, field);
        fault = match_fields_fault(field);
    }
    if (fault == NULL) {
        decision_context_from_fields(field, &read);
        fault = match_state_fault(&read.ms);
    }
    if (fault != NULL) {
        return decision_context_refuse(err, "match id", id, fault);
    }
    *at = read;
    return true;
}

void position_id_write_gnu(const struct decision_context *at,
                           char id[POSITION_GNU_ID_SIZE])
{
    struct position on_roll =
        decision_context_opponent_on_roll(at) ? position_swap(&at->pos) : at->pos;
    position_id_write(&on_roll, id);
    id[POSITION_CHARS] = ':';
    write_match_id(at, id + POSITION_ID_SIZE);
}
