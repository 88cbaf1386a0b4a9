#include "lab/data/position_kind.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "engine/board/position.h"
#include "engine/board/side_bits.h"

enum { HOME_POINTS = 6, PRIME = 4 };

static bool is_race(const struct position *pos)
{
    return !position_has_contact(pos);
}

static bool is_bearing_off(const struct position *pos)
{
    return pos->mine.at[POINT_OFF] + pos->theirs.at[POINT_OFF] > 0;
}

/* Points 19 to 24 are in the other's home board. */
bool position_kind_plays_back_game(const struct side *side)
{
    const uint32_t home = ((1U << HOME_POINTS) - 1) << (25 - HOME_POINTS);
    return __builtin_popcount(side_points_with(side, 2) & home) >= 2;
}

static bool is_back_game(const struct position *pos)
{
    return position_kind_plays_back_game(&pos->mine) ||
           position_kind_plays_back_game(&pos->theirs);
}

static bool is_men_back(const struct position *pos)
{
    return side_checkers_back(&pos->mine) >= 3 || side_checkers_back(&pos->theirs) >= 3;
}

static bool is_on_the_bar(const struct position *pos)
{
    return pos->mine.at[POINT_BAR] + pos->theirs.at[POINT_BAR] > 0;
}

/* A prime from point p up holds the other's checkers on its points below p, which are
 * the other's points above 25 - p and its bar. */
static bool holds_a_checker(const struct side *side, const struct side *other)
{
    const uint32_t points = side_points_with(side, 2) & ~(1U | 1U << POINT_BAR);
    int rear = POINT_BAR; /* the other's farthest checker */
    while (rear > 0 && other->at[rear] == 0) {
        rear--;
    }
    for (int p = 26 - rear; p > 0 && p + PRIME <= POINT_BAR; p++) {
        const uint32_t prime = ((1U << PRIME) - 1) << p;
        if ((points & prime) == prime) {
            return true;
        }
    }
    return false;
}

static bool is_containment(const struct position *pos)
{
    return holds_a_checker(&pos->mine, &pos->theirs) ||
           holds_a_checker(&pos->theirs, &pos->mine);
}

/* Ace- and deuce-point games are games of their own. */
static bool is_holding_side(const struct side *side)
{
    const int rear = 31 - __builtin_clz(side_points_with(side, 1) | 1U);
    return rear >= 18 && rear <= 22 && side->at[rear] >= 2 &&
           !position_kind_plays_back_game(side);
}

static bool is_holding(const struct position *pos)
{
    return is_holding_side(&pos->mine) != is_holding_side(&pos->theirs);
}

static bool is_mutual_holding(const struct position *pos)
{
    return is_holding_side(&pos->mine) && is_holding_side(&pos->theirs);
}

static bool is_prime_v_prime(const struct position *pos)
{
    return holds_a_checker(&pos->mine, &pos->theirs) &&
           holds_a_checker(&pos->theirs, &pos->mine);
}

static const struct {
    const char *name;
    bool (*fits)(const struct position *pos);
    enum position_kind kind;
} rows[] = {
    {"race", is_race, POSITION_KIND_RACE},
    {"bearing-off", is_bearing_off, POSITION_KIND_BEARING_OFF},
    {"back-game", is_back_game, POSITION_KIND_BACK_GAME},
    {"men-back", is_men_back, POSITION_KIND_MEN_BACK},
    {"bar", is_on_the_bar, POSITION_KIND_BAR},
    {"containment", is_containment, POSITION_KIND_CONTAINMENT},
    {"prime-v-prime", is_prime_v_prime, POSITION_KIND_PRIME_V_PRIME},
    {"holding", is_holding, POSITION_KIND_HOLDING},
    {"mutual-holding", is_mutual_holding, POSITION_KIND_MUTUAL_HOLDING},
};
enum { KINDS = sizeof rows / sizeof rows[0] };

bool position_kind_read(const char *text, unsigned *kinds, struct error *err)
{
    *kinds = 0;
    for (const char *word = text + strspn(text, ","); *word != '\0';
         word += strspn(word, ",")) {
        const size_t length = strcspn(word, ",");
        int k = 0;
        while (k < KINDS && (strlen(rows[k].name) != length ||
                             strncmp(word, rows[k].name, length) != 0)) {
            k++;
        }
        if (k == KINDS) {
            return error_set(err, "there is no class of positions \"%.*s\"",
                             length < 80 ? (int)length : 80, word);
        }
        *kinds |= rows[k].kind;
        word += length;
    }
    return *kinds != 0 || error_set(err, "no class of positions is named");
}

void position_kind_write(unsigned kinds, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < KINDS; k++) {
        if ((kinds & rows[k].kind) != 0) {
            text_add(text, size, "%s%s", text[0] != '\0' ? "," : "", rows[k].name);
        }
    }
}

bool position_kind_is(const struct position *pos, unsigned kinds)
{
    const unsigned of_contact = kinds & ~(unsigned)POSITION_KIND_RACE;
    if (is_race(pos)) {
        return (kinds & POSITION_KIND_RACE) != 0;
    }
    for (int k = 0; k < KINDS; k++) {
        if ((of_contact & rows[k].kind) != 0 && rows[k].fits(pos)) {
            return true;
        }
    }
    return false;
}
