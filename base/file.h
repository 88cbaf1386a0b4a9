#pragma once
/*
 * Opens files to be written that others must neither read nor redirect, and replaces
 * files in one step.
 *
 * A name in a folder that others can write to, as /tmp, may be a link that somebody else
 * has put there to have a file of ours overwritten. Such links are not followed; those
 * in folders of our own are.
 */

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"

/* Like open(2), for writing: `flags` are those of open(), O_CLOEXEC is added. A created
 * file gets `mode` less the umask. Returns -1 with errno set. */
int file_open(const char *path, int flags, unsigned mode);

/* The same as a stream. `type` is "w" or "a" of fopen(). NULL with errno set. */
FILE *file_stream(const char *path, const char *type, unsigned mode);

/* Opens a file to be read. NULL with errno and `err`, which names it; so of a folder, which
 * fopen() would open. */
FILE *file_to_read(const char *path, struct error *err);

/* Reads the first bytes of a file, at most `room`. Returns how many; -1 with errno set. */
ssize_t file_read(const char *path, void *bytes, size_t room);

/* Locks the file at `path`, opened as `file`, by flock(2) until that is closed. False with
 * `err` if another program has it, or has put another file in its place; true where the file
 * system has no locks. */
bool file_lock(FILE *file, const char *path, struct error *err);

/* Returns the text of an errno of these functions, as strerror() does. */
const char *file_error(int error);

enum { FILE_OURS = 0600, FILE_OF_GROUP = 0640, FILE_OF_ALL = 0666 }; /* modes */

/* ---- replacing ------------------------------------------------------------------- */

enum { FILE_PATH_MAX = 4096 };

/* What is to replace the file `path`: it is written beside it, as PATH.new, and gets its
 * name when it is whole, so that a killed program leaves the old file. A PATH.new that is
 * left over is written over; one that another program is writing is an error, and so is a
 * `path` that is there and no regular file. */
struct file_draft {
    FILE *stream;     /* to be written, and read back */
    const char *path; /* the caller's; must live until the end */
    char part[FILE_PATH_MAX];
};

/* Begins a draft of a file with `mode` less the umask. False with `err`; then there is
 * nothing to end. */
bool file_draft_open(struct file_draft *draft, const char *path, unsigned mode,
                     struct error *err);

/* Whether the new file must outlast a failure of power at once, or only the program. */
enum file_safety { FILE_SAFE_FROM_KILLS, FILE_SAFE_ON_DISK };

/* Ends the draft: it replaces the file. False with `err` if anything could not be
 * written; then the old file stays, and the draft is removed. */
bool file_draft_keep(struct file_draft *draft, enum file_safety safety,
                     struct error *err);

/* The same when writing has failed: `err` has the reason in errno. Returns false. */
bool file_draft_fail(struct file_draft *draft, struct error *err);

/* Whether a draft of this file can be made, before work whose result would be lost. */
bool file_draft_check(const char *path, unsigned mode, struct error *err);

/* Ends the draft: it is removed, and the old file stays. */
void file_draft_drop(struct file_draft *draft);

/* The end for whoever writes the draft without a stream (a database): it gets its name, or is
 * removed. False with `err`. */
bool file_draft_rename(const char *part, const char *path, struct error *err);
