/* The server of spar within this program. */
#include <string.h>
#include <time.h>

#include "bot/local/local_server.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char told[300];

static void keep_trouble(void *context, const char *text)
{
    (void)context;
    COPY_TEXT(told, text);
}

TEST(what_cannot_be_kept_is_told)
{
    char folder[64], path[100];
    struct error err = {.text = ""};
    test_folder_make(folder, sizeof folder, "local");
    FORMAT_TEXT(path, "%s/later/state", folder);
    const struct local_server_account account = {"anna", "pw", 1500, 0};
    const struct local_server_options options = {.state_file = path,
                                                 .warn = keep_trouble,
                                                 .account_count = 1,
                                                 .accounts = &account};
    struct local_server *server = local_server_open(&options, &err);
    assert_good(server != NULL, &err);
    local_server_close(server);
    assert_non_null(strstr(told, "/later/state"));
    assert_int_equal(test_folder_remove(folder), 0);
}

/* Whether the file has the text within some seconds. */
static bool comes_to(const char *path, const char *text)
{
    const struct timespec wait = {.tv_nsec = 10000000};
    char state[4000];
    for (int i = 0; i < 1000; i++) {
        FILE *file = fopen(path, "r");
        size_t size = file == NULL ? 0 : fread(state, 1, sizeof state - 1, file);
        state[size] = '\0';
        if (file != NULL) {
            (void)fclose(file);
        }
        if (strstr(state, text) != NULL) {
            return true;
        }
        (void)nanosleep(&wait, NULL);
    }
    return false;
}

TEST(a_rating_that_is_set_is_kept)
{
    char folder[64], path[100], kept[4000];
    struct error err = {.text = ""};
    test_folder_make(folder, sizeof folder, "local");
    (void)snprintf(path, sizeof path, "%s/state", folder);
    const struct local_server_account accounts[] = {{"fibsbot", "pw", 1700, 1000},
                                                    {"anna", "pw", 1500, 0}};
    const struct local_server_options options = {
        .state_file = path, .account_count = 2, .accounts = accounts};
    struct local_server *server = local_server_open(&options, &err);
    assert_good(server != NULL, &err);
    local_server_rate(server, 1234);
    assert_true(comes_to(path, "1234.0"));
    local_server_close(server);
    test_file_read(path, kept, sizeof kept);
    assert_non_null(strstr(kept, "1500.0"));
    assert_null(strstr(kept, "1700.0"));
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST_MAIN(NULL, NULL)
