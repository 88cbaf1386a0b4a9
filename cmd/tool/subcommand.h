#pragma once
/*
 * The subcommands of the program: one file cmd_NAME.c each, ending in a const struct
 * that main.c lists in its table.
 *
 * Exit statuses: 0 done, 1 failed, 2 usage error (after a line on stderr saying what was
 * expected), 3 stopped before its end and can be resumed (long_run.h), 75 failed for a
 * reason that passes (error.h): the same command may do later. After 1 and 2 somebody has
 * to fix something first. scripts/fibsbot.service and scripts/container-play start the
 * program again after 75 only.
 */

#include "base/cli_command.h"

enum { SUBCOMMAND_PASSES = 75 }; /* EX_TEMPFAIL of sysexits.h */

/* cli_read() on standard output and error. */
int subcommand_read(const struct cli_command *command, int argc, char **argv,
                    void *context, struct cli_words *words);

/* Only reads the command line. Returns -1 if it can be run, or the exit status after help
 * or a usage error. */
int subcommand_check(const struct cli_command *command, int argc, char **argv);

/* The end of a command that returned `status`: prints "TITLE: TEXT" on stderr when it failed
 * with an error, or when the file that has its output cannot be written. Returns the exit
 * status, SUBCOMMAND_PASSES in place of 1 where the error passes. */
int subcommand_end(const struct cli_command *command, int status, struct error *err);

/* Reads the command line into a context with the command's defaults, runs the command, or
 * the one of its `commands` that argv[1] names, and ends it. Returns the exit status. */
int subcommand_run(const struct cli_command *command, int argc, char **argv);

extern const struct cli_command cmd_analyse;
extern const struct cli_command cmd_bench;
extern const struct cli_command cmd_config;
extern const struct cli_command cmd_convert;
extern const struct cli_command cmd_play;
extern const struct cli_command cmd_replay;
extern const struct cli_command cmd_review;
extern const struct cli_command cmd_spar;
extern const struct cli_command cmd_stats;
extern const struct cli_command cmd_weights;
extern const struct cli_command cmd_tournament;
extern const struct cli_command cmd_tourney;
extern const struct cli_command cmd_ubgi;
extern const struct cli_command cmd_external;
extern const struct cli_command cmd_lab_bearoff;
extern const struct cli_command cmd_lab_race_train;
extern const struct cli_command cmd_lab_selfplay;
extern const struct cli_command cmd_lab_label;
extern const struct cli_command cmd_lab_dataset;
extern const struct cli_command cmd_lab_train;
extern const struct cli_command cmd_lab_dmp;
extern const struct cli_command cmd_lab_recipe;
extern const struct cli_command cmd_lab_evaluate;
extern const struct cli_command cmd_lab_positions;
extern const struct cli_command cmd_lab_rollout;
extern const struct cli_command cmd_lab_filter_study;
extern const struct cli_command cmd_lab_levels;
