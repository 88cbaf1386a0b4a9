#include "fibs/bgammon/websocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <wslay/wslay.h>

enum {
    NONCE = 16,
    KEY_SIZE = 25, /* 16 bytes in base64 */
    ACCEPT_SIZE = 29,
    ANSWER_MOST = 8192,
    LINES_MOST = 1 << 20, /* of one call: what a socket has read at most, and more */
    REPLIES_MOST = 1 << 16
};

struct text {
    char *at;
    size_t size, room, most;
};

struct bgammon_websocket {
    char key[KEY_SIZE];
    bool is_open, is_overfull;
    struct text answer; /* of the server to the request, as far as it has come */
    struct text lines, replies;
    wslay_event_context_ptr events;
    wslay_frame_context_ptr frames;
    const char *input; /* being taken */
    size_t left;
    struct text frame; /* being written, in memory of the caller */
};

/* ---- texts ----------------------------------------------------------------------- */

static bool append_bytes(struct text *text, const void *bytes, size_t size)
{
    if (size > text->most - text->size) {
        return false;
    }
    if (size == 0) { /* then either pointer may be NULL, which memcpy() may not get */
        return true;
    }
    if (text->size + size > text->room) {
        size_t room = (text->size + size) * 2;
        char *at = realloc(text->at, room);
        if (at == NULL) {
            return false;
        }
        text->at = at;
        text->room = room;
    }
    memcpy(text->at + text->size, bytes, size);
    text->size += size;
    return true;
}

static const char *take_all(struct text *text, size_t *size)
{
    *size = text->size;
    text->size = 0;
    return text->at;
}

/* ---- wslay's callbacks ----------------------------------------------------------- */

static int draw_mask(uint8_t *bytes, size_t size)
{
    return RAND_bytes(bytes, (int)size) == 1 ? 0 : -1;
}

static int give_event_mask(wslay_event_context_ptr ctx, uint8_t *bytes, size_t size,
                           void *arg)
{
    (void)ctx;
    (void)arg;
    return draw_mask(bytes, size);
}

static int give_frame_mask(uint8_t *bytes, size_t size, void *arg)
{
    (void)arg;
    return draw_mask(bytes, size);
}

static ssize_t give_input(wslay_event_context_ptr ctx, uint8_t *bytes, size_t size,
                          int flags, void *arg)
{
    struct bgammon_websocket *socket = arg;
    (void)flags;
    size_t count = size < socket->left ? size : socket->left;
    if (count == 0) {
        wslay_event_set_error(ctx, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(bytes, socket->input, count);
    socket->input += count;
    socket->left -= count;
    return (ssize_t)count;
}

static ssize_t take_reply(wslay_event_context_ptr ctx, const uint8_t *bytes,
                          size_t size, int flags, void *arg)
{
    struct bgammon_websocket *socket = arg;
    (void)flags;
    if (!append_bytes(&socket->replies, bytes, size)) {
        wslay_event_set_error(ctx, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    return (ssize_t)size;
}

static ssize_t take_frame(const uint8_t *bytes, size_t size, int flags, void *arg)
{
    struct text *frame = &((struct bgammon_websocket *)arg)->frame;
    (void)flags;
    if (size > frame->room - frame->size) {
        return -1;
    }
    memcpy(frame->at + frame->size, bytes, size);
    frame->size += size;
    return (ssize_t)size;
}

/* A line end within a message would make two lines of it. */
static void hear_message(wslay_event_context_ptr ctx,
                         const struct wslay_event_on_msg_recv_arg *message, void *arg)
{
    struct bgammon_websocket *socket = arg;
    (void)ctx;
    if (message->opcode == WSLAY_TEXT_FRAME) {
        size_t from = socket->lines.size;
        socket->is_overfull =
            socket->is_overfull ||
            !append_bytes(&socket->lines, message->msg, message->msg_length) ||
            !append_bytes(&socket->lines, "\n", 1);
        for (size_t i = from; !socket->is_overfull && i + 1 < socket->lines.size; i++) {
            socket->lines.at[i] =
                (char)(socket->lines.at[i] == '\n' ? ' ' : socket->lines.at[i]);
        }
    }
}

/* ---- life ------------------------------------------------------------------------ */

static bool draw_key(struct bgammon_websocket *socket)
{
    unsigned char nonce[NONCE];
    return RAND_bytes(nonce, sizeof nonce) == 1 &&
           EVP_EncodeBlock((unsigned char *)socket->key, nonce, sizeof nonce) > 0;
}

static bool make_contexts(struct bgammon_websocket *socket)
{
    static const struct wslay_event_callbacks events = {
        .recv_callback = give_input,
        .send_callback = take_reply,
        .genmask_callback = give_event_mask,
        .on_msg_recv_callback = hear_message};
    static const struct wslay_frame_callbacks frames = {
        .send_callback = take_frame, .genmask_callback = give_frame_mask};
    if (wslay_event_context_client_init(&socket->events, &events, socket) != 0 ||
        wslay_frame_context_init(&socket->frames, &frames, socket) != 0) {
        return false;
    }
    wslay_event_config_set_max_recv_msg_length(socket->events, BGAMMON_LINE_MAX);
    return true;
}

struct bgammon_websocket *bgammon_websocket_new(void)
{
    struct bgammon_websocket *socket = calloc(1, sizeof *socket);
    if (socket != NULL && (!make_contexts(socket) || !draw_key(socket))) {
        bgammon_websocket_free(socket);
        return NULL;
    }
    if (socket != NULL) {
        socket->answer.most = ANSWER_MOST;
        socket->lines.most = LINES_MOST;
        socket->replies.most = REPLIES_MOST;
    }
    return socket;
}

void bgammon_websocket_free(struct bgammon_websocket *socket)
{
    if (socket == NULL) {
        return;
    }
    if (socket->events != NULL) {
        wslay_event_context_free(socket->events);
    }
    if (socket->frames != NULL) {
        wslay_frame_context_free(socket->frames);
    }
    free(socket->answer.at);
    free(socket->lines.at);
    free(socket->replies.at);
    free(socket);
}

/* ---- the beginning --------------------------------------------------------------- */

size_t bgammon_websocket_request(const struct bgammon_websocket *socket,
                                 const char *host, char request[BGAMMON_REQUEST_SIZE])
{
    bool is_address = strchr(host, ':') != NULL; /* of IPv6 */
    int size = snprintf(
        request, BGAMMON_REQUEST_SIZE,
        "GET / HTTP/1.1\r\nHost: %s%.255s%s\r\nUpgrade: websocket\r\nConnection: "
        "Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n",
        is_address ? "[" : "", host, is_address ? "]" : "", socket->key);
    return (size_t)size;
}

/* What the server has to make of our key. */
static void write_accept(const char *key, char accept[ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455 */
    char text[KEY_SIZE + sizeof guid];
    unsigned char digest[SHA_DIGEST_LENGTH];
    int length = snprintf(text, sizeof text, "%s%s", key, guid);
    (void)SHA1((const unsigned char *)text, (size_t)length, digest);
    (void)EVP_EncodeBlock((unsigned char *)accept, digest, sizeof digest);
}

/* The value of a field in an answer; "" if it is not there. */
static void read_answer_field(const char *answer, const char *name, char *value,
                              size_t size)
{
    value[0] = '\0';
    for (const char *line = strstr(answer, "\r\n"); line != NULL;
         line = strstr(line + 2, "\r\n")) {
        const char *at = line + 2;
        size_t length = strlen(name);
        if (strncasecmp(at, name, length) == 0 && at[length] == ':') {
            at += length + 1;
            at += strspn(at, " \t");
            (void)snprintf(value, size, "%.*s", (int)strcspn(at, " \t\r\n"), at);
            return;
        }
    }
}

static bool check_answer(const struct bgammon_websocket *socket, struct error *err)
{
    char wanted[ACCEPT_SIZE], value[100];
    const char *answer = socket->answer.at;
    if (strncmp(answer, "HTTP/1.1 101", 12) != 0) {
        return error_set(
            err, "the server speaks no WebSocket: %.*s",
            (int)strcspn(answer, "\r\n") < 80 ? (int)strcspn(answer, "\r\n") : 80,
            answer);
    }
    write_accept(socket->key, wanted);
    read_answer_field(answer, "Sec-WebSocket-Accept", value, sizeof value);
    if (strcmp(value, wanted) != 0) {
        return error_set(err, "the server answers another WebSocket request");
    }
    read_answer_field(answer, "Sec-WebSocket-Extensions", value, sizeof value);
    return value[0] == '\0' ||
           error_set(err, "the server wants a WebSocket extension: %.40s", value);
}

/* Takes what belongs to the answer and moves on to what is behind it. */
static bool take_handshake(struct bgammon_websocket *socket, const char **bytes,
                           size_t *size, struct error *err)
{
    while (*size > 0 && !socket->is_open) {
        struct text *answer = &socket->answer;
        char byte = (char)(**bytes == '\0' ? '?' : **bytes);
        (*bytes)++;
        (*size)--;
        if (!append_bytes(answer, &byte, 1)) {
            return error_set(err, "the answer to the WebSocket request is too long");
        }
        if (answer->size >= 4 &&
            memcmp(answer->at + answer->size - 4, "\r\n\r\n", 4) == 0) {
            if (!append_bytes(answer, "", 1) || !check_answer(socket, err)) {
                return false;
            }
            socket->is_open = true;
        }
    }
    return true;
}

/* ---- frames ---------------------------------------------------------------------- */

static bool take_frames(struct bgammon_websocket *socket, struct error *err)
{
    int status = wslay_event_recv(socket->events);
    int sent = wslay_event_send(socket->events);
    if (status != 0 || sent != 0 || socket->is_overfull) {
        return error_set(err, "what the server sends is no WebSocket frame");
    }
    if (wslay_event_get_close_received(socket->events)) {
        return error_set(err, "the server closed the WebSocket, status %d",
                         wslay_event_get_status_code_received(socket->events));
    }
    return wslay_event_get_read_enabled(socket->events) ||
           error_set(err, "a WebSocket message is broken or too long");
}

bool bgammon_websocket_take(struct bgammon_websocket *socket, const char *bytes,
                            size_t size, struct error *err)
{
    if (!socket->is_open && !take_handshake(socket, &bytes, &size, err)) {
        return false;
    }
    socket->input = bytes;
    socket->left = size;
    return !socket->is_open || take_frames(socket, err);
}

const char *bgammon_websocket_lines(struct bgammon_websocket *socket, size_t *size)
{
    return take_all(&socket->lines, size);
}

const char *bgammon_websocket_replies(struct bgammon_websocket *socket, size_t *size)
{
    return take_all(&socket->replies, size);
}

bool bgammon_websocket_is_open(const struct bgammon_websocket *socket)
{
    return socket->is_open;
}

size_t bgammon_websocket_frame(struct bgammon_websocket *socket, const char *command,
                               char frame[BGAMMON_FRAME_SIZE])
{
    const size_t length = strlen(command);
    struct wslay_frame_iocb message = {.fin = 1,
                                       .opcode = WSLAY_TEXT_FRAME,
                                       .payload_length = length,
                                       .mask = 1,
                                       .data = (const uint8_t *)command,
                                       .data_length = length};
    socket->frame = (struct text){.at = frame, .room = BGAMMON_FRAME_SIZE};
    bool is_written = wslay_frame_send(socket->frames, &message) == (ssize_t)length;
    return is_written ? socket->frame.size : 0;
}
