#pragma once
/*
 * Texts in files of eXtreme Gammon: UTF-8 on our side; there in Latin-1 with the length in
 * a byte before it (narrow), or in UTF-16 up to NUL (wide), in fields of fixed size.
 */

/* Writes a character as UTF-8, up to four bytes; returns what follows them. Half of a pair of
 * UTF-16 becomes '?', a control character a blank. */
char *xg_text_put_utf8(char *out, unsigned c);

/* Takes the next character, or '?' for a byte that is no UTF-8, and steps past it. */
unsigned xg_text_take_utf8(const char **utf8);

/* Takes a character of one or two units of UTF-16 from `most` of them, and counts them. */
unsigned xg_text_take_utf16(const unsigned char *units, int most, int *taken);

/* Fill a field whose bytes are zero, of `most` bytes behind its length, or of `units` with
 * the NUL. What does not fit is left out; '?' is written for what the narrow one lacks. */
void xg_text_put_narrow(unsigned char *field, int most, const char *utf8);
void xg_text_put_wide(unsigned char *field, int units, const char *utf8);
