#include "bot/notify/notify_queue.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"

enum { FOLDER_SIZE = 256, PATH_SIZE = FOLDER_SIZE + 80, ID_SIZE = 64 };

struct notify_queue {
    char folder[FOLDER_SIZE];
    char ids[NOTIFY_WAITING_MAX][ID_SIZE]; /* sorted: by time */
    int count;
    unsigned number; /* of the next one */
};

static void file_of_id(const struct notify_queue *queue, const char *id,
                       char path[PATH_SIZE])
{
    (void)snprintf(path, PATH_SIZE, "%s/%s.json", queue->folder, id);
}

/* "0001795241367-000012-start": of one width each, so that sorted names are in the order
 * of time. */
static bool parse_id(const char *id, int64_t *at_s, unsigned *number, char event[16])
{
    enum { TIME = 13, NUMBER = 6, EVENT_AT = TIME + 1 + NUMBER + 1 };
    static const char digits[] = "0123456789", letters[] = "abcdefghijklmnopqrstuvwxyz";
    if (strspn(id, digits) != TIME || id[TIME] != '-' ||
        strspn(id + TIME + 1, digits) != NUMBER || id[EVENT_AT - 1] != '-') {
        return false;
    }
    size_t length = strlen(id + EVENT_AT);
    if (length == 0 || length >= 16 || strspn(id + EVENT_AT, letters) != length) {
        return false;
    }
    *at_s = strtoll(id, NULL, 10);
    *number = (unsigned)strtoul(id + TIME + 1, NULL, 10);
    (void)snprintf(event, 16, "%s", id + EVENT_AT);
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void insert_id(struct notify_queue *queue, const char *id)
{
    if (queue->count == NOTIFY_WAITING_MAX) {
        notify_queue_drop(queue, queue->ids[0]);
    }
    (void)snprintf(queue->ids[queue->count++], ID_SIZE, "%s", id);
    qsort(queue->ids, (size_t)queue->count, ID_SIZE, compare_ids);
}

/* What a killed program left; half-written files have another suffix and are stale. */
static bool load_ids(struct notify_queue *queue, struct error *err)
{
    DIR *dir = opendir(queue->folder);
    if (dir == NULL) {
        return error_set_errno(err, "notification queue %.150s", queue->folder);
    }
    const struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        char id[ID_SIZE], event[16];
        int64_t at_s = 0;
        unsigned number = 0;
        size_t length = strlen(entry->d_name);
        if (length < 6 || length - 5 >= ID_SIZE ||
            strcmp(entry->d_name + length - 5, ".json") != 0) {
            continue;
        }
        FORMAT_TEXT(id, "%.*s", (int)(length - 5), entry->d_name);
        if (parse_id(id, &at_s, &number, event)) {
            insert_id(queue, id);
            queue->number = number >= queue->number ? number + 1 : queue->number;
        }
    }
    (void)closedir(dir);
    return true;
}

/* Its files are for nobody else; those above it are as any other folder. */
static bool make_queue_folder(const struct notify_queue *queue)
{
    char above[FOLDER_SIZE];
    COPY_TEXT(above, queue->folder);
    return folder_make(dirname(above)) &&
           (mkdir(queue->folder, 0700) == 0 || errno == EEXIST);
}

struct notify_queue *notify_queue_open(const char *folder, struct error *err)
{
    struct notify_queue *queue = error_allocate(sizeof *queue, err);
    if (queue == NULL) {
        return NULL;
    }
    int length = snprintf(queue->folder, sizeof queue->folder, "%s", folder);
    bool fits = length < (int)sizeof queue->folder;
    bool is_there = fits && make_queue_folder(queue);
    if (!is_there) {
        error_set(err, "notification queue %.150s: %s", folder,
                  fits ? strerror(errno) : "a path that is too long");
    }
    if (!is_there || !load_ids(queue, err)) {
        free(queue);
        return NULL;
    }
    return queue;
}

void notify_queue_close(struct notify_queue *queue)
{
    free(queue);
}

int notify_queue_count(const struct notify_queue *queue)
{
    return queue->count;
}

/* Returns where it is; the count: nowhere. */
static int queue_place_of(const struct notify_queue *queue, const char *id)
{
    int i = 0;
    while (i < queue->count && strcmp(queue->ids[i], id) != 0) {
        i++;
    }
    return i;
}

bool notify_queue_holds(const struct notify_queue *queue, const char *id)
{
    return queue_place_of(queue, id) < queue->count;
}

static bool write_body_file(const struct notify_queue *queue, const char *id,
                            const char *body, struct error *err)
{
    char path[PATH_SIZE];
    struct file_draft draft;
    file_of_id(queue, id, path);
    if (!file_draft_open(&draft, path, FILE_OURS, err)) {
        return false;
    }
    (void)fputs(body, draft.stream);
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}

bool notify_queue_add(struct notify_queue *queue, int64_t at_s, enum notify_event event,
                      const char *body, struct error *err)
{
    char id[ID_SIZE];
    FORMAT_TEXT(id, "%013lld-%06u-%s", (long long)at_s, queue->number++ % 1000000U,
                notify_event_name(event));
    if (strlen(body) >= NOTIFY_BODY_MAX) {
        return error_set(err, "notification queue %.150s: a body that is too long",
                         queue->folder);
    }
    if (!write_body_file(queue, id, body, err)) {
        return false;
    }
    insert_id(queue, id);
    return true;
}

static bool read_body_file(const struct notify_queue *queue, const char *id,
                           char body[NOTIFY_BODY_MAX])
{
    char path[PATH_SIZE];
    file_of_id(queue, id, path);
    ssize_t length = file_read(path, body, NOTIFY_BODY_MAX);
    bool is_good = length > 0 && length < NOTIFY_BODY_MAX &&
                   memchr(body, '\0', (size_t)length) == NULL;
    body[is_good ? length : 0] = '\0';
    return is_good;
}

bool notify_queue_first(struct notify_queue *queue, struct notify_waiting *waiting)
{
    while (queue->count > 0) {
        unsigned number = 0;
        COPY_TEXT(waiting->id, queue->ids[0]);
        if (parse_id(waiting->id, &waiting->at_s, &number, waiting->event) &&
            read_body_file(queue, waiting->id, waiting->body)) {
            return true;
        }
        notify_queue_drop(queue, waiting->id);
    }
    return false;
}

void notify_queue_drop(struct notify_queue *queue, const char *id)
{
    int i = queue_place_of(queue, id);
    if (i < queue->count) {
        char path[PATH_SIZE];
        file_of_id(queue, id, path);
        (void)unlink(path);
        queue->count--;
        memmove(queue->ids[i], queue->ids[i + 1], (size_t)(queue->count - i) * ID_SIZE);
    }
}
