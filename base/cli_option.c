#include "base/cli_option.h"

#include <stdio.h>
#include <string.h>

#include "base/argument.h"
#include "base/text.h"

/* ---- walking a table ------------------------------------------------------------- */

struct cli_walk cli_walk(const struct cli_option *table)
{
    struct cli_walk walk = {.row = {table}, .depth = table != NULL ? 1 : 0};
    return walk;
}

static bool is_end(const struct cli_option *row)
{
    return row->name == NULL && row->kind != CLI_GROUP && row->kind != CLI_HEADING;
}

const struct cli_option *cli_next(struct cli_walk *walk)
{
    while (walk->depth > 0) {
        int top = walk->depth - 1;
        const struct cli_option *row = walk->row[top]++;
        if (is_end(row)) {
            walk->depth--;
        } else if (row->kind != CLI_GROUP) {
            walk->at = walk->base[top];
            return row;
        } else if (walk->depth < CLI_DEPTH) {
            walk->row[walk->depth] = row->group;
            walk->base[walk->depth] = walk->base[top] + row->offset;
            walk->depth++;
        }
    }
    return NULL;
}

/* ---- rows ------------------------------------------------------------------------ */

const char *cli_argument(const struct cli_option *option)
{
    static const char *const of_kinds[] = {
        [CLI_TAKES_INT] = "N",      [CLI_TAKES_WHOLE] = "N",
        [CLI_TAKES_REAL] = "X",     [CLI_TAKES_SEED] = "N",
        [CLI_TAKES_WORD] = "WORD",  [CLI_TAKES_TEXT] = "TEXT",
        [CLI_TAKES_TEXTS] = "TEXT", [CLI_SYNONYM] = NULL,
    };
    static const char *const of_completions[] = {
        [CLI_COMPLETES_NOTHING] = NULL,
        [CLI_COMPLETES_FILES] = "FILE",
        [CLI_COMPLETES_FOLDERS] = "FOLDER",
    };
    if (option->argument != NULL) {
        return option->argument;
    }
    const char *of_completion = of_completions[option->completion];
    return of_completion != NULL ? of_completion : of_kinds[option->kind];
}

bool cli_has_value(const struct cli_option *option)
{
    return cli_argument(option) != NULL;
}

bool cli_is_option(const struct cli_option *option)
{
    return option->kind != CLI_HEADING;
}

bool cli_is_shown(const struct cli_option *option)
{
    return option->help != NULL && option->kind != CLI_SYNONYM;
}

const struct cli_option *cli_next_shown(struct cli_walk *walk)
{
    const struct cli_option *row = cli_next(walk);
    while (row != NULL && (!cli_is_shown(row) || !cli_is_option(row))) {
        row = cli_next(walk);
    }
    return row;
}

bool cli_is_given(const struct cli_option *option, const void *context)
{
    return *(const char *const *)((const char *)context + option->offset) != NULL;
}

const char *cli_word_at(const struct cli_option *option, int i)
{
    if (option->word_at != NULL) {
        return option->word_at(i);
    }
    for (int k = 0; option->words != NULL && option->words[k] != NULL; k++) {
        if (k == i) {
            return option->words[k];
        }
    }
    return NULL;
}

/* "a, b or c" */
static void list_words(const struct cli_option *option, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; option->words[i] != NULL; i++) {
        const char *between = option->words[i + 1] == NULL ? " or " : ", ";
        text_add(text, size, "%s%s", i == 0 ? "" : between, option->words[i]);
    }
}

static bool store_word(const struct cli_option *option, const char *value, int *place,
                       struct error *err)
{
    char list[160];
    for (int i = 0; option->words[i] != NULL; i++) {
        if (strcmp(option->words[i], value) == 0) {
            *place = i;
            return true;
        }
    }
    list_words(option, list, sizeof list);
    return error_set_kind(err, ERROR_REFUSED, "--%s: expected %s, found \"%.40s\"",
                          option->name, list, value);
}

static bool store_text(const struct cli_option *option, const char *value,
                       void *context, struct error *err)
{
    const char **texts = (const char **)((char *)context + option->offset);
    int *count = (int *)((char *)context + option->count_offset);
    if (*count >= option->most) {
        return error_set_kind(err, ERROR_REFUSED, "--%s: may be given %d times at most",
                              option->name, (int)option->most);
    }
    texts[(*count)++] = value;
    return true;
}

static bool call(const struct cli_option *option, const char *value, void *context,
                 struct error *err)
{
    struct error why = {0};
    const struct cli_call call = {
        .context = context, .err = &why, .option = option, .value = value};
    return option->take(&call) ||
           error_set_kind(err, ERROR_REFUSED, "--%s: %s", option->name, why.text);
}

static bool store_number(const struct cli_option *option, const char *value,
                         void *place, struct error *err)
{
    char name[64];
    int64_t seed;
    FORMAT_TEXT(name, "--%s", option->name);
    switch (option->kind) {
    case CLI_TAKES_INT:
        return argument_int(name, value, (int)option->least, (int)option->most, place,
                            err);
    case CLI_TAKES_WHOLE:
        return argument_whole(name, value, option->least, option->most, place, err);
    case CLI_TAKES_REAL:
        return argument_real(name, value, option->from, option->to, place, err);
    default:
        if (!argument_whole(name, value, 0, INT64_MAX, &seed, err)) {
            return false;
        }
        *(uint64_t *)place = (uint64_t)seed;
        return true;
    }
}

static bool store_value(const struct cli_option *option, const char *value,
                        void *context, struct error *err)
{
    void *place = (char *)context + option->offset;
    switch (option->kind) {
    case CLI_SETS_BOOL:
        *(bool *)place = option->value != 0;
        return true;
    case CLI_SETS_INT:
        *(int *)place = option->value;
        return true;
    case CLI_TAKES_TEXT:
        *(const char **)place = value;
        return true;
    case CLI_TAKES_TEXTS:
        return store_text(option, value, context, err);
    case CLI_TAKES_WORD:
        return store_word(option, value, place, err);
    case CLI_CALLS:
        return true;
    default:
        return store_number(option, value, place, err);
    }
}

bool cli_store_initial(const struct cli_option *option, void *context,
                       struct error *err)
{
    return option->initial == NULL ||
           (option->kind == CLI_CALLS
                ? call(option, option->initial, context, err)
                : store_value(option, option->initial, context, err));
}

bool cli_store(const struct cli_option *option, const char *value, void *context,
               struct error *err)
{
    return store_value(option, value, context, err) &&
           (option->take == NULL || call(option, value, context, err));
}
