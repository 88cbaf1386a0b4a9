#pragma once
/*
 * Analyses the matches of many files, one turn after the other, with an estimate of the
 * time and a file of results by which a later run continues.
 */

#include <stdatomic.h>
#include <stdint.h>

#include "match/batch/match_duplicates.h"
#include "match/batch/match_folder.h"
#include "match/match_analysis.h"

/* What to do. The caller owns all, and keeps it until match_batch_close(). */
struct match_batch_job {
    const struct engine *engine;
    struct search_scratch *scratch;
    uint64_t weights;         /* what tells the engine's from others, in `save` */
    struct strength strength; /* of both sides, unless a reference level is deeper; */
    bool is_exact;            /* of both sides in any case */
    /* Judges close decisions again for `roller_share` % of the time; NULL: nothing does. */
    const struct roller *roller;
    int roller_share;
    const char *save;        /* file of the results so far; NULL: none */
    bool is_resumed;         /* continue it */
    const atomic_bool *stop; /* stop when it becomes true */
    void *context;

    /* File `number` of `count` is read next; NULL: nobody wants to know. */
    void (*reading)(void *context, const char *path, int number, int count);
    /* A file or folder cannot be read. Returns false if that is a failure. */
    bool (*refuse)(void *context, const char *path, const char *why);
    /* A match came before and is left out: said of the first three, then how many more. */
    void (*repeat)(void *context, const char *text);
    /* Writes the level of player 1, where the file does not have it; "": not known. NULL:
     * nobody knows any. */
    void (*find_level)(void *context, const struct match_turns *turns,
                       char level[RECORD_NAME_MAX]);
};

struct match_batch_match {
    const char *path;
    int number; /* in its file, from 1 */
    const struct match_turns *turns;
    struct strength reference[2]; /* by enum record_side */
};

struct match_batch {
    const struct match_batch_job *job;
    struct match_paths paths;
    bool has_folder; /* among the operands */
    int count;
    struct match_batch_match *matches;
    int turns; /* of all */
    int done;  /* of them, those of the earlier run too */

    /* Its own. */
    int operand_count;
    char **operands;            /* of match_batch_read(), while it reads */
    struct match_turns **files; /* of all paths; NULL: could not be read */
    struct match_duplicates duplicates;
    int repeats;
    struct match_analysed_turn *saved; /* of the earlier run */
    int saved_count;
    int saved_match, saved_turn; /* where the next of them belongs */
    FILE *save;
    int unsaved;          /* errno of the last turn's line there; 0: written */
    double begun;         /* work_now() before the first turn that is not saved */
    int begun_at;         /* turns that were done by then */
    double rolled;        /* seconds of the roller since then */
    double rolling_since; /* work_now(); 0: it is not at work */
};

/* Whether there is something to be read at this path. */
bool match_batch_is_file(const char *path);

/* Reads the matches of the operands, files and folders. False if one could not be read;
 * in a folder there may be files that are no matches. match_batch_close() in any case. */
bool match_batch_read(struct match_batch *batch, const struct match_batch_job *job,
                      int count, char **operands);
void match_batch_close(struct match_batch *batch);

/* Begins or continues the file of results. False with `err`. */
bool match_batch_begin(struct match_batch *batch, struct error *err);

/* Seconds that the turns still to be done will take, from a few that are timed. */
double match_batch_estimate(const struct match_batch *batch);

/* The same from the turns of this run; 0 before the first. */
double match_batch_seconds_left(const struct match_batch *batch);

/* An analysis of a match at its reference levels; NULL: no memory. The caller frees it. */
struct match_analysis *match_batch_analysis(struct match_batch *batch,
                                            const struct match_batch_match *match);

/* Takes the next turn of the match from the earlier run, or analyses it. False when
 * stopped, and when its result cannot be saved. The matches are to be analysed in order. */
bool match_batch_next(struct match_batch *batch, struct match_analysis *analysis);
