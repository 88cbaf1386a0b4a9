/* Tested by tests/end_to_end/rollout.sh and ranks.sh. */
#include "lab/sets/rollout_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/json_line.h"

/* ---- decisions ------------------------------------------------------------------- */

static bool add_input_line(struct rollout_input *input, char *line)
{
    char **more = realloc(input->line, ((size_t)input->lines + 1) * sizeof *more);
    if (more == NULL) {
        return false;
    }
    input->line = more;
    input->line[input->lines++] = line;
    return true;
}

bool rollout_input_read(struct rollout_input *input, const char *path,
                        struct error *err)
{
    *input = (struct rollout_input){.digest = digest_start()};
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length = 0;
    bool is_good = file != NULL || error_of_path(err, path);
    while (is_good && (length = getline(&line, &room, file)) > 0) {
        input->digest = digest_bytes(input->digest, line, (size_t)length);
        if (strlen(line) != (size_t)length) {
            is_good = error_set(err, "%s has a zero byte", path);
        } else if (!add_input_line(input, line)) {
            is_good = error_no_memory(err);
        } else {
            line[strcspn(line, "\r\n")] = '\0';
            input->decisions += line[0] != '\0';
            line = NULL;
        }
    }
    if (is_good && feof(file) == 0) {
        is_good = error_of_path(err, path);
    }
    free(line);
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_good;
}

void rollout_input_free(struct rollout_input *input)
{
    for (long n = 0; n < input->lines; n++) {
        free(input->line[n]);
    }
    free(input->line);
}

const char *rollout_input_line(const struct rollout_input *input, long number)
{
    const char *line = input->line[number - 1];
    return line[0] != '\0' ? line : NULL;
}

/* ---- results --------------------------------------------------------------------- */

/* Whether the line is of the decision with this id. */
static bool has_id(const char *line, const json_t *id)
{
    json_t *own = json_line_id(line);
    const bool has = json_equal(own, id);
    json_decref(own);
    return has;
}

/* The number of a result's line; 0 with `err`. */
static long result_number(const struct rollout_output *output, const char *line,
                          struct error *err)
{
    json_t *root = json_loads(line, 0, NULL);
    const json_t *member = json_object_get(root, "line");
    const char *words = json_string_value(json_object_get(root, "settings"));
    const char *search = json_string_value(json_object_get(root, "search"));
    const json_t *id = json_object_get(root, "id");
    const json_int_t number = json_integer_value(member);
    long found = 0;
    if (!json_is_integer(member) || words == NULL || number < 1) {
        error_set(err, "%s is not an output of fibsbot lab rollout", output->path);
    } else if (strcmp(words, output->settings) != 0 &&
               strcmp(words, output->without_cube) != 0) {
        error_set(err, "%s was made with other settings: %.150s", output->path, words);
    } else if (search != NULL && strcmp(search, output->search) != 0) {
        error_set(err, "%s was made with another search: %.150s", output->path, search);
    } else if (number > output->input->lines) {
        error_set(err, "%s has a result of line %lld, which the input does not have",
                  output->path, (long long)number);
    } else if (id != NULL && !has_id(output->input->line[number - 1], id)) {
        error_set(err, "%s has a result of another line %lld than the input has",
                  output->path, (long long)number);
    } else {
        found = (long)number;
    }
    json_decref(root);
    return found;
}

static void note_result(struct rollout_output *output, long number)
{
    output->is_mixed = output->is_mixed || number <= output->last;
    output->last = number > output->last ? number : output->last;
    output->known += !output->is_known[number];
    output->is_known[number] = true;
}

/* Reads what the file has, and cuts off an unfinished last line. */
static bool read_results(struct rollout_output *output, struct error *err)
{
    FILE *file = fopen(output->path, "r");
    if (file == NULL) {
        return error_of_path(err, output->path);
    }
    char *line = NULL;
    size_t size = 0;
    off_t whole = 0;
    bool is_good = true;
    ssize_t length = 0;
    while (is_good && (length = getline(&line, &size, file)) > 0 &&
           line[length - 1] == '\n') {
        long number = result_number(output, line, err);
        whole += length;
        is_good = number > 0;
        if (is_good) {
            note_result(output, number);
        }
    }
    free(line);
    if (is_good && ferror(file) != 0) { /* no end: the rest would be cut off */
        is_good = error_of_path(err, output->path);
    }
    (void)fclose(file);
    if (is_good && truncate(output->path, whole) != 0) {
        is_good = error_of_path(err, output->path);
    }
    return is_good;
}

bool rollout_output_open(struct rollout_output *output,
                         const struct rollout_input *input, struct error *err)
{
    output->input = input;
    output->is_known = calloc((size_t)input->lines + 1, sizeof *output->is_known);
    if (output->is_known == NULL) {
        return error_no_memory(err);
    }
    output->file = fopen(output->path, "a+e");
    if (output->file == NULL) {
        return error_of_path(err, output->path);
    }
    return file_lock(output->file, output->path, err) && read_results(output, err);
}

bool rollout_output_add(struct rollout_output *output, long number, const char *line,
                        struct error *err)
{
    if (fputs(line, output->file) == EOF || fflush(output->file) != 0) {
        return error_of_path(err, output->path);
    }
    note_result(output, number);
    return true;
}

/* ---- their order ----------------------------------------------------------------- */

/* Reads all lines into `line`, by number; of a result that is there twice the first. */
static bool collect_results(const struct rollout_output *output, char **line,
                            struct error *err)
{
    FILE *file = fopen(output->path, "r");
    char *text = NULL;
    size_t size = 0;
    bool is_good = file != NULL || error_of_path(err, output->path);
    while (is_good && getline(&text, &size, file) > 0) {
        long number = result_number(output, text, err);
        is_good = number > 0;
        if (is_good && line[number] == NULL) {
            line[number] = text;
            text = NULL;
            size = 0;
        }
    }
    free(text);
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_good;
}

static bool write_sorted_results(const struct rollout_output *output, char *const *line,
                                 struct error *err)
{
    struct file_draft draft;
    if (!file_draft_open(&draft, output->path, FILE_OF_ALL, err)) {
        return false;
    }
    for (long n = 1; n <= output->input->lines; n++) {
        (void)fputs(line[n] != NULL ? line[n] : "", draft.stream);
    }
    return file_draft_keep(&draft, FILE_SAFE_ON_DISK, err);
}

static bool sort_results(const struct rollout_output *output, struct error *err)
{
    char **line = calloc((size_t)output->input->lines + 1, sizeof *line);
    bool is_good = line != NULL || error_no_memory(err);
    is_good = is_good && collect_results(output, line, err) &&
              write_sorted_results(output, line, err);
    for (long n = 1; line != NULL && n <= output->input->lines; n++) {
        free(line[n]);
    }
    free(line);
    return is_good;
}

bool rollout_output_close(struct rollout_output *output, bool is_complete,
                          struct error *err)
{
    bool is_good = output->file == NULL || fclose(output->file) == 0 ||
                   error_of_path(err, output->path);
    if (is_good && is_complete && output->is_mixed) {
        is_good = sort_results(output, err);
    }
    free(output->is_known);
    output->is_known = NULL;
    return is_good;
}
