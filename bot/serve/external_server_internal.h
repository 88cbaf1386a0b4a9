#pragma once
/* What external_server.c shares with its tests. */

#include "bot/serve/external_server.h"

/* Answers a line without its end; the answer has none either. Returns false after
 * `exit`. */
bool external_server_answer(const struct external_server *server, const char *line,
                            char answer[EXTERNAL_ANSWER_SIZE]);
