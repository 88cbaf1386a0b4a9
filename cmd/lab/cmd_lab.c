/* `fibsbot lab ...`: how weights and databases are made and measured. */
#include "cmd/tool/subcommand.h"

static const struct cli_command *const tools[] = {
    &cmd_lab_bearoff,
    &cmd_lab_race_train,
    &cmd_lab_race_evaluate,
    &cmd_lab_selfplay,
    &cmd_lab_label,
    &cmd_lab_dataset,
    &cmd_lab_train,
    &cmd_lab_recipe,
    &cmd_lab_evaluate,
    &cmd_lab_match,
    &cmd_lab_pace,
    &cmd_lab_rollout,
    &cmd_lab_filter_study,
    &cmd_lab_levels,
    &cmd_lab_cube_efficiency,
    NULL,
};

const struct cli_command cmd_lab = {
    .title = "fibsbot lab",
    .summary = "make and measure weights and databases",
    .synopsis = "fibsbot lab TOOL [OPTIONS]\n",
    .commands = tools,
    .notes = "`fibsbot lab TOOL --help` shows the options of a tool.",
};
