#pragma once
/*
 * Lists of who may play, and at which level: a file of the operator and one from an
 * https address. Each line is a rule:
 *
 *     block NAME          # never play them
 *     block NAME in       # do not accept their invitations
 *     block NAME out      # do not invite them
 *     allow NAME [in|out] # with any such line only those who are allowed may play
 *     level NAME LEVEL    # play them at a named level, a rating, equal, above, below
 *                         # or no
 *
 * A name that ends in * stands for all names with that beginning. Later lines do not undo
 * earlier ones: a blocked user stays blocked, and the first matching level counts. Names
 * are case-sensitive.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "bot/game/user_name.h"
#include "engine/level.h"

enum { ACCESS_BYTES_MAX = 256 * 1024, ACCESS_RULES_MAX = 8192 };

enum access_direction { ACCESS_IN = 1, ACCESS_OUT = 2 };

struct access_rule {
    char name[USER_NAME_SIZE];
    bool is_prefix;
    bool is_allow;
    unsigned directions; /* ACCESS_IN | ACCESS_OUT; 0: a rule of a level */
    char level[LEVEL_TEXT_SIZE];
};

struct access_list {
    int count;
    struct access_rule *rules; /* owned */
};

/* Where the rules come from; they apply together. */
enum access_source { ACCESS_FILE, ACCESS_URL, ACCESS_SOURCES };
struct access {
    struct access_list lists[ACCESS_SOURCES];
};

/* Replaces the list by the rules in `text`. False with `err`, which names `name` and the
 * line; the list is unchanged then. Free it with access_list_clear(). */
bool access_list_read(struct access_list *list, const char *text, size_t length,
                      const char *name, struct error *err);
/* The same from a file of at most ACCESS_BYTES_MAX bytes. */
bool access_list_load(struct access_list *list, const char *path, struct error *err);

/* Whether the file is a list; calls `tell` for each bad line: "FILE line 3: expected
 * ...". */
typedef void access_fault(void *context, const char *text);
bool access_list_check(const char *path, access_fault *tell, void *context);

void access_list_clear(struct access_list *list); /* frees the rules */

enum access_verdict { ACCESS_OPEN, ACCESS_BLOCKED, ACCESS_NOT_ALLOWED };

/* Returns whether `name` may play. A NULL access is open to all. */
enum access_verdict access_judge(const struct access *access, const char *name,
                                 enum access_direction direction);
/* Returns the level to play `name` at; "": no rule sets one. */
const char *access_level(const struct access *access, const char *name);
