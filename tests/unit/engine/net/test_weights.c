/* The weights file: a round trip, and every kind of damage named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "engine/net/net_internal.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

enum { HEADER_SIZE = 128, AT_DIGEST = 16 };

struct file {
    unsigned char *bytes;
    size_t size;
};

static struct weights *small_weights(void)
{
    struct weights *w = weights_new(&(struct net_shape){
        .inputs = input_set_by_name("checkers"),
        .classes = class_set_by_name("one"),
        .hidden = NET_RELU,
        .layers = 3,
        .size = {16, 16, 5},
    });
    assert_non_null(w);
    w->shift = 10;
    for (int i = 0; i < (INPUT_ROWS + 1) * 16; i++) {
        w->rows[i] = (int16_t)(i * 37 - 20000);
    }
    for (int i = 0; i < 16 * 16; i++) {
        w->matrix[1][i] = (float)i * 0.25F - 3.0F;
    }
    w->bias[2][4] = -4.5F;
    return w;
}

static void temporary_path(char path[64])
{
    strcpy(path, "/tmp/fibsbot-weights-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
}

static struct file saved_file(void)
{
    char path[64];
    temporary_path(path);
    struct weights *w = small_weights();
    assert_true(weights_save(w, path, NULL));
    weights_free(w);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    struct file file = {malloc(1 << 16), 0};
    assert_non_null(file.bytes);
    file.size = fread(file.bytes, 1, 1 << 16, in);
    (void)fclose(in);
    (void)unlink(path);
    return file;
}

/* Makes the digest right again, so that the field behind it is what is refused. */
static void sign(struct file *file)
{
    memset(file->bytes + AT_DIGEST, 0, 8);
    uint64_t digest = digest_bytes(digest_start(), file->bytes, file->size);
    for (int i = 0; i < 8; i++) {
        file->bytes[AT_DIGEST + i] = (unsigned char)(digest >> (8 * i));
    }
}

TEST(what_is_saved_is_loaded_again)
{
    char path[64];
    struct error err;
    temporary_path(path);
    struct weights *w = small_weights();
    assert_true(weights_save(w, path, &err));
    struct weights *again = weights_load(path, &err);
    (void)unlink(path);
    assert_non_null(again);
    assert_ptr_equal(again->shape.inputs, w->shape.inputs);
    assert_int_equal(again->shape.hidden, NET_RELU);
    assert_int_equal(again->shape.layers, 3);
    assert_int_equal(again->shift, 10);
    assert_memory_equal(again->shape.size, w->shape.size, sizeof w->shape.size);
    assert_memory_equal(again->rows, w->rows, (INPUT_ROWS + 1) * 16 * sizeof(int16_t));
    assert_memory_equal(again->matrix[1], w->matrix[1], 16 * 16 * sizeof(float));
    assert_memory_equal(again->bias[2], w->bias[2], 5 * sizeof(float));
    assert_int_equal(again->digest, w->digest);
    weights_free(again);
    weights_free(w);
}

TEST(damage_is_refused_with_file_and_field)
{
    static const struct {
        const char *field;
        size_t at;
        unsigned char value;
        int is_signed; /* the digest is put right after the damage */
    } cases[] = {
        {"magic", 0, 'x', 1},
        {"version", 8, 2, 1},
        {"byte order", 12, 1, 1},
        {"digest", 16, 0, 0},
        {"digest", HEADER_SIZE + 9, 0xff, 0},
        {"input set digest", 24, 0, 1},
        {"input set:", 32, 77, 1},
        {"activation", 36, 3, 1},
        {"shape:", 40, 7, 1},
        {"shape:", 40, 1, 1},
        {"shape:", 48, 15, 1},
        {"shape:", 48, 0, 1},
        {"shape:", 56, 4, 1},
        {"shape:", 56, 6, 1},
        {"shift", 44, 16, 1},
        {"class set", 88, 2, 1},
        {"length:", 88, 1, 1},
        {"length:", 80, 1, 1},
        {"length:", 48, 32, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct file file = saved_file();
        struct error err = {0};
        file.bytes[cases[i].at] = cases[i].value;
        if (cases[i].is_signed) {
            sign(&file);
        }
        assert_null(weights_read(file.bytes, file.size, "big.net", &err));
        assert_non_null(strstr(err.text, "big.net: "));
        assert_holds(err.text, cases[i].field);
        free(file.bytes);
    }
}

TEST(every_shorter_file_is_refused)
{
    struct file file = saved_file();
    for (size_t size = 0; size < file.size; size += size < 200 ? 1 : 97) {
        struct error err = {0};
        assert_null(weights_read(file.bytes, size, "cut.net", &err));
        assert_true(strlen(err.text) > strlen("cut.net: "));
    }
    for (int more = -4; more <= 4; more += 8) { /* with a digest that fits */
        struct file other = saved_file();
        struct error err = {0};
        other.size = other.size + (size_t)more;
        sign(&other);
        assert_null(weights_read(other.bytes, other.size, "cut.net", &err));
        assert_non_null(strstr(err.text, "too short or too long"));
        free(other.bytes);
    }
    free(file.bytes);
}

TEST(number_that_is_not_finite_is_refused)
{
    struct file file = saved_file();
    struct error err = {0};
    memset(file.bytes + file.size - 4, 0xff, 4);
    sign(&file);
    assert_null(weights_read(file.bytes, file.size, "x.net", &err));
    assert_non_null(strstr(err.text, "not finite"));
    free(file.bytes);
}

TEST(what_is_no_file_is_named_with_the_reason)
{
    struct error err;
    assert_null(weights_load("/tmp", &err));
    assert_string_equal(err.text, "/tmp: Is a directory");
    assert_null(weights_load("/nowhere/big.net", &err));
    assert_string_equal(err.text, "/nowhere/big.net: No such file or directory");
}

TEST_MAIN(NULL, NULL)
