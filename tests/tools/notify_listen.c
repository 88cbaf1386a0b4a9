/* A notify socket for scripts: binds PATH and prints each datagram that comes, as one
 * line with " | " between its own, until it is told to stop.
 *
 *   notify_listen PATH
 */
#include <stdio.h>
#include <string.h>

#include <sys/socket.h>
#include <sys/un.h>

static void print_flat(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            (void)fputs(" | ", stdout);
        } else {
            (void)putchar(*text);
        }
    }
    (void)putchar('\n');
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path) {
        (void)fputs("usage: notify_listen PATH\n", stderr);
        return 2;
    }
    memcpy(address.sun_path, argv[1], strlen(argv[1]) + 1);
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        perror(argv[1]);
        return 1;
    }
    char text[4096];
    for (ssize_t size; (size = recv(fd, text, sizeof text - 1, 0)) >= 0;) {
        text[size] = '\0';
        print_flat(text);
    }
    return 0;
}
