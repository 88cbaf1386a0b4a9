#include "match/batch/match_batch_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/job/line_file.h"
#include "arena/job/work.h"
#include "base/digest.h"
#include "base/folder.h"
#include "base/text.h"
#include "engine/rollout/roller.h"
#include "match/batch/analysed_line.h"
#include "match/match_decision.h"
#include "match/reference_level.h"

enum {
    REPEATS_TOLD = 3,
    REPEAT_SIZE = 1500,
    SAMPLED = 6,          /* turns that are timed for the estimate */
    SAMPLED_PLY = 2,      /* at most so deep; */
    DEEPER_FACTOR = 10,   /* a ply more takes so many times as long (docs/LEVELS.md) */
    LARGE_SHARE = 90,     /* %, of a roller: the rest is the search */
    DEEP_CUBE_FACTOR = 2, /* 2-ply cube actions of plays that are less deep */
    DEEPEST_CUBE_PLY = 4, /* takes so many times as long as a whole turn at 2-ply: */
    DEEPEST_CUBES = 30    /* 25 to 60, measured on matches of 3, 5 and 7 points */
};

/* Times 2-ply, for each half-move, square root of games, and first play and one: 10, 22 and
 * 42 for the rollers, 10, 22 and 36 measured on tests/data/matches/gnubg.mat. */
#define ROLLER_FACTOR 0.055

bool match_batch_is_file(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0;
}

/* ---- reading --------------------------------------------------------------------- */

/* The path is said once. */
static bool refuse_file(const struct match_batch *batch, const char *path,
                        const char *why)
{
    size_t length = strlen(path);
    bool is_named = strncmp(why, path, length) == 0 && why[length] == ':';
    return batch->job->refuse(batch->job->context, path,
                              is_named ? why + length + strlen(": ") : why);
}

static void set_reference_levels(const struct match_batch *batch,
                                 struct match_batch_match *match)
{
    const struct record_heading *heading = &match->turns->heading;
    char level[RECORD_NAME_MAX];
    match->reference[RECORD_ME] = match->reference[RECORD_OPPONENT] =
        batch->job->strength;
    if (batch->job->is_exact) {
        return;
    }
    COPY_TEXT(level, heading->level[RECORD_ME]);
    if (level[0] == '\0' && batch->job->find_level != NULL) {
        batch->job->find_level(batch->job->context, match->turns, level);
    }
    reference_level_deepen(level, &match->reference[RECORD_ME]);
    reference_level_deepen(heading->level[RECORD_OPPONENT],
                           &match->reference[RECORD_OPPONENT]);
}

static bool is_duplicate(struct match_batch *batch, const char *path, int number,
                         const struct match_turns *turns)
{
    char text[REPEAT_SIZE];
    const char *first = match_duplicates_find(&batch->duplicates, turns, path);
    if (first != NULL && batch->repeats++ < REPEATS_TOLD) {
        FORMAT_TEXT(text, "%.700s: match %d is the same as in %.700s; counted once",
                    path, number, first);
        batch->job->repeat(batch->job->context, text);
    }
    return first != NULL;
}

static void tell_more_repeats(const struct match_batch *batch)
{
    char text[REPEAT_SIZE];
    int more = batch->repeats - REPEATS_TOLD;
    if (more > 0) {
        FORMAT_TEXT(text, "%d more match%s that came before", more,
                    more == 1 ? "" : "es");
        batch->job->repeat(batch->job->context, text);
    }
}

static bool add_matches(struct match_batch *batch, const char *path,
                        const struct match_turns *first)
{
    int number = 0;
    for (const struct match_turns *turns = first; turns != NULL; turns = turns->next) {
        number++;
        if (is_duplicate(batch, path, number, turns)) {
            continue;
        }
        struct match_batch_match *grown =
            realloc(batch->matches, (size_t)(batch->count + 1) * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        batch->matches = grown;
        struct match_batch_match *match = &batch->matches[batch->count++];
        *match =
            (struct match_batch_match){.path = path, .number = number, .turns = turns};
        set_reference_levels(batch, match);
        batch->turns += turns->count;
    }
    return true;
}

/* All operands, with the files of folders; false if a folder could not be read. */
static bool list_paths(struct match_batch *batch)
{
    bool is_good = true;
    for (int i = 0; i < batch->operand_count; i++) {
        struct error err = {.text = ""};
        const char *path = batch->operands[i];
        bool is_folder = folder_is(path);
        batch->has_folder |= is_folder;
        bool is_listed = is_folder ? match_folder_list(path, &batch->paths, &err)
                                   : match_paths_add(&batch->paths, path, &err);
        is_good = (is_listed || refuse_file(batch, path, err.text)) && is_good;
    }
    return is_good;
}

/* A position whose decision is not made, by which nobody can be judged. */
static bool is_open_position(const struct match_turns *turns)
{
    struct decision_context at;
    return match_decision_is_open(turns, &at);
}

/* An operand, not found in a folder. */
static bool is_named(const struct match_batch *batch, const char *path)
{
    bool is_one = false;
    for (int i = 0; i < batch->operand_count; i++) {
        is_one |= strcmp(path, batch->operands[i]) == 0;
    }
    return is_one;
}

/* False for a failure: a file of a folder that is no match is none. */
static bool take_file(struct match_batch *batch, int i)
{
    struct error err = {.text = ""};
    const char *path = batch->paths.path[i];
    batch->files[i] = match_turns_read(path, &err);
    if (batch->files[i] == NULL) {
        return refuse_file(batch, path, err.text) || !is_named(batch, path);
    }
    if (is_open_position(batch->files[i])) {
        return refuse_file(batch, path,
                           "a position to be decided; `fibsbot analyse` takes such "
                           "files by name, without matches") ||
               !is_named(batch, path);
    }
    return add_matches(batch, path, batch->files[i]) ||
           refuse_file(batch, path, "out of memory");
}

static bool read_files(struct match_batch *batch)
{
    bool is_good = true;
    batch->files = calloc((size_t)batch->paths.count + 1, sizeof *batch->files);
    if (batch->files == NULL) {
        return refuse_file(batch, "files", "out of memory");
    }
    for (int i = 0; i < batch->paths.count; i++) {
        const char *path = batch->paths.path[i];
        if (batch->job->reading != NULL) {
            batch->job->reading(batch->job->context, path, i + 1, batch->paths.count);
        }
        is_good = take_file(batch, i) && is_good;
    }
    tell_more_repeats(batch);
    return is_good;
}

bool match_batch_read(struct match_batch *batch, const struct match_batch_job *job,
                      int count, char **operands)
{
    *batch =
        (struct match_batch){.job = job, .operand_count = count, .operands = operands};
    bool is_good = list_paths(batch);
    return read_files(batch) && is_good;
}

void match_batch_close(struct match_batch *batch)
{
    for (int i = 0; batch->files != NULL && i < batch->paths.count; i++) {
        match_turns_free(batch->files[i]);
    }
    match_paths_free(&batch->paths);
    match_duplicates_free(&batch->duplicates);
    if (batch->save != NULL) {
        (void)fclose(batch->save);
    }
    free(batch->files);
    free(batch->matches);
    free(batch->saved);
}

/* ---- the file of results --------------------------------------------------------- */

/* The turn that the next line is of; there is one. */
static const struct match_turn *next_saved(struct match_batch *batch)
{
    while (batch->saved_turn == batch->matches[batch->saved_match].turns->count) {
        batch->saved_match++;
        batch->saved_turn = 0;
    }
    return &batch->matches[batch->saved_match].turns->turns[batch->saved_turn++];
}

static bool take_saved(void *context, const char *line)
{
    struct match_batch *batch = context;
    struct match_analysed_turn *saved = &batch->saved[batch->saved_count];
    if (batch->saved_count >= batch->turns || !analysed_line_read(line, saved) ||
        !analysed_line_fits(next_saved(batch), saved)) {
        return false;
    }
    batch->saved_count++;
    return true;
}

/* All positions, rolls and plays, and the reference levels. Matches without a cube were once
 * judged by the match equity table of those with one, which money play does not ask. */
static uint64_t digest_of_matches(const struct match_batch *batch)
{
    uint64_t digest = digest_start();
    for (int m = 0; m < batch->count; m++) {
        const struct match_turns *turns = batch->matches[m].turns;
        digest = digest_u32(digest, (uint32_t)turns->count);
        digest = turns->heading.has_no_cube
                     ? digest_u32(digest, turns->heading.length > 0 ? 2 : 1)
                     : digest;
        for (int side = 0; side < 2; side++) {
            char reference[REFERENCE_LEVEL_SIZE] = "";
            reference_level_text(&batch->matches[m].reference[side], reference);
            digest = digest_bytes(digest, reference, strlen(reference));
        }
        for (int i = 0; i < turns->count; i++) {
            const struct match_turn *turn = &turns->turns[i];
            digest = match_turn_digest(digest, turn);
            for (int k = 0; k < turn->play.count; k++) {
                digest = digest_bytes(digest, &turn->play.moves[k], 2);
            }
        }
    }
    return digest;
}

/* What former versions did not look at. */
static uint64_t digest_of_scores(const struct match_batch *batch)
{
    uint64_t digest = digest_start();
    for (int m = 0; m < batch->count; m++) {
        const struct match_turns *turns = batch->matches[m].turns;
        for (int i = 0; i < turns->count; i++) {
            const struct match_state *ms = &turns->turns[i].ms;
            digest = match_turn_digest_score(digest, &turns->turns[i]);
            digest =
                digest_u32(digest, (uint32_t)(ms->has_jacoby + 2 * ms->has_beavers +
                                              4 * ms->pays_by_board));
        }
    }
    return digest;
}

static uint64_t digest_of_filter(const struct filter *filter)
{
    uint64_t digest = digest_bytes(digest_start(), filter->level, sizeof filter->level);
    digest = digest_bytes(digest, &filter->nets, sizeof filter->nets);
    digest = digest_bytes(digest, &filter->cube_threshold, sizeof(float));
    digest = digest_bytes(digest, filter->gives_up, sizeof filter->gives_up);
    return digest_u32(digest,
                      (uint32_t)(filter->accepted * 2 + filter->by_pruning_net));
}

/* Each version of the program has stated more. */
static bool open_save(struct match_batch *batch, struct error *err)
{
    enum { CONDITIONS_SIZE = 280 };
    const struct strength *strength = &batch->job->strength;
    char close[40] = "", time[20] = "", first[CONDITIONS_SIZE - 100],
         second[CONDITIONS_SIZE - 70], third[CONDITIONS_SIZE - 20],
         conditions[CONDITIONS_SIZE];
    if (batch->job->roller != NULL) {
        FORMAT_TEXT(close, ", close %s", batch->job->roller->name);
    }
    if (strength->time.limit_ms > 0) {
        FORMAT_TEXT(time, ", time %d", strength->time.limit_ms);
    }
    FORMAT_TEXT(first, "%016" PRIx64 " ply %d cube %d %s%s", digest_of_matches(batch),
                strength->play_ply, strength->cube_ply,
                strength->roller != NULL ? strength->roller->name : "search", close);
    FORMAT_TEXT(second, "%s, scores %016" PRIx64, first, digest_of_scores(batch));
    FORMAT_TEXT(third, "%s, filter=%016" PRIx64 " weights=%016" PRIx64, second,
                digest_of_filter(&strength->filter), batch->job->weights);
    FORMAT_TEXT(conditions, "%s%s", third, time);
    const char *const former[] = {first, second, third, NULL};
    const struct line_file lines = {.path = batch->job->save,
                                    .magic = "fibsbot-match-analysis 1",
                                    .conditions = conditions,
                                    .former = former,
                                    .expected = "the analysis of a turn",
                                    .is_resumed = batch->job->is_resumed,
                                    .take = take_saved,
                                    .context = batch};
    batch->saved = calloc((size_t)batch->turns + 1, sizeof *batch->saved);
    if (batch->saved == NULL) {
        return error_no_memory(err);
    }
    batch->save = line_file_open(&lines, err);
    return batch->save != NULL;
}

bool match_batch_begin(struct match_batch *batch, struct error *err)
{
    return batch->job->save == NULL || open_save(batch, err);
}

/* ---- time ------------------------------------------------------------------------ */

/* How much longer than a search at `ply` this takes. */
static double times_deeper(const struct strength *strength, bool has_no_cube, int ply)
{
    double factor = 1.0;
    int trials = strength->roller != NULL ? strength->roller->trials : 0;
    int cube_ply = has_no_cube ? 0 : strength->cube_ply;
    for (; ply < strength->play_ply; ply++) {
        factor *= DEEPER_FACTOR;
    }
    if (trials > 0) {
        return factor * ROLLER_FACTOR * sqrt(trials) * strength->roller->horizon *
               (1 + strength->roller->first_turns);
    }
    if (cube_ply <= strength->play_ply) {
        return factor;
    }
    return cube_ply < DEEPEST_CUBE_PLY ? factor * DEEP_CUBE_FACTOR
                                       : factor + DEEPEST_CUBES;
}

/* Some turns of all matches. */
static int take_sample(const struct match_batch *batch,
                       struct match_turn sample[SAMPLED])
{
    int count = 0;
    for (int i = 0; i < SAMPLED; i++) {
        const struct match_turns *from =
            batch->matches[i * batch->count / SAMPLED].turns;
        if (from->count > 0) {
            sample[count++] = from->turns[i * from->count / SAMPLED];
        }
    }
    return count;
}

/* Seconds for a turn at a depth that takes no long. */
static double time_of_turn(const struct match_batch *batch, int ply)
{
    struct match_turn sample[SAMPLED];
    struct match_turns turns = {.turns = sample, .count = take_sample(batch, sample)};
    struct strength strength = batch->job->strength;
    struct match_analysis *analysis =
        match_analysis_new(batch->job->engine, batch->job->scratch, &turns);
    if (analysis == NULL || turns.count == 0) {
        match_analysis_free(analysis);
        return 0.0;
    }
    strength.roller = NULL;
    strength.play_ply = ply;
    strength.cube_ply = ply - ply % 2;
    match_analysis_set_strength(analysis, RECORD_ME, &strength);
    match_analysis_set_strength(analysis, RECORD_OPPONENT, &strength);
    double begun = work_now();
    while (match_analysis_step(analysis)) {
    }
    match_analysis_free(analysis);
    return (work_now() - begun) / turns.count;
}

static int sampled_ply(const struct match_batch *batch)
{
    int asked = batch->job->strength.play_ply;
    return asked < SAMPLED_PLY ? asked : SAMPLED_PLY;
}

/* With the roller's share of the whole, which few decisions fill where it is large. */
static double times_longer(const struct match_batch *batch)
{
    int share = batch->job->roller != NULL ? batch->job->roller_share : 0;
    return 100.0 / (100.0 - (share < LARGE_SHARE ? share : LARGE_SHARE));
}

double match_batch_work(const struct match_batch *batch)
{
    double work = 0.0;
    int at = 0;
    for (int m = 0; m < batch->count; m++) {
        const struct match_batch_match *match = &batch->matches[m];
        for (int i = 0; i < match->turns->count; i++, at++) {
            enum record_side side = match->turns->turns[i].side;
            work += at >= batch->saved_count
                        ? times_deeper(&match->reference[side],
                                       match->turns->heading.has_no_cube,
                                       sampled_ply(batch))
                        : 0;
        }
    }
    return work * times_longer(batch);
}

double match_batch_estimate(const struct match_batch *batch)
{
    double work = match_batch_work(batch);
    return work > 0.0 ? work * time_of_turn(batch, sampled_ply(batch)) : 0.0;
}

double match_batch_seconds_left(const struct match_batch *batch)
{
    int done = batch->done - batch->begun_at;
    double each = done > 0 ? (work_now() - batch->begun) / done : 0.0;
    return each * (batch->turns - batch->done);
}

/* ---- close decisions ------------------------------------------------------------- */

static void stop_rolling(struct match_batch *batch)
{
    if (batch->rolling_since > 0.0) {
        batch->rolled += work_now() - batch->rolling_since;
        batch->rolling_since = 0.0;
    }
}

/* Whether the roller has time left. The first decision always has. */
static bool has_share(void *context)
{
    struct match_batch *batch = context;
    stop_rolling(batch);
    double now = work_now();
    double share = batch->job->roller_share / 100.0;
    if (batch->rolled > share * (now - batch->begun)) {
        return false;
    }
    batch->rolling_since = now;
    return true;
}

/* ---- one match ------------------------------------------------------------------- */

struct match_analysis *match_batch_analysis(struct match_batch *batch,
                                            const struct match_batch_match *match)
{
    struct match_analysis *analysis =
        match_analysis_new(batch->job->engine, batch->job->scratch, match->turns);
    if (analysis != NULL) {
        match_analysis_set_strength(analysis, RECORD_ME, &match->reference[RECORD_ME]);
        match_analysis_set_strength(analysis, RECORD_OPPONENT,
                                    &match->reference[RECORD_OPPONENT]);
        match_analysis_set_roller(analysis, &(struct match_analysis_roller){
                                                batch->job->roller, has_share, batch});
        match_analysis_set_stop(analysis, batch->job->stop);
    }
    return analysis;
}

bool match_batch_next(struct match_batch *batch, struct match_analysis *analysis)
{
    if (batch->done < batch->saved_count) {
        match_analysis_restore(analysis, &batch->saved[batch->done++]);
        batch->begun_at = batch->done;
        batch->begun = work_now();
        return true;
    }
    batch->begun = batch->begun > 0.0 ? batch->begun : work_now();
    if (atomic_load(batch->job->stop) || !match_analysis_step(analysis)) {
        return false;
    }
    stop_rolling(batch);
    batch->done++;
    if (batch->save != NULL) {
        analysed_line_write(
            match_analysis_turn(analysis, match_analysis_done(analysis) - 1),
            batch->save);
        batch->unsaved = ferror(batch->save) != 0 ? errno : 0;
    }
    return batch->unsaved == 0;
}
