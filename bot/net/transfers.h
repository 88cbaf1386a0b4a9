#ifndef BOT_NET_TRANSFERS_H
#define BOT_NET_TRANSFERS_H
/*
 * libcurl's multi interface on libevent: requests run on the loop, which never waits
 * for them.
 */

#include <curl/curl.h>
#include <stdbool.h>

#include "base/error.h"

struct event_base;
struct transfers;

/* A request has come to its end; it is still added. */
typedef void transfers_done(void *context, CURL *easy, CURLcode result);

/* NULL with `err`. */
struct transfers *transfers_new(struct event_base *base, transfers_done *done,
                                void *context, struct error *err);
/* All requests must have been removed. NULL is taken. */
void transfers_free(struct transfers *transfers);

/* The caller owns `easy`, adds and removes it. */
bool transfers_add(struct transfers *transfers, CURL *easy);
void transfers_remove(struct transfers *transfers, CURL *easy);

/* What `easy` may speak at first, and where redirections may lead; https means TLS 1.2
 * or newer (see fibs/client_tls.h), whatever the system allows. */
enum transfers_protocols { TRANSFERS_HTTPS, TRANSFERS_HTTP_TOO };
void transfers_set_protocols(CURL *easy, enum transfers_protocols first,
                             enum transfers_protocols redirected);

#endif
