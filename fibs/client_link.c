#include "fibs/client_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>

#include "base/text.h"
#include "fibs/client_dial.h"
#include "fibs/client_tls.h"

enum {
    ADDRESS_MS = 15 * 1000, /* limit for connecting to one address */
    CHUNK_SIZE = 4096
};

struct fibs_link {
    struct event_base *base;
    char host[FIBS_HOST_MAX];
    int port, write_ms;
    struct fibs_link_handler handler;
    void *arg;
    struct ssl_ctx_st *tls;  /* NULL: plain text */
    struct fibs_dial *dial;  /* while a connection is being made */
    struct bufferevent *bev; /* while there is one; with TLS, from the handshake on */
};

/* ---- the end --------------------------------------------------------------------- */

void fibs_link_close(struct fibs_link *link)
{
    if (link->dial != NULL) {
        fibs_dial_cancel(link->dial);
        link->dial = NULL;
    }
    if (link->bev != NULL) {
        bufferevent_free(link->bev);
        link->bev = NULL;
    }
}

/* The owner may have closed it, or opened it anew. */
static void break_off(struct fibs_link *link, enum fibs_loss loss, const char *reason)
{
    const struct bufferevent *bev = link->bev;
    link->handler.lost(link->arg, loss, reason);
    if (link->bev == bev && link->dial == NULL) {
        fibs_link_close(link);
    }
}

static enum fibs_loss describe_refusal(const struct ssl_st *ssl, const char *why,
                                       char *text, size_t size)
{
    (void)snprintf(text, size, "certificate refused: %s", why);
    return fibs_tls_is_untimely(ssl) ? FIBS_LOSS_UNTIMELY : FIBS_LOSS_UNTRUSTED;
}

/* Writes why the connection broke. */
static enum fibs_loss describe(const struct fibs_link *link, short what, char *text,
                               size_t size)
{
    int error = EVUTIL_SOCKET_ERROR();
    unsigned long tls_error = bufferevent_get_openssl_error(link->bev);
    const struct ssl_st *ssl =
        link->tls != NULL ? bufferevent_openssl_get_ssl(link->bev) : NULL;
    const char *refusal = ssl != NULL ? fibs_tls_refusal(ssl) : NULL;
    if (refusal != NULL) {
        return describe_refusal(ssl, refusal, text, size);
    }
    if (tls_error != 0) {
        (void)snprintf(text, size, "TLS: %s", fibs_tls_error(tls_error));
    } else if ((what & BEV_EVENT_TIMEOUT) != 0) {
        (void)snprintf(text, size, "the server takes nothing any more");
    } else if ((what & BEV_EVENT_ERROR) != 0 && error != 0) {
        (void)snprintf(text, size, "%s", evutil_socket_error_to_string(error));
    } else {
        (void)snprintf(text, size, FIBS_CLOSED_BY_SERVER);
        return FIBS_LOSS_CLOSED;
    }
    return FIBS_LOSS_BROKEN;
}

/* ---- what the socket says -------------------------------------------------------- */

/* Takes all that has come: 16 KB, which libevent reads at a time, is the most that ever
 * waits. */
static void readable(struct bufferevent *bev, void *arg)
{
    struct fibs_link *link = arg;
    char chunk[CHUNK_SIZE];
    while (link->bev == bev) {
        int count = evbuffer_remove(bufferevent_get_input(bev), chunk, sizeof chunk);
        if (count <= 0) {
            break;
        }
        link->handler.heard(link->arg, chunk, (size_t)count);
    }
}

static void changed(struct bufferevent *bev, short what, void *arg)
{
    struct fibs_link *link = arg;
    char reason[160];
    (void)bev;
    if ((what & BEV_EVENT_CONNECTED) != 0) { /* TLS is up */
        link->handler.up(link->arg);
    } else {
        enum fibs_loss loss = describe(link, what, reason, sizeof reason);
        break_off(link, loss, reason);
    }
}

/* ---- connecting ------------------------------------------------------------------ */

static struct bufferevent *new_bufferevent(struct fibs_link *link, int fd)
{
    if (link->tls == NULL) {
        return bufferevent_socket_new(link->base, fd, BEV_OPT_CLOSE_ON_FREE);
    }
    struct ssl_st *ssl = fibs_tls_session(link->tls, link->host);
    if (ssl == NULL) {
        return NULL;
    }
    struct bufferevent *bev = bufferevent_openssl_socket_new(
        link->base, fd, ssl, BUFFEREVENT_SSL_CONNECTING, BEV_OPT_CLOSE_ON_FREE);
    if (bev != NULL) {
        /* Ending without a TLS close is an end, not an error. */
        bufferevent_openssl_set_allow_dirty_shutdown(bev, 1);
    }
    return bev;
}

static void dialled(void *arg, int fd, const char *why)
{
    struct fibs_link *link = arg;
    link->dial = NULL;
    if (fd < 0) {
        break_off(link, FIBS_LOSS_BROKEN, why);
    } else if ((link->bev = new_bufferevent(link, fd)) == NULL) {
        (void)evutil_closesocket(fd);
        break_off(link, FIBS_LOSS_BROKEN, "out of memory");
    } else {
        const struct timeval limit = {link->write_ms / 1000,
                                      link->write_ms % 1000 * 1000};
        bufferevent_setcb(link->bev, readable, NULL, changed, link);
        bufferevent_set_timeouts(link->bev, NULL, &limit);
        (void)bufferevent_enable(link->bev, EV_READ | EV_WRITE);
        if (link->tls == NULL) {
            link->handler.up(link->arg);
        }
    }
}

void fibs_link_open(struct fibs_link *link)
{
    fibs_link_close(link);
    link->dial =
        fibs_dial_start(link->base, link->host, link->port, ADDRESS_MS, dialled, link);
    if (link->dial == NULL) {
        break_off(link, FIBS_LOSS_BROKEN, "out of memory");
    }
}

bool fibs_link_is_up(const struct fibs_link *link)
{
    return link->bev != NULL;
}

/* ---- writing --------------------------------------------------------------------- */

void fibs_link_write(struct fibs_link *link, const char *bytes, size_t size)
{
    if (link->bev != NULL) {
        (void)bufferevent_write(link->bev, bytes, size);
    }
}

struct secret_bytes {
    size_t size; /* of the whole */
    char bytes[];
};

static void wipe(const void *data, size_t length, void *arg)
{
    struct secret_bytes *secret = arg;
    (void)data;
    (void)length;
    fibs_tls_wipe(secret, secret->size);
    free(secret);
}

bool fibs_link_write_secret(struct fibs_link *link, const char *bytes, size_t size)
{
    struct secret_bytes *secret = malloc(sizeof *secret + size);
    if (secret == NULL || link->bev == NULL) {
        free(secret);
        return false;
    }
    secret->size = sizeof *secret + size;
    memcpy(secret->bytes, bytes, size);
    if (evbuffer_add_reference(bufferevent_get_output(link->bev), secret->bytes, size,
                               wipe, secret) != 0) {
        wipe(NULL, 0, secret);
        return false;
    }
    return true;
}

/* ---- life ------------------------------------------------------------------------ */

struct fibs_link *fibs_link_new(struct event_base *base,
                                const struct fibs_link_config *config,
                                const struct fibs_link_handler *handler, void *arg,
                                struct error *err)
{
    struct fibs_link *link = error_allocate(sizeof *link, err);
    if (link == NULL) {
        return NULL;
    }
    link->base = base;
    COPY_TEXT(link->host, config->host);
    link->port = config->port;
    link->write_ms = config->write_ms;
    link->handler = *handler;
    link->arg = arg;
    if (config->has_tls && (link->tls = fibs_tls_new(config->ca_file, err)) == NULL) {
        free(link);
        return NULL;
    }
    return link;
}

void fibs_link_free(struct fibs_link *link)
{
    if (link != NULL) {
        fibs_link_close(link);
        fibs_tls_free(link->tls);
        free(link);
    }
}
