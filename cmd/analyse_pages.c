#include "cmd/analyse_pages.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "bot/base/own_file.h"
#include "view/page_viewer.h"

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* A file of the folder: a page of a match, or what write() writes. */
struct part {
    const char *name;
    const struct match_report *report; /* NULL: no page */
    void (*write)(FILE *out);
};

static bool write_file(const struct analyse_pages *pages, const struct part *part,
                       struct error *err)
{
    char path[FILE_PATH_MAX + ANALYSE_PAGES_NAME];
    struct file_draft draft;
    FORMAT_TEXT(path, "%s/%s", pages->folder, part->name);
    if (!file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    if (part->report == NULL) {
        part->write(draft.stream);
    } else if (!match_html_page_of_many(
                   part->report,
                   &(struct match_html_place){last_part(pages->page.path), "", false},
                   draft.stream)) {
        file_draft_drop(&draft);
        return error_at_path(err, 0, path, "cannot be written");
    }
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}

/* "report.html" -> "report_files", with style and script. */
static bool make_files_folder(struct analyse_pages *pages, struct error *err)
{
    const char *path = pages->page.path;
    size_t length = strlen(path), end = strlen(".html");
    bool has_end = length > end && strcmp(path + length - end, ".html") == 0;
    int stem = (int)(has_end ? length - end : length);
    if (snprintf(pages->folder, sizeof pages->folder, "%.*s_files", stem, path) >=
        (int)sizeof pages->folder) {
        return error_set(err, "the name of the report is too long");
    }
    if (mkdir(pages->folder, 0777) != 0 && errno != EEXIST) {
        return error_of_path(err, pages->folder);
    }
    static const struct part parts[] = {{"viewer.css", NULL, page_viewer_css},
                                        {"viewer.js", NULL, page_viewer_js}};
    return write_file(pages, &parts[0], err) && write_file(pages, &parts[1], err);
}

bool analyse_pages_open(struct analyse_pages *pages, const char *path, bool is_many,
                        struct error *err)
{
    *pages = (struct analyse_pages){.is_many = is_many};
    if (path == NULL) {
        return true;
    }
    if (!own_file_is(path, OWN_PAGE, err) ||
        !file_draft_open(&pages->page, path, FILE_OF_ALL, err)) {
        return false;
    }
    if (!is_many) {
        return true;
    }
    if (!make_files_folder(pages, err)) {
        file_draft_drop(&pages->page);
        return false;
    }
    match_html_list_begin(pages->page.stream);
    pages->lists = 1;
    return true;
}

static bool end_further(struct analyse_pages *pages, struct error *err)
{
    if (pages->lists < 2) {
        return true;
    }
    match_html_list_end_further(last_part(pages->page.path), pages->further.stream);
    return file_draft_keep(&pages->further, FILE_SAFE_FROM_KILLS, err);
}

/* The page of the list that gets the next match; NULL with `err`. */
static FILE *list_with_room(struct analyse_pages *pages, struct error *err)
{
    FILE *out = pages->lists < 2 ? pages->page.stream : pages->further.stream;
    if (!match_html_list_is_full(out)) {
        return out;
    }
    if (!end_further(pages, err)) {
        return NULL;
    }
    pages->lists++;
    FORMAT_TEXT(pages->further_path, "%s/list%d.html", pages->folder, pages->lists);
    if (!file_draft_open(&pages->further, pages->further_path, FILE_OF_ALL, err)) {
        pages->lists = 0; /* nothing is open but the first */
        return NULL;
    }
    match_html_list_begin(pages->further.stream);
    return pages->further.stream;
}

bool analyse_pages_add(struct analyse_pages *pages, const struct match_report *report,
                       struct error *err)
{
    char name[ANALYSE_PAGES_NAME];
    if (pages->page.stream == NULL) {
        return true;
    }
    if (!pages->is_many) {
        return match_html_page(report, pages->page.stream) ||
               error_set(err, "the report cannot be written");
    }
    pages->count++;
    FORMAT_TEXT(name, "%d.html", pages->count);
    FILE *out = list_with_room(pages, err);
    if (out == NULL) {
        return false;
    }
    match_html_list_match(report, pages->lists < 2 ? last_part(pages->folder) : "",
                          pages->count, out);
    return write_file(pages, &(struct part){.name = name, .report = report}, err);
}

bool analyse_pages_close(struct analyse_pages *pages, struct match_table *table,
                         struct error *err)
{
    if (pages->page.stream == NULL) {
        return true;
    }
    if (pages->is_many) {
        match_html_list_end(table, last_part(pages->folder), pages->lists,
                            pages->page.stream);
    }
    bool is_good = end_further(pages, err);
    return file_draft_keep(&pages->page, FILE_SAFE_FROM_KILLS, is_good ? err : NULL) &&
           is_good;
}
