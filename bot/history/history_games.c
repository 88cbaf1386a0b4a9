#include "bot/history/history_games.h"

#include <stdarg.h>

#include "bot/history/history_schema.h"

void history_run(struct history_writer *s, const char *sql, const char *types, ...)
{
    va_list values;
    va_start(values, types);
    s->is_bad =
        s->is_bad || !database_run_list(s->database, s->err, sql, types, &values);
    va_end(values);
}

int64_t history_number(struct history_writer *s, const char *sql, const char *types,
                       ...)
{
    va_list values;
    va_start(values, types);
    int64_t number = database_number_list(s->database, s->err, sql, types, &values);
    va_end(values);
    return number;
}

int64_t history_number_or_0(int64_t number)
{
    return number == DATABASE_NULL ? 0 : number;
}

/* ---- matches --------------------------------------------------------------------- */

void history_load_match(struct history_writer *s, int64_t id,
                        struct history_match *match)
{
    *match = (struct history_match){0};
    if (id == DATABASE_NULL) {
        return;
    }
    struct database_rows *rows =
        database_query(s->database, s->err,
                       "SELECT m.length, m.my_score, m.their_score,"
                       "  (SELECT id FROM game WHERE match_id=m.id AND ended_at IS NULL"
                       "   ORDER BY number DESC LIMIT 1) FROM match m WHERE m.id=?",
                       "i", id);
    if (rows != NULL && database_next(rows)) {
        match->id = id;
        match->length = history_score(rows, 0);
        match->my_score = history_score(rows, 1);
        match->their_score = history_score(rows, 2);
        match->game = database_int(rows, 3);
    }
    s->is_bad = !database_done(rows, s->err) || s->is_bad;
}

struct history_match history_current_match(struct history_writer *s)
{
    struct history_match match;
    int64_t id =
        history_number(s,
                       "SELECT m.id FROM match m JOIN opponent o ON o.id=m.opponent_id"
                       " WHERE m.account_id=? AND o.name=? AND m.state='open'"
                       " ORDER BY m.touched_at DESC, m.id DESC LIMIT 1",
                       "is", s->account, s->event->name);
    history_load_match(s, id, &match);
    return match;
}

/* ---- games ----------------------------------------------------------------------- */

static void add_game(struct history_writer *s, const struct history_match *match)
{
    history_run(s,
                "INSERT INTO game (match_id, number, my_score, their_score, started_at)"
                " VALUES (?, (SELECT 1+count(*) FROM game WHERE match_id=?),?,?,?)",
                "iiiii", match->id, match->id, (int64_t)match->my_score,
                (int64_t)match->their_score, s->event->at_s);
}

void history_close_game(struct history_writer *s, struct history_match *match,
                        bool has_won, int points, const char *ending)
{
    if (match->game == 0) {
        add_game(s, match);
        match->game = database_last_id(s->database);
    }
    history_run(s,
                "UPDATE game SET has_won=?, points=?, ending=coalesce(ending, ?),"
                " ended_at=? WHERE id=?",
                "iIsii", (int64_t)has_won, points > 0 ? (int64_t)points : DATABASE_NULL,
                ending, s->event->at_s, match->game);
    match->game = 0;
    *(has_won ? &match->my_score : &match->their_score) += points;
    history_run(s,
                "UPDATE match SET my_score=?, their_score=?, touched_at=? WHERE id=?",
                "iiii", (int64_t)match->my_score, (int64_t)match->their_score,
                s->event->at_s, match->id);
}

void history_catch_up(struct history_writer *s, struct history_match *match,
                      int my_score, int their_score)
{
    if (my_score > match->my_score) {
        history_close_game(s, match, true, my_score - match->my_score, "unseen");
    }
    if (their_score > match->their_score) {
        history_close_game(s, match, false, their_score - match->their_score, "unseen");
    }
}

void history_continue_game(struct history_writer *s)
{
    struct history_match match = history_current_match(s);
    if (match.id == 0) {
        return;
    }
    history_catch_up(s, &match, s->event->my_score, s->event->their_score);
    if (match.game == 0) {
        add_game(s, &match);
    }
}

void history_finish_game(struct history_writer *s)
{
    const struct history_event *e = s->event;
    struct history_match match = history_current_match(s);
    if (match.id == 0) {
        return;
    }
    /* the scores of the event are those after the game */
    int mine = e->my_score - (e->is_mine ? e->points : 0);
    int theirs = e->their_score - (e->is_mine ? 0 : e->points);
    history_catch_up(s, &match, mine, theirs);
    history_close_game(s, &match, e->is_mine, e->points, "play");
}

void history_correct_game(struct history_writer *s)
{
    const struct history_event *e = s->event;
    struct history_match match = history_current_match(s);
    if (match.id == 0 || match.game != 0) {
        return;
    }
    history_run(s,
                "UPDATE game SET has_won=?, points=? WHERE match_id=? AND number="
                "(SELECT max(number) FROM game WHERE match_id=?)",
                "iiii", (int64_t)e->is_mine, (int64_t)e->points, match.id, match.id);
    history_run(
        s, "UPDATE match SET my_score=?, their_score=?, touched_at=? WHERE id=?",
        "iiii", (int64_t)e->my_score, (int64_t)e->their_score, e->at_s, match.id);
}

static void note_ending(struct history_writer *s, int64_t game, const char *ending)
{
    history_run(s, "UPDATE game SET ending=? WHERE id=?", "si", ending, game);
}

void history_note_resignation(struct history_writer *s)
{
    note_ending(s, history_current_match(s).game, "resignation");
}

/* How high the last offer of the game was. */
static int64_t offered_cube(struct history_writer *s, int64_t game)
{
    return history_number_or_0(
        history_number(s,
                       "SELECT cube FROM cube_action WHERE game_id=? AND"
                       " action='double' ORDER BY id DESC LIMIT 1",
                       "i", game));
}

void history_note_cube(struct history_writer *s)
{
    const struct history_event *e = s->event;
    const int64_t game = history_current_match(s).game;
    if (game == 0) {
        return;
    }
    bool is_offer = e->match == MATCH_DOUBLE, is_take = e->match == MATCH_TAKE;
    int64_t cube = is_offer ? e->points : offered_cube(s, game);
    history_run(s,
                "INSERT INTO cube_action (game_id, at, is_mine, action, cube)"
                " VALUES (?,?,?,?,?)",
                "iiisi", game, e->at_s, (int64_t)e->is_mine,
                is_offer  ? "double"
                : is_take ? "take"
                          : "pass",
                cube);
    if (is_take && cube > 0) {
        history_run(s, "UPDATE game SET cube=? WHERE id=?", "ii", cube, game);
    } else if (!is_offer && !is_take) {
        note_ending(s, game, "pass");
    }
}
