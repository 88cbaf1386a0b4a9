/* How matches and their games begin, are interrupted and end, in our sight or out of it. */
#include "bot/history/history_store.h"

#include <math.h>
#include <stdarg.h>

#include "bot/history/history_schema.h"

enum { BLOCK_WAIT_S = 60 }; /* from the end of a match to the ratings after it */

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
    struct error why = {0};
    va_list values;
    va_start(values, types);
    int64_t number = database_number_list(s->database, &why, sql, types, &values);
    va_end(values);
    if (why.text[0] != '\0') {
        s->is_bad = !error_set_from(s->err, &why, "%s", why.text);
    }
    return number;
}

/* ---- matches --------------------------------------------------------------------- */

struct history_match {
    int64_t id; /* 0: none */
    int length;
    int my_score, their_score;
    int64_t game; /* the open one; 0: none */
};

/* Reads the match with this id; `id` DATABASE_NULL: none. */
static void load_match(struct history_writer *s, int64_t id,
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

/* Returns the match that an event between start and end belongs to. */
static struct history_match current_match(struct history_writer *s)
{
    struct history_match match;
    int64_t id =
        history_number(s,
                       "SELECT m.id FROM match m JOIN opponent o ON o.id=m.opponent_id"
                       " WHERE m.account_id=? AND o.name=? AND m.state='open'"
                       " ORDER BY m.touched_at DESC, m.id DESC LIMIT 1",
                       "is", s->account, s->event->name);
    load_match(s, id, &match);
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

/* Ends the open game; adds one if there is none. `points` 0: not known. */
static void end_open_game(struct history_writer *s, struct history_match *match,
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

/* Adds games that we did not see: the server's score is the truth. */
static void catch_up(struct history_writer *s, struct history_match *match,
                     int my_score, int their_score)
{
    if (my_score > match->my_score) {
        end_open_game(s, match, true, my_score - match->my_score, "unseen");
    }
    if (their_score > match->their_score) {
        end_open_game(s, match, false, their_score - match->their_score, "unseen");
    }
}

/* How high the double is that nobody has answered; 0: there is none. */
static int64_t open_double(struct history_writer *s, int64_t game)
{
    return history_number(s,
                          "SELECT coalesce((SELECT CASE action WHEN 'double' THEN cube"
                          " END FROM cube_action WHERE game_id=?"
                          " ORDER BY id DESC LIMIT 1), 0)",
                          "i", game);
}

static void add_cube_action(struct history_writer *s, int64_t game, const char *action,
                            bool is_mine, int64_t cube)
{
    history_run(s,
                "INSERT INTO cube_action (game_id, at, is_mine, action, cube)"
                " VALUES (?,?,?,?,?)",
                "iiisi", game, s->event->at_s, (int64_t)is_mine, action, cube);
}

/* The board shows the cube, also where no line told of it: an automatic double, or what
 * was done while nobody looked. With an open double it is the turn of who answers. */
static void note_board_cube(struct history_writer *s, int64_t game)
{
    const struct history_event *e = s->event;
    history_run(s, "UPDATE game SET cube=? WHERE id=?", "ii", (int64_t)e->points, game);
    if (e->is_doubled && open_double(s, game) == 0) {
        add_cube_action(s, game, "double", !e->is_mine, 2 * (int64_t)e->points);
    }
}

void history_continue_game(struct history_writer *s)
{
    struct history_match match = current_match(s);
    if (match.id == 0) {
        return;
    }
    catch_up(s, &match, s->event->my_score, s->event->their_score);
    if (match.game == 0) {
        add_game(s, &match);
        match.game = database_last_id(s->database);
    }
    if (s->event->points > 0) {
        note_board_cube(s, match.game);
    }
}

void history_finish_game(struct history_writer *s)
{
    const struct history_event *e = s->event;
    struct history_match match = current_match(s);
    if (match.id == 0) {
        return;
    }
    /* the scores of the event are those after the game */
    int mine = e->my_score - (e->is_mine ? e->points : 0);
    int theirs = e->their_score - (e->is_mine ? 0 : e->points);
    catch_up(s, &match, mine, theirs);
    end_open_game(s, &match, e->is_mine, e->points, "play");
}

void history_correct_game(struct history_writer *s)
{
    const struct history_event *e = s->event;
    struct history_match match = current_match(s);
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
    note_ending(s, current_match(s).game, "resignation");
}

void history_note_cube(struct history_writer *s)
{
    const struct history_event *e = s->event;
    const int64_t game = current_match(s).game;
    if (game == 0) {
        return;
    }
    bool is_offer = e->match == MATCH_DOUBLE, is_take = e->match == MATCH_TAKE;
    int64_t cube = is_offer ? e->points : open_double(s, game);
    add_cube_action(s, game,
                    is_offer  ? "double"
                    : is_take ? "take"
                              : "pass",
                    e->is_mine, cube);
    if (is_take && cube > 0) {
        history_run(s, "UPDATE game SET cube=? WHERE id=?", "ii", cube, game);
    } else if (!is_offer && !is_take) {
        note_ending(s, game, "pass");
    }
}

/* ---- ratings --------------------------------------------------------------------- */

static double rating_or_null(const struct standing *standing)
{
    return standing->is_known ? standing->rating : (double)NAN;
}

/* What the server counts of ours; 0 where it counts nothing, so that it never grows. */
static int64_t own_experience(const struct standing *standing)
{
    return standing_experience_or(standing, 0);
}

/* One point of the rating curve, and what further changes are counted from. */
static void set_standing(struct history_writer *s, const struct standing *standing)
{
    history_run(s, "UPDATE account SET rating=?, experience=?, seen_at=? WHERE id=?",
                "riii", standing->rating, own_experience(standing), s->event->at_s,
                s->account);
    history_run(
        s, "INSERT INTO rating (account_id, at, rating, experience) VALUES (?,?,?,?)",
        "iiri", s->account, s->event->at_s, standing->rating, own_experience(standing));
}

/* ---- a match ends ----------------------------------------------------------------- */

static void close_match(struct history_writer *s, int64_t match, bool has_won,
                        bool is_inferred, const struct match_ratings *ratings)
{
    const struct standing *before = ratings->before, *after = ratings->after;
    history_run(
        s,
        "UPDATE match SET state='finished', ended_at=?, touched_at=?, has_won=?,"
        " is_inferred=?, rating_before=?, rating_after=?, experience_before=?,"
        " experience_after=?, their_rating_before=?, their_rating_after=?,"
        " their_experience_before=?, their_experience_after=? WHERE id=?",
        "iiiiRRIIRRIIi", s->event->at_s, s->event->at_s, (int64_t)has_won,
        (int64_t)is_inferred, rating_or_null(&before[0]), rating_or_null(&after[0]),
        standing_experience_or(&before[0], DATABASE_NULL),
        standing_experience_or(&after[0], DATABASE_NULL), rating_or_null(&before[1]),
        rating_or_null(&after[1]), standing_experience_or(&before[1], DATABASE_NULL),
        standing_experience_or(&after[1], DATABASE_NULL), match);
}

void history_interrupt_match(struct history_writer *s)
{
    struct history_match match = current_match(s);
    history_run(s, "UPDATE match SET touched_at=? WHERE id=?", "ii", s->event->at_s,
                match.id);
}

/* ---- a match ended unseen ---------------------------------------------------------- */

/* What our rating and experience have changed by without a match of which we saw the end. */
struct unexplained {
    double rating, rating_change;
    int64_t experience, experience_change;
};

static struct unexplained load_unexplained(struct history_writer *s)
{
    struct unexplained u = {0};
    struct database_rows *rows =
        database_query(s->database, s->err,
                       "SELECT rating, unexplained_rating, experience,"
                       " unexplained_experience FROM account WHERE id=?",
                       "i", s->account);
    if (rows != NULL && database_next(rows)) {
        u = (struct unexplained){history_rating(rows, 0), history_rating(rows, 1),
                                 history_experience(rows, 2),
                                 history_experience(rows, 3)};
    }
    s->is_bad = !database_done(rows, s->err) || s->is_bad;
    return u;
}

static void clear_unexplained(struct history_writer *s)
{
    history_run(s,
                "UPDATE account SET unexplained_rating=0, unexplained_experience=0"
                " WHERE id=?",
                "i", s->account);
}

/* Where no line ends a match the who line with the rating after it comes first. */
static void explain_standing(struct history_writer *s, const struct standing *after)
{
    struct unexplained u = load_unexplained(s);
    if (u.experience_change > 0 && fabs(u.rating - after->rating) < 0.06) {
        clear_unexplained(s);
    }
}

void history_end_match(struct history_writer *s)
{
    const struct history_event *e = s->event;
    struct history_match match = current_match(s);
    if (match.id == 0 || !e->is_finished) {
        return; /* saved on the server: it stays open */
    }
    catch_up(s, &match, e->my_score, e->their_score);
    close_match(s, match.id, e->my_score > e->their_score, false, &e->ratings);
    const struct standing *theirs = &e->ratings.after[1];
    if (theirs->is_known) {
        history_run(
            s, "UPDATE opponent SET rating=?, experience=? WHERE name=? AND server=?",
            "riss", theirs->rating, (int64_t)theirs->experience, e->name, e->server);
    }
    if (e->ratings.after[0].is_known) {
        explain_standing(s, &e->ratings.after[0]);
        set_standing(s, &e->ratings.after[0]);
    }
}

/* A match that ended unseen. Its last game gave the winner at least what was missing. */
static void infer_end(struct history_writer *s, int64_t id, const struct unexplained *u)
{
    struct history_match match;
    load_match(s, id, &match);
    if (match.id == 0) {
        return;
    }
    bool has_won = u->rating_change > 0.0;
    int score = has_won ? match.my_score : match.their_score;
    struct match_ratings ratings = {
        .before[0] = {true, u->rating - u->rating_change,
                      (int)(u->experience - u->experience_change)},
        .after[0] = {true, u->rating, (int)u->experience},
    };
    if (score < match.length) {
        end_open_game(s, &match, has_won, match.length - score, "unseen");
    }
    close_match(s, match.id, has_won, true, &ratings);
    clear_unexplained(s);
}

/* The score has the points that one side needed. */
#define IS_DECIDED "(length>0 AND (my_score>=length OR their_score>=length))"

/* Matches of which the last game was seen and the end was not: the program was killed between
 * them. `opponent` 0: with anybody. The score says who has won; the ratings are not known. */
static void finish_decided(struct history_writer *s, int64_t opponent)
{
    history_run(s,
                "UPDATE match SET state='finished', ended_at=touched_at, is_inferred=1,"
                " has_won=my_score>their_score WHERE account_id=? AND state='open' AND"
                " (opponent_id=? OR ?=0) AND " IS_DECIDED,
                "iii", s->account, opponent, opponent);
}

/* ---- a match begins ---------------------------------------------------------------- */

static int64_t opponent_id(struct history_writer *s)
{
    const struct history_event *e = s->event;
    return history_number(
        s,
        "INSERT INTO opponent (name, server, first_at, last_at) VALUES (?,?,?,?)"
        " ON CONFLICT DO UPDATE SET last_at=excluded.last_at RETURNING id",
        "ssii", e->name, e->server, e->at_s, e->at_s);
}

/* A new match with an opponent with whom one is open: either that one has ended unseen,
 * or the new one has destroyed it. */
static void end_old_match(struct history_writer *s, int64_t opponent)
{
    struct unexplained u = load_unexplained(s);
    if (u.experience_change > 0) {
        infer_end(s,
                  history_number(
                      s,
                      "SELECT id FROM match WHERE account_id=? AND opponent_id=? AND"
                      " state='open' AND length=? ORDER BY " IS_DECIDED
                      " DESC, id DESC",
                      "iii", s->account, opponent, u.experience_change),
                  &u);
    }
    finish_decided(s, opponent);
    history_run(s,
                "UPDATE match SET state='replaced', ended_at=? WHERE account_id=?"
                " AND opponent_id=? AND state='open'",
                "iii", s->event->at_s, s->account, opponent);
}

static void insert_match(struct history_writer *s, int64_t opponent)
{
    const struct history_event *e = s->event;
    end_old_match(s, opponent);
    history_run(s,
                "INSERT INTO match (account_id, opponent_id, length, level, state,"
                " started_at, touched_at, is_resumed, my_score, their_score)"
                " VALUES (?,?,?,?,'open',?,?,?,?,?)",
                "iiisiiiii", s->account, opponent, (int64_t)e->length, e->level,
                e->at_s, e->at_s, (int64_t)e->is_resumed, (int64_t)e->my_score,
                (int64_t)e->their_score);
}

/* Continues the row of a resumed match, even if it was marked as gone. */
void history_start_match(struct history_writer *s)
{
    const struct history_event *e = s->event;
    int64_t opponent = opponent_id(s);
    int64_t id = DATABASE_NULL;
    if (e->is_resumed) {
        id = history_number(
            s,
            "SELECT id FROM match WHERE account_id=? AND opponent_id=? AND"
            " length=? AND my_score<=? AND their_score<=? AND"
            " state IN ('open','gone') ORDER BY state='open' DESC,"
            " touched_at DESC, id DESC",
            "iiiii", s->account, opponent, (int64_t)e->length, (int64_t)e->my_score,
            (int64_t)e->their_score);
    }
    if (id == DATABASE_NULL) {
        insert_match(s, opponent);
        return;
    }
    history_run(s,
                "UPDATE match SET state='open', ended_at=NULL, touched_at=?,"
                " interruptions=interruptions+1 WHERE id=?",
                "ii", e->at_s, id);
}

/* The process that was there before the interruption continues the match, which the server's
 * list may have lacked meanwhile. */
void history_count_interruption(struct history_writer *s)
{
    struct history_match match = current_match(s);
    if (match.id == 0) {
        history_start_match(s);
        return;
    }
    history_run(s, "UPDATE match SET interruptions=interruptions+1 WHERE id=?", "i",
                match.id);
}

/* ---- what the server says at the log-in -------------------------------------------- */

/* For a server without a rating block: the who line after the match has the ratings. */
static bool complete_ratings(struct history_writer *s, int64_t step)
{
    const struct history_event *e = s->event;
    int64_t match =
        history_number(s,
                       "SELECT id FROM match WHERE account_id=? AND length=? AND"
                       " state='finished' AND experience_after IS NULL AND"
                       " ended_at>=? ORDER BY id DESC",
                       "iii", s->account, step, e->at_s - BLOCK_WAIT_S);
    if (match == DATABASE_NULL) {
        return false;
    }
    history_run(s, "UPDATE match SET rating_after=?, experience_after=? WHERE id=?",
                "rii", e->standing.rating, (int64_t)e->standing.experience, match);
    return true;
}

/* Matches that end under our eyes move the account's row by themselves (the server
 * rounds what it prints). A step that no such match explains waits for an explanation:
 * the list of saved matches. */
void history_learn_standing(struct history_writer *s)
{
    const struct history_event *e = s->event;
    const struct standing *now = &e->standing;
    struct database_rows *rows = database_query(
        s->database, s->err, "SELECT rating, experience FROM account WHERE id=?", "i",
        s->account);
    bool is_known = rows != NULL && database_next(rows) && !database_is_null(rows, 1);
    double rating = is_known ? history_rating(rows, 0) : 0.0;
    int64_t experience = is_known ? history_experience(rows, 1) : 0;
    s->is_bad = !database_done(rows, s->err) || s->is_bad;
    int64_t step = is_known ? own_experience(now) - experience : 0;
    if (step > 0 && !complete_ratings(s, step)) {
        history_run(s,
                    "UPDATE account SET unexplained_rating=unexplained_rating+?,"
                    " unexplained_experience=unexplained_experience+? WHERE id=?",
                    "rii", now->rating - rating, step, s->account);
    }
    bool is_new = !is_known || own_experience(now) != experience ||
                  fabs(now->rating - rating) >= 0.06; /* clones print one decimal */
    if (is_new) {
        set_standing(s, now);
    }
}

/* Whether match m with opponent o is on the server's list, there at this length. */
#define KEPT_WITH                                                                      \
    "SELECT 1 FROM kept k WHERE k.account_id=m.account_id AND k.name=o.name"
#define KEPT KEPT_WITH " AND k.length IN (m.length, -1)"

/* The last one touched that has the length and is not on the server's list; first of those
 * that are decided. */
static void infer_missing(struct history_writer *s, const struct unexplained *u)
{
    int64_t id =
        history_number(s,
                       "SELECT m.id FROM match m JOIN opponent o ON o.id=m.opponent_id"
                       " WHERE m.account_id=? AND m.state='open' AND m.length=?"
                       " AND NOT EXISTS (" KEPT ")"
                       " ORDER BY " IS_DECIDED " DESC, m.touched_at DESC, m.id DESC",
                       "ii", s->account, u->experience_change);
    infer_end(s, id, u);
}

static void resolve_saved(struct history_writer *s)
{
    struct unexplained u = load_unexplained(s);
    if (u.experience_change > 0) {
        infer_missing(s, &u);
    }
    clear_unexplained(s);
    finish_decided(s, 0);
    history_run(s,
                "UPDATE match AS m SET ended_at=?, state=CASE WHEN EXISTS (" KEPT_WITH
                ") THEN 'replaced' ELSE 'gone' END FROM opponent o WHERE"
                " o.id=m.opponent_id AND m.account_id=? AND m.state='open' AND"
                " NOT EXISTS (" KEPT ")",
                "ii", s->event->at_s, s->account);
    history_run(s, "DELETE FROM kept WHERE account_id=?", "i", s->account);
}

/* A match of the list, or its end, which has no name. The list is collected in a temporary
 * table, which only this connection to the file sees. */
void history_note_saved(struct history_writer *s)
{
    const struct history_event *e = s->event;
    history_run(s,
                "CREATE TEMP TABLE IF NOT EXISTS kept"
                " (account_id INTEGER, name TEXT, length INTEGER)",
                "");
    if (e->name[0] != '\0') {
        history_run(s, "INSERT INTO kept VALUES (?,?,?)", "isi", s->account, e->name,
                    (int64_t)e->length);
    } else {
        resolve_saved(s);
    }
}

void history_note_level(struct history_writer *s)
{
    const struct history_event *e = s->event;
    int64_t id = opponent_id(s);
    history_run(s, "UPDATE opponent SET level=nullif(?,'') WHERE id=?", "si", e->level,
                id);
}
