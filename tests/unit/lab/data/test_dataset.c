/* Samples and datasets: round trips, torn ends cut off, other damage named. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/board/position.h"
#include "lab/data/dataset.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { HEADER = 256, BLOCK_HEADER = 32, SAMPLE_BYTES = 20, COUNT = 50 };
static const char note[] = "nets 17 and 4, seed 9";

static struct scene {
    char path[64];
    struct sample sample[3][COUNT];
} scene;

static struct sample random_sample(struct rng *rng)
{
    struct position pos;
    random_position(rng, &pos);
    float win = (float)rng_unit(rng);
    return sample_of(&pos, (struct outputs){win, win / 2, win / 8, (1 - win) / 3, 0});
}

static int set_scene(void **state)
{
    memset(&scene, 0, sizeof scene);
    strcpy(scene.path, "/tmp/fibsbot-dataset-XXXXXX");
    int fd = mkstemp(scene.path);
    assert_true(fd >= 0);
    (void)close(fd);
    struct rng rng;
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < 3 * COUNT; i++) {
        scene.sample[i / COUNT][i % COUNT] = random_sample(&rng);
        sample_set_sibling(&scene.sample[i / COUNT][i % COUNT], i % 7 == 1);
    }
    return 0;
}

static int clear_scene(void **state)
{
    (void)unlink(scene.path);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_scene, clear_scene)

static void append_block(int which, uint64_t mark)
{
    struct error err = {0};
    struct dataset_writer *writer = dataset_append(scene.path, note, &err);
    assert_good(writer != NULL, &err);
    assert_true(dataset_write(writer, scene.sample[which], COUNT, mark, &err));
    assert_true(dataset_writer_close(writer, &err));
}

static void check_blocks(int blocks, int64_t torn)
{
    struct error err = {0};
    struct sample found[COUNT];
    struct dataset *dataset = dataset_open(scene.path, &err);
    assert_good(dataset != NULL, &err);
    assert_int_equal(dataset_info(dataset)->blocks, blocks);
    assert_int_equal(dataset_info(dataset)->count, blocks * COUNT);
    assert_int_equal(dataset_info(dataset)->cut_off, torn);
    assert_string_equal(dataset_info(dataset)->note, note);
    for (int b = 0; b < blocks; b++) {
        assert_int_equal(dataset_info(dataset)->block[b].mark, 100 + b);
        assert_true(dataset_read(dataset, b, found, &err));
        assert_memory_equal(found, scene.sample[b], sizeof found);
    }
    dataset_close(dataset);
}

TEST(sample_keeps_position_and_target)
{
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < 2000; i++) {
        struct position pos;
        random_position(&rng, &pos);
        struct position found;
        const struct outputs target = {(float)rng_unit(&rng), 0.25F, 1e-5F, 1.0F, 0.0F};
        struct sample sample = sample_of(&pos, target);
        sample_position(&sample, &found);
        assert_true(position_equal(&pos, &found));
        assert_true(sample_is_sound(&sample));
        struct outputs kept = sample_target(&sample);
        assert_true(kept.win - target.win < 1e-5F && target.win - kept.win < 1e-5F);
        assert_true(kept.win_gammon > 0.2499F && kept.win_gammon < 0.2501F);
        assert_true(kept.lose_gammon == 1.0F && kept.lose_backgammon == 0.0F);
    }
}

/* The mark is the last bit of the first side; in the second it is damage. */
TEST(mark_of_a_sibling_changes_nothing_else)
{
    struct rng rng;
    rng_seed(&rng, 6, 0);
    for (int i = 0; i < 2000; i++) {
        struct sample sample = random_sample(&rng);
        struct sample marked = sample;
        struct position pos;
        struct position found;
        assert_false(sample_is_sibling(&sample));
        sample_set_sibling(&marked, true);
        assert_true(sample_is_sibling(&marked));
        assert_memory_not_equal(&marked, &sample, sizeof sample);
        assert_true(sample_is_sound(&marked));
        sample_position(&sample, &pos);
        sample_position(&marked, &found);
        assert_true(position_equal(&pos, &found));
        assert_memory_equal(marked.target, sample.target, sizeof sample.target);
        sample_set_sibling(&marked, false);
        assert_memory_equal(&marked, &sample, sizeof sample);
        marked.side[1][SAMPLE_SIDE - 1] |= 0x80;
        assert_false(sample_is_sound(&marked));
    }
}

TEST(targets_outside_0_to_1_are_cut)
{
    struct position pos;
    position_start(&pos);
    struct sample sample = sample_of(&pos, (struct outputs){1.2F, -0.1F, 0, 0, 0});
    assert_true(sample_target(&sample).win == 1.0F);
    assert_true(sample_target(&sample).win_gammon == 0.0F);
}

TEST(random_bytes_are_seldom_sound_samples)
{
    struct rng rng;
    struct sample sample;
    rng_seed(&rng, 3, 0);
    memset(&sample, 0xff, sizeof sample);
    assert_false(sample_is_sound(&sample));
    for (int i = 0; i < 1000; i++) {
        for (int k = 0; k < 2 * SAMPLE_SIDE; k++) {
            sample.side[k / SAMPLE_SIDE][k % SAMPLE_SIDE] = (uint8_t)rng_next(&rng);
        }
        struct position pos;
        sample_position(&sample, &pos); /* harmless whatever stands there */
        if (sample_is_sound(&sample)) {
            assert_null(position_fault(&pos));
        }
    }
}

CASE(blocks_are_read_as_they_were_appended)
{
    append_block(0, 100);
    check_blocks(1, 0);
    append_block(1, 101);
    append_block(2, 102);
    check_blocks(3, 0);
}

CASE(writer_tells_how_far_the_file_had_come)
{
    append_block(0, 77);
    struct dataset_writer *writer = dataset_append(scene.path, note, NULL);
    assert_non_null(writer);
    assert_int_equal(dataset_writer_mark(writer), 77);
    assert_int_equal(dataset_writer_count(writer), COUNT);
    assert_true(dataset_writer_close(writer, NULL));
}

/* Wherever the last block was cut, readers pass over it and writers replace it. */
CASE(torn_block_is_passed_over_and_cut_off)
{
    const off_t whole = HEADER + BLOCK_HEADER + COUNT * SAMPLE_BYTES;
    static const int left[] = {1,  20,  32,
                               33, 500, BLOCK_HEADER + COUNT * SAMPLE_BYTES - 1};
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        assert_int_equal(truncate(scene.path, 0), 0);
        append_block(0, 100);
        append_block(1, 101);
        assert_int_equal(truncate(scene.path, whole + left[i]), 0);
        check_blocks(1, left[i]);
        append_block(1, 101);
        check_blocks(2, 0);
    }
}

CASE(file_cut_inside_its_header_is_begun_anew_by_writers_only)
{
    struct error err = {0};
    append_block(0, 100);
    assert_int_equal(truncate(scene.path, 100), 0);
    assert_null(dataset_open(scene.path, &err));
    append_block(0, 100);
    check_blocks(1, 0);
}

static long read_file(const char *path, unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t read = fread(bytes, 1, size, file);
    (void)fclose(file);
    return (long)read;
}

CASE(other_damage_is_refused_with_its_place)
{
    enum { SECOND = HEADER + BLOCK_HEADER + COUNT * SAMPLE_BYTES };
    static const struct {
        long at;
        const char *shown;
    } cases[] = {
        {0, "not a dataset"},
        {8, "version"},
        {40, "damaged header, at byte 0"},
        {HEADER + 1, "damaged block, at byte 256"},
        {HEADER + 5, "damaged block, at byte 256"},
        {HEADER + 9, "damaged block, at byte 256"},
        {HEADER + 17, "damaged block, at byte 256"},
        {HEADER + BLOCK_HEADER + 100, "damaged block, at byte 256"},
        {SECOND + 4, "damaged block, at byte 1288"},
        {SECOND + BLOCK_HEADER + 999, "damaged block, at byte 1288"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err = {0};
        assert_int_equal(truncate(scene.path, 0), 0);
        append_block(0, 100);
        append_block(1, 101);
        test_file_damage(scene.path, cases[i].at, 0x10);
        assert_null(dataset_append(scene.path, note, &err));
        assert_holds(err.text, cases[i].shown);
    }
}

/* ---- damage anywhere ------------------------------------------------------------- */

enum { KILLED_BLOCKS = 400, BLOCK_SAMPLES = 1500 };
enum { BLOCKS = 3, BLOCK = BLOCK_HEADER + COUNT * SAMPLE_BYTES };
enum { WHOLE = HEADER + BLOCKS * BLOCK };

static void make_whole(void)
{
    assert_int_equal(truncate(scene.path, 0), 0);
    for (int b = 0; b < BLOCKS; b++) {
        append_block(b, 100 + (uint64_t)b);
    }
}

/* Opens the file and reads all of it, as training does. */
static bool read_all(const char *path, struct error *err)
{
    static struct sample found[BLOCK_SAMPLES];
    struct dataset *dataset = dataset_open(path, err);
    bool is_good = dataset != NULL;
    for (int b = 0; is_good && b < dataset_info(dataset)->blocks; b++) {
        is_good = dataset_read(dataset, b, found, err);
    }
    dataset_close(dataset);
    return is_good;
}

/* Though all digests are right. */
CASE(position_that_cannot_be_is_refused_with_its_place)
{
    struct error err = {0};
    struct sample samples[2];
    struct position pos;
    position_start(&pos);
    samples[0] = sample_of(&pos, (struct outputs){.win = 0.5F});
    pos.theirs.at[6] -= 2;
    pos.theirs.at[25 - 6] = 2; /* where mine has a point */
    samples[1] = sample_of(&pos, (struct outputs){.win = 0.5F});
    struct dataset_writer *writer = dataset_append(scene.path, note, NULL);
    assert_true(dataset_write(writer, samples, 2, 1, NULL));
    assert_true(dataset_writer_close(writer, NULL));
    assert_false(read_all(scene.path, &err));
    assert_non_null(strstr(err.text, "a position that cannot be, at byte 308"));
}

CASE(every_changed_byte_is_refused_with_its_place)
{
    make_whole();
    for (int at = 0; at < WHOLE; at++) {
        char place[32];
        struct error err = {0};
        struct error also = {0};
        int block = HEADER + (at - HEADER) / BLOCK * BLOCK;
        FORMAT_TEXT(place, "at byte %d", at < HEADER ? 0 : block);
        test_file_damage(scene.path, at, 0x10);
        assert_false(read_all(scene.path, &err));
        assert_null(dataset_append(scene.path, note, &also));
        test_file_damage(scene.path, at, 0x10);
        bool is_version = at >= 8 && at < 12;
        if (strstr(err.text, is_version ? "at byte 8" : place) == NULL ||
            strstr(err.text, scene.path) == NULL || strcmp(err.text, also.text) != 0) {
            fail_msg("byte %d: %s; %s", at, err.text, also.text);
        }
    }
    check_blocks(BLOCKS, 0);
}

/* A file that ends anywhere has its whole blocks, and goes on to the same bytes. */
CASE(file_cut_anywhere_goes_on_to_the_same_bytes)
{
    static unsigned char want[WHOLE];
    static unsigned char found[WHOLE + 1];
    make_whole();
    assert_int_equal(read_file(scene.path, want, sizeof want), WHOLE);
    for (int size = WHOLE - 1; size >= 0; size -= 41) {
        int whole = size < HEADER ? 0 : (size - HEADER) / BLOCK;
        assert_int_equal(truncate(scene.path, size), 0);
        if (size >= HEADER) {
            check_blocks(whole, (size - HEADER) % BLOCK);
        }
        for (int b = whole; b < BLOCKS; b++) {
            append_block(b, 100 + (uint64_t)b);
        }
        assert_int_equal(read_file(scene.path, found, sizeof found), WHOLE);
        assert_memory_equal(found, want, sizeof want);
    }
}

/* ---- kill -9 --------------------------------------------------------------------- */

static struct sample *many_samples(void)
{
    struct sample *samples = calloc(BLOCK_SAMPLES, sizeof *samples);
    struct rng rng;
    assert_non_null(samples);
    rng_seed(&rng, 8, 0);
    for (int i = 0; i < BLOCK_SAMPLES; i++) {
        samples[i] = random_sample(&rng);
    }
    return samples;
}

/* Goes on with the file until it has all blocks; the mark says how many there are. */
static bool fill(const char *path, const struct sample *samples)
{
    struct dataset_writer *writer = dataset_append(path, note, NULL);
    bool is_good = writer != NULL;
    uint64_t b = is_good ? dataset_writer_mark(writer) : 0;
    for (; is_good && b < KILLED_BLOCKS; b++) {
        size_t count = BLOCK_SAMPLES - b % 7;
        is_good = dataset_write(writer, samples, count, b + 1, NULL);
    }
    return is_good && dataset_writer_close(writer, NULL);
}

static void check_filled(const char *path)
{
    struct dataset *dataset = dataset_open(path, NULL);
    assert_non_null(dataset);
    assert_int_equal(dataset_info(dataset)->blocks, KILLED_BLOCKS);
    assert_int_equal(dataset_info(dataset)->cut_off, 0);
    for (int b = 0; b < KILLED_BLOCKS; b++) {
        assert_int_equal(dataset_info(dataset)->block[b].mark, b + 1);
        assert_int_equal(dataset_info(dataset)->block[b].count, BLOCK_SAMPLES - b % 7);
    }
    dataset_close(dataset);
    assert_true(read_all(path, NULL));
}

/* One that is through before it is killed begins again with nothing: the machine decides
 * how far it comes in a given time. */
CASE(killed_writer_loses_nothing_that_it_had_written)
{
    struct sample *samples = many_samples();
    struct rng rng;
    int killed = 0, tries = 0;
    bool is_done = false;
    rng_seed(&rng, 11, 0);
    while (!is_done) {
        assert_true(tries++ < 1000);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            _exit(fill(scene.path, samples) ? 0 : 1);
        }
        if (killed < 12) {
            const struct timespec pause = {.tv_nsec = rng_below(&rng, 8000000)};
            (void)nanosleep(&pause, NULL);
            (void)kill(child, SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_false(WIFEXITED(status) && WEXITSTATUS(status) != 0);
        killed += WIFSIGNALED(status);
        is_done = WIFEXITED(status) && killed > 0;
        if (WIFEXITED(status) && !is_done) {
            assert_int_equal(unlink(scene.path), 0);
        }
    }
    check_filled(scene.path);
    free(samples);
}

CASE(file_of_another_making_is_not_appended_to)
{
    struct error err = {0};
    append_block(0, 100);
    assert_null(dataset_append(scene.path, "nets 18 and 5", &err));
    assert_non_null(strstr(err.text, note));
    check_blocks(1, 0);
}

CASE(second_writer_is_kept_out)
{
    struct error err = {0};
    struct dataset_writer *writer = dataset_append(scene.path, note, NULL);
    assert_non_null(writer);
    assert_null(dataset_append(scene.path, note, &err));
    assert_non_null(strstr(err.text, "another program"));
    assert_true(dataset_writer_close(writer, NULL));
}

TEST(file_that_is_not_there_is_named)
{
    struct error err = {0};
    assert_null(dataset_open("/nowhere/a.data", &err));
    assert_non_null(strstr(err.text, "/nowhere/a.data"));
    assert_null(dataset_append("/nowhere/a.data", note, &err));
    assert_non_null(strstr(err.text, "/nowhere/a.data"));
}

TEST_MAIN(NULL, NULL)
