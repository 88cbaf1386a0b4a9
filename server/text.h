#ifndef SERVER_TEXT_H
#define SERVER_TEXT_H
/* Text on its way to clients. Nothing here fails: without memory, text is lost. */

#include "server/fibsd_state.h"

void text_printf(struct fibsd_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sends a line to a connection. */
void text_connection_line(struct fibsd_connection *connection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_connection_lines(struct fibsd_connection *connection,
                           const char *const *lines, size_t count);
/* Sends a prompt of the log-in, such as "login: ". */
void text_connection_prompt(struct fibsd_connection *connection, const char *prompt);

/* Sends a line to a user, if it is logged in. */
void text_tell(const struct fibsd_user *user, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sends the beginning of a line; text_end_line() ends it. With the fault of glued lines
 * on, the line end is left out where it may be. */
void text_tell_open(const struct fibsd_user *user, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_end_line(const struct fibsd_user *user, bool may_be_glued);

/* Sends a line to all who watch a player of the match. */
void text_tell_watchers(struct fibsd *server, const struct fibsd_match *match,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Writes "unlimited", or "5 point" with `gap` between the words; returns `text`. */
enum { TEXT_LENGTH_SIZE = 20 };
const char *text_length(int length, char gap, char text[TEXT_LENGTH_SIZE]);
/* Returns "an" or "a", for the text above. */
const char *text_length_article(int length);

bool server_is_clip(const struct fibsd_user *user);
struct fibsd *server_of(const struct fibsd_user *user);
bool server_is_clone(const struct fibsd_user *user);

/* Call it last for each input: sends "> " where it is due, and the line end of a glued
 * text that nothing followed. */
void text_send_prompts(struct fibsd *server);

#endif
