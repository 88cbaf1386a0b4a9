#include "lab/race/race_label.h"

#include <stdlib.h>
#include <string.h>

enum { ROLLS_MAX = 64, WAYS = 36 };

struct race_labeller {
    const struct race_table *table;
    const struct net_kernel *kernel;
    const struct race_net *net;
    struct play_list list;
    struct side far[RACE_BATCH]; /* sides queued for the net */
    struct race_layers layers;
    double mean[RACE_GOALS][MAX_PLAYS];
    struct race_rolls wait[RACE_GOALS][MAX_PLAYS];
};

struct race_labeller *race_labeller_new(const struct race_table *table,
                                        const struct net_kernel *kernel)
{
    struct race_labeller *labeller = aligned_alloc(64, sizeof *labeller);
    if (labeller != NULL) {
        memset(labeller, 0, sizeof *labeller);
        labeller->table = table;
        labeller->kernel = kernel;
    }
    return labeller;
}

void race_labeller_free(struct race_labeller *labeller)
{
    free(labeller);
}

void race_labeller_use(struct race_labeller *labeller, const struct race_net *net)
{
    labeller->net = net;
}

/* ---- distributions after plays ---- */

static bool is_known(const struct race_labeller *labeller, const struct side *side)
{
    return race_table_covers(labeller->table, side);
}

/* Gets the distributions after the plays that the table does not cover from the net. */
static void ask_net(struct race_labeller *labeller)
{
    struct race_rolls wait[RACE_GOALS][RACE_BATCH];
    int index[RACE_BATCH];
    int count = 0;
    const int plays = labeller->list.count;
    for (int i = 0; i <= plays; i++) {
        if (count == RACE_BATCH || (i == plays && count > 0)) {
            race_net_rolls(labeller->net, labeller->kernel, &labeller->layers,
                           labeller->far, count, wait[RACE_OFF], wait[RACE_FIRST]);
            for (int k = 0; k < count; k++) {
                for (int goal = 0; goal < RACE_GOALS; goal++) {
                    labeller->wait[goal][index[k]] = wait[goal][k];
                    labeller->mean[goal][index[k]] = race_rolls_mean(&wait[goal][k]);
                }
            }
            count = 0;
        }
        if (i < plays && !is_known(labeller, &labeller->list.after[i].mine)) {
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
    ask_net(labeller);
    for (int i = 0; i < labeller->list.count; i++) {
        const struct side *after = &labeller->list.after[i].mine;
        for (int goal = 0; goal < RACE_GOALS && is_known(labeller, after); goal++) {
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
    struct race_rolls *wait = &labeller->wait[goal][play];
    if (is_known(labeller, after)) {
        race_table_rolls(labeller->table, after, goal, wait);
    }
    if (wait->count == 0) {
        chance[1] += weight;
    }
    for (int i = 0; i < wait->count && wait->from + i + 1 < ROLLS_MAX; i++) {
        chance[wait->from + i + 1] += weight * wait->chance[i];
    }
}

void race_label(struct race_labeller *labeller, const struct side *side,
                struct race_sample *sample)
{
    float chance[RACE_GOALS][ROLLS_MAX];
    memset(chance, 0, sizeof chance);
    const bool is_full = side->at[POINT_OFF] == 0;
    for (int r = 0; r < ROLLS; r++) {
        const float weight = (float)position_all_rolls[r].ways / (float)WAYS;
        list_plays(labeller, side, position_all_rolls[r].roll);
        add_rolls(labeller, RACE_OFF, quickest(labeller, RACE_OFF), weight,
                  chance[RACE_OFF]);
        if (is_full) {
            add_rolls(labeller, RACE_FIRST, quickest(labeller, RACE_FIRST), weight,
                      chance[RACE_FIRST]);
        }
    }
    sample->side = *side;
    race_rolls_from_chances(&sample->wait[RACE_OFF], chance[RACE_OFF], ROLLS_MAX);
    sample->wait[RACE_FIRST].count = 0;
    if (is_full) {
        race_rolls_from_chances(&sample->wait[RACE_FIRST], chance[RACE_FIRST],
                                ROLLS_MAX);
    }
}

void race_label_roll(struct race_labeller *labeller, struct roll roll,
                     enum race_goal goal, struct side *side)
{
    list_plays(labeller, side, roll);
    *side = labeller->list.after[quickest(labeller, goal)].mine;
}

void race_labeller_rolls(struct race_labeller *labeller, const struct side *side,
                         struct race_rolls wait[RACE_GOALS])
{
    if (is_known(labeller, side)) {
        race_table_rolls(labeller->table, side, RACE_OFF, &wait[RACE_OFF]);
        race_table_rolls(labeller->table, side, RACE_FIRST, &wait[RACE_FIRST]);
        return;
    }
    labeller->far[0] = *side;
    race_net_rolls(labeller->net, labeller->kernel, &labeller->layers, labeller->far, 1,
                   &wait[RACE_OFF], &wait[RACE_FIRST]);
}
