/* Under the address sanitizer, whose eyes kernels go without: who gives one too small a room is
 * stopped all the same. Elsewhere rooms are not looked at; those below have some to spare. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/net/net_internal.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
enum { IS_WATCHED = 1 };
#else
enum { IS_WATCHED = 0 };
#endif

enum { INPUTS = 4 };

/* By how many numbers each room of a layer in bytes is too small. */
struct rooms {
    size_t out, in, panels, bias, row;
};

static void evaluate(const struct net_kernel *kernel, const struct rooms *less)
{
    int32_t *out = calloc(NET_PANEL - less->out, sizeof *out);
    uint8_t *in = calloc(INPUTS - less->in, 1);
    int8_t *panels = calloc(INPUTS * NET_PANEL - less->panels, 1);
    float *bias = calloc(NET_PANEL - less->bias, sizeof *bias);
    float *row = calloc(NET_PANEL - less->row, sizeof *row);
    float scale[NET_PANEL] = {0};
    kernel->dense_bytes(out, in, panels, scale, bias, 1, INPUTS, NET_PANEL);
    kernel->gather_rows(scale, row, NET_PANEL, (const uint16_t[]){0}, 1);
    free(out);
    free(in);
    free(panels);
    free(bias);
    free(row);
}

/* In a process of its own. */
static bool is_stopped(const struct net_kernel *kernel, const struct rooms *less)
{
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        evaluate(kernel, less);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status != 0;
}

static void too_small_a_room_is_found_under_the_address_sanitizer(void **state)
{
    static const struct rooms less[] = {
        {.out = 1}, {.in = 1}, {.panels = 1}, {.bias = 1}, {.row = 1}};
    (void)state;
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        assert_false(is_stopped(kernel, &(struct rooms){0}));
        for (size_t i = 0; i < sizeof less / sizeof less[0]; i++) {
            assert_int_equal(is_stopped(kernel, &less[i]), IS_WATCHED);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_small_a_room_is_found_under_the_address_sanitizer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
