#pragma once
/*
 * An http or https server on loopback, on the test's event loop, with a certificate for
 * localhost that is made here and is its own authority.
 */

#include <signal.h>
#include <stdio.h>

#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "tests/unit/test_case.h"

static inline void https_add_extension(X509 *certificate, int nid, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    assert_int_equal(X509_add_ext(certificate, extension, -1), 1);
    X509_EXTENSION_free(extension);
}

static inline X509 *https_certificate(EVP_PKEY *key)
{
    X509 *certificate = X509_new();
    assert_non_null(certificate);
    X509_set_version(certificate, X509_VERSION_3);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"x", -1,
                               -1, 0);
    X509_set_issuer_name(certificate, name);
    https_add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    https_add_extension(certificate, NID_subject_alt_name, "DNS:localhost");
    assert_true(X509_sign(certificate, key, EVP_sha256()) > 0);
    return certificate;
}

/* The server's side; whom to trust is written into the new file `ca_path`. */
static inline SSL_CTX *https_identity(const char *ca_path)
{
    (void)signal(SIGPIPE, SIG_IGN); /* as bot/service/loop.c does */
    EVP_PKEY *key = EVP_EC_gen("P-256");
    assert_non_null(key);
    X509 *certificate = https_certificate(key);
    FILE *file = fopen(ca_path, "w");
    assert_non_null(file);
    assert_int_equal(PEM_write_X509(file, certificate), 1);
    (void)fclose(file);
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    assert_int_equal(SSL_CTX_use_certificate(tls, certificate), 1);
    assert_int_equal(SSL_CTX_use_PrivateKey(tls, key), 1);
    EVP_PKEY_free(key);
    X509_free(certificate);
    return tls;
}

static inline struct bufferevent *https_accept(struct event_base *base, void *arg)
{
    return bufferevent_openssl_socket_new(
        base, -1, SSL_new(arg), BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
}

/* `tls`: NULL for plain http. Every request goes to `on_request` with `arg`. */
static inline struct evhttp *
https_listen(struct event_base *base, SSL_CTX *tls,
             void (*on_request)(struct evhttp_request *, void *), void *arg, int *port)
{
    struct evhttp *http = evhttp_new(base);
    if (tls != NULL) {
        evhttp_set_bevcb(http, https_accept, tls);
    }
    evhttp_set_gencb(http, on_request, arg);
    struct evhttp_bound_socket *bound =
        evhttp_bind_socket_with_handle(http, "127.0.0.1", 0);
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    assert_non_null(bound);
    assert_int_equal(getsockname(evhttp_bound_socket_get_fd(bound),
                                 (struct sockaddr *)&address, &length),
                     0);
    *port = ntohs(address.sin_port);
    return http;
}

/* From now on TLS 1.1 at most. */
static inline void https_be_old(SSL_CTX *tls)
{
    SSL_CTX_set_security_level(tls, 0);
    assert_int_equal(SSL_CTX_set_min_proto_version(tls, TLS1_VERSION), 1);
    assert_int_equal(SSL_CTX_set_max_proto_version(tls, TLS1_1_VERSION), 1);
}
