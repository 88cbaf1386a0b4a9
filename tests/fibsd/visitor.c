#include "tests/fibsd/visitor.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/fibsd_state.h"

void visitor_arrive(struct visitor *visitor, struct fibsd *core, const char *host)
{
    *visitor = (struct visitor){.connection = fibsd_connect(core, host)};
}

void visitor_send(struct visitor *visitor, const char *line)
{
    fibsd_receive(visitor->connection, line, strlen(line));
    fibsd_receive(visitor->connection, "\r\n", 2);
}

const char *visitor_line(struct visitor *visitor)
{
    size_t size;
    const char *bytes = fibsd_output(visitor->connection, &size);
    const char *end = size == 0 ? NULL : memchr(bytes, '\n', size);
    if (end == NULL) {
        return NULL;
    }
    size_t taken = (size_t)(end - bytes) + 1;
    size_t length = taken - 1;
    while (length > 0 && (bytes[length - 1] == '\r' || bytes[length - 1] == ' ')) {
        length--;
    }
    length = length < sizeof visitor->text ? length : sizeof visitor->text - 1;
    memcpy(visitor->text, bytes, length);
    visitor->text[length] = '\0';
    fibsd_sent(visitor->connection, taken);
    return visitor->text;
}

static bool is_about_users(const char *line)
{
    return strcmp(line, "6") == 0 ||
           (strchr("578", line[0]) != NULL && line[1] == ' ' &&
            isalpha((unsigned char)line[2]));
}

const char *visitor_news(struct visitor *visitor)
{
    const char *line;
    do {
        line = visitor_line(visitor);
    } while (line != NULL && (line[0] == '\0' || is_about_users(line)));
    return line;
}

const char *visitor_find(struct visitor *visitor, const char *prefix)
{
    const char *line;
    do {
        line = visitor_line(visitor);
    } while (line != NULL && strncmp(line, prefix, strlen(prefix)) != 0);
    return line;
}

const char *visitor_rest(struct visitor *visitor)
{
    size_t size;
    const char *bytes = fibsd_output(visitor->connection, &size);
    size_t start = size;
    while (start > 0 && bytes[start - 1] != '\n') {
        start--;
    }
    size_t length = size - start;
    length = length < sizeof visitor->text ? length : sizeof visitor->text - 1;
    if (length > 0) {
        memcpy(visitor->text, bytes + start, length);
    }
    visitor->text[length] = '\0';
    return visitor->text;
}

void visitor_flush(struct visitor *visitor)
{
    size_t size;
    (void)fibsd_output(visitor->connection, &size);
    fibsd_sent(visitor->connection, size);
}

bool visitor_login(struct visitor *visitor, struct fibsd *core, const char *name,
                   const char *password)
{
    char line[200];
    visitor_arrive(visitor, core, "192.0.2.10");
    visitor_flush(visitor);
    (void)snprintf(visitor->name, sizeof visitor->name, "%s", name);
    (void)snprintf(line, sizeof line, "login visitor 1008 %s %s", name, password);
    visitor_send(visitor, line);
    (void)snprintf(line, sizeof line, "1 %s ", name);
    if (visitor_find(visitor, line) == NULL || visitor_find(visitor, "4") == NULL) {
        return false;
    }
    return visitor_find(visitor, "6") != NULL;
}

void visitor_vanish(struct visitor *visitor)
{
    fibsd_disconnect(visitor->connection);
    visitor->connection = NULL;
}

void visitor_load_dice(struct fibsd *core, const int *dice, int count)
{
    memcpy(core->loaded_dice, dice, (size_t)count * sizeof *dice);
    core->loaded_count = count;
    core->loaded_next = 0;
}
