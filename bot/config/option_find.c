/* Looking into the table of options. */
#include <string.h>

#include "base/nearest.h"
#include "bot/config/options.h"

const struct option *option_find(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

bool option_section_exists(const char *section)
{
    for (int i = 0; i < option_section_count; i++) {
        if (strcmp(option_sections[i].name, section) == 0) {
            return true;
        }
    }
    return false;
}

const char *option_other_section(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].name, name) == 0 &&
            strcmp(options[i].section, section) != 0) {
            return options[i].section;
        }
    }
    return NULL;
}

const char *option_suggest(const char *section, const char *name)
{
    struct nearest nearest = nearest_to(name);
    for (int i = 0; section == NULL && i < option_section_count; i++) {
        nearest_offer(&nearest, option_sections[i].name);
    }
    for (int i = 0; section != NULL && i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            options[i].replaced_by == NULL) {
            nearest_offer(&nearest, options[i].name);
        }
    }
    return nearest.name;
}
