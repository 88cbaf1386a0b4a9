#include "fibs/line.h"

#include <string.h>

enum { ESC = 0x1b, DEL = 0x7f };
enum { BOARD_COLONS = 52 }; /* board.h: fields 0..52 */

/* Texts that wait for an answer on the same line. */
static const char *const prompts[] = {
    "login:",
    "Login:",
    "password:",
    "Password:",
    "Please give your password:",
    "Please retype your password:",
    "** The two passwords were not identical. Please give them again. Password:",
};

void fibs_line_init(struct fibs_line *reader)
{
    memset(reader, 0, sizeof *reader);
}

static void start_line(struct fibs_line *reader)
{
    reader->length = 0;
    reader->is_given = false;
    reader->is_overlong = false;
}

static const char *give(struct fibs_line *reader)
{
    while (reader->length > 0 && reader->buffer[reader->length - 1] == ' ') {
        reader->length--;
    }
    reader->buffer[reader->length] = '\0';
    reader->is_given = true;
    return reader->buffer;
}

static bool is_prompt(const struct fibs_line *reader)
{
    if (reader->length == 0 || reader->buffer[reader->length - 1] != ':') {
        return false;
    }
    const size_t count = sizeof prompts / sizeof prompts[0];
    for (size_t i = 0; i < count; i++) {
        if (strlen(prompts[i]) == reader->length &&
            memcmp(prompts[i], reader->buffer, reader->length) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns whether the byte is part of a terminal sequence (such as "clear screen"). */
static bool is_of_escape(struct fibs_line *reader, unsigned char byte)
{
    bool is_inside = reader->escape != FIBS_LINE_TEXT;
    if (byte == ESC) {
        reader->escape = FIBS_LINE_ESC;
    } else if (reader->escape == FIBS_LINE_ESC && byte == '[') {
        reader->escape = FIBS_LINE_ESC_BRACKET;
    } else if (reader->escape == FIBS_LINE_ESC || byte < ' ' || byte >= '@') {
        reader->escape = FIBS_LINE_TEXT; /* after its last byte or any control byte */
        is_inside = is_inside && byte >= ' ';
    }
    return is_inside || byte == ESC;
}

static void append_byte(struct fibs_line *reader, char byte)
{
    if (byte == ' ' && reader->is_after_prompt) {
        return;
    }
    reader->is_after_prompt = false;
    if (reader->length == FIBS_LINE_MAX) {
        reader->dropped += reader->is_overlong ? 0 : 1;
        reader->is_overlong = true;
        return;
    }
    reader->buffer[reader->length++] = byte;
    if (reader->length == 2 && memcmp(reader->buffer, "> ", 2) == 0) {
        reader->length = 0;
    }
}

/* Returns whether the byte is text. A tab counts as a blank, as does a CR except at the
 * beginning, where it belongs to the line before (LF CR). */
static bool text_byte(struct fibs_line *reader, char raw, char *byte)
{
    unsigned char c = (unsigned char)raw;
    if (is_of_escape(reader, c) || c >= DEL || (c == '\r' && reader->length == 0)) {
        return false;
    }
    *byte = c == '\r' || c == '\t' ? ' ' : raw;
    return *byte >= ' ';
}

/* Returns whether a line end belongs to a prompt, and so is not an empty line. */
static bool ends_prompt(struct fibs_line *reader)
{
    bool is_end = reader->is_after_prompt;
    reader->is_after_prompt = false;
    return is_end;
}

const char *fibs_line_next(struct fibs_line *reader, const char **data, size_t *size)
{
    if (reader->is_given) {
        start_line(reader);
    }
    while (*size > 0) {
        char byte = *(*data)++;
        --*size;
        if (byte == '\n') {
            reader->escape = FIBS_LINE_TEXT;
            if (!ends_prompt(reader)) {
                return give(reader);
            }
        } else if (text_byte(reader, byte, &byte)) {
            append_byte(reader, byte);
            if (is_prompt(reader)) {
                reader->is_after_prompt = true;
                return give(reader);
            }
        }
    }
    return NULL;
}

static bool is_of_number(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool fibs_line_holds_board(const struct fibs_line *reader)
{
    static const char word[] = "board:";
    const size_t length = sizeof word - 1;
    if (reader->is_given || reader->is_overlong) {
        return false;
    }
    int colons = 0;                              /* since the word */
    enum { EMPTY, NUMBER, OTHER } field = EMPTY; /* behind the last colon */
    for (size_t i = 0; i < reader->length; i++) {
        char byte = reader->buffer[i];
        if (i + length <= reader->length &&
            memcmp(reader->buffer + i, word, length) == 0) {
            colons = 0;
        }
        colons += byte == ':' ? 1 : 0;
        field = byte == ':'                            ? EMPTY
                : is_of_number(byte) && field != OTHER ? NUMBER
                                                       : OTHER;
    }
    return colons == BOARD_COLONS && field == NUMBER;
}

bool fibs_line_ends_in_number(const struct fibs_line *reader)
{
    size_t end = reader->is_given ? 0 : reader->length;
    while (end > 0 && reader->buffer[end - 1] == '.') {
        end--;
    }
    return end > 0 && is_of_number(reader->buffer[end - 1]);
}
