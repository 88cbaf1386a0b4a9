#include "base/cli_command.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "base/text_width.h"

enum {
    TEXT_WIDTH = 80,
    TEXT_SIZE = 1600, /* of an option */
    LABEL_SIZE = 96,
    LABEL_WIDTH_MAX = 24,
    INDENT = 2,
    GAP = 2
};

/* ---- texts ----------------------------------------------------------------------- */

/* The length of the paragraph that `text` begins with. */
static size_t paragraph_length(const char *text)
{
    const char *end = strstr(text, "\n\n");
    return end != NULL ? (size_t)(end - text) : strlen(text);
}

/* Paragraphs, separated by empty lines. */
static void write_wrapped(const char *text, FILE *out)
{
    enum { PARAGRAPH_MAX = 4000 };
    while (*text != '\0') {
        char paragraph[PARAGRAPH_MAX];
        size_t length = paragraph_length(text);
        FORMAT_TEXT(paragraph, "%.*s", (int)length, text);
        if (paragraph[0] == ' ') {
            fprintf(out, "%s\n", paragraph);
        } else {
            text_wrap(paragraph, 0, "", TEXT_WIDTH, out);
        }
        text += length;
        if (*text != '\0') {
            (void)putc('\n', out);
            text += strspn(text, "\n");
        }
    }
}

/* Limits that are only there to catch mistakes are left out. */
static bool write_range(const struct cli_option *option, char *text, size_t size)
{
    enum { WHOLE_SHOWN_MAX = 1000 };
    static const double real_shown_max = 10.0;
    bool is_whole = option->kind == CLI_TAKES_INT || option->kind == CLI_TAKES_WHOLE;
    text[0] = '\0';
    if (is_whole && option->most <= WHOLE_SHOWN_MAX) {
        (void)snprintf(text, size, "from %" PRId64 " to %" PRId64, option->least,
                       option->most);
    } else if (option->kind == CLI_TAKES_REAL && option->to <= real_shown_max) {
        (void)snprintf(text, size, "from %g to %g", option->from, option->to);
    }
    return text[0] != '\0';
}

/* `help`, and what the row says of range and default: "From 0 to 4; default 2." */
static void write_help_text(const struct cli_option *option, char text[TEXT_SIZE])
{
    char range[80];
    char facts[200] = "";
    bool has_range = write_range(option, range, sizeof range);
    const char *initial =
        option->otherwise != NULL ? option->otherwise : option->initial;
    if (initial != NULL) {
        FORMAT_TEXT(facts, "%s%sdefault %s.", range, has_range ? "; " : "", initial);
    } else if (has_range) {
        FORMAT_TEXT(facts, "%s.", range);
    }
    if (facts[0] != '\0') {
        facts[0] = (char)(facts[0] - 'a' + 'A');
    }
    (void)snprintf(text, TEXT_SIZE, "%s%s%s", option->help, facts[0] != '\0' ? " " : "",
                   facts);
}

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
    for (const struct cli_option *o; (o = cli_next_shown(&walk)) != NULL;) {
        if (o->letter != '\0') {
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
        FORMAT_TEXT(letter, "-%c, ", o->letter);
    } else if (is_behind_letters) {
        FORMAT_TEXT(letter, "    ");
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
    for (const struct cli_option *o; (o = cli_next_shown(&walk)) != NULL;) {
        int length = write_label(o, has_letter, label);
        width = length > width && length <= LABEL_WIDTH_MAX ? length : width;
    }
    return width;
}

static void write_item(const char *label, int width, const char *text, FILE *out)
{
    char blanks[LABEL_SIZE];
    int column = INDENT + width + GAP;
    FORMAT_TEXT(blanks, "%*s", column, "");
    fprintf(out, "%*s%-*s", INDENT, "", width, label);
    if ((int)strlen(label) > width) {
        fprintf(out, "\n%s", blanks);
    } else {
        fprintf(out, "%*s", GAP, "");
    }
    text_wrap(text, column, blanks, TEXT_WIDTH, out);
}

static void write_options(const struct cli_command *command, FILE *out)
{
    char label[LABEL_SIZE];
    char text[TEXT_SIZE];
    bool has_letter = has_letters(command);
    int width = label_width(command, has_letter);
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_shown(o) && cli_is_option(o)) {
            (void)write_label(o, has_letter, label);
            write_help_text(o, text);
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
        int length = (int)strlen(cli_name(command->commands[i]));
        width = length > width ? length : width;
    }
    for (int i = 0; command->commands[i] != NULL; i++) {
        const struct cli_command *c = command->commands[i];
        if (c->summary != NULL) {
            write_item(cli_name(c), width, c->summary, out);
        }
    }
}

void cli_help(const struct cli_command *command, FILE *out)
{
    cli_help_usage(command, out);
    if (command->about != NULL) {
        (void)putc('\n', out);
        write_wrapped(command->about, out);
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
        write_wrapped(command->notes, out);
    }
}

/* ---- the manual page -------------------------------------------------------------- */

static void man_line(const char *text, FILE *out)
{
    text_roff(text, strlen(text), out);
    (void)putc('\n', out);
}

static void man_paragraphs(const char *text, FILE *out)
{
    while (text != NULL && *text != '\0') {
        size_t length = paragraph_length(text);
        bool is_kept = text[0] == ' ';
        fputs(is_kept ? ".PP\n.nf\n" : ".PP\n", out);
        text_roff(text, length, out);
        fputs(is_kept ? "\n.fi\n" : "\n", out);
        text += length;
        text += strspn(text, "\n");
    }
}

static void man_synopsis(const struct cli_command *command, FILE *out)
{
    if (command->synopsis != NULL) {
        fputs(".nf\n", out);
        text_roff(command->synopsis, strlen(command->synopsis), out);
        fputs(".fi\n", out);
        return;
    }
    fputs(".B ", out);
    man_line(command->title, out);
    if (command->operands != NULL) {
        man_line(command->operands, out);
    }
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (o->is_needed) {
            fprintf(out, "\\-\\-%s %s\n", o->name, cli_argument(o));
        }
    }
    fputs(command->options != NULL ? "[OPTIONS]\n" : "", out);
}

static void man_option(const struct cli_option *o, FILE *out)
{
    char text[TEXT_SIZE];
    fputs(".TP\n\\fB", out);
    if (o->letter != '\0') {
        fprintf(out, "\\-%c\\fR, \\fB", o->letter);
    }
    fputs("\\-\\-", out);
    text_roff(o->name, strlen(o->name), out);
    fputs("\\fR", out);
    if (cli_argument(o) != NULL) {
        fputs(" \\fI", out);
        text_roff(cli_argument(o), strlen(cli_argument(o)), out);
        fputs("\\fR", out);
    }
    (void)putc('\n', out);
    write_help_text(o, text);
    man_line(text, out);
    if (o->more != NULL) {
        man_line(o->more, out);
    }
}

static void man_options(const struct cli_command *command, FILE *out)
{
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (!cli_is_shown(o)) {
            continue;
        }
        if (cli_is_option(o)) {
            man_option(o, out);
        } else {
            fputs(".PP\n", out);
            man_line(o->help, out);
        }
    }
}

void cli_man(const struct cli_command *command, FILE *out)
{
    if (command->summary == NULL) {
        return;
    }
    fputs(".SS ", out);
    man_line(command->title, out);
    man_synopsis(command, out);
    man_paragraphs(command->about, out);
    man_options(command, out);
    man_paragraphs(command->notes, out);
    for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
        cli_man(command->commands[i], out);
    }
}
