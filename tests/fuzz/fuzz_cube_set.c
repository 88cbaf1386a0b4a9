/* Sets of cube actions: refused with a reason, or sane. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sets/cube_set_internal.h"

#include "engine/board/position.h"
#include "tests/fuzz/fuzz_target.h"

static bool is_sane(const struct cube_case *c)
{
    const struct cube_values *v = &c->truth;
    return position_fault(&c->at.pos) == NULL && c->at.ms.owner != CUBE_THEIRS &&
           fabs(v->no_double) <= 10.0 && fabs(v->double_take) <= 10.0 &&
           fabs(v->double_pass) <= 10.0 && v->error[0] >= 0.0 && v->error[1] >= 0.0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cube_columns columns = {.are_known = false};
    enum decision_line found = DECISION_LINE_OTHER;
    char *text = malloc(size + 1);
    char *rest = NULL;
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *line = strtok_r(text, "\n", &rest);
         line != NULL && found != DECISION_LINE_BAD;
         line = strtok_r(NULL, "\n", &rest)) {
        struct cube_case c;
        struct error err = {0};
        found = cube_set_take(&columns, line, &c, &err);
        assert((found != DECISION_LINE_BAD || err.text[0] != '\0') &&
               (found != DECISION_LINE_TAKEN || is_sane(&c)));
    }
    free(text);
    return 0;
}
