/* Files that the status page links to: those of its matches, by id, and no others. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/status/status_internal.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static const char mat[] = " 5 point match\n", page[] = "<!DOCTYPE html>";

static char folder[64], record[128], id[STATUS_FILE_ID_SIZE];
static struct status *status;
static char answer[8192];

static void path_of(const char *name, char path[160])
{
    (void)snprintf(path, 160, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
    char path[160];
    path_of(name, path);
    test_file_write(path, text);
}

static int set_up(void **state)
{
    test_folder_make(folder, sizeof folder, "files");
    FORMAT_TEXT(record, "%s/a-5pt.mat", folder);
    status_file_id(record, id);
    status = status_new(0);
    const struct player_output start = {
        .type = PLAYER_MATCH, .event.type = MATCH_START, .event.opponent = "opp_a"};
    status_take(status, "our_bot", &start, 0);
    status_record(status, "our_bot", record);
    write_file("a-5pt.mat", mat);
    write_file("secret.mat", "secret");
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"a-5pt.mat", "a-5pt.sgf", "a-5pt.analysis.html",
                                        "secret.mat"};
    status_free(status);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[160];
        path_of(names[i], path);
        (void)unlink(path);
    }
    return rmdir(folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static enum http_status ask(const char *request)
{
    FILE *out = fmemopen(answer, sizeof answer, "w");
    assert_non_null(out);
    enum http_status found = status_file_answer(status, request, out);
    (void)fclose(out);
    return found;
}

static enum http_status ask_by_id(enum status_file kind)
{
    char request[60];
    FORMAT_TEXT(request, "%s%s", status_file_route(kind), id);
    return ask(request);
}

static void end_match(void)
{
    struct player_output end = {.type = PLAYER_MATCH, .event.type = MATCH_END};
    end.event.is_finished = true;
    end.event.my_score = 5;
    FORMAT_TEXT(end.event.opponent, "opp_a");
    status_take(status, "our_bot", &end, 100);
}

CASE(test_a_match_is_there_while_it_is_played_and_after_it)
{
    assert_int_equal(ask_by_id(STATUS_FILE_MATCH), HTTP_OK);
    assert_string_equal(answer, mat);
    end_match();
    assert_string_equal(status->accounts[0]->results[0].record, record);
    assert_int_equal(ask_by_id(STATUS_FILE_MATCH), HTTP_OK);
}

CASE(test_only_files_that_are_there_are_linked)
{
    assert_int_equal(ask_by_id(STATUS_FILE_ANALYSIS), HTTP_NOT_FOUND);
    FILE *out = fmemopen(answer, sizeof answer, "w");
    status_file_links(record, out);
    (void)fclose(out);
    assert_non_null(strstr(answer, "download=\"a-5pt.mat\">.mat</a>"));
    assert_null(strstr(answer, "analysis"));
    write_file("a-5pt.analysis.html", page);
    assert_int_equal(ask_by_id(STATUS_FILE_ANALYSIS), HTTP_OK);
    assert_string_equal(answer, page);
    out = fmemopen(answer, sizeof answer, "w");
    status_file_links(record, out);
    (void)fclose(out);
    assert_non_null(strstr(answer, "href=\"/analysis/"));
}

CASE(test_no_request_becomes_a_path)
{
    static const char *const requests[] = {
        "/match/",
        "/match/secret.mat",
        "/match/../secret.mat",
        "/match/%2e%2e/secret.mat",
        "/match/a-5pt.mat",
        "/match//etc/passwd",
        "/match/0000000000000000",
        "/sgf/../match/a",
        "/",
        "",
    };
    char longer[80];
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        assert_int_equal(ask(requests[i]), HTTP_NOT_FOUND);
    }
    FORMAT_TEXT(longer, "/match/%s/../secret", id);
    assert_int_equal(ask(longer), HTTP_NOT_FOUND);
    /* a file beside it, by the id that it would have */
    char path[160], request[60];
    path_of("secret.mat", path);
    status_file_id(path, id);
    FORMAT_TEXT(request, "/match/%s", id);
    assert_int_equal(ask(request), HTTP_NOT_FOUND);
}

CASE(test_links_and_pipes_in_the_folder_are_no_files)
{
    char path[160];
    path_of("a-5pt.sgf", path);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    assert_false(status_file_is_there(record, STATUS_FILE_SGF));
    assert_int_equal(ask_by_id(STATUS_FILE_SGF), HTTP_NOT_FOUND);
    assert_int_equal(unlink(path), 0);
    assert_false(status_file_is_there(path, STATUS_FILE_MATCH));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(ask_by_id(STATUS_FILE_SGF), HTTP_NOT_FOUND);
}

CASE(test_a_file_that_is_too_large_is_not_sent)
{
    assert_int_equal(truncate(record, STATUS_FILE_MAX + 1), 0);
    assert_int_equal(ask_by_id(STATUS_FILE_MATCH), HTTP_NOT_FOUND);
    assert_false(status_file_is_there(record, STATUS_FILE_MATCH));
}

TEST_MAIN(NULL, NULL)
