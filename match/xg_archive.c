#include "match/xg_archive.h"

#include <string.h>

#include "base/bytes.h"
#include "match/xg_text.h"

enum {
    TRAILER = 36,
    CRC_AT = 0,
    COUNT_AT = 4,
    VERSION_AT = 8,
    REGISTRY_AT = 12,
    FILES_AT = 16,
    IS_COMPRESSED_AT = 20,
    SIZE_AT = 512,
    STORED_AT = 516,
    BEGIN_AT = 520,
    CONTENT_CRC_AT = 524,
    IS_PLAIN_AT = 528,
    LEVEL_AT = 529,
    LEVEL_USUAL = 2
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
    if (end > XG_ARCHIVE_BYTES_MAX) {
        return error_set(err, "%ld MB, expected at most %d", end >> 20,
                         XG_ARCHIVE_BYTES_MAX >> 20);
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

/* ---- writing --------------------------------------------------------------------- */

enum {
    HEADER = 8232,
    HEADER_VERSION_AT = 4,
    HEADER_SIZE_AT = 8,
    HEADER_ID_AT = 24,
    HEADER_GAME_AT = 40, /* texts of 1024 units: game, name, level, comments */
    HEADER_TEXT = 1024,
    HEADER_NAME_AT = HEADER_GAME_AT + 2 * HEADER_TEXT,
    BEGIN_SIZE = 4
};

struct archive_writer {
    FILE *out;
    long written; /* behind the header */
    uLong crc;    /* of that */
};

static void write_bytes(struct archive_writer *writer, const unsigned char *bytes,
                        size_t size)
{
    (void)fwrite(bytes, 1, size, writer->out);
    writer->crc = crc32(writer->crc, bytes, (uInt)size);
    writer->written += (long)size;
}

/* By which all files of eXtreme Gammon are known as such. */
static const unsigned char program_id[] = {0xE1, 0xF5, 0x5A, 0x2F, 0x21, 0xE0,
                                           0x32, 0x48, 0xA4, 0x23, 0xEF, 0x48,
                                           0x0E, 0xC5, 0x8A, 0x0B};

static void write_file_label(FILE *out, const struct xg_label *label)
{
    unsigned char header[HEADER] = {0};
    memcpy(header, XG_ARCHIVE_BEGIN, BEGIN_SIZE);
    bytes_put(header + HEADER_VERSION_AT, 4, 1);
    bytes_put(header + HEADER_SIZE_AT, 4, HEADER);
    memcpy(header + HEADER_ID_AT, program_id, sizeof program_id);
    xg_text_put_wide(header + HEADER_GAME_AT, HEADER_TEXT, label->game);
    xg_text_put_wide(header + HEADER_NAME_AT, HEADER_TEXT, label->name);
    (void)fwrite(header, 1, sizeof header, out);
}

/* Compresses what there is of the input; `flush` is Z_FINISH at the end of it. */
static void write_deflated(struct archive_writer *writer, z_stream *z, int flush)
{
    unsigned char output[XG_ARCHIVE_INPUT];
    do {
        z->next_out = output;
        z->avail_out = sizeof output;
        (void)deflate(z, flush);
        write_bytes(writer, output, sizeof output - z->avail_out);
    } while (z->avail_out == 0);
}

/* Writes a part and fills its entry of the registry, or none. */
static bool write_part(struct archive_writer *writer, FILE *content,
                       unsigned char *entry)
{
    unsigned char input[XG_ARCHIVE_INPUT];
    z_stream z = {0};
    uLong crc = crc32(0, NULL, 0);
    long begin = writer->written;
    rewind(content);
    if (deflateInit(&z, Z_DEFAULT_COMPRESSION) != Z_OK) {
        return false;
    }
    size_t size;
    do {
        size = fread(input, 1, sizeof input, content);
        crc = crc32(crc, input, (uInt)size);
        z.next_in = input;
        z.avail_in = (uInt)size;
        write_deflated(writer, &z, size < sizeof input ? Z_FINISH : Z_NO_FLUSH);
    } while (size == sizeof input);
    if (entry != NULL) {
        bytes_put(entry + SIZE_AT, 4, z.total_in);
        bytes_put(entry + STORED_AT, 4, (uint64_t)(writer->written - begin));
        bytes_put(entry + BEGIN_AT, 4, (uint64_t)begin);
        bytes_put(entry + CONTENT_CRC_AT, 4, crc);
        entry[LEVEL_AT] = LEVEL_USUAL;
    }
    (void)deflateEnd(&z);
    return ferror(content) == 0;
}

static bool write_registry(struct archive_writer *writer, unsigned char *registry,
                           int count)
{
    unsigned char trailer[TRAILER] = {0};
    FILE *content = fmemopen(registry, (size_t)count * XG_ARCHIVE_ENTRY, "r");
    long begin = writer->written;
    bool is_good = content != NULL && write_part(writer, content, NULL);
    if (content != NULL) {
        (void)fclose(content);
    }
    bytes_put(trailer + CRC_AT, 4, writer->crc);
    bytes_put(trailer + COUNT_AT, 4, (uint64_t)count);
    bytes_put(trailer + VERSION_AT, 4, 1);
    bytes_put(trailer + REGISTRY_AT, 4, (uint64_t)(writer->written - begin));
    bytes_put(trailer + FILES_AT, 4, (uint64_t)begin);
    bytes_put(trailer + IS_COMPRESSED_AT, 4, 1);
    (void)fwrite(trailer, 1, sizeof trailer, writer->out);
    return is_good;
}

bool xg_archive_write(FILE *out, const struct xg_label *label,
                      const struct xg_part *parts, int count, struct error *err)
{
    unsigned char registry[XG_ARCHIVE_FILES * XG_ARCHIVE_ENTRY] = {0};
    struct archive_writer writer = {.out = out, .crc = crc32(0, NULL, 0)};
    bool is_good = true;
    write_file_label(out, label);
    for (int i = 0; i < count && is_good; i++) {
        unsigned char *entry = registry + (size_t)i * XG_ARCHIVE_ENTRY;
        entry[0] = (unsigned char)strlen(parts[i].name);
        memcpy(entry + 1, parts[i].name, entry[0]);
        is_good = write_part(&writer, parts[i].content, entry);
    }
    return (is_good && write_registry(&writer, registry, count)) ||
           error_no_memory(err);
}
