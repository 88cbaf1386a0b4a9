#include "lab/data/dataset_stream.h"

#include <stdlib.h>
#include <string.h>

#include "engine/board/rng.h"
#include "lab/data/dataset.h"

struct place {
    struct dataset *dataset;
    int block;
};

struct dataset_stream {
    int datasets;
    struct dataset **dataset;
    int places;
    struct place *place; /* all blocks of all datasets, in the order of this pass */
    int next;            /* block to be read */
    int64_t count;
    uint64_t seed;
    int64_t pass; /* 0, 1, ... */
    struct rng rng;
    size_t window;
    size_t held;
    struct sample *sample; /* (window + DATASET_BLOCK_MAX) */
};

static bool list_blocks(struct dataset_stream *stream, struct error *err)
{
    for (int d = 0; d < stream->datasets; d++) {
        stream->places += dataset_info(stream->dataset[d])->blocks;
        stream->count += dataset_info(stream->dataset[d])->count;
    }
    stream->place = calloc((size_t)stream->places + 1, sizeof *stream->place);
    stream->sample =
        malloc((stream->window + DATASET_BLOCK_MAX) * sizeof *stream->sample);
    if (stream->place == NULL || stream->sample == NULL) {
        return error_set(err, "no memory for a window of %zu samples", stream->window);
    }
    if (stream->places == 0) {
        error_set(err, "there are no samples in the datasets");
    }
    return stream->places > 0;
}

/* The order of blocks and the dice of a pass depend on nothing but seed and pass. */
static void begin_pass(struct dataset_stream *stream, int64_t pass)
{
    stream->pass = pass;
    stream->next = 0;
    stream->held = 0;
    rng_seed(&stream->rng, stream->seed, (uint64_t)pass);
    int at = 0;
    for (int d = 0; d < stream->datasets; d++) {
        for (int b = 0; b < dataset_info(stream->dataset[d])->blocks; b++) {
            stream->place[at++] = (struct place){stream->dataset[d], b};
        }
    }
    for (int i = stream->places; i > 1; i--) {
        int j = (int)rng_below(&stream->rng, (uint32_t)i);
        struct place swap = stream->place[i - 1];
        stream->place[i - 1] = stream->place[j];
        stream->place[j] = swap;
    }
}

struct dataset_stream *dataset_stream_open(const char *const *paths, int count,
                                           size_t window, uint64_t seed,
                                           struct error *err)
{
    struct dataset_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        error_set(err, "no memory");
        return NULL;
    }
    stream->seed = seed;
    stream->window = window;
    stream->dataset = calloc((size_t)count + 1, sizeof *stream->dataset);
    bool is_good = stream->dataset != NULL;
    while (is_good && stream->datasets < count) {
        struct dataset *dataset = dataset_open(paths[stream->datasets], err);
        is_good = dataset != NULL;
        if (is_good) {
            stream->dataset[stream->datasets++] = dataset;
        }
    }
    if (!is_good || !list_blocks(stream, err)) {
        dataset_stream_close(stream);
        return NULL;
    }
    begin_pass(stream, 0);
    return stream;
}

void dataset_stream_close(struct dataset_stream *stream)
{
    if (stream == NULL) {
        return;
    }
    for (int d = 0; d < stream->datasets; d++) {
        dataset_close(stream->dataset[d]);
    }
    free(stream->dataset);
    free(stream->place);
    free(stream->sample);
    free(stream);
}

int64_t dataset_stream_count(const struct dataset_stream *stream)
{
    return stream->count;
}

static bool fill_window(struct dataset_stream *stream, struct error *err)
{
    if (stream->held == 0 && stream->next == stream->places) {
        begin_pass(stream, stream->pass + 1);
    }
    while (stream->held < stream->window && stream->next < stream->places) {
        struct place place = stream->place[stream->next++];
        if (!dataset_read(place.dataset, place.block, stream->sample + stream->held,
                          err)) {
            return false;
        }
        stream->held += dataset_info(place.dataset)->block[place.block].count;
    }
    return true;
}

bool dataset_stream_draw(struct dataset_stream *stream, struct sample *samples,
                         size_t count, struct error *err)
{
    for (size_t i = 0; i < count; i++) {
        if (!fill_window(stream, err)) {
            return false;
        }
        uint32_t at = rng_below(&stream->rng, (uint32_t)stream->held);
        samples[i] = stream->sample[at];
        stream->sample[at] = stream->sample[--stream->held];
    }
    return true;
}

bool dataset_stream_skip(struct dataset_stream *stream, int64_t count,
                         struct error *err)
{
    begin_pass(stream, count / stream->count);
    struct sample sample;
    bool is_good = true;
    for (int64_t i = count % stream->count; is_good && i > 0; i--) {
        is_good = dataset_stream_draw(stream, &sample, 1, err);
    }
    return is_good;
}
