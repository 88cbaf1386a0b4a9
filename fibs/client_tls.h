#ifndef FIBS_CLIENT_TLS_H
#define FIBS_CLIENT_TLS_H
/*
 * TLS as a client: TLS 1.2 or newer, the certificate checked against the trusted
 * authorities and against the name of the host (or its address), the name sent along
 * (SNI). There is no switch that turns a check off.
 */

#include <stddef.h>

#include "base/error.h"

struct ssl_st;
struct fibs_tls;

/* `ca_file`: PEM file of the only authorities to trust; NULL or "": the system's. NULL
 * with `err` when it cannot be read. */
struct fibs_tls *fibs_tls_new(const char *ca_file, struct error *err);
void fibs_tls_free(struct fibs_tls *tls);

/* A session that will only shake hands with `host`; NULL: out of memory or a host that
 * cannot be checked. */
struct ssl_st *fibs_tls_session(struct fibs_tls *tls, const char *host);

/* Why the peer's certificate was refused ("self-signed certificate"), NULL if it was
 * accepted or not seen. */
const char *fibs_tls_refusal(const struct ssl_st *session);

/* Of an error number of OpenSSL: "wrong version number". */
const char *fibs_tls_error(unsigned long error);

/* Overwrites memory so that the compiler cannot leave it out. */
void fibs_tls_wipe(void *memory, size_t size);

#endif
