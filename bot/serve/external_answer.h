#ifndef BOT_SERVE_EXTERNAL_ANSWER_H
#define BOT_SERVE_EXTERNAL_ANSWER_H
/* The answers of external_server.h, of one line each. */

#include "bot/serve/external_server.h"

struct external_answerer;

/* NULL: no memory. */
struct external_answerer *
external_answerer_new(const struct external_server_options *options);
void external_answerer_free(struct external_answerer *answerer); /* may be NULL */

/* Answers a line without its end; the answer has none either. Returns false after
 * `exit`. */
bool external_answer(struct external_answerer *answerer, const char *line,
                     char answer[EXTERNAL_ANSWER_SIZE]);

#endif
