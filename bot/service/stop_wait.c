#include "bot/service/stop_wait.h"

#include "base/text.h"

static void stop_wait_describe(struct stop_wait *wait, int stops)
{
    static const char *const words[] = {"stopping", "stopping: leaving all matches",
                                        "stopping: closing the connections"};
    if (stops == 1 && wait->matches > 0) {
        char span[40] = "without limit (play.stop_after)";
        if (wait->seconds > 0) {
            FORMAT_TEXT(span, "at most %ld min %02ld s", wait->seconds / 60,
                        wait->seconds % 60);
        }
        FORMAT_TEXT(wait->text,
                    "stopping: waits %s for the end of %d match%s; a second signal "
                    "leaves %s",
                    span, wait->matches, wait->matches == 1 ? "" : "es",
                    wait->matches == 1 ? "it" : "them");
    } else {
        COPY_TEXT(wait->text, words[stops < 3 ? stops - 1 : 2]);
    }
}

struct stop_wait stop_wait_of(int stops, struct account *const accounts[],
                              const struct config *const configs[], int count)
{
    struct stop_wait wait = {0};
    for (int i = 0; i < count; i++) {
        if (stops == 1 && account_is_playing(accounts[i]) &&
            configs[i]->play.on_stop != CONFIG_ON_STOP_LEAVE) {
            long seconds = configs[i]->play.stop_after;
            wait.matches++;
            if (seconds == 0 || wait.seconds < 0) {
                wait.seconds = -1;
            } else if (seconds > wait.seconds) {
                wait.seconds = seconds;
            }
        }
    }
    stop_wait_describe(&wait, stops);
    return wait;
}
