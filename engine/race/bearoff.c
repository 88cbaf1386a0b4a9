#include "engine/race/bearoff.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/race/bearoff_format.h"
#include "engine/race/race_internal.h"

_Static_assert(sizeof(struct bearoff_header) == 64, "the header has no gaps");
_Static_assert(sizeof(struct bearoff_equities) == 16, "four floats in the file");

/* One database, mapped; `bytes` is NULL when there is none. */
struct image {
    const uint8_t *bytes;
    size_t size;
    int checkers;
};

struct bearoff {
    struct image one;
    struct image two;
    const float *off;   /* (arrangements, BEAROFF_ROLLS) */
    const float *first; /* (arrangements of 15 checkers, BEAROFF_FIRST_ROLLS) or NULL */
    const struct bearoff_equities *equities; /* (arrangements, arrangements) */
    size_t waiting;                          /* row length of equities */
};

/* ---- numbering ---- */

const uint16_t race_multisets[BEAROFF_POINTS][CHECKERS + 1] = {
    /* clang-format off */
    {0, 1,  2,  3,  4,   5,   6,   7,    8,    9,   10,   11,   12,    13,    14,    15},
    {0, 1,  3,  6, 10,  15,  21,  28,   36,   45,   55,   66,   78,    91,   105,   120},
    {0, 1,  4, 10, 20,  35,  56,  84,  120,  165,  220,  286,  364,   455,   560,   680},
    {0, 1,  5, 15, 35,  70, 126, 210,  330,  495,  715, 1001, 1365,  1820,  2380,  3060},
    {0, 1,  6, 21, 56, 126, 252, 462,  792, 1287, 2002, 3003, 4368,  6188,  8568, 11628},
    {0, 1,  7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376, 18564, 27132, 38760},
    /* clang-format on */
};

/* The combinatorial number system on the counts of checkers on and above each point: a
 * checker that moves down lowers one of them. */
int bearoff_index(const struct side *side)
{
    int above = 0;
    int index = 0;
    for (int p = BEAROFF_POINTS; p >= 1; p--) {
        above += side->at[p];
        if (above > CHECKERS) {
            return -1;
        }
        index += race_multisets[BEAROFF_POINTS - p][above];
    }
    return above + side->at[POINT_OFF] == CHECKERS ? index : -1;
}

size_t bearoff_arrangements(int checkers)
{
    return checkers < CHECKERS ? race_multisets[BEAROFF_POINTS - 1][checkers + 1]
                               : (size_t)BEAROFF_ARRANGEMENTS;
}

/* ---- the file ---- */

uint64_t bearoff_data_length(enum bearoff_kind kind, int checkers)
{
    uint64_t count = bearoff_arrangements(checkers);
    if (kind == BEAROFF_TWO_SIDED) {
        return count * count * sizeof(struct bearoff_equities);
    }
    uint64_t fifteen =
        checkers == CHECKERS ? count - bearoff_arrangements(CHECKERS - 1) : 0;
    return (count * BEAROFF_ROLLS + fifteen * BEAROFF_FIRST_ROLLS) * sizeof(float);
}

/* Four lanes of multiply-xorshift over 32-byte blocks, the rest byte by byte. */
uint64_t bearoff_checksum(const void *data, size_t length)
{
    const uint8_t *bytes = data;
    uint64_t lane[4] = {1, 2, 3, 4};
    size_t i = 0;
    for (; i + sizeof lane <= length; i += sizeof lane) {
        uint64_t word[4];
        memcpy(word, bytes + i, sizeof word);
        for (int k = 0; k < 4; k++) {
            lane[k] = (lane[k] ^ word[k]) * 0xff51afd7ed558ccdU;
            lane[k] ^= lane[k] >> 32;
        }
    }
    uint64_t sum = length;
    for (int k = 0; k < 4; k++) {
        sum = (sum ^ lane[k]) * 0xc4ceb9fe1a85ec53U;
        sum ^= sum >> 29;
    }
    for (; i < length; i++) {
        sum = (sum ^ bytes[i]) * 0x100000001b3U;
    }
    return sum;
}

struct bearoff_header bearoff_header_make(enum bearoff_kind kind, int checkers,
                                          const void *data)
{
    uint64_t length = bearoff_data_length(kind, checkers);
    return (struct bearoff_header){
        .magic = BEAROFF_MAGIC,
        .byte_order = BEAROFF_BYTE_ORDER,
        .version = BEAROFF_VERSION,
        .kind = kind,
        .points = BEAROFF_POINTS,
        .checkers = (uint32_t)checkers,
        .rolls = kind == BEAROFF_ONE_SIDED ? BEAROFF_ROLLS : 0,
        .data_length = length,
        .checksum = bearoff_checksum(data, (size_t)length),
    };
}

static bool wrong_field(const char *path, const char *field, uint64_t found,
                        uint64_t expected, struct error *err)
{
    return error_set_kind(err, ERROR_MALFORMED,
                          "%s: the %s of the bearoff database is %" PRIu64
                          ", expected %" PRIu64,
                          path, field, found, expected);
}

/* Checks the fields on which the meaning of all others depends. */
static bool check_header(const struct bearoff_header *header, enum bearoff_kind kind,
                         const char *path, struct error *err)
{
    const uint32_t rolls = kind == BEAROFF_ONE_SIDED ? BEAROFF_ROLLS : 0;
    const struct {
        const char *field;
        uint64_t found;
        uint64_t expected;
    } fields[] = {
        {"byte order", header->byte_order, BEAROFF_BYTE_ORDER},
        {"version", header->version, BEAROFF_VERSION},
        {"kind", header->kind, kind},
        {"number of points", header->points, BEAROFF_POINTS},
        {"number of rolls", header->rolls, rolls},
        {"reserved field", header->reserved, 0},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i].found != fields[i].expected) {
            return wrong_field(path, fields[i].field, fields[i].found,
                               fields[i].expected, err);
        }
    }
    if (header->checkers < 1 || header->checkers > CHECKERS) {
        return wrong_field(path, "number of checkers", header->checkers, CHECKERS, err);
    }
    return true;
}

static bool check_image(struct image *image, enum bearoff_kind kind, const char *path,
                        struct error *err)
{
    struct bearoff_header header;
    if (image->size < sizeof header ||
        memcmp(image->bytes, BEAROFF_MAGIC, sizeof BEAROFF_MAGIC) != 0) {
        return error_set_kind(err, ERROR_MALFORMED,
                              "%s: this is not a bearoff database (wrong magic)", path);
    }
    memcpy(&header, image->bytes, sizeof header);
    if (!check_header(&header, kind, path, err)) {
        return false;
    }
    image->checkers = (int)header.checkers;
    uint64_t length = bearoff_data_length(kind, image->checkers);
    if (header.data_length != length) {
        return wrong_field(path, "data length", header.data_length, length, err);
    }
    if (image->size - sizeof header != length) {
        return wrong_field(path, "file length", image->size, sizeof header + length,
                           err);
    }
    uint64_t sum = bearoff_checksum(image->bytes + sizeof header, (size_t)length);
    if (sum != header.checksum) {
        return error_set_kind(err, ERROR_MALFORMED,
                              "%s: the checksum of the bearoff database is wrong",
                              path);
    }
    /* from now on read only in places */
    (void)madvise((void *)(uintptr_t)image->bytes, image->size, MADV_DONTNEED);
    return true;
}

static bool map_file(const char *path, struct image *image, struct error *err)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        error_set_for(err, fd < 0 ? errno : EISDIR,
                      "%s: cannot open the bearoff database: %s", path,
                      fd < 0 ? strerror(errno) : "not a regular file");
        if (fd >= 0) {
            (void)close(fd);
        }
        return false;
    }
    image->size = (size_t)info.st_size;
    void *bytes = image->size > 0
                      ? mmap(NULL, image->size, PROT_READ, MAP_PRIVATE, fd, 0)
                      : MAP_FAILED;
    (void)close(fd);
    if (bytes == MAP_FAILED) {
        return error_set_for(err, image->size > 0 ? errno : 0,
                             "%s: cannot map the bearoff database of %zu bytes", path,
                             image->size);
    }
    image->bytes = bytes;
    return true;
}

static void use_images(struct bearoff *bo)
{
    const size_t header = sizeof(struct bearoff_header);
    if (bo->one.bytes != NULL) {
        bo->off = (const float *)(const void *)(bo->one.bytes + header);
        bo->first = bo->one.checkers == CHECKERS
                        ? bo->off + (size_t)BEAROFF_ARRANGEMENTS * BEAROFF_ROLLS
                        : NULL;
    }
    if (bo->two.bytes != NULL) {
        bo->equities =
            (const struct bearoff_equities *)(const void *)(bo->two.bytes + header);
        bo->waiting = bearoff_arrangements(bo->two.checkers);
    }
}

static bool open_image(struct image *image, enum bearoff_kind kind, const char *path,
                       struct error *err)
{
    return path == NULL ||
           (map_file(path, image, err) && check_image(image, kind, path, err));
}

struct bearoff *bearoff_open(const char *one_sided, const char *two_sided,
                             struct error *err)
{
    struct bearoff *bo = error_allocate(sizeof *bo, err);
    if (bo == NULL) {
        return NULL;
    }
    if (!open_image(&bo->one, BEAROFF_ONE_SIDED, one_sided, err) ||
        !open_image(&bo->two, BEAROFF_TWO_SIDED, two_sided, err)) {
        bearoff_close(bo);
        return NULL;
    }
    use_images(bo);
    return bo;
}

static void unmap(const struct image *image)
{
    if (image->bytes != NULL) {
        (void)munmap((void *)(uintptr_t)image->bytes, image->size);
    }
}

void bearoff_close(struct bearoff *bo)
{
    if (bo != NULL) {
        unmap(&bo->one);
        unmap(&bo->two);
        free(bo);
    }
}

/* ---- values ---- */

/* Returns the number of the side's arrangement if the image holds it, else -1. */
static int covered_index(const struct image *image, const struct side *side)
{
    if (image->bytes == NULL ||
        side->at[POINT_OFF] < (uint8_t)(CHECKERS - image->checkers)) {
        return -1;
    }
    return bearoff_index(side);
}

/* Finds the numbers of both sides' arrangements. Returns false if the image does not
 * hold both. */
static bool find_both(const struct image *image, const struct position *pos, int *mine,
                      int *theirs)
{
    *mine = covered_index(image, &pos->mine);
    *theirs = covered_index(image, &pos->theirs);
    return *mine >= 0 && *theirs >= 0;
}

bool bearoff_two_sided_covers(const struct bearoff *bo, const struct position *pos)
{
    int mine, theirs;
    return find_both(&bo->two, pos, &mine, &theirs);
}

static const float *off_chances(const struct bearoff *bo, int index)
{
    return bo->off + (size_t)index * BEAROFF_ROLLS;
}

/* Sets none[n] to the chance that a side still has all 15 checkers after n rolls. */
static void none_off_chances(const struct bearoff *bo, int index,
                             double none[BEAROFF_ROLLS])
{
    int number = index - (int)bearoff_arrangements(CHECKERS - 1);
    memset(none, 0, BEAROFF_ROLLS * sizeof *none);
    if (number < 0 || bo->first == NULL) {
        return;
    }
    const float *first = bo->first + (size_t)number * BEAROFF_FIRST_ROLLS;
    double left = 1.0;
    for (int n = 0; n < BEAROFF_FIRST_ROLLS; n++) {
        left -= (double)first[n];
        none[n] = left;
    }
}

/* Returns the outputs of mine, who has just moved: theirs is on roll and wins when both
 * need the same number of rolls. */
static struct outputs one_sided_outputs(const struct bearoff *bo, int mine, int theirs)
{
    const float *my_off = off_chances(bo, mine);
    const float *their_off = off_chances(bo, theirs);
    double my_none[BEAROFF_ROLLS];
    double their_none[BEAROFF_ROLLS];
    none_off_chances(bo, mine, my_none);
    none_off_chances(bo, theirs, their_none);
    double their_wins = 0.0;
    double their_gammons = 0.0;
    double my_gammons = (double)my_off[0] * their_none[0];
    double my_left = 1.0 - (double)my_off[0]; /* not off after n - 1 rolls */
    for (int n = 1; n < BEAROFF_ROLLS; n++) {
        their_wins += (double)their_off[n] * my_left;
        their_gammons += (double)their_off[n] * my_none[n - 1];
        my_gammons += (double)my_off[n] * their_none[n];
        my_left -= (double)my_off[n];
    }
    return (struct outputs){.win = (float)(1.0 - their_wins),
                            .win_gammon = (float)my_gammons,
                            .lose_gammon = (float)their_gammons};
}

bool bearoff_outputs(const struct bearoff *bo, const struct position *after,
                     struct outputs *out)
{
    int mine, theirs;
    struct outputs found = {0};
    if (find_both(&bo->two, after, &mine, &theirs)) {
        float equity =
            bo->equities[(size_t)theirs * bo->waiting + (size_t)mine].cubeless;
        found.win = 0.5F - 0.5F * equity;
    } else if (find_both(&bo->one, after, &mine, &theirs)) {
        found = one_sided_outputs(bo, mine, theirs);
    } else {
        return false;
    }
    *out = outputs_clamp(found);
    return true;
}

bool bearoff_cubeful(const struct bearoff *bo, const struct position *on_roll,
                     struct bearoff_equities *out)
{
    int mine, theirs;
    if (!find_both(&bo->two, on_roll, &mine, &theirs)) {
        return false;
    }
    *out = bo->equities[(size_t)mine * bo->waiting + (size_t)theirs];
    return true;
}

/* ---- one side ---- */

struct race_bearoff_rows bearoff_rows_of(const struct bearoff *bo)
{
    return (struct race_bearoff_rows){
        .off = (const float(*)[BEAROFF_ROLLS])bo->off,
        .first = (const float(*)[BEAROFF_FIRST_ROLLS])bo->first,
    };
}

bool bearoff_distribution(const struct bearoff *bo, const struct side *side,
                          float chance[BEAROFF_ROLLS])
{
    int index = covered_index(&bo->one, side);
    if (index < 0) {
        return false;
    }
    memcpy(chance, off_chances(bo, index), BEAROFF_ROLLS * sizeof *chance);
    return true;
}

bool bearoff_first_distribution(const struct bearoff *bo, const struct side *side,
                                float chance[BEAROFF_ROLLS])
{
    int number =
        covered_index(&bo->one, side) - (int)bearoff_arrangements(CHECKERS - 1);
    memset(chance, 0, BEAROFF_ROLLS * sizeof *chance);
    if (side->at[POINT_OFF] > 0) {
        chance[0] = 1.0F;
        return true;
    }
    if (number < 0 || bo->first == NULL) {
        return false;
    }
    memcpy(chance, bo->first + (size_t)number * BEAROFF_FIRST_ROLLS,
           BEAROFF_FIRST_ROLLS * sizeof *chance);
    return true;
}
