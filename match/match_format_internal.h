#pragma once
/*
 * The readers and writers in the table of match_format.c, and what tests need besides. Each
 * has a file of its own, whose head describes the format.
 */

#include "match/match_format.h"

/* Readers return whether the file has a match; the visitor gets all that was read. */
bool bgammon_read(FILE *file, const struct record_visitor *visitor, void *context);
bool javafibs_read(FILE *file, const struct record_visitor *visitor, void *context);
bool mat_read(FILE *file, const struct record_visitor *visitor, void *context);
bool oldmoves_read(FILE *file, const struct record_visitor *visitor, void *context);
bool sgf_read(FILE *file, const struct record_visitor *visitor, void *context);
bool xg_read(FILE *file, const struct record_visitor *visitor, void *context);

/* What the context of every writer begins with. */
struct match_writing {
    FILE *out;                               /* the caller's */
    const struct match_fault_hearer *hearer; /* or NULL */
    bool has_lost;
};

/* Tells, once a file, what the format has no place for. `line` 0: it is of the heading. */
static inline void match_writing_lose(struct match_writing *to, int line,
                                      const char *what)
{
    if (!to->has_lost && to->hearer != NULL) {
        to->hearer->hear(to->hearer->context,
                         &(struct record_fault){.line = line, .text = what});
    }
    to->has_lost = true;
}

struct match_writer {
    struct record_visitor visitor; /* faults are passed to the hearer */
    size_t size;                   /* of the context, which begins as zeros */
    /* NULL: nothing to do; false: no memory, or no temporary file */
    bool (*open)(void *context);
    /* Writes what needs the whole match; NULL: nothing does. */
    bool (*finish)(void *context, struct error *err);
    void (*close)(void *context); /* writes what is still open */
};
extern const struct match_writer mat_write, sgf_write, xg_write, xg_write_position;

/* By the end of a file's name; without a known one it is that of our own files. */
const struct match_format *match_format_of(const char *path);

/* Tells a visitor, whose context is `to`, what is to be written. False with `err`. */
typedef bool match_format_source(const void *from, const struct record_visitor *visitor,
                                 void *to, struct error *err);

struct match_format_from {
    match_format_source *tell;
    const void *from;
    const char *path; /* of the file that `from` is; NULL: it is none */
};

/* Writes what the source tells, in one step; an existing file is replaced. `hearer` may be
 * NULL. False with `err`, which names source->path where the source is at fault. */
bool match_format_save(const struct match_format_from *source, const char *target,
                       const struct match_format *format,
                       const struct match_fault_hearer *hearer, struct error *err);
