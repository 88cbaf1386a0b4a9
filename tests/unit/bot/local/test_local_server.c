/* The server of spar within this program. */
#include <string.h>

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

TEST_MAIN(NULL, NULL)
