#include "lab/data/dataset.h"
#include "base/file.h"
#include "lab/data/dataset_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/digest.h"

enum {
    VERSION = 1,
    HEADER_SIZE = 256,
    AT_VERSION = 8,
    AT_SAMPLE_SIZE = 12,
    AT_ENCODING = 16,
    AT_DIGEST = 24,
    AT_NOTE = 32,

    BLOCK_HEADER_SIZE = 32,
    AT_COUNT = 4,
    AT_MARK = 8,
    AT_SAMPLES_DIGEST = 16,
    AT_BLOCK_DIGEST = 24,

    SAMPLE_SIZE = 2 * SAMPLE_SIDE + 2 * SAMPLE_TARGETS
};
static const char magic[8] = "fibsdata";
static const char block_magic[4] = "blok";

struct dataset {
    FILE *file;
    char *name;
    struct dataset_info info;
    int room;             /* of info.block */
    int64_t end;          /* of the last complete block */
    size_t most;          /* samples of the largest block */
    unsigned char *bytes; /* of such a block */
};

struct dataset_writer {
    FILE *file;
    char *name;
    int64_t count;
    uint64_t mark;
    unsigned char *bytes; /* of a block with its header */
};

/* ---- numbers and samples as bytes ---- */

static void put_sample(unsigned char *p, const struct sample *sample)
{
    memcpy(p, sample->side, sizeof sample->side);
    for (int t = 0; t < SAMPLE_TARGETS; t++) {
        bytes_put(p + sizeof sample->side + 2 * t, 2, sample->target[t]);
    }
}

static void get_sample(const unsigned char *p, struct sample *sample)
{
    memcpy(sample->side, p, sizeof sample->side);
    for (int t = 0; t < SAMPLE_TARGETS; t++) {
        sample->target[t] = (uint16_t)bytes_get(p + sizeof sample->side + 2 * t, 2);
    }
}

/* The digest of samples with all checkers of a side on two points, for every pair of
 * points and off. */
static uint64_t encoding_digest(void)
{
    uint64_t digest = digest_start();
    for (int a = 0; a <= POINT_BAR; a++) {
        for (int b = 0; b <= POINT_BAR; b++) {
            struct position pos;
            unsigned char bytes[SAMPLE_SIZE];
            memset(&pos, 0, sizeof pos);
            pos.mine.at[a] = CHECKERS;
            pos.theirs.at[a] = 4;
            pos.theirs.at[b] = (uint8_t)(pos.theirs.at[b] + CHECKERS - 4);
            float part = (float)a / (float)(1 + a + b);
            struct sample sample = sample_of(
                &pos, (struct outputs){part, part / 2, part / 4, part / 8, 1 - part});
            put_sample(bytes, &sample);
            digest = digest_bytes(digest, bytes, sizeof bytes);
        }
    }
    return digest;
}

/* ---- the header ---- */

static uint64_t header_digest(const unsigned char header[HEADER_SIZE])
{
    unsigned char copy[HEADER_SIZE];
    memcpy(copy, header, sizeof copy);
    memset(copy + AT_DIGEST, 0, 8);
    return digest_bytes(digest_start(), copy, sizeof copy);
}

static void make_header(unsigned char header[HEADER_SIZE], const char *note)
{
    memset(header, 0, HEADER_SIZE);
    memcpy(header, magic, sizeof magic);
    bytes_put(header + AT_VERSION, 4, VERSION);
    bytes_put(header + AT_SAMPLE_SIZE, 4, SAMPLE_SIZE);
    bytes_put(header + AT_ENCODING, 8, encoding_digest());
    memcpy(header + AT_NOTE, note, strnlen(note, DATASET_NOTE_SIZE - 1));
    bytes_put(header + AT_DIGEST, 8, header_digest(header));
}

static bool check_header(struct dataset *dataset, struct error *err)
{
    unsigned char header[HEADER_SIZE] = {0};
    size_t size = fread(header, 1, sizeof header, dataset->file);
    const char *fault = NULL;
    if (size < sizeof header || memcmp(header, magic, sizeof magic) != 0) {
        fault = "not a dataset of samples, at byte 0";
    } else if (bytes_get(header + AT_VERSION, 4) != VERSION) {
        fault = "a version of the format that this program does not know, at byte 8";
    } else if (bytes_get(header + AT_DIGEST, 8) != header_digest(header)) {
        fault = "damaged header, at byte 0";
    } else if (bytes_get(header + AT_SAMPLE_SIZE, 4) != SAMPLE_SIZE ||
               bytes_get(header + AT_ENCODING, 8) != encoding_digest()) {
        fault = "samples are encoded otherwise than here, at byte 12";
    }
    if (fault != NULL) {
        return error_at_path(err, 0, dataset->name, fault);
    }
    memcpy(dataset->info.note, header + AT_NOTE, sizeof dataset->info.note - 1);
    return true;
}

/* ---- reading ---- */

static bool add_block(struct dataset *dataset, struct dataset_block block)
{
    struct dataset_info *info = &dataset->info;
    if (info->blocks == dataset->room) {
        int room = dataset->room > 0 ? 2 * dataset->room : 64;
        struct dataset_block *more = realloc(info->block, (size_t)room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        info->block = more;
        dataset->room = room;
    }
    info->block[info->blocks++] = block;
    info->count += block.count;
    dataset->most = block.count > dataset->most ? block.count : dataset->most;
    return true;
}

static bool set_fault(const struct dataset *dataset, int64_t offset, const char *fault,
                      struct error *err)
{
    return error_set(err, "%s: %s, at byte %lld", dataset->name, fault,
                     (long long)offset);
}

/* Reads the header of the block at `at`. `size` is that of the file. */
static bool scan_block(struct dataset *dataset, int64_t at, int64_t size,
                       struct error *err)
{
    unsigned char header[BLOCK_HEADER_SIZE];
    if (size - at < BLOCK_HEADER_SIZE) {
        dataset->info.cut_off = size - at;
        return true;
    }
    if (fseeko(dataset->file, at, SEEK_SET) != 0 ||
        fread(header, sizeof header, 1, dataset->file) != 1) {
        return set_fault(dataset, at, "cannot be read", err);
    }
    uint64_t count = bytes_get(header + AT_COUNT, 4);
    if (memcmp(header, block_magic, sizeof block_magic) != 0 || count == 0 ||
        count > DATASET_BLOCK_MAX ||
        bytes_get(header + AT_BLOCK_DIGEST, 8) !=
            digest_bytes(digest_start(), header, AT_BLOCK_DIGEST)) {
        return set_fault(dataset, at, "damaged block", err);
    }
    int64_t end = at + BLOCK_HEADER_SIZE + (int64_t)count * SAMPLE_SIZE;
    if (end > size) {
        dataset->info.cut_off = size - at;
        return true;
    }
    if (dataset->info.blocks == DATASET_BLOCKS_MAX) {
        return set_fault(dataset, at, "too many blocks", err);
    }
    dataset->end = end;
    const struct dataset_block block = {
        .offset = at, .count = (uint32_t)count, .mark = bytes_get(header + AT_MARK, 8)};
    return add_block(dataset, block) || set_fault(dataset, at, "out of memory", err);
}

static bool scan(struct dataset *dataset, struct error *err)
{
    if (!check_header(dataset, err)) {
        return false;
    }
    if (fseeko(dataset->file, 0, SEEK_END) != 0) {
        return set_fault(dataset, 0, strerror(errno), err);
    }
    int64_t size = ftello(dataset->file);
    dataset->end = HEADER_SIZE;
    while (dataset->end < size && dataset->info.cut_off == 0) {
        if (!scan_block(dataset, dataset->end, size, err)) {
            return false;
        }
    }
    return true;
}

struct dataset *dataset_open_file(FILE *file, const char *name, struct error *err)
{
    struct dataset *dataset = calloc(1, sizeof *dataset);
    if (dataset == NULL) {
        (void)fclose(file);
        error_no_memory(err);
        return NULL;
    }
    dataset->file = file;
    dataset->name = strdup(name);
    if (dataset->name == NULL) {
        error_no_memory(err);
    } else if (scan(dataset, err)) {
        dataset->bytes = malloc(dataset->most * SAMPLE_SIZE + 1);
        if (dataset->bytes != NULL) {
            return dataset;
        }
        error_no_memory(err);
    }
    dataset_close(dataset);
    return NULL;
}

struct dataset *dataset_open(const char *path, struct error *err)
{
    FILE *file = file_to_read(path, err);
    return file != NULL ? dataset_open_file(file, path, err) : NULL;
}

void dataset_close(struct dataset *dataset)
{
    if (dataset != NULL) {
        if (dataset->file != NULL) {
            (void)fclose(dataset->file);
        }
        free(dataset->name);
        free(dataset->info.block);
        free(dataset->bytes);
        free(dataset);
    }
}

const struct dataset_info *dataset_info(const struct dataset *dataset)
{
    return &dataset->info;
}

bool dataset_read(struct dataset *dataset, int block, struct sample *samples,
                  struct error *err)
{
    const struct dataset_block *b = &dataset->info.block[block];
    unsigned char header[BLOCK_HEADER_SIZE];
    if (fseeko(dataset->file, b->offset, SEEK_SET) != 0 ||
        fread(header, sizeof header, 1, dataset->file) != 1 ||
        fread(dataset->bytes, SAMPLE_SIZE, b->count, dataset->file) != b->count) {
        return set_fault(dataset, b->offset, "cannot be read", err);
    }
    size_t size = (size_t)b->count * SAMPLE_SIZE;
    if (bytes_get(header + AT_SAMPLES_DIGEST, 8) !=
        digest_bytes(digest_start(), dataset->bytes, size)) {
        return set_fault(dataset, b->offset, "damaged block", err);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        get_sample(dataset->bytes + (size_t)i * SAMPLE_SIZE, &samples[i]);
        if (!sample_is_sound(&samples[i])) {
            return set_fault(dataset,
                             b->offset + BLOCK_HEADER_SIZE + (int64_t)i * SAMPLE_SIZE,
                             "a position that cannot be", err);
        }
    }
    return true;
}

/* ---- writing ---- */

static bool check_all_blocks(struct dataset *dataset, struct error *err)
{
    struct sample *samples = malloc((dataset->most + 1) * sizeof *samples);
    bool is_good = samples != NULL;
    for (int b = 0; is_good && b < dataset->info.blocks; b++) {
        is_good = dataset_read(dataset, b, samples, err);
    }
    if (samples == NULL) {
        error_no_memory(err);
    }
    free(samples);
    return is_good;
}

/* Reads from an existing file what the writer needs, including where to continue. */
static bool read_existing(struct dataset_writer *writer, const char *note, int64_t *end,
                          struct error *err)
{
    struct dataset *dataset = dataset_open(writer->name, err);
    if (dataset == NULL) {
        return false;
    }
    bool is_same = strncmp(dataset->info.note, note, DATASET_NOTE_SIZE - 1) == 0;
    bool is_good = is_same && check_all_blocks(dataset, err);
    if (!is_same) {
        error_set(err, "%s: made otherwise, by %s", writer->name, dataset->info.note);
    }
    writer->count = dataset->info.count;
    writer->mark = dataset->info.blocks > 0
                       ? dataset->info.block[dataset->info.blocks - 1].mark
                       : 0;
    *end = dataset->end;
    dataset_close(dataset);
    return is_good;
}

/* Whether the file holds only a part of its header, as after a kill while it was
 * created. */
static bool has_cut_header(FILE *file, const unsigned char header[HEADER_SIZE])
{
    unsigned char found[HEADER_SIZE];
    size_t size = fread(found, 1, sizeof found, file);
    return size < sizeof found && memcmp(found, header, size) == 0;
}

static bool start_writing(struct dataset_writer *writer, const char *note,
                          struct error *err)
{
    unsigned char header[HEADER_SIZE];
    make_header(header, note);
    int64_t end = 0;
    bool is_new = has_cut_header(writer->file, header);
    if (!is_new && !read_existing(writer, note, &end, err)) {
        return false;
    }
    bool is_good = fseeko(writer->file, end, SEEK_SET) == 0 &&
                   ftruncate(fileno(writer->file), end) == 0;
    if (is_good && is_new) {
        is_good = fwrite(header, sizeof header, 1, writer->file) == 1 &&
                  fflush(writer->file) == 0;
    }
    return is_good || error_of_path(err, writer->name);
}

static FILE *open_locked(const char *path, struct error *err)
{
    FILE *file = fopen(path, "ab"); /* creates it */
    if (file != NULL) {
        (void)fclose(file);
        file = fopen(path, "r+b");
    }
    if (file == NULL) {
        error_of_path(err, path);
    } else if (!file_lock(file, path, err)) {
        (void)fclose(file);
        file = NULL;
    }
    return file;
}

static void free_writer(struct dataset_writer *writer)
{
    if (writer->file != NULL) {
        (void)fclose(writer->file);
    }
    free(writer->name);
    free(writer->bytes);
    free(writer);
}

struct dataset_writer *dataset_append(const char *path, const char *note,
                                      struct error *err)
{
    struct dataset_writer *writer = error_allocate(sizeof *writer, err);
    if (writer == NULL) {
        return NULL;
    }
    writer->name = strdup(path);
    writer->bytes = malloc(BLOCK_HEADER_SIZE + (size_t)DATASET_BLOCK_MAX * SAMPLE_SIZE);
    if (writer->name == NULL || writer->bytes == NULL) {
        error_no_memory(err);
    } else if ((writer->file = open_locked(path, err)) != NULL &&
               start_writing(writer, note, err)) {
        return writer;
    }
    free_writer(writer);
    return NULL;
}

int64_t dataset_writer_count(const struct dataset_writer *writer)
{
    return writer->count;
}

uint64_t dataset_writer_mark(const struct dataset_writer *writer)
{
    return writer->mark;
}

bool dataset_write(struct dataset_writer *writer, const struct sample *samples,
                   size_t count, uint64_t mark, struct error *err)
{
    unsigned char *header = writer->bytes;
    unsigned char *bytes = header + BLOCK_HEADER_SIZE;
    size_t size = count * SAMPLE_SIZE;
    for (size_t i = 0; i < count; i++) {
        put_sample(bytes + i * SAMPLE_SIZE, &samples[i]);
    }
    memcpy(header, block_magic, sizeof block_magic);
    bytes_put(header + AT_COUNT, 4, count);
    bytes_put(header + AT_MARK, 8, mark);
    bytes_put(header + AT_SAMPLES_DIGEST, 8, digest_bytes(digest_start(), bytes, size));
    bytes_put(header + AT_BLOCK_DIGEST, 8,
              digest_bytes(digest_start(), header, AT_BLOCK_DIGEST));
    if (fwrite(header, BLOCK_HEADER_SIZE + size, 1, writer->file) != 1 ||
        fflush(writer->file) != 0) {
        return error_of_path(err, writer->name);
    }
    writer->count += (int64_t)count;
    writer->mark = mark;
    return true;
}

bool dataset_writer_close(struct dataset_writer *writer, struct error *err)
{
    bool is_good = fsync(fileno(writer->file)) == 0;
    if (!is_good) {
        error_of_path(err, writer->name);
    }
    free_writer(writer);
    return is_good;
}
