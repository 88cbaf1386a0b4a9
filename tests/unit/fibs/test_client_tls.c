/* The client over TLS: whom it trusts. Certificates are made here, so that they never
 * expire in a drawer. */
#include <signal.h>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "fibs/client_tls.h"
#include "tests/unit/base/tls_policy.h"
#include "tests/unit/fibs/client_harness.h"
#include "tests/unit/test_case.h"

/* ---- certificates --------------------------------------------------------- */

struct identity {
    EVP_PKEY *key;
    X509 *certificate;
};

static void add_extension(X509 *certificate, X509 *issuer, int nid, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    assert_non_null(extension);
    assert_int_equal(X509_add_ext(certificate, extension, -1), 1);
    X509_EXTENSION_free(extension);
}

/* Signed by `issuer`, or by itself when NULL; `names`: "DNS:localhost", NULL: an
 * authority. Valid from a day ago for `days` days; from a day ahead when negative. */
static struct identity make_identity(const struct identity *issuer, const char *names,
                                     int days)
{
    const long day_s = 24 * 3600L, from = days < 0 ? 1 : -1;
    const long until = days < 0 ? from - days : from + days;
    struct identity made = {EVP_EC_gen("P-256"), X509_new()};
    const struct identity *signer = issuer != NULL ? issuer : &made;
    X509 *certificate = made.certificate;
    assert_non_null(made.key);
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), names != NULL ? 2 : 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), from * day_s);
    X509_gmtime_adj(X509_getm_notAfter(certificate), until * day_s);
    X509_set_pubkey(certificate, made.key);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_ASC,
        (const unsigned char *)(names != NULL ? "server" : "authority"), -1, -1, 0);
    X509_set_issuer_name(certificate, X509_get_subject_name(signer->certificate));
    add_extension(certificate, signer->certificate, NID_basic_constraints,
                  names != NULL ? "CA:FALSE" : "critical,CA:TRUE");
    if (names != NULL) {
        add_extension(certificate, signer->certificate, NID_subject_alt_name, names);
    }
    assert_true(X509_sign(certificate, signer->key, EVP_sha256()) > 0);
    return made;
}

static void free_identity(struct identity *identity)
{
    EVP_PKEY_free(identity->key);
    X509_free(identity->certificate);
}

static void write_certificate(const struct identity *identity, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(PEM_write_X509(file, identity->certificate), 1);
    assert_int_equal(fclose(file), 0);
}

/* ---- TLS ------------------------------------------------------------------ */

/* The server shows a certificate for `names`, valid for `days`; the client trusts the
 * authority that signed it, or another one. */
static void use_tls(const char *names, int days, bool is_trusted)
{
    struct identity authority = make_identity(NULL, NULL, 10);
    struct identity other = make_identity(NULL, NULL, 10);
    struct identity server = make_identity(&authority, names, days);
    FORMAT_TEXT(f.ca_path, "/tmp/test_client_%ld.pem", (long)getpid());
    write_certificate(is_trusted ? &authority : &other, f.ca_path);
    SSL_CTX_free(f.server.tls);
    f.server.tls = SSL_CTX_new(TLS_server_method());
    assert_int_equal(SSL_CTX_use_certificate(f.server.tls, server.certificate), 1);
    assert_int_equal(SSL_CTX_use_PrivateKey(f.server.tls, server.key), 1);
    f.config.has_tls = true;
    f.config.ca_file = f.ca_path;
    free_identity(&authority);
    free_identity(&other);
    free_identity(&server);
}

static void expect_refused_certificate(const char *why)
{
    start();
    turn_loop(is_failed);
    assert_string_equal(f.reason, why);
    assert_string_equal(f.server.heard, "");
    assert_int_equal(f.server.accepted, 1);
}

CASE(tls_with_a_good_certificate_works)
{
    use_tls("DNS:localhost", 10, true);
    FORMAT_TEXT(f.config.host, "localhost");
    f.server.writes_single_bytes = true;
    start_and_log_in();
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_board);
    close_connection(last_connection(&f.server));
    turn_loop(has_connected_twice);
}

CASE(tls_checks_an_address_too)
{
    use_tls("IP:127.0.0.1", 10, true);
    start_and_log_in();
}

CASE(certificate_for_another_host_is_final)
{
    use_tls("DNS:fibs.example.org", 10, true);
    FORMAT_TEXT(f.config.host, "localhost");
    expect_refused_certificate("certificate refused: hostname mismatch");
}

CASE(certificate_for_another_address_is_final)
{
    use_tls("IP:127.0.0.2", 10, true);
    expect_refused_certificate("certificate refused: IP address mismatch");
}

CASE(certificate_of_an_unknown_authority_is_final)
{
    use_tls("IP:127.0.0.1", 10, false);
    start();
    turn_loop(is_failed);
    assert_non_null(strstr(f.reason, "certificate refused: "));
    assert_string_equal(f.server.heard, "");
}

static bool has_tried_five_times(void)
{
    return f.server.accepted >= 5 && f.state == FIBS_BACKOFF;
}

/* Not a byte goes out before. */
static void expect_waiting(const char *why)
{
    char trouble[200];
    FORMAT_TEXT(trouble, "%s: trying again later\n", why);
    turn_loop(has_tried_five_times);
    assert_string_equal(f.reason, why);
    assert_string_equal(f.server.heard, "");
    assert_string_equal(f.troubles, trouble);
}

CASE(expired_certificate_is_tried_again_without_end)
{
    use_tls("IP:127.0.0.1", 0, true);
    start();
    expect_waiting("certificate refused: certificate has expired");
}

CASE(certificate_of_tomorrow_is_tried_again_without_end)
{
    use_tls("IP:127.0.0.1", -5, true);
    start();
    expect_waiting("certificate refused: certificate is not yet valid");
}

/* Makes the server show another certificate from the next connection on, while the client
 * trusts the first authority. */
static void change_certificate(const char *names, int days)
{
    use_tls(names, days, true);
    f.server.heard[0] = '\0';
    close_connection(last_connection(&f.server));
}

CASE(foreign_certificate_after_a_good_session_is_tried_three_times)
{
    use_tls("IP:127.0.0.1", 10, true);
    start_and_log_in();
    change_certificate("IP:127.0.0.1", 10);
    turn_loop(is_failed);
    assert_non_null(strstr(f.reason, "certificate refused: "));
    assert_int_equal(f.server.accepted, 1 + 4);
    assert_string_equal(f.server.heard, "");
}

CASE(certificate_outside_the_systems_store_is_final)
{
    use_tls("IP:127.0.0.1", 10, true);
    f.config.ca_file = "";
    start();
    turn_loop(is_failed);
    assert_non_null(strstr(f.reason, "certificate refused: "));
}

static bool has_tls_error(void)
{
    return f.state == FIBS_BACKOFF;
}

CASE(server_without_tls_gets_no_password)
{
    use_tls("IP:127.0.0.1", 10, true);
    SSL_CTX_free(f.server.tls);
    f.server.tls = NULL;
    start();
    turn_loop(has_tls_error);
    assert_string_equal(f.reason, "TLS: wrong version number");
    assert_null(strstr(f.server.heard, PASSWORD));
    assert_null(strstr(f.trace, "login"));
}

/* ---- handshakes in memory: any name, any version -------------------------------- */

static SSL *new_server(const struct identity *identity, int version)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    assert_int_equal(SSL_CTX_use_certificate(context, identity->certificate), 1);
    assert_int_equal(SSL_CTX_use_PrivateKey(context, identity->key), 1);
    SSL_CTX_set_security_level(context, 0); /* it would take anything */
    assert_int_equal(SSL_CTX_set_min_proto_version(context, version), 1);
    assert_int_equal(SSL_CTX_set_max_proto_version(context, version), 1);
    SSL *server = SSL_new(context);
    SSL_CTX_free(context);
    assert_non_null(server);
    return server;
}

/* Takes turns until both are through or neither gets on; takes over both. */
static bool do_shake_hands(SSL *client, SSL *server)
{
    BIO *client_end, *server_end;
    assert_int_equal(BIO_new_bio_pair(&client_end, 0, &server_end, 0), 1);
    SSL_set_bio(client, client_end, client_end);
    SSL_set_bio(server, server_end, server_end);
    SSL_set_connect_state(client);
    SSL_set_accept_state(server);
    bool is_through = false;
    for (int turn = 0; turn < 10 && !is_through; turn++) {
        int ours = SSL_do_handshake(client), theirs = SSL_do_handshake(server);
        is_through = ours == 1 && theirs == 1;
    }
    SSL_free(client);
    SSL_free(server);
    return is_through;
}

/* Whether our client takes a server with a certificate for `names` that speaks this
 * version only for `host`. */
static bool takes(const char *names, const char *host, int version)
{
    struct identity authority = make_identity(NULL, NULL, 10);
    struct identity identity = make_identity(&authority, names, 10);
    FORMAT_TEXT(f.ca_path, "/tmp/test_client_%ld.pem", (long)getpid());
    write_certificate(&authority, f.ca_path);
    struct ssl_ctx_st *tls = fibs_tls_new(f.ca_path, NULL);
    assert_non_null(tls);
    bool is_taken =
        do_shake_hands(fibs_tls_session(tls, host), new_server(&identity, version));
    fibs_tls_free(tls);
    free_identity(&authority);
    free_identity(&identity);
    return is_taken;
}

/* RFC 6125, 6.4.3: a star may stand for the whole of the first label; for a part of it
 * only where a client likes that. */
CASE(star_stands_for_a_whole_label_only)
{
    static const struct {
        const char *names;
        bool is_taken;
    } rows[] = {
        {"DNS:fibs.example.org", true}, {"DNS:*.example.org", true},
        {"DNS:f*.example.org", false},  {"DNS:*s.example.org", false},
        {"DNS:*.org", false},           {"DNS:*.fibs.example.org", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_taken = takes(rows[i].names, "fibs.example.org", TLS1_3_VERSION);
        assert_int_equal(is_taken, rows[i].is_taken);
    }
}

/* A client that asks for no version. */
static bool does_openssl_take(int version)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    struct identity identity = make_identity(NULL, NULL, 10);
    SSL *client = SSL_new(context);
    SSL_CTX_free(context);
    bool is_taken = do_shake_hands(client, new_server(&identity, version));
    free_identity(&identity);
    return is_taken;
}

CASE(versions_before_1_2_are_never_spoken)
{
    static const char names[] = "DNS:fibs.example.org", *host = names + 4;
    char path[64];
    FORMAT_TEXT(path, "/tmp/test_client_%ld.cnf", (long)getpid());
    tls_policy_allow_old(path);
    bool is_allowed =
        does_openssl_take(TLS1_VERSION) && does_openssl_take(TLS1_1_VERSION);
    bool is_old_taken =
        takes(names, host, TLS1_VERSION) || takes(names, host, TLS1_1_VERSION);
    bool is_new_taken =
        takes(names, host, TLS1_2_VERSION) && takes(names, host, TLS1_3_VERSION);
    tls_policy_forget();
    assert_false(is_old_taken);
    assert_true(is_new_taken);
    if (!is_allowed) {
        print_message("this OpenSSL has no old versions\n");
        skip();
    }
}

CASE(missing_ca_file_is_told_by_name)
{
    struct error err;
    f.config.has_tls = true;
    f.config.ca_file = "/nonexistent/ca.pem";
    assert_null(fibs_client_new(f.base, &f.config, &handler, &f, &err));
    assert_non_null(strstr(err.text, "/nonexistent/ca.pem"));
    assert_non_null(strstr(err.text, "No such file"));
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    return test_cases_run(NULL, NULL);
}
