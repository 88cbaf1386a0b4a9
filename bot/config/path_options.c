#include "bot/config/path_options.h"

#include <stdio.h>
#include <string.h>

#define PATH_ROW(in, key)                                                              \
    .option = #in "." #key, .offset = offsetof(struct config, in.key)
#define AT(field) offsetof(struct config, field)
#define REQUIRED_BY(in)                                                                \
    .is_required = offsetof(struct config, in.required), .excuse = #in ".required"

/* clang-format off */
const struct path_option path_options[] = {
    {PATH_ROW(server, ca_file), PATH_READ},
    {PATH_ROW(account, password_file), PATH_SECRET},
    {PATH_ROW(account, state_folder), PATH_FOLDER, .is_common = true,
     .find = paths_find_state_folder},
    {PATH_ROW(accept, list_file), PATH_READ, .is_common = true},
    {PATH_ROW(strength, weights), PATH_READ_FOLDER, .is_common = true},
    {PATH_ROW(owner, secret_file), PATH_SECRET, .needs = AT(owner.name)},
    {PATH_ROW(record, folder), PATH_FOLDER, .is_shared = true, .needs = AT(record.matches),
     REQUIRED_BY(record), .megabytes = AT(record.max_size), .limited_by = "record.max_size"},
    {PATH_ROW(record, decisions), PATH_APPENDED, OWN_DECISIONS, .is_shared = true,
     REQUIRED_BY(record), .megabytes = AT(record.decisions_size),
     .files = AT(record.decisions_files), .limited_by = "record.decisions_size"},
    {PATH_ROW(history, file), PATH_DATABASE, OWN_DATABASE, .is_common = true,
     REQUIRED_BY(history)},
    {PATH_ROW(notify, url_file), PATH_SECRET, .is_common = true},
    {PATH_ROW(notify, secret_file), PATH_SECRET, .is_common = true,
     .needs = AT(notify.url_file)},
    {PATH_ROW(notify, queue), PATH_FOLDER, .is_common = true, .needs = AT(notify.url_file)},
    {PATH_ROW(log, file), PATH_APPENDED, OWN_LOG, .is_common = true,
     .megabytes = AT(log.size), .files = AT(log.files), .limited_by = "log.size"},
    {PATH_ROW(log, trace), PATH_APPENDED, OWN_TRACE, .megabytes = AT(log.trace_size),
     .files = AT(log.trace_files), .limited_by = "log.trace_size"},
    {PATH_ROW(status, health_file), PATH_REPLACED, OWN_HEALTH, .is_common = true},
    {PATH_ROW(tournament, file), PATH_DATABASE, OWN_DATABASE, .is_common = true,
     .is_of_tournament = true},
};
/* clang-format on */
const int path_option_count = (int)(sizeof path_options / sizeof path_options[0]);

const struct path_option *path_option_find(const char *section, const char *name)
{
    size_t length = strlen(section);
    for (int i = 0; i < path_option_count; i++) {
        const char *option = path_options[i].option;
        if (strncmp(option, section, length) == 0 && option[length] == '.' &&
            strcmp(option + length + 1, name) == 0) {
            return &path_options[i];
        }
    }
    return NULL;
}

bool path_option_place(const struct path_option *row, const struct config *config,
                       char path[PATHS_MAX])
{
    const char *fields = (const char *)config, *value = fields + row->offset;
    if (row->needs != 0 && fields[row->needs] == '\0') {
        return false;
    }
    if (row->find != NULL) {
        return row->find(value, path);
    }
    return *value != '\0' && snprintf(path, PATHS_MAX, "%s", value) > 0;
}

int path_option_number(const struct config *config, size_t offset)
{
    int number = 0;
    if (offset != 0) {
        memcpy(&number, (const char *)config + offset, sizeof number);
    }
    return number;
}

int64_t path_option_bytes(int megabytes)
{
    return (int64_t)megabytes * 1000000;
}
