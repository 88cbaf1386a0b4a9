#include "bot/director/core_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MINUTE_MS = 60000 };

/* The line is freshly queued, and no call; NULL: it is dropped. */
__attribute__((format(printf, 3, 0))) static struct director_line *
say_queue(struct director *d, const char *name, const char *format, va_list arguments)
{
    struct director_line *line;
    if (d->line_count == DIRECTOR_LINES_MAX) {
        director_log(d, LOG_WARNING, "too much to say: %s does not hear everything",
                     name);
        return NULL;
    }
    line = &d->lines[(d->line_first + d->line_count++) % DIRECTOR_LINES_MAX];
    COPY_TEXT(line->name, name);
    (void)vsnprintf(line->text, sizeof line->text, format, arguments);
    line->call = -1;
    return line;
}

void director_say(struct director *d, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)say_queue(d, name, format, arguments);
    va_end(arguments);
}

__attribute__((format(printf, 4, 0))) static struct director_line *
say_to_side(struct director *d, int match, int side, const char *format,
            va_list arguments)
{
    const struct director_entrant *entrant = director_entrant_of(d, match, side);
    return entrant->is_ours || !director_person_of(d, match, side)->is_here
               ? NULL
               : say_queue(d, entrant->name, format, arguments);
}

void director_say_side(struct director *d, int match, int side, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)say_to_side(d, match, side, format, arguments);
    va_end(arguments);
}

void director_say_call(struct director *d, int match, int side, const char *format, ...)
{
    struct director_line *line;
    va_list arguments;
    va_start(arguments, format);
    line = say_to_side(d, match, side, format, arguments);
    va_end(arguments);
    if (line != NULL) {
        line->call = match;
        line->state = d->matches[match].state;
    }
}

static void say_take_off(struct director *d)
{
    d->line_first = (d->line_first + 1) % DIRECTOR_LINES_MAX;
    d->line_count--;
}

static void say_drop_old_calls(struct director *d)
{
    while (d->line_count > 0) {
        const struct director_line *line = &d->lines[d->line_first];
        if (line->call < 0 || d->matches[line->call].state == line->state) {
            break;
        }
        say_take_off(d);
    }
}

/* Many are called at once, and hear it one by one. */
static void say_note_call(struct director *d, const struct director_line *line)
{
    for (int side = 0; side < DIRECTOR_SIDES && line->call >= 0; side++) {
        struct director_clock *clock = &d->clocks[line->call];
        if (!clock->has_heard[side] &&
            strcmp(director_name_of(d, line->call, side), line->name) == 0) {
            clock->has_heard[side] = true;
            clock->since_ms = d->time_ms;
        }
    }
}

void director_say_next(struct director *d)
{
    struct game_order order = {.type = ORDER_TELL};
    say_drop_old_calls(d);
    if (d->line_count == 0 || d->time_ms < d->say_ms) {
        return;
    }
    const struct director_line *line = &d->lines[d->line_first];
    memcpy(order.name, line->name, sizeof order.name);
    memcpy(order.text, line->text, sizeof line->text);
    director_send(d, &order);
    say_note_call(d, line);
    say_take_off(d);
    d->say_ms = d->time_ms + d->options.say_pause_ms;
}

struct director_span director_span(int64_t ms)
{
    struct director_span span;
    long long minutes = (long long)((ms + MINUTE_MS - 1) / MINUTE_MS);
    if (minutes > 90) {
        FORMAT_TEXT(span.text, "%lld h %02lld min", minutes / 60, minutes % 60);
    } else {
        FORMAT_TEXT(span.text, "%lld minute%s", minutes, minutes == 1 ? "" : "s");
    }
    return span;
}

struct director_title director_title(const struct director *d, int match)
{
    struct director_title title;
    FORMAT_TEXT(title.text, "round %d, %s against %s", d->matches[match].round + 1,
                director_name_of(d, match, 0), director_name_of(d, match, 1));
    return title;
}
