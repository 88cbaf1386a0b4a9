#pragma once
/*
 * The last good copy of a fetched list in a file: the list as it came, below a line "# ETAG",
 * which is a remark to readers of lists. Whatever the file holds, a list comes out of it or an
 * error, and an ETag that a request may carry.
 */

#include "bot/policy/access_feed.h"

enum { ACCESS_ETAG_SIZE = 200 };

/* Replaces the list by the copy, and sets `etag`; "": the copy has none. False: the list
 * and `etag` are unchanged; with `err`, or without a text when there is no such file. */
bool access_feed_load_copy(const char *path, struct access_list *list,
                           char etag[ACCESS_ETAG_SIZE], struct error *err);

/* Replaces the copy. False with `err`; the old one stays. */
bool access_feed_save_copy(const char *path, const char *etag, const char *text,
                           size_t length, struct error *err);
