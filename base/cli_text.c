/* Tested with cli_help.c, by tests/unit/base/test_cli_help.c. */
#include "base/cli_text.h"

#include <inttypes.h>
#include <string.h>

void cli_text_wrap(const char *text, int indent, int column, FILE *out)
{
    bool is_first = true;
    text += strspn(text, " \n");
    while (*text != '\0') {
        int length = (int)strcspn(text, " \n");
        if (!is_first && column + 1 + length > CLI_TEXT_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (!is_first) {
            (void)putc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        is_first = false;
        text += length;
        text += strspn(text, " \n");
    }
    (void)putc('\n', out);
}

/* The length of the paragraph that `text` begins with. */
static size_t paragraph_length(const char *text)
{
    const char *end = strstr(text, "\n\n");
    return end != NULL ? (size_t)(end - text) : strlen(text);
}

void cli_text_paragraphs(const char *text, FILE *out)
{
    enum { PARAGRAPH_MAX = 4000 };
    while (*text != '\0') {
        char paragraph[PARAGRAPH_MAX];
        size_t length = paragraph_length(text);
        (void)snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        if (paragraph[0] == ' ') {
            fprintf(out, "%s\n", paragraph);
        } else {
            cli_text_wrap(paragraph, 0, 0, out);
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

void cli_text_of(const struct cli_option *option, char text[CLI_TEXT_SIZE])
{
    char range[80];
    char facts[200] = "";
    bool has_range = write_range(option, range, sizeof range);
    if (option->initial != NULL) {
        (void)snprintf(facts, sizeof facts, "%s%sdefault %s.", range,
                       has_range ? "; " : "", option->initial);
    } else if (has_range) {
        (void)snprintf(facts, sizeof facts, "%s.", range);
    }
    if (facts[0] != '\0') {
        facts[0] = (char)(facts[0] - 'a' + 'A');
    }
    (void)snprintf(text, CLI_TEXT_SIZE, "%s%s%s", option->help,
                   facts[0] != '\0' ? " " : "", facts);
}
