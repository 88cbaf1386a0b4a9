#ifndef CMD_TOOL_SUBCOMMAND_H
#define CMD_TOOL_SUBCOMMAND_H
/*
 * A subcommand of the program: one file bot/cmd_NAME.c each, ending in a const struct
 * that main.c (or cmd_lab.c for `fibsbot lab ...`) lists in its table.
 */

struct subcommand {
    const char *name;
    const char *summary; /* one line for `fibsbot help` */
    /* argv[0] is the subcommand's name. Returns the exit status of the program: 0 done,
     * 1 failed, 2 called wrongly (after one line on stderr saying what was expected),
     * 3 stopped before its end and can be resumed (lab_run.h). Every subcommand answers
     * --help. */
    int (*run)(int argc, char **argv);
};

extern const struct subcommand cmd_analyse;
extern const struct subcommand cmd_bench;
extern const struct subcommand cmd_config;
extern const struct subcommand cmd_lab;
extern const struct subcommand cmd_play;
extern const struct subcommand cmd_replay;
extern const struct subcommand cmd_spar;
extern const struct subcommand cmd_stats;
extern const struct subcommand cmd_weights;
extern const struct subcommand cmd_tourney;
extern const struct subcommand cmd_lab_bearoff;
extern const struct subcommand cmd_lab_race_train;
extern const struct subcommand cmd_lab_race_evaluate;
extern const struct subcommand cmd_lab_selfplay;
extern const struct subcommand cmd_lab_label;
extern const struct subcommand cmd_lab_dataset;
extern const struct subcommand cmd_lab_train;
extern const struct subcommand cmd_lab_recipe;
extern const struct subcommand cmd_lab_evaluate;
extern const struct subcommand cmd_lab_match;
extern const struct subcommand cmd_lab_pace;
extern const struct subcommand cmd_lab_rollout;
extern const struct subcommand cmd_lab_filter_study;
extern const struct subcommand cmd_lab_levels;
extern const struct subcommand cmd_lab_cube_efficiency;

#endif
