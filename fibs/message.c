#include "fibs/message.h"

#include <string.h>

#include "fibs/pattern.h"

/* Two characters of a pattern show quickly that a row cannot match; without them,
 * floods of shouts and who lines would be slow. `first` is the pattern's first
 * character, or LEADING_NAME for {NAME}. `key` is the first character of the next word
 * after {NAME}, otherwise the fourth one, which follows the server's "** ". ANY: not a
 * literal. */
enum { LEADING_NAME = 1, ANY = '{' };

struct row {
    enum fibs_message_id id;
    char first, key;
    const char *pattern;
};

#define AT(p, i)   ((p)[sizeof(p) > (i) ? (i) : 0])
#define IS_LONG(p) (sizeof(p) > sizeof "{NAME} ")
#define IS_NAME(p) (IS_LONG(p) && AT(p, 0) == '{' && AT(p, 1) == 'N' && AT(p, 2) == 'A')
#define IS_TEXT(p) (IS_LONG(p) && AT(p, 0) != '{' && AT(p, 1) != '{' && AT(p, 2) != '{')
#define FIRST(p)   (IS_NAME(p) ? LEADING_NAME : (p)[0])
#define KEY(p)     (IS_NAME(p) ? AT(p, 7) : IS_TEXT(p) ? AT(p, 3) : ANY)

static const struct row rows[] = {
#define X(id, pattern, sample) {FIBS_MSG_##id, FIRST(pattern), KEY(pattern), pattern},
#include "fibs/message_table.inc"
};

static const char *const names_of_ids[FIBS_MSG_COUNT] = {
    "unknown",
#define NEW(id, name, pattern, sample) name,
#include "fibs/message_table.inc"
};

enum { MOTD_LINES_MAX = 1000 }; /* after this many lines its end is taken as lost */

/* Returns whether the row may match here: rows of the away list only within it. */
static bool is_in_place(enum fibs_message_id id,
                        const struct fibs_message_context *context)
{
    return id != FIBS_MSG_AWAY_ROW || context->in_away_list;
}

/* Returns the first character of the next word, or the second one of a text that is
 * glued to the name. */
static char character_behind(const char *end)
{
    size_t gap = strspn(end, " ");
    return gap > 0 ? end[gap] : *end != '\0' ? end[1] : '\0';
}

/* Returns the fourth character, doubled apostrophes counted once. */
static char fourth_character(const char *line)
{
    for (int i = 0; i < 3 && *line != '\0'; i++) {
        line += line[0] == '\'' && line[1] == '\'' ? 2 : 1;
    }
    return line[0];
}

static bool match_row(const struct row *row, const struct fibs_message_context *context,
                      const char *line, bool is_glued, struct fibs_message *message)
{
    return is_glued ? fibs_pattern_match_glued(row->pattern, line, message)
                    : fibs_pattern_match(row->pattern, line, context->last_redoubles,
                                         message);
}

static enum fibs_message_id find_template(const struct fibs_message_context *context,
                                          const char *line, bool is_glued,
                                          struct fibs_message *message)
{
    const size_t count = sizeof rows / sizeof rows[0];
    size_t name = fibs_pattern_name_length(line);
    char behind_name = name > 0 ? character_behind(line + name) : '\0';
    char fourth = fourth_character(line);
    for (const struct row *row = rows; row < rows + count; row++) {
        char key = row->first == LEADING_NAME ? behind_name : fourth;
        bool is_likely = row->first == line[0] || row->first == ANY ||
                         (row->first == LEADING_NAME && name > 0);
        if (is_likely && (row->key == key || row->key == ANY) &&
            is_in_place(row->id, context) &&
            match_row(row, context, line, is_glued, message)) {
            return row->id;
        }
    }
    return FIBS_MSG_UNKNOWN;
}

/* A line that no row takes, or only that of all with stars, may be two: the server has left
 * out a line end. Talk is never cut, since its rows take all that somebody says. */
static enum fibs_message_id find_message(const struct fibs_message_context *context,
                                         const char *line, struct fibs_message *message)
{
    enum fibs_message_id id = find_template(context, line, false, message);
    bool is_known = id != FIBS_MSG_UNKNOWN && id != FIBS_MSG_UNKNOWN_STARRED;
    if (is_known || !fibs_pattern_has_glue(line)) {
        return id;
    }
    enum fibs_message_id glued = find_template(context, line, true, message);
    return glued != FIBS_MSG_UNKNOWN ? glued : id; /* the last row was its own */
}

static void drop_parts(struct fibs_message *message)
{
    message->name_count = message->number_count = 0;
    message->real_count = message->text_count = 0;
    message->rest = (struct fibs_slice){message->line.text + message->line.length, 0};
}

/* Clears what rows that failed have left behind the parts of the row that matched. */
static void clear_unused(struct fibs_message *message)
{
    const struct fibs_slice empty = {message->line.text + message->line.length, 0};
    for (int i = message->name_count; i < FIBS_NAMES_MAX; i++) {
        message->names[i] = empty;
    }
    for (int i = message->number_count; i < FIBS_NUMBERS_MAX; i++) {
        message->numbers[i] = 0;
    }
    for (int i = message->real_count; i < FIBS_REALS_MAX; i++) {
        message->reals[i] = 0;
    }
    for (int i = message->text_count; i < FIBS_TEXTS_MAX; i++) {
        message->texts[i] = empty;
    }
}

/* ---- context -------------------------------------------------------------- */

/* Reads a line between CLIP 3 and CLIP 4. */
static void read_motd(struct fibs_message_context *context,
                      struct fibs_message *message)
{
    if (strcmp(message->line.text, "4") == 0) {
        message->id = FIBS_MSG_CLIP_MOTD_END;
        context->in_motd = false;
        return;
    }
    message->id = FIBS_MSG_MOTD_TEXT;
    message->texts[0] = message->line;
    message->text_count = 1;
    context->motd_lines++;
    context->in_motd = context->motd_lines < MOTD_LINES_MAX;
}

static void update_context(struct fibs_message_context *context,
                           const struct fibs_message *message)
{
    context->in_away_list =
        message->id == FIBS_MSG_AWAY_HEAD || message->id == FIBS_MSG_AWAY_ROW;
    context->after_goodbye |= message->id == FIBS_MSG_GOODBYE;
    if (message->id == FIBS_MSG_BOARD) {
        context->last_redoubles = message->board.redoubles;
    }
    if (message->id == FIBS_MSG_CLIP_MOTD_BEGIN) {
        context->in_motd = true;
        context->motd_lines = 0;
    }
}

void fibs_message_read(struct fibs_message_context *context, const char *line,
                       struct fibs_message *message)
{
    memset(message, 0, sizeof *message);
    message->line = (struct fibs_slice){line, strlen(line)};
    drop_parts(message);
    if (context->in_motd) {
        read_motd(context, message);
        clear_unused(message);
        return;
    }
    message->id = find_message(context, line, message);
    if (message->id == FIBS_MSG_UNKNOWN) {
        drop_parts(message);
        if (context->after_goodbye && *line != '\0') {
            message->id = FIBS_MSG_GOODBYE;
        }
    }
    clear_unused(message);
    update_context(context, message);
}

const char *fibs_message_name(enum fibs_message_id id)
{
    return id >= 0 && id < FIBS_MSG_COUNT ? names_of_ids[id] : names_of_ids[0];
}

bool fibs_slice_is(struct fibs_slice slice, const char *text)
{
    return slice.length == strlen(text) &&
           (slice.length == 0 || memcmp(slice.text, text, slice.length) == 0);
}

char *fibs_slice_copy(struct fibs_slice slice, char *buffer, size_t size)
{
    size_t length = slice.length < size ? slice.length : size - 1;
    if (length > 0) {
        memcpy(buffer, slice.text, length);
    }
    buffer[length] = '\0';
    return buffer;
}
