#pragma once

#include "base/database.h"
#include "bot/review/collection/collection.h"

struct collection {
    struct database *database;
};
