#pragma once

#include <jansson.h>

#include "base/database.h"
#include "bot/review/collection/collection.h"

struct collection {
    struct database *database;
};

/* A member of an object; "" where it is not there. */
static inline const char *collection_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}
