#include "cmd/tool/named_player.h"

#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "engine/eval/leaf_evaluator.h"

static const char ours[] = "fibsbot";

static int length_of_name(const char *spec)
{
    return (int)strcspn(spec, ",");
}

bool named_player_is_fibsbot(const char *name)
{
    return length_of_name(name) == (int)strlen(ours) &&
           strncmp(name, ours, strlen(ours)) == 0;
}

void named_player_spec(const char *name, const char *weights,
                       char spec[NAMED_PLAYER_SPEC_SIZE])
{
    bool is_ours = named_player_is_fibsbot(name);
    (void)snprintf(spec, NAMED_PLAYER_SPEC_SIZE, "%s%s", is_ours ? weights : "",
                   is_ours ? name + strlen(ours) : name);
}

uint64_t named_player_file_digest(const char *path)
{
    unsigned char bytes[1 << 12];
    uint64_t digest = digest_start();
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    while (file != NULL && (size = fread(bytes, 1, sizeof bytes, file)) > 0) {
        digest = digest_bytes(digest, bytes, size);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return digest;
}

uint64_t named_player_digest(const char *spec)
{
    char path[NAMED_PLAYER_SPEC_SIZE + 16];
    (void)snprintf(path, sizeof path, "%.*s", length_of_name(spec), spec);
    if (!leaf_evaluator_is_net_file(path)) {
        (void)snprintf(path, sizeof path, "%.*s/weights.txt", length_of_name(spec),
                       spec);
    }
    return named_player_file_digest(path);
}
