#include "bot/director/say_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 3, 0))) static void
say_queue(struct director *d, const char *name, const char *format, va_list arguments)
{
    struct director_line *line;
    if (d->line_count == LINES_MAX) {
        director_log(d, LOG_WARNING, "too much to say: %s is not told everything",
                     name);
        return;
    }
    line = &d->lines[(d->line_first + d->line_count++) % LINES_MAX];
    (void)snprintf(line->name, sizeof line->name, "%s", name);
    (void)vsnprintf(line->text, sizeof line->text, format, arguments);
}

void director_say(struct director *d, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_queue(d, name, format, arguments);
    va_end(arguments);
}

void director_say_side(struct director *d, int match, int side, const char *format, ...)
{
    const struct director_entrant *entrant = director_entrant_of(d, match, side);
    va_list arguments;
    if (entrant->is_ours || !director_person_of(d, match, side)->is_here) {
        return;
    }
    va_start(arguments, format);
    say_queue(d, entrant->name, format, arguments);
    va_end(arguments);
}

void director_say_next(struct director *d)
{
    const struct director_line *line = &d->lines[d->line_first];
    struct fibs_command command;
    if (d->line_count == 0 || d->time_ms < d->say_ms) {
        return;
    }
    if (fibs_command_tell(&command, FIBS_CMD_TELL, line->name, line->text)) {
        director_send(d, &command);
    }
    d->line_first = (d->line_first + 1) % LINES_MAX;
    d->line_count--;
    d->say_ms = d->time_ms + d->options.say_pause_ms;
}

void director_say_nothing(struct director *d)
{
    d->line_count = 0;
}

struct director_title director_title(const struct director *d, int match)
{
    struct director_title title;
    (void)snprintf(title.text, sizeof title.text, "round %d, %s against %s",
                   d->matches[match].round + 1, director_entrant_of(d, match, 0)->name,
                   director_entrant_of(d, match, 1)->name);
    return title;
}
