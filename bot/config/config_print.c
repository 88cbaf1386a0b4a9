/* The table of options: template, Markdown table, manual page, JSON Schema. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/embed.h"
#include "base/text.h"
#include "base/text_width.h"
#include "bot/config/config.h"
#include "bot/config/options.h"

enum { COLUMNS = 84 };

/* The sections of accounts, which are no options. */
EMBED(config_template_accounts, "bot/config/page/accounts.conf")

static void write_comment(FILE *out, const char *text)
{
    fputs("# ", out);
    text_wrap(text, 2, "# ", COLUMNS, out);
}

/* "a whole number from 1 to 99, in points" */
static void describe_with_unit(const struct option *option, char *text, size_t size)
{
    option_describe(option, text, size);
    if (option->unit != NULL) {
        text_add(text, size, ", in %s", option->unit);
    }
}

/* The heading that stands before an option; NULL where its section goes on. */
static const struct option_section *section_before(const struct option *option)
{
    int i = 0;
    while (strcmp(option_sections[i].name, option->section) != 0) {
        i++;
    }
    bool goes_on = option > options && strcmp(option[-1].section, option->section) == 0;
    return goes_on ? NULL : &option_sections[i];
}

/* Returns the next option that lists show, from `option` on; old forms are left out. */
static const struct option *listed(const struct option *option)
{
    while (option < options + option_count && option->replaced_by != NULL) {
        option++;
    }
    return option;
}

void config_write_template(FILE *out)
{
    char text[1000], range[200];
    fputs(
        "# Configuration of fibsbot, made by `fibsbot config --template`.\n"
        "# Each option has its default. Text is printable ASCII, lines are at most 190\n"
        "# characters, and a blank and a semicolon begin a comment. Repeatable options\n"
        "# may be given several times; each line adds to those before.\n",
        out);
    for (const struct option *option = options; option < options + option_count;
         option = listed(option + 1)) {
        const struct option_section *section = section_before(option);
        if (section != NULL) {
            fprintf(out, "\n[%s]\n", section->name);
            write_comment(out, section->help);
        }
        describe_with_unit(option, range, sizeof range);
        FORMAT_TEXT(text, "%s (%s)", option->help, range);
        fputc('\n', out);
        write_comment(out, text);
        fprintf(out, "%s =%s%s\n", option->name, *option->initial == '\0' ? "" : " ",
                option->initial);
    }
    fprintf(out, "\n%s", config_template_accounts);
}

static const char *const reload_words[] = {[OPTION_NOW] = "at once",
                                           [OPTION_NEXT_MATCH] = "with the next match",
                                           [OPTION_FIXED] = "after a restart"};
static const char *const scope_words[] = {
    [OPTION_BOTH] = "both", [OPTION_GLOBAL] = "program", [OPTION_ACCOUNT] = "account"};

void config_write_markdown(FILE *out)
{
    char range[200];
    fputs("| option | default | values | scope | a change counts | what it does |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          out);
    for (const struct option *option = options; option < options + option_count;
         option = listed(option + 1)) {
        describe_with_unit(option, range, sizeof range);
        fprintf(out, "| `%s.%s` | %s%s%s | %s | %s | %s | %s |\n", option->section,
                option->name, *option->initial == '\0' ? "" : "`", option->initial,
                *option->initial == '\0' ? "" : "`", range, scope_words[option->scope],
                reload_words[option->reload], option->help);
    }
}

static char last_letter(const char *text)
{
    return text[strlen(text) - 1];
}

/* "Takes yes or no; default no. A change counts after a restart." */
static void write_man_values(FILE *out, const struct option *option)
{
    char range[200];
    describe_with_unit(option, range, sizeof range);
    fputs("Takes ", out);
    text_roff(range, strlen(range), out);
    fputs(*option->initial == '\0' ? "; empty by default.\n" : "; default ", out);
    if (*option->initial != '\0') {
        text_roff(option->initial, strlen(option->initial), out);
        fputs(strchr(".!?", last_letter(option->initial)) == NULL ? ".\n" : "\n", out);
    }
    if (option->scope == OPTION_GLOBAL) {
        fputs("Not in [account NAME].\n", out);
    }
    if (option->reload != OPTION_NOW) {
        fprintf(out, "A change counts %s.\n", reload_words[option->reload]);
    }
}

void config_write_man(FILE *out)
{
    for (const struct option *option = options; option < options + option_count;
         option = listed(option + 1)) {
        const struct option_section *section = section_before(option);
        if (section != NULL) {
            fprintf(out, ".SS [%s]\n", section->name);
            text_roff(section->help, strlen(section->help), out);
            fputc('\n', out);
        }
        fprintf(out, ".TP\n.B %s\n", option->name);
        text_roff(option->help, strlen(option->help), out);
        fputc('\n', out);
        write_man_values(out, option);
    }
}

/* ---- JSON Schema ----------------------------------------------------------------- */

/* For editors and programs that write configurations: an object of sections, each an object
 * of options. Values are what stands behind the "=". */

static const char names_pattern[] = "^[A-Za-z_]+( *, *[A-Za-z_]+)*$|^$";
static const char lengths_pattern[] =
    "^(none|[0-9]+( *- *[0-9]+)?( *, *[0-9]+( *- *[0-9]+)?)*)$";

/* The words of "finish game leave". */
static json_t *words_of(const char *choices)
{
    json_t *list = json_array();
    while (*choices != '\0') {
        size_t length = strcspn(choices, " ");
        (void)json_array_append_new(list, json_stringn(choices, length));
        choices += length + strspn(choices + length, " ");
    }
    return list;
}

static json_t *schema_of_int(const struct option *option)
{
    return json_pack("{s:s, s:I, s:I}", "type", "integer", "minimum",
                     (json_int_t)option->min, "maximum", (json_int_t)option->max);
}

static json_t *schema_of_text(const char *pattern, size_t size)
{
    return json_pack("{s:s, s:s*, s:I}", "type", "string", "pattern", pattern,
                     "maxLength", (json_int_t)size - 1);
}

static json_t *schema_of_value(const struct option *option)
{
    switch (option->type) {
    case OPTION_BOOL:
        return json_pack("{s:[s,s]}", "enum", "yes", "no");
    case OPTION_INT:
        return schema_of_int(option);
    case OPTION_LENGTH:
        return json_pack("{s:[o, {s:s}]}", "anyOf", schema_of_int(option), "const",
                         "unlimited");
    case OPTION_REAL:
        return json_pack("{s:s, s:f, s:f}", "type", "number", "minimum", option->min,
                         "maximum", option->max);
    case OPTION_CHOICE:
        return json_pack("{s:o}", "enum", words_of(option->choices));
    case OPTION_TEXT:
    case OPTION_FILTER_ROW:
        return schema_of_text(NULL, option->size);
    case OPTION_NAME:
        return schema_of_text("^[A-Za-z_]*$", option->size);
    case OPTION_NAMES:
        return schema_of_text(names_pattern, CONFIG_LINE_MAX);
    case OPTION_LENGTHS:
        return schema_of_text(lengths_pattern, CONFIG_LINE_MAX);
    case OPTION_FILTER:
        return json_pack("{s:[o, {s:s, s:o}]}", "anyOf", /* one line, or several */
                         schema_of_text(NULL, CONFIG_TEXT_MAX), "type", "array",
                         "items", schema_of_text(NULL, CONFIG_TEXT_MAX));
    }
    return NULL;
}

static json_t *schema_of_option(const struct option *option)
{
    json_t *schema = schema_of_value(option);
    (void)json_object_set_new(schema, "description", json_string(option->help));
    (void)json_object_set_new(schema, "default", json_string(option->initial));
    if (option->replaced_by != NULL) {
        (void)json_object_set_new(schema, "deprecated", json_true());
    }
    if (option->unit != NULL) {
        (void)json_object_set_new(schema, "x-unit", json_string(option->unit));
    }
    return schema;
}

static json_t *schema_of_section(const struct option_section *section)
{
    json_t *properties = json_object();
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].section, section->name) == 0) {
            (void)json_object_set_new(properties, options[i].name,
                                      schema_of_option(&options[i]));
        }
    }
    return json_pack("{s:s, s:s, s:b, s:o}", "type", "object", "description",
                     section->help, "additionalProperties", 0, "properties",
                     properties);
}

void config_write_schema(FILE *out)
{
    json_t *sections = json_object();
    for (int i = 0; i < option_section_count; i++) {
        (void)json_object_set_new(sections, option_sections[i].name,
                                  schema_of_section(&option_sections[i]));
    }
    json_t *root =
        json_pack("{s:s, s:s, s:s, s:o}", "$schema",
                  "https://json-schema.org/draft/2020-12/schema", "title",
                  "bot.conf of fibsbot", "type", "object", "properties", sections);
    (void)json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}
