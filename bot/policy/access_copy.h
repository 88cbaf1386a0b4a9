#ifndef BOT_POLICY_ACCESS_COPY_H
#define BOT_POLICY_ACCESS_COPY_H
/*
 * The last good copy of a fetched list (access_feed.h) in a file: the list as it came,
 * below a line "# ETAG", which is a remark to readers of lists. Whatever the file holds, a
 * list comes out of it or an error, and an ETag that a request may carry.
 */

#include "bot/policy/access.h"

enum { ACCESS_ETAG_SIZE = 200 };

/* Takes an ETag of `length` bytes. One that is too long or has other bytes than printable
 * ASCII without blanks becomes "", and is not sent back. */
void access_copy_etag(const char *bytes, size_t length, char etag[ACCESS_ETAG_SIZE]);

/* Replaces the list by the copy, and sets `etag`; "": the copy has none. False: the list
 * and `etag` are unchanged; with `err`, or without a text when there is no such file. */
bool access_copy_load(const char *path, struct access_list *list,
                      char etag[ACCESS_ETAG_SIZE], struct error *err);

/* Replaces the copy. False with `err`; the old one stays. */
bool access_copy_save(const char *path, const char *etag, const char *text,
                      size_t length, struct error *err);

#endif
