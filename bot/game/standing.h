#pragma once
/* Rating and experience of a user, as the server tells them. */

#include <stdbool.h>
#include <stdint.h>

enum { STANDING_NO_EXPERIENCE = -1 }; /* the server counts none */

struct standing {
    bool is_known;
    double rating;
    int experience; /* points of the matches finished so far */
};

static inline bool standing_has_experience(const struct standing *standing)
{
    return standing->is_known && standing->experience != STANDING_NO_EXPERIENCE;
}

/* The experience, or `none` where it is not known. */
static inline int64_t standing_experience_or(const struct standing *standing,
                                             int64_t none)
{
    return standing_has_experience(standing) ? standing->experience : none;
}
