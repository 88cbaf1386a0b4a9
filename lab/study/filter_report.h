#ifndef LAB_STUDY_FILTER_REPORT_H
#define LAB_STUDY_FILTER_REPORT_H
/*
 * The report of a study of move filters: tables in Markdown, and a plot.
 */

#include <stdio.h>

#include "lab/study/filter_study.h"

/* `specs` are the filters as they were asked for, by number. */
void filter_report_tables(const struct study_settings *settings,
                          const struct study_figures *figures, const char *const *specs,
                          FILE *out);

/* Equity lost in a game against time, both logarithmic, a point with its standard error
 * for each filter; as SVG. */
void filter_report_plot(const struct study_settings *settings,
                        const struct study_figures *figures, const char *const *specs,
                        FILE *out);

#endif
