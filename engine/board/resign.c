#include "engine/board/resign.h"

#include "engine/board/board_internal.h"
#include "engine/board/position.h"
#include "engine/board/side_bits.h"

enum { PIPS_PER_ROLL = 24, CHECKERS_PER_ROLL = 4, HOME_POINTS = 6, THEIR_HOME = 18 };

static int divide_up(int a, int b)
{
    return (a + b - 1) / b;
}

int resign_rolls_at_most(const struct side *side)
{
    int pips = position_pip_count(side);
    int checkers = CHECKERS - side->at[POINT_OFF];
    int by_dice = divide_up(pips, 2);
    int by_rolls = divide_up(pips + checkers, 3);
    return by_dice < by_rolls ? by_dice : by_rolls;
}

int resign_rolls_at_least(const struct side *side)
{
    int by_pips = divide_up(position_pip_count(side), PIPS_PER_ROLL);
    int by_checkers = divide_up(CHECKERS - side->at[POINT_OFF], CHECKERS_PER_ROLL);
    return by_pips > by_checkers ? by_pips : by_checkers;
}

/* Returns the pips needed to bring every checker of `side` to `point` or below. */
static int pips_to(const struct side *side, int point)
{
    int pips = 0;
    for (int p = point + 1; p <= POINT_BAR; p++) {
        pips += (p - point) * side->at[p];
    }
    return pips;
}

/* Whether losing a gammon costs no more than losing a single game. */
static bool is_gammon_free(const struct match_state *ms)
{
    return ms->length > 0 ? ms->cube >= match_state_their_away(ms)
                          : ms->has_jacoby && ms->owner == CUBE_CENTRED;
}

int resign_price(const struct side *loser)
{
    return side_checkers_back(loser) > 0 ? 3 : loser->at[POINT_OFF] == 0 ? 2 : 1;
}

int resign_at_price(const struct position *pos, const struct match_state *ms, int games)
{
    int price = ms->pays_by_board ? resign_price(&pos->mine) : games;
    bool is_match_lost =
        ms->length > 0 && games * ms->cube >= match_state_their_away(ms);
    return games > 0 && (price <= games || is_match_lost) ? price : 0;
}

static int certain_loss(const struct position *pos, const struct match_state *ms)
{
    const struct side *mine = &pos->mine;
    int rolls = resign_rolls_at_most(&pos->theirs); /* for mine, on roll, too */
    if (position_has_contact(pos) || resign_rolls_at_least(mine) <= rolls) {
        return 0;
    }
    if (is_gammon_free(ms) || mine->at[POINT_OFF] > 0) {
        return 1;
    }
    int pips_out = pips_to(mine, THEIR_HOME);
    bool ends_match = ms->length > 0 && 2 * ms->cube >= match_state_their_away(ms);
    if (!ends_match && divide_up(pips_out, PIPS_PER_ROLL) > rolls) {
        return 3;
    }
    /* saving the gammon takes all checkers home and one more pip, to bear one off */
    int pips_home = pips_to(mine, HOME_POINTS) + 1;
    bool is_gammon_certain = divide_up(pips_home, PIPS_PER_ROLL) > rolls;
    return is_gammon_certain && (pips_out == 0 || ends_match) ? 2 : 0;
}

int resign_certain_loss(const struct position *pos, const struct match_state *ms)
{
    return resign_at_price(pos, ms, certain_loss(pos, ms));
}

int resign_highest_win(const struct position *pos)
{
    if (pos->theirs.at[POINT_OFF] > 0) {
        return 1;
    }
    return !position_has_contact(pos) && pips_to(&pos->theirs, THEIR_HOME) == 0 ? 2 : 3;
}
