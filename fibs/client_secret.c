#include "fibs/client_secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>

#include "fibs/client_tls.h"

struct secret_line {
    size_t size; /* of the whole */
    char text[];
};

static void wipe_line(const void *data, size_t length, void *arg)
{
    struct secret_line *line = arg;
    (void)data;
    (void)length;
    fibs_tls_wipe(line, line->size);
    free(line);
}

bool fibs_client_write_secret(struct bufferevent *bev, const char *text,
                              const char *line_end)
{
    size_t room = strlen(text) + strlen(line_end) + 1;
    struct secret_line *line = malloc(sizeof *line + room);
    if (line == NULL || bev == NULL) {
        free(line);
        return false;
    }
    line->size = sizeof *line + room;
    (void)snprintf(line->text, room, "%s%s", text, line_end);
    if (evbuffer_add_reference(bufferevent_get_output(bev), line->text,
                               strlen(line->text), wipe_line, line) != 0) {
        wipe_line(NULL, 0, line);
        return false;
    }
    return true;
}
