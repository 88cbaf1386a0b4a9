/* Values of options as text, the reverse of option_value.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/config/options.h"
#include "engine/board/points.h"

/* A part of a list ends before it is longer than this. */
enum { PART_LENGTH = 120 };

static void write_real(double value, char part[OPTION_PART_SIZE])
{
    for (int digits = 6; digits <= 17; digits++) {
        (void)snprintf(part, OPTION_PART_SIZE, "%.*g", digits, value);
        if (strtod(part, NULL) == value) {
            return;
        }
    }
}

static void write_choice(const char *choices, int index, char part[OPTION_PART_SIZE])
{
    for (; index > 0; index--) {
        choices += strcspn(choices, " ");
        choices += strspn(choices, " ");
    }
    (void)snprintf(part, OPTION_PART_SIZE, "%.*s", (int)strcspn(choices, " "), choices);
}

static void write_number(const struct option *option, int value,
                         char part[OPTION_PART_SIZE])
{
    if (option->type == OPTION_LENGTH && value == POINTS_UNLIMITED) {
        (void)snprintf(part, OPTION_PART_SIZE, "unlimited");
    } else {
        (void)snprintf(part, OPTION_PART_SIZE, "%d", value);
    }
}

static void add_item(char part[OPTION_PART_SIZE], const char *item)
{
    size_t length = strlen(part);
    (void)snprintf(part + length, OPTION_PART_SIZE - length, "%s%s",
                   length == 0 ? "" : ", ", item);
}

/* `cursor`: 1 more than the next name, after the first part. */
static void write_names(const struct config_name_list *list, int *cursor,
                        char part[OPTION_PART_SIZE])
{
    int i = *cursor > 0 ? *cursor - 1 : 0;
    while (i < list->count && strlen(part) + strlen(list->names[i]) < PART_LENGTH) {
        add_item(part, list->names[i++]);
    }
    *cursor = i + 1;
}

/* `cursor`: the last length written. */
static void write_lengths(const struct config_length_set *set, int *cursor,
                          char part[OPTION_PART_SIZE])
{
    char item[32];
    bool is_first = *cursor == 0;
    int low = *cursor + 1;
    while (low <= MATCH_LENGTH_MAX && strlen(part) < PART_LENGTH) {
        int high = low;
        while (high < MATCH_LENGTH_MAX && set->may_play[low] &&
               set->may_play[high + 1]) {
            high++;
        }
        (void)snprintf(item, sizeof item, high > low ? "%d-%d" : "%d", low, high);
        if (set->may_play[low]) {
            add_item(part, item);
        }
        *cursor = high;
        low = high + 1;
    }
    if (is_first && part[0] == '\0') {
        (void)snprintf(part, OPTION_PART_SIZE, "none");
    }
}

/* `cursor`: 1 after the name, then 2 more than the ply of the row that was written. */
static void write_filter(const struct config_filter_lines *lines, int *cursor,
                         char part[OPTION_PART_SIZE])
{
    if ((*cursor)++ == 0) {
        (void)snprintf(part, OPTION_PART_SIZE, "%s", lines->name);
        return;
    }
    for (; *cursor - 2 <= SEARCH_PLY_MAX; (*cursor)++) {
        const char *row = lines->rows[*cursor - 2];
        if (row[0] != '\0') {
            (void)snprintf(part, OPTION_PART_SIZE, "%d: %.170s", *cursor - 2, row);
            return;
        }
    }
}

/* Writes the part of a list from the cursor on; "" is written for an empty list alone. */
static bool write_list(const struct option *option, const void *field, int *cursor,
                       char part[OPTION_PART_SIZE])
{
    bool is_first = *cursor == 0;
    if (option->type == OPTION_NAMES) {
        write_names(field, cursor, part);
    } else if (option->type == OPTION_LENGTHS) {
        write_lengths(field, cursor, part);
    } else {
        write_filter(field, cursor, part);
    }
    return is_first || part[0] != '\0';
}

bool option_write(const struct option *option, const struct config *config, int *cursor,
                  char part[OPTION_PART_SIZE])
{
    const void *field = (const char *)config + option->offset;
    part[0] = '\0';
    if (option_is_list(option)) {
        return write_list(option, field, cursor, part);
    }
    if ((*cursor)++ > 0) {
        return false;
    }
    switch (option->type) {
    case OPTION_BOOL:
        (void)snprintf(part, OPTION_PART_SIZE, *(const bool *)field ? "yes" : "no");
        break;
    case OPTION_INT:
    case OPTION_LENGTH:
        write_number(option, *(const int *)field, part);
        break;
    case OPTION_REAL:
        write_real(*(const double *)field, part);
        break;
    case OPTION_CHOICE:
        write_choice(option->choices, *(const int *)field, part);
        break;
    default: /* a text */
        (void)snprintf(part, OPTION_PART_SIZE, "%s", (const char *)field);
        break;
    }
    return true;
}
