/*
 * The files of a training run. OUT/state, in this machine's byte order:
 *
 *      8 bytes   magic "fibsrun2"
 *      8         0x0102030405060708: the byte order
 *      8         seed
 *      8 + 8     digests of the shapes of small and big
 *                struct train_progress
 *                small, big (learner_write())
 *      8 + 8     replay buffer: count, next; then its samples
 *      8         pending samples: count; then the samples
 *      8         digest of the phases that are done; older states have none
 *      7 x 8     digests of the options that they used, 0: none; likewise
 *      8         digest of all before it
 */
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "lab/train/train_internal.h"

static const char state_magic[8] = "fibsrun2";
static const uint64_t byte_order = 0x0102030405060708U;
enum { PENDING_MAX = 1 << 26 };

struct preamble {
    char magic[8];
    uint64_t byte_order;
    uint64_t seed;
    uint64_t shape[2];
};

bool train_path(const char *out, const char *name, char path[4096], struct error *err)
{
    if (snprintf(path, 4096, "%s/%s", out, name) >= 4096) {
        return error_set(err, "%s: the path is too long", out);
    }
    return true;
}

bool train_reserve_pending(struct train_run *run, size_t count)
{
    if (run->pending_room < count) {
        free(run->pending);
        run->pending = malloc(count * sizeof *run->pending);
        run->pending_room = run->pending != NULL ? count : 0;
    }
    return run->pending_room >= count;
}

static uint64_t shape_digest(const struct net_shape *shape)
{
    uint64_t digest = digest_u32(digest_start(), shape->inputs->id);
    digest = digest_u32(digest, shape->classes->id);
    digest = digest_u32(digest, (uint32_t)shape->hidden);
    for (int l = 0; l < shape->layers; l++) {
        digest = digest_u32(digest, (uint32_t)shape->size[l]);
    }
    return digest;
}

static struct preamble preamble_of(const struct train_options *options)
{
    struct preamble preamble = {
        .byte_order = byte_order,
        .seed = options->seed,
        .shape = {shape_digest(&options->pruning), shape_digest(&options->main)},
    };
    memcpy(preamble.magic, state_magic, sizeof preamble.magic);
    return preamble;
}

static uint64_t phase_digest(uint64_t digest, const struct train_phase *phase)
{
    const double numbers[] = {phase->kind,      phase->measure, phase->amount,
                              phase->rate_from, phase->rate_to, phase->lambda,
                              phase->keep,      phase->sibling};
    digest = digest_bytes(digest, numbers, sizeof numbers);
    return digest_bytes(digest, &phase->start_positions, sizeof phase->start_positions);
}

/* Of the phases that are done, as the options have them. */
static uint64_t done_digest(const struct train_run *run)
{
    uint64_t digest = digest_start();
    for (int p = 0; p < run->done.phase && p < run->options->phases; p++) {
        digest = phase_digest(digest, &run->options->phase[p]);
    }
    return digest;
}

/* ---- writing ---- */

static bool write_samples(const struct sample *samples, uint64_t count, FILE *file)
{
    return count == 0 || fwrite(samples, sizeof *samples, count, file) == count;
}

static bool write_body(const struct train_run *run, FILE *file)
{
    const struct preamble preamble = preamble_of(run->options);
    const uint64_t replay[2] = {run->replay.count, run->replay.next};
    const uint64_t pending = run->pending_count;
    const uint64_t phases = done_digest(run);
    return fwrite(&preamble, sizeof preamble, 1, file) == 1 &&
           fwrite(&run->done, sizeof run->done, 1, file) == 1 &&
           learner_write(run->learner[0], file) &&
           learner_write(run->learner[1], file) &&
           fwrite(replay, sizeof replay, 1, file) == 1 &&
           write_samples(run->replay.samples, run->replay.count, file) &&
           fwrite(&pending, sizeof pending, 1, file) == 1 &&
           write_samples(run->pending, run->pending_count, file) &&
           fwrite(&phases, sizeof phases, 1, file) == 1 &&
           fwrite(run->used, sizeof run->used, 1, file) == 1;
}

/* Computes the digest of the file's first `size` bytes. */
static bool digest_file(FILE *file, int64_t size, uint64_t *digest)
{
    unsigned char bytes[1 << 14];
    rewind(file);
    *digest = digest_start();
    while (size > 0) {
        size_t wanted = size < (int64_t)sizeof bytes ? (size_t)size : sizeof bytes;
        if (fread(bytes, 1, wanted, file) != wanted) {
            return false;
        }
        *digest = digest_bytes(*digest, bytes, wanted);
        size -= (int64_t)wanted;
    }
    return true;
}

static bool write_train_state(const struct train_run *run, FILE *file)
{
    uint64_t digest;
    return write_body(run, file) && fflush(file) == 0 &&
           digest_file(file, (int64_t)ftello(file), &digest) &&
           fseeko(file, 0, SEEK_END) == 0 &&
           fwrite(&digest, sizeof digest, 1, file) == 1;
}

static bool save_state(const struct train_run *run, struct error *err)
{
    char path[4096];
    struct file_draft draft;
    if (!train_path(run->options->out, "state", path, err) ||
        !file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    return write_train_state(run, draft.stream)
               ? file_draft_keep(&draft, FILE_SAFE_ON_DISK, err)
               : file_draft_fail(&draft, err);
}

static bool save_net(const struct train_run *run, int which, struct error *err)
{
    static const char *const names[2] = {"small.net", "big.net"};
    char path[4096];
    if (!train_path(run->options->out, names[which], path, err)) {
        return false;
    }
    struct weights *w = learner_export(run->learner[which], true);
    if (w == NULL) {
        return error_no_memory(err);
    }
    bool is_saved = weights_save(w, path, err);
    weights_free(w);
    return is_saved;
}

bool train_save(struct train_run *run, struct error *err)
{
    train_conditions_note(run);
    return save_net(run, 0, err) && save_net(run, 1, err) && save_state(run, err);
}

/* ---- reading ---- */

static bool read_samples(struct sample *samples, uint64_t count, FILE *file)
{
    return count == 0 || fread(samples, sizeof *samples, count, file) == count;
}

static const char *preamble_fault(const struct preamble *found,
                                  const struct train_options *options)
{
    const struct preamble wanted = preamble_of(options);
    if (memcmp(found->magic, wanted.magic, sizeof wanted.magic) != 0) {
        return "not the state of a training run, or of another version";
    }
    if (found->byte_order != wanted.byte_order) {
        return "of a machine with another byte order";
    }
    if (found->seed != wanted.seed) {
        return "of a run with another seed";
    }
    return found->shape[0] != wanted.shape[0] || found->shape[1] != wanted.shape[1]
               ? "of a run with other nets"
               : NULL;
}

static bool is_sane(const struct train_progress *done)
{
    return done->phase >= 0 && done->phase <= TRAIN_PHASES_MAX && done->played >= 0 &&
           done->learnt >= 0 && done->phase_games >= 0 && done->games >= 0;
}

static bool read_body(struct train_run *run, FILE *file)
{
    uint64_t replay[2];
    uint64_t pending;
    if (fread(&run->done, sizeof run->done, 1, file) != 1 || !is_sane(&run->done) ||
        !learner_read(run->learner[0], file) || !learner_read(run->learner[1], file) ||
        fread(replay, sizeof replay, 1, file) != 1 ||
        replay[0] > run->replay.capacity || replay[1] >= run->replay.capacity ||
        !read_samples(run->replay.samples, replay[0], file) ||
        fread(&pending, sizeof pending, 1, file) != 1 || pending > PENDING_MAX ||
        !train_reserve_pending(run, pending) ||
        !read_samples(run->pending, pending, file)) {
        return false;
    }
    run->replay.count = replay[0];
    run->replay.next = replay[1];
    run->pending_count = pending;
    return true;
}

/* Reads the file. Returns NULL, or what is wrong with it. */
static const char *load_state(struct train_run *run, FILE *file)
{
    static const char damaged[] = "damaged";
    struct preamble preamble;
    if (fread(&preamble, sizeof preamble, 1, file) != 1) {
        return damaged;
    }
    const char *fault = preamble_fault(&preamble, run->options);
    if (fault != NULL) {
        return fault;
    }
    uint64_t digest;
    uint64_t found;
    int64_t size = fseeko(file, 0, SEEK_END) == 0 ? (int64_t)ftello(file) : 0;
    if (size < (int64_t)(sizeof preamble + sizeof found) ||
        !digest_file(file, size - (int64_t)sizeof found, &digest) ||
        fread(&found, sizeof found, 1, file) != 1 || found != digest ||
        fseeko(file, sizeof preamble, SEEK_SET) != 0 || !read_body(run, file)) {
        return damaged;
    }
    const int64_t left = size - (int64_t)sizeof digest - (int64_t)ftello(file);
    if (left > 0 &&
        (fread(&found, sizeof found, 1, file) != 1 || found != done_digest(run))) {
        return "of a run that has done other phases";
    }
    return left <= (int64_t)sizeof found ||
                   fread(run->used, sizeof run->used, 1, file) == 1
               ? NULL
               : damaged;
}

bool train_load(struct train_run *run, struct error *err)
{
    char path[4096];
    if (!train_path(run->options->out, "state", path, err)) {
        return false;
    }
    FILE *file = file_to_read(path, err);
    if (file == NULL) {
        return false;
    }
    const char *fault = load_state(run, file);
    (void)fclose(file);
    return fault == NULL || error_at_path(err, 0, path, fault);
}
