#include "base/cli_complete.h"

#include <string.h>

enum { PATH_SIZE = 96 };

/* What writes something of every command; `path` is " lab rollout" or, of the program,
 * "". */
typedef void command_writer(const char *program, const struct cli_command *command,
                            const char *path, FILE *out);

static bool is_offered(const struct cli_command *command)
{
    return command->summary != NULL;
}

/* The program, then its commands, then theirs. */
static void for_each(const struct cli_command *program, command_writer *write,
                     const struct cli_command *command, const char *path, FILE *out)
{
    write(program->name, command, path, out);
    for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
        char below[PATH_SIZE];
        const struct cli_command *c = command->commands[i];
        (void)snprintf(below, sizeof below, "%s %s", path, c->name);
        if (is_offered(c)) {
            for_each(program, write, c, below, out);
        }
    }
}

/* The first sentence of a help, without its full stop; `text` has its length. */
static int first_sentence(const char *help)
{
    const char *end = strstr(help, ". ");
    size_t length = end != NULL ? (size_t)(end - help) : strlen(help);
    return (int)(length > 0 && help[length - 1] == '.' ? length - 1 : length);
}

/* With a backslash before each byte of `special`. */
static void write_escaped(const char *text, int length, const char *special, FILE *out)
{
    for (int i = 0; i < length; i++) {
        if (strchr(special, text[i]) != NULL) {
            (void)putc('\\', out);
        }
        (void)putc(text[i], out);
    }
}

static void write_names(const struct cli_command *command, FILE *out)
{
    for (int i = 0; command->commands[i] != NULL; i++) {
        if (is_offered(command->commands[i])) {
            fprintf(out, " %s", command->commands[i]->name);
        }
    }
}

/* ---- bash ------------------------------------------------------------------------ */

/* One step down the commands. */
static void bash_step(const char *program, const struct cli_command *command,
                      const char *path, FILE *out)
{
    (void)program;
    if (command->alias != NULL) {
        int parent = (int)(strlen(path) - strlen(command->name));
        fprintf(out, "        '%.*s%s') at='%s' ;;\n", parent, path, command->alias,
                path);
    }
    if (path[0] != '\0') {
        fprintf(out, "        '%s') at='%s' ;;\n", path, path);
    }
}

static const char *bash_kind(enum cli_completion completion)
{
    static const char *const kinds[] = {"", "files", "folders"};
    return kinds[completion];
}

/* What the value of an option can be. */
static void bash_values(const char *program, const struct cli_command *command,
                        const char *path, FILE *out)
{
    (void)program;
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (!cli_is_shown(o) || !cli_is_option(o) || !cli_has_value(o)) {
            continue;
        }
        fprintf(out, "    '%s --%s'", path, o->name);
        if (o->letter != '\0') {
            fprintf(out, " | '%s -%c'", path, o->letter);
        }
        fprintf(out, ") kind='%s' words='", bash_kind(o->completion));
        for (int i = 0; cli_word_at(o, i) != NULL; i++) {
            fprintf(out, "%s%s", i == 0 ? "" : " ", cli_word_at(o, i));
        }
        fputs("' ;;\n", out);
    }
}

/* What can stand next where it is no value: an option or a word. */
static void bash_words(const char *program, const struct cli_command *command,
                       const char *path, FILE *out)
{
    (void)program;
    fprintf(out, "        '%s')\n            options='--help", path);
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_shown(o) && cli_is_option(o)) {
            fprintf(out, " --%s", o->name);
        }
    }
    fprintf(out, "' kind='%s' words='", bash_kind(command->completion));
    if (command->commands != NULL) {
        write_names(command, out);
    }
    for (int i = 0; command->operand_words != NULL && command->operand_words[i] != NULL;
         i++) {
        fprintf(out, " %s", command->operand_words[i]);
    }
    fputs("' ;;\n", out);
}

static void write_bash(const struct cli_command *program, FILE *out)
{
    const char *name = program->name;
    fprintf(
        out,
        "# Completion of %s for bash; made by `%s completion bash`.\n"
        "_%s() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    local at= options= kind= words= word is_value=yes\n"
        "    if [[ $cur == '=' ]]; then # of --option=value, words of their own\n"
        "        cur=\n"
        "    elif [[ $prev == '=' ]]; then\n"
        "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    fi\n"
        "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD - 1}\"; do\n"
        "        case \"$at $word\" in\n",
        name, name, name);
    for_each(program, bash_step, program, "", out);
    fputs("        *) break ;;\n        esac\n    done\n"
          "    case \"$at $prev\" in\n",
          out);
    for_each(program, bash_values, program, "", out);
    fputs("    *)\n        is_value=\n        case $at in\n", out);
    for_each(program, bash_words, program, "", out);
    fprintf(out,
            "        esac ;;\n    esac\n"
            "    COMPREPLY=()\n"
            "    if [[ -z $is_value && $cur == -* ]]; then\n"
            "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
            "        return\n"
            "    fi\n"
            "    case $kind in\n"
            "    files) compopt -o filenames 2>/dev/null\n"
            "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
            "    folders) compopt -o filenames 2>/dev/null\n"
            "        mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
            "    esac\n"
            "    [[ -z $words ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < \\\n"
            "        <(compgen -W \"$words\" -- \"$cur\")\n"
            "}\n"
            "complete -F _%s %s\n",
            name, name);
}

/* ---- zsh ------------------------------------------------------------------------- */

static void zsh_action(enum cli_completion completion, FILE *out)
{
    static const char *const actions[] = {" ", "_files", "_files -/"};
    fputs(actions[completion], out);
}

/* In single quotes; what _arguments and _describe take for their own gets a backslash.
 */
static void zsh_text(const char *text, int length, FILE *out)
{
    for (int i = 0; i < length; i++) {
        if (text[i] == '\'') {
            fputs("'\\''", out);
        } else {
            write_escaped(&text[i], 1, "[]:\\", out);
        }
    }
}

static void zsh_option(const struct cli_option *o, FILE *out)
{
    fputs(" \\\n        ", out);
    if (o->letter != '\0') {
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}'", o->letter, o->name, o->letter,
                cli_has_value(o) ? "+" : "", o->name, cli_has_value(o) ? "=" : "");
    } else {
        fprintf(out, "'%s--%s%s", o->kind == CLI_TAKES_TEXTS ? "*" : "", o->name,
                cli_has_value(o) ? "=" : "");
    }
    (void)putc('[', out);
    zsh_text(o->help, first_sentence(o->help), out);
    (void)putc(']', out);
    if (cli_has_value(o)) {
        (void)putc(':', out);
        zsh_text(cli_argument(o), (int)strlen(cli_argument(o)), out);
        (void)putc(':', out);
        if (cli_word_at(o, 0) != NULL) {
            (void)putc('(', out);
            for (int i = 0; cli_word_at(o, i) != NULL; i++) {
                fprintf(out, "%s%s", i == 0 ? "" : " ", cli_word_at(o, i));
            }
            (void)putc(')', out);
        } else {
            zsh_action(o->completion, out);
        }
    }
    (void)putc('\'', out);
}

static void zsh_arguments(const struct cli_command *command, FILE *out)
{
    fputs("    _arguments -S '(-h --help)'{-h,--help}'[Show help]'", out);
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_shown(o) && cli_is_option(o)) {
            zsh_option(o, out);
        }
    }
    if (command->operand_words != NULL) {
        fputs(" \\\n        '1: :(", out);
        for (int i = 0; command->operand_words[i] != NULL; i++) {
            fprintf(out, "%s%s", i == 0 ? "" : " ", command->operand_words[i]);
        }
        fputs(")'", out);
    }
    if (command->operands != NULL) {
        fputs(" \\\n        '*: :", out);
        zsh_action(command->completion, out);
        (void)putc('\'', out);
    }
    (void)putc('\n', out);
}

/* "_fibsbot_lab_rollout" */
static void zsh_name(const char *program, const char *path, FILE *out)
{
    fprintf(out, "_%s", program);
    for (; *path != '\0'; path++) {
        (void)putc(*path == ' ' ? '_' : *path, out);
    }
}

static void zsh_commands(const char *program, const struct cli_command *command,
                         const char *path, FILE *out)
{
    fputs("    local -a commands=(", out);
    for (int i = 0; command->commands[i] != NULL; i++) {
        const struct cli_command *c = command->commands[i];
        if (is_offered(c)) {
            fprintf(out, "\n        '%s:", c->name);
            zsh_text(c->summary, (int)strlen(c->summary), out);
            (void)putc('\'', out);
        }
    }
    fputs(")\n    if (( CURRENT == 2 )); then\n"
          "        _describe -t commands command commands\n        return\n    fi\n"
          "    shift words\n    (( CURRENT-- ))\n    case ${words[1]} in\n",
          out);
    for (int i = 0; command->commands[i] != NULL; i++) {
        const struct cli_command *c = command->commands[i];
        if (is_offered(c)) {
            fprintf(out, "    %s%s%s) ", c->name, c->alias != NULL ? "|" : "",
                    c->alias != NULL ? c->alias : "");
            zsh_name(program, path, out);
            fprintf(out, "_%s ;;\n", c->name);
        }
    }
    fputs("    esac\n", out);
}

static void zsh_function(const char *program, const struct cli_command *command,
                         const char *path, FILE *out)
{
    zsh_name(program, path, out);
    fputs("() {\n", out);
    if (command->commands != NULL) {
        zsh_commands(program, command, path, out);
    } else {
        zsh_arguments(command, out);
    }
    fputs("}\n\n", out);
}

static void write_zsh(const struct cli_command *program, FILE *out)
{
    fprintf(out, "#compdef %s\n# Completion for zsh; made by `%s completion zsh`.\n\n",
            program->name, program->name);
    for_each(program, zsh_function, program, "", out);
    fprintf(out, "_%s \"$@\"\n", program->name);
}

/* ---- fish ------------------------------------------------------------------------ */

static void fish_step(const char *program, const struct cli_command *command,
                      const char *path, FILE *out)
{
    (void)program;
    if (command->alias != NULL) {
        int parent = (int)(strlen(path) - strlen(command->name));
        fprintf(out, "            case '%.*s%s'\n                set at '%s'\n", parent,
                path, command->alias, path);
    }
    if (path[0] != '\0') {
        fprintf(out, "            case '%s'\n                set at '%s'\n", path,
                path);
    }
}

static void fish_begin(const char *program, const char *path, FILE *out)
{
    fprintf(out, "complete -c %s -n 'test (__%s_at) = \"%s\"'", program, program, path);
}

static void fish_describe(const char *text, int length, FILE *out)
{
    fputs(" -d '", out);
    write_escaped(text, length, "'\\", out);
    fputs("'\n", out);
}

static void fish_option(const struct cli_option *o, FILE *out)
{
    fprintf(out, " -l %s", o->name);
    if (o->letter != '\0') {
        fprintf(out, " -s %c", o->letter);
    }
    if (cli_has_value(o)) {
        static const char *const actions[] = {" -x", " -r -F",
                                              " -x -a '(__fish_complete_directories)'"};
        fputs(actions[o->completion], out);
    }
    if (cli_word_at(o, 0) != NULL) {
        fputs(" -a '", out);
        for (int i = 0; cli_word_at(o, i) != NULL; i++) {
            fprintf(out, "%s%s", i == 0 ? "" : " ", cli_word_at(o, i));
        }
        (void)putc('\'', out);
    }
    fish_describe(o->help, first_sentence(o->help), out);
}

static void fish_lines(const char *program, const struct cli_command *command,
                       const char *path, FILE *out)
{
    for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
        const struct cli_command *c = command->commands[i];
        if (is_offered(c)) {
            fish_begin(program, path, out);
            fprintf(out, " -a %s", c->name);
            fish_describe(c->summary, (int)strlen(c->summary), out);
        }
    }
    for (int i = 0; command->operand_words != NULL && command->operand_words[i] != NULL;
         i++) {
        fish_begin(program, path, out);
        fprintf(out, " -a %s\n", command->operand_words[i]);
    }
    if (command->completion != CLI_COMPLETES_NOTHING) {
        fish_begin(program, path, out);
        fputs(" -F\n", out);
    }
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_shown(o) && cli_is_option(o)) {
            fish_begin(program, path, out);
            fish_option(o, out);
        }
    }
    fish_begin(program, path, out);
    fputs(" -l help -s h -d 'Show help'\n", out);
}

static void write_fish(const struct cli_command *program, FILE *out)
{
    const char *name = program->name;
    fprintf(out,
            "# Completion of %s for fish; made by `%s completion fish`.\n"
            "function __%s_at\n"
            "    set -l at ''\n"
            "    for word in (commandline -opc)[2..-1]\n"
            "        switch \"$at $word\"\n",
            name, name, name);
    for_each(program, fish_step, program, "", out);
    fprintf(out,
            "            case '*'\n                break\n        end\n    end\n"
            "    echo \"$at\"\nend\n\ncomplete -c %s -f\n",
            name);
    for_each(program, fish_lines, program, "", out);
}

/* ---- the shells ------------------------------------------------------------------ */

bool cli_complete(const struct cli_command *program, const char *shell, FILE *out)
{
    static const struct {
        const char *shell;
        void (*write)(const struct cli_command *program, FILE *out);
    } writers[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        if (strcmp(shell, writers[i].shell) == 0) {
            writers[i].write(program, out);
            return true;
        }
    }
    return false;
}
