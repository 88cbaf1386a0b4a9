#pragma once
/*
 * The container of eXtreme Gammon's files (.xg, .xgp): a header with a picture, which is
 * passed over, files that are compressed by zlib, their registry, and a trailer of 36
 * bytes:
 *
 *      uint32  CRC of files and registry
 *      int32   files, version, size of the registry, size of the files, whether the
 *              registry is compressed; 12 bytes more
 *
 * The registry has 532 bytes a file: name and folder (a byte of length, 255 of text),
 * original size, stored size, begin, CRC of the original (int32 each), a byte that is 0
 * if the file is compressed, 3 bytes more. All numbers have their lowest byte first.
 * Files are read in a stream, so that what grows without end needs no memory; the caller
 * has to stop.
 */

#include <stdbool.h>
#include <stdio.h>

#include <zlib.h>

#include "base/error.h"

#define XG_ARCHIVE_BEGIN "RGMH"

enum {
    XG_ARCHIVE_FILES = 64,
    XG_ARCHIVE_ENTRY = 532,
    XG_ARCHIVE_INPUT = 4096,
    XG_ARCHIVE_BYTES_MAX = 64 << 20 /* of a file */
};

struct xg_archive {
    FILE *file; /* the caller's */
    long begin; /* of the first file */
    long size;  /* of all files */
    int count;
    unsigned char registry[XG_ARCHIVE_FILES * XG_ARCHIVE_ENTRY];
};

/* Reads trailer and registry. False with `err`: not such a file, cut off or damaged. */
bool xg_archive_open(FILE *file, struct xg_archive *archive, struct error *err);

/* The same, and compares the CRC of all; false for a file that is too large, too. */
bool xg_archive_check(FILE *file, struct error *err);

/* A file that is being read. */
struct xg_stream {
    FILE *file;
    long left; /* stored bytes */
    bool is_plain;
    z_stream inflate;
    unsigned char input[XG_ARCHIVE_INPUT];
};

/* Begins to read the file of this name; false: there is none. One at a time. */
bool xg_stream_open(struct xg_stream *stream, const struct xg_archive *archive,
                    const char *name);
/* Returns how many of `size` bytes were read; fewer at its end, or where it is damaged. */
size_t xg_stream_read(struct xg_stream *stream, void *bytes, size_t size);
void xg_stream_close(struct xg_stream *stream);

/* ---- writing --------------------------------------------------------------------- */

/* What folders show of a file. Texts are UTF-8. */
struct xg_label {
    const char *game, *name;
};

struct xg_part {
    const char *name; /* "temp.xg" */
    FILE *content;    /* the caller's; read from its beginning */
};

/* Writes header, parts, registry and trailer, without a picture. False with `err`: no
 * memory, or a part cannot be read; whether `out` was written is its owner's to ask. */
bool xg_archive_write(FILE *out, const struct xg_label *label,
                      const struct xg_part *parts, int count, struct error *err);
