#ifndef BOT_HISTORY_WEEK_INTERNAL_H
#define BOT_HISTORY_WEEK_INTERNAL_H
/* What week.c shares with its tests. */

#include <stdbool.h>

struct week_match {
    double their_rating;
    int length;
    bool has_won;
};

/* The rating at which the results are as likely as they can be by FIBS's formula, and its
 * standard error, by the information in them. False if all were won, or all lost: no
 * rating is then the likeliest. */
bool week_performance(const struct week_match *matches, int count, double *rating,
                      double *error);

#endif
