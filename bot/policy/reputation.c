#include "bot/policy/reputation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { WORDS_MAX = 24, WORD_SIZE = 72, NUMBER_LENGTH_MAX = 9 };

struct words {
    int count;
    char text[WORDS_MAX][WORD_SIZE];
};

static void write_cookie(unsigned cookie, char text[WORD_SIZE])
{
    (void)snprintf(text, WORD_SIZE, "fb%u", cookie);
}

void reputation_question(const char *name, unsigned cookie, bool is_for_people,
                         char text[REPUTATION_TEXT_SIZE])
{
    char word[WORD_SIZE];
    write_cookie(cookie, word);
    if (is_for_people) {
        (void)snprintf(text, REPUTATION_TEXT_SIZE, "ask %s", name);
    } else {
        (void)snprintf(text, REPUTATION_TEXT_SIZE, "raw %s ask 1 %s", word, name);
    }
}

static bool is_gap(char c)
{
    return c == ' ' || c == '(';
}

/* Words between blanks, without the punctuation behind them; too long ones are cut. */
static void split_answer(const char *text, size_t length, struct words *words)
{
    words->count = 0;
    for (size_t at = 0; at < length && words->count < WORDS_MAX;) {
        size_t size = 0;
        while (at + size < length && !is_gap(text[at + size])) {
            size++;
        }
        size_t kept = size < WORD_SIZE ? size : WORD_SIZE - 1;
        while (kept > 0 && strchr(",.:;()", text[at + kept - 1]) != NULL) {
            kept--;
        }
        if (kept > 0) {
            memcpy(words->text[words->count], &text[at], kept);
            words->text[words->count++][kept] = '\0';
        }
        at += size + 1;
    }
}

static bool read_number(const char *word, long *number)
{
    char *end;
    bool is_number =
        isdigit((unsigned char)word[0]) ||
        ((word[0] == '-' || word[0] == '+') && isdigit((unsigned char)word[1]));
    if (!is_number || strlen(word) > NUMBER_LENGTH_MAX) {
        return false;
    }
    *number = strtol(word, &end, 10);
    return *end == '\0';
}

static int find_word(const struct words *words, int from, const char *word)
{
    for (int i = from; i < words->count; i++) {
        if (strcmp(words->text[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

/* COOKIE [ask 1] [NAME] NUMBER ...; COOKIE error NUMBER ... */
static bool read_raw(const struct words *words, const char *name, unsigned cookie,
                     long *reputation)
{
    char word[WORD_SIZE];
    write_cookie(cookie, word);
    int at = find_word(words, 0, word);
    if (at < 0) {
        return false;
    }
    int named = find_word(words, at + 1, name);
    if (named >= 0) {
        at = named;
    } else if (find_word(words, at + 1, "ask") == at + 1) {
        at += 2;
    }
    return at + 1 < words->count && read_number(words->text[at + 1], reputation);
}

/* NAME's reputation is NUMBER; User NAME has no ... */
static bool read_plain(const struct words *words, const char *name, long *reputation)
{
    char owner[WORD_SIZE];
    FORMAT_TEXT(owner, "%.60s's", name);
    int at = find_word(words, 0, owner);
    if (at >= 0 && find_word(words, at, "reputation") == at + 1) {
        return at + 3 < words->count && read_number(words->text[at + 3], reputation);
    }
    at = find_word(words, 0, name);
    if (at == 1 && strcmp(words->text[0], "User") == 0 &&
        find_word(words, at, "no") == at + 2) {
        *reputation = 0;
        return true;
    }
    return false;
}

bool reputation_answer(const char *text, size_t length, const char *name,
                       unsigned cookie, long *reputation)
{
    struct words words;
    split_answer(text, length, &words);
    return read_raw(&words, name, cookie, reputation) ||
           read_plain(&words, name, reputation);
}

bool reputation_is_unknown(const char *text, size_t length, const char *name)
{
    struct words words;
    split_answer(text, length, &words);
    int at = find_word(&words, 0, name);
    return at >= 0 && find_word(&words, at, "not") == at + 2 &&
           find_word(&words, at, "exist") == at + 3;
}
