#pragma once
/*
 * Lines of a text file that any program may have written: ended by LF, CR LF or CR, in
 * ASCII, UTF-8 (with or without its byte order mark) or Windows-1252, which has all letters
 * of Latin-1, with tabs. They come out as UTF-8 without line end, trailing blanks and
 * control bytes.
 */

#include <stdbool.h>
#include <stdio.h>

enum {
    TEXT_GROWTH = 3, /* bytes of UTF-8 that text_line_decode() makes of one, at most */
    TEXT_LINE_MAX = 500,
    TEXT_LINE_SIZE = TEXT_GROWTH * TEXT_LINE_MAX + 1,
    TEXT_LINES_MAX = 400000, /* of a file */
    TEXT_BYTES_MAX = 64 << 20
};

struct text_line {
    FILE *file;  /* set by the caller; all else begins as zero */
    int number;  /* of the line in `text`, from 1 */
    bool is_cut; /* it had more than TEXT_LINE_MAX bytes; the rest is lost */
    long bytes;  /* read so far */
    char text[TEXT_LINE_SIZE]; /* columns as they are with a tab every eight */
};

/* Reads the next line; false at the end of the file, and behind TEXT_LINES_MAX lines or
 * TEXT_BYTES_MAX bytes. */
bool text_line_next(struct text_line *line);

/* Whether one of these limits ended it. */
bool text_line_is_full(const struct text_line *line);

/* The character of a byte in Windows-1252; '?': it has none. */
unsigned text_of_windows(unsigned char byte);

/* Writes `raw` as UTF-8: as it is if it is UTF-8, else taken for Windows-1252. Control
 * characters, of which terminals know some beyond ASCII, and no-break spaces become blanks.
 * `text` has room for TEXT_GROWTH x strlen(raw) + 1 bytes. */
void text_line_decode(const char *raw, char *text);

/* Leaves out the bytes of `text` that are no UTF-8: of characters that were cut. */
void text_drop_halves(char *text);

/* Writes a character as UTF-8, up to four bytes; returns what follows them. */
char *text_put_utf8(char *out, unsigned c);

/* For files in UTF-16, as some programs of Windows write them: returns the file itself, at
 * its beginning, or, if it is UTF-16 (by its byte order mark, or by a NUL beside its first
 * letter), a temporary file with the text in UTF-8, and closes the former one. What is no
 * character becomes U+FFFD. NULL: no temporary file could be written; `file` is closed
 * then. */
FILE *text_as_utf8(FILE *file);
