#pragma once
/*
 * Passwords as they are kept: salted hashes by scrypt (RFC 7914), as one word
 *
 *     scrypt:LOG2_N:R:P:SALT:KEY      SALT and KEY in hexadecimal
 *
 * No plain password holds a colon (accounts.c), so files of former versions, which had
 * plain ones, can be distinguished.
 */

#include <stdbool.h>

enum { PASSWORD_WORD_SIZE = 128 };

/* Makes the word of a password at a cost of N = 2^`cost`; see PASSWORD_COST. False: no
 * memory or no random numbers. */
bool password_hash(const char *password, int cost, char word[PASSWORD_WORD_SIZE]);

/* About 4 ms and 2 MB: a log-in stops the server's loop for so long. */
enum { PASSWORD_COST = 11 };

bool password_is_hash(const char *word);

/* Whether `password` is that of a word, or the word itself if it is plain. */
bool password_matches(const char *password, const char *word);
