#include "bot/player/core_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/digest.h"

enum { UNKNOWN_REPEAT_MS = 3600 * 1000 };

static bool is_user(const void *context, const char *word, size_t length)
{
    const struct player *p = context;
    char name[USER_NAME_SIZE];
    (void)snprintf(name, sizeof name, "%.*s", (int)length, word);
    return strcmp(name, p->name) == 0 || strcmp(name, p->match.opponent) == 0 ||
           strcmp(name, p->inviting.name) == 0 || roster_find(&p->roster, name) != NULL;
}

/* The row of the shape, or the oldest one, which it takes over once an hour has passed
 * there; until then that row counts further shapes, too, so that a flood of them is
 * logged no more often. */
static struct player_unknown_line *find_shape(struct player *p, uint32_t shape)
{
    struct player_unknown_lines *unknown = &p->unknown;
    struct player_unknown_line *oldest = unknown->rows;
    for (int i = 0; i < unknown->count; i++) {
        if (unknown->rows[i].shape == shape) {
            return &unknown->rows[i];
        }
        if (unknown->rows[i].logged_ms < oldest->logged_ms) {
            oldest = &unknown->rows[i];
        }
    }
    if (unknown->count < PLAYER_UNKNOWN_SHAPES_MAX) {
        oldest = &unknown->rows[unknown->count++];
        oldest->logged_ms = p->now_ms - UNKNOWN_REPEAT_MS;
        oldest->count = 0;
    }
    return oldest;
}

static void put_out(struct player *p, const char *line, const char *shape, int count)
{
    struct player_output output = {
        .type = PLAYER_NOTE,
        .note = {.kind = PLAYER_NOTE_UNKNOWN_LINE, .count = count}};
    char more[48] = "";
    if (count > 1) {
        (void)snprintf(more, sizeof more, " (%d more since the last one)", count - 1);
    }
    player_log(p, LOG_WARNING, "unknown line: %s%s", line, more);
    (void)snprintf(output.note.text, sizeof output.note.text, "%s", shape);
    (void)snprintf(output.note.sample, sizeof output.note.sample, "%s", line);
    player_emit(p, &output);
}

void player_note_unknown(struct player *p, const char *line)
{
    char shape[LINE_SHAPE_SIZE];
    line_shape(line, is_user, p, shape);
    uint32_t digest = (uint32_t)digest_bytes(digest_start(), shape, strlen(shape));
    struct player_unknown_line *row = find_shape(p, digest);
    row->count++;
    if (p->now_ms - row->logged_ms >= UNKNOWN_REPEAT_MS) {
        put_out(p, line, shape, row->count);
        *row = (struct player_unknown_line){digest, 0, p->now_ms};
    }
}
