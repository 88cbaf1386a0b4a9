/* Trace files: any bytes are lines, an end or one clear error; the survey of those that can
 * be read is text that any terminal may show. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bot/record/survey.h"
#include "bot/record/trace.h"
#include "bot/record/trace_mask.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 65536 };

static void check_report(char *text, size_t length)
{
    assert(length > 0 && text[length - 1] == '\n');
    for (size_t i = 0; i < length; i++) {
        assert(strchr("\n\t", text[i]) != NULL || (text[i] >= ' ' && text[i] <= '~'));
    }
    free(text);
}

/* Both reports of the file that was written; `is_good`: it can be read. */
static void check_survey(const char *path, bool is_good)
{
    struct survey *survey = survey_new();
    struct error err = {0};
    char *text = NULL, *rows = NULL;
    size_t length = 0, rows_length = 0;
    assert(survey != NULL && survey_read(survey, path, &err) == is_good);
    assert(is_good == (err.text[0] == '\0'));
    FILE *out = open_memstream(&text, &length);
    survey_print(survey, true, out);
    (void)fclose(out);
    const char *times = strstr(text, "\nAnswers: ") + 1;
    assert(strcspn(times, "-") > strcspn(times, "\n")); /* no time is negative */
    check_report(text, length);
    out = open_memstream(&rows, &rows_length);
    fputs("message\tglued\tline\n", out);
    survey_print_rows(survey, out);
    (void)fclose(out);
    check_report(rows, rows_length);
    survey_free(survey);
}

static void survey_bytes(const uint8_t *data, size_t size, bool is_good)
{
    char path[FUZZ_PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/trace", fuzz_folder_new());
    if (fuzz_folder_write("trace", data, size)) {
        check_survey(path, is_good);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct trace_line line;
    if (size == 0 || size > INPUT_MAX) {
        return 0;
    }
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    if (file == NULL) {
        return 0;
    }
    struct trace_reader reader = {.file = file};
    struct trace_mask mask = {.context = {0}};
    struct error err = {0};
    enum trace_result result;
    while ((result = trace_read(&reader, &line, &err)) == TRACE_LINE) {
        assert(strlen(line.text) < TRACE_LINE_MAX);
        assert(line.at_ms >= 0);
        char masked[TRACE_LINE_MAX];
        trace_mask_line(&mask, line.kind, line.text, masked, sizeof masked);
        assert(strlen(masked) < sizeof masked);
    }
    assert(result == TRACE_END || err.text[0] != '\0');
    assert(strlen(reader.account) < USER_NAME_SIZE);
    (void)fclose(file);
    survey_bytes(data, size, result == TRACE_END);
    return 0;
}
