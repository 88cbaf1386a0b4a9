#include "cmd/tournament.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/base/paths.h"
#include "bot/base/secret.h"
#include "bot/local/local_server.h"
#include "engine/level.h"

enum { LEVELS_MAX = 26 };

/* ---- a configuration from levels ------------------------------------------------- */

/* The path without its last ".conf": a folder beside the file. */
static void folder_beside(const char *path, char folder[PATHS_MAX])
{
    size_t length = strlen(path);
    bool has_end = length > 5 && strcmp(path + length - 5, ".conf") == 0;
    (void)snprintf(folder, PATHS_MAX, "%.*s%s", (int)(has_end ? length - 5 : length),
                   path, has_end ? "" : ".d");
}

/* The next level of "beginner, 1700"; false at the end, or with `err`. */
static bool next_level(const char **list, char level[LEVEL_TEXT_SIZE],
                       struct error *err)
{
    *list += strspn(*list, " ,");
    size_t length = strcspn(*list, " ,");
    if (length == 0) {
        return false;
    }
    if (length >= LEVEL_TEXT_SIZE) {
        return error_set(err, "\"%.40s...\" is no level", *list);
    }
    (void)snprintf(level, LEVEL_TEXT_SIZE, "%.*s", (int)length, *list);
    *list += length;
    return level_check(level, err);
}

/* Names are of letters: "expert_c", "rated_b". */
static void write_entrant(FILE *out, const char *level, int number)
{
    bool is_word = isalpha((unsigned char)level[0]) != 0;
    for (const char *c = level; *c != '\0'; c++) {
        is_word = is_word && isalpha((unsigned char)*c) != 0;
    }
    fprintf(out, "\n[entrant %s_%c]\nstrength.level = %s\n", is_word ? level : "rated",
            'a' + number, level);
}

bool tournament_local_check(const char *levels, struct error *err)
{
    char level[LEVEL_TEXT_SIZE];
    struct error why = {0};
    int count = 0;
    while (next_level(&levels, level, &why)) {
        count++;
    }
    if (why.text[0] != '\0') {
        return error_set(err, "--levels: %s", why.text);
    }
    return (count >= 2 && count <= LEVELS_MAX) ||
           error_set(err, "--levels: expected 2 to %d levels, found %d", LEVELS_MAX,
                     count);
}

static void write_common(FILE *out, const char *folder)
{
    fprintf(out,
            "; A tournament on a server of its own; `fibsbot config --template` tells "
            "all options.\n"
            "[tournament]\n"
            "name = Tournament\n"
            "kind = double\n"
            "length = 3\n"
            "file = %s/tournament.db\n"
            "\n[account]\nstate_folder = %s\n"
            "\n[history]\nfile = %s/history.db\n"
            "\n[record]\nfolder = %s/matches\n"
            "\n[talk]\ngreeting =\ngoodbye =\n"
            "\n[log]\nfile = %s/log\n",
            folder, folder, folder, folder, folder);
}

bool tournament_local_write(const char *path, const char *levels, struct error *err)
{
    struct file_draft draft;
    char folder[PATHS_MAX], level[LEVEL_TEXT_SIZE];
    folder_beside(path, folder);
    if (!own_server_folder(folder, err) ||
        !file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    write_common(draft.stream, folder);
    for (int i = 0; next_level(&levels, level, err); i++) {
        write_entrant(draft.stream, level, i);
    }
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}

/* ---- the server ------------------------------------------------------------------ */

static bool set_option(struct config_set *set, const char *assignment,
                       struct error *err)
{
    struct config_faults faults = {0};
    return config_set_override(set, assignment, &faults) ||
           error_set(err, "%.200s", faults.text[0]);
}

/* The accounts of the server: the director, and all entrants. */
static int list_local_accounts(const struct config_set *set, const char *password,
                               struct local_server_account accounts[])
{
    int count = 0;
    accounts[count++] =
        (struct local_server_account){.name = set->common.tournament.director,
                                      .password = password,
                                      .rating = own_server_rating(NULL)};
    for (int i = 0; i < set->count; i++) {
        const struct config *config = set->accounts[i];
        if (set->is_entrant[i] && !config->entrant.foreign) {
            accounts[count++] = (struct local_server_account){
                .name = config->account.name,
                .password = password,
                .rating = own_server_rating(config->strength.level),
                .experience = OWN_SERVER_EXPERIENCE};
        }
    }
    return count;
}

static bool start_local_server(struct tournament_local *local,
                               const struct config_set *set, int port,
                               struct error *err)
{
    struct local_server_account accounts[CONFIG_LOGINS_MAX];
    FORMAT_TEXT(local->state, "%s.server", set->common.tournament.file);
    const struct local_server_options options = {
        .port = port,
        .state_file = local->state,
        .warn = own_server_warn,
        .account_count = list_local_accounts(set, local->password, accounts),
        .accounts = accounts,
    };
    local->server = local_server_open(&options, err);
    return local->server != NULL;
}

/* All but the port. */
static bool point_to_local_server(struct config_set *set, const char *password,
                                  struct error *err)
{
    return (set->common.tournament.director[0] != '\0' ||
            set_option(set, "tournament.director=" TOURNAMENT_LOCAL_DIRECTOR, err)) &&
           setenv("FIBSBOT_PASSWORD", password, 1) == 0 &&
           set_option(set, "server.host=127.0.0.1", err) &&
           set_option(set, "server.tls=no", err) &&
           set_option(set, "account.password_file=", err) &&
           set_option(set, "play.on_stop=leave", err);
}

bool tournament_local_rehearse(struct config_set *set, struct error *err)
{
    return point_to_local_server(set, "rehearsal", err);
}

bool tournament_local_open(struct tournament_local *local, struct config_set *set,
                           int port, struct error *err)
{
    char at[40];
    *local = (struct tournament_local){0};
    bool is_good = own_server_password(local->password, err) &&
                   point_to_local_server(set, local->password, err) &&
                   start_local_server(local, set, port, err);
    if (is_good) {
        FORMAT_TEXT(at, "server.port=%d", local_server_port(local->server));
        is_good = set_option(set, at, err);
    }
    if (!is_good) {
        tournament_local_close(local);
    }
    return is_good;
}

void tournament_local_close(struct tournament_local *local)
{
    local_server_close(local->server);
    local->server = NULL;
    secret_wipe(local->password, sizeof local->password);
}
