#pragma once
/* A match file that is open, for tests. */

#include "match/match_turns.h"

struct match_turns *match_turns_read_file(FILE *file, struct error *err);
