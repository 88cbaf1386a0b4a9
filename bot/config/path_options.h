#pragma once
/*
 * The table of options that are paths: what each of them is for the program. From it come
 * what a value may be, the checks before `play` starts and when it reads its configuration
 * again (play_check.h), which files must not be the same, and what there is on the disk
 * (fibsbot stats). An option of a path without a row here is not checked.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/own_file.h"
#include "bot/base/paths.h"
#include "bot/config/config.h"

enum path_kind {
    PATH_SECRET,      /* read; nobody else may read it */
    PATH_READ,        /* read */
    PATH_READ_FOLDER, /* a folder to read in; its content is checked elsewhere */
    PATH_APPENDED,    /* written at its end; at a size it becomes PATH.1 and so on */
    PATH_REPLACED,    /* written whole, as PATH.new, and removed at the end */
    PATH_DATABASE,    /* SQLite, with PATH-wal, PATH-shm and PATH-journal */
    PATH_FOLDER,      /* made if missing, with files of ours */
    PATH_KINDS
};

struct path_option {
    const char *option; /* "log.file" */
    size_t offset;      /* of its text in struct config */
    enum path_kind kind;
    enum own_file own;     /* what we write there */
    bool is_common;        /* one for all accounts */
    bool is_shared;        /* accounts may write to one file */
    bool is_of_tournament; /* only `fibsbot tournament` uses it */
    /* Offsets in struct config; 0: none. */
    size_t needs;       /* a text or bool without which it is not used */
    size_t is_required; /* a bool: no lets `play` start with a fault here */
    const char *excuse; /* its option */
    size_t megabytes;   /* an int: the limit of its size, 0: none */
    size_t files;       /* an int: rotated files that are kept */
    const char
        *limited_by; /* the option of the limit; NULL: it does not grow, or ... */
    /* The place of an empty value; NULL: then it is not used. */
    bool (*find)(const char *value, char path[PATHS_MAX]);
};

extern const struct path_option path_options[];
extern const int path_option_count;

/* NULL: that option is no path. */
const struct path_option *path_option_find(const char *section, const char *name);

/* Writes the path that the program uses, and returns whether it uses any. */
bool path_option_place(const struct path_option *row, const struct config *config,
                       char path[PATHS_MAX]);

/* Bytes of a limit in megabytes, as the options of `megabytes` have it. */
int64_t path_option_bytes(int megabytes);

/* An int of struct config by its offset; 0 for offset 0. */
int path_option_number(const struct config *config, size_t offset);
