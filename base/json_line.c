#include "base/json_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/digest.h"

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

json_t *json_line_id(const char *line)
{
    json_t *root = line[0] == '{' ? json_loads(line, 0, NULL) : NULL;
    json_t *id = json_incref(json_object_get(root, "id"));
    json_decref(root);
    return line[0] != '{' ? json_string(line)
           : id != NULL   ? id
                        : json_sprintf("%016" PRIx64, digest_bytes(digest_start(), line,
                                                                   strlen(line)));
}

json_t *json_five(const double p[5])
{
    return json_pack("[f, f, f, f, f]", p[0], p[1], p[2], p[3], p[4]);
}
