#pragma once
/* What dataset.c shares with its tests. */

#include "lab/data/dataset.h"

/* dataset_open() of a file that the dataset then owns, also when it is refused. */
struct dataset *dataset_open_file(FILE *file, const char *name, struct error *err);
