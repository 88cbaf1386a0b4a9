#include "match/match_turns.h"
#include "base/digest.h"
#include "base/text.h"
#include "base/text_width.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/points.h"
#include "match/match_format.h"
#include "match/record_internal.h"

/* The state of the reader. */
struct place {
    struct match_turns *out;
    int matches;
    bool has_heading; /* of `out` */
    int room, game_room;
    bool is_broken;      /* memory was short */
    bool is_full;        /* MATCH_FILE_MATCHES_MAX */
    bool is_lost;        /* the position is unknown until the end of the game */
    struct position pos; /* seen by us */
    int score[2];
    bool was_crawford;   /* the Crawford game is over */
    const char *refusal; /* why the game is left out, to be told with its first turn */
    bool is_crawford;
    int cube;
    int owner; /* enum record_side, or -1: centred */
    int offered_cube;
    enum record_side doubler; /* who offered it first */
    int number;
    bool was_taken; /* the last cell was a take */
};

static bool grow_turns(struct place *place)
{
    struct match_turns *out = place->out;
    if (out->count < place->room) {
        return true;
    }
    int room = place->room == 0 ? 256 : 2 * place->room;
    /* realloc() would not align the positions */
    struct match_turn *turns =
        aligned_alloc(alignof(struct match_turn), (size_t)room * sizeof *turns);
    if (turns == NULL) {
        place->is_broken = true;
        return false;
    }
    if (out->count > 0) {
        memcpy(turns, out->turns, (size_t)out->count * sizeof *turns);
    }
    free(out->turns);
    out->turns = turns;
    place->room = room;
    return true;
}

static struct match_turns *new_match(void)
{
    struct match_turns *out = error_allocate(sizeof *out, NULL);
    if (out != NULL) {
        out->has_all = true;
    }
    return out;
}

static bool grow_games(struct place *place)
{
    struct match_turns *out = place->out;
    if (out->games < place->game_room) {
        return true;
    }
    int room = place->game_room == 0 ? 32 : 2 * place->game_room;
    struct match_game *game = realloc(out->game, (size_t)room * sizeof *game);
    if (game == NULL) {
        place->is_broken = true;
        return false;
    }
    out->game = game;
    place->game_room = room;
    return true;
}

/* What the turns of money play tell of the whole match, whatever the heading says: beavers,
 * once one is made, and a cube, once it is turned. Without one gammons count. */
static void settle_rules(struct match_turns *out)
{
    const struct record_heading *heading = &out->heading;
    out->next_turn.ms.has_jacoby &= !heading->has_no_cube;
    for (int i = 0; i < out->count && heading->length == 0; i++) {
        struct match_state *ms = &out->turns[i].ms;
        ms->has_beavers |= heading->has_beavers;
        ms->has_jacoby &= !heading->has_no_cube;
    }
}

/* The heading of another match of the file; false if it is left out. */
static bool next_match(struct place *place)
{
    place->is_full = place->matches == MATCH_FILE_MATCHES_MAX;
    struct match_turns *out = place->is_full ? NULL : new_match();
    if (out == NULL) {
        place->is_broken = true;
        return false;
    }
    memcpy(place->out->score, place->score, sizeof place->score);
    settle_rules(place->out);
    place->out->next = out;
    *place = (struct place){.out = out, .matches = place->matches + 1};
    return true;
}

static struct match_state state_for(const struct place *place, enum record_side side)
{
    const struct record_heading *heading = &place->out->heading;
    int length = heading->length;
    struct match_state ms =
        length > 0 ? match_state_match(length, place->score[side],
                                       place->score[1 - side], place->is_crawford)
                   : match_state_money();
    ms.has_jacoby = length == 0 && heading->has_jacoby;
    ms.has_beavers = length == 0 && heading->has_beavers;
    ms.cube = place->cube;
    ms.owner = place->owner < 0            ? CUBE_CENTRED
               : place->owner == (int)side ? CUBE_MINE
                                           : CUBE_THEIRS;
    return ms;
}

/* ---- callbacks of the reader ----------------------------------------------------- */

static void take_heading(void *context, const struct record_heading *heading)
{
    struct place *place = context;
    if (place->is_broken || (place->has_heading && !next_match(place))) {
        return;
    }
    place->has_heading = true;
    place->out->heading = *heading;
    place->is_lost = heading->length > MATCH_LENGTH_MAX;
}

static void drop_next_turn(struct match_turns *out)
{
    free(out->next_turn.comment);
    out->next_turn.comment = NULL;
    out->is_to_roll = false;
}

static void take_cell_game(void *context, int number, int my_score, int opponent_score)
{
    struct place *place = context;
    int length = place->out->heading.length;
    if (place->is_broken || !grow_games(place)) {
        return;
    }
    drop_next_turn(place->out);
    place->score[RECORD_ME] = my_score;
    place->score[RECORD_OPPONENT] = opponent_score;
    place->is_crawford =
        record_is_crawford(&place->out->heading, place->score, &place->was_crawford);
    place->out->game[place->out->games++] =
        (struct match_game){.number = number,
                            .score = {my_score, opponent_score},
                            .is_crawford = place->is_crawford,
                            .has_all = true,
                            .first = place->out->count};
    bool is_over = length > 0 && (my_score >= length || opponent_score >= length);
    place->refusal = length > MATCH_LENGTH_MAX
                         ? "a match to more than 99 points; the game is left out"
                     : is_over ? "a game after the end of the match; it is left out"
                               : NULL;
    place->is_lost = place->refusal != NULL;
    place->cube = 1;
    place->owner = -1;
    place->offered_cube = place->number = 0;
    place->was_taken = false;
    position_start(&place->pos);
}

static void take_cell_setup(void *context, const struct record_setup *setup)
{
    struct place *place = context;
    place->pos = setup->pos;
    place->cube = setup->cube;
    place->owner = setup->owner;
    place->number = 1; /* the next turn is not the first of its game */
}

/* Makes the play on the board; returns false if it is impossible. */
static bool make_play(struct place *place, const struct record_cell *cell)
{
    return record_make_play(&place->pos, cell->side, &cell->play) &&
           (position_fault(&place->pos) == NULL ||
            position_game_result(&place->pos) != 0);
}

static void fill_turn(const struct place *place, const struct record_cell *cell,
                      struct match_turn *turn)
{
    memset(turn, 0, sizeof *turn);
    turn->pos = record_seen_by(&place->pos, cell->side);
    turn->ms = state_for(place, cell->side);
    turn->type = cell->type;
    turn->side = cell->side;
    turn->roll = cell->roll;
    turn->play = cell->play;
    turn->is_unplayed = cell->is_unplayed;
    turn->game = place->out->games;
    turn->number = place->number;
    turn->is_first = place->number == 1;
    turn->follows_double = place->was_taken;
    turn->stakes = place->offered_cube / (2 * place->cube);
    turn->line = cell->line;
    turn->judged = cell->judged;
    turn->judged_roll = cell->judged_roll;
}

/* Makes the action of the cell on the board; returns false if it does not fit. */
static bool follow_cell(struct place *place, const struct record_cell *cell)
{
    switch (cell->type) {
    case RECORD_CELL_PLAY:
        return place->offered_cube == 0 &&
               (cell->is_unplayed || make_play(place, cell));
    case RECORD_CELL_DOUBLE:
        place->out->heading.has_no_cube = false;
        place->offered_cube = cell->cube;
        place->doubler = cell->side;
        return cell->cube == 2 * place->cube && cell->cube <= 1 << 20;
    case RECORD_CELL_BEAVER:
        place->out->heading.has_beavers = true;
        place->offered_cube *= 2;
        return place->offered_cube != 0 && place->offered_cube == cell->cube &&
               cell->cube <= 1 << 20;
    case RECORD_CELL_TAKE:
        if (place->offered_cube == 0) {
            return false;
        }
        place->cube = place->offered_cube;
        place->owner = (int)record_other(place->doubler);
        place->offered_cube = 0;
        return true;
    case RECORD_CELL_DROP:
        return place->offered_cube != 0;
    }
    return false;
}

/* Turns of the last game are left out. */
static void lose_turns(struct match_turns *out)
{
    out->has_all = false;
    if (out->games > 0) {
        out->game[out->games - 1].has_all = false;
    }
}

/* As much as is kept of a comment, in whole characters. */
static char *comment_of(const char *comment)
{
    size_t length = strnlen(comment, MATCH_COMMENT_MAX + 1);
    return strndup(comment, text_cut(comment, length, MATCH_COMMENT_MAX));
}

static void take_game_comment(void *context, const char *comment)
{
    struct place *place = context;
    struct match_turns *out = place->out;
    if (!place->is_broken && out->games > 0) {
        free(out->game[out->games - 1].comment);
        out->game[out->games - 1].comment = comment_of(comment);
    }
}

static void take_to_roll(void *context, enum record_side side, const char *comment)
{
    struct place *place = context;
    const struct record_cell cell = {.type = RECORD_CELL_PLAY, .side = side};
    struct match_turns *out = place->out;
    struct match_state ms = state_for(place, side);
    drop_next_turn(out);
    if (!place->is_lost && !place->is_broken && match_state_fault(&ms) == NULL &&
        position_game_result(&place->pos) == 0) {
        fill_turn(place, &cell, &out->next_turn);
        out->next_turn.comment = comment != NULL ? comment_of(comment) : NULL;
        out->is_to_roll = true;
    }
}

static void take_fault(void *context, const struct record_fault *fault);

static void take_cell(void *context, const struct record_cell *cell)
{
    struct place *place = context;
    struct match_turns *out = place->out;
    struct match_state ms = state_for(place, cell->side);
    drop_next_turn(out);
    if (place->refusal != NULL) {
        take_fault(place, &(struct record_fault){cell->line, true, place->refusal});
        place->refusal = NULL;
    }
    if (place->is_lost || place->is_broken) {
        return;
    }
    if (position_game_result(&place->pos) != 0 || match_state_fault(&ms) != NULL) {
        place->is_lost = true;
    } else if (out->count < MATCH_TURNS_MAX && grow_turns(place)) {
        place->number +=
            cell->type == RECORD_CELL_PLAY || cell->type == RECORD_CELL_DOUBLE;
        place->number -= place->was_taken;
        fill_turn(place, cell, &out->turns[out->count]);
        place->is_lost = !follow_cell(place, cell);
        place->was_taken = !place->is_lost && cell->type == RECORD_CELL_TAKE;
        if (!place->is_lost) {
            if (cell->comment != NULL) {
                out->turns[out->count].comment = comment_of(cell->comment);
            }
            out->count++;
            out->game[out->games - 1].turns++;
            return;
        }
    }
    lose_turns(out);
}

static void take_win(void *context, enum record_side winner, int points)
{
    struct place *place = context;
    struct match_turns *out = place->out;
    if (place->is_broken) {
        return;
    }
    drop_next_turn(out);
    place->score[winner] += points;
    place->is_lost = true; /* until the next game */
    if (out->games > 0) {
        out->game[out->games - 1].points[winner] = points;
    }
}

static void take_fault(void *context, const struct record_fault *fault)
{
    struct place *place = context;
    struct match_turns *out = place->out;
    if (place->is_broken) {
        return;
    }
    if (fault->is_lost) {
        lose_turns(out);
    }
    if (out->faults < MATCH_FAULTS_MAX) {
        struct match_fault *kept = &out->fault[out->faults];
        kept->line = fault->line;
        COPY_TEXT(kept->text, fault->text);
    }
    out->faults++;
}

/* More matches than are read: a fault of the last one. */
static void tell_full(struct match_turns *last)
{
    int at = last->faults < MATCH_FAULTS_MAX ? last->faults : MATCH_FAULTS_MAX - 1;
    last->faults = at + 1;
    FORMAT_TEXT(last->fault[at].text,
                "the file has more than %d matches; the others are left out",
                MATCH_FILE_MATCHES_MAX);
}

/* ---- reading --------------------------------------------------------------------- */

struct match_turns *match_turns_read_file(FILE *file, struct error *err)
{
    static const struct record_visitor visitor = {.heading = take_heading,
                                                  .game = take_cell_game,
                                                  .cell = take_cell,
                                                  .win = take_win,
                                                  .fault = take_fault,
                                                  .setup = take_cell_setup,
                                                  .game_comment = take_game_comment,
                                                  .to_roll = take_to_roll};
    const struct match_format *format = match_format_of_file(file);
    struct match_turns *out = new_match();
    struct place place = {.out = out, .matches = 1, .is_lost = true, .owner = -1};
    bool is_good =
        out != NULL && match_format_read(format, file, &visitor, &place, err);
    if (is_good) {
        out->format = format;
        memcpy(place.out->score, place.score, sizeof place.score);
        settle_rules(place.out);
    }
    if (is_good && place.is_full) {
        place.is_broken = false;
        tell_full(place.out);
    }
    if (is_good && !place.is_broken) {
        return out;
    }
    if (out != NULL && out->faults > 0) {
        (void)error_set(err, "there is no match in this file: line %d: %s",
                        out->fault[0].line, out->fault[0].text);
    }
    if (out == NULL || place.is_broken) {
        error_no_memory(err);
    }
    match_turns_free(out);
    return NULL;
}

struct match_turns *match_turns_read(const char *path, struct error *err)
{
    struct error why;
    FILE *file = match_format_open(path, &why);
    struct match_turns *out = file == NULL ? NULL : match_turns_read_file(file, &why);
    if (file != NULL) {
        (void)fclose(file);
    }
    if (out == NULL) {
        (void)error_in_path(err, &why, path);
    }
    return out;
}

void match_turns_free(struct match_turns *turns)
{
    while (turns != NULL) {
        struct match_turns *next = turns->next;
        for (int i = 0; i < turns->count; i++) {
            free(turns->turns[i].comment);
        }
        for (int i = 0; i < turns->games; i++) {
            free(turns->game[i].comment);
        }
        drop_next_turn(turns);
        free(turns->turns);
        free(turns->game);
        free(turns);
        turns = next;
    }
}

uint64_t match_turn_digest(uint64_t digest, const struct match_turn *turn)
{
    const uint64_t hash = position_hash(&turn->pos);
    digest = digest_bytes(digest, &hash, sizeof hash);
    digest = digest_bytes(digest, &turn->roll, sizeof turn->roll);
    return digest_u32(digest, (uint32_t)turn->type);
}

uint64_t match_turn_digest_score(uint64_t digest, const struct match_turn *turn)
{
    const struct match_state *ms = &turn->ms;
    const int places[] = {ms->length, ms->my_score,   ms->their_score,
                          ms->cube,   (int)ms->owner, ms->is_crawford};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        digest = digest_u32(digest, (uint32_t)places[i]);
    }
    return digest;
}

uint64_t match_turns_digest_single(uint64_t digest, const struct match_turns *turns)
{
    if (turns->count + turns->is_to_roll == 0) {
        const struct record_heading *heading = &turns->heading;
        digest = digest_bytes(digest, heading->date, strlen(heading->date));
        digest = digest_bytes(digest, heading->time, strlen(heading->time));
        return digest_u32(digest, (uint32_t)(turns->score[0] + turns->score[1]));
    }
    if (turns->count + turns->is_to_roll != 1) {
        return digest;
    }
    const struct match_turn *turn =
        turns->is_to_roll ? &turns->next_turn : turns->turns;
    return match_turn_digest_score(match_turn_digest(digest, turn), turn);
}

bool match_turn_is_unplayed(const struct match_turn *turn)
{
    return turn->is_unplayed ||
           (turn->type == RECORD_CELL_PLAY && turn->play.count == 0 &&
            movegen_has_play(&turn->pos, turn->roll));
}

bool match_turn_is_answer(const struct match_turn *turn)
{
    return turn->type == RECORD_CELL_TAKE || turn->type == RECORD_CELL_DROP ||
           turn->type == RECORD_CELL_BEAVER;
}

bool match_turn_is_doublers(const struct match_turn *turn)
{
    int stakes = turn->stakes;
    while (stakes > 2) {
        stakes /= 4;
    }
    return stakes == 2;
}

const char *match_turn_cube_fault(const struct match_turn *turn)
{
    bool is_seen_by_doubler =
        !match_turn_is_answer(turn) || match_turn_is_doublers(turn);
    struct match_state ms = is_seen_by_doubler ? turn->ms : match_state_swap(&turn->ms);
    return turn->type == RECORD_CELL_PLAY ? NULL : match_state_double_fault(&ms);
}

void match_turn_xgid(const struct match_turns *turns, const struct match_turn *turn,
                     bool has_roll, char id[XGID_SIZE])
{
    bool is_answer = match_turn_is_answer(turn) && !match_turn_is_doublers(turn);
    const struct decision_context at = {.pos = turn->pos,
                                        .ms = turn->ms,
                                        .roll =
                                            has_roll ? turn->roll : (struct roll){0},
                                        .is_doubled = is_answer,
                                        .is_opponent_on_roll = is_answer,
                                        .has_no_cube = turns->heading.has_no_cube};
    xgid_write(&at, id);
}

const char *match_turn_xgid_note(const struct match_turn *turn)
{
    return turn->stakes > 1 ? "  (before the beaver)" : "";
}

bool match_turns_is_over(const struct match_turns *turns)
{
    int length = turns->heading.length;
    return length > 0 && (turns->score[0] >= length || turns->score[1] >= length);
}

int match_turns_shown_score(const struct match_turns *turns, enum record_side side)
{
    return points_shown(turns->score[side], turns->heading.length);
}

const char *match_turns_name(const struct match_turns *turns, enum record_side side)
{
    return side == RECORD_ME ? turns->heading.my_name : turns->heading.opponent;
}
