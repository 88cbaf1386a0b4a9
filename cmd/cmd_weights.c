/* `fibsbot weights`: lists, checks, downloads and packs weights. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "bot/base/paths.h"
#include "bot/weights/weights_package.h"
#include "cmd/tool/subcommand.h"
#include "engine/engine.h"

/* What is asked for. */
struct request {
    const char *key; /* NULL: none */
    const char *ca_file;
    int task; /* index in `tasks` */
    int count;
    char **arguments;
};

static bool find_folder(const struct request *request, int at, char folder[PATHS_MAX],
                        struct error *err)
{
    if (at < request->count) {
        (void)snprintf(folder, PATHS_MAX, "%s", request->arguments[at]);
        size_t length = strlen(folder);
        while (length > 1 && folder[length - 1] == '/') {
            folder[--length] = '\0';
        }
        return true;
    }
    return paths_find_weights("", folder, err);
}

/* ---- list ------------------------------------------------------------------------ */

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool list_files(const char *folder, struct error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_shown, alphasort);
    if (count < 0) {
        return error_of_path(err, folder);
    }
    printf("%s\n", folder);
    for (int i = 0; i < count; i++) {
        char path[PATHS_MAX + 300], digest[SIGNATURE_DIGEST_SIZE] = "";
        struct stat status;
        FORMAT_TEXT(path, "%s/%s", folder, entries[i]->d_name);
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
            signature_digest_file(path, digest, NULL)) {
            printf("  %10lld  %.16s  %s\n", (long long)status.st_size, digest,
                   entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    return true;
}

static void list_kept(const char *given)
{
    char parent[PATHS_MAX];
    bool has_name = given[strlen(given) - 1] != '.'; /* "." and ".." have none */
    char *whole = has_name ? NULL : realpath(given, NULL);
    const char *folder = whole == NULL ? given : whole;
    const char *slash = strrchr(folder, '/');
    const char *name = slash == NULL ? folder : slash + 1;
    FORMAT_TEXT(parent, "%.*s", (int)(name - folder), folder);
    struct dirent **entries = NULL;
    int count = scandir(slash == NULL ? "." : parent, &entries, is_shown, alphasort);
    for (int i = 0; i < count; i++) {
        const char *other = entries[i]->d_name;
        size_t length = strlen(name);
        if (strncmp(other, name, length) == 0 && other[length] == '-' &&
            strspn(other + length, "-0123456789") == strlen(other + length)) {
            printf("kept: %s%s\n", parent, other);
        }
        free(entries[i]);
    }
    free(entries);
    free(whole);
}

static bool run_list(const struct request *request, struct error *err)
{
    char folder[PATHS_MAX];
    if (!find_folder(request, 0, folder, err) || !list_files(folder, err)) {
        return false;
    }
    list_kept(folder);
    return true;
}

/* ---- verify, fetch, pack --------------------------------------------------------- */

static bool has_manifest(const char *folder)
{
    char path[PATHS_MAX + 20];
    struct stat status;
    FORMAT_TEXT(path, "%s/manifest.txt", folder);
    return stat(path, &status) == 0;
}

static void tell_good(void *context, const char *name, const char *what)
{
    (void)context;
    printf("  ok  %s: %s\n", name, what);
}

static bool run_verify(const struct request *request, struct error *err)
{
    char folder[PATHS_MAX];
    struct weights_package package = {0};
    if (!find_folder(request, 0, folder, err)) {
        return false;
    }
    bool is_packed = request->key != NULL || has_manifest(folder);
    if (is_packed && !weights_package_check(folder, request->key, &package, err)) {
        return false;
    }
    if (!weights_package_check_contents(folder, tell_good, NULL, err)) {
        return false;
    }
    struct engine *engine = engine_open(folder, err);
    if (engine == NULL) {
        return false;
    }
    engine_close(engine);
    if (is_packed) {
        printf("%s: %d files as the manifest says%s; the engine opens them\n", folder,
               package.count, request->key == NULL ? "" : ", signature good");
    } else {
        printf("%s: ok; the engine opens them (no manifest)\n", folder);
    }
    return true;
}

static bool run_fetch(const struct request *request, struct error *err)
{
    char folder[PATHS_MAX];
    if (!find_folder(request, 1, folder, err) ||
        !weights_package_fetch(request->arguments[0], request->key, request->ca_file,
                               folder, err)) {
        return false;
    }
    printf("%s: new weights, signature and digests good\n", folder);
    list_kept(folder);
    return true;
}

static bool run_pack(const struct request *request, struct error *err)
{
    if (!weights_package_make(request->arguments[0], request->key, err)) {
        return false;
    }
    printf("%s/manifest.txt, manifest.sig: written\n", request->arguments[0]);
    return true;
}

/* ---- the command line ------------------------------------------------------------ */

static const struct {
    const char *name;
    bool (*run)(const struct request *request, struct error *err);
    int least, most;      /* arguments */
    const char *expected; /* of a task that needs a key */
} tasks[] = {
    {"list", run_list, 0, 1, NULL},
    {"verify", run_verify, 0, 1, NULL},
    {"fetch", run_fetch, 1, 2, "expected --key PUBLIC.pem and an address"},
    {"pack", run_pack, 1, 1, "expected --key PRIVATE.pem and a folder"},
};
enum { TASKS = sizeof tasks / sizeof tasks[0] };

static const char *const task_names[] = {"list", "verify", "fetch", "pack", NULL};

static const struct cli_option options[] = {
    {"key", CLI_FILE(struct request, key), .argument = "FILE.pem",
     .help = "The Ed25519 key: public for verify and fetch, private for pack."},
    {"ca-file", CLI_FILE(struct request, ca_file),
     .help = "Certificate authorities to trust for fetch, in place of the system's."},
    {0},
};

static bool check_options(const struct cli_call *call)
{
    struct request *request = call->context;
    const char *name = call->words->word[0];
    request->arguments = call->words->word + 1;
    request->count = call->words->count - 1;
    while (request->task < TASKS && strcmp(name, tasks[request->task].name) != 0) {
        request->task++;
    }
    if (request->task == TASKS) {
        return error_set(call->err,
                         "expected list, verify, fetch or pack, found \"%.40s\"", name);
    }
    int most = tasks[request->task].most;
    const char *expected = tasks[request->task].expected;
    if (expected != NULL &&
        (request->key == NULL || request->count < tasks[request->task].least)) {
        return error_set(call->err, "%s: %s", name, expected);
    }
    if (request->count > most) {
        return error_set(call->err, "\"%.60s\" is not expected",
                         request->arguments[most]);
    }
    return tasks[request->task].run != run_fetch ||
           weights_package_check_address(request->arguments[0], call->err);
}

static int run(const struct cli_call *call)
{
    const struct request *request = call->context;
    return tasks[request->task].run(request, call->err) ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct cli_command cmd_weights = {
    .title = "fibsbot weights",
    .summary = "list, check, fetch and pack weights",
    CLI_FILES("list|verify|fetch|pack", 1, -1),
    .operand_words = task_names,
    .synopsis = "fibsbot weights list [FOLDER]\n"
                "fibsbot weights verify [--key PUBLIC.pem] [FOLDER]\n"
                "fibsbot weights fetch --key PUBLIC.pem [--ca-file FILE] URL [FOLDER]\n"
                "fibsbot weights pack --key PRIVATE.pem FOLDER\n",
    .about =
        "list shows the files of the weights in use, or of FOLDER, and the older weights "
        "that are kept.\n\n"
        "verify checks that nets with a digest in their names have it, that the databases "
        "have their checksums, that the engine opens them and, with a manifest, sizes and "
        "SHA-256; with a key also the Ed25519 signature.\n\n"
        "fetch downloads the package whose manifest is at URL "
        "(https://.../manifest.txt) and replaces FOLDER, once signature, digests and "
        "engine agree. The old folder is kept as FOLDER-TIME.\n\n"
        "pack writes manifest.txt and manifest.sig, so that others can fetch FOLDER.\n\n"
        "FOLDER is by default where `fibsbot play` finds its weights.",
    .options = options,
    .notes =
        "To make keys: openssl genpkey -algorithm ed25519 -out PRIVATE.pem; openssl "
        "pkey -in PRIVATE.pem -pubout -out PUBLIC.pem.\n\n"
        "Exit status: 0 done, 1 weights, key or package are not as they should be, 2 usage "
        "error, 75 the server cannot be reached or the disk is full: try again later.",
    .check = check_options,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.ca_file = ""},
    .run = run,
};
