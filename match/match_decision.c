#include "match/match_decision.h"

#include <stdio.h>
#include <string.h>

#include "engine/board/position.h"
#include "match/match_format_internal.h"
#include "match/record_internal.h"

enum { CELLS = 8, CUBE_LEAST_OWNED = 2 };

/* ---- reading --------------------------------------------------------------------- */

static bool is_turn_open(const struct match_turn *turn)
{
    return turn->type == RECORD_CELL_DOUBLE || turn->is_unplayed;
}

bool match_decision_is_open(const struct match_turns *turns,
                            struct decision_context *at)
{
    const int *score = turns->games == 1 ? turns->game[0].score : NULL;
    const struct match_turn *turn =
        turns->is_to_roll ? &turns->next_turn : turns->turns;
    bool is_one = turns->format == match_format_find("xg") && turns->next == NULL &&
                  turns->count + turns->is_to_roll == 1 && turns->has_all;
    if (!is_one || score == NULL ||
        memcmp(score, turns->score, sizeof turns->score) != 0 ||
        !(turns->is_to_roll || is_turn_open(turn))) {
        return false;
    }
    *at = (struct decision_context){.pos = turn->pos,
                                    .ms = turn->ms,
                                    .roll = turn->roll,
                                    .has_no_cube = turns->heading.has_no_cube};
    if (turn->type == RECORD_CELL_DOUBLE) {
        at->is_doubled = at->is_opponent_on_roll = true;
        at->ms = match_state_swap(&turn->ms);
        at->pos = position_swap(&turn->pos);
    }
    return true;
}

bool match_decision_read(const char *path, struct decision_context *at)
{
    FILE *file = match_format_open(path, NULL);
    struct match_turns *turns = NULL;
    if (file != NULL) {
        if (match_format_of_file(file) == match_format_find("xg")) {
            turns = match_turns_read_file(file, NULL);
        }
        (void)fclose(file);
    }
    bool is_open = turns != NULL && match_decision_is_open(turns, at);
    match_turns_free(turns);
    return is_open;
}

bool match_decision_name_read(const char *text, struct match_decision_name *name,
                              struct error *err)
{
    static const char *const cubes[] = {".cube",   ".take",    ".pass",
                                        ".beaver", ".raccoon", ".redouble"};
    int length = 0;
    bool is_read = sscanf(text, "#%d.%d%n", &name->game, &name->turn, &length) == 2 ||
                   sscanf(text, "%d.%d%n", &name->game, &name->turn, &length) == 2;
    const char *kind = text + length;
    name->is_cube = name->is_answer = false;
    for (size_t i = 0; i < sizeof cubes / sizeof cubes[0]; i++) {
        bool is_this = strcmp(kind, cubes[i]) == 0;
        name->is_cube |= is_this;
        name->is_answer |= is_this && i > 0;
    }
    return (is_read && name->game > 0 && name->turn > 0 &&
            (name->is_cube || kind[0] == '\0')) ||
           error_set(err, "expected GAME.TURN or GAME.TURN.cube, found \"%.40s\"",
                     text);
}

/* ---- writing --------------------------------------------------------------------- */

/* What a visitor is told. */
struct told {
    struct record_heading heading;
    int score[2];
    bool has_setup;
    struct record_setup setup;
    int count;
    struct record_cell cells[CELLS];
    bool is_to_roll; /* in place of cells */
    enum record_side side;
    const char *comment;
};

static bool tell_decision(const void *from, const struct record_visitor *visitor,
                          void *to, struct error *err)
{
    const struct told *told = from;
    (void)err;
    visitor->heading(to, &told->heading);
    visitor->game(to, 1, told->score[RECORD_ME], told->score[RECORD_OPPONENT]);
    if (told->has_setup) {
        visitor->setup(to, &told->setup);
    }
    for (int i = 0; i < told->count; i++) {
        visitor->cell(to, &told->cells[i]);
    }
    if (told->is_to_roll) {
        visitor->to_roll(to, told->side, told->comment);
    }
    return true;
}

/* The game as `turn` finds it. */
static void set_place(struct told *told, const struct match_turn *turn)
{
    const struct match_state *ms = &turn->ms;
    enum record_side other = record_other(turn->side);
    told->score[turn->side] = ms->my_score;
    told->score[other] = ms->their_score;
    told->setup.pos = record_seen_by(&turn->pos, turn->side);
    told->setup.cube = ms->cube;
    told->setup.owner = ms->owner == CUBE_CENTRED ? -1
                        : ms->owner == CUBE_MINE  ? (int)turn->side
                                                  : (int)other;
    told->heading.is_after_crawford = match_state_has_one_away(ms) && !ms->is_crawford;
    told->has_setup = !turn->is_first;
    told->heading.incomplete[0] = '\0'; /* names games of another file ... */
    told->heading.match_id[0] = '\0';   /* ... which this is not */
}

static void add_cell(struct told *told, const struct match_turn *turn)
{
    struct record_cell *cell = &told->cells[told->count++];
    *cell = (struct record_cell){.type = turn->type,
                                 .side = turn->side,
                                 .roll = turn->roll,
                                 .play = turn->play,
                                 .is_unplayed = turn->is_unplayed,
                                 .comment = turn->comment,
                                 .line = 1};
    cell->cube = turn->type == RECORD_CELL_DOUBLE   ? 2 * turn->ms.cube
                 : turn->type == RECORD_CELL_BEAVER ? 4 * turn->stakes * turn->ms.cube
                                                    : 0;
}

static void set_to_roll(struct told *told, const struct match_turn *turn)
{
    told->is_to_roll = true;
    told->side = turn->side;
    told->comment = turn->comment;
}

static bool check_cube(const struct told *told, struct error *err)
{
    return told->setup.owner >= 0 || told->setup.cube < CUBE_LEAST_OWNED ||
           error_set(err, "a centred cube of %d does not fit into such a file",
                     told->setup.cube);
}

/* The first turn of this name; a double is its own play's, too, if there is none. */
static const struct match_turn *find_turn(const struct match_turns *turns,
                                          const struct match_decision_name *name)
{
    const struct match_turn *end = turns->turns + turns->count, *found = NULL;
    for (const struct match_turn *turn = turns->turns; turn < end; turn++) {
        bool is_here = turn->game == name->game && turn->number == name->turn;
        bool is_cube = turn->type == RECORD_CELL_DOUBLE;
        if (is_here && (is_cube || turn->type == RECORD_CELL_PLAY) &&
            (found == NULL || (!name->is_cube && !is_cube))) {
            found = turn;
        }
    }
    return found;
}

static bool tell_turn(const struct match_turns *turns,
                      const struct match_decision_name *name, struct told *told,
                      struct error *err)
{
    const struct match_turn *end = turns->turns + turns->count;
    const struct match_turn *turn = find_turn(turns, name);
    if (turn == NULL) {
        return error_set(err, "there is no turn %d in game %d of this match",
                         name->turn, name->game);
    }
    set_place(told, turn);
    memcpy(told->score, turns->game[turn->game - 1].score, sizeof told->score);
    if (turn->type == RECORD_CELL_DOUBLE) {
        add_cell(told, turn++);
        while (turn < end && match_turn_is_answer(turn) && told->count < CELLS) {
            add_cell(told, turn++);
        }
    } else if (name->is_answer) {
        return error_set(err, "nobody doubled in turn %d of game %d", name->turn,
                         name->game);
    } else if (name->is_cube && turn->is_first) {
        return error_set(err, "nobody may double in the first turn of a game");
    } else if (name->is_cube) {
        set_to_roll(told, turn);
    } else {
        add_cell(told, turn);
    }
    return check_cube(told, err);
}

bool match_decision_write(const struct match_turns *turns,
                          const struct match_decision_name *name, const char *source,
                          const char *target, const struct match_format *format,
                          struct error *err)
{
    struct told told = {.heading = turns->heading};
    const struct match_format_from from = {tell_decision, &told, source};
    struct error why;
    return tell_turn(turns, name, &told, &why)
               ? match_format_save(&from, target, format, NULL, err)
               : error_in_path(err, &why, source);
}

bool match_decision_write_position(const struct decision_context *at,
                                   const char *target,
                                   const struct match_format *format, struct error *err)
{
    struct match_turn turn = {.pos = at->pos,
                              .ms = at->ms,
                              .type = RECORD_CELL_PLAY,
                              .side = RECORD_ME,
                              .roll = at->roll,
                              .is_unplayed = true};
    struct told told = {.heading = {.my_name = "Player 1",
                                    .opponent = "Player 2",
                                    .length = at->ms.length,
                                    .has_jacoby = at->ms.has_jacoby,
                                    .has_beavers = at->ms.has_beavers,
                                    .has_no_cube = at->has_no_cube}};
    const struct match_format_from from = {tell_decision, &told, NULL};
    if (at->resigned != 0) {
        return error_set(err, "an offer to resign does not fit into such a file");
    }
    if (at->is_doubled) {
        turn.type = RECORD_CELL_DOUBLE;
        turn.side = RECORD_OPPONENT;
        turn.ms = match_state_swap(&at->ms);
        turn.pos = position_swap(&at->pos);
    }
    set_place(&told, &turn);
    if (at->is_doubled || at->roll.high != 0) {
        add_cell(&told, &turn);
    } else {
        set_to_roll(&told, &turn);
    }
    return check_cube(&told, err) &&
           match_format_save(&from, target, format, NULL, err);
}
