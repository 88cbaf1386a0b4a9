#pragma once
/*
 * Tables whose columns are data. One array of columns gives text for people, rows of an
 * HTML table, CSV and JSON, so that a new figure is one more column. What a row is, the
 * owner of the table says; a function of each column makes a cell of it.
 */

#include <stdint.h>
#include <stdio.h>

enum column_cell_kind { COLUMN_NONE, COLUMN_WHOLE, COLUMN_REAL, COLUMN_WORDS };
enum { COLUMN_SHOWN_SIZE = 64 };

struct column_cell {
    enum column_cell_kind kind;
    int64_t whole;
    double real;
    const char *words; /* of any length */
    char shown
        [COLUMN_SHOWN_SIZE]; /* a number, or words that are empty, as people read it */
    const char *unit;        /* after it, "%" */
};

/* Make cells. Nothing is known: "-" for people, an empty field, null. A number that is not
 * finite is nothing. */
struct column_cell column_none(void);
struct column_cell column_whole(int64_t number);
struct column_cell column_words(const char *words);
/* With so many digits after the point; column_change(): with its sign; column_share(): the
 * number 0.5 is shown as 50 with the unit. What people read as 0 has no minus. */
struct column_cell column_real(double number, int digits);
struct column_cell column_change(double number, int digits);
struct column_cell column_share(double number, int digits, const char *unit);
/* With so many significant digits. */
struct column_cell column_significant(double number, int digits);
/* People read its error, too, as error_bar.h writes it. */
struct column_cell column_error(struct column_cell cell, int64_t samples, double error,
                                int digits);
/* The cell as it is, but people read something else. */
struct column_cell column_shown(struct column_cell cell, const char *shown);

enum column_form {
    COLUMN_TEXT = 1,
    COLUMN_PAGE = 2,
    COLUMN_PEOPLE = COLUMN_TEXT | COLUMN_PAGE,
    COLUMN_CSV = 4,
    COLUMN_JSON = 8,
    COLUMN_PROGRAMS = COLUMN_CSV | COLUMN_JSON,
    COLUMN_ALL = COLUMN_PEOPLE | COLUMN_PROGRAMS,
    COLUMN_QUOTED = 16,   /* in CSV always, not where it must be alone */
    COLUMN_OPTIONAL = 32, /* left out of a JSON object where nothing is known */
    COLUMN_AS_SHOWN = 64  /* in CSV with the digits that people read */
};

struct column {
    unsigned forms;      /* enum column_form: where it stands */
    const char *name;    /* for programs */
    const char *heading; /* for people */
    int width; /* in text: of numbers, to the right; < 0: of words, to the left;
                          * 0: of words that end a line */
    struct column_cell (*cell)(const void *row, int at);
    int at; /* given to cell() */
};

/* Defines a function that makes a cell of `row`, a const TYPE, and `at`. */
#define COLUMN_CELL(function, type, ...)                                               \
    static struct column_cell function(const void *of, int at)                         \
    {                                                                                  \
        const type *row = of;                                                          \
        (void)at;                                                                      \
        return __VA_ARGS__;                                                            \
    }

/* Write a line with its end, of a row or, if `row` is NULL, of the headings. In text numbers
 * have one blank before them, words two, and the first column none. */
void column_text(const struct column *columns, int count, const void *row, FILE *out);
void column_csv(const struct column *columns, int count, const void *row, FILE *out);

/* Writes a line of a Markdown table of the columns of text, whose first cell is `first`, and
 * below the headings the line that Markdown wants there. Where nothing is known a cell is
 * empty. */
void column_markdown(const struct column *columns, int count, const char *first,
                     const void *row, FILE *out);

/* Returns the width of a line of text that begins with a number and ends with no words. */
int column_width(const struct column *columns, int count);

/* Writes a row of an HTML table in UTF-8; numbers have the class n (page_style.h). */
void column_page(const struct column *columns, int count, const void *row, FILE *out);

/* Returns a new object; NULL: no memory. */
struct json_t *column_json(const struct column *columns, int count, const void *row);
