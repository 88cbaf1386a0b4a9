#pragma once
/*
 * A TLS client: TLS 1.2 or newer. The certificate is checked against the trusted
 * authorities and the name of the host (or its address); the name is sent to the server
 * (SNI). The checks cannot be turned off.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct ssl_st;     /* OpenSSL's SSL */
struct ssl_ctx_st; /* OpenSSL's SSL_CTX */

/* Sets up TLS. `ca_file` is a PEM file of the authorities to trust; NULL or "": those
 * of the system. Returns NULL with `err` if it cannot be read. */
struct ssl_ctx_st *fibs_tls_new(const char *ca_file, struct error *err);
void fibs_tls_free(struct ssl_ctx_st *tls);

/* Returns a session that accepts `host` only; NULL if memory is short or the host
 * cannot be checked. */
struct ssl_st *fibs_tls_session(struct ssl_ctx_st *tls, const char *host);

/* Returns why the peer's certificate was refused ("self-signed certificate"); NULL if
 * it was accepted or not received. */
const char *fibs_tls_refusal(const struct ssl_st *session);

/* Returns whether that was its time alone: expired, or not yet valid. */
bool fibs_tls_is_untimely(const struct ssl_st *session);

/* Returns the text of an error number of OpenSSL: "wrong version number". */
const char *fibs_tls_error(unsigned long error);

/* Overwrites memory with zeros; the compiler cannot omit it. */
void fibs_tls_wipe(void *memory, size_t size);
