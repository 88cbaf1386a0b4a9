#ifndef BOT_REVIEW_COLLECTION_COLLECTION_INTERNAL_H
#define BOT_REVIEW_COLLECTION_COLLECTION_INTERNAL_H

#include "base/database.h"
#include "bot/review/collection/collection.h"

struct collection {
    struct database *database;
};

#endif
