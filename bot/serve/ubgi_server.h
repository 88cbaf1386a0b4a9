#pragma once
/*
 * Our engine as a UBGI engine (arena/protocol/ubgi.h): takes the controller's lines and
 * says the answers. It understands the commands of all drafts; the draft that it was
 * opened with decides how it introduces itself and tells errors. A bare XGID or FIBS board
 * is always answered as in 0.01.
 *
 * A thread of its own obeys the lines, one after the other. `isready`, `stop` and `quit`
 * do not wait for a decision: `stop` cuts short all that were asked for before it.
 */

#include "arena/protocol/ubgi.h"
#include "engine/board/decision_context.h"
#include "engine/engine.h"

struct ubgi_server;

struct ubgi_server_options {
    enum ubgi_draft draft;
    const char *version;
    const struct engine *engine; /* outlives the server */
    /* Says one line, without its end, to the controller. Is called on two threads. */
    void (*say)(void *context, const char *line);
    void *context;
};

/* Returns NULL with `err` when memory is short. Closing waits until all lines that were
 * taken are obeyed. */
struct ubgi_server *ubgi_server_open(const struct ubgi_server_options *options,
                                     struct error *err);
void ubgi_server_close(struct ubgi_server *server); /* may be NULL */

/* Takes one line without its end. Waits while too many lines are not obeyed yet. Returns
 * false after `quit`. */
bool ubgi_server_take(struct ubgi_server *server, const char *line);

/* Says that a line was too long or held a NUL. */
void ubgi_server_refuse(struct ubgi_server *server);

/* Makes the decision of the role that `decision` has, or whether to take if it is an answer.
 * Returns how deep the search was, and the equity. */
struct ubgi_server_info {
    int ply;
    double score;
};
struct ubgi_server_info ubgi_server_decide(const struct engine *engine,
                                           struct search_scratch *scratch,
                                           const struct strength *strength,
                                           const struct decision_context *at,
                                           struct ubgi_decision *decision);
