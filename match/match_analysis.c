#include "match/match_analysis.h"

#include <stdlib.h>
#include <string.h>

#define CLOSE_CUBE 0.16   /* GNU Backgammon's "close" cube decisions */
#define LEAST_LOSS 0.0005 /* smaller losses are not reported */

struct match_analysis {
    const struct engine *eng;
    struct scratch *scratch;
    const struct match_turns *turns;
    struct strength strength;
    int done;
    struct analysed_turn *analysed; /* of turns->count */
    struct analysed_side sides[2];
    struct ranked_play *ranked; /* room for MAX_PLAYS */
};

struct match_analysis *match_analysis_new(const struct engine *eng,
                                          struct scratch *scratch,
                                          const struct match_turns *turns)
{
    struct match_analysis *a = calloc(1, sizeof *a);
    if (a == NULL) {
        return NULL;
    }
    *a = (struct match_analysis){
        .eng = eng, .scratch = scratch, .turns = turns, .strength = strength_default()};
    a->analysed = calloc((size_t)turns->count + 1, sizeof *a->analysed);
    a->ranked =
        aligned_alloc(alignof(struct ranked_play), MAX_PLAYS * sizeof *a->ranked);
    if (a->analysed == NULL || a->ranked == NULL) {
        match_analysis_free(a);
        return NULL;
    }
    return a;
}

void match_analysis_free(struct match_analysis *analysis)
{
    if (analysis != NULL) {
        free(analysis->analysed);
        free(analysis->ranked);
        free(analysis);
    }
}

void match_analysis_set_stop(struct match_analysis *analysis, const atomic_bool *stop)
{
    analysis->strength.stop = stop;
}

static double not_negative(double loss)
{
    return loss > LEAST_LOSS ? loss : 0.0;
}

/* ---- luck ------------------------------------------------------------------------ */

static double value_of_roll(struct match_analysis *a, const struct match_turn *turn,
                            struct roll roll)
{
    struct ranked_play best;
    struct strength quick = strength_default();
    quick.play_ply = quick.cube_ply = 0;
    quick.stop = a->strength.stop;
    (void)engine_rank_plays(a->eng, a->scratch, &quick, &turn->pos, &turn->ms, roll,
                            &best, 1);
    return (double)best.equity;
}

/* Returns the luck against the mean of all rolls that could have fallen (no doubles at
 * the opening). */
static double luck_of(struct match_analysis *a, const struct match_turn *turn)
{
    double sum = 0.0, own = 0.0;
    int ways = 0;
    for (int i = 0; i < ROLLS; i++) {
        const struct roll roll = position_all_rolls[i].roll;
        if (turn->is_first && roll.high == roll.low) {
            continue;
        }
        double value = value_of_roll(a, turn, roll);
        sum += position_all_rolls[i].ways * value;
        ways += position_all_rolls[i].ways;
        if (roll.high == turn->roll.high && roll.low == turn->roll.low) {
            own = value;
        }
    }
    bool is_possible = !turn->is_first || turn->roll.high != turn->roll.low;
    return is_possible ? own - sum / ways : 0.0;
}

/* ---- decisions ------------------------------------------------------------------- */

static void analyse_play(struct match_analysis *a, const struct match_turn *turn,
                         struct analysed_turn *out)
{
    struct position after = turn->pos;
    int count = engine_rank_plays(a->eng, a->scratch, &a->strength, &turn->pos,
                                  &turn->ms, turn->roll, a->ranked, MAX_PLAYS);
    for (int i = 0; i < turn->play.count; i++) {
        (void)movegen_apply(&after, turn->play.moves[i]);
    }
    int made = engine_evaluate_play(a->eng, a->scratch, &a->strength, &turn->ms, &after,
                                    a->ranked, count);
    out->best = a->ranked[0].play;
    out->is_analysed = made >= 0;
    out->is_choice = made >= 0 && count > 1;
    if (made > 0) {
        out->loss =
            not_negative((double)a->ranked[0].equity - (double)a->ranked[made].equity);
    }
}

static double doubled_value(const struct cube_decision *cube)
{
    return cube->double_take < cube->double_pass ? (double)cube->double_take
                                                 : (double)cube->double_pass;
}

/* Analyses the double that was not made before a play. */
static void analyse_no_double(struct match_analysis *a, const struct match_turn *turn,
                              struct analysed_turn *out)
{
    struct cube_decision cube;
    if (turn->is_first || turn->follows_double || !match_state_may_double(&turn->ms)) {
        return;
    }
    engine_cube_decision(a->eng, a->scratch, &a->strength, &turn->pos, &turn->ms,
                         &cube);
    double lost = doubled_value(&cube) - (double)cube.no_double;
    out->cube_loss = not_negative(lost);
    out->is_cube_choice = lost > -CLOSE_CUBE;
}

static void analyse_double(struct match_analysis *a, const struct match_turn *turn,
                           struct analysed_turn *out)
{
    struct cube_decision cube;
    engine_cube_decision(a->eng, a->scratch, &a->strength, &turn->pos, &turn->ms,
                         &cube);
    out->is_analysed = out->is_choice = true;
    out->loss = not_negative((double)cube.no_double - doubled_value(&cube));
}

static void analyse_answer(struct match_analysis *a, const struct match_turn *turn,
                           struct analysed_turn *out)
{
    struct cube_decision cube; /* the doubler's */
    (void)engine_takes_double(a->eng, a->scratch, &a->strength, &turn->pos, &turn->ms,
                              &cube);
    double lost = (double)cube.double_take - (double)cube.double_pass;
    out->is_analysed = out->is_choice = true;
    out->loss = not_negative(turn->type == CELL_TAKE ? lost : -lost);
}

static void add_up(struct analysed_side *side, const struct match_turn *turn,
                   const struct analysed_turn *analysed)
{
    double cube_loss = analysed->cube_loss;
    int cube_actions = analysed->is_cube_choice;
    if (turn->type == CELL_PLAY) {
        side->plays += analysed->is_choice;
        side->play_loss += analysed->loss;
        side->luck += analysed->luck;
    } else {
        cube_actions += analysed->is_choice;
        cube_loss += analysed->loss;
    }
    side->cube_actions += cube_actions;
    side->cube_loss += cube_loss;
    side->decisions = side->plays + side->cube_actions;
    side->loss = side->play_loss + side->cube_loss;
}

bool match_analysis_step(struct match_analysis *analysis)
{
    struct match_analysis *a = analysis;
    if (a->done == a->turns->count) {
        return false;
    }
    const struct match_turn *turn = &a->turns->turns[a->done];
    struct analysed_turn *out = &a->analysed[a->done];
    switch (turn->type) {
    case CELL_PLAY:
        analyse_no_double(a, turn, out);
        analyse_play(a, turn, out);
        out->luck = luck_of(a, turn);
        break;
    case CELL_DOUBLE:
        analyse_double(a, turn, out);
        break;
    case CELL_TAKE:
    case CELL_DROP:
        analyse_answer(a, turn, out);
        break;
    }
    add_up(&a->sides[turn->side], turn, out);
    a->done++;
    return true;
}

/* ---- results --------------------------------------------------------------------- */

const struct analysed_turn *match_analysis_turn(const struct match_analysis *analysis,
                                                int i)
{
    return &analysis->analysed[i];
}

const struct analysed_side *match_analysis_side(const struct match_analysis *analysis,
                                                enum record_side side)
{
    return &analysis->sides[side];
}

double match_analysis_error_rate(const struct analysed_side *side)
{
    return side->decisions > 0 ? 500.0 * side->loss / side->decisions : 0.0;
}

static int insert_decision(struct worst_decision *worst, int count, int max,
                           struct worst_decision one)
{
    if (one.loss <= 0.0) {
        return count;
    }
    int at = count;
    while (at > 0 && worst[at - 1].loss < one.loss) {
        at--;
    }
    if (at < max) {
        count += count < max;
        memmove(&worst[at + 1], &worst[at], (size_t)(count - 1 - at) * sizeof *worst);
        worst[at] = one;
    }
    return count;
}

int match_analysis_worst(const struct match_analysis *analysis, enum record_side side,
                         struct worst_decision *worst, int max)
{
    int count = 0;
    for (int i = 0; i < analysis->done; i++) {
        const struct analysed_turn *analysed = &analysis->analysed[i];
        if (analysis->turns->turns[i].side == side) {
            count =
                insert_decision(worst, count, max,
                                (struct worst_decision){i, true, analysed->cube_loss});
            count = insert_decision(worst, count, max,
                                    (struct worst_decision){i, false, analysed->loss});
        }
    }
    return count;
}
