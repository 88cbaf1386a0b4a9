/*
 * What a run learns from besides its phases. OUT/state has a digest of each of these
 * options once a phase that uses it has begun; whoever goes on must give it again.
 */
#include <sys/stat.h>

#include "base/digest.h"
#include "base/file.h"
#include "engine/race/race.h"
#include "lab/train/train_internal.h"

enum { BEAROFF, RACE, TEACHER, DATA, SIBLING_WEIGHT, COPY, IN_BYTES };
enum { OF_FIT = 1 << TRAIN_FIT, OF_REFIT = 1 << TRAIN_REFIT, OF_ALL = 2 * OF_FIT - 1 };

static const struct {
    const char *option;
    unsigned kinds; /* of the phases that use it */
} rows[TRAIN_CONDITIONS] = {
    [BEAROFF] = {"--bearoff", OF_ALL - OF_FIT},
    [RACE] = {"--race", OF_ALL - OF_FIT},
    [TEACHER] = {"--teacher", OF_REFIT},
    [DATA] = {"--data", OF_FIT},
    [SIBLING_WEIGHT] = {"--sibling-weight", OF_FIT},
    [COPY] = {"--copy", OF_FIT},
    [IN_BYTES] = {"--in-bytes", OF_ALL},
};

/* Of a net or a dataset, with its size: it has digests of what follows. */
static bool add_beginning(uint64_t *digest, const char *path, struct error *err)
{
    unsigned char bytes[1 << 14];
    struct stat status;
    ssize_t length = file_read(path, bytes, sizeof bytes);
    if (length < 0 || stat(path, &status) != 0) {
        return error_of_path(err, path);
    }
    *digest = digest_bytes(*digest, bytes, (size_t)length);
    *digest = digest_bytes(*digest, &status.st_size, sizeof status.st_size);
    return true;
}

static bool add_data(uint64_t *digest, const struct train_options *options,
                     struct error *err)
{
    bool is_good = true;
    for (int i = 0; is_good && i < options->datasets; i++) {
        is_good = add_beginning(digest, options->data[i], err);
    }
    return is_good;
}

static bool digest_option(const struct train_run *run, int which, uint64_t *digest,
                          struct error *err)
{
    const struct train_options *options = run->options;
    *digest = digest_start();
    switch (which) {
    case TEACHER:
        *digest = net_digest(run->teacher[0]) + 3 * net_digest(run->teacher[1]);
        return true;
    case DATA:
        return add_data(digest, options, err);
    case COPY:
        return options->copied == NULL || add_beginning(digest, options->copied, err);
    case SIBLING_WEIGHT:
        *digest = digest_bytes(*digest, &options->sibling_weight,
                               sizeof options->sibling_weight);
        return true;
    case RACE:
        if (options->race != NULL) {
            *digest = race_net_digest(race_net_of(options->race));
        }
        return true;
    default:
        *digest = digest_u32(*digest, which == IN_BYTES ? options->in_bytes
                                                        : options->bearoff != NULL);
        return true;
    }
}

/* Whether one of these phases is of these kinds. */
static bool is_used(const struct train_options *options, int64_t from, int64_t end,
                    unsigned kinds)
{
    bool is_used = false;
    for (int64_t p = from; p < end && p < options->phases; p++) {
        is_used = is_used || (kinds & 1U << options->phase[p].kind) != 0;
    }
    return is_used;
}

bool train_conditions_check(struct train_run *run, struct error *err)
{
    const struct train_options *options = run->options;
    for (int i = 0; i < TRAIN_CONDITIONS; i++) {
        if (!is_used(options, run->done.phase, options->phases, rows[i].kinds)) {
            continue; /* it no longer matters, and its files may be gone */
        }
        if (!digest_option(run, i, &run->given[i], err)) {
            return false;
        }
        if (run->used[i] != 0 && run->used[i] != run->given[i]) {
            return error_set(err, "%.100s/state: %s is not that of the run so far",
                             options->out, rows[i].option);
        }
    }
    return true;
}

void train_conditions_note(struct train_run *run)
{
    const struct train_progress *done = &run->done;
    bool has_begun = done->phase_games > 0 || done->played > 0;
    for (int i = 0; i < TRAIN_CONDITIONS; i++) {
        if (run->used[i] == 0 &&
            is_used(run->options, 0, done->phase + has_begun, rows[i].kinds)) {
            run->used[i] = run->given[i];
        }
    }
}
