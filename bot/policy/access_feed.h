#pragma once
/*
 * Fetches a list of who may play (access.h) from an https address at intervals, on the
 * loop. Sends the ETag of the last copy, so that an unchanged list is not sent again;
 * takes at most ACCESS_BYTES_MAX bytes; follows redirections to https only. The last good
 * copy is kept in a folder, with its ETag in the first line. It stays in use when the
 * address fails, when the answer is not a list, and after a restart.
 */

#include "bot/base/log.h"
#include "bot/policy/access.h"

struct access_feed;
struct event_base;

struct access_feed_config {
    const char *url;
    const char *ca_file; /* "": the system's */
    const char *folder;  /* for the copy; made if missing */
    int every_ms;
    struct log *log;  /* may be NULL */
    const char *name; /* in the log: whose feed it is; must outlive the feed */
};

/* Fills `list` from the kept copy at once, then from the address at intervals. `config` is
 * copied; `list` must outlive the feed. NULL with `err`. */
struct access_feed *access_feed_new(struct event_base *base,
                                    const struct access_feed_config *config,
                                    struct access_list *list, struct error *err);
void access_feed_free(struct access_feed *feed); /* may be NULL */

/* Fetches the list now. `feed` may be NULL. */
void access_feed_refresh(struct access_feed *feed);
