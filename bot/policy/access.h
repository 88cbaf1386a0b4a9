#ifndef BOT_POLICY_ACCESS_H
#define BOT_POLICY_ACCESS_H
/*
 * Who may play at all, and at which level, from a file of the operator and one from the
 * net: a line a rule,
 *
 *     block NAME          # never play him
 *     block NAME in       # do not accept his invitations
 *     block NAME out      # do not invite him
 *     allow NAME [in|out] # with any such line only those who are allowed may play
 *     level NAME LEVEL    # play him so: a level's name, a rating, equal, above,
 *                         # below, no
 *
 * A name that ends in * stands for all that begin so. Later lines do not undo earlier
 * ones: who is blocked stays so, and the first level that fits counts. Names are
 * compared as they are written.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/level.h"
#include "fibs/board.h"

enum { ACCESS_BYTES_MAX = 256 * 1024, ACCESS_RULES_MAX = 8192 };

enum access_direction { ACCESS_IN = 1, ACCESS_OUT = 2 };

struct access_rule {
    char name[FIBS_NAME_MAX];
    bool is_prefix;
    bool is_allow;
    unsigned directions; /* 0: of a level */
    char level[LEVEL_TEXT_SIZE];
};

struct access_list {
    int count;
    struct access_rule *rules; /* owned */
};

/* Where the rules come from; judged together. */
enum access_source { ACCESS_FILE, ACCESS_URL, ACCESS_SOURCES };
struct access {
    struct access_list lists[ACCESS_SOURCES];
};

/* Reads a text into the list in place of what it held; on failure that stays. `name`
 * stands in `err`, with the line. */
bool access_list_read(struct access_list *list, const char *text, size_t length,
                      const char *name, struct error *err);
/* The same from a file of at most ACCESS_BYTES_MAX bytes. */
bool access_list_load(struct access_list *list, const char *path, struct error *err);
void access_list_clear(struct access_list *list); /* frees the rules */

enum access_verdict { ACCESS_OPEN, ACCESS_BLOCKED, ACCESS_NOT_ALLOWED };

/* A NULL access is open to all. */
enum access_verdict access_judge(const struct access *access, const char *name,
                                 enum access_direction direction);
/* The level to play `name` at; "": none is said. */
const char *access_level(const struct access *access, const char *name);

#endif
