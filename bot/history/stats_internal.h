#pragma once
/* What statistics and the report of the week share, also with their tests. */

#include "bot/history/stats.h"

/* Half the width of 95 % of a normal distribution, in its standard deviations. */
#define STATS_95 1.959964

/* The condition of a query for struct stats_filter, of an account `a` and the columns named;
 * and its values, ?1 to ?6. */
#define STATS_FILTER(opponent, at, level)                                              \
    " (?1='' OR a.name=?1) AND (?2='' OR " opponent "=?2) AND (?3=0 OR " at            \
    ">=?3) AND (?4=0 OR " at "<?4) AND (?5='' OR a.server=?5) AND"                     \
    " (?6='' OR " level " IN (?6, 'level ' || ?6))"
#define STATS_FILTER_TYPES "ssiiss"
#define STATS_FILTER_VALUES(f)                                                         \
    (f)->account, (f)->opponent, (f)->since_s, (f)->until_s, (f)->server, (f)->level

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
