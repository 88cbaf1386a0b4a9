#pragma once
/* What statistics and the report of the week share, also with their tests. */

#include "bot/history/stats.h"

/* The winning chance in a match of `length` points of a player who has `difference`
 * rating points more (FIBS's formula). */
double stats_expected(double difference, int length);

/* Makes control bytes and bytes beyond ASCII '?': what is in the file may be anything,
 * and goes to terminals. */
void stats_clean(char *text);

struct stats_rated_match {
    double their_rating;
    int length;
    bool has_won;
};

/* The rating at which the results are as likely as they can be by FIBS's formula, and its
 * standard error, by the information in them. False if all were won, or all lost: no
 * rating is then the likeliest. */
bool week_performance(const struct stats_rated_match *matches, int count,
                      double *rating, double *error);
