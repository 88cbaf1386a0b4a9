#pragma once
/*
 * Tells by its first bytes whether a file is one that we have written. A path in the
 * configuration or on the command line may lead anywhere: what is not ours is never
 * replaced, moved or removed.
 */

#include <stdbool.h>

#include "base/error.h"

enum own_file {
    OWN_ANY,       /* what it holds is checked elsewhere, or does not matter */
    OWN_LOG,       /* log.h: a line of text or JSON in the first 4 KB */
    OWN_TRACE,     /* trace.h */
    OWN_DECISIONS, /* decision_log.h */
    OWN_HEALTH,    /* health.h */
    OWN_DATABASE,  /* SQLite */
    OWN_LOCK,      /* account_lock.h */
    OWN_MATCH,     /* record.h */
    OWN_PAGE,      /* HTML */
    OWN_CURVE      /* chart.h: SVG */
};

/* Returns whether `path` is free for such a file: nothing is there, or an empty file, or
 * one that begins like ours, or what is no file at all, as /dev/stderr. False with `err`;
 * also if it cannot be read. */
bool own_file_is(const char *path, enum own_file kind, struct error *err);
