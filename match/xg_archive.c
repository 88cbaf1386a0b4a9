#include "match/xg_archive.h"

#include <string.h>

#include "base/bytes.h"

enum {
    TRAILER = 36,
    CRC_AT = 0,
    COUNT_AT = 4,
    REGISTRY_AT = 12,
    FILES_AT = 16,
    IS_COMPRESSED_AT = 20,
    NAME_SIZE = 256,
    STORED_AT = 516,
    BEGIN_AT = 520,
    IS_PLAIN_AT = 528
};

static long number_at(const unsigned char *bytes)
{
    return (long)(int32_t)(uint32_t)bytes_get(bytes, 4);
}

static void begin_stream(struct xg_stream *stream, FILE *file, long size, bool is_plain)
{
    memset(stream, 0, sizeof *stream);
    stream->file = file;
    stream->left = size;
    stream->is_plain = is_plain;
}

static bool is_begin(FILE *file)
{
    char begin[sizeof XG_ARCHIVE_BEGIN - 1];
    rewind(file);
    return fread(begin, sizeof begin, 1, file) == 1 &&
           memcmp(begin, XG_ARCHIVE_BEGIN, sizeof begin) == 0;
}

/* Reads the trailer; false: it cannot be one of this file. */
static bool read_trailer(FILE *file, unsigned char trailer[TRAILER], long *end)
{
    if (!is_begin(file) || fseek(file, -TRAILER, SEEK_END) != 0) {
        return false;
    }
    *end = ftell(file);
    if (fread(trailer, TRAILER, 1, file) != 1) {
        return false;
    }
    long count = number_at(trailer + COUNT_AT);
    long registry = number_at(trailer + REGISTRY_AT),
         files = number_at(trailer + FILES_AT);
    return count > 0 && count <= XG_ARCHIVE_FILES && registry > 0 && files >= 0 &&
           registry + files <= *end;
}

bool xg_archive_open(FILE *file, struct xg_archive *archive, struct error *err)
{
    unsigned char trailer[TRAILER];
    struct xg_stream stream;
    long end = 0;
    if (!read_trailer(file, trailer, &end)) {
        return error_set(err, "not a whole file of eXtreme Gammon");
    }
    long registry = number_at(trailer + REGISTRY_AT);
    archive->file = file;
    archive->count = (int)number_at(trailer + COUNT_AT);
    archive->size = number_at(trailer + FILES_AT);
    archive->begin = end - registry - archive->size;
    begin_stream(&stream, file, registry, number_at(trailer + IS_COMPRESSED_AT) == 0);
    size_t wanted = (size_t)archive->count * XG_ARCHIVE_ENTRY;
    bool is_good = fseek(file, end - registry, SEEK_SET) == 0 &&
                   (stream.is_plain || inflateInit(&stream.inflate) == Z_OK);
    if (is_good) {
        is_good = xg_stream_read(&stream, archive->registry, wanted) == wanted;
        xg_stream_close(&stream);
    }
    return is_good || error_set(err, "the list of what is in the file is damaged");
}

bool xg_archive_check(FILE *file, struct error *err)
{
    unsigned char trailer[TRAILER], bytes[XG_ARCHIVE_INPUT];
    struct xg_archive archive;
    long end = 0;
    if (!xg_archive_open(file, &archive, err) || !read_trailer(file, trailer, &end) ||
        fseek(file, archive.begin, SEEK_SET) != 0) {
        return false;
    }
    uLong crc = crc32(0, NULL, 0);
    for (long left = end - archive.begin; left > 0;) {
        size_t part = left < (long)sizeof bytes ? (size_t)left : sizeof bytes;
        if (fread(bytes, part, 1, file) != 1) {
            return error_set(err, "the file cannot be read");
        }
        crc = crc32(crc, bytes, (uInt)part);
        left -= (long)part;
    }
    return crc == bytes_get(trailer + CRC_AT, 4) ||
           error_set(err, "the file is damaged: its checksum differs");
}

/* ---- files ----------------------------------------------------------------------- */

static bool is_named(const unsigned char *entry, const char *name)
{
    size_t length = strlen(name);
    return entry[0] == length && memcmp(entry + 1, name, length) == 0;
}

bool xg_stream_open(struct xg_stream *stream, const struct xg_archive *archive,
                    const char *name)
{
    const unsigned char *entry = archive->registry;
    for (int i = 0; i < archive->count; i++, entry += XG_ARCHIVE_ENTRY) {
        long begin = number_at(entry + BEGIN_AT), stored = number_at(entry + STORED_AT);
        if (is_named(entry, name) && begin >= 0 && stored >= 0 &&
            begin + stored <= archive->size) {
            begin_stream(stream, archive->file, stored, entry[IS_PLAIN_AT] != 0);
            return fseek(archive->file, archive->begin + begin, SEEK_SET) == 0 &&
                   (stream->is_plain || inflateInit(&stream->inflate) == Z_OK);
        }
    }
    return false;
}

/* Returns how many stored bytes were read. */
static size_t read_stored(struct xg_stream *stream, void *bytes, size_t size)
{
    size_t part = stream->left < (long)size ? (size_t)stream->left : size;
    size_t count = fread(bytes, 1, part, stream->file);
    stream->left -= (long)count;
    return count;
}

size_t xg_stream_read(struct xg_stream *stream, void *bytes, size_t size)
{
    z_stream *z = &stream->inflate;
    if (stream->is_plain) {
        return read_stored(stream, bytes, size);
    }
    z->next_out = bytes;
    z->avail_out = (uInt)size;
    for (int status = Z_OK; status == Z_OK && z->avail_out > 0;) {
        if (z->avail_in == 0) {
            z->next_in = stream->input;
            z->avail_in =
                (uInt)read_stored(stream, stream->input, sizeof stream->input);
        }
        status = inflate(z, Z_NO_FLUSH);
    }
    return size - z->avail_out;
}

void xg_stream_close(struct xg_stream *stream)
{
    if (!stream->is_plain) {
        (void)inflateEnd(&stream->inflate);
    }
}
