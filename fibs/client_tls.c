#include "fibs/client_tls.h"

#include <string.h>

#include <arpa/inet.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static bool load_authorities(SSL_CTX *context, const char *ca_file)
{
    if (ca_file != NULL && ca_file[0] != '\0') {
        return SSL_CTX_load_verify_locations(context, ca_file, NULL) == 1;
    }
    return SSL_CTX_set_default_verify_paths(context) == 1;
}

struct ssl_ctx_st *fibs_tls_new(const char *ca_file, struct error *err)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (context == NULL) {
        error_no_memory(err);
        return NULL;
    }
    ERR_clear_error();
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 ||
        !load_authorities(context, ca_file)) {
        error_set(err, "%.120s: cannot read certificates of authorities: %s",
                  ca_file != NULL && ca_file[0] != '\0' ? ca_file
                                                        : "the system's store",
                  fibs_tls_error(ERR_get_error()));
        SSL_CTX_free(context);
        return NULL;
    }
    return context;
}

void fibs_tls_free(struct ssl_ctx_st *tls)
{
    SSL_CTX_free(tls);
}

static bool is_address(const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, host, address) == 1 ||
           inet_pton(AF_INET6, host, address) == 1;
}

/* SNI is for names only, not for addresses. */
static bool expect_host(SSL *ssl, const char *host)
{
    if (is_address(host)) {
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1;
    }
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, host) == 1;
}

struct ssl_st *fibs_tls_session(struct ssl_ctx_st *tls, const char *host)
{
    SSL *ssl = SSL_new(tls);
    if (ssl != NULL && !expect_host(ssl, host)) {
        SSL_free(ssl);
        return NULL;
    }
    return ssl;
}

const char *fibs_tls_refusal(const struct ssl_st *session)
{
    long result = SSL_get_verify_result(session);
    return result == X509_V_OK ? NULL : X509_verify_cert_error_string(result);
}

bool fibs_tls_is_untimely(const struct ssl_st *session)
{
    long result = SSL_get_verify_result(session);
    return result == X509_V_ERR_CERT_HAS_EXPIRED ||
           result == X509_V_ERR_CERT_NOT_YET_VALID;
}

const char *fibs_tls_error(unsigned long error)
{
    if (ERR_GET_LIB(error) == ERR_LIB_SYS) {
        return strerror(ERR_GET_REASON(error));
    }
    const char *text = error != 0 ? ERR_reason_error_string(error) : NULL;
    return text != NULL ? text : "unknown error";
}

void fibs_tls_wipe(void *memory, size_t size)
{
    OPENSSL_cleanse(memory, size);
}
