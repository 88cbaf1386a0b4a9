#pragma once
/* What weights_package.c shares with its tests. */

#include "bot/weights/weights_package.h"

/* Reads a manifest; false with `err` naming the line. */
bool weights_package_parse(const char *text, struct weights_package *package,
                           struct error *err);
