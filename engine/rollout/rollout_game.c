/* Plays one game of a rollout with the dice of its trial. */
#include "engine/board/position.h"
#include "engine/cube/params.h"
#include "engine/rollout/rollout_internal.h"

enum {
    TURNS_MAX = 2000,    /* a longer game is truncated; none has been seen */
    CUBE_MOST = 1 << 20, /* nobody doubles beyond this */
    SHARED_TURNS = 4     /* the first half-moves, whose positions many trials share */
};

/* Outputs and value, seen by mine of the decision. */
struct tally {
    double outputs[5];
    double value;
};

struct game {
    struct position pos;   /* of the side on roll */
    struct match_state ms; /* of the side on roll */
    bool is_mine;          /* mine of the decision is on roll */
    bool is_cube_dead;
    bool has_outputs; /* the result is known */
    bool has_value;
    struct tally result;
    struct tally luck; /* so far */
};

/* ---- views ----------------------------------------------------------------------- */

static void swap_sides(struct game *game)
{
    game->pos = position_swap(&game->pos);
    game->ms = match_state_swap(&game->ms);
    game->is_mine = !game->is_mine;
}

/* Converts a value of the side on roll, at its cube, to one of mine of the decision. */
static double value_for_mine(const struct rollout_thread *thread,
                             const struct game *game, double value)
{
    if (game->ms.length == 0) {
        value *= (double)game->ms.cube / thread->rules->cube;
    }
    return game->is_mine ? value : -value;
}

static void record_outputs(struct game *game, struct outputs of_roller)
{
    if (!game->has_outputs) {
        outputs_add_to(game->result.outputs, 1.0,
                       game->is_mine ? of_roller : outputs_flip(of_roller));
        game->has_outputs = true;
    }
}

static void record_value(const struct rollout_thread *thread, struct game *game,
                         double of_roller)
{
    if (!game->has_value) {
        game->result.value = value_for_mine(thread, game, of_roller);
        game->has_value = true;
    }
}

static bool is_decided(const struct game *game)
{
    return game->has_outputs && game->has_value;
}

/* After the value is known the rest of the game is played at 0-ply. */
static int ply_of_play(const struct rollout_settings *settings, const struct game *game,
                       int turn)
{
    if (game->has_value) {
        return 0;
    }
    return turn < settings->first_turns && settings->first_ply > settings->play_ply
               ? settings->first_ply
               : settings->play_ply;
}

/* Prepares the search for the side on roll. */
static void begin_search(struct rollout_thread *thread, const struct game *game,
                         int turn)
{
    const struct rollout_rules *rules = thread->rules;
    thread->strength.play_ply = ply_of_play(&rules->settings, game, turn);
    thread->search = search_begin(thread->scratch, rules->ev, eval_bearoff(rules->ev),
                                  rules->met, &thread->strength, &game->ms);
    if (game->is_cube_dead) {
        search_kill_cube(thread->search);
    }
}

/* ---- the cube -------------------------------------------------------------------- */

/* Decides at 0-ply first; that is enough where a double is clearly wrong. */
static bool decide_cube(struct rollout_thread *thread, const struct game *game,
                        struct cube_decision *decision)
{
    struct search_value value;
    int ply = thread->rules->settings.cube_ply;
    float threshold = thread->rules->settings.filter.cube_threshold;
    const struct bearoff *bearoff = eval_bearoff(thread->rules->ev);
    const struct cube_model *model = search_model(thread->search);
    int price = cube_price(model, &game->pos.theirs);
    float margin = threshold > 0.0F ? threshold : (float)CUBE_LOOK_MARGIN;
    if (!search_rolls(thread->search, &game->pos, 0, &value)) {
        return false;
    }
    cube_decide(model, &game->ms, value.values, price, decision);
    float doubled = cube_decision_doubled(decision);
    bool is_exact = game->ms.length == 0 && bearoff != NULL &&
                    bearoff_two_sided_covers(bearoff, &game->pos);
    if (ply == 0 || is_exact || decision->no_double > doubled + margin) {
        return true;
    }
    if (!search_cube(thread->search, &game->pos, ply, &value)) {
        return false;
    }
    cube_decide(model, &game->ms, value.values, price, decision);
    return true;
}

/* Makes the cube decision before the roll. Returns false if stopped. */
static bool act_on_cube(struct rollout_thread *thread, struct game *game)
{
    struct rollout_node *node = &thread->node;
    if (!node->has_action) {
        struct cube_decision decision;
        if (!decide_cube(thread, game, &decision)) {
            return false;
        }
        node->action = decision.action;
        node->is_beaver = decision.is_beaver;
        node->has_action = true;
    }
    if (node->action == CUBE_DOUBLE_TAKE) {
        game->ms.cube *= node->is_beaver ? 4 : 2;
        game->ms.owner = CUBE_THEIRS;
    } else if (node->action == CUBE_DOUBLE_PASS) {
        const struct cube_model *model = search_model(thread->search);
        int price = cube_price(model, &game->pos.theirs);
        record_value(thread, game, cube_result(model, price));
        game->is_cube_dead = true; /* the rest is played for the outputs only */
        game->ms.has_jacoby = false;
    }
    return true;
}

/* ---- a roll ---------------------------------------------------------------------- */

/* Evaluates all rolls at luck_ply. Returns false if stopped. */
static bool value_rolls(struct rollout_thread *thread, const struct position *pos)
{
    struct search_roll_candidates *rolls = &thread->node.rolls;
    struct rollout_mean *mean = &thread->node.mean;
    int ply = thread->rules->settings.luck_ply;
    search_roll_candidates(thread->search, pos, rolls);
    *mean = (struct rollout_mean){.value = 0.0};
    for (int r = 0; r < ROLLS; r++) {
        if (ply > 0) {
            struct search_value value;
            if (!search_after(thread->search, &rolls->after[r], ply, &value)) {
                return false;
            }
            rolls->outputs[r] = value.outputs;
            rolls->values[r] = value.values[0];
        }
        double weight = roll_all[r].ways / 36.0;
        outputs_add_to(mean->outputs, weight, rolls->outputs[r]);
        mean->value += weight * rolls->values[r];
    }
    thread->node.has_rolls = true;
    return true;
}

/* Adds the luck of roll r: its value less the mean over all rolls. */
static bool add_luck(struct rollout_thread *thread, struct game *game, int r)
{
    struct rollout_node *node = &thread->node;
    double luck[5];
    if (!node->has_rolls && !value_rolls(thread, &game->pos)) {
        return false;
    }
    for (int k = 0; k < 5; k++) {
        luck[k] = -node->mean.outputs[k];
    }
    outputs_add_to(luck, 1.0, node->rolls.outputs[r]);
    static const int flipped[5] = {0, 3, 4, 1, 2};
    for (int k = 0; k < 5 && !game->has_outputs; k++) {
        double mine = k == 0 ? -luck[0] : luck[flipped[k]];
        game->luck.outputs[k] += game->is_mine ? luck[k] : mine;
    }
    if (!game->has_value) {
        game->luck.value +=
            value_for_mine(thread, game, node->rolls.values[r] - node->mean.value);
    }
    return true;
}

/* Plays roll r; game->pos is then the position after the play. With contact, at 0-ply,
 * that is the play by which luck was measured: it is found already, and luck that fits
 * the plays leaves less variance. Returns false if stopped. */
static bool play_roll(struct rollout_thread *thread, struct game *game, int r)
{
    struct rollout_node *node = &thread->node;
    if (node->has_rolls && thread->strength.play_ply == 0 &&
        position_has_contact(&game->pos)) {
        game->pos = node->rolls.after[r];
        return true;
    }
    if ((node->chosen_mask >> r & 1) == 0) {
        (void)search_plays(thread->search, &game->pos, roll_all[r].roll);
        const atomic_bool *stop = thread->strength.stop;
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) {
            return false; /* the play may be incomplete */
        }
        node->chosen[r] = search_ranked(thread->scratch)[0].after;
        node->chosen_mask |= UINT32_C(1) << r;
    }
    game->pos = node->chosen[r];
    return true;
}

/* ---- ends ------------------------------------------------------------------------ */

/* Ends the game if the last play finished it. */
static bool end_by_result(struct rollout_thread *thread, struct game *game)
{
    int result = position_game_result(&game->pos);
    if (result == 0) {
        return false;
    }
    record_outputs(game, outputs_of_result(result));
    record_value(thread, game, cube_result(search_model(thread->search), result));
    return true;
}

/* Ends the game with what 0-ply says of what is not known yet. */
static void truncate_game(struct rollout_thread *thread, struct game *game)
{
    struct search_value value;
    (void)search_after(thread->search, &game->pos, 0, &value);
    record_outputs(game, value.outputs);
    record_value(thread, game, value.values[0]);
}

static bool can_cube_turn(const struct search *search)
{
    const struct cube_slot *slot = &search_model(search)->slot[0];
    return slot->doubled[CUBE_SIDE_MINE] != CUBE_NOT_TURNED ||
           slot->doubled[CUBE_SIDE_THEIRS] != CUBE_NOT_TURNED;
}

/* Whether the race net, or a database, evaluates a position and all after it. */
static bool is_known_race(const struct rollout_thread *thread,
                          const struct position *pos)
{
    return eval_race(thread->rules->ev) != NULL && !position_has_contact(pos);
}

/* Takes the outputs from a database that has them; takes the value, too, if nobody can
 * double any more, or for money if the database is the two-sided one. Where only outputs
 * matter, the race net will do, unless the decision itself is about a race. */
static void end_in_database(struct rollout_thread *thread, struct game *game)
{
    const struct bearoff *bearoff = thread->rules->bearoff;
    const bool is_cube_over = game->has_value || !can_cube_turn(thread->search);
    struct outputs outputs;
    if (bearoff == NULL) {
        return;
    }
    if (bearoff_outputs(bearoff, &game->pos, &outputs)) {
        record_outputs(game, outputs);
    } else if (!is_cube_over || !thread->rules->has_contact ||
               !is_known_race(thread, &game->pos)) {
        return;
    }
    if (is_cube_over ||
        (game->ms.length == 0 && bearoff_two_sided_covers(bearoff, &game->pos))) {
        truncate_game(thread, game);
    }
}

/* ---- the game -------------------------------------------------------------------- */

/* Fetches what is stored about the position on roll. */
static void visit(struct rollout_thread *thread, const struct game *game, int turn)
{
    begin_search(thread, game, turn);
    uint64_t key = rollout_node_key(&game->pos, &game->ms, game->is_cube_dead,
                                    thread->strength.play_ply);
    if (turn < SHARED_TURNS) {
        rollout_nodes_get(thread->rules->nodes, key, &thread->node);
    } else {
        thread->node.key = key;
        thread->node.has_action = thread->node.has_rolls = false;
        thread->node.chosen_mask = 0;
    }
}

static void leave(struct rollout_thread *thread, int turn)
{
    if (turn < SHARED_TURNS) {
        rollout_nodes_put(thread->rules->nodes, &thread->node);
    }
}

/* The side on roll makes its cube decision; the node is then that of the new cube.
 * Returns false if stopped. */
static bool cube_turn(struct rollout_thread *thread, struct game *game, int turn)
{
    if (game->is_cube_dead || !match_state_may_double(&game->ms) ||
        game->ms.cube >= CUBE_MOST) {
        return true;
    }
    if (!act_on_cube(thread, game)) {
        return false;
    }
    if (thread->node.action == CUBE_DOUBLE_TAKE ||
        thread->node.action == CUBE_DOUBLE_PASS) {
        leave(thread, turn);
        visit(thread, game, turn);
    }
    return true;
}

/* Plays one half-move; game->pos is then the position after the play. Returns false if
 * stopped. */
static bool half_move(struct rollout_thread *thread, struct game *game, int trial,
                      int turn, bool is_cube_decided)
{
    const struct rollout_rules *rules = thread->rules;
    int r = rollout_dice_roll(rules->dice, trial, turn);
    visit(thread, game, turn);
    if (!is_cube_decided && !cube_turn(thread, game, turn)) {
        return false;
    }
    if (is_decided(game)) { /* passed, and the outputs are not needed */
        return true;
    }
    if ((rules->settings.reduces_variance && !add_luck(thread, game, r)) ||
        !play_roll(thread, game, r)) {
        return false;
    }
    leave(thread, turn);
    return true;
}

static void start_game(struct rollout_thread *thread, const struct rollout_start *start,
                       struct game *game)
{
    *game = (struct game){
        .pos = start->pos,
        .ms = start->ms,
        .is_mine = true,
        .is_cube_dead = !thread->rules->settings.is_cubeful,
    };
    game->ms.has_jacoby &= !game->is_cube_dead;
    if (start->is_mine_on_roll) {
        return;
    }
    begin_search(thread, game, 0);
    if (!end_by_result(thread, game)) {
        end_in_database(thread, game);
    }
    swap_sides(game);
}

static void write_figures(const struct game *game, double figures[ROLLOUT_FIGURES])
{
    double o[5];
    for (int k = 0; k < 5; k++) {
        o[k] = game->result.outputs[k] - game->luck.outputs[k];
        figures[ROLLOUT_FIGURE_OUTPUTS + k] = o[k];
    }
    figures[ROLLOUT_FIGURE_CUBELESS] = 2.0 * o[0] - 1.0 + o[1] + o[2] - o[3] - o[4];
    figures[ROLLOUT_FIGURE_VALUE] = game->result.value - game->luck.value;
}

bool rollout_game(struct rollout_thread *thread, const struct rollout_start *start,
                  int trial, double figures[ROLLOUT_FIGURES])
{
    struct game game;
    int horizon = thread->rules->settings.horizon;
    int turns = horizon > 0 ? horizon : TURNS_MAX;
    start_game(thread, start, &game);
    for (int turn = 0; !is_decided(&game); turn++) {
        if (!half_move(thread, &game, trial, turn,
                       turn == 0 && start->is_cube_decided)) {
            return false;
        }
        if (!end_by_result(thread, &game)) {
            end_in_database(thread, &game);
            if (turn + 1 >= turns && !is_decided(&game)) {
                truncate_game(thread, &game);
            }
        }
        swap_sides(&game);
    }
    write_figures(&game, figures);
    return true;
}
