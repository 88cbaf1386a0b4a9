#include "bot/seat/browser/table_json.h"

#include <jansson.h>

#include "bot/base/moment.h"
#include "engine/board/position.h"

/* ---- parts ----------------------------------------------------------------------- */

json_t *table_json_side(const struct side *side)
{
    json_t *array = json_array();
    for (int p = 0; p <= POINT_BAR; p++) {
        (void)json_array_append_new(array, json_integer(side->at[p]));
    }
    return array;
}

static json_t *pair(int a, int b)
{
    return json_pack("[i,i]", a, b);
}

static json_t *player_object(const struct seat_player *player)
{
    return json_pack("{s:s,s:f,s:i}", "name", player->name, "rating", player->rating,
                     "experience", player->experience);
}

static json_t *opponent_object(const struct seat_view *view)
{
    json_t *object = player_object(&view->opponent);
    (void)json_object_set_new(object, "online", json_boolean(view->is_opponent_there));
    (void)json_object_set_new(object, "level", json_string(view->level));
    return object;
}

static json_t *allowed_array(const struct seat_view *view, bool may_hint)
{
    json_t *array = json_array();
    for (int i = 0; i < SEAT_ACTIONS; i++) {
        if (seat_view_allows(view, (enum seat_action_type)i)) {
            const char *name = seat_action_name((enum seat_action_type)i);
            (void)json_array_append_new(array, json_string(name));
        }
    }
    if (may_hint) {
        (void)json_array_append_new(array, json_string("hint"));
    }
    return array;
}

static json_t *saved_object(const struct seat_view *view)
{
    return view->has_saved ? json_pack("{s:i}", "length", view->saved_length)
                           : json_null();
}

static json_t *match_object(const struct seat_view *view)
{
    const struct match_state *ms = &view->board.ms;
    if (!view->has_board) {
        return json_null();
    }
    return json_pack("{s:i,s:i,s:b,s:o}", "length", ms->length, "game", view->game,
                     "crawford", ms->is_crawford, "score",
                     pair(ms->my_score, ms->their_score));
}

/* ---- board ----------------------------------------------------------------------- */

static const char *turn_word(enum turn turn)
{
    static const char *const words[] = {
        [TURN_NOBODY] = "nobody", [TURN_MINE] = "me", [TURN_THEIRS] = "them"};
    return words[turn];
}

const char *table_json_owner(enum cube_owner owner)
{
    static const char *const words[] = {
        [CUBE_CENTRED] = "centre", [CUBE_MINE] = "me", [CUBE_THEIRS] = "them"};
    return words[owner];
}

static json_t *board_object(const struct seat_view *view)
{
    const struct board_view *board = &view->board;
    bool is_playing = view->phase == SEAT_TO_PLAY;
    const struct position *pos = is_playing ? &view->hops.now : &board->pos;
    if (!view->has_board) {
        return json_null();
    }
    return json_pack(
        "{s:o,s:o,s:s,s:o,s:i,s:s,s:i,s:o,s:i}", "mine", table_json_side(&pos->mine),
        "theirs", table_json_side(&pos->theirs), "turn", turn_word(board->turn), "dice",
        pair(board->roll.high, board->roll.low), "cube", board->ms.cube, "owner",
        table_json_owner(board->ms.owner), "offered", view->offered_cube, "pips",
        pair(position_pip_count(&pos->mine), position_pip_count(&pos->theirs)),
        "resign", view->resign_points);
}

/* ---- the play -------------------------------------------------------------------- */

static json_t *hops_array(const struct hops *hops)
{
    json_t *array = json_array();
    for (int i = 0; i < hops->count; i++) {
        const struct hop *hop = &hops->made[i];
        (void)json_array_append_new(
            array, json_pack("{s:i,s:i,s:i,s:b}", "from", hop->move.from, "to",
                             hop->move.to, "die", hop->die, "hit", hop->is_hit));
    }
    return array;
}

static json_t *target_object(const struct hops_target *target)
{
    json_t *dice = json_array(), *hits = json_array(), *via = json_array();
    for (int i = 0; i < target->count; i++) {
        (void)json_array_append_new(dice, json_integer(target->hops[i].die));
        (void)json_array_append_new(hits, json_boolean(target->hops[i].is_hit));
        if (i + 1 < target->count) {
            (void)json_array_append_new(via, json_integer(target->hops[i].move.to));
        }
    }
    return json_pack("{s:i,s:i,s:o,s:o,s:o}", "from", target->move.from, "to",
                     target->move.to, "dice", dice, "hits", hits, "via", via);
}

static json_t *targets_array(const struct hops *hops)
{
    json_t *array = json_array();
    for (int i = 0; i < hops->target_count; i++) {
        (void)json_array_append_new(array, target_object(&hops->targets[i]));
    }
    return array;
}

static json_t *play_object(const struct seat_view *view)
{
    const struct hops *hops = &view->hops;
    char text[NOTATION_SIZE];
    if (view->phase != SEAT_TO_PLAY) {
        return json_null();
    }
    struct play play = hops_made(hops);
    notation_write(&hops->before, &play, text);
    json_t *left = json_array();
    for (int i = 0; i < hops->left_count; i++) {
        (void)json_array_append_new(left, json_integer(hops->left[i]));
    }
    return json_pack("{s:o,s:o,s:b,s:b,s:s,s:o}", "hops", hops_array(hops), "left",
                     left, "complete", hops_is_complete(hops), "forced",
                     hops->is_forced, "text", text, "targets", targets_array(hops));
}

/* ---- what has happened ----------------------------------------------------------- */

static json_t *moves_array(const struct play *play)
{
    json_t *array = json_array();
    for (int i = 0; i < play->count; i++) {
        (void)json_array_append_new(array,
                                    json_pack("{s:i,s:i}", "from", play->moves[i].from,
                                              "to", play->moves[i].to));
    }
    return array;
}

/* The checkers before a play, as those of the board: our side is "mine". */
static json_t *before_object(const struct seat_event *event)
{
    const struct position pos =
        event->is_mine ? event->before : position_swap(&event->before);
    return event->type != SEAT_EVENT_PLAY
               ? json_null()
               : json_pack("{s:o,s:o}", "mine", table_json_side(&pos.mine), "theirs",
                           table_json_side(&pos.theirs));
}

static json_t *event_object(const struct seat_event *event)
{
    return json_pack(
        "{s:I,s:s,s:b,s:o,s:s,s:o,s:o,s:i,s:o,s:b}", "n", (json_int_t)event->number,
        "kind", seat_event_name(event->type), "mine", event->is_mine, "dice",
        pair(event->roll.high, event->roll.low), "text", event->text, "before",
        before_object(event), "hops", moves_array(&event->play), "points",
        event->points, "score", pair(event->score[0], event->score[1]), "resumed",
        event->is_resumed);
}

static json_t *events_array(const struct seat_event *events, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        (void)json_array_append_new(array, event_object(&events[i]));
    }
    return array;
}

static json_t *over_object(const struct seat_view *view)
{
    if (view->phase != SEAT_OVER) {
        return json_null();
    }
    return json_pack("{s:b,s:o,s:f}", "won", view->won[0] > view->won[1], "score",
                     pair(view->won[0], view->won[1]), "change", view->rating_change);
}

/* ---- what is kept ---------------------------------------------------------------- */

static json_t *levels_array(void)
{
    json_t *array = json_array();
    const struct level *level;
    for (int i = 0; (level = level_at(i)) != NULL; i++) {
        (void)json_array_append_new(array, json_pack("{s:s,s:i}", "name", level->name,
                                                     "rating", level->rating));
    }
    return array;
}

static json_t *results_array(const struct seat_store *store)
{
    json_t *array = json_array();
    for (int i = 0; i < store->result_count; i++) {
        const struct seat_result *result = &store->results[i];
        char when[MOMENT_SIZE];
        moment_write(result->when, when);
        (void)json_array_append_new(
            array, json_pack("{s:s,s:s,s:i,s:o,s:f}", "when", when, "level",
                             result->level, "length", result->length, "score",
                             pair(result->score[0], result->score[1]), "rating",
                             result->rating));
    }
    return array;
}

/* ---- all ------------------------------------------------------------------------- */

static char *line_of(json_t *object)
{
    char *line = object == NULL ? NULL
                                : json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII |
                                                         JSON_REAL_PRECISION(6));
    json_decref(object);
    return line;
}

char *table_json_view(const struct seat_view *view, const struct seat_store *store,
                      const char *usual, bool has_files, bool may_hint, json_t *tutor,
                      json_t *company)
{
    json_t *object = json_pack(
        "{s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "phase",
        seat_phase_name(view->phase), "reason", view->reason, "allowed",
        allowed_array(view, may_hint), "me", player_object(&view->me), "opponent",
        opponent_object(view), "saved", saved_object(view), "match", match_object(view),
        "board", board_object(view), "play", play_object(view), "events",
        events_array(view->events, view->event_count), "over", over_object(view));
    if (object == NULL) {
        json_decref(tutor);
        json_decref(company);
        return NULL;
    }
    (void)json_object_set_new(object, "set", seat_preferences_json(&store->choices));
    (void)json_object_set_new(object, "levels", levels_array());
    (void)json_object_set_new(object, "usual",
                              usual != NULL ? json_string(usual) : json_null());
    (void)json_object_set_new(object, "results", results_array(store));
    (void)json_object_set_new(object, "files", json_boolean(has_files));
    (void)json_object_set_new(object, "tutor", tutor != NULL ? tutor : json_null());
    (void)json_object_set_new(object, "company",
                              company != NULL ? company : json_null());
    return line_of(object);
}

char *table_json_record(const struct seat_event *events, int count)
{
    return line_of(json_pack("{s:o}", "events", events_array(events, count)));
}

/* An equity beside its name; `is_best`: what to do. */
static json_t *cube_row(const char *name, float equity, bool is_best)
{
    return json_pack("[s,f,b]", name, (double)equity, is_best);
}

static json_t *double_object(const struct cube_decision *cube)
{
    static const char *const words[] = {[CUBE_NO_DOUBLE] = "No double",
                                        [CUBE_DOUBLE_TAKE] = "Double, take",
                                        [CUBE_DOUBLE_PASS] = "Double, pass",
                                        [CUBE_TOO_GOOD] = "Too good to double"};
    enum cube_action best = cube->action;
    bool is_none = best == CUBE_NO_DOUBLE || best == CUBE_TOO_GOOD;
    return json_pack(
        "{s:s,s:f,s:f,s:[o,o,o]}", "best", words[best], "win",
        (double)cube->outputs.win, "gammon", (double)cube->outputs.win_gammon, "rows",
        cube_row(words[CUBE_NO_DOUBLE], cube->no_double, is_none),
        cube_row(words[CUBE_DOUBLE_TAKE], cube->double_take, best == CUBE_DOUBLE_TAKE),
        cube_row(words[CUBE_DOUBLE_PASS], cube->double_pass, best == CUBE_DOUBLE_PASS));
}

/* `cube` is the doubler's. */
static json_t *answer_object(const struct cube_decision *cube)
{
    bool is_take = cube_decision_is_take(cube);
    return json_pack("{s:s,s:f,s:f,s:[o,o]}", "best", is_take ? "Take" : "Pass", "win",
                     1.0 - (double)cube->outputs.win, "gammon",
                     (double)cube->outputs.lose_gammon, "rows",
                     cube_row("Take", -cube->double_take, is_take),
                     cube_row("Pass", -cube->double_pass, !is_take));
}

json_t *table_json_cube(const struct cube_decision *cube, bool is_answer)
{
    return is_answer ? answer_object(cube) : double_object(cube);
}

char *table_json_error(const char *text)
{
    return line_of(json_pack("{s:s}", "error", text));
}
