#include "bot/history/history_store.h"

#include "bot/history/history_analysis.h"

/* ---- what stands for itself -------------------------------------------------------- */

static int64_t length_or_null(const struct history_event *e)
{
    return e->length == HISTORY_RESUME ? DATABASE_NULL : (int64_t)e->length;
}

static int64_t account_id(struct history_writer *s)
{
    return history_number(s,
                          "INSERT INTO account (name, server) VALUES (?,?)"
                          " ON CONFLICT DO UPDATE SET name=name RETURNING id",
                          "ss", s->event->account, s->event->server);
}

static void store_refusal(struct history_writer *s)
{
    const struct history_event *e = s->event;
    history_run(s, "INSERT INTO refusal VALUES (?,?,?,?,?,?)", "iisiIs", s->account,
                e->at_s, e->name, (int64_t)e->is_mine, length_or_null(e), e->text);
}

static void store_link(struct history_writer *s)
{
    const struct history_event *e = s->event;
    history_run(s, "INSERT INTO connection VALUES (?,?,?,?)", "iiis", s->account,
                e->at_s, (int64_t)e->is_mine, e->text);
}

static void store_error(struct history_writer *s)
{
    history_run(s, "INSERT INTO error VALUES (?,?,?)", "iis", s->account,
                s->event->at_s, s->event->text);
}

static void store_note(struct history_writer *s)
{
    static const char *const kinds[PLAYER_NOTE_KINDS] = {
        [PLAYER_NOTE_UNKNOWN_LINE] = "unknown_line",
        [PLAYER_NOTE_MATCH_LEFT] = "match_left",
    };
    const struct player_note *note = &s->event->note;
    history_run(s, "INSERT INTO note VALUES (?,?,?,nullif(?,''),?,nullif(?,''),?)",
                "iissssi", s->account, s->event->at_s, kinds[note->kind], note->name,
                note->text, note->sample, (int64_t)note->count);
}

/* Of the matches with this opponent that have the length and the score, that which began
 * when the file did, or else the last. A second analysis takes the place of the first. */
static void store_analysis(struct history_writer *s)
{
    const struct history_event *e = s->event;
    int64_t id = history_number(
        s,
        "SELECT m.id FROM match m JOIN opponent o ON o.id=m.opponent_id"
        " WHERE m.account_id=? AND o.name=? AND m.length=? AND"
        " m.my_score=? AND m.their_score=?"
        " ORDER BY abs(m.started_at-?)<=? DESC,"
        " m.touched_at DESC, m.id DESC LIMIT 1",
        "isiiiii", s->account, e->name, (int64_t)e->length, (int64_t)e->my_score,
        (int64_t)e->their_score, e->began_s, (int64_t)HISTORY_START_TOLERANCE_S);
    if (id != DATABASE_NULL) {
        s->is_bad = s->is_bad || !history_write_analysis(s->database, id, e->at_s,
                                                         &e->analysis, s->err);
    }
}

static void note_stuck(struct history_writer *s)
{
    const struct history_event *e = s->event;
    history_run(s, "DELETE FROM stuck_match WHERE account_id=? AND opponent=?", "is",
                s->account, e->name);
    if (e->points > 0) {
        history_run(s, "INSERT INTO stuck_match VALUES (?,?,?,?,?,?,?,nullif(?,''))",
                    "isiIiiis", s->account, e->name, e->at_s, length_or_null(e),
                    (int64_t)e->my_score, (int64_t)e->their_score, (int64_t)e->points,
                    e->text);
    }
}

/* ---- one event --------------------------------------------------------------------- */

static void (*const store_of_match[])(struct history_writer *) = {
    [MATCH_START] = history_start_match,
    [MATCH_GAME_START] = history_continue_game,
    [MATCH_GAME_RESUME] = history_continue_game,
    [MATCH_DOUBLE] = history_note_cube,
    [MATCH_TAKE] = history_note_cube,
    [MATCH_DROP] = history_note_cube,
    [MATCH_RESIGN] = history_note_resignation,
    [MATCH_GAME_END] = history_finish_game,
    [MATCH_GAME_CORRECTED] = history_correct_game,
    [MATCH_SAVED] = history_interrupt_match,
    [MATCH_END] = history_end_match,
    [MATCH_RESUMED] = history_count_interruption, /* the board that follows says more */
    [MATCH_PLAY] = NULL,                          /* the match files have them */
};

static void store_match(struct history_writer *s)
{
    if (store_of_match[s->event->match] != NULL) {
        store_of_match[s->event->match](s);
    }
}

static void (*const store_of[])(struct history_writer *) = {
    [HISTORY_MATCH] = store_match,        [HISTORY_STANDING] = history_learn_standing,
    [HISTORY_SAVED] = history_note_saved, [HISTORY_REFUSAL] = store_refusal,
    [HISTORY_LINK] = store_link,          [HISTORY_LEVEL] = history_note_level,
    [HISTORY_ANALYSIS] = store_analysis,  [HISTORY_STUCK] = note_stuck,
    [HISTORY_NOTE] = store_note,          [HISTORY_ERROR] = store_error,
};

bool history_store(struct database *database, const struct history_event *event,
                   struct error *err)
{
    struct history_writer s = {.database = database, .event = event, .err = err};
    s.account = account_id(&s);
    store_of[event->type](&s);
    return !s.is_bad;
}
