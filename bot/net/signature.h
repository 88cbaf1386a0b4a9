#pragma once
/*
 * Digests (SHA-256) of files, HMACs and signatures (Ed25519) of texts, by OpenSSL. Keys are
 * PEM files as `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout` write
 * them.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum {
    SIGNATURE_DIGEST_SIZE = 65, /* hexadecimal, with the NUL */
    SIGNATURE_SIZE = 89         /* base64 of 64 bytes, with the NUL */
};

/* Writes the SHA-256 of a file as lower-case hexadecimal. False with `err`. */
bool signature_digest_file(const char *path, char digest[SIGNATURE_DIGEST_SIZE],
                           struct error *err);

/* Writes the HMAC-SHA256 of a text under a secret in the same way. False when OpenSSL
 * fails. */
bool signature_hmac(const char *secret, const char *text,
                    char hmac[SIGNATURE_DIGEST_SIZE]);

/* Whether the file holds a public key; else false with `err`. */
bool signature_check_key(const char *key_path, struct error *err);

/* Signs `text` with the private key in a file; checks a signature with the public one.
 * False with `err`: the key cannot be read, or the signature does not match. */
bool signature_make(const char *key_path, const char *text, size_t length,
                    char signature[SIGNATURE_SIZE], struct error *err);
bool signature_check(const char *key_path, const char *text, size_t length,
                     const char *signature, struct error *err);
