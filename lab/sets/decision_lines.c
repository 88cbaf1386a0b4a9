/* Tested by tests/end_to_end/lab_evaluate.sh. */
#include "lab/sets/decision_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { DECISIONS_MAX = 1000000, ALIGNMENT = 64 };

/* What has been read. */
struct reading {
    const struct decision_lines *lines;
    char *decisions;
    int count;
    int room;
};

/* Makes room for one more. */
static bool grow(struct reading *r)
{
    if (r->count < r->room) {
        return true;
    }
    const int wanted = r->room > 0 ? 2 * r->room : 256;
    const size_t size = r->lines->size;
    char *more =
        r->count < DECISIONS_MAX
            ? aligned_alloc(ALIGNMENT, ((size_t)wanted * size + ALIGNMENT - 1) /
                                           ALIGNMENT * ALIGNMENT)
            : NULL;
    if (more != NULL && r->count > 0) {
        memcpy(more, r->decisions, (size_t)r->count * size);
    }
    if (more != NULL) {
        free(r->decisions);
        r->decisions = more;
        r->room = wanted;
    }
    return more != NULL;
}

static bool read_decisions(struct reading *r, FILE *file, const char *path,
                           struct error *err)
{
    char *line = NULL;
    size_t room = 0;
    bool is_good = true;
    for (int n = 1; is_good && getline(&line, &room, file) > 0; n++) {
        struct error why = {"too many decisions", ERROR_REFUSED};
        enum decision_line found = DECISION_LINE_BAD;
        line[strcspn(line, "\r\n")] = '\0';
        if (grow(r)) {
            found =
                r->lines->take(r->lines->context, line,
                               r->decisions + (size_t)r->count * r->lines->size, &why);
        }
        r->count += found == DECISION_LINE_TAKEN;
        is_good = found != DECISION_LINE_BAD ||
                  error_set_from(err, &why, "%s:%d: %.180s", path, n, why.text);
    }
    if (is_good && ferror(file) != 0) {
        is_good = error_of_path(err, path);
    }
    free(line);
    return is_good &&
           (r->count > 0 || error_set(err, "%s: there are no decisions in it", path));
}

void *decision_lines_read(const struct decision_lines *lines, const char *path,
                          int *count, struct error *err)
{
    struct reading r = {.lines = lines};
    FILE *file = file_to_read(path, err);
    if (file == NULL) {
        return NULL;
    }
    if (!read_decisions(&r, file, path, err)) {
        free(r.decisions);
        r.decisions = NULL;
    }
    (void)fclose(file);
    *count = r.decisions != NULL ? r.count : 0;
    return r.decisions;
}
