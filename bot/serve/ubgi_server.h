#ifndef BOT_SERVE_UBGI_SERVER_H
#define BOT_SERVE_UBGI_SERVER_H
/*
 * Our engine as a UBGI engine (arena/protocol/ubgi.h): takes the controller's lines and
 * says the answers. It understands the commands of all drafts; the draft that it was
 * opened with decides how it introduces itself and tells errors. A bare XGID or FIBS board
 * is always answered as in 0.01.
 *
 * Decisions are made on a thread of their own, so that `stop` and `isready` are heard
 * while it thinks; any other line waits for the decision.
 */

#include "arena/protocol/ubgi.h"
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

/* Returns NULL with `err` when memory is short. Closing waits for the decision in
 * progress. */
struct ubgi_server *ubgi_server_open(const struct ubgi_server_options *options,
                                     struct error *err);
void ubgi_server_close(struct ubgi_server *server); /* may be NULL */

/* Takes one line without its end. Returns false after `quit`. */
bool ubgi_server_take(struct ubgi_server *server, const char *line);

/* Says that a line was too long or held a NUL. */
void ubgi_server_refuse(struct ubgi_server *server);

#endif
