/* The table of options as a JSON Schema, for editors and programs that write
 * configurations: an object of sections, each an object of options. Values are what
 * stands behind the "=". */
#include <jansson.h>
#include <string.h>

#include "bot/config/config.h"
#include "bot/config/options.h"

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
