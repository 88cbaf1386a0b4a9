#include "engine/net/weights_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "base/digest.h"
#include "base/file.h"

enum { VERSION = 1, BYTE_ORDER_MARK = 0x01020304, AT_VERSION = 8, AT_BYTE_ORDER = 12 };
enum { DIGEST_LETTERS = 16 };

const char *weights_file_fault(const struct weights_file_kind *kind,
                               const unsigned char *bytes, size_t size)
{
    if (size < kind->header || memcmp(bytes, kind->magic, sizeof kind->magic) != 0) {
        return kind->other_fault;
    }
    if (bytes_get(bytes + AT_VERSION, 4) != VERSION) {
        return "version: expected 1; another version of fibsbot wrote the file";
    }
    if (bytes_get(bytes + AT_BYTE_ORDER, 4) != BYTE_ORDER_MARK) {
        return "byte order: expected the lowest byte first";
    }
    return weights_file_digest(bytes) ==
                   digest_of_file(bytes, size, WEIGHTS_FILE_DIGEST_AT)
               ? NULL
               : "digest: the file is damaged or cut short";
}

void weights_file_begin(const struct weights_file_kind *kind, unsigned char *bytes)
{
    memcpy(bytes, kind->magic, sizeof kind->magic);
    bytes_put(bytes + AT_VERSION, 4, VERSION);
    bytes_put(bytes + AT_BYTE_ORDER, 4, BYTE_ORDER_MARK);
}

uint64_t weights_file_sign(unsigned char *bytes, size_t size)
{
    uint64_t digest = digest_of_file(bytes, size, WEIGHTS_FILE_DIGEST_AT);
    bytes_put(bytes + WEIGHTS_FILE_DIGEST_AT, 8, digest);
    return digest;
}

uint64_t weights_file_digest(const unsigned char *bytes)
{
    return bytes_get(bytes + WEIGHTS_FILE_DIGEST_AT, 8);
}

bool weights_file_named_digest(const char *name, uint64_t *digest)
{
    static const char ending[] = ".net";
    const size_t length = strlen(name), behind = DIGEST_LETTERS + strlen(ending);
    if (length < behind || strcmp(name + length - strlen(ending), ending) != 0) {
        return false;
    }
    const char *start = name + length - behind;
    *digest = strtoull(start, NULL, 16);
    return strspn(start, "0123456789abcdef") == DIGEST_LETTERS;
}

bool weights_file_read_floats(const unsigned char **at, float *out, size_t n)
{
    const uint32_t exponent = 0x7f800000; /* all bits set: infinite or no number */
    const unsigned char *from = *at;
    bool is_finite = true;
    for (size_t i = 0; i < n; i++) {
        uint32_t bits = (uint32_t)bytes_get(from + 4 * i, 4);
        memcpy(&out[i], &bits, sizeof bits);
        is_finite &= (bits & exponent) != exponent;
    }
    *at += 4 * n;
    return is_finite;
}

unsigned char *weights_file_write_floats(unsigned char *p, const float *in, size_t n)
{
    for (size_t i = 0; i < n; i++, p += 4) {
        uint32_t bits;
        memcpy(&bits, &in[i], sizeof bits);
        bytes_put(p, 4, bits);
    }
    return p;
}

/* Returns how much is to be read to see that a file is no longer than `most`; not more
 * than it has, since the allocator keeps what large blocks leave. */
static size_t room_for(FILE *file, size_t most)
{
    struct stat st;
    bool is_small = fstat(fileno(file), &st) == 0 && S_ISREG(st.st_mode) &&
                    (uintmax_t)st.st_size < most;
    return (is_small ? (size_t)st.st_size : most) + 1;
}

unsigned char *weights_file_load(const struct weights_file_kind *kind, const char *path,
                                 size_t *size, struct error *err)
{
    FILE *file = file_to_read(path, err);
    if (file == NULL) {
        return NULL;
    }
    const size_t room = room_for(file, kind->most);
    unsigned char *bytes = malloc(room);
    *size = bytes != NULL ? fread(bytes, 1, room, file) : 0;
    const char *fault = bytes == NULL        ? "out of memory"
                        : ferror(file)       ? "cannot read the file"
                        : *size > kind->most ? "the file is too long"
                                             : NULL;
    (void)fclose(file);
    if (fault != NULL) {
        error_at_path(err, 0, path, fault);
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

bool weights_file_save(const char *path, const unsigned char *bytes, size_t size,
                       struct error *err)
{
    struct file_draft draft;
    if (!file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    (void)fwrite(bytes, 1, size, draft.stream);
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}
