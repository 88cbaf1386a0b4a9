#ifndef TESTS_UNIT_ENGINE_BOARD_GNU_ID_H
#define TESTS_UNIT_ENGINE_BOARD_GNU_ID_H
/* Writes the ids that engine/board/position_id.c reads, by the table in its header. */

#include <stdint.h>
#include <string.h>

#include "engine/board/board_internal.h"
#include "engine/board/position.h"
#include "engine/board/position_id.h"

enum { GNU_ID_SIZE = POSITION_ID_SIZE + POSITION_MATCH_ID_SIZE };

struct gnu_bits {
    uint8_t bytes[9];
    int at;
};

static inline void gnu_put(struct gnu_bits *bits, int value, int width)
{
    for (int b = 0; b < width; b++, bits->at++) {
        bits->bytes[bits->at / 8] |= (uint8_t)((value >> b & 1) << bits->at % 8);
    }
}

static inline int gnu_score(int score)
{
    return score < BOARD_SCORE_MAX ? score : BOARD_SCORE_MAX;
}

/* Player 1 is `mine`. */
static inline void gnu_match_id(const struct decision_context *at, char *id)
{
    static const char base64[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const struct match_state *ms = &at->ms;
    struct gnu_bits bits = {.at = 0};
    gnu_put(&bits, decision_context_cube_log(ms->cube), 4);
    gnu_put(&bits, ms->owner == CUBE_CENTRED ? 3 : ms->owner == CUBE_MINE, 2);
    gnu_put(&bits, !decision_context_opponent_on_roll(at), 1);
    gnu_put(&bits, ms->is_crawford, 1);
    gnu_put(&bits, 1, 3); /* the game goes on */
    gnu_put(&bits, 1, 1); /* mine decides */
    gnu_put(&bits, at->is_doubled, 1);
    gnu_put(&bits, at->resigned, 2);
    gnu_put(&bits, at->roll.high, 3);
    gnu_put(&bits, at->roll.low, 3);
    gnu_put(&bits, ms->length, 15);
    gnu_put(&bits, gnu_score(ms->their_score), 15);
    gnu_put(&bits, gnu_score(ms->my_score), 15);
    gnu_put(&bits, ms->length > 0 || !ms->has_jacoby, 1);
    for (int i = 0; i < 9; i += 3) {
        uint32_t three = (uint32_t)bits.bytes[i] << 16 |
                         (uint32_t)bits.bytes[i + 1] << 8 | bits.bytes[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6) {
            *id++ = base64[three >> shift & 63];
        }
    }
    *id = '\0';
}

/* "POSITIONID:MATCHID". The position is seen by the player on roll, also while a double is
 * offered. */
static inline void gnu_id_write(const struct decision_context *at, char id[GNU_ID_SIZE])
{
    struct position on_roll =
        decision_context_opponent_on_roll(at) ? position_swap(&at->pos) : at->pos;
    position_id_write(&on_roll, id);
    id[POSITION_ID_SIZE - 1] = ':';
    gnu_match_id(at, id + POSITION_ID_SIZE);
}

#endif
