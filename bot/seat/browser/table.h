#pragma once
/*
 * The table in the browser: one person's seat, shown by an HTTP server on 127.0.0.1. It
 * has a loop and a thread of its own, and another one for the tutor, so that neither the
 * bot nor the server of `spar` waits for a browser.
 *
 *   GET  /TOKEN/            the page, and its files
 *   GET  /TOKEN/events      the view as server-sent events, whole each time
 *   GET  /TOKEN/view        the view once (table_json.h)
 *   GET  /TOKEN/record      the events of the match, of which a view has the newest
 *   POST /TOKEN/act         an action (table_action.h); the answer is the view or an error
 *   GET  /TOKEN/match.mat   the last match;  /TOKEN/report  its analysis
 *
 * The opponent is the bot, or with options.guest a second person on the local network:
 * that one sits at another table, in the same way, and watchers read the first person's
 * (/, view, events, record; nothing else). Both come by links with tokens of their own,
 * which hold until the table is closed.
 *
 * Whoever knows the token may play, so it is in the address alone and in a file that only
 * its owner can read. All pages show the same seat: tabs are in step, and a page that is
 * loaded again finds what it had.
 */

#include "base/error.h"

struct table;

struct table_guest {
    const char *password; /* of the account `opponent` */
    const char *address;  /* of this machine, numeric IPv4, for pages and links */
    const char *folder;   /* for what the guest's table keeps, match files too */
};

struct table_options {
    const char *name, *password;     /* the person's account */
    const char *opponent;            /* the bot, or the guest */
    const struct table_guest *guest; /* NULL: the opponent is the bot */
    const char *level; /* at which it was started, for results; NULL: its own */
    const char *host;  /* of the FIBS server */
    int server_port;
    int port;           /* of the page; 0: any free one; -1: the last one */
    const char *folder; /* for what the table keeps */
    const char
        *matches; /* where the bot, or the table of a guest, writes match files */
    const char *weights;                          /* of the tutor; "": the usual ones */
    void (*log)(void *context, const char *text); /* a warning; on another thread */
    void *context;
};

enum { TABLE_ADDRESS_SIZE = 128 };

/* Opens the port and starts the thread. What `options` points to must outlive the table.
 * NULL with `err`. */
struct table *table_open(const struct table_options *options, struct error *err);
/* Leaves the server, which saves the match; ends the threads. May be NULL. */
void table_close(struct table *table);

/* Writes the address of the page, with the token. */
void table_address(const struct table *table, char address[TABLE_ADDRESS_SIZE]);
/* Writes the links of the guest and of watchers. */
void table_links(const struct table *table, char guest[TABLE_ADDRESS_SIZE],
                 char watch[TABLE_ADDRESS_SIZE]);
