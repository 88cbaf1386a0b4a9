#include "match/report/match_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_line.h"
#include "base/text.h"
#include "base/text_width.h"
#include "engine/board/points.h"
#include "match/match_columns.h"

enum {
    MONTH_SIZE = 8,
    MONTHS_OF = 10,   /* so many players have their months shown */
    ROW_BYTES = 2000, /* of a page, and what ends it: never more */
    DIGITS = 7
};

/* The sums of a player, or of one month of a player. */
struct table_row {
    char name[RECORD_NAME_MAX];
    char month[MONTH_SIZE]; /* "": all */
    int matches, finished, won;
    struct match_analysed_side sums;
};

struct match_table {
    int count, room;
    struct table_row *rows;
};

struct match_table *match_table_new(void)
{
    return calloc(1, sizeof(struct match_table));
}

void match_table_free(struct match_table *table)
{
    if (table != NULL) {
        free(table->rows);
        free(table);
    }
}

/* ---- sums ------------------------------------------------------------------------ */

static struct table_row *add_table_row(struct match_table *table, const char *name,
                                       const char *month)
{
    if (table->count == table->room) {
        int room = table->room == 0 ? 64 : 2 * table->room;
        struct table_row *grown =
            realloc(table->rows, (size_t)room * sizeof *table->rows);
        if (grown == NULL) {
            return NULL;
        }
        table->rows = grown;
        table->room = room;
    }
    struct table_row *row = &table->rows[table->count++];
    memset(row, 0, sizeof *row);
    COPY_TEXT(row->name, name);
    COPY_TEXT(row->month, month);
    return row;
}

static struct table_row *find_table_row(struct match_table *table, const char *name,
                                        const char *month)
{
    for (int i = 0; i < table->count; i++) {
        struct table_row *row = &table->rows[i];
        if (strcmp(row->name, name) == 0 && strcmp(row->month, month) == 0) {
            return row;
        }
    }
    return add_table_row(table, name, month);
}

static void add_sums(struct match_analysed_side *to,
                     const struct match_analysed_side *from)
{
    to->decisions += from->decisions;
    to->loss += from->loss;
    to->luck += from->luck;
    to->errors += from->errors;
    to->blunders += from->blunders;
    to->plays += from->plays;
    to->cube_actions += from->cube_actions;
    to->play_loss += from->play_loss;
    to->cube_loss += from->cube_loss;
}

/* "2026.11.21" -> "2026-11"; a date that does not begin so, such as "21.11.2026", has no
 * month: the order of its parts is not known. */
static void month_of(const char *date, char month[MONTH_SIZE])
{
    static const char digits[] = "0123456789";
    bool has_month = strspn(date, digits) == 4 && (date[4] == '.' || date[4] == '-') &&
                     strspn(date + 5, digits) == 2;
    (void)snprintf(month, MONTH_SIZE, "%.7s", has_month ? date : "-");
    if (has_month) {
        month[4] = '-';
    }
}

static bool add_side(struct match_table *table, const struct match_report *report,
                     enum record_side side, const char *month)
{
    const struct match_turns *turns = report->turns;
    struct table_row *row =
        find_table_row(table, match_report_name(report, side), month);
    if (row == NULL) {
        return false;
    }
    row->matches++;
    if (match_turns_is_over(turns)) {
        row->finished++;
        row->won += turns->score[side] > turns->score[1 - side];
    }
    add_sums(&row->sums, match_analysis_side(report->analysis, side));
    return true;
}

bool match_table_add(struct match_table *table, const struct match_report *report)
{
    char month[MONTH_SIZE];
    bool is_good = true;
    month_of(report->turns->heading.date, month);
    for (int side = 0; side < 2; side++) {
        is_good = is_good && add_side(table, report, (enum record_side)side, "") &&
                  add_side(table, report, (enum record_side)side, month);
    }
    return is_good;
}

/* By matches, the most first, then by name and month. */
static int compare_rows(const void *a, const void *b)
{
    const struct table_row *x = a, *y = b;
    bool is_sum = x->month[0] == '\0' && y->month[0] == '\0';
    if (is_sum && x->matches != y->matches) {
        return y->matches - x->matches;
    }
    int by_kind = (x->month[0] != '\0') - (y->month[0] != '\0');
    int by_name = strcmp(x->name, y->name);
    return by_kind != 0 ? by_kind : by_name != 0 ? by_name : strcmp(x->month, y->month);
}

static void sort_table(struct match_table *table)
{
    if (table->count > 0) {
        qsort(table->rows, (size_t)table->count, sizeof *table->rows, compare_rows);
    }
}

/* ---- text ------------------------------------------------------------------------ */

static void write_rate(const struct match_analysed_side *sums, char text[16])
{
    (void)snprintf(text, 16, "-");
    if (sums->decisions > 0) {
        (void)snprintf(text, 16, "%.2f", match_analysis_error_rate(sums));
    }
}

bool match_table_print_match(const struct match_report *report, FILE *out)
{
    const struct match_turns *turns = report->turns;
    const struct record_heading *heading = &turns->heading;
    char length[POINTS_TEXT_SIZE], rates[2][16], stopped[MATCH_STOPPED_SIZE];
    for (int side = 0; side < 2; side++) {
        write_rate(match_analysis_side(report->analysis, (enum record_side)side),
                   rates[side]);
    }
    (void)match_report_stopped(report, stopped);
    fprintf(out, "%-10s  %3d-%-3d  PR %6s - %-6s  %-9s  %s - %s%s%s%s\n",
            heading->date[0] != '\0' ? heading->date : "-",
            match_turns_shown_score(turns, RECORD_ME),
            match_turns_shown_score(turns, RECORD_OPPONENT), rates[RECORD_ME],
            rates[RECORD_OPPONENT], points_length_text(heading->length, length),
            match_report_name(report, RECORD_ME),
            match_report_name(report, RECORD_OPPONENT),
            turns->has_all ? "" : ", some turns are missing",
            stopped[0] != '\0' ? ", " : "", stopped);
    return fflush(out) == 0;
}

static struct match_side_row side_row(const struct table_row *row)
{
    return (struct match_side_row){row->name,    &row->sums,    row->month,
                                   row->matches, row->finished, row->won};
}

/* The columns of players, in which the longest name has room. */
static void fit_columns(const struct match_table *table, struct column *columns)
{
    struct column *names = &columns[MATCH_PLAYER_NAME];
    memcpy(columns, match_player_columns,
           (size_t)match_player_column_count * sizeof *columns);
    for (int i = 0; i < table->count; i++) {
        const char *name = table->rows[i].name;
        int needed = (int)strlen(name) - text_width(name, 0);
        names->width = needed > -names->width ? -needed : names->width;
    }
}

static void print_headings(const struct column *columns, FILE *out)
{
    fputc('\n', out);
    column_text(columns, match_player_column_count, NULL, out);
}

/* `name`: its player or, below his name, its month. */
static void print_row(const struct column *columns, const struct table_row *of,
                      const char *name, FILE *out)
{
    struct match_side_row row = side_row(of);
    row.name = name;
    column_text(columns, match_player_column_count, &row, out);
}

static int months_of(const struct match_table *table, const char *name)
{
    int months = 0;
    for (int i = 0; i < table->count; i++) {
        const struct table_row *row = &table->rows[i];
        months += row->month[0] != '\0' && strcmp(row->name, name) == 0;
    }
    return months;
}

static void print_months(const struct match_table *table, struct column *columns,
                         const char *name, FILE *out)
{
    columns[MATCH_PLAYER_NAME].heading = name;
    print_headings(columns, out);
    for (int i = 0; i < table->count; i++) {
        const struct table_row *row = &table->rows[i];
        if (row->month[0] != '\0' && strcmp(row->name, name) == 0) {
            print_row(columns, row, row->month, out);
        }
    }
}

bool match_table_print(struct match_table *table, FILE *out)
{
    struct column columns[MATCH_PLAYER_COLUMNS_MAX];
    sort_table(table);
    fit_columns(table, columns);
    print_headings(columns, out);
    for (int i = 0; i < table->count && table->rows[i].month[0] == '\0'; i++) {
        print_row(columns, &table->rows[i], table->rows[i].name, out);
    }
    for (int i = 0; i < table->count && i < MONTHS_OF; i++) {
        const struct table_row *row = &table->rows[i];
        if (row->month[0] == '\0' && months_of(table, row->name) > 1) {
            print_months(table, columns, row->name, out);
        }
    }
    return fflush(out) == 0 && !ferror(out);
}

/* ---- a page ---------------------------------------------------------------------- */

int match_table_page(struct match_table *table, long most, FILE *out)
{
    int left_out = 0;
    sort_table(table);
    column_page(match_player_columns, match_player_column_count, NULL, out);
    for (int i = 0; i < table->count; i++) {
        const struct match_side_row row = side_row(&table->rows[i]);
        if (row.month[0] == '\0' || months_of(table, row.name) > 1) {
            bool has_room = ftell(out) < most - ROW_BYTES;
            left_out += !has_room;
            if (has_room) {
                column_page(match_player_columns, match_player_column_count, &row, out);
            }
        }
    }
    return left_out;
}

/* ---- JSON ------------------------------------------------------------------------ */

bool match_table_json(struct match_table *table, FILE *out)
{
    bool is_good = true;
    sort_table(table);
    for (int i = 0; i < table->count; i++) {
        const struct match_side_row row = side_row(&table->rows[i]);
        is_good =
            is_good && json_line_write(column_json(match_player_columns,
                                                   match_player_column_count, &row),
                                       DIGITS, out);
    }
    return is_good;
}
