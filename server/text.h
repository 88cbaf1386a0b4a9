#ifndef SERVER_TEXT_H
#define SERVER_TEXT_H
/* Text on its way to clients. Nothing here fails: without memory, text is lost. */

#include "server/state.h"

/* Appends raw bytes without line end. */
void text_append(struct text *text, const char *bytes, size_t size);
void text_printf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A line to a connection. */
void text_connection_line(struct fibsd_connection *connection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sends a prompt of the log-in, such as "login: ". */
void text_connection_prompt(struct fibsd_connection *connection, const char *prompt);

/* The same to a user, if he is logged in. */
void text_tell(const struct user *user, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_tell_open(const struct user *user, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_end_line(const struct user *user, bool may_be_glued);

/* Sends a line to all who watch a player of the match. */
void text_tell_watchers(struct fibsd *server, const struct match *match,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

bool server_is_clip(const struct user *user);
struct fibsd *server_of(const struct user *user);
bool server_is_clone(const struct user *user);

/* After everything else of one input: "> " where it is due, and the line end of a glued
 * text that nothing followed. */
void text_send_prompts(struct fibsd *server);

#endif
