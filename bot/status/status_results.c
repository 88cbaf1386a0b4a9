/* The table of the last results, with links to their files. */
#include <string.h>
#include <time.h>

#include "bot/status/status_files.h"
#include "bot/status/status_page_internal.h"
#include "view/markup.h"

struct status_words status_page_time(int64_t seconds)
{
    struct status_words words;
    time_t when = (time_t)seconds;
    struct tm utc;
    (void)gmtime_r(&when, &utc);
    (void)strftime(words.text, sizeof words.text, "%Y-%m-%d %H:%M", &utc);
    return words;
}

struct status_words status_page_length(int length)
{
    struct status_words words;
    (void)points_length_text(length, words.text);
    return words;
}

static void write_file(const char *record, const char *id, enum status_file kind,
                       FILE *out)
{
    static const char *const names[STATUS_FILES] = {".mat", ".sgf", "analysis"};
    const char *name = strrchr(record, '/');
    name = name != NULL ? name + 1 : record;
    fprintf(out, "<a href=\"%s%s\"", status_file_route(kind), id);
    if (kind != STATUS_FILE_ANALYSIS) { /* to be opened by other programs */
        char stem[STATUS_PATH_SIZE];
        (void)snprintf(stem, sizeof stem, "%.*s", (int)strcspn(name, "."), name);
        fprintf(out, " download=\"%s%s\"", markup(stem).text, names[kind]);
    }
    fprintf(out, ">%s</a>", names[kind]);
}

void status_page_files(const char *record, FILE *out)
{
    char id[STATUS_FILE_ID_SIZE];
    const char *separator = "";
    status_file_id(record, id);
    for (int i = 0; i < STATUS_FILES; i++) {
        if (status_file_is_there(record, (enum status_file)i)) {
            fputs(separator, out);
            write_file(record, id, (enum status_file)i, out);
            separator = " ";
        }
    }
}

static void write_result_row(const struct status_result *result, FILE *out)
{
    fprintf(out,
            "<tr><td>%s</td><td class=\"soft\">%s</td><td class=\"n\">%d : %d</td>"
            "<td>%s</td>",
            markup(result->opponent).text, status_page_length(result->length).text,
            result->my_score, result->their_score,
            result->my_score > result->their_score ? "won" : "lost");
    if (result->has_change) {
        fprintf(out, "<td class=\"n %s\">%+.2f</td>",
                result->rating_change >= 0.0 ? "good" : "bad", result->rating_change);
    } else {
        fputs("<td></td>", out);
    }
    fprintf(out, "<td class=\"soft\">%s</td><td>", status_page_time(result->at_s).text);
    status_page_files(result->record, out);
    fputs("</td></tr>\n", out);
}

void status_page_results(const struct status_account *a, FILE *out)
{
    fputs("<h3>Last results</h3>\n", out);
    if (a->result_count == 0) {
        fputs("<p class=\"soft\">No results yet.</p>\n", out);
        return;
    }
    fputs("<table class=\"results\"><thead><tr><th>Opponent</th><th>Length</th>"
          "<th class=\"n\">Score</th><th></th><th class=\"n\">Rating</th>"
          "<th>Ended (UTC)</th><th>Files</th></tr></thead><tbody>\n",
          out);
    for (int i = 0; i < a->result_count; i++) {
        write_result_row(&a->results[i], out);
    }
    fputs("</tbody></table>\n", out);
}
