#include "lab/race/race_label.h"

#include <string.h>

enum { ROLLS_MAX = 64, WAYS = 36 };

/* Gets the distributions after the plays that the table does not cover from the net. */
static void evaluate_far(struct race_labeller *labeller)
{
    struct race_rolls rolls[RACE_GOALS][RACE_BATCH];
    int index[RACE_BATCH];
    int count = 0;
    const int plays = labeller->list.count;
    for (int i = 0; i <= plays; i++) {
        if (count == RACE_BATCH || (i == plays && count > 0)) {
            race_net_rolls(labeller->net, labeller->kernel, &labeller->layers,
                           labeller->far, count, rolls[RACE_OFF], rolls[RACE_FIRST]);
            for (int k = 0; k < count; k++) {
                for (int goal = 0; goal < RACE_GOALS; goal++) {
                    labeller->rolls[goal][index[k]] = rolls[goal][k];
                    labeller->mean[goal][index[k]] = race_rolls_mean(&rolls[goal][k]);
                }
            }
            count = 0;
        }
        if (i < plays &&
            !race_table_covers(labeller->table, &labeller->list.after[i].mine)) {
            labeller->far[count] = labeller->list.after[i].mine;
            index[count++] = i;
        }
    }
}

/* Lists the plays of a roll with their mean number of further rolls. The opponent is on
 * his ace point, out of the way. */
static void list_plays(struct race_labeller *labeller, const struct side *side,
                       struct roll roll)
{
    const struct position pos = {.mine = *side, .theirs = {{[1] = CHECKERS}}};
    movegen_plays(&pos, roll, &labeller->list);
    evaluate_far(labeller);
    for (int i = 0; i < labeller->list.count; i++) {
        const struct side *after = &labeller->list.after[i].mine;
        for (int goal = 0;
             goal < RACE_GOALS && race_table_covers(labeller->table, after); goal++) {
            labeller->mean[goal][i] =
                (double)race_table_mean(labeller->table, after, (enum race_goal)goal);
        }
    }
}

static int quickest(const struct race_labeller *labeller, enum race_goal goal)
{
    int best = 0;
    for (int i = 1; i < labeller->list.count; i++) {
        if (labeller->mean[goal][i] < labeller->mean[goal][best]) {
            best = i;
        }
    }
    return best;
}

/* Adds the distribution after a play, one roll later. */
static void add_rolls(struct race_labeller *labeller, enum race_goal goal, int play,
                      float weight, float chance[ROLLS_MAX])
{
    const struct side *after = &labeller->list.after[play].mine;
    struct race_rolls *rolls = &labeller->rolls[goal][play];
    if (race_table_covers(labeller->table, after)) {
        race_table_rolls(labeller->table, after, goal, rolls);
    }
    if (rolls->count == 0) {
        chance[1] += weight;
    }
    for (int i = 0; i < rolls->count && rolls->from + i + 1 < ROLLS_MAX; i++) {
        chance[rolls->from + i + 1] += weight * rolls->chance[i];
    }
}

void race_label(struct race_labeller *labeller, const struct side *side,
                struct race_sample *sample)
{
    float chance[RACE_GOALS][ROLLS_MAX];
    memset(chance, 0, sizeof chance);
    const bool is_full = side->at[POINT_OFF] == 0;
    for (int r = 0; r < ROLLS; r++) {
        const float weight = (float)roll_all[r].ways / (float)WAYS;
        list_plays(labeller, side, roll_all[r].roll);
        add_rolls(labeller, RACE_OFF, quickest(labeller, RACE_OFF), weight,
                  chance[RACE_OFF]);
        if (is_full) {
            add_rolls(labeller, RACE_FIRST, quickest(labeller, RACE_FIRST), weight,
                      chance[RACE_FIRST]);
        }
    }
    sample->side = *side;
    race_rolls_from_chances(&sample->rolls[RACE_OFF], chance[RACE_OFF], ROLLS_MAX);
    sample->rolls[RACE_FIRST].count = 0;
    if (is_full) {
        race_rolls_from_chances(&sample->rolls[RACE_FIRST], chance[RACE_FIRST],
                                ROLLS_MAX);
    }
}
