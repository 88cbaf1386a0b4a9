#include "server/password.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include "base/text.h"

enum {
    SALT_SIZE = 16,
    KEY_SIZE = 32,
    COST_MAX = 16, /* of what a file may ask for: 64 MB, some tenths of a second */
    BLOCKS = 8,    /* r */
    MEMORY_MAX = 128 << 20
};

struct hash {
    int cost;
    unsigned char salt[SALT_SIZE], key[KEY_SIZE];
};

static bool derive(const char *password, const struct hash *hash,
                   unsigned char key[KEY_SIZE])
{
    return EVP_PBE_scrypt(password, strlen(password), hash->salt, SALT_SIZE,
                          UINT64_C(1) << hash->cost, BLOCKS, 1, MEMORY_MAX, key,
                          KEY_SIZE) == 1;
}

static void write_hex(const unsigned char *bytes, size_t size, char *text)
{
    for (size_t i = 0; i < size; i++) {
        (void)snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    }
}

static bool read_hex(const char *text, unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};
        if (strspn(digits, "0123456789abcdef") != 2) {
            return false;
        }
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return true;
}

static bool read_word(const char *word, struct hash *hash)
{
    char salt[2 * SALT_SIZE + 1], key[2 * KEY_SIZE + 1];
    char again[PASSWORD_WORD_SIZE];
    if (sscanf(word, "scrypt:%2d:8:1:%32[0-9a-f]:%64[0-9a-f]", &hash->cost, salt,
               key) != 3 ||
        hash->cost < 1 || hash->cost > COST_MAX) {
        return false;
    }
    FORMAT_TEXT(again, "scrypt:%d:8:1:%s:%s", hash->cost, salt, key);
    return strcmp(word, again) == 0 && read_hex(salt, hash->salt, SALT_SIZE) &&
           read_hex(key, hash->key, KEY_SIZE);
}

bool password_hash(const char *password, int cost, char word[PASSWORD_WORD_SIZE])
{
    struct hash hash = {.cost = cost < 1 ? 1 : cost};
    char salt[2 * SALT_SIZE + 1], key[2 * KEY_SIZE + 1];
    if (RAND_bytes(hash.salt, SALT_SIZE) != 1 || !derive(password, &hash, hash.key)) {
        return false;
    }
    write_hex(hash.salt, SALT_SIZE, salt);
    write_hex(hash.key, KEY_SIZE, key);
    (void)snprintf(word, PASSWORD_WORD_SIZE, "scrypt:%d:%d:1:%s:%s", hash.cost, BLOCKS,
                   salt, key);
    return true;
}

bool password_is_hash(const char *word)
{
    struct hash hash;
    return read_word(word, &hash);
}

bool password_matches(const char *password, const char *word)
{
    struct hash hash;
    unsigned char key[KEY_SIZE];
    if (!read_word(word, &hash)) {
        return strcmp(password, word) == 0;
    }
    return derive(password, &hash, key) && CRYPTO_memcmp(key, hash.key, KEY_SIZE) == 0;
}
