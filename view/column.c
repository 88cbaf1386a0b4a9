#include "view/column.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error_bar.h"
#include "base/shown.h"
#include "base/text.h"
#include "base/text_width.h"
#include "view/markup.h"

/* ---- cells ----------------------------------------------------------------------- */

struct column_cell column_none(void)
{
    return (struct column_cell){.kind = COLUMN_NONE, .shown = "-", .unit = ""};
}

struct column_cell column_whole(int64_t number)
{
    struct column_cell cell = {.kind = COLUMN_WHOLE, .whole = number, .unit = ""};
    FORMAT_TEXT(cell.shown, "%" PRId64, number);
    return cell;
}

struct column_cell column_words(const char *words)
{
    return (struct column_cell){.kind = COLUMN_WORDS, .words = words, .unit = ""};
}

struct column_cell column_real(double number, int digits)
{
    struct column_cell cell = {.kind = COLUMN_REAL, .real = number, .unit = ""};
    FORMAT_TEXT(cell.shown, "%.*f", digits, shown_number(number, digits));
    return isfinite(number) ? cell : column_none();
}

struct column_cell column_change(double number, int digits)
{
    struct column_cell cell = {.kind = COLUMN_REAL, .real = number, .unit = ""};
    FORMAT_TEXT(cell.shown, "%+.*f", digits, shown_number(number, digits));
    return isfinite(number) ? cell : column_none();
}

struct column_cell column_share(double number, int digits, const char *unit)
{
    struct column_cell cell = column_real(100.0 * number, digits);
    if (cell.kind == COLUMN_REAL) {
        cell.real = number;
        cell.unit = unit;
    }
    return cell;
}

struct column_cell column_significant(double number, int digits)
{
    struct column_cell cell = column_real(number, 0);
    if (cell.kind == COLUMN_REAL) {
        FORMAT_TEXT(cell.shown, "%.*g", digits, number);
    }
    return cell;
}

struct column_cell column_error(struct column_cell cell, int64_t samples, double error,
                                int digits)
{
    size_t length = strlen(cell.shown);
    (void)snprintf(cell.shown + length, sizeof cell.shown - length, "%s",
                   error_bar(samples, error, digits, "").text);
    return cell;
}

struct column_cell column_shown(struct column_cell cell, const char *shown)
{
    COPY_TEXT(cell.shown, shown);
    cell.unit = "";
    return cell;
}

static struct column_cell cell_of(const struct column *column, const void *row)
{
    return row != NULL ? column->cell(row, column->at) : column_words(column->heading);
}

static bool is_words(const struct column *column)
{
    return column->width <= 0;
}

static const char *text_of(const struct column_cell *cell, const char *number)
{
    bool has_words = cell->kind == COLUMN_WORDS && cell->words[0] != '\0';
    return has_words ? cell->words : number;
}

/* ---- for people ------------------------------------------------------------------ */

void column_text(const struct column *columns, int count, const void *row, FILE *out)
{
    bool is_first = true;
    for (int i = 0; i < count; i++) {
        const struct column *column = &columns[i];
        if ((column->forms & COLUMN_TEXT) == 0) {
            continue;
        }
        const struct column_cell cell = cell_of(column, row);
        char number[COLUMN_SHOWN_SIZE + 8];
        FORMAT_TEXT(number, "%s%s", cell.shown, cell.unit);
        const char *text = text_of(&cell, number);
        const char *gap = is_first ? "" : is_words(column) ? "  " : " ";
        int width = column->width;
        width = width < 0 ? -text_width(text, -width) : text_width(text, width);
        fprintf(out, "%s%*s", gap, width, text);
        is_first = false;
    }
    fputc('\n', out);
}

void column_markdown(const struct column *columns, int count, const char *first,
                     const void *row, FILE *out)
{
    int cells = 1;
    fprintf(out, "| %s |", first);
    for (int i = 0; i < count; i++) {
        if ((columns[i].forms & COLUMN_TEXT) != 0) {
            const struct column_cell cell = cell_of(&columns[i], row);
            const char *text = text_of(&cell, cell.shown);
            bool is_empty = cell.kind == COLUMN_NONE || text[0] == '\0';
            fprintf(out, is_empty ? "%s |" : " %s |", is_empty ? "" : text);
            cells++;
        }
    }
    fputs(row == NULL ? "\n|" : "", out);
    for (int i = 0; row == NULL && i < cells; i++) {
        fputs(" --- |", out);
    }
    fputc('\n', out);
}

int column_width(const struct column *columns, int count)
{
    int all = -1; /* the first has no blank before it */
    for (int i = 0; i < count; i++) {
        if ((columns[i].forms & COLUMN_TEXT) != 0) {
            all += is_words(&columns[i]) ? 2 - columns[i].width : 1 + columns[i].width;
        }
    }
    return all;
}

static void write_page_cell(const struct column *column, const char *tag,
                            const struct column_cell *cell, FILE *out)
{
    fprintf(out, "<%s%s>", tag, is_words(column) ? "" : " class=\"n\"");
    const char *text = text_of(cell, cell->shown);
    if (strncmp(text, "+-", 2) == 0) {
        fputs("&plusmn;", out);
        text += 2;
    }
    markup_write_lines(text, out);
    fprintf(out, "%s%s</%s>", cell->unit[0] != '\0' ? " " : "", cell->unit, tag);
}

void column_page(const struct column *columns, int count, const void *row, FILE *out)
{
    fputs("<tr>", out);
    for (int i = 0; i < count; i++) {
        if ((columns[i].forms & COLUMN_PAGE) != 0) {
            const struct column_cell cell = cell_of(&columns[i], row);
            write_page_cell(&columns[i], row != NULL ? "td" : "th", &cell, out);
        }
    }
    fputs("</tr>\n", out);
}

/* ---- for programs ---------------------------------------------------------------- */

static void write_csv_words(const char *text, bool is_quoted, FILE *out)
{
    const char *quote = is_quoted || strpbrk(text, ",\"\r\n") != NULL ? "\"" : "";
    fputs(quote, out);
    for (; *text != '\0'; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    }
    fputs(quote, out);
}

static void write_csv_cell(const struct column *column, const struct column_cell *cell,
                           FILE *out)
{
    switch (cell->kind) {
    case COLUMN_NONE:
        break;
    case COLUMN_WHOLE:
        fprintf(out, "%" PRId64, cell->whole);
        break;
    case COLUMN_REAL:
        if ((column->forms & COLUMN_AS_SHOWN) != 0) {
            fputs(cell->shown, out);
        } else {
            fprintf(out, "%.6g", cell->real);
        }
        break;
    case COLUMN_WORDS:
        write_csv_words(cell->words, (column->forms & COLUMN_QUOTED) != 0, out);
        break;
    }
}

void column_csv(const struct column *columns, int count, const void *row, FILE *out)
{
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if ((columns[i].forms & COLUMN_CSV) != 0) {
            fputs(comma, out);
            comma = ",";
            if (row != NULL) {
                const struct column_cell cell = cell_of(&columns[i], row);
                write_csv_cell(&columns[i], &cell, out);
            } else {
                fputs(columns[i].name, out);
            }
        }
    }
    fputc('\n', out);
}

/* Words that are no UTF-8, as a stranger's file may have, are null. */
static json_t *words_json(const char *words)
{
    json_t *json = json_string(words);
    return json != NULL ? json : json_null();
}

static json_t *cell_json(const struct column_cell *cell)
{
    switch (cell->kind) {
    case COLUMN_WHOLE:
        return json_integer((json_int_t)cell->whole);
    case COLUMN_REAL:
        return json_real(cell->real);
    case COLUMN_WORDS:
        return words_json(cell->words);
    default:
        return json_null();
    }
}

json_t *column_json(const struct column *columns, int count, const void *row)
{
    json_t *object = json_object();
    for (int i = 0; i < count; i++) {
        const struct column *column = &columns[i];
        if ((column->forms & COLUMN_JSON) == 0) {
            continue;
        }
        const struct column_cell cell = cell_of(column, row);
        if (cell.kind != COLUMN_NONE || (column->forms & COLUMN_OPTIONAL) == 0) {
            (void)json_object_set_new(object, column->name, cell_json(&cell));
        }
    }
    return object;
}
