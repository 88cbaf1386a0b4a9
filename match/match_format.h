#pragma once
/*
 * The formats of matches, a row each: how one is read, and how it is written. A reader
 * calls a visitor (record_read.h) and a writer is a visitor, so every format that can be
 * read can be exported to each that can be written.
 *
 *   bgammon   replays of bgammon.org; read only (bgammon_read.c)
 *   javafibs  the files of that client of FIBS, .match; read only (javafibs_read.c)
 *   mat       Jellyfish text as many programs write it (mat_read.c, mat_write.c); our
 *             own files are written by record.c while the match is played
 *   oldmoves  what FIBS answers to that command; read only (oldmoves_read.c)
 *   sgf       Smart Game Format, FF[4] GM[6] (sgf_read.c, sgf_write.c)
 *   xg        eXtreme Gammon's own files, .xg and .xgp (xg_read.c, xg_write.c)
 *   xgp       the same for writing one decision alone (match_decision.h)
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "match/record_read.h"

struct match_format;

/* What help says of all rows: what is read, and by which names of files, and names for
 * match_format_find(), each is written. tests/unit/match/test_match_format.c compares them. */
#define MATCH_FORMAT_READ                                                              \
    "Jellyfish text (.mat, .txt) of any program, SGF (.sgf), files of eXtreme "        \
    "Gammon (.xg, .xgp) and JavaFIBS (.match), replays of bgammon.org, or what "       \
    "`oldmoves` of FIBS prints"
#define MATCH_FORMAT_ENDINGS ".mat, .txt, .sgf, .xg or .xgp"
#define MATCH_FORMAT_NAMES   "mat, sgf, xg or xgp"
extern const char *const match_format_names[]; /* ended by NULL */

/* One that can be written, by its name, or NULL. */
const struct match_format *match_format_find(const char *name);

/* By its content, for reading; the file is at its beginning before and after. */
const struct match_format *match_format_of_file(FILE *file);

/* Opens a regular file for match_format_of_file() and match_format_read(), whatever its
 * encoding (text_line.h). NULL with `err`, without its path. The caller closes it. Of a
 * text that is too large (text_line.h) the beginning is read. */
FILE *match_format_open(const char *path, struct error *err);

/* Reads the matches of a file. False with `err`: nothing of this format, or no
 * memory. */
bool match_format_read(const struct match_format *format, FILE *file,
                       const struct record_visitor *visitor, void *context,
                       struct error *err);

/* Who gets the errors of a file that is read. */
struct match_fault_hearer {
    void (*hear)(void *context, const struct record_fault *fault);
    void *context;
};

/* Writes the matches of the file `path` in `format` into `target`, in one step; an
 * existing file is replaced. `hearer` may be NULL. False with `err`. */
bool match_format_convert(const char *path, const char *target,
                          const struct match_format *format,
                          const struct match_fault_hearer *hearer, struct error *err);

/* Writes the match of the file `path` in `format` into the file of the same name with
 * the format's extension, in one step. False with `err`. */
bool match_format_export(const char *path, const struct match_format *format,
                         struct error *err);
