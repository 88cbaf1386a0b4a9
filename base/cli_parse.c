#include "base/cli_parse_internal.h"

#include <string.h>

#include "base/nearest.h"
#include "base/text.h"

/* A command line that is being read. */
struct reading {
    const struct cli_command *command;
    int argc;
    char **argv;
    int next;  /* the argument to look at */
    int words; /* of argv[1..next-1], those that are no options: they stand last */
    int words_before_dashes;
    bool is_behind_dashes;
    void *context;
    struct error *err;
};

/* An option, and the struct that it sets. */
struct found {
    const struct cli_option *option;
    size_t at;
};

static const struct cli_option help_option = {
    "help", .letter = 'h', .kind = CLI_SETS_BOOL, .help = "Show this help."};

/* ---- which option ---------------------------------------------------------------- */

/* By its letter, or by its name where that is not NULL. */
static struct found find_option(const struct reading *r, char letter, const char *name)
{
    struct cli_walk walk = cli_walk(r->command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (cli_is_option(o) &&
            (name != NULL ? strcmp(o->name, name) == 0 : o->letter == letter)) {
            return (struct found){o, walk.at};
        }
    }
    bool is_help = name != NULL ? strcmp(name, help_option.name) == 0
                                : letter == help_option.letter;
    return (struct found){is_help ? &help_option : NULL, 0};
}

/* The name that an option goes by: its own or, of another spelling, that of the other. */
static const char *real_name(const struct cli_option *option)
{
    return option->instead != NULL ? option->instead : option->name;
}

/* The options that begin with `name`: one, or an error. */
static struct found find_beginning(const struct reading *r, const char *name)
{
    size_t length = strlen(name);
    struct found found = {strncmp("help", name, length) == 0 ? &help_option : NULL, 0};
    struct cli_walk walk = cli_walk(r->command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (!cli_is_option(o) || strncmp(o->name, name, length) != 0) {
            continue;
        }
        if (found.option != NULL &&
            strcmp(real_name(o), real_name(found.option)) != 0) {
            error_set_kind(r->err, ERROR_REFUSED,
                           "option --%s is ambiguous: --%s or --%s?", name,
                           found.option->name, o->name);
            return (struct found){NULL, 0};
        }
        found = (struct found){o, walk.at};
    }
    return found;
}

static void report_unknown(const struct reading *r, const char *name)
{
    struct nearest nearest = nearest_to(name);
    struct cli_walk walk = cli_walk(r->command->options);
    for (const struct cli_option *o; (o = cli_next_shown(&walk)) != NULL;) {
        nearest_offer(&nearest, o->name);
    }
    error_set_kind(r->err, ERROR_REFUSED, "unknown option --%.60s%s%s%s", name,
                   nearest.name != NULL ? "; did you mean --" : "",
                   nearest.name != NULL ? nearest.name : "",
                   nearest.name != NULL ? "?" : "");
}

/* The option itself, where it was found by another spelling. */
static struct found follow(const struct reading *r, struct found found)
{
    const struct cli_option *option = found.option;
    if (option == NULL || option->instead == NULL) {
        return found;
    }
    return find_option(r, '\0', option->instead);
}

/* By its name or the beginning of it; without one, `err`. */
static struct found look_up(const struct reading *r, const char *name)
{
    struct found found = find_option(r, '\0', name);
    r->err->text[0] = '\0';
    if (found.option == NULL && name[0] != '\0') {
        found = find_beginning(r, name);
    }
    if (found.option == NULL && r->err->text[0] == '\0') {
        report_unknown(r, name);
    }
    return follow(r, found);
}

/* ---- one argument ---------------------------------------------------------------- */

/* Moves argv[r->next] and those after it before the words that were passed over. */
static void keep_words_last(struct reading *r, int count)
{
    for (int i = 0; i < count; i++) {
        char *argument = r->argv[r->next + i];
        int to = r->next + i - r->words;
        memmove(&r->argv[to + 1], &r->argv[to], (size_t)r->words * sizeof r->argv[0]);
        r->argv[to] = argument;
    }
    r->next += count;
}

static enum cli_result store_found(const struct reading *r, struct found found,
                                   const char *value)
{
    if (found.option == &help_option) {
        return CLI_HELP;
    }
    char *place = (char *)r->context + found.at;
    return cli_store(found.option, value, place, r->err) ? CLI_READ : CLI_REFUSED;
}

/* The value of an option in the next argument; false with `err` where there is none. */
static bool next_value(const struct reading *r, const struct cli_option *option,
                       const char **value)
{
    if (r->next + 1 < r->argc) {
        *value = r->argv[r->next + 1];
        return true;
    }
    return error_set_kind(r->err, ERROR_REFUSED, "option --%s needs a value: %s",
                          option->name, cli_argument(option));
}

static enum cli_result read_long(struct reading *r, const char *argument)
{
    char name[64];
    const char *value = strchr(argument, '=');
    size_t length = value != NULL ? (size_t)(value - argument) : strlen(argument);
    FORMAT_TEXT(name, "%.*s", (int)length, argument);
    struct found found = look_up(r, name);
    if (found.option == NULL) {
        return CLI_WRONG;
    }
    int used = 1;
    if (value != NULL && !cli_has_value(found.option)) {
        error_set_kind(r->err, ERROR_REFUSED, "option --%s takes no value",
                       found.option->name);
        return CLI_WRONG;
    }
    if (value != NULL) {
        value++;
    } else if (cli_has_value(found.option)) {
        if (!next_value(r, found.option, &value)) {
            return CLI_WRONG;
        }
        used = 2;
    }
    keep_words_last(r, used);
    return store_found(r, found, value);
}

/* "-v", "-cFILE", "-c FILE", "-vc FILE" */
static enum cli_result read_letters(struct reading *r, const char *letters)
{
    enum cli_result result = CLI_READ;
    int used = 1;
    for (; result == CLI_READ && *letters != '\0'; letters++) {
        struct found found = find_option(r, *letters, NULL);
        const char *value = NULL;
        if (found.option == NULL) {
            error_set_kind(r->err, ERROR_REFUSED, "unknown option -%c", *letters);
            return CLI_WRONG;
        }
        if (cli_has_value(found.option)) {
            value = letters + 1;
            if (*value == '\0') {
                if (!next_value(r, found.option, &value)) {
                    return CLI_WRONG;
                }
                used = 2;
            }
            keep_words_last(r, used);
            return store_found(r, found, value);
        }
        result = store_found(r, found, NULL);
    }
    keep_words_last(r, used);
    return result;
}

static void pass_word(struct reading *r)
{
    r->words++;
    r->words_before_dashes += !r->is_behind_dashes;
    r->next++;
}

static enum cli_result read_argument(struct reading *r)
{
    const char *argument = r->argv[r->next];
    if (r->is_behind_dashes || argument[0] != '-' || argument[1] == '\0') {
        pass_word(r);
    } else if (strcmp(argument, "--") == 0) {
        r->is_behind_dashes = true;
        keep_words_last(r, 1);
    } else if (argument[1] == '-') {
        return read_long(r, argument + 2);
    } else {
        return read_letters(r, argument + 1);
    }
    return CLI_READ;
}

/* ---- all of them ----------------------------------------------------------------- */

static bool has_all_needed(const struct reading *r)
{
    struct cli_walk walk = cli_walk(r->command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (o->is_needed && !cli_is_given(o, (char *)r->context + walk.at)) {
            return error_set_kind(r->err, ERROR_REFUSED, "--%s %s is needed", o->name,
                                  cli_argument(o));
        }
    }
    return true;
}

static bool set_defaults(const struct reading *r)
{
    struct cli_walk walk = cli_walk(r->command->options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (!cli_store_initial(o, (char *)r->context + walk.at, r->err)) {
            return false;
        }
    }
    return true;
}

static bool has_as_many_words(const struct reading *r, const struct cli_words *words)
{
    const struct cli_command *command = r->command;
    int most = command->operands == NULL ? 0 : command->most;
    if (words->count < command->least) {
        return error_set_kind(r->err, ERROR_REFUSED, "expected %s", command->operands);
    }
    if (most >= 0 && words->count > most) {
        return error_set_kind(r->err, ERROR_REFUSED, "\"%.60s\" is not expected",
                              words->word[most]);
    }
    return true;
}

enum cli_result cli_parse(const struct cli_command *command, int argc, char **argv,
                          void *context, struct cli_words *words, struct error *err)
{
    struct reading r = {.command = command,
                        .argc = argc,
                        .argv = argv,
                        .next = 1,
                        .context = context,
                        .err = err};
    if (!set_defaults(&r)) {
        return CLI_REFUSED;
    }
    while (r.next < argc) {
        enum cli_result result = read_argument(&r);
        if (result != CLI_READ) {
            return result;
        }
    }
    *words = (struct cli_words){.count = r.words,
                                .word = argv + argc - r.words,
                                .before_dashes = r.words_before_dashes,
                                .argc = argc,
                                .argv = argv};
    if (!has_as_many_words(&r, words) || !has_all_needed(&r)) {
        return CLI_WRONG;
    }
    const struct cli_call call = {.context = context, .err = err, .words = words};
    bool is_good = command->check == NULL || command->check(&call);
    return is_good ? CLI_READ : CLI_REFUSED;
}

int cli_read(const struct cli_command *command, int argc, char **argv, void *context,
             struct cli_words *words, FILE *out, FILE *complaints)
{
    struct error err = {0};
    struct cli_words none;
    enum cli_result result =
        cli_parse(command, argc, argv, context, words != NULL ? words : &none, &err);
    if (result == CLI_READ) {
        return -1;
    }
    if (result == CLI_HELP) {
        cli_help(command, out);
        return 0;
    }
    fprintf(complaints, "%s: %s\n", command->title, err.text);
    if (result == CLI_WRONG) {
        cli_help_usage(command, complaints);
        fprintf(complaints, "`%s --help` tells more.\n", command->title);
    }
    return 2;
}
