/*
 * Every play lowers the number of an arrangement (bearoff_index()), so in one pass in
 * ascending order the values after every play are already known.
 */
#include "lab/race/bearoff_make.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "engine/board/movegen.h"
#include "engine/race/bearoff.h"
#include "engine/race/bearoff_format.h"

enum { TWO_SIDED_MAX = 8, WAYS = 36, REPORT_EVERY = 512 };

static bool set_fault(struct error *err, const char *path, const char *reason)
{
    return error_at_path(err, 0, path, reason);
}

/* ---- arrangements and where their plays lead ---- */

/* Changes `side` to the next arrangement in the order of bearoff_index(). That order is
 * by the counts of checkers on and above each point, the count above point 1 being the
 * most significant: increments the first count that can grow and resets those before
 * it. */
static void next_arrangement(struct side *side)
{
    int above[BEAROFF_POINTS + 1] = {0}; /* [k]: on points 7 - k and above */
    for (int k = 1; k <= BEAROFF_POINTS; k++) {
        above[k] = above[k - 1] + side->at[BEAROFF_POINTS + 1 - k];
    }
    int k = 1;
    while (k < BEAROFF_POINTS && above[k] == above[k + 1]) {
        above[k++] = 0;
    }
    above[k]++;
    for (k = 1; k <= BEAROFF_POINTS; k++) {
        side->at[BEAROFF_POINTS + 1 - k] = (uint8_t)(above[k] - above[k - 1]);
    }
    side->at[POINT_OFF] = (uint8_t)(CHECKERS - above[BEAROFF_POINTS]);
}

/* Returns a position with no checkers left of mine and the opponent on his ace point,
 * out of the way. */
static struct position first_arrangement(void)
{
    return (struct position){.mine = {{[POINT_OFF] = CHECKERS}},
                             .theirs = {{[1] = CHECKERS}}};
}

/* Writes to `indices` the arrangements to which `roll` can lead. */
static int successors(const struct position *pos, struct roll roll,
                      struct play_list *list, uint16_t *indices)
{
    movegen_plays(pos, roll, list);
    for (int i = 0; i < list->count; i++) {
        int index = bearoff_index(&list->after[i].mine);
        assert(index >= 0 && index < BEAROFF_ARRANGEMENTS);
        indices[i] = (uint16_t)index;
    }
    return list->count;
}

/* ---- the file ---- */

static bool replace_file(const char *path, const struct bearoff_header *header,
                         const void *data, struct error *err)
{
    struct file_draft draft;
    if (!file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    (void)fwrite(header, sizeof *header, 1, draft.stream);
    (void)fwrite(data, 1, (size_t)header->data_length, draft.stream);
    return file_draft_keep(&draft, FILE_SAFE_ON_DISK, err);
}

/* ---- one-sided ---- */

/* The distribution of the number of rolls to a goal, of one arrangement. */
struct distribution {
    double chance[BEAROFF_ROLLS]; /* [n]: after exactly n rolls */
    double mean;
};

struct one_sided {
    int checkers;
    size_t count;
    struct distribution *off;   /* [arrangement]: everything borne off */
    struct distribution *first; /* [arrangement]: no longer 15 checkers */
    struct play_list *list;
};

/* Adds a roll, played so that the mean number of further rolls is smallest. */
static void add_quickest(struct distribution *all, size_t at, double chance,
                         const uint16_t *indices, int count)
{
    const struct distribution *best = &all[indices[0]];
    for (int i = 1; i < count; i++) {
        if (all[indices[i]].mean < best->mean) {
            best = &all[indices[i]];
        }
    }
    for (int n = 1; n < BEAROFF_ROLLS; n++) {
        all[at].chance[n] += chance * best->chance[n - 1];
    }
    all[at].mean += chance * (1.0 + best->mean);
}

static void value_one_sided(struct one_sided *db, const struct position *pos, size_t at)
{
    uint16_t indices[PLAY_LIST_MAX];
    const bool is_full = pos->mine.at[POINT_OFF] == 0;
    for (int r = 0; r < ROLLS; r++) {
        const double chance = (double)roll_all[r].ways / WAYS;
        int count = successors(pos, roll_all[r].roll, db->list, indices);
        add_quickest(db->off, at, chance, indices, count);
        if (is_full) {
            add_quickest(db->first, at, chance, indices, count);
        }
    }
    if (!is_full) {
        db->first[at].chance[0] = 1.0;
    }
}

static bool fill_one_sided(struct one_sided *db, const struct race_job *job)
{
    struct position pos = first_arrangement();
    db->off[0].chance[0] = 1.0;
    db->first[0].chance[0] = 1.0;
    for (size_t at = 1; at < db->count; at++) {
        next_arrangement(&pos.mine);
        assert(bearoff_index(&pos.mine) == (int)at);
        value_one_sided(db, &pos, at);
        if ((at % REPORT_EVERY == 0 || at + 1 == db->count) &&
            !race_job_goes_on(job, (double)(at + 1) / (double)db->count)) {
            return false;
        }
    }
    return true;
}

static float *append_chances(float *at, const struct distribution *distribution,
                             int rolls)
{
    for (int n = 0; n < rolls; n++) {
        *at++ = (float)distribution->chance[n];
    }
    for (int n = rolls; n < BEAROFF_ROLLS; n++) {
        assert(distribution->chance[n] <
               1e-12); /* rolls beyond the table have no chance */
    }
    return at;
}

static bool save_one_sided(const struct one_sided *db, const char *path,
                           struct error *err)
{
    float *data = malloc((size_t)bearoff_data_length(BEAROFF_ONE_SIDED, db->checkers));
    if (data == NULL) {
        return set_fault(err, path, "out of memory");
    }
    float *at = data;
    for (size_t i = 0; i < db->count; i++) {
        at = append_chances(at, &db->off[i], BEAROFF_ROLLS);
    }
    size_t full =
        db->checkers == CHECKERS ? bearoff_arrangements(CHECKERS - 1) : db->count;
    for (size_t i = full; i < db->count; i++) {
        at = append_chances(at, &db->first[i], BEAROFF_FIRST_ROLLS);
    }
    struct bearoff_header header =
        bearoff_header_make(BEAROFF_ONE_SIDED, db->checkers, data);
    bool done = replace_file(path, &header, data, err);
    free(data);
    return done;
}

bool bearoff_make_one_sided(const char *path, int checkers, const struct race_job *job,
                            struct error *err)
{
    assert(checkers >= 1 && checkers <= CHECKERS);
    const size_t count = bearoff_arrangements(checkers);
    struct one_sided db = {
        .checkers = checkers,
        .count = count,
        .off = calloc(count, sizeof *db.off),
        .first = calloc(count, sizeof *db.first),
        .list = error_allocate(sizeof *db.list, NULL),
    };
    bool done = false;
    if (db.off == NULL || db.first == NULL || db.list == NULL) {
        (void)set_fault(err, path, "out of memory");
    } else if (!fill_one_sided(&db, job)) {
        (void)set_fault(err, path, "stopped");
    } else {
        done = save_one_sided(&db, path, err);
    }
    free(db.off);
    free(db.first);
    free(db.list);
    return done;
}

/* ---- two-sided ---- */

enum { CUBELESS, CENTRED, MINE, THEIRS, VALUES }; /* as in struct bearoff_equities */

_Static_assert(sizeof(struct bearoff_equities) == VALUES * sizeof(float),
               "the values are the members of the struct in their order");

struct two_sided {
    size_t count;
    uint16_t *to;   /* successors, one roll after the other */
    uint32_t *from; /* [arrangement * ROLLS + roll]: its first index in `to` */
    /* [arrangement on roll * count + that of the other]: the values of the other side,
     * which has just played, when both use the cube correctly */
    double (*after)[VALUES];
    struct bearoff_equities *equities; /* [the same]: of rolling */
};

/* Lists the successors of all arrangements. Returns false if memory is short. */
static bool list_successors(struct two_sided *db)
{
    struct play_list *list = error_allocate(sizeof *list, NULL);
    struct position pos = first_arrangement();
    uint16_t indices[PLAY_LIST_MAX];
    size_t used = 0;
    size_t room = 0;
    bool done = list != NULL;
    for (size_t at = 1; at < db->count && done; at++) {
        next_arrangement(&pos.mine);
        for (int r = 0; r < ROLLS && done; r++) {
            size_t count = (size_t)successors(&pos, roll_all[r].roll, list, indices);
            if (used + count > room) {
                room = 2 * (used + count);
                uint16_t *more = realloc(db->to, room * sizeof *more);
                done = more != NULL;
                db->to = done ? more : db->to;
            }
            if (done) {
                memcpy(db->to + used, indices, count * sizeof *indices);
                db->from[at * ROLLS + (size_t)r] = (uint32_t)used;
                used += count;
                db->from[at * ROLLS + (size_t)r + 1] = (uint32_t)used;
            }
        }
    }
    free(list);
    return done;
}

/* The best play depends on the owner of the cube, so each value has its own maximum. */
static void add_best(const struct two_sided *db, size_t on_roll, size_t other,
                     size_t roll, double value[VALUES])
{
    const uint32_t *from = &db->from[on_roll * ROLLS + roll];
    const double chance = (double)roll_all[roll].ways / WAYS;
    double best[VALUES] = {-9.0, -9.0, -9.0, -9.0};
    for (uint32_t i = from[0]; i < from[1]; i++) {
        const double *values = db->after[other * db->count + db->to[i]];
        for (int v = 0; v < VALUES; v++) {
            best[v] = values[v] > best[v] ? values[v] : best[v];
        }
    }
    for (int v = 0; v < VALUES; v++) {
        value[v] += chance * best[v];
    }
}

/* Returns the equity of a side that may double: no double, or the smaller of take and
 * pass. */
static double best_of(double no_double, double theirs)
{
    double doubled = 2.0 * theirs < 1.0 ? 2.0 * theirs : 1.0;
    return doubled > no_double ? doubled : no_double;
}

/* Stores the equity of rolling, and the value of the whole decision to the other
 * side. */
static void store_values(struct two_sided *db, size_t on_roll, size_t other,
                         const double value[VALUES])
{
    const size_t at = on_roll * db->count + other;
    db->equities[at] =
        (struct bearoff_equities){(float)value[CUBELESS], (float)value[CENTRED],
                                  (float)value[MINE], (float)value[THEIRS]};
    db->after[at][CUBELESS] = -value[CUBELESS];
    db->after[at][CENTRED] = -best_of(value[CENTRED], value[THEIRS]);
    db->after[at][MINE] = -value[THEIRS];
    db->after[at][THEIRS] = -best_of(value[MINE], value[THEIRS]);
}

static void value_two_sided(struct two_sided *db, size_t on_roll, size_t other)
{
    static const double lost[VALUES] = {-1.0, -1.0, -1.0, -1.0};
    static const double won[VALUES] = {1.0, 1.0, 1.0, 1.0};
    double value[VALUES] = {0.0};
    if (other == 0 || on_roll == 0) {
        store_values(db, on_roll, other, other == 0 ? lost : won);
        return;
    }
    for (size_t roll = 0; roll < ROLLS; roll++) {
        add_best(db, on_roll, other, roll, value);
    }
    store_values(db, on_roll, other, value);
}

/* A play leads from (on_roll, other) to (other, a number below on_roll), so pairs
 * are filled in the order of their sum. */
static bool fill_two_sided(struct two_sided *db, const struct race_job *job)
{
    const size_t last = db->count - 1;
    for (size_t sum = 0; sum <= 2 * last; sum++) {
        size_t on_roll = sum > last ? sum - last : 0;
        for (; on_roll <= last && on_roll <= sum; on_roll++) {
            value_two_sided(db, on_roll, sum - on_roll);
        }
        if (!race_job_goes_on(job, (double)sum / (double)(2 * last))) {
            return false;
        }
    }
    return true;
}

bool bearoff_make_two_sided(const char *path, int checkers, const struct race_job *job,
                            struct error *err)
{
    assert(checkers >= 1 && checkers <= TWO_SIDED_MAX);
    const size_t count = bearoff_arrangements(checkers);
    struct two_sided db = {
        .count = count,
        .from = calloc(count * ROLLS + 1, sizeof *db.from),
        .after = malloc(count * count * sizeof *db.after),
        .equities = malloc(count * count * sizeof *db.equities),
    };
    bool done = false;
    if (db.from == NULL || db.after == NULL || db.equities == NULL ||
        !list_successors(&db)) {
        (void)set_fault(err, path, "out of memory");
    } else if (!fill_two_sided(&db, job)) {
        (void)set_fault(err, path, "stopped");
    } else {
        struct bearoff_header header =
            bearoff_header_make(BEAROFF_TWO_SIDED, checkers, db.equities);
        done = replace_file(path, &header, db.equities, err);
    }
    free(db.to);
    free(db.from);
    free(db.after);
    free(db.equities);
    return done;
}
