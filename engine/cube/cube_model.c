/* The stakes of a game as a graph: its nodes are the states of the cube that can arise
 * (slots), its edges the doubles that are taken. */
#include <assert.h>

#include "engine/cube/cube_internal.h"

/* Levels so near that a chance to win of their own tells in the value of the current
 * one: it, the doubled and the redoubled cube. */
enum { DMP_LEVELS = 3 };

static void add_slot(struct cube_model *model, int level, enum cube_owner owner)
{
    model->slot[model->slots++] = (struct cube_slot){
        .level = level,
        .owner = owner,
        .doubled = {CUBE_NOT_TURNED, CUBE_NOT_TURNED},
        .free_side = CUBE_NOT_TURNED,
    };
}

static int find_slot(const struct cube_model *model, int level, enum cube_owner owner)
{
    int s = 0; /* each level above the current one has a slot for both owners */
    while (model->slot[s].level != level || model->slot[s].owner != owner) {
        s++;
        assert(s < model->slots);
    }
    return s;
}

static bool has_access(enum cube_owner owner, enum cube_side side)
{
    return owner == CUBE_CENTRED ||
           owner == (side == CUBE_SIDE_MINE ? CUBE_MINE : CUBE_THEIRS);
}

static void init_money(struct cube_model *model, const struct match_state *ms)
{
    model->is_money = true;
    model->is_jacoby = ms->has_jacoby && ms->owner == CUBE_CENTRED;
    model->has_beavers = ms->has_beavers;
    model->factor = 2.0;
    model->levels = 1;
    model->doubles[0][CUBE_SIDE_MINE] = model->doubles[0][CUBE_SIDE_THEIRS] = true;
    for (int games = -CUBE_BACKGAMMON; games <= CUBE_BACKGAMMON; games++) {
        model->result[0][3 + games] = games;
    }
    add_slot(model, 0, ms->owner);
    if (ms->owner != CUBE_MINE) {
        add_slot(model, 0, CUBE_MINE);
    }
    if (ms->owner != CUBE_THEIRS) {
        add_slot(model, 0, CUBE_THEIRS);
    }
    for (int s = 0; s < model->slots; s++) {
        struct cube_slot *slot = &model->slot[s];
        if (has_access(slot->owner, CUBE_SIDE_MINE)) {
            slot->doubled[CUBE_SIDE_MINE] = find_slot(model, 0, CUBE_THEIRS);
        }
        if (has_access(slot->owner, CUBE_SIDE_THEIRS)) {
            slot->doubled[CUBE_SIDE_THEIRS] = find_slot(model, 0, CUBE_MINE);
        }
    }
    model->root_doubled = find_slot(model, 0, CUBE_THEIRS);
}

/* Sets one level of a match: its results, and who may double there. */
static void init_level(struct cube_model *model, const struct met *met,
                       const struct match_state *ms, int level)
{
    int cube = ms->cube << level;
    for (int games = -CUBE_BACKGAMMON; games <= CUBE_BACKGAMMON; games++) {
        struct match_state at = *ms;
        at.cube = cube;
        double mwc = games == 0 ? 0.5 : met_mwc_after(met, &at, games * cube);
        model->result[level][3 + games] = 2.0 * mwc - 1.0;
    }
    model->is_dmp[level] = cube_result_at(model, level, CUBE_GAMMON) ==
                               cube_result_at(model, level, CUBE_SINGLE) &&
                           cube_result_at(model, level, -CUBE_GAMMON) ==
                               cube_result_at(model, level, -CUBE_SINGLE);
    model->has_dmp |= model->is_dmp[level] && level < DMP_LEVELS;
    model->doubles[level][CUBE_SIDE_MINE] =
        !ms->is_crawford && cube < match_state_my_away(ms);
    model->doubles[level][CUBE_SIDE_THEIRS] =
        !ms->is_crawford && cube < match_state_their_away(ms);
}

static void link_slot(struct cube_model *model, const struct match_state *ms, int index)
{
    struct cube_slot *slot = &model->slot[index];
    int cube = ms->cube << slot->level;
    bool mine = has_access(slot->owner, CUBE_SIDE_MINE) &&
                model->doubles[slot->level][CUBE_SIDE_MINE];
    bool theirs = has_access(slot->owner, CUBE_SIDE_THEIRS) &&
                  model->doubles[slot->level][CUBE_SIDE_THEIRS];
    if (mine) {
        slot->doubled[CUBE_SIDE_MINE] = find_slot(model, slot->level + 1, CUBE_THEIRS);
    }
    if (theirs) {
        slot->doubled[CUBE_SIDE_THEIRS] = find_slot(model, slot->level + 1, CUBE_MINE);
    }
    if (mine && cube >= match_state_their_away(ms)) {
        slot->free_side = CUBE_SIDE_MINE;
    } else if (theirs && cube >= match_state_my_away(ms)) {
        slot->free_side = CUBE_SIDE_THEIRS;
    }
    model->has_free_side |= slot->free_side != CUBE_NOT_TURNED;
}

static void init_match(struct cube_model *model, const struct met *met,
                       const struct match_state *ms)
{
    model->factor = 1.0;
    bool is_more =
        true; /* the level after a double of the current cube is always there */
    for (int level = 0; is_more; level++) {
        init_level(model, met, ms, level);
        is_more = level == 0 || model->doubles[level][CUBE_SIDE_MINE] ||
                  model->doubles[level][CUBE_SIDE_THEIRS];
        model->levels = level + 1;
        if (level == 0) {
            add_slot(model, 0, ms->owner);
        } else {
            add_slot(model, level, CUBE_MINE);
            add_slot(model, level, CUBE_THEIRS);
        }
    }
    for (int s = 0; s < model->slots; s++) {
        link_slot(model, ms, s);
    }
    model->root_doubled = find_slot(model, 1, CUBE_THEIRS);
}

void cube_model_init(struct cube_model *model, const struct met *met,
                     const struct match_state *ms)
{
    *model = (struct cube_model){.pays_by_board = ms->pays_by_board};
    if (ms->length == 0) {
        init_money(model, ms);
    } else {
        init_match(model, met, ms);
    }
}
