/* The table of options as people read it: template, README table, manual page. */
#include <stdio.h>
#include <string.h>

#include "bot/config/config.h"
#include "bot/config/options.h"

enum { COLUMNS = 84 };

/* Writes words after `prefix`, broken to lines of COLUMNS. */
static void write_wrapped(FILE *out, const char *prefix, const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        size_t word = strcspn(text, " ");
        if (column > 0 && column + 1 + word > COLUMNS) {
            fputc('\n', out);
            column = 0;
        }
        if (column == 0) {
            fputs(prefix, out);
            column = strlen(prefix);
        } else {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, word, out);
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* "a whole number from 1 to 99, points" */
static void describe_with_unit(const struct option *option, char *text, size_t size)
{
    option_describe(option, text, size);
    size_t length = strlen(text);
    if (option->unit[0] != '\0' && length < size) {
        (void)snprintf(text + length, size - length, "; unit: %s", option->unit);
    }
}

/* What cannot be an option: the sections of accounts. */
static void write_accounts(FILE *out)
{
    fputs("\n# Several accounts in one process: leave account.name empty and give each "
          "a\n"
          "# section. In it options of [account] stand by their name, all others with\n"
          "# their section; what it does not set is as above.\n"
          "#\n"
          "# [account first_bot]\n"
          "# password_file = first_bot.password\n"
          "#\n"
          "# [account second_bot]\n"
          "# password_file = second_bot.password\n"
          "# strength.level = 1700\n"
          "# accept.lengths = 1-5\n",
          out);
}

void config_write_template(FILE *out)
{
    char text[600], range[200];
    fputs("# Configuration of fibsbot, made by `fibsbot config --template`.\n"
          "# Each option stands at its default. Lines are 190 characters at most; an\n"
          "# option that takes a list may be given several times.\n",
          out);
    const char *section = "";
    int next_section = 0;
    for (int i = 0; i < option_count; i++) {
        const struct option *option = &options[i];
        if (strcmp(section, option->section) != 0) {
            section = option->section;
            fprintf(out, "\n[%s]\n", section);
            write_wrapped(out, "# ", option_sections[next_section++].help);
        }
        describe_with_unit(option, range, sizeof range);
        (void)snprintf(text, sizeof text, "%s (%s)", option->help, range);
        fputc('\n', out);
        write_wrapped(out, "# ", text);
        fprintf(out, "%s =%s%s\n", option->name, *option->initial == '\0' ? "" : " ",
                option->initial);
    }
    write_accounts(out);
}

void config_write_markdown(FILE *out)
{
    char range[200];
    fputs("| option | default | values | what it does |\n| --- | --- | --- | --- |\n",
          out);
    for (int i = 0; i < option_count; i++) {
        const struct option *option = &options[i];
        describe_with_unit(option, range, sizeof range);
        fprintf(out, "| `%s.%s` | %s%s%s | %s | %s |\n", option->section, option->name,
                *option->initial == '\0' ? "" : "`", option->initial,
                *option->initial == '\0' ? "" : "`", range, option->help);
    }
}

/* Text for roff: a backslash or a dash is escaped, a leading dot or quote disarmed. */
static void write_roff(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'') {
        fputs("\\&", out);
    }
    for (; *text != '\0'; text++) {
        if (*text == '\\') {
            fputs("\\e", out);
        } else if (*text == '-') {
            fputs("\\-", out);
        } else {
            fputc(*text, out);
        }
    }
}

void config_write_man(FILE *out)
{
    char range[200];
    const char *section = "";
    int next_section = 0;
    for (int i = 0; i < option_count; i++) {
        const struct option *option = &options[i];
        if (strcmp(section, option->section) != 0) {
            section = option->section;
            fprintf(out, ".SS [%s]\n", section);
            write_roff(out, option_sections[next_section++].help);
            fputc('\n', out);
        }
        fprintf(out, ".TP\n.B %s\n", option->name);
        write_roff(out, option->help);
        describe_with_unit(option, range, sizeof range);
        fputs("\nTakes ", out);
        write_roff(out, range);
        fputs(*option->initial == '\0' ? "; empty by default.\n" : "; default ", out);
        if (*option->initial != '\0') {
            write_roff(out, option->initial);
            fputs(".\n", out);
        }
    }
}
