#include "bot/player/talk.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

enum { WORDS_MAX = 4 };

struct row {
    const char *name;
    int id;
    int arguments; /* at most */
};

/* clang-format off */
static const struct row words[] = {
    {"help",     TALK_HELP,     0},
    {"level",    TALK_LEVEL,    1},
    {"stats",    TALK_STATS,    0},
    {"rematch",  TALK_REMATCH,  0},
    {"analysis", TALK_ANALYSIS, 0},
    {"about",    TALK_ABOUT,    0},
};
static const struct row orders[] = {
    {"status", TALK_ORDER_STATUS, 0},
    {"pause",  TALK_ORDER_PAUSE,  0},
    {"resume", TALK_ORDER_RESUME, 0},
    {"last",   TALK_ORDER_LAST,   0},
    {"level",  TALK_ORDER_LEVEL,  1},
    {"leave",  TALK_ORDER_LEAVE,  0},
    {"again",  TALK_ORDER_AGAIN,  0},
};
/* clang-format on */

static const struct row *find_named_row(const struct row *rows, size_t count,
                                        const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (strcasecmp(rows[i].name, word) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}
#define FIND(rows, word) find_named_row(rows, sizeof(rows) / sizeof(rows)[0], word)

/* Cuts `text` at its blanks; more than WORDS_MAX words count as one more. */
static int split_words(char *text, char *found[WORDS_MAX])
{
    int count = 0;
    char *rest = text;
    for (char *word; (word = strtok_r(rest, " \t", &rest)) != NULL;) {
        if (count == WORDS_MAX) {
            return WORDS_MAX + 1;
        }
        found[count++] = word;
    }
    return count;
}

static void strip_punctuation(char *word)
{
    size_t length = strlen(word);
    while (length > 0 && strchr(".!?", word[length - 1]) != NULL) {
        word[--length] = '\0';
    }
}

/* A level has letters, digits, '-' and '+' ("roller++"). */
static bool take_argument(const char *word, struct talk *talk)
{
    size_t length = strlen(word);
    if (length >= sizeof talk->argument) {
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        talk->argument[i] = (char)tolower((unsigned char)word[i]);
    }
    return strspn(talk->argument, "abcdefghijklmnopqrstuvwxyz0123456789-+") == length;
}

/* From the word of the command on. */
static bool read_command(const struct row *row, char **found, int count,
                         struct talk *talk)
{
    return row != NULL && count <= row->arguments &&
           (count == 0 || take_argument(found[0], talk));
}

static bool read_owner(char **found, int count, struct talk *talk)
{
    if (count < 2 || count > 3 || strlen(found[0]) >= sizeof talk->secret) {
        return false;
    }
    memcpy(talk->secret, found[0], strlen(found[0]) + 1);
    const struct row *row = FIND(orders, found[1]);
    if (!read_command(row, found + 2, count - 2, talk)) {
        row = NULL;
    }
    talk->order = row != NULL ? (enum talk_order)row->id : TALK_ORDER_NONE;
    return true;
}

static bool read_words(char *text, struct talk *talk)
{
    char *found[WORDS_MAX];
    text += *text == '!' || *text == '/';
    int count = split_words(text, found);
    if (count < 1 || count > WORDS_MAX) {
        return false;
    }
    if (strcasecmp(found[0], "owner") == 0) {
        talk->word = TALK_OWNER;
        return read_owner(found + 1, count - 1, talk);
    }
    strip_punctuation(found[count - 1]);
    const struct row *row = FIND(words, found[0]);
    if (!read_command(row, found + 1, count - 1, talk)) {
        return false;
    }
    talk->word = (enum talk_word)row->id;
    return true;
}

bool talk_read(const char *text, struct talk *talk)
{
    char copy[TALK_TEXT_MAX];
    *talk = (struct talk){.word = TALK_NONE};
    if (strlen(text) >= sizeof copy) {
        return false;
    }
    COPY_TEXT(copy, text);
    bool is_one = read_words(copy, talk);
    if (!is_one) {
        *talk = (struct talk){.word = TALK_NONE};
    }
    return is_one;
}

const char *talk_order_name(enum talk_order order)
{
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i].id == (int)order) {
            return orders[i].name;
        }
    }
    return "none";
}

void talk_mask(char *line)
{
    char *at = line;
    while (strncasecmp(at, "owner ", 6) != 0 || (at > line && at[-1] != ' ')) {
        if (*at++ == '\0') {
            return;
        }
    }
    at += 6 + strspn(at + 6, " ");
    size_t length = strcspn(at, " ");
    size_t marks = length < 3 ? length : 3;
    if (length != 3 || strncmp(at, "***", 3) != 0) {
        memset(at, '?', marks);
        memmove(at + marks, at + length, strlen(at + length) + 1);
    }
}

bool talk_is_secret(const char *said, const char *secret)
{
    size_t length = strlen(said), wanted = strlen(secret);
    unsigned char difference = length != wanted;
    for (size_t i = 0; i < wanted; i++) {
        difference |= (unsigned char)(secret[i] ^ said[i < length ? i : length]);
    }
    return difference == 0 && wanted > 0;
}
