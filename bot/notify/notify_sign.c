/* The signature: the only use of OpenSSL in bot/. */
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/notify/notify_message.h"

bool notify_sign(const char *secret, const char *timestamp, const char *body,
                 char signature[NOTIFY_SIGNATURE_SIZE])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    size_t size = strlen(timestamp) + strlen(body) + 2;
    char *text = malloc(size);
    if (text == NULL) {
        return false;
    }
    (void)snprintf(text, size, "%s.%s", timestamp, body);
    bool is_done = HMAC(EVP_sha256(), secret, (int)strlen(secret),
                        (const unsigned char *)text, size - 1, digest, &length) != NULL;
    free(text);
    for (unsigned int i = 0; is_done && i < length && i < 32; i++) {
        (void)snprintf(&signature[2 * i], 3, "%02x", digest[i]);
    }
    return is_done && length == 32;
}
