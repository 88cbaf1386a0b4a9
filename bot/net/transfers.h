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

/* Called when a request has ended; `easy` is still added then. */
typedef void transfers_done(void *context, CURL *easy, CURLcode result);

/* Runs requests on `base`, which must outlive it. NULL with `err`. */
struct transfers *transfers_new(struct event_base *base, transfers_done *done,
                                void *context, struct error *err);
/* All requests must have been removed. NULL is taken. */
void transfers_free(struct transfers *transfers);

/* Starts a request, and removes one, finished or not. The caller owns `easy`. False when
 * libcurl refuses it. */
bool transfers_add(struct transfers *transfers, CURL *easy);
void transfers_remove(struct transfers *transfers, CURL *easy);

/* Sets the protocols allowed for the first request and for redirections. https means
 * TLS 1.2 or newer (see fibs/client_tls.h), whatever the system allows. */
enum transfers_protocols { TRANSFERS_HTTPS, TRANSFERS_HTTP_TOO };
void transfers_set_protocols(CURL *easy, enum transfers_protocols first,
                             enum transfers_protocols redirected);

#endif
