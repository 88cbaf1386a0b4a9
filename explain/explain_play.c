/*
 * One row a fact: whether it holds for the best play, and the numbers that its sentence
 * shows. The rows are tried in the order of enum explain_kind.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/board/movegen.h"
#include "engine/board/side_bits.h"
#include "explain/explain.h"
#include "explain/explain_facts.h"

enum {
    LEAST_ROLLS = 4,   /* of 36: fewer are no reason */
    LEAST_EXPOSED = 2, /* ... rolls that hit, for "leaves no blot" */
    LEAST_HIT = 9,     /* ... that hit, for what follows a hit */
    LEAST_PRIME = 3,   /* points in a row */
    WAITING_PRIME = 4, /* ... for which it counts how long one can wait */
    LEAST_WAIT = 6,    /* pips */
    SENTENCES = 2      /* before the chances */
};
#define HOME_POINTS   0x7eU      /* 1 to 6 */
#define LOW_POINTS    0x1feU     /* 1 to 8 */
#define ANCHORS       0x1fc0000U /* 18 to 24 */
#define LEAST_LEAD    0.08
#define LEAST_WINS    0.010
#define LEAST_GAMMONS 0.020
#define LEAST_TRADE   0.010
#define LEAST_PRICE   0.05 /* of a gammon that counts at the score */
#define LEAST_TIME    0.05 /* rolls: a difference that can be seen */

struct comparison {
    struct explain_scratch *scratch;
    const struct explain_play *play;
    struct position played_after, best_after;
    uint32_t held; /* before the play */
    struct explain_facts played, best;
};

/* Returns whether the fact holds, with points and numbers of its reason. */
typedef bool holds_function(const struct comparison *c, struct explain_reason *reason);

static bool with_numbers(struct explain_reason *reason, double a, double b)
{
    reason->number[0] = a;
    reason->number[1] = b;
    return true;
}

/* ---- points ---------------------------------------------------------------------- */

static bool with_points(struct explain_reason *reason, uint32_t points)
{
    reason->points = points;
    return points != 0;
}

static uint32_t made(const struct comparison *c)
{
    return c->best.held & ~c->held & ~c->played.held;
}

static uint32_t kept(const struct comparison *c)
{
    return c->held & c->best.held & ~c->played.held;
}

static bool makes(const struct comparison *c, struct explain_reason *reason)
{
    return with_points(reason, made(c) & LOW_POINTS);
}

static bool makes_anchor(const struct comparison *c, struct explain_reason *reason)
{
    return with_points(reason, made(c) & ANCHORS);
}

static bool keeps(const struct comparison *c, struct explain_reason *reason)
{
    return with_points(reason, kept(c) & LOW_POINTS);
}

static bool keeps_anchor(const struct comparison *c, struct explain_reason *reason)
{
    return with_points(reason, kept(c) & ANCHORS);
}

/* A point outside that is given up for another one is no loss worth a word. */
static bool breaks(const struct comparison *c, struct explain_reason *reason)
{
    uint32_t broken = c->held & ~c->best.held & c->played.held;
    uint32_t counted = made(c) != 0 ? HOME_POINTS : LOW_POINTS;
    return with_points(reason, broken & (counted | ANCHORS));
}

static bool has_prime(const struct comparison *c, struct explain_reason *reason)
{
    int length = c->best.prime_length;
    with_numbers(reason, length, c->best.prime_low + length - 1);
    reason->number[2] = c->best.prime_low;
    return length >= LEAST_PRIME && length > c->played.prime_length;
}

/* A prime says as much already. */
static bool has_home(const struct comparison *c, struct explain_reason *reason)
{
    struct explain_reason prime;
    with_numbers(reason, c->best.home_points, c->played.home_points);
    return c->best.home_points > c->played.home_points && c->best.are_theirs_open &&
           !has_prime(c, &prime);
}

/* ---- hit, shots, dances ---------------------------------------------------------- */

static bool has_fewer_shots(const struct comparison *c)
{
    return c->played.shots - c->best.shots >= LEAST_ROLLS;
}

static bool leaves_no_shot(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, c->played.shots, 0.0);
    return has_fewer_shots(c) && c->best.shots == 0;
}

static bool leaves_no_blot(const struct comparison *c, struct explain_reason *reason)
{
    (void)reason;
    return c->best.blots == 0 && c->played.blots > 0 &&
           c->played.shots >= LEAST_EXPOSED && !has_fewer_shots(c);
}

static bool hits(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, c->best.pips_hit, 0.0);
    return c->best.hits == 1 && c->played.hits == 0;
}

static bool hits_more(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, c->best.hits, c->best.pips_hit);
    return c->best.hits > 1 && c->best.hits > c->played.hits;
}

static bool leaves_fewer_shots(const struct comparison *c,
                               struct explain_reason *reason)
{
    with_numbers(reason, c->best.shots, c->played.shots);
    return has_fewer_shots(c) && c->best.shots > 0;
}

/* Rolls that cannot be played from the bar: who stands elsewhere does not dance. */
static int dances_after(const struct position *after, const struct explain_facts *facts)
{
    return after->theirs.at[POINT_BAR] > 0 ? facts->dances : 0;
}

static bool makes_dance(const struct comparison *c, struct explain_reason *reason)
{
    int best = dances_after(&c->best_after, &c->best);
    int played = dances_after(&c->played_after, &c->played);
    with_numbers(reason, best, played);
    return best - played >= LEAST_ROLLS;
}

static bool does_not_hit(const struct comparison *c, struct explain_reason *reason)
{
    (void)reason;
    return c->best.hits == 0 && c->played.hits > 0;
}

static bool leaves_more_shots(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, c->best.shots, c->played.shots);
    return c->best.shots - c->played.shots >= LEAST_ROLLS;
}

static bool both_hit(const struct comparison *c, struct explain_reason *reason)
{
    (void)reason;
    return c->best.hits > 0 && c->played.hits == c->best.hits;
}

/* ---- the rest -------------------------------------------------------------------- */

/* Only where both plays leave about the same shots, and not a few: then it matters what
 * follows. */
static bool returns_shots(const struct comparison *c, struct explain_reason *reason)
{
    int more = c->best.shots - c->played.shots;
    if (c->best.shots < LEAST_HIT || c->played.shots < LEAST_HIT ||
        abs(more) >= LEAST_ROLLS) {
        return false;
    }
    with_numbers(reason, explain_return_shots(c->scratch, &c->best_after),
                 explain_return_shots(c->scratch, &c->played_after));
    return reason->number[0] - reason->number[1] >= LEAST_ROLLS;
}

static bool duplicates(const struct comparison *c, struct explain_reason *reason)
{
    const struct explain_facts *best = &c->best, *played = &c->played;
    int both = best->hit_faces & best->point_faces;
    int useful = __builtin_popcount(best->hit_faces | best->point_faces);
    int otherwise = __builtin_popcount(played->hit_faces | played->point_faces);
    if (both == 0 || useful >= otherwise) {
        return false;
    }
    return with_numbers(reason, 31 - __builtin_clz((unsigned)both), 0.0);
}

/* Returns the pips that the mover leads by if it is a clear lead, else 0. */
static int clear_lead(int pips, int their_pips)
{
    int lead = their_pips - pips;
    return lead >= LEAST_LEAD * pips ? lead : 0;
}

static bool ends_contact(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, clear_lead(c->best.pips, c->best.their_pips), 0.0);
    return c->played.has_contact && !c->best.has_contact && reason->number[0] > 0.0;
}

static bool keeps_contact(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, clear_lead(c->best.their_pips, c->best.pips), 0.0);
    return c->best.has_contact && !c->played.has_contact && reason->number[0] > 0.0;
}

static bool is_race(const struct comparison *c)
{
    return !c->best.has_contact && !c->played.has_contact;
}

static bool bears_off(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, c->best.off, c->played.off);
    return is_race(c) && c->best.off > c->played.off;
}

static bool needs_fewer_rolls(const struct comparison *c, struct explain_reason *reason)
{
    const struct explain_play *play = c->play;
    with_numbers(reason, play->best_rolls, play->played_rolls);
    return is_race(c) && play->best_rolls > 0.0 &&
           play->played_rolls - play->best_rolls >= LEAST_TIME;
}

static bool crosses(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, c->best.crossovers, c->played.crossovers);
    return is_race(c) && c->best.crossovers > c->played.crossovers &&
           c->best.off == c->played.off;
}

static bool can_wait(const struct comparison *c, struct explain_reason *reason)
{
    with_numbers(reason, c->best.wait, c->played.wait);
    return c->best.prime_length >= WAITING_PRIME &&
           c->played.prime_length >= WAITING_PRIME &&
           c->best.wait - c->played.wait >= LEAST_WAIT;
}

/* ---- chances --------------------------------------------------------------------- */

struct gains {
    double wins, gammons_won,
        gammons_lost; /* > 0: the best play has more; fewer lost */
};

/* The difference of two chances as they are shown, in tenths of a percent. */
static double shown_gain(float more, float less)
{
    return (round(1000.0 * (double)more) - round(1000.0 * (double)less)) / 1000.0;
}

static struct gains gains_of(const struct explain_play *play)
{
    const struct outputs *best = &play->best_chances, *played = &play->played_chances;
    return (struct gains){shown_gain(best->win, played->win),
                          shown_gain(best->win_gammon, played->win_gammon),
                          shown_gain(played->lose_gammon, best->lose_gammon)};
}

/* Wins lost for gammons (sign 1), or gammons for wins (-1). Said is the difference of those
 * won or lost, whichever is larger; both together have to be enough. */
static bool trades(const struct comparison *c, double sign, bool are_won,
                   struct explain_reason *reason)
{
    struct gains gains = gains_of(c->play);
    double all = gains.gammons_won + gains.gammons_lost;
    double gammons = are_won ? gains.gammons_won : gains.gammons_lost;
    double price = are_won ? c->play->gammon_won : c->play->gammon_lost;
    with_numbers(reason, fabs(gains.wins), fabs(gammons));
    reason->number[2] = price;
    return c->play->has_chances && -sign * gains.wins >= LEAST_TRADE &&
           sign * all >= LEAST_TRADE && price >= LEAST_PRICE &&
           are_won == (fabs(gains.gammons_won) >= fabs(gains.gammons_lost));
}

static bool trades_wins(const struct comparison *c, struct explain_reason *reason)
{
    return trades(c, 1.0, true, reason);
}

static bool trades_saved(const struct comparison *c, struct explain_reason *reason)
{
    return trades(c, 1.0, false, reason);
}

static bool trades_gammons(const struct comparison *c, struct explain_reason *reason)
{
    return trades(c, -1.0, true, reason);
}

static bool trades_safety(const struct comparison *c, struct explain_reason *reason)
{
    return trades(c, -1.0, false, reason);
}

static bool is_trade(const struct comparison *c)
{
    struct explain_reason unused;
    return trades_wins(c, &unused) || trades_saved(c, &unused) ||
           trades_gammons(c, &unused) || trades_safety(c, &unused);
}

static bool differ(const struct comparison *c, double gain, double least, float best,
                   float played, struct explain_reason *reason)
{
    with_numbers(reason, (double)best, (double)played);
    return c->play->has_chances && gain >= least && !is_trade(c);
}

static bool wins_more(const struct comparison *c, struct explain_reason *reason)
{
    return differ(c, gains_of(c->play).wins, LEAST_WINS, c->play->best_chances.win,
                  c->play->played_chances.win, reason);
}

static bool wins_gammons(const struct comparison *c, struct explain_reason *reason)
{
    return c->play->gammon_won >= LEAST_PRICE &&
           differ(c, gains_of(c->play).gammons_won, LEAST_GAMMONS,
                  c->play->best_chances.win_gammon, c->play->played_chances.win_gammon,
                  reason);
}

static bool loses_gammons(const struct comparison *c, struct explain_reason *reason)
{
    return c->play->gammon_lost >= LEAST_PRICE &&
           differ(c, gains_of(c->play).gammons_lost, LEAST_GAMMONS,
                  c->play->best_chances.lose_gammon,
                  c->play->played_chances.lose_gammon, reason);
}

/* ---- order ----------------------------------------------------------------------- */

/* Each kind of a play, in the order of the enum. */
static holds_function *const holds[] = {
    [EXPLAIN_MAKES] = makes,
    [EXPLAIN_MAKES_ANCHOR] = makes_anchor,
    [EXPLAIN_KEEPS] = keeps,
    [EXPLAIN_KEEPS_ANCHOR] = keeps_anchor,
    [EXPLAIN_PRIME] = has_prime,
    [EXPLAIN_HOME] = has_home,
    [EXPLAIN_NO_SHOT] = leaves_no_shot,
    [EXPLAIN_NO_BLOT] = leaves_no_blot,
    [EXPLAIN_HITS] = hits,
    [EXPLAIN_HITS_MORE] = hits_more,
    [EXPLAIN_SHOTS] = leaves_fewer_shots,
    [EXPLAIN_DANCES] = makes_dance,
    [EXPLAIN_RETURNS] = returns_shots,
    [EXPLAIN_DUPLICATES] = duplicates,
    [EXPLAIN_ENDS_CONTACT] = ends_contact,
    [EXPLAIN_KEEPS_CONTACT] = keeps_contact,
    [EXPLAIN_OFF] = bears_off,
    [EXPLAIN_ROLLS] = needs_fewer_rolls,
    [EXPLAIN_CROSSES] = crosses,
    [EXPLAIN_WAITS] = can_wait,
    [EXPLAIN_BREAKS] = breaks,
    [EXPLAIN_NO_HIT] = does_not_hit,
    [EXPLAIN_MORE_SHOTS] = leaves_more_shots,
    [EXPLAIN_BOTH_HIT] = both_hit,
    [EXPLAIN_WINS] = wins_more,
    [EXPLAIN_WINS_GAMMONS] = wins_gammons,
    [EXPLAIN_LOSES_GAMMONS] = loses_gammons,
    [EXPLAIN_TRADES_WINS] = trades_wins,
    [EXPLAIN_TRADES_SAVED] = trades_saved,
    [EXPLAIN_TRADES_GAMMONS] = trades_gammons,
    [EXPLAIN_TRADES_SAFETY] = trades_safety,
};

/* Adds those of [first, last] that hold, at most `most`; returns their number. */
static int add_holding(const struct comparison *c, enum explain_kind first,
                       enum explain_kind last, int most,
                       struct explain_reasons *reasons)
{
    int added = 0;
    for (int kind = (int)first; kind <= (int)last && added < most; kind++) {
        struct explain_reason reason = {.kind = (enum explain_kind)kind};
        if (holds[kind](c, &reason)) {
            explain_reasons_add(reasons, reason);
            added++;
        }
    }
    return added;
}

static void find_reasons(const struct comparison *c, struct explain_reasons *reasons)
{
    enum { ALL = EXPLAIN_REASONS_MAX };
    int sentences =
        add_holding(c, EXPLAIN_MAKES, EXPLAIN_KEEPS_ANCHOR, ALL, reasons) > 0;
    sentences += add_holding(c, EXPLAIN_NO_SHOT, EXPLAIN_DANCES, ALL, reasons) > 0;
    if (sentences < SENTENCES) {
        sentences += add_holding(c, EXPLAIN_RETURNS, EXPLAIN_WAITS,
                                 SENTENCES - sentences, reasons);
    }
    if (sentences > 0) {
        (void)add_holding(c, EXPLAIN_BREAKS, EXPLAIN_MORE_SHOTS, 1, reasons);
        (void)add_holding(c, EXPLAIN_BOTH_HIT, EXPLAIN_BOTH_HIT, 1, reasons);
    }
    (void)add_holding(c, EXPLAIN_WINS, EXPLAIN_TRADES_SAFETY, ALL, reasons);
}

void explain_play_reasons(const struct explain_play *play,
                          struct explain_reasons *reasons)
{
    struct comparison c = {.play = play};
    *reasons = (struct explain_reasons){.count = 0};
    if (play->loss < EXPLAIN_LEAST_LOSS ||
        (c.scratch = explain_scratch_new()) == NULL) {
        return;
    }
    notation_write(play->before, &play->best, reasons->subject);
    c.held = side_points_with(&play->before->mine, 2);
    c.played_after = movegen_after(play->before, &play->played);
    c.best_after = movegen_after(play->before, &play->best);
    explain_facts_count(c.scratch, play->before, &c.played_after, &c.played);
    explain_facts_count(c.scratch, play->before, &c.best_after, &c.best);
    find_reasons(&c, reasons);
    explain_scratch_free(c.scratch);
}
