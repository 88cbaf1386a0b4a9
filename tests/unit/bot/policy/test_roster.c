/* Who is taken for a program. */
#include "bot/policy/roster.h"
#include "tests/unit/test_case.h"

TEST(programs_are_known_by_name_or_client)
{
    static const struct {
        const char *name, *client;
        bool want;
    } rows[] = {
        {"GammonBot_IV", "-", true},
        {"RepBotNG", "", true},
        {"MissManners", "-", true},
        {"our_bot", "-", true},
        {"bot_a", "-", true},
        {"abbott", "-", true},
        {"anna", "fibsbot", true},
        {"anna", "fibsbot_2.0", true},
        {"anna", "MyBot_1.2", true},
        {"anna", "3DFiBs", false},
        {"anna", "fibsbot-seat", false},
        {"my_bot", "fibsbot-seat", false},
        {"anna", "fibsbot-seat2", true},
        {"talbot", "-", false},
        {"Bottomley", "-", false},
        {"robotti", "-", false},
        {"botany", "Gibbon_0.1.1", false},
        {"lookatmeImabot", "-", false},
        {"", "", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (roster_is_robot(rows[i].name, rows[i].client) != rows[i].want) {
            fail_msg("%s with %s", rows[i].name, rows[i].client);
        }
    }
}

TEST_MAIN(NULL, NULL)
