#include "base/json_line.h"

#include <stdlib.h>

#include <jansson.h>

bool json_line_write(json_t *object, int digits, FILE *out)
{
    char *text =
        object != NULL
            ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION((size_t)digits))
            : NULL;
    json_decref(object);
    bool is_good = text != NULL && fprintf(out, "%s\n", text) > 0 && fflush(out) == 0;
    free(text);
    return is_good;
}

json_t *json_five(const double p[5])
{
    return json_pack("[f, f, f, f, f]", p[0], p[1], p[2], p[3], p[4]);
}
