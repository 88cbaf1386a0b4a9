#include "cmd/tool/who.h"

#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "engine/eval/valuer.h"

static const char ours[] = "fibsbot";

static int length_of_name(const char *spec)
{
    return (int)strcspn(spec, ",");
}

bool who_is_fibsbot(const char *name)
{
    return length_of_name(name) == (int)strlen(ours) &&
           strncmp(name, ours, strlen(ours)) == 0;
}

void who_spell_out(const char *name, const char *weights, char spec[WHO_SPEC_SIZE])
{
    bool is_ours = who_is_fibsbot(name);
    (void)snprintf(spec, WHO_SPEC_SIZE, "%s%s", is_ours ? weights : "",
                   is_ours ? name + strlen(ours) : name);
}

uint64_t who_file_digest(const char *path)
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

uint64_t who_digest(const char *spec)
{
    char path[WHO_SPEC_SIZE + 16];
    (void)snprintf(path, sizeof path, "%.*s", length_of_name(spec), spec);
    if (!valuer_is_net_file(path)) {
        (void)snprintf(path, sizeof path, "%.*s/weights.txt", length_of_name(spec),
                       spec);
    }
    return who_file_digest(path);
}
