#include "cmd/spar_print.h"

#include <stdio.h>

void spar_print_bgammon(const char *name, int port, const char *folder)
{
    printf(
        "%s plays on a server like bgammon.org of its own: 127.0.0.1, port %d.\n"
        "\n"
        "With bgammon.org's client: server tcp://127.0.0.1:%d; log in as a guest, by a\n"
        "  name without a password, and join the bot's match\n"
        "With telnet:      telnet 127.0.0.1 %d\n"
        "  to log in:      lj telnet/en YOUR_NAME\n"
        "  to play:        list, join NUMBER; in the match roll, double, move 24/18 13/11,\n"
        "                  ok, resign, leave, say help\n\n"
        "Match files are kept in %s\n"
        "Ctrl-C ends.\n\n",
        name, port, port, port, folder);
    (void)fflush(stdout);
}

void spar_print_fibs(const char *name, const char *level, int port, const char *folder)
{
    printf(
        "%s%s%s%s plays on a server of its own: 127.0.0.1, port %d.\n"
        "\n"
        "With telnet:       telnet 127.0.0.1 %d\n"
        "  the first time:  log in as guest, then   name YOUR_NAME   and a password\n"
        "                   twice; later as YOUR_NAME\n"
        "  to play:         invite %s 5          (a match to 5 points; any length)\n"
        "  in the match:    roll, double, accept, reject, move 24-18 13-11, board,\n"
        "                   resign n, leave; help, help COMMAND\n"
        "  the bot's help:  tell %s help\n"
        "With a FIBS client: server 127.0.0.1 (localhost), port %d; register there\n"
        "  as a new user.\n"
        "In a browser:      fibsbot spar --web\n"
        "In this terminal:  fibsbot spar --here\n\n"
        "Accounts, saved matches and match files are kept in %s\n"
        "Ctrl-C ends.\n\n",
        name, level != NULL ? " (" : "", level != NULL ? level : "",
        level != NULL ? ")" : "", port, port, name, name, port, folder);
    (void)fflush(stdout);
}

void spar_print_table(const char *address, const char *guest, const char *watch)
{
    printf("Play in the browser:  %s\n"
           "  Who knows this address can play for you: keep it to yourself.\n"
           "Ctrl-C ends; the match is saved and goes on next time.\n\n",
           address);
    if (guest != NULL) {
        printf("For your friend:      %s\n"
               "For watchers:         %s\n"
               "  They hold on your local network until this program ends.\n\n",
               guest, watch);
    }
    (void)fflush(stdout);
}
