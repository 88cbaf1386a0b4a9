#pragma once
/*
 * The configuration as plain data. Each field is one row of the table of options
 * (options.inc), which tells its meaning, unit and range.
 *
 * The file is read by inih: [section], name = value, comments from ; or # at the start
 * of a line or after a blank and ";". A struct config may be copied. A list option may be
 * given several times and grows; giving any other option twice is a fault.
 *
 * Several accounts: [account NAME] begins one, whatever stands above or below it. Inside
 * it, account options take no prefix and all others are written section.option:
 *
 *     [account our_bot]
 *     password_file = our_bot.password
 *     strength.level = 1700
 *
 * Unset options are inherited from the sections of the whole file. A list set for an
 * account replaces the inherited one. [entrant NAME] is the same for an entrant of a
 * tournament; there the options of [entrant] take no prefix either.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/game/user_name.h"
#include "engine/board/match_state.h"
#include "engine/search/filter.h"

enum {
    CONFIG_TEXT_MAX = 190, /* longest value, with the NUL; paths and chat texts */
    CONFIG_NAMES_MAX = 256,
    CONFIG_ACCOUNTS_MAX = 64,
    /* with the director of a tournament, which may have no section of its own */
    CONFIG_LOGINS_MAX = CONFIG_ACCOUNTS_MAX + 1,
    CONFIG_OPTIONS_MAX = 256,     /* room for the rows of the table of options */
    CONFIG_FILE_MAX = 256 * 1024, /* bytes of a file */
    CONFIG_LINE_MAX = 190         /* bytes of a line; inih reads no more than 200 */
};

/* Whether to play at the opponent's rating, or at a margin below or above it. */
enum config_spar {
    CONFIG_SPAR_NO,
    CONFIG_SPAR_BELOW,
    CONFIG_SPAR_EQUAL,
    CONFIG_SPAR_ABOVE
};

/* Which matches are analysed, into a file beside the match file. */
enum config_record_analysis {
    CONFIG_RECORD_ANALYSIS_NO,
    CONFIG_RECORD_ANALYSIS_ASKED, /* by the opponent */
    CONFIG_RECORD_ANALYSIS_ALL
};

/* What to do with the match when stopping: finish it, finish its game, or leave it. */
enum config_on_stop {
    CONFIG_ON_STOP_FINISH,
    CONFIG_ON_STOP_GAME,
    CONFIG_ON_STOP_LEAVE
};

/* Of a tournament. */
enum config_tournament_kind {
    CONFIG_TOURNAMENT_ROUND_ROBIN,
    CONFIG_TOURNAMENT_DOUBLE,
    CONFIG_TOURNAMENT_SWISS,
    CONFIG_TOURNAMENT_KNOCK_OUT
};

/* The language of the server. */
enum config_protocol { CONFIG_PROTOCOL_FIBS, CONFIG_PROTOCOL_BGAMMON };
/* How it is carried. */
enum config_transport { CONFIG_TRANSPORT_TCP, CONFIG_TRANSPORT_WEBSOCKET };

/* Whom to play, or to invite. */
enum config_users { CONFIG_USERS_ALL, CONFIG_USERS_HUMANS, CONFIG_USERS_BOTS };

struct config_name_list {
    int count;
    char names[CONFIG_NAMES_MAX][USER_NAME_SIZE];
};

/* Match lengths: may_play[n] for n points; [0] is not used. */
struct config_length_set {
    bool may_play[MATCH_LENGTH_MAX + 1];
};

/* The lines of strength.filter, as they are written. */
struct config_filter_lines {
    char name[CONFIG_TEXT_MAX]; /* "": the engine's default */
    char rows[SEARCH_PLY_MAX + 1]
             [CONFIG_TEXT_MAX]; /* for decisions of n plies; "": of `name` */
};

/* A section is a struct, an option a field of its name. Times are in the option's unit. */
/* clang-format off */
#define SECTION(name, help)                struct {
#define SECTION_END(name)                  } name;
#define OPTION(field, in, key, value, ...) field;
struct config {
#include "bot/config/options.inc"
};
/* clang-format on */

/* All faults of a file, in the order of its lines: "bot.conf:7: ...". `count` may exceed
 * CONFIG_FAULTS_MAX; only that many texts are kept. A file with warnings (options by
 * their old names) is valid. */
enum { CONFIG_FAULTS_MAX = 20, CONFIG_FAULT_SIZE = 400, CONFIG_WARNINGS_MAX = 10 };
struct config_faults {
    int count;
    bool is_unread; /* the file cannot be read, or not to its end */
    char text[CONFIG_FAULTS_MAX][CONFIG_FAULT_SIZE];
    int warning_count;
    char warnings[CONFIG_WARNINGS_MAX][CONFIG_FAULT_SIZE];
};

/* For each option, by its number in the table: the line of the file that set it first; 0:
 * no line. */
struct config_lines {
    int of[CONFIG_OPTIONS_MAX];
};

/* A whole file: the common configuration, and one for each [account NAME] and [entrant
 * NAME], in the order of the file. The lines are those of the file that was read last. */
struct config_set {
    struct config common;
    struct config_lines lines;
    int count; /* 0: only the account of `common` plays */
    struct config *accounts[CONFIG_ACCOUNTS_MAX]; /* owned; account.name is NAME */
    struct config_lines *account_lines[CONFIG_ACCOUNTS_MAX]; /* owned */
    bool is_entrant[CONFIG_ACCOUNTS_MAX];
};

/* Every option at its default, no accounts. NULL: no memory. */
struct config_set *config_set_new(void);
void config_set_free(struct config_set *set); /* NULL is taken */

/* Reads a file over the current common values; earlier accounts are dropped. An account
 * that inherits the path of the trace gets its own, PATH.NAME. False with `faults`, those
 * of accounts last. */
bool config_set_load(struct config_set *set, const char *path,
                     struct config_faults *faults);

/* As config_override(), for all of them; account.name=NAME leaves only that account. */
bool config_set_override(struct config_set *set, const char *assignment,
                         struct config_faults *faults);
/* As config_check(), for all of them. */
bool config_set_check(const struct config_set *set, struct config_faults *faults);

/* NULL if there is none. */
struct config *config_set_find(struct config_set *set, const char *name);

/* Every option at its default. */
void config_default(struct config *config);

/* Sets one option from the command line: "strength.play_ply=0". A list is replaced; of
 * a move filter "strength.filter=2: 12/.24, 6/.12" replaces one row. False with one
 * fault. */
bool config_override(struct config *config, const char *assignment,
                     struct config_faults *faults);

/* Checks that options fit together: keep-alive < silence, and so on. config_set_load()
 * does this; call it after overrides. False with `faults`. */
bool config_check(const struct config *config, struct config_faults *faults);

/* Makes the move filter of [strength]: the one that `filter` names, or the engine's
 * default, then the rows of filter_0..4, then those of `filter`. False with `err`. */
bool config_filter(const struct config *config, struct filter *filter,
                   struct error *err);

/* Print faults, one a line, with the number of those not kept; and warnings. */
void config_faults_print(const struct config_faults *faults, FILE *out);
void config_warnings_print(const struct config_faults *faults, FILE *out);

/* Takes over what a newer reading of the file says into a configuration in use. Options
 * whose row says OPTION_FIXED (options.h) keep their values until the next start. */
enum { CONFIG_CHANGES_SIZE = 600 };
struct config_changes { /* names of options, "accept.lengths, play.resign"; "": none */
    char taken[CONFIG_CHANGES_SIZE];
    char waiting[CONFIG_CHANGES_SIZE]; /* for the next start */
};
void config_take_over(struct config *running, const struct config *fresh,
                      struct config_changes *changes);

/* Prints the settings in force as a configuration file that reads back as the same; a
 * comment behind each tells where it comes from: the line of `name`, the file that was
 * read, the default, the environment, or in an account what it inherits. */
void config_show(const struct config_set *set, const char *name, FILE *out);

/* What history and records call the server: its host; or "bgammon.org", for another host
 * that speaks its language "bgammon.org at HOST". The same user name at another site is
 * another user. */
void config_site(const struct config *config, char site[CONFIG_TEXT_MAX]);

bool config_name_list_has(const struct config_name_list *list, const char *name);

/* Print all options with default and help: as a configuration file, as rows of a Markdown
 * table, as the options part of the manual page, as a JSON Schema. */
void config_write_template(FILE *out);
void config_write_markdown(FILE *out);
void config_write_man(FILE *out);
void config_write_schema(FILE *out);
