#include "bot/game/line_shape.h"

#include <string.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

struct writer {
    char *text;
    size_t length;
};

static void put(struct writer *writer, const char *text, size_t length)
{
    size_t room = LINE_SHAPE_SIZE - 1 - writer->length;
    length = length < room ? length : room;
    memcpy(writer->text + writer->length, text, length);
    writer->length += length;
    writer->text[writer->length] = '\0';
}

static void put_word(struct writer *writer, const char *word)
{
    put(writer, word, strlen(word));
}

/* The length of "-12", "3.5" or "12:30" at the start of the text; 0: no number. A dot at
 * its end is not of it. */
static size_t number_length(const char *text)
{
    size_t length = strspn(text, "+-");
    size_t digits = strspn(text + length, DIGITS);
    if (digits == 0) {
        return 0;
    }
    length += digits;
    while (strchr(".:", text[length]) != NULL &&
           (digits = strspn(text + length + 1, DIGITS)) > 0) {
        length += 1 + digits;
    }
    return length;
}

/* The length of a word, with the dots and dashes within it if it is an address. */
static size_t word_length(const char *text)
{
    size_t length = strspn(text, LETTERS DIGITS "_");
    size_t address = strspn(text, LETTERS DIGITS "_@.-");
    while (address > 0 && strchr(".-", text[address - 1]) != NULL) {
        address--;
    }
    return memchr(text, '@', address) != NULL ? address : length;
}

/* Ordinary words have letters only. */
static bool is_marked(const char *word, size_t length)
{
    return strspn(word, LETTERS) < length;
}

/* "'TEXT'": the length with both apostrophes; 0: an apostrophe as in "don't". */
static size_t quoted_length(const char *text)
{
    const char *end = text[0] == '\'' ? strchr(text + 1, '\'') : NULL;
    return end != NULL ? (size_t)(end - text) + 1 : 0;
}

/* Writes what begins at `at` and returns its length. */
static size_t put_next(struct writer *writer, const char *at, bool is_start,
                       line_shape_is_name *is_name, const void *context)
{
    size_t length;
    if ((length = strspn(at, " \t")) > 0) {
        put_word(writer, " ");
    } else if (is_start && (length = quoted_length(at)) > 0) {
        put_word(writer, "'TEXT'");
    } else if (is_start && (length = number_length(at)) > 0 &&
               word_length(at + length) == 0) {
        put_word(writer, "N");
    } else if ((length = word_length(at)) > 0) {
        bool is_user =
            is_marked(at, length) || (is_name != NULL && is_name(context, at, length));
        put(writer, is_user ? "NAME" : at, is_user ? 4 : length);
    } else {
        length = 1;
        put(writer, at, 1);
    }
    return length;
}

void line_shape(const char *line, line_shape_is_name *is_name, const void *context,
                char shape[LINE_SHAPE_SIZE])
{
    struct writer writer = {shape, 0};
    bool is_start = true;
    shape[0] = '\0';
    while (*line != '\0') {
        size_t length = put_next(&writer, line, is_start, is_name, context);
        line += length;
        /* numbers and quotations stand behind a blank or a bracket */
        is_start = strchr(LETTERS DIGITS "_", line[-1]) == NULL;
    }
}
