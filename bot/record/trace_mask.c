#include "bot/record/trace_mask.h"

#include <string.h>

#define HOST "192.0.2.1"
#define MAIL "user@example.org"
#define TALK "***"

/* Text number `text` of such messages becomes `instead`. */
static const struct {
    enum fibs_message_id id;
    int text;
    const char *instead;
} hidden[] = {
    /* clang-format off */
    {FIBS_MSG_CLIP_WELCOME,         0, HOST},
    {FIBS_MSG_CLIP_WHO_INFO,        0, HOST},
    {FIBS_MSG_CLIP_WHO_INFO,        2, MAIL},
    {FIBS_MSG_CLIP_MESSAGE,         0, TALK},
    {FIBS_MSG_CLIP_SAYS,            0, TALK},
    {FIBS_MSG_CLIP_YOU_SAY,         0, TALK},
    {FIBS_MSG_KICKED_SECOND_LOGIN,  0, HOST},
    {FIBS_MSG_WHOIS_EMAIL,          0, MAIL},
    {FIBS_MSG_WHOIS_LAST_LOGIN,     1, HOST},
    {FIBS_MSG_WHERE_LINE,           0, HOST},
    {FIBS_MSG_WHERE_HOST,           0, HOST},
    {FIBS_MSG_ADDRESS_SET,          0, MAIL},
    {FIBS_MSG_ADDRESS_BAD,          0, MAIL},
    /* clang-format on */
};

struct writer {
    char *text;
    size_t size, length;
};

static void put(struct writer *out, const char *text, size_t length)
{
    size_t room = out->size - 1 - out->length;
    length = length < room ? length : room;
    memcpy(out->text + out->length, text, length);
    out->length += length;
    out->text[out->length] = '\0';
}

/* ---- addresses anywhere ----------------------------------------------------------- */

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

enum { DOTS_OF_NUMBERS = 3, COLONS_OF_IPV6 = 4 };

static int count_of(const char *text, size_t length, char what)
{
    int count = 0;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == what;
    }
    return count;
}

static bool has_only(const char *text, size_t length, const char *characters)
{
    return strspn(text, characters) >= length;
}

/* host.example.org, but not "drops connection.Hello" or 1500.00: all lower case, the last
 * part of letters, and two dots or a dash or digit. */
static bool is_host(const char *text, size_t length)
{
    const char *last = text + length;
    while (last > text && last[-1] != '.') {
        last--;
    }
    size_t top = length - (size_t)(last - text);
    bool is_lower = has_only(text, length, "abcdefghijklmnopqrstuvwxyz" DIGITS ".-_");
    bool is_named =
        strpbrk(text, DIGITS "-") < text + length && strpbrk(text, DIGITS "-") != NULL;
    return is_lower && top >= 2 && has_only(last, top, LETTERS) &&
           (count_of(text, length, '.') >= 2 ||
            (count_of(text, length, '.') == 1 && is_named));
}

/* What stands for the word; NULL: it is no address. */
static const char *stand_in(const char *text, size_t length)
{
    bool is_numbers = has_only(text, length, DIGITS ".") &&
                      count_of(text, length, '.') == DOTS_OF_NUMBERS;
    bool is_ipv6 = has_only(text, length, DIGITS "abcdefABCDEF:") &&
                   count_of(text, length, ':') >= COLONS_OF_IPV6;
    const char *at = memchr(text, '@', length);
    if (at != NULL && at > text && at < text + length - 1) {
        return MAIL;
    }
    return is_numbers || is_ipv6 || is_host(text, length) ? HOST : NULL;
}

static void put_without_addresses(struct writer *out, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        size_t word = strspn(text, LETTERS DIGITS "@._:+-");
        word = word < (size_t)(end - text) ? word : (size_t)(end - text);
        size_t core = word;
        while (core > 0 && strchr(".:-", text[core - 1]) != NULL) {
            core--;
        }
        const char *instead = core > 0 ? stand_in(text, core) : NULL;
        if (instead != NULL) {
            put(out, instead, strlen(instead));
            text += core;
        }
        size_t rest = instead != NULL ? word - core : word > 0 ? word : 1;
        put(out, text, rest);
        text += rest;
    }
}

/* ---- lines of the server ----------------------------------------------------------- */

static const char *instead_of(enum fibs_message_id id, int text)
{
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        if (hidden[i].id == id && hidden[i].text == text) {
            return hidden[i].instead;
        }
    }
    return NULL;
}

/* Writes the message without what is glued to it. */
static void put_message(struct writer *out, const struct fibs_message *m)
{
    const char *from = m->line.text;
    const char *end = m->rest.length > 0 ? m->rest.text : from + m->line.length;
    for (int i = 0; i < m->text_count; i++) {
        const char *instead = instead_of(m->id, i);
        struct fibs_slice part = m->texts[i];
        if (instead != NULL && part.length > 0 && !fibs_slice_is(part, "-") &&
            part.text >= from) {
            put_without_addresses(out, from, (size_t)(part.text - from));
            put(out, instead, strlen(instead));
            from = part.text + part.length;
        }
    }
    if (m->id == FIBS_MSG_BOARD) {
        put(out, from, (size_t)(end - from));
    } else {
        put_without_addresses(out, from, (size_t)(end - from));
    }
}

static void mask_server_line(struct trace_mask *mask, const char *text,
                             struct writer *out)
{
    struct fibs_message message;
    do {
        fibs_message_read(&mask->context, text, &message);
        put_message(out, &message);
        text = message.rest.text;
    } while (message.rest.length > 0);
}

/* ---- commands ------------------------------------------------------------------------ */

/* The length of "tell NAME " or "say ", what stands before private words; 0: none do. */
static size_t length_before_talk(const char *text)
{
    static const struct {
        const char *words;
        int names;
    } rows[] = {{"tell ", 1}, {"message ", 1}, {"say ", 0}, {"whisper ", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t length = strlen(rows[i].words);
        if (strncmp(text, rows[i].words, length) == 0) {
            size_t name = rows[i].names > 0 ? strcspn(text + length, " ") + 1 : 0;
            return length + name < strlen(text) ? length + name : 0;
        }
    }
    return 0;
}

void trace_mask_line(struct trace_mask *mask, char kind, const char *text, char *masked,
                     size_t size)
{
    struct writer out = {masked, size, 0};
    masked[0] = '\0';
    size_t talk = kind == 'C' ? length_before_talk(text) : 0;
    if (kind == 'S') {
        mask_server_line(mask, text, &out);
    } else if (talk > 0) {
        put(&out, text, talk);
        put(&out, TALK, strlen(TALK));
    } else {
        put_without_addresses(&out, text, strlen(text));
    }
}
