/* Tested with cli_help.c, by tests/unit/base/test_cli_help.c. */
#include "base/cli_man.h"

#include <string.h>

#include "base/cli_text.h"

/* Text for troff: backslashes and dashes as they are, and no line that is a request. */
static void write_text(const char *text, size_t length, FILE *out)
{
    bool is_line_begin = true;
    for (size_t i = 0; i < length; i++) {
        if (is_line_begin && (text[i] == '.' || text[i] == '\'')) {
            fputs("\\&", out);
        }
        if (text[i] == '\\') {
            fputs("\\e", out);
        } else if (text[i] == '-') {
            fputs("\\-", out);
        } else {
            (void)putc(text[i], out);
        }
        is_line_begin = text[i] == '\n';
    }
}

static void write_line(const char *text, FILE *out)
{
    write_text(text, strlen(text), out);
    (void)putc('\n', out);
}

static void write_paragraphs(const char *text, FILE *out)
{
    while (text != NULL && *text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        bool is_kept = text[0] == ' ';
        fputs(is_kept ? ".PP\n.nf\n" : ".PP\n", out);
        write_text(text, length, out);
        fputs(is_kept ? "\n.fi\n" : "\n", out);
        text += length;
        text += strspn(text, "\n");
    }
}

static void write_synopsis(const struct cli_command *command, FILE *out)
{
    if (command->synopsis != NULL) {
        fputs(".nf\n", out);
        write_text(command->synopsis, strlen(command->synopsis), out);
        fputs(".fi\n", out);
        return;
    }
    fputs(".B ", out);
    write_line(command->title, out);
    if (command->operands != NULL) {
        write_line(command->operands, out);
    }
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (o->is_needed) {
            fprintf(out, "\\-\\-%s %s\n", o->name, cli_argument(o));
        }
    }
    fputs(command->options != NULL ? "[OPTIONS]\n" : "", out);
}

static void write_option(const struct cli_option *o, FILE *out)
{
    char text[CLI_TEXT_SIZE];
    fputs(".TP\n\\fB", out);
    if (o->letter != '\0') {
        fprintf(out, "\\-%c\\fR, \\fB", o->letter);
    }
    fputs("\\-\\-", out);
    write_text(o->name, strlen(o->name), out);
    fputs("\\fR", out);
    if (cli_argument(o) != NULL) {
        fputs(" \\fI", out);
        write_text(cli_argument(o), strlen(cli_argument(o)), out);
        fputs("\\fR", out);
    }
    (void)putc('\n', out);
    cli_text_of(o, text);
    write_line(text, out);
    if (o->more != NULL) {
        write_line(o->more, out);
    }
}

static void write_options(const struct cli_command *command, FILE *out)
{
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (!cli_is_shown(o)) {
            continue;
        }
        if (cli_is_option(o)) {
            write_option(o, out);
        } else {
            fputs(".PP\n", out);
            write_line(o->help, out);
        }
    }
}

void cli_man(const struct cli_command *command, FILE *out)
{
    if (command->summary == NULL) {
        return;
    }
    fputs(".SS ", out);
    write_line(command->title, out);
    write_synopsis(command, out);
    write_paragraphs(command->about, out);
    write_options(command, out);
    write_paragraphs(command->notes, out);
    for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
        cli_man(command->commands[i], out);
    }
}
