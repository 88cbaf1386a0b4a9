#include "bot/review/analysis_files.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "match/report/match_html.h"

static void print_page(const struct match_report *report, FILE *out)
{
    char title[2 * RECORD_NAME_MAX + 20];
    (void)snprintf(title, sizeof title, "%s - %s, analysis",
                   report->turns->heading.my_name, report->turns->heading.opponent);
    match_html_begin(title, out);
    match_html_match(report, out);
    match_html_end(out);
}

static void print_text(const struct match_report *report, FILE *out)
{
    (void)match_report_print(report, out);
}

/* "X.mat" -> "X.analysis.txt" */
static void name_file(const char *record, const char *ending, char *path, size_t size)
{
    int stem = (int)strlen(record) - (int)strlen(".mat");
    (void)snprintf(path, size, "%.*s%s", stem > 0 ? stem : 0, record, ending);
}

bool analysis_files_write(const struct match_report *report, const char *record,
                          char *path, size_t size, struct error *err)
{
    static const struct {
        const char *ending;
        void (*print)(const struct match_report *report, FILE *out);
    } rows[] = {{".analysis.html", print_page}, {".analysis.txt", print_text}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct file_draft draft;
        name_file(record, rows[i].ending, path, size);
        if (!file_draft_open(&draft, path, FILE_OF_GROUP, err)) {
            return false;
        }
        rows[i].print(report, draft.stream);
        if (!file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err)) {
            return false;
        }
    }
    return true;
}
