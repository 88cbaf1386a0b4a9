#pragma once
/* What config_file.c shares with its tests. */

#include "bot/config/config.h"

/* config_set_load() of an open stream; `name` is the file's name in errors. */
bool config_set_read(struct config_set *set, FILE *file, const char *name,
                     struct config_faults *faults);
