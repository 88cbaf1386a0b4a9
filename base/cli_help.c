#include "base/cli_help.h"

#include <string.h>

#include "base/cli_text.h"

enum { LABEL_SIZE = 96, LABEL_WIDTH_MAX = 24, INDENT = 2, GAP = 2 };

/* ---- usage ----------------------------------------------------------------------- */

static void write_needed(const struct cli_command *command, FILE *out)
{
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (o->is_needed) {
            fprintf(out, " --%s %s", o->name, cli_argument(o));
        }
    }
}

/* The lines, one below the other. */
static void write_synopsis(const char *lines, FILE *out)
{
    const char *before = "usage: ";
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n") + 1;
        fprintf(out, "%s%.*s", before, (int)length, lines);
        before = "       ";
        lines += length;
    }
}

void cli_help_usage(const struct cli_command *command, FILE *out)
{
    if (command->synopsis != NULL) {
        write_synopsis(command->synopsis, out);
        return;
    }
    fprintf(out, "usage: %s", command->title);
    if (command->operands != NULL) {
        fprintf(out, " %s", command->operands);
    }
    write_needed(command, out);
    fputs(command->options != NULL ? " [OPTIONS]\n" : "\n", out);
}

/* ---- lists ----------------------------------------------------------------------- */

static bool has_letters(const struct cli_command *command)
{
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_shown(o) && o->letter != '\0') {
            return true;
        }
    }
    return false;
}

/* "-c, --config FILE" */
static int write_label(const struct cli_option *o, bool is_behind_letters,
                       char label[LABEL_SIZE])
{
    char letter[8] = "";
    if (o->letter != '\0') {
        (void)snprintf(letter, sizeof letter, "-%c, ", o->letter);
    } else if (is_behind_letters) {
        (void)snprintf(letter, sizeof letter, "    ");
    }
    return snprintf(label, LABEL_SIZE, "%s--%s%s%s", letter, o->name,
                    cli_argument(o) != NULL ? " " : "",
                    cli_argument(o) != NULL ? cli_argument(o) : "");
}

/* The widest label, of those that are not too wide to stand beside their text. */
static int label_width(const struct cli_command *command, bool has_letter)
{
    char label[LABEL_SIZE];
    int width = 0;
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_shown(o) && cli_is_option(o)) {
            int length = write_label(o, has_letter, label);
            width = length > width && length <= LABEL_WIDTH_MAX ? length : width;
        }
    }
    return width;
}

static void write_item(const char *label, int width, const char *text, FILE *out)
{
    int column = INDENT + width + GAP;
    fprintf(out, "%*s%-*s", INDENT, "", width, label);
    if ((int)strlen(label) > width) {
        fprintf(out, "\n%*s", column, "");
    } else {
        fprintf(out, "%*s", GAP, "");
    }
    cli_text_wrap(text, column, column, out);
}

static void write_options(const struct cli_command *command, FILE *out)
{
    char label[LABEL_SIZE];
    char text[CLI_TEXT_SIZE];
    bool has_letter = has_letters(command);
    int width = label_width(command, has_letter);
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_shown(o) && cli_is_option(o)) {
            (void)write_label(o, has_letter, label);
            cli_text_of(o, text);
            write_item(label, width, text, out);
        } else if (cli_is_shown(o)) {
            fprintf(out, "\n%s\n", o->help);
        }
    }
}

static void write_commands(const struct cli_command *command, FILE *out)
{
    int width = 0;
    for (int i = 0; command->commands[i] != NULL; i++) {
        int length = (int)strlen(command->commands[i]->name);
        width = length > width ? length : width;
    }
    for (int i = 0; command->commands[i] != NULL; i++) {
        const struct cli_command *c = command->commands[i];
        if (c->summary != NULL) {
            write_item(c->name, width, c->summary, out);
        }
    }
}

void cli_help(const struct cli_command *command, FILE *out)
{
    cli_help_usage(command, out);
    if (command->about != NULL) {
        (void)putc('\n', out);
        cli_text_paragraphs(command->about, out);
    }
    if (command->commands != NULL) {
        (void)putc('\n', out);
        write_commands(command, out);
    }
    if (command->options != NULL) {
        (void)putc('\n', out);
        write_options(command, out);
    }
    if (command->notes != NULL) {
        (void)putc('\n', out);
        cli_text_paragraphs(command->notes, out);
    }
}
