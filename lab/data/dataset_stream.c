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
    size_t window; /* in units: a sample each, or a sample and room for its sibling */
    size_t width;  /* samples of a unit, 1 or 2 */
    size_t held;   /* units */
    struct sample *sample; /* (window + DATASET_BLOCK_MAX, width) */
    struct sample *block;  /* (DATASET_BLOCK_MAX), as read */
    bool has_sibling;      /* drawn with the sample before it, and comes next: */
    struct sample sibling;
};

static bool list_blocks(struct dataset_stream *stream, struct error *err)
{
    for (int d = 0; d < stream->datasets; d++) {
        stream->places += dataset_info(stream->dataset[d])->blocks;
        stream->count += dataset_info(stream->dataset[d])->count;
    }
    stream->place = calloc((size_t)stream->places + 1, sizeof *stream->place);
    stream->sample = malloc((stream->window + DATASET_BLOCK_MAX) * stream->width *
                            sizeof *stream->sample);
    stream->block = malloc(DATASET_BLOCK_MAX * sizeof *stream->block);
    if (stream->place == NULL || stream->sample == NULL || stream->block == NULL) {
        return error_no_memory(err);
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
    stream->has_sibling = false;
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
                                           size_t window, bool in_pairs, uint64_t seed,
                                           struct error *err)
{
    struct dataset_stream *stream = error_allocate(sizeof *stream, err);
    if (stream == NULL) {
        return NULL;
    }
    stream->seed = seed;
    stream->window = window;
    stream->width = in_pairs ? 2 : 1;
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
    free(stream->block);
    free(stream);
}

int64_t dataset_stream_count(const struct dataset_stream *stream)
{
    return stream->count;
}

/* Adds the samples of the block to the window. The second sample of a unit counts if it
 * is marked. */
static void hold_block(struct dataset_stream *stream, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct sample *unit = stream->sample + stream->held * stream->width;
        bool is_paired = stream->width == 2 && i > 0 &&
                         sample_is_sibling(&stream->block[i]) &&
                         !sample_is_sibling(unit - 1);
        if (is_paired) {
            unit[-1] = stream->block[i];
        } else {
            unit[stream->width - 1] = (struct sample){0};
            unit[0] = stream->block[i];
            sample_set_sibling(&unit[0], false);
            stream->held++;
        }
    }
}

static bool fill_window(struct dataset_stream *stream, struct error *err)
{
    if (stream->held == 0 && stream->next == stream->places) {
        begin_pass(stream, stream->pass + 1);
    }
    while (stream->held < stream->window && stream->next < stream->places) {
        struct place place = stream->place[stream->next++];
        if (!dataset_read(place.dataset, place.block, stream->block, err)) {
            return false;
        }
        hold_block(stream, dataset_info(place.dataset)->block[place.block].count);
    }
    return true;
}

/* Takes a unit out of the window and returns its first sample. */
static struct sample draw_unit(struct dataset_stream *stream)
{
    struct sample *unit =
        stream->sample +
        rng_below(&stream->rng, (uint32_t)stream->held) * stream->width;
    const struct sample first = unit[0];
    stream->sibling = unit[stream->width - 1];
    stream->has_sibling = sample_is_sibling(&stream->sibling);
    stream->held--;
    memmove(unit, stream->sample + stream->held * stream->width,
            stream->width * sizeof *unit);
    return first;
}

bool dataset_stream_draw(struct dataset_stream *stream, struct sample *samples,
                         size_t count, struct error *err)
{
    for (size_t i = 0; i < count; i++) {
        if (stream->has_sibling) {
            samples[i] = stream->sibling;
            stream->has_sibling = false;
        } else if (fill_window(stream, err)) {
            samples[i] = draw_unit(stream);
        } else {
            return false;
        }
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
