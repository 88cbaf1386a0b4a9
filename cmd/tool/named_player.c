#include "cmd/tool/named_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena_player.h"
#include "arena/job/line_file.h"
#include "arena/player_spec.h"
#include "base/digest.h"
#include "base/text.h"
#include "engine/eval/eval.h"
#include "engine/eval/leaf_evaluator.h"
#include "engine/level.h"

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

/* Players without weights of their own. */
static bool is_player_word(const char *name)
{
    static const char *const words[] = {ours, "gnubg", "ubgi", "baseline", "random"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(name, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_player_there(const char *name, struct error *err)
{
    struct player_spec spec;
    struct strength strength = strength_default();
    if (!player_spec_read(name, &spec, err) ||
        !player_spec_tune(&spec, &strength, err) ||
        (spec.level[0] != '\0' && !level_read(spec.level, &strength, err))) {
        return false;
    }
    return is_player_word(spec.name) || access(spec.name, F_OK) == 0 ||
           error_set(err,
                     "\"%.60s\" is no player: expected fibsbot, gnubg, ubgi, baseline, "
                     "random, FILE.net or a folder of weights",
                     spec.name);
}

bool named_player_check(const char *const *names, int count, struct error *err)
{
    for (int i = 0; i < count; i++) {
        if (!is_player_there(names[i], err)) {
            return false;
        }
    }
    return player_spec_check_names(names, count, err);
}

bool named_player_check_cube(const char *const *names, int count, const char *advice,
                             struct error *err)
{
    for (int i = 0; i < count; i++) {
        if (!arena_player_knows_cube(names[i])) {
            return error_set(err, "%.100s does not use the cube%s", names[i], advice);
        }
    }
    return true;
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

uint64_t named_player_former_digest(const char *spec)
{
    char path[NAMED_PLAYER_SPEC_SIZE + 16];
    FORMAT_TEXT(path, "%.*s", length_of_name(spec), spec);
    if (!leaf_evaluator_is_net_file(path)) {
        FORMAT_TEXT(path, "%.*s/weights.txt", length_of_name(spec), spec);
    }
    return named_player_file_digest(path);
}

uint64_t named_player_digest(const char *spec)
{
    char name[NAMED_PLAYER_SPEC_SIZE];
    FORMAT_TEXT(name, "%.*s", length_of_name(spec), spec);
    const uint64_t digest = named_player_former_digest(spec);
    return leaf_evaluator_is_net_file(name) ? digest : eval_digest_nets(digest, name);
}

/* Puts the former digest of `spec` in the place of today's. */
static void put_former(char *text, const char *spec)
{
    enum { DIGITS = 16 };
    char now[DIGITS + 1], former[DIGITS + 1];
    FORMAT_TEXT(now, "%016" PRIx64, named_player_digest(spec));
    FORMAT_TEXT(former, "%016" PRIx64, named_player_former_digest(spec));
    for (char *at = text; (at = strstr(at, now)) != NULL; at += DIGITS) {
        memcpy(at, former, DIGITS);
    }
}

void named_player_keep_form(const char *path, const char *const *specs, char *text)
{
    char former[LINE_FILE_LINE_MAX], line[LINE_FILE_LINE_MAX] = "";
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return;
    }
    bool is_there = fgets(line, sizeof line, file) != NULL;
    (void)fclose(file);
    COPY_TEXT(former, text);
    for (int i = 0; specs[i] != NULL; i++) {
        put_former(former, specs[i]);
    }
    line[strcspn(line, "\n")] = '\0';
    const size_t length = strlen(former), all = strlen(line);
    if (is_there && all >= length && strcmp(line + all - length, former) == 0) {
        memcpy(text, former, length);
    }
}
