#include "bot/net/signature.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

enum { RAW_SIZE = 64, DIGEST_BYTES = 32, BLOCK = 65536 };

static void write_hex(const unsigned char bytes[DIGEST_BYTES],
                      char text[SIGNATURE_DIGEST_SIZE])
{
    for (int i = 0; i < DIGEST_BYTES; i++) {
        (void)snprintf(&text[2 * i], 3, "%02x", bytes[i]);
    }
}

static bool digest_stream(FILE *file, EVP_MD_CTX *context,
                          unsigned char digest[DIGEST_BYTES])
{
    unsigned char block[BLOCK];
    size_t length;
    bool is_good = EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;
    while (is_good && (length = fread(block, 1, sizeof block, file)) > 0) {
        is_good = EVP_DigestUpdate(context, block, length) == 1;
    }
    return is_good && !ferror(file) && EVP_DigestFinal_ex(context, digest, NULL) == 1;
}

bool signature_digest_file(const char *path, char digest[SIGNATURE_DIGEST_SIZE],
                           struct error *err)
{
    unsigned char raw[EVP_MAX_MD_SIZE];
    FILE *file = fopen(path, "re");
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_good = file != NULL && context != NULL && digest_stream(file, context, raw);
    if (is_good) {
        write_hex(raw, digest);
    } else {
        error_of_path(err, path);
    }
    EVP_MD_CTX_free(context);
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_good;
}

bool signature_hmac(const char *secret, const char *text,
                    char hmac[SIGNATURE_DIGEST_SIZE])
{
    unsigned char raw[EVP_MAX_MD_SIZE];
    bool is_good = HMAC(EVP_sha256(), secret, (int)strlen(secret),
                        (const unsigned char *)text, strlen(text), raw, NULL) != NULL;
    if (is_good) {
        write_hex(raw, hmac);
    }
    return is_good;
}

static EVP_PKEY *read_key(const char *path, bool is_private, struct error *err)
{
    struct error why;
    FILE *file = file_to_read(path, &why);
    if (file == NULL) {
        error_set_from(err, &why, "key %s", why.text);
        return NULL;
    }
    EVP_PKEY *key = is_private ? PEM_read_PrivateKey(file, NULL, NULL, NULL)
                               : PEM_read_PUBKEY(file, NULL, NULL, NULL);
    (void)fclose(file);
    if (key == NULL || EVP_PKEY_id(key) != EVP_PKEY_ED25519) {
        error_set(err, "key %.180s: expected a%s Ed25519 key as PEM", path,
                  is_private ? " private" : " public");
        EVP_PKEY_free(key);
        return NULL;
    }
    return key;
}

bool signature_check_key(const char *key_path, struct error *err)
{
    EVP_PKEY *key = read_key(key_path, false, err);
    EVP_PKEY_free(key);
    return key != NULL;
}

bool signature_make(const char *key_path, const char *text, size_t length,
                    char signature[SIGNATURE_SIZE], struct error *err)
{
    unsigned char raw[RAW_SIZE];
    size_t raw_length = sizeof raw;
    EVP_PKEY *key = read_key(key_path, true, err);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (key == NULL) {
        EVP_MD_CTX_free(context);
        return false;
    }
    bool is_good = context != NULL &&
                   EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
                   EVP_DigestSign(context, raw, &raw_length,
                                  (const unsigned char *)text, length) == 1;
    if (is_good) {
        (void)EVP_EncodeBlock((unsigned char *)signature, raw, (int)raw_length);
    } else {
        error_set(err, "key %.180s: cannot sign", key_path);
    }
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return is_good;
}

bool signature_check(const char *key_path, const char *text, size_t length,
                     const char *signature, struct error *err)
{
    unsigned char raw[RAW_SIZE + 2]; /* base64 of 64 bytes ends in == */
    EVP_PKEY *key = read_key(key_path, false, err);
    if (key == NULL) {
        return false;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_good =
        strlen(signature) == SIGNATURE_SIZE - 1 &&
        EVP_DecodeBlock(raw, (const unsigned char *)signature, SIGNATURE_SIZE - 1) ==
            RAW_SIZE + 2 &&
        context != NULL && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
        EVP_DigestVerify(context, raw, RAW_SIZE, (const unsigned char *)text, length) ==
            1;
    if (!is_good) {
        error_set(err, "the signature is not of the key %.180s", key_path);
    }
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return is_good;
}
