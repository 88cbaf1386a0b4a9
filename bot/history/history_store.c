#include "bot/history/history_store.h"
#include "bot/history/history_analysis.h"

#include <math.h>

#include "bot/history/history_games.h"
#include "bot/history/history_schema.h"

enum { BLOCK_WAIT_S = 60 };

static double rating_or_null(const struct standing *standing)
{
    return standing->is_known ? standing->rating : (double)NAN;
}

static int64_t experience_or_null(const struct standing *standing)
{
    return standing->is_known ? standing->experience : DATABASE_NULL;
}

/* ---- players --------------------------------------------------------------------- */

static int64_t account_id(struct history_writer *s)
{
    const struct history_event *e = s->event;
    int64_t id = NUMBER(s, "SELECT id FROM account WHERE name=? AND server=?", "ss",
                        e->account, e->server);
    if (id != DATABASE_NULL) {
        return id;
    }
    RUN(s, "INSERT INTO account (name, server) VALUES (?,?)", "ss", e->account,
        e->server);
    return database_last_id(s->database);
}

static int64_t opponent_id(struct history_writer *s)
{
    const struct history_event *e = s->event;
    RUN(s,
        "INSERT INTO opponent (name, server, first_at, last_at) VALUES (?,?,?,?)"
        " ON CONFLICT (name, server) DO UPDATE SET last_at=excluded.last_at",
        "ssii", e->name, e->server, e->at_s, e->at_s);
    return history_number_or_0(
        NUMBER(s, "SELECT id FROM opponent WHERE name=? AND server=?", "ss", e->name,
               e->server));
}

/* ---- ends ------------------------------------------------------------------------ */

static void close_match(struct history_writer *s, int64_t match, bool has_won,
                        bool is_inferred, const struct match_ratings *ratings)
{
    const struct standing *before = ratings->before, *after = ratings->after;
    RUN(s,
        "UPDATE match SET state='finished', ended_at=?, touched_at=?, has_won=?,"
        " is_inferred=?, rating_before=?, rating_after=?, experience_before=?,"
        " experience_after=?, their_rating_before=?, their_rating_after=?,"
        " their_experience_before=?, their_experience_after=? WHERE id=?",
        "iiiiRRIIRRIIi", s->event->at_s, s->event->at_s, (int64_t)has_won,
        (int64_t)is_inferred, rating_or_null(&before[0]), rating_or_null(&after[0]),
        experience_or_null(&before[0]), experience_or_null(&after[0]),
        rating_or_null(&before[1]), rating_or_null(&after[1]),
        experience_or_null(&before[1]), experience_or_null(&after[1]), match);
}

/* One point of the rating curve, and what further changes are counted from. */
static void set_standing(struct history_writer *s, const struct standing *standing)
{
    RUN(s, "UPDATE account SET rating=?, experience=?, seen_at=? WHERE id=?", "RIii",
        rating_or_null(standing), experience_or_null(standing), s->event->at_s,
        s->account);
    RUN(s, "INSERT INTO rating (account_id, at, rating, experience) VALUES (?,?,?,?)",
        "iiri", s->account, s->event->at_s, standing->rating,
        (int64_t)standing->experience);
}

static void store_end(struct history_writer *s)
{
    const struct history_event *e = s->event;
    struct history_match match = history_current_match(s);
    if (match.id == 0 || !e->is_finished) {
        return; /* saved on the server: it stays open */
    }
    history_catch_up(s, &match, e->my_score, e->their_score);
    close_match(s, match.id, e->my_score > e->their_score, false, &e->ratings);
    const struct standing *theirs = &e->ratings.after[1];
    if (theirs->is_known) {
        RUN(s, "UPDATE opponent SET rating=?, experience=? WHERE name=? AND server=?",
            "riss", theirs->rating, (int64_t)theirs->experience, e->name, e->server);
    }
    if (e->ratings.after[0].is_known) {
        set_standing(s, &e->ratings.after[0]);
    }
}

static void interrupt_match(struct history_writer *s)
{
    struct history_match match = history_current_match(s);
    RUN(s, "UPDATE match SET touched_at=? WHERE id=?", "ii", s->event->at_s, match.id);
}

/* The process that was there before the interruption goes on with the match. */
static void count_interruption(struct history_writer *s)
{
    struct history_match match = history_current_match(s);
    RUN(s, "UPDATE match SET interruptions=interruptions+1 WHERE id=?", "i", match.id);
}

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
    RUN(s,
        "UPDATE account SET unexplained_rating=0, unexplained_experience=0"
        " WHERE id=?",
        "i", s->account);
}

/* A match that ended unseen. Its last game gave the winner at least what was missing. */
static void infer_end(struct history_writer *s, int64_t id, const struct unexplained *u)
{
    struct history_match match;
    history_load_match(s, id, &match);
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
        history_close_game(s, &match, has_won, match.length - score, "unseen");
    }
    close_match(s, match.id, has_won, true, &ratings);
    clear_unexplained(s);
}

/* ---- begin ----------------------------------------------------------------------- */

/* A new match with an opponent with whom one is open: either that one has ended unseen,
 * or the new one has destroyed it. */
static void end_old_match(struct history_writer *s, int64_t opponent)
{
    struct unexplained u = load_unexplained(s);
    if (u.experience_change > 0) {
        infer_end(s,
                  NUMBER(s,
                         "SELECT id FROM match WHERE account_id=? AND opponent_id=? AND"
                         " state='open' AND length=? ORDER BY id DESC",
                         "iii", s->account, opponent, u.experience_change),
                  &u);
    }
    RUN(s,
        "UPDATE match SET state='replaced', ended_at=? WHERE account_id=?"
        " AND opponent_id=? AND state='open'",
        "iii", s->event->at_s, s->account, opponent);
}

static void insert_match(struct history_writer *s, int64_t opponent)
{
    const struct history_event *e = s->event;
    end_old_match(s, opponent);
    RUN(s,
        "INSERT INTO match (account_id, opponent_id, length, level, state,"
        " started_at, touched_at, is_resumed, my_score, their_score)"
        " VALUES (?,?,?,?,'open',?,?,?,?,?)",
        "iiisiiiii", s->account, opponent, (int64_t)e->length, e->level, e->at_s,
        e->at_s, (int64_t)e->is_resumed, (int64_t)e->my_score, (int64_t)e->their_score);
}

/* Continues the row of a resumed match, even if it was marked as gone. */
static void start_match(struct history_writer *s)
{
    const struct history_event *e = s->event;
    int64_t opponent = opponent_id(s);
    int64_t id = DATABASE_NULL;
    if (e->is_resumed) {
        id = NUMBER(s,
                    "SELECT id FROM match WHERE account_id=? AND opponent_id=? AND"
                    " length=? AND my_score<=? AND their_score<=? AND"
                    " state IN ('open','gone') ORDER BY touched_at DESC, id DESC",
                    "iiiii", s->account, opponent, (int64_t)e->length,
                    (int64_t)e->my_score, (int64_t)e->their_score);
    }
    if (id == DATABASE_NULL) {
        insert_match(s, opponent);
        return;
    }
    RUN(s,
        "UPDATE match SET state='open', ended_at=NULL, touched_at=?,"
        " interruptions=interruptions+1 WHERE id=?",
        "ii", e->at_s, id);
}

/* ---- what the server says at the log-in ------------------------------------------ */

/* For a server without a rating block: the who line after the match has the ratings. */
static bool complete_ratings(struct history_writer *s, int64_t step)
{
    const struct history_event *e = s->event;
    int64_t match = NUMBER(s,
                           "SELECT id FROM match WHERE account_id=? AND length=? AND"
                           " state='finished' AND experience_after IS NULL AND"
                           " ended_at>=? ORDER BY id DESC",
                           "iii", s->account, step, e->at_s - BLOCK_WAIT_S);
    if (match == DATABASE_NULL) {
        return false;
    }
    RUN(s, "UPDATE match SET rating_after=?, experience_after=? WHERE id=?", "rii",
        e->standing.rating, (int64_t)e->standing.experience, match);
    return true;
}

/* Matches that end under our eyes move the account's row by themselves (the server
 * rounds what it prints). A step that no such match explains waits for an explanation:
 * the list of saved matches. */
static void learn_standing(struct history_writer *s)
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
    int64_t step = is_known ? now->experience - experience : 0;
    if (step > 0 && !complete_ratings(s, step)) {
        RUN(s,
            "UPDATE account SET unexplained_rating=unexplained_rating+?,"
            " unexplained_experience=unexplained_experience+? WHERE id=?",
            "rii", now->rating - rating, step, s->account);
    }
    bool is_new = !is_known || now->experience != experience ||
                  fabs(now->rating - rating) >= 0.06; /* clones print one decimal */
    if (is_new) {
        set_standing(s, now);
    }
}

/* Collects the server's list of saved matches in a temporary table, which only this
 * connection to the file sees. */
static void note_saved(struct history_writer *s)
{
    RUN(s, "CREATE TEMP TABLE IF NOT EXISTS kept (account_id INTEGER, name TEXT)", "");
    RUN(s, "INSERT INTO kept VALUES (?,?)", "is", s->account, s->event->name);
}

/* The last one touched that has the length and is not on the server's list. */
static void infer_missing(struct history_writer *s, const struct unexplained *u)
{
    int64_t id = NUMBER(s,
                        "SELECT m.id FROM match m JOIN opponent o ON o.id=m.opponent_id"
                        " WHERE m.account_id=? AND m.state='open' AND m.length=? AND"
                        " o.name NOT IN (SELECT name FROM kept WHERE account_id=?)"
                        " ORDER BY m.touched_at DESC, m.id DESC",
                        "iii", s->account, u->experience_change, s->account);
    infer_end(s, id, u);
}

static void resolve_saved(struct history_writer *s)
{
    RUN(s, "CREATE TEMP TABLE IF NOT EXISTS kept (account_id INTEGER, name TEXT)", "");
    struct unexplained u = load_unexplained(s);
    if (u.experience_change > 0) {
        infer_missing(s, &u);
    }
    clear_unexplained(s);
    RUN(s,
        "UPDATE match SET state='gone', ended_at=? WHERE account_id=? AND"
        " state='open' AND opponent_id NOT IN (SELECT o.id FROM opponent o JOIN kept"
        " k ON k.name=o.name WHERE k.account_id=?)",
        "iii", s->event->at_s, s->account, s->account);
    RUN(s, "DELETE FROM kept WHERE account_id=?", "i", s->account);
}

/* ---- one event ------------------------------------------------------------------- */

static void store_match(struct history_writer *s)
{
    switch (s->event->match) {
    case MATCH_START:
        start_match(s);
        break;
    case MATCH_GAME_START:
    case MATCH_GAME_RESUME:
        history_continue_game(s);
        break;
    case MATCH_DOUBLE:
        history_note_cube(s, "double");
        break;
    case MATCH_TAKE:
        history_note_cube(s, "take");
        break;
    case MATCH_DROP:
        history_note_cube(s, "pass");
        break;
    case MATCH_RESIGN:
        history_note_ending(s, "resignation");
        break;
    case MATCH_GAME_END:
        history_finish_game(s);
        break;
    case MATCH_GAME_CORRECTED:
        history_correct_game(s);
        break;
    case MATCH_SAVED:
        interrupt_match(s);
        break;
    case MATCH_END:
        store_end(s);
        break;
    case MATCH_RESUMED: /* the board that follows says more */
        count_interruption(s);
        break;
    case MATCH_PLAY: /* the match files have them */
        break;
    }
}

static void note_level(struct history_writer *s)
{
    const struct history_event *e = s->event;
    int64_t id = opponent_id(s);
    RUN(s, "UPDATE opponent SET level=nullif(?,'') WHERE id=?", "si", e->level, id);
}

/* Of the matches with this opponent that have the length and the score, that which began
 * when the file did, or else the last. A second analysis takes the place of the first. */
static void store_analysis(struct history_writer *s)
{
    const struct history_event *e = s->event;
    int64_t id = NUMBER(s,
                        "SELECT m.id FROM match m JOIN opponent o ON o.id=m.opponent_id"
                        " WHERE m.account_id=? AND o.name=? AND m.length=? AND"
                        " m.my_score=? AND m.their_score=?"
                        " ORDER BY abs(m.started_at-?)<=? DESC,"
                        " m.touched_at DESC, m.id DESC LIMIT 1",
                        "isiiiii", s->account, e->name, (int64_t)e->length,
                        (int64_t)e->my_score, (int64_t)e->their_score, e->began_s,
                        (int64_t)HISTORY_START_TOLERANCE_S);
    if (id != DATABASE_NULL) {
        s->is_bad = s->is_bad || !history_write_analysis(s->database, id, e->at_s,
                                                         &e->analysis, s->err);
    }
}

static void note_stuck(struct history_writer *s)
{
    const struct history_event *e = s->event;
    RUN(s, "DELETE FROM stuck_match WHERE account_id=? AND opponent=?", "is",
        s->account, e->name);
    if (e->points > 0) {
        RUN(s, "INSERT INTO stuck_match VALUES (?,?,?,?,?,?,?,nullif(?,''))",
            "isiIiiis", s->account, e->name, e->at_s,
            e->length == HISTORY_RESUME ? DATABASE_NULL : (int64_t)e->length,
            (int64_t)e->my_score, (int64_t)e->their_score, (int64_t)e->points, e->text);
    }
}

static void store_note(struct history_writer *s)
{
    static const char *const kinds[PLAYER_NOTE_KINDS] = {
        [PLAYER_NOTE_UNKNOWN_LINE] = "unknown_line",
        [PLAYER_NOTE_MATCH_LEFT] = "match_left",
    };
    const struct player_note *note = &s->event->note;
    RUN(s, "INSERT INTO note VALUES (?,?,?,nullif(?,''),?,nullif(?,''),?)", "iissssi",
        s->account, s->event->at_s, kinds[note->kind], note->name, note->text,
        note->sample, (int64_t)note->count);
}

static void store_event(struct history_writer *s)
{
    const struct history_event *e = s->event;
    switch (e->type) {
    case HISTORY_MATCH:
        store_match(s);
        break;
    case HISTORY_STANDING:
        learn_standing(s);
        break;
    case HISTORY_SAVED:
        if (e->name[0] != '\0') {
            note_saved(s);
        } else {
            resolve_saved(s);
        }
        break;
    case HISTORY_REFUSAL:
        RUN(s, "INSERT INTO refusal VALUES (?,?,?,?,?,?)", "iisiIs", s->account,
            e->at_s, e->name, (int64_t)e->is_mine,
            e->length == HISTORY_RESUME ? DATABASE_NULL : (int64_t)e->length, e->text);
        break;
    case HISTORY_LINK:
        RUN(s, "INSERT INTO connection VALUES (?,?,?,?)", "iiis", s->account, e->at_s,
            (int64_t)e->is_mine, e->text);
        break;
    case HISTORY_LEVEL:
        note_level(s);
        break;
    case HISTORY_ANALYSIS:
        store_analysis(s);
        break;
    case HISTORY_STUCK:
        note_stuck(s);
        break;
    case HISTORY_NOTE:
        store_note(s);
        break;
    case HISTORY_ERROR:
        RUN(s, "INSERT INTO error VALUES (?,?,?)", "iis", s->account, e->at_s, e->text);
        break;
    }
}

bool history_store(struct database *database, const struct history_event *event,
                   struct error *err)
{
    struct history_writer s = {.database = database, .event = event, .err = err};
    s.account = account_id(&s);
    store_event(&s);
    return !s.is_bad;
}
