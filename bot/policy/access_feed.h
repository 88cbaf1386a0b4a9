#ifndef BOT_POLICY_ACCESS_FEED_H
#define BOT_POLICY_ACCESS_FEED_H
/*
 * A list of who may play (access.h) from an https address, looked at again and again on
 * the loop: with the ETag of the last copy, so that what has not changed is not sent
 * again; at most ACCESS_BYTES_MAX bytes; redirected to https only. The last good copy
 * is kept in a folder, with its ETag in the first line, and holds until a better one
 * comes: when the address fails, when what it gives is no list, and after a restart.
 */

#include <stdbool.h>

#include "bot/policy/access.h"

struct access_feed;
struct event_base;

/* Lines for the log. */
typedef void access_feed_log(void *context, bool is_error, const char *text);

struct access_feed_config {
    const char *url;
    const char *ca_file; /* "": the system's */
    const char *folder;  /* of the copy; made when missing */
    int every_ms;
    access_feed_log *log;
    void *context;
};

/* Fills `list` from the kept copy at once, then from the address; `list` must outlive
 * the feed. NULL with `err`. */
struct access_feed *access_feed_new(struct event_base *base,
                                    const struct access_feed_config *config,
                                    struct access_list *list, struct error *err);
void access_feed_free(struct access_feed *feed); /* NULL is taken */

/* Looks at the address now. NULL is taken. */
void access_feed_refresh(struct access_feed *feed);

#endif
