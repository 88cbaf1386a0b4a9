#include "server/fibsd_core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4096, OUTPUT_MAX = 4 << 20 };

static void text_append(struct fibsd_text *text, const char *bytes, size_t size)
{
    if (text->size + size > text->capacity) {
        size_t capacity = 2 * (text->size + size) + 256;
        char *grown = capacity > OUTPUT_MAX ? NULL : realloc(text->bytes, capacity);
        if (grown == NULL) {
            return; /* a client that does not read loses text */
        }
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

static void append_formatted(struct fibsd_text *text, const char *format,
                             va_list arguments) __attribute__((format(printf, 2, 0)));
static void append_formatted(struct fibsd_text *text, const char *format,
                             va_list arguments)
{
    char line[LINE_SIZE];
    int length = vsnprintf(line, sizeof line, format, arguments);
    if (length > 0) {
        text_append(text, line,
                    (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    }
}

void text_printf(struct fibsd_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_formatted(text, format, arguments);
    va_end(arguments);
}

/* A text behind a prompt starts a new line for people. After a failed CLIP log-in "> "
 * stands in front of every push. */
static void start_line(struct fibsd_connection *connection)
{
    if (connection->is_broken) {
        text_append(&connection->output, "> ", 2);
    } else if (connection->is_at_prompt) {
        text_append(&connection->output, "\r\n", 2);
    }
    connection->is_at_prompt = false;
}

/* Does nothing without a connection. */
static void open_formatted(struct fibsd_connection *connection, const char *format,
                           va_list arguments) __attribute__((format(printf, 2, 0)));
static void open_formatted(struct fibsd_connection *connection, const char *format,
                           va_list arguments)
{
    if (connection == NULL || connection->is_cut) {
        return;
    }
    if (!connection->is_line_open) {
        start_line(connection);
    }
    connection->is_end_owed = false;
    append_formatted(&connection->output, format, arguments);
    connection->is_line_open = true;
}

/* Ends an open text, unless the fault of glued lines is on. */
static void end_connection_line(struct fibsd_connection *connection, bool may_be_glued)
{
    const struct fibsd_faults *faults = &connection->server->config.faults;
    connection->is_line_open = false;
    if (connection->is_cut) {
        return;
    }
    connection->is_end_owed =
        may_be_glued && faults->is_glued && connection->mode == FIBSD_MODE_CLIP;
    if (connection->is_end_owed) {
        return;
    }
    if (faults->has_trailing_blanks) {
        text_append(&connection->output, "   ",
                    1 + splitmix_below(&connection->server->random, 3));
    }
    const char *end = faults->is_lf_only ? "\n" : "\r\n";
    text_append(&connection->output, end, strlen(end));
}

void text_connection_line(struct fibsd_connection *connection, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    open_formatted(connection, format, arguments);
    va_end(arguments);
    end_connection_line(connection, false);
}

void text_connection_lines(struct fibsd_connection *connection,
                           const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text_connection_line(connection, "%s", lines[i]);
    }
}

void text_connection_prompt(struct fibsd_connection *connection, const char *prompt)
{
    text_append(&connection->output, prompt, strlen(prompt));
    connection->is_at_prompt = false;
    connection->is_line_open = false;
}

void text_tell(const struct fibsd_user *user, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    open_formatted(user->connection, format, arguments);
    va_end(arguments);
    text_end_line(user, false);
}

void text_tell_open(const struct fibsd_user *user, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    open_formatted(user->connection, format, arguments);
    va_end(arguments);
}

void text_end_line(const struct fibsd_user *user, bool may_be_glued)
{
    if (user->connection != NULL) {
        end_connection_line(user->connection, may_be_glued);
    }
}

void text_tell_watchers(const struct fibsd_match *match, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (int i = 0; i < match->server->user_count; i++) {
        if (is_watching(match->server->users[i], match)) {
            text_tell(match->server->users[i], "%s", line);
        }
    }
}

const char *text_length(int length, char gap, char text[FIBSD_LENGTH_SIZE])
{
    if (length == FIBSD_UNLIMITED) {
        (void)snprintf(text, FIBSD_LENGTH_SIZE, "unlimited");
    } else {
        (void)snprintf(text, FIBSD_LENGTH_SIZE, "%d%cpoint", length, gap);
    }
    return text;
}

const char *text_length_article(int length)
{
    return length == FIBSD_UNLIMITED ? "an" : "a";
}

bool server_is_clip(const struct fibsd_user *user)
{
    return user->connection != NULL && user->connection->mode == FIBSD_MODE_CLIP;
}

struct fibsd *server_of(const struct fibsd_user *user)
{
    return user->connection->server;
}

bool server_is_clone(const struct fibsd_user *user)
{
    return user->connection != NULL && user->connection->server->config.faults.is_clone;
}

void text_send_prompts(struct fibsd *server)
{
    for (struct fibsd_connection *c = server->connections; c != NULL; c = c->next) {
        if (c->is_end_owed) {
            end_connection_line(c, false);
        }
        if ((c->mode == FIBSD_MODE_TELNET || c->mode == FIBSD_MODE_GUEST) &&
            !c->is_at_prompt && !c->is_closing) {
            text_append(&c->output, "> ", 2);
            c->is_at_prompt = true;
        }
    }
}
