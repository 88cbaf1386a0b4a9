#ifndef BOT_NET_TRANSFERS_H
#define BOT_NET_TRANSFERS_H
/*
 * libcurl's multi interface on libevent: requests run on the loop, which never waits
 * for them.
 */

#include <curl/curl.h>
#include <stdbool.h>

#include "base/error.h"

struct event;
struct event_base;
struct transfers;

/* Called when a request has ended; `easy` is still added then. */
typedef void transfers_done(void *context, CURL *easy, CURLcode result);

/* Runs requests on `base`, which must outlive it. NULL with `err`. */
struct transfers *transfers_new(struct event_base *base, transfers_done *done,
                                void *context, struct error *err);
/* All requests must have ended. NULL is taken. */
void transfers_free(struct transfers *transfers);

/* Makes a request for `url` with what all have in common: redirections are followed, from
 * https only to https; https means TLS 1.2 or newer (see fibs/client_tls.h), whatever the
 * system allows, with the authorities of `ca_file` ("": the system's). `on_data` gets the
 * body, with `context`. NULL: no memory. */
enum transfers_protocols { TRANSFERS_HTTPS, TRANSFERS_HTTP_TOO };
CURL *transfers_request(const char *url, enum transfers_protocols protocols,
                        const char *ca_file, curl_write_callback on_data,
                        void *context);

/* Starts a request. False when libcurl refuses it. */
bool transfers_add(struct transfers *transfers, CURL *easy);
/* Ends a request, finished or not, and frees it. NULL is taken. */
void transfers_end(struct transfers *transfers, CURL *easy);

#endif
