#pragma once
/*
 * Matches lines against the patterns of message_table.inc; for message.c only.
 *
 *   {NAME}                 a user; {DASHNAME}: or "-"
 *   {N} {A} {B} {C}        a number of up to 9 digits; {DIE}: 1..6; {FLAG}: 0 or 1;
 *                          {TIME}: up to 18 digits, with sign
 *   {LEN}                  a number or "unlimited"; {REDBL}: or "none"
 *   {F} {R}                a decimal number with sign
 *   {TEXT}                 any text; {LIST}: any text but ""
 *   {WORD} {HOST} {TZ}     characters without a blank
 *   {MOVES}                "24-18 18-14", "bar-20", "6-off", "6-home"; one to four
 *   {OFFS}                 "6 o 5 o"; one to four
 *   {DOW} {MON} {CLOCK}    Wed or Wednesday, January, 12:34 or 12:34:56
 *   {ORD} {ACTION} {ANIMAL} {SETTING} {TOGGLE} {YESNO} {STAR}
 *                          one word of a list
 *   {SP}                   blanks, any number of them; {S}: the s of a plural, or nothing
 *   {BOARD}                a board line, without a text glued to it
 *   {GLUE}                 the rest of the line, which is a line of its own; not empty
 *
 * Everything else is literal, with these exceptions: an apostrophe may be doubled in
 * the line (texts that a server has put through a formatter of messages); a full stop
 * at the end of the line (and a blank before it) is optional, any number of blanks may
 * follow a full stop, and elsewhere a blank matches one or more (not as the first
 * of the line, nor before {TEXT} and {LIST}, to which further blanks belong).
 */

#include "fibs/message.h"

/* Returns the length of the user name with which `text` begins, 0 if there is none. */
size_t fibs_pattern_name_length(const char *text);

/* Matches the whole line and sets the parts of `message`, whose `line` is already set.
 * If it returns false, the parts are undefined. */
bool fibs_pattern_match(const char *pattern, const char *line, int last_redoubles,
                        struct fibs_message *message);

/* The same for a pattern to which a line of its own is glued without a {GLUE}: a board or a
 * CLIP message, which is the rest. */
bool fibs_pattern_match_glued(const char *pattern, const char *line,
                              struct fibs_message *message);

/* Whether something like that stands anywhere in the line but at its beginning. */
bool fibs_pattern_has_glue(const char *line);
