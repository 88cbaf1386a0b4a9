#include "base/cli_command.h"

#include <string.h>

/* What writes something of every command. */
typedef void command_writer(const struct cli_command *command, FILE *out);

/* " lab rollout" or, of the program, "". */
static const char *command_path(const struct cli_command *command)
{
    const char *blank = strchr(command->title, ' ');
    return blank != NULL ? blank : "";
}

/* The next command of a list that is not hidden; NULL at its end. `list` may be NULL. */
static const struct cli_command *next_command(const struct cli_command *const **list)
{
    while (*list != NULL && **list != NULL) {
        const struct cli_command *command = *(*list)++;
        if (command->summary != NULL) {
            return command;
        }
    }
    return NULL;
}

/* The command, then those below it. */
static void for_each(const struct cli_command *command, command_writer *write,
                     FILE *out)
{
    const struct cli_command *const *list = command->commands;
    write(command, out);
    for (const struct cli_command *c; (c = next_command(&list)) != NULL;) {
        for_each(c, write, out);
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

/* The words that a value can be, with blanks between. */
static void write_values(const struct cli_option *option, FILE *out)
{
    for (int i = 0; cli_word_at(option, i) != NULL; i++) {
        fprintf(out, "%s%s", i == 0 ? "" : " ", cli_word_at(option, i));
    }
}

/* The former part of a path, before the command's own name. */
static int parent_length(const struct cli_command *command)
{
    return (int)(strlen(command_path(command)) - strlen(cli_name(command)));
}

/* ---- bash ------------------------------------------------------------------------ */

/* One step down the commands. */
static void bash_step(const struct cli_command *command, FILE *out)
{
    const char *path = command_path(command);
    if (command->alias != NULL) {
        fprintf(out, "        '%.*s%s') at='%s' ;;\n", parent_length(command), path,
                command->alias, path);
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
static void bash_values(const struct cli_command *command, FILE *out)
{
    const char *path = command_path(command);
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next_shown(&walk)) != NULL;) {
        if (!cli_has_value(o)) {
            continue;
        }
        fprintf(out, "    '%s --%s'", path, o->name);
        if (o->letter != '\0') {
            fprintf(out, " | '%s -%c'", path, o->letter);
        }
        fprintf(out, ") kind='%s' words='", bash_kind(o->completion));
        write_values(o, out);
        fputs("' ;;\n", out);
    }
}

/* What can stand next where it is no value: an option or a word. */
static void bash_words(const struct cli_command *command, FILE *out)
{
    const struct cli_command *const *list = command->commands;
    fprintf(out, "        '%s')\n            options='--help", command_path(command));
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next_shown(&walk)) != NULL;) {
        fprintf(out, " --%s", o->name);
    }
    fprintf(out, "' kind='%s' words='", bash_kind(command->completion));
    for (const struct cli_command *c; (c = next_command(&list)) != NULL;) {
        fprintf(out, " %s", cli_name(c));
    }
    write_values(&(struct cli_option){.words = command->operand_words}, out);
    fputs("' ;;\n", out);
}

static void write_bash(const struct cli_command *program, FILE *out)
{
    const char *name = program->title;
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
    for_each(program, bash_step, out);
    fputs("        *) break ;;\n        esac\n    done\n"
          "    case \"$at $prev\" in\n",
          out);
    for_each(program, bash_values, out);
    fputs("    *)\n        is_value=\n        case $at in\n", out);
    for_each(program, bash_words, out);
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
    bool is_repeated = o->kind == CLI_TAKES_TEXTS;
    const char *equals = cli_has_value(o) ? "=" : "";
    if (o->letter != '\0') {
        fprintf(out, is_repeated ? "'*'" : "'(-%c --%s)'", o->letter, o->name);
        fprintf(out, "{-%c%s,--%s%s}'", o->letter, cli_has_value(o) ? "+" : "", o->name,
                equals);
    } else {
        fprintf(out, "'%s--%s%s", is_repeated ? "*" : "", o->name, equals);
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
            write_values(o, out);
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
    for (const struct cli_option *o; (o = cli_next_shown(&walk)) != NULL;) {
        zsh_option(o, out);
    }
    if (command->operand_words != NULL) {
        fputs(" \\\n        '1: :(", out);
        write_values(&(struct cli_option){.words = command->operand_words}, out);
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
static void zsh_name(const struct cli_command *command, FILE *out)
{
    (void)putc('_', out);
    for (const char *c = command->title; *c != '\0'; c++) {
        (void)putc(*c == ' ' ? '_' : *c, out);
    }
}

static void zsh_commands(const struct cli_command *command, FILE *out)
{
    const struct cli_command *const *list = command->commands;
    fputs("    local -a commands=(", out);
    for (const struct cli_command *c; (c = next_command(&list)) != NULL;) {
        fprintf(out, "\n        '%s:", cli_name(c));
        zsh_text(c->summary, (int)strlen(c->summary), out);
        (void)putc('\'', out);
    }
    fputs(")\n    if (( CURRENT == 2 )); then\n"
          "        _describe -t commands command commands\n        return\n    fi\n"
          "    shift words\n    (( CURRENT-- ))\n    case ${words[1]} in\n",
          out);
    list = command->commands;
    for (const struct cli_command *c; (c = next_command(&list)) != NULL;) {
        fprintf(out, "    %s%s%s) ", cli_name(c), c->alias != NULL ? "|" : "",
                c->alias != NULL ? c->alias : "");
        zsh_name(c, out);
        fputs(" ;;\n", out);
    }
    fputs("    esac\n", out);
}

static void zsh_function(const struct cli_command *command, FILE *out)
{
    zsh_name(command, out);
    fputs("() {\n", out);
    (command->commands != NULL ? zsh_commands : zsh_arguments)(command, out);
    fputs("}\n\n", out);
}

static void write_zsh(const struct cli_command *program, FILE *out)
{
    const char *name = program->title;
    fprintf(out, "#compdef %s\n# Completion for zsh; made by `%s completion zsh`.\n\n",
            name, name);
    for_each(program, zsh_function, out);
    fprintf(out, "_%s \"$@\"\n", name);
}

/* ---- fish ------------------------------------------------------------------------ */

static void fish_step(const struct cli_command *command, FILE *out)
{
    static const char format[] =
        "            case '%.*s%s'\n                set at '%s'\n";
    const char *path = command_path(command);
    if (command->alias != NULL) {
        fprintf(out, format, parent_length(command), path, command->alias, path);
    }
    if (path[0] != '\0') {
        fprintf(out, format, 0, "", path, path);
    }
}

static void fish_begin(const struct cli_command *command, FILE *out)
{
    int length = (int)strcspn(command->title, " ");
    fprintf(out, "complete -c %.*s -n 'test (__%.*s_at) = \"%s\"'", length,
            command->title, length, command->title, command_path(command));
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
        write_values(o, out);
        (void)putc('\'', out);
    }
    fish_describe(o->help, first_sentence(o->help), out);
}

static void fish_lines(const struct cli_command *command, FILE *out)
{
    const struct cli_command *const *list = command->commands;
    for (const struct cli_command *c; (c = next_command(&list)) != NULL;) {
        fish_begin(command, out);
        fprintf(out, " -a %s", cli_name(c));
        fish_describe(c->summary, (int)strlen(c->summary), out);
    }
    for (int i = 0; command->operand_words != NULL && command->operand_words[i] != NULL;
         i++) {
        fish_begin(command, out);
        fprintf(out, " -a %s\n", command->operand_words[i]);
    }
    if (command->completion != CLI_COMPLETES_NOTHING) {
        fish_begin(command, out);
        fputs(" -F\n", out);
    }
    struct cli_walk walk = cli_walk(command->options);
    for (const struct cli_option *o; (o = cli_next_shown(&walk)) != NULL;) {
        fish_begin(command, out);
        fish_option(o, out);
    }
    fish_begin(command, out);
    fputs(" -l help -s h -d 'Show help'\n", out);
}

static void write_fish(const struct cli_command *program, FILE *out)
{
    const char *name = program->title;
    fprintf(out,
            "# Completion of %s for fish; made by `%s completion fish`.\n"
            "function __%s_at\n"
            "    set -l at ''\n"
            "    for word in (commandline -opc)[2..-1]\n"
            "        switch \"$at $word\"\n",
            name, name, name);
    for_each(program, fish_step, out);
    fprintf(out,
            "            case '*'\n                break\n        end\n    end\n"
            "    echo \"$at\"\nend\n\ncomplete -c %s -f\n",
            name);
    for_each(program, fish_lines, out);
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
