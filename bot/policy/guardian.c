#include "bot/policy/guardian.h"

#include <string.h>
#include <unistd.h>

#include "base/database.h"
#include "base/text.h"
#include "engine/board/points.h"

enum { DOUBLINGS_MAX = 6 }; /* of the pause before a saved match is offered again */

/* clang-format off */
static const struct {
    const char *code;
    bool is_dead;    /* nothing can be won there */
    bool is_at_once; /* the first failure is enough */
    const char *words;
} ends[GUARDIAN_ENDS] = {
    [GUARDIAN_OPEN]       = {"",           false, false, ""},
    [GUARDIAN_FINISHED]   = {"finished",   true,  true,
                             "Our saved match is over by its score, so I do not resume it. "
                             "Please invite me to a new one."},
    [GUARDIAN_CORRUPT]    = {"corrupt",    true,  true,
                             "The server calls our saved match corrupt, so I have set it aside. "
                             "Please invite me to a new one."},
    [GUARDIAN_MISSING]    = {"missing",    true,  false,
                             "The server does not find our saved match, so I have set it aside. "
                             "Please invite me to a new one."},
    [GUARDIAN_UNREADABLE] = {"unreadable", true,  false,
                             "The server shows positions of our saved match that cannot be, so I "
                             "have set it aside. Please invite me to a new one."},
    [GUARDIAN_STUCK]      = {"stuck",      false, false,
                             "Our saved match does not go on, so I have set it aside."},
};
/* clang-format on */

const char *guardian_code(enum guardian_end end)
{
    return ends[end].code;
}

const char *guardian_words(enum guardian_end end)
{
    return ends[end].words;
}

/* ---- what is known --------------------------------------------------------------- */

static int index_of(const struct guardian *guardian, const char *name)
{
    int at = 0;
    while (at < guardian->count && strcmp(guardian->matches[at].name, name) != 0) {
        at++;
    }
    return at;
}

struct guardian_match *guardian_find(struct guardian *guardian, const char *name)
{
    int at = index_of(guardian, name);
    return at < guardian->count ? &guardian->matches[at] : NULL;
}

struct guardian_match *guardian_saved(struct guardian *guardian, const char *name)
{
    struct guardian_match *match = guardian_find(guardian, name);
    return match != NULL && match->is_saved ? match : NULL;
}

int guardian_saved_count(const struct guardian *guardian)
{
    int count = 0;
    for (int i = 0; i < guardian->count; i++) {
        count += guardian->matches[i].is_saved;
    }
    return count;
}

bool guardian_is_aside(const struct guardian *guardian, const char *name)
{
    int at = index_of(guardian, name);
    return at < guardian->count && guardian->matches[at].end != GUARDIAN_OPEN;
}

bool guardian_is_dead(const struct guardian *guardian, const char *name)
{
    int at = index_of(guardian, name);
    return at < guardian->count && ends[guardian->matches[at].end].is_dead;
}

bool guardian_has_stake(const struct guardian *guardian, const char *name)
{
    int at = index_of(guardian, name);
    return at < guardian->count && guardian->matches[at].is_saved &&
           !guardian_is_dead(guardian, name);
}

bool guardian_is_finished(int length, int my_score, int their_score)
{
    return length > 0 && length < POINTS_UNLIMITED &&
           (my_score >= length || their_score >= length);
}

/* ---- what happens ---------------------------------------------------------------- */

static void drop(struct guardian *guardian, struct guardian_match *match)
{
    struct guardian_match *last = &guardian->matches[--guardian->count];
    memmove(match, match + 1, (size_t)(last - match) * sizeof *match);
}

static bool has_failed(const struct guardian_match *match)
{
    return match->failures > 0 || match->end != GUARDIAN_OPEN;
}

bool guardian_has_failed(const struct guardian *guardian, const char *name)
{
    int at = index_of(guardian, name);
    return at < guardian->count && has_failed(&guardian->matches[at]);
}

/* The oldest failure of a match that is not on the server makes room. */
static void forget_a_failure(struct guardian *guardian)
{
    for (int i = 0; i < guardian->count; i++) {
        if (!guardian->matches[i].is_saved) {
            drop(guardian, &guardian->matches[i]);
            return;
        }
    }
}

/* Returns what is known of the match, or a new row for it; NULL: there are too many. */
static struct guardian_match *find_or_add(struct guardian *guardian,
                                          const struct guardian_match *match)
{
    struct guardian_match *known = guardian_find(guardian, match->name);
    if (known == NULL && guardian->count == GUARDIAN_MATCHES_MAX) {
        forget_a_failure(guardian);
    }
    if (known == NULL && guardian->count < GUARDIAN_MATCHES_MAX) {
        known = &guardian->matches[guardian->count++];
        *known = *match;
    }
    return known;
}

void guardian_lose_list(struct guardian *guardian)
{
    guardian->knows_list = guardian->has_list = false;
    for (int i = 0; i < guardian->count; i++) {
        guardian->matches[i].is_ready = guardian->matches[i].is_listed = false;
    }
}

/* Only what failed is remembered beyond the list: it may come back. */
void guardian_take_list(struct guardian *guardian)
{
    guardian->has_list = true;
    for (int i = guardian->count - 1; i >= 0; i--) {
        struct guardian_match *match = &guardian->matches[i];
        match->is_saved = match->is_listed = match->is_ready = false;
        if (!has_failed(match)) {
            drop(guardian, match);
        }
    }
}

/* Another length or score: it has gone on without us, or it is another match. A list may
 * learn later that a match is over. */
static bool is_another(const struct guardian_match *known,
                       const struct guardian_match *row)
{
    bool is_over = known->end == GUARDIAN_FINISHED &&
                   guardian_is_finished(row->length, row->my_score, row->their_score);
    return known->has_row && !is_over &&
           (known->length != row->length || known->my_score != row->my_score ||
            known->their_score != row->their_score);
}

bool guardian_take_row(struct guardian *guardian, const struct guardian_match *row)
{
    guardian->knows_list = true;
    struct guardian_match *known = find_or_add(guardian, row);
    if (known == NULL) {
        return false;
    }
    int unanswered = known->unanswered;
    if (is_another(known, row)) {
        *known = *row;
    }
    known->length = row->length;
    known->my_score = row->my_score;
    known->their_score = row->their_score;
    known->is_ready = row->is_ready;
    known->is_saved = known->is_listed = known->has_row = true;
    known->unanswered = unanswered;
    return known->end == GUARDIAN_OPEN &&
           guardian_is_finished(row->length, row->my_score, row->their_score);
}

void guardian_keep(struct guardian *guardian, const struct guardian_match *match)
{
    struct guardian_match *known = find_or_add(guardian, match);
    if (known != NULL) {
        known->is_saved = true;
    }
}

void guardian_resume(struct guardian *guardian, const char *name)
{
    struct guardian_match *match = guardian_find(guardian, name);
    if (match != NULL) {
        match->is_saved = match->is_listed = match->is_ready = false;
        match->unanswered = 0;
    }
}

bool guardian_forget(struct guardian *guardian, const char *name)
{
    struct guardian_match *match = guardian_find(guardian, name);
    bool had_failed = match != NULL && has_failed(match);
    if (match != NULL) {
        drop(guardian, match);
    }
    return had_failed;
}

bool guardian_progress(struct guardian *guardian, const char *name)
{
    struct guardian_match *match = guardian_find(guardian, name);
    return match != NULL && !match->is_saved && guardian_forget(guardian, name);
}

struct guardian_match *guardian_fail(struct guardian *guardian,
                                     const struct guardian_match *match,
                                     enum guardian_end end, int most)
{
    struct guardian_match *known = find_or_add(guardian, match);
    if (known == NULL) {
        return NULL;
    }
    known->failures += known->failures < GUARDIAN_FAILURES_MAX;
    if (match->length != 0 && !known->has_row) {
        known->length = match->length;
        known->my_score = match->my_score;
        known->their_score = match->their_score;
    }
    if (ends[end].is_at_once || (most > 0 && known->failures >= most)) {
        known->end = end;
    }
    return known;
}

/* ---- limits of time -------------------------------------------------------------- */

int64_t guardian_deadline(const struct guardian *guardian, enum guardian_limit limit)
{
    static const int64_t most_ms[] = {
        [GUARDIAN_JOIN] = 60000, [GUARDIAN_TURN] = 600000, [GUARDIAN_LEAVE] = 300000};
    return limit == GUARDIAN_NO_LIMIT ? INT64_MAX
                                      : guardian->progress_ms + most_ms[limit];
}

int64_t guardian_unanswered(struct guardian *guardian, const char *name)
{
    struct guardian_match *saved = guardian_saved(guardian, name);
    int times = saved != NULL ? saved->unanswered++ : 0;
    return (int64_t)GUARDIAN_REFUSED_MS
           << (times < DOUBLINGS_MAX ? times : DOUBLINGS_MAX);
}

/* ---- from the history ------------------------------------------------------------ */

/* Both are at most as many as there are matches: what failed comes first. Open matches that
 * are decided only lack their last line. */
static const char kept_matches[] =
    "WITH us AS (SELECT id FROM account WHERE name=?1 AND server=?2)"
    " SELECT * FROM (SELECT opponent, length, my_score, their_score, failures,"
    " coalesce(reason, '') FROM stuck_match WHERE account_id IN us ORDER BY at DESC)"
    " UNION ALL"
    " SELECT * FROM (SELECT o.name, m.length, m.my_score, m.their_score, 0, ''"
    " FROM match m JOIN opponent o ON o.id=m.opponent_id"
    " WHERE m.account_id IN us AND m.state='open' AND (m.length=0 OR"
    " (m.my_score<m.length AND m.their_score<m.length)) ORDER BY m.touched_at DESC)";

static enum guardian_end end_of(const char *code)
{
    int end = 0;
    while (end < GUARDIAN_ENDS && strcmp(ends[end].code, code) != 0) {
        end++;
    }
    return end < GUARDIAN_ENDS ? (enum guardian_end)end : GUARDIAN_STUCK;
}

static void take_stored(struct guardian *guardian, const struct database_rows *rows,
                        bool keeps_matches)
{
    struct guardian_match match = {
        .length = database_int_in(rows, 1, 0, POINTS_UNLIMITED),
        .my_score = database_int_in(rows, 2, 0, POINTS_UNLIMITED),
        .their_score = database_int_in(rows, 3, 0, POINTS_UNLIMITED),
        .failures = database_int_in(rows, 4, 0, GUARDIAN_FAILURES_MAX),
        .end = end_of(database_text(rows, 5)),
    };
    if (match.length == 0 && !database_is_null(rows, 1)) {
        match.length = POINTS_UNLIMITED;
    }
    COPY_TEXT(match.name, database_text(rows, 0));
    bool is_open = match.failures == 0 && match.end == GUARDIAN_OPEN;
    struct guardian_match *known = find_or_add(guardian, &match);
    if (known != NULL && is_open) {
        known->is_saved = keeps_matches;
    }
}

bool guardian_load(struct guardian *guardian, const char *path, const char *account,
                   const char *server, bool keeps_matches, struct error *err)
{
    if (access(path, F_OK) != 0) {
        return true;
    }
    struct database *database = database_open(path, DATABASE_READ, err);
    if (database == NULL) {
        return false;
    }
    struct database_rows *rows =
        database_query(database, err, kept_matches, "ss", account, server);
    while (rows != NULL && database_next(rows)) {
        take_stored(guardian, rows, keeps_matches);
    }
    bool is_good = database_done(rows, err) && rows != NULL;
    database_close(database);
    return is_good;
}
