#pragma once
/*
 * A training run in memory, shared by train.c (the run), train_state.c (its files),
 * train_conditions.c (what it learns from) and train_replay.c (its replay buffer).
 */

#include "engine/net/net.h"
#include "lab/data/dataset_stream.h"
#include "lab/selfplay/round.h"
#include "lab/train/train.h"

/* A replay buffer: the newest samples, from which training draws at random. */
struct train_replay {
    size_t capacity;
    size_t count;
    size_t next; /* index of the next sample, which replaces the oldest when full */
    struct sample *samples;
};

bool train_replay_open(struct train_replay *replay,
                       size_t capacity); /* false: out of memory */
void train_replay_close(struct train_replay *replay);
void train_replay_clear(struct train_replay *replay);
void train_replay_add(struct train_replay *replay, const struct sample *samples,
                      size_t count);

/* Draws `count` samples with replacement; the buffer must not be empty. */
void train_replay_draw(const struct train_replay *replay, struct rng *rng,
                       struct sample *out, size_t count);

/* The progress of a run. */
struct train_progress {
    int64_t phase;
    int64_t played;      /* labels made, or samples drawn, in this phase ... */
    int64_t learnt;      /* ... of them learnt by the nets ... */
    int64_t phase_games; /* ... and the games */
    int64_t games;       /* of the whole run */
    int64_t labels;
    int64_t trained;
    int64_t steps[2];
    double phase_minutes;
    double minutes;
    struct rng rng; /* for drawing and shuffling */
};

enum { TRAIN_CONDITIONS = 7 };

struct train_run {
    const struct train_options *options;
    struct train_progress done;
    uint64_t
        given[TRAIN_CONDITIONS]; /* digests of the options that phases to come use */
    uint64_t used[TRAIN_CONDITIONS]; /* ... that phases have used; 0: none has */
    struct learner *learner[2];      /* of the pruning net, the main net */
    struct learner *copied;          /* or NULL */
    struct train_replay replay;
    struct sample *pending; /* played, to be learnt next */
    size_t pending_count;
    size_t pending_room;

    struct round *round;
    struct net *teacher[2]; /* or NULL */
    struct net *frozen[2];  /* nets that play the current round, or NULL */
    struct dataset_stream *stream;
    const struct net_kernel *kernel;
    struct thread_pool *pool;
    int learners; /* threads of the pool */
    double clock; /* when minutes were last updated */
    double last_save;
    double last_report;
    double minutes_here; /* of this process */
    int64_t count_reported;
    double loss_sum;
    int64_t loss_count;
};

/* Writes OUT/small.net, OUT/big.net and OUT/state, each atomically. Returns false with
 * `err` on failure. */
bool train_save(struct train_run *run, struct error *err);

/* Reads OUT/state into a run of the same shapes and seed. Returns false with `err` if
 * the file is damaged or of another run. */
bool train_load(struct train_run *run, struct error *err);

/* Writes the path `out`/`name`. Returns false with `err` if it is too long. */
bool train_path(const char *out, const char *name, char path[4096], struct error *err);

/* Sets `given`. Returns false with `err` if the run has used others, or a file cannot be
 * read. */
bool train_conditions_check(struct train_run *run, struct error *err);

/* Adds to `used` what the phases so far have used. */
void train_conditions_note(struct train_run *run);

/* Makes room for `count` pending samples and discards the present ones. Returns false
 * if memory is short. */
bool train_reserve_pending(struct train_run *run, size_t count);
